//! Best choices: worked out by hand, and never worse than any policy.

use skirmish_kernel::{Node, Outlook, Side, Source, StepTree, Target};
use skirmish_odds::{Order, Solution, Stopped, solve, solve_best};
use skirmish_shelf::shelf;

use crate::closed::{Given, adds_up, ending, near, way};
use crate::sampled::{pair, passage};

/// Where a choice leads, with what chance.
type Choice<'c> = &'c [(f64, Target)];

/// Each state: who chooses, and for each choice where it leads with what chance.
fn game(states: &[(u8, &[Choice<'_>])]) -> Given {
    let tree = |(side, choices): &(u8, &[Choice<'_>])| {
        let mut tree = StepTree::default();
        let mut parts = Vec::new();
        for choice in *choices {
            let mut leads = Vec::new();
            for (chance, to) in *choice {
                let end = u32::try_from(tree.branches.len()).unwrap();
                tree.branches.push(way(*to, 1, 1.0));
                leads.push((*chance, u32::try_from(tree.nodes.len()).unwrap()));
                tree.nodes.push(Node::Leaf(end));
            }
            parts.push(u32::try_from(tree.nodes.len()).unwrap());
            tree.nodes.push(Node::Chance(leads));
        }
        tree.nodes.push(Node::Choice(Side(*side), parts));
        tree
    };
    let endings = vec![ending(Some(0), 1), ending(Some(1), 2), ending(None, 3)];
    Given {
        branches: Vec::new(),
        trees: states.iter().map(tree).collect(),
        endings,
        leaves: 0,
        begins: 1,
        most_rounds: None,
        horizon: None,
    }
}

const WIN: Target = Target::End(0);
const LOSE: Target = Target::End(1);
const DRAW: Target = Target::End(2);

fn best(states: &[(u8, &[Choice<'_>])]) -> Solution {
    let solution = solve_best(&mut game(states), &Order::default(), &());
    adds_up(&solution);
    assert!(solution.settled && solution.stopped == Stopped::Done, "{solution:?}");
    solution
}

/// Waiting is as good as striking, for one can strike afterwards; but whoever waits for ever never wins.
#[test]
fn nobody_waits_for_ever() {
    let wait: Choice<'_> = &[(1.0, Target::State(0))];
    let strike: Choice<'_> = &[(0.6, WIN), (0.4, LOSE)];
    near(best(&[(0, &[wait, strike])]).chance_of(0), 0.6);
    near(best(&[(0, &[wait, wait])]).endless, 1.0);
}

/// Two shoot in turn. The first one hits with 0.3, or takes aim (nothing now, 0.55 next time) and may be hit before;
/// the second one hits with q and does not aim.
#[test]
fn aiming_pays_against_those_who_miss() {
    for q in [0.05, 0.2, 0.4, 0.8] {
        let shoot: Choice<'_> = &[(0.3, WIN), (0.7, Target::State(1))];
        let aim: Choice<'_> = &[(1.0, Target::State(2))];
        let aimed: Choice<'_> = &[(0.55, WIN), (0.45, Target::State(1))];
        let back: Choice<'_> = &[(q, LOSE), (1.0 - q, Target::State(0))];
        let back_aimed: Choice<'_> = &[(q, LOSE), (1.0 - q, Target::State(3))];
        let solution = best(&[(0, &[shoot, aim]), (1, &[back]), (1, &[back_aimed]), (0, &[aimed])]);
        // v = 0.3 + 0.7 (1 - q) v, or v = (1 - q) (0.55 + 0.45 (1 - q) v).
        let miss = 1.0 - q;
        let shooting = 0.3 / (1.0 - 0.7 * miss);
        let aiming = 0.55 * miss / (1.0 - 0.45 * miss * miss);
        near(solution.chance_of(0), shooting.max(aiming));
    }
}

/// Each makes its own chance as large as can be: nobody takes a draw who may win, and nobody spoils for spoiling's sake.
#[test]
fn both_choose() {
    let gamble: Choice<'_> = &[(0.2, WIN), (0.8, Target::State(1))];
    let safe: Choice<'_> = &[(0.25, WIN), (0.25, LOSE), (0.5, DRAW)];
    let end: Choice<'_> = &[(0.1, LOSE), (0.9, DRAW)];
    let back: Choice<'_> = &[(0.5, LOSE), (0.5, Target::State(0))];
    // The second one goes back (it wins half of the time, and more later), so that the first one's gamble is worth
    // v = 0.2 + 0.8 * 0.5 v = 1/3, more than a quarter.
    let solution = best(&[(0, &[safe, gamble]), (1, &[end, back])]);
    near(solution.chance_of(0), 1.0 / 3.0);
    near(solution.chance_of(1), 2.0 / 3.0);
}

#[test]
fn the_first_of_equals_is_taken() {
    let (draw, lose): (Choice<'_>, Choice<'_>) = (&[(1.0, DRAW)], &[(1.0, LOSE)]);
    near(best(&[(0, &[draw, lose])]).nobody(), 1.0);
    near(best(&[(0, &[lose, draw])]).chance_of(1), 1.0);
}

fn follow(source: &Source, policies: &[&str], deliberate: Option<&[u8]>) -> Solution {
    let fights = shelf().game_of(source).unwrap().fights(source, None).unwrap();
    let policies = policies.iter().map(|policy| (*policy).to_owned()).collect();
    let sides = deliberate.unwrap_or_default().iter().map(|side| Side(*side)).collect();
    let mut prospect = fights.prospect(&Outlook { policies, deliberate: sides, ..Outlook::default() }).unwrap();
    let order = Order { left: 1e-9, ..Order::default() };
    match deliberate {
        Some(_) => solve_best(&mut *prospect, &order, &()),
        None => solve(&mut *prospect, &order, &()),
    }
}

/// Where nobody deliberates, the tree of chances and choices says what the tree of chances alone says.
#[test]
fn without_choices_both_tables_agree() {
    let wolves = pair("elemental-d6", ["wolf", "wolf"], 9, 1);
    let brigand = pair("elemental-d6", ["brigand", "wolf"], 5, 1);
    let passage = passage("wl = 1\nabilities = []");
    for (source, policies) in [(&wolves, &[][..]), (&brigand, &[]), (&passage, &[])] {
        let (plain, deliberated) = (follow(source, policies, None), follow(source, policies, Some(&[])));
        for side in 0..2 {
            let (is, other) = (plain.chance_of(side), deliberated.chance_of(side));
            let left = plain.left + deliberated.left;
            assert!((is - other).abs() <= left + 1e-12 && left <= 2e-9, "{}: {is}, deliberated {other}", source.name);
        }
        let (is, other) = (plain.rounds().mean().unwrap(), deliberated.rounds().mean().unwrap());
        assert!((is - other).abs() < 1e-6, "{}: {is} rounds, deliberated {other}", source.name);
    }
}

/// Two with fists in a passage: who takes the best choices wins more often than any policy does, and two who do are
/// each held to no more than against a policy.
#[test]
fn the_best_is_better() {
    let fighter = |name: &str, at: &str| {
        format!(
            "[[combatant]]\nname = \"{name}\"\nside = \"{name}\"\nat = \"{at}\"\nstr = 2\ndex = 1\nint = 1\nhp = 6\n"
        )
    };
    let map = "rulebook = \"elemental-d6\"\n[map]\nwidth = 2\nheight = 1\n";
    let source = Source::new("fists", format!("{map}{}{}", fighter("Ash", "A1"), fighter("Bran", "B1")));
    let plain = follow(&source, &[], None);
    let one = follow(&source, &[], Some(&[0]));
    assert!(one.settled && one.stopped == Stopped::Done, "{:?}, {} states", one.stopped, one.states);
    assert!(one.chance_of(0) >= plain.chance_of(0) - 1e-9, "{} {}", one.chance_of(0), plain.chance_of(0));
    let other = follow(&source, &[], Some(&[1]));
    let both = follow(&source, &[], Some(&[0, 1]));
    assert!(both.settled && both.stopped == Stopped::Done);
    assert!(both.chance_of(0) <= one.chance_of(0) + 1e-9 && both.chance_of(1) <= other.chance_of(1) + 1e-9);
    println!(
        "{} {} {} {} states {}",
        plain.chance_of(0),
        one.chance_of(0),
        both.chance_of(0),
        one.chance_of(0),
        both.states
    );
}
