//! Sweeps: the same encounters fought with other values, cell by cell of a grid, and what that changes.
//!
//! A [plan](Plan) says what varies; it is [bound](Sweep::new) to its encounters, which gives the cells. Each cell is an
//! encounter's text like any other and goes through the book's own loader. Fight *i* has the same seed in all cells, so
//! that [differences](Difference) are taken fight by fight. What is done is handed to a [store](Store) under a name made
//! from everything on which it depends, and is never done again. Cells that are small enough need not be fought: a plan may
//! want them [worked out](Exactly), on every branch to the end. Nothing in here knows a game, a file or a screen.
//!
//! ```
//! use skirmish_kernel::Source;
//! use skirmish_sweep::{Ground, Hands, Memory, Plan, Sweep};
//!
//! let plan = "
//! question = 'How much does one more point of parry change this duel?'
//! encounter = 'parry-yard'
//! fights = 200
//! [[vary]]
//! name = 'parry'
//! of = 'Merle.weapon[rapier].parry'
//! add = [0, 1]
//! ";
//! let plan = Plan::read(&Source::new("parry.toml", plan)).unwrap();
//! let found = skirmish_shelf::find_encounter("parry-yard").unwrap();
//! let ground = Ground { name: "parry-yard".into(), game: found.game, source: found.source() };
//! let sweep = Sweep::new(&plan, vec![ground]).unwrap();
//! assert_eq!(sweep.cells().len(), 2);
//!
//! let findings = sweep.fight(&mut Memory::default(), &Hands { threads: 2, program: "example".into() }, &()).unwrap();
//! let better = findings.outcome(1).unwrap();
//! let change = better.sides[0].change.unwrap();
//! assert!(change.low <= change.is && change.is <= change.high);
//! ```

mod axis;
mod base;
mod compare;
mod contrast;
mod edit;
mod file;
mod grid;
mod job;
mod kept;
mod key;
mod measures;
mod named;
mod outcome;
mod path;
mod plan;
mod reckon;
mod reckoned;
mod scale;
mod seal;
mod store;
mod sweep;

pub use axis::{Axis, Change, Level, Setting};
pub use compare::{Difference, Needed};
pub use contrast::{Best, Comparison};
pub use grid::{Bound, Cell, Grid, Ground};
pub use job::Job;
pub use key::Key;
pub use measures::Measure;
pub use outcome::{Exact, Fighter, Findings, Gauge, Mean, Outcome, SideOutcome};
pub use path::Path;
pub use plan::{COLUMNS, Choosing, Comparing, Exactly, MOST_CELLS, MOST_FIGHTS, MOST_FIGHTS_IN_ALL, Plan, precision};
pub use seal::{opened, sealed};
pub use store::{Memory, Store};
pub use sweep::{Broken, Hands, Loaded, Sweep, Watch};
