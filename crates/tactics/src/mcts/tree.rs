//! What has been tried, and how it came out.

use skirmish_kernel::{Id, RuleId, Scribe, Side};

use crate::question::Question;
use crate::worth::VICTORY;

/// How much is made of not knowing: the more, the more evenly choices are tried.
const CURIOSITY: f64 = 0.35;

/// A tree of places. Place 0 is where the question is asked.
pub(super) struct Tree<B: Scribe> {
    places: Vec<Place<B>>,
    /// Whose question is thought about.
    root: (RuleId, Id),
}

/// A place in the tree: somebody chooses, or several at once and without knowing of each other, or dice fall.
pub(super) struct Place<B: Scribe> {
    seats: Vec<Seat<B>>,
    exits: Vec<(Exit, usize)>,
}

/// How one gets on from a place.
pub(super) enum Exit {
    /// Dice that rules read like these.
    Dice(Vec<i32>),
    /// The choices of all who are asked, by their numbers.
    Choices(Vec<usize>),
}

/// Somebody who chooses at a place.
pub(super) struct Seat<B: Scribe> {
    pub(super) rule: RuleId,
    pub(super) who: Id,
    pub(super) side: Side,
    tries: u64,
    pub(super) options: Vec<Tried<B::Choice>>,
    /// Choices that have not been tried yet, the next one last.
    reserve: Vec<B::Choice>,
}

/// A choice that has been tried.
pub(super) struct Tried<C> {
    pub(super) choice: C,
    tries: u64,
    /// How well it came out for whoever chooses, in millionths of a victory.
    sum: i64,
    /// The same, squared.
    squares: i128,
}

impl<B: Scribe> Tree<B> {
    /// Nothing but the question, with the choices that are to be tried, the usual one first.
    pub(super) fn rooted(question: &Question<'_, B>, usual: B::Choice, others: Vec<B::Choice>) -> Self {
        let reserve = others.into_iter().rev().chain([usual]).collect();
        let seat = Seat::new(question.rule, question.who, question.side(), reserve);
        let root = Place { seats: vec![seat], exits: Vec::new() };
        Self { places: vec![root], root: (question.rule, question.who) }
    }

    /// The seat of somebody at a place; a new one takes its choices from `list`, the first to be tried last.
    pub(super) fn seat(
        &mut self,
        place: usize,
        (rule, who, side): (RuleId, Id, Side),
        list: impl FnOnce() -> Vec<B::Choice>,
    ) -> Option<(usize, &mut Seat<B>)> {
        let seats = &mut self.places.get_mut(place)?.seats;
        let known = seats.iter().position(|seat| (seat.rule, seat.who) == (rule, who));
        let at = known.unwrap_or_else(|| {
            seats.push(Seat::new(rule, who, side, list()));
            seats.len() - 1
        });
        seats.get_mut(at).map(|seat| (at, seat))
    }

    /// The place behind an exit for which `fits` is true.
    pub(super) fn behind(&self, place: usize, fits: impl Fn(&Exit) -> bool) -> Option<usize> {
        let exits = &self.places.get(place)?.exits;
        exits.iter().find(|(exit, _)| fits(exit)).map(|(_, to)| *to)
    }

    /// Grows by a place.
    pub(super) fn grow(&mut self, place: usize, exit: Exit) {
        let new = self.places.len();
        if let Some(place) = self.places.get_mut(place) {
            place.exits.push((exit, new));
            self.places.push(Place { seats: Vec::new(), exits: Vec::new() });
        }
    }

    /// Writes down how a try came out for whoever made it.
    pub(super) fn note(&mut self, (place, seat, option): (usize, usize, usize), worth: impl Fn(Side) -> i64) {
        let Some(seat) = self.places.get_mut(place).and_then(|place| place.seats.get_mut(seat)) else { return };
        seat.tries += 1;
        let worth = worth(seat.side);
        if let Some(option) = seat.options.get_mut(option) {
            option.tries += 1;
            option.sum += worth;
            option.squares += i128::from(worth) * i128::from(worth);
        }
    }

    /// What has been tried most for the question, of equal ones what did better, then what was tried first; where that is
    /// not better than the usual choice beyond chance, the usual one. Nothing where nobody ever came to the question.
    pub(super) fn choice(self) -> Option<B::Choice> {
        let (rule, who) = self.root;
        let root = self.places.into_iter().next()?;
        let seat = root.seats.into_iter().find(|seat| (seat.rule, seat.who) == (rule, who))?;
        let mut tried = seat.options.into_iter().filter(|option| option.tries > 0);
        // It is tried first.
        let usual = tried.next()?;
        let most = tried.rev().max_by_key(|option| (option.tries, option.sum));
        Some(match most {
            Some(most) if most.is_better_than(&usual) => most.choice,
            _ => usual.choice,
        })
    }
}

impl<B: Scribe> Seat<B> {
    fn new(rule: RuleId, who: Id, side: Side, reserve: Vec<B::Choice>) -> Self {
        Self { rule, who, side, tries: 0, options: Vec::new(), reserve }
    }

    /// The number of the choice to try: one that was never tried while there are few, else the one that promises most.
    /// Nothing where none of them is `legal` just now.
    pub(super) fn pick(&mut self, legal: impl Fn(&B::Choice) -> bool) -> Option<usize> {
        // Two to begin with, and one more each time as many tries have been made as it takes to know the others.
        let wanted = 2 + usize::try_from(self.tries.isqrt()).unwrap_or(usize::MAX);
        let fresh = self.options.len() < wanted;
        if let Some(at) = self.reserve.iter().rposition(&legal).filter(|_| fresh) {
            let choice = self.reserve.remove(at);
            self.options.push(Tried { choice, tries: 0, sum: 0, squares: 0 });
            return Some(self.options.len() - 1);
        }
        let scale = log2(self.tries.max(1));
        let mut best: Option<(f64, usize)> = None;
        for (at, option) in self.options.iter().enumerate().filter(|(_, option)| legal(&option.choice)) {
            let promise = option.promise(scale);
            if best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, at));
            }
        }
        best.map(|(_, at)| at)
    }
}

impl<C> Tried<C> {
    fn mean(&self) -> f64 {
        self.sum as f64 / self.tries.max(1) as f64
    }

    /// The squared error of its mean; that of a single try is as large as it can be.
    fn error(&self) -> f64 {
        let (n, sum) = (self.tries as f64, self.sum as f64);
        if self.tries < 2 {
            return VICTORY as f64 * VICTORY as f64 / 4.0;
        }
        (self.squares as f64 - sum * sum / n).max(0.0) / (n * (n - 1.0))
    }

    /// Does it do better, by more than the error of what is known of the two?
    fn is_better_than(&self, other: &Self) -> bool {
        let ahead = self.mean() - other.mean();
        ahead > 0.0 && ahead * ahead > self.error() + other.error()
    }

    /// Its mean, and what is not known of it: the upper end of what may be expected.
    fn promise(&self, scale: f64) -> f64 {
        if self.tries == 0 {
            return f64::INFINITY;
        }
        let tries = self.tries as f64;
        self.sum as f64 / (tries * VICTORY as f64) + CURIOSITY * (scale / tries).sqrt()
    }
}

/// The logarithm of a number, by straight lines between the powers of two: unlike those of the machine the same
/// everywhere.
fn log2(number: u64) -> f64 {
    let whole = number.max(1).ilog2();
    let power = 1u64 << whole;
    f64::from(whole) + (number - power) as f64 / power as f64
}

#[cfg(test)]
mod tests {
    use super::{Tried, VICTORY, log2};

    #[test]
    fn what_does_better_by_chance_is_not_better() {
        let tried = |worths: &[i64]| Tried {
            choice: (),
            tries: worths.len() as u64,
            sum: worths.iter().sum(),
            squares: worths.iter().map(|worth| i128::from(worth * worth)).sum(),
        };
        let even = tried(&[VICTORY, 0, VICTORY, 0, VICTORY, 0]);
        assert!(tried(&[VICTORY; 5]).is_better_than(&even) && !even.is_better_than(&even));
        assert!(!tried(&[VICTORY]).is_better_than(&even));
        assert!(!tried(&[VICTORY, 0, VICTORY]).is_better_than(&even));
    }

    #[test]
    fn logarithms_rise_and_are_right_at_powers_of_two() {
        assert_eq!([1, 2, 4, 1 << 20].map(log2), [0.0, 1.0, 2.0, 20.0]);
        assert!((1..1_000).map(log2).is_sorted() && log2(3) == 1.5 && log2(u64::MAX) <= 64.0);
    }
}
