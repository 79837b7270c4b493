//! What somebody knows of itself as it looks around: who is nearest, and how it fights.

use std::cell::OnceCell;

use skirmish_kernel::Id;

use crate::model::{Range, Setup, State};
use crate::rules::{lines, magic};

/// From how far away it shoots at most, even where its weapon reaches farther.
const FARTHEST: i32 = 10;

/// Somebody who looks around: what it asks of itself again and again is found once.
pub(super) struct Look<'a> {
    pub(super) g: &'a Setup,
    pub(super) s: &'a State,
    pub(super) who: Id,
    nearest: OnceCell<Option<Id>>,
    manner: OnceCell<Manner>,
}

impl<'a> Look<'a> {
    /// As things stand now.
    pub(super) fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        Self { g, s, who, nearest: OnceCell::new(), manner: OnceCell::new() }
    }

    /// The enemy that is nearest and can still fight.
    pub(super) fn nearest(&self) -> Option<Id> {
        let Self { g, s, who, .. } = *self;
        let able = || g.foes(who).and(s.able);
        *self.nearest.get_or_init(|| able().iter().min_by_key(|foe| lines::between(g, s, who, *foe)))
    }

    /// How it fights.
    pub(super) fn manner(&self) -> Manner {
        let Self { g, s, who, .. } = *self;
        *self.manner.get_or_init(|| {
            let spells = spell_range(g, s, who);
            Manner { reach: reach_with(g, s, who, spells), keeps_away: keeps_away_with(g, s, who, spells) }
        })
    }

    /// As [`reach`].
    pub(super) fn reach(&self) -> i32 {
        self.manner().reach
    }

    /// As [`keeps_away`].
    pub(super) fn keeps_away(&self) -> bool {
        self.manner().keeps_away
    }
}

/// From how many metres away it can strike, shoot or cast, with what it holds and can pay for.
pub(super) fn reach(g: &Setup, s: &State, who: Id) -> i32 {
    reach_with(g, s, who, spell_range(g, s, who))
}

fn reach_with(g: &Setup, s: &State, who: Id, spells: i32) -> i32 {
    g.armed(who, &s.creature(who).hands).reach.max(spells).clamp(1, FARTHEST)
}

/// The range of its best harming spell; 0 where it has none that it can pay for.
fn spell_range(g: &Setup, s: &State, who: Id) -> i32 {
    let spells = g.repertoire_of(who).harming.iter().map(|index| g.ability(*index));
    let harming = spells.filter(|spell| magic::can_pay(s, who, spell, 1));
    let ranges = harming.map(|spell| if let Range::Metres(metres) = spell.range { metres } else { 0 });
    ranges.max().unwrap_or(0)
}

/// Does it fight from afar?
pub(super) fn keeps_away(g: &Setup, s: &State, who: Id) -> bool {
    keeps_away_with(g, s, who, spell_range(g, s, who))
}

fn keeps_away_with(g: &Setup, s: &State, who: Id, spells: i32) -> bool {
    spells > 2 || g.armed(who, &s.creature(who).hands).shoots
}

/// How somebody fights, wherever it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Manner {
    /// From how many metres away it can strike, shoot or cast.
    pub(super) reach: i32,
    /// Does it fight from afar?
    pub(super) keeps_away: bool,
}
