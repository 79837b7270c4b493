//! Reading what somebody does in its turn.

use skirmish_bookkit::answer::{missing, nothing_more, one_cell, somebody, verb};
use skirmish_kernel::words::{complete, short};
use skirmish_kernel::{Id, Refusal};

use super::acts::{USE, VERBS, any, is_taken, quick};
use super::attacks::{THROW, Wanted, attack, narrowed, row_words};
use super::parse::arm;
use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{Act, Attack, Effect, Gait, Kind, Row, Setup, Sought, State};

/// What the first words of an act mean.
pub enum First {
    /// A word of the notation.
    Verb(&'static str),
    /// An ability, or what somebody attacks with.
    Wanted(Wanted),
}

/// What somebody knows, by name.
pub fn own(g: &Setup, who: Id, of: fn(Kind) -> bool) -> Vec<(&str, u8)> {
    g.known(who).filter(|(_, known)| of(known.kind)).map(|(at, known)| (known.name.as_str(), at)).collect()
}

/// Reads how an act begins: a verb, an ability, a weapon, or `use` and an ability.
pub fn first<'w>(
    g: &Setup,
    who: Id,
    words: &'w [&'w str],
    verbs: &[&'static str],
    of: fn(Kind) -> bool,
) -> Result<(First, &'w [&'w str]), Refusal> {
    let Some((first, rest)) = words.split_first() else { return Err(missing(verbs)) };
    let abilities = own(g, who, of);
    let by_name = |name: &str| {
        let ability = abilities.iter().find(|(known, _)| *known == name).map(|(_, at)| *at)?;
        Some(First::Wanted(Wanted { ability: Some(ability), ..Wanted::default() }))
    };
    if first.eq_ignore_ascii_case(USE) {
        let Some((name, rest)) = rest.split_first() else { return Err(Refusal::because("use what?")) };
        let names: Vec<&str> = abilities.iter().map(|(name, _)| *name).collect();
        let name = verb(name, &names)?;
        return by_name(name).map(|ability| (ability, rest)).ok_or_else(|| missing(&names));
    }
    let arms = row_words(g, who);
    let names = abilities.iter().map(|(name, _)| *name).filter(|name| !is_taken(name));
    let mut known: Vec<&str> = verbs.iter().copied().chain(names).collect();
    for arm in &arms {
        if !is_taken(arm) && !known.iter().any(|name| name.eq_ignore_ascii_case(arm)) {
            known.push(arm);
        }
    }
    let word = verb(first, &known).map_err(|refusal| no_act(g, who, first).unwrap_or(refusal))?;
    let found = match verbs.iter().find(|verb| **verb == word) {
        Some(verb) => First::Verb(verb),
        None => {
            by_name(word).unwrap_or_else(|| First::Wanted(Wanted { with: Some(word.to_owned()), ..Wanted::default() }))
        }
    };
    Ok((found, rest))
}

/// Why what somebody knows is nothing to be done now, if it is something that it knows.
fn no_act(g: &Setup, who: Id, word: &str) -> Option<Refusal> {
    let all = own(g, who, |_| true);
    let name = complete(word, all.iter().map(|(name, _)| *name)).ok()?;
    let (_, at) = all.iter().find(|(known, _)| *known == name)?;
    Some(match g.ability(*at).kind {
        Kind::Defend => {
            Refusal::by(rule::DEFEND_ACTIVE, format!("`{name}` meets attacks, and is asked for when one comes"))
        }
        _ => Refusal::because(format!("`{name}` is nothing to be done now: an attack is wanted")),
    })
}

/// Reads an act.
pub fn act(g: &Setup, s: &State, who: Id, words: &[&str]) -> Result<Act, Refusal> {
    let (found, rest) = first(g, who, words, &VERBS, |kind| kind != Kind::Defend)?;
    match found {
        First::Verb(verb) => plain(g, s, who, verb, rest),
        First::Wanted(Wanted { ability: Some(ability), .. }) => with_ability(g, s, who, ability, rest),
        First::Wanted(wanted) => blow(g, s, who, wanted, rest),
    }
}

fn plain(g: &Setup, s: &State, who: Id, verb: &'static str, rest: &[&str]) -> Result<Act, Refusal> {
    let bare = |act: Act| nothing_more(verb, rest).map(|()| act);
    match verb {
        "move" if !rest.is_empty() => Err(Refusal::because("where to is asked next: write `move` alone, then `to D7`")),
        "move" => Ok(Act::Move(Gait::Walk)),
        "step" => one_cell(&g.ground.board, "step D7", rest).map(Act::Step),
        "draw" => arm(g, who, "draw", rest).map(Act::Draw),
        "drop" => arm(g, who, "drop", rest).map(Act::Drop),
        "pick" => arm(g, who, "pick", rest).map(Act::Pick),
        "stand" => bare(Act::Stand),
        "stop" => bare(Act::Stop),
        "surrender" => bare(Act::Surrender),
        _ => blow(g, s, who, Wanted { thrown: verb == THROW, ..Wanted::default() }, rest),
    }
}

/// An attack in one's turn; a leap is a move.
fn blow(g: &Setup, s: &State, who: Id, wanted: Wanted, rest: &[&str]) -> Result<Act, Refusal> {
    let attack = attack(g, s, who, wanted, rest, (None, any))?;
    let leaps = g.row(who, attack.row).is_some_and(|row| row.leaps);
    Ok(if leaps { Act::Move(Gait::Pounce { attack }) } else { Act::Attack(attack) })
}

fn with_ability(g: &Setup, s: &State, who: Id, ability: u8, rest: &[&str]) -> Result<Act, Refusal> {
    let known = g.ability(ability);
    let bare = |act: Act| nothing_more(&known.name, rest).map(|()| act);
    match known.effect {
        _ if known.kind == Kind::Attack => {
            blow(g, s, who, Wanted { ability: Some(ability), ..Wanted::default() }, rest)
        }
        Effect::Charge => charge(g, s, who, ability, rest),
        Effect::Disengage => bare(Act::Move(Gait::Disengage { ability })),
        Effect::Search => search(g, ability, rest).map(|what| Act::Search { ability, what }),
        Effect::Hide => bare(Act::Hide(ability)),
        Effect::Rise => bare(Act::KickUp(ability)),
        _ => {
            let on = match rest {
                [] => who,
                // The little word is wanted: a beginning of it might be the beginning of a name.
                [little, names @ ..] if little.eq_ignore_ascii_case("on") => somebody::<Legacy>(g, names)?,
                _ => return Err(Refusal::because(format!("on whom? `{0}`, `{0} on NAME`", known.name))),
            };
            Ok(Act::Use { ability, on })
        }
    }
}

/// `charge at Goblin head with swing mace`
fn charge(g: &Setup, s: &State, who: Id, ability: u8, rest: &[&str]) -> Result<Act, Refusal> {
    let (target, with) = match rest.iter().position(|word| word.eq_ignore_ascii_case("with")) {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    if target.len() < 2 || !target[0].eq_ignore_ascii_case("at") {
        let name = &g.ability(ability).name;
        return Err(Refusal::because(format!("at whom? `{name} at NAME with swing`")));
    }
    let wanted = match with {
        None => Wanted::default(),
        Some([]) => return Err(Refusal::because("with what? `with swing`, `with swing mace`")),
        Some(words) => with_words(g, who, words)?,
    };
    let attack: Attack = attack(g, s, who, wanted, target, (None, quick as fn(&Row) -> bool))?;
    Ok(Act::Move(Gait::Charge { ability, attack }))
}

/// `swing`, `swing mace`, `mace`
fn with_words(g: &Setup, who: Id, words: &[&str]) -> Result<Wanted, Refusal> {
    let (found, rest) = first(g, who, words, &[THROW], |kind| kind == Kind::Attack)?;
    let wanted = match found {
        First::Verb(_) => Wanted { thrown: true, ..Wanted::default() },
        First::Wanted(wanted) => wanted,
    };
    narrowed(g, who, wanted, rest)
}

/// `search`, `search vitals of Ogre`, `search vulnerability of Ogre`
fn search(g: &Setup, ability: u8, rest: &[&str]) -> Result<Sought, Refusal> {
    let Some((first, rest)) = rest.split_first() else { return Ok(Sought::Hidden) };
    let word = verb(first, &["vitals", "vulnerability"])?;
    let on = match rest {
        [little, names @ ..] if little.eq_ignore_ascii_case("of") => somebody::<Legacy>(g, names)?,
        _ => {
            let name = short(&g.ability(ability).name);
            return Err(Refusal::because(format!("whose? `{name} {word} of NAME`")));
        }
    };
    Ok(if word == "vitals" { Sought::Vitals(on) } else { Sought::Vulnerability(on) })
}
