//! What is counted over many fights: who does what, and what harm comes of it.

use std::borrow::Cow;

use skirmish_kernel::words::first;
use skirmish_kernel::{Harm, HarmSteps, Id, Ids, Measures, Notation};

use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{self, Act, Ask, Attack, Choice, Defend, Event, Fighter, Gait, Rating, Setup, State};

impl Measures for Legacy {
    fn able(_: &Setup, s: &State) -> Ids {
        s.marks.able
    }

    fn gauges(g: &Setup, s: &State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>)) {
        let Fighter { sheet, now, .. } = g.fighter(s, id);
        tell("hits", now.hits.into(), Some(sheet.max_hits.into()));
        tell("actions", now.actions.into(), Some(sheet.actions.into()));
    }

    fn verb<'g>(g: &'g Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Cow<'g, str> {
        Cow::Borrowed(match choice {
            Choice::Act(act) => match deed(g, who, act) {
                Some(deed) => deed,
                None => return spelled_out(g, s, who, ask, choice),
            },
            Choice::Stance(stance) => stance.word(),
            Choice::Guard(None) => "no-guard",
            Choice::Guard(Some(_)) => "guard",
            Choice::General(None) => "no-general",
            Choice::General(Some(_)) => "general",
            Choice::Trade(with) if with.is_empty() => "wait",
            Choice::Trade(_) => "trade",
            Choice::Walk(steps) if steps.is_empty() => "stay",
            // Which way is no deed of its own.
            Choice::Walk(_) => "go",
            Choice::Defend(Defend::None) => "no-defence",
            Choice::Defend(Defend::Guard { .. }) => "on-guard",
            Choice::Defend(Defend::Skill { ability, .. }) => first(&g.ability(*ability).name),
            Choice::Yes(_) | Choice::Pass => return spelled_out(g, s, who, ask, choice),
        })
    }

    fn harm<'g>(g: &'g Setup, event: &Event, tell: &mut dyn FnMut(Harm<'g>)) {
        match event {
            Event::Unseen { event, .. } => Self::harm(g, event, tell),
            Event::Declared { by, attack, .. } => {
                let with = means(g, *by, *attack).unwrap_or_default();
                tell(Harm::Means { by: *by, with: Cow::Borrowed(with) });
            }
            Event::Harmed { on, loss, .. } => tell(Harm::Loss { on: *on, points: i32::from(*loss) }),
            _ => {}
        }
    }

    fn harm_steps(g: &Setup, event: &Event) -> Option<HarmSteps> {
        match event {
            Event::Unseen { event, .. } => Self::harm_steps(g, event),
            Event::Harmed { on, harm, rating, loss, .. } => Some(harmed(g, *on, *harm, rating, i32::from(*loss))),
            _ => None,
        }
    }

    fn under_way(_: &Setup, s: &State) -> bool {
        s.owed.is_some()
    }
}

/// `19 physical`, `rating 14 (Constitution 8 + armour 6) takes it to 5`
fn harmed(g: &Setup, on: Id, harm: model::Harm, rating: &Rating, loss: i32) -> HarmSteps {
    let parts: Vec<String> = rating.parts().iter().map(|(part, value)| format!("{part} {value}")).collect();
    let (all, parts) = (rating.total(), parts.join(" + "));
    let steps = HarmSteps::on(on);
    // Below that the dice are not known any more: whatever they showed, this much is lost.
    if loss <= g.rules.ruling_damage_floor.max(0) {
        let words = format!("rating {all} ({parts}) leaves {loss}");
        return steps.then(loss, rule::DAMAGE_PASSIVE, words);
    }
    let rolled = all.saturating_add(loss);
    steps.rolled(rolled, rule::DAMAGE_PASSIVE, harm.word()).then(
        loss,
        rule::DAMAGE_PASSIVE,
        format!("rating {all} ({parts}) takes it to {loss}"),
    )
}

fn spelled_out<'g>(g: &'g Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Cow<'g, str> {
    Cow::Owned(first(&Legacy::notation(g, s, who, ask, choice)).to_owned())
}

/// What somebody does in its turn in one word, where it is one that a fight is decided by.
fn deed<'g>(g: &'g Setup, who: Id, act: &Act) -> Option<&'g str> {
    match act {
        Act::Attack(attack) => means(g, who, *attack),
        Act::Use { ability, .. }
        | Act::Search { ability, .. }
        | Act::Hide(ability)
        | Act::KickUp(ability)
        | Act::Move(Gait::Disengage { ability } | Gait::Charge { ability, .. }) => {
            Some(first(&g.ability(*ability).name))
        }
        Act::Move(Gait::Pounce { attack }) => means(g, who, *attack),
        Act::Move(Gait::Walk) => Some("move"),
        Act::Step(_) => Some("step"),
        Act::Stop => Some("stop"),
        _ => None,
    }
}

/// The skill, spell or power of an attack.
fn means(g: &Setup, who: Id, attack: Attack) -> Option<&str> {
    g.row(who, attack.row).map(|row| first(&g.ability(row.ability).name))
}
