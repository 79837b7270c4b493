//! Who acts before whom. (`initiative.*`)

use arrayvec::ArrayVec;
use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Check, Id, Ids};

use crate::catalogue::rule;
use crate::model::{Event, Setup, Slot, Stage, State};
use crate::rules::{OrHalt, Table};

/// Those who have thrown and are in no place yet, the highest first.
type Newcomers = ArrayVec<(Id, i16), { Id::MOST }>;

/// Throws for everybody who has no initiative yet, and puts them where they belong in the order. (`ruling.initiative`)
pub fn roll<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let mut new = Newcomers::new();
    for who in s.ids() {
        if !s.creature(who).is_here() || s.creature(who).initiative.is_some() {
            continue;
        }
        let bonus = g.sheet(who).initiative_bonus;
        let check = Check::new(rule::DICE_INITIATIVE, who, Dice::D20);
        let total = t.roll(check.plus(rule::SHEET_INITIATIVE, bonus.into()))?;
        let count = i16::try_from(total).unwrap_or(0);
        s.creature_mut(who).initiative = Some(count);
        t.tell(|| Event::Initiative { who, total });
        let before = new.iter().position(|(_, other)| *other < count).unwrap_or(new.len());
        let _ = new.try_insert(before, (who, count));
    }
    let tied = order(s, t, new)?;
    t.tell(|| Event::Ordered { order: s.acting().collect(), tied });
    Ok(())
}

/// Is anybody there who has not thrown yet?
pub fn is_awaited(s: &State) -> bool {
    s.touched.0.iter().any(|id| s.creature(id).is_here() && s.creature(id).initiative.is_none())
}

/// Before the first who has thrown less, wherever those have come to stand who have put off a turn; among those of before who
/// have thrown as much, and have kept their places, a die says where. (`initiative.tie`, `ruling.initiative`, `turn.delay`)
fn place<T: Table>(s: &State, t: &mut T, who: Id, best: i16, known: &Ids, any: &mut bool) -> OrHalt<T, usize> {
    let count = |slot: &Slot| s.creature(slot.who).initiative.unwrap_or(0);
    let behind = s.order.iter().position(|slot| count(slot) < best).unwrap_or(s.order.len());
    if known.is_empty() {
        return Ok(behind);
    }
    let ahead = || s.order.iter().take(behind);
    let equals = ahead().filter(|slot| !slot.left && known.has(slot.who) && count(slot) == best).count();
    if equals == 0 {
        return Ok(behind);
    }
    *any = true;
    let die = Dice::new(1, equals as u16 + 1, Reading::Sum).unwrap_or(Dice::D20);
    let nth = t.roll(Check::new(rule::DICE_TIE, who, die))?.clamp(1, equals as i32 + 1) as usize;
    let first = ahead().position(|slot| !slot.left && count(slot) == best).unwrap_or(behind);
    Ok((first + nth - 1).min(behind))
}

/// Puts newcomers into the order, the highest first; among equals dice say who goes next. (`initiative.tie`)
fn order<T: Table>(s: &mut State, t: &mut T, mut new: Newcomers) -> OrHalt<T, bool> {
    let mut any = false;
    let known: Ids = s.acting().collect();
    let mut left = new.as_mut_slice();
    while let Some((first, best)) = left.first().copied() {
        let equals = left.iter().take_while(|(_, other)| *other == best).count();
        if equals > 1 {
            any = true;
            let die = Dice::new(1, equals as u16, Reading::Sum).unwrap_or(Dice::D20);
            let nth = t.roll(Check::new(rule::DICE_TIE, first, die))?.clamp(1, equals as i32) as usize;
            left[..nth].rotate_right(1);
        }
        let Some(((who, _), behind)) = left.split_first_mut() else { break };
        let place = place(s, t, *who, best, &known, &mut any)?;
        let number = s.number();
        s.order.insert(place, Slot { who: *who, number, left: false, entered: false });
        // Whoever belongs before those who have acted has missed this round.
        if s.stage == Stage::Start && place < usize::from(s.turn) {
            s.turn = s.turn.saturating_add(1);
        }
        left = behind;
    }
    Ok(any)
}
