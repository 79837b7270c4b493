//! Policies that think play this game by its rules, and know no more than their side.

use skirmish_generia::BOOK;
use skirmish_kernel::conformance::{fights_are_played_by, open, policies_think};
use skirmish_kernel::{Effort, Mind};

const MINDS: [Mind; 3] = [Mind::Greedy, Mind::Rollout(Effort::Count(16)), Mind::Mcts(Effort::Count(12))];

#[test]
fn they_choose_what_is_legal_by_what_they_may_know() {
    let (mut disguised, mut other) = (0, 0);
    for encounter in BOOK.encounters {
        let thought =
            policies_think(BOOK, open(encounter, 3).unwrap(), &MINDS, 12).unwrap_or_else(|why| panic!("{why}"));
        assert!(thought.asked > 0, "{}: {thought:?}", encounter.name);
        (disguised, other) = (disguised + thought.disguised, other + thought.other);
    }
    assert!(disguised > 50 && other > 10, "{disguised} disguised, {other} other");
}

#[test]
fn their_fights_are_those_that_are_played() {
    for (policies, encounter) in
        [["greedy", "plain"], ["plain", "rollout:10"], ["mcts:10", "greedy"]].iter().zip(BOOK.encounters)
    {
        fights_are_played_by(BOOK, encounter, policies, 2, 1).unwrap_or_else(|why| panic!("{why}"));
    }
}
