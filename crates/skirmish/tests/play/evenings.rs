//! Whole evenings at the table, from the first die to the end of the battle.
//!
//! `evenings/NAME.txt` has what is typed. A line `$ skirmish play …` sits down at the table; where the next one follows
//! without a `quit` before it, the terminal was closed. What is printed stands in `evenings/NAME.golden`: of one evening of
//! each kind in full, of the others as a hash. With `UPDATE_GOLDEN=1` it is written anew. Read the difference: what was told
//! is in the target folder, under `tmp/evenings`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{fits_eighty_columns, folder, play};

/// One sitting: the arguments of `skirmish play`, and the lines that are typed.
fn sittings(script: &str) -> Vec<(Vec<&str>, String)> {
    let mut sittings: Vec<(Vec<&str>, String)> = Vec::new();
    for line in script.lines() {
        match (line.strip_prefix("$ skirmish play "), sittings.last_mut()) {
            (Some(args), _) => sittings.push((args.split_whitespace().collect(), String::new())),
            (None, Some((_, typed))) => typed.push_str(&format!("{line}\n")),
            (None, None) => panic!("an evening begins with `$ skirmish play …`, not with `{line}`"),
        }
    }
    sittings
}

/// How many lines each question has, with all that may be answered: what stands between an empty line and what is typed.
fn lines_of_questions(told: &str) -> Vec<usize> {
    let mut counts = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    // `Where does Ann go?  [dp.path]`, and below it `   1  stay`.
    let asks = |line: &&str| line.ends_with(']') && line.contains("  [");
    let lists =
        |line: &&str| line.trim_start().split_once("  ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    let is_question = |block: &[&str]| block.windows(2).take(3).any(|lines| asks(&lines[0]) && lists(&lines[1]));
    for line in told.lines() {
        if line.starts_with('>') || line.is_empty() {
            if line.starts_with('>') && is_question(&block) {
                counts.push(block.len());
            }
            block.clear();
        } else {
            block.push(line);
        }
    }
    counts.sort_unstable();
    counts
}

/// A question and its answers are read at a glance: on a terminal of 24 lines without scrolling back.
fn are_read_at_a_glance(name: &str, told: &str) {
    let counts = lines_of_questions(told);
    let (median, most) = (counts[counts.len() / 2], counts[counts.len() - 1]);
    // Of few questions one more or less decides.
    let median = if counts.len() < 10 { counts[0] } else { median };
    assert!(median <= 12 && most <= 24, "{name}: questions of {median} lines in the median, {most} at most");
}

/// What is told in an evening, which ends with the battle.
fn told(name: &str) -> String {
    let script =
        fs::read_to_string(folder_of_evenings().join(format!("{name}.txt"))).expect("the evening is written down");
    let folder = folder(name);
    let mut told = String::new();
    for (args, typed) in sittings(&script) {
        let out = play(&folder, &args, typed).well();
        fits_eighty_columns(&out);
        told.push_str(&format!("$ skirmish play {}\n{out}", args.join(" ")));
    }
    are_read_at_a_glance(name, &told);
    assert!(told.contains("The battle is over."), "the evening ends before the battle:\n{told}");
    assert!(!told.contains(env!("CARGO_TARGET_TMPDIR")), "it says where it was played");
    told
}

fn folder_of_evenings() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play/evenings")
}

/// An evening that is read in full.
fn evening(name: &str) {
    let told = told(name);
    holds(name, &told, &told);
}

/// An evening of which a hash is kept: any change shows, and nobody has to read it twice.
fn evening_by_hash(name: &str) {
    let told = told(name);
    // FNV-1a with 64 bits.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = told.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    holds(name, &format!("{} lines, {hash:016x}\n", told.lines().count()), &told);
}

/// Is this what stands in the golden file?
fn holds(name: &str, is: &str, told: &str) {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evenings");
    fs::create_dir_all(&scratch).expect("a folder can be made");
    fs::write(scratch.join(format!("{name}.told")), told).expect("it can be written");
    let golden = folder_of_evenings().join(format!("{name}.golden"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, is).expect("it can be written");
    }
    let golden = fs::read_to_string(&golden).expect("a golden file; make it with UPDATE_GOLDEN=1");
    for (at, (is, was)) in is.lines().zip(golden.lines()).enumerate() {
        assert_eq!(is, was, "{name}.golden:{}", at + 1);
    }
    assert_eq!(is.lines().count(), golden.lines().count(), "{name}.golden has another length");
}

#[test]
fn a_duel_with_real_dice() {
    evening("duel");
}

#[test]
fn a_crossfire_against_the_program() {
    evening_by_hash("crossfire");
}

#[test]
fn a_chase_in_words() {
    evening("chase");
}

#[test]
fn an_ambush_seen_by_one_side() {
    evening_by_hash("ambush");
}

#[test]
fn an_elemental_by_hand() {
    evening_by_hash("elemental");
}

#[test]
fn a_duel_of_parries() {
    evening_by_hash("parry-yard");
}

#[test]
fn a_fight_at_a_ford_in_three_sittings() {
    evening_by_hash("ford");
}

#[test]
fn a_charge_on_horseback_in_words() {
    evening_by_hash("charge");
}

#[test]
fn a_flight_over_the_roofs() {
    evening("rooftop");
}

#[test]
fn two_who_cannot_see_each_others_stances() {
    evening_by_hash("first-blood");
}

#[test]
fn a_bridge_held_on_guard() {
    evening_by_hash("footbridge");
}

#[test]
fn spells_and_arrows() {
    evening_by_hash("circle");
}

#[test]
fn an_ambush_in_a_sunken_lane() {
    evening("hollow-way");
}
