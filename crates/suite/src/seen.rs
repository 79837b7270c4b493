//! What somebody sees of a board, drawn.

use skirmish_kernel::{Book, Game, Scribe, Source, Viewer};

/// The map of an encounter as a viewer has it after these lines, row by row, with `?` in each cell that the viewer does not
/// see now. `who` is `gm`, a side, or a creature.
///
/// # Panics
/// When the encounter or a line is refused, nobody is called so, or the book does not say what is seen.
#[must_use]
pub fn drawn<B: Scribe>(book: Book<B>, encounter: &str, lines: &[&str], who: &str) -> Vec<String> {
    let opened = book.open(&Source::new("test", encounter), Some(1));
    let mut battle = opened.unwrap_or_else(|wrong| panic!("{wrong:?}"));
    for line in lines {
        battle.line(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    let sides = battle.view().sides;
    let side = (0u8..).zip(&sides).find(|(_, name)| *name == who).map(|(side, _)| skirmish_kernel::Side(side));
    let person = || {
        let side = battle.side_of(who).unwrap_or_else(|| panic!("nobody is called {who}"));
        Viewer::Person { side, creatures: battle.ids(&[who]).expect("it is there") }
    };
    let viewer = match who {
        "gm" => Viewer::GameMaster,
        _ => side.map_or_else(person, Viewer::Side),
    };
    let view = battle.seen_by(viewer).view();
    let seen = view.seen.expect("the book says what is seen");
    let wide = usize::from(view.board.width);
    let row = |(nth, row): (usize, &String)| {
        let signs = row.chars().enumerate();
        signs.map(|(at, sign)| if seen.has(nth * wide + at) { sign } else { '?' }).collect()
    };
    view.board.rows.iter().enumerate().map(row).collect()
}
