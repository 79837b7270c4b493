//! Those who come and go: nobody acts or is aimed at who is not there, and nobody else knows who may come.

use super::secrets::{tried, viewers};
use crate::any_table::{Answerer, AnyTable, Block, Cast, Classes, End, Enter, Leave, Stop};
use crate::dice::Rng;
use crate::eyes;
use crate::tape::Awaited;
use crate::{Flow, Harm, Id, Ids, Policy, Random, RuleId, Scribe, Session, Sum, View, Viewer};

/// Of the log's steps the last ones are looked through.
const LAST_STEPS: usize = 8;

/// Steps of one fight that are watched.
const MOST_STEPS: u32 = 2_000;

/// Whoever is [not there](crate::Encounters::present) is able to do nothing, has no token and no place in the order, and is asked
/// nothing; no choice names it but one that `calls` somebody of its own side, whether it is listed or only taken. The game
/// master sees everybody else. And everybody has the gauges with which the battle began.
///
/// # Errors
/// Who takes part without being there, or is there and not to be seen.
pub fn the_absent_are_out_of_play<B: Scribe>(
    session: &Session<B>,
    calls: fn(&B::Choice) -> bool,
) -> Result<(), String> {
    let (g, s) = (session.setup(), session.state());
    let (all, there) = (Ids::first(B::count(g)), B::present(g, s));
    if !there.without(all).is_empty() {
        return Err(format!("{there:?} are there, and there may be {all:?}"));
    }
    if let Some(who) = B::able(g, s).without(there).iter().next() {
        return Err(format!("{} is able to act and not there", B::name(g, who)));
    }
    if let Some(who) = asked(session).find(|who| !there.has(*who)) {
        return Err(format!("{} is asked, or throws, and is not there", B::name(g, who)));
    }
    gauges_stay::<B>(g, s)?;
    let absent = all.without(there);
    let names = |ids: Ids| ids.iter().map(|id| B::name(g, id)).collect::<Vec<_>>();
    for viewer in viewers(session).chain([Viewer::GameMaster]) {
        let View { tokens, order, .. } = B::view(g, s, viewer);
        let shown = tokens.iter().map(|token| &token.name).chain(order.iter().map(|entry| &entry.name));
        let (there, absent) = (names(there), names(absent));
        if let Some(name) = shown.into_iter().find(|name| absent.contains(&name.as_str())) {
            return Err(format!("{viewer:?} sees {name}, who is not there"));
        }
        let unseen = there.iter().find(|name| !tokens.iter().any(|token| token.name == **name));
        if let (Viewer::GameMaster, Some(name)) = (viewer, unseen) {
            return Err(format!("the game master does not see {name}, who is there"));
        }
    }
    if absent.is_empty() { Ok(()) } else { no_choice_names::<B>(session, absent, calls) }
}

/// Those who are awaited.
fn asked<B: Scribe>(session: &Session<B>) -> impl Iterator<Item = Id> {
    let who: Vec<Id> = match session.awaited() {
        Some(Awaited::Choices(_, asks)) => asks.iter().map(|(who, _)| *who).collect(),
        Some(Awaited::Dice(dice)) => dice.iter().map(|dice| dice.who).collect(),
        None => Vec::new(),
    };
    who.into_iter()
}

/// Numbers of simulations and odds are found by their places.
fn gauges_stay<B: Scribe>(g: &B::Setup, s: &B::State) -> Result<(), String> {
    let begin = B::begin(g);
    let of = |s: &B::State, id: Id| {
        let mut names = Vec::new();
        B::gauges(g, s, id, &mut |name, _, _| names.push(name.to_owned()));
        names
    };
    for id in (0..B::count(g)).map(Id::new) {
        let (began, has) = (of(&begin, id), of(s, id));
        if began != has {
            return Err(format!("{} began with the gauges {began:?}, and has {has:?}", B::name(g, id)));
        }
    }
    Ok(())
}

/// No choice of those who are asked names somebody who is not there, unless it is one that calls its own.
fn no_choice_names<B: Scribe>(session: &Session<B>, absent: Ids, calls: fn(&B::Choice) -> bool) -> Result<(), String> {
    let (g, s) = (session.setup(), session.state());
    let Some(Awaited::Choices(_, asks)) = session.awaited() else { return Ok(()) };
    for (who, ask) in asks {
        // Whom a choice names shows where that one has no name.
        let named = |choice: &B::Choice, id: Id| {
            let mut veiled = g.clone();
            B::rename(&mut veiled, id, eyes::nameless(id));
            let words = B::notation(&veiled, s, *who, ask, choice);
            words != eyes::unnamed(&words)
        };
        let may_name = |choice: &B::Choice, id: Id| calls(choice) && B::side(g, id) == B::side(g, *who);
        let tried = tried::<B>(session, *who, ask);
        let each = || tried.iter().flat_map(|choice| absent.iter().map(move |id| (choice, id)));
        if let Some((choice, id)) = each().find(|(choice, id)| named(choice, *id) && !may_name(choice, *id)) {
            let words = B::notation(g, s, *who, ask, choice);
            return Err(format!("`{words}` is listed, and {} is not there", B::name(g, id)));
        }
        for (choice, id) in each() {
            let words = B::notation(g, s, *who, ask, choice);
            let another = (0..B::count(g)).map(|id| B::name(g, Id::new(id))).find(|name| words.contains(*name));
            let Some(another) = another else { continue };
            let words = words.replace(another, B::name(g, id));
            let Ok(choice) = B::parse(g, s, *who, ask, &words) else { continue };
            let taken = B::judge(g, s, *who, ask, &choice).is_ok();
            if taken && named(&choice, id) && !may_name(&choice, id) {
                return Err(format!("`{words}` is taken, and {} is not there", B::name(g, id)));
            }
        }
    }
    Ok(())
}

/// Of those who have never come, no other side reads a name: in no view and no line of the log.
///
/// # Errors
/// Who reads of whom.
pub fn who_may_come_is_secret<B: Scribe>(session: &Session<B>, came: Ids) -> Result<(), String> {
    let last = session.step_count();
    for viewer in viewers(session) {
        let unknown = unknown(session, viewer, came);
        if unknown.is_empty() {
            continue;
        }
        let log: Vec<_> = (last.saturating_sub(LAST_STEPS)..last)
            .flat_map(|step| crate::log::log_lines(session, step, viewer))
            .collect();
        let seen = serde_json::to_string(&(session.view(viewer), log)).map_err(|error| error.to_string())?;
        if let Some(name) = unknown.iter().find(|name| says(&seen, name)) {
            return Err(format!("{viewer:?} reads of {name}, who has never come: {seen}"));
        }
    }
    Ok(())
}

/// The names of those who have never come, and whom a viewer does not know.
pub(super) fn unknown<B: Scribe>(session: &Session<B>, viewer: Viewer, came: Ids) -> Vec<String> {
    let (g, s) = (session.setup(), session.state());
    let unknown = eyes::hidden::<B>(g, s, viewer).without(came).without(B::present(g, s));
    unknown.iter().map(|id| B::name(g, id).to_owned()).collect()
}

/// Does a text contain a name as words of their own?
pub(super) fn says(text: &str, name: &str) -> bool {
    let ends = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    let mut found = text.match_indices(name);
    found.any(|(at, _)| ends(text[..at].chars().next_back()) && ends(text[at + name.len()..].chars().next()))
}

/// In a fight that chance plays, nobody is asked who is not there, and nobody throws or suffers anything who is there
/// neither before nor after it, as far as rules show the state: at questions, scopes and steps.
///
/// # Errors
/// Who does what.
pub fn nobody_acts_unless_there<B: Scribe>(session: &Session<B>, seed: u64) -> Result<(), String> {
    let g = session.setup();
    let mut s = B::begin(g);
    let rng = |stream| Rng::for_fight(seed, stream);
    let there = B::present(g, &s);
    let mut witness = Witness::<B> { g, dice: rng(5), rng: rng(6), there, since: Vec::new(), wrong: None };
    for _ in 0..MOST_STEPS {
        let flow = B::step(g, &mut s, &mut AnyTable::<B, Sum>::new(&mut witness));
        witness.look(&s);
        if let Some(wrong) = witness.wrong {
            return Err(wrong);
        }
        if !matches!(flow, Ok(Flow::On)) {
            break;
        }
    }
    Ok(())
}

/// Lets chance play, and watches who acts.
struct Witness<'g, B: Scribe> {
    g: &'g B::Setup,
    dice: Rng,
    rng: Rng,
    /// Who was there at the last look.
    there: Ids,
    /// What has happened since, and to whom.
    since: Vec<(Id, String)>,
    wrong: Option<String>,
}

impl<B: Scribe> Witness<'_, B> {
    fn look(&mut self, s: &B::State) {
        let now = B::present(self.g, s);
        let there = std::mem::replace(&mut self.there, now).or(now);
        for (who, what) in self.since.drain(..).filter(|(who, _)| !there.has(*who)) {
            let wrong = format!("{} {what}, and is not there", B::name(self.g, who));
            self.wrong.get_or_insert(wrong);
        }
    }

    fn choose(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> B::Choice {
        self.look(s);
        if !self.there.has(who) {
            let wrong = format!("{} is asked {}, and is not there", B::name(self.g, who), B::CATALOGUE.name(rule));
            self.wrong.get_or_insert(wrong);
        }
        Policy::<B>::choose(&mut Random, self.g, s, rule, who, ask, &mut self.rng)
    }
}

impl<B: Scribe> Answerer<B> for Witness<'_, B> {
    fn throw(&mut self, casts: &[Cast<'_>], naturals: &mut [i32], _: &Classes<'_>) -> Result<(), Stop> {
        for (cast, shown) in casts.iter().zip(naturals).filter(|(cast, _)| !cast.dice().is_empty()) {
            *shown = self.dice.natural(cast.dice());
            self.since.push((cast.check.who, format!("throws for {}", B::CATALOGUE.name(cast.check.rule))));
        }
        Ok(())
    }

    fn ask(&mut self, s: &B::State, rule: RuleId, who: Id, ask: B::Ask) -> Result<B::Choice, Stop> {
        Ok(self.choose(s, rule, who, &ask))
    }

    fn ask_all(
        &mut self,
        s: &B::State,
        rule: RuleId,
        asks: &[(Id, B::Ask)],
        take: &mut dyn FnMut(B::Choice),
    ) -> Result<(), Stop> {
        asks.iter().for_each(|(who, ask)| take(self.choose(s, rule, *who, ask)));
        Ok(())
    }

    fn hears(&self) -> bool {
        true
    }

    fn tell(&mut self, event: B::Event) {
        if let Some((who, result)) = B::result(&event) {
            let words = B::RESULTS.get(usize::from(result)).copied().unwrap_or_default();
            self.since.push((who, words.to_owned()));
        }
        // What somebody has left behind may do harm when that one is gone: who loses by it is there.
        let since = &mut self.since;
        B::harm(self.g, &event, &mut |harm| {
            if let Harm::Loss { on, points } = harm {
                since.push((on, format!("loses {points}")));
            }
        });
    }

    fn enter(&mut self, s: &mut B::State, _: Block<'_>) -> Result<Enter, Stop> {
        self.look(s);
        Ok(Enter::Run)
    }

    fn leave(&mut self, s: &mut B::State, _: End<'_>) -> Result<Leave, Stop> {
        self.look(s);
        Ok(Leave::On)
    }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::says;

    pub fn a_name_is_words_of_its_own() {
        assert!(says("Wolf comes", "Wolf") && says("(Grey Wolf)", "Grey Wolf") && says("a Wolfhound, a Wolf", "Wolf"));
        assert!(!says("Wolfhound comes", "Wolf") && !says("werWolf", "Wolf") && !says("", "Wolf"));
    }
}
