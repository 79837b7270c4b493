//! Secrets stay secret: in views, in the log, in what is awaited, and in odds.

use super::odds::First;
use super::presence::says;
use crate::eyes::{self, Eyes};
use crate::tape::Awaited;
use crate::tree::signs::Met;
use crate::weight::Precision;
use crate::{End, Flow, Id, Ids, OddsError, Rulebook, Scribe, Session, Side, Viewer, Watch, Weight};

/// Of more choices some are tried, evenly spread.
const MOST_TRIED: usize = 16;

/// Two states that differ only in what a viewer may not know look the same to that viewer, byte for byte; and while
/// several people choose at once, what some have chosen shows in nothing that the others and a spectator see: view, log,
/// question.
///
/// # Errors
/// What can be seen.
pub fn views_leak_nothing<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let (g, s) = (session.setup(), session.state());
    for viewer in viewers(session).chain([Viewer::GameMaster]) {
        let view = |s: &B::State| serde_json::to_string(&eyes::view::<B>(g, s, viewer)).map_err(|e| e.to_string());
        let disguised = B::disguise(g, s, viewer);
        if disguised == *s {
            continue;
        }
        let (is, other) = (view(s)?, view(&disguised)?);
        if is != other {
            return Err(format!("{viewer:?} sees what it may not know:\n{is}\n{other}"));
        }
        if matches!(viewer, Viewer::GameMaster) {
            return Err("something is kept from the game master".into());
        }
    }
    viewers(session).try_for_each(|viewer| {
        let before = seen(session, viewer)?;
        hidden_choices(session, viewer, |answered, given| {
            let after = seen(answered, viewer)?;
            if before == after {
                return Ok(());
            }
            Err(format!("{viewer:?} sees that {given} has been chosen, before all have:\n{before}\n{after}"))
        })
    })
}

/// What somebody reads and is answered is the same in two states that differ only in what it may not know: every path,
/// how its own stand to the others, its own sheets, what it is asked. And whoever is not seen is answered as if nobody
/// were called so.
///
/// # Errors
/// What tells of whom.
pub fn reading_leaks_nothing<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let (g, s) = (session.setup(), session.state());
    for viewer in viewers(session) {
        let disguised = B::disguise(g, s, viewer);
        let hidden = eyes::hidden::<B>(g, s, viewer);
        let mut called = g.clone();
        hidden.iter().for_each(|id| B::rename(&mut called, id, format!("Another-{}", id.index())));
        let real = Reader::<B>::new(g, s, viewer);
        // Where nothing is hidden, both worlds are the same.
        let disguise = (disguised != *s).then(|| (Reader::new(g, &disguised, viewer), "disguise"));
        let name = (!hidden.is_empty()).then(|| (Reader::new(&called, s, viewer), "name"));
        for (other, what) in disguise.into_iter().chain(name) {
            let differs = |asked: &str, is: String, other: String| match is == other {
                true => Ok(()),
                false => Err(format!("{asked} tells {viewer:?} of a {what}: {is} instead of {other}")),
            };
            for path in &readable::<B>(g, s, viewer) {
                differs(path, real.read(path), other.read(path))?;
            }
            for id in (0..B::count(g)).map(Id::new) {
                differs(&format!("what is known of {}", B::name(g, id)), real.known(id), other.known(id))?;
            }
            for line in lines_with(session, viewer, &hidden) {
                differs(&line.1, real.parsed(session, &line), other.parsed(session, &line))?;
            }
        }
        real.names_nobody_hidden(session)?;
    }
    Ok(())
}

/// Every path with the names as they are, and how the viewer's own stand to everybody.
fn readable<B: Scribe>(g: &B::Setup, s: &B::State, viewer: Viewer) -> Vec<String> {
    let mut paths = B::paths(g, s);
    let ids = || (0..B::count(g)).map(Id::new);
    for (own, other) in ids().filter(|id| is_own::<B>(g, viewer, *id)).flat_map(|own| ids().map(move |to| (own, to))) {
        let (own, other) = (B::name(g, own), B::name(g, other));
        paths.extend(B::relations().iter().map(|field| format!("{own}.{field}.{other}")));
    }
    paths
}

/// Lines that a viewer may type for its own who are asked: choices that are listed, with a hidden name in the place of
/// another one.
fn lines_with<B: Scribe>(session: &Session<B>, viewer: Viewer, hidden: &Ids) -> Vec<(Id, String)> {
    let Some(Awaited::Choices(_, asks)) = session.awaited() else { return Vec::new() };
    let (g, s) = (session.setup(), session.state());
    let mut lines = Vec::new();
    for (who, ask) in asks.iter().filter(|(who, _)| is_own::<B>(g, viewer, *who)) {
        for choice in tried::<B>(session, *who, ask) {
            let words = B::notation(g, s, *who, ask, &choice);
            let named = (0..B::count(g)).map(|id| B::name(g, Id::new(id))).find(|name| words.contains(*name));
            let Some(named) = named else { continue };
            lines.extend(hidden.iter().map(|id| (*who, words.replace(named, B::name(g, id)))));
        }
    }
    lines
}

/// Somebody who reads a battle.
struct Reader<'b, B: Scribe> {
    g: &'b B::Setup,
    s: &'b B::State,
    viewer: Viewer,
    eyes: Eyes<B>,
}

impl<'b, B: Scribe> Reader<'b, B> {
    fn new(g: &'b B::Setup, s: &'b B::State, viewer: Viewer) -> Self {
        Self { g, s, viewer, eyes: Eyes::of(g, s, viewer) }
    }

    fn read(&self, path: &str) -> String {
        let read = self.eyes.read(self.g, self.s, path);
        read.map_or_else(|refusal| refusal.why(), |value| value.to_string())
    }

    /// A sheet, and how its owner stands to each of those who are seen.
    fn known(&self, id: Id) -> String {
        if !is_own::<B>(self.g, self.viewer, id) {
            return String::new();
        }
        let names = self.eyes.names(self.g);
        let hidden = eyes::hidden::<B>(self.g, self.s, self.viewer);
        let seen = (0..B::count(self.g)).map(Id::new).filter(|id| !hidden.has(*id));
        let between: Vec<_> = seen.map(|other| B::between(names, self.s, id, other)).collect();
        format!("{:?} {between:?}", B::sheet(names, self.s, id))
    }

    /// What a line means to somebody who is asked.
    fn parsed(&self, session: &Session<B>, (who, line): &(Id, String)) -> String {
        let Ok((_, ask)) = session.asked(*who) else { return String::new() };
        match B::parse(self.eyes.names(self.g), self.s, *who, &ask, line) {
            Ok(choice) => format!("{choice:?}"),
            Err(refusal) => refusal.why(),
        }
    }

    /// No choice is listed that names somebody who is not seen.
    fn names_nobody_hidden(&self, session: &Session<B>) -> Result<(), String> {
        let Some(Awaited::Choices(_, asks)) = session.awaited() else { return Ok(()) };
        let names = self.eyes.names(self.g);
        for (who, ask) in asks.iter().filter(|(who, _)| is_own::<B>(self.g, self.viewer, *who)) {
            for choice in tried::<B>(session, *who, ask) {
                let words = B::notation(names, self.s, *who, ask, &choice);
                if words != eyes::unnamed(&words) {
                    let words = B::notation(self.g, self.s, *who, ask, &choice);
                    return Err(format!("`{words}` is listed for {:?}, who does not see whom it names", self.viewer));
                }
            }
        }
        Ok(())
    }
}

/// While several people choose at once, nobody reads out of odds, or out of what a choice leads to, what another side has
/// chosen. False where odds need more than `budget` branches.
///
/// # Errors
/// Whose odds tell what.
pub fn odds_hide_choices<B: Scribe>(session: &Session<B>, budget: u64) -> Result<bool, String> {
    let mut within = true;
    for viewer in viewers(session) {
        let mut before = None;
        hidden_choices(session, viewer, |answered, given| {
            let before = match &before {
                Some(before) => before,
                None => before.insert(foreseen(session, viewer, budget)?),
            };
            let after = foreseen(answered, viewer, budget)?;
            within &= before.iter().chain(&after).all(|foreseen| foreseen.ends.is_some());
            let told = before.iter().zip(&after).find(|(before, after)| !before.is(after));
            let Some((before, after)) = told else { return Ok(()) };
            let of = before.first.as_ref().map_or_else(String::new, |(_, words)| format!(" of `{words}`"));
            Err(format!(
                "the odds{of} tell {viewer:?} that {given} has been chosen: {:?} {:?} instead of {:?} {:?}",
                after.ends, after.next, before.ends, before.next
            ))
        })?;
    }
    Ok(within)
}

/// Everybody from whom something may be kept: each side, somebody who plays one creature of it, and a spectator.
pub(super) fn viewers<B: Scribe>(session: &Session<B>) -> impl Iterator<Item = Viewer> {
    let g = session.setup();
    let sides = B::sides(g).len().min(usize::from(u8::MAX));
    let of = move |side: u8| {
        let side = Side(side);
        let first = (0..B::count(g)).map(Id::new).find(|id| B::side(g, *id) == side);
        [Viewer::Side(side), Viewer::Person { side, creatures: first.into_iter().collect() }]
    };
    (0..sides as u8).flat_map(of).chain([Viewer::Spectator])
}

/// Of a question to several people at once: the battle after each choice that a viewer may not know, with the choice in
/// words. Other questions have none.
pub(super) fn hidden_choices<B: Scribe>(
    session: &Session<B>,
    viewer: Viewer,
    mut look: impl FnMut(&Session<B>, &str) -> Result<(), String>,
) -> Result<(), String> {
    let Some(Awaited::Choices(_, asks)) = session.awaited().filter(|_| session.asks_several()) else { return Ok(()) };
    let (g, s) = (session.setup(), session.state());
    // The last answer of all brings everything to light.
    for (who, ask) in asks.iter().filter(|(who, _)| asks.len() > 1 && !is_own::<B>(g, viewer, *who)) {
        for choice in tried::<B>(session, *who, ask) {
            let given = format!("{}: {}", B::name(g, *who), B::notation(g, s, *who, ask, &choice));
            let mut answered = session.fork();
            answered.choose(*who, choice).map_err(|error| format!("{given}: {error}"))?;
            look(&answered, &given)?;
        }
    }
    Ok(())
}

/// Does whoever looks speak for somebody?
fn is_own<B: Scribe>(g: &B::Setup, viewer: Viewer, who: Id) -> bool {
    viewer.speaks_for(B::side(g, who), who)
}

/// Listed choices of somebody who is asked: all of a few, some of many.
pub(super) fn tried<B: Scribe>(session: &Session<B>, who: Id, ask: &B::Ask) -> Vec<B::Choice> {
    let mut listed = Vec::new();
    B::options(session.setup(), session.state(), who, ask, &mut |choice| listed.push(choice));
    let apart = listed.len().div_ceil(MOST_TRIED).max(1);
    listed.into_iter().step_by(apart).collect()
}

/// Everything that a viewer sees of the running step, byte for byte; whom it did not see as the step began is not named.
fn seen<B: Scribe>(session: &Session<B>, viewer: Viewer) -> Result<String, String> {
    let step = session.step_count().saturating_sub(1);
    let log = crate::log::log_lines(session, step, viewer);
    // What somebody has said, or the game master has written, is told as it was.
    let told: Vec<_> = log.iter().filter(|line| matches!(line.kind, "event" | "throw")).collect();
    let told = serde_json::to_string(&told).map_err(|error| error.to_string())?;
    let names = session.unseen_in_step(step, viewer).iter().map(|id| B::name(session.setup(), id));
    if let Some(name) = names.into_iter().find(|name| says(&told, name)) {
        return Err(format!("{viewer:?} reads of {name}, whom it does not see: {told}"));
    }
    serde_json::to_string(&(session.view(viewer), log)).map_err(|error| error.to_string())
}

/// One end of a step: state, flow, marks, chance.
type Way<S> = (S, Flow, Met, Weight);

/// What a viewer can work out of the rest of the step.
struct Foreseen<B: Rulebook> {
    /// After which choice of whom, if any was made first.
    first: Option<(Id, String)>,
    /// Every end with what is met on the way and its chance; none where there are too many.
    ends: Option<Vec<Way<B::State>>>,
    /// Where that choice leads to.
    next: Option<(B::Ask, B::State)>,
}

impl<B: Rulebook> Foreseen<B> {
    fn is(&self, other: &Self) -> bool {
        (&self.first, &self.ends, &self.next) == (&other.first, &other.ends, &other.next)
    }
}

/// The odds of the open question, and those after each choice that is the viewer's own to make.
fn foreseen<B: Scribe>(session: &Session<B>, viewer: Viewer, budget: u64) -> Result<Vec<Foreseen<B>>, String> {
    let (g, s) = (session.setup(), session.state());
    let mut all = vec![Foreseen { first: None, ends: ends(session, viewer, None, budget)?, next: None }];
    if let Some(Awaited::Choices(_, asks)) = session.awaited() {
        for (who, ask) in asks.iter().filter(|(who, _)| is_own::<B>(g, viewer, *who)) {
            for choice in tried::<B>(session, *who, ask) {
                let first = Some((*who, B::notation(g, s, *who, ask, &choice)));
                let next = session.leads_to(*who, &choice);
                let ends = ends(session, viewer, Some((*who, choice)), budget)?;
                all.push(Foreseen { first, ends, next });
            }
        }
    }
    Ok(all)
}

/// Every end of the running step with what is met on the way and its chance; none where there are too many branches.
fn ends<B: Scribe>(
    session: &Session<B>,
    viewer: Viewer,
    first: Option<(Id, B::Choice)>,
    budget: u64,
) -> Result<Option<Vec<Way<B::State>>>, String> {
    let plain = |end: End<B::State>| (*end.state, end.flow, end.met, end.weight);
    match session.ends(viewer, first, &mut First, Watch::all(), Precision::Exact, budget) {
        Ok(ends) => Ok(Some(ends.ends.into_iter().map(plain).collect())),
        Err(OddsError::TooMany(_)) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}
