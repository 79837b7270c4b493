//! Against the toy rulebook, which has every mechanism: questions in the middle of a step, choices made at once and in
//! secret, dice under a score, loops.

#[path = "../../kernel/tests/common/mod.rs"]
mod common;

use common::{ENCOUNTERS, Toy, book};
use skirmish_kernel::conformance::{fights_are_played_by, open, policies_think};
use skirmish_kernel::{Effort, Embedded, Fights, Fought, Mind, Plan, Ready, Ring, Source};

const MINDS: [Mind; 3] = [Mind::Greedy, Mind::Rollout(Effort::Count(40)), Mind::Mcts(Effort::Count(60))];

#[test]
fn they_choose_what_is_legal_by_what_they_may_know() {
    for encounter in ENCOUNTERS {
        for seed in 0..4 {
            let thought = policies_think::<Toy>(book(), open(encounter, seed).unwrap(), &MINDS, 25).unwrap();
            assert!(thought.asked > 20 && thought.disguised > 20 && thought.other > 0, "{thought:?}");
        }
    }
}

#[test]
fn their_fights_are_those_that_are_played() {
    for encounter in ENCOUNTERS {
        for policies in [["greedy", "plain"], ["plain", "rollout:20"], ["mcts:20", "greedy"], ["rollout:16", "mcts:12"]]
        {
            for most_rounds in [100, 2] {
                fights_are_played_by(book(), encounter, &policies, most_rounds, 6).unwrap();
            }
        }
    }
}

/// How many of so many fights each side wins.
fn wins(encounter: &Embedded, policies: [&str; 2], count: u64) -> [u64; 2] {
    let ready = Ready::load(book(), &Source::new(encounter.name, encounter.text), Some(11)).unwrap();
    let policies = policies.map(str::to_owned).to_vec();
    let mut ring = ready.ring(&Plan { policies, ..Plan::default() }).unwrap();
    let mut fought = Fought::default();
    let mut wins = [0, 0];
    for fight in 0..count {
        ring.fight(fight, &mut fought);
        if let Some(won) = fought.winner.and_then(|side| wins.get_mut(usize::from(side.0))) {
            *won += 1;
        }
    }
    wins
}

#[test]
fn they_beat_those_who_do_not_think() {
    let even = Embedded {
        name: "even",
        text: "rulebook = \"toy\"\ntitle = Even\nfighter Ada red 10 1\nfighter Bob blue 10 1\n",
    };
    for thinker in ["greedy", "rollout:60", "mcts:120"] {
        for dull in ["random", "plain"] {
            let [first, _] = wins(&even, [thinker, dull], 200);
            let [_, second] = wins(&even, [dull, thinker], 200);
            let [dull_first, dull_second] = wins(&even, [dull, dull], 200);
            println!("{thinker} for {dull}: {first} instead of {dull_first}, {second} instead of {dull_second}");
            let least = if dull == "random" { 40 } else { -12 };
            let gained = (first + second) as i64 - (dull_first + dull_second) as i64;
            assert!(gained >= least, "{thinker} wins {gained} more than {dull}");
        }
    }
}
