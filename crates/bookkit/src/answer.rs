//! Reading answers, word by word: unique prefixes suffice, and what is not understood is answered with the nearest words.

use skirmish_grid::{Board, Cell};
use skirmish_kernel::words::{complete, did_you_mean, short};
use skirmish_kernel::{Refusal, RuleId};

/// Whether an answer is allowed, and by which rule it is not.
pub type Verdict = Result<(), Refusal>;

/// Not by that rule.
///
/// # Errors
/// Always: it is what a judge says.
pub fn no(rule: RuleId, why: &'static str) -> Verdict {
    Err(Refusal::by(rule, why))
}

/// So it is, or not by that rule.
///
/// # Errors
/// Where it is not so.
pub fn must(yes: bool, rule: RuleId, why: &'static str) -> Verdict {
    if yes { Ok(()) } else { no(rule, why) }
}

/// One word of several, and nothing more.
///
/// # Errors
/// The words there are.
pub fn one<C: Clone>(words: &[&str], known: &[(&str, C)]) -> Result<C, Refusal> {
    let [first, rest @ ..] = words else {
        return Err(missing(&known.iter().map(|(word, _)| *word).collect::<Vec<_>>()));
    };
    let (word, choice) = meant(first, known)?;
    nothing_more(word, rest).map(|()| choice)
}

/// The one known word that is meant, and what it stands for.
///
/// # Errors
/// The nearest word, or all that it may mean.
pub fn meant<'a, C: Clone>(word: &str, known: &[(&'a str, C)]) -> Result<(&'a str, C), Refusal> {
    let names: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
    let word = verb(word, &names)?;
    known.iter().find(|(name, _)| *name == word).cloned().ok_or_else(|| missing(&names))
}

/// Says which words there are.
#[must_use]
pub fn missing(known: &[&str]) -> Refusal {
    Refusal::because(format!("a word is missing: {}", known.join(", ")))
}

/// The one known word that is meant.
///
/// # Errors
/// The nearest word, or all that it may mean.
pub fn verb<'a>(word: &str, known: &[&'a str]) -> Result<&'a str, Refusal> {
    complete(word, known.iter().copied()).map_err(|fits| {
        several(word, fits).unwrap_or_else(|| {
            let near = did_you_mean(word, known.iter().copied());
            let stop = if near.is_empty() { "." } else { "" };
            // Of many words the nearest is enough.
            let takes = match known {
                many if many.len() > MOST_TOLD && !near.is_empty() => String::new(),
                many if many.len() > MOST_TOLD => {
                    format!(" It takes: {}, and {} more", many[..MOST_TOLD].join(", "), many.len() - MOST_TOLD)
                }
                few => format!(" It takes: {}", few.join(", ")),
            };
            Refusal::because(format!("`{}` is no answer here{near}{stop}{takes}", short(word)))
        })
    })
}

/// So many words are told to somebody who has typed none of them.
const MOST_TOLD: usize = 12;

/// Says what a word may mean, if it may mean several things.
fn several(word: &str, mut fits: Vec<&str>) -> Option<Refusal> {
    fits.dedup();
    let many = || Refusal::because(format!("`{}` may mean {}", short(word), fits.join(", ")));
    (!fits.is_empty()).then(many)
}

/// More words than the answer has.
#[must_use]
pub fn too_much(verb: &str, rest: &[&str]) -> Refusal {
    Refusal::because(format!("`{verb}` takes nothing more, but there is `{}`", short(&rest.join(" "))))
}

/// Nothing more follows.
///
/// # Errors
/// What there is too much.
pub fn nothing_more(verb: &str, rest: &[&str]) -> Result<(), Refusal> {
    if rest.is_empty() { Ok(()) } else { Err(too_much(verb, rest)) }
}

/// The one known thing of somebody that is meant; `place` says where it would have to be: ` in hand`.
///
/// # Errors
/// The nearest of them, or all that it may mean.
pub fn own<'a>(word: &str, known: &[&'a str], owner: &str, place: &str) -> Result<&'a str, Refusal> {
    complete(word, known.iter().copied()).map_err(|fits| {
        several(word, fits).unwrap_or_else(|| {
            let near = did_you_mean(word, known.iter().copied());
            Refusal::because(format!("{owner} has no `{}`{place}{near}", short(word)))
        })
    })
}

/// The place of one of somebody's things among all of them, by name, and nothing more.
///
/// # Errors
/// What there is.
pub fn thing(owner: &str, form: &str, names: &[String], words: &[&str]) -> Result<u8, Refusal> {
    let known = || names.iter().map(String::as_str);
    let [first, rest @ ..] = words else {
        return Err(match names {
            [] => Refusal::because(format!("{owner} carries nothing")),
            names => Refusal::because(format!("`{form}` what? {}", names.join(", "))),
        });
    };
    let name = own(first, &known().collect::<Vec<_>>(), owner, "")?;
    nothing_more(name, rest)?;
    Ok(names.iter().position(|known| known == name).and_then(|at| u8::try_from(at).ok()).unwrap_or(0))
}

/// A cell: `D7`.
///
/// # Errors
/// What a cell looks like.
pub fn cell<C: Cell>(board: &Board<C>, word: &str) -> Result<C, Refusal> {
    board.parse_label(&short(word)).map_err(|wrong| Refusal::because(wrong.to_string()))
}

#[cfg(test)]
mod tests {
    use skirmish_grid::{Board, Square};

    use super::{cell, one, thing, verb};

    fn why<T: std::fmt::Debug>(result: Result<T, skirmish_kernel::Refusal>) -> String {
        result.unwrap_err().why()
    }

    #[test]
    fn a_beginning_that_fits_one_word_suffices() {
        assert_eq!(verb("st", &["step", "draw"]), Ok("step"));
        assert_eq!(why(verb("s", &["step", "stand"])), "`s` may mean step, stand");
        assert_eq!(
            why(verb("setp", &["step", "draw"])),
            "`setp` is no answer here; did you mean `step`? It takes: step, draw"
        );
        assert_eq!(one(&["y"], &[("yes", 1), ("no", 2)]), Ok(1));
        assert_eq!(why(one(&["yes", "no"], &[("yes", 1), ("no", 2)])), "`yes` takes nothing more, but there is `no`");
        assert_eq!(why(one::<i32>(&[], &[("yes", 1)])), "a word is missing: yes");
    }

    #[test]
    fn of_many_words_the_nearest_is_told_or_a_dozen() {
        let many: Vec<String> = (10..30).map(|at| format!("word-{at}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(why(verb("wrd-15", &many)), "`wrd-15` is no answer here; did you mean `word-15`?");
        let none = why(verb("fling", &many));
        assert!(none.starts_with("`fling` is no answer here. It takes: word-10, "), "{none}");
        assert!(none.ends_with("word-21, and 8 more"), "{none}");
    }

    #[test]
    fn things_and_cells() {
        let names = ["knife".to_owned(), "bow".to_owned()];
        assert_eq!(thing("Ann", "draw", &names, &["b"]), Ok(1));
        assert_eq!(why(thing("Ann", "draw", &names, &["axe"])), "Ann has no `axe`");
        assert_eq!(why(thing("Ann", "draw", &names, &[])), "`draw` what? knife, bow");
        assert_eq!(why(thing("Ann", "draw", &[], &[])), "Ann carries nothing");
        let board = Board::<Square>::new(4, 4).unwrap();
        assert_eq!(cell(&board, "B3"), Ok(Square::new(1, 2)));
        assert!(cell(&board, "Z9").is_err());
    }
}
