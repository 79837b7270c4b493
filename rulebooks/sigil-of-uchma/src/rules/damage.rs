//! What a packet of damage does, and healing. (`damage.*`, `armor.*`, `ruling.healing`)

use skirmish_kernel::{Id, RuleId};

use crate::catalogue::{ExtraPotency, InstantDeath, MinionPotency, ProneHalf, Rounding, rule};
use crate::model::{Ability, Armor, Event, Packet, Setup, State, Status, Taken};
use crate::rules::bodies::Party;
use crate::rules::{Table, bodies, dying};

/// Quarters of a point.
const WHOLE: i32 = 4;

/// Quarters, rounded once. (`damage.potency-half`)
fn rounded(g: &Setup, quarters: i32) -> i32 {
    match g.rules.rounding {
        Rounding::Down => quarters.div_euclid(WHOLE),
        Rounding::Up => (quarters + WHOLE - 1).div_euclid(WHOLE),
        Rounding::Nearest => (quarters + WHOLE / 2).div_euclid(WHOLE),
    }
}

/// Whose potency counts. (`damage.potency`, `summon.potency`)
#[inline]
fn potency(g: &Setup, s: &State, by: &Party<'_>) -> i32 {
    let summoner = g.sheet(by.id).summoner.filter(|_| g.rules.minion_potency == MinionPotency::Summoner);
    summoner.map_or(by.figures, |summoner| bodies::figures(g, s, summoner)).potency.into()
}

/// The main packet of an ability. (`damage.formula`)
#[inline(always)]
pub fn main(g: &Setup, s: &State, by: &Party<'_>, on: &Party<'_>, ability: &Ability) -> Option<Taken> {
    let bonus = i32::from(ability.bonus) + s.strength(g, by.id, Status::Bolstered);
    let packet = Packet { damage: ability.damage?, factor: ability.factor, bonus: 0, armor: ability.armor };
    Some(packet_of(g, s, by, on, ability, packet, bonus, false))
}

/// An extra packet. (`damage.extra`)
pub fn extra(g: &Setup, s: &State, by: &Party<'_>, on: &Party<'_>, ability: &Ability, packet: Packet) -> Taken {
    let factor = if g.rules.extra_potency == ExtraPotency::Yes { packet.factor } else { 0 };
    packet_of(g, s, by, on, ability, Packet { factor, ..packet }, packet.bonus.into(), true)
}

#[expect(clippy::too_many_arguments, reason = "who does what to whom, with what")]
#[inline(always)]
#[rustfmt::skip]
fn packet_of(
    g: &Setup, s: &State, by: &Party<'_>, on: &Party<'_>, ability: &Ability, packet: Packet, bonus: i32, extra: bool,
) -> Taken {
    let action = i32::from(packet.damage);
    let own = potency(g, s, by) + if extra { 0 } else { i32::from(ability.potency) };
    let potent = action.saturating_mul(WHOLE) + WHOLE / 2 * i32::from(packet.factor) * own;
    let sum = potent + WHOLE * bonus;
    let (armor, kind) = armor(on, packet.armor);
    let halved = by.now.is_prone();
    let pierced = sum - WHOLE * armor;
    let dealt = match g.rules.prone_half {
        _ if !halved => pierced,
        ProneHalf::AfterArmor => pierced / 2,
        ProneHalf::BeforeArmor => sum / 2 - WHOLE * armor,
        ProneHalf::ActionOnly => pierced - WHOLE / 2 * action,
    };
    let points = rounded(g, dealt).max(g.rules.min_damage);
    Taken {
        action,
        potent,
        sum,
        pierced,
        dealt,
        points,
        source: rule::DAMAGE_ACTION,
        armor: if extra || ability.usual_armor { kind } else { rule::ARMOR_EXCEPTION },
        extra,
        halved,
    }
}

/// What is taken off, and by which rule.
#[inline]
fn armor(on: &Party<'_>, armor: Armor) -> (i32, RuleId) {
    match armor {
        Armor::Physical => (on.figures.armor[0].into(), rule::ARMOR_PHYSICAL),
        Armor::Magical => (on.figures.armor[1].into(), rule::ARMOR_MAGICAL),
        Armor::None => (0, rule::ARMOR_EXCEPTION),
    }
}

/// Damage that no ability deals: an effect, a fall. No potency, no bonus; physical armor if the table says so.
pub fn plain(g: &Setup, s: &State, on: Id, points: i32, source: RuleId, armored: bool) -> Taken {
    let off = if armored { i32::from(bodies::figures(g, s, on).armor[0]) } else { 0 };
    let left = (points - off).max(0);
    Taken {
        action: points,
        potent: WHOLE * points,
        sum: WHOLE * points,
        pierced: WHOLE * left,
        dealt: WHOLE * left,
        points: left,
        source,
        armor: if armored { rule::ARMOR_PHYSICAL } else { source },
        extra: false,
        halved: false,
    }
}

/// Somebody takes damage: health goes down, and what follows from that follows at once. (`damage.health`)
#[inline(always)]
pub fn deal<T: Table>(g: &Setup, s: &mut State, t: &mut T, on: Id, taken: Taken) {
    let points = i16::try_from(taken.points).unwrap_or(i16::MAX);
    let creature = s.creature_mut(on);
    creature.health = creature.health.saturating_sub(points);
    if g.rules.instant_death == InstantDeath::Cumulative {
        creature.taken = creature.taken.saturating_add(points);
    }
    t.tell(|| Event::Damage { on, taken, minion: g.minions.has(on) });
    dying::settle(g, s, t, on, points);
}

/// Health comes back, up to the maximum. (`ruling.healing`, `death.recover`)
pub fn heal<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, points: i32) {
    if !s.creature(who).is_here() {
        return;
    }
    let most = bodies::figures(g, s, who).max_health;
    let creature = s.creature_mut(who);
    let before = creature.health;
    let wanted = creature.health.saturating_add(i16::try_from(points).unwrap_or(i16::MAX));
    creature.health = wanted.min(most.max(before));
    let (points, capped) = (i32::from(creature.health) - i32::from(before), creature.health < wanted);
    t.tell(|| Event::Healed { who, points, capped });
    dying::wake(s, t, who);
}
