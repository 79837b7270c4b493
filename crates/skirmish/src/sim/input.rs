//! Numbers and words on the command line of `sim`.

use skirmish_kernel::words::{nearest, short};
use skirmish_sim::Report;

/// The most fights that anybody may ask for: at a hundred thousand a second they take four months.
const MOST: u64 = 1_000_000_000_000;

/// The most, where a stopping rule decides.
pub(crate) const MOST_UNTIL: u64 = 1_000_000_000;

/// Reads a number of fights; `10_000` is one, too.
pub(crate) fn fights(text: &str) -> Result<u64, String> {
    let digits = text.replace('_', "");
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err("a number of fights is wanted, such as 10000".into());
    }
    match digits.parse::<u64>() {
        Ok(0) => Err("one fight at least is needed to know anything".into()),
        Ok(count) if count <= MOST => Ok(count),
        _ => Err(format!(
            "{MOST} are the most, and take months; a million are enough to know chances to 0.1 percent: --until 0.1%"
        )),
    }
}

/// Reads a precision in percent: `0.5%`, `±0.5%`. Gives a share of 1.
pub(crate) fn precision(text: &str) -> Result<f64, String> {
    // 0.01 % takes a hundred million fights.
    skirmish_sweep::precision(text, 0.01).map_err(|(why, readings)| match readings.as_slice() {
        [one, other] => format!("it {why}: {one}, or {other}?"),
        [one] => format!("it {why}; for example {one}"),
        _ => format!("it {why}"),
    })
}

/// Which fight is to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Show {
    /// By its number.
    Fight(u64),
    Median,
    Longest,
    Upset,
}

impl Show {
    /// The number of the fight.
    pub(crate) fn of(self, report: &Report) -> Option<u64> {
        match self {
            Self::Fight(fight) => Some(fight),
            Self::Median => report.median(),
            Self::Longest => report.longest(),
            Self::Upset => report.upset(),
        }
    }
}

/// Reads a number or one of the three words.
pub(crate) fn show(text: &str) -> Result<Show, String> {
    match text {
        "median" => Ok(Show::Median),
        "longest" => Ok(Show::Longest),
        "upset" => Ok(Show::Upset),
        _ => text.parse().map(Show::Fight).map_err(|_| {
            let near = nearest(text, ["median", "longest", "upset"]);
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!("`{}` is neither the number of a fight nor median, longest or upset{near}", short(text))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_fights_are_sensible() {
        assert_eq!((fights("10_000"), fights("1000000000000")), (Ok(10_000), Ok(MOST)));
        for wrong in ["0", "-3", "", "_", "1e6", "1000000000000000000", "99999999999999999999999"] {
            assert!(fights(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn precisions_are_percent() {
        assert_eq!((precision("0.5%"), precision("±0.5%"), precision("+-2 %")), (Ok(0.005), Ok(0.005), Ok(0.02)));
        for wrong in ["0", "nan", "inf", "-1%", "51%", "%", "half", "200"] {
            assert!(precision(wrong).is_err(), "{wrong}");
        }
        assert_eq!(precision("0.02"), Err("it has no percent sign: 0.02%, or 2%?".into()));
        assert_eq!(precision("2"), Err("it has no percent sign; for example 2%".into()));
    }

    #[test]
    fn fights_are_shown_by_number_or_word() {
        assert_eq!((show("4711"), show("upset")), (Ok(Show::Fight(4711)), Ok(Show::Upset)));
        assert!(show("medien").unwrap_err().contains("did you mean `median`?"));
    }
}
