//! Dice that explode: a highest face adds another die of that size, another highest face the next smaller one, and so
//! on, never below a d4. (`dice.explosion`, a house rule)

use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Bearing, Check, Id, RuleId, Table};

use crate::Generia;
use crate::conditions::Kind;
use crate::conditions::play::{self, Cause};
use crate::rules::{DiceExplosion, rule};
use crate::setup::Setup;
use crate::sheet::{Attribute, Zone};
use crate::state::State;

/// Sizes, largest first; one after another as a chain of explosions goes on.
const SIZES: [u16; 6] = [20, 12, 10, 8, 6, 4];

/// A chain longer than this is cut: it does not happen.
const MOST: u32 = 40;

/// Do damage dice explode?
#[must_use]
pub fn of_damage(g: &Setup) -> bool {
    g.rules.dice_explosion != DiceExplosion::Off
}

/// Do attack and defence dice explode too?
#[must_use]
pub fn of_all(g: &Setup) -> bool {
    g.rules.dice_explosion == DiceExplosion::All
}

/// What a die that shows its highest face adds.
///
/// # Errors
/// The table's halt.
pub fn more<T: Table<Generia>>(t: &mut T, point: RuleId, who: Id, sides: u16) -> Result<i32, T::Halt> {
    let (mut sum, mut size, mut first) = (0i32, sides, true);
    for _ in 0..MOST {
        if !first {
            size = SIZES.into_iter().find(|known| *known < size).unwrap_or(4);
        }
        first = false;
        let die = Dice::new(1, size, Reading::Sum).unwrap_or(Dice::D4);
        let check = Check::new(point, who, die).noting(rule::DICE_EXPLOSION, 1, Bearing::Dice);
        let face = t.roll(check)?;
        sum = sum.saturating_add(face);
        if face < i32::from(size) {
            break;
        }
    }
    Ok(sum)
}

/// Throws dice one by one, each with what it adds; the sum, and how many have exploded.
///
/// # Errors
/// The table's halt.
pub fn dice<T: Table<Generia>>(t: &mut T, point: RuleId, who: Id, dice: [Dice; 2]) -> Result<(i32, u8), T::Halt> {
    let (mut sum, mut exploded) = (0i32, 0u8);
    for dice in dice.into_iter().filter(|dice| !dice.is_empty()) {
        let one = Dice::new(1, dice.sides(), Reading::Sum).unwrap_or(Dice::D4);
        for _ in 0..dice.count() {
            let face = t.roll(Check::new(point, who, one))?;
            sum = sum.saturating_add(face);
            if face >= i32::from(dice.sides()) {
                exploded = exploded.saturating_add(1);
                sum = sum.saturating_add(more(t, point, who, dice.sides())?);
            }
        }
    }
    Ok((sum, exploded))
}

#[expect(clippy::too_many_arguments, reason = "whose blow, at whom, with what, where, how often")]
/// What exploded damage does besides: sharp bleeds, blunt unbalances or stuns, fire burns.
pub fn riders<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    by: Id,
    on: Id,
    harm: &str,
    zone: Option<Zone>,
    exploded: u8,
) {
    if exploded == 0 {
        return;
    }
    let kind = match harm {
        "sharp" => Kind::Bleeding,
        "blunt" if zone == Some(Zone::Head) => Kind::Stunned,
        "blunt" => Kind::OffBalance,
        "fire" => Kind::Burning,
        _ => return,
    };
    let value = if matches!(kind, Kind::Bleeding | Kind::Burning) { exploded } else { 0 };
    let dc = g.rules.dc_base + g.sheet(by).modifier(Attribute::Str);
    play::inflict(s, t, on, kind, value, &Cause { source: Some(by), dc, ..Cause::default() });
}
