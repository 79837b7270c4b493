//! Creatures and combatants: sheets, names, places.

use std::ops::Range;

use skirmish_grid::Square;
use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Side};

use super::content::content;
use super::figures::{Figures, figures};
use super::file::{CombatantFile, EncounterFile, Placed, Word};
use super::weapons::Gear;
use super::{Reader, check_name, letter, put, values};
use crate::rules::Rules;
use crate::setup::{Ground, MOST_ROWS, Stock};
use crate::sheet::{Ability, Kind, MOST_SKILLS, Sheet, Weapon};

/// What sheets are made from.
#[derive(Clone, Copy)]
pub(super) struct Table<'t> {
    pub(super) rules: &'t Rules,
    pub(super) abilities: &'t [Ability],
    pub(super) gear: &'t Gear,
    pub(super) ground: &'t Ground,
}

/// A creature's name and figures.
pub(super) struct Described {
    name: String,
    figures: Figures,
}

/// The book's creatures and the table's own, as figures.
pub(super) fn described(reader: &mut Reader, file: &EncounterFile, table: &Table) -> Vec<Described> {
    let content = content();
    let mut inner = Reader { source: &content.creature_source, wrong: Vec::new() };
    let mut all: Vec<Described> = Vec::new();
    for (reader, creatures) in [(&mut inner, &content.creatures), (&mut *reader, &file.creature)] {
        for creature in creatures {
            reader.check_word("a creature", &creature.name);
            let figures = figures(reader, &creature.given(), table.abilities, table.gear);
            playable(reader, creature.name.span(), &creature.name, &figures, table);
            put(&mut all, Described { name: creature.name.to_string(), figures }, |one| &one.name);
        }
    }
    reader.wrong.append(&mut inner.wrong);
    all
}

/// The same as sheets, for whoever is put on the map later.
pub(super) fn creatures(described: &[Described], table: &Table) -> Vec<Stock> {
    described.iter().map(|one| Stock { name: one.name.clone(), sheet: values::sheet(&one.figures, table) }).collect()
}

/// What there is no room for in play.
fn playable(reader: &mut Reader, span: Range<usize>, name: &str, figures: &Figures, table: &Table) {
    let name = short(name);
    let known = figures.skills.len();
    if known > MOST_SKILLS {
        reader.wrong(span.clone(), format!("{name} has {known} skills"), format!("at most {MOST_SKILLS}"));
    }
    let ways = ways(figures, table);
    if ways > MOST_ROWS {
        let message = format!("{name} has {ways} ways of attacking");
        let help = format!("at most {MOST_ROWS}: each weapon counts for each skill that uses it, near and far apart");
        reader.wrong(span, message, help);
    }
}

/// How many ways of attacking a sheet gives: with what it carries, with bare hands, and without any weapon.
pub(super) fn ways(figures: &Figures, table: &Table) -> usize {
    let knows = |ability: &&u8| figures.skills.iter().any(|(known, _)| known == *ability);
    let ability = |at: &u8| table.abilities.get(usize::from(*at));
    let with = |weapon: &Weapon| -> usize {
        let near = |ability: &Ability| (weapon.melee || weapon.unarmed) && ability.melee;
        let far = |ability: &Ability| (weapon.shoots || weapon.thrown) && ability.ranged;
        let ways = |ability: &Ability| usize::from(near(ability)) + usize::from(far(ability));
        weapon.skills.iter().filter(knows).filter_map(ability).map(ways).sum()
    };
    let carried = figures.weapons.iter().flatten().filter_map(|at| table.gear.arms.get(usize::from(*at)));
    let armed: usize = carried.chain(table.gear.arms.first()).map(|arm| with(&arm.weapon)).sum();
    let without = |ability: &&Ability| ability.kind == Kind::Attack && ability.harm.is_some();
    armed + figures.skills.iter().filter_map(|(at, _)| ability(at)).filter(without).count()
}

/// The combatants, checked: names, places, figures.
pub(super) fn combatants(
    reader: &mut Reader,
    file: &EncounterFile,
    table: &Table,
    described: &[Described],
    sides: &[String],
) -> Vec<Sheet> {
    let mut sheets: Vec<Sheet> = Vec::new();
    let mut taken: Vec<(Square, String)> = Vec::new();
    let count = file.combatant.len();
    if count == 0 {
        reader.wrong(0..0, "nobody fights here", "add a [[combatant]] with name, creature, side and at");
    }
    if let Some(first_too_many) = file.combatant.get(Id::MOST) {
        let span = first_too_many.name.span();
        reader.wrong(span, format!("{count} combatants"), format!("at most {} can fight one battle", Id::MOST));
    }
    for combatant in file.combatant.iter().take(Id::MOST) {
        check_combatant_name(reader, &combatant.name, &sheets);
        let mut sheet = sheet(reader, combatant, table, described);
        sheet.letter = letter(&sheets, &sheet.name);
        let side = sides.iter().position(|side| *side == **combatant.side).unwrap_or(0);
        sheet.side = Side(u8::try_from(side).unwrap_or(0));
        if let Some(cell) = place(reader, &combatant.at, table.ground, &taken) {
            sheet.at = cell;
            taken.push((cell, sheet.name.clone()));
        }
        sheets.push(sheet);
    }
    sheets
}

fn check_combatant_name(reader: &mut Reader, name: &Word, sheets: &[Sheet]) {
    if let Err(why) = check_name(name) {
        reader.wrong(name.span(), why, "for example `Maud` or `Goblin-3`");
    }
    if sheets.iter().any(|s| s.name.eq_ignore_ascii_case(name)) {
        let message = format!("two combatants are called `{}`", short(name));
        reader.wrong(name.span(), message, format!("number the copies: `{}-2`", short(name)));
    }
}

/// One combatant's sheet: its creature's figures, its own laid over them, and how it enters the battle.
fn sheet(reader: &mut Reader, file: &Placed<CombatantFile>, table: &Table, described: &[Described]) -> Sheet {
    let base = file.creature.as_ref().and_then(|word| {
        let known: Vec<&str> = described.iter().map(|one| one.name.as_str()).collect();
        reader.find("creature", word, &known).and_then(|at| described.get(at))
    });
    let own = figures(reader, &file.given(), table.abilities, table.gear);
    let all = match base {
        Some(base) => own.over(&base.figures),
        None => own,
    };
    playable(reader, file.name.span(), &file.name, &all, table);
    let mut sheet = values::sheet(&all, table);
    sheet.name = file.name.to_string();
    sheet.hits = reader.number("hits", file.hits.as_ref(), 1, sheet.max_hits.into()).unwrap_or(sheet.max_hits);
    sheet.concealed = file.concealed;
    sheet.reacts = file.can_react;
    sheet
}

/// Where somebody stands: on the map, on open ground, alone.
fn place(reader: &mut Reader, label: &Word, ground: &Ground, taken: &[(Square, String)]) -> Option<Square> {
    let cell = match ground.board.parse_label(label) {
        Ok(cell) => cell,
        Err(wrong) => {
            let help = "column letters and row number, counted from the top left: `D7`";
            reader.wrong(label.span(), wrong.to_string(), help);
            return None;
        }
    };
    let terrain = ground.terrain(cell);
    if terrain.blocks_move {
        let what = if terrain.blocks_sight { "a wall" } else { "a fence" };
        reader.wrong(label.span(), format!("{} is {what}", short(label)), "put the combatant on open ground");
    }
    if let Some((_, other)) = taken.iter().find(|(there, _)| *there == cell) {
        let message = format!("{} already stands in {}", short(other), short(label));
        reader.wrong(label.span(), message, "one combatant per square");
    }
    Some(cell)
}
