//! What a line may be completed to, word by word.

use super::table::Table;
use super::{command, settings};

/// The most words that are offered.
const MOST: usize = 200;

/// Everything that may be typed now, as whole lines; a line that ends with a blank goes on with anything.
#[derive(Default)]
pub(super) struct Known {
    lines: Vec<String>,
}

impl Known {
    pub(super) fn add(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    pub(super) fn extend(&mut self, lines: impl IntoIterator<Item = String>) {
        self.lines.extend(lines);
    }

    /// Where the word begins that is being typed, and what it may become.
    pub(super) fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let from =
            line.rfind(char::is_whitespace).map_or(0, |at| at + line[at..].chars().next().map_or(1, char::len_utf8));
        let start = line.len() - line.trim_start().len();
        let typed = line[start..].to_lowercase();
        let mut found: Vec<String> = Vec::new();
        for known in &self.lines {
            let fits = known.get(..typed.len()).is_some_and(|head| head.to_lowercase() == typed);
            if !fits || found.len() >= MOST {
                continue;
            }
            // From the beginning of the running word to the next blank.
            let Some(rest) = known.get(from.saturating_sub(start)..) else { continue };
            let end = rest.find(char::is_whitespace).map_or(rest.len(), |at| at + 1);
            let word = rest[..end].to_owned();
            if !word.is_empty() && !found.contains(&word) {
                found.push(word);
            }
        }
        (from, found)
    }
}

/// Everything that may be typed now.
pub(super) fn known(table: &Table<'_>) -> Known {
    let mut known = Known::default();
    if let Some(awaited) = table.asked().awaited() {
        known.extend(awaited.choices.iter().map(|choice| choice.text.clone()));
        for who in &awaited.who {
            known.extend(awaited.choices.iter().map(|choice| format!("{who}: {choice}")));
        }
        if awaited.who.len() > 1 {
            known.extend(awaited.choices.iter().map(|choice| format!("all: {choice}")));
        }
        known.extend(awaited.choices.iter().flat_map(|choice| [format!("? {choice}"), format!("odds {choice}")]));
    }
    let seen = table.seen();
    let tokens = seen.view().tokens;
    let sides = table.battle.sides();
    command::complete(&mut known, table.game);
    for token in &tokens {
        known.add(format!("sheet {}", token.name));
        known.add(format!("who {}", token.name));
        known.add(format!("gm remove {}", token.name));
    }
    known.extend(sides.iter().map(|side| format!("gm end {side}")));
    known.extend(["goto end", "log all", "usual all", "roll "].map(str::to_owned));
    // Who is not to be seen is not to be guessed from what may be typed.
    for path in seen.paths() {
        known.add(format!("read {path}"));
        let values = seen.values(&path);
        for value in &values {
            known.extend(["=", "+=", "-="].map(|op| format!("gm {path} {op} {value}")));
        }
        if values.is_empty() {
            known.add(format!("gm {path} "));
        }
    }
    known.extend(seen.edicts().iter().map(|(form, _)| format!("gm {}", typed_as_it_stands(form))));
    let scopes = sides.iter().cloned().chain(tokens.into_iter().map(|token| token.name)).chain(["all".to_owned()]);
    for scope in scopes {
        known.extend(table.settings.seats.words().iter().map(|word| format!("seat {scope} {word}")));
        known.extend(["typed", "rolled"].map(|word| format!("dice {scope} {word}")));
    }
    known.extend(sides.iter().map(|side| format!("view {side}")));
    known.extend(settings::words());
    known
}

/// Of a form (`add CREATURE as NAME`) what is typed as it stands: what comes then is somebody's to say.
fn typed_as_it_stands(form: &str) -> String {
    let is_said = |word: &&str| word.chars().all(|c| c.is_ascii_uppercase());
    let fixed: Vec<&str> = form.split(' ').take_while(|word| !is_said(word)).collect();
    let more = if form.split(' ').count() > fixed.len() { " " } else { "" };
    format!("{}{more}", fixed.join(" "))
}

#[cfg(test)]
mod tests {
    use super::{Known, typed_as_it_stands};

    #[test]
    fn a_form_is_completed_to_where_somebody_has_to_choose() {
        assert_eq!(typed_as_it_stands("add CREATURE as NAME at CELL"), "add ");
        assert_eq!(typed_as_it_stands("lay fire 5 in D7 radius 1"), "lay fire 5 in D7 radius 1");
    }

    fn known() -> Known {
        let mut known = Known::default();
        for line in ["undo ", "air-blast at Ogre", "air-blast at Orc", "gm Ogre.hp = ", "gm Orc.hp = ", "map"] {
            known.add(line);
        }
        known
    }

    #[test]
    fn words_are_completed_one_after_another() {
        let known = known();
        assert_eq!(known.complete("un"), (0, vec!["undo ".into()]));
        assert_eq!(known.complete("AIR"), (0, vec!["air-blast ".into()]));
        assert_eq!(known.complete("air-blast "), (10, vec!["at ".into()]));
        assert_eq!(known.complete("air-blast at o"), (13, vec!["Ogre".into(), "Orc".into()]));
        assert_eq!(known.complete("  gm og"), (5, vec!["Ogre.hp ".into()]));
        assert_eq!(known.complete("fly"), (0, Vec::new()));
        assert_eq!(known.complete("ünmöglich").1, Vec::<String>::new());
    }
}
