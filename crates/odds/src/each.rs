//! Several beginnings of one fight, each followed to its end.

use skirmish_kernel::Prospect;

use crate::shift::{Known, Order, Watch, solve_from};
use crate::solution::{Solution, Stopped};

/// Follows a fight to its end from each of its [beginnings](Prospect::begins), in their order. A state that several of them
/// lead to is looked at once, so each solution counts what was new to it.
///
/// The budget is one for all. Each gets an even share of what is left of it, so that one which never comes to an end takes
/// nothing from the others; what these have left over goes to those that need more. Where the watch asks to stop,
/// those that were begun are given.
pub fn solve_each(prospect: &mut dyn Prospect, order: &Order, watch: &dyn Watch) -> Vec<Solution> {
    let mut known = Known::default();
    let mut solutions: Vec<Solution> = Vec::new();
    let mut waiting: Vec<u32> = (0..prospect.begins()).collect();
    loop {
        let mut again = Vec::new();
        for (nth, begin) in waiting.iter().enumerate() {
            if watch.stops() {
                return solutions;
            }
            watch.begins(*begin, prospect.begins());
            let spare = order.most_states.saturating_sub(known.states());
            let share = spare / (waiting.len() - nth).max(1);
            let own = Order { most_states: known.states().saturating_add(share), ..order.clone() };
            let solution = solve_from(prospect, *begin, &mut known, &own, watch);
            if solution.stopped == Stopped::States {
                again.push(*begin);
            }
            match solutions.get_mut(*begin as usize) {
                Some(before) => *before = solution.after(before),
                None => solutions.push(solution),
            }
        }
        // Who has come to an end has perhaps left something over; where nobody has, nothing is left.
        if again.is_empty() || known.states() >= order.most_states {
            return solutions;
        }
        waiting = again;
    }
}

impl Solution {
    /// The same, found in more than one go: what was looked at before counts too.
    fn after(self, before: &Self) -> Self {
        Self {
            states: self.states.saturating_add(before.states),
            branches: self.branches.saturating_add(before.branches),
            leaves: self.leaves.saturating_add(before.leaves),
            ..self
        }
    }
}
