//! The report of a sweep: the answer in words, pictures and tables, as a page that needs nothing else; the same for machines; and
//! fights to believe it by.
//!
//! It is made of what was [found](Findings), wherever that was fought: the command line, the Python package and a cluster write
//! the same page. Where no policy thinks, the first fights of a few cells are fought once more, with somebody who listens, to say
//! what decides them.
//!
//! ```
//! use skirmish_kernel::Source;
//! use skirmish_report::{answers, page, replays};
//! use skirmish_sweep::{Ground, Hands, Memory, Plan, Sweep};
//!
//! let plan = "encounter = 'parry-yard'\nfights = 50\n[[vary]]\nof = 'Merle.weapon[rapier].parry'\nadd = [0, 1]\n";
//! let plan = Plan::read(&Source::new("parry.toml", plan)).unwrap();
//! let found = skirmish_shelf::find_encounter("parry-yard").unwrap();
//! let ground = Ground { name: "parry-yard".into(), game: found.game, source: found.source() };
//! let sweep = Sweep::new(&plan, vec![ground]).unwrap();
//! let hands = Hands { threads: 2, program: "example".into() };
//! let mut kept = Memory::default();
//! let findings = sweep.fight(&mut kept, &hands, &()).unwrap();
//!
//! let replays = replays(&sweep, &findings, "replays").unwrap();
//! let answers = answers(&sweep, &findings, &hands, &mut kept, &()).unwrap();
//! assert!(answers[0].sentences[0].contains("won by rapier"));
//! let page = page(&sweep, &findings, &answers, &replays);
//! assert!(page.starts_with("<!DOCTYPE html>") && page.contains(&replays[0].file));
//! ```

mod best;
mod compared;
pub mod csv;
mod decided;
mod heard;
pub mod json;
mod numbers;
mod page;
mod pictures;
mod replays;
pub mod words;

pub use numbers::{fine_percent, number, percent, small};
pub use page::page;
pub use replays::{KINDS, Replay, replays};
pub use words::Answer;

use skirmish_sweep::{Broken, Findings, Hands, Store, Sweep, Watch};

/// What is found of each encounter, in the order of the plan. What is heard for it is kept in the store, and not fought again.
///
/// # Errors
/// What is wrong with a cell; why the store cannot keep what was heard.
pub fn answers<S: Store>(
    sweep: &Sweep<'_>,
    findings: &Findings,
    hands: &Hands,
    store: &mut S,
    watch: &dyn Watch,
) -> Result<Vec<Answer>, Broken<S::Error>> {
    Ok(words::answers(sweep, findings, decided::all(sweep, findings, hands, store, watch)?))
}
