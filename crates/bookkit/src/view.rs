//! The frame of a view: what is the same in every book, whatever stands in it.

use skirmish_grid::{Board, Cell, Kind};
use skirmish_kernel::{BoardView, Encounters, Gauge, Id, OrderEntry, Outcome, Token, View, put_in_order};

/// What [`Viewing`](skirmish_kernel::Viewing) asks of a book that hides nothing but what the game master does, inside its
/// `impl`: `nothing_hidden!();`. Whoever can be hidden, or has numbers that foes must not read, needs all three by hand.
#[macro_export]
macro_rules! nothing_hidden {
    () => {
        fn sees(
            _: &Self::Setup,
            _: ::skirmish_kernel::Unseen,
            _: ::skirmish_kernel::Viewer,
            _: &::skirmish_kernel::Moment<Self>,
        ) -> bool {
            true
        }

        // Everybody is seen.
        fn unseen_by(_: &Self::Setup, _: &Self::State, _: ::skirmish_kernel::Viewer) -> ::skirmish_kernel::Ids {
            ::skirmish_kernel::Ids::NONE
        }

        fn guess_hidden(
            _: &Self::Setup,
            _: &mut Self::State,
            _: ::skirmish_kernel::Side,
            _: &mut ::skirmish_kernel::dice::Rng,
        ) {
        }

        fn disguise(_: &Self::Setup, s: &Self::State, _: ::skirmish_kernel::Viewer) -> Self::State {
            s.clone()
        }
    };
}

/// What [`Viewing`](skirmish_kernel::Viewing) asks of a book that tells what happens in `narrate`, and what bears on it in `facts`,
/// inside its `impl`: `told!();`.
#[macro_export]
macro_rules! told {
    () => {
        fn narrate(g: &Self::Setup, event: &Self::Event) -> String {
            narrate::narrate(g, event)
        }

        fn facts(
            g: &Self::Setup,
            s: &Self::State,
            who: ::skirmish_kernel::Id,
            ask: &Self::Ask,
            choice: &Self::Choice,
        ) -> Vec<::skirmish_kernel::Fact> {
            facts::facts(g, s, who, ask, choice)
        }

        fn between(
            g: &Self::Setup,
            s: &Self::State,
            from: ::skirmish_kernel::Id,
            to: ::skirmish_kernel::Id,
        ) -> Vec<::skirmish_kernel::Fact> {
            facts::between(g, s, from, to)
        }

        fn reach(g: &Self::Setup, s: &Self::State, who: ::skirmish_kernel::Id) -> Vec<::skirmish_kernel::Fact> {
            facts::reach(g, s, who)
        }

        fn sheet(g: &Self::Setup, s: &Self::State, id: ::skirmish_kernel::Id) -> Vec<String> {
            facts::sheet(g, s, id)
        }
    };
}

/// The name of a cell on paper: `D7`.
pub fn label<C: Cell>(board: &Board<C>, cell: C) -> String {
    board.label(cell).unwrap_or_else(|| cell.to_string())
}

/// The names of the cells around one, as far as the board goes.
pub fn near<C: Cell>(board: &Board<C>, cell: C) -> Vec<String> {
    board.neighbours(cell).map(|near| label(board, near)).collect()
}

/// A view of a book with what stands in each: the game, its title, the sides, and where in time it is.
pub fn frame<B: Encounters>(g: &B::Setup, clock: String) -> View {
    let (title, sides) = (B::title(g).to_owned(), B::sides(g).to_vec());
    View { game: B::NAME.into(), title, clock, sides, ..View::default() }
}

/// The order of acting: these, one after the other, of whom one is acting.
pub fn order<B: Encounters>(g: &B::Setup, ids: impl Iterator<Item = Id>, acting: Option<Id>) -> Vec<OrderEntry> {
    let status = |id| if Some(id) == acting { "acting" } else { "" };
    ids.map(|id| OrderEntry { name: B::name(g, id).to_owned(), status: status(id).into() }).collect()
}

/// The board as it is drawn: `look` says the sign of a cell and what the sign means, `cell` what one cell measures.
pub fn board<C: Cell>(board: &Board<C>, cell: &str, look: impl Fn(C) -> (char, &'static str)) -> BoardView {
    let looks: Vec<(char, &str)> = board.cells().map(look).collect();
    let mut legend: Vec<(char, String)> = Vec::new();
    for (sign, meaning) in &looks {
        if !legend.iter().any(|(known, _)| known == sign) {
            legend.push((*sign, (*meaning).to_owned()));
        }
    }
    put_in_order(&mut legend, |(sign, _)| *sign);
    let rows = looks.chunks(usize::from(board.width()).max(1));
    BoardView {
        kind: if C::KIND == Kind::Hex { "hex" } else { "square" }.into(),
        width: board.width(),
        height: board.height(),
        cell: cell.into(),
        rows: rows.map(|row| row.iter().map(|(sign, _)| *sign).collect()).collect(),
        legend,
    }
}

/// Somebody of one cell, able, with no gauges and no tags yet.
pub fn token<B: Encounters, C: Cell>(g: &B::Setup, who: Id, letter: char, board: &Board<C>, at: C) -> Token {
    let (column, row) = at.column_row();
    Token {
        name: B::name(g, who).to_owned(),
        side: B::side(g, who).0,
        letter,
        cell: label(board, at),
        at: (u16::try_from(column).unwrap_or(0), u16::try_from(row).unwrap_or(0)),
        cells: Vec::new(),
        gauges: Vec::new(),
        tags: Vec::new(),
        able: true,
    }
}

/// The cells of a body as a token has them: all of several, and none of a single one, which stands there already.
pub fn cells<C: Cell>(body: impl Iterator<Item = C>) -> Vec<(u16, u16)> {
    let place = |(column, row)| Some((u16::try_from(column).ok()?, u16::try_from(row).ok()?));
    let all: Vec<(u16, u16)> = body.filter_map(|cell| place(cell.column_row())).collect();
    if all.len() > 1 { all } else { Vec::new() }
}

/// A gauge that everybody may read: its name, how it stands, the most it can be, and that in a word.
#[must_use]
pub fn gauge(name: &str, value: i32, most: i32, word: &str) -> Gauge {
    Gauge { name: name.into(), value: Some(value), most: Some(most), word: word.into() }
}

/// Who has won, in a word; `nobody` where nobody has.
#[must_use]
pub fn winner(sides: &[String], outcome: Outcome) -> String {
    let side = outcome.winner.and_then(|side| sides.get(usize::from(side.0)));
    side.cloned().unwrap_or_else(|| "nobody".into())
}

#[cfg(test)]
mod tests {
    use skirmish_grid::{Board, Square};

    #[test]
    fn a_board_is_drawn_with_the_signs_that_are_on_it() {
        let board = Board::<Square>::new(3, 2).unwrap();
        let view = super::board(&board, "1 yard", |cell| if cell.x == 1 { ('#', "wall") } else { ('.', "open") });
        assert_eq!((view.kind.as_str(), view.rows), ("square", vec![".#.".to_owned(), ".#.".to_owned()]));
        assert_eq!(view.legend, [('#', "wall".to_owned()), ('.', "open".to_owned())]);
    }
}
