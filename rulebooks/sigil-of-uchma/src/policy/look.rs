//! What somebody looks at before it decides, once for everything that it thinks of.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Square};
use skirmish_kernel::Id;

use crate::model::{Ability, Delivery, Setup, State, Targets, Timing};
use crate::rules::bodies::{self, Apart};
use crate::rules::{abilities, attack};

/// The most abilities that somebody thinks of.
const MOST_KNOWN: usize = 64;

/// A foe on the map, alive.
#[derive(Clone, Copy)]
pub(super) struct Foe {
    pub(super) id: Id,
    pub(super) body: Body<'static, Square>,
    /// How it stands to whoever looks.
    pub(super) apart: Apart,
}

/// Somebody who is to decide, and what is around.
pub(super) struct Look<'a> {
    pub(super) g: &'a Setup,
    pub(super) s: &'a State,
    pub(super) who: Id,
    pub(super) body: Body<'static, Square>,
    /// All foes who are alive, by their ids.
    all: ArrayVec<Foe, { Id::MOST }>,
    known: ArrayVec<u8, MOST_KNOWN>,
    range: OnceCell<(i32, bool)>,
}

impl<'a> Look<'a> {
    /// Somebody who has not looked around yet.
    #[inline(always)]
    pub(super) fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        let (all, known, range) = (ArrayVec::new(), ArrayVec::new(), OnceCell::new());
        Self { g, s, who, body: bodies::body(g, s, who), all, known, range }
    }

    /// Looks around, as things stand now; lists are filled where they are.
    pub(super) fn around(&mut self) -> &Self {
        let Self { g, s, who, .. } = *self;
        for id in g.foes(who).iter().filter(|id| s.creature(*id).is_here()) {
            let body = bodies::body(g, s, id);
            self.all.push(Foe { id, body, apart: Apart::of(g, &self.body, &body) });
        }
        let mut known = [0u64; 4];
        abilities::each(g, s, who, |what| {
            let (word, bit) = (&mut known[usize::from(what >> 6)], 1 << (what & 63));
            if *word & bit == 0 {
                *word |= bit;
                let _ = self.known.try_push(what);
            }
        });
        self
    }

    /// Foes who are alive, whether they are conscious or not.
    pub(super) fn alive(&self) -> impl Iterator<Item = &Foe> {
        self.all.iter()
    }

    /// Foes who are conscious.
    pub(super) fn foes(&self) -> impl Iterator<Item = &Foe> {
        self.all.iter().filter(|foe| self.s.is_able(foe.id))
    }

    /// The nearest foe.
    pub(super) fn nearest(&self) -> Option<&Foe> {
        self.foes().min_by_key(|foe| (foe.apart.squares, foe.id))
    }

    /// Everything that it can do with what is in hand, of its own, and what everybody may.
    pub(super) fn abilities(&self) -> impl Iterator<Item = &'a Ability> {
        self.known.iter().map(|what| self.g.ability(*what))
    }

    /// Foes who are conscious and within the range of an ability.
    pub(super) fn reached(&self, ability: &Ability) -> impl Iterator<Item = &Foe> {
        self.foes().filter(|foe| attack::covers(ability, ability.range, foe.apart))
    }

    /// How far it strikes or shoots with an action, and whether it had better keep away.
    pub(super) fn range(&self) -> (i32, bool) {
        *self.range.get_or_init(|| {
            let (mut best, mut shoots) = ((0, 1), false);
            for ability in self.abilities().filter(|ability| is_attack(ability)) {
                let damage = ability.damage.unwrap_or(0);
                let pays = self.s.creature(self.who).energy >= abilities::energy(self.g, self.who, ability);
                if pays && damage > best.0 {
                    best = (damage, i32::from(ability.range));
                    shoots = ability.delivery == Delivery::Projectile;
                }
            }
            (best.1, shoots)
        })
    }
}

/// Is it an action against one foe?
pub(super) fn is_attack(ability: &Ability) -> bool {
    ability.hostile && ability.is(Timing::Action) && ability.targets == Targets::One
}
