//! Dice that explode: a highest face adds another die of that size, another highest face the next smaller one, and so
//! on, never below a d4. (`dice.explosion`, a house rule)

use arrayvec::ArrayVec;
use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Bearing, Check, Id, RuleId, put_in_order};

use crate::catalogue::{DiceExplosion, rule};
use crate::model::{Attribute, Condition, Kind, Setup, State, Zone};
use crate::rules::{OrHalt, Table, conditions};

/// Sizes, largest first; one after another as a chain of explosions goes on.
const SIZES: [u16; 6] = [20, 12, 10, 8, 6, 4];

/// A chain longer than this is cut: it does not happen.
const MOST: u32 = 40;

/// The most dice of one kind that are thrown for damage.
const MOST_DICE: usize = 41;

/// Do damage dice explode?
pub fn of_damage(g: &Setup) -> bool {
    g.rules.dice_explosion != DiceExplosion::Off
}

/// Do attack and defence dice explode too?
pub fn of_all(g: &Setup) -> bool {
    g.rules.dice_explosion == DiceExplosion::All
}

/// A check's total, with what its die adds where every die explodes.
pub fn total<T: Table>(g: &Setup, t: &mut T, check: Check<T::Terms>) -> OrHalt<T, i32> {
    if of_all(g) { exploding(t, check) } else { t.roll(check) }
}

#[inline(never)]
fn exploding<T: Table>(t: &mut T, check: Check<T::Terms>) -> OrHalt<T, i32> {
    let (point, who, sides) = (check.rule, check.who, check.dice.sides());
    let (top, total) = t.throw([check], |[thrown]| (thrown.natural >= i32::from(sides), thrown.total))?;
    Ok(if top { total.saturating_add(more(t, point, who, sides)?) } else { total })
}

/// Does a check's total reach a number? (`dice.check`)
pub fn reaches<T: Table>(g: &Setup, t: &mut T, check: Check<T::Terms>, target: i32) -> OrHalt<T, bool> {
    if of_all(g) { Ok(exploding(t, check)? >= target) } else { t.test(check, target) }
}

/// The dice of an effect, healing or protection, with what they add where every die explodes.
pub fn effect<T: Table>(g: &Setup, t: &mut T, check: Check<T::Terms>) -> OrHalt<T, i32> {
    if of_all(g) { Ok(dice(t, check.rule, check.who, [check.dice, Dice::NONE])?.0) } else { t.roll(check) }
}

/// What a die that shows its highest face adds.
pub fn more<T: Table>(t: &mut T, point: RuleId, who: Id, sides: u16) -> OrHalt<T, i32> {
    Ok(chain(t, point, who, sides)?.0)
}

/// The same, and how often it has exploded.
fn chain<T: Table>(t: &mut T, point: RuleId, who: Id, sides: u16) -> OrHalt<T, (i32, u8)> {
    let (mut sum, mut size, mut first, mut exploded) = (0i32, sides, true, 0u8);
    for _ in 0..MOST {
        if !first {
            size = SIZES.into_iter().find(|known| *known < size).unwrap_or(4);
        }
        first = false;
        let die = Dice::new(1, size, Reading::Sum).unwrap_or(Dice::D4);
        let check = Check::new(point, who, die).noting(rule::DICE_EXPLOSION, 1, Bearing::Dice);
        let face = t.roll(check)?;
        exploded = exploded.saturating_add(1);
        sum = sum.saturating_add(face);
        if face < i32::from(size) {
            break;
        }
    }
    Ok((sum, exploded))
}

/// A die that shows this face, with what it adds, and how often it has exploded.
fn with_more<T: Table>(t: &mut T, point: RuleId, who: Id, face: i32, sides: u16) -> OrHalt<T, (i32, u8)> {
    if face < i32::from(sides) {
        return Ok((face, 0));
    }
    let (points, times) = chain(t, point, who, sides)?;
    Ok((face.saturating_add(points), times))
}

/// Throws dice one by one, each with what it adds; the sum, and how many have exploded.
pub fn dice<T: Table>(t: &mut T, point: RuleId, who: Id, dice: [Dice; 2]) -> OrHalt<T, (i32, u8)> {
    let (mut sum, mut exploded) = (0i32, 0u8);
    for dice in dice.into_iter().filter(|dice| !dice.is_empty()) {
        let one = Dice::new(1, dice.sides(), Reading::Sum).unwrap_or(Dice::D4);
        if let Reading::KeepLowest(kept) = dice.reading() {
            let (points, more) = lowest(t, point, who, one, dice.count(), kept)?;
            sum = sum.saturating_add(points);
            exploded = exploded.saturating_add(more);
            continue;
        }
        for _ in 0..dice.count() {
            let face = t.roll(Check::new(point, who, one))?;
            let (points, more) = with_more(t, point, who, face, dice.sides())?;
            sum = sum.saturating_add(points);
            exploded = exploded.saturating_add(more);
        }
    }
    Ok((sum, exploded))
}

/// Dice of which the lowest are kept: all are thrown first, and only those that are kept explode.
fn lowest<T: Table>(t: &mut T, point: RuleId, who: Id, one: Dice, count: u8, kept: u8) -> OrHalt<T, (i32, u8)> {
    let mut faces: ArrayVec<i32, MOST_DICE> = ArrayVec::new();
    for _ in 0..usize::from(count).min(MOST_DICE) {
        let check = Check::new(point, who, one).noting(rule::FOCUS_CASTER_DISADVANTAGE, -1, Bearing::Dice);
        faces.push(t.roll(check)?);
    }
    put_in_order(&mut faces, |face| *face);
    let (mut sum, mut exploded) = (0i32, 0u8);
    for face in faces.into_iter().take(usize::from(kept)) {
        let (points, more) = with_more(t, point, who, face, one.sides())?;
        sum = sum.saturating_add(points);
        exploded = exploded.saturating_add(more);
    }
    Ok((sum, exploded))
}

/// What exploded damage does besides: sharp bleeds, blunt unbalances or stuns, fire burns.
pub fn rider(harm: &str, zone: Option<Zone>) -> Option<Kind> {
    match harm {
        "sharp" => Some(Kind::Bleeding),
        "blunt" if zone == Some(Zone::Head) => Some(Kind::Stunned),
        "blunt" => Some(Kind::OffBalance),
        "fire" => Some(Kind::Burning),
        _ => None,
    }
}

/// The same to somebody: how often it has exploded.
pub fn riders<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, kind: Option<Kind>, exploded: u8) {
    let Some(kind) = kind.filter(|_| exploded > 0) else { return };
    let value = if matches!(kind, Kind::Bleeding | Kind::Burning) { exploded } else { 0 };
    let dc = g.rules.dc_base + g.sheet(by).modifier(Attribute::Str);
    conditions::inflict(s, t, on, Condition { source: Some(by), ..Condition::new(kind, value, dc) });
}
