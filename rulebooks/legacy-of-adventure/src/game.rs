//! The rulebook as the shelf hands it out.

skirmish_bookkit::book!(
    crate::Legacy,
    crate::policy::Plain,
    "Legacy of Adventure",
    "mywritingdistractions.com and chucksperati.com"
);
