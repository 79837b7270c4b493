//! A table plays by itself what needs nobody, takes back what somebody gave, and breaks at nothing that is said to it.

use proptest::prelude::*;
use skirmish_kernel::{Interrupt, Plan, Viewer};
use skirmish_program::{Column, Dice, Settings, Table, Trouble, fights, fought, open, open_text, source_of};
use skirmish_wire::{Found, Want};

fn table(what: &str, settings: &Settings) -> Table {
    Table::new(open(what, Some(5)).unwrap(), settings, Interrupt::default()).unwrap()
}

fn every_encounter() -> Vec<String> {
    skirmish_shelf::shelf().encounters().map(|found| found.full_name()).collect()
}

fn answer(table: &mut Table, nth: usize) -> bool {
    let Some(awaited) = table.battle().awaited() else { return false };
    let Some(choice) = awaited.choices.get(nth % awaited.choices.len().max(1)) else { return false };
    let line = format!("{}: {}", awaited.who[0], choice.text);
    table.take(None, &Want::Answer { line }).unwrap();
    true
}

#[test]
fn every_answer_of_every_game_is_taken_back_and_given_again() {
    for name in every_encounter() {
        let mut table = table(&name, &Settings::default());
        let mut told = vec![table.battle().entries()];
        for nth in 0..12 {
            if answer(&mut table, nth * 7) {
                told.push(table.battle().entries());
            }
        }
        for earlier in told.iter().rev().skip(1) {
            table.take(None, &Want::Undo { times: None }).unwrap();
            assert_eq!(&table.battle().entries(), earlier, "{name}");
        }
        assert!(table.take(None, &Want::Undo { times: None }).is_err(), "{name}");
        assert_eq!(table.battle().entries(), told[0], "{name}: what falls by itself stays");
        for later in told.iter().skip(1) {
            table.take(None, &Want::Redo { times: None }).unwrap();
            assert_eq!(&table.battle().entries(), later, "{name}");
        }
    }
}

#[test]
fn policies_play_whom_they_are_given() {
    let all = Settings { seats: vec![("all".into(), "plain".into())], ..Settings::default() };
    assert!(table("crossfire", &all).battle().outcome().is_some());
    let water = Settings { seats: vec![("water".into(), "plain".into())], ..Settings::default() };
    let duel = table("duel", &water);
    assert_eq!(duel.battle().awaited().unwrap().who, ["Kestrel"]);
    // All but one, in whatever order they are named.
    for order in [[0, 1], [1, 0]] {
        let named = [("wind".to_owned(), "person".to_owned()), ("all".to_owned(), "plain".to_owned())];
        let seats = order.map(|at| named[at].clone()).to_vec();
        let duel = table("duel", &Settings { seats, ..Settings::default() });
        assert_eq!(duel.battle().awaited().map(|awaited| awaited.who), Some(vec!["Kestrel".to_owned()]));
    }
    let typed = Settings { dice: Dice::Typed, ..Settings::default() };
    assert_eq!(table("duel", &typed).battle().awaited().unwrap().kind, "dice");
}

#[test]
fn a_save_and_what_is_hidden_are_not_for_players() {
    let mut table = table("duel", &Settings::default());
    let Some(Found::Transcript(saved)) = table.take(None, &Want::Save {}).unwrap() else { panic!("asked for") };
    assert!(Table::new(open_text("saved", &saved, None).unwrap(), &Settings::default(), Interrupt::default()).is_ok());
    assert!(table.take(Some("wind"), &Want::Save {}).unwrap_err().why.contains("game master"));
    assert!(table.take(Some("wind"), &Want::Sheet { who: "Tarn".into() }).is_err());
    assert!(table.take(Some("wynd"), &Want::State {}).unwrap_err().why.contains("nobody looks as"));
}

#[test]
fn another_past_is_another_table() {
    let all = Settings { seats: vec![("all".into(), "plain".into())], ..Settings::default() };
    let mut table = table("duel", &all);
    let before = table.battle().entries();
    let (_, changed) = table.change(Viewer::GameMaster, 2, "gm: Tarn.hp = 1").unwrap();
    assert_ne!(changed.battle().entries(), before);
    assert_eq!(table.battle().entries(), before);
}

#[test]
fn a_row_of_a_batch_is_that_fight() {
    let fights = fights(&source_of("duel").unwrap(), Some(3)).unwrap();
    let plan = Plan::default();
    let one = fought(&*fights, &plan, 200, 1, &()).unwrap();
    let three = fought(&*fights, &plan, 200, 3, &()).unwrap();
    assert_eq!((&one.rows, &one.report), (&three.rows, &three.report));
    let (_, Column::Whole(numbers)) = &one.rows.columns[0] else { panic!("numbers come first") };
    assert!(numbers.iter().enumerate().all(|(at, number)| *number == Some(at as i64)));
    let wins: u64 = (0..2).map(|side| one.report.wins(side)).sum();
    let (_, Column::Text(winners)) = &one.rows.columns[1] else { panic!("winners come second") };
    assert_eq!(winners.iter().flatten().count() as u64, wins);
    assert!(fought(&*fights, &plan, 0, 1, &()).is_err());
}

/// Who brought something home.
#[derive(Default)]
struct Hands(std::sync::Mutex<std::collections::HashSet<std::thread::ThreadId>>);

impl skirmish_program::Watch for Hands {
    fn done(&self, _: u64) {
        self.0.lock().unwrap().insert(std::thread::current().id());
        // Whoever else works comes by meanwhile.
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

#[test]
fn a_few_fights_in_which_somebody_thinks_are_shared_out() {
    let fights = fights(&source_of("duel").unwrap(), Some(3)).unwrap();
    let hands = |policy: &str| {
        let hands = Hands::default();
        let plan = Plan { policies: vec![policy.into(); 2], ..Plan::default() };
        fought(&*fights, &plan, 8, 4, &hands).unwrap();
        hands.0.into_inner().unwrap().len()
    };
    assert!(hands("greedy") > 1);
    assert_eq!(hands("plain"), 1, "a handful of these is one piece of work");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_has_no_end_is_too_large() {
    let wrong = source_of("/proc/self/pagemap").unwrap_err();
    assert!(wrong.to_string().contains("it is too large"), "{wrong}");
}

#[test]
fn as_much_is_taken_back_as_there_is() {
    let mut table = table("duel", &Settings::default());
    let fresh = table.battle().entries();
    for nth in 0..3 {
        assert!(answer(&mut table, nth));
    }
    let later = table.battle().entries();
    table.take(None, &Want::Undo { times: Some(99) }).unwrap();
    assert_eq!(table.battle().entries(), fresh);
    assert!(table.take(None, &Want::Undo { times: Some(99) }).is_err());
    table.take(None, &Want::Redo { times: Some(99) }).unwrap();
    assert_eq!(table.battle().entries(), later);
}

/// A battle that was stopped in the middle of a thought, or that went back in time, could not go on.
#[test]
fn it_goes_on_when_somebody_says_so() {
    let mut table = table("duel", &Settings::default());
    let begun = table.battle().entries();
    table.take(None, &Want::Goto { entry: 0 }).unwrap();
    let Some(Found::State(state)) = table.take(None, &Want::State {}).unwrap() else { panic!("asked for") };
    assert!(state.paused && state.entries == 0);
    table.take(None, &Want::GoOn {}).unwrap();
    assert_eq!((table.battle().entries(), table.is_paused()), (begun, false));

    let water = Settings { seats: vec![("water".into(), "greedy".into())], ..Settings::default() };
    let mut thinks = Table::new(open("duel", Some(5)).unwrap(), &water, Interrupt::default()).unwrap();
    thinks.interrupt().ask();
    while thinks.battle().outcome().is_none() && answered(&mut thinks).is_ok() {}
    assert!(thinks.is_paused(), "a thought was stopped");
    assert!(thinks.interrupt().take());
    thinks.take(None, &Want::GoOn {}).unwrap();
    assert!(!thinks.is_paused());
}

/// The first choice of whoever is asked.
fn answered(table: &mut Table) -> Result<Option<Found>, Trouble> {
    let awaited = table.battle().awaited().expect("somebody is asked");
    table.take(None, &Want::Answer { line: format!("{}: {}", awaited.who[0], awaited.choices[0].text) })
}

#[test]
fn what_change_has_shown_can_be_accepted() {
    let mut table = table("duel", &Settings::default());
    let line = "gm: Tarn.hp = 1".to_owned();
    let hp = |table: &Table| table.battle().read("Tarn.hp").unwrap();
    assert!(table.take(None, &Want::Accept {}).unwrap_err().why.contains("`change` shows one"));
    let change = Want::Change { entry: 0, line };
    table.take(None, &change).unwrap();
    table.take(None, &Want::Reject {}).unwrap();
    assert!(table.take(None, &Want::Accept {}).is_err());
    table.take(None, &change).unwrap();
    assert!(answer(&mut table, 0));
    assert!(table.take(None, &Want::Accept {}).is_err(), "something else was done");
    table.take(None, &change).unwrap();
    assert!(table.take(Some("wind"), &Want::Accept {}).is_err(), "it was not shown to them");
    assert_eq!(hp(&table), "30");
    table.take(None, &Want::Accept {}).unwrap();
    assert_eq!(hp(&table), "1");
    let why = table.take(None, &Want::Goto { entry: 99 }).unwrap_err().why;
    assert!(why.starts_with("there is no entry 99: they go from 0 to "), "{why}");
}

/// What is told of a guess says so.
#[test]
fn odds_of_a_seat_are_of_a_guess() {
    let mut table = table("duel", &Settings::default());
    let odds =
        Want::Odds { choice: Some("pass".into()), through: false, acts: None, budget: None, samples: 0, seed: None };
    let is_kestrel = table.battle().awaited().unwrap().who == ["Kestrel"];
    for (viewer, guessed) in [(None, false), (Some(if is_kestrel { "wind" } else { "water" }), true)] {
        let Some(Found::Odds(odds)) = table.take(viewer, &odds).unwrap() else { panic!("asked for") };
        assert_eq!((&odds["guessed"], &odds["exact"]), (&guessed.into(), &true.into()));
    }
}

#[test]
fn what_is_wrong_says_where_and_what_to_do() {
    let why = |what: &str| open(what, None).map(|_| ()).unwrap_err();
    assert_eq!(why("dule").to_string(), "there is no encounter `dule`; did you mean `duel`?");
    assert!(why("none.toml").why.starts_with("cannot read `none.toml`"));
    let wrong: Trouble = open_text("x.toml", "rulebook = \"elemental-d6\"\nsize = 3\n", None).map(|_| ()).unwrap_err();
    assert!(wrong.places.iter().any(|place| (place.file.as_str(), place.line) == ("x.toml", 2)), "{wrong:?}");
    assert!(wrong.to_string().starts_with("x.toml:"), "{wrong}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_is_said_breaks_it(line in "\\PC{0,40}|(gm: |roll |Kestrel: |at |= |[A-Z][0-9] |-?[0-9]{1,12} ){0,6}", entry in 0usize..60) {
        let mut table = table("duel", &Settings::default());
        for viewer in [None, Some("wind"), Some("spectator"), Some(line.as_str())] {
            let _ = table.take(viewer, &Want::Answer { line: line.clone() });
            let _ = table.take(viewer, &Want::Change { entry, line: line.clone() });
            let _ = table.take(viewer, &Want::Read { path: line.clone() });
            let _ = table.take(viewer, &Want::Facts { choice: line.clone() });
        }
        let _ = open_text("x", &line, None);
    }
}
