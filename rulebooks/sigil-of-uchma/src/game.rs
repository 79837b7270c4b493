//! The rulebook as the shelf hands it out.

skirmish_bookkit::book!(crate::Sigil, crate::policy::Plain, "Sigil of Uchma", "sigil.tyghsh.cc");
