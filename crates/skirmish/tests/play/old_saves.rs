//! Battles that an older program has saved go on, to the letter.

use std::fs;
use std::path::Path;

use crate::{folder, play, read, says, verb};

/// Each was left in the middle, with something taken back; two with an edict. They were written on 22 November 2026, before books shared
/// their readers of files, and are never written anew.
const SAVES: [&str; 3] = ["duel", "circle", "parry-yard"];

#[test]
fn battles_that_an_older_program_has_saved_go_on() {
    for name in SAVES {
        let (folder, file) = (folder(&format!("old-{name}")), format!("{name}.skirmish"));
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play/saves").join(&file);
        fs::copy(&kept, folder.join(&file)).expect("it can be copied");
        let old = read(&folder, &file);
        says(&play(&folder, &[&file], "").well(), &["The battle goes on after "]);
        assert_eq!(old, read(&folder, &file), "{name} is written as it was");
        play(&folder, &[&file], "redo\n").well();
        let redone = read(&folder, &file);
        let count = |text: &str| text.lines().filter(|line| line.starts_with("undone ")).count();
        assert!(count(&redone) < count(&old), "{name}: what was taken back comes again\n{redone}");
        assert!(verb(&folder, &["check", &file]).well().contains("1 passed, 0 failed"));
    }
}
