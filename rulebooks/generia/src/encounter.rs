//! Reading an encounter: from the file to a checked setup.

mod abilities;
mod content;
mod figures;
mod file;
mod map;
mod sheets;
#[cfg(test)]
mod tests;
mod values;
mod weapons;

use std::ops::Range;

use skirmish_kernel::words::{nearest, short};
use skirmish_kernel::{Diagnostic, Id, Source};

use crate::rules::Rules;
use crate::setup::{Derived, Setup};
use crate::sheet::Sheet;
use file::{EncounterFile, Figure, Setting, Word};

pub use file::EncounterFile as Schema;
pub use map::sign;

/// The most rounds an encounter may ask for.
const MOST_ROUNDS: i32 = 100_000;

/// What is wrong with a file so far.
struct Reader<'s> {
    source: &'s Source,
    wrong: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn wrong(&mut self, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        let help = help.into();
        let diagnostic = self.source.error(span, message);
        self.wrong.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
    }

    /// The one of `known` that `word` names, or a complaint with the nearest.
    fn find(&mut self, what: &str, word: &Word, known: &[&str]) -> Option<usize> {
        self.find_text(what, word, word.span(), known)
    }

    /// The same for a word that stands somewhere inside of `span`.
    fn find_text(&mut self, what: &str, word: &str, span: Range<usize>, known: &[&str]) -> Option<usize> {
        let found = known.iter().position(|k| *k == word);
        if found.is_none() {
            let near = nearest(word, known.iter().copied());
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known: {}", known.join(", ")),
            };
            self.wrong(span, format!("there is no {what} `{}`", short(word)), help);
        }
        found
    }

    /// A number within its bounds, or a complaint.
    fn number(&mut self, what: &str, figure: Option<&Figure>, low: i32, high: i32) -> Option<i32> {
        let figure = figure?;
        if (low..=high).contains(figure) {
            return Some(**figure);
        }
        self.wrong(figure.span(), format!("{what} = {}", **figure), format!("a number from {low} to {high}"));
        None
    }
}

/// Reads an encounter: the setup, and the seed if the file names one.
///
/// # Errors
/// Everything wrong with it.
pub fn load(source: &Source) -> Result<(Setup, Option<u64>), Vec<Diagnostic>> {
    let file: EncounterFile = parse(source)?;
    let mut reader = Reader { source, wrong: Vec::new() };
    let setup = read(&mut reader, &file);
    match setup {
        Some(setup) if reader.wrong.is_empty() => Ok((setup, file.seed)),
        _ => Err(reader.wrong),
    }
}

/// TOML into the file's shape.
fn parse<T: serde::de::DeserializeOwned>(source: &Source) -> Result<T, Vec<Diagnostic>> {
    if source.part().trim().is_empty() {
        let empty = source.error(0..0, "the encounter is empty");
        return Err(vec![empty.help("`skirmish new generia` prints one to begin with")]);
    }
    toml::from_str(source.part()).map_err(|e| vec![source.misshapen(e.span().unwrap_or(0..0), e.message())])
}

fn read(reader: &mut Reader, file: &EncounterFile) -> Option<Setup> {
    if file.rulebook.as_str() != "generia" {
        let message = format!("this is an encounter of `{}`", short(&file.rulebook));
        reader.wrong(file.rulebook.span(), message, "for this rulebook write `rulebook = \"generia\"`");
    }
    let rules = rules(reader, file);
    let ground = map::ground(reader, file)?;
    let abilities = abilities::all(reader, file);
    let gear = weapons::gear(reader, file, &abilities);
    abilities::check_weapons(reader, file, &gear);
    let table = sheets::Table { rules: &rules, abilities: &abilities, gear: &gear, ground: &ground };
    let described = sheets::described(reader, file, &table);
    let creatures = sheets::creatures(&described, &table);
    let sides = sides(reader, file);
    let sheets = sheets::combatants(reader, file, &table, &described, &sides);
    let rounds = match &file.most_rounds {
        None => 100,
        Some(rounds) => reader.number("most_rounds", Some(rounds), 1, MOST_ROUNDS)?,
    };
    let mut setup = Setup {
        title: file.title.as_deref().map_or_else(|| "A fight".into(), printable),
        about: file.about.as_deref().map_or_else(String::new, printable),
        rules,
        allies: allies(reader, file, &sides),
        sides,
        sheets,
        weapons: gear.weapons,
        abilities,
        creatures,
        ground,
        most_rounds: rounds.unsigned_abs(),
        derived: Derived::default(),
    };
    setup.derive();
    Some(setup)
}

/// On one line, without anything that a terminal would obey.
fn printable(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn rules(reader: &mut Reader, file: &EncounterFile) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in &file.rules {
        let text = match &**value {
            Setting::Number(n) => n.to_string(),
            Setting::Word(word) => word.clone(),
        };
        if let Err(why) = rules.set(name, &text) {
            let known = rules.get(name).is_some();
            let span = if known { value.span() } else { name.span() };
            reader.wrong(span, why, "`skirmish rules generia --switches` lists all house rules");
        }
    }
    rules
}

/// Sides in the order named at the top, or by the combatants.
/// Which sides do not fight each other.
fn allies(reader: &mut Reader, file: &EncounterFile, sides: &[String]) -> Vec<u64> {
    let known: Vec<&str> = sides.iter().map(String::as_str).collect();
    let mut allies = vec![0u64; sides.len()];
    for group in &file.allied {
        let found: Vec<usize> = group.iter().filter_map(|word| reader.find("side", word, &known)).collect();
        let bits = found.iter().filter(|side| **side < 64).fold(0u64, |bits, side| bits | 1 << side);
        found.iter().for_each(|side| allies[*side] |= bits & !(1 << side));
    }
    allies
}

fn sides(reader: &mut Reader, file: &EncounterFile) -> Vec<String> {
    let mut sides: Vec<String> = file.sides.iter().map(|side| side.to_string()).collect();
    let listed = !sides.is_empty();
    for side in file.sides.iter().filter(|side| check_name(side).is_err()) {
        reader.wrong(side.span(), "a side is one word", "letters, digits, - and '");
    }
    for combatant in &file.combatant {
        let side = &combatant.side;
        if sides.iter().any(|known| **known == ***side) {
            continue;
        }
        if listed {
            let known: Vec<&str> = sides.iter().map(String::as_str).collect();
            reader.find("side", side, &known);
        } else if check_name(side).is_err() {
            reader.wrong(side.span(), "a side is one word", "letters, digits, - and '");
        } else {
            sides.push(side.to_string());
        }
    }
    if sides.len() > Id::MOST {
        reader.wrong(0..0, format!("{} sides", sides.len()), format!("at most {}", Id::MOST));
        sides.truncate(Id::MOST);
    }
    sides
}

/// Is this a name that notation can carry?
///
/// # Errors
/// What a name looks like.
pub fn check_name(name: &str) -> Result<(), String> {
    const RESERVED: [&str; 20] = [
        "any", "gm", "roll", "expect", "all", "rules", "round", "turn", "order", "as", "at", "with", "to", "behind",
        "up", "past", "for", "steady", "none", "use",
    ];
    let fits = !name.is_empty()
        && name.chars().count() <= 32
        && name.chars().next().is_some_and(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '\'' | '_'));
    if fits && !RESERVED.iter().any(|r| r.eq_ignore_ascii_case(name)) {
        return Ok(());
    }
    Err(format!(
        "`{}` cannot be a name: one word of letters, digits, - and ', beginning with a letter, at most 32 long, and no \
         word of the notation such as `gm`, `at` or `round`",
        short(name)
    ))
}

/// A letter for the board that nobody has yet, and that is no sign of the ground.
#[must_use]
pub fn letter(sheets: &[Sheet], name: &str) -> char {
    let free = |c: &char| !matches!(c, 'f' | 'h' | '0'..='9') && !sheets.iter().any(|s| s.letter == *c);
    let own = name.chars().flat_map(char::to_uppercase).filter(char::is_ascii_alphanumeric);
    let others = ('A'..='Z').chain('a'..='z').chain("&@$?!=+<>^%|/:;".chars());
    own.chain(others).find(free).unwrap_or('?')
}
