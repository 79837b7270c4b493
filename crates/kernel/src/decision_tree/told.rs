//! The tree of a step as others may read it.

use crate::Side;

/// A place in a tree of dice and choices. Parts are named by their places in the list.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// Dice fall: each part with its chance.
    Chance(Vec<(f64, u32)>),
    /// A side chooses one of the parts, which are in the order in which the rules list the choices.
    Choice(Side, Vec<u32>),
    /// An end, by its place in another list.
    Leaf(u32),
}
