//! From what a text says to a file that the book takes.

use skirmish_kernel::{Diagnostic, Imported, ImportedCreature, Reading};

use super::draft::Draft;
use super::label::Grammar;
use super::text::Text;
use crate::file::Shape;

/// How often the book is asked at most whether it takes the file by now.
const MOST_TIMES: usize = 50;

/// Numbers of a sheet, by their keys.
type Numbers = Vec<(&'static str, i64)>;

/// A book that takes creatures.
pub(super) struct Book<'b> {
    pub(super) name: &'static str,
    pub(super) grammar: &'b Grammar,
    /// Creatures that come with it.
    pub(super) known: &'b [String],
    /// An encounter of two of a creature, as a file.
    pub(super) pair: &'b dyn Fn(&str) -> String,
    /// Opens a file; gives the numbers of the first combatant.
    pub(super) load: &'b dyn Fn(&str) -> Result<Numbers, Vec<Diagnostic>>,
}

impl Book<'_> {
    pub(super) fn import(&self, text: &str) -> Imported {
        let mut text = Text::read(self.grammar, text);
        for _ in 0..MOST_TIMES {
            if !self.amend(&mut text) {
                break;
            }
        }
        let toml = self.file(&text.drafts);
        let creatures = text.drafts.iter().map(|draft| self.told(draft)).collect();
        Imported { toml, creatures, passages: text.passages }
    }

    /// Asks the book whether it takes all that is not refused yet, and takes out what it does not take. Is there anything
    /// left to ask?
    fn amend(&self, text: &mut Text) -> bool {
        let mut file = match self.known.first() {
            Some(creature) => (self.pair)(creature),
            None => return false,
        };
        // Where each passage and each creature stands.
        let (mut spans, mut places) = (Vec::new(), Vec::new());
        for (at, draft) in text.drafts.iter().enumerate().filter(|(_, draft)| draft.refused.is_none()) {
            let (part, own) = draft.toml(self.grammar);
            file.push('\n');
            let from = file.len();
            file.push_str(&part);
            spans.extend(own.into_iter().map(|(span, passage)| (from + span.start..from + span.end, at, passage)));
            places.push((from..file.len(), at));
        }
        let Err(wrong) = (self.load)(&file) else { return false };
        let mut is_changed = false;
        for diagnostic in &wrong {
            let inside = |part: &std::ops::Range<usize>| {
                part.start <= diagnostic.span.start
                    && diagnostic.span.end <= part.end
                    && diagnostic.span.start < part.end
            };
            let help = || diagnostic.help.clone().unwrap_or_default();
            let passage = spans.iter().find(|(span, ..)| inside(span)).map(|(_, at, passage)| (*at, *passage));
            match passage {
                Some((at, passage)) if text.drafts[at].heading != passage => {
                    is_changed |= !text.drafts[at].take_out(passage).is_empty();
                    self.refuse(text, passage, diagnostic.message.clone(), help());
                    continue;
                }
                _ => {}
            }
            let creature =
                passage.map(|(at, _)| at).or_else(|| places.iter().find(|(part, _)| inside(part)).map(|(_, at)| *at));
            if let Some(at) = creature {
                is_changed |= text.drafts[at].refused.is_none();
                text.drafts[at].refused.get_or_insert_with(|| (diagnostic.message.clone(), help()));
            }
        }
        // What is said of the file as a whole is the last one's doing.
        if !is_changed && let (Some((_, at)), Some(first)) = (places.last(), wrong.first()) {
            let help = first.help.clone().unwrap_or_default();
            text.drafts[*at].refused = Some((first.message.clone(), help));
            is_changed = true;
        }
        is_changed
    }

    /// The book does not take what a passage says.
    fn refuse(&self, text: &mut Text, passage: usize, why: String, help: String) {
        if let Some(passage) = text.passages.get_mut(passage)
            && matches!(passage.read, Reading::Understood { .. })
        {
            passage.read = Reading::Left { why, help };
        }
    }

    /// The file, in which creatures that are refused are comments.
    fn file(&self, drafts: &[Draft]) -> String {
        let mut file = format!("# Read from a text by `skirmish import`.\nrulebook = \"{}\"\n", self.name);
        for draft in drafts {
            let (part, _) = draft.toml(self.grammar);
            file.push('\n');
            match &draft.refused {
                None => file.push_str(&part),
                Some((why, _)) => {
                    let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
                    file.push_str(&format!("# The book does not take this one: {why}\n"));
                    for line in part.lines() {
                        file.push_str(format!("# {line}").trim_end());
                        file.push('\n');
                    }
                }
            }
        }
        file
    }

    fn told(&self, draft: &Draft) -> ImportedCreature {
        let filled = if draft.refused.is_none() { self.filled(draft) } else { Vec::new() };
        ImportedCreature {
            name: draft.name.clone(),
            line: draft.place.0,
            replaces: self.known.contains(&draft.name),
            filled,
            refused: draft.refused.clone(),
        }
    }

    /// What the text does not say, and the book makes of that: numbers of the sheet, and words that are the usual ones.
    fn filled(&self, draft: &Draft) -> Vec<(String, String)> {
        let (part, _) = draft.toml(self.grammar);
        let numbers = (self.load)(&format!("{}\n{part}", (self.pair)(&draft.name))).unwrap_or_default();
        let says = |path: &str| {
            let (key, member) = path.split_once('.').map_or((path, None), |(key, member)| (key, Some(member)));
            draft.found.iter().any(|(found, _)| {
                found.said.is_some() && found.key == key && (member.is_none() || found.member.as_deref() == member)
            })
        };
        let numbers = numbers
            .into_iter()
            .filter(|(path, _)| !says(path))
            .map(|(path, number)| (path.to_owned(), number.to_string()));
        let words = self.grammar.top.keys.common.iter().filter(|key| !says(key.name)).filter_map(|key| {
            let Shape::OneOf(words) = &key.shape else { return None };
            let usual = words.iter().find(|word| key.about.contains(&format!("{word} by default")))?;
            Some((key.name.to_owned(), (*usual).to_owned()))
        });
        words.chain(numbers).collect()
    }
}
