//! Pictures of numbers as SVG, self-contained: no script, no link, no font of their own.
//!
//! Every picture has a title and a description for those to whom it is read, says nothing by colour alone, and can be
//! printed. What goes in is numbers and words; nothing in here knows a game.

mod axis;
mod colour;
mod curve;
mod heat;
mod histogram;
mod label;
mod svg;

pub use colour::Colour;
pub use curve::{Curve, Line, Point, Range, Stop};
pub use heat::{Heat, Square};
pub use histogram::{Series, histogram};
pub use svg::{Svg, number};
