//! What an attack throws, with one combatant's numbers.

use skirmish_kernel::dice::{Dice, Reading};

use super::{Ability, MOST_DICE, Speed};
use crate::catalogue::{ConcealmentCountTargetHex, FlightRecheck, FreeLimit, HeldRecheck, HitRead, Rules};

/// What an ability does, with one combatant's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Hit roll of the attack; `None` for what attacks nobody.
    pub offensive: Option<Pool>,
    /// Hit roll when countering with this ability.
    pub defensive: Option<Pool>,
    /// Damage on a hit.
    pub damage: Option<Pool>,
    /// Feet.
    pub pushback: i32,
    /// Feet.
    pub range: i32,
    /// What a Swift adds.
    pub swift: Swift,
    /// Its hit roll and its damage when nothing bears on them: the dice, and what is added to them. See [`Figures::prepare`].
    pub bare: (Roll, Option<Roll>),
    /// Is there nothing about it, near and without Swifts, that any special rule asks for?
    pub usual: bool,
}

/// Dice, and what is added to them.
pub type Roll = (Dice, i32);

/// What one Swift adds to an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Swift {
    /// Is there such an improvement?
    pub allowed: bool,
    /// To the hit roll.
    pub offensive: Pool,
    /// To the defensive formula, when the ability is used as a counter.
    pub defensive: Pool,
    /// To the damage.
    pub damage: Pool,
    /// Feet of pushback.
    pub pushback: i32,
    /// Feet of range.
    pub range: i32,
}

/// Six-sided dice and a flat part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pool {
    /// How many dice.
    pub dice: i32,
    /// Added to what they read.
    pub flat: i32,
}

impl Pool {
    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self { dice: self.dice.saturating_add(other.dice), flat: self.flat.saturating_add(other.flat) }
    }

    /// With what so many Swifts add.
    #[inline]
    pub fn plus_times(self, swift: Self, swifts: u8) -> Self {
        if swifts == 0 {
            return self;
        }
        let times = i32::from(swifts);
        self.plus(Self { dice: swift.dice * times, flat: swift.flat * times })
    }

    /// The dice of a hit roll with `extra` more, read as the rules say.
    #[inline]
    pub fn hit_dice(self, rules: &Rules, extra: i32) -> Dice {
        let count = self.dice.saturating_add(extra).clamp(rules.pool_floor, MOST_DICE);
        match rules.hit_read {
            HitRead::Count456 => sixes(count, Reading::AtLeast(rules.hit_face as u16)),
            HitRead::Sum => sixes(count, Reading::Sum),
        }
    }

    /// The dice of a damage roll.
    pub fn sum_dice(self) -> Dice {
        sixes(self.dice, Reading::Sum)
    }
}

impl Figures {
    /// Works out what follows from the rest and the rules, and is asked for all the time.
    pub fn prepare(&mut self, rules: &Rules, ability: &Ability) {
        let hit = self.offensive.unwrap_or_default();
        let harm = self.damage.map(|pool| (pool.sum_dice(), pool.flat));
        self.bare = ((hit.hit_dice(rules, 0), hit.flat), harm);
        let at_once = ability.delay == 0 && ability.speed != Speed::Hexes(0, 0);
        let to_one = ability.area.is_none() && !ability.delivery.has_increments();
        let no_more = self.pushback <= 0 && ability.inflicts.is_empty();
        let switches = rules.flight_recheck != FlightRecheck::Launch
            && rules.held_recheck != HeldRecheck::Contact
            && rules.free_limit != FreeLimit::OnePerSegment
            && rules.concealment_count_target_hex != ConcealmentCountTargetHex::Yes;
        self.usual = at_once && to_one && no_more && switches;
    }

    /// The hit roll with so many Swifts: its dice with `extra` more, and what is added to them.
    #[inline]
    pub fn hit(&self, rules: &Rules, swifts: u8, extra: i32) -> Roll {
        if swifts == 0 && extra == 0 {
            return self.bare.0;
        }
        let pool = self.offensive.unwrap_or_default().plus_times(self.swift.offensive, swifts);
        (pool.hit_dice(rules, extra), pool.flat)
    }

    /// The damage with so many Swifts, if it deals any: its dice with `extra` more, and what is added to them.
    #[inline]
    pub fn harm(&self, swifts: u8, extra: i32) -> Option<Roll> {
        if swifts == 0 && extra == 0 {
            return self.bare.1;
        }
        let pool = self.damage?.plus_times(self.swift.damage, swifts);
        Some((sixes(pool.dice.saturating_add(extra).max(0), Reading::Sum), pool.flat))
    }

    /// Damage dice with so many Swifts.
    pub fn damage_dice(&self, swifts: u8) -> u8 {
        let more = self.swift.damage.dice * i32::from(swifts);
        self.damage.map_or(0, |pool| (pool.dice + more).clamp(0, 99) as u8)
    }

    /// Feet of pushback with so many Swifts.
    #[inline]
    pub fn push(&self, swifts: u8) -> i32 {
        self.pushback + self.swift.pushback * i32::from(swifts)
    }
}

/// `count` six-sided dice; a count outside what a throw can hold is cut.
#[inline]
pub fn sixes(count: i32, reading: Reading) -> Dice {
    let count = count.clamp(0, MOST_DICE) as u8;
    Dice::new(count, 6, reading).unwrap_or_default()
}
