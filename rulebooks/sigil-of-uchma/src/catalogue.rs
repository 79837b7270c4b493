//! The book's numbers and switches, the ids of its rules, and the files that lie beside it: made when it is built.

#![allow(clippy::enum_variant_names, reason = "values of a switch are called as people write them")]

use skirmish_kernel::Embedded;

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
