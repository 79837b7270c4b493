//! Many choices are looked at in as much time as people wait: each of them a little, then those that need more, and what
//! cannot be followed to its end is sampled. How much is done is counted, so that everybody gets the same.

use skirmish_kernel::{Inquiry, Odds, Others, Refused, Samples};

/// Branches that one choice may have where nobody says how many.
pub const USUAL_BUDGET: u64 = 50_000;

/// How often a choice is played that has more of them.
pub const USUAL_SAMPLES: u64 = 10_000;

/// Branches that are followed of each choice before any is followed further.
const FIRST_BUDGET: u64 = 2_000;

/// Of very many choices not so many, but so many of all of them together.
const FIRST_TOGETHER: u64 = 150_000;

/// Fewer are hardly worth the look.
const FIRST_LEAST: u64 = 500;

/// Branches of all choices together that have more of them, where nobody says how many.
const BUDGET_TOGETHER: u64 = 100_000;

/// How often all choices together are played that have too many, where nobody says how often.
const SAMPLES_TOGETHER: u64 = 20_000;

/// How often a choice is played when the time is over.
const FEW_SAMPLES: u64 = 100;

/// A choice that is looked at, and what is known of it.
#[derive(Debug)]
pub struct Look<'i> {
    /// What is asked of it.
    pub inquiry: &'i Inquiry,
    /// Its odds, or why there are none; none yet.
    pub odds: Option<Result<Odds, Refused>>,
}

impl Look<'_> {
    /// Is it still to be looked at?
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.odds.as_ref().is_none_or(|odds| odds.as_ref().is_err_and(|refused| refused.too_many))
    }
}

/// What somebody says of how much may be done.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// Branches of each choice.
    pub budget: Option<u64>,
    /// How often each is played that has more.
    pub samples: Option<u64>,
}

/// How some choices are looked at, each of them.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Branches; none where the inquiry says.
    budget: Option<u64>,
    /// How often it is played where there are more, if it may be sampled at all.
    samples: Option<u64>,
}

impl Plan {
    /// What is asked of a choice by this plan.
    #[must_use]
    pub fn inquiry(self, asked: &Inquiry) -> Inquiry {
        let samples = self.samples.and_then(|most| {
            let samples = asked.samples?;
            Some(Samples { count: samples.count.min(most), ..samples })
        });
        let budget = self.budget.map_or(asked.budget, |budget| budget.min(asked.budget));
        Inquiry { samples, budget, ..asked.clone() }
    }

    /// The same when the time is over; none where it can be left out.
    #[must_use]
    pub fn in_haste(self) -> Option<Self> {
        self.samples.map(|samples| Self { budget: Some(FIRST_BUDGET), samples: Some(samples.min(FEW_SAMPLES)) })
    }
}

/// Plans how each choice is looked at, and lets `look` do so: it is handed those that are open, to be looked at by one plan, in any order and
/// on any threads. A single choice has all that its inquiry allows; many share what can be done while somebody waits.
///
/// ```
/// use skirmish_kernel::{Inquiry, Samples};
/// use skirmish_odds::{Limits, look_at_each};
///
/// let found = skirmish_shelf::find_encounter("gate").unwrap();
/// let battle = found.game.open(&found.source(), Some(7)).unwrap();
/// let samples = Some(Samples { count: 100, seed: 1 });
/// let choices = battle.awaited().unwrap().choices;
/// let inquiries: Vec<Inquiry> =
///     choices.iter().map(|choice| Inquiry { samples, ..Inquiry::of(Some(&choice.text)) }).collect();
/// let looks = look_at_each(&inquiries, Limits::default(), |open, plan| {
///     for look in open {
///         look.odds = Some(battle.odds(&plan.inquiry(look.inquiry)));
///     }
/// });
/// assert!(looks.iter().all(|look| look.odds.as_ref().unwrap().is_ok()));
/// ```
pub fn look_at_each<'i>(
    inquiries: &'i [Inquiry],
    limits: Limits,
    mut look: impl FnMut(Vec<&mut Look<'i>>, Plan),
) -> Vec<Look<'i>> {
    let mut looks: Vec<Look<'i>> = inquiries.iter().map(|inquiry| Look { inquiry, odds: None }).collect();
    let mut pass = |plan: &dyn Fn(u64) -> Option<Plan>| {
        let open: Vec<&mut Look<'i>> = looks.iter_mut().filter(|look| look.is_open()).collect();
        if let Some(plan) = plan(open.len() as u64).filter(|_| !open.is_empty()) {
            look(open, plan);
        }
    };
    if inquiries.len() == 1 || inquiries.iter().any(looks_for_the_best) {
        pass(&|_| Some(Plan { budget: None, samples: Some(u64::MAX) }));
        return looks;
    }
    let first = (FIRST_TOGETHER / inquiries.len().max(1) as u64).clamp(FIRST_LEAST, FIRST_BUDGET);
    pass(&|_| Some(Plan { budget: Some(first), samples: None }));
    let further = |open: u64| limits.budget.unwrap_or((BUDGET_TOGETHER / open.max(1)).min(USUAL_BUDGET));
    pass(&|open| {
        let budget = Some(further(open)).filter(|budget| *budget > first)?;
        Some(Plan { budget: Some(budget), samples: None })
    });
    let count =
        |open: u64| limits.samples.unwrap_or((SAMPLES_TOGETHER / open.max(1)).clamp(FEW_SAMPLES, USUAL_SAMPLES));
    pass(&|open| Some(Plan { budget: Some(1), samples: Some(count(open)) }));
    looks
}

/// Best replies are looked for as deep as there are branches for: with fewer of them others would be found.
fn looks_for_the_best(inquiry: &Inquiry) -> bool {
    matches!(inquiry.reply.others, Others::Best | Others::BestOfAll)
}
