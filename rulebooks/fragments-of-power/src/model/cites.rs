//! Which rules stand behind what happens, and how it is told in part.

use skirmish_kernel::RuleId;

use super::{Act, Aim, Attack, Deed, Gait, Plight, Skill};
use crate::catalogue::rule;

impl Act {
    /// The rules of an action that is begun.
    pub(super) fn rules(&self) -> Vec<RuleId> {
        let what = match self {
            Self::Attack { .. } => rule::ATTACK_BASIC,
            Self::Move(_) => rule::MOVE_BASIC,
            Self::PushOff(..) => rule::ZERO_G_STILL,
            Self::Jump { .. } => rule::JUMP,
            Self::Stand => rule::PRONE,
            Self::Crawl(_) => rule::CRAWL,
            Self::Dodge => rule::DODGE,
            Self::Focus => rule::FOCUS,
            Self::Cast { .. } => rule::CAST,
            Self::Control { .. } => rule::CONTROL,
            Self::Command(_) => rule::COMMAND,
            Self::Ready(_) => rule::READY,
            Self::Intimidate(_) => rule::SKILL_INTIMIDATE,
            Self::Medicine(_) => rule::SKILL_MEDICINE,
            Self::Sneak => rule::SKILL_SNEAK,
            Self::Search => rule::SKILL_SEARCH,
            Self::Volley { .. } => rule::FEAT_VOLLEY,
            Self::Draw(_) | Act::PickUp(_) | Act::Mount(_) | Act::Dismount(_) | Act::Handle => rule::ACTION_MUNDANE,
            Self::Choke => rule::GRAPPLING_CHOKE,
            Self::PutOut => rule::ON_FIRE,
            Self::Stabilize => rule::ZERO_G_STABILIZE,
            Self::Drop(_) | Act::DropProne => rule::FREE_COST,
            Self::Release => rule::GRAPPLING_RELEASE,
            Self::Land => rule::FLY_DESCEND,
        };
        let mut all = vec![rule::ACTION_BASIC];
        all.extend(self.decision());
        all.push(what);
        all
    }

    /// What has been decided with it.
    fn decision(&self) -> &'static [RuleId] {
        match self {
            Self::Attack { on: Aim::Cell(_), .. } => &[rule::DP_ATTACK, rule::DP_GUESS],
            Self::Attack { attack: Attack { deed: Deed::Break(_), .. }, .. } => &[rule::DP_ATTACK, rule::DP_BREAK],
            Self::Attack { .. } => &[rule::DP_ATTACK],
            Self::Cast { at: Aim::Cell(_) | Aim::Way(_), .. } => &[rule::DP_ENERGY, rule::DP_AREA],
            Self::Cast { .. } => &[rule::DP_ENERGY],
            Self::Volley { .. } => &[rule::DP_AREA],
            Self::Ready(_) => &[rule::DP_READY],
            Self::Stabilize => &[rule::DP_STABILIZE],
            Self::Command(_) | Self::Control { .. } => &[rule::DP_COMMAND],
            Self::Drop(_) | Self::DropProne | Self::Release => &[rule::FREE_WHEN],
            Self::Crawl(_) => &[rule::RULING_CRAWL],
            Self::Choke => &[rule::RULING_CHOKE],
            _ => &[],
        }
    }
}

impl Gait {
    pub(super) fn goes(self) -> &'static str {
        match self {
            Self::Run => "goes",
            Self::Fly => "flies",
            Self::Swim => "swims",
            Self::Climb => "climbs",
            Self::Burrow => "digs",
        }
    }
}

impl Skill {
    /// What one tries with it.
    pub(super) fn attempt(self) -> &'static str {
        match self {
            Self::Medicine => "to stop the blood",
            Self::Sneak => "to go unseen",
            Self::Search => "to find somebody",
            Self::Intimidate => "to frighten",
            Self::Swim => "to swim",
            Self::Climb => "to climb",
            Self::Jump => "to jump",
        }
    }
}

impl Plight {
    /// Is it worth a line of its own when it ends?
    pub fn ends_aloud(self) -> bool {
        !matches!(self, Self::Unaware | Self::Waiting)
    }
}
