//! One who does not always look.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Maker, Policy, Random, RuleId, Scribe};

/// Of so many choices one is made without looking.
const ONE_IN: u32 = 3;

/// Chooses as the book's plain policy does, and one time in three whatever comes to its mind: a foe for whoever plays for
/// the first time.
///
/// ```
/// use skirmish_elemental_d6::BOOK;
/// use skirmish_kernel::Source;
/// use skirmish_tactics::Careless;
///
/// let duel = BOOK.encounters.iter().find(|encounter| encounter.name == "duel").unwrap();
/// let mut battle = BOOK.session(&Source::new(duel.name, duel.text), Some(1)).unwrap();
/// while battle.roll() {}
/// assert!(battle.decide(&mut Careless::new(BOOK.plain)));
/// ```
pub struct Careless<B: Scribe> {
    plain: Box<dyn Policy<B> + Send>,
    /// Has it chosen without looking?
    guessed: bool,
}

impl<B: Scribe> std::fmt::Debug for Careless<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Careless")
    }
}

impl<B: Scribe> Careless<B> {
    /// With the book's plain policy for the rest.
    #[must_use]
    pub fn new(plain: Maker<B>) -> Self {
        Self { plain: plain(), guessed: false }
    }
}

impl<B: Scribe> Policy<B> for Careless<B> {
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        self.guessed = rng.below(ONE_IN) == 0;
        match self.guessed {
            true => Policy::<B>::choose(&mut Random, g, s, rule, who, ask, rng),
            false => self.plain.choose(g, s, rule, who, ask, rng),
        }
    }

    fn why(&self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask, choice: &B::Choice) -> Option<&'static str> {
        if self.guessed { Some("without looking") } else { self.plain.why(g, s, who, ask, choice) }
    }
}
