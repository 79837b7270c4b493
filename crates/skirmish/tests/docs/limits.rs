//! Limits that the pages tell are those of the program.

use std::fs;
use std::path::{Path, PathBuf};

use skirmish_kernel::{Source, transcript};
use skirmish_shelf::{MOST_BYTES, games, shelf};
use skirmish_sweep::{MOST_CELLS, MOST_FIGHTS};

use crate::root;

/// `100,000`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let from_end = |at: usize| digits.len() - at;
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && from_end(at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[track_caller]
fn says(page: &str, words: &str) {
    let text = fs::read_to_string(root().join(page)).expect("the page is there");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(words), "{page} does not say: {words}");
}

#[test]
fn sizes_are_told_as_they_are() {
    assert_eq!(transcript::MAX_LINES, 1_000_000, "`a million lines` in docs/transcript.md");
    let (files, line) = (transcript::MAX_BYTES >> 20, grouped(transcript::MAX_LINE as u64));
    says("docs/transcript.md", &format!("At most {files} MiB, a million lines, {line} bytes in a line."));
    says("docs/encounter.md", &format!("An encounter of more than {} MiB is refused", MOST_BYTES >> 20));
    says("docs/sweep.md", &format!("{} are the most", grouped(MOST_FIGHTS)));
    says("docs/sweep.md", &format!("{} cells are the most", grouped(MOST_CELLS)));
}

/// Encounters of each game at a limit that its page tells, and just beyond.
#[test]
fn limits_of_encounters_are_told_as_they_are() {
    let pages = [
        "docs/encounter.md",
        "docs/generia.md",
        "docs/legacy-of-adventure.md",
        "docs/fragments-of-power.md",
        "docs/sigil-of-uchma.md",
    ];
    let sized = |side: u32| format!("[map]\nwidth = {side}\nheight = 2\n");
    for (game, page) in games().zip(pages) {
        let is_taken = |top: &str, map: &str, name: &str| {
            let one =
                |name: &str, side, at| format!("[[combatant]]\nname = \"{name}\"\nside = \"{side}\"\nat = \"{at}\"\n");
            let people = [one(name, "one", "A1"), one("Bran", "two", "B1")].concat();
            let text = format!("rulebook = \"{}\"\ntitle = \"x\"\n{top}\n{map}{people}", game.name());
            let source = Source::new("x.toml", text);
            shelf().game_of(&source).and_then(|game| game.fights(&source, None).map(drop)).is_ok()
        };
        assert!(is_taken("most_rounds = 100000", &sized(400), &"A".repeat(32)), "{page}");
        says(page, "an undecided fight ends after so many rounds; at most 100,000");
        assert!(!is_taken("most_rounds = 100001", &sized(9), "Ash"), "{page}");
        says(page, "one word of letters, digits, `-`, `_` and `'`, up to 32");
        assert!(!is_taken("", &sized(9), &"A".repeat(33)), "{page}");
        says(page, "up to 400");
        assert!(!is_taken("", &sized(401), "Ash"), "{page}");
    }
}

/// How many lines the files of a folder have, and of all that lies in it.
fn lines_in(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be read").path());
    let lines = |path: PathBuf| match path.is_dir() {
        true => lines_in(&path),
        false => fs::read_to_string(path).expect("a text").lines().count(),
    };
    entries.map(lines).sum()
}

#[test]
fn the_example_is_as_short_as_its_page_says() {
    let page = fs::read_to_string(root().join("docs/rulebook.md")).expect("the page is there");
    assert!(page.contains("in fewer than 800 lines"), "docs/rulebook.md says how many lines the example has");
    let lines = lines_in(&root().join("rulebooks/hayfork"));
    assert!(lines < 800, "{lines} lines");
}
