//! Fights that go on for ever.

use skirmish_kernel::{Branch, Target};

use crate::paths::Paths;

/// Which states cannot come to an end any more. A state whose branches nobody knows yet may lead anywhere; where rounds are
/// `counted`, since a rule ends the fight with one of them, so does whatever takes a round.
pub(crate) fn endless(paths: &Paths, counted: bool) -> Vec<bool> {
    let count = paths.len();
    let mut endless = vec![true; count];
    let mut ending: Vec<usize> = (0..count).filter(|state| ends_at_once(paths, *state, counted)).collect();
    ending.iter().for_each(|state| endless[*state] = false);
    let back = Back::of(paths);
    while let Some(state) = ending.pop() {
        for before in back.to(state) {
            if std::mem::take(&mut endless[*before as usize]) {
                ending.push(*before as usize);
            }
        }
    }
    endless
}

/// Is it known to lead to an end, or is it not known where it leads?
fn ends_at_once(paths: &Paths, state: usize, counted: bool) -> bool {
    let leaves = |branch: &Branch| match branch.to {
        Target::End(_) => true,
        Target::State(to) => counted && branch.rounds > 0 || to as usize >= paths.len(),
    };
    paths.of(state as u32).is_none_or(|branches| branches.iter().any(leaves))
}

/// From where each state is reached.
struct Back {
    from: Vec<u32>,
    /// Where the list of a state begins; the next one's is its end.
    begins: Vec<usize>,
}

impl Back {
    fn of(paths: &Paths) -> Self {
        let count = paths.len();
        let leads = |state: u32| {
            let branches = paths.of(state).unwrap_or_default().iter();
            branches.filter_map(|way| match way.to {
                Target::State(to) if (to as usize) < count => Some(to as usize),
                _ => None,
            })
        };
        let mut begins = vec![0; count + 1];
        (0..count as u32).flat_map(leads).for_each(|to| begins[to + 1] += 1);
        for at in 0..count {
            begins[at + 1] += begins[at];
        }
        let mut next = begins.clone();
        let mut from = vec![0; begins[count]];
        for state in 0..count as u32 {
            for to in leads(state) {
                from[next[to]] = state;
                next[to] += 1;
            }
        }
        Self { from, begins }
    }

    fn to(&self, state: usize) -> &[u32] {
        &self.from[self.begins[state]..self.begins[state + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(leads: &[(u32, &[Target])]) -> Paths {
        let mut paths = Paths::default();
        for (state, leads) in leads {
            let chance = 1.0 / leads.len() as f64;
            let branches: Vec<Branch> = leads.iter().map(|to| Branch { to: *to, rounds: 1, chance }).collect();
            paths.learn(*state, &branches);
        }
        paths
    }

    #[test]
    fn what_leads_to_no_end_is_endless() {
        use Target::{End, State};
        // 0 and 1 may end; 2 and 3 go round; 4 leads there for certain; 5 stays where it is.
        let known = [
            (0, &[State(1), State(4)][..]),
            (1, &[State(0), End(0)]),
            (2, &[State(3)]),
            (3, &[State(2)]),
            (4, &[State(2), State(5)]),
            (5, &[State(5)]),
        ];
        assert_eq!(endless(&paths(&known), false), [false, false, true, true, true, true]);
        // All of these branches take a round, and with the last one they are over.
        assert_eq!(endless(&paths(&known), true), [false; 6]);
        // Nobody has looked where 3 leads, nor where 9 does.
        let known = [(0, &[State(2)][..]), (1, &[State(1)]), (2, &[State(3)]), (4, &[State(9)])];
        assert_eq!(endless(&paths(&known), false), [false, true, false, false, false]);
    }
}
