//! Any text as stat blocks of each game: a file that the game takes, and every line of it either understood or listed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_kernel::{Pairing, Source};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for game in skirmish_shelf::games() {
        let exchange = game.exchange().expect("its creatures are in files");
        let imported = (exchange.import)(text);
        let lines = text.lines().count();
        for passage in &imported.passages {
            assert!(passage.line >= 1 && passage.line <= lines.max(1), "line {} of {lines}", passage.line);
            assert!(passage.column >= 1);
        }
        // No line with a word in it is passed over.
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()).take(100) {
            let says = line.chars().any(|c| c.is_alphanumeric());
            let is_told = imported.passages.iter().any(|passage| passage.line == number);
            assert!(!says || is_told || text.len() > 200_000, "{}: line {number} is passed over: {line:?}", game.name());
        }
        // The game takes what it has not refused, beside its own creatures.
        for creature in imported.creatures.iter().filter(|creature| creature.refused.is_none()).take(2) {
            let creatures = [creature.name.clone(), creature.name.clone()];
            let pair = game.pair(&Pairing { creatures, width: 26, height: 26, apart: 13 });
            let toml = imported.toml.replacen(&format!("rulebook = \"{}\"\n", game.name()), "", 1);
            let source = Source::new("fuzz.toml", format!("{pair}\n{toml}"));
            if let Err(wrong) = game.open(&source, Some(1)) {
                panic!("{}: {}\n{}", game.name(), wrong[0], source.text);
            }
        }
    }
});
