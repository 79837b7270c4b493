//! What a spell, or a skill that is no strike, does to whom it meets.

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Fact, Id};

use super::signed;
use crate::catalogue::rule;
use crate::model::{Ability, CastCheck, Effect, Harm, On, Setup, State, dice_of};
use crate::rules::magic::{self, cast};

/// Damage, healing and conditions at this level, each with when it comes.
pub fn facts(g: &Setup, s: &State, who: Id, index: u8, level: u8) -> Vec<Fact> {
    let ability = g.ability(index);
    ability.effects.iter().filter_map(|effect| fact(g, s, who, ability, level, effect)).collect()
}

fn fact(g: &Setup, s: &State, who: Id, ability: &Ability, level: u8, effect: &Effect) -> Option<Fact> {
    match effect {
        Effect::Damage { dice, kind, harm, plus_fauna, half_on_save, none_on_save_by_ten, .. } => {
            let (dice, flat) = dice_of(dice);
            let dice = magic::unfocused(g, s, who, magic::times(dice[0], level));
            let flat = flat + if *plus_fauna { g.sheet(who).proficiency("fauna") } else { 0 };
            let saved = match (ability.check.save(), half_on_save, none_on_save_by_ten) {
                (None, ..) => "",
                (_, false, _) => ", nothing on a save",
                (_, true, false) => ", half on a save",
                (_, true, true) => ", half on a save, nothing on one by ten",
            };
            let kind = if kind.is_empty() { String::new() } else { format!(" {kind}") };
            let harm = match harm {
                Harm::Physical => "",
                Harm::Magical => " against magical defence",
                Harm::Absolute => " that no armour stops",
            };
            let by = if ability.levels() > 1 { rule::UPCAST_EFFECT } else { ability.rule };
            Some(Fact::by(by, format!("damage {}{}{kind}{harm}{saved}", rolled(dice), signed(flat))))
        }
        Effect::Heal(_) | Effect::HealAt(_) => {
            let dice = magic::unfocused(g, s, who, cast::heal_dice(effect, level));
            Some(Fact::by(rule::WOUND_HEAL, format!("heals {}", rolled(dice))))
        }
        Effect::Condition { kind, value, on, .. } => {
            let value = if *value > 0 { format!(" {value}") } else { String::new() };
            Some(Fact::by(kind.rule(), format!("{}{}{value}", when(ability, *on), kind.word())))
        }
        _ => None,
    }
}

/// `3d8`; a sum of nothing is 0.
fn rolled(dice: Dice) -> String {
    if dice.is_empty() { "0".into() } else { dice.to_string() }
}

/// When a condition comes.
fn when(ability: &Ability, on: On) -> &'static str {
    let flies = matches!(ability.check, CastCheck::Projectile(_));
    match on {
        On::Fail if ability.check.save().is_some() => "on a failed save ",
        On::Fail if flies => "on contact ",
        On::Always | On::Fail => "",
        On::Save => "on a save ",
        On::FailByTen => "on a save failed by ten ",
        On::Hit => "on a hit ",
    }
}
