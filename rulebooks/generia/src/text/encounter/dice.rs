//! Dice as files write them: `2d6+1`.

use skirmish_bookkit::file::{Reader, Word};
use skirmish_kernel::dice::{Dice, Expression, MAX_COUNT, Reading, Sign, Term};
use skirmish_kernel::words::short;

/// What dice may be like at some place.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// How often they are thrown together at most: the cast levels.
    pub(super) times: usize,
    /// Of how many kinds they are at most.
    pub(super) kinds: usize,
    /// May a number be added?
    pub(super) flat: bool,
}

impl Form {
    /// Those of weapons.
    pub(super) const WEAPON: Self = Self { times: 1, kinds: 2, flat: true };
}

/// Dice such as `2d6`: no names, nothing but sums, and no more than can be thrown at once; or a complaint.
pub(super) fn dice(reader: &Reader, text: &Word, form: Form) -> Option<Expression> {
    let expression = reader.dice(text, "2d6")?;
    let plain = expression.terms().iter().all(|term| match term {
        Term::Dice(sign, dice) => *sign == Sign::Plus && dice.reading() == Reading::Sum,
        Term::Flat(number) => form.flat && (-1000..=1000).contains(number),
        Term::Named(..) => false,
    });
    if plain && is_throwable(&expression, form) {
        return Some(expression);
    }
    let example = if form.flat { "2d6+1" } else { "2d6" };
    let kinds = if form.kinds == 1 { "one kind" } else { "one or two kinds" };
    let help = format!("such as `{example}`: dice of {kinds}, at most {MAX_COUNT} in one throw");
    reader.wrong(&text.place, format!("`{}` cannot be thrown here", short(text)), help);
    None
}

/// Can so many dice be thrown at once? Who lacks the focus throws one more.
pub(super) fn is_throwable(expression: &Expression, form: Form) -> bool {
    let mut kinds: Vec<(u16, usize)> = Vec::new();
    for term in expression.terms() {
        let Term::Dice(_, dice) = term else { continue };
        let count = usize::from(dice.count()) * form.times;
        match kinds.iter_mut().find(|(sides, _)| *sides == dice.sides()) {
            Some((_, known)) => *known += count,
            None => kinds.push((dice.sides(), count)),
        }
    }
    let fits = |(sides, count): &(u16, usize)| {
        u8::try_from(count + 1).is_ok_and(|count| Dice::new(count, *sides, Reading::Sum).is_ok())
    };
    (1..=form.kinds).contains(&kinds.len()) && kinds.iter().all(fits)
}

/// Dice to go on reading with where a file has none that can be thrown.
pub(super) fn any() -> Expression {
    let die = Dice::sum(1, 4).expect("a die");
    Expression::new(vec![Term::Dice(Sign::Plus, die)]).expect("one term")
}
