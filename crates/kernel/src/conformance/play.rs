//! Random play, and what must hold at each of its moments.

use crate::dice::Rng;
use crate::tape::{Awaited, Given};
use crate::transcript::Transcript;
use crate::{Edict, Entry, Ids, Moment, Op, Random, Scribe, Session, Source, Value, When};

/// A battle that plays itself: any listed choice, dice from the seed (sometimes the count only, sometimes in another
/// order), now and then a game master's hand.
#[derive(Clone, Debug)]
pub struct Play<B: Scribe> {
    session: Session<B>,
    rng: Rng,
    edicts: bool,
    came: Ids,
}

impl<B: Scribe> Play<B> {
    /// Plays on from here.
    #[must_use]
    pub fn new(session: Session<B>, seed: u64) -> Self {
        let came = B::present(session.setup(), session.state());
        Self { session, rng: Rng::for_fight(seed, 1), edicts: false, came }
    }

    /// With a game master who now and then changes a number.
    #[must_use]
    pub fn with_edicts(mut self) -> Self {
        self.edicts = true;
        self
    }

    /// The battle as it stands.
    #[must_use]
    pub fn session(&self) -> &Session<B> {
        &self.session
    }

    /// Everybody who has ever been there, as far as somebody could look: between two answers.
    #[must_use]
    pub fn came(&self) -> Ids {
        self.came
    }

    /// Gives one more answer or edict. False when the battle waits for nothing any more.
    pub fn go_on(&mut self) -> bool {
        let steps = self.session.step_count();
        let gave = self.give();
        let present = states_since(&self.session, steps).map(|s| B::present(self.session.setup(), s));
        self.came = present.fold(self.came, Ids::or);
        gave
    }

    /// Takes some answers back, if there are so many.
    pub(super) fn take_back(&mut self, answers: usize) {
        (0..answers).for_each(|_| drop(self.session.undo()));
    }

    fn give(&mut self) -> bool {
        if self.edicts && self.rng.below(12) == 0 && self.decree() {
            return true;
        }
        match self.session.awaited().cloned() {
            None => false,
            Some(Awaited::Dice(dice)) => {
                let one = &dice[self.rng.below(dice.len() as u32) as usize];
                let (low, high) = one.dice.range();
                match self.rng.below(4) {
                    0 => {
                        let natural = low + self.rng.below((high - low + 1) as u32) as i32;
                        self.session.throw(one.rule, one.who, Given::Natural(natural)).is_ok()
                    }
                    1 => {
                        let faces = self.rng.throw(one.dice).to_vec();
                        self.session.throw(one.rule, one.who, Given::Faces(faces)).is_ok()
                    }
                    _ => self.session.roll(),
                }
            }
            Some(Awaited::Choices(_, asks)) => {
                let (who, ask) = &asks[self.rng.below(asks.len() as u32) as usize];
                let mut listed = Vec::new();
                B::options(self.session.setup(), self.session.state(), *who, ask, &mut |choice| listed.push(choice));
                if listed.is_empty() {
                    return false;
                }
                let choice = listed.swap_remove(self.rng.below(listed.len() as u32) as usize);
                self.session.choose(*who, choice).is_ok()
            }
        }
    }

    /// Changes some number a little; false when the rulebook does not let it.
    fn decree(&mut self) -> bool {
        let paths = B::paths(self.session.setup(), self.session.state());
        if paths.is_empty() {
            return false;
        }
        let path = paths[self.rng.below(paths.len() as u32) as usize].clone();
        let value = match B::read(self.session.setup(), self.session.state(), &path) {
            Ok(Value::Int(number)) => number.saturating_add(i64::from(self.rng.below(7)) - 3).to_string(),
            Ok(Value::Bool(yes)) => (!yes).to_string(),
            _ => return false,
        };
        let when = if self.rng.below(3) == 0 { When::NextStep } else { When::Now };
        let edict = Edict::Set { path, op: Op::Set, value };
        self.session.decree(edict, when).is_ok()
    }
}

/// The states that somebody could look at since there were so many `steps`: where each one begins, and as the battle
/// stands.
pub(super) fn states_since<B: Scribe>(session: &Session<B>, steps: usize) -> impl Iterator<Item = &B::State> {
    let begun = (steps..session.step_count()).filter_map(|step| session.state_before_step(step));
    begun.chain([session.state()])
}

/// The rulebook finds nothing wrong with its own state, and the battle is not stuck.
///
/// # Errors
/// The invariant that is broken.
pub fn no_flaw<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    if let Some(stuck) = session.stuck() {
        return Err(stuck.to_owned());
    }
    B::broken_invariant(session.setup(), session.state()).map_or(Ok(()), Err)
}

/// The state, written as JSON and read back, is the same state, and its clone plays the same.
///
/// # Errors
/// What is lost.
pub fn serialises<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let text = serde_json::to_string(session.state()).map_err(|e| format!("the state cannot be written: {e}"))?;
    let back: B::State = serde_json::from_str(&text).map_err(|e| format!("the state cannot be read back: {e}"))?;
    if &back != session.state() {
        return Err(format!("the state comes back from JSON as {back:?} instead of {:?}", session.state()));
    }
    if serde_json::to_string(&back).ok().as_ref() != Some(&text) {
        return Err("the same state is written in two ways".into());
    }
    Ok(())
}

/// Saved and loaded, it is the same battle: state, question, and the saved text itself.
///
/// # Errors
/// What is different.
pub fn saves<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    crate::script::roundtrip(session)
}

/// Taken back answer by answer to the beginning and done again, the battle goes through the same states and tells the
/// same.
///
/// # Errors
/// Where it differs.
pub fn rewinds<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let mut going = session.fork();
    let mut stations = vec![station(&going)];
    while !going.is_empty() {
        going.undo().map_err(|e| e.to_string())?;
        stations.push(station(&going));
    }
    if going.undo().is_ok() {
        return Err("something could be taken back before the beginning".into());
    }
    for wanted in stations.iter().rev().skip(1) {
        going.redo().map_err(|e| e.to_string())?;
        compare_stations(&station(&going), wanted, "done again")?;
    }
    // Jumps, there and back, land where single steps did.
    let all = session.len();
    for target in [0, all / 2, all, all / 3, all] {
        going.jump(target).map_err(|e| e.to_string())?;
        compare_stations(&station(&going), &stations[all - target], "jumped to")?;
    }
    Ok(())
}

/// Saved while some of it is taken back and loaded, the battle stands at the same place and can be done again to the same
/// end.
///
/// # Errors
/// Where it differs.
pub fn keeps_what_was_taken_back<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let all = session.len();
    for target in [0, all / 2, all.saturating_sub(1)] {
        let mut back = session.fork();
        back.jump(target).map_err(|e| e.to_string())?;
        let mut loaded = loaded(&back)?;
        let at = format!("loaded where {target} of {all} answers stand");
        compare_stations(&Station { entries: target, ..station(&loaded) }, &station(&back), &at)?;
        if loaded.save() != back.save() {
            return Err(format!("{at}: saved again it reads\n{}\ninstead of\n{}", loaded.save(), back.save()));
        }
        while loaded.redo().is_ok() {}
        compare_stations(
            &Station { entries: all, ..station(&loaded) },
            &station(session),
            &format!("{at}, done again"),
        )?;
    }
    Ok(())
}

/// Where a policy that draws has a seat, the battle goes on after loading as it would have gone on in one piece.
///
/// # Errors
/// What is different.
pub fn draws_go_on<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    const ANSWERS: usize = 12;
    let mut whole = session.fork();
    play_on(&mut whole, ANSWERS);
    let mut loaded = loaded(&whole)?;
    play_on(&mut whole, ANSWERS);
    play_on(&mut loaded, ANSWERS);
    compare_stations(&Station { entries: whole.len(), ..station(&loaded) }, &station(&whole), "played on by chance")
}

/// Dice fall and somebody chooses by chance, so many times.
fn play_on<B: Scribe>(session: &mut Session<B>, answers: usize) {
    for _ in 0..answers {
        if !session.roll() && !session.decide(&mut Random) {
            return;
        }
    }
}

/// The battle, saved and loaded.
fn loaded<B: Scribe>(session: &Session<B>) -> Result<Session<B>, String> {
    loaded_from(&session.save())
}

/// The battle of a save.
pub(super) fn loaded_from<B: Scribe>(saved: &str) -> Result<Session<B>, String> {
    let said = |errors: Vec<crate::Diagnostic>| {
        let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
        format!("it cannot be loaded: {}\n{saved}", all.join("; "))
    };
    let transcript = Transcript::parse(&Source::new("the saved battle", saved)).map_err(said)?;
    Session::load(&transcript).map_err(said)
}

/// A past in which an answer is changed into itself is the same past.
///
/// # Errors
/// What is different.
pub fn same_past_same_battle<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let answers = session.entries().enumerate().filter_map(|(at, (_, entry))| match entry {
        Entry::Answer(answer) => Some((at, answer.given.clone())),
        Entry::Edict(_) => None,
    });
    let wanted = station(session);
    for (at, given) in answers.step_by(session.len() / 16 + 1) {
        let change = session.change(at, given).map_err(|e| format!("entry {at} cannot be changed into itself: {e}"))?;
        if let Some(spare) = change.spares.first() {
            return Err(format!("entry {at} is changed into itself, and `{}` no longer fits", spare.words));
        }
        compare_stations(&station(&change.session), &wanted, &format!("entry {at} changed into itself"))?;
    }
    Ok(())
}

pub(super) struct Station<S> {
    pub(super) entries: usize,
    pub(super) state: S,
    pub(super) awaited: String,
    pub(super) log: String,
}

pub(super) fn station<B: Scribe>(session: &Session<B>) -> Station<B::State> {
    let mut log = String::new();
    session.log().for_each(|(_, moment)| log.push_str(&words(session, moment)));
    let awaited = format!("{:?} {:?}", session.awaited(), session.outcome());
    Station { entries: session.len(), state: session.state().clone(), awaited, log }
}

fn words<B: Scribe>(session: &Session<B>, moment: &Moment<B>) -> String {
    match moment {
        Moment::Told(event) => format!("{event:?}\n"),
        Moment::Threw(throw) => format!("{}\n", crate::log::throw_detail::<B>(session.setup(), throw)),
        Moment::Chose { who, words, .. } => format!("{who:?}: {words}\n"),
        Moment::Decreed(edict) => format!("gm: {edict}\n"),
    }
}

pub(super) fn compare_stations<S: PartialEq + std::fmt::Debug>(
    is: &Station<S>,
    wanted: &Station<S>,
    how: &str,
) -> Result<(), String> {
    let at = format!("{how}, after {} answers", wanted.entries);
    if is.entries != wanted.entries {
        return Err(format!("{at}: there are {}", is.entries));
    }
    if is.state != wanted.state {
        return Err(format!("{at}: the state is {:?} instead of {:?}", is.state, wanted.state));
    }
    if is.awaited != wanted.awaited {
        return Err(format!("{at}: awaited is {} instead of {}", is.awaited, wanted.awaited));
    }
    super::same_text(&is.log, &wanted.log).map_err(|why| format!("{at}: the log differs: {why}"))
}
