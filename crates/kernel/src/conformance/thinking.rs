//! Policies that think choose what is legal, the same each time, and by nothing that their side may not know.

use crate::book::Book;
use crate::dice::Rng;
use crate::tape::Awaited;
use crate::view::Viewer;
use crate::{Id, Policy, PolicyName, Random, RuleId, Scribe, Session, StepSoFar};

/// What came of asking policies that think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// How often one was asked.
    pub asked: u32,
    /// How often it was asked once more with everything changed that its side may not know.
    pub disguised: u32,
    /// How often it chose something else than the plain policy.
    pub other: u32,
}

/// A battle in which random people choose, up to so many questions. At each of them these policies choose too: what is
/// legal, twice the same, and the same in a state that differs only in what their side may not know.
///
/// # Errors
/// Which of that is not so.
pub fn policies_think<B: Scribe>(
    book: Book<B>,
    mut session: Session<B>,
    names: &[PolicyName],
    questions: u32,
) -> Result<Thought, String> {
    let mut thought = Thought::default();
    for question in 0..questions {
        while session.roll() {}
        let Some(Awaited::Choices(rule, asks)) = session.awaited().cloned() else { break };
        for (who, ask) in &asks {
            for name in names {
                let test = Test { session: &session, rule, who: *who, ask, question };
                let here = |why: String| format!("{name}, question {question}: {why}\n{}", session.save());
                test.passes(book, *name, &mut thought).map_err(here)?;
            }
        }
        session.decide(&mut Random);
    }
    Ok(thought)
}

/// One question.
struct Test<'t, B: Scribe> {
    session: &'t Session<B>,
    rule: RuleId,
    who: Id,
    ask: &'t B::Ask,
    question: u32,
}

impl<B: Scribe> Test<'_, B> {
    fn passes(&self, book: Book<B>, name: PolicyName, thought: &mut Thought) -> Result<(), String> {
        let (g, s) = (self.session.setup(), self.session.state());
        let words = |choice: &B::Choice| B::notation(g, s, self.who, self.ask, choice);
        let mut policy = book.named(name);
        let chosen = self.session.with_step_so_far(self.who, |so_far| self.think(&mut *policy, so_far, s));
        thought.asked += 1;
        B::judge(g, s, self.who, self.ask, &chosen).map_err(|no| format!("`{}`: {}", words(&chosen), no.why()))?;
        let again = self.session.with_step_so_far(self.who, |so_far| self.think(&mut *book.named(name), so_far, s));
        if again != chosen {
            return Err(format!("it chooses `{}`, and then `{}`", words(&chosen), words(&again)));
        }
        let plain = self
            .session
            .with_step_so_far(self.who, |so_far| self.think(&mut *book.named(PolicyName::Plain), so_far, s));
        thought.other += u32::from(plain != chosen);
        let Some(other) = self.disguised(&mut *policy) else { return Ok(()) };
        thought.disguised += 1;
        if other == chosen {
            return Ok(());
        }
        Err(format!("it chooses `{}`, and `{}` where what it may not know is different", words(&chosen), words(&other)))
    }

    /// What is chosen in a state that differs only in what the side may not know; nothing where such a state lists
    /// other choices, which is a game master's to see.
    fn disguised(&self, policy: &mut dyn Policy<B>) -> Option<B::Choice> {
        let (g, s) = (self.session.setup(), self.session.state());
        let viewer = Viewer::Side(B::side(g, self.who));
        let other = B::disguise(g, s, viewer);
        if self.listed(s) != self.listed(&other) {
            return None;
        }
        Some(self.session.with_step_so_far(self.who, |so_far| {
            let before = B::disguise(g, so_far.before, viewer);
            let so_far = StepSoFar {
                before: &before,
                answers: so_far.answers,
                edicts: so_far.edicts,
                interrupt: so_far.interrupt,
            };
            self.think(policy, &so_far, &other)
        }))
    }

    fn listed(&self, s: &B::State) -> Vec<B::Choice> {
        let mut listed = Vec::new();
        B::options(self.session.setup(), s, self.who, self.ask, &mut |choice| listed.push(choice));
        listed
    }

    fn think(&self, policy: &mut dyn Policy<B>, so_far: &StepSoFar<'_, B>, s: &B::State) -> B::Choice {
        let mut rng = Rng::for_fight(17, self.question.into());
        policy.think(so_far, self.session.setup(), s, self.rule, self.who, self.ask, &mut rng)
    }
}
