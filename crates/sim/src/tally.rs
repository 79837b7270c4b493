//! What is counted of each fight, in whole numbers: sums of them do not depend on who counted what.

use skirmish_kernel::{Fights, Fought};

use crate::histogram::Histogram;

/// Counts over many fights.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many fights were counted.
    pub fights: u64,
    /// The rounds of the fights that each side has won.
    pub won: Vec<Histogram>,
    /// The rounds of the fights that nobody has won.
    pub drawn: Histogram,
    /// Fights that were given up, by the round in which they were.
    pub unfinished: Histogram,
    /// Of each combatant, in the order of the encounter.
    pub fallen: Vec<Fallen>,
    /// How all gauges stood at the end, combatant by combatant, of the fights in which it was ever there.
    pub gauges: Vec<Histogram>,
    /// Steps of all fights together: what there was to do.
    pub steps: u64,
}

/// How often a combatant has [fallen](skirmish_kernel::Left::fallen).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fallen {
    /// By the round in which it last fell.
    pub rounds: Histogram,
    /// In how many fights it was ever there.
    pub came: u64,
    /// How many [gauges](Tally::gauges) are its own.
    pub gauges: usize,
}

impl Tally {
    /// Nothing yet, with room for what these fights have.
    #[must_use]
    pub fn of(fights: &dyn Fights) -> Self {
        let combatants = fights.combatants();
        Self {
            won: vec![Histogram::default(); fights.sides().len()],
            fallen: combatants.iter().map(|one| Fallen { gauges: one.gauges.len(), ..Fallen::default() }).collect(),
            gauges: vec![Histogram::default(); combatants.iter().map(|one| one.gauges.len()).sum()],
            ..Self::default()
        }
    }

    /// Counts one fight.
    pub fn note(&mut self, fought: &Fought) {
        self.fights += 1;
        self.steps = self.steps.saturating_add(u64::from(fought.steps));
        let rounds = i32::try_from(fought.rounds).unwrap_or(i32::MAX);
        let ended = match fought.winner.and_then(|side| self.won.get_mut(usize::from(side.0))) {
            _ if fought.unfinished => &mut self.unfinished,
            Some(won) => won,
            None => &mut self.drawn,
        };
        ended.note(rounds, fought.fight);
        let mut gauges = self.gauges.iter_mut().zip(&fought.gauges);
        for (fallen, left) in self.fallen.iter_mut().zip(&fought.left) {
            for (gauge, value) in gauges.by_ref().take(fallen.gauges).filter(|_| left.came) {
                gauge.note(*value, fought.fight);
            }
            fallen.came += u64::from(left.came);
            if left.fallen {
                fallen.rounds.note(i32::try_from(left.fell).unwrap_or(i32::MAX), fought.fight);
            }
        }
    }

    /// Adds what somebody else has counted of the same encounter.
    pub fn merge(&mut self, other: &Self) {
        self.fights += other.fights;
        self.steps = self.steps.saturating_add(other.steps);
        self.won.iter_mut().zip(&other.won).for_each(|(own, other)| own.merge(other));
        self.drawn.merge(&other.drawn);
        self.unfinished.merge(&other.unfinished);
        for (own, other) in self.fallen.iter_mut().zip(&other.fallen) {
            own.rounds.merge(&other.rounds);
            own.came += other.came;
        }
        self.gauges.iter_mut().zip(&other.gauges).for_each(|(own, other)| own.merge(other));
    }
}

#[cfg(test)]
mod tests {
    use skirmish_kernel::{Fought, Left};

    use super::{Fallen, Tally};
    use crate::histogram::Histogram;

    #[test]
    fn nobody_falls_who_never_came_or_has_gone() {
        let left = |able, fallen, fell, there, came| Left { able, fallen, fell, there, came };
        let mut tally = Tally { fallen: vec![Fallen::default(); 4], ..Tally::default() };
        let stands = left(true, false, 0, true, true);
        let (never, gone) = (left(false, false, 0, false, false), left(false, false, 2, false, true));
        for fight in 0..3 {
            let lies = left(false, true, 2, true, true);
            tally.note(&Fought { fight, left: vec![stands, lies, never, gone], ..Fought::default() });
        }
        let mut both = tally.clone();
        both.merge(&tally);
        let told = |tally: &Tally| tally.fallen.iter().map(|one| (one.rounds.count(), one.came)).collect::<Vec<_>>();
        assert_eq!(told(&tally), [(0, 3), (3, 3), (0, 0), (0, 3)]);
        assert_eq!(told(&both), [(0, 6), (6, 6), (0, 0), (0, 6)]);
    }

    #[test]
    fn gauges_are_of_those_who_came() {
        let left = |came| Left { able: came, fallen: false, fell: 0, there: came, came };
        let fallen = |gauges| Fallen { gauges, ..Fallen::default() };
        let mut tally =
            Tally { fallen: vec![fallen(2), fallen(1)], gauges: vec![Histogram::default(); 3], ..Tally::default() };
        for (fight, came) in [(0, true), (1, false)] {
            let gauges = vec![if came { 3 } else { 20 }, 5, 7];
            tally.note(&Fought { fight, left: vec![left(came), left(true)], gauges, ..Fought::default() });
        }
        let told = tally.gauges.iter().map(|gauge| (gauge.count(), gauge.mean())).collect::<Vec<_>>();
        assert_eq!(told, [(1, Some(3.0)), (1, Some(5.0)), (2, Some(7.0))]);
    }
}
