//! Small helpers for the words people type: the nearest known one, unique prefixes.

/// The known word nearest to `word`, if any is near enough to be worth proposing.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().count() > 64 {
        return None;
    }
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|k| (strsim::damerau_levenshtein(&lower, &k.to_lowercase()), k))
        .filter(|(d, k)| *d <= 1 + k.chars().count() / 3)
        .min_by_key(|(d, _)| *d)
        .map(|(_, k)| k)
}

/// ` (did you mean …?)`, or nothing; never the word itself.
#[must_use]
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).filter(|known| *known != word).map_or(String::new(), |k| format!("; did you mean `{k}`?"))
}

/// The one known word that `word` is, or is a prefix of (case does not matter).
///
/// # Errors
/// The words it may stand for; empty when there is none.
pub fn complete<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Result<&'a str, Vec<&'a str>> {
    let lower = word.to_lowercase();
    let mut fits = Vec::new();
    for k in known {
        let candidate = k.to_lowercase();
        if candidate == lower {
            return Ok(k);
        }
        if !lower.is_empty() && candidate.starts_with(&lower) {
            fits.push(k);
        }
    }
    match fits.as_slice() {
        [one] => Ok(one),
        _ => Err(fits),
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
    c.is_control()
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || DIRECTIONS.contains(&c)
        || LINES.contains(&c)
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
