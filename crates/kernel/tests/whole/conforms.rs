//! The toy rulebook passes the kit that every rulebook passes.

use crate::common::{AMBUSH, Choice, DUEL, ENCOUNTERS, Fault, HUNT, MENAGERIE, Plain, Stance, Toy, book, with_fault};
use skirmish_kernel::conformance::{
    Kit, Play, fights_are_played, forgetting_changes_nothing, odds_are_play, odds_hide_choices, open, perft_is,
    playthrough, reading_leaks_nothing, same_text, seats_leak_nothing, seats_leak_nothing_in, views_leak_nothing,
};
use skirmish_kernel::{Embedded, Game, Id, Side, Source, Viewer};

const MANY: [Embedded; 2] = [Embedded { name: "hunt", text: HUNT }, Embedded { name: "menagerie", text: MENAGERIE }];

fn kit(encounters: &[Embedded]) -> Kit<'_, Toy> {
    Kit::new(encounters).seeds(8).calls(|choice| matches!(choice, Choice::Call(_)))
}

#[test]
fn the_toy_conforms() {
    kit(ENCOUNTERS).run().unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn the_toy_conforms_where_many_come_and_go() {
    // The hunt is one of `ENCOUNTERS`.
    kit(&MANY[1..]).run().unwrap_or_else(|why| panic!("{why}"));
    for encounter in &MANY {
        forgetting_changes_nothing(book(), encounter, 20).unwrap_or_else(|why| panic!("{why}"));
    }
    fights_are_played(book(), &MANY[1], 20).unwrap_or_else(|why| panic!("{why}"));
}

/// A part of the kit.
type Check<'c> = &'c dyn Fn() -> Result<(), String>;

#[test]
fn mistakes_with_those_who_come_and_go_are_found() {
    let battles = || kit(&MANY).answers(60).run();
    let seats = || MANY.iter().try_for_each(|encounter| seats_leak_nothing_in(book(), encounter, 4, 80));
    let forgetting = || MANY.iter().try_for_each(|encounter| forgetting_changes_nothing(book(), encounter, 20));
    let faults: [(Fault, Check<'_>, &str); 14] = [
        (Fault::ListsTheAbsent, &battles, "is listed, and "),
        (Fault::TakesTheAbsent, &battles, "is taken, and "),
        (Fault::AsksTooEarly, &battles, "is asked, or throws, and is not there"),
        (Fault::AsksForNothing, &battles, "whatever the answer is, the same comes of it: [\"wait\"]"),
        (Fault::BitesWhenGone, &battles, "is not there"),
        (Fault::MissesTheGone, &battles, "is missed, and is not there"),
        (Fault::ShowsTheAbsent, &battles, "who is not there"),
        (Fault::NamesTheAbsent, &battles, "who has never come"),
        (Fault::NamesTheAbsent, &seats, "tells"),
        (Fault::GuessesTheSecret, &seats, "tells"),
        (Fault::LosesGauges, &battles, "began with the gauges"),
        (Fault::RenamesGauges, &battles, "began with the gauges [\"hp\"], and has [\"hide\"]"),
        (Fault::ForgetsHowLong, &forgetting, "step "),
        (Fault::CountsTheAbsent, &battles, "is able to act and not there"),
    ];
    for (fault, check, words) in faults {
        let Err(why) = with_fault(fault, check) else { panic!("{fault:?} is not found") };
        assert!(why.contains(words), "{fault:?}: {why}");
    }
}

/// Nobody comes by these rules, and so nobody is allowed to be named.
#[test]
fn what_calls_somebody_is_said() {
    let why = Kit::<Toy>::new(&MANY).seeds(4).answers(20).run().unwrap_err();
    assert!(why.contains("`call Wolf` is listed, and Wolf is not there"), "{why}");
}

#[test]
fn the_toy_conforms_where_somebody_lurks() {
    let ambush = [Embedded { name: "ambush", text: AMBUSH }];
    kit(&ambush).run().unwrap_or_else(|why| panic!("{why}"));
    let seats = || seats_leak_nothing_in(book(), &ambush[0], 4, 80);
    let why = with_fault(Fault::NamesTheHidden, seats).unwrap_err();
    assert!(why.contains("whom they have never seen"), "{why}");
}

/// What one sees of the board is a part of the view, and is compared as all of it is.
#[test]
fn cells_that_tell_a_secret_are_found() {
    let why = with_fault(Fault::SeesTheMarks, || kit(ENCOUNTERS).run()).unwrap_err();
    assert!(why.contains("sees what it may not know") && why.contains(r#""seen":[1]"#), "{why}");
    let seats = || ENCOUNTERS.iter().try_for_each(|encounter| seats_leak_nothing_in(book(), encounter, 4, 80));
    let why = with_fault(Fault::SeesTheMarks, seats).unwrap_err();
    assert!(why.contains("view() tells"), "{why}");
}

/// A usual answer is that of somebody who knows what the own side knows, whoever lets it be taken.
#[test]
fn a_usual_answer_tells_no_secret() {
    let seats = || ENCOUNTERS.iter().try_for_each(|encounter| seats_leak_nothing_in(book(), encounter, 4, 80));
    with_fault(Fault::StandsByTheMarks, seats).unwrap_or_else(|why| panic!("{why}"));
    with_fault(Fault::StandsByTheMarks, || {
        let mut battle = book().open(&Source::new("duel", DUEL), Some(1)).unwrap();
        for line in
            ["Ada: calm", "Bob: calm", "Ada: mark Bob", "Bob: wait", "Ada: calm", "Bob: calm", "Ada: attack Bob"]
        {
            battle.line(line).unwrap();
        }
        for viewer in [Viewer::Side(Side(1)), Viewer::GameMaster] {
            let asked = battle.seen_by(viewer).awaited_in_short().unwrap();
            assert_eq!((asked.who, asked.standing.as_deref()), (vec!["Bob".to_owned()], Some("take it")));
            let mut other = battle.fork();
            other.seat(viewer).stand().unwrap();
            assert_eq!(other.entries().last().unwrap().1, "Bob: take it");
        }
    });
}

#[test]
fn simulated_fights_are_those_that_are_played() {
    for encounter in ENCOUNTERS {
        fights_are_played(book(), encounter, 20).unwrap_or_else(|why| panic!("{why}"));
    }
}

#[test]
fn odds_are_those_of_play_at_every_moment() {
    for encounter in ENCOUNTERS {
        let (mut looked, mut exact) = (0, 0);
        for seed in 0..3 {
            let mut play = Play::<Toy>::new(open(encounter, seed).unwrap(), seed).with_edicts();
            for _ in 0..60 {
                looked += 1;
                exact += u32::from(odds_are_play(play.session(), 3_000).unwrap());
                if !play.go_on() {
                    break;
                }
            }
        }
        assert!(exact * 10 > looked * 7, "{}: {exact} of {looked} positions are within reach", encounter.name);
    }
}

// By hand: two stances; six actions (only praying throws at once); then reactions, Bob's five or six actions, luck.
#[test]
fn positions_are_as_many_as_they_were() {
    let session = open::<Toy>(&ENCOUNTERS[0], 0).unwrap();
    perft_is(&session, &[(0, 1, 0), (0, 2, 0), (0, 4, 0), (4, 20, 0), (28, 76, 0)]).unwrap();
}

#[test]
fn a_playthrough_reads_as_it_did() {
    let is = playthrough::<Toy>(&ENCOUNTERS[0], &mut Plain, 3, 100).unwrap();
    same_text(&is, include_str!("duel.golden")).unwrap_or_else(|why| panic!("{why}\n\n{is}"));
}

#[test]
fn secrets_are_kept_while_several_choose() {
    let mut session = open::<Toy>(&ENCOUNTERS[1], 0).unwrap();
    for who in [2, 0, 3] {
        views_leak_nothing(&session).unwrap();
        reading_leaks_nothing(&session).unwrap();
        assert!(odds_hide_choices(&session, 100).unwrap(), "all odds are within reach");
        seats_leak_nothing(book(), &session).unwrap();
        session.choose(Id::new(who), Choice::Stance(Stance::Bold)).unwrap();
    }
}

/// A game master's hand is on whoever lurks, too.
#[test]
fn no_seat_is_told_a_secret() {
    let ambush = Embedded { name: "ambush", text: AMBUSH };
    for encounter in ENCOUNTERS.iter().copied().chain([ambush, MANY[1]]) {
        seats_leak_nothing_in(book(), &encounter, 4, 80).unwrap_or_else(|why| panic!("{why}"));
    }
}

#[test]
fn the_kit_finds_what_is_wrong() {
    let difference = same_text("a\nb\n", "a\nc\n").unwrap_err();
    assert!(difference.contains("line 2") && difference.contains('c'), "{difference}");
    let session = open::<Toy>(&ENCOUNTERS[0], 0).unwrap();
    assert!(perft_is(&session, &[(1, 0, 0)]).unwrap_err().contains("(0, 1, 0)"));
}
