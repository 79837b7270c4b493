//! Hex and square boards in exact whole numbers: distance, reach and paths, lines, sight and cover between areas of
//! cells, footprints, fields of view, heights, and maps as text.
//!
//! Boards, paths and sight are written once, for any [`Cell`]; the two kinds are [`Hex`] and [`Square`]. A hex board
//! is a square board sheared, so the corners of its cells have whole coordinates too ([`Point`]), and every question
//! about a line is decided by the signs of whole numbers: there are no floats and no tolerances. What a cell costs,
//! blocks or hides is the caller's, told by closures; no game's rule is in this crate.
//!
//! - where things are: [`Board`], [`Map`]; creatures of several cells at a height: [`Footprint`], [`Span`], [`Body`],
//!   and [`Block`] where all are square; squares between two corners: [`Rectangle`]
//! - getting there: [`reach`], [`reach_while`], [`reach_toward`], [`path()`], [`nearest`], [`nearest_toward`] with a [`Scratch`]; which steps a board allows: [`Exits`];
//!   a few cells that are closed: [`Few`]; where all steps cost the same, ring by ring: [`Rings`]
//! - the line between two centres: [`walk`], [`center_line_free`], [`center_crossed`]; past what is low or
//!   flies: [`passes_over`], [`line_clears`]
//! - any line between two areas: [`any_line_free`], [`fewest_crossed`], [`most_crossed`], [`visible_from`] with a
//!   [`SightScratch`]
//! - lines between given points, such as corners: [`segment_free`], [`best_view`]; past a few cells [`segment_free_of`]
//! - who stands on opposite sides of whom: [`are_opposite`]
//! - what has been found out, remembered: of two cells [`Pairs`] and, past obstacles that come and go, [`Passing`]; who
//!   is in the way [`Crowd`]; the last answer [`Latest`]

mod area;
mod beeline;
mod block;
mod board;
mod body;
mod cell;
mod corridor;
mod crossing;
mod crowd;
mod distances;
mod exits;
mod facing;
mod few;
mod footprint;
mod height;
mod hex;
mod hex_direction;
mod label;
mod lane;
mod latest;
mod line;
mod map;
mod opposite;
mod outline;
mod outlook;
mod pairs;
mod passing;
mod path;
mod pencil;
mod point;
mod queue;
mod rectangle;
mod render;
mod rings;
mod search;
mod segment;
mod sight;
mod span;
mod square;
mod steps;
mod strip;
mod template;
mod tread;
mod view;

pub use area::Area;
pub use block::Block;
pub use board::{Board, BoardError, MAX_SIDE};
pub use body::Body;
pub use cell::{Cell, Kind};
pub use crossing::{center_crossed, fewest_crossed, most_crossed};
pub use crowd::{Crowd, Standing};
pub use exits::Exits;
pub use facing::{Facing, FieldOfView};
pub use few::Few;
pub use footprint::{Footprint, FootprintError};
pub use height::{line_clears, passes_over};
pub use hex::Hex;
pub use hex_direction::{HexCorner, HexDirection};
pub use label::{LabelError, column_letters};
pub use lane::has_lane;
pub use latest::Latest;
pub use line::{Grazing, Passage, Walk, center_line_free, walk};
pub use map::{Map, MapError};
pub use opposite::are_opposite;
pub use outlook::View;
pub use pairs::Pairs;
pub use passing::Passing;
pub use path::{Price, Reach, Scratch, direct, nearest, nearest_toward, path, reach, reach_toward, reach_while};
pub use point::Point;
pub use rectangle::Rectangle;
pub use rings::Rings;
pub use segment::{best_view, segment_free, segment_free_of, segment_pinched, segment_pinched_of};
pub use sight::{SightScratch, any_line_free};
pub use span::{Span, SpanError};
pub use square::Square;
pub use steps::Steps;
pub use template::{Spread, in_cone};
pub use view::visible_from;
