//! Reading what somebody does in its turn.

use skirmish_bookkit::answer::{meant, nothing_more, one, one_cell, somebody, verb};
use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Refusal};

use super::acts::{USE, VERBS, arm_names, lasting_names, own, slots_of, strikes};
use super::parse::{arm, number, way};
use super::{arm_name, parse_cell};
use crate::catalogue::rule;
use crate::model::{Act, Attribute, Choice, Gait, Generia, Kind, Range, Setup, Slot, State, Target};
use crate::rules::judge::judge_act;

/// Reads an act, or the end of the turn.
pub fn turn(g: &Setup, s: &State, who: Id, words: &[&str]) -> Result<Choice, Refusal> {
    let Some((first, rest)) = words.split_first() else { return Err(Refusal::because("which action?")) };
    let arms = arm_names(g, who);
    let abilities: Vec<(&str, u8)> = own(g, who).into_iter().filter(|(_, at)| is_done_in_turn(g, *at)).collect();
    let mut known: Vec<&str> = VERBS.to_vec();
    known.push(USE);
    known.extend(abilities.iter().map(|(name, _)| *name));
    known.extend(arms.iter().map(String::as_str));
    let word = verb(first, &known).map_err(|refusal| not_now(g, who, first).unwrap_or(refusal))?;
    if word == USE {
        let Some(name) = rest.first() else { return Err(Refusal::because("use what?")) };
        let (name, _) = meant(name, &abilities).map_err(|refusal| not_now(g, who, name).unwrap_or(refusal))?;
        return ability(g, s, who, name, &rest[1..]).map(Choice::Act);
    }
    if word == "end" {
        return nothing_more("end", rest).map(|()| Choice::End);
    }
    if VERBS.contains(&word) {
        return plain(g, s, who, word, rest).map(Choice::Act);
    }
    if abilities.iter().any(|(name, _)| *name == word) {
        return ability(g, s, who, word, rest).map(Choice::Act);
    }
    strike(g, who, words).map(Choice::Act)
}

/// Has it an action with which it is done in one's own turn?
fn is_done_in_turn(g: &Setup, ability: u8) -> bool {
    let slots = g.ability(ability).slots;
    slots.out_of_combat || slots_of(slots).next().is_some()
}

/// What it has and does not do in its own turn; an ability or a weapon that there is, and that it has not.
fn not_now(g: &Setup, who: Id, word: &str) -> Option<Refusal> {
    let own = own(g, who).into_iter().find(|(name, at)| name.eq_ignore_ascii_case(word) && !is_done_in_turn(g, *at));
    if let Some((name, at)) = own {
        let known = g.ability(at);
        let why = if known.slots.reacts() || known.trigger.is_some() { "is a reaction" } else { "takes no action" };
        let when = if known.slots.reacts() { "it is asked for when it may be used" } else { "it counts by itself" };
        return Some(Refusal::by(rule::REACTION_FORMS, format!("{name} {why}: {when}")));
    }
    let abilities = g.abilities.iter().map(|ability| ability.name.as_str());
    let name = abilities.chain(g.weapons.iter().map(|weapon| weapon.name.as_str()));
    let name = name.into_iter().find(|name| name.eq_ignore_ascii_case(word))?;
    Some(Refusal::because(format!("{} has no {name}", g.sheet(who).name)))
}

/// Takes `as attack` off the end.
fn slotted<'w>(words: &'w [&'w str]) -> Result<(&'w [&'w str], Option<Slot>), Refusal> {
    let Some(at) = words.iter().rposition(|word| word.eq_ignore_ascii_case("as")) else { return Ok((words, None)) };
    let [word] = &words[at + 1..] else {
        return Err(Refusal::because("with which action? `as attack`, `as utility` or `as movement`"));
    };
    let all = [Slot::Attack, Slot::Utility, Slot::Movement, Slot::Free];
    meant(word, &all.map(|slot| (slot.word(), slot))).map(|(_, slot)| (&words[..at], Some(slot)))
}

/// The first of these that is not spent; the first of all where everything is.
fn unspent(s: &State, who: Id, slots: &[Slot]) -> Slot {
    let spent = s.creature(who).spent;
    slots.iter().find(|slot| !spent.has(**slot)).or(slots.first()).copied().unwrap_or(Slot::Utility)
}

fn plain(g: &Setup, s: &State, who: Id, word: &str, rest: &[&str]) -> Result<Act, Refusal> {
    let bare = |act: Act| nothing_more(word, rest).map(|()| act);
    match word {
        "grapple" => Ok(Act::Grapple { target: somebody::<Generia>(g, after("at", rest))?, skill: None }),
        "walk" => bare(Act::Go(Gait::Walk)),
        "sprint" => bare(Act::Go(Gait::Sprint)),
        "jump" => jump(g, rest),
        "swap" => Ok(Act::Swap { arm: arm(g, who, after("to", rest))? }),
        "item" => with_slot(s, who, word, rest, &[Slot::Utility, Slot::Attack], |slot| Act::Item { slot }),
        "get-up" => recover(s, who, word, rest, Kind::Prone),
        "steady" => recover(s, who, word, rest, Kind::OffBalance),
        "break-free" => recover(s, who, word, rest, Kind::Grappled),
        "help" => help(g, s, rest),
        "secret" => secret(g, s, who, rest),
        "reload" => with_slot(s, who, word, rest, &[Slot::Utility, Slot::Attack], |slot| Act::Reload { slot }),
        "hold" => with_slot(s, who, word, rest, &[Slot::Utility, Slot::Attack], |slot| Act::Hold { slot }),
        "let-go" => bare(Act::LetGo),
        "mount-walk" => bare(Act::MountGo(Gait::Walk)),
        "mount-sprint" => bare(Act::MountGo(Gait::Sprint)),
        "mount-strike" => mount_strike(g, s, who, rest),
        "mount-grapple" => mount_grapple(g, s, who, rest),
        "mount-get-up" => mount_recover(s, who, word, rest, Kind::Prone),
        "mount-steady" => mount_recover(s, who, word, rest, Kind::OffBalance),
        "mount-break-free" => mount_recover(s, who, word, rest, Kind::Grappled),
        "mount-hold" => with_slot(s, who, word, rest, &[Slot::Utility, Slot::Attack], |slot| Act::MountHold { slot }),
        "mount-use" => mount_use(g, s, who, rest),
        "mount" => Ok(Act::Mount(somebody::<Generia>(g, rest)?)),
        "dismount" => Ok(Act::Dismount(one_cell(&g.ground.board, "to D7", after("to", rest))?)),
        "end-spell" => end_spell(g, s, who, rest),
        "dissolve" => dissolve(g, s, who, rest),
        "face" => Ok(Act::Face(way(rest)?)),
        "delay" => Ok(Act::Delay(somebody::<Generia>(g, after("behind", rest))?)),
        _ => strike(g, who, rest),
    }
}

/// `dissolve pond`
pub fn dissolve(g: &Setup, s: &State, who: Id, rest: &[&str]) -> Result<Act, Refusal> {
    let names = lasting_names(g, s, who, false);
    if names.is_empty() {
        return Err(Refusal::by(rule::ETHEREAL_DISSOLVE, "it has conjured nothing that lasts by itself"));
    }
    lasting("what?", "dissolve", &names, rest)
}

/// One of the spells that last, by name.
fn lasting(what: &str, verb: &str, names: &[(String, u16)], rest: &[&str]) -> Result<Act, Refusal> {
    let known: Vec<(&str, u16)> = names.iter().map(|(name, serial)| (name.as_str(), *serial)).collect();
    if rest.is_empty() {
        let all: Vec<String> = known.iter().map(|(name, _)| format!("`{verb} {name}`")).collect();
        return Err(Refusal::because(format!("{what} {}", all.join(", "))));
    }
    one(rest, &known).map(|serial| Act::EndSpell { serial })
}

/// `end-spell`, `end-spell root-grip`
pub fn end_spell(g: &Setup, s: &State, who: Id, rest: &[&str]) -> Result<Act, Refusal> {
    let names = lasting_names(g, s, who, true);
    match (rest, names.as_slice()) {
        // No spell has this number: the judge says why it cannot be.
        (_, []) => nothing_more("end-spell", rest).map(|()| Act::EndSpell { serial: 0 }),
        ([], [(_, serial)]) => Ok(Act::EndSpell { serial: *serial }),
        _ => lasting("which spell?", "end-spell", &names, rest),
    }
}

/// Without a word that may be left out.
fn after<'w>(word: &str, words: &'w [&'w str]) -> &'w [&'w str] {
    match words {
        [first, rest @ ..] if first.eq_ignore_ascii_case(word) => rest,
        _ => words,
    }
}

fn with_slot(
    s: &State,
    who: Id,
    word: &str,
    rest: &[&str],
    slots: &[Slot],
    act: impl Fn(Slot) -> Act,
) -> Result<Act, Refusal> {
    let (rest, slot) = slotted(rest)?;
    nothing_more(word, rest)?;
    Ok(act(slot.unwrap_or_else(|| unspent(s, who, slots))))
}

/// `secret dex as utility`, `secret pocket-sand at Ogre`
fn secret(g: &Setup, s: &State, who: Id, rest: &[&str]) -> Result<Act, Refusal> {
    let known = own(g, who);
    let hidden = |word: &str| known.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(name, _)| *name);
    let (word, words) = match rest {
        [first, word, more @ ..] if first.eq_ignore_ascii_case(USE) => (Some(*word), more),
        [word, more @ ..] => (Some(*word), more),
        [] => (None, rest),
    };
    if let Some(name) = word.and_then(hidden) {
        return match ability(g, s, who, name, words)? {
            Act::Use { ability, level, target, slot } => Ok(Act::Hide { ability, level, target, slot }),
            _ => Err(Refusal::by(rule::HIDDEN_USE, "a blow is seen")),
        };
    }
    let (rest, slot) = slotted(rest)?;
    let with = match after("with", rest) {
        [] => Attribute::Dex,
        words => one(words, &Attribute::ALL.map(|attribute| (attribute.word(), attribute)))?,
    };
    Ok(Act::Secret { slot: slot.unwrap_or_else(|| unspent(s, who, &[Slot::Utility, Slot::Attack])), with })
}

fn recover(s: &State, who: Id, word: &str, rest: &[&str], from: Kind) -> Result<Act, Refusal> {
    with_slot(s, who, word, rest, &[Slot::Movement, Slot::Utility, Slot::Attack], |slot| Act::Recover { from, slot })
}

/// With the mount's own movement, where nothing else is said and that is left.
fn mount_recover(s: &State, who: Id, word: &str, rest: &[&str], from: Kind) -> Result<Act, Refusal> {
    let moved = s.creature(who).spent.mount_move;
    let slots: &[Slot] = if moved { &[Slot::Utility, Slot::Attack] } else { &[Slot::Movement] };
    with_slot(s, who, word, rest, slots, |slot| Act::MountRecover { from, slot })
}

/// The action is always said: what is half typed shall not become a jump to another cell.
fn jump(g: &Setup, rest: &[&str]) -> Result<Act, Refusal> {
    let (rest, slot) = slotted(rest)?;
    let to = one_cell(&g.ground.board, "to D7", after("to", rest))?;
    let how = || Refusal::by(rule::ACTION_JUMP_ANY, "with which action? `jump to D7 as movement`");
    Ok(Act::Jump { to, slot: slot.ok_or_else(how)? })
}

/// `help Ann up`, `help Ann steady`
fn help(g: &Setup, s: &State, rest: &[&str]) -> Result<Act, Refusal> {
    let [name, rest @ ..] = rest else { return Err(Refusal::because("help whom? `help Ann up`")) };
    let whom = somebody::<Generia>(g, &[name])?;
    let from = match rest {
        [] if s.creature(whom).has(Kind::Prone) => Kind::Prone,
        [] => Kind::OffBalance,
        [_] => one(rest, &[("up", Kind::Prone), ("steady", Kind::OffBalance)])?,
        _ => return Err(Refusal::because("write `help Ann up` or `help Ann steady`")),
    };
    Ok(Act::Help { whom, from })
}

/// `rapier at Ogre`
fn strike(g: &Setup, who: Id, words: &[&str]) -> Result<Act, Refusal> {
    let (arm_words, target) = at(words);
    let arm = arm(g, who, arm_words)?;
    let target = somebody::<Generia>(g, target)?;
    Ok(Act::Strike { arm, target, skill: None })
}

/// What stands before `at`, and what behind it.
fn at<'w>(words: &'w [&'w str]) -> (&'w [&'w str], &'w [&'w str]) {
    match words.iter().position(|word| word.eq_ignore_ascii_case("at")) {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[]),
    }
}

/// `mount-strike horns at Ogre as attack`, `mount-strike elk-charge with horns at Ogre as attack`
fn mount_strike(g: &Setup, s: &State, who: Id, rest: &[&str]) -> Result<Act, Refusal> {
    let (rest, slot) = slotted(rest)?;
    let mount = mount_of(s, who)?;
    let (arm_words, target) = at(rest);
    let target = somebody::<Generia>(g, target)?;
    let slot = slot.unwrap_or_else(|| unspent(s, who, &[Slot::Attack, Slot::Utility, Slot::Movement]));
    // A skill comes before the arm, or stands for itself.
    let skills: Vec<(&str, u8)> = own(g, mount).into_iter().filter(|(_, skill)| strikes(g, *skill)).collect();
    let (skill, arm_words) = match arm_words {
        [name, "with", rest @ ..] => (Some(meant(name, &skills)?.1), rest),
        [name] => match skills.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, skill)) => (Some(*skill), &[][..]),
            None => (None, arm_words),
        },
        _ => (None, arm_words),
    };
    let act = |arm| Act::MountStrike { arm, target, skill, slot };
    if arm_words.is_empty() {
        return Ok(act(first_legal(g, s, who, mount, act)));
    }
    Ok(act(arm(g, mount, arm_words)?))
}

fn mount_of(s: &State, who: Id) -> Result<Id, Refusal> {
    s.creature(who).mount.ok_or_else(|| Refusal::by(rule::MOUNT_EXTRA_ACTION, "it rides nothing"))
}

/// `mount-grapple Ogre as attack`
fn mount_grapple(g: &Setup, s: &State, who: Id, rest: &[&str]) -> Result<Act, Refusal> {
    let (rest, slot) = slotted(rest)?;
    mount_of(s, who)?;
    let target = somebody::<Generia>(g, after("at", rest))?;
    Ok(Act::MountGrapple { target, slot: slot.unwrap_or_else(|| unspent(s, who, &[Slot::Attack, Slot::Utility])) })
}

/// `mount-use howl as utility`
fn mount_use(g: &Setup, s: &State, who: Id, rest: &[&str]) -> Result<Act, Refusal> {
    let mount = mount_of(s, who)?;
    let (rest, slot) = slotted(rest)?;
    let Some((first, rest)) = rest.split_first() else { return Err(Refusal::because("what is it to do?")) };
    let (name, _) = meant(first, &own(g, mount))?;
    match ability(g, s, mount, name, rest)? {
        Act::Use { ability, level, target, .. } => {
            let slots: Vec<Slot> = slots_of(g.ability(ability).slots).collect();
            let slot = slot.unwrap_or_else(|| unspent(s, who, &slots));
            Ok(Act::MountUse { ability, level, target, slot })
        }
        _ => Err(Refusal::because(format!("that is a blow: `mount-strike {name} at NAME`"))),
    }
}

/// The first arm of `bearer` with which `who` may do this; the first of all where there is none.
fn first_legal(g: &Setup, s: &State, who: Id, bearer: Id, act: impl Fn(u8) -> Act) -> u8 {
    g.arms(bearer).find(|arm| judge_act(g, s, who, &act(*arm)).is_ok()).unwrap_or(0)
}

/// `careful-strike with rapier at Ogre`, `mana-bolt 2 at Ogre`, `howl`, `dimension-step to D7 as utility`
fn ability(g: &Setup, s: &State, who: Id, name: &str, rest: &[&str]) -> Result<Act, Refusal> {
    let found = own(g, who).into_iter().find(|(known, _)| *known == name).map(|(_, at)| at);
    let Some(index) = found else {
        return Err(Refusal::because(format!("{} has no {}", g.sheet(who).name, short(name))));
    };
    if strikes(g, index) {
        return carried(g, s, who, name, index, rest);
    }
    let (rest, slot) = slotted(rest)?;
    let (level, rest) = match rest {
        [first, more @ ..] if first.starts_with(|c: char| c.is_ascii_digit()) => (number(first)?, more),
        _ => (1, rest),
    };
    let target = target(g, s, index, name, rest)?;
    let slots: Vec<Slot> = slots_of(g.ability(index).slots).collect();
    let slot = slot.unwrap_or_else(|| unspent(s, who, &slots));
    Ok(Act::Use { ability: index, level, target, slot })
}

/// A basic attack that a skill carries.
fn carried(g: &Setup, s: &State, who: Id, name: &str, index: u8, rest: &[&str]) -> Result<Act, Refusal> {
    let (before, target) = at(rest);
    if target.is_empty() {
        let arm = arm_name(g, who, first_ready(g, s, who));
        return Err(Refusal::because(format!("at whom? `{name} with {arm} at NAME`")));
    }
    let target = somebody::<Generia>(g, target)?;
    let act = |arm| Act::Strike { arm, target, skill: Some(index) };
    match before {
        [] => Ok(act(first_legal(g, s, who, who, act))),
        // What a charge ends with may be a grapple.
        ["grapple"] | ["with", "grapple"] => Ok(Act::Grapple { target, skill: Some(index) }),
        ["with", words @ ..] => Ok(act(arm(g, who, words)?)),
        _ => Err(Refusal::because(format!(
            "`{}` is not understood: `{name} with WEAPON at NAME`",
            short(&before.join(" "))
        ))),
    }
}

fn first_ready(g: &Setup, s: &State, who: Id) -> u8 {
    g.arms(who).find(|arm| crate::rules::defence::is_ready(g, s, who, *arm)).unwrap_or(0)
}

fn target(g: &Setup, s: &State, index: u8, name: &str, words: &[&str]) -> Result<Target, Refusal> {
    let ability = g.ability(index);
    let to_places = ability.area.is_some() || ability.radius > 0;
    match words {
        [] => Ok(Target::Nothing),
        ["to", cell] => parse_cell(g, cell).map(Target::Cell),
        ["at", at] => {
            let named = |id: &Id| g.sheet(*id).name.eq_ignore_ascii_case(at);
            let cell = parse_cell(g, at);
            if let Ok(cell) = &cell
                && !g.ids().any(|id| named(&id))
            {
                return Ok(Target::Cell(*cell));
            }
            match skirmish_kernel::combatant::<crate::Generia>(g, at) {
                // What is aimed at a place is aimed at where somebody stands.
                Ok(on) if to_places => Ok(Target::Cell(s.creature(on).at)),
                Ok(on) => Ok(Target::Creature(on)),
                Err(nobody) => Err(nobody),
            }
        }
        _ => {
            let form = match (ability.range, ability.teleports()) {
                (_, true) => "to D7",
                (Range::Own, _) => "",
                _ if to_places => "at D7",
                _ => "at NAME",
            };
            let form = format!("{name} {form}");
            Err(Refusal::because(format!("`{}` is not understood: write `{}`", short(&words.join(" ")), form.trim())))
        }
    }
}
