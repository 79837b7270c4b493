//! The book's numbers and switches, the ids of its rules, and the files that lie beside it: made when it is built.

use skirmish_kernel::Embedded;

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
