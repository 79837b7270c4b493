//! One attack, from its declaration to what follows. (`attack.order`)

pub mod roll;

use skirmish_kernel::{Id, RuleId};

use crate::catalogue::{DefenceKnowsTotal, SdStacks, rule};
use crate::model::{
    Defend, Event, Incoming, Means, Occasion, Setup, State, StrikeChange, Trigger, Twist, WeaponKind, Zone,
};
use crate::rules::defence::{self, Met, Way};
use crate::rules::{OrHalt, Table, after, damage, grapple, lines, magic, reactions};

/// An attack that is being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Blow {
    /// Whose.
    pub by: Id,
    /// At whom.
    pub on: Id,
    /// How it comes.
    pub means: Means,
    /// With which arm; none for a spell's projectile.
    pub arm: Option<u8>,
    /// The spell and its level, for a projectile.
    pub cast: Option<(u8, u8)>,
    /// What a skill changes.
    pub change: StrikeChange,
    /// The skill that carries it.
    pub skill: Option<u8>,
    /// Is it a reaction?
    pub reaction: bool,
    /// Advantage score that its circumstances give it.
    pub score: i8,
}

impl Blow {
    /// A plain attack with an arm.
    pub fn with(g: &Setup, by: Id, arm: u8, on: Id) -> Self {
        let ranged = g.arm(by, arm).1.kind == WeaponKind::Ranged;
        let means = if ranged { Means::Ranged } else { Means::Melee };
        let change = StrikeChange::default();
        Self { by, on, means, arm: Some(arm), cast: None, change, skill: None, reaction: false, score: 0 }
    }

    /// The same carried by a skill, where there is one.
    pub fn carried(self, g: &Setup, skill: Option<u8>) -> Self {
        let change = skill.and_then(|skill| g.derived.strike(skill)).unwrap_or_default();
        Self { change, skill, ..self }
    }

    /// The rule of the skill that carries it.
    pub fn rule(&self, g: &Setup) -> RuleId {
        self.skill.map_or(rule::ACTION_ATTACK_FORMS, |skill| g.ability(skill).rule)
    }

    /// The projectile of a spell at a level.
    pub fn cast(g: &Setup, by: Id, spell: (u8, u8), on: Id) -> Self {
        Self { means: Means::Projectile, arm: None, cast: Some(spell), ..Self::with(g, by, 0, on) }
    }
}

/// What came of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Landed {
    /// Nothing.
    Avoided,
    /// It got through.
    Through {
        /// Was it a hit? (`hit.definition`)
        hit: bool,
        /// Where.
        zone: Option<Zone>,
    },
}

impl Landed {
    /// Was it a hit?
    pub fn is_hit(self) -> bool {
        matches!(self, Self::Through { hit: true, .. })
    }
}

/// Carries an attack out, with everything it sets off.
#[inline(never)]
pub fn attack<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow) -> OrHalt<T, Landed> {
    t.scope(s, |s, t| {
        let (by, on) = (blow.by, blow.on);
        let backstab = lines::is_backstab(g, s, by, on);
        t.tell(|| Event::Declared { by, on, means: blow.means, arm: blow.arm, backstab });
        lines::turn_to(g, s, by, on);
        s.remember_attack(by, on);
        let Some(met) = t.scope(s, |s, t| meet(g, s, t, blow, backstab))? else {
            // Struck down on its way: what its attacker gets after an attack it gets all the same.
            after::dance(g, s, t, blow)?;
            return Ok(Landed::Avoided);
        };
        let landed = t.scope(s, |s, t| land(g, s, t, blow, &met))?;
        after::attack(g, s, t, blow, &met, landed)?;
        Ok(landed)
    })
}

/// Roll, interrupts, defence. `None` when the attack is stopped before anybody has to meet it.
fn meet<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, backstab: bool) -> OrHalt<T, Option<Met>> {
    let (by, on) = (blow.by, blow.on);
    let parriable = !blow.change.is(Twist::NoParry);
    let mut incoming = Incoming { by, on, total: None, means: blow.means, parriable, again: false };
    if s.creature(on).wounds.is_out {
        // Whoever lies there cannot defend itself, and nobody can miss it. (`wound.unconscious`)
        t.tell(|| Event::Helpless { by, on });
        return Ok(Some(Met::undefended()));
    }
    let blind = g.rules.defence_knows_total == DefenceKnowsTotal::Off;
    let early = if blind { Some(choose(g, s, t, &incoming)?) } else { None };
    // Whose reaction is spoken for has no other one until it is known whether there is anything left to meet.
    let reserved = early.and_then(|how| defence::takes_reaction(g, s, &incoming, how));
    if let Some(who) = reserved {
        s.reacted.set(who, true);
    }
    let total = roll::attack(g, s, t, blow, backstab)?;
    incoming.total = Some(total);
    if reactions::to_an_attack(g, s, t, &incoming)? {
        if let Some(who) = reserved {
            s.reacted.set(who, false);
        }
        return Ok(None);
    }
    let how = match early {
        Some(how) => how,
        None => defence::choose(g, s, t, &incoming)?,
    };
    let met = defence::carry_out(g, s, t, blow, how, &incoming)?;
    match g.rules.sd_stacks {
        SdStacks::Off => Ok(Some(met)),
        SdStacks::On => stacked(g, s, t, blow, incoming, met).map(Some),
    }
}

/// Asks how the attack is met where house rules ask at another time.
#[inline(never)]
fn choose<T: Table>(g: &Setup, s: &mut State, t: &mut T, incoming: &Incoming) -> OrHalt<T, Defend> {
    defence::choose(g, s, t, incoming)
}

/// A defensive spell on top of another defence. (`sd.stacks`, a house rule)
#[inline(never)]
fn stacked<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, to: Incoming, met: Met) -> OrHalt<T, Met> {
    let Way::Through { zone, strength, protection: None } = met.way else { return Ok(met) };
    let incoming = Incoming { again: true, ..to };
    let who = defence::defender(s, &incoming);
    if !magic::defences(g, s, who).any(|how| defence::judge(g, s, &incoming, how).is_ok()) {
        return Ok(met);
    }
    let how = choose(g, s, t, &incoming)?;
    let added = defence::carry_out(g, s, t, blow, how, &incoming)?;
    Ok(match added.way {
        Way::Through { protection, .. } => Met { way: Way::Through { zone, strength, protection }, ..met },
        Way::Avoided => added,
    })
}

/// Contact, or not.
fn land<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, met: &Met) -> OrHalt<T, Landed> {
    let through = match met.way {
        Way::Avoided => return Ok(Landed::Avoided),
        Way::Through { .. } => met,
    };
    if blow.means == Means::Grapple {
        grapple::seize(g, s, t, blow.by, blow.on);
        return Ok(Landed::Through { hit: false, zone: None });
    }
    if blow.cast.is_some_and(|(ability, _)| magic::damage_kind(g, ability).is_none()) {
        // A projectile that does no damage has no zone and is no hit; what else it does it does.
        magic::cast::on_contact(g, s, t, blow, false)?;
        return Ok(Landed::Through { hit: false, zone: None });
    }
    damage::blow(g, s, t, blow, through)
}

/// May this reaction be used on that occasion?
pub fn fits(trigger: Trigger, occasion: &Occasion) -> bool {
    matches!(
        (trigger, occasion),
        (Trigger::Blocked, Occasion::Blocked(_))
            | (Trigger::Hit, Occasion::Hit { .. })
            | (Trigger::Leaves, Occasion::Leaves { .. })
    )
}
