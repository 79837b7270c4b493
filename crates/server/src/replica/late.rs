//! Answers that come too late: to a question that somebody else has answered meanwhile, from another device or before a
//! connection was lost.

use skirmish_kernel::{Viewer, words};

use super::{BY_ITSELF, Deed, No, Replica};

/// What is asked now is another question.
const ANEW: &str = "what is asked now is another question";

/// For whom a deed speaks.
enum For<'a> {
    /// For everybody, at any time.
    All,
    /// For this one, by the beginning of a name; where nobody is called so, for whoever is asked.
    One(&'a str),
    /// For whoever is asked.
    Asked,
}

impl Replica {
    /// Does a deed still answer what was asked when whoever gives it had been shown so many entries? Who else has answered since
    /// then makes no difference, nor what the game master has done by hand.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn in_time(&self, viewer: Viewer, seat: &str, of: usize, deed: &Deed) -> Result<(), No> {
        let now = self.battle.seen_by(viewer).len();
        if now == of {
            return Ok(());
        }
        let who = match deed {
            Deed::Undo(_) => return self.takes_back_what_was_seen(viewer, seat, of..now),
            Deed::Line(line) => named(line),
            Deed::Roll(Some(who)) | Deed::Decide { who: Some(who), .. } => For::One(who),
            Deed::Roll(None) | Deed::Decide { who: None, .. } | Deed::Usual | Deed::Pass => For::Asked,
            _ => For::All,
        };
        let answered = self.answered_since(viewer, of);
        let meant = match who {
            For::All => return Ok(()),
            _ if now < of => return Err(format!("somebody has gone back in time: {ANEW}").into()),
            For::One(name) => self.called(viewer, &answered, name),
            For::Asked => None,
        };
        let is_own = |who: &String| self.battle.seen_by(viewer).sheet(who).is_ok();
        let one = match meant {
            Some(name) => answered.into_iter().find(|who| *who == name),
            None => {
                answered.into_iter().find(is_own).or_else(|| self.chosen_in_secret(viewer, of).into_iter().find(is_own))
            }
        };
        one.map_or(Ok(()), |who| Err(format!("{who} has answered this already: {ANEW}").into()))
    }

    /// Who has chosen or thrown since there were so many entries.
    fn answered_since(&self, viewer: Viewer, of: usize) -> Vec<String> {
        let seen = self.battle.seen_by(viewer);
        let mut answered = Vec::new();
        for step in seen.steps(None).into_iter().rev() {
            let lines = seen.log(step);
            let since = lines.iter().filter(|line| line.entry.is_some_and(|entry| entry >= of));
            for line in since.filter(|line| !self.settings.hides(&*self.battle, viewer, line)) {
                let thrown = || line.throw.as_ref().map(|throw| throw.who.clone());
                answered.extend(line.choice.as_ref().map(|choice| choice.who.clone()).or_else(thrown));
            }
            if lines.iter().any(|line| line.entry.is_some_and(|entry| entry < of)) {
                break;
            }
        }
        answered
    }

    /// Who has chosen since then, those included whose choice is in no log before everybody has chosen.
    fn chosen_in_secret(&self, viewer: Viewer, of: usize) -> Vec<String> {
        let lines = self.battle.seen_by(viewer).entries().into_iter().skip(of).map(|(_, line)| line);
        let chosen = lines.filter(|line| !line.starts_with("roll "));
        chosen
            .filter_map(|line| match named(&line) {
                For::One(name) => Some(name.to_owned()),
                For::All | For::Asked => None,
            })
            .collect()
    }

    /// Whom the beginning of a name means: of those who are seen, and of those who have answered.
    fn called(&self, viewer: Viewer, answered: &[String], name: &str) -> Option<String> {
        let mut names: Vec<String> =
            self.battle.seen_by(viewer).view().tokens.into_iter().map(|one| one.name).collect();
        let gone: Vec<String> = answered.iter().filter(|who| !names.contains(*who)).cloned().collect();
        names.extend(gone);
        words::complete(name, names.iter().map(String::as_str)).ok().map(str::to_owned)
    }

    /// Whoever takes something back does not mean what others have given since they looked.
    fn takes_back_what_was_seen(&self, viewer: Viewer, seat: &str, since: std::ops::Range<usize>) -> Result<(), No> {
        let author = |entry| self.authors.get(self.battle.entry_number(viewer, entry)?);
        match since.filter_map(author).any(|who| who != BY_ITSELF && who != seat) {
            true => Err("somebody has answered since you looked: what would be taken back is another answer".into()),
            false => Ok(()),
        }
    }
}

/// Whom a line names, if it names somebody.
fn named(line: &str) -> For<'_> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match line.split_once(':').map(|(head, _)| head.trim()) {
        _ if first == "roll" => match rest.split_whitespace().next() {
            Some(word) if word.starts_with(char::is_alphabetic) => For::One(word),
            _ => For::Asked,
        },
        _ if matches!(first, "gm" | "note") => For::All,
        Some("gm" | "note") => For::All,
        Some(name) if !name.is_empty() => For::One(name),
        _ => For::Asked,
    }
}
