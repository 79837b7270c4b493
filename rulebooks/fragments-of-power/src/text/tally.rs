//! What is counted over many fights: who does what, and what harm comes of it.

use std::borrow::Cow;

use skirmish_kernel::words::first;
use skirmish_kernel::{Harm, HarmSteps, Id, Ids, Measures, Notation};

use crate::catalogue::rule;
use crate::model::{Act, Ask, Choice, Deed, Event, Fragments, Gait, Setup, State};
use crate::text::words::arm_named;

impl Measures for Fragments {
    fn able(_: &Setup, s: &State) -> Ids {
        s.able
    }

    fn gauges(g: &Setup, s: &State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>)) {
        let (sheet, now) = (g.sheet(id), s.creature(id));
        tell("hp", now.hp.into(), Some(sheet.max_hp.into()));
        if sheet.casts() {
            tell("energy", now.energy.into(), Some(sheet.max_energy.into()));
        }
    }

    fn health(g: &Setup, s: &State, id: Id) -> (i32, i32) {
        (s.creature(id).hp.max(0).into(), g.sheet(id).max_hp.into())
    }

    fn verb<'g>(g: &'g Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Cow<'g, str> {
        Cow::Borrowed(match choice {
            Choice::Act(act) | Choice::Let(_, act) => match deed(g, act) {
                Some(deed) => deed,
                None => return spelled_out(g, s, who, ask, choice),
            },
            Choice::End => "end",
            Choice::Delay => "delay",
            Choice::Walk { steps, .. } if steps.is_empty() => "stay",
            // Which way is no deed of its own.
            Choice::Walk { .. } => "go",
            _ => return spelled_out(g, s, who, ask, choice),
        })
    }

    fn harm<'g>(g: &'g Setup, event: &Event, tell: &mut dyn FnMut(Harm<'g>)) {
        match event {
            Event::Began { who, act, .. } => match deed(g, act) {
                Some(with) => tell(Harm::Means { by: *who, with: Cow::Borrowed(with) }),
                None => tell(Harm::By(*who)),
            },
            // Who strikes is told again with the blow: what others have readied may have come in between.
            Event::Attacked { by, .. }
            | Event::Caught { by, .. }
            | Event::Hit { by, .. }
            | Event::Opposed { by, .. } => tell(Harm::By(*by)),
            Event::Fired { who, .. } => tell(Harm::By(*who)),
            Event::Bled { .. } => tell(Harm::Cause("bleeding")),
            Event::Poisoned { .. } => tell(Harm::Cause("poison")),
            Event::Turn { .. } | Event::StartsWith { .. } => tell(Harm::Cause("fire")),
            Event::Fell { .. } => tell(Harm::Cause("fall")),
            Event::Damage { on, taken } if taken.typed != 0 => {
                // It is not the doing of whoever strikes and is burnt by it.
                if taken.source == rule::FEAT_ACIDIC_DEFENSE {
                    tell(Harm::Cause("acid"));
                }
                tell(Harm::Loss { on: *on, points: taken.typed });
            }
            _ => {}
        }
    }

    fn harm_steps(_: &Setup, event: &Event) -> Option<HarmSteps> {
        let Event::Damage { on, taken } = event else { return None };
        let typed = match taken.typed {
            _ if taken.immune => "immunity takes it",
            typed if typed > taken.doubled => "vulnerability raises it",
            _ => "resistance halves it",
        };
        let steps = HarmSteps::on(*on).rolled(taken.rolled, taken.source, "rolled");
        let steps = steps.to(taken.doubled, rule::ATTACK_CRITICAL, "the critical success raises it");
        Some(steps.to(taken.typed, rule::RULING_DURABILITY, typed))
    }

    fn under_way(_: &Setup, _: &State) -> bool {
        false
    }
}

fn spelled_out<'g>(g: &'g Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Cow<'g, str> {
    Cow::Owned(first(&Fragments::notation(g, s, who, ask, choice)).to_owned())
}

/// What somebody does in one word, where it is one that a fight is decided by.
fn deed<'g>(g: &'g Setup, act: &Act) -> Option<&'g str> {
    Some(match act {
        Act::Attack { attack, .. } => match attack.deed {
            Deed::Hit => first(arm_named(g, attack.arm)),
            Deed::Push => "push",
            Deed::Feint => "feint",
            Deed::Trip => "trip",
            Deed::Grapple => "grapple",
            Deed::Disarm(_) => "disarm",
            Deed::Break(_) => "break",
        },
        Act::Volley { .. } => "volley",
        Act::Cast { spell, .. } => first(&g.spell(*spell).name),
        Act::Move(Gait::Run) => "move",
        Act::Move(Gait::Fly) => "fly",
        Act::Stand => "stand",
        Act::Dodge => "dodge",
        Act::Focus => "focus",
        Act::Medicine(_) => "medicine",
        Act::Command(_) => "command",
        _ => return None,
    })
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::catalogue::examples;
    use crate::model::{Arm, Attack, Manner, Taken};

    pub fn a_blow_is_the_doing_of_who_strikes_it() {
        let mut looked = 0;
        skirmish_kernel::conformance::moments::<Fragments>(&examples(), |g, _| {
            looked += 1;
            let (one, other) = (Id::new(0), Id::new(1));
            let attack = Attack { arm: Arm::Unarmed, manner: Manner::Melee, deed: Deed::Hit };
            let harmed = |on: Id, source| {
                let harm = crate::model::Harm::Blunt;
                let taken = Taken { rolled: 1, doubled: 1, typed: 1, points: 1, immune: false, harm, source };
                Event::Damage { on, taken }
            };
            let told = [
                Event::Attacked { by: one, on: other, attack },
                Event::Fired { who: other, on: one, used: true, several: false },
                Event::Attacked { by: other, on: one, attack },
                Event::Hit { by: other, on: one, critical: false },
                harmed(one, rule::WEAPON_UNARMED),
                Event::Hit { by: one, on: other, critical: false },
                harmed(other, rule::WEAPON_UNARMED),
                harmed(one, rule::FEAT_ACIDIC_DEFENSE),
            ];
            let (mut by, mut whose) = (None, Vec::new());
            for event in &told {
                Fragments::harm(g, event, &mut |harm| match harm {
                    Harm::By(who) => by = Some(who),
                    Harm::Cause(_) => by = None,
                    Harm::Loss { on, .. } => whose.push((on, by)),
                    _ => {}
                });
            }
            assert_eq!(whose, [(one, Some(other)), (other, Some(one)), (one, None)]);
        });
        assert!(looked > 0);
    }
}
