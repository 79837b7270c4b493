//! The figures of a sheet: as they are given, checked, and laid over those of a creature.

use super::Reader;
use super::file::{Figure, Given, Placed, WornFile};
use super::weapons::Gear;
use crate::ability::Ability;
use crate::sheet::{ArmourClass, Size, Zone};

/// Numbers of a sheet by name, with their bounds. The first six are attributes, the next six their modifiers.
pub(super) const NUMBERS: [(&str, i32, i32); 25] = [
    ("con", 0, 60),
    ("str", 0, 60),
    ("dex", 0, 60),
    ("int", 0, 60),
    ("wil", 0, 60),
    ("per", 0, 60),
    ("con_mod", -5, 30),
    ("str_mod", -5, 30),
    ("dex_mod", -5, 30),
    ("int_mod", -5, 30),
    ("wil_mod", -5, 30),
    ("per_mod", -5, 30),
    ("en", 0, 1000),
    ("mp", 0, 1000),
    ("wl", 1, 100),
    ("wt", 1, 1000),
    ("tn", 0, 1000),
    ("ms", 0, 40),
    ("md", 0, 1000),
    ("dodge", -50, 100),
    ("dodge_score", -5, 5),
    ("reflexes", 0, 20),
    ("mountable", 0, 50),
    ("total_weight", 0, 10_000),
    ("mpr", 0, 1000),
];

/// Places in [`NUMBERS`].
pub(super) const MODS: usize = 6;
pub(super) const EN: usize = 12;
pub(super) const MP: usize = 13;
pub(super) const WL: usize = 14;
pub(super) const WT: usize = 15;
pub(super) const TN: usize = 16;
pub(super) const MS: usize = 17;
pub(super) const MD: usize = 18;
pub(super) const DODGE: usize = 19;
pub(super) const DODGE_SCORE: usize = 20;
pub(super) const REFLEXES: usize = 21;
pub(super) const MOUNTABLE: usize = 22;
pub(super) const TOTAL_WEIGHT: usize = 23;
pub(super) const MPR: usize = 24;

/// Numbers of somebody's weapon by name, with their bounds.
pub(super) const ARM_NUMBERS: [(&str, i32, i32); 9] = [
    ("attack", -50, 100),
    ("parry", -50, 100),
    ("block", -50, 100),
    ("strength", 0, 1000),
    ("pv", 0, 50),
    ("bonus", -50, 1000),
    ("attack_score", -5, 5),
    ("parry_score", -5, 5),
    ("block_score", -5, 5),
];

/// The most weapons of one sheet; there is a fist besides.
const MOST_WEAPONS: usize = 12;

/// Civil skills; spell proficiencies stand beside them by their elements.
pub(super) const CIVIL: [&str; 3] = ["athletics", "riding", "stealth"];

/// What is given of a sheet.
#[derive(Clone, Default)]
pub(super) struct Figures {
    pub(super) size: Option<Size>,
    pub(super) numbers: [Option<i32>; 25],
    pub(super) av: [Option<i32>; 4],
    pub(super) class: [Option<ArmourClass>; 4],
    pub(super) encumbrance: [Option<i32>; 4],
    pub(super) skills: Vec<(String, i32)>,
    pub(super) abilities: Option<Vec<u8>>,
    pub(super) tags: Option<Vec<String>>,
    pub(super) grapple: Option<bool>,
    pub(super) resistant: Option<Vec<String>>,
    pub(super) vulnerable: Option<Vec<String>>,
    pub(super) weapons: Option<Vec<usize>>,
    pub(super) ammunition: Option<Vec<usize>>,
    pub(super) arms: Vec<ArmFigures>,
}

/// What is given of somebody's values with a weapon.
#[derive(Clone)]
pub(super) struct ArmFigures {
    pub(super) weapon: usize,
    pub(super) numbers: [Option<i32>; 9],
    pub(super) proficient: Option<bool>,
}

impl Figures {
    /// These figures where they are given, and the others from `base`.
    pub(super) fn over(mut self, base: &Self) -> Self {
        self.size = self.size.or(base.size);
        for at in 0..MODS {
            // An attribute given here wins over a modifier given there.
            let (attribute, modifier) = (self.numbers[at], self.numbers[at + MODS]);
            if attribute.is_some() && modifier.is_none() {
                self.numbers[at + MODS] = attribute.map(|value| value.div_euclid(2));
            }
        }
        lay(&mut self.numbers, &base.numbers);
        lay(&mut self.av, &base.av);
        lay(&mut self.class, &base.class);
        lay(&mut self.encumbrance, &base.encumbrance);
        for (skill, value) in &base.skills {
            if !self.skills.iter().any(|(known, _)| known == skill) {
                self.skills.push((skill.clone(), *value));
            }
        }
        self.abilities = self.abilities.or_else(|| base.abilities.clone());
        self.tags = self.tags.or_else(|| base.tags.clone());
        self.grapple = self.grapple.or(base.grapple);
        self.resistant = self.resistant.or_else(|| base.resistant.clone());
        self.vulnerable = self.vulnerable.or_else(|| base.vulnerable.clone());
        self.weapons = self.weapons.or_else(|| {
            // What is given here beside the weapons known there comes after them.
            let mut weapons = base.weapons.clone()?;
            let more = self.arms.iter().map(|arm| arm.weapon).filter(|weapon| !weapons.contains(weapon));
            let more: Vec<usize> = more.collect();
            weapons.extend(more);
            weapons.truncate(MOST_WEAPONS);
            Some(weapons)
        });
        self.ammunition = self.ammunition.or_else(|| base.ammunition.clone());
        for arm in &base.arms {
            match self.arms.iter_mut().find(|own| own.weapon == arm.weapon) {
                Some(own) => {
                    lay(&mut own.numbers, &arm.numbers);
                    own.proficient = own.proficient.or(arm.proficient);
                }
                None => self.arms.push(arm.clone()),
            }
        }
        self
    }
}

fn lay<T: Copy, const N: usize>(own: &mut [Option<T>; N], base: &[Option<T>; N]) {
    for (own, base) in own.iter_mut().zip(base) {
        *own = own.or(*base);
    }
}

/// Checks what a file gives.
pub(super) fn figures(reader: &mut Reader, given: &Given, abilities: &[Ability], gear: &Gear) -> Figures {
    let mut figures = Figures {
        size: given.size.map(Into::into),
        grapple: given.grapple,
        tags: given.tags.map(<[_]>::to_vec),
        resistant: given.resistant.map(<[_]>::to_vec),
        vulnerable: given.vulnerable.map(<[_]>::to_vec),
        ..Figures::default()
    };
    for (at, (name, low, high)) in NUMBERS.into_iter().enumerate() {
        figures.numbers[at] = reader.number(name, given.numbers[at].as_ref(), low, high);
    }
    armour(reader, given, gear, &mut figures);
    trinkets(reader, given, gear, &mut figures);
    skills(reader, given, abilities, &mut figures);
    let names: Vec<&str> = abilities.iter().map(|a| a.name.as_str()).collect();
    figures.abilities = given.abilities.map(|words| {
        let mut known: Vec<u8> =
            words.iter().filter_map(|word| reader.find("ability", word, &names)).map(|at| at as u8).collect();
        let mut seen = [false; 256];
        known.retain(|at| !std::mem::replace(&mut seen[usize::from(*at)], true));
        known
    });
    weapons(reader, given, gear, &mut figures);
    figures
}

/// Armour worn, then armour values as given.
fn armour(reader: &mut Reader, given: &Given, gear: &Gear, figures: &mut Figures) {
    if let Some(worn) = given.armour {
        match &**worn {
            WornFile::Set(name) => {
                for zone in Zone::ALL {
                    piece(reader, gear, worn, name, zone, figures);
                }
            }
            WornFile::Zones(zones) => {
                for (word, name) in zones {
                    let known = Zone::ALL.map(Zone::word);
                    if let Some(at) = reader.find_text("zone", word, worn.span(), &known) {
                        piece(reader, gear, worn, name, Zone::ALL[at], figures);
                    }
                }
            }
        }
    }
    for (word, value) in given.av {
        let Some(at) = reader.find("zone", word, &Zone::ALL.map(Zone::word)) else { continue };
        if let Some(value) = reader.number("av", Some(value), 0, 1000) {
            let zone = Zone::ALL[at] as usize;
            figures.av[zone] = Some(value);
            figures.encumbrance[zone] = figures.encumbrance[zone].or(Some(0));
        }
    }
    if let Some(class) = given.armour_class {
        figures.class = [Some(class.into()); 4];
    }
}

fn piece(reader: &mut Reader, gear: &Gear, at: &Placed<WornFile>, name: &str, zone: Zone, figures: &mut Figures) {
    let names: Vec<&str> = gear.armour.iter().map(|set| set.name.as_str()).collect();
    if let Some(found) = reader.find_text("armour", name, at.span(), &names) {
        let set = &gear.armour[found];
        let [value, encumbrance] = set.pieces[zone as usize];
        figures.av[zone as usize] = Some(value);
        figures.encumbrance[zone as usize] = Some(encumbrance);
        figures.class[zone as usize] = Some(set.class);
    }
}

fn trinkets(reader: &mut Reader, given: &Given, gear: &Gear, figures: &mut Figures) {
    let names: Vec<&str> = gear.trinkets.iter().map(|(name, _)| name.as_str()).collect();
    let mut md = None;
    for (word, quality) in given.trinkets {
        let found = reader.find("trinket", word, &names);
        let quality = reader.number("quality", Some(quality), 1, 20);
        if let (Some(at), Some(quality)) = (found, quality) {
            md = Some(md.unwrap_or(0) + quality * gear.trinkets[at].1);
        }
    }
    figures.numbers[MD] = figures.numbers[MD].or(md);
}

fn skills(reader: &mut Reader, given: &Given, abilities: &[Ability], figures: &mut Figures) {
    let mut known: Vec<&str> = CIVIL.to_vec();
    for ability in abilities.iter().filter(|ability| !ability.element.is_empty()) {
        if !known.contains(&ability.element.as_str()) {
            known.push(&ability.element);
        }
    }
    for (word, value) in given.skills {
        let found = reader.find("skill or element", word, &known);
        let value = reader.number(word, Some(value), 0, 50);
        if let (Some(at), Some(value)) = (found, value) {
            figures.skills.push((known[at].to_owned(), value));
        }
    }
}

fn weapons(reader: &mut Reader, given: &Given, gear: &Gear, figures: &mut Figures) {
    let names = gear.names();
    figures.weapons =
        given.weapons.map(|words| words.iter().filter_map(|word| reader.find("weapon", word, &names)).collect());
    for arm in given.weapon {
        let Some(weapon) = reader.find("weapon", &arm.name, &names) else { continue };
        let given: [&Option<Figure>; 9] = arm.numbers();
        let mut numbers = [None; 9];
        for (at, (name, low, high)) in ARM_NUMBERS.into_iter().enumerate() {
            numbers[at] = reader.number(name, given[at].as_ref(), low, high);
        }
        figures.arms.push(ArmFigures { weapon, numbers, proficient: arm.proficient });
    }
    let more = figures.arms.iter().map(|arm| arm.weapon);
    if let Some(weapons) = &mut figures.weapons {
        let more: Vec<usize> = more.filter(|weapon| !weapons.contains(weapon)).collect();
        weapons.extend(more);
    }
    let count = figures.weapons.as_ref().map_or(figures.arms.len(), Vec::len);
    if count > MOST_WEAPONS {
        let word = given.weapons.and_then(|words| words.get(MOST_WEAPONS)).map(Placed::span);
        let span = word.or_else(|| given.weapon.first().map(Placed::span)).unwrap_or(0..0);
        reader.wrong(span, format!("{count} weapons"), format!("at most {MOST_WEAPONS} on one sheet"));
        figures.weapons.iter_mut().for_each(|weapons| weapons.truncate(MOST_WEAPONS));
        figures.arms.truncate(MOST_WEAPONS);
    }
    ammunition(reader, given, gear, figures);
}

/// What is shot, of which each must have a weapon that shoots it, if the weapons are named here.
fn ammunition(reader: &mut Reader, given: &Given, gear: &Gear, figures: &mut Figures) {
    let Some(words) = given.ammunition else { return };
    let names: Vec<&str> = gear.ammunition.iter().map(|shot| shot.name.as_str()).collect();
    let mut shots = Vec::new();
    for word in words {
        let Some(at) = reader.find("ammunition", word, &names) else { continue };
        let shoots = |weapon: &usize| gear.weapons[*weapon].shoots == gear.ammunition[at].family;
        if figures.weapons.as_ref().is_some_and(|weapons| !weapons.iter().any(shoots)) {
            let message = format!("none of these weapons shoots `{}`", names[at]);
            reader.wrong(word.span(), message, format!("it is for a {}", gear.ammunition[at].family));
        }
        shots.push(at);
    }
    figures.ammunition = Some(shots);
}
