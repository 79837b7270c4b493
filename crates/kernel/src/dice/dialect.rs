//! What other dice tools write after the dice, and why it is refused here.

use std::ops::Range;

use super::{Dice, NotationError};

/// What is wrong with `rest`, which begins at byte `at` and follows `dice`.
pub(super) fn refusal(dice: Dice, rest: &str, at: usize) -> NotationError {
    let word = Word::of(rest);
    let plain = format!("{}d{}", dice.count(), dice.sides());
    let end = at + word.text.len().max(rest.chars().next().map_or(0, char::len_utf8));
    let refuse = |hint: String| {
        let message = format!("`{plain}{}` means different things in different tools", word.text);
        NotationError::new(at..end, message).hint(hint)
    };
    match word.mark.to_ascii_lowercase().as_str() {
        "k" => refuse(keep(&plain, word.number_or_one())),
        "d" => refuse(drop(&plain, word.number_or_one())),
        "p" | "ph" | "pl" => refuse(format!(
            "Avrae drops dice with `p`, Roll20 and Foundry with `d`: write `{plain}dh{0}` or `{plain}dl{0}`",
            word.number_or_one()
        )),
        ">" | "cs>" => refuse(above(&plain, word.number, dice)),
        "<" | "cs<" => refuse(below(&plain, word.number)),
        "=" | "==" | "cs=" => refuse(format!(
            "some count the faces that show it, some compare the sum: write `{plain}>=` or `{plain}<=` and a face to \
             count faces"
        )),
        "cs>=" | "cs<=" => refuse(format!("Foundry counts with it, Roll20 marks criticals: write `{plain}{}`", word.after_cs())),
        "r" | "rr" | "ro" | "ra" | "r<" | "r>" | "ro<" | "ro>" | "r=" | "ro=" => refuse(
            "`r` rerolls once in Foundry and again and again in Roll20, `ro` once in both: dice are not rerolled here, a \
             rule asks for a new throw"
                .to_owned(),
        ),
        "!" | "!!" | "!p" | "x" | "xo" | "e" | "!>" | "!<" | "x>" | "e>" => refuse(
            "`!` explodes in Roll20, `x` in Foundry (again and again, `xo` once), `e` in Avrae: dice do not explode \
             here, a rule asks for a further throw"
                .to_owned(),
        ),
        _ => unexpected(at..end, rest, &plain),
    }
}

fn keep(plain: &str, number: u32) -> String {
    format!(
        "Roll20 keeps the highest {number}, Avrae keeps the dice that show {number}: write `{plain}kh{number}` or \
         `{plain}kl{number}`"
    )
}

fn drop(plain: &str, number: u32) -> String {
    format!(
        "Roll20 and Foundry drop the lowest {number}, others the dice that show {number}: write `{plain}dl{number}` or \
         `{plain}dh{number}`"
    )
}

fn above(plain: &str, number: Option<u32>, dice: Dice) -> String {
    match number {
        Some(n) if n < u32::from(dice.sides()) => {
            format!(
                "Roll20 counts faces of {n} and more, Foundry of {} and more: write `{plain}>={n}` or `{plain}>={}`",
                n + 1,
                n + 1
            )
        }
        _ => format!(
            "Roll20 reads `>` as `>=`, Foundry as more: write `{plain}>=` and a face from 1 to {}",
            dice.sides()
        ),
    }
}

fn below(plain: &str, number: Option<u32>) -> String {
    match number {
        Some(n) if n > 1 => {
            format!(
                "Roll20 counts faces of {n} and less, Foundry of {} and less: write `{plain}<={n}` or `{plain}<={}`",
                n - 1,
                n - 1
            )
        }
        _ => format!("Roll20 reads `<` as `<=`, Foundry as less: write `{plain}<=` and a face"),
    }
}

fn unexpected(span: Range<usize>, rest: &str, plain: &str) -> NotationError {
    let shown: String = rest.chars().take(12).collect();
    NotationError::new(span, format!("`{}` cannot follow `{plain}`", shown.trim_end()))
        .hint("known are `>=4`, `<=2`, `kh1`, `kl1`, `dh1` and `dl1`")
}

/// A mark and its number, as in `k3` or `>4`.
struct Word<'a> {
    text: &'a str,
    mark: &'a str,
    number: Option<u32>,
}

impl<'a> Word<'a> {
    fn of(rest: &'a str) -> Self {
        let mark_len = rest.find(|c: char| !(c.is_ascii_alphabetic() || "!<>=".contains(c))).unwrap_or(rest.len());
        let (mark, tail) = rest.split_at_checked(mark_len).unwrap_or((rest, ""));
        let digits = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let number = tail.get(..digits).and_then(|digits| digits.parse().ok());
        Word { text: rest.get(..mark_len + digits).unwrap_or(rest), mark, number }
    }

    fn number_or_one(&self) -> u32 {
        self.number.unwrap_or(1)
    }

    fn after_cs(&self) -> &'a str {
        self.text.get(2..).unwrap_or("")
    }
}
