//! Any text as a line given to a battle: taken, and then it survives a save; or refused, and then nothing has changed.
//! The first byte picks one of several moments of the first encounter of each game.
#![no_main]

use std::sync::{Mutex, OnceLock};

use libfuzzer_sys::{Corpus, fuzz_target};
use skirmish_fuzz::{loaded, open, picture};
use skirmish_kernel::{Battle, Game};

/// How many moments of each game's battle there are; fewer of the last game, whose battle may be over sooner.
const MOMENTS: usize = 32;

/// The same battles again and again: at their beginning, after one answer, after two …; each odd one with its last
/// answer taken back.
fn moments() -> &'static [Mutex<Box<dyn Battle>>] {
    static MOMENTS_OF: OnceLock<Vec<Mutex<Box<dyn Battle>>>> = OnceLock::new();
    MOMENTS_OF.get_or_init(|| skirmish_shelf::games().flat_map(moments_of).collect())
}

fn moments_of(game: &'static dyn Game) -> impl Iterator<Item = Mutex<Box<dyn Battle>>> {
    let mut battle = open(game, &game.encounters()[0], 7);
    let mut goes_on = true;
    (0..MOMENTS).map_while(move |moment| {
        if !goes_on {
            return None;
        }
        let mut here = battle.fork();
        if moment % 2 == 1 {
            here.undo().expect("something was given");
        }
        goes_on = battle.roll().is_ok() || battle.decide("plain").is_ok();
        Some(Mutex::new(here))
    })
}

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Some((&moment, bytes)) = bytes.split_first() else { return Corpus::Reject };
    let Ok(line) = std::str::from_utf8(bytes) else { return Corpus::Reject };
    let moment = usize::from(moment) % moments().len();
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
