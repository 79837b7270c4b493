//! Transcripts: what they say, what they expect, how they fail.

mod common;

use common::book;
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

fn fails(body: &str) -> String {
    let checked = check(body);
    assert!(!checked.passed(), "this should have failed:\n{body}");
    checked.failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

const OPENING: &str = "Ada: calm\nBob: calm\n";

#[test]
fn an_attack_is_told_in_full() {
    let checked = passes(&format!(
        "{OPENING}expect ask Ada turn.action\nexpect offered \"attack Bob\"\nexpect not offered \"attack Ada\"\n\
         Ada: attack Bob\n\
         roll Ada attack.roll 2d6 4 3\nroll Bob = 6\n\
         expect ask Ada damage\nexpect throw Ada attack.roll == 9\nexpect throw Ada attack natural == 7\n\
         roll total 3\n\
         expect event attack.hit\nexpect no event attack.miss\nexpect says \"Ada hits Bob for 3\"\n\
         expect Bob.hp == 5\nexpect Bob.hp < 6\nexpect order Ada, Bob\nexpect dazed == none\nexpect roundtrip\n"
    ));
    assert!(checked.cited.contains("attack.hit") && checked.cited.contains("stance.bold"), "{:?}", checked.cited);
    assert_eq!(checked.entries, 7);
}

#[test]
fn a_standing_answer_is_taken_and_may_be_overruled() {
    passes(&format!("{OPENING}Ada: attack Bob\nexpect ask Bob react\nBob: parry\nroll Ada 6 6\nroll Bob 1 1\nexpect ask Bob parry.roll\nroll 4\nexpect says \"parries\"\n"));
}
