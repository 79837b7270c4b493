//! What the game master calls for: checks, falls, swallowed magic, somebody sneaking past.

use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Bearing, Check, Table};

use crate::catalogue::rule;
use crate::model::{Attribute, Ending, Event, Generia, Harm, Requested, Setup, State};
use crate::rules::damage::Harming;
use crate::rules::damage::wounds::{self, Severity};
use crate::rules::edge::Edge;
use crate::rules::magic::concentration::{self};
use crate::rules::movement::{fall, sneak};
use crate::rules::{conditions, explosion, save};

/// Answers everything that has been called for, in order.
///
/// # Errors
/// The table's halt.
pub fn answer<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T) -> Result<(), T::Halt> {
    while !s.requests.is_empty() {
        let request = s.requests.remove(0);
        let who = request.who;
        t.scope(s, |s, t| {
            match request.what {
                Requested::Check(attribute, dc) => {
                    let check = save::check(g, s, who, attribute, rule::DICE_SAVING_THROW, &Edge::new()).noting(
                        rule::DICE_CHECK,
                        dc,
                        Bearing::Goal,
                    );
                    let helpless = s.creature(who).wounds.is_out && attribute != Attribute::Con;
                    let saved = !helpless && explosion::reaches(g, t, check, save::target(g, dc))?;
                    t.tell(|| Event::Saved { who, against: who, saved, by_ten: false });
                }
                Requested::Fall(metres, dc, damage) => {
                    fall::fall(g, s, t, who, i32::from(metres), Some(fall::Cause { dc, damage }))?;
                }
                Requested::Phase => phase(g, s, t),
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

/// A quarter of an hour: conjured things are mana again, penalties forgotten, spells no longer kept up.
fn phase<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T) {
    let dissolved = s.areas.len();
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
    s.areas.clear();
    t.tell(|| Event::Phase { dissolved });
}

/// Conjured matter that somebody has swallowed dissolves. (`ethereal.absorbed`)
fn backlash<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: skirmish_kernel::Id,
    tier: u8,
) -> Result<(), T::Halt> {
    let dice = Dice::new(tier.clamp(1, 40), 6, Reading::Sum).unwrap_or(Dice::D6);
    let harming = Harming {
        exact: <T::Terms as skirmish_kernel::Terms>::LISTED,
        ..Harming::plain(rule::ETHEREAL_ABSORBED, Harm::Absolute, [dice, Dice::NONE], g.sheet(who).wound_threshold)
    };
    let check = Check::new(rule::DICE_BACKLASH, who, dice);
    let suffered = t.throw([check], |[thrown]| harming.suffered(false, false, thrown.natural, 0))?;
    t.tell(|| Event::Backlash { who, points: suffered.taken });
    let was_out = s.creature(who).wounds.is_out;
    wounds::suffer(g, s, t, who, &suffered, Severity::FirstLight)?;
    if suffered.hurt { conditions::when_damaged(g, s, t, who, was_out) } else { Ok(()) }
}
