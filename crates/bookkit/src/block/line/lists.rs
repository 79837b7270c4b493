//! Lists behind a label: names, words, names with figures, and tables.

use skirmish_kernel::words::short;

use super::{Found, LineReader, Read, Within, longest, one_of_help};
use crate::block::said::Said;
use crate::file::Shape;

impl LineReader<'_> {
    /// A list of names or words.
    pub(super) fn items(&mut self, start: usize, key: &str, of: &Shape) {
        let mut from = start;
        let Some(all) = self.list(start, key) else { return };
        let mut is_first = true;
        while self.skip(&[',', '(', ')']) && self.at < all {
            let (at, end) = (self.at, self.end(self.at));
            let text = self.text(at, end);
            if !is_first && self.grammar.content(&text).is_none() && self.is_entry(at) {
                return;
            }
            let items = self.split(&text, of);
            if items.is_empty() {
                self.left(
                    if is_first { from } else { at },
                    end,
                    format!("`{}` is no name", short(&text)),
                    String::new(),
                );
            }
            for item in items {
                let said = self.item(&item, of);
                let span = if is_first { (from, end) } else { (at, end) };
                match said {
                    Ok(said) => {
                        let found =
                            Found { key: key.into(), table: None, member: None, is_item: true, said: Some(said) };
                        self.reads.push(Read { span, found: Ok(found) });
                    }
                    Err(wrong) => self.reads.push(Read { span, found: Err(wrong) }),
                }
            }
            (is_first, from) = (false, end);
            self.at = end;
            if self.line.get(end).is_none_or(|c| matches!(c, ';' | '|')) {
                return;
            }
        }
    }

    /// The end of a list that begins here; nothing where it says that there is none, which is read then.
    fn list(&mut self, start: usize, key: &str) -> Option<usize> {
        let all = self.end_of_list(self.at);
        if self.none(start, all, key, &self.text(self.at, all)) {
            self.at = all;
            return None;
        }
        Some(all)
    }

    /// Where a list ends: at a semicolon or a bar.
    fn end_of_list(&self, at: usize) -> usize {
        self.line[at..].iter().position(|c| matches!(c, ';' | '|')).map_or(self.line.len(), |length| at + length)
    }

    /// `bite and claws` are two, unless that is the name of one.
    fn split(&self, text: &str, of: &Shape) -> Vec<String> {
        if matches!(of, Shape::List(_)) || self.grammar.content(text).is_some() {
            return vec![text.to_owned()];
        }
        text.split(" and ")
            .flat_map(|part| part.split(['&', '+']))
            .map(|part| part.trim().to_owned())
            .filter(|part| !part.is_empty())
            .collect()
    }

    fn item(&self, text: &str, of: &Shape) -> Result<Said, (String, String)> {
        match of {
            Shape::OneOf(words) => {
                let line: Vec<char> = text.chars().collect();
                match longest(words, &line, 0).filter(|(_, end)| *end == line.len()) {
                    Some((word, _)) => Ok(Said::Text(word.to_owned())),
                    None => Err((format!("`{}` is none of its words", short(text)), one_of_help(text, words))),
                }
            }
            Shape::Text => Ok(Said::Text(self.grammar.name(text))),
            Shape::List(of) => {
                let parts = text.split(" and ").flat_map(|part| part.split(['&', '+']));
                let parts = parts.map(str::trim).filter(|part| !part.is_empty());
                parts.map(|part| self.item(part, of)).collect::<Result<_, _>>().map(Said::List)
            }
            other => Err((format!("`{}` cannot be read from a text", short(text)), other.advice())),
        }
    }

    /// A word or a list of words; a text, or one for each name.
    pub(super) fn either(&mut self, start: usize, key: &str, shapes: &[Shape]) {
        let end = self.end_of_list(self.at);
        let assigns = self.line[self.at..end].iter().any(|c| matches!(c, '=' | ':'));
        for shape in shapes {
            match shape {
                Shape::Names(of) if assigns => return self.members(start, key, Some(of)),
                Shape::List(of) => return self.items(start, key, of),
                _ => {}
            }
        }
        match shapes.first() {
            Some(Shape::Text) => self.words(start, (key, None), None),
            Some(Shape::OneOf(words)) => self.one_of(start, (key, None), words, None),
            _ => self.no_shape(start),
        }
    }

    /// Names with a number or a word behind each: those of a table that has keys of its own, or any.
    pub(super) fn members(&mut self, start: usize, key: &str, of: Option<&Shape>) {
        let mut from = start;
        let Some(all) = self.list(start, key) else { return };
        let mut is_first = true;
        while self.skip(&[',', '(', ')']) && self.at < all {
            let (at, end) = (self.at, self.end(self.at));
            if !is_first {
                from = at;
            }
            match of {
                Some(of) => {
                    let text = self.text(at, end);
                    let (name, value) = named(&text);
                    if !is_first && self.grammar.content(name).is_none() && self.is_entry(at) {
                        return;
                    }
                    let said = match of {
                        Shape::Number(..) => self.number_in(value).map(Said::Number),
                        _ => Some(value)
                            .filter(|value| !value.is_empty())
                            .map(|value| Said::Text(self.grammar.name(value))),
                    };
                    match said {
                        Some(said) => self.found(from, end, None, (key, Some(&self.grammar.name(name))), said),
                        None => {
                            self.left(from, end, format!("`{}` has nothing behind its name", short(&text)), of.advice())
                        }
                    }
                    self.at = end;
                }
                None => {
                    let Some(scope) = self.grammar.inner(key) else { return };
                    if !is_first && scope.at(self.line, at).is_empty() && self.is_entry(at) {
                        return;
                    }
                    self.entry(scope, Some(Within { key, table: None }));
                }
            }
            is_first = false;
            self.skip(&[]);
            if self.line.get(self.at).is_none_or(|c| matches!(c, ';' | '|')) {
                return;
            }
            self.skip(&['/', '(', ')', '.']);
        }
    }

    fn number_in(&self, text: &str) -> Option<i64> {
        let line: Vec<char> = text.trim().chars().collect();
        let reader = LineReader::new(self.grammar, &line, 0);
        let (number, end) = reader.number_at(0)?;
        (end == line.len()).then_some(number)
    }

    /// `Rapier: attack 10, parry 10`: a table of the one list of tables that a creature has.
    pub(super) fn named_table(&mut self, start: usize) -> bool {
        let lists = |shape: &Shape| matches!(shape, Shape::List(of) if matches!(**of, Shape::Table(_)));
        let grammar = self.grammar;
        let Some(key) = grammar.top.keys.common.iter().find(|key| lists(&key.shape)) else { return false };
        let Some(length) = self.line[start..].iter().position(|c| *c == ':') else { return false };
        let Some(name) = grammar.content(&self.text(start, start + length)) else { return false };
        self.table(start, key.name, name, start + length);
        true
    }

    /// Reads a table to the end of the line or a semicolon.
    pub(super) fn table(&mut self, start: usize, key: &str, name: &str, colon: usize) {
        let grammar = self.grammar;
        let Some(scope) = grammar.inner(key) else { return self.no_shape(start) };
        self.at = colon + 1;
        let within = Within { key, table: Some(name) };
        self.found(start, colon, Some(within), ("name", None), Said::Text(name.to_owned()));
        loop {
            self.skip(&[',', '/', '(', ')', '.']);
            if self.line.get(self.at).is_none_or(|c| matches!(c, ';' | '|')) {
                return;
            }
            self.entry(scope, Some(within));
        }
    }
}

/// `swing 12`, `swing: 12`, `torso = chain`: the name and what stands behind it.
fn named(text: &str) -> (&str, &str) {
    let split = text.split_once([':', '=']).or_else(|| text.rsplit_once(char::is_whitespace));
    let (name, value) = split.unwrap_or((text, ""));
    (name.trim(), value.trim())
}
