//! Who answers while odds are worked out.

use crate::book::Book;
use crate::dice::Rng;
use crate::eyes::Eyes;
use crate::fights::repeatable;
use crate::game::inquiry::{Others, Reply};
use crate::refused::Refused;
use crate::script::Steady;
use crate::transcript::{Content, content};
use crate::{Id, Policy, PolicyError, RuleId, Scribe, Session};

/// Fixed answers where they are legal, and a policy for the rest.
pub(super) struct Replies<B: Scribe> {
    fixed: Vec<Fixed>,
    policy: Box<dyn Policy<B>>,
}

/// An answer that is given wherever it can be.
struct Fixed {
    line: String,
    /// By whom; by anybody where nobody is named.
    who: Option<Id>,
    words: String,
    used: bool,
}

impl<B: Scribe> Replies<B> {
    pub(super) fn new(book: Book<B>, session: &Session<B>, eyes: &Eyes<B>, reply: &Reply) -> Result<Self, Refused> {
        let policy: Box<dyn Policy<B>> = match &reply.others {
            Others::Usual | Others::Best | Others::BestOfAll => Box::new(Steady::of_book(book)),
            Others::Policy(name) => named(book, name).map_err(|no| Refused::because(no.to_string()))?,
        };
        let fixed = reply.fixed.iter().map(|line| Fixed::read(session, eyes, line)).collect::<Result<_, _>>()?;
        Ok(Self { fixed, policy })
    }

    /// The lines that nobody has given.
    pub(super) fn unused(&self) -> Vec<String> {
        self.fixed.iter().filter(|fixed| !fixed.used).map(|fixed| fixed.line.clone()).collect()
    }
}

impl Fixed {
    fn read<B: Scribe>(session: &Session<B>, eyes: &Eyes<B>, line: &str) -> Result<Self, Refused> {
        let (who, words) = match content(line) {
            Ok(Content::Choice { who, words }) => {
                let who = eyes.person(session.setup(), &who).map_err(|no| eyes.refused(no))?;
                (Some(who), words)
            }
            _ => (None, line.trim().to_owned()),
        };
        Ok(Self { line: line.to_owned(), who, words, used: false })
    }
}

/// A policy by its name, of those that answer the same wherever they are asked.
fn named<B: Scribe>(book: Book<B>, name: &str) -> Result<Box<dyn Policy<B> + Send>, PolicyError> {
    let policy = book.policy(name)?;
    repeatable(&[name.to_owned()])?;
    Ok(policy)
}

impl<B: Scribe> Policy<B> for Replies<B> {
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        match self.insists(g, s, who, ask) {
            Some(choice) => choice,
            None => self.policy.choose(g, s, rule, who, ask, rng),
        }
    }

    fn is_even(&self, g: &B::Setup, who: Id) -> bool {
        self.policy.is_even(g, who)
    }

    fn insists(&mut self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask) -> Option<B::Choice> {
        let meant = self.fixed.iter_mut().filter(|fixed| fixed.who.is_none_or(|one| one == who));
        for fixed in meant {
            let legal = |choice: &B::Choice| B::judge(g, s, who, ask, choice).is_ok();
            if let Some(choice) = B::parse(g, s, who, ask, &fixed.words).ok().filter(legal) {
                fixed.used = true;
                return Some(choice);
            }
        }
        None
    }
}
