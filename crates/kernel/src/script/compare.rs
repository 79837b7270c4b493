//! Compares what a battle says with what a transcript expects.

use crate::dice::Dice;
use crate::transcript::Compare;
use crate::words::short;
use crate::{Scribe, Value, Weight};

/// Does it hold of a field? What stands on the other side may be another field: `Ogre.hp < Tarn.hp`.
///
/// # Errors
/// Why the two cannot be compared.
pub(super) fn field<B: Scribe>(
    g: &B::Setup,
    s: &B::State,
    read: &Value,
    compare: Compare,
    text: &str,
) -> Result<bool, String> {
    let other = if text.contains('.') { crate::scribe::read::<B>(g, s, text.trim()).ok() } else { None };
    match (read, other) {
        (Value::Int(one), Some(Value::Int(other))) => Ok(compare.holds(one.cmp(&other))),
        (read, Some(other)) => value(read, compare, &other.to_string()),
        (read, None) => value(read, compare, text),
    }
}

/// Does it hold?
///
/// # Errors
/// Why the two cannot be compared.
pub(super) fn value(value: &Value, compare: Compare, text: &str) -> Result<bool, String> {
    let text = text.trim();
    match value {
        Value::Int(_) if matches!(compare, Compare::Contains | Compare::Lacks) => Err(no_list(compare)),
        Value::Int(number) => {
            let other: i64 =
                text.parse().map_err(|_| format!("this is a number ({number}), `{}` is none", short(text)))?;
            Ok(compare.holds(number.cmp(&other)))
        }
        Value::Bool(yes) => {
            let other = match text {
                "true" | "yes" => true,
                "false" | "no" => false,
                _ => return Err(format!("this is yes or no, `{}` is neither", short(text))),
            };
            equality(compare, *yes == other)
        }
        Value::Text(words) => match compare {
            Compare::Contains => Ok(words.contains(text)),
            Compare::Lacks => Ok(!words.contains(text)),
            _ => equality(compare, words.trim() == text),
        },
        Value::List(items) => match compare {
            Compare::Contains => Ok(items.iter().any(|item| item == text)),
            Compare::Lacks => Ok(!items.iter().any(|item| item == text)),
            _ => {
                let others: Vec<&str> = match text {
                    "" | "none" => Vec::new(),
                    text => text.split(',').map(str::trim).collect(),
                };
                equality(compare, items.iter().map(String::as_str).eq(others))
            }
        },
    }
}

fn equality(compare: Compare, equal: bool) -> Result<bool, String> {
    match compare {
        Compare::Equal => Ok(equal),
        Compare::Different => Ok(!equal),
        Compare::Contains | Compare::Lacks => Err(no_list(compare)),
        _ => Err(format!("`{compare}` compares numbers; here it is == or !=")),
    }
}

fn no_list(compare: Compare) -> String {
    format!("`{compare}` asks what a list or a text has in it; here it is == or !=")
}

/// Compares two numbers.
///
/// # Errors
/// When the text is no number.
pub(super) fn number(number: i32, compare: Compare, text: &str) -> Result<bool, String> {
    value(&Value::Int(i64::from(number)), compare, text)
}

/// The dice of a comparison, and whether it wants these or any others.
///
/// # Errors
/// When the text is no dice, or the comparison one of sizes.
pub(super) fn dice(compare: Compare, text: &str) -> Result<(Dice, bool), String> {
    let dice = text.parse().map_err(|e| format!("`{}`: {e}", short(text)))?;
    match compare {
        Compare::Equal => Ok((dice, true)),
        Compare::Different => Ok((dice, false)),
        _ => Err("dice are the same (==) or not (!=)".into()),
    }
}

/// Longer than any chance that is worked out; what it takes to shorten a fraction grows with the square of its length.
const MOST_DIGITS: usize = 4_000;

/// Compares a chance with a fraction (`5/12`), a whole number or a decimal, the latter to its written digits.
///
/// # Errors
/// When the text is none of these.
pub(super) fn chance(chance: &Weight, compare: Compare, text: &str) -> Result<bool, String> {
    let exact = chance.fraction().ok_or("this chance is not exact")?;
    let bad = || format!("`{}` is no chance: write a fraction (`5/12`) or a decimal (`0.417`)", short(text));
    if text.len() > MOST_DIGITS {
        return Err(bad());
    }
    let whole = |text: &str| text.trim().parse::<num_bigint::BigInt>().map_err(|_| bad());
    let percent = text.trim().strip_suffix('%');
    let (digits, scale) = (percent.unwrap_or(text).trim(), if percent.is_some() { 2 } else { 0 });
    let ordering = if let Some((above, below)) = digits.split_once('/').filter(|_| percent.is_none()) {
        let (above, below) = (whole(above)?, whole(below)?);
        if below == num_bigint::BigInt::from(0) {
            return Err(bad());
        }
        exact.cmp(&num_rational::BigRational::new(above, below))
    } else {
        let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
        if after.len() > 30 || digits.len() > 40 || !after.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        let written = whole(&format!("{before}{after}"))?;
        // Rounded half up to as many digits as are written.
        let shift = num_bigint::BigInt::from(10).pow((after.len() + scale) as u32);
        let half = num_rational::BigRational::new(1.into(), 2.into());
        let rounded = if after.is_empty() && percent.is_none() {
            return Ok(compare.holds(exact.cmp(&num_rational::BigRational::from_integer(written))));
        } else {
            (exact * num_rational::BigRational::from_integer(shift) + half).floor().to_integer()
        };
        rounded.cmp(&written)
    };
    Ok(compare.holds(ordering))
}

/// A chance as people read it: `5/12 (0.416667)`.
pub(super) fn chance_words(chance: &Weight) -> String {
    match chance.fraction() {
        Some(exact) => format!("{exact} ({:.6})", chance.value()),
        None => format!("{:.6}", chance.value()),
    }
}
