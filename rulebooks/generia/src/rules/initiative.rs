//! Initiative: PER and a d8, highest first. (`initiative.*`, `round.order`)

use arrayvec::ArrayVec;
use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Check, Id, Ids, put_in_order};

use crate::catalogue::{InitiativeTieBreak, rule};
use crate::model::{Attribute, Event, Setup, State};
use crate::rules::{OrHalt, Table};

/// Throws for everybody who has no initiative yet, and puts all in order.
pub fn roll_all<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let mut fresh = Ids::NONE;
    // Mounts act with their riders.
    let acts = |s: &State, who: Id| !s.creature(who).gone && s.creature(who).rider.is_none();
    for who in g.ids() {
        if !acts(s, who) || s.creature(who).initiative.is_some() {
            continue;
        }
        let total = roll(g, t, who)?;
        s.creature_mut(who).initiative = Some(total.clamp(-999, 999) as i16);
        s.creature_mut(who).joined = false;
        fresh.set(who, true);
        t.tell(|| Event::Initiative { who, total });
    }
    let placed = g.ids().filter(|who| acts(s, *who) && s.creature(*who).initiative.is_some());
    let mut order: ArrayVec<Id, { Id::MOST }> = placed.collect();
    let key = |id: &Id| {
        let sheet = g.sheet(*id);
        let mods = (-sheet.modifier(Attribute::Per), -sheet.modifier(Attribute::Dex));
        let side = if g.rules.initiative_tie_break == InitiativeTieBreak::PlayersFirst { sheet.side.0 } else { 0 };
        let mods = if g.rules.initiative_tie_break == InitiativeTieBreak::Reroll { (0, 0) } else { mods };
        (-s.creature(*id).initiative.unwrap_or(0), side, mods)
    };
    put_in_order(&mut order, key);
    let tied = order.windows(2).any(|pair| s.creature(pair[0]).initiative == s.creature(pair[1]).initiative);
    let keys: ArrayVec<_, { Id::MOST }> = order.iter().map(key).collect();
    let mut from = 0;
    while from < order.len() {
        let same = keys[from..].iter().take_while(|key| **key == keys[from]).count();
        if same > 1 {
            let group = &mut order[from..from + same];
            if group.iter().any(|id| fresh.has(*id)) {
                break_tie(g, s, t, group)?;
            }
            // Between those who had their places already nothing is thrown anew.
            let place = |id: &Id| s.order.iter().position(|known| known == id);
            let is_old = |id: &Id| !fresh.has(*id) && place(id).is_some();
            let mut old: ArrayVec<Id, { Id::MOST }> = group.iter().copied().filter(is_old).collect();
            put_in_order(&mut old, place);
            let mut old = old.into_iter();
            for slot in group.iter_mut().filter(|id| is_old(id)) {
                *slot = old.next().unwrap_or(*slot);
            }
        }
        from += same;
    }
    s.order = order;
    let mounts = g.ids().any(|id| s.creature(id).rider.is_some());
    t.tell(|| Event::Ordered { order: s.order.to_vec(), tied, mounts });
    Ok(())
}

fn roll<T: Table>(g: &Setup, t: &mut T, who: Id) -> OrHalt<T, i32> {
    let sides = g.rules.initiative_die.clamp(2, 100) as u16;
    let die = Dice::new(1, sides, Reading::Sum).unwrap_or(Dice::D8);
    let per = g.sheet(who).modifier(Attribute::Per);
    t.roll(Check::new(rule::DICE_INITIATIVE, who, die).plus_part(rule::INITIATIVE_VALUE, Attribute::Per.word(), per))
}

/// The order among those who are tied: who, and the place at which those begin who are still tied with it.
type Ties = ArrayVec<(Id, u8), { Id::MOST }>;

/// Throws again among the tied until no two are equal. (`initiative.tie`)
fn break_tie<T: Table>(g: &Setup, s: &mut State, t: &mut T, tied: &mut [Id]) -> OrHalt<T> {
    let all_tied: Ties = tied.iter().map(|who| (*who, 0)).collect();
    let order = t.repeat(s, all_tied, |_, ties, t| {
        let Some((from, to)) = first_tie(ties) else { return Ok(false) };
        if let Some(group) = ties.get_mut(from..to) {
            throw_again(g, t, group, from)?;
        }
        Ok(true)
    })?;
    for (place, (who, _)) in tied.iter_mut().zip(order) {
        *place = who;
    }
    Ok(())
}

/// The first who are still tied: their places, the end excluded.
fn first_tie(ties: &Ties) -> Option<(usize, usize)> {
    let size = |from: usize| ties.iter().filter(|(_, begins)| usize::from(*begins) == from).count();
    (0..ties.len()).map(|from| (from, from + size(from))).find(|(from, to)| to - from > 1)
}

/// One group, whose places begin at `from`, throws once more.
fn throw_again<T: Table>(g: &Setup, t: &mut T, group: &mut [(Id, u8)], from: usize) -> OrHalt<T> {
    let mut thrown: ArrayVec<(i32, Id), { Id::MOST }> = ArrayVec::new();
    for (who, _) in group.iter() {
        let total = roll(g, t, *who)?;
        // As many places as combatants.
        let _ = thrown.try_push((total, *who));
    }
    put_in_order(&mut thrown, |(total, _)| -*total);
    let (mut begins, mut last) = (from, None);
    for (at, (slot, (total, who))) in group.iter_mut().zip(thrown).enumerate() {
        if last != Some(total) {
            begins = from + at;
        }
        (*slot, last) = ((who, u8::try_from(begins).unwrap_or(u8::MAX)), Some(total));
    }
    Ok(())
}
