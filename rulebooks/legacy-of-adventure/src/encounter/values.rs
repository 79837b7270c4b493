//! A sheet from its figures: what is given stands, the rest is made from attributes and house rules.

use skirmish_grid::Square;
use skirmish_kernel::Side;

use super::figures::{Figures, MOST_HITS, MOST_MOVE};
use super::sheets::Table;
use super::weapons::{Gear, Slows};
use crate::sheet::{Attribute, Condition, MOST_ARMS, MOST_SKILLS, Ratings, Sheet, Skill};

/// What an attribute is worth where nothing is said.
const AVERAGE: i32 = 8;

/// A sheet; name, letter, side and place are filled in later.
pub(super) fn sheet(figures: &Figures, table: &Table) -> Sheet {
    let rules = table.rules;
    let [agility, strength, constitution, knowledge, perception, influence, rest @ ..] = figures.numbers;
    let [level, size, reach, basic_hits, max_hits, actions, free, move_rate, step] = rest;
    let attributes = [agility, strength, constitution, knowledge, perception, influence].map(|a| a.unwrap_or(AVERAGE));
    let attribute = |which: Attribute| attributes.get(which as usize).copied().unwrap_or(AVERAGE);
    let durable = (attribute(Attribute::Strength) + attribute(Attribute::Constitution)) / 2;
    let basic_hits = basic_hits.unwrap_or(durable);
    let hits = max_hits.unwrap_or(basic_hits.saturating_mul(rules.hits_times).clamp(1, MOST_HITS));
    let quick = attribute(Attribute::Agility).clamp(1, MOST_MOVE);
    let armour = figures.armour.and_then(|at| table.gear.armour.get(at));
    let slows = slows(figures, table.gear);
    let arms: Vec<u8> = figures.weapons.iter().flatten().copied().take(MOST_ARMS).collect();
    Sheet {
        name: String::new(),
        letter: '?',
        side: Side(0),
        at: Square::default(),
        attributes: attributes.map(narrow),
        level: narrow(level.unwrap_or(1)),
        size: size.and_then(|size| i8::try_from(size).ok()).unwrap_or(0),
        reach: narrow(reach.unwrap_or(1)),
        basic_hits: wide(basic_hits),
        max_hits: wide(hits),
        hits: wide(hits),
        actions: narrow(actions.unwrap_or(rules.ruling_actions_per_round)),
        free: narrow(free.unwrap_or(rules.round_free_actions)),
        move_rate: narrow(move_rate.unwrap_or(quick)),
        step: narrow(step.unwrap_or(rules.ruling_combat_step)),
        condition: figures.condition.unwrap_or(Condition::Active),
        saves: saves(figures, [Attribute::Agility, Attribute::Constitution, Attribute::Influence].map(attribute)),
        skills: figures.skills.iter().take(MOST_SKILLS).map(|skill| known(*skill, table, &attributes)).collect(),
        proficient: proficient(figures, &arms),
        arms: arms.into_iter().collect(),
        natural: ratings(&figures.natural),
        worn: armour.map_or_else(Ratings::default, |set| set.ratings),
        magical: ratings(&figures.magical),
        move_mod: slows.moves,
        move_skill_mod: slows.skills,
        concealed: false,
        reacts: None,
    }
}

/// Target scores of saves; those of their attributes where nothing is said.
fn saves(figures: &Figures, usual: [i32; 3]) -> [i16; 3] {
    let mut saves = usual.map(wide);
    for (save, given) in saves.iter_mut().zip(figures.saves) {
        *save = given.map_or(*save, wide);
    }
    saves
}

/// Figures have been checked: nothing is lost here.
fn narrow(number: i32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn wide(number: i32) -> i16 {
    i16::try_from(number).unwrap_or(i16::MAX)
}

/// A skill with its points, which are what its score has above its attribute.
fn known((ability, score): (u8, i32), table: &Table, attributes: &[i32; 6]) -> Skill {
    let behind = table.abilities.get(usize::from(ability)).map(|ability| ability.attribute as usize);
    let attribute = behind.and_then(|at| attributes.get(at)).copied().unwrap_or(AVERAGE);
    Skill { ability, score: wide(score), points: narrow(score.saturating_sub(attribute).max(0)) }
}

fn ratings(given: &[Option<i32>; 5]) -> Ratings {
    Ratings(given.map(|rating| narrow(rating.unwrap_or(0))))
}

/// What armour and all shields carried add to moves.
fn slows(figures: &Figures, gear: &Gear) -> Slows {
    let armour = figures.armour.and_then(|at| gear.armour.get(at)).map(|set| set.slows);
    let arms = figures.weapons.iter().flatten().filter_map(|at| gear.arms.get(usize::from(*at)));
    armour.into_iter().chain(arms.map(|arm| arm.slows)).fold(Slows::default(), |sum, more| Slows {
        moves: sum.moves.saturating_add(more.moves),
        skills: sum.skills.saturating_add(more.skills),
    })
}

/// A bit for each thing carried that can be handled; all of them where nothing is said.
fn proficient(figures: &Figures, arms: &[u8]) -> u8 {
    let handles = |arm: &u8| figures.proficient.as_ref().is_none_or(|known| known.contains(arm));
    arms.iter().enumerate().filter(|(_, arm)| handles(arm)).fold(0, |bits, (at, _)| bits | 1 << at)
}
