//! `wolf*2, guard against ogre`: an encounter of creatures that come with a game.

use skirmish_kernel::words::{list, nearest, short};
use skirmish_kernel::{Game, Id};

use crate::exit::Fault;
use crate::{board, content};

/// Cells between the two rows of combatants.
const APART: usize = 10;

/// Combatants that stand in one column, with a free cell between them.
const IN_A_COLUMN: usize = 6;

/// Some of one creature.
struct Kind {
    creature: &'static str,
    count: usize,
}

/// One who fights.
struct Fighter {
    name: String,
    creature: &'static str,
    side: &'static str,
    at: String,
}

/// An encounter as a file: the creatures that are named, side against side on open ground.
///
/// Kinds are parted by commas, sides by `against`; without that word the first kind stands against all others.
///
/// # Errors
/// What cannot be read, or no such creature.
pub(super) fn encounter(game: &'static dyn Game, text: &str) -> Result<String, Fault> {
    let sides = sides(game, text)?;
    let names = ["heroes", "foes"];
    let most = sides.iter().map(|kinds| kinds.iter().map(|kind| kind.count).sum::<usize>()).max().unwrap_or(0);
    let columns = most.div_ceil(IN_A_COLUMN);
    let (width, height) = (APART + 2 * (1 + 2 * columns), 1 + 2 * most.clamp(3, IN_A_COLUMN));
    let mut fighters: Vec<Fighter> = Vec::new();
    for (at, (kinds, side)) in sides.iter().zip(names).enumerate() {
        let all = kinds.iter().flat_map(|kind| (0..kind.count).map(move |nth| (kind, nth)));
        for (place, (kind, nth)) in all.enumerate() {
            let column = 1 + 2 * (place / IN_A_COLUMN);
            let column = if at == 0 { column } else { width - 1 - column };
            let row = 2 + 2 * (place % IN_A_COLUMN);
            let numbered = (kind.count > 1).then_some(nth + 1);
            let name = free_name(kind.creature, numbered, &fighters);
            fighters.push(Fighter {
                name,
                creature: kind.creature,
                side,
                at: format!("{}{row}", board::letters(column)),
            });
        }
    }
    Ok(written(game, &fighters, (width, height)))
}

fn sides(game: &'static dyn Game, text: &str) -> Result<Vec<Vec<Kind>>, Fault> {
    // `against wolf` says that somebody is missing.
    let words = format!(" {} ", text.split_whitespace().collect::<Vec<_>>().join(" "));
    let split: Vec<&str> = words.split(" against ").collect();
    let sides: Vec<Vec<Kind>> = match split.as_slice() {
        [one] => {
            let mut kinds = kinds(game, one)?.into_iter();
            vec![kinds.next().into_iter().collect(), kinds.collect()]
        }
        [_, _] => split.iter().map(|side| kinds(game, side)).collect::<Result<_, _>>()?,
        _ => return Err(Fault::with_help("more than two sides", "one `against` parts them; the file can have more")),
    };
    if sides.iter().any(Vec::is_empty) {
        let message = format!("`{}` fights against nobody", short(text));
        return Err(Fault::with_help(message, "two kinds at least: --from \"wolf*2, guard\", or wolf*2 against wolf"));
    }
    let all: usize = sides.iter().flatten().map(|kind| kind.count).sum();
    if all > Id::MOST {
        let message = format!("{all} combatants");
        return Err(Fault::with_help(message, format!("at most {} can fight one battle", Id::MOST)));
    }
    Ok(sides)
}

/// `wolf*2, guard`
fn kinds(game: &'static dyn Game, text: &str) -> Result<Vec<Kind>, Fault> {
    let known = content::names(game, "creature");
    let kind = |text: &str| {
        let (name, count) = text.split_once(['*', '×']).unwrap_or((text, "1"));
        let (name, count) = (name.trim(), count.trim());
        let count = count.parse::<usize>().ok().filter(|count| (1..=Id::MOST).contains(count)).ok_or_else(|| {
            let help = format!("a number from 1 to {} stands behind the star: wolf*2", Id::MOST);
            Fault::with_help(format!("`{}` is no number of creatures", short(count)), help)
        })?;
        let found = known.iter().find(|known| known.eq_ignore_ascii_case(name));
        let creature = *found.ok_or_else(|| {
            let near = nearest(name, known.iter().copied());
            let part: Vec<&str> =
                known.iter().copied().filter(|known| !name.is_empty() && known.contains(name)).collect();
            let near = match (near, part.as_slice()) {
                (Some(near), _) => format!("did you mean `{near}`? "),
                (None, []) => String::new(),
                (None, part) => format!("there are {}; ", list(part)),
            };
            let help = format!("{near}`skirmish content {}` lists all", game.name());
            Fault::with_help(format!("{} has no creature `{}`", game.title(), short(name)), help)
        })?;
        Ok(Kind { creature, count })
    };
    text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(kind).collect()
}

/// `Wolf`, or `Wolf-2` of several.
fn free_name(creature: &str, number: Option<usize>, taken: &[Fighter]) -> String {
    let name = crate::story::capital(creature);
    let numbered = |number: usize| format!("{name}-{number}");
    let is_free = |name: &String| taken.iter().all(|fighter| fighter.name != *name);
    let wanted = number.map_or(name.clone(), numbered);
    if is_free(&wanted) { wanted } else { (1..).map(numbered).find(is_free).unwrap_or(wanted) }
}

fn written(game: &dyn Game, fighters: &[Fighter], (width, height): (usize, usize)) -> String {
    let of = |side: &str| {
        let of_side = fighters.iter().filter(|fighter| fighter.side == side);
        of_side.map(|fighter| fighter.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let mut text = format!(
        "# {} against {}. Change anything: where they stand, what they carry, the ground.\n\
         # `skirmish content {} NAME` shows what a creature has; any of its figures may be said here, too.\n\
         rulebook = \"{}\"\n\
         title = \"A fight\"\n\n\
         [map]                           # or draw it: `skirmish new {}` shows how\n\
         width = {width}\n\
         height = {height}\n",
        of("heroes"),
        of("foes"),
        game.name(),
        game.name(),
        game.name(),
    );
    for fighter in fighters {
        text.push_str(&format!(
            "\n[[combatant]]\nname = \"{}\"\ncreature = \"{}\"\nside = \"{}\"\nat = \"{}\"\n",
            fighter.name, fighter.creature, fighter.side, fighter.at
        ));
    }
    text
}
