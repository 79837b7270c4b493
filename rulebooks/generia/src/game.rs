//! The rulebook as the shelf hands it out.

skirmish_bookkit::book!(crate::model::Generia, crate::policy::Plain, "Generia", "the Generia rules site");
