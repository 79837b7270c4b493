//! What slots read and say; whole forms are tested by the books.

use skirmish_grid::{Board, Square};
use skirmish_kernel::{ChoiceView, Piece, Refusal};

use super::{Misread, Reading, Slot, Way, cell, number, one_of};

fn read<S: Slot>(slot: &S, text: &str) -> Result<(S::Value, String), String> {
    let mut reading = Reading::new(text);
    let value = slot.read(&mut reading).map_err(|misread| match misread {
        Misread::Looks => "looks".to_owned(),
        Misread::Word(refusal) => refusal.why(),
    })?;
    Ok((value, reading.rest().join(" ")))
}

fn said<S: Slot>(slot: &S, value: &S::Value) -> Option<String> {
    slot.say(value, ChoiceView::doing("do")).map(|view| view.text)
}

#[test]
fn one_of_several_words() {
    let slot = one_of(Piece::Option, [("up", 1), ("steady", 2), ("upright", 1)]);
    assert_eq!(read(&slot, "STE as"), Ok((2, "as".into())));
    assert_eq!(said(&slot, &1).as_deref(), Some("do up"));
    assert_eq!(said(&slot, &3), None, "there is no word for it");
    assert_eq!(read(&slot, "dwon"), Err("`dwon` is no answer here. It takes: up, steady, upright".into()));
    assert_eq!(read(&slot, ""), Err("a word is missing: up, steady, upright".into()));
    let none = one_of::<&str, i32>(Piece::Item, []).missing("Ann carries nothing");
    assert_eq!(read(&none, "knife"), Err("Ann carries nothing".into()));
}

#[test]
fn what_may_be_left_out() {
    let level = || number(1..=9u8, "level");
    assert_eq!(read(&level().unless(1), "3 at Ogre"), Ok((3, "at Ogre".into())));
    assert_eq!(read(&level().unless(1), "at Ogre"), Ok((1, "at Ogre".into())), "it means what is usual");
    assert_eq!(said(&level().unless(1), &1).as_deref(), Some("do"), "and is not said then");
    assert_eq!(read(&level().or(1), ""), Ok((1, String::new())));
    assert_eq!(said(&level().or(1), &1).as_deref(), Some("do 1"), "it is always said");
    assert_eq!(read(&level(), "10"), Err("`10` is no level from 1 to 9".into()));
    assert_eq!(read(&level(), ""), Err("looks".into()));
}

#[test]
fn ways_and_cells() {
    let board = Board::<Square>::new(4, 4).unwrap();
    assert_eq!(read(&cell(&board), "B3"), Ok((Square::new(1, 2), String::new())));
    assert!(read(&cell(&board), "Z9").is_err());
    // The usual way to a cell is straight there; to D4 there is none.
    let way = Way {
        board: &board,
        start: Square::new(0, 0),
        usual: Box::new(|goal| match goal {
            Square { x: 3, y: 3 } => Err(Refusal::because("no way")),
            goal => Ok(vec![goal]),
        }),
        cells: |_, way: &Vec<Square>| way.clone(),
        through: |_, cells| (cells.len() < 4).then_some(cells),
    };
    let (a2, b2) = (Square::new(0, 1), Square::new(1, 1));
    assert_eq!(read(&way, "to B2"), Ok((vec![b2], String::new())));
    assert_eq!(read(&way, "to A1"), Ok((Vec::new(), String::new())), "it stands there");
    assert_eq!(read(&way, "path A2 B2"), Ok((vec![a2, b2], String::new())));
    assert_eq!(read(&way, "to D4"), Err("no way".into()));
    assert_eq!(read(&way, "to"), Err("to which cell? For example `to D7`".into()));
    assert_eq!(read(&way, "path"), Err("along which cells? `path D5 D6 D7`".into()));
    assert_eq!(read(&way, "path A2 A1 A2 A1"), Err("that is longer than any movement".into()));
    assert_eq!(read(&way, "path A2 B2 D4 A1"), Err("D4 is not next to B2".into()));
    assert_eq!(said(&way, &vec![b2]).as_deref(), Some("do to B2"));
    assert_eq!(said(&way, &vec![a2, b2]).as_deref(), Some("do path A2 B2"));
    assert_eq!(said(&way, &Vec::new()), None);
}
