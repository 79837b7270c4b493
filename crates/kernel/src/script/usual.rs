//! Who chooses where a transcript leaves a choice open.

use crate::book::Book;
use crate::dice::Rng;
use crate::{Id, Policy, PolicyError, PolicyName, Random, RuleId, Scribe, Side};

type Player<B> = Box<dyn Policy<B> + Send>;

/// The policies that a transcript names, by side.
pub(super) struct Plays<B: Scribe> {
    sides: Vec<Option<(String, Player<B>)>>,
}

impl<B: Scribe> Plays<B> {
    /// Reads `play` lines; the later ones overrule.
    ///
    /// # Errors
    /// The number of the line and what is wrong with it.
    pub(super) fn new(
        book: Option<Book<B>>,
        sides: &[String],
        plays: &[(Option<String>, String)],
    ) -> Result<Self, (usize, String)> {
        let mut all = Self { sides: sides.iter().map(|_| None).collect() };
        for (at, (side, policy)) in plays.iter().enumerate() {
            let one = match side {
                Some(side) => Some(find_side(sides, side).map_err(|why| (at, why))?),
                None => None,
            };
            for index in 0..sides.len() {
                if one.is_none_or(|one| usize::from(one.0) == index) {
                    let player = player(book, policy).map_err(|error| (at, error.to_string()))?;
                    all.sides[index] = Some((policy.clone(), player));
                }
            }
        }
        Ok(all)
    }

    /// Does any policy play?
    pub(super) fn any(&self) -> bool {
        self.sides.iter().any(Option::is_some)
    }

    /// Does one play this side?
    pub(super) fn has(&self, side: Side) -> bool {
        matches!(self.sides.get(usize::from(side.0)), Some(Some(_)))
    }

    /// The policy that plays a side.
    pub(super) fn of(&mut self, side: Side) -> Option<&mut Player<B>> {
        self.sides.get_mut(usize::from(side.0))?.as_mut().map(|(_, player)| player)
    }
}

/// A policy by its name; `random` needs no book.
fn player<B: Scribe>(book: Option<Book<B>>, name: &str) -> Result<Player<B>, PolicyError> {
    match (book, name.parse()?) {
        (Some(book), named) => Ok(book.named(named)),
        (None, PolicyName::Random) => Ok(Box::new(Random)),
        (None, _) => Err(PolicyError {
            what: format!("`{}` cannot play here", crate::words::short(name)),
            help: "without its book only `random` can".into(),
        }),
    }
}

/// The side that a word means.
pub(super) fn find_side(sides: &[String], word: &str) -> Result<Side, String> {
    match crate::words::complete(word, sides.iter().map(String::as_str)) {
        Ok(name) => Ok(Side(sides.iter().position(|side| side == name).unwrap_or(0) as u8)),
        Err(_) => {
            let near = crate::words::did_you_mean(word, sides.iter().map(String::as_str));
            Err(format!("there is no side `{}`{near} ({})", crate::words::short(word), crate::words::list(sides)))
        }
    }
}

/// Answers what is asked while odds are worked out: the usual answer, else the policy that plays the side, else the
/// book's plain one, else the first choice that is listed. Draws nothing.
pub(crate) struct Steady<B: Scribe> {
    sides: Vec<Option<Player<B>>>,
    plain: Option<Player<B>>,
}

impl<B: Scribe> Steady<B> {
    pub(super) fn new(book: Option<Book<B>>, plays: &Plays<B>) -> Self {
        // A policy that draws or thinks has no exact odds: the plain one stands in for it.
        let steady = |play: &Option<(String, Player<B>)>| match play {
            Some((name, _)) if name == "plain" => player(book, name).ok(),
            _ => None,
        };
        Self { sides: plays.sides.iter().map(steady).collect(), plain: player(book, "plain").ok() }
    }

    /// With nobody but the book's plain policy.
    pub(crate) fn of_book(book: Book<B>) -> Self {
        Self { sides: Vec::new(), plain: Some((book.plain)()) }
    }
}

impl<B: Scribe> Policy<B> for Steady<B> {
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        if let Some(choice) = B::standing(g, s, who, ask) {
            return choice;
        }
        let side = usize::from(B::side(g, who).0);
        let player = self.sides.get_mut(side).and_then(Option::as_mut).or(self.plain.as_mut());
        if let Some(player) = player {
            return player.choose(g, s, rule, who, ask, rng);
        }
        let mut first = None;
        B::options(g, s, who, ask, &mut |choice| {
            first.get_or_insert(choice);
        });
        first.unwrap_or_else(|| Policy::<B>::choose(&mut Random, g, s, rule, who, ask, rng))
    }
}
