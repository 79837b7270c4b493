//! What a fighter expects of an act: harm in thousandths of a hit point.

use skirmish_kernel::{Id, Sum};

use crate::model::{Act, Aim, Attack, Attribute, Deed, Effect, Kind, Plight, Power, Setup, State};
use crate::rules::area::Region;
use crate::rules::edge::{self, Balance};
use crate::rules::{attack, lines, magic};

/// A hit point.
pub(super) const POINT: i64 = 1000;

/// Hit points that fire takes in a turn, on average. (`on-fire`)
pub(super) const FIRE: i16 = 7;

/// The chance of reaching a goal with a bonus, in thousandths. (`roll.attack`, `roll.advantage`)
pub(super) fn chance(bonus: i32, goal: i32, net: i32) -> i64 {
    let faces = i64::from((21 - (goal - bonus)).clamp(0, 20));
    match net {
        0 => 50 * faces,
        1.. => 1000 - 1000 * (20 - faces) * (20 - faces) / 400,
        _ => 1000 * faces * faces / 400,
    }
}

/// What speaks against an attack of one on another of what stands between.
type Cover = fn(&Setup, &State, Id, Id) -> Balance;

/// What speaks for and against any attack on somebody, whatever stands between.
#[derive(Clone, Copy)]
struct Open {
    balance: Balance,
    /// Does it help that the other is flat-footed?
    flat_footed: bool,
}

/// What somebody's acts promise, while nothing changes; nothing where they do no harm.
pub(super) struct Prospects<'a> {
    g: &'a Setup,
    s: &'a State,
    who: Id,
    /// What speaks for and against any attack on whoever was looked at last: acts come person by person.
    last: Option<(Id, Open)>,
}

impl<'a> Prospects<'a> {
    pub(super) fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        Self { g, s, who, last: None }
    }

    /// What an act promises.
    pub(super) fn promise(&mut self, act: &Act) -> i64 {
        self.weigh(act, |g, s, who, on| edge::of_cover(lines::cover_for::<Sum>(g, s, who, on)))
    }

    /// The same if nothing stood between: it promises no more. Lines are dear, and most acts are not the best one anyway.
    pub(super) fn in_the_open(&mut self, act: &Act) -> i64 {
        self.weigh(act, |_, _, _, _| Balance::default())
    }

    fn against(&mut self, on: Id) -> Open {
        match self.last {
            Some((known, open)) if known == on => open,
            _ => {
                let (balance, flat_footed) = edge::against_any(self.g, self.s, self.who, on);
                let open = Open { balance, flat_footed };
                self.last = Some((on, open));
                open
            }
        }
    }

    fn weigh(&mut self, act: &Act, cover: Cover) -> i64 {
        let (g, s, who) = (self.g, self.s, self.who);
        match act {
            Act::Attack { attack: what, on: Aim::Creature(on) } if may_pay(what.deed) => {
                let against = self.against(*on);
                let open = edge::in_the_open(g, s, who, *on, what, against.balance);
                blow(g, s, who, what, *on, open.and(cover(g, s, who, *on)).net(g), against.flat_footed)
            }
            Act::Volley { item, at } => volley(g, s, who, *item, *at),
            Act::Cast { spell, power, at, item } => self.cast((*spell, *power), *at, item.is_some(), cover),
            Act::Control { number, at } => {
                let running = s.running.iter().find(|running| running.number == *number);
                running.map_or(0, |running| self.cast((running.spell, running.power), *at, true, cover))
            }
            _ => 0,
        }
    }

    fn cast(&mut self, (spell, power): (u8, Power), at: Aim, paid: bool, cover: Cover) -> i64 {
        let (g, s, who) = (self.g, self.s, self.who);
        let kind = g.spell(spell);
        let strength = magic::strength(kind, power);
        let bonus = g.sheet(who).bonus(Attribute::Ess);
        let harm = |on: Id| match &kind.effect {
            Effect::Harm { dice, sides, burns, .. } => {
                let burning = burns.is_some_and(|from| strength >= from) && !s.creature(on).is(Plight::OnFire);
                mean(dice.saturating_mul(strength), (*sides).into()) + if burning { 6 * POINT } else { 0 }
            }
            Effect::Afflict(levels) => {
                let worst = levels.iter().filter(|(from, _)| *from <= strength).map(|(_, kind)| *kind).next_back();
                let new = worst.is_some_and(|kind| !s.creature(on).has(kind));
                match worst {
                    Some(Kind::Stunned) if new => 14 * POINT,
                    Some(_) if new => 3 * POINT,
                    _ => 0,
                }
            }
            Effect::Heal { dice, sides } => {
                let missing = i64::from(g.sheet(on).max_hp - s.creature(on).hp) * POINT;
                let down = s.creature(on).is(Plight::Incapacitated);
                mean(dice.saturating_mul(strength), (*sides).into()).min(missing) * if down { 2 } else { 1 } * 2 / 3
            }
        };
        let met = |on: Id, net: i32| {
            let hits = kind.attack.map_or(1000, |defense| chance(bonus, magic::goal(g, s, on, defense), net));
            harm(on) * hits / 1000
        };
        let worth = match (magic::region(who, kind, power, at), at) {
            (Some(region), _) => sum(g, s, who, region, |on| met(on, 0)),
            (None, Aim::Creature(on)) => {
                if let Effect::Heal { .. } = kind.effect {
                    met(on, 0)
                } else {
                    let open = edge::of_spell_in_the_open(s, who, self.against(on).balance);
                    counted(s, on, met(on, open.and(cover(g, s, who, on)).net(g)))
                }
            }
            _ => 0,
        };
        // Energy is worth something, too: a third of what gathering it takes.
        let energy = if paid { 0 } else { i64::from(magic::cost(kind, power)) * POINT * 2 / 5 };
        worth - energy
    }
}

/// Harm to somebody is worth no more than he has left; whoever lies there is worth little.
fn counted(s: &State, on: Id, harm: i64) -> i64 {
    let creature = s.creature(on);
    if creature.is(Plight::Incapacitated) || creature.is(Plight::Unconscious) {
        return harm / 20;
    }
    let left = i64::from(creature.hp.max(1)) * POINT;
    // What brings somebody down is worth more than the points.
    if harm >= left { left + left / 2 } else { harm + harm * harm / left / 4 }
}

fn mean(count: u8, sides: u16) -> i64 {
    i64::from(count) * (i64::from(sides) + 1) * POINT / 2
}

/// Is an attack of that kind ever worth anything to it?
fn may_pay(deed: Deed) -> bool {
    matches!(deed, Deed::Hit | Deed::Trip | Deed::Feint)
}

fn blow(g: &Setup, s: &State, who: Id, what: &Attack, on: Id, net: i32, flat_footed: bool) -> i64 {
    let bonus = attack::bonus(g, s, who, what, on);
    let weapon = attack::weapon(g, s, what.arm);
    let strong = if weapon.strong { g.sheet(who).attribute(Attribute::Str) } else { 0 };
    let harm = mean(weapon.dice.count(), weapon.dice.sides()) + (i64::from(weapon.flat) + i64::from(strong)) * POINT;
    if what.deed == Deed::Hit {
        let chance = chance(bonus, attack::defense(g, s, on, what.deed), net);
        return counted(s, on, harm * chance / 1000 * 21 / 20);
    }
    if s.creature(on).is(Plight::Incapacitated) || s.creature(on).is(Plight::Unconscious) {
        return 0;
    }
    let advantage = flat_footed || s.creature(on).is(Plight::Prone);
    maneuver(g, s, who, what, on, net, if advantage { 0 } else { harm })
}

/// A maneuver is worth what later blows gain by it, each of which does so much harm and has no advantage yet, and what the foe
/// loses.
fn maneuver(g: &Setup, s: &State, who: Id, what: &Attack, on: Id, net: i32, harm: i64) -> i64 {
    let foe = g.sheet(on);
    let left = i64::from(crate::rules::turn::left(g, s, who)) - 1;
    let defender = foe.bonus(Attribute::Str).max(foe.bonus(Attribute::Dex));
    let own = g.sheet(who).bonus(what.manner.attribute());
    let wins = chance(own, defender + 10, net);
    // A fifth or so more of the blows to come hit.
    let gain = harm * left * 9 / 40;
    match what.deed {
        // The foe spends an action to stand up.
        Deed::Trip if !s.creature(on).is(Plight::Flying) => {
            let friends = s.able.iter().filter(|id| *id != who && !g.opposed(*id, who));
            let near = friends.filter(|id| attack::reaches(g, s, *id, on));
            let helped = i64::try_from(near.count()).unwrap_or(0) * POINT * 2;
            wins * (gain + helped + 2 * POINT) / 1000
        }
        Deed::Trip => wins * (gain + 8 * POINT) / 1000,
        Deed::Feint => chance(own, foe.mental_defense.into(), net) * gain / 1000,
        _ => 0,
    }
}

fn volley(g: &Setup, s: &State, who: Id, item: u8, at: skirmish_grid::Square) -> i64 {
    let weapon = g.weapon(s.item(item).map_or(0, |item| item.weapon));
    let harm = mean(weapon.dice.count(), weapon.dice.sides());
    let bonus = g.sheet(who).bonus(Attribute::Dex);
    let region = Region::Blast(at, i16::try_from(g.rules.volley_radius).unwrap_or(10));
    // It takes two actions.
    sum(g, s, who, region, |on| harm * chance(bonus, attack::physical(g, s, on), 0) / 1000) / 2
}

/// What an area promises: friends count twice against it.
fn sum(g: &Setup, s: &State, who: Id, region: Region, harm: impl Fn(Id) -> i64) -> i64 {
    let worth = |on: Id| {
        let harm = counted(s, on, harm(on));
        if g.opposed(who, on) { harm } else { -2 * harm }
    };
    region.everybody(g, s).iter().map(worth).sum()
}
