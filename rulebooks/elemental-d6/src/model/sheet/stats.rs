//! The numbers of a sheet, each said once: file, edict, schema and docs come from here.

use skirmish_bookkit::at;
use skirmish_bookkit::stat::{Stat, Stats};

use super::Sheet;

type Row = Stat<Sheet>;

/// The fastest base or swim speed, in feet: a Dash at it stays within the longest path.
pub const FASTEST: i64 = 180;

/// All of them, in the order of the sheet.
pub const STATS: Stats<Sheet> = &[
    Row::new("str", "Strength; 0 by default, as the other three.", -20..=30, at!(str)).or(0),
    Row::new("dex", "Dexterity.", -20..=30, at!(dex)).or(0),
    Row::new("int", "Intelligence.", -20..=30, at!(int)).or(0),
    Row::new("res", "Resolve.", -20..=30, at!(res)).or(0),
    Row::new("attack_bonus", "Attack bonus; that of its class, or 0.", -20..=30, at!(attack_bonus)).or(0),
    Row::new("defense_bonus", "Defence bonus; that of its class, or 0.", -20..=30, at!(defense_bonus)).or(0),
    Row::new("base_speed", "Feet, a multiple of 5; 30 by default.", 0..=FASTEST, at!(base_speed)).in_steps_of(5).or(30),
    Row::new("swim_speed", "Feet, a multiple of 5; 15 by default.", 0..=FASTEST, at!(swim_speed)).in_steps_of(5).or(15),
    Row::new("hp_max", "Hit points when unhurt; `hp` by default, or 10.", 1..=1_000_000, at!(hp_max)).or(10),
    Row::new("soak", "Taken off each damage total; 0 by default.", 0..=1_000, at!(soak)).or(0),
    Row::new("shield", "Dice that its shield adds to defensive formulas.", 0..=6, at!(shield)).by_hand(),
];
