//! What the game master calls for: checks, falls, swallowed magic, somebody sneaking past.

use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Bearing, Check};

use crate::catalogue::rule;
use crate::model::{Area, Attribute, Ending, Event, Harm, Requested, Setup, State};
use crate::rules::damage::{Harming, wounds};
use crate::rules::edge::Edge;
use crate::rules::magic::{cast, concentration};
use crate::rules::movement::{fall, sneak};
use crate::rules::{OrHalt, Table, conditions, explosion, judge, save};

/// Answers everything that has been called for, in order.
pub fn answer<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    while !s.requests.is_empty() {
        let request = s.requests.remove(0);
        let who = request.who;
        t.scope(s, |s, t| {
            match request.what {
                Requested::Check(attribute, dc) => {
                    let check = save::check(g, s, who, attribute, rule::DICE_SAVING_THROW, &Edge::new());
                    let check = check.noting(rule::DICE_CHECK, dc, Bearing::Goal);
                    let helpless = s.creature(who).wounds.is_out && attribute != Attribute::Con;
                    let saved = !helpless && explosion::reaches(g, t, check, save::target(g, dc))?;
                    t.tell(|| Event::Saved { who, against: who, saved, by_ten: false });
                }
                Requested::Fall(metres, dc, damage) => {
                    fall::fall(g, s, t, who, i32::from(metres), Some(fall::Cause { dc, damage }))?;
                }
                Requested::Phase => phase(g, s, t)?,
                Requested::Ritual(ability, target) => {
                    // Since it was called for, more may have been set by hand.
                    let held = judge::judge_ritual(g, s, who, ability, target).is_ok();
                    t.tell(|| Event::Ritual { who, ability, held });
                    if held {
                        cast::cast(g, s, t, cast::Casting::new(who, ability, 1), target, false)?;
                    }
                }
                Requested::Backlash(tier) => backlash(g, s, t, who, tier)?,
                Requested::Sneak(past, worst) => {
                    let given = worst.map(|cover| sneak::Concealment { cover: i32::from(cover), light: 0 });
                    match given.or_else(|| sneak::worst(g, s, who, &[s.creature(who).at], past)) {
                        Some(worst) => drop(sneak::check(g, s, t, who, past, worst)?),
                        None => t.tell(|| Event::Sneaked { who, past, unseen: true }),
                    }
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// A quarter of an hour: what was conjured is mana again unless it lasts longer, what has been swallowed harms, penalties are
/// forgotten, spells no longer kept up, conditions that last for a number of rounds so many rounds older.
fn phase<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let before = s.areas.len();
    for who in g.ids() {
        concentration::end_all(g, s, t, who, Ending::Over);
        let sheet = g.sheet(who);
        let creature = s.creature_mut(who);
        (creature.penalty, creature.penalty_rounds) = (0, 0);
        // Mana comes back while nobody fights, and never above what one can hold.
        if !creature.gone && creature.mana < sheet.mana {
            creature.mana = creature.mana.saturating_add(sheet.mana_regen).min(sheet.mana);
        }
    }
    let rounds = cast::phase_rounds(g);
    while let Some(over) = s.areas.iter().find(|area| !outlasts(g, area, rounds)).copied() {
        concentration::end(g, s, t, over.caster, over.serial, Ending::Over);
    }
    s.areas.iter_mut().for_each(|area| area.rounds = area.rounds.saturating_sub(rounds));
    conditions::phase_passes(s, t, rounds);
    let dissolved = s.areas.len() < before;
    t.tell(|| Event::Phase { dissolved });
    while let Some(one) = s.absorbed.pop_at(0) {
        backlash(g, s, t, one.who, one.tier)?;
    }
    Ok(())
}

/// Does what lies on the ground last longer than a Phase: by its own time, or because it is not ethereal?
fn outlasts(g: &Setup, area: &Area, phase: u16) -> bool {
    area.rounds > phase || area.rounds == 0 && !g.ability(area.ability).ethereal
}

/// A round has passed for what somebody has swallowed. (`ethereal.absorbed`)
pub fn round_passes<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    s.absorbed.iter_mut().for_each(|one| one.rounds = one.rounds.saturating_sub(1));
    while let Some(at) = s.absorbed.iter().position(|one| one.rounds == 0) {
        let one = s.absorbed.remove(at);
        backlash(g, s, t, one.who, one.tier)?;
    }
    Ok(())
}

/// Conjured matter that somebody has swallowed dissolves. (`ethereal.absorbed`)
fn backlash<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: skirmish_kernel::Id, tier: u8) -> OrHalt<T> {
    if s.creature(who).gone {
        return Ok(());
    }
    let dice = Dice::new(tier.clamp(1, 40), 6, Reading::Sum).unwrap_or(Dice::D6);
    let harming = Harming {
        exact: <T::Terms as skirmish_kernel::Terms>::LISTED,
        ..Harming::plain(rule::ETHEREAL_ABSORBED, Harm::Absolute, [dice, Dice::NONE], g.sheet(who).wound_threshold)
    };
    let check = Check::new(rule::DICE_BACKLASH, who, dice);
    let suffered = t.throw([check], |[thrown]| harming.suffered(false, false, thrown.natural, 0))?;
    t.tell(|| Event::Backlash { who, points: suffered.taken });
    wounds::harm(g, s, t, who, &suffered)
}
