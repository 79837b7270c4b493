//! Many choices are looked at, on all threads.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use skirmish_kernel::Interrupt;
use skirmish_odds::{Limits, Look, look_at_each};
use skirmish_sim::{each_with, processors};

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
    let viewer = point.viewer;
    // Each thread has the battle for itself.
    let mut battles: Vec<_> = (0..processors()).map(|_| point.battle.here()).collect();
    let hurry = Interrupt::default();
    battles.iter_mut().for_each(|battle| battle.listen_to(&hurry));
    let limits = Limits { budget: args.budget, samples: args.samples };
    let look = || {
        look_at_each(&asked.inquiries, limits, |open, plan| {
            each_with(&mut battles, open, |battle, look| {
                let plan = if watch.is_over() { plan.in_haste() } else { Some(plan) };
                if let Some(plan) = plan.filter(|_| !interrupt::asked()) {
                    look.odds = Some(battle.seen_by(viewer).odds(&plan.inquiry(look.inquiry)));
                    if !look.is_open() {
                        progress.tick();
                    }
                }
            });
        })
    };
    let looks = thread::scope(|scope| {
        let (working, done) = mpsc::channel();
        scope.spawn(|| watch.hurries(&hurry, done));
        let looks = progress.show(look);
        drop::<mpsc::Sender<()>>(working);
        looks
    });
    told(looks)
}

fn told(looks: Vec<Look<'_>>) -> Result<Answer, Fault> {
    let mut answer = Answer { found: Vec::new(), unknown: Vec::new(), wanted: looks.len() };
    for Look { inquiry, odds } in looks {
        match (odds, &inquiry.choice) {
            (Some(Ok(odds)), choice) => answer.found.push(Found { choice: choice.clone(), odds }),
            // What was stopped in the middle is as if it had not been begun.
            (Some(Err(refused)), _) if refused.too_many && interrupt::asked() => {}
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

    /// Asks what is being followed to hurry when the time is over, or somebody has asked to stop; until all is done.
    fn hurries(&self, hurry: &Interrupt, done: Receiver<()>) {
        const PAUSE: Duration = Duration::from_millis(10);
        while done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            if self.is_over() || interrupt::asked() {
                hurry.ask();
                return;
            }
        }
    }
}
