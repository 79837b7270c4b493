//! What somebody hears who listens to a fight: who does what how often, and what harm comes of it.

use crate::{Harm, Id, Listener, RuleId, Rulebook, Scribe};

/// What was heard of a fight.
///
/// Deeds keep their place from fight to fight; new ones come at the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heard {
    /// Everything that anybody has ever done here, and how often in the last fight.
    pub deeds: Vec<Deed>,
    /// How many events of the last fight cite each rule, by its id's place in the catalogue.
    pub rules: Vec<u32>,
    /// The places of everybody's deeds; those of nobody stand first.
    places: Vec<Vec<usize>>,
}

/// What somebody does, by one name, in one fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Who; nobody where harm comes of itself.
    pub who: Option<Id>,
    /// In one word: `air-blast`, `walk`, `bleeding`.
    pub verb: String,
    /// How often it was chosen.
    pub uses: u32,
    /// In how many steps.
    pub turns: u32,
    /// What all others lost by it, in the measure of their first gauges.
    pub harm: i64,
    /// The last step in which it was chosen.
    step: u32,
}

impl Heard {
    /// Forgets the counts of the last fight.
    fn begin(&mut self) {
        for deed in &mut self.deeds {
            (deed.uses, deed.turns, deed.harm, deed.step) = (0, 0, 0, 0);
        }
        self.rules.fill(0);
    }

    /// The place of a deed; a new one if it was never heard of.
    fn place(&mut self, who: Option<Id>, verb: &str) -> usize {
        let of = who.map_or(0, |who| who.index() + 1);
        if self.places.len() <= of {
            self.places.resize_with(of + 1, Vec::new);
        }
        let is_it = |at: &usize| self.deeds.get(*at).is_some_and(|deed| deed.verb == verb);
        let known = self.places[of].iter().copied().find(is_it);
        known.unwrap_or_else(|| {
            self.places[of].push(self.deeds.len());
            self.deeds.push(Deed { who, verb: verb.to_owned(), uses: 0, turns: 0, harm: 0, step: 0 });
            self.deeds.len() - 1
        })
    }
}

/// A listener that a simulator tells where it is, and that tells what it has heard.
pub(super) trait Hears<B: Rulebook>: Listener<B> {
    /// A fight begins.
    fn begin(&mut self);
    /// A step begins.
    fn step(&mut self);
    /// What was heard of the last fight.
    fn heard(&self) -> Option<&Heard>;
}

/// An ear, if anybody listens.
impl<B: Rulebook, E: Hears<B>> Hears<B> for Option<E> {
    fn begin(&mut self) {
        self.iter_mut().for_each(E::begin);
    }
    #[inline(always)]
    fn step(&mut self) {
        self.iter_mut().for_each(E::step);
    }
    fn heard(&self) -> Option<&Heard> {
        self.as_ref().and_then(E::heard)
    }
}

/// Counts what it hears.
pub(super) struct Ear {
    heard: Heard,
    /// The number of the step, from 1.
    step: u32,
    /// The deed that harm is put down to, if any was told.
    now: Option<usize>,
    /// The deed that each combatant is about.
    means: Vec<Option<usize>>,
}

impl Ear {
    pub(super) fn of<B: Scribe>(g: &B::Setup) -> Self {
        let heard = Heard { rules: vec![0; B::CATALOGUE.rules.len()], ..Heard::default() };
        Self { heard, step: 0, now: None, means: vec![None; B::count(g)] }
    }

    fn take(&mut self, harm: Harm<'_>) {
        match harm {
            Harm::Means { by, with } => {
                let deed = self.heard.place(Some(by), &with);
                if let Some(means) = self.means.get_mut(by.index()) {
                    *means = Some(deed);
                }
                self.now = Some(deed);
            }
            Harm::By(by) => self.now = self.means.get(by.index()).copied().flatten(),
            Harm::Lends { by, to } => {
                let lent = self.means.get(by.index()).copied().flatten();
                if let Some(means) = self.means.get_mut(to.index()) {
                    *means = lent;
                }
            }
            Harm::Cause(cause) => self.now = Some(self.heard.place(None, cause)),
            Harm::Loss { points, .. } => {
                if let Some(deed) = self.now.and_then(|at| self.heard.deeds.get_mut(at)) {
                    deed.harm = deed.harm.saturating_add(i64::from(points));
                }
            }
        }
    }
}

impl<B: Scribe> Listener<B> for Ear {
    fn hears(&self) -> bool {
        true
    }

    #[inline(never)]
    fn chose(&mut self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask, choice: &B::Choice) {
        let verb = B::verb(g, s, who, ask, choice);
        let at = self.heard.place(Some(who), &verb);
        let step = self.step;
        if let Some(deed) = self.heard.deeds.get_mut(at) {
            deed.uses = deed.uses.saturating_add(1);
            deed.turns = deed.turns.saturating_add(u32::from(deed.step != step));
            deed.step = step;
        }
    }

    #[inline(never)]
    fn told(&mut self, g: &B::Setup, event: &B::Event) {
        let rules = &mut self.heard.rules;
        B::cites(event, &mut |rule: RuleId| {
            if let Some(count) = rules.get_mut(rule.index()) {
                *count = count.saturating_add(1);
            }
        });
        B::harm(g, event, &mut |harm| self.take(harm));
    }
}

impl<B: Scribe> Hears<B> for Ear {
    fn begin(&mut self) {
        self.heard.begin();
        self.means.fill(None);
        (self.step, self.now) = (0, None);
    }

    fn step(&mut self) {
        self.step = self.step.saturating_add(1);
    }

    fn heard(&self) -> Option<&Heard> {
        Some(&self.heard)
    }
}
