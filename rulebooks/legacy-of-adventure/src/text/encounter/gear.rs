//! Weapons, shields and armour: the book's, and the table's own among them.

use arrayvec::ArrayVec;
use skirmish_bookkit::file::{Row, Word};
use skirmish_bookkit::words;
use skirmish_kernel::words::short;

use super::CONTENT;
use super::abilities::{LONGEST, MOST_ACTIONS};
use super::damage::{Damage, damage};
use crate::model::{Ability, Bulk, Harm, Kind, Ratings, Slows, Weapon};

/// The most weapons one encounter may know.
const MOST: usize = 250;

/// The most attack skills that use one weapon.
const MOST_SKILLS: usize = 4;

/// What a structural save must not exceed, where nothing is said.
const STRENGTH: u8 = 12;

/// Everybody's weapon, and the first of all.
pub(super) const FIST: &str = "fist";

words! {
    /// How a weapon is used.
    pub(super) enum Class {
        ArmedMelee = "armed-melee": "In reach.",
        Unarmed = "unarmed": "The bare body, in reach.",
        Shooting = "shooting": "It shoots.",
        Thrown = "thrown": "It is thrown.",
    }
}

/// Everything one can carry or wear.
pub(super) struct Gear {
    /// Weapons and shields; the first is the bare fist.
    pub(super) arms: Vec<Weapon>,
    /// The first is none.
    pub(super) armour: Vec<Armour>,
}

/// What is worn.
pub(super) struct Armour {
    pub(super) name: String,
    pub(super) ratings: Ratings,
    pub(super) slows: Slows,
}

impl Gear {
    /// The names of weapons and shields.
    pub(super) fn names(&self) -> Vec<&str> {
        self.arms.iter().map(|arm| arm.name.as_str()).collect()
    }
}

/// Everything one can carry here.
pub(super) fn gear(row: &Row, abilities: &[Ability]) -> Gear {
    let content = CONTENT.documents();
    let weapons = row.library("weapon", "Weapons of this table's own.", "a weapon", MOST, content, |row| {
        let weapon = weapon(row, abilities);
        check_class(row);
        check_use(row, &weapon, abilities);
        weapon
    });
    let shields = row.library("shield", "Shields of this table's own.", "a shield", MOST, content, shield);
    let mut arms: Vec<Weapon> = Vec::new();
    for mut entry in weapons.into_iter().chain(shields) {
        entry.of.name = entry.name;
        match arms.iter_mut().find(|known| known.name == entry.of.name) {
            Some(known) => *known = entry.of,
            None => arms.push(entry.of),
        }
    }
    if arms.len() > MOST {
        row.reader().wrong(&row.place(), format!("{} weapons and shields", arms.len()), format!("at most {MOST}"));
        arms.truncate(MOST);
    }
    let bare = Armour { name: "none".into(), ratings: Ratings::default(), slows: Slows::default() };
    let worn = row.library("armour", "Armour of this table's own.", "armour", MOST, content, |row| {
        let mut ratings = Ratings::default();
        for (rating, (key, about)) in ratings.0.iter_mut().zip(RATINGS) {
            *rating = row.number(key, about, 0..=100).unwrap_or(0);
        }
        (ratings, slows(row))
    });
    let worn = worn.into_iter().map(|entry| Armour { name: entry.name, ratings: entry.of.0, slows: entry.of.1 });
    Gear { arms, armour: std::iter::once(bare).chain(worn).collect() }
}

/// Ratings in the order of [`Harm`]; 0 where not given.
const RATINGS: [(&str, &str); 5] = [
    ("physical", "Against bludgeons, fists and falls."),
    ("impact", "Against edges, talons and teeth."),
    ("magic", "Against spells."),
    ("energy", "Against energy."),
    ("elemental", "Against the elements."),
];

fn weapon(row: &Row, abilities: &[Ability]) -> Weapon {
    row.needs(&["class", "damage", "damage_type", "skill"]);
    let classes = classes(row);
    let is = |class: Class| classes.contains(&class);
    let (melee, unarmed, shoots, thrown) =
        (is(Class::ArmedMelee), is(Class::Unarmed), is(Class::Shooting), is(Class::Thrown));
    let hits = row.word("damage", "Dice of at most two kinds, a fixed part, and STR, the attacker's Strength.");
    let hits = hits.and_then(|text| damage(row.reader(), &text)).unwrap_or(Damage::NONE);
    let body = body(row);
    Weapon {
        melee,
        unarmed,
        shoots,
        thrown,
        natural: body.hands == 0,
        bulk: body.bulk,
        dice: hits.dice,
        flat: hits.flat,
        strong: hits.strong,
        harm: row.one_of("damage_type", "What it does harm with.").unwrap_or(Harm::Physical),
        hit_mod: row.number("hit_mod", "Added to the target score of its attacks.", -20..=20).unwrap_or(0),
        reach: reach(row, melee || unarmed),
        range: range(row, shoots || thrown),
        usage: row.number("usage_actions", "Actions of one attack; 1 by default.", 1..=MOST_ACTIONS).unwrap_or(1),
        hands: body.hands,
        strength_save: body.strength_save,
        in_melee: row.flag("usable_in_melee", "False: useless while its owner is engaged.").unwrap_or(true),
        surprise: row.flag("surprise", "Fit for an attack from a set position.").unwrap_or(false),
        breaks: row
            .flag("threatens_structure", "What averts it, or is struck by it, must save whatever its size.")
            .unwrap_or(false),
        skills: skills(row, abilities),
        ..Weapon::default()
    }
}

fn classes(row: &Row) -> Vec<Class> {
    row.some_of("class", "How it is used; a list where its holder chooses.").unwrap_or_default()
}

/// Ways of using a thing that go together.
fn check_class(row: &Row) {
    let classes = classes(row);
    let is = |class: Class| classes.contains(&class);
    let natural = row.flag("natural", NATURAL) == Some(true);
    let want = |wrong: bool, message: &str, help: &str| {
        if wrong {
            row.wrong(message, help);
        }
    };
    want(row.has("class") && classes.is_empty(), "a weapon has a class", "armed-melee, unarmed, shooting or thrown");
    want(is(Class::Shooting) && is(Class::Thrown), "what shoots is not thrown", "two weapons, if it is two things");
    let other = classes.iter().any(|class| *class != Class::Unarmed);
    want(is(Class::Unarmed) && other, "bare hands are nothing else", "class = \"unarmed\"");
    want(is(Class::Thrown) && natural, "a part of the body is not thrown", "leave `natural` out");
    let fist = row.needed("name", "").text() == FIST;
    let bare = natural && is(Class::Unarmed);
    want(fist && !bare, "`fist` is the bare hand", "class = \"unarmed\", natural = true");
}

const NATURAL: &str = "Part of the body: never dropped, broken or struck out of a hand.";

/// What depends on whether it is part of the body.
struct Body {
    bulk: Option<Bulk>,
    hands: u8,
    strength_save: Option<u8>,
}

/// Parts of the body take no hand, cannot break, and are as large as their owner makes them. (`ruling.natural-weapons`)
fn body(row: &Row) -> Body {
    let natural = row.flag("natural", NATURAL).unwrap_or(false);
    let bulk = row.one_of("size", "Medium by default; a natural weapon has none.");
    let hands = row.number("hands", "1 or 2; 1 by default. A natural weapon takes none.", 1..=2);
    let save = structure(row);
    if !natural {
        return Body {
            bulk: Some(bulk.unwrap_or(Bulk::Medium)),
            hands: hands.unwrap_or(1),
            strength_save: Some(save.unwrap_or(STRENGTH)),
        };
    }
    if ["size", "hands", "strength_save"].iter().any(|key| row.has(key)) {
        let message = "a part of the body has no `size`, `hands` or `strength_save`";
        row.wrong(message, "leave them out: it is as large as its owner makes it");
    }
    Body { bulk: None, hands: 0, strength_save: None }
}

fn structure(row: &Row) -> Option<u8> {
    row.number("strength_save", "Its structural strength; 12 by default, and with 20 it cannot break.", 0..=20)
}

/// Yards that it strikes.
fn reach(row: &Row, near: bool) -> u8 {
    let reach = row.number("reach", "Yards within which it strikes in melee; 1 by default.", 1..=10);
    if let Some(place) = row.place_of("reach").filter(|_| !near) {
        row.reader().wrong(&place, "what only flies has no reach", "leave it out");
    }
    if near { reach.unwrap_or(1) } else { 0 }
}

/// Its nominal range.
fn range(row: &Row, far: bool) -> u16 {
    let range = row.number("range", "Nominal range in yards, for shots and throws.", 1..=LONGEST);
    match row.place_of("range") {
        None if far => row.wrong("what flies has a `range`", "range = 20"),
        Some(place) if !far => {
            let help = "class = [\"armed-melee\", \"thrown\"]";
            row.reader().wrong(&place, "what does not fly has no range", help);
        }
        _ => return range.unwrap_or(0),
    }
    u16::from(far)
}

/// The attack skills that use it.
fn skills(row: &Row, abilities: &[Ability]) -> ArrayVec<u8, MOST_SKILLS> {
    let words = row.words("skill", "The attack skills that use it.").unwrap_or_default();
    if let Some(first_too_many) = words.get(MOST_SKILLS) {
        let message = format!("{} skills", words.len());
        row.reader().wrong(&first_too_many.place, message, format!("at most {MOST_SKILLS} use one weapon"));
    }
    let uses_weapons =
        |ability: &Ability| ability.kind == Kind::Attack && !ability.nature.is_magic() && ability.harm.is_none();
    let known = (0u8..).zip(abilities).filter(|(_, ability)| uses_weapons(ability));
    let (places, names): (Vec<u8>, Vec<&str>) = known.map(|(at, ability)| (at, ability.name.as_str())).unzip();
    let mut skills = ArrayVec::new();
    for word in words.iter().take(MOST_SKILLS) {
        let found = row.reader().find("attack skill", word, &names).and_then(|at| places.get(at).copied());
        skills.extend(found.filter(|at| !skills.contains(at)));
    }
    skills
}

/// Is there a skill for each way of using it?
fn check_use(row: &Row, weapon: &Weapon, abilities: &[Ability]) {
    let words = row.words("skill", "").unwrap_or_default();
    // A skill that is unknown has been complained about.
    if weapon.skills.is_empty() != words.is_empty() {
        return;
    }
    let used = |how: fn(&Ability) -> bool| {
        let mut skills = weapon.skills.iter().filter_map(|at| abilities.get(usize::from(*at)));
        skills.any(how)
    };
    let name = row.needed("name", "");
    let place = words.first().map_or(&name.place, |word: &Word| &word.place);
    if (weapon.melee || weapon.unarmed) && !used(|ability| ability.melee) {
        let message = format!("no skill of {} strikes in melee", short(&name));
        row.reader().wrong(place, message, "skill = [\"swing\"]");
    }
    if (weapon.shoots || weapon.thrown) && !used(|ability| ability.ranged) {
        let help = if weapon.shoots { "skill = [\"shoot\"]" } else { "skill = [\"hurl\"]" };
        row.reader().wrong(place, format!("no skill of {} strikes from afar", short(&name)), help);
    }
}

fn shield(row: &Row) -> Weapon {
    if row.needed("name", "").text() == FIST {
        row.wrong("`fist` is the bare hand", "another name");
    }
    Weapon {
        shield: true,
        bulk: Some(row.one_of("size", "Medium by default.").unwrap_or(Bulk::Medium)),
        usage: 1,
        hands: 1,
        strength_save: Some(structure(row).unwrap_or(STRENGTH)),
        in_melee: true,
        slows: slows(row),
        ..Weapon::default()
    }
}

fn slows(row: &Row) -> Slows {
    Slows {
        moves: row.number("move_mod", "Yards added to the move rate.", -10..=10).unwrap_or(0),
        skills: row.number("move_skill_mod", "Added to the target scores of move skills.", -10..=10).unwrap_or(0),
    }
}
