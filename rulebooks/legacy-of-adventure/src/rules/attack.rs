//! One attack, from its declaration to what comes of it. (`attack.steps`)

pub mod exchange;

use skirmish_bookkit::events::Cites;
use skirmish_kernel::Id;

use crate::catalogue::{RulingOpponents, RulingOpportunityFree, RulingSameStanceOrder, RulingSurprisedDefend, rule};
use crate::model::{
    Attack, Bar, Drawn, Dropped, Event, Incoming, Manner, Mode, Occasion, Row, Segment, Setup, Spot, Stance, State,
    States, Strike,
};
use crate::rules::judge::usual_spot;
use crate::rules::{OrHalt, Table, damage, defence, derived, effects, lines, opportunity, score, zones};

/// An attack that is being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blow<'g> {
    /// Whose.
    pub by: Id,
    /// With what, at whom, where.
    pub attack: Attack,
    /// The row that it is made with.
    pub row: &'g Row,
    /// How it has come about.
    pub occasion: Occasion,
    /// Actions that it costs.
    pub cost: u8,
    /// Yards leapt, which add to its damage.
    pub leap: u8,
    /// At the end of a move, in one act with it. (`initiative-skills.kind`)
    pub moved: bool,
}

/// Actions that an attack costs. (`ruling.opportunity`)
#[inline]
pub fn cost(g: &Setup, row: &Row, occasion: Occasion) -> u8 {
    match occasion {
        Occasion::Opportunity => u8::from(g.rules.ruling_opportunity_free != RulingOpportunityFree::On),
        Occasion::Own | Occasion::Answer => row.usage,
    }
}

impl<'g> Blow<'g> {
    /// An attack as its row has it; none where its attacker has no such row.
    #[inline]
    pub fn new(g: &'g Setup, by: Id, attack: Attack, occasion: Occasion) -> Option<Self> {
        let row = g.row(by, attack.row)?;
        Some(Self { by, attack, row, occasion, cost: cost(g, row, occasion), leap: 0, moved: false })
    }

    /// Does it come out of an ambush? (`ambush.set-position`)
    pub fn is_surprise(self, s: &State) -> bool {
        s.segment == Segment::Ambush && self.occasion == Occasion::Own
    }
}

/// Carries out an attack that has just been named.
pub fn given<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, named: Attack, occasion: Occasion) -> OrHalt<T> {
    match Blow::new(g, by, named, occasion) {
        Some(blow) => attack(g, s, t, &blow),
        None => Ok(()),
    }
}

/// Carries an attack out, with everything that it sets off.
pub fn attack<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow) -> OrHalt<T> {
    t.scope(s, |s, t| {
        declare(g, s, t, blow);
        if !draw(g, s, t, blow)? {
            return Ok(());
        }
        let Some(strike) = landed(g, s, t, blow, false)? else { return Ok(()) };
        if waits_for_the_pass(g, s, blow) {
            s.strikes.push(strike);
            return Ok(());
        }
        t.scope(s, |s, t| {
            damage::lose(g, s, t, &strike);
            effects::of_strike(g, s, t, &strike)
        })
    })
}

/// Does it take effect with everything else that its pass has done? So do blows between those of one stance, by a house
/// rule. (`ruling.same-stance-order`)
#[inline]
pub fn waits_for_the_pass(g: &Setup, s: &State, blow: &Blow) -> bool {
    g.rules.ruling_same_stance_order == RulingSameStanceOrder::Simultaneous
        && blow.occasion != Occasion::Opportunity
        && s.creature(blow.by).stance == s.creature(blow.attack.on).stance
}

/// Says what is attacked with what, and pays for it. (`attack.refused-free`)
#[inline]
pub fn declare<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow) {
    let Blow { by, attack, .. } = *blow;
    let surprise = blow.is_surprise(s);
    t.tell(|| Event::Declared { by, attack, also: declared(g, s, blow) });
    s.pay(by, blow.cost);
    // With a blow in between, a leap is one from standing again. (ability Pounce)
    s.marks.ran.set(by, false);
    if blow.occasion != Occasion::Opportunity {
        s.marks.fights.set(by, true);
    }
    if surprise {
        s.marks.struck.set(by, true);
    }
}

/// What is thrown leaves the hand, and lies where its target stands. (`ruling.hands`)
#[inline(always)]
fn let_fly(g: &Setup, s: &mut State, blow: &Blow) {
    if let (true, Some(arm)) = (blow.row.thrown, blow.row.arm) {
        let at = s.creature(blow.attack.on).at;
        s.creature_mut(blow.by).let_go(arm);
        s.creature_mut(blow.by).lost |= 1 << arm;
        s.dropped.push(Dropped { owner: blow.by, arm, at });
        derived::grip(g, s, blow.by);
    }
}

/// Every rule that has a part in how an attack is declared.
fn declared(g: &Setup, s: &State, blow: &Blow) -> Cites {
    let mut also = Cites::default();
    let row = blow.row;
    let (magic, engaged) = (row.nature.is_magic(), zones::is_engaged(g, s, blow.by));
    let own = blow.occasion == Occasion::Own && !blow.moved;
    also.add(spot_rule(blow.attack.spot, row));
    also.add(g.ability(row.ability).rule);
    also.when(blow.attack.spot != Spot::Whole && blow.attack.spot != usual_spot(g, row), rule::DP_LOCATION);
    also.when(row.mode == Mode::Melee && !magic, rule::MELEE_THREAT_ZONE);
    also.when(row.mode == Mode::Melee && magic, rule::MAGIC_MELEE);
    also.when(row.mode == Mode::Ranged && !magic, rule::RANGED_WHAT);
    also.when(
        row.mode == Mode::Ranged && !magic && lines::between(s, blow.by, blow.attack.on) <= i32::from(row.range),
        rule::RANGED_NOMINAL,
    );
    also.when(row.mode == Mode::Ranged && magic, rule::MAGIC_RANGED_DIFFERENCES);
    also.when(magic, rule::MAGIC_SEGMENT);
    let teeth = row.weapon.is_some_and(|weapon| g.weapon(weapon).natural);
    also.when(teeth, rule::RULING_NATURAL_WEAPONS);
    also.when(blow.moved, rule::INITIATIVE_SKILLS_KIND);
    if own {
        cite_segment(s, row, engaged, &mut also);
    }
    let shot_into = row.mode == Mode::Ranged && !magic && lines::is_hindered(g, s, blow.by, blow.attack.on);
    also.when(shot_into, rule::DP_FIRE_INTO_MELEE);
    also.when(shot_into, rule::DP_CLEAR_SHOT);
    also
}

/// Why an attack may be made in this segment.
fn cite_segment(s: &State, row: &Row, engaged: bool, also: &mut Cites) {
    let (magic, melee) = (row.nature.is_magic(), row.mode == Mode::Melee);
    let long = row.usage >= 3;
    match s.segment {
        Segment::Ambush => {
            also.add(rule::AMBUSH_SET_POSITION);
            also.when(magic, rule::AMBUSH_MAGIC_LIMIT);
        }
        Segment::Melee => {
            also.when(melee || engaged, rule::MELEE_SEG_REQUIREMENT);
            also.when(magic, rule::MELEE_SEG_MAGIC_LIMIT);
        }
        Segment::Ranged => {
            also.when(!melee && !engaged, rule::RANGED_SEG_WHO);
            also.when(melee, rule::RANGED_SEG_LATE_MELEE);
            also.when(melee || engaged, rule::SEGMENT_LATER_ALLOWED);
            also.when(magic, rule::RANGED_SEG_MAGIC_LIMIT);
        }
        Segment::Movement => {
            also.when(magic && row.usage == 2 && engaged, rule::RULING_ENGAGED_TWO_ACTION_SPELL);
            also.add(rule::MOVE_SEG_LATE_ATTACKS);
            also.add(rule::SEGMENT_LATER_ALLOWED);
        }
        Segment::Multiform => {
            also.when(long, rule::MULTIFORM_ATTACKS);
            also.when(!long, rule::SEGMENT_LATER_ALLOWED);
        }
    }
}

/// The rule by which a spot is aimed at.
fn spot_rule(spot: Spot, row: &Row) -> skirmish_kernel::RuleId {
    match spot {
        Spot::Whole => rule::CALLED_MAGIC_NONE,
        Spot::Torso => rule::ATTACK_TORSO_DEFAULT,
        Spot::Vulnerability if row.manner == Manner::Unarmed => rule::UNARMED_TARGETING,
        Spot::Vitals => rule::CALLED_VITALS,
        Spot::Vulnerability => rule::CALLED_VULNERABILITY,
        Spot::Weapon(_) => rule::CALLED_WEAPON,
        _ => rule::CALLED_OPTIONAL,
    }
}

/// Attacks of opportunity that it draws; false when it comes to nothing through them.
#[inline(always)]
fn draw<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow) -> OrHalt<T, bool> {
    let Some(drawn) = drawn(g, s, blow) else { return Ok(true) };
    let strikers = opportunity::strikers(g, s, blow.by);
    let goes_on = opportunity::offer(g, s, t, blow.by, drawn, strikers)?;
    // What it was to be done with may have been struck out of its hand.
    let armed = zones::is_in_hand(g, s, blow.by, blow.row);
    Ok(goes_on && armed && s.is_able(blow.by) && s.is_up(blow.attack.on))
}

/// What about an attack lays its attacker open: a shot or a spell while engaged. (`ranged.in-melee`, `magic.melee`)
#[inline(always)]
pub fn drawn(g: &Setup, s: &State, blow: &Blow) -> Option<Drawn> {
    let drawn = match (blow.row.nature.is_magic(), blow.row.mode) {
        (true, _) => Drawn::Spell,
        (false, Mode::Ranged) => Drawn::Shot,
        (false, Mode::Melee) => return None,
    };
    let open = blow.occasion != Occasion::Opportunity && !zones::threatened_by(g, s, blow.by).is_empty();
    open.then_some(drawn)
}

/// A blow of an exchange, to which there is no defence. (`stance.aggressive.trade`)
#[inline(never)]
pub fn strike<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow) -> OrHalt<T, Option<Strike>> {
    landed(g, s, t, blow, true)
}

/// Check, defence, damage: what has landed, if anything has. Nothing is taken off yet.
// With the rules around it in one piece: what they hand each other needs no memory.
#[inline(always)]
fn landed<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, mutual: bool) -> OrHalt<T, Option<Strike>> {
    let_fly(g, s, blow);
    if !t.scope(s, |s, t| meet(g, s, t, blow, mutual))? {
        return Ok(None);
    }
    t.scope(s, |s, t| damage::throw(g, s, t, blow))
}

/// The attack check and its defence. True when the attack gets through. (`attack.steps`)
fn meet<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, mutual: bool) -> OrHalt<T, bool> {
    let (by, on, row) = (blow.by, blow.attack.on, blow.row);
    let hit = score::holds(g, t, score::attack(g, s, by, blow.attack, row))?;
    t.tell(|| Event::Rolled { by, on, hit });
    if !hit {
        return Ok(false);
    }
    let incoming = Incoming { by, on, row: blow.attack.row, mode: row.mode, nature: row.nature, leap: blow.leap };
    if let Some(bar) = barred(g, s, &incoming, mutual) {
        t.tell(|| Event::Barred { on, bar });
        return Ok(true);
    }
    let how = defence::choose(s, t, &incoming)?;
    Ok(!defence::carry_out(g, s, t, &incoming, row, how)?)
}

/// Why there is no defence against an attack, if there is none.
#[inline(always)]
pub fn barred(g: &Setup, s: &State, incoming: &Incoming, mutual: bool) -> Option<Bar> {
    let Incoming { by, on, .. } = *incoming;
    let aggressive = |who: Id| s.creature(who).stance == Stance::Aggressive;
    let all = g.rules.ruling_opponents == RulingOpponents::All;
    if !s.is_able(on) {
        return Some(Bar::Helpless);
    }
    if mutual || all && aggressive(by) && aggressive(on) {
        return Some(Bar::Aggressive);
    }
    let surprised = s.marks.surprised.has(on) && g.rules.ruling_surprised_defend == RulingSurprisedDefend::Barred;
    if surprised {
        return Some(Bar::Surprised);
    }
    defence::none_open(g, s, incoming)
}

/// Throws somebody to the ground. (`ruling.states`)
pub fn knock_down(s: &mut State, on: Id) {
    s.creature_mut(on).states.set(States::PRONE, true);
    s.touch(on);
}
