//! `Goblin 3` for Goblin-3: the name of one of several, as people say it.

/// The line with the names of numbered people as they are written. Where somebody is called by the name alone, `Goblin`, a
/// number behind it is no part of it.
pub(super) fn as_written(line: &str, names: &[String]) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let mut written: Vec<String> = Vec::with_capacity(words.len());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let joined = words.get(at + 1).and_then(|number| one_of_several(word, number, names));
        at += if joined.is_some() { 2 } else { 1 };
        written.push(joined.unwrap_or_else(|| (*word).to_owned()));
    }
    written.join(" ")
}

/// `Goblin-3.hp` of `goblin` and `3.hp`.
fn one_of_several(word: &str, number: &str, names: &[String]) -> Option<String> {
    let digits = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    let (digits, rest) = number.split_at(digits);
    // What follows a name is no part of a word: `3d6` is none.
    if digits.is_empty() || rest.starts_with(char::is_alphanumeric) || names.iter().any(|name| is(name, word)) {
        return None;
    }
    let called = |name: &&String| {
        let alone = name.strip_suffix(digits).map(|base| base.trim_end_matches(['-', '_']));
        alone.is_some_and(|base| is(base, word))
    };
    names.iter().find(called).map(|name| format!("{name}{rest}"))
}

fn is(name: &str, word: &str) -> bool {
    name.eq_ignore_ascii_case(word)
}

#[cfg(test)]
mod tests {
    use super::as_written;

    #[test]
    fn one_of_several_is_called_by_its_number() {
        let names = ["Goblin-1", "Goblin-13", "Imp3", "Wolf", "Wolf-2"].map(str::to_owned);
        for (line, written) in [
            ("blade at goblin 1", "blade at Goblin-1"),
            ("Goblin 13: pass", "Goblin-13: pass"),
            ("gm Goblin 1.hp = 3", "gm Goblin-1.hp = 3"),
            ("imp 3", "Imp3"),
            // There is no third goblin, and a wolf of that name is another one.
            ("goblin 3", "goblin 3"),
            ("bite Wolf 2", "bite Wolf 2"),
            ("goblin 1d6", "goblin 1d6"),
            ("roll Goblin 1 4 6", "roll Goblin-1 4 6"),
            ("", ""),
        ] {
            assert_eq!(as_written(line, &names), written);
        }
    }
}
