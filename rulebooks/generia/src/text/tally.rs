//! What is counted over many fights: who does what, and what harm comes of it.

use std::borrow::Cow;

use skirmish_kernel::words::first;
use skirmish_kernel::{Harm, HarmSteps, Id, Ids, Measures, Notation};

use crate::model::{Act, Ask, Choice, Defend, Event, Gait, Generia, Setup, State};
use crate::rules::turn::ability_of;
use crate::text::harm;
use crate::text::words::facing;

impl Measures for Generia {
    fn able(_: &Setup, s: &State) -> Ids {
        s.able
    }

    fn gauges(g: &Setup, s: &State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>)) {
        let (sheet, creature) = (g.sheet(id), s.creature(id));
        tell("wounds", creature.wounds.total(), Some(sheet.wound_limit));
        tell("energy", creature.energy, Some(sheet.energy));
        tell("mana", creature.mana, Some(sheet.mana));
    }

    fn health(g: &Setup, s: &State, id: Id) -> (i32, i32) {
        let limit = g.sheet(id).wound_limit;
        (limit.saturating_sub(s.creature(id).wounds.total()), limit)
    }

    fn verb<'g>(g: &'g Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Cow<'g, str> {
        Cow::Borrowed(match choice {
            Choice::Act(act) => match deed(g, who, act) {
                Some(deed) => deed,
                None => return spelled_out(g, s, who, ask, choice),
            },
            Choice::End => "end",
            Choice::Walk(path) if path.is_empty() => "stay",
            // Which way is no deed of its own.
            Choice::Walk(_) => "go",
            Choice::Sneak(_) => "sneak",
            Choice::Defend(Defend::No) => "no-defence",
            Choice::Defend(Defend::Dodge) => "dodge",
            Choice::Defend(Defend::Parry(_)) => "parry",
            Choice::Defend(Defend::Block(_)) => "block",
            Choice::Defend(Defend::Spell(ability, _)) | Choice::React(ability, _) => first(&g.ability(*ability).name),
            Choice::Zone(zone) => zone.word(),
            Choice::Counter(_) => COUNTER,
            Choice::Penalty => "penalty",
            Choice::Face(way) => facing(*way),
            _ => return spelled_out(g, s, who, ask, choice),
        })
    }

    fn harm<'g>(g: &'g Setup, event: &Event, tell: &mut dyn FnMut(Harm<'g>)) {
        let mut means = |by: Id, with: &'g str| tell(Harm::Means { by, with: Cow::Borrowed(with) });
        match event {
            Event::Began { who, act, mount, .. } => {
                match deed(g, *who, act) {
                    Some(with) => means(*who, with),
                    None => tell(Harm::By(*who)),
                }
                if let Some(mount) = mount {
                    tell(Harm::Lends { by: *who, to: *mount });
                }
            }
            Event::Countered { by, .. } => means(*by, COUNTER),
            Event::Reacted { who, ability, .. } => means(*who, first(&g.ability(*ability).name)),
            Event::Declared { by, .. } | Event::Contact { by, .. } => tell(Harm::By(*by)),
            Event::Touched { ability, .. } => tell(Harm::Cause(first(&g.ability(*ability).name))),
            Event::Ongoing { kind, .. } => tell(Harm::Cause(kind.word())),
            Event::Fell { .. } => tell(Harm::Cause("fall")),
            Event::Backlash { .. } => tell(Harm::Cause("backlash")),
            Event::Wounded { who, .. } if harm::lost(event) > 0 => {
                tell(Harm::Loss { on: *who, points: harm::lost(event) });
            }
            _ => {}
        }
    }

    fn harm_steps(_: &Setup, event: &Event) -> Option<HarmSteps> {
        harm::steps(event)
    }

    fn under_way(_: &Setup, _: &State) -> bool {
        false
    }
}

const COUNTER: &str = "counter";

fn spelled_out<'g>(g: &'g Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Cow<'g, str> {
    Cow::Owned(first(&Generia::notation(g, s, who, ask, choice)).to_owned())
}

/// What somebody does in its turn in one word, where it is one that a fight is decided by.
fn deed<'g>(g: &'g Setup, who: Id, act: &Act) -> Option<&'g str> {
    match act {
        Act::Strike { arm, skill: None, .. } => Some(first(&g.arm(who, *arm).1.name)),
        Act::Grapple { skill: None, .. } => Some("grapple"),
        Act::Go(Gait::Walk) => Some("walk"),
        Act::Go(Gait::Sprint) => Some("sprint"),
        Act::Face(_) => Some("face"),
        Act::MountStrike { .. } => Some("mount-strike"),
        Act::MountGrapple { .. } => Some("mount-grapple"),
        Act::MountUse { .. } => Some("mount-use"),
        _ => ability_of(act).map(|ability| first(&g.ability(ability).name)),
    }
}
