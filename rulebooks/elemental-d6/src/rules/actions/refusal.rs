//! Why an action is not allowed: small and plain, so that asking costs nothing; put into words only when somebody reads.

use skirmish_grid::Hex;
use skirmish_kernel::{Id, Refusal, RuleId};

use crate::catalogue::rule;
use crate::model::{AbilityKind, Act, Cost, Delivery, Gait, Setup, State, count};

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
    /// The rule that forbids it, if one does, and why.
    pub fn refusal(self, g: &Setup, s: &State, who: Id, act: &Act) -> Refusal {
        let name = |id: Id| g.sheet(id).name.as_str();
        let ability = |index: u8| g.ability(index).name.as_str();
        let (by, why): (RuleId, String) = match self {
            Self::OtherCost => {
                let known: Vec<&str> = super::judge::costs(g, act).iter().map(|c| c.word()).collect();
                (rule::DP_COST, format!("it costs {}, not {}", known.join(" or "), act.cost.word()))
            }
            Self::NoSwift => (rule::ACTION_SWIFT_MODIFIER, "no Swift improves this".into()),
            Self::NoSwiftOnCounter => (rule::ACTION_SWIFT_MODIFIER, "this table allows no Swift on a counter".into()),
            Self::CoolingDown(index, round) => {
                (rule::COOLDOWN_COUNT, format!("{} may be used again from round {round}", ability(index)))
            }
            Self::OneAction => {
                let why = "the action of this segment has been initiated; only what is Free can follow";
                (rule::TURN_ONE_ACTION, why.into())
            }
            Self::SwiftLimit => {
                (rule::ACTION_SWIFT_LIMIT, format!("{} Swifts a round are the limit", g.rules.swift_limit))
            }
            Self::Budget(cost) => {
                let so_far = s.creature(who).spent;
                let why = format!("{} more is beyond this round's budget ({so_far})", cost.word());
                (rule::ACTION_BUDGET, why)
            }
            Self::OnItsFeet => (rule::CONDITION_PRONE, "nobody gets up who is up already".into()),
            Self::NotAPlace(gait) => (gait.rule(), "a movement goes to a hex: `to D7`".into()),
            Self::Pushed => (rule::PUSHBACK_SUSPENDS, "movement is suspended until the push is complete".into()),
            Self::Prone => (rule::CONDITION_PRONE, "prone: stand up first, or take a five foot step".into()),
            Self::NoSpeed => (rule::MOVE_FORMULA, "their speed allows no such movement".into()),
            Self::HemmedIn(Gait::Swim) => (rule::MOVE_SWIM, "there is no water to swim in".into()),
            Self::HemmedIn(gait) => (gait.rule(), "hemmed in: no hex can be entered".into()),
            Self::WayComesLater => (rule::DP_COUNTER, "the way is chosen on your own turn".into()),
            Self::NoWay(gait, goal, most) => (gait.rule(), no_way(g, goal, most)),
            Self::NotKnown(index) => return Refusal::because(format!("{} has no {}", name(who), ability(index))),
            Self::WeaponSwift => (rule::ACTION_SWIFT_LIMIT, "changing weapons takes a Swift at this table".into()),
            Self::NeedsRow(index) => (rule::DP_PLACE, format!("where? `{} from D7 east`", ability(index))),
            Self::NeedsTarget(index) => (rule::DP_TARGET, format!("at whom? `{} at NAME`", ability(index))),
            Self::CounterAims => (rule::DP_COUNTER, "a counter has no target of its own: it meets the attack".into()),
            Self::CounterTooShort => (rule::DEFEND_OPTION, "at this table a counter must reach the attacker".into()),
            Self::Itself => (rule::DP_TARGET, "nobody attacks oneself".into()),
            Self::AlreadyDown(id) => (rule::DP_TARGET, format!("{} is out of the fight already", name(id))),
            Self::NoLineTo(id) => (rule::LOS_ANY_POINT, format!("no free line to {}", name(id))),
            Self::NoLine(hex) => (rule::LOS_ANY_POINT, format!("no free line to {}", g.label(hex))),
            Self::OutOfRange(hex, index, feet, range) => {
                let (there, ability) = (g.label(hex), ability(index));
                (range_rule(g, index), format!("{there} is {feet} feet away, out of range: {ability} reaches {range}"))
            }
            Self::Concealed(id, hides) => {
                (hides, format!("{} has total concealment: attack the hex where you think they are", name(id)))
            }
            Self::NoHex(hex) => (rule::DP_HEX_GUESS, format!("{} is no hex to attack from here", g.label(hex))),
            Self::RowOffMap => (rule::DP_PLACE, "the row leaves the map".into()),
        };
        Refusal::by(by, why)
    }
}

/// Why somewhere is not to be reached.
pub fn no_way(g: &Setup, goal: Hex, most: u32) -> String {
    format!("no way to {} within {}", g.label(goal), count(most, "hex", "hexes"))
}

fn range_rule(g: &Setup, index: u8) -> RuleId {
    let ability = g.ability(index);
    match ability.delivery {
        Delivery::ShortWeapon => rule::RANGE_WEAPON_SHORT,
        Delivery::Melee if ability.kind == AbilityKind::Unarmed => rule::UNARMED_COST,
        _ => rule::RANGE_NON_PROJECTILE,
    }
}
