//! Nodes by kind to some depth from a pinned position: any change of the rules shows in the numbers.

use crate::tape::{Awaited, Given};
use crate::{Scribe, Session};

/// How many positions of each kind there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nodes {
    /// Where dice are thrown next.
    pub throws: u64,
    /// Where somebody chooses next.
    pub choices: u64,
    /// Where the battle is over.
    pub ends: u64,
}

/// The positions after exactly `depth` answers, every listed choice and every count or sum of the dice being an answer
/// of its own. Where several are asked, or throw, at once, the first goes first. A battle that ends earlier counts
/// where it ends.
#[must_use]
pub fn perft<B: Scribe>(session: &Session<B>, depth: u32) -> Nodes {
    let mut nodes = Nodes::default();
    count(session, depth, &mut nodes);
    nodes
}

fn count<B: Scribe>(session: &Session<B>, depth: u32, nodes: &mut Nodes) {
    let Some(awaited) = session.awaited() else {
        nodes.ends += 1;
        return;
    };
    match awaited {
        Awaited::Dice(_) if depth == 0 => nodes.throws += 1,
        Awaited::Choices(..) if depth == 0 => nodes.choices += 1,
        Awaited::Dice(dice) => {
            let (low, high) = dice[0].dice.range();
            for natural in low..=high {
                let mut next = session.fork();
                if next.throw(dice[0].rule, dice[0].who, Given::Natural(natural)).is_ok() {
                    count(&next, depth - 1, nodes);
                }
            }
        }
        Awaited::Choices(_, asks) => {
            let (who, ask) = &asks[0];
            let mut listed = Vec::new();
            B::options(session.setup(), session.state(), *who, ask, &mut |choice| listed.push(choice));
            for choice in listed {
                let mut next = session.fork();
                if next.choose(*who, choice).is_ok() {
                    count(&next, depth - 1, nodes);
                }
            }
        }
    }
}

/// The positions are as many as they were: the table's rows are depths from 0, as (throws, choices, ends).
///
/// # Errors
/// The whole table as it is now.
pub fn perft_is<B: Scribe>(session: &Session<B>, table: &[(u64, u64, u64)]) -> Result<(), String> {
    let rows = |depth: usize| {
        let nodes = perft(session, depth as u32);
        (nodes.throws, nodes.choices, nodes.ends)
    };
    let is: Vec<_> = (0..table.len()).map(rows).collect();
    if is == table { Ok(()) } else { Err(format!("perft is\n{is:?}\ninstead of\n{table:?}")) }
}
