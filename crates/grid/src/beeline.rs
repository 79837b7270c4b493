use crate::{Cell, Exits, Price, Scratch};

/// The way of as few steps as the board allows, each at the least price; `None`, and an empty `way`, where there is
/// none. No way is cheaper, and among all such it is the one that [`path`](crate::path()) takes.
///
/// It is looked for from the goal backward, always by the lowest direction first, so the first one found is the one to
/// take. A cell from which the start cannot be neared is met once.
pub(crate) fn beeline<C: Cell>(
    exits: &Exits<C>,
    start: C,
    goal: C,
    price: Price,
    step: impl Fn(C, C) -> Option<u32>,
    way: &mut Vec<C>,
    scratch: &mut Scratch,
) -> Option<u32> {
    let board = exits.board();
    let count = exits.steps_into(goal).to(board.index(start)?, || start);
    let cost = count.checked_mul(price.least).filter(|cost| count != u32::MAX && *cost <= price.most)?;
    let from_start = exits.steps_from(start);
    scratch.begin(board.len());
    way.clear();
    way.push(goal);
    let (mut here, mut index, mut left) = (goal, board.index(goal)?, count);
    let mut directions = 0..C::BACK.len();
    while left > 0 {
        let before = directions.find_map(|direction| {
            let back = C::BACK[direction];
            let behind = exits.beside(index, back)?;
            let cell = || here.neighbour(back).unwrap_or(here);
            let nears = from_start.to(behind, cell) == left - 1 && scratch.met_by(behind).is_none();
            (nears && step(cell(), here) == Some(price.least)).then_some((direction, behind, cell()))
        });
        if let Some((direction, behind, cell)) = before {
            scratch.meet(behind, direction);
            way.push(cell);
            (here, index, left) = (cell, behind, left - 1);
            directions = 0..C::BACK.len();
        } else {
            // Back, and on with the step after the one that led here.
            way.pop();
            let last = *way.last()?;
            let tried = scratch.met_by(index)?;
            (here, index, left) = (last, board.index(last)?, left + 1);
            directions = tried + 1..C::BACK.len();
        }
    }
    way.reverse();
    Some(cost)
}
