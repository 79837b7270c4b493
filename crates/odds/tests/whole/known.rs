//! What a program of its own has found of a fight of two, and whether ours finds the same.

use skirmish_kernel::{Book, Fights, Outlook, Ready, Scribe, Source};
use skirmish_odds::{Order, solve};

/// As it was printed, to the last digit that a double holds.
pub struct Known {
    /// The chance of each side to win.
    pub wins: [f64; 2],
    pub nobody: f64,
    /// Rounds on average.
    pub mean: f64,
    /// The chance to end in round 1, 2, 3 and so on, as far as it was printed.
    pub rounds: &'static [f64],
    /// A gauge that both have.
    pub gauge: &'static str,
    /// Where that of the first and that of the second stand in the end: every way it can end, with its chance.
    pub ends: &'static [([i32; 2], f64)],
}

/// So far apart may the two be: ours leaves out what is less likely.
const NEAR: f64 = 1e-12;

/// Follows the fight, the book's own policy replaced, and holds everything against what is known.
pub fn agrees<B: Scribe>(book: Book<B>, source: &Source, known: &Known) {
    let ready = Ready::load(book, source, None).unwrap_or_else(|wrong| panic!("{}", wrong[0]));
    let order = Order { left: 1e-14, ..Order::default() };
    let solution = solve(&mut *ready.prospect(&Outlook::default()).unwrap(), &order, &());
    let near = |is: f64, wanted: f64, what: &str| assert!((is - wanted).abs() <= NEAR, "{what}: {is}, not {wanted}");
    for (side, wanted) in known.wins.into_iter().enumerate() {
        near(solution.chance_of(side), wanted, &format!("side {side} wins"));
    }
    near(solution.nobody(), known.nobody, "nobody wins");
    let rounds = solution.rounds();
    for (round, wanted) in (1..).zip(known.rounds) {
        let is = rounds.iter().find(|(known, _)| *known == round).map_or(0.0, |(_, chance)| chance);
        near(is, *wanted, &format!("ends in round {round}"));
    }
    // A tail that is left out lasts long.
    assert!((rounds.mean().unwrap() - known.mean).abs() <= 1e-11, "{:?} rounds, not {}", rounds.mean(), known.mean);
    let gauges: Vec<Vec<String>> =
        ready.combatants().iter().map(|one| one.gauges.iter().map(|gauge| gauge.name.clone()).collect()).collect();
    let own = |who: usize| gauges[who].iter().position(|name| name == known.gauge).unwrap();
    let places = [own(0), gauges[0].len() + own(1)];
    let mut sum = 0.0;
    for (values, wanted) in known.ends {
        let stands = |gauges: &[i32]| places.map(|at| gauges[at]) == *values;
        let ended = solution.endings.iter().zip(&solution.ended).filter(|(ending, _)| stands(&ending.gauges));
        near(ended.flat_map(|(_, rounds)| rounds).sum(), *wanted, &format!("ends with {values:?}"));
        sum += wanted;
    }
    near(sum, 1.0, "all ends that were printed");
}
