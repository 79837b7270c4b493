//! Abilities as files describe them.

use skirmish_kernel::dice::Expression;
use toml::Spanned;

use super::Reader;
use super::content::content;
use super::file::{AbilityFile, EncounterFile, MatterFile, UpgradeFile};
use crate::sheet::{Ability, Inflicts, Lasts, Speed, Structure, Upgrade};

/// The most abilities one encounter may know.
const MOST: usize = 250;

/// The book's abilities, with the table's own among them; one of the same name replaces the book's.
pub(super) fn all(reader: &mut Reader, file: &EncounterFile) -> Vec<Ability> {
    let content = content();
    let mut all = Vec::new();
    for ability in &content.abilities {
        let mut inner = Reader { source: &content.ability_source, wrong: Vec::new() };
        all.extend(ability_of(&mut inner, ability.get_ref()));
        reader.wrong.append(&mut inner.wrong);
    }
    for ability in &file.ability {
        let Some(read) = ability_of(reader, ability.get_ref()) else { continue };
        match all.iter_mut().find(|a: &&mut Ability| a.name == read.name) {
            Some(old) => *old = read,
            None => all.push(read),
        }
    }
    if all.len() > MOST {
        reader.wrong(0..0, format!("{} abilities", all.len()), format!("at most {MOST} are possible"));
        all.truncate(MOST);
    }
    all
}

fn ability_of(reader: &mut Reader, file: &AbilityFile) -> Option<Ability> {
    let name = file.name.get_ref();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > 40 || !name.chars().all(plain) {
        let message = format!("`{}` cannot name an ability", skirmish_kernel::words::short(name));
        reader.wrong(file.name.span(), message, "lower case letters, digits and hyphens, as people type it");
    }
    if file.costs.get_ref().is_empty() {
        reader.wrong(file.costs.span(), "an ability costs something", "costs = [\"standard\"]");
    }
    let range = *file.range.get_ref();
    if !(0..=10_000).contains(&range) {
        reader.wrong(file.range.span(), format!("range {range}"), "feet, from 0 to 10000");
    }
    let speed = speed(reader, &file.speed)?;
    let structure = structure(reader, file);
    let mut formula = |text: &Option<Spanned<String>>| formula(reader, text);
    let (offensive, defensive, damage) = (formula(&file.offensive), formula(&file.defensive), formula(&file.damage));
    if let (Some(_), Some(found)) = (&offensive, &file.structure) {
        reader.wrong(found.span(), "an ability attacks or builds, not both", "leave out `offensive` or `structure`");
    }
    if file.pushback < 0 || file.pushback > 1_000 || file.cooldown > 1_000 || file.delay > 30 {
        reader.wrong(
            file.name.span(),
            "a figure is out of range",
            "pushback to 1000 feet, cooldown to 1000, delay to 30",
        );
    }
    Some(Ability {
        name: name.clone(),
        kind: file.kind.into(),
        costs: file.costs.get_ref().iter().map(|c| (*c).into()).collect(),
        offensive,
        defensive,
        damage,
        damage_type: file.damage_type.clone().unwrap_or_default(),
        delivery: file.delivery.into(),
        range,
        speed,
        pushback: file.pushback,
        reposition: file.reposition,
        inflicts: file.inflicts.iter().map(inflicts).collect(),
        area: file.area.map(|n| n.min(20)),
        delay: file.delay,
        structure,
        cooldown: file.cooldown,
        swift: file.swift.as_ref().map(|up| upgrade(reader, up)),
        full: file.full.as_ref().map(|up| upgrade(reader, up)),
        durability: file.hp,
        long_binding: file.long_binding,
        about: file.about.clone().unwrap_or_default(),
    })
}

fn structure(reader: &mut Reader, file: &AbilityFile) -> Option<Structure> {
    let found = file.structure.as_ref()?;
    let s = found.get_ref();
    if !(1..=32).contains(&s.hexes) || s.rounds.is_some_and(|n| n == 0 || n > 10_000) {
        reader.wrong(
            found.span(),
            "this structure cannot be",
            "1 to 32 hexes, and 1 to 10000 rounds if it does not last",
        );
    }
    Some(Structure { hexes: s.hexes, obstacle: s.kind == MatterFile::Obstacle, rounds: s.rounds })
}

fn inflicts(file: &super::file::InflictsFile) -> Inflicts {
    let lasts = match (file.rounds, file.until) {
        (Some(n), _) => Lasts::Rounds(n.clamp(1, 10_000)),
        (None, Some(_)) => Lasts::Segment,
        (None, None) => Lasts::Open,
    };
    Inflicts { condition: file.condition, lasts, resist: file.resist.map(|r| (r.ability.into(), r.dc)) }
}

fn upgrade(reader: &mut Reader, file: &UpgradeFile) -> Upgrade {
    Upgrade {
        offensive: formula(reader, &file.offensive),
        defensive: formula(reader, &file.defensive),
        damage: formula(reader, &file.damage),
        pushback: file.pushback,
        range: file.range,
    }
}

/// `AB+Dex+2d6`; names and dice are checked again in each combatant's hands.
pub(super) fn formula(reader: &mut Reader, text: &Option<Spanned<String>>) -> Option<Expression> {
    let text = text.as_ref()?;
    match text.get_ref().parse() {
        Ok(expression) => Some(expression),
        Err(wrong) => {
            let wrong: skirmish_kernel::dice::NotationError = wrong;
            // The span lies behind the opening quote.
            let start = text.span().start + 1;
            let span = start + wrong.span.start..start + wrong.span.end;
            reader.wrong(span, wrong.message, wrong.hint.unwrap_or_default());
            None
        }
    }
}

fn speed(reader: &mut Reader, text: &Spanned<String>) -> Option<Speed> {
    let word = text.get_ref().trim();
    if word.eq_ignore_ascii_case("instant") {
        return Some(Speed::Instant);
    }
    let (hexes, bonus) = word.split_once(['H', 'h']).unwrap_or(("", ""));
    let bonus = if bonus.is_empty() { Ok(0) } else { bonus.trim_start_matches('+').trim().parse() };
    match (hexes.trim().parse::<u8>(), bonus) {
        (Ok(n), Ok(k)) if (1..=200).contains(&n) && k <= 200u8 => Some(Speed::Hexes(n, k)),
        _ => {
            let message = format!("`{}` is no speed", skirmish_kernel::words::short(word));
            reader.wrong(text.span(), message, "hexes per segment: `3H`, `3H+1`; or `instant`");
            None
        }
    }
}
