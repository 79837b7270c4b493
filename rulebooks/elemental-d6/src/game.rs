//! The rulebook as the shelf hands it out.

skirmish_bookkit::book!(crate::model::Elemental, crate::policy::Plain, "Elemental D6", "elementald6.com");
