//! Numbers as a person reads them.

/// A share as a person reads it: `61.3 %`; never 0 or 100 where that is not so.
#[must_use]
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        _ if percent > 0.0 && percent < 0.05 => "<0.1 %".into(),
        _ if (99.95..100.0).contains(&percent) => ">99.9 %".into(),
        _ => format!("{percent:.1} %"),
    }
}

/// A chance with as many digits as help where it is exact, or nearly so.
#[must_use]
pub fn fine_percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        _ if percent > 0.0 && percent < 0.0005 => "<0.001 %".into(),
        _ if percent > 99.9995 && share < 1.0 - 1e-12 => ">99.999 %".into(),
        _ => format!("{percent:.3} %"),
    }
}

/// A small part of 1: `4.5e-13`.
#[must_use]
pub fn small(part: f64) -> String {
    if part < 0.001 { format!("{part:.1e}") } else { fine_percent(part) }
}

/// `1 fight`, `200 fights`
#[must_use]
pub(crate) fn fights(count: u64) -> String {
    if count == 1 { "1 fight".into() } else { format!("{count} fights") }
}

/// The number of a cell, as its files have it: `0001` is the first.
#[must_use]
pub fn number(cell: usize) -> String {
    format!("{:04}", cell.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::{number, percent};

    #[test]
    fn shares_are_never_rounded_to_certainty() {
        assert_eq!([0.0, 0.00001, 0.5, 0.99999, 1.0].map(percent), ["0.0 %", "<0.1 %", "50.0 %", ">99.9 %", "100.0 %"]);
        assert_eq!((number(0), number(12_345)), ("0001".into(), "12346".into()));
    }
}
