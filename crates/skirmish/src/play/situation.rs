//! The situation: what of it has changed is shown, and nothing twice.

use skirmish_kernel::{Token, View};

use super::settings::Board;
use super::table::Table;
use super::words;
use crate::board;
use crate::wrap::{WIDTH, wrapped};
use skirmish_wire::Level;

/// A situation as it is shown: the board's rows, how each one is, who comes when, what is under way, what is asked.
#[derive(Default)]
pub(super) struct Situation {
    rows: Vec<String>,
    people: Vec<String>,
    order: Vec<String>,
    pending: Vec<String>,
    pub(super) question: Vec<String>,
}

impl Table<'_> {
    /// What has changed since it was last shown: the board and everybody on it, how people are, who comes when.
    pub(super) fn show_situation(&mut self) {
        let view = self.seen().view();
        let person = |token: &Token| format!("{} {} {}", token.name, token.cell, words::state(token));
        let people: Vec<String> = view.tokens.iter().map(person).collect();
        match self.settings.board {
            Board::Drawn => self.show_board(&view, &people),
            Board::Words if people != self.known.people => {
                let lines = words::board(self);
                self.say(&format!("\n{}", lines.join("\n")));
            }
            Board::Words | Board::Never => {}
        }
        self.known.people = people;
        if self.settings.level > Level::Map && self.settings.board != Board::Never {
            self.show_order(&view);
        }
    }

    /// The board with everybody beside it if anybody has moved, else those of whom something else is true now.
    fn show_board(&mut self, view: &View, people: &[String]) {
        let rows = board::rows(view, self.paint());
        let is_first = self.known.rows.is_empty();
        if !rows.is_empty() && rows != self.known.rows {
            let mut lines = words::beside(&rows, view, self.paint());
            if is_first {
                lines.extend([String::new(), wrapped(&format!("  {}", board::legend(&view.board)), WIDTH, 4)]);
            }
            self.out.drawn(format_args!("\n{}", lines.join("\n")));
        } else {
            let changed = view.tokens.iter().zip(people).filter(|(_, person)| !self.known.people.contains(person));
            let line = |token: &Token| wrapped(&format!("  {}: {}", token.name, words::state(token)), WIDTH, 4);
            let lines: Vec<String> = changed.map(|(token, _)| line(token)).collect();
            if !lines.is_empty() {
                self.say(&format!("\n{}", lines.join("\n")));
            }
        }
        self.known.rows = rows;
    }

    /// The order if it is a new one, and what is under way if that is new.
    fn show_order(&mut self, view: &View) {
        // That somebody has had a turn is told by the next one's.
        let names = view.order.iter().map(|entry| entry.name.clone());
        let order: Vec<String> = std::iter::once(view.clock.clone()).chain(names).collect();
        let pending = words::pending(view);
        let mut lines = if order == self.known.order { Vec::new() } else { words::order(view) };
        lines.extend(if pending == self.known.pending { &[][..] } else { &pending }.iter().cloned());
        if !lines.is_empty() {
            self.say(&format!("\n{}", lines.join("\n")));
        }
        (self.known.order, self.known.pending) = (order, pending);
    }
}
