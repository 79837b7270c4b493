//! Many choices are looked at in as much time as people wait: each of them a little, then those that need more, and what
//! cannot be followed to its end is sampled. How much is done is counted, so that everybody gets the same.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use skirmish_kernel::{Battle, Inquiry, Odds, Others, Refused};

use super::ask::{self, Asked, USUAL_BUDGET, USUAL_SAMPLES};
use super::point::Point;
use super::{Answer, Args, Found};
use crate::exit::Fault;
use crate::interrupt;
use crate::progress::Progress;

/// Branches that are followed of each choice before any is followed further.
const FIRST_BUDGET: u64 = 2_000;

/// Branches of all choices together that have more of them, where nobody says how many.
const BUDGET_TOGETHER: u64 = 100_000;

/// How often all choices together are played that have too many, where nobody says how often.
const SAMPLES_TOGETHER: u64 = 20_000;

/// How often a choice is played when the time is over.
const FEW_SAMPLES: u64 = 100;

/// A choice that is looked at, and what is known of it.
struct Look<'a> {
    inquiry: &'a Inquiry,
    odds: Option<Result<Odds, Refused>>,
}

impl Look<'_> {
    fn is_open(&self) -> bool {
        self.odds.as_ref().is_none_or(|odds| odds.as_ref().is_err_and(|refused| refused.too_many))
    }
}

/// The odds of each choice, with progress on a terminal; Ctrl-C ends it with those that are known.
pub(super) fn look(args: &Args, point: &Point, asked: &Asked) -> Result<Answer, Fault> {
    let mut looks: Vec<Look<'_>> = asked.inquiries.iter().map(|inquiry| Look { inquiry, odds: None }).collect();
    let progress = Progress::new(looks.len() as u64);
    let watch = Watch { until: args.limit.map(|limit| Instant::now() + Duration::from_secs(limit.into())) };
    let (battles, viewer) = (Battles::of(point), point.viewer);
    progress.show(|| {
        let mut pass = |plan: &(dyn Fn(usize) -> Option<Plan> + Sync)| {
            let open: Vec<&mut Look<'_>> = looks.iter_mut().filter(|look| look.is_open()).collect();
            let Some(plan) = plan(open.len()).filter(|_| !open.is_empty()) else { return };
            open.into_par_iter().for_each(|look| {
                let plan = if watch.is_over() { plan.in_haste() } else { Some(plan) };
                if let Some(plan) = plan.filter(|_| !interrupt::asked()) {
                    look.odds = Some(battles.with(|battle| {
                        let seen = battle.seen_by(viewer);
                        seen.odds(&plan.inquiry(look.inquiry))
                    }));
                    if !look.is_open() {
                        progress.tick();
                    }
                }
            });
        };
        let whole = Plan { budget: None, samples: Some(u64::MAX) };
        if asked.inquiries.len() == 1 || asked.inquiries.iter().any(looks_for_the_best) {
            return pass(&|_| Some(whole));
        }
        pass(&|_| Some(Plan { budget: Some(FIRST_BUDGET), samples: None }));
        let further = |open: usize| match args.budget {
            Some(budget) => budget,
            None => (BUDGET_TOGETHER / open.max(1) as u64).min(USUAL_BUDGET),
        };
        pass(&|open| {
            Some(further(open))
                .filter(|budget| *budget > FIRST_BUDGET)
                .map(|budget| Plan { budget: Some(budget), samples: None })
        });
        let count = |open: usize| {
            args.samples.unwrap_or((SAMPLES_TOGETHER / open.max(1) as u64).clamp(FEW_SAMPLES, USUAL_SAMPLES))
        };
        pass(&|open| Some(Plan { budget: Some(1), samples: Some(count(open)) }));
    });
    told(looks)
}

fn told(looks: Vec<Look<'_>>) -> Result<Answer, Fault> {
    let mut answer = Answer { found: Vec::new(), unknown: Vec::new(), wanted: looks.len() };
    for Look { inquiry, odds } in looks {
        match (odds, &inquiry.choice) {
            (Some(Ok(odds)), choice) => answer.found.push(Found { choice: choice.clone(), odds }),
            (Some(Err(refused)), Some(choice)) if answer.wanted > 1 && refused.too_many => {
                answer.unknown.push((choice.clone(), refused));
            }
            (Some(Err(refused)), _) => return Err(ask::refused(&refused)),
            // It was stopped before.
            (None, _) => {}
        }
    }
    Ok(answer)
}

/// Best replies are looked for as deep as there are branches for: with fewer of them others would be found.
fn looks_for_the_best(inquiry: &Inquiry) -> bool {
    matches!(inquiry.reply.others, Others::Best | Others::BestOfAll)
}

/// How a choice is looked at.
#[derive(Clone, Copy)]
struct Plan {
    /// Branches; none where the inquiry says.
    budget: Option<u64>,
    /// How often it is played where there are more, if it may be sampled at all.
    samples: Option<u64>,
}

impl Plan {
    fn inquiry(self, asked: &Inquiry) -> Inquiry {
        let samples = self.samples.and_then(|most| {
            let samples = asked.samples?;
            Some(skirmish_kernel::Samples { count: samples.count.min(most), ..samples })
        });
        let budget = self.budget.map_or(asked.budget, |budget| budget.min(asked.budget));
        Inquiry { samples, budget, ..asked.clone() }
    }

    /// The same when the time is over; none where it can be left out.
    fn in_haste(self) -> Option<Self> {
        self.samples.map(|samples| Self { budget: Some(FIRST_BUDGET), samples: Some(samples.min(FEW_SAMPLES)) })
    }
}

struct Watch {
    until: Option<Instant>,
}

impl Watch {
    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// The battle once for each thread.
struct Battles(Vec<Mutex<Box<dyn Battle>>>);

impl Battles {
    fn of(point: &Point) -> Self {
        Self((0..rayon::current_num_threads().max(1)).map(|_| Mutex::new(point.battle.here())).collect())
    }

    fn with<R>(&self, look: impl FnOnce(&dyn Battle) -> R) -> R {
        let own = rayon::current_thread_index().unwrap_or(0) % self.0.len();
        look(&**self.0[own].lock().unwrap_or_else(PoisonError::into_inner))
    }
}
