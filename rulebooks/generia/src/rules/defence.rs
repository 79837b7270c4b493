//! How an attack is met: dodge, parry, block, a defensive spell, or not at all.

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Check, Id, Questions, RuleId, Terms};

use crate::catalogue::{DefenceReaction, GrappleBlock, MountDodgePer, ParrySecondDieAdvantage, ParrySecondDieAgainst};
use crate::catalogue::{RangedShieldBlock, ShieldParry, rule};
use crate::model::{
    Arm, Attribute, CastCheck, DefenceKind, Defend, Event, Fighter, Hand, Incoming, Kind, Means, Perk, Setup, State,
    Tag, Timing, Weapon, WeaponKind, Zone, ask,
};
use crate::rules::attack::Blow;
use crate::rules::attack::roll::is_outreached;
use crate::rules::edge::Edge;
use crate::rules::{OrHalt, Table, explosion, lines, magic, position};

/// How an attack was met, and what is left of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Met {
    /// Who has answered for the target, and how.
    pub how: Defend,
    /// By whom.
    pub by: Option<Id>,
    /// Did the defence succeed?
    pub held: bool,
    /// What comes through.
    pub way: Way,
}

/// What comes through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// Nothing.
    Avoided,
    /// The blow.
    Through {
        /// The zone, if the defender has picked it. (`parry.partial`)
        zone: Option<Zone>,
        /// What a block takes off.
        strength: i32,
        /// The spell that takes something off, and its level.
        protection: Option<(u8, u8)>,
    },
}

impl Met {
    /// Nobody has met it.
    pub fn undefended() -> Self {
        Self { how: Defend::No, by: None, held: false, way: Way::clear() }
    }
}

impl Way {
    /// Unhindered.
    pub fn clear() -> Self {
        Self::Through { zone: None, strength: 0, protection: None }
    }
}

/// Who answers for the target: its rider, where it has one that can. (`mount.block-parry`)
#[inline]
pub fn defender(s: &State, incoming: &Incoming) -> Id {
    match s.creature(incoming.on).rider {
        Some(rider) if s.is_able(rider) => rider,
        _ => incoming.on,
    }
}

/// Who meets it, and how: the mount itself, where its rider leaves it to that.
pub fn answered(s: &State, incoming: &Incoming, how: Defend) -> (Id, Defend) {
    match how {
        Defend::MountParry(arm) => (incoming.on, Defend::Parry(arm)),
        Defend::MountBlock(arm) => (incoming.on, Defend::Block(arm)),
        _ => (defender(s, incoming), how),
    }
}

/// Every way in which this attack may be met by whoever answers.
pub fn options(g: &Setup, s: &State, incoming: &Incoming, yes: &mut dyn FnMut(Defend)) {
    for how in ways(g, s, incoming).filter(|how| judge(g, s, incoming, *how).is_ok()) {
        yes(how);
    }
}

/// May this attack be met in any way of that kind?
pub fn is_met_by(g: &Setup, s: &State, incoming: &Incoming, kind: DefenceKind) -> bool {
    ways(g, s, incoming).any(|how| how.kind() == Some(kind) && judge(g, s, incoming, how).is_ok())
}

/// Every way that whoever answers has of meeting attacks, allowed against this one or not; first not at all, which always is.
pub fn ways<'a>(g: &'a Setup, s: &'a State, incoming: &Incoming) -> impl Iterator<Item = Defend> + 'a {
    let who = defender(s, incoming);
    let ridden = (who != incoming.on).then_some(incoming.on);
    let own = ridden
        .into_iter()
        .flat_map(|mount| ready(g, s, mount).flat_map(|(arm, ..)| [Defend::MountParry(arm), Defend::MountBlock(arm)]));
    std::iter::once(Defend::No).chain(bodily(g, s, who)).chain(own).chain(magic::defences(g, s, who))
}

fn bodily<'a>(g: &'a Setup, s: &'a State, who: Id) -> impl Iterator<Item = Defend> + 'a {
    let arms = ready(g, s, who).flat_map(|(arm, ..)| [Defend::Parry(arm), Defend::Block(arm)]);
    std::iter::once(Defend::Dodge).chain(arms)
}

/// Is it in hand, or part of the body?
pub fn is_ready(g: &Setup, s: &State, who: Id, arm: u8) -> bool {
    g.arm(who, arm).1.kind == WeaponKind::Natural || s.creature(who).hands.contains(&Hand::Arm(arm))
}

/// All that is in hand, or part of the body: each with its place among the arms, in their order.
pub fn ready<'a>(g: &'a Setup, s: &'a State, who: Id) -> impl Iterator<Item = (u8, &'a Arm, &'a Weapon)> {
    let hands = &s.creature(who).hands;
    let arms = (0..).zip(&g.sheet(who).arms).map(|(index, arm)| (index, arm, g.weapon(arm.weapon)));
    arms.filter(|(index, _, weapon)| weapon.kind == WeaponKind::Natural || hands.contains(&Hand::Arm(*index)))
}

/// May this attack be met so? (`melee.defences`, `ranged.defences`, `spell.pa-defences`)
pub fn judge(g: &Setup, s: &State, incoming: &Incoming, how: Defend) -> Result<(), RuleId> {
    let of_mount = matches!(how, Defend::MountParry(_) | Defend::MountBlock(_));
    refuse_if!(of_mount && defender(s, incoming) == incoming.on; rule::MOUNT_BLOCK_PARRY);
    let (who, how) = answered(s, incoming, how);
    if how == Defend::No {
        return Ok(());
    }
    refuse_if!(!s.is_able(who); rule::WOUND_UNCONSCIOUS);
    refuse_if!(incoming.again && how.kind().is_some(); rule::ATTACK_ONE_DEFENCE);
    refuse_if!(how.kind().is_some() && costs_reaction(g, s, who) && !s.can_react(who); rule::REACTION_PER_TURN);
    let rides = who != incoming.on;
    match how {
        Defend::No | Defend::Dodge | Defend::MountParry(_) | Defend::MountBlock(_) => Ok(()),
        Defend::Parry(arm) => judge_parry(g, s, incoming, who, arm),
        Defend::Block(arm) => judge_block(g, s, incoming, who, arm, rides),
        Defend::Spell(..) if rides => Err(rule::SPELL_SD),
        // What it takes off is damage, and there is none.
        Defend::Spell(..) if incoming.means == Means::Grapple => Err(rule::GRAPPLE_RESULT),
        Defend::Spell(ability, level) => magic::judge_defence(g, s, who, ability, level),
    }
}

fn judge_parry(g: &Setup, s: &State, incoming: &Incoming, who: Id, arm: u8) -> Result<(), RuleId> {
    let (_, weapon) = g.arm(who, arm);
    refuse_if!(!is_ready(g, s, who, arm) || !parries(g, weapon) || !incoming.parriable; rule::PARRY_ROLL);
    match incoming.means {
        Means::Melee | Means::Grapple => Ok(()),
        Means::Ranged if g.sheet(who).perks.has(Perk::Deflector) => Ok(()),
        // A spell's projectile at the mount is no basic attack.
        Means::Projectile if g.sheet(who).perks.has(Perk::Deflector) && who == incoming.on => Ok(()),
        means => Err(means.defences()),
    }
}

fn judge_block(g: &Setup, s: &State, incoming: &Incoming, who: Id, arm: u8, rides: bool) -> Result<(), RuleId> {
    let (_, weapon) = g.arm(who, arm);
    refuse_if!(weapon.is(Tag::NoBlock); rule::TAG_NO_BLOCK);
    refuse_if!(!is_ready(g, s, who, arm) || weapon.kind == WeaponKind::Ranged; rule::BLOCK_ROLL);
    let shield = weapon.kind == WeaponKind::Shield;
    match incoming.means {
        Means::Melee => Ok(()),
        Means::Grapple if g.rules.grapple_block == GrappleBlock::On => Ok(()),
        Means::Grapple => Err(rule::GRAPPLE_RESULT),
        Means::Ranged if shield && g.rules.ranged_shield_block == RangedShieldBlock::On => Ok(()),
        // A spell's projectile at the mount is no basic attack.
        Means::Projectile if shield && !rides => Ok(()),
        means => Err(means.defences()),
    }
}

fn parries(g: &Setup, weapon: &Weapon) -> bool {
    match weapon.kind {
        WeaponKind::Melee | WeaponKind::Natural => true,
        WeaponKind::Shield => weapon.is(Tag::Parry) || g.rules.shield_parry == ShieldParry::Always,
        WeaponKind::Ranged => false,
    }
}

/// Does a bodily defence cost the reaction here? (`defence.reaction`, a house rule)
fn costs_reaction(g: &Setup, s: &State, who: Id) -> bool {
    match g.rules.defence_reaction {
        DefenceReaction::Free => false,
        DefenceReaction::FirstFree => s.defended.has(who),
        DefenceReaction::Always => true,
    }
}

/// Whose reaction it costs to meet it so, where it costs one. (`reaction.per-turn`)
pub fn takes_reaction(g: &Setup, s: &State, incoming: &Incoming, how: Defend) -> Option<Id> {
    let (who, how) = answered(s, incoming, how);
    let casts = matches!(how, Defend::Spell(spell, _) if !g.ability(spell).is(Timing::FreeReaction));
    (casts || how.kind().is_some() && costs_reaction(g, s, who)).then_some(who)
}

/// Is there no way of meeting it? A dodge is always allowed but for want of a reaction.
#[inline(never)]
fn is_spent(g: &Setup, s: &State, incoming: &Incoming) -> bool {
    ways(g, s, incoming).all(|how| how == Defend::No || judge(g, s, incoming, how).is_err())
}

/// Asks how the attack is met, where there is a way.
#[inline]
pub fn choose<T: Table>(g: &Setup, s: &mut State, t: &mut T, incoming: &Incoming) -> OrHalt<T, Defend> {
    let who = defender(s, incoming);
    if !s.is_able(who) {
        return Ok(Defend::No);
    }
    if g.rules.defence_reaction != DefenceReaction::Free && is_spent(g, s, incoming) {
        t.tell(|| Event::Spent { who });
        return Ok(Defend::No);
    }
    t.put(s, rule::DP_DEFENCE, who, ask::Defence { incoming: *incoming })
}

/// Throws the defence and says what comes through.
#[inline(always)]
pub fn carry_out<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    blow: &Blow,
    how: Defend,
    to: &Incoming,
) -> OrHalt<T, Met> {
    let (who, how) = answered(s, to, how);
    t.tell(|| {
        let mounted = how == Defend::Dodge && s.creature(who).mount.is_some() || who != blow.on;
        Event::Met { by: who, how, means: blow.means, mounted }
    });
    let roll = Roll::against(to, who);
    if how == Defend::No {
        return Ok(roll.met(how, false, Way::clear()));
    }
    lines::turn_to(g, s, who, blow.by);
    if how.kind().is_some() {
        if costs_reaction(g, s, who) {
            s.reacted.set(who, true);
        }
        s.defended.set(who, true);
    }
    match how {
        Defend::No | Defend::MountParry(_) | Defend::MountBlock(_) => Ok(roll.met(how, false, Way::clear())),
        Defend::Dodge if dodge(g, s, t, &roll)? => Ok(roll.avoided(t, how, false, false)),
        Defend::Dodge => Ok(roll.failed(t, how)),
        Defend::Parry(arm) => parry(g, s, t, &roll, arm),
        Defend::Block(arm) => block(g, s, t, &roll, arm, blow),
        Defend::Spell(ability, level) => spell(g, s, t, &roll, ability, level),
    }
}

/// A spell takes something off the damage. (`spell.sd`)
#[inline(never)]
fn spell<T: Table>(g: &Setup, s: &mut State, t: &mut T, roll: &Roll, ability: u8, level: u8) -> OrHalt<T, Met> {
    let how = Defend::Spell(ability, level);
    if !magic::defend(g, s, t, roll, ability, level)? {
        return Ok(roll.failed(t, how));
    }
    t.tell(|| Event::Protected { by: roll.who, ability });
    Ok(roll.met(how, true, Way::Through { zone: None, strength: 0, protection: Some((ability, level)) }))
}

/// What a defence roll is made against.
pub struct Roll {
    /// Who defends.
    pub who: Id,
    /// Whom the attack is aimed at.
    pub on: Id,
    /// Whose attack it is.
    pub by: Id,
    /// How it comes.
    pub means: Means,
    /// Its total.
    pub total: i32,
}

impl Roll {
    /// Somebody's against an attack; one whose total is not known yet is 0.
    pub fn against(incoming: &Incoming, who: Id) -> Self {
        let Incoming { by, on, means, total, .. } = *incoming;
        Self { who, on, by, means, total: total.unwrap_or(0) }
    }

    fn met(&self, how: Defend, held: bool, way: Way) -> Met {
        Met { how, by: Some(self.who), held, way }
    }

    /// The defence has failed, and the blow comes unhindered.
    pub fn failed<T: Table>(&self, t: &mut T, how: Defend) -> Met {
        t.tell(|| Event::Failed { by: self.who, how, means: self.means });
        self.met(how, false, Way::clear())
    }

    /// Nothing comes through: by a perfect parry, by its second die, or as it is.
    pub fn avoided<T: Table>(&self, t: &mut T, how: Defend, perfect: bool, second: bool) -> Met {
        t.tell(|| Event::Avoided { by: self.who, on: self.on, how, perfect, second });
        self.met(how, true, Way::Avoided)
    }
}

/// A d12 and the value reach the attack total. (`dodge.roll`)
#[inline]
fn dodge<T: Table>(g: &Setup, s: &mut State, t: &mut T, roll: &Roll) -> OrHalt<T, bool> {
    let (check, _) = dodge_check(g, s, roll);
    used_up(s, roll.who);
    holds(g, t, check, roll)
}

/// The die of a dodge and its value, from the saddle with the mount's DEX; and what bears on it. (`mount.dodge`)
#[inline]
pub fn dodge_check<M: Terms>(g: &Setup, s: &State, roll: &Roll) -> (Check<M>, Edge) {
    let mut edge = edge(g, s, roll, DefenceKind::Dodge);
    let (who, on) = (g.fighter(s, roll.who), g.fighter(s, roll.on));
    edge.add(true, rule::SIZE_EFFECTS, on.sheet.dodge_score);
    let mount = if who.id == on.id { who.now.mount } else { Some(on.id) };
    edge.add(mount.is_some(), rule::MOUNT_DODGE, -1);
    let check = edge.note(Check::new(rule::DICE_DODGE, who.id, edge.die(Dice::D12)));
    let check = match mount {
        None => check.plus_part(rule::DODGE_ROLL, "dodge", who.sheet.dodge),
        Some(mount) => mounted(g, who, mount, check),
    };
    // Whoever is plain is neither shocked nor hindered.
    let plain = s.is_plain(who.id);
    (if plain { check } else { shocked(who, hindrances(s, who.id, check)) }, edge)
}

/// What a rider adds to the die of a dodge. (`mount.dodge`)
#[inline(never)]
fn mounted<M: Terms>(g: &Setup, who: Fighter<'_>, mount: Id, check: Check<M>) -> Check<M> {
    let per = match g.rules.mount_dodge_per {
        MountDodgePer::Rider => who.modifier(Attribute::Per),
        MountDodgePer::Mount => g.sheet(mount).modifier(Attribute::Per),
    };
    let dex = g.sheet(mount).modifier(Attribute::Dex);
    check.plus(rule::MOUNT_DODGE, dex.saturating_add(per)).plus(rule::DICE_EASED, who.sheet.skills.riding)
}

/// Does a defence roll reach the attack total? A d12 may explode. (`dice.explosion`)
pub fn holds<T: Table>(g: &Setup, t: &mut T, check: Check<T::Terms>, roll: &Roll) -> OrHalt<T, bool> {
    explosion::reaches(g, t, check, roll.total)
}

/// What bears on a parry or a block with an arm.
pub fn armed_edge(g: &Setup, s: &State, roll: &Roll, kind: DefenceKind, arm: u8) -> Edge {
    let (held, weapon) = g.arm(roll.who, arm);
    let mut edge = edge(g, s, roll, kind);
    let score = if kind == DefenceKind::Block { held.block_score } else { held.parry_score };
    edge.add(true, scored_by(kind, weapon), score);
    edge.add(!held.proficient, rule::SHEET_PROFICIENCY, -1);
    edge.add(is_outreached(g, s, roll.who, held, weapon, roll.by), rule::TAG_SHORT, -1);
    edge.add(position::is_cramped(g, s, roll.who, weapon), rule::CONDITION_CONFINED, -1);
    edge
}

/// By which rule it has an advantage score of its own: its tag's, else that of the sheet, which says so.
pub fn scored_by(kind: DefenceKind, weapon: &Weapon) -> RuleId {
    match kind {
        DefenceKind::Block if weapon.shields() => rule::TAG_SHIELD,
        DefenceKind::Block => rule::SHEET_BLOCK,
        _ if weapon.is(Tag::Parry) => rule::TAG_PARRY,
        _ => rule::SHEET_PARRY,
    }
}

/// What a parry's die says, as far as the rules tell it apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parried {
    Failed,
    Perfect,
    /// The first die's face, and the total.
    Partial(i32, i32),
}

/// Perfect, partial or failed; a partial one may be saved by a second die. (`parry.*`)
#[inline(never)]
fn parry<T: Table>(g: &Setup, s: &mut State, t: &mut T, roll: &Roll, arm: u8) -> OrHalt<T, Met> {
    let (who, how) = (roll.who, Defend::Parry(arm));
    let edge = armed_edge(g, s, roll, DefenceKind::Parry, arm);
    let check = edge.note(Check::new(rule::DICE_PARRY, who, edge.die(Dice::D12)));
    let check = check.plus_part(rule::SHEET_PARRY, "parry", g.arm(who, arm).0.parry);
    let check = shocked(g.fighter(s, who), hindrances(s, who, check));
    used_up(s, who);
    let (total, perfect) = (roll.total, g.rules.parry_perfect_face);
    let judged = |natural: i32, reached: i32| match natural {
        _ if reached < total => Parried::Failed,
        face if face >= perfect => Parried::Perfect,
        face => Parried::Partial(face, reached),
    };
    let parried = if explosion::of_all(g) {
        // The first die alone counts for its face; the others for the total.
        let (face, reached) = t.throw([check], |[thrown]| (thrown.natural, thrown.total))?;
        let more = if face >= 12 { explosion::more(t, rule::DICE_PARRY, who, 12)? } else { 0 };
        judged(face, reached.saturating_add(more))
    } else {
        t.throw([check], |[thrown]| judged(thrown.natural, thrown.total))?
    };
    let (face, reached) = match parried {
        Parried::Failed => return Ok(roll.failed(t, how)),
        Parried::Perfect => return Ok(roll.avoided(t, how, true, false)),
        // Seized or not: a partial parry is enough, and there is no zone to pick. (`grapple.result`)
        Parried::Partial(..) if roll.means == Means::Grapple => return Ok(roll.avoided(t, how, false, false)),
        Parried::Partial(face, reached) => (face, reached),
    };
    let zone = t.put(s, rule::DP_ZONE, who, ask::Zone)?;
    t.tell(|| Event::Partial { by: who, zone });
    let against = match g.rules.parry_second_die_against {
        ParrySecondDieAgainst::Face => face,
        ParrySecondDieAgainst::Total => reached,
    };
    if t.put(s, rule::DP_SECOND_DIE, who, ask::SecondDie { against })? {
        let die = match g.rules.parry_second_die_advantage {
            ParrySecondDieAdvantage::Off => Dice::D12,
            ParrySecondDieAdvantage::On => edge.die(Dice::D12),
        };
        if t.test(Check::new(rule::DICE_SECOND_DIE, who, die), against)? {
            return Ok(roll.avoided(t, how, false, true));
        }
    }
    Ok(roll.met(how, true, Way::Through { zone: Some(zone), strength: 0, protection: None }))
}

/// A block takes its strength off the damage. (`block.*`)
#[inline(never)]
fn block<T: Table>(g: &Setup, s: &mut State, t: &mut T, roll: &Roll, arm: u8, blow: &Blow) -> OrHalt<T, Met> {
    let (who, how) = (roll.who, Defend::Block(arm));
    let (held, weapon) = g.arm(who, arm);
    let edge = armed_edge(g, s, roll, DefenceKind::Block, arm);
    let check = edge.note(Check::new(rule::DICE_BLOCK, who, edge.die(Dice::D12)));
    let check = hindrances(s, who, check.plus_part(rule::SHEET_BLOCK, "block", held.block));
    used_up(s, who);
    if !holds(g, t, check, roll)? {
        return Ok(roll.failed(t, how));
    }
    if roll.means == Means::Grapple {
        return Ok(roll.avoided(t, how, false, false));
    }
    let breaker = blow.arm.map_or(0, |arm| g.arm(blow.by, arm).1.blockbreaker);
    let ignored = breaker.saturating_mul(g.sheet(blow.by).modifier(Attribute::Str)).clamp(0, held.strength.max(0));
    let strength = held.strength - ignored;
    let natural = weapon.kind == WeaponKind::Natural;
    t.tell(|| Event::Held { by: who, strength, ignored, natural });
    Ok(roll.met(how, true, Way::Through { zone: None, strength, protection: None }))
}

/// What bears on every bodily defence.
#[inline]
pub fn edge(g: &Setup, s: &State, roll: &Roll, kind: DefenceKind) -> Edge {
    // Nothing ails them, nothing is given or said.
    let even = s.is_plain(roll.who) && s.is_plain(roll.on) && !roll.means.flies();
    debug_assert!(!even || special_edge(g, s, roll, kind).is_empty(), "something bears on it");
    if even { Edge::new() } else { special_edge(g, s, roll, kind) }
}

#[inline(never)]
fn special_edge(g: &Setup, s: &State, roll: &Roll, kind: DefenceKind) -> Edge {
    let creature = s.creature(roll.who);
    // Out of the way gets the body that is attacked: a rider's mount, where it is the mount's.
    let body = if kind == DefenceKind::Dodge { s.creature(roll.on) } else { creature };
    let mut edge = Edge::new();
    let at_range = roll.means.flies();
    let cover = if at_range { lines::cover_score(g, s, roll.by, roll.on) } else { 0 };
    edge.add(true, rule::RANGED_COVER, cover);
    if !body.conditions.is_empty() {
        edge.add(body.has(Kind::OffBalance), rule::CONDITION_OFF_BALANCE, -1);
        for kind in [Kind::Prone, Kind::Grappled, Kind::Restrained] {
            edge.add(body.has(kind), kind.rule(), -2);
        }
    }
    edge.add(creature.has(Kind::Stunned), rule::CONDITION_STUNNED, -1);
    edge.add(at_range && creature.has(Kind::Blinded), rule::CONDITION_BLINDED, -1);
    edge.add(creature.given.has(kind), kind.rule(), 1);
    edge.add(true, rule::DP_GM, i32::from(creature.circumstances.defence));
    edge
}

/// What is taken off every bodily defence but the block. (condition shocked)
pub fn shocked<M: Terms>(who: Fighter<'_>, check: Check<M>) -> Check<M> {
    check.plus(rule::CONDITION_SHOCKED, -who.shock())
}

/// What is taken off every defence roll.
pub fn hindrances<M: Terms>(s: &State, who: Id, check: Check<M>) -> Check<M> {
    let creature = s.creature(who);
    check
        .plus(rule::CONDITION_DEFENCE_PENALTY, -creature.penalty)
        .plus(rule::DP_GM, i32::from(creature.circumstances.extra_defence))
}

/// A waiting penalty is used up by the next roll. (`parry.option-penalty`)
#[inline]
pub fn used_up(s: &mut State, who: Id) {
    if !s.is_plain(who) {
        let creature = s.creature_mut(who);
        (creature.penalty, creature.penalty_rounds) = (0, 0);
    }
}

/// Is this a spell that may stand in the place of a defence?
pub fn is_defensive(check: CastCheck) -> bool {
    matches!(check, CastCheck::Defence(..))
}
