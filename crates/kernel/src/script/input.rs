//! One line given to a session: a choice, a throw, an edict.

use crate::dice::{Dice, Fit, Forced};
use crate::game::Refused;
use crate::tape::{Awaited, DiceAwaited, Given};
use crate::transcript::{Content, content};
use crate::words::{list, short};
use crate::{Bearing, Change, Edict, Entry, Id, Refusal, RuleId, Scribe, Session, When, combatant};

/// Takes a line as a person types it: what a transcript has, and while one person alone is asked (or dice are awaited)
/// the bare words.
pub(crate) fn typed<B: Scribe>(session: &mut Session<B>, line: &str) -> Result<(), Refused> {
    let asked = matches!(session.awaited(), Some(Awaited::Choices(..)));
    take(session, line).map_err(|refused| match is_an_answer::<B>(session.setup(), line) {
        true if asked => Refused { meant: true, ..refused },
        true => Refused { meant: true, ..not_now(session) },
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

fn take<B: Scribe>(session: &mut Session<B>, line: &str) -> Result<(), Refused> {
    let read = content(line);
    match &read {
        Ok(Content::Edict { edict, next }) => return decree(session, edict, *next),
        Ok(Content::Choice { who, words }) if combatant::<B>(session.setup(), who).is_ok() => {
            let who = person(session, who)?;
            return choose(session, who, words);
        }
        Err(wrong) if is_an_edict(line) => return Err(Refused::because(wrong.to_string())),
        Ok(Content::Blank) => return Err(Refused::because(format!("nothing was said; {}", session.awaited_words()))),
        _ => {}
    }
    match (session.awaited(), &read) {
        (Some(Awaited::Dice(_)), Ok(Content::Roll(words))) => roll(session, words).map(|_| ()),
        (Some(Awaited::Dice(_)), Err(_)) => roll(session, line).map(|_| ()),
        (Some(Awaited::Choices(_, asks)), _) if asks.len() == 1 => {
            let who = asks[0].0;
            let given = choose(session, who, line.trim());
            given.map_err(|refused| if matches!(read, Ok(Content::Roll(_))) { not_now(session) } else { refused })
        }
        (_, Ok(Content::Choice { who, .. })) => Err(person(session, who).map_or_else(|e| e, |_| not_now(session))),
        (_, Err(wrong)) => Err(Refused::because(wrong.to_string())),
        _ => Err(not_now(session)),
    }
}

/// Is it an edict, if a broken one?
fn is_an_edict(line: &str) -> bool {
    line.split_once(':').is_some_and(|(head, _)| matches!(head.trim(), "gm" | "gm next"))
}

fn not_now<B: Scribe>(session: &Session<B>) -> Refused {
    Refused::because(format!("this cannot be given now: {}", session.awaited_words()))
}

/// The combatant that a name or its beginning means.
pub(crate) fn person<B: Scribe>(session: &Session<B>, name: &str) -> Result<Id, Refused> {
    combatant::<B>(session.setup(), name).map_err(|refusal| Refused::of(B::CATALOGUE, refusal))
}

/// Reads a choice of somebody who is asked now.
pub(crate) fn read_choice<B: Scribe>(session: &Session<B>, who: Id, words: &str) -> Result<B::Choice, Refused> {
    let (_, ask) = session.asked(who).map_err(|error| Refused::from_session(B::CATALOGUE, error))?;
    B::parse(session.setup(), session.state(), who, &ask, words).map_err(|r| Refused::of(B::CATALOGUE, r))
}

/// Gives a choice of somebody who is asked now.
pub(crate) fn choose<B: Scribe>(session: &mut Session<B>, who: Id, words: &str) -> Result<(), Refused> {
    let choice = read_choice(session, who, words)?;
    session.choose(who, choice).map_err(|error| Refused::from_session(B::CATALOGUE, error))
}

/// Gives an edict.
pub(crate) fn decree<B: Scribe>(session: &mut Session<B>, edict: &Edict, next: bool) -> Result<(), Refused> {
    let when = if next { When::NextStep } else { When::Now };
    session.decree(edict.clone(), when).map_err(|error| Refused::from_session(B::CATALOGUE, error))
}

/// A past in which entry `at` is this line instead, or in which an edict comes before it.
pub(crate) fn change<B: Scribe>(session: &Session<B>, at: usize, line: &str) -> Result<Change<B>, Refused> {
    let said = |error| Refused::from_session(B::CATALOGUE, error);
    let mut there = session.fork();
    there.jump(at).map_err(said)?;
    let old = session.entries().nth(at).map(|(_, entry)| entry);
    let given = match (content(line), old) {
        (Ok(Content::Edict { edict, .. }), _) => return session.change_fact(at, edict).map_err(said),
        (Ok(Content::Choice { who, words }), Some(Entry::Answer(old))) if person(session, &who)? == old.who => {
            Given::Choice(read_choice(&there, old.who, &words)?)
        }
        (Ok(Content::Roll(words)), Some(Entry::Answer(old))) => {
            let (throw, given) = read_roll(&there, &words).map_err(|refusal| Refused::of(B::CATALOGUE, refusal))?;
            let throw = &there.awaited_dice()[throw];
            if (throw.rule, throw.who) != (old.rule, old.who) {
                return Err(Refused::because(format!("entry {} is another throw: {}", at + 1, there.awaited_words())));
            }
            given
        }
        (Err(wrong), _) => return Err(Refused::because(wrong.to_string())),
        _ => return Err(Refused::because(format!("entry {} cannot become this: {}", at + 1, there.awaited_words()))),
    };
    session.change(at, given).map_err(said)
}

/// Gives dice; says which of the awaited throws they were.
pub(crate) fn roll<B: Scribe>(session: &mut Session<B>, words: &str) -> Result<usize, Refused> {
    let (at, given) = read_roll(session, words).map_err(|refusal| Refused::of(B::CATALOGUE, refusal))?;
    let DiceAwaited { rule, who, .. } = session.awaited_dice()[at];
    session.throw(rule, who, given).map_err(|error| Refused::from_session(B::CATALOGUE, error))?;
    Ok(at)
}

/// `[NAME] [RULE] [DICE] faces…`, `… = natural`, `… total N`: for which of the awaited throws, and what.
fn read_roll<B: Scribe>(session: &Session<B>, words: &str) -> Result<(usize, Given<B::Choice>), Refusal> {
    let awaited = session.awaited_dice();
    if awaited.is_empty() {
        return Err(Refusal::because(format!("no dice are awaited: {}", session.awaited_words())));
    }
    let mut rest = words.trim();
    let who = take_name::<B>(session.setup(), &mut rest)?;
    let fits = |d: &DiceAwaited| who.is_none_or(|who| d.who == who);
    let rule = take_rule::<B>(awaited, fits, &mut rest)?;
    let dice = take_dice(&mut rest)?;
    let at = awaited.iter().position(|d| fits(d) && rule.as_ref().is_none_or(|rule| rule.contains(&d.rule)));
    let Some(at) = at else {
        return Err(Refusal::because(format!("this throw is not awaited: {}", session.awaited_words())));
    };
    let wanted = &awaited[at];
    if let Some(dice) = dice
        && dice != wanted.dice
    {
        return Err(Refusal::because(format!("the rules want {} here, not {dice}", wanted.dice)));
    }
    let forced: Forced = rest.parse().map_err(|e: crate::dice::NotationError| Refusal::because(e.to_string()))?;
    let fit = forced.fit(wanted.dice, flat(wanted)).map_err(|misfit| Refusal::because(misfit.to_string()))?;
    Ok(match fit {
        Fit::Faces(faces) => (at, Given::Faces(faces.to_vec())),
        Fit::Natural(natural) => (at, Given::Natural(natural)),
    })
}

/// The sum of the modifiers that will be added.
fn flat(wanted: &DiceAwaited) -> i32 {
    let flat = wanted.terms.iter().filter(|t| t.bearing == Bearing::Flat);
    flat.fold(0i32, |sum, t| sum.saturating_add(t.value))
}

/// A name at the beginning: a whole one (which may be several words), or the beginning of one in a word that is
/// neither a number nor dice nor a rule.
fn take_name<B: Scribe>(g: &B::Setup, rest: &mut &str) -> Result<Option<Id>, Refusal> {
    if let Some((id, left)) = leading_name::<B>(g, rest) {
        *rest = left;
        return Ok(Some(id));
    }
    let (word, left) = split(rest);
    if is_outcome(word) || word.parse::<Dice>().is_ok() || is_part_of_a_rule::<B>(word) {
        return Ok(None);
    }
    let id = combatant::<B>(g, word)?;
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
fn take_rule<B: Scribe>(
    awaited: &[DiceAwaited],
    fits: impl Fn(&DiceAwaited) -> bool,
    rest: &mut &str,
) -> Result<Option<Vec<RuleId>>, Refusal> {
    let (word, left) = split(rest);
    if is_outcome(word) || word.parse::<Dice>().is_ok() {
        return Ok(None);
    }
    let named = |d: &&DiceAwaited| is_named::<B>(d.rule, word);
    let rules: Vec<_> = awaited.iter().filter(|d| fits(d)).filter(named).map(|d| d.rule).collect();
    if rules.is_empty() {
        if !is_part_of_a_rule::<B>(word) {
            B::CATALOGUE.complete(word).map_err(Refusal::because)?;
        }
        let names: Vec<&str> = awaited.iter().map(|d| B::CATALOGUE.name(d.rule)).collect();
        let why = format!("no throw for `{}` is awaited, but for {}", short(word), list(&names));
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
