//! Weapons, shields and armour: the book's, and the table's own among them.

use arrayvec::ArrayVec;
use skirmish_kernel::words::short;

use super::abilities::{LONGEST, MOST_ACTIONS};
use super::content::content;
use super::damage::{Damage, damage};
use super::file::{ArmourFile, ClassFile, EncounterFile, Figure, ShieldFile, WeaponFile, Word};
use super::{Reader, put};
use crate::sheet::{Ability, Bulk, Harm, Kind, Ratings, Weapon};

/// The most weapons one encounter may know.
const MOST: usize = 250;

/// The most attack skills that use one weapon.
const MOST_SKILLS: usize = 4;

/// What a structural save must not exceed, where nothing is said.
const STRENGTH: u8 = 12;

/// The largest rating.
pub(super) const MOST_RATING: i32 = 100;

/// Everybody's weapon, and the first of all.
pub(super) const FIST: &str = "fist";

/// No armour.
const NONE: &str = "none";

/// Everything one can carry or wear.
pub(super) struct Gear {
    /// Weapons and shields; the first is the bare fist.
    pub(super) arms: Vec<Arm>,
    /// The first is none.
    pub(super) armour: Vec<Set>,
}

/// A weapon or a shield.
pub(super) struct Arm {
    pub(super) weapon: Weapon,
    pub(super) slows: Slows,
}

impl Arm {
    fn name(&self) -> &str {
        &self.weapon.name
    }
}

/// What armour and shields add to moves. (`armour.drawback`)
#[derive(Clone, Copy, Default)]
pub(super) struct Slows {
    /// Yards.
    pub(super) moves: i8,
    /// To the checks of moves.
    pub(super) skills: i8,
}

/// Armour.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) ratings: Ratings,
    pub(super) slows: Slows,
}

impl Gear {
    /// The names of weapons and shields.
    pub(super) fn names(&self) -> Vec<&str> {
        self.arms.iter().map(Arm::name).collect()
    }

    /// The weapons and shields, as play knows them.
    pub(super) fn weapons(&self) -> Vec<Weapon> {
        self.arms.iter().map(|arm| arm.weapon.clone()).collect()
    }
}

/// Everything one can carry here.
pub(super) fn gear(reader: &mut Reader, file: &EncounterFile, abilities: &[Ability]) -> Gear {
    let bare = Set { name: NONE.to_owned(), ratings: Ratings::default(), slows: Slows::default() };
    let mut gear = Gear { arms: Vec::new(), armour: vec![bare] };
    let content = content();
    let mut weapons = Reader { source: &content.weapon_source, wrong: Vec::new() };
    let mut armour = Reader { source: &content.armour_source, wrong: Vec::new() };
    for weapon in &content.weapons {
        put(&mut gear.arms, weapon_of(&mut weapons, weapon, abilities), Arm::name);
    }
    for shield in &content.shields {
        put(&mut gear.arms, shield_of(&mut armour, shield), Arm::name);
    }
    for weapon in &file.weapon {
        put(&mut gear.arms, weapon_of(reader, weapon, abilities), Arm::name);
    }
    for shield in &file.shield {
        put(&mut gear.arms, shield_of(reader, shield), Arm::name);
    }
    for (reader, sets) in [(&mut armour, &content.armour), (&mut *reader, &file.armour)] {
        for set in sets {
            put(&mut gear.armour, set_of(reader, set), |set| &set.name);
        }
    }
    reader.wrong.append(&mut weapons.wrong);
    reader.wrong.append(&mut armour.wrong);
    if gear.arms.len() > MOST {
        reader.wrong(0..0, format!("{} weapons", gear.arms.len()), format!("at most {MOST} are possible"));
        gear.arms.truncate(MOST);
    }
    gear
}

fn weapon_of(reader: &mut Reader, file: &WeaponFile, abilities: &[Ability]) -> Arm {
    reader.check_word("a weapon", &file.name);
    let classes = file.class.all();
    let is = |class: ClassFile| classes.contains(&class);
    let (melee, unarmed) = (is(ClassFile::ArmedMelee), is(ClassFile::Unarmed));
    let (shoots, thrown) = (is(ClassFile::Shooting), is(ClassFile::Thrown));
    check_class(reader, file);
    let hits = damage(reader, &file.damage).unwrap_or(Damage::NONE);
    let body = body(reader, file);
    let weapon = Weapon {
        name: file.name.to_string(),
        melee,
        unarmed,
        shoots,
        thrown,
        shield: false,
        natural: file.natural,
        bulk: body.bulk,
        dice: hits.dice,
        flat: hits.flat,
        strong: hits.strong,
        harm: file.damage_type.into(),
        hit_mod: reader.number("hit_mod", file.hit_mod.as_ref(), -20, 20).unwrap_or(0),
        reach: reach(reader, file, melee || unarmed),
        range: range(reader, file, shoots || thrown),
        usage: reader.number("usage_actions", file.usage_actions.as_ref(), 1, MOST_ACTIONS).unwrap_or(1),
        hands: body.hands,
        strength_save: body.strength_save,
        in_melee: file.usable_in_melee.unwrap_or(true),
        surprise: file.surprise,
        breaks: file.threatens_structure,
        skills: skills(reader, file, abilities),
    };
    check_use(reader, file, &weapon, abilities);
    Arm { weapon, slows: Slows::default() }
}

/// Ways of using a thing that go together.
fn check_class(reader: &mut Reader, file: &WeaponFile) {
    let classes = file.class.all();
    let is = |class: ClassFile| classes.contains(&class);
    let mut want = |wrong: bool, message: &str, help: &str| {
        if wrong {
            reader.wrong(file.name.span(), message, help);
        }
    };
    want(classes.is_empty(), "a weapon has a class", "armed-melee, unarmed, shooting or thrown");
    let both = is(ClassFile::Shooting) && is(ClassFile::Thrown);
    want(both, "what shoots is not thrown", "two weapons, if it is two things");
    let other = classes.iter().any(|class| *class != ClassFile::Unarmed);
    want(is(ClassFile::Unarmed) && other, "bare hands are nothing else", "class = \"unarmed\"");
    want(is(ClassFile::Thrown) && file.natural, "a part of the body is not thrown", "leave `natural` out");
    let fist = file.name.as_str() == FIST;
    let bare = file.natural && is(ClassFile::Unarmed);
    want(fist && !bare, "`fist` is the bare hand", "class = \"unarmed\", natural = true");
}

/// What depends on whether it is part of the body.
struct Body {
    bulk: Option<Bulk>,
    hands: u8,
    strength_save: Option<u8>,
}

/// Parts of the body take no hand, cannot break, and are as large as their owner makes them. (`ruling.natural-weapons`)
fn body(reader: &mut Reader, file: &WeaponFile) -> Body {
    if !file.natural {
        return Body {
            bulk: Some(file.size.map_or(Bulk::Medium, Bulk::from)),
            hands: reader.number("hands", file.hands.as_ref(), 1, 2).unwrap_or(1),
            strength_save: Some(structure(reader, file.strength_save.as_ref())),
        };
    }
    if file.size.is_some() || file.hands.is_some() || file.strength_save.is_some() {
        let message = "a part of the body has no `size`, `hands` or `strength_save`";
        reader.wrong(file.name.span(), message, "leave them out: it is as large as its owner makes it");
    }
    Body { bulk: None, hands: 0, strength_save: None }
}

fn structure(reader: &mut Reader, figure: Option<&Figure>) -> u8 {
    reader.number("strength_save", figure, 0, 20).unwrap_or(STRENGTH)
}

/// Yards that it strikes.
fn reach(reader: &mut Reader, file: &WeaponFile, near: bool) -> u8 {
    match &file.reach {
        Some(reach) if !near => {
            reader.wrong(reach.span(), "what only flies has no reach", "leave it out");
            0
        }
        given => reader.number("reach", given.as_ref(), 1, 10).unwrap_or(u8::from(near)),
    }
}

/// Its nominal range.
fn range(reader: &mut Reader, file: &WeaponFile, far: bool) -> u16 {
    match &file.range {
        None if far => {
            reader.wrong(file.name.span(), "what flies has a `range`", "range = 20");
            1
        }
        Some(range) if !far => {
            reader.wrong(range.span(), "what does not fly has no range", "class = [\"armed-melee\", \"thrown\"]");
            0
        }
        given => reader.number("range", given.as_ref(), 1, LONGEST).unwrap_or(0),
    }
}

/// The attack skills that use it.
fn skills(reader: &mut Reader, file: &WeaponFile, abilities: &[Ability]) -> ArrayVec<u8, MOST_SKILLS> {
    if let Some(first_too_many) = file.skill.get(MOST_SKILLS) {
        let message = format!("{} skills", file.skill.len());
        reader.wrong(first_too_many.span(), message, format!("at most {MOST_SKILLS} use one weapon"));
    }
    let uses_weapons =
        |ability: &Ability| ability.kind == Kind::Attack && !ability.nature.is_magic() && ability.harm.is_none();
    let known: Vec<(u8, &str)> = (0u8..)
        .zip(abilities)
        .filter(|(_, ability)| uses_weapons(ability))
        .map(|(at, ability)| (at, ability.name.as_str()))
        .collect();
    let names: Vec<&str> = known.iter().map(|(_, name)| *name).collect();
    let mut skills = ArrayVec::new();
    for word in file.skill.iter().take(MOST_SKILLS) {
        let found = reader.find("attack skill", word, &names).and_then(|at| known.get(at));
        let found = found.map(|(at, _)| *at).filter(|at| !skills.contains(at));
        skills.extend(found);
    }
    skills
}

/// Is there a skill for each way of using it?
fn check_use(reader: &mut Reader, file: &WeaponFile, weapon: &Weapon, abilities: &[Ability]) {
    // A skill that is unknown has been complained about.
    if weapon.skills.is_empty() != file.skill.is_empty() {
        return;
    }
    let used = |how: fn(&Ability) -> bool| {
        let mut skills = weapon.skills.iter().filter_map(|at| abilities.get(usize::from(*at)));
        skills.any(how)
    };
    let span = || file.skill.first().map_or(file.name.span(), Word::span);
    if (weapon.melee || weapon.unarmed) && !used(|ability| ability.melee) {
        reader.wrong(span(), format!("no skill of {} strikes in melee", short(&weapon.name)), "skill = [\"swing\"]");
    }
    if (weapon.shoots || weapon.thrown) && !used(|ability| ability.ranged) {
        let help = if weapon.shoots { "skill = [\"shoot\"]" } else { "skill = [\"hurl\"]" };
        reader.wrong(span(), format!("no skill of {} strikes from afar", short(&weapon.name)), help);
    }
}

fn shield_of(reader: &mut Reader, file: &ShieldFile) -> Arm {
    reader.check_word("a shield", &file.name);
    if file.name.as_str() == FIST {
        reader.wrong(file.name.span(), "`fist` is the bare hand", "another name");
    }
    let weapon = Weapon {
        name: file.name.to_string(),
        melee: false,
        unarmed: false,
        shoots: false,
        thrown: false,
        shield: true,
        natural: false,
        bulk: Some(file.size.map_or(Bulk::Medium, Bulk::from)),
        dice: Damage::NONE.dice,
        flat: 0,
        strong: false,
        harm: Harm::Physical,
        hit_mod: 0,
        reach: 0,
        range: 0,
        usage: 1,
        hands: 1,
        strength_save: Some(structure(reader, file.strength_save.as_ref())),
        in_melee: true,
        surprise: false,
        breaks: false,
        skills: ArrayVec::new(),
    };
    Arm { weapon, slows: slows(reader, file.move_mod.as_ref(), file.move_skill_mod.as_ref()) }
}

fn set_of(reader: &mut Reader, file: &ArmourFile) -> Set {
    reader.check_word("armour", &file.name);
    let mut ratings = Ratings::default();
    for ((rating, harm), given) in ratings.0.iter_mut().zip(Harm::ALL).zip(file.ratings()) {
        *rating = reader.number(harm.word(), given.as_ref(), 0, MOST_RATING).unwrap_or(0);
    }
    let slows = slows(reader, file.move_mod.as_ref(), file.move_skill_mod.as_ref());
    Set { name: file.name.to_string(), ratings, slows }
}

fn slows(reader: &mut Reader, moves: Option<&Figure>, skills: Option<&Figure>) -> Slows {
    Slows {
        moves: reader.number("move_mod", moves, -10, 10).unwrap_or(0),
        skills: reader.number("move_skill_mod", skills, -10, 10).unwrap_or(0),
    }
}
