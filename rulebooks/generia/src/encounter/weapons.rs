//! Weapons, ammunition, armour and trinkets: the book's, and the table's own among them.

use skirmish_kernel::dice::{Dice, Expression, Reading, Term};
use skirmish_kernel::words::short;

use super::Reader;
use super::abilities::{Form, dice, is_throwable};
use super::content::content;
use super::file::{AmmunitionFile, ArmourFile, EncounterFile, Figure, Placed, TagFile, TrinketFile, WeaponFile, Word};
use crate::ability::{Ability, With};
use crate::sheet::{ArmourClass, Tags, Weapon, WeaponKind};

/// The most weapons one encounter may know.
const MOST: usize = 250;

/// Everything one can carry.
pub(super) struct Gear {
    pub(super) weapons: Vec<Weapon>,
    pub(super) ammunition: Vec<Ammunition>,
    pub(super) armour: Vec<Set>,
    /// Names, and magic defence for each point of quality.
    pub(super) trinkets: Vec<(String, i32)>,
    /// Pairs of a weapon and the same weapon in its other grip.
    grips: Vec<(usize, usize)>,
    /// A weapon, ammunition, and the weapon that shoots this.
    loads: Vec<(usize, usize, usize)>,
}

/// Ammunition.
pub(super) struct Ammunition {
    pub(super) name: String,
    pub(super) family: String,
    damage: Expression,
    pub(super) harm: String,
}

/// A set of armour: value and encumbrance of its pieces by zone.
pub(super) struct Set {
    pub(super) name: String,
    pub(super) class: ArmourClass,
    pub(super) pieces: [[i32; 2]; 4],
}

impl Gear {
    /// The weapons' names.
    pub(super) fn names(&self) -> Vec<&str> {
        self.weapons.iter().map(|weapon| weapon.name.as_str()).collect()
    }

    /// The same weapon in its other grip.
    pub(super) fn other_grip(&self, weapon: usize) -> Option<usize> {
        self.grips.iter().find(|(usual, _)| *usual == weapon).map(|(_, other)| *other)
    }

    /// The weapon of which this is the other grip.
    pub(super) fn base(&self, weapon: usize) -> Option<usize> {
        self.grips.iter().find(|(_, other)| *other == weapon).map(|(usual, _)| *usual)
    }

    /// What everybody has who has a hand.
    pub(super) fn fist(&self) -> Option<usize> {
        self.weapons.iter().position(|weapon| weapon.name == "fist")
    }

    /// The weapon with the first of these shots that it can shoot.
    pub(super) fn loaded(&self, weapon: usize, shots: Option<&[usize]>) -> usize {
        let of = |shot: &usize| self.loads.iter().find(|(with, what, _)| *with == weapon && what == shot);
        shots.unwrap_or_default().iter().find_map(of).map_or(weapon, |(.., loaded)| *loaded)
    }
}

/// Everything one can carry here.
pub(super) fn gear(reader: &mut Reader, file: &EncounterFile, abilities: &[Ability]) -> Gear {
    let mut gear = Gear {
        weapons: Vec::new(),
        ammunition: Vec::new(),
        armour: Vec::new(),
        trinkets: Vec::new(),
        grips: Vec::new(),
        loads: Vec::new(),
    };
    let long = armed(reader, file, abilities, &mut gear);
    worn(reader, file, &mut gear);
    grips(&mut gear, &long);
    loads(reader, file, &mut gear);
    if gear.weapons.len() > MOST {
        reader.wrong(0..0, format!("{} weapons", gear.weapons.len()), format!("at most {MOST} are possible"));
        gear.weapons.truncate(MOST);
        gear.grips.retain(|(_, other)| *other < MOST);
        gear.loads.retain(|(.., loaded)| *loaded < MOST);
    }
    gear
}

/// Weapons and ammunition; gives the names of those that are long in two hands.
fn armed(reader: &mut Reader, file: &EncounterFile, abilities: &[Ability], gear: &mut Gear) -> Vec<String> {
    let content = content();
    let mut inner = Reader { source: &content.weapon_source, wrong: Vec::new() };
    let mut long: Vec<String> = Vec::new();
    for (reader, weapons) in [(&mut inner, &content.weapons), (&mut *reader, &file.weapon)] {
        for weapon in weapons {
            put(&mut gear.weapons, weapon_of(reader, weapon, abilities), |weapon| &weapon.name);
            long.retain(|name| *name != **weapon.name);
            long.extend(weapon.long_two_handed.then(|| weapon.name.to_string()));
        }
    }
    for (reader, shots) in [(&mut inner, &content.ammunition), (&mut *reader, &file.ammunition)] {
        for shot in shots {
            put(&mut gear.ammunition, ammunition_of(reader, shot), |shot| &shot.name);
        }
    }
    reader.wrong.append(&mut inner.wrong);
    long
}

/// Armour and trinkets.
fn worn(reader: &mut Reader, file: &EncounterFile, gear: &mut Gear) {
    let content = content();
    let mut inner = Reader { source: &content.armour_source, wrong: Vec::new() };
    for (reader, sets) in [(&mut inner, &content.armour), (&mut *reader, &file.armour)] {
        for set in sets {
            put(&mut gear.armour, Some(set_of(reader, set)), |set| &set.name);
        }
    }
    for (reader, trinkets) in [(&mut inner, &content.trinkets), (&mut *reader, &file.trinket)] {
        for trinket in trinkets {
            put(&mut gear.trinkets, trinket_of(reader, trinket), |(name, _)| name);
        }
    }
    reader.wrong.append(&mut inner.wrong);
}

/// Replaces the one of that name, or adds it.
fn put<T>(all: &mut Vec<T>, new: Option<T>, name: impl Fn(&T) -> &String) {
    let Some(new) = new else { return };
    match all.iter_mut().find(|old| name(old) == name(&new)) {
        Some(old) => *old = new,
        None => all.push(new),
    }
}

/// Flexible weapons in their other grip: in two hands a d6 is a d8, and some are long. (`tag.flexible`)
fn grips(gear: &mut Gear, long: &[String]) {
    for at in 0..gear.weapons.len() {
        let usual = &gear.weapons[at];
        if !usual.tags.flexible {
            continue;
        }
        let mut other = usual.clone();
        let (hands, from, to, word) = if usual.hands == 1 { (2, 6, 8, "two") } else { (1, 8, 6, "one") };
        other.name = format!("{}-{word}-handed", usual.name);
        other.hands = hands;
        other.damage = resized(&usual.damage, from, to);
        if long.contains(&usual.name) {
            other.tags.long = hands == 2;
            other.reach = if hands == 2 { 2 } else { 1 };
        }
        if !gear.weapons.iter().any(|weapon| weapon.name == other.name) {
            gear.grips.push((at, gear.weapons.len()));
            gear.weapons.push(other);
        }
    }
}

fn resized(damage: &Expression, from: u16, to: u16) -> Expression {
    let change = |term: &Term| match term {
        Term::Dice(sign, dice) if dice.sides() == from => {
            Term::Dice(*sign, Dice::new(dice.count(), to, Reading::Sum).unwrap_or(*dice))
        }
        other => other.clone(),
    };
    Expression::new(damage.terms().iter().map(change).collect()).unwrap_or_else(|_| damage.clone())
}

/// Ranged weapons with what they shoot: the first of its type is the usual one. (`ranged.damage`)
fn loads(reader: &mut Reader, file: &EncounterFile, gear: &mut Gear) {
    for at in 0..gear.weapons.len() {
        let weapon = gear.weapons[at].clone();
        if weapon.shoots.is_empty() {
            continue;
        }
        let fits: Vec<usize> =
            (0..gear.ammunition.len()).filter(|shot| gear.ammunition[*shot].family == weapon.shoots).collect();
        if fits.is_empty() {
            let here = file.weapon.iter().find(|own| own.name.as_str() == weapon.name);
            let span = here.and_then(|own| own.ammunition.as_ref()).map_or(0..0, Placed::span);
            reader.wrong(span, format!("nothing is known that a {} shoots", short(&weapon.name)), "[[ammunition]]");
        }
        for (place, shot) in fits.into_iter().enumerate() {
            let ammunition = &gear.ammunition[shot];
            let terms = weapon.damage.terms().iter().chain(ammunition.damage.terms()).cloned().collect();
            let mut loaded = weapon.clone();
            loaded.damage = Expression::new(terms).unwrap_or_else(|_| weapon.damage.clone());
            if !is_throwable(&loaded.damage, Form::WEAPON) {
                let message = format!("the dice of {} and {} cannot be thrown", weapon.name, ammunition.name);
                reader.wrong(0..0, message, "together they have two kinds at most, and not too many");
            }
            loaded.harm.clone_from(&ammunition.harm);
            let index = if place == 0 { at } else { gear.weapons.len() };
            if place == 0 {
                gear.weapons[at] = loaded;
            } else {
                loaded.name = format!("{}-{}", weapon.name, ammunition.name);
                gear.weapons.push(loaded);
            }
            gear.loads.push((at, shot, index));
        }
    }
}

/// A name that people type.
pub(super) fn check_word(reader: &mut Reader, what: &str, name: &Word) {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > 40 || !name.chars().all(plain) {
        let message = format!("`{}` cannot name {what}", short(name));
        reader.wrong(name.span(), message, "lower case letters, digits and hyphens, as people type it");
    }
}

fn weapon_of(reader: &mut Reader, file: &WeaponFile, abilities: &[Ability]) -> Option<Weapon> {
    check_word(reader, "a weapon", &file.name);
    let kind: WeaponKind = file.kind.into();
    let reach = reach(reader, file, kind);
    let tags = tags(file, kind);
    let mut number = |what: &str, figure: Option<&Figure>, low: i32, high: i32| {
        reader.number(what, figure, low, high).unwrap_or(low)
    };
    let hands = number("hands", Some(&file.hands), 1, 2);
    let shield = number("shield", file.shield.as_ref(), 0, 100);
    let blockbreaker = number("blockbreaker", file.blockbreaker.as_ref(), 0, 10);
    let reload = number("reload", file.reload.as_ref(), 0, 10);
    Some(Weapon {
        name: file.name.to_string(),
        kind,
        family: file.family.clone(),
        damage: dice(reader, &file.damage, file.damage.span(), Form::WEAPON)?,
        harm: file.subtype.clone(),
        reach,
        bands: file.bands.as_deref().copied().filter(|_| kind == WeaponKind::Ranged),
        hands: match kind {
            WeaponKind::Natural => 0,
            _ if file.tags.contains(&TagFile::TwoHanded) => 2,
            _ => hands as u8,
        },
        tags,
        reload: reload as u8,
        blockbreaker,
        hit_rate: halves(reader, "hr", &file.hr),
        damage_rating: halves(reader, "dr", &file.dr),
        shield,
        skill: file.skill.as_ref().and_then(|word| weapon_skill(reader, word, abilities)),
        shoots: file.ammunition.as_ref().map(|family| family.to_string()).unwrap_or_default(),
        focus: file.focus,
        about: file.about.clone().unwrap_or_default(),
    })
}

fn tags(file: &WeaponFile, kind: WeaponKind) -> Tags {
    let has = |tag: TagFile| file.tags.contains(&tag);
    Tags {
        short: has(TagFile::Short),
        long: has(TagFile::Long),
        shield: kind == WeaponKind::Shield || file.shield.is_some(),
        parry: has(TagFile::Parry),
        no_block: has(TagFile::NoBlock),
        natural: has(TagFile::Natural) || kind == WeaponKind::Natural,
        cavalry: has(TagFile::Cavalry),
        flexible: has(TagFile::Flexible) && matches!(kind, WeaponKind::Melee),
        precise: has(TagFile::Precise),
    }
}

/// Metres that it reaches or shoots.
fn reach(reader: &mut Reader, file: &WeaponFile, kind: WeaponKind) -> i32 {
    if let Some(bands) = file.bands.as_ref().filter(|bands| bands.iter().any(|score| !(-5..=5).contains(score))) {
        reader.wrong(bands.span(), "a score out of bounds", "three scores from -5 to 5: short, medium, long");
    }
    if kind != WeaponKind::Ranged {
        let usual = if file.tags.contains(&TagFile::Long) { 2 } else { 1 };
        return reader.number("reach", file.reach.as_ref(), 1, 10).unwrap_or(usual);
    }
    if file.bands.is_none() || file.range.is_none() {
        reader.wrong(file.name.span(), "what shoots has `bands` and a `range`", "bands = [-1, 0, 0], range = 20");
    }
    reader.number("range", file.range.as_ref(), 1, 400).unwrap_or(1)
}

fn weapon_skill(reader: &mut Reader, word: &Word, abilities: &[Ability]) -> Option<u8> {
    let known: Vec<(u8, &str)> = abilities
        .iter()
        .zip(0u8..)
        .filter(|(ability, _)| ability.with == With::Bringer)
        .map(|(ability, at)| (at, ability.name.as_str()))
        .collect();
    let names: Vec<&str> = known.iter().map(|(_, name)| *name).collect();
    reader.find("weapon skill", word, &names).map(|at| known[at].0)
}

/// A rating in halves.
fn halves(reader: &mut Reader, what: &str, rating: &Placed<f64>) -> i32 {
    let found = (0..=10).find(|halves| f64::from(*halves) / 2.0 == **rating);
    if found.is_none() {
        reader.wrong(rating.span(), format!("{what} = {}", **rating), "from 0 to 5 in steps of 0.5");
    }
    found.unwrap_or(0)
}

fn ammunition_of(reader: &mut Reader, file: &AmmunitionFile) -> Option<Ammunition> {
    check_word(reader, "ammunition", &file.name);
    let damage = dice(reader, &file.damage, file.damage.span(), Form::WEAPON)?;
    Some(Ammunition { name: file.name.to_string(), family: file.family.clone(), damage, harm: file.subtype.clone() })
}

fn set_of(reader: &mut Reader, file: &ArmourFile) -> Set {
    check_word(reader, "armour", &file.name);
    // In the order of the zones.
    let pieces = [&file.head, &file.torso, &file.arms, &file.legs].map(|piece| {
        let [value, encumbrance] = **piece;
        if !(0..=1000).contains(&value) || !(-20..=20).contains(&encumbrance) {
            reader.wrong(piece.span(), "a piece that nobody wears", "[0 to 1000, -20 to 20]: value and encumbrance");
        }
        [value.clamp(0, 1000), encumbrance.clamp(-20, 20)]
    });
    Set { name: file.name.to_string(), class: file.class.into(), pieces }
}

fn trinket_of(reader: &mut Reader, file: &TrinketFile) -> Option<(String, i32)> {
    check_word(reader, "a trinket", &file.name);
    Some((file.name.to_string(), reader.number("md", Some(&file.md), 0, 100)?))
}
