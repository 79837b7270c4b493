//! Whatever a viewer asks of a battle, it hears the same in all worlds that differ in secrets only.

use std::collections::BTreeSet;

use serde::Serialize;

use super::play::{Play, states_since};
use super::presence;
use super::secrets::{hidden_choices, tried, viewers};
use crate::book::Embedded;
use crate::eyes;
use crate::game::{Looker, METHODS, Played, Speaker};
use crate::tape::Awaited;
use crate::{Book, Events, Id, Ids, Inquiry, Others, Scribe, Seat, Seen, Session, Viewer};

/// What was told before somebody hid names them as they were called; and so does the view of one's own, whose plans were made
/// against them (`waits: quarterstaff at Vetch`).
const TELL_OF_THE_PAST: [&str; 4] = ["log", "entries", "spares", "view"];

/// What is played from the beginning of the running step.
const TELL_OF_THE_FUTURE: [&str; 3] = ["odds", "leads_to", "propose"];

/// Branches that odds may take: a few turns of a duel, and the same refusal for everybody where there are more.
const BUDGET: u64 = 150;

/// Of the log's steps the last ones are compared.
const LAST_STEPS: usize = 4;

/// Of what could be chosen some is looked at in every way.
const MOST_CHOICES: usize = 3;

/// So many answers lie between two looks, but where several people choose at once.
const APART: usize = 12;

/// Random battles of an encounter in which [`seats_leak_nothing`], looked at now and then, and whenever several people
/// choose at once.
///
/// # Errors
/// Who hears what, and the battle in which it happens.
pub fn seats_leak_nothing_in<B: Scribe>(
    book: Book<B>,
    encounter: &Embedded,
    seeds: u64,
    answers: usize,
) -> Result<(), String> {
    for seed in 0..seeds {
        let mut play = Play::<B>::new(super::open(encounter, seed)?, seed).with_edicts();
        let mut asked_several = false;
        let mut known = Acquaintance::default();
        let mut steps = 0;
        for given in 0..answers {
            let session = play.session();
            known.meet(session, steps);
            steps = session.step_count();
            let asks_several = session.asks_several();
            if given % APART == 0 || asks_several && !asked_several {
                let nothing = || {
                    seats_leak_nothing(book, session)?;
                    nobody_reads_of_the_unknown(book, session, &known)
                };
                nothing().map_err(|why| {
                    format!("{}, seed {seed}, after {given} answers: {why}\n{}", encounter.name, session.save())
                })?;
            }
            asked_several = asks_several;
            if !play.go_on() {
                break;
            }
        }
    }
    Ok(())
}

/// Every method of [`Seen`] and [`Seat`] says the same, byte for byte, to every viewer: where the state differs in what it
/// may not know, where somebody it does not see is called something else, and where somebody has chosen in secret.
///
/// # Errors
/// Who hears what; or which method nobody has asked.
pub fn seats_leak_nothing<B: Scribe>(book: Book<B>, session: &Session<B>) -> Result<(), String> {
    every_method_is_asked(book, session)?;
    for viewer in viewers(session) {
        let questions = Questions::of(session, viewer);
        let heard = |session: &Session<B>| {
            let played = Played { book, session: session.clone() };
            let mut heard = questions.everything(&Looker::new(&played, viewer));
            heard.extend(questions.everything_said(&played, viewer));
            heard
        };
        let real = heard(session);
        let same_where = |world: &str, other: Vec<Heard>, wanted: &dyn Fn(&&str) -> bool| {
            let compared = real.iter().zip(&other).filter(|(one, _)| wanted(&one.method));
            let differs = compared.into_iter().find(|(one, other)| !one.is_as_good_as(other));
            let Some((one, other)) = differs else { return Ok(()) };
            let Heard { method, question, answer } = one;
            Err(format!("{method}({question}) tells {viewer:?} of {world}:\n{answer}\n{}", other.answer))
        };
        let same = |world: &str, other| same_where(world, other, &|_| true);
        let disguised = session.disguised(viewer);
        same("what it may not know", heard(&disguised))?;
        let from_the_start = heard(&disguised.disguised_from_the_start(viewer));
        same_where("what it may not know", from_the_start, &|method| TELL_OF_THE_FUTURE.contains(method))?;
        let hidden = eyes::hidden::<B>(session.setup(), session.state(), viewer);
        same_where("a name", heard(&session.renamed(&hidden)), &|method| !TELL_OF_THE_PAST.contains(method))?;
        hidden_choices(session, viewer, |answered, given| {
            same(&format!("a choice before all are in, `{given}`"), heard(answered))
        })?;
    }
    Ok(())
}

/// Whom each viewer has ever seen, as far as somebody could look: between two answers, and where a step begins.
#[derive(Default)]
struct Acquaintance(Vec<(Viewer, Ids)>);

impl Acquaintance {
    /// Looks at the battle as it stands, and where each step has begun since there were `steps`.
    fn meet<B: Scribe>(&mut self, session: &Session<B>, steps: usize) {
        let g = session.setup();
        for s in states_since(session, steps) {
            for viewer in viewers(session) {
                let seen = Ids::first(B::count(g)).without(eyes::hidden::<B>(g, s, viewer));
                match self.0.iter_mut().find(|(known, _)| *known == viewer) {
                    Some((_, met)) => *met = met.or(seen),
                    None => self.0.push((viewer, seen)),
                }
            }
        }
    }

    /// The names of those whom a viewer has never seen: hidden from the beginning, or never come.
    fn strangers<B: Scribe>(&self, session: &Session<B>, viewer: Viewer) -> Vec<String> {
        let met = self.0.iter().find(|(known, _)| *known == viewer).map_or(Ids::NONE, |(_, met)| *met);
        let strangers = eyes::hidden::<B>(session.setup(), session.state(), viewer).without(met);
        strangers.iter().map(|id| B::name(session.setup(), id).to_owned()).collect()
    }
}

/// No method names somebody whom a viewer has never seen, unless it is asked about that name: neither view nor question,
/// neither what may be chosen nor what has been told, chosen or decreed.
fn nobody_reads_of_the_unknown<B: Scribe>(
    book: Book<B>,
    session: &Session<B>,
    known: &Acquaintance,
) -> Result<(), String> {
    for viewer in viewers(session) {
        let names = known.strangers(session, viewer);
        if names.is_empty() {
            continue;
        }
        let (questions, played) = (Questions::of(session, viewer), Played { book, session: session.clone() });
        let mut heard = questions.everything(&Looker::new(&played, viewer));
        heard.extend(questions.everything_said(&played, viewer));
        let told = |heard: &Heard, name: &String| !heard.question.contains(name) && presence::says(&heard.answer, name);
        let found = heard.iter().find_map(|heard| Some((heard, names.iter().find(|name| told(heard, name))?)));
        if let Some((Heard { method, question, answer }, name)) = found {
            return Err(format!(
                "{method}({question}) tells {viewer:?} of {name}, whom they have never seen: {answer}"
            ));
        }
    }
    Ok(())
}

/// The kit asks every method that there is.
fn every_method_is_asked<B: Scribe>(book: Book<B>, session: &Session<B>) -> Result<(), String> {
    let played = Played { book, session: session.clone() };
    let heard = Questions::of(session, Viewer::GameMaster).everything(&played);
    let asked: BTreeSet<&str> = heard.iter().map(|heard| heard.method).collect();
    match METHODS.iter().find(|method| !asked.contains(**method)) {
        Some(method) => Err(format!("the kit asks nothing of `Seen::{method}`: it may tell a secret")),
        None => Ok(()),
    }
}

/// How something that was said and done is written.
const DONE: &str = r#"{"Ok":null}"#;

/// What a method answers to a question.
#[derive(PartialEq, Eq, Debug)]
struct Heard {
    method: &'static str,
    question: String,
    answer: String,
}

impl Heard {
    /// The same answer; or what can be done in one of both worlds alone, and is found out by trying it.
    fn is_as_good_as(&self, other: &Self) -> bool {
        const TRIED: [&str; 2] = ["line", "change"];
        let is_done = |heard: &Self| heard.answer == DONE;
        self == other
            || TRIED.contains(&self.method) && self.question == other.question && is_done(self) != is_done(other)
    }
}

fn heard(method: &'static str, question: impl Into<String>, answer: &impl Serialize) -> Heard {
    let answer = serde_json::to_string(answer).unwrap_or_else(|error| error.to_string());
    Heard { method, question: question.into(), answer }
}

/// An answer, or why there is none, with every word of the refusal.
fn told<T: Serialize>(result: Result<T, crate::Refused>) -> Result<T, String> {
    result.map_err(|refused| format!("{refused:?}"))
}

/// What a viewer may ask: of everybody by name, whether or not it sees them; of every path; of choices that are listed,
/// its own and those of others, also with somebody hidden in them.
struct Questions {
    names: Vec<String>,
    paths: Vec<String>,
    choices: Vec<String>,
}

impl Questions {
    fn of<B: Scribe>(session: &Session<B>, viewer: Viewer) -> Self {
        let (g, s) = (session.setup(), session.state());
        let names: Vec<String> = (0..B::count(g)).map(|id| B::name(g, Id::new(id)).to_owned()).collect();
        let mut paths = B::paths(g, s);
        for own in &names {
            for other in &names {
                paths.extend(B::relations().iter().map(|field| format!("{own}.{field}.{other}")));
            }
        }
        let mut choices = vec!["nothing that anybody chooses".to_owned()];
        let hidden = eyes::hidden::<B>(g, s, viewer);
        if let Some(Awaited::Choices(_, asks)) = session.awaited() {
            for (who, ask) in asks {
                let listed = tried::<B>(session, *who, ask);
                let apart = listed.len().div_ceil(MOST_CHOICES).max(1);
                for choice in listed.iter().step_by(apart) {
                    let words = B::notation(g, s, *who, ask, choice);
                    let named = names.iter().find(|name| words.contains(name.as_str()));
                    let hidden = hidden.iter().filter_map(|id| Some(words.replace(named?, B::name(g, id))));
                    choices.extend(hidden.take(1));
                    choices.push(format!("{}: {words}", B::name(g, *who)));
                    choices.push(words);
                }
            }
        }
        Self { names, paths, choices }
    }

    /// Everything that can be asked.
    // Compiled where a book's tests call it; in the kernel it would be the largest function of the program.
    #[inline]
    fn everything(&self, seen: &dyn Seen) -> Vec<Heard> {
        let mut all = vec![
            heard("view", "", &seen.view()),
            heard("awaited", "", &seen.awaited()),
            heard("awaited_in_short", "", &seen.awaited_in_short()),
            heard("least", "", &seen.least()),
            heard("verbs", "", &seen.verbs()),
            heard("paths", "", &seen.paths()),
            heard("edicts", "", &seen.edicts()),
            heard("entries", "", &seen.entries()),
            heard("len", "", &seen.len()),
            heard("is_empty", "", &seen.is_empty()),
            heard("redo_len", "", &seen.redo_len()),
            heard("spares", "", &seen.spares()),
            heard("outcome", "", &seen.outcome()),
        ];
        let steps = seen.steps(None);
        all.push(heard("steps", "", &format!("{steps:?}")));
        let last = steps.len().saturating_sub(LAST_STEPS);
        all.extend(steps[last..].iter().map(|step| heard("log", format!("{step:?}"), &seen.log(*step))));
        for policy in ["plain", "random", "nobody"] {
            all.push(heard("propose", policy, &seen.propose(policy).ok()));
        }
        for name in &self.names {
            all.push(heard("side_of", name, &seen.side_of(name).map(|side| side.0)));
            all.push(heard("sheet", name, &told(seen.sheet(name))));
            all.push(heard("reach", name, &told(seen.reach(name))));
            for other in &self.names {
                all.push(heard("between", format!("{name}, {other}"), &told(seen.between(name, other))));
            }
        }
        for path in &self.paths {
            all.push(heard("read", path, &told(seen.read(path))));
            all.push(heard("values", path, &seen.values(path)));
        }
        for choice in &self.choices {
            all.push(heard("facts", choice, &told(seen.facts(choice))));
            all.push(heard("leads_to", choice, &seen.leads_to(choice)));
        }
        all.extend(self.inquiries().iter().map(|asked| heard("odds", format!("{asked:?}"), &told(seen.odds(asked)))));
        all
    }

    fn inquiries(&self) -> Vec<Inquiry> {
        let open = Inquiry::of(None).within(BUDGET);
        let of = self.choices.iter().take(2 * MOST_CHOICES).map(|choice| Inquiry::of(Some(choice)).within(BUDGET));
        let others = [
            open.clone().through(),
            open.clone().replying(Others::Best),
            Inquiry { events: Events::All, ..open.clone() },
            Inquiry { checks: true, ..open.clone() },
            Inquiry { paths: self.paths.iter().take(1).cloned().collect(), ..open.clone() },
            open,
        ];
        of.chain(others).collect()
    }

    /// Everything that can be said; of what is taken, that it is.
    fn everything_said<B: Scribe>(&self, played: &Played<B>, viewer: Viewer) -> Vec<Heard> {
        let say = |what: &dyn Fn(&mut dyn Seat) -> Result<(), crate::Refused>| {
            let mut fork = played.clone();
            told(what(&mut Speaker::new(&mut fork, viewer)))
        };
        let mut all = Vec::new();
        for line in &self.choices {
            all.push(heard("line", line, &say(&|seat| seat.line(line))));
            all.push(heard("change", line, &say(&|seat| seat.change(0, line).map(drop))));
        }
        for name in &self.names {
            all.push(heard("roll_for", name, &say(&|seat| seat.roll_for(name))));
            all.push(heard("decide_for", name, &say(&|seat| seat.decide_for(name, "plain"))));
            let faces = format!("roll {name} = 1");
            all.push(heard("line", &faces, &say(&|seat| seat.line(&faces))));
        }
        all.push(heard("line", "an edict", &say(&|seat| seat.line("gm: note this"))));
        all.push(heard("roll", "", &say(&|seat| seat.roll())));
        all.push(heard("stand", "", &say(&|seat| seat.stand())));
        all.push(heard("do_least", "", &say(&|seat| seat.do_least())));
        all.push(heard("decide", "", &say(&|seat| seat.decide("plain"))));
        all.push(heard("undo", "", &say(&|seat| seat.undo())));
        all.push(heard("jump", "", &say(&|seat| seat.jump(usize::MAX))));
        all
    }
}
