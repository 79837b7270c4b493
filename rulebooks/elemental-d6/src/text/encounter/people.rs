//! Creatures and combatants: sheets, places, awareness.

use skirmish_bookkit::encounter::{Combatant, Places};
use skirmish_bookkit::file::{Entry, Row, Shape, Word};
use skirmish_bookkit::stat;
use skirmish_grid::Hex;
use skirmish_kernel::Id;
use skirmish_kernel::words::short;

use super::abilities::formula;
use super::gear::MOST_LEVEL;
use super::{Book, CONTENT};
use crate::model::{AbilityKind, FASTEST, Fatigue, Ground, STATS, Sheet};

/// The most creatures one encounter may know.
const MOST: usize = 1000;

/// The most abilities with a cooldown that play can keep account of.
const MOST_COOLDOWNS: usize = 16;

/// The levels from Full down to Free.
const MOST_REDUCED: i64 = 4;

/// The book's creatures and the table's own.
pub(super) fn creatures<'d>(row: &Row<'d>, book: &Book) -> Vec<Entry<'d, Sheet>> {
    let about = "Creatures of this table's own; one of a known name replaces it.";
    row.library("creature", about, "a creature", MOST, CONTENT.documents(), |row| sheet(row, None, book))
}

/// One combatant: its creature's figures, its own laid over them, and how it enters the battle.
pub(super) fn combatant(
    combatant: Combatant,
    base: Option<&Sheet>,
    book: &Book,
    ground: &Ground,
    places: &mut Places<Hex>,
    everybody: &[String],
) -> Sheet {
    let row = &combatant.row;
    let mut sheet = sheet(row, base, book);
    let aware_of = row.words("aware_of", "Whom it knows of when initiative is rolled; everybody when left out.");
    if let Some(words) = aware_of {
        let known = words.iter().filter_map(|word| row.reader().find("combatant", word, everybody));
        sheet.aware_of = known.filter(|at| *at < Id::MOST).map(Id::new).collect();
    }
    let about = "What long bindings have left since the last night's rest.";
    sheet.fatigue = row.table("fatigue", about, |row| Fatigue {
        checks: row.number("checks", "Checks to keep one up.", 0..=1000).unwrap_or(0),
        exhausted: row.flag("exhausted", "True: one has failed.").unwrap_or(false),
    });
    let solid = |hex| ground.terrain(hex).obstacle.then_some("solid");
    sheet.at = places.stand(&combatant, solid, |_| false).unwrap_or(sheet.at);
    Sheet { name: combatant.name, letter: combatant.letter, side: combatant.side, ..sheet }
}

/// A sheet; name, letter, side and place are filled in later. `base` is the sheet of what it builds on.
fn sheet(row: &Row, base: Option<&Sheet>, book: &Book) -> Sheet {
    let mut sheet = Sheet::blank();
    stat::read(STATS, row, &mut sheet, &());
    hit_points(row, base, &mut sheet);
    class_bonus(row, book, &mut sheet);
    worn(row, book, &mut sheet);
    attacks(row, book, &mut sheet);
    let about = "Dice for the hit points, thrown when the battle opens: `6*Res+18d6`.";
    sheet.hp_roll = formula(row, "hp_dice", about).and_then(|formula| sheet.pool(&formula).ok());
    sheet
}

/// Hit points and their maximum follow from each other. One's own number beats both of the creature's.
fn hit_points(row: &Row, base: Option<&Sheet>, sheet: &mut Sheet) {
    let own = row.own();
    let about = "Hit points at the start; `hp_max` too, when that is left out.";
    let now: Option<i32> = own.number("hp", about, -1_000_000..=1_000_000);
    if let Some(place) = own.place_of("hp_dice").filter(|_| own.has("hp")) {
        row.reader().wrong(&place, "`hp_dice` throws what `hp` says", "leave one of the two out");
    }
    match now {
        Some(now) => {
            sheet.hp = now;
            if !own.has("hp_max") {
                sheet.hp_max = now.max(base.map_or(1, |base| base.hp_max));
            }
        }
        None if own.has("hp_max") => sheet.hp = sheet.hp_max,
        None => (sheet.hp, sheet.hp_max) = base.map_or((sheet.hp_max, sheet.hp_max), |base| (base.hp, base.hp_max)),
    }
}

/// The bonuses of a class, where the same table does not give them.
fn class_bonus(row: &Row, book: &Book, sheet: &mut Sheet) {
    let class = row.word("class", "Class whose attack and defence bonus it has at its level.");
    let level: u8 = row.number("level", "Level in that class; 1 by default.", 1..=MOST_LEVEL).unwrap_or(1);
    let Some(class) = class else { return };
    let Some(levels) = find(row, "class", &class, &book.gear.classes) else { return };
    let Some(found) = levels.iter().find(|levels| (levels.from..=levels.to).contains(&level)) else {
        let message = format!("{} has no level {level}", short(&class));
        row.reader().wrong(&class.place, message, "give attack_bonus and defense_bonus instead");
        return;
    };
    let own = row.own();
    let says = if own.has("class") || own.has("level") { &own } else { row };
    if !says.has("attack_bonus") {
        sheet.attack_bonus = found.attack_bonus;
    }
    if !says.has("defense_bonus") {
        sheet.defense_bonus = found.defense_bonus;
    }
}

/// Armour and shield.
fn worn(row: &Row, book: &Book, sheet: &mut Sheet) {
    let armour = row.word("armour", "Armour worn: its soak is added, its speed is taken off.");
    if let Some(armour) = armour.and_then(|word| find(row, "armour", &word, &book.gear.armour)) {
        sheet.soak = sheet.soak.saturating_add(armour.soak).clamp(0, 1_000);
        sheet.base_speed = sheet.base_speed.saturating_add(armour.base_speed).clamp(0, FASTEST as i32);
    }
    let shield = row.word("shield", "Shield carried.");
    sheet.shield = shield.and_then(|word| find(row, "shield", &word, &book.gear.shields)).copied().unwrap_or(0);
}

fn find<'b, T>(row: &Row, what: &str, word: &Word, known: &'b [(String, T)]) -> Option<&'b T> {
    let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
    row.reader().find(what, word, &names).and_then(|at| known.get(at)).map(|(_, of)| of)
}

/// What it can use, with its numbers, and what that costs it.
fn attacks(row: &Row, book: &Book, sheet: &mut Sheet) {
    let names: Vec<&str> = book.abilities.iter().map(|ability| ability.name.as_str()).collect();
    let find = |word: &Word| row.reader().find("ability", word, &names).and_then(|at| u8::try_from(at).ok());
    let words = row.words("abilities", "Abilities by name; the unarmed strike comes by itself.").unwrap_or_default();
    let mut known: Vec<u8> = words.iter().filter_map(find).collect();
    let unarmed = (0u8..).zip(&book.abilities).find(|(_, ability)| ability.kind == AbilityKind::Unarmed);
    known.extend(unarmed.map(|(at, _)| at).filter(|at| !known.contains(at)));
    known.dedup();
    for at in known {
        let Some(ability) = book.abilities.get(usize::from(at)) else { continue };
        match sheet.attack(at, ability) {
            Ok(attack) => sheet.attacks.push(attack),
            Err(why) => row.wrong(format!("{}: {why}", ability.name), "see the ability's formulas"),
        }
    }
    let cools = |at: u8| book.abilities.get(usize::from(at)).is_some_and(|ability| ability.cooldown > 0);
    if sheet.attacks.iter().filter(|attack| cools(attack.ability)).count() > MOST_COOLDOWNS {
        let message = format!("more than {MOST_COOLDOWNS} abilities with a cooldown on one sheet");
        row.wrong(message, "give it fewer");
    }
    let about = "Abilities that cost it less, and by how many levels.";
    for (word, levels) in row.names("reduce", about, &|| Shape::Number(0, MOST_REDUCED)) {
        sheet.reductions.extend(find(&word).zip(levels.number(0..=MOST_REDUCED)));
    }
    sheet.find_free(&book.abilities);
}
