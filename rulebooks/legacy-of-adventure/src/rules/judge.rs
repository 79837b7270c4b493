//! Is an answer allowed? A refusal costs nothing. (`attack.refused-free`)

mod act;
mod attack;

use skirmish_kernel::{Id, Refusal};

use crate::catalogue::{RulingDefensiveAlone, rule};
use crate::model::{Act, Ask, Attack, Choice, Object, Occasion, Setup, Stance, State};
use crate::rules::defence;
use crate::rules::refusal::{Allowed, by};

use act::{judge_act, judge_path, judge_step};
use attack::judge_step_up;
pub use attack::{
    has_attack, has_blade_at, has_foe_at_hand, in_range, is_below_cap, judge_attack, judge_row, judge_spot, may_spring,
    may_then, usual_spot,
};

type Judged = Result<(), Refusal>;

/// Is this answer allowed?
pub fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Judged {
    match (ask, choice) {
        (Ask::Ambush | Ask::Keep { .. }, Choice::Yes(_))
        | (Ask::OnGuard, Choice::Guard(None))
        | (Ask::General, Choice::General(None))
        | (Ask::Exchange { .. } | Ask::Answer { .. } | Ask::Opportunity { .. }, Choice::Pass) => Ok(()),
        (Ask::OnGuard, Choice::Guard(Some(skill))) => Ok(judge_guard(g, s, who, *skill)?),
        (Ask::General, Choice::General(Some(ability))) => Ok(judge_general(g, who, *ability)?),
        (Ask::Stance, Choice::Stance(stance)) => judge_stance(g, s, who, *stance),
        (Ask::Trade { foes }, Choice::Trade(with)) => {
            let stranger = !with.without(*foes).is_empty();
            refuse_if!(stranger, rule::STANCE_READY_CHOICE, "only those can be answered who could attack");
            Ok(())
        }
        (Ask::Act, Choice::Act(act)) => Ok(judge_act(g, s, who, *act)?),
        (Ask::Exchange { with, .. }, Choice::Act(Act::Attack(attack))) => {
            at_whom(attack, *with)?;
            Ok(judge_attack(g, s, who, *attack, Occasion::Own)?)
        }
        (Ask::Answer { to }, Choice::Act(Act::Attack(attack))) => {
            at_whom(attack, *to)?;
            Ok(judge_attack(g, s, who, *attack, Occasion::Answer)?)
        }
        (Ask::Exchange { with, row }, Choice::Act(Act::Step(to))) => {
            judge_step(g, s, who, *to)?;
            Ok(judge_step_up(g, s, who, *to, *with, *row)?)
        }
        (Ask::Answer { .. }, Choice::Act(Act::Step(to))) => Ok(judge_step(g, s, who, *to)?),
        (Ask::Opportunity { on, .. }, Choice::Act(Act::Attack(attack))) => {
            at_whom(attack, *on)?;
            Ok(judge_attack(g, s, who, *attack, Occasion::Opportunity)?)
        }
        (Ask::Path { gait, most }, Choice::Walk(steps)) => judge_path(g, s, who, *gait, *most, steps),
        (Ask::Defend(incoming), Choice::Defend(how)) => Ok(defence::judge(g, s, incoming, *how)?),
        _ => Err(Refusal::because("this is no answer to what is asked")),
    }
}

/// The blow back strikes whoever it answers. (`ruling.trade-target`)
fn at_whom(attack: &Attack, on: Id) -> Allowed {
    if attack.on == on { Ok(()) } else { by(rule::RULING_TRADE_TARGET, "this blow is for somebody else") }
}

/// On-Guard takes one of its skills, and what that needs in hand. (`on-guard.skills`, `defend.avert`)
fn judge_guard(g: &Setup, s: &State, who: Id, skill: u8) -> Allowed {
    let ability = g.ability(skill);
    if g.sheet(who).skill(skill).is_none() || !ability.on_guard {
        return by(rule::ON_GUARD_SKILLS, "they have no such skill that serves On-Guard");
    }
    let serves = |arm: u8| {
        let shield = g.arm(who, arm).shield;
        match ability.answers.object {
            Object::None => true,
            Object::Weapon => !shield,
            Object::Shield => shield,
            Object::Either => true,
        }
    };
    let averts = |arm: u8| serves(arm) && defence::averts(g, who, arm);
    if ability.answers.object == Object::None || s.creature(who).held().any(averts) {
        Ok(())
    } else {
        by(rule::DEFEND_AVERT, "nothing is in hand to avert with")
    }
}

/// Has it anything to go On-Guard with? (`on-guard.skills`)
pub fn can_guard(g: &Setup, s: &State, who: Id) -> bool {
    g.known(who).any(|(ability, _)| judge_guard(g, s, who, ability).is_ok())
}

fn judge_general(g: &Setup, who: Id, ability: u8) -> Allowed {
    let known = g.sheet(who).skill(ability).is_some() && g.ability(ability).general.is_some();
    if known { Ok(()) } else { by(rule::GENERAL_DEFEND, "they have no such skill with a general defence") }
}

fn judge_stance(g: &Setup, s: &State, who: Id, stance: Stance) -> Judged {
    let guard = s.creature(who).guard.is_some();
    match stance {
        Stance::None => Err(Refusal::because("one of the four stances has to be taken")),
        Stance::Aggressive if guard => {
            Ok(by(rule::ON_GUARD_STANCE, "whoever has gone On-Guard is not Aggressive in that round")?)
        }
        Stance::Defensive if !guard && g.rules.ruling_defensive_alone == RulingDefensiveAlone::OnGuardOnly => {
            Ok(by(rule::RULING_DEFENSIVE_ALONE, "Defensive is for those who have gone On-Guard")?)
        }
        _ => Ok(()),
    }
}
