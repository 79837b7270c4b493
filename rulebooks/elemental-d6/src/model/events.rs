//! What happens in a fight, each with the rules it comes from.

use skirmish_grid::Hex;
use skirmish_kernel::{Id, RuleId};

use crate::catalogue::rule;
use crate::model::{Act, Cease, Cost, Gait, Kind, Stat, Target, Time, Trigger, What};

/// How the damage of a hit came about: after each step of its arithmetic. (`attack.damage`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dealt {
    /// The dice and the flat part.
    pub rolled: i32,
    /// Less soak. (`armour.soak`)
    pub soaked: i32,
    /// Less a reaction, where a house rule takes it off the damage. (`reaction`)
    pub reduced: i32,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Hit points were rolled.
    HitPoints { who: Id, hp: i32 },
    /// Combat begins.
    Begun,
    /// An action declared in the calm is carried out before round 1.
    Prompted { who: Id },
    /// A Stealth check against one observer.
    Sneaked { who: Id, by: Id, concealed: bool, unseen: bool },
    /// Initiative of one combatant.
    Score { who: Id, sixes: u8 },
    /// A tie is rolled again.
    Tie { among: u8 },
    /// The ranking stands.
    Ranked { order: Vec<Id> },
    /// Cannot act before a segment of round 1.
    Late { who: Id, from: u8, unaware: bool, no_six: bool },
    /// A newcomer is ranked.
    Joined { who: Id, place: u8 },
    /// A round begins.
    Round { round: u32 },
    /// A segment begins.
    Segment { time: Time },
    /// Somebody's turn.
    Turn { who: Id },
    /// A turn passes without its owner.
    PassedOver { who: Id, late: bool, both: bool, unaware: bool },
    /// An action is initiated.
    Initiated { who: Id, act: Act, paid: Cost, choice_of_cost: bool, reduced: bool, talent: bool, unarmed: bool },
    /// A cooldown begins.
    Cooldown { who: Id, ability: u8, until: u32 },
    /// Running actions are played before the new one.
    RunningFirst { who: Id },
    /// An attack is launched.
    Launched {
        who: Id,
        ability: u8,
        target: Target,
        flown: u16,
        distance: u16,
        penalty: i32,
        pushes: bool,
        delivery: RuleId,
    },
    /// An attack flies on.
    Flies { who: Id, ability: u8, flown: u16, distance: u16 },
    /// It takes effect in a later segment.
    Waits { who: Id, ability: u8 },
    /// It has arrived.
    Contact { who: Id, ability: u8, target: Id },
    /// The hex is empty.
    EmptyHex { who: Id, ability: u8, hex: Hex, guess: bool, unseen: bool },
    /// The target defends itself on its own turn.
    Countered { who: Id, act: Act, against: Id },
    /// It does not.
    Declined { who: Id, against: Id },
    /// It may not, and why.
    NoCounter { who: Id, rule: RuleId },
    /// A declared counter cannot be carried out any more.
    CounterLost { who: Id },
    /// A held attack is resolved.
    Released { who: Id, ability: u8, target: Id },
    /// The target uses its Reaction.
    Reacted { who: Id, score: i32, late: bool },
    /// A Dodge spoils the attack.
    Spoiled { who: Id },
    /// No line is left: the attack fails.
    NoLine { who: Id, target: Id },
    /// Lost in what hides the target.
    MissedInSight { who: Id, target: Id, level: u8, dark: bool },
    /// Missed.
    Missed { who: Id, target: Id },
    /// Hit.
    Hit { who: Id, target: Id, damage: i32, steps: Option<Dealt> },
    /// Where it hit, for tables that play with locations.
    Location { target: Id, place: &'static str },
    /// Damage to hit points.
    Lost { who: Id, loss: i32, hp: i32 },
    /// Unable to fight.
    Down { who: Id },
    /// A flight has lost its target.
    FlightLost { who: Id },
    /// Pushed some hexes.
    Pushed { who: Id, by: Id, hexes: u8, left: u8, to: Hex, reposition: bool },
    /// The push is stopped.
    PushStopped { who: Id, lost: u8 },
    /// Its own movement is suspended.
    Suspended { who: Id },
    /// A condition takes hold.
    Inflicted { who: Id, kind: Kind, until: Option<Time> },
    /// What it has already done this segment stands.
    NotUndone { who: Id },
    /// A condition ends.
    Ended { who: Id, kind: Kind },
    /// Bleeding.
    Bled { who: Id, loss: i32 },
    /// An ability check.
    Checked { who: Id, stat: Stat, dc: i32, passed: bool },
    /// A skill check called for by the game master.
    Skilled { who: Id, difficulty: i32, passed: bool },
    /// Moved.
    Moved { who: Id, gait: Gait, hexes: u8, bonus: u8, to: Hex, halved: Option<Kind>, printed: bool },
    /// Several movements run at once.
    Overlaps { who: Id, gait: Gait },
    /// The rest of a movement is given up.
    Forfeits { who: Id, gait: Gait },
    /// Stood up.
    StoodUp { who: Id },
    /// Braced.
    Braced { who: Id },
    /// Waits for something.
    Readied { who: Id, trigger: Trigger },
    /// The trigger has come.
    Triggered { who: Id, fires: bool },
    /// It waited in vain, or can no longer pay.
    Lapsed { who: Id, too_dear: bool },
    /// Unused actions are traded for places; there may be fewer above.
    Traded { who: Id, places: u8, risen: u8 },
    /// The top of the next round is bought.
    Topped { who: Id },
    /// Hexes of a structure appear.
    Rises { who: Id, ability: u8, hexes: u8, all: u8 },
    /// A structure vanishes.
    Vanishes { who: Id, ability: u8 },
    /// Fights no more.
    Ceased { who: Id, how: Cease },
    /// The round is over.
    RoundOver,
    /// The battle is over.
    Over,
    /// Kept a binding up for an hour.
    Bound { who: Id, hours: u16, dc: i32 },
    /// Stops binding.
    StopsBinding { who: Id, failed: bool },
    /// A night's rest.
    Rested { who: Id },
}

impl Event {
    /// Every rule it cites, the main one first.
    pub fn cites(&self, cite: &mut dyn FnMut(RuleId)) {
        let mut all = |rules: &[RuleId]| rules.iter().for_each(|r| cite(*r));
        match *self {
            Self::HitPoints { .. } => all(&[rule::DICE_HIT_POINTS, rule::ADVANTAGE_NOT_HP]),
            Self::Begun => all(&[rule::ROUND_START]),
            Self::Prompted { .. } => all(&[rule::INITIATIVE_PROMPTING_ACTION]),
            Self::Sneaked { concealed, .. } => {
                all(&[rule::DICE_SKILL]);
                all(if concealed { &[rule::STEALTH_CONCEALED] } else { &[] });
            }
            Self::Score { .. } => all(&[rule::INITIATIVE_ROLL]),
            Self::Tie { .. } => all(&[rule::INITIATIVE_TIE]),
            Self::Ranked { .. } | Self::Joined { .. } => all(&[rule::INITIATIVE_RANKING]),
            Self::Late { unaware, no_six, .. } => all(late_rules(unaware, no_six)),
            Self::Round { round: 0..=1 } => all(&[rule::ROUND_LENGTH]),
            Self::Round { .. } => all(&[rule::ROUND_REPEAT]),
            Self::Segment { .. } => all(&[rule::SEGMENT_ORDER]),
            Self::Turn { .. } => all(&[rule::TURN_PROCEDURE]),
            Self::PassedOver { late: false, .. } => all(&[rule::TURN_PROCEDURE]),
            Self::PassedOver { both: true, .. } => all(&[rule::INITIATIVE_SLOW_BOTH]),
            Self::PassedOver { unaware: true, .. } => all(&[rule::INITIATIVE_SLOW_UNAWARE]),
            Self::PassedOver { .. } => all(&[rule::INITIATIVE_SLOW_NO_SIX]),
            Self::Initiated { .. } => self.cites_of_initiation(&mut all),
            Self::Cooldown { .. } => all(&[rule::COOLDOWN_COUNT]),
            Self::RunningFirst { .. } => all(&[rule::DP_ORDER, rule::TURN_PROCEDURE]),
            Self::Launched { pushes, delivery, .. } => {
                all(&[rule::ATTACK_FLOW, rule::SPEED_NOTATION, delivery]);
                all(if pushes { &[rule::PUSHBACK_MIN_SPEED] } else { &[] });
            }
            Self::Flies { .. } => all(&[rule::SPEED_NOTATION, rule::SEGMENT_CARRY_OVER]),
            Self::Waits { .. } => all(&[rule::ACTION_FULL, rule::SEGMENT_CARRY_OVER]),
            Self::Contact { .. } | Self::FlightLost { .. } => all(&[rule::ATTACK_FLOW]),
            Self::EmptyHex { guess, unseen, .. } => {
                all(&[rule::ATTACK_FLOW]);
                all(if guess { &[rule::DP_HEX_GUESS] } else { &[] });
                all(if unseen { &[rule::CONCEALMENT_TOTAL] } else { &[] });
            }
            Self::Countered { .. } => all(&[rule::DEFEND_DECLARE, rule::DEFEND_OPTION]),
            Self::Declined { .. } => all(&[rule::DEFEND_DECLINE]),
            Self::NoCounter { rule, .. } => all(&[rule, rule::DEFEND_OPTION]),
            Self::CounterLost { .. } => all(&[rule::DEFEND_DECLARE]),
            Self::Released { .. } => all(&[rule::DEFEND_DECLARE, rule::ATTACK_FLOW]),
            Self::Reacted { late, .. } => {
                all(&[rule::REACTION]);
                all(if late { &[rule::INITIATIVE_SLOW_REACTION] } else { &[] });
            }
            Self::Spoiled { .. } => all(&[rule::MOVE_DODGE]),
            Self::NoLine { .. } => all(&[rule::LOS_ANY_POINT]),
            Self::MissedInSight { dark, .. } => {
                all(&[rule::CONCEALMENT_ROLL_ORDER, rule::CONCEALMENT_LEVELS]);
                all(if dark { &[rule::CONCEALMENT_DARKNESS] } else { &[] });
            }
            Self::Missed { .. } => all(&[rule::ATTACK_HIT_ROLL]),
            Self::Hit { steps, .. } => {
                all(&[rule::ATTACK_HIT_ROLL, rule::ATTACK_DAMAGE]);
                let soaked = steps.is_some_and(|dealt| dealt.soaked != dealt.rolled);
                all(if soaked { &[rule::ARMOUR_SOAK] } else { &[] });
                let reduced = steps.is_some_and(|dealt| dealt.reduced != dealt.soaked);
                all(if reduced { &[rule::REACTION] } else { &[] });
            }
            Self::Location { .. } => all(&[rule::ATTACK_DAMAGE]),
            Self::Lost { .. } | Self::Down { .. } => all(&[rule::ATTACK_DAMAGE]),
            Self::Pushed { reposition, .. } => {
                all(&[rule::PUSHBACK_SPEED]);
                all(if reposition { &[rule::DP_PUSHBACK_DIRECTION] } else { &[] });
            }
            Self::PushStopped { .. } => all(&[rule::PUSHBACK_SPEED]),
            Self::Suspended { .. } => all(&[rule::PUSHBACK_SUSPENDS]),
            Self::Inflicted { kind, .. } => all(&[kind.rule(), rule::DURATION_PENALTY_START]),
            Self::NotUndone { .. } => all(&[rule::DURATION_NO_RETROACTION]),
            Self::Ended { kind, .. } => all(&[kind.rule()]),
            Self::Bled { .. } => all(&[rule::CONDITION_BLEEDING]),
            Self::Checked { .. } => all(&[rule::DICE_ABILITY_CHECK]),
            Self::Skilled { .. } => all(&[rule::DICE_SKILL]),
            Self::Moved { .. } => self.cites_of_movement(&mut all),
            Self::Overlaps { .. } => all(&[rule::MOVE_OVERLAP]),
            Self::Forfeits { gait, .. } => all(&[gait.rule()]),
            Self::StoodUp { .. } => all(&[rule::CONDITION_PRONE]),
            Self::Braced { .. } => all(&[rule::BRACE]),
            Self::Readied { .. } | Self::Triggered { .. } | Self::Lapsed { .. } => all(&[rule::INITIATIVE_READIED]),
            Self::Traded { places: 1, .. } => all(&[rule::INITIATIVE_UNUSED_ONE, rule::INITIATIVE_SHIFT]),
            Self::Traded { .. } => all(&[rule::INITIATIVE_UNUSED_TWO, rule::INITIATIVE_SHIFT]),
            Self::Topped { .. } => all(&[rule::INITIATIVE_UNUSED_TOP]),
            Self::Rises { .. } => all(&[rule::SPEED_STRUCTURE, rule::RANGE_NON_PROJECTILE]),
            Self::Vanishes { .. } => all(&[rule::SPEED_STRUCTURE]),
            Self::Ceased { .. } => all(&[rule::DP_CEASE, rule::ROUND_END_OF_COMBAT]),
            Self::RoundOver => all(&[rule::ROUND_REPEAT]),
            Self::Over => all(&[rule::ROUND_END_OF_COMBAT]),
            Self::Bound { .. } => all(&[rule::FATIGUE_CHECK]),
            Self::StopsBinding { failed: true, .. } => all(&[rule::FATIGUE_FAIL]),
            Self::StopsBinding { .. } => all(&[rule::DP_FATIGUE_CONTINUE]),
            Self::Rested { .. } => all(&[rule::FATIGUE_RESET]),
        }
    }

    fn cites_of_initiation(&self, all: &mut impl FnMut(&[RuleId])) {
        let Self::Initiated { act, paid, choice_of_cost, reduced, talent, unarmed, .. } = *self else { return };
        all(&[paid.rule(), rule::TURN_ONE_ACTION, rule::ACTION_BUDGET]);
        match act.what {
            What::Go(gait) => all(&[gait.rule()]),
            What::Brace => all(&[rule::BRACE]),
            What::Stand => all(&[rule::CONDITION_PRONE]),
            What::Ability(_) => {}
        }
        match act.target {
            Target::Creature(_) => all(&[rule::DP_TARGET]),
            Target::Hex(_) => all(&[rule::DP_TARGET, rule::DP_HEX_GUESS]),
            Target::Row(..) => all(&[rule::DP_PLACE]),
            Target::To(_) | Target::Nothing => {}
        }
        let said: [(bool, &[RuleId]); 6] = [
            (paid == Cost::Swift || act.swifts > 0, &[rule::ACTION_SWIFT_LIMIT]),
            (matches!(act.what, What::Go(Gait::Step)), &[rule::ACTION_SWIFT_STEP]),
            (act.swifts > 0, &[rule::ACTION_SWIFT_MODIFIER, rule::DP_SWIFT_MODIFIER]),
            (choice_of_cost, &[rule::DP_COST]),
            (reduced, &[rule::ACTION_REDUCE]),
            (unarmed, &[rule::UNARMED_COST]),
        ];
        said.iter().filter(|(yes, _)| *yes).for_each(|(_, rules)| all(rules));
        if talent {
            all(&[rule::ACTION_BINDING]);
        }
    }

    fn cites_of_movement(&self, all: &mut impl FnMut(&[RuleId])) {
        let Self::Moved { gait, bonus, halved, printed, .. } = *self else { return };
        all(&[gait.rule(), rule::DP_PATH]);
        if matches!(gait, Gait::Move | Gait::Dash | Gait::Dodge) {
            all(&[if printed { rule::MOVE_TABLE } else { rule::MOVE_FORMULA }]);
        }
        if bonus > 0 {
            all(&[rule::SPEED_BONUS]);
        }
        match halved {
            Some(Kind::Staggered) => all(&[rule::CONDITION_STAGGERED, rule::DURATION_EXAMPLE_STAGGERED]),
            Some(kind) => all(&[kind.rule()]),
            None => {}
        }
    }
}

/// The rules that make somebody late in round 1.
pub fn late_rules(unaware: bool, no_six: bool) -> &'static [RuleId] {
    match (unaware, no_six) {
        (true, true) => &[rule::INITIATIVE_SLOW_BOTH, rule::INITIATIVE_SLOW_UNAWARE, rule::INITIATIVE_SLOW_NO_SIX],
        (true, false) => &[rule::INITIATIVE_SLOW_UNAWARE],
        _ => &[rule::INITIATIVE_SLOW_NO_SIX],
    }
}
