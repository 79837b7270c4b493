//! Pieces of a fight in which one can go round in circles: strongly connected states.

/// Calls back for every state that a state leads to.
pub(crate) type Leads<'n> = &'n dyn Fn(usize, &mut dyn FnMut(u32));

/// The strongly connected pieces, each after all those that it leads to.
///
/// Iterative, since a fight may be millions of states deep.
pub(crate) fn pieces(count: usize, next: Leads<'_>) -> Vec<Vec<u32>> {
    let mut search = Search {
        next,
        found: 0,
        order: vec![UNSEEN; count],
        low: vec![0; count],
        on_stack: vec![false; count],
        stack: Vec::new(),
        pieces: Vec::new(),
    };
    (0..count).for_each(|state| search.from(state));
    search.pieces
}

const UNSEEN: u32 = u32::MAX;

/// Tarjan's search.
struct Search<'n> {
    next: Leads<'n>,
    found: u32,
    /// When each state was found.
    order: Vec<u32>,
    /// The earliest found state that each can lead back to.
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<u32>,
    pieces: Vec<Vec<u32>>,
}

/// A state under way: what it leads to, and how much of that has been looked at.
struct Visit {
    state: usize,
    leads: Vec<u32>,
    at: usize,
}

impl Search<'_> {
    fn from(&mut self, root: usize) {
        if self.order[root] != UNSEEN {
            return;
        }
        let mut visits = vec![self.enter(root)];
        while let Some(visit) = visits.last_mut() {
            let state = visit.state;
            let Some(lead) = visit.leads.get(visit.at).map(|lead| *lead as usize) else {
                visits.pop();
                self.leave(state);
                if let Some(above) = visits.last() {
                    self.low[above.state] = self.low[above.state].min(self.low[state]);
                }
                continue;
            };
            visit.at += 1;
            if self.order[lead] == UNSEEN {
                let visit = self.enter(lead);
                visits.push(visit);
            } else if self.on_stack[lead] {
                self.low[state] = self.low[state].min(self.order[lead]);
            }
        }
    }

    fn enter(&mut self, state: usize) -> Visit {
        (self.order[state], self.low[state]) = (self.found, self.found);
        self.found += 1;
        self.stack.push(state as u32);
        self.on_stack[state] = true;
        let mut leads = Vec::new();
        let count = self.order.len();
        (self.next)(state, &mut |lead| {
            if (lead as usize) < count {
                leads.push(lead);
            }
        });
        Visit { state, leads, at: 0 }
    }

    /// Where nothing found earlier can be reached, a piece is complete.
    fn leave(&mut self, state: usize) {
        if self.low[state] != self.order[state] {
            return;
        }
        let mut piece = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.on_stack[member as usize] = false;
            piece.push(member);
            if member as usize == state {
                break;
            }
        }
        self.pieces.push(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn circles_come_after_what_they_lead_to() {
        // 0 and 2 lead to each other, 3 and 4 as well, 1 to itself.
        let leads: [&[u32]; 6] = [&[2, 3], &[1, 5], &[0, 1], &[4], &[3, 5], &[]];
        let next = |state: usize, lead: &mut dyn FnMut(u32)| leads[state].iter().for_each(|to| lead(*to));
        let mut pieces = pieces(6, &next);
        pieces.iter_mut().for_each(|piece| piece.sort_unstable());
        let place = |state: u32| pieces.iter().position(|piece| piece.contains(&state)).unwrap();
        assert_eq!(pieces.len(), 4);
        assert_eq!((&pieces[place(0)], &pieces[place(3)]), (&vec![0, 2], &vec![3, 4]));
        for (from, leads) in leads.iter().enumerate() {
            leads.iter().for_each(|to| assert!(place(*to) <= place(from as u32), "{from} leads to {to}"));
        }
    }

    #[test]
    fn a_long_way_does_not_use_up_the_stack() {
        let count = 1_000_000;
        let next = |state: usize, lead: &mut dyn FnMut(u32)| lead((state as u32 + 1) % 1_000_000);
        assert_eq!(pieces(count, &next).len(), 1);
    }
}
