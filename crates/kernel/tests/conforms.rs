//! The toy rulebook passes the kit that every rulebook passes.

mod common;

use common::{AMBUSH, Choice, ENCOUNTERS, Plain, Stance, Toy, book};
use skirmish_kernel::conformance::{
    Kit, Play, fights_are_played, odds_are_play, odds_hide_choices, open, perft_is, playthrough, reading_leaks_nothing,
    same_text, seats_leak_nothing, seats_leak_nothing_in, views_leak_nothing,
};
use skirmish_kernel::{Embedded, Id};

#[test]
fn the_toy_conforms() {
    Kit::<Toy>::new(ENCOUNTERS).seeds(8).run().unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn the_toy_conforms_where_somebody_lurks() {
    let ambush = [Embedded { name: "ambush", text: AMBUSH }];
    Kit::<Toy>::new(&ambush).seeds(8).run().unwrap_or_else(|why| panic!("{why}"));
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
        assert!(exact * 10 > looked * 8, "{exact} of {looked} positions are within reach");
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

#[test]
fn no_seat_is_told_a_secret() {
    let ambush = Embedded { name: "ambush", text: AMBUSH };
    for encounter in [ENCOUNTERS[1], ambush] {
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
