//! Who has hurt whom, from a battle's beginning to where it stands.

use crate::moment::Moment;
use crate::{Harm, Id, Ids, Scribe, Session};

/// Somebody has lost something of what keeps them in the fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// Who, by their place among the [combatants](super::Battle::combatants).
    pub on: usize,
    /// How much, in the measure of their first gauge.
    pub points: i32,
    /// Whose doing it is, if it is anybody's.
    pub by: Option<usize>,
    /// Are they out of the fight by it?
    pub felled: bool,
    /// With what: the word of a choice, or of what was nobody's doing (`fall`); empty where nothing is told.
    pub with: String,
}

/// All losses in their order, as far as the log of each step is kept. The battle is gone over once more for it.
pub(super) fn losses<B: Scribe>(session: &Session<B>) -> Vec<Loss> {
    let mut teller = Teller { means: vec![String::new(); B::count(session.setup())], ..Teller::default() };
    session.goes_over(|step, g, before, after| {
        teller.round = session.step_place(step).map_or(0, |place| place.round);
        for moment in session.step_log(step) {
            if let Moment::Told(event) = moment {
                B::harm(g, event, &mut |harm| teller.hear(harm));
            }
        }
        teller.fall(B::able(g, before).without(B::able(g, after)));
    });
    teller.losses
}

/// Puts together what events say piece by piece.
#[derive(Default)]
struct Teller {
    round: u32,
    /// What each combatant is about.
    means: Vec<String>,
    /// Whose doing is told of.
    by: Option<Id>,
    with: String,
    losses: Vec<Loss>,
    /// How many of them are of earlier steps.
    earlier: usize,
}

impl Teller {
    fn hear(&mut self, harm: Harm<'_>) {
        match harm {
            Harm::Means { by, with } => {
                self.with = with.into_owned();
                if let Some(means) = self.means.get_mut(by.index()) {
                    means.clone_from(&self.with);
                }
                self.by = Some(by);
            }
            Harm::By(by) => {
                self.with = self.means.get(by.index()).cloned().unwrap_or_default();
                self.by = Some(by);
            }
            Harm::Lends { by, to } => {
                let lent = self.means.get(by.index()).cloned().unwrap_or_default();
                if let Some(means) = self.means.get_mut(to.index()) {
                    *means = lent;
                }
            }
            Harm::Cause(cause) => {
                cause.clone_into(&mut self.with);
                self.by = None;
            }
            Harm::Loss { on, points } => self.losses.push(Loss {
                round: self.round,
                on: on.index(),
                points,
                felled: false,
                by: self.by.map(Id::index),
                with: self.with.clone(),
            }),
        }
    }

    /// The step is over: these have fallen in it, by what they lost last.
    fn fall(&mut self, fallen: Ids) {
        let mut open = fallen;
        for loss in self.losses.iter_mut().skip(self.earlier).rev() {
            let on = Id::new(loss.on);
            loss.felled = open.has(on);
            open.set(on, false);
        }
        self.earlier = self.losses.len();
    }
}
