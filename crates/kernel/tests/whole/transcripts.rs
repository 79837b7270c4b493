//! Transcripts: what they say, what they expect, how they fail.

use crate::common::{DUEL, book};
use skirmish_kernel::{Checked, Game, Source, Transcript};

fn check(body: &str) -> Checked {
    let text = format!("skirmish 1\nencounter duel\n{body}");
    let transcript = Transcript::parse(&Source::new("test", text)).expect("it can be read");
    book().check(&transcript)
}

fn passes(body: &str) -> Checked {
    let checked = check(body);
    let failures: Vec<String> = checked.failures.iter().map(ToString::to_string).collect();
    assert!(checked.passed(), "{}", failures.join("\n"));
    checked
}

/// What is said when it fails: the body's first line is line 3 of the file.
fn fails(body: &str) -> String {
    let checked = check(body);
    assert!(!checked.passed(), "this should have failed:\n{body}");
    checked.failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Why it cannot be read.
fn unreadable(body: &str) -> String {
    let text = format!("skirmish 1\nencounter duel\n{body}");
    let wrong = Transcript::parse(&Source::new("test", text)).expect_err("it cannot be read");
    wrong.iter().map(|wrong| format!("{wrong} {}\n", wrong.help.clone().unwrap_or_default())).collect()
}

#[track_caller]
fn says(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "`{word}` is missing in:\n{text}");
    }
}

const OPENING: &str = "Ada: calm\nBob: calm\n";

#[test]
fn an_attack_is_told_in_full() {
    let checked = passes(&format!(
        "{OPENING}expect ask Ada turn.action\nexpect offered \"attack Bob\"\nexpect not offered \"attack Ada\"\n\
         Ada: attack Bob\n\
         roll Ada attack.roll 2d6 4 3\nroll Bob = 6\n\
         expect ask Ada damage\nexpect throw Ada attack.roll == 9\nexpect throw Ada attack natural == 7\n\
         expect throw Bob defence dice == \"2d6\"\n\
         roll total 3\n\
         expect event attack.hit\nexpect no event attack.miss\nexpect says \"Ada hits Bob for 3\"\n\
         expect Bob.hp == 5\nexpect Bob.hp < 6\nexpect order Ada, Bob\nexpect dazed == none\n\
         expect order contains Bob\nexpect order lacks Cid\nexpect not says \"misses\"\nexpect roundtrip\n"
    ));
    assert!(checked.cited.contains("attack.hit") && checked.cited.contains("stance.bold"), "{:?}", checked.cited);
    assert_eq!((checked.entries, checked.expectations), (7, 18));
}

#[test]
fn after_two_hundred_that_are_wrong_nothing_more_is_checked() {
    let checked = check(&format!("{OPENING}{}", "expect Bob.hp == 99\n".repeat(1_000)));
    assert_eq!((checked.failures.len(), checked.expectations), (201, 200));
    says(&checked.failures[200].to_string(), &["test:205:1", "nothing more is checked"]);
}

#[test]
fn what_is_no_value_is_said_in_short() {
    let long = "1".repeat(5_000);
    for (wrong, why) in [
        (format!("expect Bob.hp == x{long}\n"), "is none"),
        (format!("expect chance event attack.hit == {long}/{long}\n"), "is no chance"),
        (format!("expect event x{long}\n"), "no rule `x1"),
    ] {
        let said = fails(&wrong);
        says(&said, &[why]);
        assert!(said.len() < 1_000, "{said}");
    }
}

#[test]
fn a_standing_answer_is_taken_and_may_be_overruled() {
    passes(&format!(
        "{OPENING}Ada: attack Bob\nexpect ask Bob react\nBob: parry\nroll Ada 6 6\nroll Bob 1 1\n\
         expect ask Bob parry.roll\nroll 3\nexpect says \"parries\"\n"
    ));
    // Bob's next own words do not fit the question whether he reacts: it is answered as usual.
    let twice = "roll Ada 1 1\nroll Bob 6 6\n";
    passes(&format!("{OPENING}Ada: attack Bob\n{twice}Bob: attack Ada\nexpect ask Ada react\n"));
}

/// Whether a usual answer is to be given before an expectation nobody can tell: what is asked may be what is expected.
#[test]
fn what_does_not_hold_says_what_is_still_open() {
    let struck = format!("{OPENING}Ada: attack Bob\n");
    passes(&format!("{struck}expect ask Bob react\n"));
    says(
        &fails(&format!("{struck}expect Bob.hp == 3\n")),
        &["still open is react.choose of Bob", "is the usual answer"],
    );
    let nothing_usual = fails(&format!("{OPENING}expect Bob.hp == 3\n"));
    assert!(!format!("{nothing_usual:?}").contains("still open"), "{nothing_usual:?}");
}

#[test]
fn dice_may_come_in_any_order_and_news_are_complete() {
    passes(&format!(
        "{OPENING}Ada: attack Bob\nroll Bob 6 6\nroll Ada 1 1\n\
         expect event attack.roll\nexpect event defence.roll\nexpect event attack.miss\n"
    ));
}

#[test]
fn what_is_left_open_falls_from_the_seed_and_is_chosen_by_policies() {
    let checked = passes("seed 3\nplay all plain\nexpect over blue\nexpect ask none\nexpect roundtrip\n");
    assert!(checked.cited.contains("end.last") && checked.entries > 40);
    passes("seed 3\nplay blue plain\nAda: calm\nAda: attack Bob\nexpect ask Bob react\n");
    says(&fails("play greens plain\n"), &["test:3:1", "no side `greens`", "red and blue"]);
    says(&fails("play red plan\n"), &["no policy `plan`"]);
}

#[test]
fn a_hand_rules_at_once_from_the_next_step_and_after_the_end() {
    passes("gm: Bob.hp = 1\nexpect Bob.hp == 1\ngm: Bob.hp +4\nexpect Bob.hp == 5\nexpect says \"gm: Bob.hp += 4\"\n");
    passes(&format!("Ada: calm\ngm next: Ada.hp -9\nexpect Ada.hp == 10\nBob: calm\nexpect Ada.hp == 1\n{}", ""));
    passes("gm: end\nexpect over none\nexpect ask none\ngm: revive\nexpect ask Ada stance\nexpect roundtrip\n");
    says(&fails("gm: Bob.strength = 3\n"), &["test:3:1", "cannot be changed"]);
}

#[test]
fn refusals_are_expected_or_stop_the_play() {
    let checked = passes(&format!(
        "{OPENING}Ada: attack Ada\nexpect refused attack.roll \"friend\"\nexpect refused\n\
         Ada: dance\nexpect refused \"no choice here\"\nroll 3\nexpect refused \"no dice\"\n\
         Bob: wait\nexpect refused \"not asked\"\ngm: Nobody.hp = 3\nexpect refused\nexpect ask Ada turn\n"
    ));
    assert!(checked.cited.contains("attack.roll"), "{:?}", checked.cited);
    let wrong = fails(&format!("{OPENING}Ada: attack Ada\nexpect refused mark.secret\n"));
    says(&wrong, &["test:6:1", "for another reason", "refused by mark.secret", "that is a friend [attack.roll]"]);
    says(&fails(&format!("{OPENING}Ada: wait\nexpect refused\n")), &["line 5 was not refused"]);
    passes(&format!("{OPENING}Ada: wait\nexpect not refused\n"));
    says(&unreadable("expect not refused attack.roll\n"), &["by whatever rule", "`not refused`"]);
    let both = fails(&format!("{OPENING}Ada: attack Ada\nexpect refused\nexpect not refused\n"));
    says(&both, &["line 5 was refused", "that is a friend [attack.roll]"]);
    says(&fails("Ada: attack Ada\nAda: calm\nexpect Ada.hp == 3\n"), &["test:3:1", "attack Ada"]);
}

#[test]
fn a_line_that_nobody_asked_for_says_what_is_awaited() {
    says(&fails("Bob: calm\nBob: calm\n"), &["test:4:1", "Ada is asked stance.choose (calm, bold)"]);
    let all = format!("{OPENING}Ada: attack Bob\nroll 1 1\nroll 6 6\n");
    says(&fails(&format!("{all}Ada: wait\n")), &["Bob is asked turn.action"]);
    says(&fails(&format!("{all}roll 3\n")), &["no dice are awaited", "Bob is asked turn.action"]);
    let hit = format!("{OPENING}Ada: attack Bob\nroll 6 6\nroll 1 1\n");
    says(&fails(&format!("{hit}Bob: wait\n")), &["Ada throws 1d4 for damage.roll", "no seed"]);
    says(&fails("gm: end\nAda: calm\n"), &["test:4:1", "the battle is over"]);
    let skipped = fails(&format!("{OPENING}Ada: attack Bob\nAda: wait\n"));
    says(&skipped, &["test:6:1", "`Bob: take it`", "Ada throws 2d6"]);
}

#[test]
fn dice_that_do_not_fit_are_refused() {
    let attack = format!("{OPENING}Ada: attack Bob\n");
    says(&fails(&format!("{attack}roll 7 1\n")), &["test:6:1", "2d6 wants faces from 1 to 6"]);
    says(&fails(&format!("{attack}roll Ada 3d6 1 1 1\n")), &["the rules want 2d6 here, not 3d6"]);
    says(&fails(&format!("{attack}roll Ada defence 1 1\n")), &["attack.roll"]);
    says(&fails(&format!("{attack}roll Ada = 13\n")), &["2 to 12"]);
    says(&fails(&format!("{attack}roll Zoe 1 1\n")), &["nobody here is called `Zoe`"]);
}

#[test]
fn a_failed_expectation_shows_both_and_the_dice() {
    let text = fails(&format!(
        "{OPENING}Ada: attack Bob\nroll 4 3\nroll 6\nexpect refused\nroll 3 3\nroll 2\nexpect Bob.hp == 4 # why?\n\
         expect event attack.miss\nexpect says \"x\"\nexpect throw Ada damage > 3\nexpect over\n"
    ));
    says(
        &text,
        &["test:11:1: Bob.hp is 6", "expected: Bob.hp == 4", "Ada throws 1d4 for damage.roll: 2 -> 2; total 2"],
    );
    says(&text, &["nothing cites attack.miss", "cited: damage.roll, attack.hit", "Ada hits Bob for 2", "is not over"]);
}

#[test]
fn expectations_without_sense_say_so() {
    says(&fails("expect Ada.strength == 3\n"), &["no `Ada.strength`"]);
    says(&fails("expect Ada.hp == many\n"), &["this is a number (10)"]);
    says(&fails("expect event attack.hot\n"), &["did you mean `attack.hit`"]);
    says(&fails("expect order < Ada\n"), &["compares numbers"]);
    says(&fails("expect Ada.hp contains 5\n"), &["asks what a list or a text has in it"]);
    says(&fails("expect refused\n"), &["no line stands before"]);
    says(&fails("expect chance event attack.hit == a lot\n"), &["is no chance"]);
}

/// The chances of the parts are known: a hit is 287 in 432, and takes at least one of Bob's eight.
#[test]
fn predicates_are_joined_and_fields_compared() {
    let chance = |of: &str, is: &str| format!("{OPENING}expect chance \"Ada: attack Bob\" {of} == {is}\n");
    for (of, is) in [
        ("event attack.hit and Bob.hp == 8", "0"),
        ("event attack.hit or Bob.hp == 8", "1"),
        ("not event attack.hit", "145/432"),
        ("not (event attack.hit or over)", "145/432"),
        ("not event attack.hit and (over or Bob.hp > 7)", "145/432"),
        ("over or not over and event attack.hit and not Bob.hp > 7", "287/432"),
        ("event attack.hit and event damage.roll", "287/432"),
        ("Bob.hp < Ada.hp", "1"),
        ("Bob.hp >= Ada.hp or not Bob.hp < Ada.hp", "0"),
    ] {
        passes(&chance(of, is));
    }
    passes(&format!("{OPENING}expect Bob.hp < Ada.hp\nexpect Ada.hp != Bob.hp\n"));
    says(&fails(&format!("{OPENING}expect Bob.hp > Ada.hp\n")), &["Bob.hp is 8", "Bob.hp > Ada.hp"]);
    for (of, why) in [
        ("event attack.hit and  and over", "something is missing beside `and`"),
        ("(event attack.hit or over", "a bracket is not closed"),
        ("event attack.hit) or over", "a bracket closes that was not opened"),
    ] {
        says(&unreadable(&chance(of, "1")), &[why]);
    }
    says(&unreadable(&chance(&format!("{}over{}", "(".repeat(40), ")".repeat(40)), "1")), &["say it in fewer"]);
}

/// Ada throws two dice and adds 2, Bob two and adds 1: he is hit unless his dice show two more than hers.
#[test]
fn throws_have_chances() {
    let chance = |of: &str, is: &str| format!("{OPENING}expect chance \"Ada: attack Bob\" {of} == {is}\n");
    for (of, is) in [
        // 8 or more on two dice: 5, 4, 3, 2 and 1 of 36.
        ("throw Ada attack >= 10", "15/36"),
        ("throw Ada attack natural >= 10", "6/36"),
        ("throw Ada attack natural != 2", "35/36"),
        ("throw attack.roll natural == 2", "1/36"),
        ("throw Bob defence natural == 7", "1/6"),
        ("throw Bob attack > 0", "0"),
        ("throw Ada attack dice == \"2d6\"", "1"),
        ("throw Ada attack dice != \"2d6\"", "0"),
        // These dice are thrown under no score.
        ("throw Ada attack score < 99", "0"),
        // With 8 she hits 30 of 36, with 9 33, with 10 35, and else all: 5*30 + 4*33 + 3*35 + 2*36 + 36.
        ("throw Ada attack >= 10 and event attack.hit", "495/1296"),
        // Both throw at once: a pair of sixes each.
        ("throw Ada attack == 14 and throw Bob defence == 13", "1/1296"),
        ("throw Ada attack == 14 or throw Bob defence == 13", "71/1296"),
        // Of 435 that miss, 45 show eight or more.
        ("not throw Ada attack >= 10 and not event attack.hit", "390/1296"),
        // The damage is a die of four, thrown after a hit only.
        ("throw Ada damage == 4", "287/1728"),
        ("throw Ada damage == 4 and throw Ada attack >= 10", "495/5184"),
        // Any throw of hers: two ones with which she strikes, 36 of 1296, or a fourth of the other 858 in which she hits.
        ("throw Ada == 4", "167/864"),
    ] {
        passes(&chance(of, is));
    }
    // What has fallen has fallen; dice that fall together with it count, with what they show.
    let fallen = format!("{OPENING}Ada: attack Bob\nBob: take it\nroll Ada 4 3\nexpect chance");
    passes(&format!("{fallen} throw Ada attack == 9 == 1\n"));
    passes(&format!("{fallen} throw Ada attack == 9 and throw Bob defence >= 9 == 15/36\n"));
    passes(&format!(
        "{OPENING}Ada: attack Bob\nBob: take it\nroll 4 3\nroll 1 1\nexpect chance throw Ada attack > 0 == 0\n"
    ));
    says(&fails(&chance("throw Ada attack >= high", "1")), &["`high`", "number"]);
    says(&fails(&chance("throw Ada attack dice > \"2d6\"", "1")), &["the same (==) or not (!=)"]);
    says(&fails(&chance("throw Zoe attack > 1", "1")), &["Zoe"]);
}

/// Two events of which neither says anything of the other: the ways that meet the one are told from those that meet the
/// other, though both come to the same end.
#[test]
fn what_ways_meet_together_is_known() {
    let parried = format!("{OPENING}Ada: attack Bob\nBob: parry\nexpect chance ");
    for (of, is) in [
        ("event attack.miss and event parry.done", "0"),
        // Missed in 435 of 1296, and parried in half of the others.
        ("event attack.miss or event parry.done", "577/864"),
        // A pair of sixes hits always; 495 of 1296 show eight or more and hit.
        ("event parry.done and throw Ada attack natural == 12", "1/72"),
        ("throw Ada attack >= 10 and throw Bob parry <= 3", "495/2592"),
        ("throw Ada attack >= 10 and no event parry.done and not event attack.miss", "495/2592"),
    ] {
        passes(&format!("{parried}{of} == {is}\n"));
    }
}

#[test]
fn chances_are_exact_from_where_the_battle_stands() {
    // 2d6 + 2 against 2d6 + 1: he is missed if his dice are two more than hers, 435 in 1296.
    let chance = "expect chance \"Ada: attack Bob\" event attack.hit";
    let text = fails(&format!("{OPENING}{chance} == 1/3\n"));
    says(&text, &["the chance is 287/432 (0.664352)", "expected: == 1/3"]);
    passes(&format!("{OPENING}{chance} == 861/1296\n{chance} == 0.664\n{chance} > 0.5\n{chance} == 66.4%\n"));
    passes(&format!("{OPENING}expect chance \"Ada: attack Bob\" Bob.hp == 8 == 145/432\n"));
    passes(&format!("{OPENING}gm: Bob.hp = 1\nexpect chance \"Ada: attack Bob\" Bob.hp <= 0 == 287/432\n"));
    // In the middle of the step, what has fallen stays: Ada has 9, Bob needs 8 or less on his dice to be hit.
    let fallen = format!("{OPENING}Ada: attack Bob\nBob: take it\nroll Ada 4 3\n");
    passes(&format!("{fallen}expect chance event attack.hit == 26/36\nexpect chance no event attack.hit == 10/36\n"));
    passes(&format!("{fallen}expect chance Bob.hp == 8 == 10/36\nexpect chance over == 0\n"));
    // An edict that waits for its boundary is not forgotten.
    passes(&format!("{fallen}gm: Ada.hp = 3\nexpect chance Ada.hp == 3 == 1\n"));
    // What had happened before does not count.
    passes(&format!("{fallen}roll Bob 1 1\nexpect chance event attack.roll == 0\nexpect chance event damage == 1\n"));
}

#[test]
fn a_throw_under_a_score_is_told_and_weighed() {
    // Bob's score is 2 and his skill of 1: three of six faces do not exceed it, two when he is bold.
    let struck = "Ada: attack Bob\nBob: parry\nroll Ada 6 6\nroll Bob 1 1\n";
    let chance = "expect chance event parry.done";
    passes(&format!(
        "{OPENING}{struck}{chance} == 1/2\nroll 3\nexpect event parry.done\nexpect throw Bob parry score == 3\n\
         expect throw Bob parry == 3\nexpect no event stance.bold\nexpect roundtrip\n"
    ));
    passes(&format!(
        "Ada: calm\nBob: bold\n{struck}{chance} == 1/3\nroll total 3\nexpect no event parry.done\n\
         expect throw Bob parry score == 2\nexpect throw Bob parry score < 3\nexpect event stance.bold\n"
    ));
    // Nobody so clumsy can parry at all, and the score is still told.
    passes(&format!(
        "gm: Bob.skill = -9\n{OPENING}{struck}{chance} == 0\nroll 1\nexpect throw Bob parry score == -7\n"
    ));
    passes(&format!("gm: Bob.skill = -2\n{OPENING}{struck}{chance} == 0\nroll 1\nexpect throw Bob parry score == 0\n"));
    let wrong = fails(&format!("{OPENING}{struck}roll 5\nexpect throw Bob parry score == 4\n"));
    says(
        &wrong,
        &[
            "Bob throws 1d6 for parry.roll: 5 -> 5; at most 3: +2 parry.roll (parry.roll), +1 skill (turn.action); total 5",
        ],
    );
    let wrong = fails(&format!("{OPENING}{struck}roll 5\nexpect throw Ada attack score == 4\n"));
    says(&wrong, &["nothing says what these dice must not exceed"]);
}

#[test]
fn names_of_several_words_and_comments_are_understood() {
    let text = "skirmish 1\nencounter brawl # the big one\n\nAda: calm\nGoblin: calm\nGoblin 3: calm\nCid: calm\n\
                Ada: attack Goblin 3 # not the other\nroll Goblin 3 5 5\nroll Ada 1 1\nexpect ask Goblin turn.action\n\
                Goblin: attack Cid\nroll Goblin = 12\nroll Cid 1 1\nroll Goblin damage 1d4 2\n\
                gm: Goblin 3.hp -1\nexpect Goblin 3.hp == 3\nexpect roundtrip\n";
    let transcript = Transcript::parse(&Source::new("test", text)).unwrap();
    let checked = book().check(&transcript);
    assert!(checked.passed(), "{:#?}", checked.failures);
}

#[test]
fn an_encounter_may_stand_inside_or_in_a_file() {
    let inside = format!("skirmish 1\n---- encounter\n{DUEL}----\nAda: bold\n");
    let transcript = Transcript::parse(&Source::new("test", &*inside)).unwrap();
    assert_eq!(transcript.game(), Some("toy"));
    assert!(book().replay(&transcript).is_ok());
    let broken = inside.replace("fighter Bob", "figther Bob");
    let transcript = Transcript::parse(&Source::new("test", &*broken)).unwrap();
    let failure = book().check(&transcript).failures.remove(0);
    assert!(failure.diagnostic.source.name.contains("test") && failure.line == 3, "{failure}");
    let file = Source::new("test", "skirmish 1\nencounter file duel.toml\nAda: bold\n");
    let mut transcript = Transcript::parse(&file).unwrap();
    says(&book().check(&transcript).failures[0].to_string(), &["test:2:1", "duel.toml"]);
    transcript.supply(Source::new("duel.toml", DUEL));
    assert!(book().check(&transcript).passed());
    let other = Transcript::parse(&Source::new("test", "skirmish 1\ngame chess\nencounter duel\n")).unwrap();
    says(&book().check(&other).failures[0].to_string(), &["test:2:1", "`chess`"]);
    let none = Transcript::parse(&Source::new("test", "skirmish 1\nencounter dule\n")).unwrap();
    says(&book().check(&none).failures[0].to_string(), &["did you mean `duel`"]);
}
