//! What a combatant, a weapon and an ability is.

mod figures;
mod formula;
mod stats;

use skirmish_bookkit::words;
use skirmish_grid::Hex;
use skirmish_kernel::dice::Expression;
use skirmish_kernel::{Id, Ids, Side};

use crate::catalogue::rule;

pub use figures::{Figures, Pool, Swift, sixes};
pub use formula::{Formula, Part};
pub use stats::{FASTEST, STATS};

/// The most dice of one pool, advantage included.
pub const MOST_DICE: i32 = 36;

/// A combatant's sheet. Speeds in feet.
#[derive(Clone, Debug, Default)]
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
    /// What is left of earlier bindings.
    pub fatigue: Fatigue,
}

/// What long binding leaves until a night's rest. (`fatigue.reset`)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fatigue {
    /// Checks that have been made.
    pub checks: u16,
    /// One of them has failed.
    pub exhausted: bool,
}

/// An ability in the hands of one combatant: its formulas with that combatant's numbers.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Index into [`Setup::abilities`](crate::model::Setup).
    pub ability: u8,
    /// As it is usually paid.
    pub usual: Figures,
    /// When it is paid as a Full action, if that differs.
    pub full: Figures,
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
    /// Its formulas, in the order of [`Formula`].
    fn formulas(&self) -> [&Option<Expression>; 3] {
        [&self.offensive, &self.defensive, &self.damage]
    }

    /// Does a shield help to counter with it? (`armour.shield`: unarmed strikes and melee weapons)
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

impl Upgrade {
    /// Its formulas, in the order of [`Formula`].
    fn formulas(&self) -> [&Option<Expression>; 3] {
        [&self.offensive, &self.defensive, &self.damage]
    }
}

words! {
    /// Kinds of abilities.
    pub enum AbilityKind {
        Unarmed = "unarmed": "Fist or foot: everybody has it.",
        Weapon = "weapon": "Held in the hand.",
        Natural = "natural": "A creature's own body.",
        Talent = "talent": "A binding.",
    }
}

words! {
    /// What an action costs.
    pub enum Cost {
        Full = "full" by rule::ACTION_FULL: "Most of a round's focus.",
        Standard = "standard" by rule::ACTION_STANDARD: "The usual one.",
        Move = "move" by rule::ACTION_MOVE: "Relocation.",
        Swift = "swift" by rule::ACTION_SWIFT: "Little focus.",
        // Only a reduction makes an action of the book free, apart from the Reaction.
        Free = "free" by rule::ACTION_REDUCE: "None.",
    }
}

impl Cost {
    /// One level cheaper; Free is the end.
    #[inline]
    pub fn reduced(self) -> Self {
        match self {
            Self::Full => Self::Standard,
            Self::Standard => Self::Move,
            Self::Move => Self::Swift,
            Self::Swift | Self::Free => Self::Free,
        }
    }
}

words! {
    /// How an ability reaches its target; decides what its range means.
    pub enum Delivery {
        Projectile = "projectile": "Flies; range without a limit, at a price.",
        LongWeapon = "long-weapon": "A long ranged weapon: likewise.",
        ShortWeapon = "short-weapon": "A short ranged weapon: range is a hard maximum.",
        Melee = "melee": "By hand.",
        Move = "move": "Neither weapon nor projectile: a hard maximum.",
    }
}

impl Delivery {
    /// Does distance beyond the range cost points instead of being forbidden?
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

impl Speed {
    /// Hexes in one segment; what is instant is there at once.
    pub fn per_segment(self) -> u8 {
        match self {
            Self::Hexes(n, _) => n,
            Self::Instant => u8::MAX,
        }
    }
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

words! {
    /// The four abilities.
    pub enum Stat {
        Str = "str": "Strength.",
        Dex = "dex": "Dexterity.",
        Int = "int": "Intelligence.",
        Res = "res": "Resolve.",
    }
}

impl Stat {
    /// `Str`, as sheets write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Str => "Str",
            Self::Dex => "Dex",
            Self::Int => "Int",
            Self::Res => "Res",
        }
    }
}

words! {
    /// Conditions.
    pub enum Kind {
        Staggered = "staggered" by rule::CONDITION_STAGGERED: "Base speed halved.",
        Exhausted = "exhausted" by rule::CONDITION_EXHAUSTED: "Tired out: speed halved, disadvantage on checks and attacks, until a night's rest.",
        Blinded = "blinded" by rule::CONDITION_BLINDED: "Everybody is totally concealed from it.",
        Bleeding = "bleeding" by rule::CONDITION_BLEEDING: "Loses hit points every round.",
        Burned = "burned" by rule::CONDITION_BURNED: "Disadvantage on defensive rolls.",
        Disoriented = "disoriented" by rule::CONDITION_DISORIENTED: "Disadvantage on ability checks.",
        Prone = "prone" by rule::CONDITION_PRONE: "On the ground.",
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
    /// A sheet with nothing on it.
    pub fn blank() -> Self {
        Self {
            letter: '?',
            hp_max: 1,
            hp: 1,
            // Everybody, until told otherwise.
            aware_of: Ids::first(Id::MOST),
            ..Self::default()
        }
    }

    /// An ability in this combatant's hands.
    #[inline]
    pub fn attack_with(&self, ability: u8) -> Option<&Attack> {
        self.attacks.iter().find(|attack| attack.ability == ability)
    }

    /// What an ability costs this combatant, its reductions taken off. (`action.reduce`)
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

    /// The score of its Reaction. (`reaction`)
    pub fn reaction(&self) -> i32 {
        self.defense_bonus.saturating_add(self.int)
    }

    /// One of the four abilities.
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
    pub fn figures(&self, cost: Cost) -> &Figures {
        if cost == Cost::Full { &self.full } else { &self.usual }
    }
}
