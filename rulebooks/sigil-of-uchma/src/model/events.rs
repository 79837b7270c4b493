//! What happens in a fight, each with the rules it comes from and its sentence.

use skirmish_bookkit::events::{AbilityIndex, Cites};
use skirmish_bookkit::view::label;
use skirmish_bookkit::words::plural;
use skirmish_grid::Square;
use skirmish_kernel::words::list;
use skirmish_kernel::{Id, RuleId};

use super::{Condition, Lying, Parting, Setup, Signal, Status};
use crate::catalogue::rule;

/// How a figure of damage came about. (`damage.formula`)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The action damage, or what else hurts.
    pub action: i32,
    /// With potency, in quarters.
    pub potent: i32,
    /// With other bonuses, in quarters.
    pub sum: i32,
    /// Less armor, in quarters.
    pub pierced: i32,
    /// Less what somebody who lies on the ground does not deal, in quarters. (`prone.attack-only`)
    pub dealt: i32,
    /// What is left in the end.
    pub points: i32,
    /// Where it comes from.
    pub source: RuleId,
    /// Which armor.
    pub armor: RuleId,
    /// Is it an extra packet?
    pub extra: bool,
    /// Does it come from one who lies on the ground?
    pub halved: bool,
}

skirmish_bookkit::events! {
    /// Something that happened.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Event for Setup as g {
        /// A round begins. Where no ambush is, the heading over it says so.
        Round { round: u32, ambush: u64, first: bool } [
            ROUND_START_PHASE, MAP_GRID, ROUND_SETUP if first, ROUND_REPEAT if !first, AMBUSH if *ambush != 0,
        ] => if *ambush == 0 { String::new() } else { ambushed(g, *ambush) };
        /// One more round of lying there.
        Counted { who: Id, rounds: u8 } [DEATH_SAVE_THRESHOLDS, ROUND_START_PHASE]
            => format!("{who} has lain there for {}.", plural(rounds, "round"));
        /// The order stands.
        Ordered { order: Vec<Id>, why: Cites } [TURN_ORDER_RECALCULATE, TURN_ORDER_INITIATIVE, in why] => {
            let names: Vec<&str> = order.iter().map(|id| g.sheet(*id).name.as_str()).collect();
            if names.is_empty() { "The dice decide.".into() } else { format!("They act in this order: {}.", names.join(", ")) }
        };
        /// Somebody's turn begins.
        Turn { who: Id, minion: bool }
            [ROUND_ACTION_PHASE, TURN_START_ORDER, TURN_ORDER_ONE_TURN, SUMMON_INITIATIVE if minion];
        /// Somebody has no turn.
        NoTurn { who: Id, why: RuleId } [in [why], TURN_START_ORDER]:
            if (why == rule::STATUS_STUNNED) "{who} is stunned, and does nothing." else "{who} lies there.";
        /// Effects run down at the place of somebody who is gone.
        GoesOn { who: Id } [RULING_OWNERLESS]: "What {who} has left behind goes on.";
        /// A part of a turn is begun.
        Began { who: Id, why: Cites } [TURN_GROUPS, in why];
        /// An ability is used.
        Used { by: Id, ability: AbilityIndex, on: Option<Id>, at: Option<Square>, energy: i16, why: Cites }
            [ATTACK_ORDER, in why] => {
            let what = ability.replace('-', " ");
            match (on, at) {
                (Some(on), _) if *on != by.id => format!("{by} uses {what} on {}.", g.sheet(*on).name),
                (_, Some(at)) => format!("{by} uses {what} in {}.", label(&g.ground.board, *at)),
                _ => format!("{by} uses {what}."),
            }
        };
        /// An ability is prepared.
        Prepared { who: Id, ability: AbilityIndex, at: Option<Square>, event: Option<Signal>, why: Cites }
            [ACTION_PREPARED, in why] => {
            let at = at.map_or_else(String::new, |at| format!(" around {}", label(&g.ground.board, at)));
            format!("{who} prepares {}{at}.", ability.replace('-', " "))
        };
        /// Its trigger has come.
        Fired { who: Id, on: Id, used: bool, why: Cites } [PREPARED_TRIGGER, PREPARED_OUTSIDE_TURN, in why]:
            if used "{who} has waited for {on}." else "{who} lets it pass, and waits on.";
        /// It has not come.
        Lapsed { who: Id, ability: AbilityIndex } [PREPARED_EXPIRY]
            => format!("{who} waits no longer with {}.", ability.replace('-', " "));
        /// An ally is asked.
        Asked { who: Id, by: Id, willing: bool } [PRECISION_WHEN]
            => if willing { String::new() } else { format!("{who} is not willing.") };
        /// A precision roll succeeds.
        Hit { by: Id, on: Id, ten: bool, melee: bool } [PRECISION_MEET, PRECISION_NATURAL_TEN if ten]:
            if ten "{by} hits {on} with a ten." else "{by} hits {on}.";
        /// It does not reach what it had to.
        Missed { by: Id, on: Id, melee: bool, goal: i32 } [PRECISION_MEET]: "{by} misses {on}: {goal} was to be reached.";
        /// It does not reach somebody in its area.
        Spared { by: Id, on: Id, why: RuleId } [in [why]]: "{on} neither sees nor hears enough of it.";
        /// Damage.
        Damage { on: Id, taken: Taken, minion: bool } [
            DAMAGE_HEALTH, in [taken.source, taken.armor], DAMAGE_FORMULA if taken.source == rule::DAMAGE_ACTION,
            ARMOR_TWO_KINDS if taken.source == rule::DAMAGE_ACTION, DAMAGE_POTENCY if taken.potent != 4 * taken.action,
            DAMAGE_OTHER if taken.sum != taken.potent, DAMAGE_EXTRA if taken.extra, PRONE_ATTACK_ONLY if taken.halved,
            SUMMON_BOND if minion,
        ] => match taken.points {
            ..=0 => format!("{on} takes no damage."),
            points if taken.extra => format!("{on} takes {points} damage more."),
            points => format!("{on} takes {points} damage."),
        };
        /// Healing.
        Healed { who: Id, points: i32, capped: bool } [RULING_HEALING]: "{who} has {points} health more.";
        /// An effect begins, or is there already.
        Afflicted { who: Id, status: Status, left: u8, hits: bool, again: bool, why: Cites } [
            in [status.rule()], DURATION_HITS if hits, DURATION_ROUNDS if !hits, RULING_STATUS if again, in why,
        ] => {
            let more = if again { ", as before" } else { "" };
            match status {
                Status::Form => String::new(),
                Status::Eye => format!("{who} sees from elsewhere, for {}.", plural(left, "round")),
                Status::Ear => format!("{who} hears from elsewhere, for {}.", plural(left, "round")),
                _ => format!("{who} is {status} for {}{more}.", plural(left, if hits { "hit" } else { "round" })),
            }
        };
        /// An effect acts, or is counted.
        RanDown { who: Id, status: Status, left: u8, hits: bool, why: Cites }
            [DURATION_HITS if hits, DURATION_ROUNDS if !hits, in [status.rule()], in why];
        /// An effect ends.
        Ended { who: Id, status: Status, why: RuleId } [in [why]] => match status {
            Status::Form | Status::Eye | Status::Ear => String::new(),
            _ => format!("{who} is no longer {status}."),
        };
        /// Something lies on squares from now on.
        Laid { at: Square, lying: Lying, by: Option<Id> } [RULING_GROUND_EFFECTS, in [lying.rule()]]
            => format!("{} around {at}.", lying.lies());
        /// It lies there no longer.
        Cleared { at: Square, lying: Lying, why: RuleId } [in [why]]: "No more {lying} around {at}.";
        /// It acts.
        Touched { who: Id, lying: Lying, reached: bool }
            [RULING_GROUND_EFFECTS, in [lying.rule()], FLY_ABOVE_GROUND if !reached]:
            if reached "The fire reaches {who}." else "{who} is above the fire.";
        /// Somebody goes somewhere, for so many half-squares.
        Moved { who: Id, to: Square, altitude: i16, halves: i32, why: Cites }
            [MOVE_GRID, MAP_CELL_SIZE, MOVE_SPEED, in why] => {
            let high = if altitude > 0 { format!(", {} up", plural(altitude, "metre")) } else { String::new() };
            format!("{who} goes to {to}{high} ({} {}).", squares(halves), if halves == 2 { "square" } else { "squares" })
        };
        /// Somebody is moved, or is somewhere at once.
        Shifted { who: Id, to: Square, why: RuleId } [in [why]]:
            if (why == rule::PREPARED_MOVEMENT) "{who} is in {to} at once." else "{who} is driven to {to}.";
        /// Somebody comes to a stop before the end of the way.
        Stopped { who: Id, why: RuleId } [in [why]]: "{who} comes to a stop.";
        /// Somebody lies down, is brought down, or gets up.
        Posture { who: Id, prone: bool, why: RuleId } [in [why]]:
            if (prone && why == rule::PRONE_VOLUNTARY) "{who} drops prone."
            else if prone "{who} falls prone."
            else "{who} gets up.";
        /// A fall.
        Fell { who: Id, metres: i32, why: Cites } [FALL_DAMAGE, FALL_THRESHOLD, FALL_NO_ARMOR, in why]
            => format!("{who} falls {}.", plural(metres, "metre"));
        /// Another weapon set is in hand.
        Swapped { who: Id, set: u8 } [RULING_SWAP_SET]
            => format!("{who} takes {} in hand.", g.in_set(who.id, set));
        /// Somebody is in another state.
        State { who: Id, now: Condition, why: Cites } [
            DEATH_UNCONSCIOUS if *now == Condition::Unconscious, DEATH_UNCONSCIOUS_PRONE if *now == Condition::Unconscious,
            DEATH_RECOVER if *now == Condition::Conscious, in why,
        ] => match now {
            Condition::Conscious => format!("{who} comes to, and lies on the ground."),
            Condition::Unconscious => format!("{who} falls unconscious."),
            Condition::Dead => format!("{who} is dead."),
            Condition::Left | Condition::Away => format!("{who} is gone."),
        };
        /// A death save.
        Saved { who: Id, goal: i32, made: bool, rounds: u8 }
            [DEATH_SAVE, DEATH_SAVE_FORMULA, DEATH_SAVE_THRESHOLDS, DEATH_SAVE_FAIL if !made]:
            if made "{who} holds on: {goal} was to be reached." else "{who} does not hold on: {goal} was to be reached.";
        /// A minion comes.
        Came { who: Id, by: Id, at: Square, why: Cites } [SUMMON_CONTROL, in why]: "{by} calls {who}, who comes to {at}.";
        /// A minion vanishes.
        Vanished { who: Id } [SUMMON_VANISH]: "{who} vanishes.";
        /// Somebody takes another form.
        Shaped { who: Id, form: u8, willing: bool, why: Cites }
            [TRANSFORM_STATS, TRANSFORM_ABILITIES, TRANSFORM_EFFECTS_KEPT, in why] => {
            let form = g.forms.get(usize::from(form)).map_or("", |form| form.name.as_str());
            format!("{who} is {} now.", form.replace('-', " "))
        };
        /// The form is over.
        Unshaped { who: Id, why: Cites } [TRANSFORM_RETURN_HEALTH, in why]: "{who} is as before.";
        /// What somebody does in an end phase.
        Parted { who: Id, how: Parting, why: Cites }
            [ROUND_END_PHASE, TURN_ORDER_ALLY_TIE_CHANGE if matches!(how, Parting::Before(_)), in why] => match how {
                Parting::Stay => String::new(),
                Parting::Speak => format!("{who} speaks."),
                Parting::Leave => format!("{who} leaves the fight."),
                Parting::Flee => format!("{who} flees."),
                Parting::Before(other) => format!("{who} goes before {} from now on.", g.sheet(*other).name),
            };
        /// The round is over.
        RoundEnds { lapsed: bool } [ROUND_END, AMBUSH if lapsed];
        /// The fight is over.
        Over [ROUND_REPEAT]: "The fight is over.";
    }
}

/// Which sides are ambushed, and what that takes.
fn ambushed(g: &Setup, bits: u64) -> String {
    let sides = (0..64).zip(&g.sides).filter(|(at, _)| bits >> at & 1 == 1);
    let sides = list(&sides.map(|(_, side)| side.as_str()).collect::<Vec<_>>());
    let (first, roll) = (g.rules.ambush_initiative, g.rules.ambush_precision);
    let rest = g.rules.ambush_resistances;
    format!("Ambushed in this round: {sides}. Initiative -{first}, precision -{roll}, resistances -{rest}.")
}

/// A number of half-squares, as squares.
pub fn squares(halves: i32) -> String {
    if halves % 2 == 0 { format!("{}", halves / 2) } else { format!("{}.5", halves.div_euclid(2)) }
}

impl Status {
    /// The rule of the effect.
    pub fn rule(self) -> RuleId {
        match self {
            Self::Bleeding => rule::STATUS_BLEEDING,
            Self::Slowed => rule::STATUS_SLOWED,
            Self::Bolstered => rule::STATUS_BOLSTERED,
            Self::Guarded => rule::STATUS_GUARDED,
            Self::Stunned => rule::STATUS_STUNNED,
            Self::Eye | Self::Ear => rule::SENSES_REMOTE,
            Self::Form => rule::TRANSFORM_STATS,
        }
    }
}

impl Lying {
    fn rule(self) -> RuleId {
        if self == Self::Fire { rule::RULING_GROUND_EFFECTS } else { rule::SENSES_MAGIC_BLOCK }
    }

    fn lies(self) -> &'static str {
        match self {
            Self::Fire => "Fire burns",
            Self::Darkness => "Darkness falls",
            Self::Silence => "It is silent",
        }
    }
}
