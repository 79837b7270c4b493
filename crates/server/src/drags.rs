//! What people draw over the board, as long as they draw it: a way, somebody who is dragged, the ruler. It is kept nowhere.
//!
//! Others are shown it by the rule of everything: whoever sees all those whose way it is (or who stand at the ruler's ends), and
//! of the cells those that they see now. Of anything else no message is made: not its number, not that there is one.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The most cells of one way.
const MOST_CELLS: usize = 200;

/// What somebody draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Drag {
    /// The name of whoever draws.
    pub(crate) by: String,
    /// Whose way it is; nobody's where it is measured.
    pub(crate) who: Option<String>,
    /// Those without whom it means nothing: whoever does not see one of them is shown nothing.
    pub(crate) of: Vec<String>,
    /// The cells, the last one last.
    pub(crate) cells: Vec<String>,
}

/// What servers tell each other: what is drawn by one browser, or that it draws no more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Drawn {
    pub(crate) source: String,
    pub(crate) drag: Option<Drag>,
}

/// Is it the name of a cell?
pub(crate) fn is_label(cell: &str) -> bool {
    (2..=8).contains(&cell.len()) && cell.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// There is no such cell.
pub(crate) fn no_cell(cell: &str) -> String {
    format!("there is no cell {cell} on this map")
}

/// Are these cells that can be drawn?
///
/// # Errors
/// Why not.
pub(crate) fn check(cells: &[String]) -> Result<(), String> {
    if cells.len() > MOST_CELLS {
        return Err(format!("a way has at most {MOST_CELLS} cells"));
    }
    match cells.iter().find(|cell| !is_label(cell)) {
        Some(_) => Err("a cell is a letter and a number: D7".into()),
        None => Ok(()),
    }
}

/// What one viewer sees now, as far as it says what they may be shown of a drag.
#[derive(Default, Debug)]
pub(crate) struct Eyes {
    /// The cells of everybody who is seen, by name.
    bodies: BTreeMap<String, Vec<(u64, u64)>>,
    board: (u64, u64),
    /// The cells that are seen now; all of them where the book knows no fog.
    seen: Option<HashSet<u64>>,
}

impl Eyes {
    /// From the present of a viewer, part by part.
    pub(crate) fn of<'p>(part: impl Fn(&str) -> Option<&'p str>) -> Self {
        let read = |name: &str| part(name).and_then(|text| serde_json::from_str(text).ok()).unwrap_or(Value::Null);
        let (tokens, board, runs) = (read("tokens"), read("board"), read("seen"));
        let cell = |at: &Value| Some((at[0].as_u64()?, at[1].as_u64()?));
        let body = |token: &Value| {
            let cells = token["cells"].as_array().filter(|cells| !cells.is_empty());
            let cells = cells.map_or_else(|| vec![token["at"].clone()], Clone::clone);
            Some((token["name"].as_str()?.to_owned(), cells.iter().filter_map(cell).collect()))
        };
        let seen = runs.as_array().map(|runs| {
            // The first run is not seen, and then they take turns.
            let (mut at, mut cells) = (0, HashSet::new());
            for (nth, run) in runs.iter().filter_map(Value::as_u64).enumerate() {
                if nth % 2 == 1 {
                    cells.extend(at..at + run);
                }
                at += run;
            }
            cells
        });
        Self {
            bodies: tokens.as_array().into_iter().flatten().filter_map(body).collect(),
            board: (board["width"].as_u64().unwrap_or(0), board["height"].as_u64().unwrap_or(0)),
            seen,
        }
    }

    /// Is somebody seen?
    pub(crate) fn knows(&self, who: &str) -> bool {
        self.bodies.contains_key(who)
    }

    /// Who is seen to stand at one of these cells.
    pub(crate) fn at<'c>(&self, cells: impl IntoIterator<Item = &'c String>) -> Vec<String> {
        let cells: Vec<(u64, u64)> = cells.into_iter().filter_map(|cell| place(cell)).collect();
        let stand = self.bodies.iter().filter(|(_, body)| body.iter().any(|at| cells.contains(at)));
        stand.map(|(name, _)| name.clone()).collect()
    }

    /// Is there such a cell on the map?
    pub(crate) fn has(&self, cell: &str) -> bool {
        self.on_board(cell).is_some()
    }

    fn on_board(&self, cell: &str) -> Option<(u64, u64)> {
        let (width, height) = self.board;
        place(cell).filter(|(column, row)| *column < width && *row < height)
    }

    /// Is this cell seen now?
    fn sees(&self, cell: &str) -> bool {
        let (width, _) = self.board;
        self.on_board(cell)
            .is_some_and(|(column, row)| self.seen.as_ref().is_none_or(|seen| seen.contains(&(row * width + column))))
    }

    /// What these eyes may be shown of a drag; nothing, or the cells of it that they see.
    fn shows(&self, drag: &Drag) -> Option<Vec<String>> {
        if !drag.of.iter().all(|who| self.knows(who)) {
            return None;
        }
        let cells: Vec<String> = drag.cells.iter().filter(|cell| self.sees(cell)).cloned().collect();
        (!cells.is_empty()).then_some(cells)
    }
}

/// Column and row of a cell, from 0.
fn place(label: &str) -> Option<(u64, u64)> {
    let digits = label.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = label.split_at(digits);
    let column = letters.bytes().try_fold(0_u64, |sum, byte| {
        let nth = byte.is_ascii_alphabetic().then(|| u64::from(byte.to_ascii_uppercase() - b'A') + 1)?;
        sum.checked_mul(26)?.checked_add(nth)
    })?;
    Some((column.checked_sub(1)?, row.parse::<u64>().ok()?.checked_sub(1)?))
}

/// What one browser has been shown. Drags have numbers of its own: how many others there are is nobody's business.
#[derive(Default, Debug)]
pub(crate) struct ShownDrags {
    /// By source: the number, and the message.
    shown: BTreeMap<String, (u64, String)>,
    last: u64,
}

impl ShownDrags {
    pub(crate) fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// The messages by which a browser knows what is drawn now.
    pub(crate) fn news(&mut self, eyes: &Eyes, drags: &BTreeMap<String, Drag>) -> Vec<String> {
        let told: BTreeMap<&String, (&Drag, Vec<String>)> =
            drags.iter().filter_map(|(source, drag)| Some((source, (drag, eyes.shows(drag)?)))).collect();
        let mut messages = Vec::new();
        self.shown.retain(|source, (number, _)| {
            let lasts = told.contains_key(source);
            if !lasts {
                messages.push(json!({ "kind": "drag", "drag": number, "cells": [] }).to_string());
            }
            lasts
        });
        for (source, (drag, cells)) in told {
            let number = self.shown.get(source).map_or(self.last + 1, |(number, _)| *number);
            let message = json!({ "kind": "drag", "drag": number, "by": drag.by, "who": drag.who, "cells": cells });
            let message = message.to_string();
            if self.shown.get(source).is_none_or(|(_, before)| *before != message) {
                messages.push(message.clone());
                self.last = self.last.max(number);
                self.shown.insert(source.clone(), (number, message));
            }
        }
        messages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eyes() -> Eyes {
        let part = |name: &str| match name {
            "tokens" => Some(r#"[{"name":"Bran","at":[1,1]},{"name":"Ogre","at":[4,0],"cells":[[4,0],[5,0]]}]"#),
            "board" => Some(r#"{"width":6,"height":2}"#),
            // Of the first row all but A1 and B1, of the second the first three.
            "seen" => Some("[2,7,3]"),
            _ => None,
        };
        Eyes::of(part)
    }

    fn drag(of: &[&str], cells: &[&str]) -> Drag {
        let all = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        Drag { by: "Ann".into(), who: of.first().map(|who| (*who).to_owned()), of: all(of), cells: all(cells) }
    }

    #[test]
    fn of_a_way_the_cells_are_shown_that_are_seen() {
        let shows = |of: &[&str], cells: &[&str]| eyes().shows(&drag(of, cells)).map(|cells| cells.join(" "));
        assert_eq!(shows(&["Bran"], &["A1", "C1", "C2", "D2"]).as_deref(), Some("C1 C2"));
        assert_eq!(shows(&["Bran"], &["A1", "D2"]), None, "nothing of it is seen");
        assert_eq!(shows(&["Ash"], &["C1"]), None, "Ash is not seen");
        assert_eq!(shows(&["Bran", "Ash"], &["C1"]), None, "one of the two is not seen");
        assert_eq!(shows(&[], &["C1", "G1", "C9", "?1"]).as_deref(), Some("C1"), "what is no cell of the board");
        assert_eq!(eyes().at([&"F1".to_owned(), &"A1".to_owned()]), ["Ogre"], "a large body is at each of its cells");
        assert_eq!(
            (place("AA10"), place("A0"), place("7"), place("ZZZZZZZZZZZZZZZZ1")),
            (Some((26, 9)), None, None, None)
        );
    }

    #[test]
    fn what_is_not_shown_makes_no_message_and_no_number() {
        let mut shown = ShownDrags::default();
        let news = |shown: &mut ShownDrags, all: &[(&str, Drag)]| {
            let drags = all.iter().map(|(source, drag)| ((*source).to_owned(), drag.clone())).collect();
            shown.news(&eyes(), &drags)
        };
        let hidden = ("a", drag(&["Ash"], &["C1"]));
        assert!(news(&mut shown, std::slice::from_ref(&hidden)).is_empty());
        let [begun] = news(&mut shown, &[hidden.clone(), ("b", drag(&["Bran"], &["C2", "D2"]))]).try_into().unwrap();
        assert_eq!(begun, r#"{"by":"Ann","cells":["C2"],"drag":1,"kind":"drag","who":"Bran"}"#);
        assert!(
            news(&mut shown, &[hidden.clone(), ("b", drag(&["Bran"], &["C2", "E2"]))]).is_empty(),
            "the same to them"
        );
        assert_eq!(news(&mut shown, std::slice::from_ref(&hidden)), [r#"{"cells":[],"drag":1,"kind":"drag"}"#]);
        assert!(news(&mut shown, &[]).is_empty() && shown.is_empty());
        assert!(news(&mut shown, &[("b", drag(&[], &["C1"]))])[0].contains(r#""drag":2"#));
    }
}
