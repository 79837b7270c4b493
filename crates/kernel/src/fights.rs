//! Fights by the thousand: an encounter is set up once and fought again and again, or followed wherever it may lead.
//!
//! Each rulebook has its own piece of code for its plain policy against itself, and one for policies by pointer; one call
//! through a pointer is a whole fight.

mod any_policies;
mod bout;
mod by_side;
mod heard;
mod prospect;
mod simulator;

pub(crate) use any_policies::AnyPolicies;
pub use bout::Bout;
pub(crate) use bout::combatant;
pub(crate) use by_side::{BySide, repeatable};
pub use heard::{Deed, Heard};
pub use prospect::{Branch, Ending, Outlook, Prospect, StepTree, Target};
pub(crate) use prospect::{Explorer, Opening};
pub(crate) use simulator::Arena;
pub use simulator::{PlainSimulator, plain_simulator};

use crate::{Ids, Interrupt, Side};

/// How the fights of a batch are fought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The policy of each side; sides without one have the book's usual one.
    pub policies: Vec<String>,
    /// A fight that goes on after so many rounds is given up.
    pub most_rounds: u32,
    /// Is it listened to who does what, and what comes of it? Fights are the same, and slower.
    pub listen: bool,
    /// Lets policies that think be stopped in the middle of a thought. A fight in which that happens has to be thrown away.
    pub interrupt: Interrupt,
}

impl Default for Plan {
    fn default() -> Self {
        Self { policies: Vec::new(), most_rounds: 100, listen: false, interrupt: Interrupt::default() }
    }
}

/// One who fights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combatant {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Is it there when the fight begins? Whoever is not may come.
    pub there: bool,
    /// Its gauges, as the game master's view has them.
    pub gauges: Vec<GaugeName>,
}

/// A gauge of one combatant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GaugeName {
    /// `hp`
    pub name: String,
    /// Where it stands before the fight.
    pub start: i32,
    /// The most it can be, if it has a limit.
    pub most: Option<i32>,
}

/// Where fights are fought, one after another. It keeps what it has reserved: once warm it allocates nothing.
pub trait Simulator: Send {
    /// Fights number `fight` to its end and writes down what came of it.
    fn fight(&mut self, fight: u64, fought: &mut Fought);
    /// What was heard of the last fight, if anybody listens.
    fn heard(&self) -> Option<&Heard>;
}

/// What came of a fight.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fought {
    /// Its number in the batch.
    pub fight: u64,
    /// The side that won; nobody in a draw, or where it was given up.
    pub winner: Option<Side>,
    /// It was given up: it had not ended after the most rounds, or after more steps than any fight has.
    pub unfinished: bool,
    /// The round in which it ended.
    pub rounds: u32,
    /// How many steps it took.
    pub steps: u32,
    /// What is left of each combatant, in the order of the encounter.
    pub left: Vec<Left>,
    /// All gauges, combatant by combatant, in the order of [`Combatant::gauges`].
    pub gauges: Vec<i32>,
}

/// What is left of a combatant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Left {
    /// Able to act at the end.
    pub able: bool,
    /// Not able to act at the end: there, or gone that was there when the fight began. Whoever was called and has gone again,
    /// or has never come, has not fallen.
    pub fallen: bool,
    /// The round in which it last became unable to act, by falling or by going; 0 if it never did.
    pub fell: u32,
    /// There at the end.
    pub there: bool,
    /// There at the beginning, or at the end of any step.
    pub came: bool,
}

impl Fought {
    /// Forgets the last fight and keeps its memory.
    fn begin(&mut self, fight: u64, combatants: usize) {
        (self.fight, self.winner, self.unfinished) = (fight, None, false);
        (self.rounds, self.steps) = (0, 0);
        self.left.clear();
        self.left.resize(combatants, Left::default());
        self.gauges.clear();
    }

    /// Somebody has fallen or got up, come or gone.
    fn note(&mut self, before: Ids, now: Ids, round: u32) {
        for id in before.without(now).iter() {
            if let Some(left) = self.left.get_mut(id.index()) {
                left.fell = round;
            }
        }
    }
}
