//! What every program needs that holds battles, in whatever language it is written: the bindings for Python and Node and the
//! server for assistants stand on this, and on nothing else of Skirmish.
//!
//! [`open`] finds a battle by name or file. A [`Table`] is a battle that plays by itself whatever needs nobody: dice, and
//! those whom a policy plays. It takes the requests of `skirmish-wire`, whoever looks. A [`Batch`] is an encounter fought
//! many times, as a table with a row for each fight; a [`Study`] is a plan of a sweep, cut into pieces that any machine may
//! work out. Whatever is wrong is a [`Trouble`]: why, by which rule, where, and what to do.
//!
//! ```
//! use skirmish_program::{Settings, Table, open};
//! use skirmish_wire::{Found, Want};
//!
//! let mut table = Table::new(open("duel", Some(7)).unwrap(), &Settings::default(), Default::default()).unwrap();
//! table.take(None, &Want::Answer { line: "Kestrel: pass".into() }).unwrap();
//! let Some(Found::State(state)) = table.take(Some("water"), &Want::State {}).unwrap() else { panic!("asked for") };
//! assert_eq!(state.viewer, "water");
//!
//! let no = table.take(None, &Want::Answer { line: "Tarn: sing".into() }).unwrap_err();
//! assert!(no.why.contains("Tarn is not asked"), "{no}");
//! ```

mod batch;
mod columns;
mod open;
mod study;
mod table;
mod trouble;

pub use batch::{Batch, Fought, Watch, fought};
pub use columns::{Column, Columns};
pub use open::{Opened, fights, is_transcript, open, open_text, read, source_of};
pub use study::{Folder, Study, Written};
pub use table::{Dice, Settings, Table};
pub use trouble::{Place, Trouble};
