//! Why an action is not allowed: small and plain, so that asking costs nothing; put into words only when somebody reads.

use skirmish_grid::Hex;
use skirmish_kernel::{Id, Refusal, RuleId};

use crate::catalogue::rule;
use crate::model::{AbilityKind, Act, Cost, Delivery, Gait, Setup, Spent, State};

/// What forbids an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// It cannot be paid that way.
    OtherCost,
    /// No Swift improves it.
    NoSwift,
    /// Nor a counter, at this table.
    NoSwiftOnCounter,
    /// Used too recently: free again from a round.
    CoolingDown(u8, u32),
    /// One initiation a turn.
    OneAction,
    /// The Swifts are spent.
    SwiftLimit,
    /// The budget is spent.
    Budget(Cost),
    /// Not prone.
    OnItsFeet,
    /// A movement has no such target.
    NotAPlace(Gait),
    /// A push is not complete.
    Pushed,
    /// On the ground.
    Prone,
    /// Too slow.
    NoSpeed,
    /// No hex to go to.
    HemmedIn(Gait),
    /// The way of a counter is chosen later.
    WayComesLater,
    /// No way there within so many hexes.
    NoWay(Gait, Hex, u32),
    /// Not among its abilities.
    NotKnown(u8),
    /// Changing weapons costs a Swift, at this table.
    WeaponSwift,
    /// A structure needs a row of hexes.
    NeedsRow(u8),
    /// An attack needs a target.
    NeedsTarget(u8),
    /// A counter has no target.
    CounterAims,
    /// A counter must reach, at this table.
    CounterTooShort,
    /// Nobody attacks itself.
    Itself,
    /// Out of the fight already.
    AlreadyDown(Id),
    /// No free line to a creature.
    NoLineTo(Id),
    /// No free line to a hex.
    NoLine(Hex),
    /// Too far, in feet, for an ability of some range.
    OutOfRange(Hex, u8, i32, i32),
    /// Cannot be made out; why.
    Concealed(Id, RuleId),
    /// No hex to attack.
    NoHex(Hex),
    /// The row leaves the map.
    RowOffMap,
}

impl Forbidden {
    /// The rule that forbids it, if one does.
    #[must_use]
    pub fn rule(self, g: &Setup) -> Option<RuleId> {
        Some(match self {
            Self::OtherCost => rule::DP_COST,
            Self::NoSwift | Self::NoSwiftOnCounter => rule::ACTION_SWIFT_MODIFIER,
            Self::CoolingDown(..) => rule::COOLDOWN_COUNT,
            Self::OneAction => rule::TURN_ONE_ACTION,
            Self::SwiftLimit | Self::WeaponSwift => rule::ACTION_SWIFT_LIMIT,
            Self::Budget(_) => rule::ACTION_BUDGET,
            Self::OnItsFeet | Self::Prone => rule::CONDITION_PRONE,
            Self::NotAPlace(gait) | Self::HemmedIn(gait) | Self::NoWay(gait, ..) => gait.rule(),
            Self::Pushed => rule::PUSHBACK_SUSPENDS,
            Self::NoSpeed => rule::MOVE_FORMULA,
            Self::WayComesLater | Self::CounterAims => rule::DP_COUNTER,
            Self::NotKnown(_) => return None,
            Self::NeedsRow(_) | Self::RowOffMap => rule::DP_PLACE,
            Self::NeedsTarget(_) | Self::Itself | Self::AlreadyDown(_) => rule::DP_TARGET,
            Self::CounterTooShort => rule::DEFEND_OPTION,
            Self::NoLineTo(_) | Self::NoLine(_) => rule::LOS_ANY_POINT,
            Self::OutOfRange(_, index, ..) => range_rule(g, index),
            Self::Concealed(_, by) => by,
            Self::NoHex(_) => rule::DP_HEX_GUESS,
        })
    }

    /// In words.
    #[must_use]
    pub fn refusal(self, g: &Setup, s: &State, who: Id, act: &Act) -> Refusal {
        let name = |id: Id| g.sheet(id).name.as_str();
        let ability = |index: u8| g.ability(index).name.as_str();
        let why = match self {
            Self::OtherCost => {
                let known: Vec<&str> = super::judge::costs(g, act).iter().map(|c| c.word()).collect();
                format!("it costs {}, not {}", known.join(" or "), act.cost.word())
            }
            Self::NoSwift => "no Swift improves this".into(),
            Self::NoSwiftOnCounter => "this table allows no Swift on a counter".into(),
            Self::CoolingDown(index, round) => format!("{} may be used again from round {round}", ability(index)),
            Self::OneAction => "it has initiated its action this segment; only what is Free can follow".into(),
            Self::SwiftLimit => format!("{} Swifts a round are the limit", g.rules.swift_limit),
            Self::Budget(cost) => over_budget(s.creature(who).spent, cost),
            Self::OnItsFeet => "it is on its feet".into(),
            Self::NotAPlace(_) => "a movement goes to a hex: `to D7`".into(),
            Self::Pushed => "its movement is suspended until the push is complete".into(),
            Self::Prone => "prone: stand up first, or take a five foot step".into(),
            Self::NoSpeed => "its speed allows no such movement".into(),
            Self::HemmedIn(Gait::Swim) => "there is no water to swim in".into(),
            Self::HemmedIn(_) => "hemmed in: no hex can be entered".into(),
            Self::WayComesLater => "the way is chosen on your own turn".into(),
            Self::NoWay(_, goal, most) => format!("no way to {} within {most} hexes", g.label(goal)),
            Self::NotKnown(index) => format!("{} has no {}", name(who), ability(index)),
            Self::WeaponSwift => "changing weapons takes a Swift at this table".into(),
            Self::NeedsRow(index) => format!("where? `{} from D7 east`", ability(index)),
            Self::NeedsTarget(index) => format!("at whom? `{} at NAME`", ability(index)),
            Self::CounterAims => "a counter has no target of its own: it meets the attack".into(),
            Self::CounterTooShort => "at this table a counter must reach the attacker".into(),
            Self::Itself => "nobody attacks itself".into(),
            Self::AlreadyDown(id) => format!("{} is out of the fight already", name(id)),
            Self::NoLineTo(id) => format!("no free line to {}", name(id)),
            Self::NoLine(hex) => format!("no free line to {}", g.label(hex)),
            Self::OutOfRange(hex, index, feet, range) => {
                format!("{} is {feet} feet away, out of range: {} reaches {range}", g.label(hex), ability(index))
            }
            Self::Concealed(id, _) => {
                format!("{} has total concealment: attack the hex where you think it is", name(id))
            }
            Self::NoHex(hex) => format!("{} is no hex to attack from here", g.label(hex)),
            Self::RowOffMap => "the row leaves the map".into(),
        };
        match self.rule(g) {
            Some(rule) => Refusal::by(rule, why),
            None => Refusal::because(why),
        }
    }
}

fn over_budget(so_far: Spent, cost: Cost) -> String {
    format!("{} more is beyond this round's budget ({})", cost.word(), so_far)
}

fn range_rule(g: &Setup, index: u8) -> RuleId {
    let ability = g.ability(index);
    match ability.delivery {
        Delivery::ShortWeapon => rule::RANGE_WEAPON_SHORT,
        Delivery::Melee if ability.kind == AbilityKind::Unarmed => rule::UNARMED_COST,
        _ => rule::RANGE_NON_PROJECTILE,
    }
}
