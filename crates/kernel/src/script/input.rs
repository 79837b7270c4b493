//! One line given to a session: a choice, a throw, an edict.

use crate::dice::{Dice, Fit, Forced};
use crate::eyes::Eyes;
use crate::refused::Refused;
use crate::tape::{Answer, Awaited, DiceAwaited, Given};
use crate::transcript::{Content, content};
use crate::words::{list, short};
use crate::{Bearing, Change, Edict, Entry, Id, Refusal, RuleId, Scribe, Session, SessionError, Viewer, When};

/// Takes a line as a person types it: what a transcript has, and while one person alone is asked (or dice are awaited)
/// the bare words. It is read with the eyes of whoever speaks, who answers for its own side.
pub(crate) fn typed<B: Scribe>(session: &mut Session<B>, eyes: &Eyes<B>, line: &str) -> Result<(), Refused> {
    let asked = matches!(session.awaited(), Some(Awaited::Choices(..)));
    take(session, eyes, line).map_err(|refused| match is_an_answer::<B>(session.setup(), line) {
        true if asked => Refused { meant: true, ..refused },
        true => Refused { meant: true, ..not_now(session, eyes) },
        false => refused,
    })
}

/// Does a line begin like an answer to any question of the game?
fn is_an_answer<B: Scribe>(g: &B::Setup, line: &str) -> bool {
    let words = match content(line) {
        Ok(Content::Choice { words, .. }) => words,
        Ok(Content::Edict { .. } | Content::Roll(_)) => return false,
        _ => line.to_owned(),
    };
    let (first, _) = split(&words);
    B::verbs(g).iter().any(|verb| verb.eq_ignore_ascii_case(first))
}

fn take<B: Scribe>(session: &mut Session<B>, eyes: &Eyes<B>, line: &str) -> Result<(), Refused> {
    let read = content(line);
    let person = |session: &Session<B>, name: &str| eyes.person(session.setup(), name);
    match &read {
        Ok(Content::Edict { .. }) if eyes.viewer() != Viewer::GameMaster => return Err(by_hand_alone()),
        Ok(Content::Edict { edict, next }) => return decree(session, edict, *next),
        Ok(Content::Choice { who, words }) if person(session, who).is_ok() => {
            let who = person(session, who).map_err(|refusal| eyes.refused(refusal))?;
            return choose(session, eyes, who, words);
        }
        Err(wrong) if is_an_edict(line) => return Err(Refused::because(wrong.to_string())),
        Ok(Content::Blank) => {
            return Err(Refused::because(format!("nothing was said; {}", eyes.awaited_words(session))));
        }
        _ => {}
    }
    match (session.awaited(), &read) {
        (Some(Awaited::Dice(_)), Ok(Content::Roll(words))) => roll_by(session, eyes, words).map(|_| ()),
        (Some(Awaited::Dice(_)), Err(_)) => roll_by(session, eyes, line).map(|_| ()),
        // How many others are asked as well makes no difference.
        (Some(Awaited::Choices(_, asks)), _) if own(session, eyes, asks).count() <= 1 => {
            let Some(who) = own(session, eyes, asks).next() else { return Err(not_now(session, eyes)) };
            let given = choose(session, eyes, who, line.trim());
            given.map_err(|no| if matches!(read, Ok(Content::Roll(_))) { not_now(session, eyes) } else { no })
        }
        (_, Ok(Content::Choice { who, .. })) => {
            Err(person(session, who).map_or_else(|refusal| eyes.refused(refusal), |_| not_now(session, eyes)))
        }
        (_, Err(wrong)) => Err(Refused::because(wrong.to_string())),
        _ => Err(not_now(session, eyes)),
    }
}

fn by_hand_alone() -> Refused {
    Refused::because("what is set by hand is set by the game master")
}

/// Is it an edict, if a broken one?
fn is_an_edict(line: &str) -> bool {
    line.split_once(':').is_some_and(|(head, _)| matches!(head.trim(), "gm" | "gm next"))
}

fn not_now<B: Scribe>(session: &Session<B>, eyes: &Eyes<B>) -> Refused {
    Refused::because(format!("this cannot be given now: {}", eyes.awaited_words(session)))
}

/// Those of the asked for whom whoever speaks answers.
fn own<'a, B: Scribe>(
    session: &'a Session<B>,
    eyes: &'a Eyes<B>,
    asks: &'a [(Id, B::Ask)],
) -> impl Iterator<Item = Id> + 'a {
    asks.iter().map(|(who, _)| *who).filter(|who| answers_for(session, eyes, *who))
}

/// Does whoever speaks answer for this combatant?
fn answers_for<B: Scribe>(session: &Session<B>, eyes: &Eyes<B>, who: Id) -> bool {
    eyes.speaks_for(session.setup(), who)
}

/// The combatant that a name or its beginning means.
pub(crate) fn person<B: Scribe>(session: &Session<B>, name: &str) -> Result<Id, Refused> {
    Eyes::master(session).person(session.setup(), name).map_err(|refusal| Refused::of(B::CATALOGUE, refusal))
}

/// Reads a choice of somebody who is asked now, with the game master's eyes.
pub(crate) fn read_choice<B: Scribe>(session: &Session<B>, who: Id, words: &str) -> Result<B::Choice, Refused> {
    read_choice_by(session, session.state(), &Eyes::master(session), who, words)
}

/// Reads a choice of somebody who is asked now, in the state as whoever reads it takes it to be.
pub(crate) fn read_choice_by<B: Scribe>(
    session: &Session<B>,
    s: &B::State,
    eyes: &Eyes<B>,
    who: Id,
    words: &str,
) -> Result<B::Choice, Refused> {
    if !answers_for(session, eyes, who) {
        return Err(not_asked(session, eyes, who));
    }
    let g = session.setup();
    let (_, ask) = session.asked(who).map_err(|_| not_asked(session, eyes, who))?;
    eyes.hear(words).and_then(|()| B::parse(eyes.names(g), s, who, &ask, words)).map_err(|no| eyes.refused(no))
}

fn not_asked<B: Scribe>(session: &Session<B>, eyes: &Eyes<B>, who: Id) -> Refused {
    let (name, awaited) = (B::name(session.setup(), who), eyes.awaited_words(session));
    Refused::because(format!("{name} is not asked anything now: {awaited}"))
}

/// Gives a choice of somebody who is asked now.
pub(crate) fn choose<B: Scribe>(session: &mut Session<B>, eyes: &Eyes<B>, who: Id, words: &str) -> Result<(), Refused> {
    let choice = read_choice_by(session, session.state(), eyes, who, words)?;
    let given = session.choose(who, choice.clone());
    given.map_err(|error| match (error, session.asked(who)) {
        // The same refusal, in words that name nobody who is not seen.
        (SessionError::Refused(refusal), Ok((_, ask))) => {
            let names = eyes.names(session.setup());
            eyes.refused(B::judge(names, session.state(), who, &ask, &choice).err().unwrap_or(refusal))
        }
        (error, _) => Refused::from_session(B::CATALOGUE, error),
    })
}

/// Gives an edict.
pub(crate) fn decree<B: Scribe>(session: &mut Session<B>, edict: &Edict, next: bool) -> Result<(), Refused> {
    let when = if next { When::NextStep } else { When::Now };
    session.decree(edict.clone(), when).map_err(|error| Refused::from_session(B::CATALOGUE, error))
}

/// A past in which entry `at` is this line instead, or in which an edict comes before it; read with the eyes that a
/// viewer had there.
pub(crate) fn change<B: Scribe>(
    session: &Session<B>,
    viewer: Viewer,
    at: usize,
    line: &str,
) -> Result<Change<B>, Refused> {
    let said = |error| Refused::from_session(B::CATALOGUE, error);
    let mut there = session.fork();
    there.jump(at).map_err(said)?;
    let eyes = &Eyes::on(&there, viewer);
    let person = |name: &str| eyes.person(there.setup(), name).map_err(|refusal| eyes.refused(refusal));
    let old = session.entries().nth(at).map(|(_, entry)| entry);
    let given = match (content(line), old) {
        (Ok(Content::Edict { .. }), _) if viewer != Viewer::GameMaster => return Err(by_hand_alone()),
        (Ok(Content::Edict { edict, next }), _) => {
            let when = if next { When::NextStep } else { When::Now };
            return session.change_fact(at, edict, when).map_err(said);
        }
        (Ok(Content::Choice { who, words }), Some(Entry::Answer(old))) if person(&who)? == old.who => {
            Given::Choice(read_choice_by(&there, there.state(), eyes, old.who, &words)?)
        }
        (Ok(Content::Roll(words)), Some(Entry::Answer(old))) => {
            let (throw, given) = read_roll(&there, eyes, &words).map_err(|refusal| eyes.refused(refusal))?;
            if (throw.rule, throw.who) != (old.rule, old.who) {
                let awaited = eyes.awaited_words(&there);
                return Err(Refused::because(format!("that entry is another throw: {awaited}")));
            }
            given
        }
        (Err(wrong), _) => return Err(Refused::because(wrong.to_string())),
        _ => {
            let awaited = eyes.awaited_words(&there);
            return Err(Refused::because(format!("that entry cannot become this: {awaited}")));
        }
    };
    session.change(at, given).map_err(said)
}

/// Gives dice, with the game master's eyes; says which of the awaited throws they were.
pub(crate) fn roll<B: Scribe>(session: &mut Session<B>, words: &str) -> Result<usize, Refused> {
    let eyes = Eyes::master(session);
    roll_by(session, &eyes, words)
}

fn roll_by<B: Scribe>(session: &mut Session<B>, eyes: &Eyes<B>, words: &str) -> Result<usize, Refused> {
    let (wanted, given) = read_roll(session, eyes, words).map_err(|refusal| eyes.refused(refusal))?;
    let (rule, who) = (wanted.rule, wanted.who);
    let at = session.awaited_dice().iter().position(|d| (d.rule, d.who) == (rule, who)).unwrap_or(0);
    session.throw(rule, who, given).map_err(|error| Refused::from_session(B::CATALOGUE, error))?;
    Ok(at)
}

/// A throw that is awaited of somebody, as a line gives it.
pub(crate) fn read_throw<B: Scribe>(session: &Session<B>, eyes: &Eyes<B>, words: &str) -> Option<Answer<B::Choice>> {
    let (wanted, given) = read_roll(session, eyes, words).ok()?;
    Some(Answer { rule: wanted.rule, who: wanted.who, given })
}

/// `[NAME] [RULE] [DICE] faces…`, `… = natural`, `… total N`: for which of the awaited throws, and what.
fn read_roll<'s, B: Scribe>(
    session: &'s Session<B>,
    eyes: &Eyes<B>,
    words: &str,
) -> Result<(&'s DiceAwaited, Given<B::Choice>), Refusal> {
    let awaited = || session.awaited_dice().iter().filter(|d| answers_for(session, eyes, d.who));
    if awaited().next().is_none() {
        return Err(Refusal::because(format!("no dice are awaited: {}", eyes.awaited_words(session))));
    }
    eyes.hear(words)?;
    let mut rest = words.trim();
    let who = take_name::<B>(session.setup(), eyes, &mut rest)?;
    let own: Vec<&DiceAwaited> = awaited().filter(|d| who.is_none_or(|who| d.who == who)).collect();
    let rule = take_rule::<B>(session.setup(), awaited(), who, &mut rest)?;
    let dice = take_dice(&mut rest)?;
    let wanted = own.into_iter().find(|d| rule.as_ref().is_none_or(|rule| rule.contains(&d.rule)));
    let Some(wanted) = wanted else {
        return Err(Refusal::because(format!("this throw is not awaited: {}", eyes.awaited_words(session))));
    };
    if let Some(dice) = dice
        && dice != wanted.dice
    {
        return Err(Refusal::because(format!("the rules want {} here, not {dice}", wanted.dice)));
    }
    let forced: Forced = rest.parse().map_err(|e: crate::dice::NotationError| Refusal::because(e.to_string()))?;
    let fit = forced.fit(wanted.dice, flat(wanted)).map_err(|misfit| Refusal::because(misfit.to_string()))?;
    Ok(match fit {
        Fit::Faces(faces) => (wanted, Given::Faces(faces.to_vec())),
        Fit::Natural(natural) => (wanted, Given::Natural(natural)),
    })
}

/// The sum of the modifiers that will be added.
fn flat(wanted: &DiceAwaited) -> i32 {
    let flat = wanted.terms.iter().filter(|t| t.bearing == Bearing::Flat);
    flat.fold(0i32, |sum, t| sum.saturating_add(t.value))
}

/// A name at the beginning: a whole one (which may be several words), or the beginning of one in a word that is
/// neither a number nor dice nor a rule.
fn take_name<B: Scribe>(g: &B::Setup, eyes: &Eyes<B>, rest: &mut &str) -> Result<Option<Id>, Refusal> {
    if let Some((id, left)) = leading_name::<B>(eyes.names(g), rest) {
        *rest = left;
        return Ok(Some(id));
    }
    let (word, left) = split(rest);
    if is_outcome(word) || word.parse::<Dice>().is_ok() || is_part_of_a_rule::<B>(word) {
        return Ok(None);
    }
    let id = eyes.person(g, word)?;
    *rest = left;
    Ok(Some(id))
}

/// The longest whole name at the beginning of a text, and what comes after it.
pub(crate) fn leading_name<'t, B: Scribe>(g: &B::Setup, text: &'t str) -> Option<(Id, &'t str)> {
    let text = text.trim_start();
    let named = (0..B::count(g)).map(Id::new).filter_map(|id| {
        let name = B::name(g, id);
        let head = text.get(..name.len())?;
        let left = &text[name.len()..];
        let whole = left.is_empty() || left.starts_with(char::is_whitespace);
        (whole && head.eq_ignore_ascii_case(name)).then_some((name.len(), id, left.trim_start()))
    });
    named.max_by_key(|(len, _, _)| *len).map(|(_, id, left)| (id, left))
}

/// A rule at the beginning: among those awaited, a word of the id is enough.
fn take_rule<'d, B: Scribe>(
    g: &B::Setup,
    awaited: impl Iterator<Item = &'d DiceAwaited> + Clone,
    who: Option<Id>,
    rest: &mut &str,
) -> Result<Option<Vec<RuleId>>, Refusal> {
    let (word, left) = split(rest);
    if is_outcome(word) || word.parse::<Dice>().is_ok() {
        return Ok(None);
    }
    let own = awaited.clone().filter(|d| who.is_none_or(|who| d.who == who));
    let rules: Vec<_> = own.map(|d| d.rule).filter(|rule| is_named::<B>(*rule, word)).collect();
    if rules.is_empty() {
        if !is_part_of_a_rule::<B>(word) {
            B::CATALOGUE.complete(word).map_err(Refusal::because)?;
        }
        let names: Vec<String> =
            awaited.map(|d| format!("{} of {}", B::CATALOGUE.name(d.rule), B::name(g, d.who))).collect();
        let whose = who.map_or(String::new(), |who| format!(" of {}", B::name(g, who)));
        let why = format!("no throw for `{}`{whose} is awaited, but for {}", short(word), list(&names));
        return Err(Refusal::because(why));
    }
    *rest = left;
    Ok(Some(rules))
}

fn take_dice(rest: &mut &str) -> Result<Option<Dice>, Refusal> {
    let (word, left) = split(rest);
    if is_outcome(word) {
        return Ok(None);
    }
    let dice = word.parse::<Dice>().map_err(|e| Refusal::because(e.to_string()))?;
    *rest = left;
    Ok(Some(dice))
}

/// Is this the beginning of faces, `= 3` or `total 7`?
fn is_outcome(word: &str) -> bool {
    word.is_empty() || word.starts_with('=') || word == "total" || word.bytes().all(|b| b.is_ascii_digit() || b == b',')
}

fn is_part_of_a_rule<B: Scribe>(word: &str) -> bool {
    B::CATALOGUE.rules.iter().any(|r| r.id == word || r.id.split('.').any(|part| part == word))
}

/// Does a word name this rule: its id, the beginning of it, or one of its parts?
pub(crate) fn is_named<B: Scribe>(rule: RuleId, word: &str) -> bool {
    let id = B::CATALOGUE.name(rule);
    id.starts_with(word) || id.split('.').any(|part| part == word)
}

pub(crate) fn split(text: &str) -> (&str, &str) {
    let (first, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    (first, rest.trim())
}
