//! The numbers of a sheet, each said once: file, edict, schema and docs come from here.

use skirmish_bookkit::at;
use skirmish_bookkit::stat::Stat;

use super::{Kind, Resistance, Sheet, Tier};
use crate::catalogue::Rules;

type Row = Stat<Sheet, Rules>;

/// Five, half the level, and what one's focus gives; what is in hand is added where the sheet is read.
fn resistance(sheet: &Sheet, which: Resistance) -> i64 {
    let focus = match () {
        () if sheet.major == Some(which) => 2,
        () if sheet.minor.has(which) => 1,
        () => 0,
    };
    let held = if which == Resistance::Parry { i64::from(sheet.shield) } else { 0 };
    5 + i64::from(sheet.own.level).div_euclid(2) + focus + held
}

/// Energy of player characters by level.
const ENERGY: [i64; 10] = [10, 12, 12, 14, 14, 16, 16, 18, 18, 20];

fn energy(sheet: &Sheet) -> i64 {
    let at = usize::try_from(sheet.own.level - 1).unwrap_or(0).min(ENERGY.len() - 1);
    if sheet.kind == Kind::Pc { ENERGY[at] } else { 0 }
}

macro_rules! resistance {
    ($name:literal, $about:literal, $which:ident) => {
        Row::new($name, $about, -99..=999, at!(own.resistances[Resistance::$which as usize]))
            .or_from(|sheet, _| resistance(sheet, Resistance::$which))
    };
}

/// All of them, in the order of the sheet; what follows from others stands behind them. Kind, tier, focus and armor are read
/// before.
pub const STATS: &[Row] = &[
    Row::new("level", "Level; 1 by default.", -99..=99, at!(own.level)).or(1),
    Row::new("initiative", "Initiative, which is not rolled; 5 by default.", -99..=99, at!(own.initiative)).or(5),
    Row::new(
        "base_max_health",
        "Health without bonuses; 80, 70 or 60 by `tier`.",
        1..=10_000,
        at!(own.base_max_health),
    )
    .or_from(|sheet, _| match sheet.tier {
        Tier::High => 80,
        Tier::Medium => 70,
        Tier::Low => 60,
    }),
    Row::new("max_health", "Health at most; `base_max_health` by default.", 1..=10_000, at!(own.max_health))
        .or_from(|sheet, _| sheet.own.base_max_health.into()),
    Row::new("max_energy", "Energy at most; by level for player characters, else 0.", 0..=1000, at!(max_energy))
        .or_from(|sheet, _| energy(sheet)),
    resistance!(
        "parry",
        "Parry, with what is in hand at first; 5, half the level, focus and shield by default.",
        Parry
    ),
    resistance!("warding", "Warding; 5, half the level and focus by default.", Warding),
    resistance!("constitution", "Constitution; 5, half the level and focus by default.", Constitution),
    resistance!("evasion", "Evasion; 5, half the level and focus by default.", Evasion),
    Row::new("physical_armor", "Taken off physical damage; that of `armor` by default.", 0..=999, at!(own.armor[0]))
        .or_from(|sheet, _| sheet.worn[0].into()),
    Row::new("magical_armor", "Taken off magical damage; that of `armor` by default.", 0..=999, at!(own.armor[1]))
        .or_from(|sheet, _| sheet.worn[1].into()),
    Row::new("potency", "Added to damage; 0 by default.", 0..=999, at!(own.potency)).or(0),
    Row::new("control", "An aptitude that no rule of the page reads; 0 by default.", 0..=999, at!(own.control)).or(0),
    Row::new("base_move", "Squares of a move; that of `armor` by default, else 6.", 0..=40, at!(own.base_move))
        .or_from(|sheet, _| sheet.worn[2].into()),
    Row::new("move_bonus", "Added to it; 0 by default.", -40..=40, at!(own.move_bonus)).or(0),
    Row::new("fly_speed", "Squares of a flight; what it walks by default.", 0..=80, at!(own.fly_speed)),
    Row::new("size", "Squares along each side of its body; 1 by default.", 1..=4, at!(own.size)).or(1),
    Row::new("hands", "Hands that can hold something; 2 by default.", 0..=2, at!(own.hands)).or(2),
];
