//! Spells: what is added, what they cost, who may answer with them. (`spell.*`, `focus.*`, `upcast.*`)

pub mod areas;
pub mod cast;
pub mod concentration;

use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Check, Id, RuleId, Terms};

use crate::catalogue::{FocusEffectRolls, SpellPvAdds, rule};
use crate::model::{
    Ability, Attribute, CastCheck, Defend, Effect, Event, Harm, Incoming, Kind, Occasion, Quality, Range, Setup, State,
    Timing, Zone, dice_of,
};
use crate::rules::attack::roll::spell_quality;
use crate::rules::damage::{Harming, armour};
use crate::rules::defence::{self, Roll};
use crate::rules::edge::Edge;
use crate::rules::{OrHalt, Table, after, lines};

/// What somebody adds to a cast.
pub fn quality(g: &Setup, s: &State, who: Id, quality: Quality) -> i32 {
    match quality {
        Quality::Attribute(attribute) => g.sheet(who).modifier(attribute),
        Quality::Proficiency => after::proficiency(g, s, who),
        // Counted where the ability is known: see [`pack`].
        Quality::Pack => 0,
    }
}

/// Friends with the tag that an ability counts, within its radius, its user among them.
pub fn pack(g: &Setup, s: &State, who: Id, ability: &Ability) -> i32 {
    if ability.pack.is_empty() {
        return 0;
    }
    let of_pack = |id: &Id| {
        let near = lines::between(g, s, who, *id) <= ability.radius;
        near && s.is_able(*id) && !g.opposed(*id, who) && g.sheet(*id).tags.contains(&ability.pack)
    };
    g.ids().filter(of_pack).count().min(99) as i32
}

/// The proficiency with a spell's element, where the table adds it. (`spell.pv-adds`)
pub fn proficiency(g: &Setup, who: Id, ability: u8) -> i32 {
    let ability = g.ability(ability);
    if g.rules.spell_pv_adds == SpellPvAdds::Off || !ability.is_spell() {
        return 0;
    }
    g.sheet(who).proficiency(&ability.element)
}

/// Is the caster without its focus? One that is a weapon must be in hand. (`focus.required`)
pub fn lacks_focus(g: &Setup, s: &State, who: Id) -> bool {
    let sheet = g.sheet(who);
    let mut staffs = g.arms(who).filter(|arm| g.arm(who, *arm).1.focus).peekable();
    let away = staffs.peek().is_some() && !staffs.any(|arm| s.creature(who).in_hand().any(|held| held == arm));
    !sheet.focus || s.creature(who).circumstances.no_focus || away
}

/// The difficulty of a determined cast without its die. (`spell.dc`)
pub fn dc(g: &Setup, s: &State, who: Id, index: u8) -> i32 {
    match g.ability(index).check {
        CastCheck::Fixed(dc, _) => dc,
        _ => {
            let own = added(g, s, who, index).saturating_add(proficiency(g, who, index));
            g.rules.dc_base.saturating_add(own)
        }
    }
}

/// What is added to the die of a cast: a quality, and the pack around. (`spell.sa`)
pub fn added(g: &Setup, s: &State, who: Id, index: u8) -> i32 {
    let ability = g.ability(index);
    let own = spell_quality(ability.check).map_or(0, |of| quality(g, s, who, of));
    own.saturating_add(pack(g, s, who, ability))
}

/// What later saves against its conditions must reach: what the ability names, else 10 and a MOD, whatever was rolled to
/// cast. (`condition.dc`)
pub fn later_dc(g: &Setup, s: &State, who: Id, index: u8, dc: i32) -> i32 {
    let ability = g.ability(index);
    match ability.check {
        CastCheck::Determined(..) | CastCheck::Fixed(..) => dc,
        check if ability.is_spell() => {
            let added = spell_quality(check).map_or(0, |of| quality(g, s, who, of));
            g.rules.dc_base.saturating_add(added).saturating_add(proficiency(g, who, index))
        }
        _ => g.rules.dc_base.saturating_add(g.sheet(who).modifier(Attribute::Str)),
    }
}

/// Can it pay for a cast at this level? (`upcast.level`)
pub fn can_pay(s: &State, who: Id, ability: &Ability, level: u8) -> bool {
    let creature = s.creature(who);
    creature.energy >= ability.energy && creature.mana >= ability.mana_at(level)
}

/// Pays, and says so. (`upcast.cost`)
pub fn pay<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, index: u8, level: u8, secret: bool) {
    let ability = g.ability(index);
    let mana = ability.mana_at(level);
    let creature = s.creature_mut(who);
    creature.energy -= ability.energy;
    creature.mana -= mana;
    // A skill asks for none.
    let focus = !ability.is_spell() || !lacks_focus(g, s, who);
    let rule = match ability.check {
        CastCheck::Sure => rule::SPELL_SURECAST,
        CastCheck::Attack(..) => rule::SPELL_SA,
        CastCheck::Projectile(..) => rule::SPELL_PA,
        CastCheck::Defence(..) => rule::SPELL_SD,
        CastCheck::Determined(..) | CastCheck::Fixed(..) => rule::SPELL_DC,
        CastCheck::DeterminedPlus(..) => rule::SPELL_DC_PLUS,
    };
    let (own, upcast) = (ability.rule, ability.levels() > 1);
    t.tell(|| Event::Cast { who, ability: index, level, mana, focus, rule, own, upcast, secret });
}

/// Every defensive spell that it could cast now, at every level it can pay.
pub fn defences<'a>(g: &'a Setup, s: &'a State, who: Id) -> impl Iterator<Item = Defend> + 'a {
    g.repertoire_of(who).shields.iter().copied().flat_map(move |index| {
        let ability = g.ability(index);
        (1..=ability.levels())
            .filter(move |level| can_pay(s, who, ability, *level))
            .map(move |level| Defend::Spell(index, level))
    })
}

/// May it answer an attack with this spell at this level? (`spell.sd`)
pub fn judge_defence(g: &Setup, s: &State, who: Id, index: u8, level: u8) -> Result<(), RuleId> {
    let ability = g.ability(index);
    refuse_if!(!g.sheet(who).abilities.contains(&index) || !ability.protects() || !ability.reacts(); rule::SPELL_SD);
    refuse_if!(!s.can_react(who) && !ability.is(Timing::FreeReaction); rule::REACTION_PER_TURN);
    refuse_if!(level == 0 || level > ability.levels(); rule::UPCAST_LEVEL);
    if can_pay(s, who, ability, level) { Ok(()) } else { Err(rule::UPCAST_COST) }
}

/// A d12 and the MODs reach the attack total. It costs the reaction. (`spell.sd`)
pub fn defend<T: Table>(g: &Setup, s: &mut State, t: &mut T, roll: &Roll, index: u8, level: u8) -> OrHalt<T, bool> {
    if !g.ability(index).is(Timing::FreeReaction) {
        s.reacted.set(roll.who, true);
    }
    pay(g, s, t, roll.who, index, level, false);
    let Some(check) = spell_defence(g, s, roll, index) else { return Ok(false) };
    // A spell defence is a defence roll: a waiting penalty falls on it.
    defence::used_up(s, roll.who);
    defence::holds(g, t, check, roll)
}

/// The roll of a defensive spell: its d12, the MODs, what bears on it. (`spell.sd`)
pub fn spell_defence<M: Terms>(g: &Setup, s: &State, roll: &Roll, index: u8) -> Option<Check<M>> {
    let who = roll.who;
    let CastCheck::Defence(first, second) = g.ability(index).check else { return None };
    let added = quality(g, s, who, first).saturating_add(second.map_or(0, |of| quality(g, s, who, of)));
    let edge = spell_edge(g, s, roll);
    let check = edge.note(Check::new(rule::DICE_SPELL_DEFENCE, who, edge.die(Dice::D12)));
    let check = check.plus(rule::SPELL_SD, added).plus(rule::SHEET_SPELL_PROFICIENCY, proficiency(g, who, index));
    Some(defence::hindrances(s, who, check))
}

/// What bears on the d12 of a defensive spell: cover helps every defence roll against what flies.
pub fn spell_edge(g: &Setup, s: &State, roll: &Roll) -> Edge {
    let creature = s.creature(roll.who);
    let mut edge = Edge::new();
    edge.add(lacks_focus(g, s, roll.who), rule::FOCUS_CASTER_DISADVANTAGE, -1);
    let flies = roll.means.flies();
    // Whoever strikes a projectile down for somebody else has nothing of that one's cover.
    let cover = if flies && roll.who == roll.on { lines::cover_score(g, s, roll.by, roll.on) } else { 0 };
    edge.add(true, rule::RANGED_COVER, cover);
    edge.add(creature.has(Kind::Stunned), rule::CONDITION_STUNNED, -1);
    edge.add(flies && creature.has(Kind::Blinded), rule::CONDITION_BLINDED, -1);
    edge.add(true, rule::DP_GM, i32::from(creature.circumstances.defence));
    edge
}

/// The dice that a defensive spell takes off the damage. (`upcast.effect`)
pub fn protection(g: &Setup, index: u8, level: u8) -> Dice {
    let dice = g.ability(index).effects.iter().find_map(|effect| match effect {
        Effect::Protect(dice) => Some(dice_of(dice).0[0]),
        _ => None,
    });
    dice.map_or(Dice::NONE, |dice| times(dice, level))
}

/// So many times these dice.
pub fn times(dice: Dice, level: u8) -> Dice {
    let count = dice.count().saturating_mul(level.max(1)).min(40);
    Dice::new(count, dice.sides(), Reading::Sum).unwrap_or(dice)
}

/// Without a focus one more die is thrown, and the lowest are kept. (`focus.effect-rolls`)
pub fn unfocused(g: &Setup, s: &State, who: Id, dice: Dice) -> Dice {
    if dice.is_empty() || !lacks_focus(g, s, who) || g.rules.focus_effect_rolls == FocusEffectRolls::Off {
        return dice;
    }
    let count = dice.count();
    Dice::new(count.saturating_add(1).min(40), dice.sides(), Reading::KeepLowest(count)).unwrap_or(dice)
}

/// The type of damage that it does; none where it does none.
pub fn damage_kind(g: &Setup, index: u8) -> Option<&str> {
    g.ability(index).effects.iter().find_map(|effect| match effect {
        Effect::Damage { kind, .. } => Some(kind.as_str()),
        _ => None,
    })
}

/// What a spell's damage is thrown with, against somebody.
#[inline(never)]
pub fn harming(g: &Setup, s: &State, by: Id, on: Id, index: u8, level: u8, zone: Option<Zone>) -> Harming {
    let target = g.sheet(on);
    let ability = g.ability(index);
    let mut harming = Harming {
        grown: ability.told_level(level),
        ..Harming::plain(ability.rule, Harm::Magical, [Dice::NONE; 2], target.wound_threshold)
    };
    for effect in &ability.effects {
        let Effect::Damage { dice, kind, harm, worst_zone, plus_fauna, .. } = effect else { continue };
        let (dice, flat) = dice_of(dice);
        harming.dice = [unfocused(g, s, by, times(dice[0], level)), Dice::NONE];
        harming.flat = flat + if *plus_fauna { g.sheet(by).proficiency("fauna") } else { 0 };
        harming.harm = *harm;
        harming.resisted = target.resistant.iter().any(|known| known == kind);
        harming.vulnerable = target.vulnerable.iter().any(|known| known == kind);
        let worst = Zone::ALL.into_iter().min_by_key(|zone| armour(s, target, on, *harm, Some(*zone)));
        harming.armour = armour(s, target, on, *harm, if *worst_zone { worst } else { zone });
    }
    harming
}

/// Interceptions of projectiles that a kept-up spell still has.
pub fn interceptions(g: &Setup, s: &State, who: Id, occasion: &Occasion, yes: &mut dyn FnMut(u8, Option<u8>)) {
    let Occasion::Rolled(incoming) = occasion else { return };
    if !incoming.means.flies() || !g.opposed(incoming.by, who) {
        return;
    }
    for (at, kept) in s.creature(who).concentration.iter().enumerate() {
        let range = if let Range::Metres(metres) = g.ability(kept.ability).range { metres } else { 0 };
        let near = lines::between(g, s, who, incoming.on) <= range;
        // The same spell kept up twice is one choice.
        let first = next_interceptor(g, s, who, kept.ability) == Some(at);
        if near && first {
            yes(kept.ability, None);
        }
    }
}

/// The spell kept up by that name that can still strike something down.
fn next_interceptor(g: &Setup, s: &State, who: Id, ability: u8) -> Option<usize> {
    let intercepts = g.ability(ability).intercepts();
    s.creature(who).concentration.iter().position(|kept| intercepts && kept.ability == ability && kept.uses > 0)
}

/// A reaction to an attack's total: a better defence, or a projectile struck down. True when the attack is stopped.
pub fn react<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, index: u8, to: &Incoming) -> OrHalt<T, bool> {
    for effect in &g.ability(index).effects {
        match effect {
            Effect::Guard(kind) => {
                *s.creature_mut(who).given.of(*kind) = true;
                t.tell(|| Event::Guarded { who, kind: *kind });
            }
            Effect::Intercept { .. } => {
                if let Some(at) = next_interceptor(g, s, who, index) {
                    let kept = &mut s.creature_mut(who).concentration[at];
                    kept.uses = kept.uses.saturating_sub(1);
                }
                let roll = Roll::against(to, who);
                let Some(check) = spell_defence(g, s, &roll, index) else { continue };
                defence::used_up(s, who);
                let how = Defend::Spell(index, 1);
                if defence::holds(g, t, check, &roll)? {
                    roll.avoided(t, how, false, false);
                    return Ok(true);
                }
                roll.failed(t, how);
            }
            _ => {}
        }
    }
    Ok(false)
}
