//! What may come of a choice, in a few words, before it is made.

use skirmish_kernel::{ChoiceView, GaugeOdds, Odds, Piece, ResultOdds};

/// A smaller change on average would be told as none.
pub const LEAST_CHANGE: f64 = 0.05;

/// What is known of a choice before it is made: `hit 58%`, `-4.1 hp`.
#[derive(Clone, PartialEq, Eq, Default, Debug, serde::Serialize)]
pub struct Prospect {
    /// What it changes, first for whom it is aimed at.
    pub says: Vec<String>,
    /// It cannot succeed, or what is under way comes out the same.
    pub is_vain: bool,
    /// The one chance that stands for all of it, where there is only room for a number.
    pub mark: Option<Mark>,
}

/// How likely it is that a choice does what it is for: `hit`, `30%`.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Mark {
    /// What is so likely; of several who are in an area, for the one of whom it is likeliest. Empty where it has no name: whoever
    /// may only be missed.
    pub of: String,
    /// How likely, in words.
    pub chance: String,
    /// It comes about to whoever chooses: a fall, a blow on the way.
    pub own: bool,
}

impl Prospect {
    /// Of the odds of a choice, as whoever is asked (`who`) hears it; what comes about `without` it is left out.
    #[must_use]
    pub fn of(choice: &ChoiceView, who: &str, odds: &Odds, without: Option<&Odds>) -> Self {
        let target = choice.of(Piece::Creature).next();
        // What was only sampled is not certain.
        let vain = match target {
            _ if odds.sampled.is_some() => None,
            Some(target) if target != who => cannot_succeed(odds, target).then_some("cannot succeed"),
            _ => without.filter(|without| helps_nothing(odds, without)).map(|_| "same result"),
        };
        let mark = mark(odds, without, target, who);
        match vain {
            Some(vain) => Self { says: vec![vain.to_owned()], is_vain: true, mark },
            None => Self { says: changes(odds, without, target.unwrap_or(who)), is_vain: false, mark },
        }
    }
}

/// `hit 40% to 60%`: what several choices of one deed promise, each against its own target. Nothing where that is not the same in all.
#[must_use]
pub fn chances<'o>(all: &[(&ChoiceView, &'o Odds)]) -> Option<String> {
    let of_one = |&(choice, odds): &(&ChoiceView, &'o Odds)| {
        let target = choice.of(Piece::Creature).next()?;
        let mut of_target = odds.results.iter().filter(|result| result.who == target).peekable();
        of_target.peek()?;
        // Who can only be missed is hit by no chance.
        let first = of_target.find(|result| !result.fails);
        Some((first.map(in_short), first.map_or(0.0, |result| result.chance.p), odds.sampled.is_some()))
    };
    let all: Vec<(Option<&'o str>, f64, bool)> = all.iter().map(of_one).collect::<Option<_>>()?;
    let words = all.iter().find_map(|(words, ..)| *words)?;
    if all.iter().any(|(other, ..)| other.is_some_and(|other| other != words)) {
        return None;
    }
    let chances = || all.iter().map(|(_, p, _)| *p);
    let about = if all.iter().any(|(.., sampled)| *sampled) { "~" } else { "" };
    let (least, most) = (percent(chances().fold(1.0, f64::min)), percent(chances().fold(0.0, f64::max)));
    Some(if least == most { format!("{words} {about}{least}") } else { format!("{words} {about}{least} to {most}") })
}

/// The chance of what a choice is for: at whom it is aimed, else at whoever is in its area, else to whoever chooses.
fn mark(odds: &Odds, without: Option<&Odds>, target: Option<&str>, who: &str) -> Option<Mark> {
    let known = |result: &ResultOdds| without.is_some_and(|without| without.results.contains(result));
    let results: Vec<&ResultOdds> =
        odds.results.iter().filter(|result| result.chance.p > 0.0 && !known(result)).collect();
    let is_met = |name: &&str| results.iter().any(|result| result.who == *name);
    let about = if odds.sampled.is_some() { "~" } else { "" };
    // Of each the first result that is met and no failure is what the choice is for: `hit` before `goes down`.
    let of = |name: &str| {
        let mut own = results.iter().filter(|result| result.who == name);
        let first = own.clone().next()?;
        Some(match own.find(|result| !result.fails) {
            Some(result) => (in_short(result), result.chance.p),
            None => ("", 1.0 - first.chance.p),
        })
    };
    let name = target.filter(|name| *name != who).filter(is_met);
    let others = || {
        let all = results.iter().filter(|result| result.who != who).filter_map(|result| of(&result.who));
        all.reduce(|best, other| if other.1 > best.1 { other } else { best })
    };
    let (found, own) = match name.and_then(of).or_else(others) {
        Some(found) => (found, false),
        None => (of(who)?, true),
    };
    let (of, p) = found;
    Some(Mark { of: of.to_owned(), chance: format!("{about}{}", percent(p)), own })
}

/// `hit`, of somebody who is named already.
fn in_short(result: &ResultOdds) -> &str {
    result.words.strip_prefix("is ").unwrap_or(&result.words)
}

/// Whatever falls, the target is missed, and nothing of anybody's is more or less for it but by what the try itself costs.
fn cannot_succeed(odds: &Odds, target: &str) -> bool {
    let mut of_target = odds.results.iter().filter(|result| result.who == target && result.chance.p > 0.0).peekable();
    of_target.peek().is_some() && of_target.all(|result| result.fails) && only_costs(odds.gauges.iter())
}

/// Something is under way, and with the choice it goes as it would without.
fn helps_nothing(odds: &Odds, without: &Odds) -> bool {
    let may_be = |odds: &Odds| odds.results.iter().filter(|result| result.chance.p > 0.0).cloned().collect::<Vec<_>>();
    let expected = may_be(without);
    !expected.is_empty()
        && may_be(odds) == expected
        && only_costs(odds.gauges.iter().filter(|gauge| !without.gauges.contains(gauge)))
}

/// Nothing of it is left to chance.
fn only_costs<'o>(mut gauges: impl Iterator<Item = &'o GaugeOdds>) -> bool {
    gauges.all(|gauge| gauge.values.len() == 1)
}

/// What a choice changes: for everybody the likeliest result, then the mean harm; marked where it was sampled. Whom it is aimed at comes first, and
/// need not be named.
fn changes(odds: &Odds, without: Option<&Odds>, aim: &str) -> Vec<String> {
    let about = if odds.sampled.is_some() { "~" } else { "" };
    let known = |result: &ResultOdds| without.is_some_and(|without| without.results.contains(result));
    let same = |gauge: &GaugeOdds| without.is_some_and(|without| without.gauges.contains(gauge));
    let results: Vec<&ResultOdds> =
        odds.results.iter().filter(|result| result.chance.p > 0.0 && !known(result)).collect();
    let gauges = odds.gauges.iter().filter(|gauge| !same(gauge));
    let gauges: Vec<(&GaugeOdds, f64)> = gauges
        .map(|gauge| (gauge, gauge.mean - f64::from(gauge.now)))
        .filter(|(gauge, change)| change.abs() >= LEAST_CHANGE || gauge.values.len() == 1 && *change != 0.0)
        .collect();
    let mut people: Vec<&str> = Vec::new();
    for name in
        results.iter().map(|result| result.who.as_str()).chain(gauges.iter().map(|(gauge, _)| gauge.who.as_str()))
    {
        if !people.contains(&name) {
            people.push(name);
        }
    }
    people.sort_by_key(|name| *name != aim);
    let of_one = |name: &str| {
        let mut results: Vec<&&ResultOdds> = results.iter().filter(|result| result.who == name).collect();
        results.sort_by(|a, b| b.chance.p.total_cmp(&a.chance.p));
        let mut results = results
            .iter()
            .map(|result| format!("{} {about}{}", in_short(result), percent(result.chance.p)))
            .collect::<Vec<_>>();
        let gauges = gauges.iter().filter(|(gauge, _)| gauge.who == name);
        let gauges = gauges.map(|(gauge, change)| match gauge.values.len() {
            1 => format!("{change:+} {}", of_gauge(*change, &gauge.gauge)),
            _ => format!("{about}{change:+.1} {}", gauge.gauge),
        });
        // The likeliest result, the harm, and what else may be.
        let others = results.split_off(results.len().min(1));
        let mut says: Vec<String> = results.into_iter().chain(gauges).chain(others).collect();
        if let (Some(first), false) = (says.first_mut(), name == aim) {
            *first = format!("{name} {first}");
        }
        says
    };
    people.into_iter().flat_map(of_one).collect()
}

/// What there is one or several of: `-1 action`, `-2 actions`.
fn of_gauge(change: f64, gauge: &str) -> &str {
    if change.abs() == 1.0 { gauge.strip_suffix('s').unwrap_or(gauge) } else { gauge }
}

/// A chance as people say it; never 0% or 100% for what is only nearly so.
#[must_use]
pub fn percent(p: f64) -> String {
    let hundred = p * 100.0;
    match hundred {
        _ if p <= 0.0 => "0%".into(),
        _ if p >= 1.0 => "100%".into(),
        _ if hundred < 0.05 => "under 0.1%".into(),
        _ if hundred > 99.95 => "over 99.9%".into(),
        _ if (hundred - hundred.round()).abs() < 1e-9 => format!("{hundred:.0}%"),
        _ => format!("{hundred:.1}%"),
    }
}

#[cfg(test)]
mod tests {
    use skirmish_kernel::{Chance, Odds, ResultOdds};

    use super::{mark, percent};

    #[test]
    fn nothing_is_called_certain_that_is_not() {
        let said = [0.0, 0.0001, 0.034, 0.5833, 0.95, 0.9999, 1.0].map(percent);
        assert_eq!(said, ["0%", "under 0.1%", "3.4%", "58.3%", "95%", "over 99.9%", "100%"]);
    }

    fn odds(results: &[(&str, &str, f64)]) -> Odds {
        let chance = |p| Chance { p, fraction: String::new(), low: None, high: None };
        let result = |&(who, words, p): &(&str, &str, f64)| {
            let fails = words == "is missed";
            ResultOdds { who: who.into(), words: words.into(), chance: chance(p), fails }
        };
        Odds {
            leaves: 1,
            steps: 1,
            under_way: false,
            sampled: None,
            results: results.iter().map(result).collect(),
            events: Vec::new(),
            gauges: Vec::new(),
            paths: Vec::new(),
            checks: Vec::new(),
            more_checks: false,
            over: chance(0.0),
            wins: Vec::new(),
            gain: 0.0,
            gain_error: None,
            best_replies: None,
            unused: Vec::new(),
            guessed: false,
        }
    }

    /// What stands for the odds of a choice of Ann's: of what, how likely, and is it her own?
    fn marked(target: Option<&str>, results: &[(&str, &str, f64)]) -> Option<(String, String, bool)> {
        mark(&odds(results), None, target, "Ann").map(|mark| (mark.of, mark.chance, mark.own))
    }

    #[test]
    fn one_number_stands_for_what_a_choice_is_for() {
        let said = |of: &str, chance: &str, own| Some((of.to_owned(), chance.to_owned(), own));
        // The chance of the blow, though it is likelier that it misses.
        let blow =
            [("Bob", "is missed", 0.7), ("Bob", "is hit", 0.3), ("Bob", "goes down", 0.1), ("Cid", "is hit", 0.9)];
        assert_eq!(marked(Some("Bob"), &blow), said("hit", "30%", false));
        // Of an area, of whom it is likeliest; who chooses is no target of it.
        assert_eq!(
            marked(None, &[("Ann", "is hit", 1.0), ("Bob", "is hit", 0.2), ("Cid", "is hit", 0.4)]),
            said("hit", "40%", false)
        );
        // Who can only be missed is hit by no chance.
        assert_eq!(marked(None, &[("Bob", "is missed", 1.0)]), said("", "0%", false));
        // What comes about to oneself is told as one's own.
        assert_eq!(marked(None, &[("Ann", "falls", 0.5)]), said("falls", "50%", true));
        assert_eq!(marked(None, &[]), None);
    }
}
