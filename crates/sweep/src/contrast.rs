//! Cells compared with each other: the pairs that a plan names, and in each row of a grid the best with the others.

use skirmish_kernel::Diagnostic;
use skirmish_sim::Winner;

use crate::compare::Difference;
use crate::outcome::{Findings, Outcome, ROUNDED};
use crate::sweep::Sweep;

/// Of each grid and direction, so many rows are looked at: each of their cells is read again.
const MOST_ROWS: usize = 200;

/// Two cells of one encounter, compared with each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The cell that is compared with.
    pub from: usize,
    /// The cell that is compared.
    pub to: usize,
    /// How much oftener each side wins in the second than in the first; nothing where their sides are others.
    pub changes: Vec<Difference>,
}

/// One level of an axis, and the level of another one with which a side wins most often there.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// Which grid.
    pub grid: usize,
    /// The axis that stands still, by its place among the grid's axes; other axes stand as in the base.
    pub axis: usize,
    /// Its level.
    pub level: usize,
    /// The axis along which is looked.
    pub along: usize,
    /// The side, by its place: the one whose combatants change along it, if they are of one side; else the first.
    pub side: usize,
    /// The cells along it, level by level.
    pub cells: Vec<usize>,
    /// The level with which the side wins most often; of equals the first.
    pub best: usize,
    /// How much oftener the side wins there than with each level; nothing for the best itself.
    pub leads: Vec<Option<Difference>>,
}

impl Best {
    /// Levels of which nobody can say that they are worse than the best.
    pub fn rivals(&self) -> impl Iterator<Item = (usize, Difference)> + '_ {
        let leads = self.leads.iter().enumerate().filter_map(|(level, lead)| Some((level, (*lead)?)));
        leads.filter(|(_, lead)| lead.low <= 0.0)
    }
}

/// What is known of who has won in a cell, fight by fight.
pub(crate) type Read<'r> = dyn FnMut(usize) -> Result<Option<Vec<Winner>>, Vec<Diagnostic>> + 'r;

/// Compares cells; keeps the winners of the one that is compared with many.
struct Pairs<'p> {
    findings: &'p Findings,
    read: &'p mut Read<'p>,
    known: Option<(usize, Vec<Winner>)>,
}

impl Pairs<'_> {
    /// For each side, how much oftener it wins in `to` than in `from`. Nothing where one of them is not done; no sides,
    /// where theirs are not the same.
    fn changes(&mut self, from: usize, to: usize) -> Result<Option<Vec<Difference>>, Vec<Diagnostic>> {
        let (Some(one), Some(other)) = (self.findings.outcome(from), self.findings.outcome(to)) else {
            return Ok(None);
        };
        if !have_same_sides(one, other) {
            return Ok(Some(Vec::new()));
        }
        if let (Some(left), Some(right)) = (one.exact, other.exact) {
            let slack = ROUNDED + left.left + right.left;
            let sides = one.sides.iter().zip(&other.sides);
            return Ok(Some(sides.map(|(a, b)| Difference::exactly(a.chance.p, b.chance.p, slack)).collect()));
        }
        if self.known.as_ref().is_none_or(|(cell, _)| *cell != to) {
            self.known = (self.read)(to)?.map(|winners| (to, winners));
        }
        let (Some(before), Some((_, now))) = ((self.read)(from)?, &self.known) else { return Ok(None) };
        let side = |at: usize| skirmish_kernel::Side(u8::try_from(at).unwrap_or(u8::MAX));
        Ok(Some((0..one.sides.len()).map(|at| Difference::paired(&before, now, side(at))).collect()))
    }
}

fn have_same_sides(one: &Outcome, other: &Outcome) -> bool {
    one.sides.iter().map(|side| &side.name).eq(other.sides.iter().map(|side| &side.name))
}

impl Sweep<'_> {
    /// Compares cells with each other, as far as they are done.
    pub(crate) fn contrast(&self, findings: &mut Findings, read: &mut Read<'_>) -> Result<(), Vec<Diagnostic>> {
        let (mut comparisons, mut bests) = (Vec::new(), Vec::new());
        let mut pairs = Pairs { findings, read: &mut *read, known: None };
        for (from, to) in self.pairs() {
            if let Some(changes) = pairs.changes(*from, *to)? {
                comparisons.push(Comparison { from: *from, to: *to, changes });
            }
        }
        for grid in 0..self.grids().len() {
            if let [.., down, across] = self.moving(grid).as_slice() {
                for (axis, along) in [(*down, *across), (*across, *down)] {
                    let levels = self.grids().get(grid).and_then(|grid| grid.axes.get(axis));
                    for level in 0..levels.map_or(0, |bound| bound.levels.len()).min(MOST_ROWS) {
                        bests.extend(self.best(&mut pairs, grid, (axis, level), along)?);
                    }
                }
            }
        }
        (findings.comparisons, findings.bests) = (comparisons, bests);
        Ok(())
    }

    /// What has more than one level in a grid, by its place among the grid's axes.
    #[must_use]
    pub fn moving(&self, grid: usize) -> Vec<usize> {
        let Some(grid) = self.grids().get(grid) else { return Vec::new() };
        (0..grid.axes.len()).filter(|at| grid.axes.get(*at).is_some_and(|bound| bound.levels.len() > 1)).collect()
    }

    /// The best along an axis where another one has this level; nothing before all of its cells are done.
    fn best(
        &self,
        pairs: &mut Pairs<'_>,
        grid: usize,
        (axis, level): (usize, usize),
        along: usize,
    ) -> Result<Option<Best>, Vec<Diagnostic>> {
        let Some(cells) = self.row(grid, (axis, level), along) else { return Ok(None) };
        let findings = pairs.findings;
        let outcomes: Option<Vec<&Outcome>> = cells.iter().map(|cell| findings.outcome(*cell)).collect();
        let Some(outcomes) = outcomes else { return Ok(None) };
        let Some(first) = outcomes.first().filter(|first| outcomes.iter().all(|other| have_same_sides(first, other)))
        else {
            return Ok(None);
        };
        let side = self.concerned(grid, along, first);
        let chance = |outcome: &Outcome| outcome.sides.get(side).map_or(0.0, |side| side.chance.p);
        let mut best = 0;
        for (at, outcome) in outcomes.iter().enumerate() {
            if outcomes.get(best).is_some_and(|known| chance(outcome) > chance(known)) {
                best = at;
            }
        }
        let Some(to) = cells.get(best) else { return Ok(None) };
        let mut leads = Vec::new();
        for (at, from) in cells.iter().enumerate() {
            let lead = if at == best { None } else { pairs.changes(*from, *to)? };
            leads.push(lead.and_then(|changes| changes.get(side).copied()));
        }
        Ok(Some(Best { grid, axis, level, along, side, cells, best, leads }))
    }

    /// The cells along an axis where another one has this level; all else as in the base.
    fn row(&self, grid: usize, (axis, level): (usize, usize), along: usize) -> Option<Vec<usize>> {
        let mut levels = self.cells().get(self.base_of(grid)?)?.levels.clone();
        *levels.get_mut(axis)? = level;
        let count = self.grids().get(grid)?.axes.get(along)?.levels.len();
        (0..count)
            .map(|at| {
                *levels.get_mut(along)? = at;
                self.cell_at(grid, &levels)
            })
            .collect()
    }

    /// The side whose combatants change along an axis, if they are of one side; else the first.
    fn concerned(&self, grid: usize, axis: usize, outcome: &Outcome) -> usize {
        let bound = self.grids().get(grid).and_then(|grid| grid.axes.get(axis));
        let people = bound.into_iter().flat_map(|bound| bound.levels.iter().flatten()).map(|put| put.path.combatant());
        let side_of = |name: &str| outcome.fighters.iter().find(|one| one.name == name).map(|one| one.side);
        let mut sides = people.map(|name| name.and_then(side_of));
        let first = sides.next().flatten();
        first.filter(|first| sides.all(|side| side == Some(*first))).unwrap_or(0)
    }
}
