//! Wounds: light and severe, shock, unconsciousness, waking up, healing. (`wound.*`)

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Bearing, Check, Id};

use crate::catalogue::rule;
use crate::model::{Attribute, Condition, Ending, Event, Kind, Setup, State, Suffered};
use crate::rules::edge::Edge;
use crate::rules::magic::{self, concentration};
use crate::rules::save::{self, Save};
use crate::rules::{OrHalt, Table, bodies, conditions, explosion, grapple};

/// How the severity of several wounds is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The first is light, the second is checked, the others are severe. (`wound.check`)
    FirstLight,
    /// Every one is checked. (ability Maim)
    EachChecked,
}

/// Harm that is no attack: its wounds, and what damage gives another try.
pub fn harm<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, suffered: &Suffered) -> OrHalt<T> {
    let was_out = s.creature(who).wounds.is_out;
    suffer(g, s, t, who, suffered, Severity::FirstLight)?;
    if suffered.hurt { conditions::when_damaged(g, s, t, who, was_out, conditions::kinds(s, who)) } else { Ok(()) }
}

/// The wounds of one attack or event, and what comes of them.
#[inline]
pub fn suffer<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, suffered: &Suffered, how: Severity) -> OrHalt<T> {
    if suffered.wounds <= 0 { Ok(()) } else { wounded(g, s, t, who, suffered, how) }
}

fn wounded<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, suffered: &Suffered, how: Severity) -> OrHalt<T> {
    let limit = g.sheet(who).wound_limit;
    let (mut light, mut severe, mut worse, mut at_limit) = (0u8, 0u8, 0u8, false);
    for nth in 0..suffered.wounds.min(99) {
        let wounds = &mut s.counts_mut(who).wounds;
        if wounds.total() >= limit {
            at_limit = true;
            // At the limit a further wound turns a light one severe. (`wound.execution`)
            if wounds.light > 0 {
                wounds.light -= 1;
                wounds.severe = wounds.severe.saturating_add(1);
                severe += 1;
                // One of this very event is told once, as what it has become.
                match light {
                    0 => worse += 1,
                    _ => light -= 1,
                }
            }
            continue;
        }
        let is_light = match (nth, how) {
            (0, Severity::FirstLight) => true,
            (_, Severity::EachChecked) | (1, _) => check(g, t, who)?,
            _ => false,
        };
        if is_light {
            wounds.light = wounds.light.saturating_add(1);
            light += 1;
        } else {
            wounds.severe = wounds.severe.saturating_add(1);
            severe += 1;
        }
    }
    let wounds = s.creature(who).wounds;
    let total = wounds.total();
    let told = total.clamp(0, 255) as u8;
    t.tell(|| Event::Wounded { who, light, severe, worse, total: told, at_limit, suffered: *suffered });
    if wounds.is_out {
        return Ok(());
    }
    if total >= limit {
        fall(g, s, t, who, false);
    } else if total * 2 > limit {
        shaken(g, s, t, who, total)?;
    }
    Ok(())
}

/// More than half the wounds that one bears: a shock, if CON does not hold. (`wound.shock`)
fn shaken<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, total: i32) -> OrHalt<T> {
    if save::save(g, s, t, who, Save(Attribute::Con, total * 2), rule::DICE_SHOCK, &Edge::new())? {
        t.tell(|| Event::Steeled { who });
    } else {
        fall(g, s, t, who, true);
    }
    Ok(())
}

/// Is a wound that is checked a light one? (`wound.check`)
fn check<T: Table>(g: &Setup, t: &mut T, who: Id) -> OrHalt<T, bool> {
    let face = g.rules.wound_light_face;
    t.test(Check::new(rule::DICE_WOUND_CHECK, who, Dice::D20).noting(rule::WOUND_CHECK, face, Bearing::Goal), face)
}

/// Falls unconscious: no actions, no reactions, no defences; what it kept up and held is over. (`wound.unconscious`)
#[cold]
fn fall<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, shock: bool) {
    t.tell(|| Event::Out { who, shock });
    s.creature_mut(who).wounds.is_out = true;
    s.muster(g);
    concentration::end_all(g, s, t, who, Ending::Over);
    grapple::let_go(s, t, who, false);
    if !s.creature(who).has(Kind::Prone) {
        conditions::inflict(s, t, who, Condition::new(Kind::Prone, 0, 0));
    }
    s.unseat(who);
    // A rider whose mount falls stands beside it.
    if let Some(rider) = s.creature(who).rider {
        s.unseat(rider);
    }
}

/// May it wake up? At its turn's start, when damaged, when healed. (`wound.unconscious`)
pub fn wake<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    let wounds = s.creature(who).wounds;
    if !wounds.is_out || s.creature(who).gone || wounds.total() >= g.sheet(who).wound_limit {
        return Ok(());
    }
    // Whoever has come to stand there meanwhile stays; the other one rolls aside, if there is room.
    let body = bodies::placed(g, who, s.creature(who).at);
    let taken = body.is_in(|cell| bodies::standing_in(g, s, cell).is_some());
    let aside = if taken { bodies::aside(g, s, who) } else { None };
    if taken && aside.is_none() {
        return Ok(());
    }
    let con = g.sheet(who).modifier(Attribute::Con);
    let mut edge = Edge::new();
    edge.add(s.creature(who).has(Kind::Stunned), rule::CONDITION_STUNNED, -1);
    edge.add(true, rule::DP_GM, i32::from(s.creature(who).circumstances.check));
    let check = edge
        .note(Check::new(rule::DICE_WAKING, who, edge.die(Dice::D20)))
        .plus_part(rule::SHEET_MODIFIER, Attribute::Con.word(), con)
        .plus(rule::DICE_HINDERED, -2 * wounds.total());
    let target = save::target(g, g.rules.dc_base);
    let check = check.noting(rule::WOUND_UNCONSCIOUS, target, Bearing::Goal);
    if explosion::reaches(g, t, check, target)? {
        s.creature_mut(who).wounds.is_out = false;
        s.muster(g);
        if let Some(to) = aside {
            s.creature_mut(who).at = to;
            magic::areas::left(g, s, t, who, to);
        }
        t.tell(|| Event::Woke { who, to: aside });
    }
    Ok(())
}

/// Healing removes light wounds, one for each time it exceeds the wound threshold. (`wound.heal`)
pub fn heal<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, points: i32) -> OrHalt<T> {
    let threshold = g.sheet(who).wound_threshold.max(1);
    let most = if points > 0 { (points - 1) / threshold } else { 0 };
    let wounds = &mut s.creature_mut(who).wounds;
    let gone = most.min(i32::from(wounds.light));
    wounds.light -= gone.clamp(0, 255) as u8;
    t.tell(|| Event::Healed { who, points, wounds: gone });
    wake(g, s, t, who)
}
