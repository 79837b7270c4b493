//! The numbers of a sheet, each said once: file, edict, schema and docs come from here.

use skirmish_bookkit::at;
use skirmish_bookkit::stat::Stat;

use super::{Attribute, Sheet};
use crate::catalogue::Rules;

type Row = Stat<Sheet, Rules>;

/// All of them, in the order of the sheet; what follows from others stands behind them.
pub const STATS: &[Row] = &[
    Row::new("agility", "Agility; 8 by default, as the other five.", 1..=40, at!(attributes[0])).or(8),
    Row::new("strength", "Strength.", 1..=40, at!(attributes[1])).or(8),
    Row::new("constitution", "Constitution.", 1..=40, at!(attributes[2])).or(8),
    Row::new("knowledge", "Knowledge.", 1..=40, at!(attributes[3])).or(8),
    Row::new("perception", "Perception.", 1..=40, at!(attributes[4])).or(8),
    Row::new("influence", "Influence.", 1..=40, at!(attributes[5])).or(8),
    Row::new("level", "Level; 1 by default. Kill Shots ask for it.", 1..=100, at!(level)).or(1),
    Row::new("size", "Steps from human size; 0 by default.", -3..=5, at!(size)).or(0),
    Row::new("reach", "Yards within which its body strikes; 1 by default.", 1..=10, at!(reach)).or(1),
    Row::new(
        "basic_hits",
        "Durability; half of Strength and Constitution together by default.",
        1..=1000,
        at!(basic_hits),
    )
    .or_from(|sheet, _| i64::from(sheet.attribute(Attribute::Strength) + sheet.attribute(Attribute::Constitution)) / 2),
    Row::new("max_hits", "Hits at most; three times Basic Hits by default.", 1..=10_000, at!(max_hits))
        .or_from(|sheet, rules| i64::from(sheet.basic_hits) * i64::from(rules.hits_times)),
    Row::new("actions_per_round", "Actions in a round; 4 by default.", 1..=8, at!(actions))
        .once(&["actions"])
        .or_from(|_, rules| rules.ruling_actions_per_round.into()),
    Row::new("free_actions", "Free acts in a round; 2 by default.", 0..=9, at!(free))
        .or_from(|_, rules| rules.round_free_actions.into()),
    Row::new("move_rate", "Yards of one move action, before armour; Agility by default.", 1..=40, at!(move_rate))
        .or_from(|sheet, _| sheet.attribute(Attribute::Agility).into()),
    Row::new("combat_step", "Yards of the combat step; 1 by default.", 0..=5, at!(step))
        .or_from(|_, rules| rules.ruling_combat_step.into()),
    Row::new("move_mod", "Yards that what it wears adds to a move.", -40..=40, at!(move_mod)).by_hand(),
    Row::new("move_skill_mod", "Added to the checks of moves.", -20..=20, at!(move_skill_mod)).by_hand(),
    Row::new("saves.reaction", "Quickness; Agility by default.", 0..=40, at!(saves[0]))
        .once(&["save.reaction"])
        .or_from(|sheet, _| sheet.attribute(Attribute::Agility).into()),
    Row::new("saves.stamina", "Toughness; Constitution by default.", 0..=40, at!(saves[1]))
        .once(&["save.stamina"])
        .or_from(|sheet, _| sheet.attribute(Attribute::Constitution).into()),
    Row::new("saves.willpower", "Will; Influence by default.", 0..=40, at!(saves[2]))
        .once(&["save.willpower"])
        .or_from(|sheet, _| sheet.attribute(Attribute::Influence).into()),
    Row::new("natural.physical", "Its own, against bludgeons, fists and falls.", 0..=100, at!(natural.0[0])).or(0),
    Row::new("natural.impact", "Its own, against edges, talons and teeth.", 0..=100, at!(natural.0[1])).or(0),
    Row::new("natural.magic", "Its own, against spells.", 0..=100, at!(natural.0[2])).or(0),
    Row::new("natural.energy", "Its own, against energy.", 0..=100, at!(natural.0[3])).or(0),
    Row::new("natural.elemental", "Its own, against the elements.", 0..=100, at!(natural.0[4])).or(0),
    Row::new("worn.physical", "What it wears, against bludgeons.", 0..=100, at!(worn.0[0])).by_hand(),
    Row::new("worn.impact", "What it wears, against edges.", 0..=100, at!(worn.0[1])).by_hand(),
    Row::new("worn.magic", "What it wears, against spells.", 0..=100, at!(worn.0[2])).by_hand(),
    Row::new("worn.energy", "What it wears, against energy.", 0..=100, at!(worn.0[3])).by_hand(),
    Row::new("worn.elemental", "What it wears, against the elements.", 0..=100, at!(worn.0[4])).by_hand(),
    Row::new("magical.physical", "From magic, against bludgeons.", 0..=100, at!(magical.0[0])).or(0),
    Row::new("magical.impact", "From magic, against edges.", 0..=100, at!(magical.0[1])).or(0),
    Row::new("magical.magic", "From magic, against spells.", 0..=100, at!(magical.0[2])).or(0),
    Row::new("magical.energy", "From magic, against energy.", 0..=100, at!(magical.0[3])).or(0),
    Row::new("magical.elemental", "From magic, against the elements.", 0..=100, at!(magical.0[4])).or(0),
];
