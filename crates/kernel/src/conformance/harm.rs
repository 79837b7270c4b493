//! Harm that unfolds: nobody loses anything without the steps that led to the figure.

use crate::{Harm, HarmStep, Id, Moment, Scribe, Session};

/// Every loss in the log comes with its steps: those of its own event, or of the event with steps before it. The last of them
/// comes to what is lost. Each step has its points in its words, and a rule that the event cites where the step
/// changes anything.
///
/// # Errors
/// What is lost without steps, or a step that is not complete.
pub fn harm_unfolds<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let g = session.setup();
    let mut figure: Option<(Id, i32)> = None;
    for (_, moment) in session.log() {
        let Moment::Told(event) = moment else { continue };
        if let Some(told) = B::harm_steps(g, event) {
            let last = told.steps.last().ok_or_else(|| format!("no step behind {event:?}"))?;
            figure = Some((told.on, last.points));
            let before = [None].into_iter().chain(told.steps.iter().map(|step| Some(step.points)));
            told.steps.iter().zip(before).try_for_each(|(step, before)| is_complete::<B>(event, step, before))?;
        }
        let mut wrong = None;
        B::harm(g, event, &mut |harm| {
            if let Harm::Loss { on, points } = harm
                && points != 0
                && figure != Some((on, points))
            {
                wrong = Some(format!("{} loses {points} without its steps: {event:?}", B::name(g, on)));
            }
        });
        wrong.map_or(Ok(()), Err)?;
    }
    Ok(())
}

/// A step that leaves the points as they are says why nothing is changed: what did not come about is not cited.
fn is_complete<B: Scribe>(event: &B::Event, step: &HarmStep, before: Option<i32>) -> Result<(), String> {
    if !step.words.contains(&step.points.to_string()) {
        return Err(format!("`{}` does not say its {} points", step.words, step.points));
    }
    let mut cited = before == Some(step.points);
    B::cites(event, &mut |rule| cited |= rule == step.rule);
    if cited { Ok(()) } else { Err(format!("{event:?} does not cite {}", B::CATALOGUE.name(step.rule))) }
}
