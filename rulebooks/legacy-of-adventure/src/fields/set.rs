//! Setting a field by hand.

use skirmish_grid::Square;
use skirmish_kernel::words::{complete, short};
use skirmish_kernel::{Id, Ids, Op, Refusal};

use super::holding;
use super::stances::{listed, people, stance, trades};
use super::{MOST_ACTIONS, STATE, WORLD, ability_index, marked, number, sheets, unknown, yes_no};
use crate::Legacy;
use crate::effects;
use crate::rules::RulingZeroHits;
use crate::setup::Setup;
use crate::sheet::{Condition, Effect, Mode};
use crate::state::{Creature, Guard, Known, Running, Segment, Stage, State, States, Structural, TIERS};
use crate::words::{label, parse_cell};

/// The most that the game master's word adds to a score or takes off.
const MOST_SAID: i8 = 20;

/// Fields that follow from others.
const DERIVED: [&str; 5] = ["damaged", "zone", "engaged", "engaged_before", "threatens"];

/// Sets a field that play changes.
///
/// # Errors
/// Why it cannot be done; nothing is changed.
pub fn set(g: &Setup, s: &mut State, path: &str, op: Op, value: &str) -> Result<(), Refusal> {
    match path {
        "round" => return set_round(g, s, op, value),
        "segment" => return set_segment(s, value),
        "order" => return set_order(g, s, value),
        world if WORLD.contains(&world) => return Err(derived(world)),
        _ => {}
    }
    let Some((name, field)) = path.split_once('.') else {
        return Err(Refusal::because(format!("`{}`: whose? For example `Ogre.hits = 5`", short(path))));
    };
    let who = skirmish_kernel::combatant::<Legacy>(g, name)?;
    match field {
        "at" => place(g, s, who, value),
        "hits" => {
            let old = s.creature(who).hits;
            s.creature_mut(who).hits = number(old, op, value, 0, g.sheet(who).max_hits)?;
            Ok(())
        }
        "actions" => set_actions(g, s, who, op, value),
        "stance" => stance(g, s, who, value),
        "trades" | "waits" => trades(g, s, who, field, op, value),
        "states" => set_states(g, s, who, op, value),
        "on_guard" => set_guard(g, s, who, value),
        "guard_failed" | "guard_penalty" => count_guard(g, s, who, field, op, value),
        "hands" => holding::hands(g, s, who, op, value),
        "broken" | "lost" => holding::gone(g, s, who, field, op, value),
        "disabled" => holding::disabled(s, who, op, value),
        "effects" => set_effects(g, s, who, op, value),
        "concealed" | "ambushes" | "surprised" if yes_no(value)? && !s.is_up(who) => {
            Err(Refusal::because(format!("{} is out of the fight", g.sheet(who).name)))
        }
        derived_field if DERIVED.contains(&derived_field) => Err(derived(derived_field)),
        _ => match marked(&mut s.marks, field) {
            Some(set) => {
                set.set(who, yes_no(value)?);
                s.actor = None;
                Ok(())
            }
            None => set_plain(g, s.creature_mut(who), field, op, value),
        },
    }
}

fn derived(field: &str) -> Refusal {
    let of = match field {
        "damaged" => "`hits` and `condition`",
        "zone" | "threatens" => "`hands` and `at`",
        "engaged" | "engaged_before" => "where everybody stands",
        "able" | "up" => "everybody's `states`",
        "tier" | "turn" => "everybody's `stance`, and `order`",
        _ => "what is done in play",
    };
    Refusal::because(format!("`{field}` follows from {of} and cannot be set by itself"))
}

fn set_round(g: &Setup, s: &mut State, op: Op, value: &str) -> Result<(), Refusal> {
    if s.round == 0 {
        return Err(Refusal::because("rounds are counted once the first has begun"));
    }
    s.round = number(s.round, op, value, 1, g.most_rounds.max(s.round))?;
    Ok(())
}

/// `segment = movement`: whatever was to come of the segment that runs is dropped, and this one is called.
fn set_segment(s: &mut State, value: &str) -> Result<(), Refusal> {
    let word = complete(value, Segment::ALL.map(Segment::word)).map_err(|_| {
        let words = Segment::ALL.map(Segment::word).join(", ");
        Refusal::because(format!("`{}` is no segment; they are {words}", short(value)))
    })?;
    if matches!(s.stage, Stage::Round | Stage::Announce) {
        return Err(Refusal::because("segments are called once the announcements of the round are made"));
    }
    let segment = Segment::ALL.into_iter().find(|segment| segment.word() == word).unwrap_or(s.segment);
    // What has been done in the segment that is left stays done. (`segment.no-carry-over`)
    s.marks.fought = s.marks.fought.or(s.marks.fights);
    s.marks.fights = Ids::NONE;
    s.marks.tiers = [Ids::NONE; TIERS];
    s.marks.todo = Ids::NONE;
    (s.owed, s.actor) = (None, None);
    (s.tier, s.pass) = (0, 0);
    s.segment = segment;
    s.stage = Stage::Open;
    Ok(())
}

/// `order = Ogre, Ann`: the first of them first; those not named keep their order behind them.
fn set_order(g: &Setup, s: &mut State, value: &str) -> Result<(), Refusal> {
    let mut named: Vec<Id> = Vec::new();
    for word in value.split([',', ' ']).filter(|word| !word.is_empty()) {
        let id = skirmish_kernel::combatant::<Legacy>(g, word)?;
        if named.contains(&id) {
            return Err(Refusal::because(format!("{} is named twice", short(word))));
        }
        named.push(id);
    }
    let rest = s.order.iter().filter(|id| !named.contains(id));
    s.order = named.iter().chain(rest).copied().collect();
    s.actor = None;
    Ok(())
}

/// Puts somebody into a cell.
fn place(g: &Setup, s: &mut State, who: Id, value: &str) -> Result<(), Refusal> {
    let cell = parse_cell(g, value)?;
    if g.ground.terrain(cell).blocks_move {
        return Err(Refusal::because(format!("nobody can stand in {}", label(g, cell))));
    }
    let creature = s.creature(who);
    if !creature.has(States::DEAD) && !creature.has(States::GONE) {
        has_room(g, s, who, cell)?;
    }
    s.creature_mut(who).at = cell;
    Ok(())
}

/// Nobody else stands there, or lies there and may come to.
fn has_room(g: &Setup, s: &State, who: Id, cell: Square) -> Result<(), Refusal> {
    if s.standing_in(cell).is_some_and(|other| other != who) {
        return Err(Refusal::because(format!("somebody stands in {}", label(g, cell))));
    }
    if s.lies_in(cell) && s.creature(who).at != cell {
        return Err(Refusal::because(format!("somebody lies in {}", label(g, cell))));
    }
    Ok(())
}

fn set_actions(g: &Setup, s: &mut State, who: Id, op: Op, value: &str) -> Result<(), Refusal> {
    let actions = number(s.creature(who).actions, op, value, 0, MOST_ACTIONS)?;
    if actions > 0 && !s.is_up(who) {
        return Err(Refusal::because(format!("{} is out of the fight and has no actions", g.sheet(who).name)));
    }
    s.creature_mut(who).actions = actions;
    s.actor = None;
    Ok(())
}

/// `states += prone`, `states -= unconscious`, `states = none`.
fn set_states(g: &Setup, s: &mut State, who: Id, op: Op, value: &str) -> Result<(), Refusal> {
    let words = value.split([',', ' ']).filter(|word| !word.is_empty() && *word != "none");
    let known = |word: &str| {
        let found = States::ALL.iter().find(|(_, known)| *known == word);
        found.map(|(state, _)| *state).ok_or_else(|| {
            let words: Vec<&str> = States::ALL.iter().map(|(_, word)| *word).collect();
            Refusal::because(format!("`{}` is no state; they are {}", short(word), words.join(", ")))
        })
    };
    let named: Vec<States> = words.map(known).collect::<Result<_, _>>()?;
    let mut states = if op == Op::Set { States::default() } else { s.creature(who).states };
    named.into_iter().for_each(|state| states.set(state, op != Op::Take));
    change_states(g, s, who, states)
}

/// The states that somebody is to have: whoever falls drops out of everything, whoever rises needs hits and room.
pub fn change_states(g: &Setup, s: &mut State, who: Id, states: States) -> Result<(), Refusal> {
    let mut after = s.creature(who).clone();
    after.states = states;
    match (s.is_up(who), after.is_up()) {
        (false, true) => {
            if after.hits <= 0 && g.rules.ruling_zero_hits != RulingZeroHits::Stands {
                return Err(Refusal::because("it has no hits left: set `hits` first"));
            }
            has_room(g, s, who, after.at)?;
        }
        (true, false) => effects::out(g, s, who, States::UNCONSCIOUS),
        _ => {}
    }
    let creature = s.creature_mut(who);
    creature.states = states;
    if !states.has(States::UNCONSCIOUS) {
        creature.out_rounds = 0;
    }
    s.actor = None;
    Ok(())
}

/// `on_guard = block`, `on_guard = block over`, `on_guard = none`. What has failed of the same skill still counts.
fn set_guard(g: &Setup, s: &mut State, who: Id, value: &str) -> Result<(), Refusal> {
    if value == "none" {
        s.creature_mut(who).guard = None;
        return Ok(());
    }
    let (word, over) = value.strip_suffix(" over").map_or((value, false), |word| (word.trim(), true));
    let skill = ability_index(g, word)?;
    if g.sheet(who).skill(skill).is_none() || !g.ability(skill).on_guard {
        return Err(Refusal::because(format!("{} has no such skill for On-Guard", g.sheet(who).name)));
    }
    let old = s.creature(who).guard.filter(|guard| guard.skill == skill);
    let mut guard = old.unwrap_or(Guard { skill, failed: 0, penalty: 0, over });
    if !over && i32::from(guard.failed) >= g.rules.on_guard_failures {
        guard.failed = 0;
    }
    s.creature_mut(who).guard = Some(Guard { over, ..guard });
    Ok(())
}

fn count_guard(g: &Setup, s: &mut State, who: Id, field: &str, op: Op, value: &str) -> Result<(), Refusal> {
    let most = u8::try_from(g.rules.on_guard_failures).unwrap_or(u8::MAX);
    let Some(guard) = &mut s.creature_mut(who).guard else {
        return Err(Refusal::because("it is not On-Guard: `on_guard = block`"));
    };
    if field == "guard_penalty" {
        guard.penalty = number(guard.penalty, op, value, 0, 20)?;
    } else {
        guard.failed = number(guard.failed, op, value, 0, most)?;
        guard.over = guard.failed >= most;
    }
    Ok(())
}

/// `effects += ward`, `effects += ward on Bea`, `effects -= ward`, `effects = none`.
fn set_effects(g: &Setup, s: &mut State, who: Id, op: Op, value: &str) -> Result<(), Refusal> {
    let mut named: Vec<(u8, Id)> = Vec::new();
    for item in value.split(',').map(str::trim).filter(|item| !item.is_empty() && *item != "none") {
        let (word, on) = match item.split_once(" on ") {
            Some((word, on)) => (word, skirmish_kernel::combatant::<Legacy>(g, on.trim())?),
            None => (item, who),
        };
        let ability = ability_index(g, word.trim())?;
        if !matches!(g.ability(ability).effect, Effect::Ward(..)) {
            return Err(Refusal::because(format!("`{}` is nothing that is kept up", short(word))));
        }
        named.push((ability, on));
    }
    if op != Op::Take && !named.is_empty() && !s.is_up(who) {
        return Err(Refusal::because(format!("{} is out of the fight and keeps nothing up", g.sheet(who).name)));
    }
    let is_named = |running: &Running| named.contains(&(running.ability, running.on));
    s.effects.retain(|running| match op {
        Op::Set => running.holder != who || is_named(running),
        Op::Add => true,
        Op::Take => running.holder != who || !is_named(running),
    });
    if op == Op::Take {
        return Ok(());
    }
    for (ability, on) in named {
        let runs = |known: &Running| known.holder == who && known.ability == ability && known.on == on;
        if !s.effects.iter().any(runs) {
            let serial = s.number();
            s.effects.push(Running { holder: who, ability, on, serial });
        }
    }
    Ok(())
}

fn set_plain(g: &Setup, c: &mut Creature, field: &str, op: Op, value: &str) -> Result<(), Refusal> {
    match field {
        "free" => c.free = number(c.free, op, value, 0, 9)?,
        "condition" => {
            let word = complete(value, Condition::ALL.map(Condition::word))
                .map_err(|_| Refusal::because("a condition is rested, active, fatigued or damaged"))?;
            let found = Condition::ALL.into_iter().find(|condition| condition.word() == word);
            c.condition = found.unwrap_or(c.condition);
        }
        "general" if value == "none" => c.general = None,
        "general" => c.general = Some(general(value)?),
        "out_rounds" if !c.has(States::UNCONSCIOUS) => {
            return Err(Refusal::because("it is not unconscious: `states += unconscious`"));
        }
        "out_rounds" => c.out_rounds = number(c.out_rounds, op, value, 0, 10_000)?,
        "knows_vitals" => c.vitals = listed(c.vitals, op, people(g, value)?),
        "knows_vulnerability" => c.gaps = listed(c.gaps, op, people(g, value)?),
        _ => return set_circumstance(c, field, op, value),
    }
    Ok(())
}

/// `melee 3`
fn general(value: &str) -> Result<(Mode, u8), Refusal> {
    let form = || Refusal::because("write `general = melee 3`, `general = ranged 2` or `general = none`");
    let (word, points) = value.split_once(' ').ok_or_else(form)?;
    let mode = [Mode::Melee, Mode::Ranged].into_iter().find(|mode| mode.word() == word).ok_or_else(form)?;
    Ok((mode, number(0, Op::Set, points.trim(), 0, 25)?))
}

fn set_circumstance(c: &mut Creature, field: &str, op: Op, value: &str) -> Result<(), Refusal> {
    let said = &mut c.said;
    let maybe = || if value == "auto" { Ok(None) } else { yes_no(value).map(Some) };
    let points = |old: i8| number(old, op, value, -MOST_SAID, MOST_SAID);
    let known = |old: Known| {
        let old = if let Known::Search(modifier) = old { modifier } else { 0 };
        match value {
            "auto" => Ok(Known::Unsaid),
            "known" => Ok(Known::Yes),
            _ => points(old).map(Known::Search).map_err(|_| {
                let form = "`known`, `auto`, or what is added to a Search for it, from -20 to 20";
                Refusal::because(format!("`{}`: write {form}", short(value)))
            }),
        }
    };
    match field {
        "reacts" => said.reacts = maybe()?,
        "is_clear" => said.clear = maybe()?,
        "grip" => said.grip = maybe()?,
        "vitals" => said.vitals = known(said.vitals)?,
        "vulnerability" => said.gap = known(said.gap)?,
        "structural" if value == "auto" => said.structural = Structural::Unsaid,
        "structural" if value == "none" => said.structural = Structural::None,
        "structural" => {
            let old = if let Structural::Due(modifier) = said.structural { modifier } else { 0 };
            said.structural = Structural::Due(points(old)?);
        }
        "attack_mod" => said.attack = points(said.attack)?,
        "defend_mod" => said.defend = points(said.defend)?,
        "check_mod" => said.check = points(said.check)?,
        "save_mod" => said.save = points(said.save)?,
        _ => return Err(unknown(field, STATE.iter().chain(&sheets::SHEET).copied())),
    }
    Ok(())
}
