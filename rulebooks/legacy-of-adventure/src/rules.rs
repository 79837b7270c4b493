//! The book's numbers and switches, and the ids of its rules: made from `rules.toml`.

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
