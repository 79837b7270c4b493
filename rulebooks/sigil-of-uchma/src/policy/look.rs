//! What somebody looks at before it decides, once for everything that it thinks of.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Square};
use skirmish_kernel::Id;

use crate::model::{Ability, Delivery, Repertoire, Setup, State};
use crate::rules::bodies::{self, Apart};
use crate::rules::{abilities, attack};

/// A foe on the map, alive.
#[derive(Clone, Copy)]
pub(super) struct Foe {
    pub(super) id: Id,
    /// Its top left square.
    pub(super) at: Square,
    /// How it stands to whoever looks.
    pub(super) apart: Apart,
}

/// Somebody who is to decide, and what is around.
pub(super) struct Look<'a> {
    pub(super) g: &'a Setup,
    pub(super) s: &'a State,
    pub(super) who: Id,
    pub(super) body: Body<'static, Square>,
    /// Has it looked around yet? Much of what it thinks of needs nobody's place.
    has_looked: bool,
    /// All foes who are alive, by their ids.
    all: ArrayVec<Foe, { Id::MOST }>,
    /// Where the nearest of those is who are conscious.
    nearest: Option<usize>,
    /// Everything that it can do with what is in hand, of its own, and what everybody may.
    pub(super) can: &'a Repertoire,
    range: OnceCell<(i32, bool)>,
}

impl<'a> Look<'a> {
    /// Somebody who has not looked around yet.
    #[inline(always)]
    pub(super) fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        let (all, nearest, range) = (ArrayVec::new(), None, OnceCell::new());
        let (body, can) = (bodies::body(g, s, who), abilities::repertoire(g, s, who));
        Self { g, s, who, body, has_looked: false, all, nearest, can, range }
    }

    /// Looks around once, as things stand now; the list is filled where it is.
    #[inline]
    pub(super) fn around(&mut self) -> &Self {
        if !self.has_looked {
            self.has_looked = true;
            self.at_foes();
        }
        self
    }

    fn at_foes(&mut self) {
        let Self { g, s, who, .. } = *self;
        let mut least = i32::MAX;
        for id in g.foes(who).iter() {
            let now = s.creature(id);
            if !now.is_here() {
                continue;
            }
            let apart = Apart::from(g, s, &self.body, id);
            // Of those who are as near the first counts.
            if s.is_able(id) && (self.nearest.is_none() || apart.squares < least) {
                (self.nearest, least) = (Some(self.all.len()), apart.squares);
            }
            self.all.push(Foe { id, at: now.at, apart });
        }
    }

    /// Is any foe conscious?
    #[inline]
    pub(super) fn has_foes(&self) -> bool {
        !self.s.able.and(self.g.foes(self.who)).is_empty()
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
        self.all.get(self.nearest?)
    }

    /// Abilities, of a list.
    pub(super) fn listed(&self, which: &'a [u8]) -> impl Iterator<Item = &'a Ability> + use<'a> {
        let g = self.g;
        which.iter().map(|what| g.ability(*what))
    }

    /// Foes who are conscious and within the range of an ability.
    pub(super) fn reached(&self, ability: &Ability) -> impl Iterator<Item = &Foe> {
        self.foes().filter(|foe| attack::covers(ability, ability.range, foe.apart))
    }

    /// How far it strikes or shoots with an action, and whether it had better keep away.
    pub(super) fn range(&self) -> (i32, bool) {
        *self.range.get_or_init(|| {
            let (mut best, mut shoots) = ((0, 1), false);
            for ability in self.listed(&self.can.attacks) {
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
