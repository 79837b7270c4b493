//! Advantage and disadvantage. (`roll.advantage`, `roll.disadvantage`)

use arrayvec::ArrayVec;
use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Bearing, Check, Id, RuleId, Sum, Terms};

use crate::catalogue::{AdvantageStacking, rule};
use crate::model::{Arm, Attack, Class, Edge, Kind, Plight, Setup, State};
use crate::rules::lines::Cover;
use crate::rules::sight::{self, Knowledge};
use crate::rules::{attack, bodies, flanking, ground, lines};

const TWO_HIGH: Dice = two(Reading::KeepHighest(1));
const TWO_LOW: Dice = two(Reading::KeepLowest(1));

const fn two(reading: Reading) -> Dice {
    match Dice::new(2, 20, reading) {
        Ok(dice) => dice,
        Err(_) => panic!("two dice of twenty"),
    }
}

/// Everything that speaks for and against one throw.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    sources: ArrayVec<(RuleId, bool), 20>,
    /// Rules that stand behind a source.
    behind: ArrayVec<RuleId, 8>,
}

impl Edges {
    /// A source of advantage, or of disadvantage.
    pub fn add(&mut self, yes: bool, rule: RuleId, helps: bool) {
        if yes {
            // There are fewer sources than places; one more would only be missing from the log.
            let _ = self.sources.try_push((rule, helps));
        }
    }

    fn mention(&mut self, rule: RuleId) {
        let _ = self.behind.try_push(rule);
    }

    /// What the game master has said.
    fn said(&mut self, edge: Edge) {
        self.add(edge != Edge::None, rule::DP_GM, edge == Edge::Advantage);
    }

    /// Each source, and whether it helps.
    pub fn sources(&self) -> impl Iterator<Item = (RuleId, bool)> + '_ {
        self.sources.iter().copied()
    }

    /// Above 0 advantage, below 0 disadvantage. (`ruling.advantage`)
    pub fn net(&self, g: &Setup) -> i32 {
        self.balance().net(g)
    }

    /// How much speaks for the throw, and how much against it.
    pub fn balance(&self) -> Balance {
        let mut balance = Balance::default();
        for (why, helps) in self.sources() {
            match why {
                _ if helps => balance.helps += 1,
                rule::COVER => balance.covered = true,
                rule::CONCEALED | rule::HIDDEN | rule::UNDETECTED => balance.unseen = true,
                _ => balance.hinders += 1,
            }
        }
        balance
    }

    /// One die, or two of which one counts.
    pub fn dice(&self, g: &Setup) -> Dice {
        dice(self.net(g))
    }

    /// Names every source on a check, and what stands behind it.
    pub fn name<M: Terms>(&self, check: Check<M>) -> Check<M> {
        let named = |check: Check<M>, (why, helps): &(RuleId, bool)| {
            check.noting(*why, if *helps { 1 } else { -1 }, Bearing::Edge)
        };
        let check = self.sources.iter().fold(check, named);
        self.behind.iter().fold(check, |check, why| check.noting(*why, 0, Bearing::Idle))
    }

    /// The same, with what comes of them.
    pub fn note<M: Terms>(&self, g: &Setup, mut check: Check<M>) -> Check<M> {
        if !M::LISTED {
            return check;
        }
        check = self.name(check);
        if self.sources.is_empty() {
            return check;
        }
        if self.sources.iter().filter(|(_, helps)| !helps).count() > 1 {
            check = check.noting(rule::RULING_ONE_DISADVANTAGE, 0, Bearing::Idle);
        }
        let net = self.net(g);
        let why = match net {
            0 => return check.noting(rule::RULING_ADVANTAGE, 0, Bearing::Idle),
            1.. => rule::ROLL_ADVANTAGE,
            _ => rule::ROLL_DISADVANTAGE,
        };
        check.noting(why, net, Bearing::Dice)
    }
}

/// How much speaks for a throw, and how much against it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Balance {
    helps: i32,
    hinders: i32,
    /// Does cover hinder it?
    covered: bool,
    /// Does it hinder it that the target is seen badly, or not at all?
    unseen: bool,
}

impl Balance {
    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            helps: self.helps + other.helps,
            hinders: self.hinders + other.hinders,
            covered: self.covered || other.covered,
            unseen: self.unseen || other.unseen,
        }
    }

    /// Above 0 advantage, below 0 disadvantage. (`ruling.advantage`)
    pub fn net(self, g: &Setup) -> i32 {
        // Cover and concealment are one hindrance. (`ruling.one-disadvantage`)
        let hinders = self.hinders + i32::from(self.covered || self.unseen);
        match g.rules.advantage_stacking {
            AdvantageStacking::Cancel if self.helps > 0 && hinders > 0 => 0,
            _ => i32::signum(self.helps - hinders),
        }
    }
}

/// The dice for a net advantage.
pub fn dice(net: i32) -> Dice {
    match net {
        0 => Dice::D20,
        1.. => TWO_HIGH,
        _ => TWO_LOW,
    }
}

/// Does nothing speak for or against an attack in melee? Most often that is so, and few questions tell.
#[inline(always)]
pub fn is_even(g: &Setup, s: &State, by: Id, on: Id, what: &Attack) -> bool {
    let even = g.is_plain
        && s.is_plain(by)
        && s.is_plain(on)
        && s.grapples.is_empty()
        && !what.manner.is_ranged()
        && !flanking::is_flanked(g, s, on, by)
        && (lines::is_lonely(g, s, [by, on]) || lines::cover(g, s, by, on) == Cover::None);
    debug_assert!(
        !even || of_attack::<Sum>(g, s, by, on, what).sources.is_empty(),
        "something speaks for or against it"
    );
    even
}

/// An attack with a weapon, a maneuver among them.
pub fn of_attack<M: Terms>(g: &Setup, s: &State, by: Id, on: Id, what: &Attack) -> Edges {
    let ranged = what.manner.is_ranged();
    let mut edges = Edges::default();
    of_attacker(g, s, by, on, what, &mut edges);
    against(g, s, by, on, &mut edges);
    edges.add(s.creature(on).is(Plight::Prone), rule::PRONE, !ranged);
    covered(lines::cover_for::<M>(g, s, by, on), ranged, &mut edges);
    edges
}

/// How much speaks for and against an attack on somebody, whatever stands between; `against` is what does in any attack.
pub fn in_the_open(g: &Setup, s: &State, by: Id, on: Id, what: &Attack, against: Balance) -> Balance {
    let mut edges = Edges::default();
    of_attacker(g, s, by, on, what, &mut edges);
    edges.add(s.creature(on).is(Plight::Prone), rule::PRONE, !what.manner.is_ranged());
    edges.balance().and(against)
}

/// What speaks for and against any attack of one on another that is no area, and whether it is that the other is flat-footed.
pub fn against_any(g: &Setup, s: &State, by: Id, on: Id) -> (Balance, bool) {
    let mut edges = Edges::default();
    against(g, s, by, on, &mut edges);
    (edges.balance(), edges.sources().any(|(why, _)| why == rule::FLAT_FOOTED))
}

/// What speaks for and against an attack by whoever makes it, and how.
fn of_attacker(g: &Setup, s: &State, by: Id, on: Id, what: &Attack, edges: &mut Edges) {
    let ranged = what.manner.is_ranged();
    own(g, s, by, !ranged, is_heavy(g, s, what.arm), edges);
    edges.said(s.creature(by).said.attack);
    if ranged {
        let near = bodies::distance(g, s, by, on) <= g.rules.ranged_adjacent;
        edges.add(near, rule::ATTACK_RANGED_ADJACENT, false);
        if near && what.manner == crate::model::Manner::Thrown {
            edges.mention(rule::RULING_THROWN);
        }
    }
}

/// An attack by a spell; `cover` is what stands between it, or its origin, and the target.
pub fn of_spell(g: &Setup, s: &State, by: Id, on: Id, cover: lines::Covering, is_area: bool) -> Edges {
    let mut edges = Edges::default();
    of_caster(s, by, &mut edges);
    if is_area {
        against_in_area(g, s, by, on, &mut edges);
    } else {
        against(g, s, by, on, &mut edges);
    }
    edges.mention(rule::RULING_SPELL_ATTACKS);
    if is_area && cover.cover == Cover::Partial {
        edges.mention(rule::COVER_AREA);
    }
    covered(cover, false, &mut edges);
    edges
}

fn of_caster(s: &State, by: Id, edges: &mut Edges) {
    edges.add(s.creature(by).has(Kind::Shaken), rule::SHAKEN, false);
    edges.add(s.creature(by).is(Plight::Tumbling), rule::ZERO_G_STABILIZE, false);
    edges.said(s.creature(by).said.attack);
}

/// How much speaks for and against a spell on somebody, whatever stands between; `against` is what does in any attack.
pub fn of_spell_in_the_open(s: &State, by: Id, against: Balance) -> Balance {
    let mut edges = Edges::default();
    of_caster(s, by, &mut edges);
    edges.balance().and(against)
}

/// What speaks against an attack of what stands between.
pub fn of_cover(covering: lines::Covering) -> Balance {
    let mut edges = Edges::default();
    covered(covering, false, &mut edges);
    edges.balance()
}

/// The roll of whoever is struck in an opposed roll: his own states alone. (`ruling.defender`)
pub fn of_defender(g: &Setup, s: &State, who: Id, against_whom: Id) -> Edges {
    use crate::catalogue::OpposedDefenderStates as States;
    let mut edges = Edges::default();
    if g.rules.opposed_defender_states != States::None {
        own(g, s, who, true, false, &mut edges);
    }
    if g.rules.opposed_defender_states == States::All {
        against(g, s, who, against_whom, &mut edges);
        edges.add(s.creature(against_whom).is(Plight::Prone), rule::PRONE, true);
    }
    edges
}

fn is_heavy(g: &Setup, s: &State, arm: Arm) -> bool {
    attack::weapon(g, s, arm).class == Class::Heavy
}

/// What somebody's own state does to an attack.
fn own(g: &Setup, s: &State, who: Id, melee: bool, heavy: bool, edges: &mut Edges) {
    let creature = s.creature(who);
    edges.add(creature.has(Kind::Shaken), rule::SHAKEN, false);
    edges.add(melee && creature.is(Plight::Prone), rule::PRONE, false);
    edges.add(creature.is(Plight::Tumbling), rule::ZERO_G_STABILIZE, false);
    edges.add(heavy && ground::is_squeezing(g, s, who), rule::RULING_SQUEEZING, false);
}

/// What the target's state, and what either knows of the other, does to an attack.
fn against(g: &Setup, s: &State, by: Id, on: Id, edges: &mut Edges) {
    against_in_area(g, s, by, on, edges);
    let why = sight::why_concealed(g, s, by, on);
    match sight::known(s, by, on, || why.is_some()) {
        Knowledge::Seen => {}
        Knowledge::Concealed => edges.add(true, rule::CONCEALED, false),
        Knowledge::Hidden => edges.add(true, rule::HIDDEN, false),
        Knowledge::Undetected => edges.add(true, rule::UNDETECTED, false),
    }
    if let Some(why) = why {
        edges.mention(why);
        edges.mention(rule::COND_SCOPE);
    } else if let Some(light) = sight::light_that_shows(g, s, on) {
        edges.mention(light);
        edges.mention(rule::RULING_LIGHT);
    }
}

/// The same where nobody has to be found: in an area. (`ruling.hidden-in-area`)
fn against_in_area(g: &Setup, s: &State, by: Id, on: Id, edges: &mut Edges) {
    if let Some(why) = flat_footed(g, s, on, by) {
        edges.add(true, rule::FLAT_FOOTED, true);
        edges.mention(why);
        if why == rule::FLANKED {
            edges.mention(rule::RULING_FLANKING);
        }
    }
    edges.add(s.creature(on).dodges > 0, rule::DODGE, false);
    edges.said(s.creature(on).said.target);
}

fn covered(covering: lines::Covering, ranged: bool, edges: &mut Edges) {
    if covering.cover == Cover::Partial {
        edges.add(true, rule::COVER, false);
        if ranged && covering.by_creature {
            edges.mention(rule::ATTACK_RANGED_INTERVENING);
        }
        if covering.by_illusion {
            edges.mention(rule::RULING_COVER);
        }
    }
}

/// Why attacks of one on another have advantage, if they have. (`flat-footed`)
pub fn flat_footed(g: &Setup, s: &State, on: Id, by: Id) -> Option<RuleId> {
    let creature = s.creature(on);
    Some(match () {
        () if creature.has(Kind::Stunned) => rule::STUNNED,
        () if creature.is(Plight::Unconscious) => rule::UNCONSCIOUS,
        () if creature.has(Kind::Blinded) => rule::BLINDED,
        () if creature.has_toward(Kind::FlatFooted, by) => rule::FLAT_FOOTED,
        () if s.held_by(on).is_some_and(|grapple| grapple.by == by) => rule::GRAPPLED,
        () if s.creature(by).undetected_by.has(on) => rule::UNDETECTED,
        () if s.creature(by).hidden_from.has(on) => rule::HIDDEN,
        () if ground::is_squeezing(g, s, on) => rule::SQUEEZING,
        () if flanking::is_flanked(g, s, on, by) => rule::FLANKED,
        () => return None,
    })
}
