//! What somebody wants to know of what may come.

use crate::Side;
use crate::view::Viewer;

/// How far odds look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Follow {
    /// To the end of the running step.
    #[default]
    Step,
    /// On through later steps, in which nobody does more than they must, while anything is under way: until a shot has
    /// come down.
    Through,
    /// So many steps in all: after the first one everybody goes on as the [replies](Reply) say, by the book's own policy where
    /// they say nothing.
    Acts(u32),
}

impl Follow {
    /// Is a battle followed on after so many steps, with something under way or not?
    pub(crate) fn goes_on(self, steps: u32, under_way: impl FnOnce() -> bool) -> bool {
        match self {
            Self::Step => false,
            Self::Through => under_way(),
            Self::Acts(acts) => steps < acts,
        }
    }

    /// The most steps that are followed.
    pub const MOST: u32 = 60;
}

/// How questions are answered while odds are worked out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// Answers in notation, `dodge` or `Tarn: dodge`: whoever is asked gives the first of them that is legal there.
    pub fixed: Vec<String>,
    /// What everybody does where none of them is.
    pub others: Others,
}

/// How people answer who are not told what to do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Others {
    /// The usual answer to a routine question, else the book's own policy.
    #[default]
    Usual,
    /// By a policy, routine or not.
    Policy(String),
    /// All sides but the asker's take what is best for them: the choice with the highest mean
    /// [`score`](crate::Measures::score) when the step ends. The asker's own side answers as usual. Where that has too many
    /// branches, only the first few replies on each branch are the best, and the [odds](crate::Odds::best_replies) say so.
    Best,
    /// All sides do, the asker's too.
    BestOfAll,
}

/// How odds are sampled where there are too many branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Samples {
    /// How many times the step is played.
    pub count: u64,
    /// The seed of the dice.
    pub seed: u64,
}

/// Which of the rules that are met are told of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Events {
    /// None.
    #[default]
    None,
    /// These, by their ids or the last words of them.
    These(Vec<String>),
    /// All that may be met.
    All,
}

/// A question about what may come of a choice, or of what is awaited.
///
/// ```
/// use skirmish_kernel::{Follow, Inquiry, Others};
///
/// let inquiry = Inquiry { budget: 1_000, ..Inquiry::of(Some("attack Bob")) }
///     .through()
///     .replying(Others::Best);
/// assert_eq!((inquiry.follow, inquiry.choice.as_deref()), (Follow::Through, Some("attack Bob")));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inquiry {
    /// A choice in notation, of the first of those who are asked for whom the asker speaks, or `NAME: choice`.
    /// Without one, what is awaited goes on: dice fall, and who is asked replies.
    pub choice: Option<String>,
    /// Of the game master's inquiry: what others than this side have chosen in secret has no part in it, so that it may be
    /// shown to both sides at one table. All else is as it is. Other viewers know no secret choices anyway.
    pub fair_to: Option<Side>,
    /// Of the game master's inquiry: the chances of the battle as it is, as this viewer may be told of them. The choice is
    /// read with that viewer's eyes, what others have chosen in secret has no part in it, and nobody is named who is not
    /// seen; but the chances themselves may tell what hides. It is for tables whose game master wants it so.
    pub told_to: Option<Viewer>,
    /// How far.
    pub follow: Follow,
    /// Who is asked on the way.
    pub reply: Reply,
    /// The most branches.
    pub budget: u64,
    /// What is done when there are more: without samples, the inquiry is refused.
    pub samples: Option<Samples>,
    /// Rules whose chance to be met is told; for the game master alone, since they may speak of what others hide.
    pub events: Events,
    /// Paths of which every value is told with its chance, besides the gauges that change; for the game master alone.
    pub paths: Vec<String>,
    /// Are the checks told that are made on the way, each with its modifiers and their rules? For the game master alone.
    pub checks: bool,
}

impl Inquiry {
    /// To the end of the step, others answering as they usually do, exactly and in 100,000 branches at most.
    #[must_use]
    pub fn of(choice: Option<&str>) -> Self {
        Self {
            fair_to: None,
            told_to: None,
            choice: choice.map(str::to_owned),
            follow: Follow::Step,
            reply: Reply::default(),
            budget: 100_000,
            samples: None,
            events: Events::None,
            paths: Vec::new(),
            checks: false,
        }
    }

    /// With so many branches at most.
    #[must_use]
    pub fn within(self, budget: u64) -> Self {
        Self { budget, ..self }
    }

    /// With no part in it of what others than this side have chosen in secret.
    #[must_use]
    pub fn fair_to(self, side: Option<Side>) -> Self {
        Self { fair_to: side, ..self }
    }

    /// As this viewer may be told of it, though the chances are those of the battle as it is.
    #[must_use]
    pub fn told_to(self, viewer: Viewer) -> Self {
        Self { told_to: Some(viewer), ..self }
    }

    /// On through what is under way.
    #[must_use]
    pub fn through(self) -> Self {
        Self { follow: Follow::Through, ..self }
    }

    /// The others answering so.
    #[must_use]
    pub fn replying(mut self, others: Others) -> Self {
        self.reply.others = others;
        self
    }
}
