//! Every legal answer that is worth listing.

use skirmish_grid::Facing;
use skirmish_kernel::Id;

use crate::model::{
    Ability, Act, Ask, Attribute, CastCheck, Choice, Effect, Gait, Kind, Path, Range, Setup, Slot, State, Target,
    Twist, Zone,
};
use crate::rules::magic::cast;
use crate::rules::magic::concentration::{self, Lasting};
use crate::rules::movement::{flight, jump, paths, sneak};
use crate::rules::{after, bodies, defence, judge, reactions};

/// Calls `yes` with every answer that is listed.
pub fn options(g: &Setup, s: &State, who: Id, ask: &Ask, yes: &mut dyn FnMut(Choice)) {
    match ask {
        Ask::Turn => {
            candidates(g, s, who, &mut |act| {
                if judge::judge_act(g, s, who, &act).is_ok() {
                    yes(Choice::Act(act));
                }
            });
            if flight::left(g, s, who).is_none() {
                yes(Choice::End);
            }
        }
        Ask::Path { mover, metres } => {
            let farthest = flight::farthest(g, s, *mover, *metres);
            let mut yes = |choice| match (&choice, farthest) {
                // Whoever panics may stop nowhere else.
                (Choice::Walk(way) | Choice::Sneak(way), Some(farthest)) => {
                    if way.last().is_some_and(|end| flight::is_as_far(g, s, *mover, *end, farthest)) {
                        yes(choice);
                    }
                }
                _ => yes(choice),
            };
            yes(Choice::Walk(Path::new()));
            ways(g, s, *mover, *metres, &mut |way| yes(Choice::Walk(way)));
            ways(g, s, *mover, *metres, &mut |way| {
                // In the open and in full light it is legal, and hardly worth a line of its own.
                let worst = sneak::observers(g, s, *mover).filter_map(|past| sneak::worst(g, s, *mover, &way, past));
                if worst.map(|worst| worst.cover + worst.light).min().is_some_and(|score| score > 0) {
                    yes(Choice::Sneak(way));
                }
            });
        }
        Ask::Step { metres, to } => {
            yes(Choice::Walk(Path::new()));
            match to {
                Some(to) => {
                    let back = Choice::Walk([*to].into_iter().collect());
                    if judge::judge(g, s, who, ask, &back).is_ok() {
                        yes(back);
                    }
                }
                None => ways(g, s, who, *metres, &mut |way| yes(Choice::Walk(way))),
            }
        }
        Ask::Defence(incoming) => defence::options(g, s, incoming, &mut |how| yes(Choice::Defend(how))),
        Ask::Reaction(occasion) => {
            reactions::options(g, s, who, occasion, &mut |ability, arm| yes(Choice::React(ability, arm)));
            yes(Choice::Pass);
        }
        Ask::Zone => Zone::ALL.into_iter().for_each(|zone| yes(Choice::Zone(zone))),
        Ask::SecondDie { .. } | Ask::Detect { .. } | Ask::FallCheck { .. } | Ask::Again { .. } => {
            yes(Choice::Yes(true));
            yes(Choice::Yes(false));
        }
        Ask::AfterParry { .. } => after_parry(g, s, who, ask, yes),
        Ask::Concentration { .. } => {
            [Attribute::Con, Attribute::Wil].into_iter().for_each(|with| yes(Choice::With(with)))
        }
        Ask::Save { kind, .. } => {
            let attributes = kind.save().map_or(&[][..], |(attributes, _, _)| attributes);
            attributes.iter().for_each(|with| yes(Choice::With(*with)));
        }
        Ask::EndSpell => {
            yes(Choice::Pass);
            ends(g, s, who, |lasting| concentration::may_end(s, who, lasting), yes);
        }
        Ask::DropSpell => ends(g, s, who, |lasting| lasting.kept, yes),
        Ask::Facing => Facing::ALL.into_iter().for_each(|facing| yes(Choice::Face(facing))),
    }
}

/// What lasts, and fits.
fn ends(g: &Setup, s: &State, who: Id, fits: impl Fn(Lasting) -> bool, yes: &mut dyn FnMut(Choice)) {
    let all = concentration::lasting(g, s, who).filter(|lasting| fits(*lasting));
    all.for_each(|lasting| yes(Choice::Act(Act::EndSpell { serial: lasting.serial })));
}

fn ways(g: &Setup, s: &State, mover: Id, metres: i32, yes: &mut dyn FnMut(Path)) {
    paths::ends(g, s, mover, metres, |end, _| {
        let way = paths::way(g, s, mover, end, metres);
        if !way.is_empty() {
            yes(way);
        }
    });
}

fn after_parry(g: &Setup, s: &State, who: Id, ask: &Ask, yes: &mut dyn FnMut(Choice)) {
    yes(Choice::Pass);
    yes(Choice::Penalty);
    if after::may_step(s, who) {
        ways(g, s, who, g.rules.parry_step, &mut |way| yes(Choice::Walk(way)));
    }
    let arms = g.arms(who).map(Some).chain([None]);
    for arm in arms {
        let choice = Choice::Counter(arm);
        if judge::judge(g, s, who, ask, &choice).is_ok() {
            yes(choice);
        }
    }
}

/// The first action that an ability may be used with.
fn first_slot(g: &Setup, ability: u8) -> Slot {
    g.ability(ability).in_turn().next().filter(|slot| *slot != Slot::Free).unwrap_or(Slot::Movement)
}

/// Blows, grapples, skills and spells; at whoever is still on its feet, or at the others.
fn candidates_of(g: &Setup, s: &State, who: Id, able: bool, yes: &mut dyn FnMut(Act)) {
    let foes = g.foes(who);
    let sheet = g.sheet(who);
    for target in foes.iter().filter(|foe| s.is_able(*foe) == able) {
        for arm in g.arms(who) {
            yes(Act::Strike { arm, target, skill: None });
            let brought = g.arm(who, arm).1.skill.filter(|skill| !sheet.abilities.contains(skill));
            for skill in sheet.abilities.iter().copied().chain(brought) {
                let strikes = g.ability(skill).strikes();
                if strikes && g.ability(skill).carries() {
                    yes(Act::Strike { arm, target, skill: Some(skill) });
                }
            }
        }
        yes(Act::Grapple { target, skill: None });
        for skill in sheet.abilities.iter().copied().filter(|skill| seizes(g, *skill)) {
            yes(Act::Grapple { target, skill: Some(skill) });
        }
    }
    uses(g, s, who, able, yes);
}

/// Everything that somebody might do in its turn, legal or not. Using an item is left to those who say so: what comes of it the
/// game master says.
pub fn candidates(g: &Setup, s: &State, who: Id, yes: &mut dyn FnMut(Act)) {
    candidates_of(g, s, who, true, yes);
    [Gait::Walk, Gait::Sprint].into_iter().for_each(|gait| yes(Act::Go(gait)));
    for from in [Kind::OffBalance, Kind::Prone, Kind::Grappled] {
        if s.creature(who).has(from) {
            Slot::SPENT.into_iter().for_each(|slot| yes(Act::Recover { from, slot }));
        }
    }
    for whom in g.ids().filter(|id| *id != who && !g.opposed(*id, who)) {
        [Kind::OffBalance, Kind::Prone].into_iter().for_each(|from| yes(Act::Help { whom, from }));
        yes(Act::Mount(whom));
    }
    for slot in [Slot::Attack, Slot::Utility] {
        yes(Act::Reload { slot });
        yes(Act::Hold { slot });
        yes(Act::Secret { slot, with: Attribute::Dex });
    }
    g.arms(who).for_each(|arm| yes(Act::Swap { arm }));
    yes(Act::LetGo);
    concentration::lasting(g, s, who).for_each(|lasting| yes(Act::EndSpell { serial: lasting.serial }));
    riding(g, s, who, yes);
    jumps(g, s, who, yes);
    s.order.iter().for_each(|behind| yes(Act::Delay(*behind)));
    // Whoever lies there comes last: there is seldom a reason.
    candidates_of(g, s, who, false, yes);
}

/// Is it meant for foes? What harms or hinders is, and what is saved against.
fn is_offensive(known: &Ability) -> bool {
    let harms = |effect: &Effect| matches!(effect, Effect::Damage { .. } | Effect::Condition { .. } | Effect::Penalty);
    known.check.save().is_some() || matches!(known.check, CastCheck::Projectile(_)) || known.effects.iter().any(harms)
}

/// May one seize with this skill instead of striking?
fn seizes(g: &Setup, skill: u8) -> bool {
    g.ability(skill).effects.iter().any(|effect| matches!(effect, Effect::Strike(change) if change.is(Twist::Grapple)))
}

/// What harms is listed for foes, what helps for friends and oneself; anything else that is legal is typed.
fn uses(g: &Setup, s: &State, who: Id, able: bool, yes: &mut dyn FnMut(Act)) {
    for ability in g.sheet(who).abilities.iter().copied() {
        let known = g.ability(ability);
        let offensive = is_offensive(known);
        // Friends who lie there are the first to be helped.
        let is_meant = |on: &Id| {
            s.is_here(*on)
                && if offensive { g.opposed(*on, who) && s.is_able(*on) == able } else { able && !g.opposed(*on, who) }
        };
        for slot in known.in_turn() {
            for level in 1..=known.levels() {
                let act = |target| Act::Use { ability, level, target, slot };
                let hidden = known.hidden.is_some();
                let mut yes = |act: Act| {
                    yes(act);
                    if let (true, Act::Use { ability, level, target, slot }) = (hidden, act) {
                        yes(Act::Hide { ability, level, target, slot });
                    }
                };
                let teleports = known.teleports();
                if teleports && able {
                    let most = u16::try_from(cast::teleport_metres(g, who, known).max(0)).unwrap_or(0).min(20);
                    s.creature(who).at.disc(most).for_each(|cell| yes(act(Target::Cell(cell))));
                } else if known.range == Range::Own && able {
                    yes(act(Target::Nothing));
                } else if teleports || known.range == Range::Own {
                    // Once is enough.
                } else if known.area.is_some() || known.radius > 0 {
                    // Centred on somebody; other places are typed.
                    let here = || g.ids().filter(is_meant);
                    for on in here() {
                        let at = s.creature(on).at;
                        if here().find(|id| s.creature(*id).at == at) == Some(on) {
                            yes(act(Target::Cell(at)));
                        }
                    }
                } else {
                    for on in g.ids().filter(is_meant) {
                        yes(act(Target::Creature(on)));
                    }
                }
            }
        }
    }
}

fn riding(g: &Setup, s: &State, who: Id, yes: &mut dyn FnMut(Act)) {
    let Some(mount) = s.creature(who).mount else { return };
    [Gait::Walk, Gait::Sprint].into_iter().for_each(|gait| yes(Act::MountGo(gait)));
    for slot in Slot::SPENT {
        for from in [Kind::OffBalance, Kind::Prone, Kind::Grappled] {
            yes(Act::MountRecover { from, slot });
        }
        yes(Act::MountHold { slot });
    }
    // What the mount may do is what it might do by itself.
    let mut mounted = |act: Act| {
        for slot in Slot::SPENT {
            match act {
                Act::Strike { arm, target, skill } => yes(Act::MountStrike { arm, target, skill, slot }),
                Act::Grapple { target, skill: None } => yes(Act::MountGrapple { target, slot }),
                // For each action of its own that would do; once is enough.
                Act::Use { ability, level, target, slot: own } if first_slot(g, ability) == own => {
                    yes(Act::MountUse { ability, level, target, slot });
                }
                _ => {}
            }
        }
    };
    candidates_of(g, s, mount, true, &mut mounted);
    candidates_of(g, s, mount, false, &mut mounted);
    bodies::beside(g, s, who).for_each(|to| yes(Act::Dismount(to)));
}

/// Jumps to where walking does not lead; others are typed.
fn jumps(g: &Setup, s: &State, who: Id, yes: &mut dyn FnMut(Act)) {
    let here = s.creature(who).at;
    let most = u16::try_from(jump::reachable(g, who)).unwrap_or(0);
    let level = g.ground.terrain(here).height;
    for to in here.disc(most).filter(|to| *to != here && g.ground.board.contains(*to)) {
        if (g.ground.terrain(to).height - level).abs() > 1 {
            Slot::SPENT.into_iter().for_each(|slot| yes(Act::Jump { to, slot }));
        }
    }
}
