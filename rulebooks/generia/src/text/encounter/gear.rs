//! Weapons, ammunition, armour and trinkets: the book's, and the table's own among them.

use skirmish_bookkit::file::{Entry, Row, Word};
use skirmish_bookkit::words::WordSet;
use skirmish_kernel::dice::{Dice, Expression, Reading, Term};
use skirmish_kernel::words::short;

use super::CONTENT;
use super::dice::{Form, any, dice, is_throwable};
use crate::model::{Ability, ArmourClass, Tag, Weapon, WeaponKind, With, Zone};

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
    pub(super) fn loaded(&self, weapon: usize, shots: &[usize]) -> usize {
        let of = |shot: &usize| self.loads.iter().find(|(with, what, _)| *with == weapon && what == shot);
        shots.iter().find_map(of).map_or(weapon, |(.., loaded)| *loaded)
    }
}

/// Everything one can carry here.
pub(super) fn gear(row: &Row, abilities: &[Ability]) -> Gear {
    let content = CONTENT.documents();
    let about = "Weapons of this table's own; one of a known name replaces it.";
    let weapons = row.library("weapon", about, "a weapon", MOST, content, |row| {
        let long = row.flag("long_two_handed", "With the tag flexible: in two hands it has the tag long.");
        (weapon(row, abilities), long.unwrap_or(false))
    });
    let ammunition =
        row.library("ammunition", "Ammunition of this table's own.", "ammunition", MOST, content, ammunition);
    let armour = row.library("armour", "Armour of this table's own.", "armour", MOST, content, set);
    let trinkets = row.library("trinket", "Trinkets of this table's own.", "a trinket", MOST, content, |row| {
        row.needs(&["md"]);
        row.number("md", "Magic defence for each point of its quality.", 0..=100).unwrap_or(0)
    });
    let named = |entry: &Entry<(Weapon, bool)>| Weapon { name: entry.name.clone(), ..entry.of.0.clone() };
    let mut gear = Gear {
        weapons: weapons.iter().map(named).collect(),
        ammunition: ammunition.into_iter().map(|entry| Ammunition { name: entry.name, ..entry.of }).collect(),
        armour: armour.into_iter().map(|entry| Set { name: entry.name, ..entry.of }).collect(),
        trinkets: trinkets.into_iter().map(|entry| (entry.name, entry.of)).collect(),
        grips: Vec::new(),
        loads: Vec::new(),
    };
    let long: Vec<bool> = weapons.iter().map(|entry| entry.of.1).collect();
    gear.turn(&long);
    let rows: Vec<Row> = weapons.into_iter().map(|entry| entry.row).collect();
    gear.load(row, &rows);
    if gear.weapons.len() > MOST {
        let message = format!("{} weapons", gear.weapons.len());
        row.reader().wrong(&row.place(), message, format!("at most {MOST} are possible"));
        gear.weapons.truncate(MOST);
        gear.grips.retain(|(_, other)| *other < MOST);
        gear.loads.retain(|(.., loaded)| *loaded < MOST);
    }
    gear
}

impl Gear {
    /// Flexible weapons in their other grip: in two hands a d6 is a d8, and some are `long`. (`tag.flexible`)
    fn turn(&mut self, long: &[bool]) {
        for (at, long) in long.iter().enumerate() {
            let Some(usual) = self.weapons.get(at).filter(|weapon| weapon.is(Tag::Flexible)) else { continue };
            let (hands, from, to, word) = if usual.hands == 1 { (2, 6, 8, "two") } else { (1, 8, 6, "one") };
            let mut other = Weapon {
                name: format!("{}-{word}-handed", usual.name),
                hands,
                damage: resized(&usual.damage, from, to),
                ..usual.clone()
            };
            if *long {
                other.tags.set(Tag::Long, hands == 2);
                other.reach = if hands == 2 { 2 } else { 1 };
            }
            if !self.weapons.iter().any(|weapon| weapon.name == other.name) {
                self.grips.push((at, self.weapons.len()));
                self.weapons.push(other);
            }
        }
    }

    /// Ranged weapons with what they shoot: the first of its type is the usual one. (`ranged.damage`)
    fn load(&mut self, row: &Row, rows: &[Row]) {
        for at in 0..self.weapons.len() {
            let weapon = self.weapons[at].clone();
            if weapon.shoots.is_empty() {
                continue;
            }
            let fits = |shot: &usize| self.ammunition[*shot].family == weapon.shoots;
            let fits: Vec<usize> = (0..self.ammunition.len()).filter(fits).collect();
            if fits.is_empty() {
                let place = rows.get(at).and_then(|row| row.place_of("ammunition")).unwrap_or_else(|| row.place());
                let message = format!("nothing is known that a {} shoots", short(&weapon.name));
                row.reader().wrong(&place, message, "[[ammunition]]");
            }
            for (place, shot) in fits.into_iter().enumerate() {
                let ammunition = &self.ammunition[shot];
                let terms = weapon.damage.terms().iter().chain(ammunition.damage.terms()).cloned().collect();
                let damage = Expression::new(terms).unwrap_or_else(|_| weapon.damage.clone());
                if !is_throwable(&damage, Form::WEAPON) {
                    let message = format!("the dice of {} and {} cannot be thrown", weapon.name, ammunition.name);
                    let help = "together they have two kinds at most, and not too many";
                    row.reader().wrong(&row.place(), message, help);
                }
                let mut loaded = Weapon { damage, harm: ammunition.harm.clone(), ..weapon.clone() };
                let index = if place == 0 { at } else { self.weapons.len() };
                if place == 0 {
                    self.weapons[at] = loaded;
                } else {
                    loaded.name = format!("{}-{}", weapon.name, ammunition.name);
                    self.weapons.push(loaded);
                }
                self.loads.push((at, shot, index));
            }
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

fn weapon(row: &Row, abilities: &[Ability]) -> Weapon {
    row.needs(&["kind", "hr", "dr", "hands"]);
    let kind = row.one_of("kind", "How it attacks, and which defences it can give.").unwrap_or(WeaponKind::Melee);
    let words: Vec<Tag> = row.some_of("tags", "What it is called in the rules.").unwrap_or_default();
    let mut tags: WordSet<Tag> = words.into_iter().collect();
    tags.set(Tag::Natural, tags.has(Tag::Natural) || kind == WeaponKind::Natural);
    tags.set(Tag::Flexible, tags.has(Tag::Flexible) && kind == WeaponKind::Melee);
    let hands = row.number("hands", "1 or 2.", 1..=2).unwrap_or(1);
    let shield = row.number("shield", "The tag Shield: what it adds to Block Strength.", 0..=100);
    let reload = row.number("reload", "The tag Reload: actions that loading takes after a shot.", 0..=10);
    let blockbreaker = "The tag Blockbreaker: times the STR modifier, Block Strength that it disregards.";
    let (reach, bands) = reach(row, kind, tags.has(Tag::Long));
    let (family, damage, harm) = hits(row);
    Weapon {
        name: String::new(),
        kind,
        family,
        damage,
        harm,
        reach,
        bands,
        hands: match kind {
            WeaponKind::Natural => 0,
            _ if tags.has(Tag::TwoHanded) => 2,
            _ => hands,
        },
        tags,
        reload: reload.unwrap_or(0),
        blockbreaker: row.number("blockbreaker", blockbreaker, 0..=10).unwrap_or(0),
        hit_rate: row.halves("hr", "Hit rate: times the DEX modifier, in halves.", 0..=10).unwrap_or(0),
        damage_rating: row.halves("dr", "Damage rating: times the STR modifier, in halves.", 0..=10).unwrap_or(0),
        shield,
        skill: row.word("skill", "The weapon skill that comes with it.").and_then(|word| skill(row, &word, abilities)),
        shoots: row.line("ammunition", "Type of the ammunition that it shoots.").unwrap_or_default(),
        focus: row.flag("focus", "Is it the focus of its owner's tradition?").unwrap_or(false),
        about: row.line("about", "One line.").unwrap_or_default(),
    }
}

/// The type of a weapon or of ammunition, its dice, and what they do.
fn hits(row: &Row) -> (String, Expression, String) {
    let family = row.needed("type", "The proficiency it asks for, or the weapons that shoot it: `sword`, `bow`.");
    let text = row.needed("damage", "Dice; those of ammunition are added to the weapon's.");
    let damage = if row.has("damage") { dice(row.reader(), &text, Form::WEAPON) } else { None };
    let harm = row.needed("subtype", "What they do: `sharp`, `blunt`, `arrow`.");
    (family.to_string(), damage.unwrap_or_else(any), harm.to_string())
}

/// Metres that it reaches or shoots, and for what shoots the scores of its distances.
fn reach(row: &Row, kind: WeaponKind, long: bool) -> (i32, Option<[i32; 3]>) {
    let score = -5..=5;
    let scores = "Advantage score at short, medium and long distance; for ranged weapons.";
    let bands = row.array("bands", scores, [score.clone(), score.clone(), score]);
    let reach = row.number("reach", "Metres; 1 by default, for all but ranged weapons.", 1..=10);
    let range = row.number("range", "Metres of the farthest shot; for ranged weapons.", 1..=400);
    if kind != WeaponKind::Ranged {
        return (reach.unwrap_or(if long { 2 } else { 1 }), None);
    }
    if !row.has("bands") || !row.has("range") {
        row.wrong("what shoots has `bands` and a `range`", "bands = [-1, 0, 0], range = 20");
    }
    (range.unwrap_or(1), bands)
}

fn skill(row: &Row, word: &Word, abilities: &[Ability]) -> Option<u8> {
    let known = (0u8..).zip(abilities).filter(|(_, ability)| ability.with == With::Bringer);
    let (places, names): (Vec<u8>, Vec<&str>) = known.map(|(at, ability)| (at, ability.name.as_str())).unzip();
    row.reader().find("weapon skill", word, &names).and_then(|at| places.get(at).copied())
}

fn ammunition(row: &Row) -> Ammunition {
    let (family, damage, harm) = hits(row);
    let _ = row.number::<u32>("stack", "How many lie in one bundle, for those who keep an inventory.", 0..=1_000_000);
    Ammunition { name: String::new(), family, damage, harm }
}

fn set(row: &Row) -> Set {
    row.needs(&["class", "head", "torso", "arms", "legs"]);
    let class = row.one_of("class", "How heavy it is.").unwrap_or(ArmourClass::None);
    let piece = |zone: Zone| {
        let about = "Armour value and encumbrance rating of this piece.";
        row.array(zone.word(), about, [0..=1000, -20..=20]).unwrap_or_default()
    };
    Set { name: String::new(), class, pieces: Zone::ALL.map(piece) }
}
