//! Before combat: long binding, going unseen, and the action that starts the fight.

use skirmish_kernel::dice::Reading;
use skirmish_kernel::{Bearing, Check, Id, Ids, Questions};

use crate::catalogue::{FatiguePause, PromptWholeAction, rule};
use crate::model::ask::{self, Prompt};
use crate::model::{Binding, Condition, Event, Kind, Phase, Setup, Stat, State, sixes};
use crate::rules::conditions::{ability_check, add};
use crate::rules::{OrHalt, Table, lines, turn};

/// The next combatant in the order of the encounter may say something; when nobody has anything to say, combat begins.
#[cold]
pub fn moment<T: Table>(g: &Setup, s: &mut State, t: &mut T, next: u8, idle: u8) -> OrHalt<T> {
    let count = g.sheets.len();
    if usize::from(idle) >= count {
        s.phase = Phase::Initiative;
        return Ok(());
    }
    let who = Id::new(usize::from(next) % count);
    let following = ((usize::from(next) + 1) % count) as u8;
    s.phase = Phase::Calm { next: following, idle: idle + 1 };
    if !s.fights(who) {
        return Ok(());
    }
    match t.put(s, rule::DP_PROMPT, who, ask::Calm)? {
        Prompt::Act(act) => {
            t.tell(|| Event::Prompted { who });
            // It costs nothing of round 1's budget (see below); its cooldown counts as of round 0.
            turn::begin(g, s, t, who, &act)?;
            finish_prompt(g, s, t, who)?;
            s.phase = Phase::Initiative;
        }
        Prompt::Bind => {
            s.phase = Phase::Calm { next: following, idle: 0 };
            bind(g, s, t, who)?;
        }
        Prompt::Sneak => {
            s.phase = Phase::Calm { next: following, idle: 0 };
            sneak(g, s, t, who)?;
        }
        Prompt::Rest => {
            s.phase = Phase::Calm { next: following, idle: 0 };
            rest(s, t, who);
        }
        Prompt::Pass => {}
    }
    Ok(())
}

/// The whole prompting action takes place before round 1; it costs nothing of round 1's budget.
fn finish_prompt<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if g.rules.prompt_whole_action == PromptWholeAction::Whole {
        // No action of the book takes more segments than this; a flight that never arrives is left in the air.
        for _ in 0..200 {
            s.creature_mut(who).moves.iter_mut().for_each(|m| m.played = false);
            s.play_again();
            // Where a push goes on in its victim's turn (house rule) it is part of the action all the same.
            let going: Ids = g.ids().filter(|id| turn::has_unplayed(g, s, *id)).collect();
            if going.is_empty() {
                break;
            }
            for id in going.iter() {
                turn::run_on(g, s, t, id, false)?;
            }
        }
    }
    s.spend(g, who, |spent| *spent = crate::model::Spent::default());
    s.marks.initiated.set(who, false);
    s.marks.dodging.set(who, false);
    s.marks.braced.set(who, false);
    Ok(())
}

/// One hour of continuous binding; at its end a Strength check to go on. (`fatigue.check`)
fn bind<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    loop {
        s.creature_mut(who).binding.hours += 1;
        let hours = s.creature(who).binding.hours;
        let dc = difficulty(g, s, who);
        t.tell(|| Event::Bound { who, hours, dc });
        if !t.put(s, rule::DP_FATIGUE_CONTINUE, who, ask::Fatigue { dc })? {
            pause(g, s, who);
            t.tell(|| Event::StopsBinding { who, failed: false });
            return Ok(());
        }
        s.creature_mut(who).binding.checks += 1;
        if !ability_check(g, s, t, who, Stat::Str, dc)? {
            s.creature_mut(who).binding.barred = true;
            pause(g, s, who);
            let since = s.time;
            add(g, s, who, Condition { kind: Kind::Exhausted, until: None, since, amount: 0 });
            t.tell(|| Event::StopsBinding { who, failed: true });
            t.tell(|| Event::Inflicted { who, kind: Kind::Exhausted, until: None });
            return Ok(());
        }
    }
}

/// The hour clock starts anew after a pause; the difficulty does not.
fn pause(g: &Setup, s: &mut State, who: Id) {
    if g.rules.fatigue_pause == FatiguePause::Restart {
        s.creature_mut(who).binding.hours = 0;
    }
}

/// 10, and 2 more for every check since the last night's rest.
pub fn difficulty(g: &Setup, s: &State, who: Id) -> i32 {
    g.rules.fatigue_dc + g.rules.fatigue_step * i32::from(s.creature(who).binding.checks)
}

/// A full night's rest. (`fatigue.reset`)
fn rest<T: Table>(s: &mut State, t: &mut T, who: Id) {
    let creature = s.creature_mut(who);
    creature.binding = Binding::default();
    let tired = creature.conditions.iter().any(|c| c.kind == Kind::Exhausted);
    creature.conditions.retain(|c| c.kind != Kind::Exhausted);
    s.review(who);
    t.tell(|| Event::Rested { who });
    if tired {
        t.tell(|| Event::Ended { who, kind: Kind::Exhausted });
    }
}

/// Goes unseen: one Stealth check against each foe, who no longer knows of it when it passes.
fn sneak<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    for foe in g.foes(who).iter().filter(|foe| s.fights(*foe)).collect::<arrayvec::ArrayVec<_, { Id::MOST }>>() {
        let seen = lines::sight(g, s, foe, s.creature(foe).at, s.creature(who).at).concealment;
        let concealed = s.creature(who).circumstances.concealment.unwrap_or(seen) > 0;
        let unseen = stealth_check(g, s, t, who, g.stealth, concealed)?;
        s.creature_mut(foe).aware_of.set(who, !unseen);
        t.tell(|| Event::Sneaked { who, by: foe, concealed, unseen });
    }
    s.creature_mut(who).sneaked = true;
    Ok(())
}

/// A Stealth check: sixes in four dice, at advantage against those from whom one is concealed. (`dice.skill`)
pub fn stealth_check<T: Table>(
    g: &Setup,
    s: &State,
    t: &mut T,
    who: Id,
    difficulty: i32,
    concealed: bool,
) -> OrHalt<T, bool> {
    let mut edge = crate::rules::advantage::Edge::new(&g.rules);
    edge.for_it(concealed, rule::STEALTH_CONCEALED);
    edge.game_master(s.creature(who).circumstances.check);
    let dice = sixes(edge.of_pool(g.rules.skill_count), Reading::AtLeast(6));
    let check = edge.note(Check::new(rule::DICE_SKILL, who, dice));
    let check = if concealed { check } else { check.noting(rule::STEALTH_CONCEALED, 0, Bearing::Idle) };
    t.test(check, difficulty)
}
