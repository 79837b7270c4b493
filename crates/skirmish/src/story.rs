//! A battle as a person would tell it: headings, one line for each event, and on demand everything behind it.

use skirmish_kernel::{Bearing, Catalogue, LogLine, StepLine, ThrowLine};

use crate::out::{Out, Paint};

/// Tells a battle line by line.
pub(crate) struct Story {
    catalogue: &'static Catalogue,
    /// Everything behind a line is told too.
    explain: bool,
    /// The heading under which we are.
    place: String,
    /// Has it been told?
    headed: bool,
    /// What led to the next line.
    behind: Vec<LogLine>,
}

impl Story {
    pub(crate) fn new(catalogue: &'static Catalogue, explain: bool) -> Self {
        Self { catalogue, explain, place: String::new(), headed: true, behind: Vec::new() }
    }

    /// Tells one moment, or keeps it for the line that it leads to.
    pub(crate) fn tell(&mut self, line: LogLine, out: &mut Out) {
        if line.place != self.place {
            self.rest(out);
            self.place.clone_from(&line.place);
            self.headed = false;
        }
        if line.text.is_empty() {
            self.behind.push(line);
            return;
        }
        let behind = brackets(&self.behind, &line, out.paint());
        self.head(out);
        out.line(format_args!("  {}{behind}", line.text));
        self.behind.push(line);
        self.unfold(out);
    }

    /// Tells what has led to no line.
    pub(crate) fn rest(&mut self, out: &mut Out) {
        let dice = in_brackets(&thrown(&self.behind, ""), out.paint());
        if !dice.is_empty() {
            self.head(out);
            out.line(&dice);
        }
        self.unfold(out);
    }

    /// The heading, once there is something to tell under it.
    fn head(&mut self, out: &mut Out) {
        if !self.headed {
            self.headed = true;
            out.line(format_args!("\n{}", out.paint().bold(&capital(&self.place))));
        }
    }

    fn unfold(&mut self, out: &mut Out) {
        let behind = std::mem::take(&mut self.behind);
        if self.explain && !behind.is_empty() {
            self.head(out);
            let mut told: Vec<String> = Vec::new();
            for line in behind.iter().flat_map(|line| self.unfolded(line)) {
                // A rule that several lines cite is named once.
                if !(line.starts_with("by ") && told.contains(&line)) {
                    out.line(format_args!("      {line}"));
                    told.push(line);
                }
            }
        }
    }

    /// Everything behind one moment.
    fn unfolded(&self, line: &LogLine) -> Vec<String> {
        let main = line.rules.first().copied().unwrap_or_default();
        match (&line.throw, &line.choice) {
            (Some(throw), _) => self.unfolded_throw(throw, main),
            (None, Some(choice)) => vec![format!("{}: {}  [{}]", choice.who, choice.words, self.rule(main))],
            _ => {
                let steps = line.steps.iter().map(|step| format!("{}  [{}]", step.words, self.rule(step.rule)));
                let unfolded = |rule: &&str| line.steps.iter().any(|step| step.rule == *rule);
                let rules = line.rules.iter().filter(|rule| !unfolded(rule));
                steps.chain(rules.map(|rule| format!("by {}", self.rule(rule)))).collect()
            }
        }
    }

    fn unfolded_throw(&self, throw: &ThrowLine, main: &str) -> Vec<String> {
        let ThrowLine { who, dice, natural, total, score, .. } = throw;
        let faces = if throw.faces.is_empty() { String::new() } else { format!("{} -> ", faces(throw)) };
        let most = score.map_or(String::new(), |score| format!(", at most {score}"));
        let mut lines = vec![format!("{who} throws {dice}: {faces}{natural}{most}  [{}]", self.rule(main))];
        for (rule, value, bearing, name) in &throw.terms {
            let rule = self.rule(rule);
            let rule = if name.is_empty() { rule } else { format!("{name}  [{rule}]") };
            lines.push(match bearing {
                Bearing::Flat => format!("  {value:+}  {rule}"),
                Bearing::Dice => format!("  {value:+} dice  {rule}"),
                Bearing::Least => format!("  at least {value}  {rule}"),
                Bearing::Edge => format!("  {}  {rule}", advantage(*value)),
                Bearing::Goal => format!("  to reach {value}  {rule}"),
                Bearing::Score => format!("  {value:+} to the score  {rule}"),
                Bearing::Idle if *value == 0 => format!("  (considered)  {rule}"),
                Bearing::Idle => format!("  ({value:+}, considered)  {rule}"),
            });
        }
        if total != natural {
            lines.push(format!("  = {total}"));
        }
        lines
    }

    /// `cover.half: Half cover`
    fn rule(&self, id: &str) -> String {
        match self.catalogue.rules.iter().find(|rule| rule.id == id) {
            Some(rule) => format!("{id}: {}", rule.title),
            None => id.to_owned(),
        }
    }
}

/// `+1 advantage`, `+1 disadvantage`; a source that gives neither is told as one that was looked at.
pub(crate) fn advantage(score: i32) -> String {
    match score {
        0 => "no advantage".to_owned(),
        1.. => format!("+{score} advantage"),
        _ => format!("+{} disadvantage", score.unsigned_abs()),
    }
}

/// ` [attack 5d6>=4 +3: 4 1 6 2 5 = 6; damage 2d6 +3: 1 3 = 7; soak takes it to 6]`: the dice that led to a line, and how its
/// figure came about. Nothing where no dice fell and the line says it all.
fn brackets(behind: &[LogLine], line: &LogLine, paint: Paint) -> String {
    let mut texts = thrown(behind, &line.text);
    let unsaid = |step: &&StepLine| !step.is_rolled;
    texts.extend(line.steps.iter().filter(unsaid).map(|step| step.words.clone()));
    in_brackets(&texts, paint)
}

/// The dice that have fallen. Whose they are is said where it is not clear, and where the line after them does not name the
/// person.
fn thrown(behind: &[LogLine], line: &str) -> Vec<String> {
    let thrown = || behind.iter().filter_map(|line| Some((point(line), line.throw.as_ref()?)));
    let text = |(point, throw): (&str, &ThrowLine)| {
        let others = !line.contains(&throw.who) || thrown().any(|(other, by)| other == point && by.who != throw.who);
        let who = if others { format!("{} ", throw.who) } else { String::new() };
        format!("{who}{point} {}", dice(throw))
    };
    thrown().map(text).collect()
}

fn in_brackets(texts: &[String], paint: Paint) -> String {
    if texts.is_empty() { String::new() } else { paint.dim(&format!("  [{}]", texts.join("; "))) }
}

/// The dice point in a word: `attack` for `dice.attack`.
fn point(line: &LogLine) -> &str {
    let id = line.rules.first().copied().unwrap_or_default();
    id.rsplit('.').next().unwrap_or(id)
}

/// `5d6>=4 +3: 4 1 6 2 5 = 6`; `1d20 +4, at least 10: 4 = 14` where the dice are worth more than they show;
/// `1d20, at most 8: 12` where they must not exceed a score.
fn dice(throw: &ThrowLine) -> String {
    let of = |wanted: Bearing| throw.terms.iter().filter(move |(_, _, bearing, _)| *bearing == wanted);
    let least = of(Bearing::Least).map(|(_, value, ..)| *value).max().unwrap_or(0);
    let worth = throw.natural.max(least);
    let flat = throw.total.saturating_sub(worth);
    let sign = if flat == 0 { String::new() } else { format!(" {flat:+}") };
    let sign = if worth == throw.natural { sign } else { format!("{sign}, at least {least}") };
    let most = throw.score.map_or(String::new(), |score| format!(", at most {score}"));
    let total = throw.total;
    match throw.faces.as_slice() {
        [] => format!("{}{sign}{most}: {total}", throw.dice),
        [one] if i32::from(*one) == total => format!("{}{most}: {total}", throw.dice),
        _ => format!("{}{sign}{most}: {} = {total}", throw.dice, faces(throw)),
    }
}

fn faces(throw: &ThrowLine) -> String {
    throw.faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// What is new of a step that has been told in part; nothing when it has taken another course.
pub(crate) fn since(told: &[LogLine], lines: &[LogLine]) -> Option<Vec<LogLine>> {
    // An edict moves what comes after it.
    let same = |old: &LogLine, new: &LogLine| LogLine { entry: new.entry, ..old.clone() } == *new;
    let mut told = told.iter().peekable();
    let mut news = Vec::new();
    for line in lines {
        if told.next_if(|old| same(old, line)).is_none() {
            news.push(line.clone());
        }
    }
    told.next().is_none().then_some(news)
}

/// With a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throw(who: &str, rule: &'static str, dice: &str, faces: &[u16], natural: i32, total: i32) -> LogLine {
        let terms = vec![("x".to_owned(), total - natural, Bearing::Flat, "")];
        let throw =
            ThrowLine { who: who.into(), dice: dice.into(), faces: faces.to_vec(), natural, terms, total, score: None };
        LogLine {
            place: String::new(),
            kind: "throw",
            text: String::new(),
            detail: String::new(),
            rules: vec![rule],
            entry: None,
            throw: Some(throw),
            choice: None,
            steps: Vec::new(),
        }
    }

    #[test]
    fn throws_stand_in_brackets() {
        let attack = throw("Ann", "dice.attack", "5d6>=4", &[4, 1, 6, 2, 5], 3, 6);
        let defence = throw("Bob", "dice.defence", "4d6>=4", &[], 1, 3);
        let d20 = throw("Bob", "dice.save", "1d20", &[14], 14, 14);
        let text = in_brackets(&thrown(&[attack.clone(), defence, d20], "Ann hits Bob."), Paint::PLAIN);
        assert_eq!(text, "  [attack 5d6>=4 +3: 4 1 6 2 5 = 6; defence 4d6>=4 +2: 3; save 1d20: 14]");
        let other = throw("Bob", "dice.attack", "1d6>=4", &[2], 0, -1);
        let text = in_brackets(&thrown(&[attack, other], "Ann, Bob"), Paint::PLAIN);
        assert_eq!(text, "  [Ann attack 5d6>=4 +3: 4 1 6 2 5 = 6; Bob attack 1d6>=4 -1: 2 = -1]");
        assert_eq!(in_brackets(&thrown(&[], ""), Paint::PLAIN), "");
    }

    fn under(faces: &[u16], natural: i32) -> LogLine {
        let mut line = throw("Ann", "dice.dodge", "1d20", faces, natural, natural);
        if let Some(throw) = &mut line.throw {
            let part = |value, name| ("skill".to_owned(), value, Bearing::Score, name);
            throw.terms = vec![part(12, ""), part(-4, "load")];
            throw.score = Some(8);
        }
        line
    }

    #[test]
    fn a_throw_under_a_score_says_what_it_must_not_exceed() {
        let text = in_brackets(&thrown(&[under(&[12], 12), under(&[], 12), under(&[5, 7], 12)], "Ann"), Paint::PLAIN);
        assert_eq!(text, "  [dodge 1d20, at most 8: 12; dodge 1d20, at most 8: 12; dodge 1d20, at most 8: 5 7 = 12]");
        const NOTHING: Catalogue = Catalogue { rules: &[], switches: &[] };
        let lines = Story::new(&NOTHING, true).unfolded(&under(&[12], 12));
        assert_eq!(
            lines,
            [
                "Ann throws 1d20: 12 -> 12, at most 8  [dice.dodge]",
                "  +12 to the score  skill",
                "  -4 to the score  load  [skill]",
            ]
        );
    }
}
