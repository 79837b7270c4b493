//! Damage as files write it: `STR+4+1d8`.

use skirmish_bookkit::file::{Reader, Word};
use skirmish_kernel::dice::{Dice, Expression, MAX_COUNT, Reading, Sign, Term};
use skirmish_kernel::words::short;

/// The quantity that damage may name: the attacker's Strength.
const STRENGTH: &str = "STR";

/// The largest fixed part, either sign.
const MOST_FLAT: i32 = 1000;

/// What an attack does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Damage {
    /// At most two kinds of dice.
    pub(super) dice: [Dice; 2],
    /// Added to them.
    pub(super) flat: i16,
    /// Is the attacker's Strength added as well?
    pub(super) strong: bool,
}

impl Damage {
    /// Nothing at all.
    pub(super) const NONE: Self = Self { dice: [Dice::NONE; 2], flat: 0, strong: false };
}

/// Reads damage: plain dice, a fixed part, Strength once; or a complaint.
pub(super) fn damage(reader: &Reader, text: &Word) -> Option<Damage> {
    let expression = reader.dice(text, "STR+4+1d8")?;
    if let Some(name) = expression.names().find(|name| name.as_str() != STRENGTH) {
        let message = format!("damage knows no `{}`", short(name.as_str()));
        reader.wrong(&text.place, message, "STR, the attacker's Strength, is all that it may name");
        return None;
    }
    let read = add_up(&expression);
    if read.is_none() {
        refuse(reader, text);
    }
    read
}

fn refuse(reader: &Reader, text: &Word) {
    let help = format!(
        "such as `STR+4+1d8`: dice of at most two kinds, added and not picked from, at most {MAX_COUNT} of a kind, a \
         fixed part from -{MOST_FLAT} to {MOST_FLAT}, and STR once"
    );
    reader.wrong(&text.place, format!("`{}` cannot be thrown here", short(text)), help);
}

/// The terms, those of a kind together; nothing where they are too many, or of another sort.
fn add_up(expression: &Expression) -> Option<Damage> {
    let mut kinds: Vec<(u16, usize)> = Vec::new();
    let (mut flat, mut strengths) = (0i32, 0i32);
    for term in expression.terms() {
        match term {
            Term::Dice(Sign::Plus, dice) if dice.reading() == Reading::Sum => {
                match kinds.iter_mut().find(|(sides, _)| *sides == dice.sides()) {
                    Some((_, count)) => *count += usize::from(dice.count()),
                    None => kinds.push((dice.sides(), usize::from(dice.count()))),
                }
            }
            Term::Dice(..) => return None,
            Term::Flat(number) => flat = flat.saturating_add(*number),
            Term::Named(times, _) => strengths = strengths.saturating_add(*times),
        }
    }
    let mut read = Damage { strong: strengths == 1, ..Damage::NONE };
    if !(0..=1).contains(&strengths) || !(-MOST_FLAT..=MOST_FLAT).contains(&flat) || kinds.len() > read.dice.len() {
        return None;
    }
    read.flat = i16::try_from(flat).ok()?;
    for (slot, (sides, count)) in read.dice.iter_mut().zip(kinds) {
        *slot = Dice::sum(u8::try_from(count).ok()?, sides).ok()?;
    }
    Some(read)
}
