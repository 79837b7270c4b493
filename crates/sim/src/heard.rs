//! What was heard of the fights that were listened to.

use skirmish_kernel::{Fights, Fought, Heard, Id, RuleId, Side};

/// Counts over the fights that were listened to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeardTally {
    /// How many fights were listened to: the first ones of the batch.
    pub fights: u64,
    /// How many of them each side has won.
    pub won: Vec<u64>,
    /// What was done: who, in the order of the encounter, then by name. Causes without anybody's doing come last.
    pub deeds: Vec<DeedTally>,
    /// Every rule of the catalogue that an event has cited, in its order.
    pub rules: Vec<RuleTally>,
}

/// What somebody does, by one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeedTally {
    /// Who; nobody where harm comes of itself.
    pub who: Option<Id>,
    /// `air-blast`, `walk`, `bleeding`.
    pub verb: String,
    /// How often it was chosen.
    pub uses: u64,
    /// In how many steps.
    pub turns: u64,
    /// What others lost by it, in the measure of their first gauges.
    pub harm: i64,
    /// The same of each fight squared, summed up: from this follows how sure the mean is.
    pub harm_squares: u64,
    /// In how many fights it was chosen, or did harm.
    pub fights: u64,
    /// How many of those each side has won.
    pub won: Vec<u64>,
}

/// How often a rule was cited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleTally {
    /// The rule.
    pub rule: RuleId,
    /// By how many events.
    pub events: u64,
    /// In how many fights.
    pub fights: u64,
    /// How many of those each side has won.
    pub won: Vec<u64>,
}

impl HeardTally {
    pub(crate) fn of(fights: &dyn Fights) -> Self {
        Self { won: vec![0; fights.sides().len()], ..Self::default() }
    }

    /// Counts one fight. The simulator keeps deeds at their places, so those of this tally lie at the same ones.
    pub(crate) fn note(&mut self, fought: &Fought, heard: &Heard) {
        let sides = self.won.len();
        self.fights += 1;
        count(&mut self.won, fought.winner);
        for deed in heard.deeds.iter().skip(self.deeds.len()) {
            self.deeds.push(DeedTally::new(deed.who, &deed.verb, sides));
        }
        for (tally, deed) in self.deeds.iter_mut().zip(&heard.deeds) {
            if deed.uses == 0 && deed.harm == 0 {
                continue;
            }
            tally.uses = tally.uses.saturating_add(u64::from(deed.uses));
            tally.turns = tally.turns.saturating_add(u64::from(deed.turns));
            tally.harm = tally.harm.saturating_add(deed.harm);
            tally.harm_squares = tally.harm_squares.saturating_add(deed.harm.unsigned_abs().saturating_pow(2));
            tally.fights += 1;
            count(&mut tally.won, fought.winner);
        }
        for at in self.rules.len()..heard.rules.len() {
            let rule = RuleId::new(u16::try_from(at).unwrap_or(u16::MAX));
            self.rules.push(RuleTally { rule, events: 0, fights: 0, won: vec![0; sides] });
        }
        for (tally, events) in self.rules.iter_mut().zip(&heard.rules).filter(|(_, events)| **events > 0) {
            tally.events = tally.events.saturating_add(u64::from(*events));
            tally.fights += 1;
            count(&mut tally.won, fought.winner);
        }
    }

    /// Adds what somebody else has heard of the same encounter.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.fights += other.fights;
        add(&mut self.won, &other.won);
        for deed in &other.deeds {
            match self.deeds.iter_mut().find(|known| (known.who, &known.verb) == (deed.who, &deed.verb)) {
                Some(known) => known.merge(deed),
                None => self.deeds.push(deed.clone()),
            }
        }
        for rule in &other.rules {
            match self.rules.iter_mut().find(|known| known.rule == rule.rule) {
                Some(known) => {
                    known.events = known.events.saturating_add(rule.events);
                    known.fights += rule.fights;
                    add(&mut known.won, &rule.won);
                }
                None => self.rules.push(rule.clone()),
            }
        }
    }

    /// Puts everything into an order that does not depend on who heard it first, and drops what never happened.
    pub(crate) fn in_order(mut self) -> Self {
        self.deeds.retain(|deed| deed.fights > 0);
        self.deeds.sort_by(|a, b| (a.who.is_none(), a.who, &a.verb).cmp(&(b.who.is_none(), b.who, &b.verb)));
        self.rules.retain(|rule| rule.fights > 0);
        self.rules.sort_by_key(|rule| rule.rule.index());
        self
    }
}

impl DeedTally {
    fn new(who: Option<Id>, verb: &str, sides: usize) -> Self {
        Self { who, verb: verb.to_owned(), uses: 0, turns: 0, harm: 0, harm_squares: 0, fights: 0, won: vec![0; sides] }
    }

    /// The harm of a fight on average, of so many fights, and the standard error of that mean. Fights without it count as 0.
    #[must_use]
    pub fn harm_a_fight(&self, fights: u64) -> (f64, f64) {
        let count = fights.max(1) as f64;
        let mean = self.harm as f64 / count;
        let variance = (self.harm_squares as f64 - count * mean * mean).max(0.0) / (count - 1.0).max(1.0);
        (mean, (variance / count).sqrt())
    }

    fn merge(&mut self, other: &Self) {
        self.uses = self.uses.saturating_add(other.uses);
        self.turns = self.turns.saturating_add(other.turns);
        self.harm = self.harm.saturating_add(other.harm);
        self.harm_squares = self.harm_squares.saturating_add(other.harm_squares);
        self.fights += other.fights;
        add(&mut self.won, &other.won);
    }
}

fn count(won: &mut [u64], winner: Option<Side>) {
    if let Some(won) = winner.and_then(|side| won.get_mut(usize::from(side.0))) {
        *won += 1;
    }
}

fn add(own: &mut [u64], other: &[u64]) {
    own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
}
