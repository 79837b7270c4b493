//! What a value of an encounter is before anything is added to it.

use skirmish_kernel::{Battle, Diagnostic, Game, Source};
use toml_edit::{DocumentMut, Item};

use crate::edit;
use crate::path::{Path, Step};

/// Why a value is not known.
pub(crate) enum Unknown {
    /// The book has no such key or entry, says why, and may know what is meant.
    Nothing(String, Option<String>),
    /// It has, and its value is no number, or stands nowhere.
    Value(String),
}

/// Reads it where it stands: in the file; in the entry (of the file, else of what comes with the game) from which it is
/// taken; or in the battle. What does not stand in the file itself is believed only if writing it there changes nothing.
///
/// # Errors
/// Why it is not known.
pub(crate) fn number(
    game: &dyn Game,
    source: &Source,
    document: &DocumentMut,
    path: &Path,
) -> Result<toml::Value, Unknown> {
    if let Some(item) = edit::get(document, path) {
        let no_number = || Unknown::Value(format!("`{path}` is no number, so nothing can be added to it"));
        return as_number(item).ok_or_else(no_number);
    }
    let no_battle = |_| Unknown::Value("the encounter cannot be opened".to_owned());
    let battle = game.open(source, None).map_err(no_battle)?;
    let mut guesses: Vec<toml::Value> = from_entries(game, document, path).into_iter().collect();
    guesses.extend(from_battle(&*battle, path));
    let fits = |guess: &toml::Value| {
        let mut document = document.clone();
        edit::set(&mut document, path, guess).is_ok() && {
            let changed = Source::new(source.name.clone(), document.to_string());
            game.open(&changed, None).is_ok_and(|changed| are_alike(&*battle, &*changed))
        }
    };
    let unknown = || match refused(game, source, document, path) {
        Some(wrong) => Unknown::Nothing(wrong.message, wrong.help),
        None => Unknown::Value(format!("`{path}` does not stand in the encounter, and its value is not known")),
    };
    guesses.into_iter().find(fits).ok_or_else(unknown)
}

/// What the book has against a key or an entry of the path, whatever is written there: what it says of a number is said of a truth
/// value too, of one of the words of the path.
fn refused(game: &dyn Game, source: &Source, document: &DocumentMut, path: &Path) -> Option<Diagnostic> {
    let with = |value: toml::Value| {
        let mut document = document.clone();
        edit::set(&mut document, path, &value).ok()?;
        let wrong = game.open(&Source::new(source.name.clone(), document.to_string()), None).err()?;
        wrong.into_iter().find(|wrong| {
            let word = wrong.source.text.get(wrong.span.clone()).unwrap_or("").trim_matches(['"', '\'']);
            path.steps().iter().any(|step| step.key == word || step.pick.as_deref() == Some(word))
        })
    };
    let (number, truth) = (with(1.into())?, with(true.into())?);
    (number.message == truth.message).then_some(number)
}

/// Does every field of both battles read alike?
fn are_alike(one: &dyn Battle, other: &dyn Battle) -> bool {
    let paths = one.paths();
    paths == other.paths() && paths.iter().all(|path| one.read(path).ok() == other.read(path).ok())
}

/// The value in the entry that a combatant is made from: of `creature = "wolf"`, the `[[creature]]` of that name.
fn from_entries(game: &dyn Game, document: &DocumentMut, path: &Path) -> Option<toml::Value> {
    let (first, rest) = path.steps().split_first()?;
    let combatant = edit::enter(document.as_table(), first)?;
    let files = game.content().iter().filter_map(|file| file.text.parse::<DocumentMut>().ok());
    let files: Vec<DocumentMut> = std::iter::once(document.clone()).chain(files).collect();
    for (key, item) in combatant.iter() {
        let Some(name) = item.as_str() else { continue };
        let mut steps = vec![Step { key: key.to_owned(), pick: Some(name.to_owned()) }];
        steps.extend(rest.iter().cloned());
        let entry = Path::of(steps);
        if let Some(found) = files.iter().find_map(|file| edit::get(file, &entry).and_then(as_number)) {
            return Some(found);
        }
    }
    None
}

/// What the battle says of it, under the names by which it may know it: `Ash.hp`, `Ash.parry.rapier`.
fn from_battle(battle: &dyn Battle, path: &Path) -> Vec<toml::Value> {
    let mut words: Vec<&str> = Vec::new();
    for (at, step) in path.steps().iter().enumerate() {
        if at > 0 || step.pick.is_none() {
            words.push(&step.key);
        }
        words.extend(step.pick.as_deref());
    }
    let mut names = vec![words.join(".")];
    // A value of a weapon is called value.weapon in play.
    if let [who, _, entry, key] = words.as_slice() {
        names.push(format!("{who}.{key}.{entry}"));
    }
    let read = |name: &String| battle.read(name).ok().and_then(|text| text.parse::<i64>().ok());
    names.iter().filter_map(read).map(toml::Value::Integer).collect()
}

fn as_number(item: &Item) -> Option<toml::Value> {
    let whole = item.as_integer().map(toml::Value::Integer);
    whole.or_else(|| item.as_float().filter(|number| number.is_finite()).map(toml::Value::Float))
}

/// The sum of two numbers; whole numbers stay whole.
///
/// # Errors
/// When it is too large for any number.
pub(crate) fn sum(base: &toml::Value, more: &toml::Value) -> Result<toml::Value, String> {
    use toml::Value::{Float, Integer};
    let sum = match (base, more) {
        (Integer(base), Integer(more)) => base.checked_add(*more).map(Integer),
        (base, more) => {
            let sum = crate::scale::number(base).zip(crate::scale::number(more)).map(|(base, more)| base + more);
            sum.filter(|sum| sum.is_finite()).map(|sum| Float((sum * 1e9).round() / 1e9))
        }
    };
    sum.ok_or_else(|| format!("{base} and {more} are more than any number here"))
}
