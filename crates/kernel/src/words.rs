//! Small helpers for the words people type: the nearest known one, unique prefixes.

/// The known word nearest to `word`, if any is near enough to be worth proposing.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().count() > 64 {
        return None;
    }
    let lower = word.to_lowercase();
    known
        .into_iter()
        // Longer ones are too far away from 64 characters, and dear to compare.
        .filter(|k| k.len() <= 400)
        .map(|k| (strsim::damerau_levenshtein(&lower, &k.to_lowercase()), k))
        .filter(|(d, k)| *d <= 1 + k.chars().count() / 3)
        .min_by_key(|(d, _)| *d)
        .map(|(_, k)| k)
}

/// ``; did you mean `…`?``, or nothing; never the word itself.
#[must_use]
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).filter(|known| *known != word).map_or(String::new(), |k| format!("; did you mean `{k}`?"))
}

/// The one known word that `word` is, or is a prefix of (case does not matter).
///
/// # Errors
/// The words it may stand for; empty when there is none.
pub fn complete<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Result<&'a str, Vec<&'a str>> {
    let mut fits = Vec::new();
    for k in known {
        if same(word, k) {
            return Ok(k);
        }
        if !word.is_empty() && begins(word, k) {
            fits.push(k);
        }
    }
    match fits.as_slice() {
        [one] => Ok(one),
        _ => Err(fits),
    }
}

/// Are these the same word (case does not matter)?
#[inline]
#[must_use]
pub fn same(word: &str, other: &str) -> bool {
    !parts_at_once(word, other) && is_same(word, other)
}

fn is_same(word: &str, other: &str) -> bool {
    match word.is_ascii() && other.is_ascii() {
        true => word.eq_ignore_ascii_case(other),
        false => word.to_lowercase() == other.to_lowercase(),
    }
}

/// Do two words begin with different letters of English? Most do, and need not be looked at further.
#[inline]
fn parts_at_once(word: &str, other: &str) -> bool {
    let (Some(one), Some(other)) = (word.bytes().next(), other.bytes().next()) else { return false };
    one.is_ascii() && other.is_ascii() && !one.eq_ignore_ascii_case(&other)
}

/// Is a word a prefix of another one (case does not matter)?
fn begins(word: &str, other: &str) -> bool {
    if parts_at_once(word, other) {
        return false;
    }
    match word.is_ascii() && other.is_ascii() {
        true => other.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)),
        false => other.to_lowercase().starts_with(&word.to_lowercase()),
    }
}

/// Joins with commas and a last `and`.
#[must_use]
pub fn list<S: AsRef<str>>(items: &[S]) -> String {
    joined(items, "and")
}

/// Joins with commas and a last `or`.
#[must_use]
pub fn either<S: AsRef<str>>(items: &[S]) -> String {
    joined(items, "or")
}

fn joined<S: AsRef<str>>(items: &[S], last_word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} {last_word} {}", rest.join(", "), last.as_ref())
        }
    }
}

/// Cuts a hostile or merely long text for display, with an ellipsis, and makes characters visible that steer a terminal.
#[must_use]
pub fn short(text: &str) -> String {
    visible(text, 60)
}

/// Does a character steer, instead of being shown: a terminal, or the direction in which a line is written?
#[must_use]
pub fn steers(c: char) -> bool {
    const DIRECTIONS: [char; 3] = ['\u{61c}', '\u{200e}', '\u{200f}'];
    const LINES: [char; 3] = ['\u{2028}', '\u{2029}', '\u{feff}'];
    c.is_control() || turns(c) || DIRECTIONS.contains(&c) || LINES.contains(&c)
}

/// Does a character turn the direction in which everything behind it is written? Texts of every alphabet are read without it.
#[must_use]
pub fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text without characters that [turn](turns) what stands beside it: names, titles and notes are shown among other words.
#[must_use]
pub fn unturned(text: &str) -> String {
    text.chars().filter(|c| !turns(*c)).collect()
}

/// A text of at most `longest` characters, then an ellipsis, with characters that [steer](steers) made visible.
#[must_use]
pub fn visible(text: &str, longest: usize) -> String {
    let mut out = String::new();
    for (i, c) in text.chars().enumerate() {
        if i == longest {
            out.push('…');
            break;
        }
        if steers(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// The first word of a text; empty where there is none.
#[must_use]
pub fn first(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

#[cfg(feature = "unit-tests")]
pub(crate) mod tests {
    use super::{begins, complete, same, unturned};

    pub fn what_turns_a_line_is_taken_out() {
        assert_eq!(unturned("\u{202e}Ann\u{2066} of \u{5d0}\u{200f}"), "Ann of \u{5d0}\u{200f}");
    }

    /// As with both in small letters, of words of every alphabet.
    pub fn case_does_not_matter() {
        let words = [
            "",
            "k",
            "K",
            "\u{212a}",
            "Kelvin",
            "kel",
            "\u{c4}rmel",
            "\u{e4}rm",
            "\u{130}",
            "i",
            "I\u{307}",
            "\u{1e9e}",
            "\u{df}",
            "ka\u{c4}",
            "KA\u{e4}x",
        ];
        for (word, other) in words.iter().flat_map(|word| words.iter().map(move |other| (word, other))) {
            let (small, large) = (word.to_lowercase(), other.to_lowercase());
            assert_eq!(same(word, other), small == large, "{word:?} {other:?}");
            assert_eq!(begins(word, other), large.starts_with(&small), "{word:?} {other:?}");
        }
    }

    pub fn a_whole_word_is_meant_before_those_that_begin_so() {
        assert_eq!(complete("KA", ["kayak", "Ka", "ka"]), Ok("Ka"));
        assert_eq!(complete("k", ["kayak", "Ka"]), Err(vec!["kayak", "Ka"]));
        assert_eq!(complete("", ["kayak"]), Err(Vec::new()));
    }
}
