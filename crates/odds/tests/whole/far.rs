//! What lasts longer than a fight does not change its chances, and what may not is counted down.

use std::convert::Infallible;

use skirmish_kernel::{Fights, Outlook, Prospect, Source, Target};
use skirmish_odds::{Order, Solution, Stopped, solve, solve_far};
use skirmish_shelf::shelf;

use crate::closed::{Given, given, near, way};

/// The penalty of a wolf's howl lasts for 150 rounds. Who is hit falls, so that every round can be counted.
const FRAIL: &str = r#"
rulebook = "generia"
[map]
width = 2
height = 1
[[combatant]]
name = "Wolf"
creature = "wolf"
side = "wolves"
at = "A1"
wl = 1
[[combatant]]
name = "Goblin"
creature = "goblin-fighter"
side = "goblins"
at = "B1"
wl = 1
"#;

fn frail() -> Box<dyn Fights> {
    let source = Source::new("frail", FRAIL);
    shelf().game_of(&source).unwrap().fights(&source, Some(1)).unwrap()
}

#[test]
fn a_fight_is_the_same_whether_long_durations_are_counted_or_not() {
    let (fights, order) = (frail(), Order { left: 1e-9, ..Order::default() });
    let prospect = |horizon| fights.prospect(&Outlook { horizon, ..Outlook::default() });
    let all = solve(&mut *prospect(None).unwrap(), &order, &());
    let far = solve_far(prospect, &order, &()).unwrap();
    assert!(all.left <= order.left && far.left <= order.left, "{} and {} are left", all.left, far.left);
    assert!(2 * far.states < all.states, "{} states instead of {}", far.states, all.states);
    for side in 0..2 {
        let (is, wanted) = (far.chance_of(side), all.chance_of(side));
        assert!((is - wanted).abs() < 1e-9, "side {side} wins in {is}, and in {wanted} where all is counted");
    }
}

/// Nothing is decided as long as something lasts that ends after 200 rounds: who does not count it sees no end.
fn stalemate(horizon: Option<u32>) -> Given {
    let waits = |to| vec![way(Target::State(to), 1, 1.0)];
    match horizon {
        Some(_) => Given { horizon, ..given(vec![waits(0)]) },
        None => {
            let mut branches: Vec<_> = (1..=200).map(waits).collect();
            branches.push(vec![way(Target::End(0), 0, 0.75), way(Target::End(1), 0, 0.25)]);
            given(branches)
        }
    }
}

fn far(of: fn(Option<u32>) -> Given, order: &Order) -> Solution {
    let prospect = |horizon| Ok::<_, Infallible>(Box::new(of(horizon)) as Box<dyn Prospect>);
    let Ok(solution) = solve_far(prospect, order, &());
    solution
}

#[test]
fn what_ends_while_the_fight_goes_on_is_counted() {
    let solution = far(stalemate, &Order::default());
    assert_eq!((solution.stopped, solution.left, solution.endless), (Stopped::Done, 0.0, 0.0));
    near(solution.chance_of(0), 0.75);
    // Whoever follows it for no longer than the truth is said needs no more.
    let short = far(stalemate, &Order { most_rounds: 50, ..Order::default() });
    assert_eq!((short.left, short.endless), (1.0, 0.0));
    // With fewer states than all of it takes nothing is known, and why is said.
    let few = far(stalemate, &Order { most_states: 20, ..Order::default() });
    assert_eq!((few.stopped, few.left), (Stopped::States, 1.0));
}
