//! What happens in a fight, each with the rules it comes from and its sentence.

use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Id, Ids, RuleId};

use super::{Act, Aim, Attack, Carried, Gait, Harm, Kind, Plight, Power, Ready, Setup, Skill};
use crate::catalogue::rule;

/// How a figure of damage came about. (`hp.damage`)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// What the dice showed, with what is added.
    pub rolled: i32,
    /// After a critical success.
    pub doubled: i32,
    /// After vulnerability, resistance, immunity.
    pub typed: i32,
    /// Does nothing of that kind hurt whoever is struck?
    pub immune: bool,
    /// After the durability of an object.
    pub points: i32,
    /// Of what kind.
    pub harm: Harm,
    /// Where it comes from.
    pub source: RuleId,
}

/// A line of the Bleed Table. (`bleeding.table`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BleedLine {
    /// 0 or less.
    Death,
    /// 1 to 5.
    Unconscious,
    /// 6 to 10.
    Deteriorate,
    /// 11 to 15.
    Nothing,
    /// 16 and more.
    Stabilize,
}

/// Why somebody comes to a stop, or is where it has not gone by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    /// Pushed.
    Pushed,
    /// Follows whom it pushes.
    Follows,
    /// Drawn along in a grapple.
    Dragged,
    /// By a current.
    Current,
    /// Weightless.
    Drifts,
    /// Steps out of a shared space.
    StepsAside,
    /// Steps into a shared space.
    StepsIn,
    /// Drawn into the space of whoever has seized it. (`grapple`)
    PulledIn,
    /// With its mount.
    Rides,
    /// Out of the earth that falls in.
    Squeezed,
    /// Where somebody fell upon it.
    MakesRoom,
}

skirmish_bookkit::events! {
    /// Something that happened.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Event for Setup as g {
        /// Initiative of one combatant.
        Initiative { who: Id, total: i32 }
            [INITIATIVE_ROLL, RULING_INITIATIVE, SHEET_INITIATIVE]: "{who} comes to {total}.";
        /// The order stands.
        Ordered { order: Vec<Id>, tied: bool }
            [INITIATIVE_ORDER, SHEET_SCENE, RULING_ENCOUNTER_START, INITIATIVE_TIE if tied] => {
            let names: Vec<&str> = order.iter().map(|id| g.sheet(*id).name.as_str()).collect();
            let tied = if tied { " Dice decide between those who are tied." } else { "" };
            format!("They act in this order: {}.{tied}", names.join(", "))
        };
        /// A round begins. The heading over it says so.
        Round { round: u32, outside: bool } [ROUND_LENGTH, CORE_OUTSIDE_COMBAT if outside];
        /// Somebody's turn begins.
        Turn { who: Id } [TURN_BUDGET, REACTION_BUDGET, TURN_START_SEQUENCE, RULING_START_ORDER];
        /// It knows of no battle, and loses its turn.
        Surprised { who: Id } [SURPRISE_UNAWARE, RULING_UNAWARE]:
            "{who} knows of nothing yet, and does nothing.";
        /// It has nothing to act with.
        CannotAct { who: Id, why: RuleId } [in [why]]: "{who} does nothing in this turn.";
        /// Whose turn starts with that of whoever commanded it last.
        StartsWith { who: Id, with: Id } [COMMAND_TURN_START]: "{who}'s turn starts with {with}'s.";
        /// A reaction is spent.
        Reacted { who: Id, several: bool }
            [DP_REACT, REACTION_ONLY_LISTED, RULING_REACTION_TIME, FEAT_ADDITIONAL_REACTION if several]: "{who} reacts.";
        /// There is no reaction to spend.
        NoReaction { who: Id, why: RuleId } [in [why]]: "{who} has no reaction yet.";
        /// A turn is put off; another one is entered.
        Delayed { who: Id } [TURN_DELAY, TURN_DELAY_START_EFFECTS, RULING_DELAY]: "{who} waits.";
        /// Somebody enters the order again, behind another.
        Entered { who: Id, after: Id } [TURN_HOLD, TURN_DELAY]: "{who} acts now, behind {after}.";
        /// What goes on strikes at the place that its owner has left.
        GoesOn { who: Id } [TURN_DELAY_ONGOING]: "What ails {who} goes on.";
        /// An action is begun, for so many actions of the turn.
        Began { who: Id, act: Act, cost: u8 } [of act];
        /// Energy is gathered.
        Gathered { who: Id, points: i32 } [FOCUS, ROLL_ROUNDING, RULING_ROUNDING]:
            "{who} gathers {points} Energy.";
        /// An attack is declared.
        Attacked { by: Id, on: Id, attack: Attack } [ATTACK_CHOICE, ATTACK_RANGED if attack.manner.is_ranged()];
        /// It hits.
        Hit { by: Id, on: Id, critical: bool } [ATTACK_BASIC, in {if critical {
            [rule::ROLL_CRITICAL, rule::RULING_CRITICAL]
        } else {
            [rule::ROLL_ATTACK, rule::RULING_TIE]
        }}]: if critical "{by} hits {on}: a critical success." else "{by} hits {on}.";
        /// It misses.
        Missed { by: Id, on: Id } [ATTACK_BASIC]: "{by} misses {on}.";
        /// Nobody is in the square that was named.
        StruckNothing { by: Id, at: Square } [HIDDEN_GUESS, RULING_WRONG_SQUARE]:
            "Nobody is in {at}: {by} strikes nothing.";
        /// A throw of two against each other.
        Opposed { by: Id, on: Id, won: bool, critical: bool, forgone: bool } [in {if forgone {
            &[rule::RULING_DEFENDER][..]
        } else {
            &[rule::ROLL_OPPOSED, rule::RULING_OPPOSED_TIE, rule::MANEUVER_GENERAL]
        }}]: if forgone "{on} lets it happen."
            else if (won && critical) "{by} gets the better of {on}: a critical success."
            else if won "{by} gets the better of {on}."
            else "{on} withstands.";
        /// A dodge is used up.
        Dodged { who: Id } [DODGE, RULING_DODGE]: "{who}'s dodge is used up.";
        /// Damage.
        Damage { on: Id, taken: Taken } [
            in [taken.source], HP_DAMAGE, ATTACK_CRITICAL if taken.doubled != taken.rolled,
            RULING_DOUBLE_DAMAGE if taken.doubled != taken.rolled, RULING_DURABILITY if taken.typed != taken.doubled,
        ] => match taken.typed {
                ..=0 => format!("{on} takes no damage."),
                points => format!("{on} takes {points} {} damage.", taken.harm),
            };
        /// An object is struck.
        Struck { on: Id, what: Carried, taken: Taken, destroyed: bool }
            [BREAK, RULING_DURABILITY, DESTROYED if destroyed, SHEET_ARMOUR if *what == Carried::Armour];
        /// Healing.
        Healed { who: Id, rolled: i32, points: i32, why: RuleId } [in [why], HP_HEALING]:
            "{who} has {points} hit points more.";
        /// What the Bleed Table says.
        Bled { who: Id, total: i32, line: BleedLine } [
            BLEEDING_ROLL, BLEEDING_TABLE, RULING_STABILIZE if *line == BleedLine::Stabilize,
            RULING_DEATH_LINE if *line == BleedLine::Death, RULING_DEATH_LINE_ZERO if *line == BleedLine::Death,
        ] => match line {
                BleedLine::Death => format!("{who} bleeds to death, or nearly."),
                BleedLine::Unconscious => format!("{who} faints from loss of blood."),
                BleedLine::Deteriorate => format!("{who} bleeds worse."),
                BleedLine::Nothing => format!("{who} bleeds."),
                BleedLine::Stabilize => format!("{who}'s blood clots."),
            };
        /// A state begins or ends.
        State { who: Id, plight: Plight, on: bool, why: RuleId } [
            in [why], in [plight.rule()], RULING_BLEED_PENALTY if on && *plight == Plight::Bleeding,
            RULING_LOST_ACTIONS if *plight == Plight::Incapacitated,
        ] => match (plight, on) {
                (Plight::Prone, true) => format!("{who} falls prone."),
                (Plight::Prone, false) => format!("{who} stands up."),
                (Plight::Bleeding, true) => format!("{who} is bleeding."),
                (Plight::Bleeding, false) => format!("{who} no longer bleeds."),
                (Plight::OnFire, true) => format!("{who} is on fire."),
                (Plight::OnFire, false) => format!("{who} no longer burns."),
                (Plight::Incapacitated, true) => format!("{who} is incapacitated."),
                (Plight::Incapacitated, false) => format!("{who} is no longer incapacitated."),
                (Plight::Unconscious, true) => format!("{who} is unconscious."),
                (Plight::Unconscious, false) => format!("{who} comes to."),
                (Plight::Tumbling, true) => format!("{who} tumbles."),
                (Plight::Tumbling, false) => format!("{who} comes to rest."),
                _ => String::new(),
            };
        /// A condition begins, for so many rounds; `longer` where it was there already.
        Afflicted { who: Id, kind: Kind, toward: Option<Id>, rounds: u8, longer: bool, why: RuleId } [
            in [why], in [kind.rule()], DURATION_ONE_ROUND, RULING_ANCHOR,
            RULING_LOST_ACTIONS if *kind == Kind::Slowed, RULING_SHAKEN if longer && *kind == Kind::Shaken,
        ] => {
            let toward = toward.map_or_else(String::new, |toward| format!(" towards {}", g.sheet(toward).name));
            let more = if longer { " longer" } else { "" };
            match rounds {
                0 => format!("{who} is {kind}{toward}{more}, for the rest of the turn."),
                1 => format!("{who} is {kind}{toward}{more}, for a round."),
                _ => format!("{who} is {kind}{toward}{more}, for {rounds} rounds."),
            }
        };
        /// A condition ends.
        Ended { who: Id, kind: Kind } [in [kind.rule()], DURATION_ONE_ROUND]: "{who} is no longer {kind}.";
        /// Poison at work, of so many that are in there.
        Poisoned { who: Id, level: u8, several: bool } [POISONED]: "Poison of level {level} works in {who}.";
        /// Death.
        Died { who: Id, why: RuleId } [in [why], DEAD, SHEET_HP]: "{who} dies.";
        /// Somebody moves, unknown to those from whom one hides; how high above the level of the map, where it is not on the ground.
        Moved { who: Id, to: Square, feet: i32, gait: Gait, height: i32, hidden_from: Ids } [
            FLY if *gait == Gait::Fly, MOVE_BASIC if *gait != Gait::Fly, MOVE_STEPWISE, SHEET_SPEED,
            RULING_SPLIT_MOVE, RULING_ONE_MODE, in [gait.rule()],
        ] => {
            let high = match height {
                0 => String::new(),
                1.. => format!(", {height} feet up"),
                _ => format!(", {} feet down", -height),
            };
            format!("{who} {} to {to}{high}, for {feet} feet.", gait.goes())
        };
        /// Somebody is moved, unknown to those from whom it hides.
        Shifted { who: Id, to: Square, how: Shift, why: RuleId, hidden_from: Ids } [in [why]] => match how {
            Shift::Pushed => format!("{who} is pushed to {to}."),
            Shift::Follows => format!("{who} follows to {to}."),
            Shift::Dragged | Shift::Rides => format!("{who} goes along to {to}."),
            Shift::Current => format!("The current carries {who} to {to}."),
            Shift::Drifts => format!("{who} drifts to {to}."),
            Shift::StepsAside => format!("{who} steps to {to}."),
            Shift::StepsIn => format!("{who} closes in, in {to}."),
            Shift::PulledIn => format!("{who} is pulled into {to}."),
            Shift::Squeezed => format!("{who} comes out of the earth in {to}."),
            Shift::MakesRoom => format!("{who} ends up in {to}."),
        };
        /// Somebody comes to a stop before the end of the way.
        Stopped { who: Id, why: RuleId } [in [why]] => match why {
            rule::TRIP_FLYING => format!("{who} is brought down out of the air."),
            rule::RULING_TRIP_FLYER => format!("{who} is on the ground."),
            rule::TRIP_CRITICAL => format!("{who} comes down hard."),
            rule::RULING_PUSH_THROUGH => format!("{who} comes to a stop in front."),
            rule::RULING_HIDING => format!("Somebody is in {who}'s way."),
            _ => format!("{who} comes to a stop."),
        };
        /// The way leads through somebody's square; `difficult` where it counts twice.
        Crossed { who: Id, whom: Id, difficult: bool, why: RuleId } [in [why]]: "{who} passes {whom}.";
        /// A try to push through.
        PushedThrough { who: Id, whom: Id, won: bool, critical: bool }
            [MOVE_ENEMY_PUSH, RULING_PUSH_THROUGH, RULING_FREE_PUSH]:
            if won "{who} pushes past {whom}." else "{who} does not get past {whom}.";
        /// The ground makes the way longer.
        Rough { who: Id, why: RuleId } [in [why]];
        /// Something hard ends a push.
        Collided { who: Id, feet: i16 } [PUSH_COLLISION]: "{who} strikes something hard, {feet} feet early.";
        /// Somebody holds somebody.
        Grappled { by: Id, on: Id } [GRAPPLED, GRAPPLING, RULING_GRAPPLE]: "{by} holds {on}.";
        /// The hold ends.
        LetGo { by: Id, on: Id, why: RuleId } [in [why]]: "{by} no longer holds {on}.";
        /// Something falls to the ground, or is flung.
        Dropped { who: Id, item: u8, to: Square, why: RuleId } [in [why]];
        /// Somebody has something in hand.
        Took { who: Id, item: u8, from: Option<Id>, why: RuleId } [in [why]];
        /// A spell is cast, and paid for.
        Cast { who: Id, spell: u8, power: Power, energy: i32, item: bool, aim: Aim }
            [CAST_ITEM if item, CAST if !item, CAST_COMPONENTS, SHEET_ENERGY];
        /// A spell that goes on does something again.
        Controlled { who: Id, spell: u8 } [CONTROL, RULING_CONTROL]
            => format!("{who} controls {}.", g.spell(spell).name);
        /// A spell is over.
        Faded { who: Id, spell: u8 } [CONTROL] => format!("{who}'s {} is over.", g.spell(spell).name);
        /// Somebody stands in an area.
        Caught { who: Id, by: Id, hidden: bool }
            [ATTACK_AREA_SINGLE_ROLL, RULING_AREAS, RULING_LINE_OF_EFFECT, RULING_HIDDEN_IN_AREA if hidden];
        /// An action is held ready.
        Readied { who: Id, ready: Ready } [READY];
        /// Its moment has come.
        Fired { who: Id, on: Id, used: bool, several: bool }
            [READY, RULING_READY, REACTION_INTERRUPT, RULING_REACTION_ORDER if several]:
            if used "{who} has waited for that." else "{who} lets the moment pass.";
        /// It has not come.
        Lapsed { who: Id } [READY]: "{who} has waited in vain.";
        /// A check has been made.
        Checked { who: Id, skill: Skill, goal: i32, made: bool, why: RuleId } [in [why], SKILL_USE, in [skill.rule()]]
            => format!("{who} tries {}, and {}.", skill.attempt(), if made { "succeeds" } else { "fails" });
        /// Somebody can no longer be located by another.
        Hid { who: Id, from: Id } [HIDDEN, RULING_HIDING]: "{who} is out of {from}'s sight.";
        /// Somebody has been found.
        Found { who: Id, by: Id, at: Square, why: RuleId } [in [why], HIDDEN_END]: "{by} finds {who}, in {at}.";
        /// A square has been named.
        Guessed { who: Id, at: Square } [HIDDEN_GUESS];
        /// A fall: so many feet of it now, and what they count for when it ends.
        Fell { who: Id, feet: i16, effective: i16, landed: bool, water: bool, jumped: bool }
            [FALL_RATE, FALL_DAMAGE, SHEET_SIZE, FALL_WATER if water, FALL_JUMP if jumped]:
            if (landed && effective != feet) "{who} falls {feet} feet, which count for {effective}."
            else "{who} falls {feet} feet.";
        /// Somebody catches hold.
        CaughtHold { who: Id } [FALL_CATCH]: "{who} catches hold.";
        /// A jump, unknown to those from whom one hides.
        Jumped { who: Id, to: Square, feet: i32, made: bool, hidden_from: Ids } [JUMP]:
            if made "{who} lands in {to}." else "{who} falls short, in {to}.";
        /// Somebody who does not fly on falls.
        Stalled { who: Id, short: bool } [FLY_STALL, RULING_SHORT_FLIGHT if short, FLY_MINIMUM if short]:
            "{who} does not fly on.";
        /// Somebody sinks.
        Sank { who: Id, feet: i16 } [SWIM_CHECK]: "{who} sinks {feet} feet.";
        /// Somebody has no breath, or breathes again.
        Breath { who: Id, holds: bool, why: RuleId } [in [why], RULING_SUFFOCATION]:
            if holds "{who} has no air." else "{who} breathes again.";
        /// Breath is gone: no hit points are left.
        Suffocated { who: Id } [SUFFOCATE_DROP]: "{who} has no breath left.";
        /// A thing floats off.
        Floated { thing: u8, to: Square, way: Facing } [ZERO_G_LOOSE];
        /// Ice breaks.
        IceBroke { at: Square, load: i32, bears: i32 } [ICE_SUPPORT, RULING_ICE, SHEET_BULK]:
            "The ice in {at} breaks: it bears {bears} Bulk, and there are {load}.";
        /// Ice is struck.
        IceStruck { at: Square, taken: Taken } [ICE_OBJECT]
            => format!("The ice in {at} takes {} damage.", taken.points);
        /// A tunnel falls in.
        FellIn { at: Square } [BURROW, RULING_BURROW]: "The tunnel in {at} falls in.";
        /// Somebody lets a creature act.
        Commanded { who: Id, whom: Id } [COMMAND]: "{who} lets {whom} act.";
        /// Somebody gets on a mount, or off.
        Mounted { who: Id, mount: Id, on: bool } [ACTION_MUNDANE]:
            if on "{who} mounts {mount}." else "{who} gets off {mount}.";
        /// The fight is over.
        Over [CORE_COMBAT_SCOPE]: "The fight is over.";
    }
}
