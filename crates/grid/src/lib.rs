//! Hex and square boards in exact whole numbers: distance, reach and paths, lines, sight and cover between areas of
//! cells, footprints, fields of view, heights, and maps as text.
//!
//! Boards, paths and sight are written once, for any [`Cell`]; the two kinds are [`Hex`] and [`Square`]. A hex board
//! is a square board sheared, so the corners of its cells have whole coordinates too ([`Point`]), and every question
//! about a line is decided by the signs of whole numbers: there are no floats and no tolerances. What a cell costs,
//! blocks or hides is the caller's, told by closures; no game's rule is in this crate.
//!
//! - where things are: [`Board`], [`Map`], [`Footprint`]
//! - getting there: [`reach`], [`path()`], [`nearest`] with a [`Scratch`]; which steps a board allows: [`Exits`];
//!   a few cells that are closed: [`Few`]
//! - the line between two centres: [`walk`], [`center_line_free`], [`center_crossed`], [`passes_over`]
//! - any line between two areas: [`any_line_free`], [`fewest_crossed`], [`most_crossed`], [`visible_from`] with a
//!   [`SightScratch`]
//! - lines between given points, such as corners: [`segment_free`], [`best_view`]
//! - what has been found out of two cells, remembered: [`Pairs`]

mod beeline;
mod board;
mod cell;
mod corridor;
mod crossing;
mod distances;
mod exits;
mod facing;
mod few;
mod footprint;
mod height;
mod hex;
mod hex_direction;
mod label;
mod line;
mod map;
mod outline;
mod pairs;
mod path;
mod pencil;
mod point;
mod queue;
mod render;
mod search;
mod segment;
mod sight;
mod square;
mod template;
mod view;

pub use board::{Board, BoardError, MAX_SIDE};
pub use cell::{Cell, Kind};
pub use crossing::{center_crossed, fewest_crossed, most_crossed};
pub use exits::Exits;
pub use facing::{Facing, FieldOfView};
pub use few::Few;
pub use footprint::{Footprint, FootprintError};
pub use height::passes_over;
pub use hex::Hex;
pub use hex_direction::{HexCorner, HexDirection};
pub use label::{LabelError, column_letters};
pub use line::{Grazing, Passage, Walk, center_line_free, walk};
pub use map::{Map, MapError};
pub use pairs::Pairs;
pub use path::{Price, Reach, Scratch, direct, nearest, path, reach};
pub use point::Point;
pub use segment::{best_view, segment_free};
pub use sight::{SightScratch, any_line_free};
pub use square::Square;
pub use template::{Spread, in_cone};
pub use view::visible_from;
