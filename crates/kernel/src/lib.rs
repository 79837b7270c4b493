//! The kernel of Skirmish: what every rulebook plays on.
//!
//! A rulebook is a function that asks a table ([`Rulebook::step`], [`Table`]). Who sits at the table decides what
//! comes of it: [`Autoplay`] simulates, a [`Session`] plays from a tape of answers (interactive play, undo, replay,
//! saves), [`Tree`] computes exact odds. There is no second implementation of any rule.
//!
//! The kernel knows no game, does no input or output and starts no threads.
//!
//! # In what order
//!
//! The modules stand in layers, and each of them uses its own layer and those above it in this list, none below:
//!
//! 1. **values**: `dice`, `id`, `rule`, `check`, `weight`, `fraction`, `diagnostic`, `words` …
//! 2. **the contract of a rulebook, and its tables**: `rulebook`, `table`, `scribe`, `policy`; `autoplay`, `any_table` with
//!    `tape`, `tree`, `decision_tree`, `replay`; and `session`, which plays on them
//! 3. **fights**: the same encounter again and again, or followed wherever it may lead
//! 4. **book**: what a rulebook's crate says of itself
//! 5. **transcript**, **script**: battles as text, played and checked
//! 6. **game**: rulebooks, battles and fights with their types erased
//! 7. **conformance**: what every rulebook is held to

pub mod any_table;
mod autoplay;
mod book;
mod cells;
mod check;
mod choice_view;
pub mod conformance;
mod decision_tree;
mod diagnostic;
pub mod dice;
mod edict;
mod exchange;
mod eyes;
mod fights;
mod fraction;
mod game;
mod harm;
mod id;
mod interrupt;
mod interval;
mod log;
mod moment;
mod numbered;
mod order;
mod pairing;
mod policy;
mod policy_name;
mod question;
mod refused;
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
#[cfg(feature = "unit-tests")]
#[doc(hidden)]
pub mod unit_tests;
mod view;
mod weight;
pub mod words;

// Values.
pub use cells::CellSet;
pub use check::{Bearing, Check, Itemised, Sum, Term, Terms, Thrown};
pub use diagnostic::{Diagnostic, Source};
pub use fraction::Fraction;
pub use id::{Id, Ids};
pub use interrupt::Interrupt;
pub use interval::Interval;
pub use moment::{Moment, Throw};
pub use order::put_in_order;
pub use rule::{Catalogue, Rule, RuleId, Switch};
pub use weight::{Precision, Weight};

// What a rulebook fills in: its rules, its texts, its policies, itself.
pub use book::{Book, Embedded, Maker};
pub use edict::{Edict, Op, Value};
pub use exchange::{Creatures, Exchange, Imported, ImportedCreature, Light, Lit, Passage, Reading};
pub use harm::{Harm, HarmStep, HarmSteps};
pub use pairing::Pairing;
pub use policy::{Least, Policy, Random, StepSoFar};
pub use policy_name::{Effort, PolicyError, PolicyName};
pub use question::{Question, Questions};
pub use rulebook::{Flow, Outcome, Place, Refusal, Rulebook, Side};
pub use scribe::{
    Carried, Encounters, Fact, Loaded, Measures, Notation, Paths, Scribe, Unseen, Viewing, combatant, combatant_there,
};
pub use serials::renumber;

// Tables: what rules ask, and who answers.
pub use any_table::Stop;
pub use autoplay::{Autoplay, Listener};
pub use decision_tree::DecisionTree;
pub use decision_tree::told::Node;
pub use replay::{CommonDice, Director, Fell, Replay};
pub use table::{Sealed, Table};
pub use tree::signs::{ComesTo, Sign, Span, Watch, Watched, WatchedThrow};
pub use tree::{End, Ends, OverBudget, Tree};

// A battle of a known rulebook.
pub use session::{Change, Entry, OddsError, SavePoint, Session, SessionError, Spare, When};
pub use tape::{Answer, Awaited, DiceAwaited, Given, Timed};

// Rulebooks and battles with their types erased: for front ends.
pub use game::{Battle, Changed, Fights, Game, Loss, Ready, Seat, Seen, Step};
pub use refused::Refused;

// What one viewer may see: the view, the log, what can be chosen.
pub use choice_view::{ChoiceView, Part, Piece};
pub use log::{ChoiceLine, LogLine, StepLine, ThrowLine};
pub use view::{AskedView, AwaitedView, BoardView, Gauge, OrderEntry, Tag, ThrowView, Token, View, Viewer};

// Odds: what is asked, and what is told.
pub use game::{
    Chance, CheckOdds, EventOdds, Events, Follow, GaugeOdds, Inquiry, Odds, Others, PathOdds, Proposal, Reply,
    ResultOdds, Samples,
};

// Fights by the thousand, and whole fights followed exactly.
pub use fights::{
    Bout, Branch, Combatant, Deed, Ending, Fought, GaugeName, Heard, Left, Outlook, PlainSimulator, Plan, Prospect,
    Simulator, StepTree, Target, plain_simulator,
};

// Battles as text, played and checked.
pub use script::{Checked, Failure};
pub use transcript::Transcript;
