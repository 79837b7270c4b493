//! What somebody is when a battle begins, and in other forms.

use arrayvec::ArrayVec;
use skirmish_bookkit::words;
use skirmish_grid::Square;
use skirmish_kernel::{Id, Side};

words! {
    /// What somebody is in the story; it decides how one dies. (`death.unconscious`, `ruling.monsters`)
    pub enum Kind {
        /// A player character.
        Pc = "pc",
        /// A monster.
        Monster = "monster",
        /// A minion.
        Minion = "minion",
    }
}

/// Main hand and off hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hands {
    /// A weapon of the setup; a two-handed one is here.
    pub main: Option<u8>,
    /// What is in the other hand.
    pub off: Option<u8>,
}

/// The most weapon sets on a sheet.
pub const MOST_SETS: usize = 4;

/// Everything of a sheet that another form changes. (`transform.stats`)
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Its level.
    pub level: i16,
    /// Its initiative, which is not rolled.
    pub initiative: i16,
    /// Health without bonuses.
    pub base_max_health: i16,
    /// Health at most.
    pub max_health: i16,
    /// Parry, warding, constitution, evasion, with what is in hand at the beginning.
    pub resistances: [i16; 4],
    /// Physical and magical.
    pub armor: [i16; 2],
    /// Its potency.
    pub potency: i16,
    /// Its control, which no rule of the page reads.
    pub control: i16,
    /// Squares of a move, without bonuses.
    pub base_move: i16,
    /// Added to it.
    pub move_bonus: i16,
    /// Does it fly?
    pub flies: bool,
    /// Squares of a flight, where that is not what it walks.
    pub fly_speed: Option<i32>,
    /// Squares along each side of its body.
    pub size: u8,
    /// Hands that can hold something.
    pub hands: u8,
    /// What is in its hands, set by set.
    pub sets: ArrayVec<Hands, MOST_SETS>,
    /// What it can do besides what its weapons can.
    pub abilities: Vec<u8>,
    /// May it strike unarmed when its hands are empty? (`ruling.basic-attack`)
    pub unarmed: bool,
    /// Does another form only keep what is in its hands, which does nothing there by itself? (`transform.abilities`)
    pub keeps: bool,
}

/// A combatant as the encounter has it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// One word.
    pub name: String,
    /// Its sign on the board.
    pub letter: char,
    /// Its side.
    pub side: Side,
    /// Where it begins: the top left square of its body.
    pub at: Square,
    /// Metres above the ground where it begins.
    pub altitude: i16,
    /// What it is in the story.
    pub kind: Kind,
    /// Its figures.
    pub own: Figures,
    /// What its magnitude of health is by default.
    pub tier: Tier,
    /// Its focus: the resistance of which it has most, and those of which it has more.
    pub major: Option<super::Resistance>,
    /// The minor ones.
    pub minor: skirmish_bookkit::words::WordSet<super::Resistance>,
    /// What is in hand at first adds this to parry, and it is in the figure already.
    pub shield: i16,
    /// Figures of what it wears: physical and magical armor, base move.
    pub worn: [i16; 3],
    /// Health when the battle begins.
    pub health: i16,
    /// Energy at most.
    pub max_energy: i16,
    /// Energy when the battle begins.
    pub energy: i16,
    /// Who has called it, or may.
    pub summoner: Option<Id>,
    /// Is it there only when it is called? Which creature it is then.
    pub reserve: Option<u8>,
    /// Does it know nothing of an ambush? (`ambush-scope`)
    pub unaware: bool,
    /// Does it lie on the ground when the battle begins?
    pub prone: bool,
}

words! {
    /// How much health a path gives. (`sheet.health`)
    pub enum Tier {
        /// 80.
        High = "high",
        /// 70.
        Medium = "medium",
        /// 60.
        Low = "low",
    }
}

/// Another form: what it lists takes the place of what somebody is. (`transform.stats`)
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// As people type it.
    pub name: String,
    /// Its level, if it lists one; and so on.
    pub level: Option<i16>,
    pub initiative: Option<i16>,
    pub base_max_health: Option<i16>,
    pub max_health: Option<i16>,
    pub resistances: [Option<i16>; 4],
    pub armor: [Option<i16>; 2],
    pub potency: Option<i16>,
    pub base_move: Option<i16>,
    pub move_bonus: Option<i16>,
    pub flies: Option<bool>,
    pub fly_speed: Option<Option<i32>>,
    pub size: Option<u8>,
    /// What it strikes with.
    pub sets: Option<ArrayVec<Hands, MOST_SETS>>,
    /// What it can do. (`transform.abilities`)
    pub abilities: Vec<u8>,
}

impl Form {
    /// What somebody is in this form.
    pub fn on(&self, own: &Figures) -> Figures {
        let pick = |form: Option<i16>, own: i16| form.unwrap_or(own);
        let resistances = std::array::from_fn(|at| pick(self.resistances[at], own.resistances[at]));
        Figures {
            level: pick(self.level, own.level),
            initiative: pick(self.initiative, own.initiative),
            base_max_health: pick(self.base_max_health, own.base_max_health),
            max_health: pick(self.max_health.or(self.base_max_health), own.max_health),
            resistances,
            armor: std::array::from_fn(|at| pick(self.armor[at], own.armor[at])),
            potency: pick(self.potency, own.potency),
            control: own.control,
            base_move: pick(self.base_move, own.base_move),
            move_bonus: pick(self.move_bonus, own.move_bonus),
            flies: self.flies.unwrap_or(own.flies),
            fly_speed: self.fly_speed.unwrap_or(own.fly_speed),
            size: self.size.unwrap_or(own.size),
            hands: 0,
            sets: self.sets.clone().unwrap_or_else(|| own.sets.clone()),
            abilities: self.abilities.clone(),
            unarmed: false,
            keeps: self.sets.is_none(),
        }
    }
}
