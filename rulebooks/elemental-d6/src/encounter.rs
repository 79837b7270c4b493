//! Reading an encounter: from the file to a checked setup.

mod abilities;
mod content;
mod file;
mod map;
mod sheets;

use std::ops::Range;

use skirmish_kernel::words::{nearest, short};
use skirmish_kernel::{Diagnostic, Id, Ids, Loaded, Source};
use toml::Spanned;

use crate::Elemental;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::sheet::Sheet;
use crate::sightlines::Sightlines;
use file::{EncounterFile, Setting};

pub use file::EncounterFile as Schema;
pub use map::sign;

/// The fastest base or swim speed, in feet: a Dash at it stays within the longest path.
pub const FASTEST: i32 = 180;

/// The most rounds an encounter may ask for.
const MOST_ROUNDS: u32 = 100_000;

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
    fn find(&mut self, what: &str, word: &Spanned<String>, known: &[&str]) -> Option<usize> {
        let found = known.iter().position(|k| *k == word.get_ref().as_str());
        if found.is_none() {
            let near = nearest(word.get_ref(), known.iter().copied());
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known: {}", known.join(", ")),
            };
            self.wrong(word.span(), format!("there is no {what} `{}`", short(word.get_ref())), help);
        }
        found
    }
}

/// Reads an encounter.
///
/// # Errors
/// Everything wrong with it.
pub fn load(source: &Source) -> Result<Loaded<Elemental>, Vec<Diagnostic>> {
    let file: EncounterFile = parse(source)?;
    let mut reader = Reader { source, wrong: Vec::new() };
    let seed = file.seed;
    let setup = read(&mut reader, &file);
    match setup {
        Some(setup) if reader.wrong.is_empty() => Ok(Loaded { setup, seed }),
        _ => Err(reader.wrong),
    }
}

/// TOML into the file's shape.
fn parse<T: serde::de::DeserializeOwned>(source: &Source) -> Result<T, Vec<Diagnostic>> {
    if source.part().trim().is_empty() {
        let empty = source.error(0..0, "the encounter is empty");
        return Err(vec![empty.help("`skirmish new` prints one to begin with")]);
    }
    toml::from_str(source.part()).map_err(|e| vec![source.misshapen(e.span().unwrap_or(0..0), e.message())])
}

fn read(reader: &mut Reader, file: &EncounterFile) -> Option<Setup> {
    if file.rulebook.get_ref() != "elemental-d6" {
        let message = format!("this is an encounter of `{}`", short(file.rulebook.get_ref()));
        reader.wrong(file.rulebook.span(), message, "for this rulebook write `rulebook = \"elemental-d6\"`");
    }
    let rules = rules(reader, file);
    let ground = map::ground(reader, file)?;
    let abilities = abilities::all(reader, file);
    let (creatures, gear) = sheets::creatures(reader, file, &abilities);
    let sides = sides(reader, file);
    let sheets = sheets::combatants(reader, file, &ground, &abilities, &creatures, &gear, &sides);
    let rounds = file.most_rounds.unwrap_or(100);
    if rounds == 0 || rounds > MOST_ROUNDS {
        reader.wrong(0..0, format!("most_rounds = {rounds}"), format!("a number from 1 to {MOST_ROUNDS}"));
    }
    let sightlines = Sightlines::new(ground.board);
    let mut setup = Setup {
        title: file.title.clone().unwrap_or_else(|| "A fight".into()),
        about: file.about.as_deref().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" "),
        rules,
        sides,
        sheets,
        abilities,
        creatures,
        ground,
        calm: file.calm,
        stealth: file.stealth.unwrap_or(1).clamp(0, 100),
        most_rounds: rounds,
        foes: Vec::new(),
        sightlines,
    };
    setup.prepare();
    Some(setup)
}

fn rules(reader: &mut Reader, file: &EncounterFile) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in &file.rules {
        let text = match value.get_ref() {
            Setting::Number(n) => n.to_string(),
            Setting::Word(word) => word.clone(),
        };
        if let Err(why) = rules.set(name.get_ref(), &text) {
            let known = rules.get(name.get_ref()).is_some();
            let span = if known { value.span() } else { name.span() };
            reader.wrong(span, why, "`skirmish rules elemental-d6 --switches` lists all house rules");
        }
    }
    rules
}

/// Sides in the order named at the top, or by the combatants.
fn sides(reader: &mut Reader, file: &EncounterFile) -> Vec<String> {
    let mut sides: Vec<String> = file.sides.iter().map(|s| s.get_ref().clone()).collect();
    let listed = !sides.is_empty();
    for combatant in &file.combatant {
        let side = &combatant.get_ref().side;
        if sides.contains(side.get_ref()) {
            continue;
        }
        if listed {
            let known: Vec<&str> = sides.iter().map(String::as_str).collect();
            reader.find("side", side, &known);
        } else if check_name(side.get_ref()).is_err() {
            reader.wrong(side.span(), "a side is one word", "letters, digits, - and '");
        } else {
            sides.push(side.get_ref().clone());
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
    let fits = !name.is_empty()
        && name.chars().count() <= 32
        && name.chars().next().is_some_and(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '\'' | '_'));
    let reserved = ["any", "gm", "roll", "expect", "all", "rules"];
    if fits && !reserved.iter().any(|r| r.eq_ignore_ascii_case(name)) && !crate::fields::WORLD.contains(&name) {
        return Ok(());
    }
    Err(format!(
        "`{}` cannot be a name: one word of letters, digits, - and ', beginning with a letter, at most 32 long, and no \
         word of the notation such as `gm` or `round`",
        short(name)
    ))
}

/// A letter for the board that nobody has yet.
#[must_use]
pub fn letter(sheets: &[Sheet], name: &str) -> char {
    let taken = |c: &char| sheets.iter().any(|s| s.letter == *c);
    let own = name.chars().flat_map(char::to_uppercase).filter(char::is_ascii_alphanumeric);
    let others = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain("&@$?!=+<>^".chars());
    own.chain(others).find(|c| !taken(c)).unwrap_or('?')
}

/// Everybody, until told otherwise.
fn all_aware() -> Ids {
    Ids::first(Id::MOST)
}
