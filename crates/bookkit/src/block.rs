//! Creatures as people write them: stat blocks, read from a text and printed as one.
//!
//! The reader knows no label of its own. It takes the keys that the book's files have for a creature, with the shape of what
//! may stand behind each ([`mod@file`]), and what the book says of its printed page ([`Printed`]). What it has
//! understood becomes a file, and that file is read by the book as every other: so bounds, names and advice are those of
//! files, and are said once.
//!
//! Nothing is guessed: whatever is not understood, or not taken by the book, is listed with its line, and so is every number that
//! the book has filled in.

mod draft;
mod import;
mod label;
mod line;
mod print;
mod said;
mod text;

use skirmish_kernel::{Creatures, Diagnostic, Encounters, Imported, Loaded, Pairing, Source};

use crate::content::Content;
use crate::encounter::{self, Names, Sides};
use crate::fields::Fields;
use crate::file::{self, Document, Row};
use crate::stat::Stat;
use label::Grammar;
use print::Printer;

/// How a book prints a creature: the file `printed.toml` of its crate.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Printed {
    /// Keys of a creature (`saves.reaction` inside a table) and their labels; the first one is printed. The key itself is
    /// always understood.
    pub labels: Vec<(String, Vec<String>)>,
    /// Labels before several numbers (`Armor 3/2`), and the keys of these.
    pub groups: Vec<(Vec<String>, Vec<String>)>,
    /// Keys that share a line when a creature is printed.
    pub lines: Vec<Vec<String>>,
    /// Words behind a number that say what it measures: `feet`, `m`.
    pub units: Vec<String>,
    /// The key of a number that stands behind a creature's name: `Wolf 10`.
    pub heading: Option<String>,
}

impl Printed {
    /// Reads the file, which is part of the program.
    ///
    /// # Panics
    /// When it is not one: files that are part of a program are tested with it.
    #[must_use]
    pub fn of(text: &str) -> Self {
        toml::from_str(text).unwrap_or_else(|wrong| panic!("how creatures are printed: {wrong}"))
    }
}

/// What a book hands to other programs and reads of theirs: an [`Exchange`](skirmish_kernel::Exchange) of its type, the
/// file of [what it prints](crate::block::Printed), who reads an encounter, its content, the signs of what nobody sees through, and, where the game knows of
/// light, what gives it ([`Lights`](crate::ground::Lights)).
#[macro_export]
macro_rules! exchange {
    ($book:ty, $printed:literal, $read:path, $content:expr, $walls:literal $(, $lights:expr)?) => {{
        static PRINTED: ::std::sync::LazyLock<$crate::block::Printed> =
            ::std::sync::LazyLock::new(|| $crate::block::Printed::of(include_str!($printed)));
        ::skirmish_kernel::Exchange {
            walls: $walls,
            lit: |_source| {
                #[allow(unused_mut, unused_assignments, reason = "most games know of no light")]
                let mut lit = ::skirmish_kernel::Lit::default();
                $(lit = $crate::ground::lit(&$lights, _source);)?
                lit
            },
            import: |text| $crate::block::import::<$book>(&PRINTED, $read, &$content, text),
            creatures: |source| $crate::block::creatures::<$book>(&PRINTED, $read, &$content, source),
        }
    }};
}

/// Reads stat blocks out of a text; see [`Exchange::import`](skirmish_kernel::Exchange::import).
pub fn import<B: Fields>(
    printed: &'static Printed,
    read: fn(&Row) -> Loaded<B>,
    content: &'static Content,
    text: &str,
) -> Imported {
    let grammar = Grammar::new(printed, file::keys(read), content, &once::<B>());
    let pair = |creature: &str| pair::<B>(creature);
    let load = |text: &str| B::load(&Source::new("import.toml", text)).map(|loaded| numbers::<B>(&loaded.setup, 0));
    let known = grammar.creatures.clone();
    import::Book { name: B::NAME, grammar: &grammar, known: &known, pair: &pair, load: &load }.import(text)
}

/// Creatures as a table and as stat blocks; see [`Exchange::creatures`](skirmish_kernel::Exchange::creatures).
///
/// # Errors
/// Everything that is wrong with the encounter.
pub fn creatures<B: Fields>(
    printed: &'static Printed,
    read: fn(&Row) -> Loaded<B>,
    content: &'static Content,
    source: Option<&Source>,
) -> Result<Creatures, Vec<Diagnostic>> {
    let grammar = Grammar::new(printed, file::keys(read), content, &once::<B>());
    let mut printer = Printer::new(&grammar, source.is_some());
    let Some(source) = source else {
        for document in content.documents() {
            file::look(document, |row| {
                for creature in row.peek("creature") {
                    let name = creature.word("name", "").map(|word| word.to_string()).unwrap_or_default();
                    let loaded = B::load(&Source::new("pair.toml", pair::<B>(&name)));
                    printer.add(
                        &name,
                        None,
                        &creature,
                        &loaded.map(|loaded| numbers::<B>(&loaded.setup, 0)).unwrap_or_default(),
                    );
                }
            });
        }
        return Ok(printer.done());
    };
    let setup = B::load(source)?.setup;
    file::look(&Document::parse(source)?, |row| {
        let known = row.library("creature", "", "a creature", usize::MAX, content.documents(), |_| ());
        let sides = Sides::read(row, &Names::PLAIN);
        let all = encounter::combatants(row, &Names::PLAIN, &sides, &known, |one| one);
        for (at, one) in all.iter().enumerate().take(B::count(&setup)) {
            let side = sides.names.get(usize::from(one.side.0)).map_or("", String::as_str);
            printer.add(&one.name, Some(side), &one.row, &numbers::<B>(&setup, at));
        }
    });
    Ok(printer.done())
}

/// Two of a creature on open ground, with room for the largest.
fn pair<B: Encounters>(creature: &str) -> String {
    let creatures = [creature, creature].map(str::to_owned);
    B::pair(&Pairing { creatures, width: Pairing::MOST, height: Pairing::MOST, apart: Pairing::MOST / 2 })
}

/// Names that keys of files had once, and how they are called today.
fn once<B: Fields>() -> Vec<(&'static str, &'static str)> {
    let stats = B::STATS.iter().filter(|stat| stat.in_files);
    stats.flat_map(|stat| stat.once.iter().map(|once| (*once, stat.name))).collect()
}

/// The numbers of a sheet that files may have, by their keys.
fn numbers<B: Fields>(g: &B::Setup, at: usize) -> Vec<(&'static str, i64)> {
    let mut sheet = B::sheet_of(g, skirmish_kernel::Id::new(at)).clone();
    let number = |stat: &Stat<B::Sheet, B::Rules>| Some((stat.name, (stat.of)(&mut sheet).get()?));
    B::STATS.iter().filter(|stat| stat.in_files).filter_map(number).collect()
}
