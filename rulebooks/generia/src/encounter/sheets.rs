//! Creatures and combatants: sheets, names, places, riders.

use std::ops::Range;

use skirmish_grid::{Cell, Facing, Square};
use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Side};

use super::content::content;
use super::figures::{Figures, figures};
use super::file::{CombatantFile, EncounterFile, Figure, Placed, Word};
use super::weapons::{Gear, check_word};
use super::{Reader, check_name, letter, values};
use crate::ability::{Ability, Effect};
use crate::actions::LONGEST_PATH;
use crate::rules::Rules;
use crate::setup::{Creature, Ground};
use crate::sheet::{Attribute, Sheet};

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
            check_word(reader, "a creature", &creature.name);
            let figures = figures(reader, &creature.given(), table.abilities, table.gear);
            words(reader, creature.name.span(), &figures, table);
            let sheet = values::sheet(&figures, table.abilities, table.gear, table.rules);
            playable(reader, creature.name.span(), &creature.name, &sheet);
            let new = Described { name: creature.name.to_string(), figures };
            match all.iter_mut().find(|old| old.name == new.name) {
                Some(old) => *old = new,
                None => all.push(new),
            }
        }
    }
    reader.wrong.append(&mut inner.wrong);
    all
}

/// The same as sheets, for whoever is put on the map later.
pub(super) fn creatures(described: &[Described], table: &Table) -> Vec<Creature> {
    let sheet = |figures| values::sheet(figures, table.abilities, table.gear, table.rules);
    described.iter().map(|one| Creature { name: one.name.clone(), sheet: sheet(&one.figures) }).collect()
}

/// Types of damage that something does, and tags that are words.
fn words(reader: &mut Reader, span: Range<usize>, figures: &Figures, table: &Table) {
    let of_weapons = table.gear.weapons.iter().map(|weapon| weapon.harm.as_str());
    let of_arrows = table.gear.ammunition.iter().map(|ammunition| ammunition.harm.as_str());
    let of_spells = table.abilities.iter().flat_map(|ability| &ability.effects).filter_map(|effect| match effect {
        Effect::Damage { kind, .. } => Some(kind.as_str()),
        _ => None,
    });
    let all = of_weapons.chain(of_arrows).chain(of_spells).chain(["fire"]).filter(|word| !word.is_empty());
    let mut known: Vec<&str> = all.collect();
    known.sort_unstable();
    known.dedup();
    for word in [&figures.resistant, &figures.vulnerable].into_iter().flatten().flatten() {
        reader.find_text("damage type", word, span.clone(), &known);
    }
    for tag in figures.tags.iter().flatten().filter(|tag| tag.is_empty() || tag.contains(char::is_whitespace)) {
        reader.wrong(span.clone(), format!("`{}` is no tag", short(tag)), "one word, for example `wolf`");
    }
}

/// What play cannot do with.
fn playable(reader: &mut Reader, span: Range<usize>, name: &str, sheet: &Sheet) {
    let name = short(name);
    if sheet.arms.is_empty() {
        reader.wrong(span.clone(), format!("{name} has nothing to fight with"), "give it `weapons`, or limbs");
    }
    let quick = sheet.modifier(Attribute::Str).max(sheet.modifier(Attribute::Dex)).max(0);
    let sprint = sheet.speed + quick;
    if sprint > LONGEST_PATH as i32 {
        let message = format!("{name} would sprint {sprint} metres");
        reader.wrong(span, message, format!("at most {LONGEST_PATH}; give it a smaller `ms`"));
    }
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
    let count = file.combatant.len();
    if count == 0 {
        reader.wrong(0..0, "nobody fights here", "add a [[combatant]] with name, creature, side and at");
    }
    if let Some(first_too_many) = file.combatant.get(Id::MOST) {
        let span = first_too_many.name.span();
        reader.wrong(span, format!("{count} combatants"), format!("at most {} can fight one battle", Id::MOST));
    }
    let people = &file.combatant[..count.min(Id::MOST)];
    for combatant in people {
        check_combatant_name(reader, &combatant.name, &sheets);
        let mut sheet = sheet(reader, combatant, table, described);
        sheet.letter = letter(&sheets, &sheet.name);
        sheet.side = Side(sides.iter().position(|s| *s == **combatant.side).unwrap_or(0) as u8);
        sheets.push(sheet);
    }
    riders(reader, people, &mut sheets);
    places(reader, people, table.rules, table.ground, &mut sheets);
    for (at, combatant) in people.iter().enumerate() {
        sheets[at].facing = match &combatant.facing {
            Some(word) => facing(reader, word).unwrap_or(Facing::East),
            None => toward_nearest_foe(&sheets, at),
        };
    }
    sheets
}

fn check_combatant_name(reader: &mut Reader, name: &Word, sheets: &[Sheet]) {
    if let Err(why) = check_name(name) {
        reader.wrong(name.span(), why, "for example `Merle` or `Goblin-3`");
    }
    if sheets.iter().any(|s| s.name.eq_ignore_ascii_case(name)) {
        let message = format!("two combatants are called `{}`", short(name));
        reader.wrong(name.span(), message, format!("number the copies: `{}-2`", short(name)));
    }
}

/// One combatant's sheet: its creature's figures, its own laid over them, and how it enters the battle.
fn sheet(reader: &mut Reader, file: &CombatantFile, table: &Table, described: &[Described]) -> Sheet {
    let base = file.creature.as_ref().and_then(|word| {
        let known: Vec<&str> = described.iter().map(|one| one.name.as_str()).collect();
        reader.find("creature", word, &known).map(|at| &described[at].figures)
    });
    let own = figures(reader, &file.given(), table.abilities, table.gear);
    words(reader, file.name.span(), &own, table);
    let all = match base {
        Some(base) => own.over(base),
        None => own,
    };
    let mut sheet = values::sheet(&all, table.abilities, table.gear, table.rules);
    sheet.name = file.name.to_string();
    playable(reader, file.name.span(), &file.name, &sheet);
    sheet.focus = file.focus.unwrap_or(true);
    sheet.start.energy = reader.number("energy", file.energy.as_ref(), 0, sheet.energy).unwrap_or(sheet.energy);
    sheet.start.mana = reader.number("mana", file.mana.as_ref(), 0, sheet.mana).unwrap_or(sheet.mana);
    if let Some(wounds) = &file.wounds {
        let mut number =
            |what: &str, figure: &Option<Figure>, most: i32| reader.number(what, figure.as_ref(), 0, most).unwrap_or(0);
        let light = number("light", &wounds.light, sheet.wound_limit);
        let severe = number("severe", &wounds.severe, sheet.wound_limit - light);
        (sheet.start.light, sheet.start.severe) = (light as u8, severe as u8);
    }
    sheet
}

/// Who sits on whom. It is enough that one of the two says so.
fn riders(reader: &mut Reader, people: &[Placed<CombatantFile>], sheets: &mut [Sheet]) {
    let mut pairs: Vec<(usize, usize, Range<usize>)> = Vec::new();
    {
        let names: Vec<&str> = sheets.iter().map(|s| s.name.as_str()).collect();
        for (at, combatant) in people.iter().enumerate() {
            for (word, is_mount) in [(&combatant.mount, true), (&combatant.rider, false)] {
                let Some(word) = word else { continue };
                let Some(other) = reader.find("combatant", word, &names) else { continue };
                let (rider, mount) = if is_mount { (at, other) } else { (other, at) };
                if !pairs.iter().any(|(r, m, _)| (*r, *m) == (rider, mount)) {
                    pairs.push((rider, mount, word.span()));
                }
            }
        }
    }
    for (rider, mount, span) in &pairs {
        let other = pairs.iter().any(|(r, m, _)| (*r == *rider) != (*m == *mount) || *m == *rider || *r == *mount);
        if let Some((message, help)) = bad_pair(&sheets[*rider], &sheets[*mount], rider == mount || other) {
            reader.wrong(span.clone(), message, help);
        } else {
            sheets[*rider].mount = Some(Id::new(*mount));
        }
    }
}

/// Why one cannot sit on the other, and what to do about it.
fn bad_pair(rider: &Sheet, mount: &Sheet, tangled: bool) -> Option<(String, String)> {
    let (up, down) = (short(&rider.name), short(&mount.name));
    if tangled {
        return Some((format!("{up} cannot ride {down}"), "one rider on one mount, and nobody on both ends".into()));
    }
    let Some(needed) = mount.mountable else {
        return Some((format!("nobody can ride {down}"), "give it `mountable`, the Riding that a rider needs".into()));
    };
    if rider.skills.riding < needed {
        let message = format!("{up} rides at {} and {down} asks for {needed}", rider.skills.riding);
        return Some((message, format!("skills = {{ riding = {needed} }}")));
    }
    (rider.side != mount.side)
        .then(|| (format!("{up} and {down} are on two sides"), "rider and mount fight on one side".into()))
}

/// Where everybody stands: on the map, on open ground, alone, but for a rider on its mount.
fn places(reader: &mut Reader, people: &[Placed<CombatantFile>], rules: &Rules, ground: &Ground, sheets: &mut [Sheet]) {
    let mut taken: Vec<(usize, Square)> = Vec::new();
    for (at, combatant) in people.iter().enumerate() {
        let label = &combatant.at;
        let cell = match ground.board.parse_label(label) {
            Ok(cell) => cell,
            Err(wrong) => {
                let help = "column letters and row number, counted from the top left: `D7`";
                reader.wrong(label.span(), wrong.to_string(), help);
                continue;
            }
        };
        if ground.terrain(cell).wall {
            reader.wrong(label.span(), format!("{} is a wall", short(label)), "put the combatant on open ground");
        }
        let pair = |other: usize| sheets[at].mount == Some(Id::new(other)) || sheets[other].mount == Some(Id::new(at));
        if let Some((other, _)) = taken.iter().find(|(other, there)| *there == cell && !pair(*other)) {
            let message = format!("{} already stands in {}", short(&sheets[*other].name), short(label));
            reader.wrong(label.span(), message, "one creature per square, but for a rider on its mount");
        }
        if let Some((other, _)) = taken.iter().find(|(other, there)| *there != cell && pair(*other)) {
            let message = format!("{} stands elsewhere", short(&sheets[*other].name));
            reader.wrong(label.span(), message, "a rider and its mount stand on the same square");
        }
        sheets[at].at = cell;
        taken.push((at, cell));
    }
    for (at, message) in crate::bodies::misplaced(rules, ground, sheets) {
        reader.wrong(people[at].at.span(), message, "its place is the top left square of its body");
    }
}

/// `southeast`, and `south-east` too.
fn facing(reader: &mut Reader, word: &Word) -> Option<Facing> {
    const WORDS: [&str; 8] = ["east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast"];
    let plain: String = word.chars().filter(|c| *c != '-').collect();
    reader.find_text("direction", &plain, word.span(), &WORDS).map(|at| Facing::ALL[at])
}

fn toward_nearest_foe(sheets: &[Sheet], at: usize) -> Facing {
    let own = &sheets[at];
    let foes = sheets.iter().filter(|other| other.side != own.side);
    let nearest = foes.min_by_key(|foe| own.at.distance(foe.at));
    nearest.and_then(|foe| Facing::toward(own.at, foe.at)).unwrap_or(Facing::East)
}
