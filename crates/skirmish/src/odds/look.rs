//! Many choices are looked at, on all threads.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use skirmish_kernel::Battle;
use skirmish_odds::{Limits, Look, look_at_each};

use super::ask::{self, Asked};
use super::point::Point;
use super::{Answer, Args, Found};
use crate::exit::Fault;
use crate::interrupt;
use crate::progress::Progress;

/// The odds of each choice, with progress on a terminal; Ctrl-C ends it with those that are known.
pub(super) fn look(args: &Args, point: &Point, asked: &Asked) -> Result<Answer, Fault> {
    let progress = Progress::new(asked.inquiries.len() as u64);
    let watch = Watch { until: args.limit.map(|limit| Instant::now() + Duration::from_secs(limit.into())) };
    let (battles, viewer) = (Battles::of(point), point.viewer);
    let limits = Limits { budget: args.budget, samples: args.samples };
    let looks = progress.show(|| {
        look_at_each(&asked.inquiries, limits, |open, plan| {
            open.into_par_iter().for_each(|look| {
                let plan = if watch.is_over() { plan.in_haste() } else { Some(plan) };
                if let Some(plan) = plan.filter(|_| !interrupt::asked()) {
                    look.odds = Some(battles.with(|battle| battle.seen_by(viewer).odds(&plan.inquiry(look.inquiry))));
                    if !look.is_open() {
                        progress.tick();
                    }
                }
            });
        })
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
