//! Fights to believe it by: of each encounter's base and of its extremes, as transcripts.

use skirmish_sweep::{Findings, Loaded, Sweep};

use super::folder::{Folder, number};
use super::words;
use crate::exit::Fault;
use crate::playout::{self, Policies};
use crate::run::saved;

/// What can be told of a fight that was written down; `first` where none was fought.
pub(super) const KINDS: [&str; 4] = ["median", "longest", "upset", "first"];

/// A fight that was written down.
pub(super) struct Replay {
    /// In the folder: `replays/0001-median.skirmish`.
    pub(super) file: String,
    pub(super) cell: usize,
    pub(super) fight: u64,
    /// One of the [kinds](KINDS).
    pub(super) what: &'static str,
}

/// Writes them, and removes those of an earlier plan.
pub(super) fn write(sweep: &Sweep<'_>, findings: &Findings, folder: &mut Folder) -> Result<Vec<Replay>, Fault> {
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
            let file = format!("replays/{}-{what}.skirmish", number(cell));
            folder.write(&file, &transcript(sweep, cell, &loaded, fight)?)?;
            replays.push(Replay { file, cell, fight, what });
        }
    }
    let keep: Vec<String> = replays.iter().map(|replay| replay.file.clone()).collect();
    folder.sweep_out("replays", &keep)?;
    Ok(replays)
}

/// Plays one of the fights as `run` plays a battle.
fn transcript(sweep: &Sweep<'_>, cell: usize, loaded: &Loaded, fight: u64) -> Result<String, Fault> {
    let Some(grid) = sweep.cells().get(cell).and_then(|cell| sweep.grids().get(cell.grid)) else {
        return Ok(String::new());
    };
    let sides = loaded.fights.sides();
    let wanted: Vec<String> =
        sides.iter().zip(&loaded.policies).map(|(side, policy)| format!("{side}={policy}")).collect();
    let policies = Policies::read(grid.ground.game, sides, &wanted)?;
    let mut battle = loaded.fights.battle(fight);
    playout::play_whole(&mut *battle, &policies, sweep.plan().most_rounds);
    Ok(saved(&*battle))
}
