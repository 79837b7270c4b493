//! A record as text, and back.

use serde_json::{Value, json};
use skirmish_kernel::{Fights, Side};
use skirmish_sim::{Bin, Histogram, Record, Tally, Winner};

use crate::key::Key;
use crate::seal::{opened, sealed};

/// The letter of side 0; the others follow.
const FIRST: u8 = b'0';
const NOBODY: u8 = b'-';
const GIVEN_UP: u8 = b'!';

/// A record that was kept.
pub(crate) struct Kept {
    pub(crate) record: Record,
    /// It was fought until its chances were known well enough.
    pub(crate) is_precise: bool,
}

impl Kept {
    pub(crate) fn print(&self, key: &Key) -> String {
        let tally = &self.record.tally;
        let text = json!({
            "key": key.depends_on, "fights": tally.fights, "precise": self.is_precise, "steps": tally.steps,
            "won": tally.won.iter().map(values).collect::<Vec<_>>(),
            "drawn": values(&tally.drawn), "unfinished": values(&tally.unfinished),
            "fallen": tally.fallen.iter().map(|fallen| values(&fallen.rounds)).collect::<Vec<_>>(),
            "came": tally.fallen.iter().map(|fallen| fallen.came).collect::<Vec<_>>(),
            "gauges": tally.gauges.iter().map(values).collect::<Vec<_>>(),
            "winners": letters(&self.record.winners),
        });
        sealed(&text.to_string())
    }

    /// Reads what was kept of these fights under this key; nothing if it is of something else, or damaged.
    pub(crate) fn read(text: &str, key: &Key, fights: &dyn Fights) -> Option<Self> {
        let value: Value = serde_json::from_str(opened(text)?).ok()?;
        if value.get("key")?.as_str()? != key.depends_on {
            return None;
        }
        let mut tally = Tally::of(fights);
        tally.fights = value.get("fights")?.as_u64()?;
        tally.steps = value.get("steps")?.as_u64()?;
        fill(&mut tally.won.iter_mut().collect::<Vec<_>>(), value.get("won")?)?;
        fill(&mut [&mut tally.drawn, &mut tally.unfinished], &json!([value.get("drawn")?, value.get("unfinished")?]))?;
        fill(&mut tally.fallen.iter_mut().map(|fallen| &mut fallen.rounds).collect::<Vec<_>>(), value.get("fallen")?)?;
        let came: Vec<u64> = serde_json::from_value(value.get("came")?.clone()).ok()?;
        if came.len() != tally.fallen.len() || came.iter().any(|came| *came > tally.fights) {
            return None;
        }
        tally.fallen.iter_mut().zip(came).for_each(|(fallen, came)| fallen.came = came);
        fill(&mut tally.gauges.iter_mut().collect::<Vec<_>>(), value.get("gauges")?)?;
        let winners: Option<Vec<Winner>> = value.get("winners")?.as_str()?.bytes().map(winner).collect();
        let winners = winners.filter(|winners| winners.len() as u64 == tally.fights)?;
        let ended = tally.won.iter().chain([&tally.drawn, &tally.unfinished]).map(Histogram::count).sum::<u64>();
        let is_precise = value.get("precise")?.as_bool()?;
        (ended == tally.fights).then_some(Self { record: Record { tally, winners }, is_precise })
    }
}

fn values(histogram: &Histogram) -> Vec<(i32, u64, u64)> {
    histogram.iter().map(|(value, bin)| (value, bin.count, bin.first)).collect()
}

/// Fills so many histograms from as many lists.
fn fill(histograms: &mut [&mut Histogram], lists: &Value) -> Option<()> {
    let lists = lists.as_array().filter(|lists| lists.len() == histograms.len())?;
    for (histogram, list) in histograms.iter_mut().zip(lists) {
        let rows: Vec<(i32, u64, u64)> = serde_json::from_value(list.clone()).ok()?;
        rows.into_iter().for_each(|(value, count, first)| histogram.add(value, Bin { count, first }));
    }
    Some(())
}

fn letters(winners: &[Winner]) -> String {
    let letter = |winner: &Winner| match winner {
        Winner::Side(side) => char::from(FIRST.saturating_add(side.0)),
        Winner::Nobody => char::from(NOBODY),
        Winner::GivenUp => char::from(GIVEN_UP),
    };
    winners.iter().map(letter).collect()
}

fn winner(letter: u8) -> Option<Winner> {
    match letter {
        NOBODY => Some(Winner::Nobody),
        GIVEN_UP => Some(Winner::GivenUp),
        FIRST.. => Some(Winner::Side(Side(letter - FIRST))),
        _ => None,
    }
}
