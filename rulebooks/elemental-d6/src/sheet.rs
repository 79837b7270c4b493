//! What a combatant, a weapon and an ability is.

mod formula;

use skirmish_grid::Hex;
use skirmish_kernel::dice::{Dice, Expression, Reading};
use skirmish_kernel::{Ids, Side};

pub use formula::{Formula, Part};

use crate::rules::{ConcealmentCountTargetHex, FlightRecheck, FreeLimit, HeldRecheck, HitRead, Rules};

/// The most dice of one pool, advantage included.
pub const MOST_DICE: i32 = 36;

/// A combatant's sheet. Speeds in feet.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// One word.
    pub name: String,
    /// Its letter on a drawn board.
    pub letter: char,
    /// Whose side.
    pub side: Side,
    /// Strength; score and modifier are the same number.
    pub str: i32,
    /// Dexterity.
    pub dex: i32,
    /// Intelligence.
    pub int: i32,
    /// Resolve.
    pub res: i32,
    /// Attack bonus.
    pub attack_bonus: i32,
    /// Defence bonus.
    pub defense_bonus: i32,
    /// Multiple of 5.
    pub base_speed: i32,
    /// Multiple of 5.
    pub swim_speed: i32,
    /// Hit points when unhurt.
    pub hp_max: i32,
    /// Hit points at the start.
    pub hp: i32,
    /// Taken off each damage total.
    pub soak: i32,
    /// Dice that a shield adds to the defensive formulas of unarmed strikes and melee weapons.
    pub shield: i32,
    /// Where it begins.
    pub at: Hex,
    /// Whom it knows of when initiative is rolled.
    pub aware_of: Ids,
    /// What it can use.
    pub attacks: Vec<Attack>,
    /// Has it any ability that is Free for it?
    pub has_free: bool,
    /// Abilities that cost it less: which, and by how many levels.
    pub reductions: Vec<(u8, u8)>,
    /// Hit points are rolled when the battle opens, if it says so.
    pub hp_roll: Option<Pool>,
}

/// An ability in the hands of one combatant: its formulas with that combatant's numbers.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Index into [`Setup::abilities`](crate::setup::Setup).
    pub ability: u8,
    /// As it is usually paid.
    pub usual: Figures,
    /// When it is paid as a Full action, if that differs.
    pub full: Figures,
}

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
    /// The dice of its hit roll and of its damage when nothing bears on them; see [`Figures::prepare`].
    pub bare: (Dice, Dice),
    /// Is there nothing about it, near and without Swifts, that any special rule asks for?
    pub usual: bool,
}

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
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { dice: self.dice.saturating_add(other.dice), flat: self.flat.saturating_add(other.flat) }
    }

    /// With what so many Swifts add.
    #[inline]
    #[must_use]
    pub fn plus_times(self, swift: Self, swifts: u8) -> Self {
        if swifts == 0 {
            return self;
        }
        let times = i32::from(swifts);
        self.plus(Self { dice: swift.dice * times, flat: swift.flat * times })
    }

    /// The dice of a hit roll with `extra` more, read as the rules say.
    #[inline]
    #[must_use]
    pub fn hit_dice(self, rules: &Rules, extra: i32) -> Dice {
        let count = self.dice.saturating_add(extra).clamp(rules.pool_floor, MOST_DICE);
        match rules.hit_read {
            HitRead::Count456 => sixes(count, Reading::AtLeast(rules.hit_face as u16)),
            HitRead::Sum => sixes(count, Reading::Sum),
        }
    }

    /// The dice of a damage roll.
    #[must_use]
    pub fn sum_dice(self) -> Dice {
        sixes(self.dice, Reading::Sum)
    }
}

impl Figures {
    /// Works out what follows from the rest and the rules, and is asked for all the time.
    pub fn prepare(&mut self, rules: &Rules, ability: &Ability) {
        let hit = self.offensive.unwrap_or_default().hit_dice(rules, 0);
        self.bare = (hit, self.damage.unwrap_or_default().sum_dice());
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
    #[must_use]
    pub fn hit(&self, rules: &Rules, swifts: u8, extra: i32) -> (Dice, i32) {
        let pool = self.offensive.unwrap_or_default();
        if swifts == 0 && extra == 0 {
            return (self.bare.0, pool.flat);
        }
        let pool = pool.plus_times(self.swift.offensive, swifts);
        (pool.hit_dice(rules, extra), pool.flat)
    }

    /// The damage with so many Swifts, if it deals any: its dice with `extra` more, and what is added to them.
    #[inline]
    #[must_use]
    pub fn harm(&self, swifts: u8, extra: i32) -> Option<(Dice, i32)> {
        let pool = self.damage?;
        if swifts == 0 && extra == 0 {
            return Some((self.bare.1, pool.flat));
        }
        let pool = pool.plus_times(self.swift.damage, swifts);
        Some((sixes(pool.dice.saturating_add(extra).max(0), Reading::Sum), pool.flat))
    }

    /// Damage dice with so many Swifts.
    #[must_use]
    pub fn damage_dice(&self, swifts: u8) -> u8 {
        let more = self.swift.damage.dice * i32::from(swifts);
        self.damage.map_or(0, |pool| (pool.dice + more).clamp(0, 99) as u8)
    }

    /// Feet of pushback with so many Swifts.
    #[inline]
    #[must_use]
    pub fn push(&self, swifts: u8) -> i32 {
        self.pushback + self.swift.pushback * i32::from(swifts)
    }
}

/// `count` six-sided dice; a count outside what a throw can hold is cut.
#[inline]
#[must_use]
pub fn sixes(count: i32, reading: Reading) -> Dice {
    let count = count.clamp(0, MOST_DICE) as u8;
    Dice::new(count, 6, reading).unwrap_or_default()
}

/// An ability: weapon, talent, natural attack or unarmed strike.
#[derive(Clone, Debug)]
pub struct Ability {
    /// As people type it.
    pub name: String,
    /// Weapon, talent …
    pub kind: AbilityKind,
    /// What it may be paid with, the usual cost first.
    pub costs: Vec<Cost>,
    /// Hit roll.
    pub offensive: Option<Expression>,
    /// Hit roll as a counter.
    pub defensive: Option<Expression>,
    /// Damage.
    pub damage: Option<Expression>,
    /// `bludgeoning` and the like; tells, decides nothing by itself.
    pub damage_type: String,
    /// How it reaches its target.
    pub delivery: Delivery,
    /// Feet.
    pub range: i32,
    /// Hexes per segment.
    pub speed: Speed,
    /// Feet.
    pub pushback: i32,
    /// The attacker chooses each hex of the push.
    pub reposition: bool,
    /// Conditions on a hit.
    pub inflicts: Vec<Inflicts>,
    /// Hexes around the place of arrival within which everybody is met.
    pub area: Option<u8>,
    /// Segments between launch and effect.
    pub delay: u8,
    /// What it builds.
    pub structure: Option<Structure>,
    /// Rounds.
    pub cooldown: u32,
    /// What one Swift adds.
    pub swift: Option<Upgrade>,
    /// What changes when it is paid as a Full.
    pub full: Option<Upgrade>,
    /// Hit points of the thing itself, if it can be attacked.
    pub durability: Option<i32>,
    /// Can it be kept up for hours?
    pub long_binding: bool,
    /// One line.
    pub about: String,
}

impl Ability {
    /// Does a shield help to counter with it? (`armour.shield`: unarmed strikes and melee weapons)
    #[must_use]
    pub fn takes_shield(&self) -> bool {
        self.delivery == Delivery::Melee && matches!(self.kind, AbilityKind::Unarmed | AbilityKind::Weapon)
    }
}

/// Improvement bought with a Swift, or what a Full changes.
#[derive(Clone, Debug, Default)]
pub struct Upgrade {
    /// Added to, or instead of, the hit roll.
    pub offensive: Option<Expression>,
    /// Likewise for the counter.
    pub defensive: Option<Expression>,
    /// Likewise for the damage.
    pub damage: Option<Expression>,
    /// Feet.
    pub pushback: Option<i32>,
    /// Feet.
    pub range: Option<i32>,
}

/// Kinds of abilities.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AbilityKind {
    /// Fist or foot: everybody has it.
    Unarmed,
    /// Held in the hand.
    Weapon,
    /// A creature's own body.
    Natural,
    /// A binding.
    Talent,
}

/// What an action costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub enum Cost {
    /// Most of a round's focus.
    Full,
    /// The usual one.
    Standard,
    /// Relocation.
    Move,
    /// Little focus.
    Swift,
    /// None.
    Free,
}

impl Cost {
    /// All, dearest first.
    pub const ALL: [Self; 5] = [Self::Full, Self::Standard, Self::Move, Self::Swift, Self::Free];

    /// One level cheaper; Free is the end.
    #[must_use]
    #[inline]
    pub fn reduced(self) -> Self {
        match self {
            Self::Full => Self::Standard,
            Self::Standard => Self::Move,
            Self::Move => Self::Swift,
            Self::Swift | Self::Free => Self::Free,
        }
    }

    /// `standard`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Standard => "standard",
            Self::Move => "move",
            Self::Swift => "swift",
            Self::Free => "free",
        }
    }
}

/// How an ability reaches its target; decides what its range means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Delivery {
    /// Flies; range without a limit, at a price.
    Projectile,
    /// A long ranged weapon: likewise.
    LongWeapon,
    /// A short ranged weapon: range is a hard maximum.
    ShortWeapon,
    /// By hand.
    Melee,
    /// Neither weapon nor projectile: a hard maximum.
    Move,
}

impl Delivery {
    /// Does distance beyond the range cost points instead of being forbidden?
    #[must_use]
    pub fn has_increments(self) -> bool {
        matches!(self, Self::Projectile | Self::LongWeapon)
    }
}

/// `nH+k`: hexes per segment, and bonus hexes once; or at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Speed {
    /// Hexes per segment and bonus hexes.
    Hexes(u8, u8),
    /// No flight at all.
    Instant,
}

/// A condition put on whoever is hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inflicts {
    /// Which.
    pub condition: Kind,
    /// How long.
    pub lasts: Lasts,
    /// An ability check that wards it off: which ability, difficulty.
    pub resist: Option<(Stat, i32)>,
}

/// How long a condition lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lasts {
    /// Three segments each, the one of infliction included.
    Rounds(u32),
    /// The rest of the segment.
    Segment,
    /// Until something ends it.
    Open,
}

/// The four abilities.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stat {
    /// Strength.
    Str,
    /// Dexterity.
    Dex,
    /// Intelligence.
    Int,
    /// Resolve.
    Res,
}

impl Stat {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Str, Self::Dex, Self::Int, Self::Res];

    /// `str`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Str => "str",
            Self::Dex => "dex",
            Self::Int => "int",
            Self::Res => "res",
        }
    }

    /// `Str`, as sheets write it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Str => "Str",
            Self::Dex => "Dex",
            Self::Int => "Int",
            Self::Res => "Res",
        }
    }
}

/// Conditions.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Base speed halved.
    Staggered,
    /// Tired out: speed halved, disadvantage on checks and attacks, until a night's rest.
    Exhausted,
    /// Everybody is totally concealed from it.
    Blinded,
    /// Loses hit points every round.
    Bleeding,
    /// Disadvantage on defensive rolls.
    Burned,
    /// Disadvantage on ability checks.
    Disoriented,
    /// On the ground.
    Prone,
}

impl Kind {
    /// All seven.
    pub const ALL: [Self; 7] =
        [Self::Staggered, Self::Exhausted, Self::Blinded, Self::Bleeding, Self::Burned, Self::Disoriented, Self::Prone];

    /// `staggered`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Staggered => "staggered",
            Self::Exhausted => "exhausted",
            Self::Blinded => "blinded",
            Self::Bleeding => "bleeding",
            Self::Burned => "burned",
            Self::Disoriented => "disoriented",
            Self::Prone => "prone",
        }
    }
}

/// Matter that an ability builds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Structure {
    /// Hexes in a row.
    pub hexes: u8,
    /// Blocks lines, or only sight.
    pub obstacle: bool,
    /// `None`: to the end of the combat.
    pub rounds: Option<u32>,
}

impl Sheet {
    /// What an ability costs this combatant, its reductions taken off. (`action.reduce`)
    #[must_use]
    #[inline]
    pub fn reduced(&self, ability: u8, cost: Cost) -> Cost {
        if self.reductions.is_empty() {
            return cost;
        }
        let levels = self.reductions.iter().find(|(i, _)| *i == ability).map_or(0, |(_, n)| *n);
        (0..levels).fold(cost, |cost, _| cost.reduced())
    }

    /// Works out whether any of its abilities is Free for it.
    pub fn find_free(&mut self, abilities: &[Ability]) {
        let free = |a: &Attack| {
            let costs = abilities.get(usize::from(a.ability)).map_or(&[][..], |ability| &ability.costs[..]);
            costs.iter().any(|cost| self.reduced(a.ability, *cost) == Cost::Free)
        };
        self.has_free = self.attacks.iter().any(free);
    }

    /// One of the four abilities.
    #[must_use]
    pub fn stat(&self, stat: Stat) -> i32 {
        match stat {
            Stat::Str => self.str,
            Stat::Dex => self.dex,
            Stat::Int => self.int,
            Stat::Res => self.res,
        }
    }
}

impl Attack {
    /// The figures for a way of paying.
    #[inline]
    #[must_use]
    pub fn figures(&self, cost: Cost) -> &Figures {
        if cost == Cost::Full { &self.full } else { &self.usual }
    }
}
