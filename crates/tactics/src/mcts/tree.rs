//! What has been tried, and how it came out.

use skirmish_kernel::{Id, RuleId, Scribe, Side};

use crate::question::Question;
use crate::worth::VICTORY;

/// How much is made of not knowing: the more, the more evenly choices are tried.
const CURIOSITY: f64 = 0.2;

/// Until somebody has chosen so often at a place, it does what it usually does; one more choice is tried when it has
/// chosen four times as often, and so on. A choice that was made only once or twice tells more of chance than of itself.
const PATIENCE: u64 = 8;

/// A tree of places. Place 0 is where the question is asked.
pub(super) struct Tree<B: Scribe> {
    places: Vec<Place<B>>,
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
    /// Choices that have not been tried yet, the next one last; none before they are listed.
    reserve: Option<Vec<B::Choice>>,
}

/// A choice that has been tried.
pub(super) struct Tried<C> {
    pub(super) choice: C,
    tries: u64,
    /// How well it came out for whoever chooses, in millionths of a victory.
    sum: i64,
}

impl<B: Scribe> Tree<B> {
    /// Nothing but the question, with the choices that are to be tried.
    pub(super) fn rooted(question: &Question<'_, B>, choices: Vec<B::Choice>) -> Self {
        let seat = Seat::new(question.rule, question.who, question.side(), choices, Some(Vec::new()));
        Self { places: vec![Place { seats: vec![seat], exits: Vec::new() }] }
    }

    /// The seat of somebody at a place; at a new one nothing but the `usual` choice has been thought of.
    pub(super) fn seat(
        &mut self,
        place: usize,
        (rule, who, side): (RuleId, Id, Side),
        usual: impl FnOnce() -> B::Choice,
    ) -> Option<(usize, &mut Seat<B>)> {
        let seats = &mut self.places.get_mut(place)?.seats;
        let known = seats.iter().position(|seat| (seat.rule, seat.who) == (rule, who));
        let at = known.unwrap_or_else(|| {
            seats.push(Seat::new(rule, who, side, vec![usual()], None));
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
        }
    }
}

impl<B: Scribe> Seat<B> {
    fn new(rule: RuleId, who: Id, side: Side, choices: Vec<B::Choice>, reserve: Option<Vec<B::Choice>>) -> Self {
        let options = choices.into_iter().map(|choice| Tried { choice, tries: 0, sum: 0 }).collect();
        Self { rule, who, side, tries: 0, options, reserve }
    }

    /// How many choices are worth trying, after so many tries.
    fn wanted(&self) -> usize {
        1 + usize::try_from((self.tries / PATIENCE).isqrt()).unwrap_or(usize::MAX)
    }

    /// Is it to try another one, and none has been listed yet?
    pub(super) fn wants_more(&self) -> bool {
        self.reserve.is_none() && self.options.len() < self.wanted()
    }

    /// These can be chosen, too.
    pub(super) fn list(&mut self, mut choices: Vec<B::Choice>) {
        choices.retain(|choice| !self.options.iter().any(|option| option.choice == *choice));
        self.reserve = Some(choices);
    }

    /// The number of the choice to try: one that was never tried while there are few, else the one that promises most.
    /// Nothing where none of them is `legal` just now.
    pub(super) fn pick(&mut self, legal: impl Fn(&B::Choice) -> bool) -> Option<usize> {
        let fresh = self.options.len() < self.wanted();
        if let Some(reserve) = self.reserve.as_mut().filter(|_| fresh)
            && let Some(at) = reserve.iter().rposition(&legal)
        {
            let choice = reserve.remove(at);
            self.options.push(Tried { choice, tries: 0, sum: 0 });
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
    use super::log2;

    #[test]
    fn logarithms_rise_and_are_right_at_powers_of_two() {
        assert_eq!([1, 2, 4, 1 << 20].map(log2), [0.0, 1.0, 2.0, 20.0]);
        assert!((1..1_000).map(log2).is_sorted() && log2(3) == 1.5 && log2(u64::MAX) <= 64.0);
    }
}
