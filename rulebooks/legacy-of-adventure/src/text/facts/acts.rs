//! What bears on an act that is no attack by itself: moves, steps, hands, utilities.

use skirmish_bookkit::facts;
use skirmish_grid::{Square, Steps};
use skirmish_kernel::{Fact, Id, Ids, Itemised};

use super::{attack, check, costs, struck, yards};
use crate::catalogue::{RulingEnterThreat, RulingLeaveMelee, rule};
use crate::model::{Act, Attack, Creature, Effect, Gait, Occasion, Setup, Sought, State};
use crate::rules::movement::paths;
use crate::rules::utility::{hands_for, is_checked, search_check};
use crate::rules::{lines, movement, opportunity, score, zones};
use crate::text::words::{names, plural};

/// Cost, what is thrown, what comes of it.
pub fn act(g: &Setup, s: &State, who: Id, act: Act) -> Vec<Fact> {
    match act {
        Act::Attack(blow) => attack::attack(g, s, who, blow, Occasion::Own),
        Act::Move(gait) => go(g, s, who, gait),
        Act::Step(to) => step(g, s, who, to),
        Act::Draw(arm) | Act::Pick(arm) => in_hand(g, s, who, arm),
        Act::Drop(_) => facts![RULING_HANDS: "costs nothing, and the act is still to come"],
        Act::Stand => facts![costs(s, who, 1), RULING_STATES: "is the move of this act"],
        Act::KickUp(ability) => facts![
            ROUND_POOL: ("takes one of {}", plural(s.creature(who).free, "free act")), ..skilled(g, s, who, ability),
        ],
        Act::Search { ability, what } => search(g, s, who, ability, what),
        Act::Hide(ability) => facts![
            costs(s, who, g.ability(ability).usage), ..skilled(g, s, who, ability),
            RULING_CONCEALMENT: "unseen until they attack, leave cover, or are found",
        ],
        Act::Use { ability, on } => used(g, s, who, ability, on),
        Act::Stop => facts![COMBAT_CHOICES: "does nothing more in this segment but defend"],
        Act::Surrender => facts![RULING_SURRENDER_FLEE: "is out of the fight"],
    }
}

/// The check of a move or a utility.
fn skilled(g: &Setup, s: &State, who: Id, ability: u8) -> Vec<Fact> {
    let roll = score::skill::<Itemised>(g, s, who, rule::DICE_SKILL, ability);
    check(g, s, &roll, &g.ability(ability).name)
}

/// How far, for what, with what check and what blow.
fn go(g: &Setup, s: &State, who: Id, gait: Gait) -> Vec<Fact> {
    let most = yards(movement::most(g, s, who, gait).into());
    let usage = |ability: u8| g.ability(ability).usage;
    let row = |attack: Attack| g.row(who, attack.row).map_or(1, |row| row.usage);
    match gait {
        Gait::Walk => facts![
            MOVE_SEG_MOVES: ("up to {most}, {} for each action", movement::rate(g, s, who)), ..leaving(g, s, who),
        ],
        Gait::Disengage { ability } => facts![
            costs(s, who, usage(ability)), MOVE_SEG_MOVES: "up to {most}", ..skilled(g, s, who, ability),
            RETREAT_DISENGAGE: "if it succeeds, nobody strikes at it for leaving",
        ],
        Gait::Charge { ability, attack } => facts![
            costs(s, who, usage(ability).saturating_add(row(attack))), MOVE_SEG_MOVES: "up to {most}",
            ..skilled(g, s, who, ability),
            RUSH: ("if that fails, their own defences are {} worse in this round", g.rules.rush_penalty),
            RUSH: ("the target defends {} worse, and saves or is stunned", g.rules.rush_penalty),
            ..blow(g, s, who, attack),
        ],
        Gait::Pounce { attack } => facts![
            costs(s, who, row(attack)), INITIATIVE_SKILLS_KIND: "leaps up to {most}", ..blow(g, s, who, attack),
        ],
    }
}

/// The blow at the end of a move.
fn blow(g: &Setup, s: &State, who: Id, attack: Attack) -> Vec<Fact> {
    g.row(who, attack.row).map_or_else(Vec::new, |row| attack::strike(g, s, who, attack, row))
}

/// Who threatens it where it stands, and may strike if it leaves.
fn leaving(g: &Setup, s: &State, who: Id) -> Option<Fact> {
    let strikers = opportunity::strikers(g, s, who);
    // Nobody strikes at what it does not see.
    if strikers.is_empty() || s.marks.concealed.has(who) || g.rules.ruling_leave_melee == RulingLeaveMelee::Barred {
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
    let left = movement::left(g, s, who, end);
    let by = if matches!(gait, Gait::Disengage { .. }) { rule::RETREAT_DISENGAGE } else { rule::RULING_LEAVE_MELEE };
    let draws = !left.is_empty() && g.rules.ruling_leave_melee == RulingLeaveMelee::Opportunity;
    let shown = shows(g, s, who, steps);
    let leaves = || Fact::by(by, format!("leaves the reach of {}", names(g, left)));
    facts![
        costs(s, who, movement::price(g, s, who, gait, steps)),
        MOVE_SEG_MOVES: ("{length} of {}", yards(most.into())),
        ..draws.then(leaves),
        ..draws.then(|| struck(g, by, opportunity::strikers(g, s, who).and(left))).flatten(),
        ..entering(g, s, who, end, shown.is_some()),
        ..shown,
        ..near(g, s, who, end),
    ]
}

/// Foes into whose zones it comes. (`ruling.enter-threat`)
fn entered(g: &Setup, s: &State, who: Id, start: Square, end: Square) -> Ids {
    let within = |foe: Id, cell: Square| zones::covers_cell(g, s, foe, cell);
    let threatening = s.marks.able.without(s.marks.surprised).without(s.marks.concealed);
    let foes = g.foes(who).and(threatening);
    foes.iter().filter(|foe| within(*foe, end) && !within(*foe, start)).collect()
}

/// The same in words, with who may strike for it; at whoever stays unseen nobody does.
fn entering(g: &Setup, s: &State, who: Id, end: Square, shown: bool) -> Option<Fact> {
    let entered = entered(g, s, who, s.creature(who).at, end);
    if entered.is_empty() {
        return None;
    }
    let seen = shown || !s.marks.concealed.has(who);
    let strikes = match g.rules.ruling_enter_threat {
        RulingEnterThreat::Strike if seen => ", who may strike",
        RulingEnterThreat::Strike | RulingEnterThreat::Reachable => "",
    };
    Some(Fact::by(rule::RULING_ENTER_THREAT, format!("comes into the reach of {}{strikes}", names(g, entered))))
}

/// Leaving what conceals it, be it on the way.
fn shows(g: &Setup, s: &State, who: Id, steps: &Steps) -> Option<Fact> {
    let covered = steps.cells(s.creature(who).at).all(|cell| g.ground.terrain(cell).conceals);
    let shown = s.marks.concealed.has(who) && !covered;
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
    let left = movement::left(g, s, who, to);
    let slips = zones::threatened_by(g, s, who).without(left).is_empty();
    let by = if slips { rule::RETREAT_DISENGAGE } else { rule::RULING_COMBAT_STEP };
    let leaves = || Fact::by(by, format!("leaves the reach of {}, and draws nothing", names(g, left)));
    let shown = shows(g, s, who, &paths::way_of_step(g, s, who, to));
    facts![
        RULING_COMBAT_STEP: "costs nothing, once in a segment; the act is still to come",
        ..(!left.is_empty()).then(leaves),
        ..entering(g, s, who, to, shown.is_some()),
        ..shown,
        ..near(g, s, who, to),
    ]
}

/// Taking something in hand, and what is put away for it. (`ruling.hands`)
fn in_hand(g: &Setup, s: &State, who: Id, arm: u8) -> Vec<Fact> {
    let creature = s.creature(who);
    let after = hands_for(g, creature, who, arm).map(|hands| Creature { hands, ..creature.clone() });
    let away = creature.held().filter(|old| after.as_ref().is_some_and(|after| !after.holds(*old)));
    let away: Vec<String> = away.map(|old| g.arm_name(who, old)).collect();
    facts![costs(s, who, 1), RULING_HANDS: ("puts {} away", skirmish_kernel::words::list(&away)) if !away.is_empty()]
}

fn search(g: &Setup, s: &State, who: Id, ability: u8, what: Sought) -> Vec<Fact> {
    let known = g.ability(ability);
    let hidden = what == Sought::Hidden;
    facts![
        costs(s, who, known.usage),
        ..check(g, s, &search_check::<Itemised>(g, s, who, ability, what), &known.name),
        RULING_CONCEALMENT: "finds who is hidden within sight" if hidden,
        RULING_SEARCH_BEFORE: "what is found stays known" if !hidden,
    ]
}

/// A spell or a skill that works on somebody.
fn used(g: &Setup, s: &State, who: Id, ability: u8, on: Id) -> Vec<Fact> {
    let known = g.ability(ability);
    let (paid, away) = (costs(s, who, known.usage), yards(lines::between(s, who, on)));
    let checks = is_checked(g, who, ability).then(|| skilled(g, s, who, ability));
    let does = match known.effect {
        Effect::Ward(harm, by) => facts![
            ARMOUR_NO_STACK: "a rating of {by} from magic against {harm} harm",
            MAGIC_CONCENTRATION: "has to be kept up while a foe is at hand" if !known.instant,
        ],
        Effect::Mend(hits) => {
            let (now, most) = (s.creature(on).hits, g.sheet(on).max_hits);
            facts![RULING_EFFECTS: "gives {hits} hits back, to {now} of {most}; what was disabled is of use again"]
        }
        _ => Vec::new(),
    };
    facts![
        if known.free { Fact::by(rule::ROUND_POOL, "takes a free act") } else { paid },
        _: "{away} away" if on != who,
        ..checks.into_iter().flatten(),
        ..does,
    ]
}
