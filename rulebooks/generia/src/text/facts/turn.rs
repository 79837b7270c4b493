//! What bears on an act.

use skirmish_grid::Square;
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Check, Fact, Id, Itemised, RuleId, Terms};

use super::{cost_facts, edge_facts, effects, falls, height, metres, signed, term_facts};
use crate::catalogue::{JumpMeets, rule};
use crate::model::{Act, Attribute, CastCheck, Gait, Means, Setup, Slot, State, Target, WeaponKind};
use crate::rules::attack::{Blow, roll};
use crate::rules::magic::{self, cast, concentration};
use crate::rules::movement::{self, jump};
use crate::rules::{after, lines, turn};
use crate::text::words::label;

/// Cost, range, what is thrown.
pub fn act(g: &Setup, s: &State, who: Id, act: &Act) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let Some(slot) = turn::slot(g, act) {
        facts.push(Fact::by(rule::TURN_ACTIONS, format!("takes the {} action", slot.word())));
    } else {
        facts.push(Fact::by(rule::FREE_ACTIONS, "takes no action"));
    }
    facts.extend(cost_facts(form_rule(g, act), turn::energy(g, s, who, act), 0));
    let by = turn::payer(s, who, act);
    match *act {
        Act::Strike { arm, target, skill } | Act::MountStrike { arm, target, skill, .. } => {
            facts.extend(blow(g, s, by, arm, target, skill));
        }
        Act::Grapple { target, skill } => {
            facts.extend(skill.map(|skill| carried(g, skill)));
            let fist = Blow { means: Means::Grapple, ..Blow::with(g, who, after::fist(g, who), target) };
            facts.push(distance(g, s, who, target));
            facts.extend(attack(g, s, &fist, rule::GRAPPLE_ATTACK));
            facts.push(Fact::by(rule::GRAPPLE_RESULT, "seizes, and does no damage"));
        }
        Act::Use { ability, level, target, .. } | Act::MountUse { ability, level, target, .. } => {
            facts.extend(used(g, s, by, ability, level, target));
        }
        Act::Hide { ability, level, target, .. } => {
            facts.extend(used(g, s, who, ability, level, target));
            facts.extend(g.ability(ability).hidden.map(|with| noticed(g, who, with)));
        }
        Act::Go(gait) | Act::MountGo(gait) => facts.push(gait_fact(g, by, gait)),
        Act::Jump { to, .. } => facts.extend(jumped(g, s, who, to)),
        Act::MountGrapple { target, .. } => facts.push(distance(g, s, who, target)),
        Act::Help { from, .. } => {
            facts.push(Fact::by(from.rule(), format!("takes {} m of movement", movement::help_metres(from))));
        }
        Act::Recover { from: crate::model::Kind::Grappled, .. } => {
            facts.push(Fact::by(rule::DICE_OPPOSED, "both throw with STR; the higher wins"));
        }
        Act::Reload { .. } => {
            let actions = s.creature(who).loading().map_or(0, |unloaded| unloaded.actions);
            facts.push(Fact::by(rule::TAG_RELOAD, format!("{actions} to load")));
        }
        Act::EndSpell { serial } => facts.extend(ended(g, s, who, serial)),
        Act::Secret { with, .. } => facts.push(noticed(g, who, with)),
        _ => {}
    }
    facts
}

/// What ends with a spell.
pub fn ended(g: &Setup, s: &State, who: Id, serial: u16) -> Option<Fact> {
    let lasting = concentration::lasting(g, s, who).find(|lasting| lasting.serial == serial)?;
    let by = if lasting.kept { rule::CONCENTRATION_END_FREE } else { rule::ETHEREAL_DISSOLVE };
    let price = if lasting.kept && s.active() != Some(who) { ", for the reaction" } else { "" };
    Some(Fact::by(by, format!("ends {}{price}", g.ability(lasting.ability).name)))
}

/// What it takes to notice something done in secret.
fn noticed(g: &Setup, who: Id, with: Attribute) -> Fact {
    let dc = g.rules.dc_base + g.sheet(who).modifier(with);
    Fact::by(rule::HIDDEN_DETECT, format!("whoever looks closely must reach {dc}"))
}

fn form_rule(g: &Setup, act: &Act) -> RuleId {
    match act {
        Act::Go(Gait::Sprint) | Act::MountGo(Gait::Sprint) => rule::ACTION_SPRINT,
        _ => match turn::slot(g, act) {
            Some(Slot::Attack) => rule::ACTION_ATTACK_FORMS,
            Some(Slot::Utility) => rule::ACTION_UTILITY_FORMS,
            None => rule::FREE_ACTIONS,
            _ => rule::ACTION_MOVEMENT_FORMS,
        },
    }
}

fn gait_fact(g: &Setup, who: Id, gait: Gait) -> Fact {
    let by = if gait == Gait::Walk { rule::ACTION_MOVEMENT_FORMS } else { rule::ACTION_SPRINT };
    Fact::by(by, format!("up to {} m", movement::metres(g, who, gait)))
}

fn distance(g: &Setup, s: &State, who: Id, target: Id) -> Fact {
    let up = height(g, s.creature(who).at, s.creature(target).at);
    Fact::plain(format!("{} away{up}", metres(lines::between(g, s, who, target))))
}

/// A blow with an arm: distance, reach, what is thrown to hit and for damage.
pub fn blow(g: &Setup, s: &State, who: Id, arm: u8, target: Id, skill: Option<u8>) -> Vec<Fact> {
    let (held, weapon) = g.arm(who, arm);
    let mut facts = vec![distance(g, s, who, target)];
    let ranged = weapon.kind == WeaponKind::Ranged;
    let (definition, word) =
        if ranged { (rule::RANGED_DEFINITION, "range") } else { (rule::MELEE_DEFINITION, "reach") };
    facts.push(Fact::by(definition, format!("{word} {}", metres(weapon.reach))));
    let mut blow = Blow::with(g, who, arm, target);
    blow.change = skill.and_then(|skill| g.derived.strike(skill)).unwrap_or_default();
    let by = if ranged { rule::RANGED_ATTACK_ROLL } else { rule::MELEE_ATTACK_ROLL };
    facts.extend(attack(g, s, &blow, by));
    let by = if ranged { rule::RANGED_DAMAGE } else { rule::DAMAGE_MELEE };
    facts.push(Fact::by(by, format!("damage {}{} {}", weapon.damage, signed(held.damage), weapon.harm)));
    if ranged {
        facts.extend(cover(g, s, who, target));
    }
    facts
}

/// The skill that carries a blow.
fn carried(g: &Setup, skill: u8) -> Fact {
    let known = g.ability(skill);
    Fact::by(known.rule, format!("carried by {}", known.name))
}

fn cover(g: &Setup, s: &State, who: Id, target: Id) -> Option<Fact> {
    let score = lines::cover_score(g, s, who, target);
    (score != 0).then(|| Fact::by(rule::RANGED_COVER, format!("in cover: {} on the defence", super::advantage(score))))
}

/// What is thrown to hit, and everything that bears on it.
fn attack(g: &Setup, s: &State, blow: &Blow, by: RuleId) -> Vec<Fact> {
    if s.creature(blow.on).wounds.is_out {
        return vec![Fact::by(rule::WOUND_UNCONSCIOUS, "lies there and cannot be missed")];
    }
    let backstab = lines::is_backstab(g, s, blow.by, blow.on);
    let edge = roll::edge(g, s, blow, backstab);
    let check = roll::value(g, s, blow, Check::<Itemised>::new(by, blow.by, edge.die(Dice::D20)));
    let mut facts = vec![Fact::by(by, format!("{}{} to hit", check.dice, signed(check.terms.sum())))];
    if check.terms.list().len() > 1 {
        facts.extend(term_facts(&check));
    }
    facts.extend(edge_facts(&edge));
    facts.push(Fact::by(rule::BACKSTAB_CONDITION, if backstab { "a backstab" } else { "no backstab" }));
    facts
}

fn jumped(g: &Setup, s: &State, who: Id, to: skirmish_grid::Square) -> Vec<Fact> {
    let value = jump::value(g, s, who, to);
    let sheet = g.sheet(who);
    let score = sheet.modifier(Attribute::Str) + sheet.modifier(Attribute::Dex);
    let least = if g.rules.jump_meets == JumpMeets::On { value } else { value.saturating_add(1) };
    let mut facts = vec![
        Fact::by(rule::JUMP_VALUE, format!("d20{} must reach {least}", signed(score))),
        Fact::by(rule::JUMP_OFF_BALANCE, format!("off-balance below {}", value.saturating_mul(2))),
    ];
    facts.extend(falls(g, who, s.creature(who).at, &[to]));
    facts
}

/// A spell, or a skill that is no strike.
fn used(g: &Setup, s: &State, who: Id, index: u8, level: u8, target: Target) -> Vec<Fact> {
    let ability = g.ability(index);
    let mut facts = Vec::new();
    facts.extend(cost_facts(rule::UPCAST_COST, ability.energy, ability.mana_at(level)));
    if ability.levels() > 1 {
        let costs: Vec<String> = ability.mana.iter().map(ToString::to_string).collect();
        facts.push(Fact::by(rule::UPCAST_LEVEL, format!("level {level}; levels cost {} mana", costs.join("/"))));
    }
    let to = match target {
        Target::Creature(on) => Some(s.creature(on).at),
        Target::Cell(cell) => Some(cell),
        Target::Nothing => None,
    };
    if let Some(to) = to {
        let teleports = ability.teleports();
        let away = match target {
            Target::Creature(on) => lines::between(g, s, who, on),
            // Whoever is elsewhere at once goes from one place of its body to another.
            _ if teleports => lines::metres(g, s.creature(who).at, to),
            _ => lines::to_cell(g, s, who, to),
        };
        let range = if teleports { cast::teleport_metres(g, who, ability) } else { cast::range(g, s, who, ability) };
        if away > 0 {
            let up = height(g, s.creature(who).at, to);
            facts.push(Fact::plain(format!("{} away{up}", metres(away))));
        }
        facts.push(Fact::by(ability.rule, format!("range {}", metres(range))));
    }
    if ability.radius > 0 {
        let met: Vec<&str> =
            cast::targets(g, s, who, ability, target).iter().map(|id| g.sheet(*id).name.as_str()).collect();
        let met = if met.is_empty() { "nobody now".to_owned() } else { met.join(", ") };
        let covered = |cell: &Square| match target {
            Target::Cell(middle) => lines::metres(g, *cell, middle) <= ability.radius,
            _ => lines::to_cell(g, s, who, *cell) <= ability.radius,
        };
        let covered = g.ground.board.cells().filter(covered).map(|cell| label(g, cell));
        facts.push(Fact::by(ability.rule, format!("{} m around: {met}", ability.radius)).over(covered));
    }
    facts.extend(decided(g, s, who, index, level, target));
    facts.extend(effects::facts(g, s, who, index, level));
    if ability.is_spell() && magic::lacks_focus(g, s, who) {
        facts.push(Fact::by(rule::FOCUS_CASTER_DISADVANTAGE, "without a focus"));
    }
    if ability.concentration {
        let kept = &s.creature(who).concentration;
        let ends = match kept.first().filter(|_| kept.len() >= concentration::limit(g)) {
            Some(old) if kept.len() == 1 => format!(", and {} ends", g.ability(old.ability).name),
            Some(_) => ", and one of the others ends".to_owned(),
            None => String::new(),
        };
        facts.push(Fact::by(rule::CONCENTRATION_DURATION, format!("has to be kept up{ends}")));
    }
    facts
}

/// How it is decided.
fn decided(g: &Setup, s: &State, who: Id, index: u8, level: u8, target: Target) -> Vec<Fact> {
    let ability = g.ability(index);
    let added = || {
        let quality = roll::spell_quality(ability.check).map_or(0, |quality| magic::quality(g, s, who, quality));
        let proficiency = magic::proficiency(g, who, index);
        quality + magic::pack(g, s, who, ability) + proficiency
    };
    match (ability.check, target) {
        (CastCheck::Sure, _) => vec![Fact::by(rule::SPELL_SURECAST, "nothing is rolled against it")],
        (CastCheck::Projectile(_), Target::Creature(on)) => {
            let blow = Blow { arm: None, cast: Some((index, level)), ..Blow::with(g, who, 0, on) };
            let mut facts = attack(g, s, &Blow { means: Means::Projectile, ..blow }, rule::SPELL_PA);
            facts.extend(cover(g, s, who, on));
            facts
        }
        (CastCheck::Projectile(_) | CastCheck::Defence(..), _) => Vec::new(),
        (CastCheck::Attack(_, save), _) => {
            vec![Fact::by(rule::SPELL_SA, format!("d20{} against a {} save", signed(added()), save.word()))]
        }
        (CastCheck::Determined(_, save), _) => {
            let dc = magic::dc(g, s, who, index);
            vec![Fact::by(rule::SPELL_DC, format!("a {} save has to reach {dc}", save.word()))]
        }
        (CastCheck::DeterminedPlus(_, save), _) => {
            let least = g.rules.cast_floor + added();
            let text =
                format!("d20{}, at least {least} whatever falls, against a {} save", signed(added()), save.word());
            vec![Fact::by(rule::SPELL_DC_PLUS, text)]
        }
        (CastCheck::Fixed(dc, save), _) => {
            vec![Fact::by(rule::DICE_DC, format!("a {} save has to reach {dc}", save.word()))]
        }
    }
}
