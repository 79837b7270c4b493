//! Creatures and combatants as files describe them.

use skirmish_grid::Hex;
use skirmish_kernel::{Id, Ids, Side};
use toml::Spanned;

use super::content::content;
use super::file::{ArmourFile, CombatantFile, EncounterFile, Figures, ShieldFile};
use super::{FASTEST, Reader, abilities::formula, check_name, letter};
use crate::setup::{Creature, Ground};
use crate::sheet::{Ability, AbilityKind, Sheet};

/// Armour and shields: the table's own first.
pub(super) struct Gear {
    armour: Vec<ArmourFile>,
    shields: Vec<ShieldFile>,
}

/// The book's creatures and the table's own.
pub(super) fn creatures(reader: &mut Reader, file: &EncounterFile, abilities: &[Ability]) -> (Vec<Creature>, Gear) {
    let content = content();
    let gear = Gear {
        armour: file.armour.iter().chain(&content.armour).cloned().collect(),
        shields: file.shield.iter().chain(&content.shields).cloned().collect(),
    };
    let mut all: Vec<Creature> = Vec::new();
    for creature in &content.creatures {
        let mut inner = Reader { source: &content.creature_source, wrong: Vec::new() };
        let figures = creature.get_ref().figures();
        let sheet = sheet(&mut inner, creature.span(), &figures, None, abilities, &gear);
        all.push(Creature { name: creature.get_ref().name.clone(), sheet });
        reader.wrong.append(&mut inner.wrong);
    }
    for creature in &file.creature {
        let figures = creature.get_ref().figures();
        let sheet = sheet(reader, creature.span(), &figures, None, abilities, &gear);
        let name = creature.get_ref().name.clone();
        all.retain(|c| c.name != name);
        all.push(Creature { name, sheet });
    }
    (all, gear)
}

/// The combatants, checked: names, places, figures.
pub(super) fn combatants(
    reader: &mut Reader,
    file: &EncounterFile,
    ground: &Ground,
    abilities: &[Ability],
    creatures: &[Creature],
    gear: &Gear,
    sides: &[String],
) -> Vec<Sheet> {
    let mut sheets: Vec<Sheet> = Vec::new();
    let count = file.combatant.len();
    if count == 0 {
        reader.wrong(0..0, "nobody fights here", "add a [[combatant]] with name, creature, side and at");
    }
    if let Some(first_too_many) = file.combatant.get(Id::MOST) {
        let span = first_too_many.get_ref().name.span();
        reader.wrong(span, format!("{count} combatants"), format!("at most {} can fight one battle", Id::MOST));
    }
    for combatant in file.combatant.iter().take(Id::MOST) {
        let span = combatant.span();
        let combatant = combatant.get_ref();
        check_combatant_name(reader, &combatant.name, &sheets);
        let base = combatant.creature.as_ref().and_then(|word| {
            let known: Vec<&str> = creatures.iter().map(|c| c.name.as_str()).collect();
            reader.find("creature", word, &known).map(|at| &creatures[at].sheet)
        });
        let mut sheet = sheet(reader, span, &combatant.figures(), base, abilities, gear);
        sheet.name.clone_from(combatant.name.get_ref());
        sheet.letter = letter(&sheets, &sheet.name);
        sheet.side = Side(sides.iter().position(|s| s == combatant.side.get_ref()).unwrap_or(0) as u8);
        if let Some(hex) = place(reader, ground, &combatant.at, &sheets) {
            sheet.at = hex;
        }
        sheets.push(sheet);
    }
    for (at, combatant) in file.combatant.iter().take(Id::MOST).enumerate() {
        if let Some(aware) = awareness(reader, combatant.get_ref(), &sheets) {
            sheets[at].aware_of = aware;
        }
    }
    sheets
}

fn check_combatant_name(reader: &mut Reader, name: &Spanned<String>, sheets: &[Sheet]) {
    if let Err(why) = check_name(name.get_ref()) {
        reader.wrong(name.span(), why, "for example `Kestrel` or `Goblin-3`");
    }
    if sheets.iter().any(|s| s.name.eq_ignore_ascii_case(name.get_ref())) {
        let message = format!("two combatants are called `{}`", skirmish_kernel::words::short(name.get_ref()));
        reader.wrong(
            name.span(),
            message,
            format!("number the copies: `{}-2`", skirmish_kernel::words::short(name.get_ref())),
        );
    }
}

fn place(reader: &mut Reader, ground: &Ground, at: &Spanned<String>, sheets: &[Sheet]) -> Option<Hex> {
    let hex = match ground.board.parse_label(at.get_ref()) {
        Ok(hex) => hex,
        Err(wrong) => {
            reader.wrong(
                at.span(),
                wrong.to_string(),
                "column letters and row number, counted from the top left: `D7`",
            );
            return None;
        }
    };
    if ground.terrain(hex).obstacle {
        reader.wrong(at.span(), format!("{} is solid", at.get_ref()), "put the combatant on open ground");
    }
    if let Some(other) = sheets.iter().find(|s| s.at == hex) {
        reader.wrong(at.span(), format!("{} already stands in {}", other.name, at.get_ref()), "one creature per hex");
    }
    Some(hex)
}

fn awareness(reader: &mut Reader, combatant: &CombatantFile, sheets: &[Sheet]) -> Option<Ids> {
    let names: Vec<&str> = sheets.iter().map(|s| s.name.as_str()).collect();
    let words = combatant.aware_of.as_ref()?;
    let found: Vec<usize> = words.iter().filter_map(|word| reader.find("combatant", word, &names)).collect();
    Some(found.into_iter().map(Id::new).collect())
}

/// A sheet: the figures given, the rest from `base`, or from nothing.
fn sheet(
    reader: &mut Reader,
    span: std::ops::Range<usize>,
    file: &Figures,
    base: Option<&Sheet>,
    abilities: &[Ability],
    gear: &Gear,
) -> Sheet {
    let mut sheet = base.cloned().unwrap_or_else(blank);
    numbers(reader, span, file, &mut sheet);
    speeds_and_hp(reader, file, &mut sheet, base.is_none());
    worn(reader, file, &mut sheet, gear);
    if let Some(class) = file.class {
        class_bonus(reader, file, class, &mut sheet);
    }
    let mut known: Vec<u8> = match file.abilities {
        None => sheet.attacks.iter().map(|a| a.ability).collect(),
        Some(words) => {
            let names: Vec<&str> = abilities.iter().map(|a| a.name.as_str()).collect();
            words.iter().filter_map(|word| reader.find("ability", word, &names)).map(|at| at as u8).collect()
        }
    };
    let unarmed = abilities.iter().position(|a| a.kind == AbilityKind::Unarmed).map(|at| at as u8);
    known.extend(unarmed.filter(|at| !known.contains(at)));
    known.dedup();
    sheet.attacks.clear();
    for index in known {
        let ability = &abilities[usize::from(index)];
        match sheet.attack(index, ability) {
            Ok(attack) => sheet.attacks.push(attack),
            Err(why) => {
                let at = file.abilities.as_ref().and_then(|words| words.first()).map_or(0..0, Spanned::span);
                reader.wrong(at, format!("{}: {why}", ability.name), "see the ability's formulas");
            }
        }
    }
    if sheet.attacks.iter().filter(|a| abilities[usize::from(a.ability)].cooldown > 0).count() > 16 {
        reader.wrong(0..0, "more than 16 abilities with a cooldown on one sheet", "give it fewer");
    }
    reductions(reader, file, &mut sheet, abilities);
    sheet.find_free(abilities);
    if let Some(text) = file.hp_dice
        && let Some(expression) = formula(reader, &Some(text.clone()))
    {
        match sheet.pool(&expression) {
            Ok(pool) => sheet.hp_roll = Some(pool),
            Err(why) => reader.wrong(text.span(), why, "for example `6*Res+18d6`"),
        }
    }
    sheet
}

fn reductions(reader: &mut Reader, file: &Figures, sheet: &mut Sheet, abilities: &[Ability]) {
    let names: Vec<&str> = abilities.iter().map(|a| a.name.as_str()).collect();
    for (word, levels) in file.reduce {
        if let Some(at) = reader.find("ability", word, &names) {
            sheet.reductions.retain(|(i, _)| usize::from(*i) != at);
            sheet.reductions.push((at as u8, (*levels).min(4)));
        }
    }
}

fn numbers(reader: &mut Reader, span: std::ops::Range<usize>, file: &Figures, sheet: &mut Sheet) {
    let given = [
        (file.str, &mut sheet.str, "str"),
        (file.dex, &mut sheet.dex, "dex"),
        (file.int, &mut sheet.int, "int"),
        (file.res, &mut sheet.res, "res"),
        (file.attack_bonus, &mut sheet.attack_bonus, "attack_bonus"),
        (file.defense_bonus, &mut sheet.defense_bonus, "defense_bonus"),
    ];
    for (new, old, name) in given {
        let Some(value) = *new else { continue };
        if (-20..=30).contains(&value) {
            *old = value;
        } else {
            reader.wrong(span.clone(), format!("{name} = {value}"), "a number from -20 to 30");
        }
    }
}

fn speeds_and_hp(reader: &mut Reader, file: &Figures, sheet: &mut Sheet, blank: bool) {
    for (new, old) in [(file.base_speed, &mut sheet.base_speed), (file.swim_speed, &mut sheet.swim_speed)] {
        let Some(new) = new else { continue };
        let feet = *new.get_ref();
        if (0..=FASTEST).contains(&feet) && feet % 5 == 0 {
            *old = feet;
        } else {
            reader.wrong(new.span(), format!("a speed of {feet} feet"), format!("a multiple of 5 from 0 to {FASTEST}"));
        }
    }
    let mut number = |new: &Option<Spanned<i32>>, low: i32, high: i32, what: &str| {
        let new = new.as_ref()?;
        let value = *new.get_ref();
        if (low..=high).contains(&value) {
            return Some(value);
        }
        reader.wrong(new.span(), format!("{what} = {value}"), format!("a number from {low} to {high}"));
        None
    };
    let most = number(file.hp_max, 1, 1_000_000, "hp_max");
    let now = number(file.hp, -1_000_000, 1_000_000, "hp");
    if let Some(soak) = number(file.soak, 0, 1_000, "soak") {
        sheet.soak = soak;
    }
    if let Some(now) = now {
        sheet.hp = now;
        sheet.hp_max = most.unwrap_or(if blank { now.max(1) } else { sheet.hp_max.max(now) });
    } else if let Some(most) = most {
        (sheet.hp_max, sheet.hp) = (most, most);
    }
}

/// Armour and shield.
fn worn(reader: &mut Reader, file: &Figures, sheet: &mut Sheet, gear: &Gear) {
    if let Some(word) = file.armour {
        let names: Vec<&str> = gear.armour.iter().map(|a| a.name.as_str()).collect();
        if let Some(at) = reader.find("armour", word, &names) {
            let armour = &gear.armour[at];
            sheet.soak = sheet.soak.saturating_add(armour.soak).clamp(0, 1_000);
            sheet.base_speed = sheet.base_speed.saturating_add(armour.base_speed).clamp(0, FASTEST);
        }
    }
    if let Some(word) = file.shield {
        let names: Vec<&str> = gear.shields.iter().map(|s| s.name.as_str()).collect();
        let found = reader.find("shield", word, &names).map(|at| gear.shields[at].defensive.get_ref().clone());
        if let Some(text) = found {
            let pool = text.parse().map_err(|_| String::new()).and_then(|formula| sheet.pool(&formula));
            match pool {
                Ok(pool) => sheet.shield = pool.dice.clamp(0, 6),
                Err(_) => reader.wrong(word.span(), "this shield's dice are not understood", "defensive = \"1d6\""),
            }
        }
    }
}

fn class_bonus(reader: &mut Reader, file: &Figures, class: &Spanned<String>, sheet: &mut Sheet) {
    let classes = &content().classes;
    let names: Vec<&str> = classes.iter().map(|c| c.name.as_str()).collect();
    let Some(at) = reader.find("class", class, &names) else { return };
    let level = file.level.unwrap_or(1);
    let Some(found) = classes[at].levels.iter().find(|l| (l.from..=l.to).contains(&level)) else {
        let message = format!("{} has no level {level}", classes[at].name);
        reader.wrong(class.span(), message, "give attack_bonus and defense_bonus instead");
        return;
    };
    if file.attack_bonus.is_none() {
        sheet.attack_bonus = found.attack_bonus;
    }
    if file.defense_bonus.is_none() {
        sheet.defense_bonus = found.defense_bonus;
    }
}

/// A sheet with nothing on it.
fn blank() -> Sheet {
    Sheet {
        name: String::new(),
        letter: '?',
        side: Side(0),
        str: 0,
        dex: 0,
        int: 0,
        res: 0,
        attack_bonus: 0,
        defense_bonus: 0,
        base_speed: 30,
        swim_speed: 15,
        hp_max: 10,
        hp: 10,
        soak: 0,
        shield: 0,
        at: Hex::new(0, 0),
        aware_of: super::all_aware(),
        attacks: Vec::new(),
        has_free: false,
        reductions: Vec::new(),
        hp_roll: None,
    }
}
