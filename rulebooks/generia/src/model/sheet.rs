//! What a combatant, a weapon and a piece of armour is.

pub mod stats;

use skirmish_bookkit::words::WordSet;
use skirmish_grid::{Facing, Square};
use skirmish_kernel::dice::{Dice, Expression, Reading, Term};
use skirmish_kernel::{Id, Side};

use crate::model::{Ability, Effect, Perk};

skirmish_bookkit::words! {
    /// The six attributes; what the sheet holds is their MOD.
    pub enum Attribute {
        Con = "CON": "Constitution.",
        Str = "STR": "Strength.",
        Dex = "DEX": "Dexterity.",
        Int = "INT": "Intelligence.",
        Wil = "WIL": "Willpower.",
        Per = "PER": "Perception.",
    }
}

skirmish_bookkit::words! {
    /// Where a blow lands.
    pub enum Zone {
        Head = "head": "10 of the d10.",
        Torso = "torso": "1 to 5.",
        Arms = "arms": "6 and 7.",
        Legs = "legs": "8 and 9.",
    }
}

impl Zone {
    /// The zone of a d10. (`hit.zone`)
    pub fn of(die: i32) -> Self {
        match die {
            ..=5 => Self::Torso,
            6..=7 => Self::Arms,
            8..=9 => Self::Legs,
            _ => Self::Head,
        }
    }
}

skirmish_bookkit::words! {
    /// How large a creature is. (`size.effects`)
    pub enum Size, usually Medium {
        Tiny = "tiny": "Two steps below a human.",
        Small = "small": "One step below.",
        Medium = "medium": "A human.",
        Large = "large": "One step above.",
        Huge = "huge": "Two steps above.",
    }
}

impl Size {
    /// Steps above a human; negative below.
    pub fn steps(self) -> i32 {
        self as i32 - 2
    }

    /// How many times a human it is, for what it carries and spends: twice as much at each step above.
    pub fn bulk(self) -> i32 {
        1 << self.steps().max(0)
    }
}

skirmish_bookkit::words! {
    /// What hurts: physical damage meets armour, magical damage meets MD, absolute damage meets neither.
    pub enum Harm {
        Physical = "physical": "Against the armour of the zone.",
        Magical = "magical": "Against magical defence.",
        Absolute = "absolute": "Against nothing.",
    }
}

skirmish_bookkit::words! {
    /// Weight class of a piece of armour.
    pub enum ArmourClass, usually None {
        None = "none": "None worn.",
        Light = "light": "Padded.",
        Medium = "medium": "Leather, chain.",
        Heavy = "heavy": "Plate.",
    }
}

/// A combatant's sheet. Distances in metres.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// One word.
    pub name: String,
    /// Its letter on a drawn board.
    pub letter: char,
    /// Whose side.
    pub side: Side,
    /// The MODs, as [`Attribute::ALL`] orders them.
    pub mods: [i32; 6],
    /// Size.
    pub size: Size,
    /// Metres of a Movement Action.
    pub speed: i32,
    /// Energy when rested.
    pub energy: i32,
    /// Mana when rested.
    pub mana: i32,
    /// Mana that comes back in a Phase. (`phase.length`)
    pub mana_regen: i32,
    /// Wounds at which it falls.
    pub wound_limit: i32,
    /// Damage that armour adds to, before it wounds.
    pub wound_threshold: i32,
    /// What ongoing damage must exceed to wound.
    pub toughness: i32,
    /// Armour by zone.
    pub av: [i32; 4],
    /// Weight class of the armour by zone.
    pub class: [ArmourClass; 4],
    /// Magical defence.
    pub md: i32,
    /// Added to the d12 of a dodge, reflexes and encumbrance included.
    pub dodge: i32,
    /// Advantage score of its dodges, its size's included.
    pub dodge_score: i32,
    /// What it can hold or fight with.
    pub arms: Vec<Arm>,
    /// Civil skills.
    pub skills: Skills,
    /// Skills, spells and perks, as indices into the abilities.
    pub abilities: Vec<u8>,
    /// Its perks.
    pub perks: WordSet<Perk>,
    /// Spell proficiencies by element.
    pub proficiencies: Vec<(String, i32)>,
    /// Added to DEX checks by what it wears; 0 unless the table uses it. (`sheet.encumbrance`)
    pub encumbrance: i32,
    /// What it has left, and has suffered, when the battle begins.
    pub start: Start,
    /// Weight above what it can carry, in full points.
    pub overweight: i32,
    /// Can it seize somebody?
    pub limbs: bool,
    /// Riding that a rider needs; `None` for what cannot be ridden.
    pub mountable: Option<i32>,
    /// Damage types that are halved.
    pub resistant: Vec<String>,
    /// Damage types that are raised by half.
    pub vulnerable: Vec<String>,
    /// Tags such as `wolf`, for abilities that ask.
    pub tags: Vec<String>,
    /// Has it the focus of its tradition?
    pub focus: bool,
    /// Where it begins.
    pub at: Square,
    /// Where it looks at first.
    pub facing: Facing,
    /// Whom it rides at first.
    pub mount: Option<Id>,
}

impl Sheet {
    /// The MOD of an attribute.
    #[inline]
    pub fn modifier(&self, attribute: Attribute) -> i32 {
        self.mods[attribute as usize]
    }

    /// Metres of a sprint. (`action.sprint`)
    pub fn sprint(&self) -> i32 {
        let more = self.modifier(Attribute::Str).max(self.modifier(Attribute::Dex)).max(0);
        self.speed.saturating_add(more)
    }

    /// Spell proficiency in an element.
    pub fn proficiency(&self, element: &str) -> i32 {
        self.proficiencies.iter().find(|(known, _)| known == element).map_or(0, |(_, value)| *value)
    }

    /// Armour of a zone.
    #[inline]
    pub fn armour(&self, zone: Zone) -> i32 {
        self.av[zone as usize]
    }
}

/// How somebody enters the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// Energy.
    pub energy: i32,
    /// Mana.
    pub mana: i32,
    /// Light wounds.
    pub light: u8,
    /// Severe wounds.
    pub severe: u8,
}

/// Civil skills that combat asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Skills {
    /// Jumping, falling.
    pub athletics: i32,
    /// Sitting on a mount.
    pub riding: i32,
    /// Going unseen.
    pub stealth: i32,
}

/// The perks of these abilities.
pub fn perks_of<'a>(abilities: impl Iterator<Item = &'a Ability>) -> WordSet<Perk> {
    let effects = abilities.flat_map(|ability| &ability.effects);
    effects.filter_map(|effect| if let Effect::Perk(perk) = effect { Some(*perk) } else { None }).collect()
}

/// A weapon in the hands of one combatant, with that combatant's numbers.
#[derive(Clone, Debug, Default)]
pub struct Arm {
    /// Index into the weapons.
    pub weapon: u8,
    /// Added to the d20.
    pub attack: i32,
    /// Added to the d12 of a parry.
    pub parry: i32,
    /// Added to the d12 of a block.
    pub block: i32,
    /// What a successful block takes off.
    pub strength: i32,
    /// Advantage score of its attacks.
    pub attack_score: i32,
    /// Advantage score of its parries, from its tags.
    pub parry_score: i32,
    /// Advantage score of its blocks, from its tags.
    pub block_score: i32,
    /// Proficiency.
    pub pv: i32,
    /// Added to the damage.
    pub damage: i32,
    /// Proficient? Else Disadvantage 1.
    pub proficient: bool,
    /// In hand when the battle begins?
    pub in_hand: bool,
}

skirmish_bookkit::words! {
    /// Kinds of weapons; they decide the procedure of the attack and which defences they give.
    pub enum WeaponKind {
        Melee = "melee": "Strikes whoever is in reach; parries and blocks.",
        Ranged = "ranged": "Shoots or is thrown; gives no defence.",
        Shield = "shield": "Blocks; strikes too.",
        Natural = "natural": "The body: always there.",
    }
}

/// A weapon.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// As people type it.
    pub name: String,
    /// How it is used.
    pub kind: WeaponKind,
    /// `sword`, `bow`: which proficiency it asks for.
    pub family: String,
    /// Its dice; for what shoots, those of the ammunition too.
    pub damage: Expression,
    /// `sharp`, `blunt`, `arrow`.
    pub harm: String,
    /// Metres it reaches; for what shoots, its farthest.
    pub reach: i32,
    /// Advantage score at short, medium and long range; for what shoots.
    pub bands: Option<[i32; 3]>,
    /// Hands it fills: 0 for the body, 1 or 2.
    pub hands: u8,
    /// What it is called in the rules.
    pub tags: WordSet<Tag>,
    /// Actions that loading takes after a shot.
    pub reload: u8,
    /// Block Strength it ignores, as a multiple of STR-MOD.
    pub blockbreaker: i32,
    /// What of DEX-MOD its attacks and parries have, in halves.
    pub hit_rate: i32,
    /// What of STR-MOD its damage has, in halves.
    pub damage_rating: i32,
    /// The tag Shield: what it adds to Block Strength.
    pub shield: Option<i32>,
    /// The weapon skill that comes with it.
    pub skill: Option<u8>,
    /// Type of the ammunition it shoots; empty for what shoots none.
    pub shoots: String,
    /// Is it the focus of its owner's tradition?
    pub focus: bool,
    /// One line.
    pub about: String,
}

impl Weapon {
    /// Has it this tag?
    #[inline]
    pub fn is(&self, tag: Tag) -> bool {
        self.tags.has(tag)
    }

    /// Has it the tag Shield: advantage 1 on blocks?
    pub fn shields(&self) -> bool {
        self.kind == WeaponKind::Shield || self.shield.is_some()
    }

    /// Is it the bare hand?
    pub fn is_fist(&self) -> bool {
        self.kind == WeaponKind::Natural && self.name == "fist"
    }
}

skirmish_bookkit::words! {
    /// The tags of a weapon.
    pub enum Tag {
        Short = "short": "Worse against anything longer.",
        Long = "long": "Reaches two metres.",
        Natural = "natural": "Of the body: no proficiency needed, half Block Strength.",
        NoBlock = "no_block": "Cannot block.",
        Parry = "parry": "Advantage 1 on parries; a shield with it may parry.",
        TwoHanded = "two_handed": "Fills both hands.",
        Flexible = "flexible": "May be used with the other number of hands.",
        Precise = "precise": "For dice that explode.",
        Cavalry = "cavalry": "For the perk of riders.",
    }
}

/// The dice of a damage expression, in at most two kinds, and its flat part. Content is checked for more when read.
pub fn dice_of(expression: &Expression) -> ([Dice; 2], i32) {
    let mut dice = [Dice::NONE; 2];
    let mut flat = 0i32;
    for term in expression.terms() {
        match term {
            Term::Dice(_, die) => {
                let same = dice.iter().position(|known| !known.is_empty() && known.sides() == die.sides());
                let at = same.or_else(|| dice.iter().position(|known| known.is_empty()));
                if let Some(at) = at {
                    let count = dice[at].count().saturating_add(die.count());
                    dice[at] = Dice::new(count, die.sides(), Reading::Sum).unwrap_or(*die);
                }
            }
            Term::Flat(n) => flat = flat.saturating_add(*n),
            Term::Named(..) => {}
        }
    }
    (dice, flat)
}
