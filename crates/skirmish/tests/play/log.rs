//! The log as one side reads it: what was seen stays in it, entries keep their numbers, edicts stand in it.

use std::fs;

use crate::{folder, play, read, says};

/// The numbers of the entries that the last `log` has shown.
fn numbers(out: &str) -> Vec<usize> {
    let (_, log) = out.rsplit_once("> log all\n").expect("it was typed");
    log.lines().filter_map(|line| line.trim_start().strip_prefix('[')?.split_once(']')?.0.parse().ok()).collect()
}

#[test]
fn what_was_thrown_before_ones_eyes_stays_though_it_blinds() {
    let typed = "blade at Tarn\npass\ndecline\nreaction\npass\nkeep\ndecline\nreaction\nwhy\nlog all\n";
    let out = play(&folder("blinded"), &["duel", "--no-save", "--seat", "water=plain"], typed).well();
    let dice = "Tarn hits Kestrel for 10. [attack 2d6>=4 +4: 1 3 = 4; defence 0d6 +4: 4;";
    says(&out, &[dice, "Kestrel is blinded", "6 -> 6 [dice.damage: Damage dice]"]);
    assert!(!out.contains("played anew"), "{out}");
    let later = play(
        &folder("blinded-later"),
        &["duel", "--no-save", "--seat", "water=plain"],
        format!("{typed}pass\nkeep\nlog all\n"),
    );
    let (now, later) = (numbers(&out), numbers(&later.well()));
    assert!(later.starts_with(&now), "{now:?} {later:?}");
}

#[test]
fn who_hides_is_not_counted_by_the_order() {
    let out = play(&folder("fog"), &["night-fog", "--no-save", "--seat", "ambush=plain"], "log all\n").well();
    let (initiative, _) = out.split_once("What does Cedar do?").expect("it is Cedar's turn");
    assert!(!initiative.to_lowercase().contains("somebody"), "{initiative}");
    says(&out, &["[1] Alder throws 1d20: 9 = 14 (dice.initiative)"]);
}

#[test]
fn entries_stand_in_the_order_of_their_numbers() {
    let typed = "gm add wolf as Ann at A3 for wind\ngm rules.hit.tie = defender\nlog all\n";
    let out = play(&folder("rules"), &["duel", "--no-save"], typed).well();
    assert_eq!(numbers(&out), (1..=9).collect::<Vec<_>>(), "{out}");
    let place = folder("at-once");
    let typed = "Tock: no-guard\nMaud: no-guard\nall: no-guard\nlog all\n";
    let out = play(&place, &["circle"], typed).well();
    assert_eq!(numbers(&out), (1..=6).collect::<Vec<_>>(), "{out}");
    let again = play(&place, &["circle.skirmish"], "log all\n").well();
    says(&again, &["[1] Tock: no-guard [2] Maud: no-guard"]);
    assert_eq!(numbers(&again), (1..=6).collect::<Vec<_>>(), "{again}");
}

#[test]
fn what_is_done_by_hand_stands_in_the_log_of_one_side() {
    let typed = "gm Kestrel.hp = 20\nnote one\ngm Tarn.side = wind\nlog all\n";
    let out = play(&folder("hand"), &["duel", "--no-save", "--seat", "water=plain"], typed).well();
    let (_, log) = out.split_once("> log all\n").expect("it was typed");
    says(log, &["gm: Kestrel.hp = 20", "gm: note one", "gm: Tarn.side = wind"]);
}

#[test]
fn why_unfolds_one_entry() {
    let out = play(&folder("why"), &["duel", "--no-save"], "why 1\n").well();
    let (_, why) = out.split_once("> why 1\n").expect("it was typed");
    assert!(why.contains("Kestrel throws 9d6>=6") && !why.contains("Tarn throws"), "{why}");
}

#[test]
fn a_name_in_a_save_is_a_whole_one() {
    let place = folder("names");
    let typed = "seat Kestrel plain\ngm add wolf as Kestrel-wolf at A3 for wind\ngm remove Kestrel\n";
    play(&place, &["duel"], typed).well();
    let again = play(&place, &["duel.skirmish"], "").well();
    assert!(!again.contains("left out"), "{again}");
    says(&read(&place, "duel.skirmish"), &["table seat Kestrel plain"]);
    let wrong = read(&place, "duel.skirmish").replace("table level odds", "table level oods\ntable zork 1");
    fs::write(place.join("duel.skirmish"), wrong).expect("it can be written");
    let out = play(&place, &["duel.skirmish"], "").well();
    says(&out, &["`table level oods` is left out", "`table zork 1` is left out"]);
    play(&place, &["duel", "--no-save", "--seat", "=plain"], "").refused(&["--seat =plain", "nobody is named"]);
}

#[test]
fn choices_are_made_by_number_and_by_their_only_beginning() {
    let out = play(&folder("number"), &["circle", "--no-save"], "Maud: 1\nall: 1\nlog all\n").well();
    says(&out, &["Maud: no-guard", "Tock: no-guard"]);
    let out = play(&folder("begun"), &["duel", "--no-save"], "choices\nwater-blast\n").well();
    says(&out, &["Not listed, and allowed too: surrender", "Tarn launches water-blast at Kestrel"]);
}

#[test]
fn a_table_goes_back_to_the_file_that_it_has_left() {
    let place = folder("back");
    let out = play(&place, &["duel"], "save other.skirmish\npass\nkeep\nsave duel.skirmish\n").well();
    says(&out, &["Kept in duel.skirmish after every answer."]);
    assert!(read(&place, "duel.skirmish").contains("Tarn: pass"));
    fs::write(place.join("own.skirmish"), "# mine\n").expect("it can be written");
    let out = play(&place, &["duel.skirmish"], "save own.skirmish\n").well();
    says(&out, &["`own.skirmish` is already there"]);
}
