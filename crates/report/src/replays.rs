//! Fights to believe it by: of each encounter's base and of its extremes, as transcripts.

use skirmish_kernel::Diagnostic;
use skirmish_sim::{play, saved};
use skirmish_sweep::{Findings, Loaded, Sweep};

use crate::numbers::number;
use crate::words;

/// What can be told of a fight that was written down; `first` where none was fought.
pub const KINDS: [&str; 4] = ["median", "longest", "upset", "first"];

/// A fight that is written down.
pub struct Replay {
    /// Where, from the page: `replays/0001-median.skirmish`.
    pub file: String,
    /// The transcript.
    pub text: String,
    pub(crate) cell: usize,
    pub(crate) fight: u64,
    /// One of the [kinds](KINDS).
    pub(crate) what: &'static str,
}

/// The fights to believe a sweep by, which belong into this folder beside its page.
///
/// # Errors
/// What is wrong with a cell.
pub fn replays(sweep: &Sweep<'_>, findings: &Findings, folder: &str) -> Result<Vec<Replay>, Vec<Diagnostic>> {
    let mut cells: Vec<usize> = Vec::new();
    for grid in 0..sweep.grids().len() {
        let ends = words::ends(sweep, findings, grid);
        let (least, most) = ends.unzip();
        cells.extend([sweep.base_of(grid), least, most].into_iter().flatten());
    }
    cells.sort_unstable();
    cells.dedup();
    let mut replays = Vec::new();
    for cell in cells {
        let Some(outcome) = findings.outcome(cell) else { continue };
        let Some(loaded) = sweep.cells().get(cell).map(|cell| sweep.load(cell)).transpose()? else { continue };
        // Where nothing was fought, any fight will do.
        let first = outcome.exact.map(|_| 0);
        for (what, fight) in KINDS.into_iter().zip([outcome.median, outcome.longest, outcome.upset, first]) {
            let Some(fight) = fight else { continue };
            let file = format!("{folder}/{}-{what}.skirmish", number(cell));
            replays.push(Replay {
                file,
                text: transcript(&loaded, fight, sweep.plan().most_rounds),
                cell,
                fight,
                what,
            });
        }
    }
    Ok(replays)
}

/// Plays one of the fights as `run` plays a battle, whoever asks to stop: a fight that is to be shown is shown whole.
fn transcript(loaded: &Loaded, fight: u64, most_rounds: u32) -> String {
    let mut battle = loaded.fights.battle(fight);
    play(&mut *battle, &loaded.policies, most_rounds, |_| true, || false);
    saved(&*battle)
}
