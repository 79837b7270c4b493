//! What bears on an act that is no attack by itself: moves, steps, hands, utilities.

use skirmish_grid::{Square, Steps};
use skirmish_kernel::{Fact, Id, Ids, Itemised};

use super::{attack, check, costs, struck, yards};
use crate::catalogue::{RulingEnterThreat, RulingLeaveMelee, rule};
use crate::model::{Act, Attack, Creature, Effect, Gait, Occasion, Setup, Sought, State};
use crate::rules::movement::paths;
use crate::rules::utility::{hands_for, is_checked, search_check};
use crate::rules::{lines, movement, opportunity, score, zones};
use crate::text::words::{arm_name, names, plural};

/// Cost, what is thrown, what comes of it.
pub fn act(g: &Setup, s: &State, who: Id, act: Act) -> Vec<Fact> {
    match act {
        Act::Attack(blow) => attack::attack(g, s, who, blow, Occasion::Own),
        Act::Move(gait) => go(g, s, who, gait),
        Act::Step(to) => step(g, s, who, to),
        Act::Draw(arm) | Act::Pick(arm) => in_hand(g, s, who, arm),
        Act::Drop(_) => vec![Fact::by(rule::RULING_HANDS, "costs nothing, and the act is still to come")],
        Act::Stand => vec![costs(s, who, 1), Fact::by(rule::RULING_STATES, "is the move of this act")],
        Act::KickUp(ability) => {
            let left = i32::from(s.creature(who).free);
            let free = Fact::by(rule::ROUND_POOL, format!("takes one of {}", plural(left, "free act")));
            let mut facts = vec![free];
            facts.extend(skilled(g, s, who, ability));
            facts
        }
        Act::Search { ability, what } => search(g, s, who, ability, what),
        Act::Hide(ability) => {
            let mut facts = vec![costs(s, who, g.ability(ability).usage)];
            facts.extend(skilled(g, s, who, ability));
            facts.push(Fact::by(rule::RULING_CONCEALMENT, "unseen until they attack, leave cover, or are found"));
            facts
        }
        Act::Use { ability, on } => used(g, s, who, ability, on),
        Act::Stop => vec![Fact::by(rule::COMBAT_CHOICES, "does nothing more in this segment but defend")],
        Act::Surrender => vec![Fact::by(rule::RULING_SURRENDER_FLEE, "is out of the fight")],
    }
}

/// The check of a move or a utility.
fn skilled(g: &Setup, s: &State, who: Id, ability: u8) -> Vec<Fact> {
    let roll = score::skill::<Itemised>(g, s, who, rule::DICE_SKILL, ability);
    check(g, s, &roll, &g.ability(ability).name)
}

/// How far, for what, with what check and what blow.
fn go(g: &Setup, s: &State, who: Id, gait: Gait) -> Vec<Fact> {
    let most = i32::from(movement::most(g, s, who, gait));
    let rate = i32::from(movement::rate(g, s, who));
    let usage = |ability: u8| g.ability(ability).usage;
    match gait {
        Gait::Walk => {
            let text = format!("up to {}, {rate} for each action", yards(most));
            let mut facts = vec![Fact::by(rule::MOVE_SEG_MOVES, text)];
            facts.extend(leaving(g, s, who));
            facts
        }
        Gait::Disengage { ability } => {
            let mut facts = vec![costs(s, who, usage(ability))];
            facts.push(Fact::by(rule::MOVE_SEG_MOVES, format!("up to {}", yards(most))));
            facts.extend(skilled(g, s, who, ability));
            facts.push(Fact::by(rule::RETREAT_DISENGAGE, "if it succeeds, nobody strikes at it for leaving"));
            facts
        }
        Gait::Charge { ability, attack } => {
            let row = g.row(who, attack.row).map_or(1, |row| row.usage);
            let mut facts = vec![costs(s, who, usage(ability).saturating_add(row))];
            facts.push(Fact::by(rule::MOVE_SEG_MOVES, format!("up to {}", yards(most))));
            facts.extend(skilled(g, s, who, ability));
            let worse = g.rules.rush_penalty;
            facts.push(Fact::by(
                rule::RUSH,
                format!("if that fails, their own defences are {worse} worse in this round"),
            ));
            facts.push(Fact::by(rule::RUSH, format!("the target defends {worse} worse, and saves or is stunned")));
            facts.extend(blow(g, s, who, attack));
            facts
        }
        Gait::Pounce { attack } => {
            let mut facts = vec![costs(s, who, g.row(who, attack.row).map_or(1, |row| row.usage))];
            facts.push(Fact::by(rule::INITIATIVE_SKILLS_KIND, format!("leaps up to {}", yards(most))));
            facts.extend(blow(g, s, who, attack));
            facts
        }
    }
}

/// The blow at the end of a move.
fn blow(g: &Setup, s: &State, who: Id, attack: Attack) -> Vec<Fact> {
    g.row(who, attack.row).map_or_else(Vec::new, |row| attack::strike(g, s, who, attack, row))
}

/// Who threatens it where it stands, and may strike if it leaves.
fn leaving(g: &Setup, s: &State, who: Id) -> Option<Fact> {
    let strikers = opportunity::strikers(g, s, who);
    if strikers.is_empty() || g.rules.ruling_leave_melee == RulingLeaveMelee::Barred {
        return None;
    }
    let text = format!("{} may strike at who leaves their reach", names(g, strikers));
    Some(Fact::by(rule::RULING_LEAVE_MELEE, text))
}

/// A way: what it costs, whom it leaves, whom it comes near to.
pub fn walk(g: &Setup, s: &State, who: Id, gait: Gait, steps: &Steps) -> Vec<Fact> {
    let start = s.creature(who).at;
    if steps.is_empty() {
        return vec![Fact::plain("stays in place; the act is gone, and costs nothing")];
    }
    let end = steps.end(start);
    let (length, most) = (paths::cost(g, start, steps), movement::most(g, s, who, gait));
    let mut facts = vec![costs(s, who, movement::price(g, s, who, gait, steps))];
    facts.push(Fact::by(rule::MOVE_SEG_MOVES, format!("{length} of {}", yards(most.into()))));
    let left = movement::left(g, s, who, end);
    if !left.is_empty() && g.rules.ruling_leave_melee == RulingLeaveMelee::Opportunity {
        let may = opportunity::strikers(g, s, who).and(left);
        let by =
            if matches!(gait, Gait::Disengage { .. }) { rule::RETREAT_DISENGAGE } else { rule::RULING_LEAVE_MELEE };
        facts.push(Fact::by(by, format!("leaves the reach of {}", names(g, left))));
        facts.extend(struck(g, by, may));
    }
    facts.extend(entering(g, s, who, start, end));
    facts.extend(shows(g, s, who, end));
    facts.extend(near(g, s, who, end));
    facts
}

/// Foes into whose zones it comes. (`ruling.enter-threat`)
fn entered(g: &Setup, s: &State, who: Id, start: Square, end: Square) -> Ids {
    let within = |foe: Id, cell: Square| lines::yards(s.creature(foe).at, cell) <= i32::from(s.creature(foe).zone);
    let threatening = s.marks.able.without(s.marks.surprised).without(s.marks.concealed);
    let foes = g.foes(who).and(threatening);
    foes.iter().filter(|foe| s.creature(*foe).zone > 0 && within(*foe, end) && !within(*foe, start)).collect()
}

fn entering(g: &Setup, s: &State, who: Id, start: Square, end: Square) -> Option<Fact> {
    let entered = entered(g, s, who, start, end);
    if entered.is_empty() {
        return None;
    }
    let strikes = if g.rules.ruling_enter_threat == RulingEnterThreat::Strike { ", who may strike" } else { "" };
    Some(Fact::by(rule::RULING_ENTER_THREAT, format!("comes into the reach of {}{strikes}", names(g, entered))))
}

/// Leaving what conceals it.
fn shows(g: &Setup, s: &State, who: Id, end: Square) -> Option<Fact> {
    let shown = s.marks.concealed.has(who) && !g.ground.terrain(end).conceals;
    shown.then(|| Fact::by(rule::RULING_CONCEALMENT, "leaves concealment"))
}

/// How far from each foe that is to be seen.
fn near(g: &Setup, s: &State, who: Id, end: Square) -> Vec<Fact> {
    let foes = g.foes_seen(s, who);
    let text = |foe: Id| {
        let away = lines::yards(s.creature(foe).at, end);
        let name = &g.sheet(foe).name;
        Fact::plain(if away <= 1 { format!("next to {name}") } else { format!("{} from {name}", yards(away)) })
    };
    foes.iter().map(text).collect()
}

/// The combat step. (`ruling.combat-step`)
fn step(g: &Setup, s: &State, who: Id, to: Square) -> Vec<Fact> {
    let mut facts =
        vec![Fact::by(rule::RULING_COMBAT_STEP, "costs nothing, once in a segment; the act is still to come")];
    let left = movement::left(g, s, who, to);
    if !left.is_empty() {
        let still = zones::threatened_by(g, s, who).without(left);
        let text = format!("leaves the reach of {}, and draws nothing", names(g, left));
        facts.push(Fact::by(if still.is_empty() { rule::RETREAT_DISENGAGE } else { rule::RULING_COMBAT_STEP }, text));
    }
    let entered = entered(g, s, who, s.creature(who).at, to);
    if !entered.is_empty() {
        facts.push(Fact::by(rule::RULING_COMBAT_STEP, format!("comes into the reach of {}", names(g, entered))));
    }
    facts.extend(shows(g, s, who, to));
    facts.extend(near(g, s, who, to));
    facts
}

/// Taking something in hand, and what is put away for it. (`ruling.hands`)
fn in_hand(g: &Setup, s: &State, who: Id, arm: u8) -> Vec<Fact> {
    let mut facts = vec![costs(s, who, 1)];
    let creature = s.creature(who);
    if let Some(hands) = hands_for(g, creature, who, arm) {
        let after = Creature { hands, ..creature.clone() };
        let away: Vec<String> =
            creature.held().filter(|old| !after.holds(*old)).map(|old| arm_name(g, who, old)).collect();
        if !away.is_empty() {
            let text = format!("puts {} away", skirmish_kernel::words::list(&away));
            facts.push(Fact::by(rule::RULING_HANDS, text));
        }
    }
    facts
}

fn search(g: &Setup, s: &State, who: Id, ability: u8, what: Sought) -> Vec<Fact> {
    let known = g.ability(ability);
    let mut facts = vec![costs(s, who, known.usage)];
    facts.extend(check(g, s, &search_check::<Itemised>(g, s, who, ability, what), &known.name));
    facts.push(match what {
        Sought::Hidden => Fact::by(rule::RULING_CONCEALMENT, "finds who is hidden within sight"),
        Sought::Vitals(_) | Sought::Vulnerability(_) => {
            Fact::by(rule::RULING_SEARCH_BEFORE, "what is found stays known")
        }
    });
    facts
}

/// A spell or a skill that works on somebody.
fn used(g: &Setup, s: &State, who: Id, ability: u8, on: Id) -> Vec<Fact> {
    let known = g.ability(ability);
    let mut facts =
        vec![if known.free { Fact::by(rule::ROUND_POOL, "takes a free act") } else { costs(s, who, known.usage) }];
    if on != who {
        facts.push(Fact::plain(format!("{} away", yards(lines::between(s, who, on)))));
    }
    if is_checked(g, who, ability) {
        facts.extend(skilled(g, s, who, ability));
    }
    match known.effect {
        Effect::Ward(harm, by) => {
            let text = format!("a rating of {by} from magic against {} harm", harm.word());
            facts.push(Fact::by(rule::ARMOUR_NO_STACK, text));
            let kept = "has to be kept up while a foe is at hand";
            facts.extend((!known.instant).then(|| Fact::by(rule::MAGIC_CONCENTRATION, kept)));
        }
        Effect::Mend(hits) => {
            let (now, most) = (s.creature(on).hits, g.sheet(on).max_hits);
            let text = format!("gives {hits} hits back, to {now} of {most}; what was disabled is of use again");
            facts.push(Fact::by(rule::RULING_EFFECTS, text));
        }
        _ => {}
    }
    facts
}
