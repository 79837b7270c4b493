//! What came of a cell as rows of a tidy table.

use crate::compare::Difference;
use crate::outcome::Outcome;

/// One thing that was measured in a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// `wins`, `balance`, `nobody_wins`, `given_up`, `left`, `rounds`, `falls`, `end`.
    pub measure: &'static str,
    /// Of a side, of somebody, or of somebody's gauge; empty where it is of the whole fight.
    pub of: String,
    /// A chance, a share or a mean.
    pub value: f64,
    /// Its interval, from low to high.
    pub interval: Option<(f64, f64)>,
    /// How far it is from the base cell.
    pub change: Option<Difference>,
}

impl Outcome {
    /// Everything, in the order of tables: chances and means, each with its interval.
    #[must_use]
    pub fn measures(&self) -> Vec<Measure> {
        let plain =
            |measure, of: &str, value| Measure { measure, of: of.to_owned(), value, interval: None, change: None };
        let mut rows: Vec<Measure> = self
            .sides
            .iter()
            .map(|side| Measure {
                measure: "wins",
                of: side.name.clone(),
                value: side.chance.p,
                interval: Some((side.chance.low, side.chance.high)),
                change: side.change,
            })
            .collect();
        if let Some(balance) = self.balance {
            let of = self.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>().join(" - ");
            rows.push(Measure { interval: Some((balance.low, balance.high)), ..plain("balance", &of, balance.is) });
        }
        rows.push(plain("nobody_wins", "", self.nobody));
        rows.push(plain("given_up", "", self.given_up));
        rows.extend(self.exact.map(|exact| plain("left", "", exact.left)));
        if let Some(rounds) = self.rounds {
            rows.push(Measure { interval: Some((rounds.low, rounds.high)), ..plain("rounds", "", rounds.is) });
        }
        for fighter in &self.fighters {
            let falls = fighter.falls;
            rows.push(Measure { interval: Some((falls.low, falls.high)), ..plain("falls", &fighter.name, falls.p) });
            for gauge in &fighter.gauges {
                if let Some(left) = gauge.left {
                    let of = format!("{} {}", fighter.name, gauge.name);
                    rows.push(Measure { interval: Some((left.low, left.high)), ..plain("end", &of, left.is) });
                }
            }
        }
        rows
    }
}
