//! Any text as dice, an expression and a throw: what is read is displayed and read back as the same.
//! The text is `THROW|EXPRESSION OR DICE`; without a bar it is read as all three.
#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use skirmish_kernel::dice::{Dice, Distribution, Expression, Fit, Forced, NotationError, Rng};

fn read<T>(text: &str) -> Option<T>
where
    T: FromStr<Err = NotationError> + Display + Debug + PartialEq,
{
    match text.parse::<T>() {
        Ok(value) => {
            let shown = value.to_string();
            assert_eq!(shown.parse::<T>().as_ref(), Ok(&value), "`{text}` is displayed as `{shown}`");
            assert_eq!(shown.parse::<T>().map(|again| again.to_string()), Ok(shown));
            Some(value)
        }
        Err(error) => {
            let (from, to) = (error.span.start, error.span.end);
            assert!(from <= to && text.get(from..to).is_some(), "span {from}..{to} of `{text}`: {error}");
            assert!(!error.message.is_empty());
            None
        }
    }
}

fn throw(dice: Dice, forced: Option<&Forced>) {
    let (low, high) = dice.range();
    assert!(low <= high);
    let faces = Rng::for_fight(1, 0).throw(dice);
    let natural = dice.natural(&faces);
    assert!((low..=high).contains(&natural), "{dice} reads {natural}");
    assert!(matches!(Forced::Faces(faces).fit(dice, 3), Ok(fit) if fit.natural(dice) == natural));
    for flat in [0, 5, -7, i32::MAX, i32::MIN] {
        match forced.map(|forced| forced.fit(dice, flat)) {
            Some(Ok(fit @ (Fit::Faces(_) | Fit::Natural(_)))) => {
                assert!((low..=high).contains(&fit.natural(dice)), "{forced:?} fits {dice}");
            }
            Some(Err(misfit)) => assert!(!misfit.to_string().is_empty()),
            None => {}
        }
    }
    if dice.count() <= 12 && dice.sides() <= 20 {
        let (cases, of) = Distribution::of(dice).chance(|natural| (low..=high).contains(&natural));
        assert_eq!(cases, of, "{dice}");
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (given, asked) = text.split_once('|').unwrap_or((text, text));
    let forced = read::<Forced>(given);
    if let Some(dice) = read::<Dice>(asked) {
        throw(dice, forced.as_ref());
    }
    if let Some(expression) = read::<Expression>(asked) {
        for value in [0, 3, -4, i32::MAX, i32::MIN] {
            let evaluated = expression.evaluate(|_| Some(value));
            for (_, dice) in evaluated.iter().flat_map(|evaluated| &evaluated.dice) {
                throw(*dice, forced.as_ref());
            }
        }
        let known = expression.names().next().is_none();
        assert_eq!(expression.evaluate(|_| None).is_ok(), known, "{expression}");
    }
});
