//! The game master's hand: what is read can be set, and whatever is set leaves a battle that goes on.

use skirmish_kernel::conformance::{Play, no_flaw, open, saves, views_leak_nothing};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Edict, Embedded, Id, Op, Scribe, Session, Value, When};

/// A battle after so many answers, drawn at random.
fn battle<B: Scribe>(encounter: &Embedded, seed: u64, answers: usize) -> Result<Session<B>, String> {
    let mut play = Play::new(open::<B>(encounter, seed)?, seed);
    for _ in 0..answers {
        if !play.go_on() {
            break;
        }
    }
    Ok(play.session().fork())
}

/// What is read can be set again, and changes nothing; nor does it when it is done twice.
///
/// # Errors
/// The path and what came of it.
pub(crate) fn what_is_read_can_be_set<B: Scribe>(encounter: &Embedded) -> Result<(), String> {
    for answers in [0, 40] {
        let session = battle::<B>(encounter, 7, answers)?;
        for path in B::paths(session.setup(), session.state()) {
            let at = |why: String| format!("{}, after {answers} answers: {path} {why}", encounter.name);
            again(&session, &path).map_err(at)?;
        }
    }
    Ok(())
}

/// Sets a field between two steps to what it is.
fn again<B: Scribe>(session: &Session<B>, path: &str) -> Result<(), String> {
    let (mut g, mut s) = (session.setup().clone(), session.step_start().clone());
    let value = B::read(&g, &s, path).map_err(|no| no.why())?;
    let edict = Edict::Set { path: path.into(), op: Op::Set, value: value.to_string() };
    let mut set = || {
        if B::changes_setup(&edict) {
            B::decree_setup(&mut g, &s, &edict)?;
        }
        B::decree(&g, &mut s, &edict).map(|()| (g.clone(), s.clone()))
    };
    let (Ok((_, once)), Ok((g, twice))) = (set(), set()) else { return Ok(()) };
    let is = B::read(&g, &twice, path).map_err(|no| no.why())?;
    match B::broken_invariant(&g, &twice) {
        Some(broken) => Err(format!("= {value}: {broken}")),
        None if is != value => Err(format!("is {is} when {value} is set")),
        None if once != twice => Err(format!("= {value} does something else the second time")),
        None => Ok(()),
    }
}

/// Every field takes or refuses every value that it may have, and others; a refusal leaves everything as it was. One
/// combatant is as good as another: the first answers for all.
///
/// # Errors
/// The path and what came of it.
pub(crate) fn whatever_is_set_is_taken_or_refused<B: Scribe>(encounter: &Embedded) -> Result<(), String> {
    let session = battle::<B>(encounter, 7, 20)?;
    let (first, paths) = (B::name(session.setup(), Id::new(0)), B::paths(session.setup(), session.state()));
    let mut tried =
        paths.iter().filter(|path| path.split_once('.').is_none_or(|(owner, _)| owner == first || owner == "rules"));
    tried.try_for_each(|path| others(&session, path).map_err(|why| format!("{}: {path} {why}", encounter.name)))
}

fn others<B: Scribe>(session: &Session<B>, path: &str) -> Result<(), String> {
    let values = B::values(session.setup(), session.state(), path);
    if values.iter().any(String::is_empty) {
        return Err("may be set to nothing at all".into());
    }
    for value in values.iter().map(String::as_str).chain(["0", "99999999", "none", "💥"]) {
        for op in [Op::Set, Op::Add, Op::Take] {
            let mut other = session.fork();
            match other.decree(Edict::Set { path: path.into(), op, value: value.into() }, When::Now) {
                Ok(()) => no_flaw(&other).map_err(|why| format!("{op} {value}: {why}"))?,
                Err(_) if other.state() == session.state() => {}
                Err(_) => return Err(format!("{op} {value} is refused, and works")),
            }
        }
    }
    Ok(())
}

/// One of these edicts or a path with one of its values, now and then, all through a battle; and play goes on all the same.
///
/// # Errors
/// What is wrong after which edict.
pub(crate) fn play_goes_on<B: Scribe>(encounter: &Embedded, edicts: &[&str], seed: u64) -> Result<(), String> {
    let mut rng = Rng::for_fight(seed, 77);
    let mut play = Play::new(open::<B>(encounter, seed)?, seed);
    for nth in 0..120 {
        if nth % 3 == 0 {
            let before = play.session();
            let mut session = before.fork();
            let edict = meddle(&session, edicts, &mut rng);
            let at = |why: String| format!("{}, seed {seed}: `{edict}`: {why}\n{}", encounter.name, before.save());
            if let Ok(read) = Edict::parse(&edict)
                && session.decree(read, When::Now).is_ok()
            {
                no_flaw(&session).map_err(at)?;
                views_leak_nothing(&session).map_err(at)?;
                play = Play::new(session, seed * 1_000 + nth);
            }
        }
        if !play.go_on() {
            break;
        }
        no_flaw(play.session())?;
    }
    saves(play.session())
}

/// An edict. In those that a book lists, `ONE` stands for the first combatant, `LAST` for the last, and `SIDE` for a side.
fn meddle<B: Scribe>(session: &Session<B>, edicts: &[&str], rng: &mut Rng) -> String {
    let (g, s) = (session.setup(), session.state());
    if rng.below(2) == 0 {
        let edict = edicts[rng.below(edicts.len() as u32) as usize];
        let name = |at| B::name(g, Id::new(at));
        return edict.replace("ONE", name(0)).replace("LAST", name(B::count(g) - 1)).replace("SIDE", &B::sides(g)[0]);
    }
    let paths = B::paths(g, s);
    let path = &paths[rng.below(paths.len() as u32) as usize];
    let mut values = B::values(g, s, path);
    match B::read(g, s, path) {
        Ok(Value::Int(number)) => values.push((number + i64::from(rng.below(5)) - 2).to_string()),
        Ok(value) => values.push(value.to_string()),
        Err(_) => {}
    }
    let value = if values.is_empty() { "none" } else { &values[rng.below(values.len() as u32) as usize] };
    let op = [Op::Set, Op::Add, Op::Take][rng.below(3) as usize];
    format!("{path} {op} {value}")
}
