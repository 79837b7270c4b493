//! The rulebook as the shelf hands it out.

skirmish_bookkit::book!(crate::Fragments, crate::policy::Plain, "Fragments of Power", "fragmentsofpower.com");
