//! A session as a transcript.

use crate::{Place, SavePoint, Scribe, Session};

use super::{Content, VERSION};

impl<B: Scribe> Session<B> {
    /// The battle as a transcript: encounter, seed, and everything that was given. Loading it gives the same battle.
    ///
    /// Usual answers to routine questions are left out wherever loading takes them by itself.
    #[must_use]
    pub fn save(&self) -> String {
        self.save_with(&[])
    }

    /// The same, with settings of the table in its head: each is what comes behind the word `table`. What was taken back
    /// and can be done again stands at the end.
    #[must_use]
    pub fn save_with(&self, table: &[String]) -> String {
        self.written(table, false)
    }

    /// The same with every usual answer in it, as it stands where it was written answer by answer.
    #[must_use]
    pub fn save_in_full(&self) -> String {
        self.written(&[], true)
    }

    fn written(&self, table: &[String], in_full: bool) -> String {
        let seed = Content::Seed { seed: self.seed(), fight: self.fight_number() };
        let mut text = head(B::NAME, self.source().part(), &seed);
        table.iter().for_each(|words| text.push_str(&format!("{}\n", Content::Table(words.clone()))));
        let mut around: Option<(u32, u8)> = None;
        for (place, line) in self.lines(in_full) {
            let begins = around.replace((place.round, place.part)) != around;
            self.write_line(&mut text, begins, place, &line);
        }
        let spares = self.spare_lines();
        if !spares.is_empty() {
            text.push_str("\n# of a changed past\n");
        }
        spares.into_iter().for_each(|spare| text.push_str(&format!("{}\n", Content::Spare(spare))));
        let undone = self.undone_lines();
        if !undone.is_empty() {
            text.push_str("\n# taken back\n");
        }
        undone.iter().for_each(|line| text.push_str(&format!("undone {line}\n")));
        text
    }

    /// What has to be written behind a [save](Session::save_with) of which that much is written; the point goes on to the
    /// end of it. None where the past has changed since: then the whole is written anew.
    #[must_use]
    pub fn save_since(&self, point: &mut SavePoint) -> Option<String> {
        let mut text = String::new();
        for (place, line) in self.lines_since(point)? {
            self.write_line(&mut text, point.goes_to(place), place, &line);
        }
        Some(text)
    }

    /// A line, under a heading where another round begins, or another part of one.
    fn write_line(&self, text: &mut String, begins: bool, place: Place, line: &str) {
        if begins {
            let name = B::place_name(self.setup(), Place { who: None, nth: 0, ..place });
            text.push_str(&format!("\n# {name}\n"));
        }
        text.push_str(line);
        text.push('\n');
    }
}

fn head(game: &str, encounter: &str, seed: &Content) -> String {
    // More dashes than any line of the encounter has.
    let longest = encounter.lines().filter(|l| l.bytes().all(|b| b == b'-')).map(str::len).max();
    let dashes = "-".repeat(longest.map_or(3, |len| len + 1).max(3));
    let end = if encounter.is_empty() || encounter.ends_with('\n') { "" } else { "\n" };
    format!("skirmish {VERSION}\ngame {game}\n{dashes} encounter\n{encounter}{end}{dashes}\n{seed}\n")
}
