//! Who acts before whom. (`initiative.*`)

use arrayvec::ArrayVec;
use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Check, Id};

use crate::catalogue::rule;
use crate::model::{Event, Setup, Slot, State};
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

/// Puts newcomers into the order, the highest first; among equals dice say who goes next. (`initiative.tie`)
fn order<T: Table>(s: &mut State, t: &mut T, mut new: ArrayVec<Id, { Id::MOST }>) -> Halting<T, bool> {
    let count = |s: &State, who: Id| s.creature(who).initiative.unwrap_or(0);
    let mut any = false;
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
            // Behind everybody who has thrown as much or more.
            let behind = s.order.iter().rposition(|slot| !slot.left && count(s, slot.who) >= best);
            let place = behind.map_or(0, |at| at + 1);
            let number = s.number();
            s.order.insert(place, Slot { who, number, left: false, entered: false });
        }
    }
    Ok(any)
}
