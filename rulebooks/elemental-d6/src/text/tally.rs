//! What is counted over many fights: who does what, and what harm comes of it.

use std::borrow::Cow;

use skirmish_kernel::words::first;
use skirmish_kernel::{Harm, HarmSteps, Id, Ids, Measures};

use crate::catalogue::rule;
use crate::model::{Act, Ask, Cease, Choice, Elemental, Event, Kind, Setup, State, What};

impl Measures for Elemental {
    fn able(_: &Setup, s: &State) -> Ids {
        s.marks.fighting
    }

    fn gauges(g: &Setup, s: &State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>)) {
        let fighter = g.fighter(s, id);
        tell("hp", fighter.now.hp, Some(fighter.hp_max()));
    }

    fn verb<'g>(g: &'g Setup, _: &State, _: Id, ask: &Ask, choice: &Choice) -> Cow<'g, str> {
        Cow::Borrowed(match choice {
            Choice::Act(_) if matches!(ask, Ask::Counter { .. }) => "counter",
            Choice::Act(act) => deed(g, act),
            choice => first_word(choice),
        })
    }

    fn harm<'g>(g: &'g Setup, event: &Event, tell: &mut dyn FnMut(Harm<'g>)) {
        match event {
            // A held attack is resolved later, when whoever made it may be about something else.
            Event::Contact { who, ability, .. } | Event::Released { who, ability, .. } => {
                tell(Harm::Means { by: *who, with: Cow::Borrowed(first(&g.ability(*ability).name)) });
            }
            Event::Hit { who, .. } | Event::PushStopped { by: who, .. } => tell(Harm::By(*who)),
            Event::Bled { .. } => tell(Harm::Cause(Kind::Bleeding.word())),
            Event::Lost { who, loss, .. } => tell(Harm::Loss { on: *who, points: *loss }),
            _ => {}
        }
    }

    fn harm_steps(_: &Setup, event: &Event) -> Option<HarmSteps> {
        match *event {
            Event::Hit { target, damage, steps: Some(dealt), .. } => {
                let steps = HarmSteps::on(target)
                    .rolled(dealt.rolled, rule::ATTACK_DAMAGE, "rolled")
                    .to(dealt.soaked, rule::ARMOUR_SOAK, "soak takes it")
                    .to(dealt.reduced, rule::REACTION, "the reaction takes it")
                    .to(damage, rule::ATTACK_DAMAGE, "the least that a hit costs raises it");
                Some(steps)
            }
            Event::Bled { who, loss } => {
                Some(HarmSteps::on(who).then(loss, rule::CONDITION_BLEEDING, format!("{loss} bled")))
            }
            Event::PushStopped { who, lost, .. } => {
                let words = format!("{lost}: the hexes that are left of the push");
                Some(HarmSteps::on(who).then(lost.into(), rule::PUSHBACK_SPEED, words))
            }
            _ => None,
        }
    }

    fn under_way(_: &Setup, s: &State) -> bool {
        !s.flights.is_empty()
    }
}

/// An action in one word.
fn deed<'g>(g: &'g Setup, act: &Act) -> &'g str {
    match act.what {
        What::Ability(ability) => first(&g.ability(ability).name),
        What::Go(gait) => gait.word(),
        What::Stand => "stand",
        What::Brace => "brace",
    }
}

/// An answer in one word, where that is the same for all of its kind.
fn first_word(choice: &Choice) -> &'static str {
    match choice {
        Choice::Pass => "pass",
        // Named after what is done.
        Choice::Act(_) => "",
        Choice::Ready(..) => "ready",
        Choice::Continue => "continue",
        Choice::Cease(Cease::Stop) => "stop-fighting",
        Choice::Cease(how) => how.word(),
        Choice::Walk(path) if path.is_empty() => "stay",
        // Which way is no deed of its own.
        Choice::Walk(_) => "go",
        Choice::Stop => "stop",
        Choice::Decline => "decline",
        Choice::React(yes) => ["no-reaction", "reaction"][usize::from(*yes)],
        Choice::Spoil(yes) => ["keep-dodge", "spoil"][usize::from(*yes)],
        Choice::Fire(yes) => ["hold", "fire"][usize::from(*yes)],
        Choice::Keep => "keep",
        Choice::Up(_) => "up",
        Choice::Top => "top",
        Choice::Push(_) => "push",
        Choice::Wait => "wait",
        Choice::Bind => "bind",
        Choice::Rest => "rest",
        Choice::Sneak => "sneak",
        Choice::GoOn(yes) => ["stop-binding", "go-on"][usize::from(*yes)],
    }
}
