//! Weapons, and abilities: attacks, techniques, special actions, what monsters can do.

use arrayvec::ArrayVec;
use skirmish_bookkit::words;
use skirmish_bookkit::words::WordSet;
use skirmish_kernel::Id;

words! {
    /// Which part of a turn it takes. (`action.*`)
    pub enum Timing {
        /// The regular action.
        Action = "action",
        /// The rapid one.
        Rapid = "rapid",
        /// The prepared one.
        Prepared = "prepared",
        /// The whole turn.
        FullTurn = "full-turn",
    }
}

words! {
    /// What sets something off that was prepared. (`prepared.trigger`)
    pub enum Trigger {
        /// A foe steps into the area.
        Into = "into",
        /// A foe steps out of it.
        OutOf = "out-of",
        /// A foe steps from one of its squares to another.
        Within = "within",
        /// A foe aims at its owner.
        Targeted = "targeted",
        /// A foe's melee attack on its owner fails.
        Missed = "missed",
        /// Something that its owner sees, named when it is prepared.
        Event = "event",
    }
}

/// Whose doing is waited for, anybody's where nobody is named, and what.
pub type Signal = (Option<Id>, Happening);

words! {
    /// Something that can be seen to happen.
    pub enum Happening {
        /// Somebody takes a step.
        Moves = "moves",
        /// Somebody uses an ability.
        Acts = "acts",
        /// Somebody falls unconscious or dies.
        Falls = "falls",
    }
}

words! {
    /// How an ability gets to its target.
    pub enum Delivery {
        /// In reach.
        Melee = "melee",
        /// Through the air. (`cover`)
        Projectile = "projectile",
        /// In any other way.
        Other = "other",
    }
}

words! {
    /// What a precision roll must reach.
    pub enum Resistance {
        /// Against physical attacks.
        Parry = "parry",
        /// Against magical attacks.
        Warding = "warding",
        /// Against what ails.
        Constitution = "constitution",
        /// Against what fills an area.
        Evasion = "evasion",
    }
}

words! {
    /// What is taken off damage. (`armor.two-kinds`)
    pub enum Armor {
        /// Against weapons.
        Physical = "physical",
        /// Against magic.
        Magical = "magical",
        /// Nothing is.
        None = "none",
    }
}

words! {
    /// Whom an ability meets.
    pub enum Targets {
        /// Whoever uses it.
        Own = "self",
        /// One creature.
        One = "one",
        /// Several, by name.
        List = "list",
        /// Those around whoever uses it.
        Around = "around",
        /// Those around a square.
        Area = "area",
        /// A square.
        Cell = "cell",
    }
}

words! {
    /// Who of those in an area is met.
    pub enum Whom {
        /// Everybody but whoever uses it.
        Others = "others",
        /// Foes.
        Foes = "foes",
        /// Whoever uses it, and allies.
        Allies = "allies",
    }
}

words! {
    /// What those in an area must be able to do. (`area.senses`)
    pub enum Needs {
        /// Nothing.
        None = "none",
        /// Be seen.
        Sight = "sight",
        /// Hear it.
        Hearing = "hearing",
    }
}

words! {
    /// What an ability asks of whoever uses it. (`action.special`)
    pub enum Requirement {
        /// A melee weapon in hand.
        MeleeWeapon = "melee-weapon",
        /// Something in the off hand that cannot be struck with: a shield.
        Shield = "shield",
        /// An empty hand.
        FreeHand = "free-hand",
    }
}

words! {
    /// An effect that runs.
    pub enum Status {
        /// Loses health as the turn starts.
        Bleeding = "bleeding",
        /// Goes less far.
        Slowed = "slowed",
        /// Does more damage.
        Bolstered = "bolstered",
        /// Is harder to meet.
        Guarded = "guarded",
        /// Has no turn.
        Stunned = "stunned",
        /// Sees from another square as well.
        Eye = "eye",
        /// Hears from another square as well.
        Ear = "ear",
        /// Is in another form.
        Form = "form",
    }
}

words! {
    /// What lies on squares.
    pub enum Lying {
        /// Something that burns, or hurts in another way.
        Fire = "fire",
        /// Nobody sees through it. (`senses.magic-block`)
        Darkness = "darkness",
        /// No sound gets through it. (`senses.magic-block`)
        Silence = "silence",
    }
}

/// For how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lasts {
    /// So many.
    pub count: u8,
    /// Hits, or else rounds.
    pub hits: bool,
}

/// What an ability does besides damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// An effect that runs.
    Status {
        /// Which.
        status: Status,
        /// How strong.
        strength: i16,
        /// Which resistance, where it guards one.
        resistance: Resistance,
        /// For how long.
        lasts: Lasts,
    },
    /// The target falls prone.
    Prone,
    /// The target is driven back so many squares.
    Push(u8),
    /// More of a resistance against what is aimed at its owner. (`prepared.trigger`)
    Guard {
        /// Which.
        resistance: Resistance,
        /// How much.
        strength: i16,
    },
    /// A minion comes: which creature.
    Summon(u8),
    /// Another form, for so many rounds.
    Form {
        /// Which, among those of the setup.
        form: u8,
        /// For so long.
        rounds: u8,
    },
    /// Something lies on the squares of the area.
    Lay {
        /// What.
        lying: Lying,
        /// How strong.
        strength: i16,
        /// Metres that it reaches up.
        height: u8,
        /// For so long.
        rounds: u8,
    },
    /// Whoever uses it sees, or hears, from a square.
    Sense {
        /// Which.
        status: Status,
        /// For so long.
        rounds: u8,
    },
    /// Whoever uses it is in that square at once.
    Teleport,
}

/// Extra damage. (`damage.extra`)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packet {
    /// Its action damage.
    pub damage: i16,
    /// How often potency counts, in halves.
    pub factor: u8,
    /// Its own bonus.
    pub bonus: i16,
    /// What is taken off it.
    pub armor: Armor,
}

/// The most extra packets.
pub const MOST_EXTRA: usize = 2;

/// The most effects of one ability.
pub const MOST_EFFECTS: usize = 4;

/// An ability.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what an ability's row says")]
pub struct Ability {
    /// Its place among those of the setup; follows from their order.
    pub number: u8,
    /// As people type it.
    pub name: String,
    /// Which part of a turn it may take.
    pub timing: WordSet<Timing>,
    /// What sets it off, if it can be prepared.
    pub triggers: WordSet<Trigger>,
    /// The side of the square that is chosen for its trigger; 0 where its range is the area.
    pub zone: u8,
    /// Is it kept beyond the end of the round, until it is used? (`prepared.expiry`)
    pub kept: bool,
    /// What it costs.
    pub energy: i16,
    /// Does a minion pay that, too? (`summon.no-energy`)
    pub minions_pay: bool,
    /// How it gets to its target.
    pub delivery: Delivery,
    /// In squares.
    pub range: u8,
    /// Whom it meets.
    pub targets: Targets,
    /// Who of those in an area.
    pub whom: Whom,
    /// Squares around the middle of its area.
    pub radius: u8,
    /// The most targets of a list.
    pub most: u8,
    /// What those in its area need.
    pub needs: Needs,
    /// Is it magic?
    pub magical: bool,
    /// Does it mean harm? (`ruling.willing`)
    pub hostile: bool,
    /// May every player character use it? (`action.special`)
    pub special: bool,
    /// Is it talk?
    pub speech: bool,
    /// Which resistance, where it names one. (`resistance.default`)
    pub against: Option<Resistance>,
    /// Its own bonus to precision.
    pub precision: i16,
    /// Its action damage; none where it is not damaging. (`damaging-ability`)
    pub damage: Option<i16>,
    /// What is taken off its damage.
    pub armor: Armor,
    /// Is that what its kind would have anyhow? (`armor.exception`)
    pub usual_armor: bool,
    /// How often potency counts, in halves. (`damage.potency-half`)
    pub factor: u8,
    /// Its own bonus to potency. (`damage.potency-modified`)
    pub potency: i16,
    /// Its own bonus damage. (`damage.bonus`)
    pub bonus: i16,
    /// Extra damage.
    pub extra: ArrayVec<Packet, MOST_EXTRA>,
    /// Health that it gives back, without potency.
    pub heal: Option<i16>,
    /// What else it does.
    pub effects: ArrayVec<Effect, MOST_EFFECTS>,
    /// What it asks of whoever uses it.
    pub requires: WordSet<Requirement>,
}

impl Ability {
    /// Can it be done in that part of a turn?
    pub fn is(&self, timing: Timing) -> bool {
        self.timing.has(timing)
    }

    /// Does a step set it off?
    pub fn waits_for_steps(&self) -> bool {
        [Trigger::Into, Trigger::OutOf, Trigger::Within].into_iter().any(|trigger| self.triggers.has(trigger))
    }

    /// What a roll for it must reach. (`resistance.default`)
    pub fn resistance(&self) -> Resistance {
        self.against.unwrap_or(if self.magical { Resistance::Warding } else { Resistance::Parry })
    }

    /// Does it call somebody?
    pub fn summons(&self) -> Option<u8> {
        self.effects.iter().find_map(|effect| if let Effect::Summon(of) = effect { Some(*of) } else { None })
    }

    /// Is it a blow or a shot, which a flank, cover or a missed attack can bear on?
    pub fn is_melee(&self) -> bool {
        self.delivery == Delivery::Melee
    }

    /// Does it do one packet of damage, or nothing?
    #[inline]
    pub fn only_harms(&self) -> bool {
        self.extra.is_empty() && self.effects.is_empty() && self.heal.is_none()
    }

    /// Is it an action against one foe?
    pub fn is_attack(&self) -> bool {
        self.hostile && self.is(Timing::Action) && self.targets == Targets::One
    }

    /// Does it take health from people, and not from a square?
    pub fn harms(&self) -> bool {
        self.hostile && !self.takes_cell()
    }

    /// Does it give health back to somebody?
    pub fn mends(&self) -> bool {
        self.heal.is_some() && self.targets == Targets::One
    }

    /// Does whoever uses it take another form?
    pub fn shapes(&self) -> bool {
        self.targets == Targets::Own && self.effects.iter().any(|effect| matches!(effect, Effect::Form { .. }))
    }

    /// Do those around whoever uses it strike harder?
    pub fn bolsters(&self) -> bool {
        let bolsters = |effect: &Effect| matches!(effect, Effect::Status { status: Status::Bolstered, .. });
        self.targets == Targets::Around && !self.hostile && self.effects.iter().any(bolsters)
    }

    /// Can it be prepared, for something that is not chosen?
    pub fn waits(&self) -> bool {
        self.is(Timing::Prepared) && !self.triggers.has(Trigger::Event)
    }

    /// Are those named whom it meets?
    #[inline]
    pub fn is_aimed(&self) -> bool {
        matches!(self.targets, Targets::One | Targets::List)
    }

    /// Is a square named for it, and no creature?
    pub fn takes_cell(&self) -> bool {
        matches!(self.targets, Targets::Area | Targets::Cell)
    }
}

/// The most abilities that somebody thinks of.
const MOST_KNOWN: usize = 64;

/// What somebody can do with what is in hand, listed by what it is for.
#[derive(Clone, Debug, Default)]
pub struct Repertoire {
    /// Everything, each ability once.
    pub all: Vec<u8>,
    /// The same, a bit for each.
    known: [u64; 4],
    /// Actions against one foe.
    pub attacks: Vec<u8>,
    /// What harms people.
    pub harms: Vec<u8>,
    /// What gives health back to somebody.
    pub mends: Vec<u8>,
    /// What calls a minion, or another form.
    pub calls: Vec<u8>,
    /// What has others strike harder.
    pub bolsters: Vec<u8>,
    /// What can be prepared, for something that is not chosen.
    pub waits: Vec<u8>,
}

impl Repertoire {
    /// Is that listed?
    #[inline]
    pub fn knows(&self, what: u8) -> bool {
        self.known[usize::from(what / 64)] >> (what % 64) & 1 == 1
    }

    /// One more, unless it is known.
    pub fn learn(&mut self, what: u8, ability: &Ability) {
        if self.all.len() >= MOST_KNOWN || self.knows(what) {
            return;
        }
        self.all.push(what);
        self.known[usize::from(what / 64)] |= 1 << (what % 64);
        let lists = [
            (ability.is_attack(), &mut self.attacks),
            (ability.harms(), &mut self.harms),
            (ability.mends(), &mut self.mends),
            (ability.summons().is_some() || ability.shapes(), &mut self.calls),
            (ability.bolsters(), &mut self.bolsters),
            (ability.waits(), &mut self.waits),
        ];
        lists.into_iter().filter(|(fits, _)| *fits).for_each(|(_, list)| list.push(what));
    }
}

/// What is held, or grows on a body.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// As people type it.
    pub name: String,
    /// Hands that it takes; none for a part of the body.
    pub hands: u8,
    /// May it be held in the off hand alone?
    pub off: bool,
    /// May it be held in the main hand?
    pub main: bool,
    /// Is it a melee weapon? (`flank`)
    pub melee: bool,
    /// Is it a part of the body?
    pub natural: bool,
    /// Added to precision rolls while it is in the main hand.
    pub precision: i16,
    /// What it adds to parry while it is held.
    pub parry: i16,
    /// What can be done with it, the basic attack first.
    pub abilities: Vec<u8>,
}
