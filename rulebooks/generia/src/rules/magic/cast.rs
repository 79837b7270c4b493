//! Casting, and using a skill that is no strike: checks, saves, effects.

use arrayvec::ArrayVec;
use skirmish_grid::Square;
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Check, Id};

use super::{added, areas, concentration, dc, harming, lacks_focus, pay, proficiency, quality, times, unfocused};
use crate::catalogue::{SpellSaRoll, rule};
use crate::model::{
    Ability, Area, AreaKind, CastCheck, Concentration, Condition, Effect, Event, Harm, Kind, Lasting, On, Quality,
    Range, Setup, State, Target, Targets, Zone, dice_of,
};
use crate::rules::attack::{self, Blow};
use crate::rules::damage::wounds::{self, Severity};
use crate::rules::damage::{armour, grown, throw};
use crate::rules::edge::Edge;
use crate::rules::movement::{self, Step};
use crate::rules::save::{self, Save, Saved};
use crate::rules::{OrHalt, Table, after, conditions, explosion, grapple, lines};

/// A spell or a skill, and who uses it at which level.
#[derive(Clone, Copy)]
pub struct Casting {
    /// Who.
    pub who: Id,
    /// What, among all abilities.
    pub index: u8,
    /// From 1.
    pub level: u8,
    /// Its number, where it is kept up.
    spell: Option<u16>,
    /// Has it hit? (`hit.definition`)
    hit: bool,
    /// What must be reached against it.
    dc: i32,
    /// How that has gone.
    saved: Saved,
}

impl Casting {
    /// What somebody is about to use.
    pub fn new(who: Id, index: u8, level: u8) -> Self {
        Self { who, index, level, spell: None, hit: false, dc: 0, saved: Saved::No }
    }
}

/// Casts a spell, or uses a skill, at a level on a target; its cost is paid here.
pub fn cast<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Casting, target: Target, secret: bool) -> OrHalt<T> {
    let Casting { who, index, level, .. } = by;
    let ability = g.ability(index);
    pay(g, s, t, who, index, level, secret);
    if let Target::Creature(on) = target {
        lines::turn_to(g, s, who, on);
    }
    let spell = if ability.concentration {
        let uses = ability.effects.iter().find_map(|effect| match effect {
            Effect::Intercept { least } => {
                Some(g.sheet(who).proficiency(&ability.element).max(*least).clamp(0, 99) as u8)
            }
            _ => None,
        });
        let kept = Concentration { ability: index, level, uses: uses.unwrap_or(0), serial: 0 };
        Some(concentration::begin(g, s, t, who, kept)?)
    } else {
        None
    };
    if let (Some(kind), Target::Cell(at)) = (ability.area, target) {
        return spread(g, s, t, Casting { spell, ..by }, kind, at);
    }
    if let CastCheck::Projectile(_) = ability.check {
        if let Target::Creature(on) = target {
            attack::attack(g, s, t, &Blow::cast(g, who, (index, level), on))?;
        }
        return Ok(());
    }
    if ability.teleports() {
        if let Target::Cell(to) = target {
            let from = s.creature(who).at;
            movement::put(s, who, to);
            s.creature_mut(who).spent.moved = true;
            areas::left(g, s, t, who, to);
            t.tell(|| Event::Teleported { who, to });
            areas::entered(g, s, t, who, Step { from, to, forced: true })?;
            grapple::part(g, s, t);
        }
        return Ok(());
    }
    against_all(g, s, t, &Casting { spell, ..by }, target)
}

/// An area is laid down. Being inside when it appears does not set it off.
fn spread<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Casting, kind: AreaKind, at: Square) -> OrHalt<T> {
    let Casting { who, index, level, spell, .. } = by;
    let ability = g.ability(index);
    let serial = spell.unwrap_or_else(|| s.number());
    let area = Area {
        serial,
        caster: who,
        ability: index,
        level,
        kind,
        at,
        radius: ability.radius.clamp(0, 99) as u8,
        dc: dc(g, s, who, index),
        // What is not kept up, and names no time of its own, is mana again after a Phase; stone stays.
        rounds: match rounds(g, index) {
            0 if !ability.concentration && ability.ethereal => phase_rounds(g),
            rounds => rounds,
        },
    };
    s.areas.push(area);
    t.tell(|| Event::Spread { who, ability: index, zone: kind == AreaKind::Zone, ethereal: ability.ethereal });
    Ok(())
}

/// An area works on somebody. (`field.trigger`, `zone.trigger`)
pub fn touch<T: Table>(g: &Setup, s: &mut State, t: &mut T, area: &Area, on: Id) -> OrHalt<T> {
    let against = Casting::new(area.caster, area.ability, area.level);
    affect(g, s, t, Casting { spell: Some(area.serial), dc: area.dc, ..against }, on)
}

/// Everybody whom it is aimed at: one roll for all of them, unless the table plays otherwise. (`spell.sa-roll`)
fn against_all<T: Table>(g: &Setup, s: &mut State, t: &mut T, against: &Casting, target: Target) -> OrHalt<T> {
    let Casting { who, index, .. } = *against;
    let ability = g.ability(index);
    let mut number = None;
    let targets = targets(g, s, who, ability, target);
    for on in targets.iter().copied() {
        // Nobody can miss whoever lies there: no attack roll, and what is not rolled is 10 and the MOD.
        let lies = s.creature(on).wounds.is_out && matches!(ability.check, CastCheck::Attack(..));
        if lies {
            t.tell(|| Event::Helpless { by: who, on });
        }
        let rolls = !lies
            && match ability.check {
                CastCheck::Attack(..) => g.rules.spell_sa_roll == SpellSaRoll::PerTarget || number.is_none(),
                CastCheck::DeterminedPlus(..) => number.is_none(),
                _ => false,
            };
        if rolls {
            number = Some(rolled(g, s, t, who, index, on)?);
        }
        let dc = number.filter(|_| !lies).unwrap_or_else(|| dc(g, s, who, index));
        t.scope(s, |s, t| affect(g, s, t, Casting { dc, ..*against }, on))?;
    }
    Ok(())
}

/// The caster's die, where it has one. (`spell.sa`, `spell.dc-plus`)
fn rolled<T: Table>(g: &Setup, s: &State, t: &mut T, who: Id, index: u8, on: Id) -> OrHalt<T, i32> {
    let ability = g.ability(index);
    let added = added(g, s, who, index);
    let by = g.fighter(s, who);
    let mut edge = Edge::new();
    edge.add(ability.is_spell() && lacks_focus(g, s, who), rule::FOCUS_CASTER_DISADVANTAGE, -1);
    let plus = matches!(ability.check, CastCheck::DeterminedPlus(..));
    let steps = by.sheet.size.steps() - g.sheet(on).size.steps();
    edge.add(true, rule::SIZE_EFFECTS, steps.saturating_mul(ability.size_score));
    edge.add(by.has(Kind::Stunned), rule::CONDITION_STUNNED, -1);
    if !plus {
        // A spell attack is an attack roll like any other.
        if lines::is_backstab(g, s, who, on) {
            edge.mention(rule::BACKSTAB_CONDITION);
            edge.add(true, rule::BACKSTAB_ADVANTAGE, g.rules.backstab_score);
        }
        for kind in [Kind::Frightened, Kind::Confused, Kind::Panicked] {
            edge.add(by.has(kind), kind.rule(), -1);
        }
        edge.add(attack::roll::is_shaken(g, s, who, None), rule::MOUNT_ATTACK_DISADVANTAGE, -1);
        edge.add(true, rule::DP_GM, i32::from(by.now.circumstances.attack));
    }
    let (point, value) =
        if plus { (rule::DICE_CAST, rule::SPELL_DC_PLUS) } else { (rule::DICE_SPELL_ATTACK, rule::SPELL_SA) };
    let check = edge.note(Check::new(point, who, edge.die(Dice::D20))).plus(value, added);
    let check = check.plus(rule::SHEET_SPELL_PROFICIENCY, proficiency(g, who, index));
    let extra = i32::from(by.now.circumstances.extra_attack);
    let check = match plus {
        true => check.at_least(rule::SPELL_DC_PLUS, g.rules.cast_floor),
        false => check.plus(rule::CONDITION_SHOCKED, -by.shock()).plus(rule::DP_GM, extra),
    };
    explosion::total(g, t, check)
}

/// Whom it is aimed at: one, or everybody in the radius.
pub fn targets(g: &Setup, s: &State, who: Id, ability: &Ability, target: Target) -> ArrayVec<Id, { Id::MOST }> {
    let mut all = ArrayVec::new();
    match target {
        Target::Creature(on) => all.push(on),
        Target::Nothing | Target::Cell(_) if ability.radius > 0 => {
            for on in g.ids() {
                let away = match target {
                    Target::Cell(middle) => lines::to_cell(g, s, on, middle),
                    _ => lines::between(g, s, who, on),
                };
                let near = away <= ability.radius;
                let meant = match ability.targets {
                    Targets::All => true,
                    Targets::Enemies => g.opposed(on, who),
                    Targets::Others => on != who,
                };
                if near && meant && s.is_here(on) {
                    // As many places as combatants.
                    let _ = all.try_push(on);
                }
            }
        }
        Target::Nothing => all.push(who),
        Target::Cell(_) => {}
    }
    all
}

/// One target saves, and suffers what there is to suffer.
fn affect<T: Table>(g: &Setup, s: &mut State, t: &mut T, mut against: Casting, on: Id) -> OrHalt<T> {
    let ability = g.ability(against.index);
    let who = against.who;
    if let Some(attribute) = ability.check.save() {
        let mut edge = Edge::new();
        edge.add(ability.is_spell() && lacks_focus(g, s, who), rule::FOCUS_TARGET_ADVANTAGE, 1);
        against.saved = save::against(g, s, t, who, on, Save(attribute, against.dc), &edge)?;
    }
    for effect in &ability.effects {
        against.hit |= effect_on(g, s, t, &against, on, effect)?;
    }
    Ok(())
}

/// What a projectile or a blow does besides its damage, once it has made contact; where it asks for a save, after a hit.
#[inline]
pub fn on_contact<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, hit: bool) -> OrHalt<T> {
    match blow.cast.or(blow.skill.map(|skill| (skill, 1))) {
        Some(carried) => carried_to(g, s, t, blow, carried, hit),
        None => Ok(()),
    }
}

/// The same of an ability that goes with a blow, or waits for its hit.
#[inline(never)]
pub fn carried_to<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    blow: &Blow,
    (index, level): (u8, u8),
    hit: bool,
) -> OrHalt<T> {
    let (who, on) = (blow.by, blow.on);
    let ability = g.ability(index);
    let more = |effect: &&Effect| matches!(effect, Effect::Condition { .. } | Effect::Penalty | Effect::Ward);
    if !ability.effects.iter().any(|effect| more(&effect)) {
        return Ok(());
    }
    let mut against = Casting { hit, dc: dc(g, s, who, index), ..Casting::new(who, index, level) };
    if let Some(attribute) = ability.check.save() {
        if !hit {
            return Ok(());
        }
        if matches!(ability.check, CastCheck::Attack(..) | CastCheck::DeterminedPlus(..)) {
            against.dc = rolled(g, s, t, who, index, on)?;
        }
        let mut edge = Edge::new();
        edge.add(ability.is_spell() && lacks_focus(g, s, who), rule::FOCUS_TARGET_ADVANTAGE, 1);
        against.saved = save::against(g, s, t, who, on, Save(attribute, against.dc), &edge)?;
    }
    let kept = s.creature(who).concentration.iter().rev().find(|kept| kept.ability == index);
    against.spell = kept.map(|kept| kept.serial);
    for effect in ability.effects.iter().filter(more) {
        effect_on(g, s, t, &against, on, effect)?;
    }
    Ok(())
}

/// One effect on one target. True when it was a hit.
fn effect_on<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: &Casting, on: Id, effect: &Effect) -> OrHalt<T, bool> {
    let Casting { who, index, level, spell, hit, dc, saved } = *by;
    match effect {
        Effect::Condition { kind, value, on: when, replaces, while_inside } => {
            let works = match when {
                On::Always => true,
                On::Fail => !saved.is_saved(),
                On::Save => saved.is_saved(),
                On::FailByTen => saved == Saved::FailedByTen,
                On::Hit => hit,
            };
            // What its caster keeps up no longer keeps nobody in anything. (`concentration.break`)
            let is_over = spell.is_some_and(|spell| !concentration::lasts(s, who, spell));
            if works && !is_over {
                let dc = super::later_dc(g, s, who, index, dc);
                let (rounds, magic) = (rounds(g, index), g.ability(index).is_spell());
                let new = Condition::new(*kind, (*value).clamp(0, 99) as u8, dc);
                if let Some(replaced) = replaces {
                    conditions::end(s, t, on, *replaced);
                }
                let (source, inside) = (Some(who), *while_inside);
                conditions::inflict(s, t, on, Condition { source, spell, inside, rounds, magic, ..new });
            }
            Ok(false)
        }
        Effect::Penalty => {
            if !saved.is_saved() {
                let points = quality(g, s, who, Quality::Proficiency);
                after::penalise(g, s, t, who, on, points, g.ability(index).rule);
            }
            Ok(false)
        }
        Effect::Damage { half_on_save, none_on_save_by_ten, .. } => {
            let none = match saved {
                Saved::ByTen => *none_on_save_by_ten || !*half_on_save,
                Saved::Yes => !*half_on_save,
                Saved::No | Saved::FailedByTen => false,
            };
            if none {
                t.tell(|| Event::Unharmed { who: on });
                return Ok(false);
            }
            harm(g, s, t, by, on)
        }
        Effect::Ward => {
            s.creature_mut(on).warded = true;
            Ok(false)
        }
        Effect::Heal(_) | Effect::HealAt(_) => {
            let dice = unfocused(g, s, who, heal_dice(effect, level));
            let level = g.ability(index).told_level(level);
            let points = explosion::effect(g, t, grown(Check::new(rule::DICE_EFFECT, who, dice), level))?;
            wounds::heal(g, s, t, on, points)?;
            Ok(false)
        }
        // What is done with a blow, as a reaction, or by itself.
        _ => Ok(false),
    }
}

/// Dice that are listed by level count as they stand; single ones grow with it.
pub fn heal_dice(effect: &Effect, level: u8) -> Dice {
    match effect {
        Effect::Heal(dice) => times(dice_of(dice).0[0], level),
        Effect::HealAt(list) => {
            let at = usize::from(level.saturating_sub(1)).min(list.len().saturating_sub(1));
            list.get(at).map_or(Dice::NONE, |dice| dice_of(dice).0[0])
        }
        _ => Dice::NONE,
    }
}

/// Damage of a spell without a projectile: no zone unless it is physical. True when it was a hit.
fn harm<T: Table>(g: &Setup, s: &mut State, t: &mut T, against: &Casting, on: Id) -> OrHalt<T, bool> {
    let by = against.who;
    let mut harming = harming(g, s, by, on, against.index, against.level, None);
    let names_zone =
        g.ability(against.index).effects.iter().any(|effect| matches!(effect, Effect::Damage { worst_zone: true, .. }));
    let mut zone = None;
    if harming.harm == Harm::Physical && !names_zone {
        zone = Some(t.throw([Check::new(rule::DICE_ZONE, by, Dice::D10)], |[die]| Zone::of(die.natural))?);
        harming.armour = armour(s, g.sheet(on), on, harming.harm, zone);
    }
    harming.halved = against.saved.is_saved();
    harming.exact = <T::Terms as skirmish_kernel::Terms>::LISTED || !s.creature(on).concentration.is_empty();
    let (suffered, exploded) = throw(g, t, by, &harming)?;
    // What nobody can save against is damage, and no attack: no hit, no concentration save.
    let attacks = matches!(
        g.ability(against.index).check,
        CastCheck::Attack(..) | CastCheck::Determined(..) | CastCheck::DeterminedPlus(..) | CastCheck::Fixed(..)
    );
    let hit = suffered.hit && attacks;
    harming.tell(t, on, suffered, hit, zone);
    let was_out = s.creature(on).wounds.is_out;
    let old = conditions::kinds(s, on);
    wounds::suffer(g, s, t, on, &suffered, Severity::FirstLight)?;
    let kind = super::damage_kind(g, against.index).unwrap_or_default();
    explosion::riders(g, s, t, by, on, explosion::rider(kind, zone), exploded);
    if suffered.hurt {
        conditions::when_damaged(g, s, t, on, was_out, old)?;
    }
    if hit {
        concentration::when_hit(g, s, t, on, suffered.incoming)?;
    }
    Ok(hit)
}

/// Rounds that an ability's effects last; 0 where it does not say, or where a turn is all they have.
pub fn rounds(g: &Setup, index: u8) -> u16 {
    let rounds = match g.ability(index).duration {
        Some(Lasting::Rounds(rounds)) => rounds,
        Some(Lasting::Phases(phases)) => phases.saturating_mul(u32::from(phase_rounds(g))),
        Some(Lasting::Turns(_)) | None => 0,
    };
    u16::try_from(rounds).unwrap_or(u16::MAX)
}

/// Rounds in a Phase. (`phase.length`)
pub fn phase_rounds(g: &Setup) -> u16 {
    u16::try_from(g.rules.phase_rounds).unwrap_or(u16::MAX).max(1)
}

/// Metres that a target may be away.
pub fn range(g: &Setup, s: &State, who: Id, ability: &Ability) -> i32 {
    match ability.range {
        Range::Own => 0,
        Range::Metres(metres) => metres,
        Range::Weapon => {
            let reach = s.creature(who).in_hand().map(|arm| g.arm(who, arm).1.reach).max();
            reach.unwrap_or(1).max(1)
        }
    }
}

/// Metres that a teleport goes: a MOD and the proficiency in its element. (spell Dimension Step)
pub fn teleport_metres(g: &Setup, who: Id, ability: &Ability) -> i32 {
    let by = ability.effects.iter().find_map(|effect| match effect {
        Effect::Teleport { by } => Some(*by),
        _ => None,
    });
    let Some(by) = by else { return 0 };
    let sheet = g.sheet(who);
    sheet.modifier(by).saturating_add(sheet.proficiency(&ability.element)).max(0)
}
