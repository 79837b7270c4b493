//! Nothing but features. A binding that is built with this crate asks for the same features of what it leans on as the tests of the
//! whole workspace do, so what is compiled for them is not compiled once more. What is published is built without it.
