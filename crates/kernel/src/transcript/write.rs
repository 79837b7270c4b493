//! A session as a transcript.

use crate::session::Retraced;
use crate::{Place, Scribe, Session};

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
        let seed = Content::Seed { seed: self.seed(), fight: self.fight_number() };
        let mut text = head(B::NAME, self.source().part(), &seed);
        table.iter().for_each(|words| text.push_str(&format!("{}\n", Content::Table(words.clone()))));
        let mut around: Option<(u32, u8)> = None;
        for (place, line) in lines(self) {
            if around != Some((place.round, place.part)) {
                around = Some((place.round, place.part));
                let name = B::place_name(self.setup(), Place { who: None, nth: 0, ..place });
                text.push_str(&format!("\n# {name}\n"));
            }
            text.push_str(&line);
            text.push('\n');
        }
        let undone = self.undone_lines();
        if !undone.is_empty() {
            text.push_str("\n# taken back\n");
        }
        undone.iter().for_each(|line| text.push_str(&format!("undone {line}\n")));
        text
    }
}

fn head(game: &str, encounter: &str, seed: &Content) -> String {
    // More dashes than any line of the encounter has.
    let longest = encounter.lines().filter(|l| l.bytes().all(|b| b == b'-')).map(str::len).max();
    let dashes = "-".repeat(longest.map_or(3, |len| len + 1).max(3));
    let end = if encounter.is_empty() || encounter.ends_with('\n') { "" } else { "\n" };
    format!("skirmish {VERSION}\ngame {game}\n{dashes} encounter\n{encounter}{end}{dashes}\n{seed}\n")
}

/// All lines that loading needs, in order.
fn lines<B: Scribe>(session: &Session<B>) -> Vec<(Place, String)> {
    let g = session.setup();
    let mut lines: Vec<(Place, String)> = Vec::new();
    // From the end, since what may be left out depends on the line that follows.
    let mut next: Option<Retraced<B>> = None;
    for (place, given) in session.retraced().into_iter().rev() {
        if is_taken_silently(&given, next.as_ref()) {
            continue;
        }
        let line = given.line(g);
        lines.push((place, line));
        next = Some(given);
    }
    lines.reverse();
    lines
}

/// Is this a usual answer that loading takes by itself when it meets the `next` line?
fn is_taken_silently<B: Scribe>(given: &Retraced<B>, next: Option<&Retraced<B>>) -> bool {
    let Retraced::Choice { who, usual: Some(usual), .. } = given else { return false };
    match next {
        Some(Retraced::Roll { .. }) => true,
        Some(Retraced::Choice { who: other, words, .. }) => {
            other != who || B::parse(&usual.setup, &usual.state, *who, &usual.ask, words).is_err()
        }
        Some(Retraced::Edict { .. } | Retraced::Drawn(_)) | None => false,
    }
}
