//! Listed as legal, accepted as legal: two truths held together.

use crate::dice::Rng;
use crate::tape::{Awaited, DiceAwaited, Given};
use crate::{ChoiceView, Id, Moment, Piece, Rulebook, Scribe, Session};

/// Everything that is listed is legal, is written in its own way, and is read back from what is written; a beginning
/// that fits one listed choice alone is never taken as another. Where a book lists its verbs, each choice begins with one.
///
/// # Errors
/// The choice and what is wrong with it.
pub fn listed_is_legal<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let Some(Awaited::Choices(rule, asks)) = session.awaited() else { return Ok(()) };
    let (g, s) = (session.setup(), session.state());
    let verbs = B::verbs(g);
    for (who, ask) in asks {
        let at = |why: String| format!("{} ({}): {why}", B::name(g, *who), B::CATALOGUE.name(*rule));
        let listed = listed::<B>(session, *who, ask);
        if listed.is_empty() {
            return Err(at("nothing is listed".into()));
        }
        for (at_list, (choice, words)) in listed.iter().enumerate() {
            let view = B::choice_view(g, s, *who, ask, choice);
            pieces_are_named::<B>(g, &view).map_err(at)?;
            let on_list = B::listed_view(g, s, *who, ask, choice);
            if on_list != view {
                return Err(at(format!(
                    "`{words}` is written `{}` on the list: {on_list:?}, not {view:?}",
                    on_list.text
                )));
            }
            B::judge(g, s, *who, ask, choice)
                .map_err(|r| at(format!("`{words}` is listed and refused: {}", r.why())))?;
            match B::parse(g, s, *who, ask, words) {
                Ok(read) if &read == choice => {}
                Ok(read) => return Err(at(format!("`{words}` stands for {choice:?} and is read as {read:?}"))),
                Err(refusal) => return Err(at(format!("`{words}` is not read back: {}", refusal.why()))),
            }
            let first = words.split(' ').next().unwrap_or_default();
            // Two weapons alike are numbered: `knife-2`.
            let known = |verb: &String| verb == first || first.strip_prefix(verb.as_str()).is_some_and(is_number);
            if !verbs.is_empty() && !verbs.iter().any(known) {
                return Err(at(format!("`{words}` begins with none of the verbs")));
            }
            if let Some((other, _)) = listed[..at_list].iter().find(|(_, other)| other == words) {
                return Err(at(format!("`{words}` stands for {other:?} and for {choice:?}")));
            }
            beginnings::<B>(session, *who, ask, &listed, at_list).map_err(at)?;
            let facts = B::facts(g, s, *who, ask, choice);
            if let Some(fact) = facts.iter().find(|fact| fact.text.trim().is_empty() || fact.text.contains('\n')) {
                return Err(at(format!("`{words}`: a fact is no line of words: {fact:?}")));
            }
        }
        if let Some(choice) = B::pass(g, s, *who, ask) {
            B::judge(g, s, *who, ask, &choice).map_err(|r| at(format!("the least answer is refused: {}", r.why())))?;
        }
        if let Some(choice) = B::standing(g, s, *who, ask) {
            B::judge(g, s, *who, ask, &choice)
                .map_err(|r| at(format!("the standing answer is refused: {}", r.why())))?;
        }
    }
    Ok(())
}

/// The pieces of an answer are its text, each of them says something, and whoever is named is a piece of its own.
fn pieces_are_named<B: Scribe>(g: &B::Setup, choice: &ChoiceView) -> Result<(), String> {
    let texts: Vec<&str> = choice.parts.iter().map(|part| part.text.as_str()).collect();
    if texts.join(" ") != choice.text || texts.iter().any(|text| text.trim().is_empty()) {
        return Err(format!("`{}` is not made of {texts:?}", choice.text));
    }
    let is_name = |word: &str| (0..B::count(g)).any(|at| B::name(g, Id::new(at)) == word);
    for part in &choice.parts {
        let named = part.text.split(' ').find(|word| is_name(word));
        match (part.kind, named) {
            (Piece::Creature, _) if !is_name(&part.text) => {
                return Err(format!("`{}`: nobody is called `{}`", choice.text, part.text));
            }
            (Piece::Creature, _) | (_, None) => {}
            (kind, Some(name)) => return Err(format!("`{}`: {name} is part of a {kind:?}", choice.text)),
        }
        if (part.kind == Piece::Way) == part.cells.is_empty() {
            return Err(format!("`{}`: a way, and nothing else, has cells", choice.text));
        }
    }
    Ok(())
}

/// `-2`
fn is_number(rest: &str) -> bool {
    rest.strip_prefix('-').is_some_and(|digits| digits.parse::<u8>().is_ok())
}

fn listed<B: Scribe>(session: &Session<B>, who: Id, ask: &B::Ask) -> Vec<(B::Choice, String)> {
    let (g, s) = (session.setup(), session.state());
    let mut listed = Vec::new();
    B::options(g, s, who, ask, &mut |choice| {
        let words = B::notation(g, s, who, ask, &choice);
        listed.push((choice, words));
    });
    listed
}

fn beginnings<B: Scribe>(
    session: &Session<B>,
    who: Id,
    ask: &B::Ask,
    listed: &[(B::Choice, String)],
    at: usize,
) -> Result<(), String> {
    let (choice, words) = &listed[at];
    for (end, _) in words.char_indices().skip(1) {
        let beginning = words[..end].trim_end();
        let alone = listed.iter().filter(|(_, words)| words.starts_with(beginning)).count() == 1;
        if alone
            && let Ok(read) = B::parse(session.setup(), session.state(), who, ask, beginning)
            && &read != choice
            && B::judge(session.setup(), session.state(), who, ask, &read).is_ok()
        {
            return Err(format!("`{beginning}` begins `{words}` alone and is taken as {read:?}"));
        }
    }
    Ok(())
}

/// Other words are refused and change nothing; where every legal answer is listed (`complete`), nothing else is taken.
///
/// # Errors
/// What was taken, or changed.
pub fn illegal_is_refused<B: Scribe>(
    session: &Session<B>,
    seed: u64,
    complete: fn(&B::Ask) -> bool,
) -> Result<(), String> {
    let Some(Awaited::Choices(_, asks)) = session.awaited() else { return refuses_choices(session) };
    let (g, s) = (session.setup(), session.state());
    let mut rng = Rng::for_fight(seed, session.len() as u64 + 2);
    for (who, ask) in asks {
        let listed = listed::<B>(session, *who, ask);
        for text in strange::<B>(session, &listed, &mut rng) {
            let Ok(choice) = B::parse(g, s, *who, ask, &text) else { continue };
            let mut other = session.fork();
            match (B::judge(g, s, *who, ask, &choice), other.choose(*who, choice.clone())) {
                (Ok(()), Ok(())) => {
                    if complete(ask) && !listed.iter().any(|(listed, _)| *listed == choice) {
                        return Err(format!("`{text}` ({choice:?}) is taken from {} and not listed", B::name(g, *who)));
                    }
                }
                (Err(_), Err(_)) => unchanged(session, &other, &text)?,
                (judged, _) => return Err(format!("`{text}`: judged {judged:?}, and the session says otherwise")),
            }
        }
    }
    Ok(())
}

/// Nobody is asked for nothing: of the listed answers two lead to different battles, to other questions, or tell something
/// else, for some of the dice. Of many answers the first few and the last are tried; what several choose at once is passed
/// over, and so is a lone answer where not all are listed (`complete`).
///
/// # Errors
/// The question, and its answers.
pub fn questions_matter<B: Scribe>(session: &Session<B>, complete: fn(&B::Ask) -> bool) -> Result<(), String> {
    let Some(Awaited::Choices(rule, asks)) = session.awaited() else { return Ok(()) };
    let [(who, ask)] = asks.as_slice() else { return Ok(()) };
    let listed = listed::<B>(session, *who, ask);
    let [(first, _), others @ ..] = listed.as_slice() else { return Ok(()) };
    if others.is_empty() && !complete(ask) {
        return Ok(());
    }
    let tried = || others.iter().take(MOST_TRIED).chain(others.last()).map(|(choice, _)| choice);
    let same = |seed: u64| {
        let comes = come_of(session, *who, first, seed);
        comes.is_some() && tried().all(|other| come_of(session, *who, other, seed) == comes)
    };
    if (0..STREAMS).all(same) {
        let words: Vec<&str> = listed.iter().map(|(_, words)| words.as_str()).collect();
        let (name, rule) = (B::name(session.setup(), *who), B::CATALOGUE.name(*rule));
        return Err(format!("{name} is asked for {rule}, and whatever the answer is, the same comes of it: {words:?}"));
    }
    Ok(())
}

/// Of a long list, so many answers are tried.
const MOST_TRIED: usize = 6;

/// So many ways in which dice may fall are tried.
const STREAMS: u64 = 24;

/// A step has fewer throws than this.
const MOST_THROWN: usize = 40;

/// A battle, what it waits for, and what it has told.
type Comes<B> = (<B as Rulebook>::State, Option<Awaited<B>>, Vec<String>);

/// The battle as an answer leaves it when the step is over; nothing where the step asks on, since what has been chosen in
/// it may come to something later.
fn come_of<B: Scribe>(session: &Session<B>, who: Id, choice: &B::Choice, seed: u64) -> Option<Comes<B>> {
    let mut rng = Rng::for_fight(seed, 3);
    let mut after = session.fork();
    after.choose(who, choice.clone()).ok()?;
    let steps = session.step_count();
    for _ in 0..MOST_THROWN {
        if after.step_count() > steps {
            break;
        }
        match after.awaited() {
            None => break,
            Some(Awaited::Choices(..)) => return None,
            Some(Awaited::Dice(dice)) => {
                let DiceAwaited { rule, who, dice, .. } = dice[0];
                after.throw(rule, who, Given::Faces(rng.throw(dice).to_vec())).ok()?;
            }
        }
    }
    let moments = (steps - 1..after.step_count()).flat_map(|step| after.step_log(step));
    let told =
        moments.filter_map(|moment| if let Moment::Told(event) = moment { Some(format!("{event:?}")) } else { None });
    Some((after.state().clone(), after.awaited().cloned(), told.collect()))
}

/// While dice are awaited, nobody can choose; when it is over, nothing can be given.
fn refuses_choices<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let mut other = session.fork();
    for who in (0..B::count(session.setup())).map(Id::new) {
        if other.asked(who).is_ok() {
            return Err(format!("{} is asked while none is", B::name(session.setup(), who)));
        }
    }
    if session.awaited().is_none() && (other.roll() || other.stand()) {
        return Err("something could be given after the end".into());
    }
    unchanged(session, &other, "nothing")
}

fn unchanged<B: Scribe>(session: &Session<B>, other: &Session<B>, text: &str) -> Result<(), String> {
    let same = session.state() == other.state()
        && session.awaited() == other.awaited()
        && session.len() == other.len()
        && session.log_len() == other.log_len();
    if same { Ok(()) } else { Err(format!("`{text}` was refused and changed something all the same")) }
}

/// Words that are near the listed ones, or far from them.
fn strange<B: Scribe>(session: &Session<B>, listed: &[(B::Choice, String)], rng: &mut Rng) -> Vec<String> {
    const FAR: [&str; 12] = [
        "",
        " ",
        "0",
        "-1",
        "99999999999999999999",
        "attack",
        "move to",
        "at",
        "none",
        "💥 ∞",
        "\"",
        "a b c d e f g h",
    ];
    let g = session.setup();
    let mut all: Vec<String> = FAR.iter().map(|text| (*text).to_owned()).collect();
    all.push("x".repeat(5_000));
    let words: Vec<&str> = listed.iter().flat_map(|(_, words)| words.split_whitespace()).collect();
    let names: Vec<&str> = (0..B::count(g)).map(|id| B::name(g, Id::new(id))).collect();
    for (_, text) in listed.iter().take(24) {
        let parts: Vec<&str> = text.split_whitespace().collect();
        // Another word in one place, a word missing, a word twice, a letter changed.
        for at in 0..parts.len() {
            let mut other = parts.clone();
            let pool = if rng.below(2) == 0 { &words } else { &names };
            other[at] = pool[rng.below(pool.len() as u32) as usize];
            all.push(other.join(" "));
            let mut less = parts.clone();
            less.remove(at);
            all.push(less.join(" "));
        }
        all.push(format!("{text} {}", words[rng.below(words.len() as u32) as usize]));
        let mut letters: Vec<char> = text.chars().collect();
        if !letters.is_empty() {
            let at = rng.below(letters.len() as u32) as usize;
            letters[at] = char::from(b'a' + rng.below(26) as u8);
            all.push(letters.iter().collect());
        }
    }
    all
}
