//! What happens in a fight, each with the rules it comes from.

use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Id, Ids, RuleId};

use super::{Act, Aim, Attack, Carried, Gait, Harm, Kind, Plight, Ready, Skill};

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

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Initiative of one combatant.
    Initiative { who: Id, total: i32 },
    /// The order stands.
    Ordered { order: Vec<Id>, tied: bool },
    /// A round begins.
    Round { round: u32, outside: bool },
    /// Somebody's turn begins.
    Turn { who: Id },
    /// It knows of no battle, and loses its turn.
    Surprised { who: Id },
    /// It has nothing to act with.
    CannotAct { who: Id, why: RuleId },
    /// Whose turn starts with that of whoever commanded it last.
    StartsWith { who: Id, with: Id },
    /// A reaction is spent.
    Reacted { who: Id, several: bool },
    /// There is no reaction to spend.
    NoReaction { who: Id, why: RuleId },
    /// A turn is put off; another one is entered.
    Delayed { who: Id },
    /// Somebody enters the order again, behind another.
    Entered { who: Id, after: Id },
    /// What goes on strikes at the place that its owner has left.
    GoesOn { who: Id },
    /// An action is begun, for so many actions of the turn.
    Began { who: Id, act: Act, cost: u8 },
    /// Energy is gathered.
    Gathered { who: Id, points: i32 },
    /// An attack is declared.
    Attacked { by: Id, on: Id, attack: Attack },
    /// It hits.
    Hit { by: Id, on: Id, critical: bool },
    /// It misses.
    Missed { by: Id, on: Id },
    /// Nobody is in the square that was named.
    StruckNothing { by: Id, at: Square },
    /// A throw of two against each other.
    Opposed { by: Id, on: Id, won: bool, critical: bool, forgone: bool },
    /// A dodge is used up.
    Dodged { who: Id },
    /// Damage.
    Damage { on: Id, taken: Taken },
    /// An object is struck.
    Struck { on: Id, what: Carried, taken: Taken, destroyed: bool },
    /// Healing.
    Healed { who: Id, rolled: i32, points: i32, why: RuleId },
    /// What the Bleed Table says.
    Bled { who: Id, total: i32, line: BleedLine },
    /// A state begins or ends.
    State { who: Id, plight: Plight, on: bool, why: RuleId },
    /// A condition begins, for so many rounds; `longer` where it was there already.
    Afflicted { who: Id, kind: Kind, toward: Option<Id>, rounds: u8, longer: bool, why: RuleId },
    /// A condition ends.
    Ended { who: Id, kind: Kind },
    /// Poison at work, of so many that are in there.
    Poisoned { who: Id, level: u8, several: bool },
    /// Death.
    Died { who: Id, why: RuleId },
    /// Somebody moves, unknown to those from whom one hides; how high above the level of the map, where it is not on the ground.
    Moved { who: Id, to: Square, feet: i32, gait: Gait, height: i32, hidden_from: Ids },
    /// Somebody is moved, unknown to those from whom it hides.
    Shifted { who: Id, to: Square, how: Shift, why: RuleId, hidden_from: Ids },
    /// Somebody comes to a stop before the end of the way.
    Stopped { who: Id, why: RuleId },
    /// The way leads through somebody's square; `difficult` where it counts twice.
    Crossed { who: Id, whom: Id, difficult: bool, why: RuleId },
    /// A try to push through.
    PushedThrough { who: Id, whom: Id, won: bool, critical: bool },
    /// The ground makes the way longer.
    Rough { who: Id, why: RuleId },
    /// Something hard ends a push.
    Collided { who: Id, feet: i16 },
    /// Somebody holds somebody.
    Grappled { by: Id, on: Id },
    /// The hold ends.
    LetGo { by: Id, on: Id, why: RuleId },
    /// Something falls to the ground, or is flung.
    Dropped { who: Id, item: u8, to: Square, why: RuleId },
    /// Somebody has something in hand.
    Took { who: Id, item: u8, from: Option<Id>, why: RuleId },
    /// A spell is cast, and paid for.
    Cast { who: Id, spell: u8, power: [u8; 4], energy: i32, item: bool, aim: Aim },
    /// A spell that goes on does something again.
    Controlled { who: Id, spell: u8 },
    /// A spell is over.
    Faded { who: Id, spell: u8 },
    /// Somebody stands in an area.
    Caught { who: Id, by: Id, hidden: bool },
    /// An action is held ready.
    Readied { who: Id, ready: Ready },
    /// Its moment has come.
    Fired { who: Id, on: Id, used: bool, several: bool },
    /// It has not come.
    Lapsed { who: Id },
    /// A check has been made.
    Checked { who: Id, skill: Skill, goal: i32, made: bool, why: RuleId },
    /// Somebody can no longer be located by another.
    Hid { who: Id, from: Id },
    /// Somebody has been found.
    Found { who: Id, by: Id, at: Square, why: RuleId },
    /// A square has been named.
    Guessed { who: Id, at: Square },
    /// A fall: so many feet of it now, and what they count for when it ends.
    Fell { who: Id, feet: i16, effective: i16, landed: bool, water: bool, jumped: bool },
    /// Somebody catches hold.
    CaughtHold { who: Id },
    /// A jump, unknown to those from whom one hides.
    Jumped { who: Id, to: Square, feet: i32, made: bool, hidden_from: Ids },
    /// Somebody who does not fly on falls.
    Stalled { who: Id, short: bool },
    /// Somebody sinks.
    Sank { who: Id, feet: i16 },
    /// Somebody has no breath, or breathes again.
    Breath { who: Id, holds: bool, why: RuleId },
    /// Breath is gone: no hit points are left.
    Suffocated { who: Id },
    /// A thing floats off.
    Floated { thing: u8, to: Square, way: Facing },
    /// Ice breaks.
    IceBroke { at: Square, load: i32, bears: i32 },
    /// Ice is struck.
    IceStruck { at: Square, taken: Taken },
    /// A tunnel falls in.
    FellIn { at: Square },
    /// Somebody lets a creature act.
    Commanded { who: Id, whom: Id },
    /// Somebody gets on a mount, or off.
    Mounted { who: Id, mount: Id, on: bool },
    /// The fight is over.
    Over,
}
