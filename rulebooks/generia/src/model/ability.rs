//! Skills, spells and perks: when they may be used, what they cost, what comes of them.

use skirmish_bookkit::words::WordSet;
use skirmish_kernel::RuleId;
use skirmish_kernel::dice::Expression;

use crate::catalogue::rule;
use crate::model::{Attribute, Harm, Kind, Slot};

/// A skill, a spell or a perk.
#[derive(Clone, Debug)]
pub struct Ability {
    /// As people type it.
    pub name: String,
    /// Its own rule, where the catalogue has one.
    pub rule: RuleId,
    /// Skill, spell or perk.
    pub nature: Nature,
    /// When it may be used. (`free.actions`, `free.reactions`)
    pub timings: WordSet<Timing>,
    /// Energy.
    pub energy: i32,
    /// Mana by cast level; one for what cannot be upcast, none for what needs no mana.
    pub mana: Vec<i32>,
    /// Metres; 0 for oneself, the weapon's where it says so.
    pub range: Range,
    /// Metres around the place of effect.
    pub radius: i32,
    /// Whom it meets in its radius.
    pub targets: Targets,
    /// Must the target, or the place, be seen?
    pub sight: bool,
    /// With which weapon it is done, if that matters.
    pub with: With,
    /// What it waits for, if it is a reaction to something else than an attack's total.
    pub trigger: Option<Trigger>,
    /// How it is decided.
    pub check: CastCheck,
    /// Added to the die's advantage score for each step by which its user is larger than the target.
    pub size_score: i32,
    /// The tag that [`Quality::Pack`] counts; empty where nothing is counted.
    pub pack: String,
    /// The element whose proficiency counts for it; empty for what has none.
    pub element: String,
    /// The attribute that governs it where it may be used in secret; none where it may not. (`hidden.use`)
    pub hidden: Option<Attribute>,
    /// Tier, for what ethereal matter does to whoever swallows it.
    pub tier: i32,
    /// Is what it conjures mana again after a Phase, or when its caster wants? (`ethereal.default`)
    pub ethereal: bool,
    /// Does it last as long as its caster concentrates?
    pub concentration: bool,
    /// How long it lasts, where neither concentration nor a condition says it.
    pub duration: Option<Lasting>,
    /// What it covers, if it stays on the ground.
    pub area: Option<AreaKind>,
    /// Its keywords, for whoever reads the sheet.
    pub keywords: Vec<String>,
    /// What it does, in order.
    pub effects: Vec<Effect>,
    /// One line.
    pub about: String,
}

impl Ability {
    /// Cast levels that there are; 1 where it cannot be upcast. (`upcast.level`)
    pub fn levels(&self) -> u8 {
        self.mana.len().clamp(1, 20) as u8
    }

    /// Mana of a cast level, from 1. (`upcast.cost`)
    pub fn mana_at(&self, level: u8) -> i32 {
        self.mana.get(usize::from(level.saturating_sub(1))).copied().unwrap_or(0)
    }

    /// A cast level as it is told: 0 where there is but one.
    pub fn told_level(&self, level: u8) -> u8 {
        if self.levels() > 1 { level } else { 0 }
    }

    /// Is it cast rather than done?
    pub fn is_spell(&self) -> bool {
        self.nature == Nature::Spell
    }

    /// May it be used so?
    pub fn is(&self, timing: Timing) -> bool {
        self.timings.has(timing)
    }

    /// May a blow of one's own turn be carried by it?
    pub fn carries(&self) -> bool {
        self.is(Timing::Attack) || self.is(Timing::Free)
    }

    /// Is it a reaction, of either kind?
    pub fn reacts(&self) -> bool {
        self.is(Timing::Reaction) || self.is(Timing::FreeReaction)
    }

    /// Is it done with this action of a turn?
    pub fn takes(&self, slot: Slot) -> bool {
        const TIMINGS: [Timing; 4] = [Timing::Attack, Timing::Utility, Timing::Movement, Timing::Free];
        self.is(TIMINGS[slot as usize])
    }

    /// The actions of a turn with which it is done; those that cost nothing come last.
    pub fn in_turn(&self) -> impl Iterator<Item = Slot> + '_ {
        Slot::ALL.into_iter().filter(|slot| self.takes(*slot))
    }

    /// Does it do anything to a foe that a policy weighs?
    pub fn hinders(&self) -> bool {
        let hinders =
            |effect: &Effect| matches!(effect, Effect::Damage { .. } | Effect::Condition { .. } | Effect::Penalty);
        self.effects.iter().any(hinders)
    }

    /// Does it do anything for a friend that a policy weighs?
    pub fn helps(&self) -> bool {
        let helps = |effect: &Effect| matches!(effect, Effect::Heal(_) | Effect::HealAt(_) | Effect::Intercept { .. });
        self.effects.iter().any(helps)
    }

    /// Does it stand in the place of a defence, and take something off the blow?
    pub fn protects(&self) -> bool {
        let defends = matches!(self.check, CastCheck::Defence(..));
        defends && self.effects.iter().any(|effect| matches!(effect, Effect::Protect(_)))
    }

    /// Does it carry its user away?
    pub fn teleports(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Teleport { .. }))
    }

    /// Does it strike projectiles down?
    pub fn intercepts(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Intercept { .. }))
    }

    /// Does it carry a basic attack?
    pub fn strikes(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Strike(_)))
    }
}

skirmish_bookkit::words! {
    /// What kind of ability.
    pub enum Nature {
        Skill = "skill": "Done with body and weapon.",
        Spell = "spell": "Cast with mana.",
        Perk = "perk": "Always there.",
    }
}

skirmish_bookkit::words! {
    /// With which action, or when, it may be used.
    pub enum Timing {
        Attack = "attack" by rule::ACTION_ATTACK_FORMS: "The Attack Action.",
        Utility = "utility" by rule::ACTION_UTILITY_FORMS: "The Utility Action.",
        Movement = "movement" by rule::ACTION_MOVEMENT_FORMS: "The Movement Action.",
        Reaction = "reaction" by rule::REACTION_FORMS: "The reaction.",
        Free = "free" by rule::FREE_ACTIONS: "Freely, in one's own turn.",
        FreeReaction = "free_reaction" by rule::FREE_REACTIONS: "As a reaction that does not use up the turn's.",
        Passive = "passive" by rule::ACTION_UTILITY_FORMS: "Always there.",
        OutOfCombat = "out_of_combat" by rule::ACTION_UTILITY_FORMS: "Outside combat only.",
    }
}

skirmish_bookkit::words! {
    /// Whom it meets in its radius.
    pub enum Targets {
        All = "all": "Everybody there.",
        Enemies = "enemies": "Enemies.",
        Others = "others": "Everybody but the user.",
    }
}

/// With which weapon it is done.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum With {
    /// With any, or none.
    #[default]
    Any,
    /// With a weapon that brings it along: a weapon skill.
    Bringer,
    /// With a shield.
    Shield,
    /// With the weapon of that name.
    Named(String),
}

/// How long it lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lasting {
    /// Turns; 1 is the turn that is running.
    Turns(u32),
    /// Rounds.
    Rounds(u32),
    /// Phases, out of combat. (`phase.length`)
    Phases(u32),
}

/// How far it reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Range {
    /// Oneself, or around oneself.
    Own,
    /// As far as the weapon in hand.
    Weapon,
    /// Metres.
    Metres(i32),
}

/// How it is decided. (`spell.*`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastCheck {
    /// Nothing is rolled. (`spell.surecast`)
    Sure,
    /// d20 against a save. (`spell.sa`)
    Attack(Quality, Attribute),
    /// Like a shot. (`spell.pa`)
    Projectile(Quality),
    /// d12 against an attack. (`spell.sd`)
    Defence(Quality, Option<Quality>),
    /// 10 and a MOD against a save. (`spell.dc`)
    Determined(Quality, Attribute),
    /// The better of a d20 and 10. (`spell.dc-plus`)
    DeterminedPlus(Quality, Attribute),
    /// A number against a save.
    Fixed(i32, Attribute),
}

impl CastCheck {
    /// The attribute with which the target saves, if it does.
    pub fn save(self) -> Option<Attribute> {
        match self {
            Self::Attack(_, save)
            | Self::Determined(_, save)
            | Self::DeterminedPlus(_, save)
            | Self::Fixed(_, save) => Some(save),
            Self::Sure | Self::Projectile(_) | Self::Defence(..) => None,
        }
    }
}

/// What is added to a cast.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quality {
    /// The MOD of an attribute.
    Attribute(Attribute),
    /// The proficiency with the weapon in hand.
    Proficiency,
    /// Friends with that tag around, itself included.
    Pack,
}

impl Quality {
    /// What it is called on a sheet.
    pub fn word(self) -> &'static str {
        match self {
            Self::Attribute(attribute) => attribute.word(),
            Self::Proficiency => "proficiency",
            Self::Pack => "pack",
        }
    }
}

skirmish_bookkit::words! {
    /// What a spell leaves on the ground.
    pub enum AreaKind {
        Field = "field" by rule::FIELD_TRIGGER: "Works in every square entered. (`field.trigger`)",
        Zone = "zone" by rule::ZONE_TRIGGER: "Works when its border is crossed. (`zone.trigger`)",
    }
}

skirmish_bookkit::words! {
    /// When an effect works.
    pub enum On {
        Always = "always": "Whatever was rolled.",
        Fail = "fail": "When the save failed, or the attack made contact.",
        Save = "save": "When the save succeeded.",
        FailByTen = "fail_by_10": "When it failed by ten.",
        Hit = "hit": "When the attack was a hit.",
    }
}

/// One thing that an ability does.
#[derive(Clone, Debug)]
pub enum Effect {
    /// A basic attack, with changes.
    Strike(StrikeChange),
    /// Advantage 1 on one kind of defence for the rest of the turn.
    Guard(DefenceKind),
    /// A condition.
    Condition {
        /// Which.
        kind: Kind,
        /// Its X, or its tier.
        value: i32,
        /// When.
        on: On,
        /// The condition in whose place it comes.
        replaces: Option<Kind>,
        /// Does it last as long as one stands in the area?
        while_inside: bool,
    },
    /// The target's next defence roll is lowered by the proficiency with the weapon.
    Penalty,
    /// Damage.
    Damage {
        /// Dice, once for each cast level.
        dice: Expression,
        /// Of which type.
        kind: String,
        /// Against what.
        harm: Harm,
        /// The zone with the least armour, instead of a rolled one.
        worst_zone: bool,
        /// Is the Fauna proficiency added?
        plus_fauna: bool,
        /// Half on a save, instead of none.
        half_on_save: bool,
        /// None when the save succeeds by ten.
        none_on_save_by_ten: bool,
    },
    /// Healing, once for each cast level.
    Heal(Expression),
    /// Healing; one for each cast level.
    HealAt(Vec<Expression>),
    /// Takes damage off an attack, once for each cast level.
    Protect(Expression),
    /// Stops so many projectiles while it is kept up as the proficiency in its element says.
    Intercept {
        /// And no fewer than these.
        least: i32,
    },
    /// Moves the caster so many metres as the attribute's MOD and the proficiency in its element say together.
    Teleport {
        /// The attribute.
        by: Attribute,
    },
    /// Advantage 1 on the next concentration save.
    Ward,
    /// Something that its owner can do from now on.
    Perk(Perk),
}

impl Effect {
    /// What it changes about a strike, if it is one.
    pub fn strike(&self) -> Option<StrikeChange> {
        match self {
            Self::Strike(change) => Some(*change),
            _ => None,
        }
    }
}

skirmish_bookkit::words! {
    /// What lasting gifts there are.
    pub enum Perk {
        Dancer = "dancer": "A few steps after each basic attack: 3 metres, in medium armour at most.",
        Opportunist = "opportunist": "Strikes at whoever leaves its reach.",
        Deflector = "deflector": "May parry projectiles.",
        Cavalry = "cavalry": "No mounted penalty with a Cavalry weapon.",
        WolfPack = "wolf_pack": "Advantage on whom another of the pack has attacked this round.",
    }
}

skirmish_bookkit::words! {
    /// Kinds of defence, each with the skill that makes it better.
    pub enum DefenceKind {
        Dodge = "dodge" by rule::ABILITY_DODGE_REFLEX: "Out of the way.",
        Parry = "parry" by rule::ABILITY_SWIFT_PARRY: "With the weapon.",
        Block = "block" by rule::ABILITY_STEADY_BLOCK: "With weapon or shield.",
    }
}

skirmish_bookkit::words! {
    /// What a basic attack has that an ability carries.
    pub enum Twist {
        Careful = "careful": "PER modifier added.",
        Lunge = "lunge": "A metre toward the enemy before, one back after.",
        Grapple = "grapple": "Or a grapple.",
        Ranged = "ranged": "A shot, not a blow.",
        NoParry = "no_parry": "Cannot be parried.",
        Maim = "maim": "Each wound is checked.",
        BreaksArmour = "breaks_armour": "A hit weakens the armour of the zone.",
        Push = "push": "A hit moves the weaker one a metre.",
        HeldOnly = "held_only": "The target is grappled, restrained or confined.",
        Repeats = "repeats": "Once more after each hit.",
        Kites = "kites": "Anywhere along a move.",
        Pierces = "pierces": "Armour up to the proficiency is disregarded.",
    }
}

/// What changes a basic attack that an ability carries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StrikeChange {
    /// What it has.
    pub twists: WordSet<Twist>,
    /// A straight run of at least so many metres before.
    pub charge: Option<i32>,
    /// The most metres of that run; Movement Speed where it is not said.
    pub charge_most: Option<i32>,
    /// With the shield.
    pub with_shield: bool,
    /// What it waits for.
    pub trigger: Option<Trigger>,
}

impl StrikeChange {
    /// Has it that?
    #[inline]
    pub fn is(self, twist: Twist) -> bool {
        self.twists.has(twist)
    }
}

skirmish_bookkit::words! {
    /// What a reaction waits for.
    pub enum Trigger {
        Parried = "after_parry": "One's own successful parry.",
        Blocked = "after_block": "One's own block without a hit.",
        Hit = "after_hit": "One's own hit.",
        Leaves = "leaves_reach": "Somebody leaves one's reach.",
    }
}
