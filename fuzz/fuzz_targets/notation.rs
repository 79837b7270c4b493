//! Any text as a line given to a duel: taken, and then it survives a save; or refused, and then nothing has changed.
//! The first byte picks one of several moments of the duel.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::{Corpus, fuzz_target};
use skirmish_elemental_d6::BOOK;
use skirmish_fuzz::{loaded, picture};
use skirmish_kernel::{Battle, Game, Source};

/// How many moments of the duel there are.
const MOMENTS: usize = 32;

/// The duel again and again: at its beginning, after one answer, after two …; each odd one with its last answer taken
/// back.
fn moments() -> &'static [std::sync::Mutex<Box<dyn Battle>>] {
    static MOMENTS_OF: OnceLock<Vec<std::sync::Mutex<Box<dyn Battle>>>> = OnceLock::new();
    MOMENTS_OF.get_or_init(|| {
        let duel = BOOK.encounters.iter().find(|encounter| encounter.name == "duel").expect("the duel is embedded");
        let mut battle = BOOK.open(&Source::new(duel.name, duel.text), Some(7)).expect("the duel is sound");
        let mut moments = Vec::new();
        for moment in 0..MOMENTS {
            let mut here = battle.fork();
            if moment % 2 == 1 {
                here.undo().expect("something was given");
            }
            moments.push(std::sync::Mutex::new(here));
            assert!(battle.roll() || battle.decide("plain"), "the duel is over at moment {moment}");
        }
        moments
    })
}

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Some((&moment, bytes)) = bytes.split_first() else { return Corpus::Reject };
    let Ok(line) = std::str::from_utf8(bytes) else { return Corpus::Reject };
    let moment = usize::from(moment) % MOMENTS;
    let start = moments()[moment].lock().expect("no target panics twice").fork();
    let before = picture(&*start);
    let mut battle = start.fork();
    match battle.line(line) {
        Ok(()) => {
            if !line.contains(['\n', '\r']) {
                loaded(&*battle);
            }
            battle.undo().expect("what was taken can be taken back");
            assert_eq!(battle.len(), start.len());
            assert_eq!(picture(&*battle), before, "`{line}` was taken back and left something");
        }
        Err(refused) => {
            assert!(!refused.why.is_empty());
            assert_eq!(picture(&*battle), before, "`{line}` was refused and changed something");
            assert_eq!(battle.redo().is_ok(), moment % 2 == 1, "`{line}` was refused and cannot be redone");
        }
    }
    if let Ok(changed) = start.change(start.len() / 2, line) {
        let _ = picture(&*changed.battle);
    }
    assert_eq!(picture(&*start), before, "another past for `{line}` changed this one");
    Corpus::Keep
});
