//! The kernel of Skirmish: what every rulebook plays on.
//!
//! A rulebook is a function that asks a table ([`Rulebook::step`], [`Table`]). Who sits at the table decides what
//! comes of it: [`Autoplay`] simulates, a [`Session`] plays from a tape of answers (interactive play, undo, replay,
//! saves), [`Tree`] computes exact odds. There is no second implementation of any rule.
//!
//! The kernel knows no game, does no input or output and starts no threads.

pub mod dice;

pub mod any_table;
mod autoplay;
mod check;
mod choice_view;
pub mod conformance;
mod decision_tree;
mod diagnostic;
mod edict;
mod eyes;
mod fights;
mod fraction;
mod game;
mod id;
mod interrupt;
mod interval;
mod moment;
mod numbered;
mod pairing;
mod policy;
mod policy_name;
mod question;
mod replay;
mod rule;
mod rulebook;
mod scribe;
mod script;

mod serials;
mod session;
mod table;
mod tape;
pub mod transcript;
mod tree;
mod view;
mod weight;
pub mod words;

pub use autoplay::{Autoplay, Listener};
pub use check::{Bearing, Check, Itemised, Sum, Term, Terms, Thrown};
pub use choice_view::{ChoiceView, Part, Piece};
pub use decision_tree::DecisionTree;
pub use diagnostic::{Diagnostic, Source};
pub use edict::{Edict, Op, Value};
pub use fights::{
    Branch, Combatant, Deed, Ending, Fights, Fought, GaugeName, Harm, Heard, Left, Node, Outlook, PlainSimulator, Plan,
    Prospect, Ready, Simulator, StepTree, Target, plain_simulator,
};
pub use fraction::Fraction;
pub use game::{
    Battle, Book, Chance, Changed, CheckOdds, ChoiceLine, Embedded, EventOdds, Events, Follow, Game, GaugeOdds,
    Inquiry, LogLine, Maker, Odds, Others, PathOdds, Refused, Reply, ResultOdds, Samples, Seat, Seen, Step, ThrowLine,
};
pub use id::{Id, Ids};
pub use interrupt::Interrupt;
pub use interval::Interval;
pub use moment::{Moment, Throw};
pub use pairing::Pairing;
pub use policy::{Least, Policy, Random, StepSoFar};
pub use policy_name::{Effort, PolicyError, PolicyName};
pub use question::{Question, Questions};
pub use replay::{Director, Fell, Replay};
pub use rule::{Catalogue, Rule, RuleId, Switch};
pub use rulebook::{Flow, Outcome, Place, Refusal, Rulebook, Side};
pub use scribe::{Encounters, Fact, Loaded, Measures, Notation, Paths, Scribe, Viewing, combatant, combatant_there};
pub use script::{Checked, Failure};
pub use serials::renumber;
pub use session::{Change, Entry, OddsError, Session, SessionError, Spare, When};
pub use table::{Sealed, Table};
pub use tape::{Answer, Awaited, DiceAwaited, Given, Stop, Timed};
pub use transcript::Transcript;
pub use tree::signs::{Sign, Watch, Watched};
pub use tree::{End, Ends, OverBudget, Tree};
pub use view::{AwaitedView, BoardView, Gauge, OrderEntry, Tag, ThrowView, Token, View, Viewer};
pub use weight::{Precision, Weight};
