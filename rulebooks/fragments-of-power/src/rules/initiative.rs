//! Who acts before whom. (`initiative.*`)

use arrayvec::ArrayVec;
use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Check, Id, Ids};

use crate::catalogue::rule;
use crate::model::{Event, Setup, Slot, Stage, State};
use crate::rules::{Halting, Table};

/// Throws for everybody who has no initiative yet, and puts them where they belong in the order. (`ruling.initiative`)
pub fn roll<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> Halting<T> {
    let mut new: ArrayVec<Id, { Id::MOST }> = ArrayVec::new();
    for who in s.ids() {
        if !s.creature(who).is_here() || s.creature(who).initiative.is_some() {
            continue;
        }
        let bonus = g.sheet(who).initiative_bonus;
        let check = Check::new(rule::DICE_INITIATIVE, who, Dice::D20);
        let total = t.roll(check.plus(rule::SHEET_INITIATIVE, bonus.into()))?;
        s.creature_mut(who).initiative = i16::try_from(total).ok().or(Some(0));
        t.tell(|| Event::Initiative { who, total });
        let _ = new.try_push(who);
    }
    let tied = order(s, t, new)?;
    t.tell(|| Event::Ordered { order: s.acting().collect(), tied });
    Ok(())
}

/// Is anybody there who has not thrown yet?
pub fn is_awaited(s: &State) -> bool {
    s.touched.0.iter().any(|id| s.creature(id).is_here() && s.creature(id).initiative.is_none())
}

/// Behind everybody who has thrown more; among those of before who have thrown as much a die says where. (`initiative.tie`)
fn place<T: Table>(s: &State, t: &mut T, who: Id, best: i16, known: &Ids, any: &mut bool) -> Halting<T, usize> {
    let count = |slot: &Slot| s.creature(slot.who).initiative.unwrap_or(0);
    let behind = s.order.iter().rposition(|slot| !slot.left && count(slot) >= best).map_or(0, |at| at + 1);
    let equals = s.order.iter().filter(|slot| !slot.left && known.has(slot.who) && count(slot) == best).count();
    if equals == 0 {
        return Ok(behind);
    }
    *any = true;
    let die = Dice::new(1, equals as u16 + 1, Reading::Sum).unwrap_or(Dice::D20);
    let nth = t.roll(Check::new(rule::DICE_TIE, who, die))?.clamp(1, equals as i32 + 1) as usize;
    let first = s.order.iter().position(|slot| !slot.left && count(slot) == best).unwrap_or(behind);
    Ok((first + nth - 1).min(behind))
}

/// Puts newcomers into the order, the highest first; among equals dice say who goes next. (`initiative.tie`)
fn order<T: Table>(s: &mut State, t: &mut T, mut new: ArrayVec<Id, { Id::MOST }>) -> Halting<T, bool> {
    let count = |s: &State, who: Id| s.creature(who).initiative.unwrap_or(0);
    let mut any = false;
    let known: Ids = s.order.iter().filter(|slot| !slot.left).map(|slot| slot.who).collect();
    while let Some(best) = new.iter().map(|who| count(s, *who)).max() {
        let mut group: ArrayVec<Id, { Id::MOST }> = new.iter().copied().filter(|who| count(s, *who) == best).collect();
        new.retain(|who| count(s, *who) != best);
        while !group.is_empty() {
            let at = match group.len() {
                1 => 0,
                many => {
                    any = true;
                    let die = Dice::new(1, many as u16, Reading::Sum).unwrap_or(Dice::D20);
                    (t.roll(Check::new(rule::DICE_TIE, group[0], die))? - 1).clamp(0, many as i32 - 1) as usize
                }
            };
            let who = group.remove(at);
            let place = place(s, t, who, best, &known, &mut any)?;
            let number = s.number();
            s.order.insert(place, Slot { who, number, left: false, entered: false });
            // Whoever belongs before those who have acted has missed this round.
            if s.stage == Stage::Start && place < usize::from(s.turn) {
                s.turn = s.turn.saturating_add(1);
            }
        }
    }
    Ok(any)
}
