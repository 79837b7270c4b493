//! What bears on an act.

use skirmish_bookkit::facts;
use skirmish_grid::Square;
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Check, Fact, Id, Itemised, RuleId, Terms};

use super::{cost_facts, edge_facts, effects, falls, height, metres, signed, term_facts};
use crate::catalogue::rule;
use crate::model::{Act, Attribute, CastCheck, Gait, Kind, Means, Setup, Slot, State, Target, WeaponKind};
use crate::rules::attack::{Blow, roll};
use crate::rules::magic::{self, cast, concentration};
use crate::rules::movement::{self, jump};
use crate::rules::{after, conditions, lines, turn};
use crate::text::words::label;

/// Cost, range, what is thrown.
pub fn act(g: &Setup, s: &State, who: Id, act: &Act) -> Vec<Fact> {
    let (slot, by) = (turn::slot(g, act), turn::payer(s, who, act));
    let takes = slot.map_or("no", Slot::word);
    let more = match *act {
        Act::Strike { arm, target, skill } | Act::MountStrike { arm, target, skill, .. } => {
            blow(g, s, by, arm, target, skill)
        }
        Act::Grapple { target, skill } => {
            let fist = Blow { means: Means::Grapple, ..Blow::with(g, who, after::fist(g, who), target) };
            facts![
                ..skill.map(|skill| carried(g, skill)), distance(g, s, who, target),
                ..attack(g, s, &fist, rule::GRAPPLE_ATTACK), GRAPPLE_RESULT: "seizes, and does no damage",
            ]
        }
        Act::Use { ability, level, target, .. } | Act::MountUse { ability, level, target, .. } => {
            used(g, s, by, ability, level, target)
        }
        Act::Hide { ability, level, target, .. } => {
            let hidden = g.ability(ability).hidden;
            facts![..used(g, s, who, ability, level, target), ..hidden.map(|with| noticed(g, who, with))]
        }
        Act::Go(gait) | Act::MountGo(gait) => vec![gait_fact(g, by, gait)],
        Act::Jump { to, .. } => jumped(g, s, who, to),
        Act::MountGrapple { target, .. } => vec![distance(g, s, who, target)],
        Act::Help { from, .. } => {
            vec![Fact::by(from.rule(), format!("takes {} m of movement", movement::help_metres(from)))]
        }
        Act::Recover { from: Kind::Grappled, .. } => facts![DICE_OPPOSED: "both throw with STR; the higher wins"],
        Act::Reload { .. } => {
            let actions = s.creature(who).loading().map_or(0, |unloaded| unloaded.actions);
            facts![TAG_RELOAD: "{actions} to load"]
        }
        Act::EndSpell { serial } => ended(g, s, who, serial).into_iter().collect(),
        Act::Secret { with, .. } => vec![noticed(g, who, with)],
        _ => Vec::new(),
    };
    facts![
        TURN_ACTIONS: "takes the {takes} action" if slot.is_some(), FREE_ACTIONS: "takes no action" if slot.is_none(),
        ..cost_facts(form_rule(g, act), turn::energy(g, s, who, act), turn::mana_of_blow(g, act)), ..more,
    ]
}

/// What ends with a spell.
pub fn ended(g: &Setup, s: &State, who: Id, serial: u16) -> Option<Fact> {
    let lasting = concentration::lasting(g, s, who).find(|lasting| lasting.serial == serial)?;
    let by = if lasting.kept { rule::CONCENTRATION_END_FREE } else { rule::ETHEREAL_DISSOLVE };
    let price = if lasting.kept && !conditions::is_own_turn(s, who) { ", for the reaction" } else { "" };
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
        _ => turn::slot(g, act).map_or(rule::FREE_ACTIONS, Slot::rule),
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
    let (reach, damage) = (metres(weapon.reach), signed(held.damage));
    let ranged = weapon.kind == WeaponKind::Ranged;
    let by = if ranged { rule::RANGED_ATTACK_ROLL } else { rule::MELEE_ATTACK_ROLL };
    let cover = if ranged { cover(g, s, who, target) } else { None };
    facts![
        distance(g, s, who, target),
        RANGED_DEFINITION: "range {reach}" if ranged, MELEE_DEFINITION: "reach {reach}" if !ranged,
        ..attack(g, s, &Blow::with(g, who, arm, target).carried(g, skill), by),
        RANGED_DAMAGE: ("damage {}{damage} {}", weapon.damage, weapon.harm) if ranged,
        DAMAGE_MELEE: ("damage {}{damage} {}", weapon.damage, weapon.harm) if !ranged, ..cover,
    ]
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
        return facts![WOUND_UNCONSCIOUS: "lies there and cannot be missed"];
    }
    let backstab = lines::is_backstab(g, s, blow.by, blow.on);
    let edge = roll::edge(g, s, blow, backstab);
    let check = roll::value(g, s, blow, Check::<Itemised>::new(by, blow.by, edge.die(Dice::D20)));
    let terms = if check.terms.list().len() > 1 { term_facts(&check) } else { Vec::new() };
    let no = if backstab { "a" } else { "no" };
    facts![
        Fact::by(by, format!("{}{} to hit", check.dice, signed(check.terms.sum()))), ..terms, ..edge_facts(&edge),
        BACKSTAB_CONDITION: "{no} backstab",
    ]
}

fn jumped(g: &Setup, s: &State, who: Id, to: Square) -> Vec<Fact> {
    let value = jump::value(g, s, who, to);
    let (score, least, well) = (signed(jump::strength(g, who)), jump::least(g, value), value.saturating_mul(2));
    facts![
        JUMP_VALUE: "d20{score} must reach {least}", JUMP_OFF_BALANCE: "off-balance below {well}",
        ..falls(g, who, s.creature(who).at, &[to]),
    ]
}

/// A spell, or a skill that is no strike.
fn used(g: &Setup, s: &State, who: Id, index: u8, level: u8, target: Target) -> Vec<Fact> {
    let ability = g.ability(index);
    let costs: Vec<String> = ability.mana.iter().map(ToString::to_string).collect();
    let mut facts = facts![
        ..cost_facts(rule::UPCAST_COST, ability.energy, ability.mana_at(level)),
        UPCAST_LEVEL: ("level {level}; levels cost {} mana", costs.join("/")) if ability.levels() > 1,
    ];
    let to = match target {
        Target::Creature(on) => Some(s.creature(on).at),
        Target::Cell(cell) => Some(cell),
        Target::Nothing => None,
    };
    if let Some(to) = to {
        let (teleports, here) = (ability.teleports(), s.creature(who).at);
        let away = match target {
            Target::Creature(on) => lines::between(g, s, who, on),
            // Whoever is elsewhere at once goes from one place of its body to another.
            _ if teleports => lines::metres(g, here, to),
            _ => lines::to_cell(g, s, who, to),
        };
        let range = if teleports { cast::teleport_metres(g, who, ability) } else { cast::range(g, s, who, ability) };
        facts.extend((away > 0).then(|| Fact::plain(format!("{} away{}", metres(away), height(g, here, to)))));
        facts.push(Fact::by(ability.rule, format!("range {}", metres(range))));
    }
    if ability.radius > 0 {
        let met = cast::targets(g, s, who, ability, target);
        let met: Vec<&str> = met.iter().map(|id| g.sheet(*id).name.as_str()).collect();
        let met = if met.is_empty() { "nobody now".to_owned() } else { met.join(", ") };
        let covered = |cell: &Square| match target {
            Target::Cell(middle) => lines::metres(g, *cell, middle) <= ability.radius,
            _ => lines::to_cell(g, s, who, *cell) <= ability.radius,
        };
        let covered = g.ground.board.cells().filter(covered).map(|cell| label(g, cell));
        facts.push(Fact::by(ability.rule, format!("{} m around: {met}", ability.radius)).over(covered));
    }
    let kept = &s.creature(who).concentration;
    let ends = match kept.first().filter(|_| kept.len() >= concentration::limit(g)) {
        Some(old) if kept.len() == 1 => format!(", and {} ends", g.ability(old.ability).name),
        Some(_) => ", and one of the others ends".to_owned(),
        None => String::new(),
    };
    facts![
        ..facts, ..decided(g, s, who, index, level, target), ..effects::facts(g, s, who, index, level),
        FOCUS_CASTER_DISADVANTAGE: "without a focus" if ability.is_spell() && magic::lacks_focus(g, s, who),
        CONCENTRATION_DURATION: "has to be kept up{ends}" if ability.concentration,
    ]
}

/// How it is decided.
fn decided(g: &Setup, s: &State, who: Id, index: u8, level: u8, target: Target) -> Vec<Fact> {
    let ability = g.ability(index);
    let added = magic::added(g, s, who, index) + magic::proficiency(g, who, index);
    let (die, least) = (signed(added), g.rules.cast_floor + added);
    match (ability.check, target) {
        (CastCheck::Sure, _) => facts![SPELL_SURECAST: "nothing is rolled against it"],
        (CastCheck::Projectile(_), Target::Creature(on)) => {
            let blow = Blow::cast(g, who, (index, level), on);
            facts![..attack(g, s, &blow, rule::SPELL_PA), ..cover(g, s, who, on)]
        }
        (CastCheck::Projectile(_) | CastCheck::Defence(..), _) => Vec::new(),
        (CastCheck::Attack(_, save), _) => facts![SPELL_SA: "d20{die} against a {save} save"],
        (CastCheck::Determined(_, save), _) => {
            facts![SPELL_DC: ("a {save} save has to reach {}", magic::dc(g, s, who, index))]
        }
        (CastCheck::DeterminedPlus(_, save), _) => {
            facts![SPELL_DC_PLUS: "d20{die}, at least {least} whatever falls, against a {save} save"]
        }
        (CastCheck::Fixed(dc, save), _) => facts![DICE_DC: "a {save} save has to reach {dc}"],
    }
}
