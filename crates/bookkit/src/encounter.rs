//! What all encounters share: whose book they are, title, sides, and the combatants with their names and places.

mod combatants;
mod places;

use skirmish_kernel::transcript::MAX_LINE;
use skirmish_kernel::words::short;
use skirmish_kernel::{Diagnostic, Encounters, Id, Ids, Side, Source};

pub use combatants::{Combatant, combatants, everybody_named};
pub use places::Places;

use crate::file::{self, Document, Row, Shape, Word};

/// The most rounds an encounter may ask for.
pub const MOST_ROUNDS: i64 = 100_000;

/// Reads an encounter of a book by one function.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read<T>(source: &Source, book: &str, by: impl FnOnce(&Row) -> T) -> Result<T, Vec<Diagnostic>> {
    if source.part().trim().is_empty() {
        let empty = source.error(0..0, "the encounter is empty");
        return Err(vec![empty.help(format!("`skirmish new {book}` prints one to begin with"))]);
    }
    let longer = longer_lines(source);
    if !longer.is_empty() {
        return Err(longer);
    }
    file::read(&Document::parse(source)?, by)
}

/// Lines that no save could hold: the encounter stands in it as it is.
fn longer_lines(source: &Source) -> Vec<Diagnostic> {
    let mut at = 0;
    let lines = source.part().split_inclusive('\n').map(|line| {
        at += line.len();
        at - line.len()..at
    });
    let wrong = |line| {
        let message = format!("a line of more than {MAX_LINE} bytes");
        source.error(line, message).help("lists and texts in three quotes may go on in the next line")
    };
    lines.filter(|line| line.len() > MAX_LINE).map(wrong).collect()
}

/// [`Encounters`](skirmish_kernel::Encounters) of a book whose setup has a `title`, `sides`, and `sheets` with `name` and
/// `side`: its type, its name in files, who reads one (what follows from it is [derived](crate::fields::Fields::derive) then), and who is
/// there in a state ([`everybody`]). What else is to be said stands in braces.
#[macro_export]
macro_rules! encounters {
    ($book:ty, $name:literal, $read:expr, $present:expr $(, { $($more:tt)* })?) => {
        impl ::skirmish_kernel::Encounters for $book {
            const NAME: &'static str = $name;

            $($($more)*)?

            fn load(
                source: &::skirmish_kernel::Source,
            ) -> Result<::skirmish_kernel::Loaded<Self>, Vec<::skirmish_kernel::Diagnostic>> {
                let mut loaded = $crate::encounter::read(source, $name, $read)?;
                <$book as $crate::fields::Fields>::derive(&mut loaded.setup);
                Ok(loaded)
            }

            fn title(g: &<Self as ::skirmish_kernel::Rulebook>::Setup) -> &str {
                &g.title
            }

            fn count(g: &<Self as ::skirmish_kernel::Rulebook>::Setup) -> usize {
                g.sheets.len()
            }

            fn present(
                g: &<Self as ::skirmish_kernel::Rulebook>::Setup,
                s: &<Self as ::skirmish_kernel::Rulebook>::State,
            ) -> ::skirmish_kernel::Ids {
                $present(g, s)
            }

            fn name(g: &<Self as ::skirmish_kernel::Rulebook>::Setup, id: ::skirmish_kernel::Id) -> &str {
                g.sheets.get(id.index()).map_or("", |sheet| &sheet.name)
            }

            fn rename(g: &mut <Self as ::skirmish_kernel::Rulebook>::Setup, id: ::skirmish_kernel::Id, name: String) {
                if let Some(sheet) = g.sheets.get_mut(id.index()) {
                    sheet.name = name;
                }
            }

            fn sides(g: &<Self as ::skirmish_kernel::Rulebook>::Setup) -> &[String] {
                &g.sides
            }

            fn side(
                g: &<Self as ::skirmish_kernel::Rulebook>::Setup,
                id: ::skirmish_kernel::Id,
            ) -> ::skirmish_kernel::Side {
                g.sheets.get(id.index()).map_or(::skirmish_kernel::Side(0), |sheet| sheet.side)
            }
        }
    };
}

/// Everybody is there from the beginning to the end, for books in which nobody comes or goes.
pub fn everybody<B: Encounters>(g: &B::Setup, _: &B::State) -> Ids {
    (0..B::count(g)).map(Id::new).collect()
}

/// The head of an encounter.
#[derive(Clone, Debug)]
pub struct Head {
    /// On one line.
    pub title: String,
    /// The situation in a few sentences; empty where nothing is said.
    pub about: String,
    /// Seed of the dice, when nobody names another.
    pub seed: Option<u64>,
    /// Rounds after which an undecided fight ends.
    pub most_rounds: u32,
}

/// Reads the head of an encounter of `book`.
#[must_use]
pub fn head(row: &Row, book: &str) -> Head {
    let rulebook = row.word("rulebook", "The game, as the command line calls it.");
    row.needs(&["rulebook"]);
    if let Some(other) = rulebook.filter(|word| **word != *book) {
        let message = format!("this is an encounter of `{}`", short(&other));
        row.reader().wrong(&other.place, message, format!("for this rulebook write `rulebook = \"{book}\"`"));
    }
    let include =
        "Files whose tables belong to this one as if they stood here: creatures, weapons, members of a party.";
    if row.words("include", include).is_some_and(|files| !files.is_empty()) {
        let place = row.place_of("include").unwrap_or_else(|| row.place());
        let help = "only an encounter in a file of its own includes others; write their tables here";
        row.reader().wrong(&place, "no file is read from here", help);
    }
    let rounds = "Rounds after which an undecided fight ends; 100 by default.";
    Head {
        title: row.line("title", "Title of the encounter.").unwrap_or_else(|| "A fight".into()),
        about: row.line("about", "The situation in a few sentences.").unwrap_or_default(),
        seed: row.number("seed", "Seed of the dice, when nobody names another.", 0..=i64::MAX),
        most_rounds: row.number("most_rounds", rounds, 1..=MOST_ROUNDS).unwrap_or(100),
    }
}

/// A book's rules as printed, with the house rules of a file: `get` and `set` are those of a catalogue's `Rules`.
pub fn house_rules<R: Default>(
    row: &Row,
    book: &str,
    get: fn(&R, &str) -> Option<String>,
    set: fn(&mut R, &str, &str) -> Result<(), String>,
) -> R {
    let mut rules = R::default();
    let setting = || Shape::Either(vec![Shape::Number(i64::from(i32::MIN), i32::MAX.into()), Shape::Text]);
    for (name, value) in row.names("rules", "House rules: switches and numbers by name.", &setting) {
        if let Some(inner) = value.first_key() {
            let help = format!("a name with a dot stands in quotes: `\"{name}.{inner}\" = …`", name = &*name);
            row.reader().wrong(&name.place, format!("`{}` is no house rule", short(&name)), help);
            continue;
        }
        let Some(text) = value.setting() else { continue };
        if let Err(why) = set(&mut rules, &name, &text) {
            let place = if get(&rules, &name).is_some() { &value.place } else { &name.place };
            row.reader().wrong(place, why, format!("`skirmish rules {book} --switches` lists all house rules"));
        }
    }
    rules
}

/// Words by which nobody can be called, and an example of a name, as advice tells it.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// Words of the notation.
    pub reserved: &'static [&'static str],
    /// ``such as `gm`, `at` or `head` ``
    pub such_as: &'static str,
    /// ``for example `Maud` or `Goblin-3` ``
    pub example: &'static str,
    /// Signs that mean something on a drawn board, and are nobody's letter.
    pub signs: &'static str,
}

/// Who looks on, besides sides and creatures: nobody else is called so.
const VIEWERS: [&str; 2] = ["gm", "spectator"];

impl Names {
    /// For a game whose notation has no words in which a name could be taken for something else.
    pub const PLAIN: Self = Self {
        reserved: &["gm", "roll", "expect", "all", "none", "rules", "round", "turn", "order"],
        such_as: "such as `gm` or `round`",
        example: "for example `Hob` or `Wolf-2`",
        signs: "",
    };

    /// Is this a name that notation can carry, and that means nobody else where a viewer is named?
    ///
    /// # Errors
    /// What a name looks like.
    pub fn check(&self, name: &str) -> Result<(), String> {
        let wrong = |why: &str| Err(format!("`{}` cannot be a name: {why}", short(name)));
        if self.reserved.iter().chain(&VIEWERS).any(|word| word.eq_ignore_ascii_case(name)) {
            return wrong("it is a word of the notation");
        }
        if name.chars().count() > 32 {
            return wrong("it has more than 32 characters");
        }
        let fits = name.chars().next().is_some_and(char::is_alphabetic)
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '\'' | '_'));
        if fits {
            return Ok(());
        }
        wrong(&format!(
            "one word of letters, digits, -, _ and ', beginning with a letter, at most 32 long, and no word of the notation {}",
            self.such_as
        ))
    }

    /// A letter for the board that is not `taken`, and that is no sign of the ground.
    #[must_use]
    pub fn letter(&self, name: &str, taken: impl Fn(char) -> bool) -> char {
        // Of several alike each is drawn by its number: `Imp3`, `Imp-3`.
        let number = name.chars().next_back().filter(char::is_ascii_digit);
        let number = number.filter(|_| !name.chars().rev().nth(1).is_some_and(|c| c.is_ascii_digit()));
        let letters = name.chars().flat_map(char::to_uppercase).filter(char::is_ascii_alphanumeric);
        let own = number.into_iter().chain(letters);
        let others = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain("&@$?!+<>^|/:;=%".chars());
        own.chain(others).find(|c| !self.signs.contains(*c) && !taken(*c)).unwrap_or('?')
    }
}

/// Sides in the order named at the top, or by the combatants.
#[derive(Clone, Debug, Default)]
pub struct Sides {
    /// Their names.
    pub names: Vec<String>,
    /// For each side, a bit for each other one that it does not fight.
    pub allies: Vec<u64>,
}

impl Sides {
    /// Reads the keys `sides` and `allied`, and the sides of all combatants.
    #[must_use]
    pub fn read(row: &Row, names: &Names) -> Self {
        let about = "Names of the sides in their order; otherwise in the order in which combatants name them.";
        let listed = row.words("sides", about).unwrap_or_default();
        let check = |side: &Word| {
            let fits = names.check(side);
            if let Err(why) = &fits {
                row.reader().wrong(&side.place, why, "a side is one word, for example `heroes`");
            }
            fits.is_ok()
        };
        let mut all: Vec<String> = Vec::new();
        for side in &listed {
            check(side);
            if all.iter().any(|known| **known == **side) {
                row.reader().wrong(&side.place, format!("the side `{}` stands here twice", short(side)), "");
            } else {
                all.push(side.to_string());
            }
        }
        for side in combatants::everybodys_side(row) {
            if all.iter().any(|known| **known == *side) {
                continue;
            }
            if !listed.is_empty() {
                row.reader().find("side", &side, &all);
            } else if check(&side) {
                all.push(side.to_string());
            }
        }
        if all.len() > Id::MOST {
            let message = format!("{} sides", all.len());
            row.reader().wrong(&row.place(), message, format!("at most {}", Id::MOST));
            all.truncate(Id::MOST);
        }
        Self { allies: vec![0; all.len()], names: all }
    }

    /// Reads the key `allied`: groups of sides that do not fight each other.
    pub fn read_allies(&mut self, row: &Row) {
        for group in row.word_lists("allied", "Groups of sides that do not fight each other.") {
            let found = group.iter().filter_map(|word| row.reader().find("side", word, &self.names));
            let found: Vec<usize> = found.collect();
            let bits = found.iter().filter(|side| **side < 64).fold(0u64, |bits, side| bits | 1 << side);
            found.iter().for_each(|side| self.allies[*side] |= bits & !(1 << side));
        }
    }

    /// The side that is called so.
    #[must_use]
    pub fn find(&self, name: &str) -> Side {
        let at = self.names.iter().position(|side| side == name);
        Side(at.and_then(|at| u8::try_from(at).ok()).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use skirmish_kernel::Source;

    use std::cell::Cell;

    use super::{Names, Sides, combatants, read};
    use crate::file::Entry;

    #[test]
    fn a_line_is_no_longer_than_in_a_save() {
        let wrong = |length| {
            let text = format!("rulebook = \"x\"\n# {}\n", "-".repeat(length));
            read(&Source::new("t", text), "x", |row| drop(row.word("rulebook", "")))
                .map_err(|wrong| wrong[0].to_string())
        };
        assert_eq!(wrong(65_533), Ok(()));
        assert!(wrong(65_534).is_err_and(|why| why.starts_with("t:2:1: a line of more than 65536 bytes (")));
    }

    /// How many combatants are looked at, and what is said of the file.
    fn looked_at(text: String) -> (usize, Vec<String>) {
        let looked_at = Cell::new(0);
        let wrong = read(&Source::new("t", text), "x", |row| {
            drop(row.word("rulebook", ""));
            let sides = Sides::read(row, &Names::PLAIN);
            let known: &[Entry<()>] = &[];
            combatants(row, &Names::PLAIN, &sides, known, |_| looked_at.set(looked_at.get() + 1)).len()
        });
        (looked_at.get(), wrong.map_or_else(|wrong| wrong.iter().map(ToString::to_string).collect(), |_| Vec::new()))
    }

    #[test]
    fn of_many_more_than_can_fight_one_too_many_is_looked_at() {
        let goblins = "[[combatant]]\nname = 'G'\nside = 's'\nat = 'A1'\ncount = 64\n";
        let (read, wrong) = looked_at(format!("rulebook = 'x'\n{}", goblins.repeat(10)));
        assert_eq!(read, 65);
        let expected = "t:8:8: more combatants than can be told apart (at most 64 can fight one battle)";
        assert!(wrong.iter().any(|wrong| wrong == expected), "{wrong:#?}");
        // A party of many is no different, and whoever comes behind it is no party of nobody.
        let member = |nth| format!("[[member]]\nname = 'M{nth}'\nside = 's'\n");
        let members: String = (0..100).map(member).collect();
        let party = "[[combatant]]\nparty = 's'\nat = 'A1'\n";
        let (read, wrong) = looked_at(format!("rulebook = 'x'\n{}{members}", party.repeat(3)));
        assert_eq!(read, 65);
        assert!(wrong.iter().all(|wrong| !wrong.contains("is left to come")), "{wrong:#?}");
    }

    #[test]
    fn a_letter_fits_its_name() {
        let letter = |name: &str, taken: &str| Names::PLAIN.letter(name, |letter| taken.contains(letter));
        assert_eq!([letter("Imp", ""), letter("Imp", "I"), letter("Imp", "IMP")], ['I', 'M', 'A']);
        // Of several alike each by its number.
        assert_eq!([letter("Imp3", ""), letter("Imp-3", "I"), letter("Imp3", "3")], ['3', '3', 'I']);
        assert_eq!(letter("Imp12", ""), 'I', "a number of two digits is no letter");
        let heights = Names { signs: "0123456789", ..Names::PLAIN };
        assert_eq!(heights.letter("Imp3", |_| false), 'I', "it would be taken for a height");
    }
}
