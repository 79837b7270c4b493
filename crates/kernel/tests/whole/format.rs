//! The transcript as a text: nothing is lost, nothing makes it panic, what is wrong is said at its place.

use crate::common::{DUEL, book, session};
use proptest::prelude::*;
use skirmish_kernel::transcript::Content;
use skirmish_kernel::{Game, Source, Transcript};

fn parse(text: &str) -> Result<Transcript, String> {
    Transcript::parse(&Source::new("t", text))
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

#[track_caller]
fn wrong(text: &str, words: &[&str]) {
    let said = parse(text).expect_err("this is wrong");
    for word in words {
        assert!(said.contains(word), "`{word}` is missing in:\n{said}");
    }
}

const FULL: &str = "# a comment\r\n\r\nskirmish 1\nencounter duel   # which\nseed 7\nplay red plain\n\tplay all random\ntable seat red rollout:2s\n\n\
    Ada: attack Bob\nroll Ada attack.roll 2d6 4 3  # fell\nroll = 3\nroll total 7\ngm: Bob.hp = 12\ngm next: end truce\n\
    gm: Goblin #3.hp -7\nexpect Bob.hp == 2\nexpect no event attack.hit\nexpect refused attack.hit \"out # of range\"\n\
    expect ask none\nexpect ask Bob react\nexpect not offered \"dodge\"\nexpect order Ada, Bob\n\
    expect throw Ada attack natural >= 4\nexpect throw Ada attack dice == \"2d6>=4\"\nexpect throw Bob parry score <= 3\n\
    expect chance \"Ada: attack Bob\" Bob.hp <= 0 == 5/12\nexpect chance no event attack.hit < 0.5\n\
    expect chance throw Bob parry score <= 3 or not (throw Ada natural != 4 and throw attack dice == \"2d6\") >= 1/36\nexpect over none\n\
    expect conditions contains prone\nexpect roundtrip\ndrawn 17\n\
    spare 2 1 0 3 1 [Goblin 3] gm next: note a # b\nspare end 0 0 gm: revive\nspare 1 0 0 0 0 roll = 3\nundone Ada: attack Bob\nundone roll = 3\n\
    undone gm next: end truce\nundone drawn 18\n   # the end, without a line's end";

#[test]
fn printing_gives_what_was_read() {
    let transcript = parse(FULL).unwrap();
    assert_eq!(transcript.to_string(), FULL);
    assert_eq!((transcript.seed(), transcript.plays().len()), (Some(7), 2));
    let inside = format!("\u{feff}skirmish 1\r\n----- encounter\r\n{DUEL}\n---\n-----\r\nseed 1");
    assert_eq!(parse(&inside).unwrap().to_string(), inside);
}

#[test]
fn each_line_is_written_as_it_is_read() {
    for line in parse(FULL).unwrap().lines() {
        if matches!(line.content, Content::Blank) {
            continue;
        }
        let written = line.content.to_string();
        let head = if line.content.is_head() { "" } else { "encounter duel\n" };
        let first = if matches!(line.content, Content::Version(_)) { "" } else { "skirmish 1\n" };
        let tail = if head.is_empty() && !written.starts_with("encounter") { "\nencounter duel" } else { "" };
        let again = parse(&format!("{first}{head}{written}{tail}")).unwrap_or_else(|why| panic!("{written}: {why}"));
        let found = again.lines().iter().any(|other| other.content == line.content);
        assert!(found, "{written} is read as {:?} instead of {:?}", again.lines(), line.content);
    }
}

#[test]
fn what_is_wrong_is_said_at_its_place() {
    wrong("", &["t:1:1", "skirmish 1"]);
    wrong("encounter duel\n", &["t:1:1", "version of its format"]);
    wrong("skirmish 2\nencounter duel\n", &["t:1:1", "version 2", "reads version 1"]);
    wrong("skirmish 1\n", &["t:2:1", "no encounter is named"]);
    wrong("skirmish 1\nencounter duel\nencounter duel\n", &["t:3:1", "second time"]);
    wrong("skirmish 1\nencounter duel\nAda: wait\n  seed 3\n", &["t:4:3", "before the first move"]);
    wrong("skirmish 1\nencounter duel\nexpct Ada.hp == 3\n", &["t:3:1", "did you mean `expect`"]);
    wrong("skirmish 1\nencounter duel\nexpect Ada.hp = 3\n", &["`=` sets a value", "`Ogre.hp == 2`"]);
    wrong(
        "skirmish 1\nencounter duel\nseed -1\nroll Ada\nplay\nAda:\n: x\n",
        &["t:3:1", "t:4:1", "t:5:1", "t:6:1", "t:7:1"],
    );
    wrong("skirmish 1\n--- encounter\nx = 1\n", &["t:2:", "has no end", "`---`"]);
    wrong("skirmish 1\nencounter duel\nexpect says words\n", &["double quotes"]);
    wrong("skirmish 1\nencounter duel\nAda: a\u{1b}[31m\n", &["control character"]);
    wrong("skirmish 1\nencounter duel\nAda: wait\ntable seat red mcts:2s\n", &["t:4:1", "before the first move"]);
    wrong("skirmish 1\nencounter duel\nundone Ada: wait\nAda: wait\n", &["t:4:1", "stands at the end", "remove"]);
    wrong("skirmish 1\nencounter duel\nundone seed 7\nundone\n", &["t:3:1", "t:4:1", "undone NAME: what"]);
    for spare in
        ["spare", "spare 1 1 0 0 0", "spare 1 1 Ada: wait", "spare 1 1 0 0 0 [Ada Ada: wait", "spare end 0 0 seed 7"]
    {
        wrong(&format!("skirmish 1\nencounter duel\n{spare}\n"), &["t:3:1"]);
    }
    wrong("skirmish 1\nencounter duel\nspare 1 1 0 0 0 spare 1 1 0 0 0 Ada: wait\n", &["t:3:1", "waits for its place"]);
    wrong("skirmish 1\nencounter duel\ndrawn 18446744073709551615\ndrawn x\n", &["t:3:1", "t:4:1", "drawn 17"]);
}

#[test]
fn hostile_files_are_read_in_no_time() {
    let many = format!("skirmish 1\nencounter duel\n{}", "Ada: wait\n".repeat(1_500_000));
    wrong(&many, &["more than 1000000 lines"]);
    wrong(&format!("skirmish 1\nencounter duel\nAda: {}\n", "x".repeat(100_000)), &["a line of more than"]);
    wrong(&"\n".repeat(17 << 20), &["longer than 16 MB"]);
    wrong(&format!("skirmish 1\nencounter duel\n{}", "?\n".repeat(900_000)), &["t:52:1"]);
    let open = format!("skirmish 1\nencounter duel\nexpect {}\n", "\"(".repeat(30_000));
    assert!(parse(&open).is_err());
    wrong(&format!("skirmish 1\nencounter duel\n{}\n", "undone ".repeat(9_000)), &["t:3:1", "undone NAME: what"]);
}

#[test]
fn a_save_is_a_transcript_like_any_other() {
    let mut battle = session("title = No end of line\nfighter Ada red 10 2\nfighter Bob blue 8 1", 5);
    assert!(battle.decide(&mut crate::common::Plain));
    let saved = battle.save();
    let lines: Vec<&str> = saved.lines().collect();
    assert_eq!(&lines[..4], ["skirmish 1", "game toy", "--- encounter", "title = No end of line"]);
    assert_eq!(&lines[6..], ["---", "seed 5", "", "# round 0, stances", "Ada: calm", "Bob: calm"]);
    let loaded = book().replay(&parse(&saved).unwrap()).unwrap();
    assert_eq!(loaded.save(), saved);
}

#[test]
fn usual_answers_are_left_out_where_they_return_by_themselves() {
    let mut battle = book().open(&Source::new("duel", DUEL), Some(1)).unwrap();
    for line in ["Ada: calm", "Bob: calm", "attack Bob", "Bob: take it"] {
        battle.line(line).unwrap();
    }
    assert!(battle.save().ends_with("Ada: attack Bob\nBob: take it\n"), "{}", battle.save());
    battle.line("Ada 1 1").unwrap();
    assert!(battle.save().ends_with("Ada: attack Bob\nroll Ada attack.roll 2d6 1 1\n"), "{}", battle.save());
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in ".{0,200}") {
        let _ = parse(&text);
        let _ = parse(&format!("skirmish 1\nencounter duel\n{text}\nexpect {text}\nroll {text}\ngm: {text}\n"));
    }

    #[test]
    fn what_is_read_is_printed(lines in proptest::collection::vec(prop_oneof![
        Just("Ada: calm".to_owned()), Just("roll Bob 3".into()), Just("# x".into()), Just(String::new()),
        Just("  expect Ada.hp == 3 # y".into()), "[a-z:=\"# ]{0,20}", "gm: [a-zA-Z.]{1,8} [+=-]{1,2} [0-9]{1,3}",
    ], 0..12), end in prop_oneof![Just("\n"), Just("\r\n")]) {
        let text = format!("skirmish 1{end}encounter duel{end}{}", lines.join(end));
        if let Ok(transcript) = parse(&text) {
            prop_assert_eq!(transcript.to_string(), text);
            let _ = book().check(&transcript);
        }
    }

    #[test]
    fn no_line_makes_a_battle_panic(lines in proptest::collection::vec(prop_oneof![
        "(Ada|Bob|A|gm|gm next|roll Ada|roll|expect|expect chance): ?[a-zA-Z .=+0-9\"-]{0,16}",
        "(roll|expect|expect ask|expect throw|expect chance|expect over|expect event) [a-zA-Z .=<>0-9\"/-]{0,20}",
        Just("Ada: calm".to_owned()), Just("Bob: bold".to_owned()), Just("attack Bob".to_owned()),
    ], 0..10)) {
        let mut battle = book().open(&Source::new("duel", DUEL), Some(1)).unwrap();
        for line in &lines {
            let before = battle.save();
            if battle.line(line).is_err() {
                prop_assert_eq!(battle.save(), before);
            }
        }
        if let Ok(transcript) = parse(&format!("skirmish 1\nencounter duel\nseed 1\n{}", lines.join("\n"))) {
            let _ = book().check(&transcript);
        }
    }
}
