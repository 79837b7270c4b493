//! Fights whose chances are known in closed form, given state by state.

use skirmish_kernel::{Branch, Ending, Ids, OverBudget, Prospect, Side, StepTree, Target};
use skirmish_odds::{Order, Solution, Stopped, Watch, solve, solve_each};

/// A fight given by the branches of each state.
pub struct Given {
    pub branches: Vec<Vec<Branch>>,
    pub trees: Vec<StepTree>,
    pub endings: Vec<Ending>,
    pub leaves: u64,
    pub begins: u32,
    pub most_rounds: Option<u32>,
    pub horizon: Option<u32>,
}

impl Prospect for Given {
    fn states(&self) -> usize {
        self.branches.len().max(self.trees.len())
    }
    fn step(&mut self, state: u32, branches: &mut Vec<Branch>) -> Result<(), OverBudget> {
        self.leaves += 1;
        branches.clone_from(&self.branches[state as usize]);
        Ok(())
    }
    fn deliberate(&mut self, state: u32) -> Result<StepTree, OverBudget> {
        self.trees.get(state as usize).cloned().ok_or(OverBudget { leaves: self.leaves })
    }
    fn begins(&self) -> u32 {
        self.begins
    }
    fn most_rounds(&self) -> Option<u32> {
        self.most_rounds
    }
    fn horizon(&self) -> Option<u32> {
        self.horizon
    }
    fn broken_off(&mut self, _: u32) -> u32 {
        2
    }
    fn endings(&self) -> &[Ending] {
        &self.endings
    }
    fn leaves(&self) -> u64 {
        self.leaves
    }
}

pub fn ending(winner: Option<u8>, gauge: i32) -> Ending {
    Ending { winner: winner.map(Side), able: Ids::NONE, fallen: Ids::NONE, gauges: vec![gauge] }
}

pub fn way(to: Target, rounds: u32, chance: f64) -> Branch {
    Branch { to, rounds, chance }
}

pub fn given(branches: Vec<Vec<Branch>>) -> Given {
    let endings = vec![ending(Some(0), 5), ending(Some(1), -2), ending(None, 0)];
    Given { branches, trees: Vec::new(), endings, leaves: 0, begins: 1, most_rounds: None, horizon: None }
}

pub fn near(is: f64, wanted: f64) {
    assert!((is - wanted).abs() < 2e-12, "{is} is not {wanted}");
}

pub fn adds_up(solution: &Solution) {
    near(solution.over() + solution.endless + solution.left, 1.0);
    near(solution.rounds().total(), solution.over());
    near(solution.gauge(0).total(), solution.over());
}

/// In each round the first one wins with a chance of 0.03, the second one with 0.02; mostly, nobody hurts anybody.
#[test]
fn rounds_in_which_nothing_happens_are_passed() {
    let mut fight =
        given(vec![vec![way(Target::End(0), 0, 0.03), way(Target::End(1), 0, 0.02), way(Target::State(0), 1, 0.95)]]);
    let solution = solve(&mut fight, &Order::default(), &());
    adds_up(&solution);
    assert_eq!((solution.stopped, solution.states, fight.leaves), (Stopped::Done, 1, 1));
    assert!(solution.left <= 1e-12, "{}", solution.left);
    near(solution.chance_of(0), 0.6);
    near(solution.chance_of(1), 0.4);
    near(solution.gauge(0).mean().unwrap(), 0.6 * 5.0 - 0.4 * 2.0);
    // Geometric: it lasts 19 rounds beyond the first on average, and k or less with a chance of 1 - 0.95^(k + 1).
    assert!((solution.rounds().mean().unwrap() - 19.0).abs() < 1e-8);
    let to_ten: f64 = solution.rounds().iter().filter(|(round, _)| *round <= 10).map(|(_, chance)| chance).sum();
    near(to_ten, 1.0 - 0.95f64.powi(11));
    assert_eq!(solution.rounds().quantile(0.5), Some(13));
}

/// A rule ends the fight with its fourth round (rounds count from 0 here), however it stands.
#[test]
fn a_last_round_is_the_last() {
    let branches = vec![vec![way(Target::End(0), 0, 0.25), way(Target::State(0), 1, 0.75)]];
    let solution = solve(&mut Given { most_rounds: Some(3), ..given(branches) }, &Order::default(), &());
    adds_up(&solution);
    near(solution.chance_of(0), 1.0 - 0.75f64.powi(4));
    near(solution.nobody(), 0.75f64.powi(4));
    assert_eq!(solution.rounds().iter().map(|(round, _)| round).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

/// With the last round even those are done who would do each other no harm for ever, but not who never gets to it.
#[test]
fn a_last_round_ends_a_truce() {
    let branches = vec![
        vec![way(Target::State(1), 0, 0.5), way(Target::State(2), 0, 0.25), way(Target::State(3), 0, 0.25)],
        vec![way(Target::State(2), 1, 1.0)],
        vec![way(Target::State(1), 1, 1.0)],
        vec![way(Target::State(3), 0, 1.0)],
    ];
    let truce = Given { most_rounds: Some(9_000), ..given(branches) };
    let solution = solve(&mut { truce }, &Order::default(), &());
    adds_up(&solution);
    near(solution.nobody(), 0.75);
    near(solution.endless, 0.25);
}

/// Gambler's ruin: who has `a` of `n` coins and wins each toss with chance p gets all with chance (1 - r^a) / (1 - r^n),
/// r = (1 - p) / p.
#[test]
fn who_is_ruined() {
    let (n, p): (u32, f64) = (12, 0.55);
    // State 0 has 4 coins, the others have those that are left.
    let coins = |state: u32| [4, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11][state as usize];
    let state = |coins: u32| (0..n - 1).find(|state| self::coins_are(*state, coins)).unwrap();
    let to = |coins: u32| match coins {
        0 => Target::End(1),
        all if all == n => Target::End(0),
        some => Target::State(state(some)),
    };
    let branches = (0..n - 1).map(|s| vec![way(to(coins(s) + 1), 1, p), way(to(coins(s) - 1), 1, 1.0 - p)]).collect();
    let solution = solve(&mut given(branches), &Order::default(), &());
    adds_up(&solution);
    let r = (1.0 - p) / p;
    near(solution.chance_of(0), (1.0 - r.powi(4)) / (1.0 - r.powi(12)));
    let tosses = (12.0 * solution.chance_of(0) - 4.0) / (2.0 * p - 1.0);
    assert!((solution.rounds().mean().unwrap() - tosses).abs() < 1e-9);
}

fn coins_are(state: u32, coins: u32) -> bool {
    [4, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11][state as usize] == coins
}

#[test]
fn what_never_ends_is_said() {
    // A third each: the first wins, a truce of two who walk in circles for ever, the same within one round.
    let third = 1.0 / 3.0;
    let branches = vec![
        vec![way(Target::End(0), 0, third), way(Target::State(1), 1, third), way(Target::State(3), 0, third)],
        vec![way(Target::State(2), 1, 1.0)],
        vec![way(Target::State(1), 0, 0.25), way(Target::State(2), 1, 0.75)],
        vec![way(Target::State(3), 0, 1.0)],
    ];
    let solution = solve(&mut given(branches), &Order::default(), &());
    adds_up(&solution);
    assert_eq!(solution.stopped, Stopped::Done);
    near(solution.chance_of(0), third);
    near(solution.endless, 2.0 * third);
}

/// Ever more states: the n-th ends the fight with a chance of one half.
fn halving(count: u32) -> Given {
    let lead = |state: u32| vec![way(Target::End(state % 2), 0, 0.5), way(Target::State(state + 1), 1, 0.5)];
    given((0..count).map(lead).collect())
}

#[test]
fn a_budget_leaves_the_rest_open() {
    let order = Order { most_states: 10, ..Order::default() };
    let solution = solve(&mut halving(1_000), &order, &());
    adds_up(&solution);
    assert_eq!((solution.stopped, solution.states), (Stopped::States, 10));
    near(solution.left, 0.5f64.powi(10));
    let whole = solve(&mut halving(1_000), &Order::default(), &());
    adds_up(&whole);
    near(whole.chance_of(0), 2.0 / 3.0);
    for side in 0..2 {
        let (least, most) = (solution.chance_of(side), solution.chance_of(side) + solution.left);
        assert!((least..=most).contains(&whole.chance_of(side)));
    }
    let rounds = solve(&mut halving(1_000), &Order { most_rounds: 4, ..Order::default() }, &());
    assert_eq!(rounds.stopped, Stopped::Rounds);
    near(rounds.left, 0.5f64.powi(5));
    let loose = solve(&mut halving(1_000), &Order { left: 0.01, ..Order::default() }, &());
    assert!(loose.stopped == Stopped::Done && loose.left <= 0.01 && loose.states < 12, "{loose:?}");
}

/// The first begins an endless story, the second leads where the third leads too, the fourth is over at once.
fn four(length: u32) -> Given {
    let mut branches = vec![
        vec![way(Target::State(5), 1, 1.0)],
        vec![way(Target::State(4), 1, 1.0)],
        vec![way(Target::State(4), 0, 0.5), way(Target::End(0), 0, 0.5)],
        vec![way(Target::End(1), 0, 1.0)],
        vec![way(Target::End(0), 0, 0.25), way(Target::End(1), 0, 0.75)],
    ];
    branches.extend((5..length).map(|state| vec![way(Target::State(state + 1), 1, 0.5), way(Target::End(0), 0, 0.5)]));
    Given { begins: 4, ..given(branches) }
}

#[test]
fn several_beginnings_share_what_they_lead_to() {
    let mut fight = four(200);
    let solutions = solve_each(&mut fight, &Order::default(), &());
    assert_eq!(solutions.len(), 4);
    solutions.iter().for_each(adds_up);
    for (solution, wanted) in solutions.iter().zip([1.0, 0.25, 0.625, 0.0]) {
        near(solution.chance_of(0), wanted);
    }
    // The third finds nothing new but itself.
    assert_eq!(solutions.iter().map(|solution| solution.states).collect::<Vec<_>>()[1..], [2, 1, 1]);
    assert_eq!(fight.leaves, solutions.iter().map(|solution| solution.leaves).sum::<u64>());
    assert_eq!(solutions[2].rounds().iter().map(|(round, _)| round).collect::<Vec<_>>(), [0]);
}

/// Who never comes to an end takes nothing from the others, and gets what they leave over.
#[test]
fn each_beginning_has_its_share() {
    let solutions = solve_each(&mut four(2_000), &Order { most_states: 16, ..Order::default() }, &());
    let stopped = [Stopped::States, Stopped::Done, Stopped::Done, Stopped::Done];
    assert_eq!(solutions.iter().map(|solution| solution.stopped).collect::<Vec<_>>(), stopped);
    assert_eq!(solutions.iter().map(|solution| solution.states).sum::<usize>(), 16);
    // Of sixteen states the others need four: twelve are left, itself and eleven in each of which it ends by half.
    near(solutions[0].left, 0.5f64.powi(11));
    near(solutions[2].chance_of(0), 0.625);
    let none = solve_each(&mut four(9), &Order::default(), &Impatient);
    assert!(none.is_empty(), "{none:?}");
}

struct Impatient;

impl Watch for Impatient {
    fn done(&self, _: f64, _: usize) {}
    fn stops(&self) -> bool {
        true
    }
}

#[test]
fn what_is_known_is_told_when_somebody_asks_to_stop() {
    let slow = vec![vec![way(Target::End(0), 0, 1e-3), way(Target::State(0), 1, 1.0 - 1e-3)]];
    let solution = solve(&mut given(slow), &Order::default(), &Impatient);
    adds_up(&solution);
    assert_eq!(solution.stopped, Stopped::Asked);
    assert!(solution.left > 0.5 && solution.chance_of(0) > 0.1, "{solution:?}");
}
