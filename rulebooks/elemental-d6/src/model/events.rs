//! What happens in a fight, each with the rules it comes from and its sentence.

use skirmish_bookkit::events::AbilityIndex;
use skirmish_grid::Hex;
use skirmish_kernel::{Id, RuleId};

use crate::catalogue::rule;
use crate::model::{Act, Cease, Cost, Gait, Kind, Setup, Stat, Target, Time, Trigger, What};

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

skirmish_bookkit::events! {
    /// Something that happened.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Event for Setup as g {
        /// Hit points were rolled.
        HitPoints { who: Id, hp: i32 } [DICE_HIT_POINTS, ADVANTAGE_NOT_HP]: "{who} has {hp} hit points.";
        /// Combat begins.
        Begun [ROUND_START]: "Combat begins.";
        /// An action declared in the calm is carried out before round 1.
        Prompted { who: Id } [INITIATIVE_PROMPTING_ACTION]:
            "{who} acts before anybody else knows that there is a fight.";
        /// A Stealth check against one observer.
        Sneaked { who: Id, by: Id, concealed: bool, unseen: bool } [DICE_SKILL, STEALTH_CONCEALED if concealed]:
            if unseen "{who} goes unseen by {by}." else "{who} is noticed by {by}.";
        /// Initiative of one combatant.
        Score { who: Id, sixes: u8 } [INITIATIVE_ROLL]
            => format!("{who} rolls {} for initiative.", count(sixes, "six", "sixes"));
        /// A tie is rolled again. How many there are tells of those who are not to be seen.
        Tie { among: u8 } [INITIATIVE_TIE]: "Those who are tied have rolled again.";
        /// The ranking stands.
        Ranked { order: Vec<Id> } [INITIATIVE_RANKING] => {
            let names: Vec<&str> = order.iter().map(|id| g.sheet(*id).name.as_str()).collect();
            format!("Order: {}.", names.join(", "))
        };
        /// Cannot act before a segment of round 1.
        Late { who: Id, from: u8, unaware: bool, no_six: bool } [in late_rules(unaware, no_six)] => {
            let why = match (unaware, no_six) {
                (true, true) => "unaware, and no six",
                (true, false) => "unaware of any foe",
                _ => "no six",
            };
            format!("{who} cannot act before segment {from} ({why}).")
        };
        /// A newcomer is ranked.
        Joined { who: Id, place: u8 } [INITIATIVE_RANKING]
            => format!("{who} joins the fight at rank {}.", place + 1);
        /// A round begins.
        Round { round: u32 } [ROUND_LENGTH if round <= 1, ROUND_REPEAT if round > 1];
        /// A segment begins.
        Segment { time: Time } [SEGMENT_ORDER];
        /// Somebody's turn.
        Turn { who: Id } [TURN_PROCEDURE];
        /// A turn passes without its owner.
        PassedOver { who: Id, late: bool, both: bool, unaware: bool } [in [match (late, both, unaware) {
            (false, ..) => rule::TURN_PROCEDURE,
            (_, true, _) => rule::INITIATIVE_SLOW_BOTH,
            (_, _, true) => rule::INITIATIVE_SLOW_UNAWARE,
            _ => rule::INITIATIVE_SLOW_NO_SIX,
        }]] => if late { format!("{who} is not ready to act yet.") } else { String::new() };
        /// An action is initiated.
        Initiated { who: Id, act: Act, paid: Cost, choice_of_cost: bool, reduced: bool, talent: bool, unarmed: bool } [
            in [paid.rule()], TURN_ONE_ACTION, ACTION_BUDGET, in act.rules(),
            ACTION_SWIFT_LIMIT if *paid == Cost::Swift || act.swifts > 0,
            ACTION_SWIFT_STEP if matches!(act.what, What::Go(Gait::Step)), ACTION_SWIFT_MODIFIER if act.swifts > 0,
            DP_SWIFT_MODIFIER if act.swifts > 0, DP_COST if choice_of_cost, ACTION_REDUCE if reduced,
            UNARMED_COST if unarmed, ACTION_BINDING if talent,
        ];
        /// A cooldown begins.
        Cooldown { who: Id, ability: AbilityIndex, until: u32 } [COOLDOWN_COUNT]:
            "{who} may use {ability} again from round {until}.";
        /// Running actions are played before the new one.
        RunningFirst { who: Id } [DP_ORDER, TURN_PROCEDURE];
        /// An attack is launched.
        Launched {
            who: Id,
            ability: AbilityIndex,
            target: Target,
            flown: u16,
            distance: u16,
            penalty: i32,
            pushes: bool,
            delivery: RuleId,
        } [ATTACK_FLOW, SPEED_NOTATION, in [delivery], PUSHBACK_MIN_SPEED if pushes] => {
            let range = if penalty > 0 { format!(", {penalty} worse for the range") } else { String::new() };
            let on_its_way =
                if flown < distance { format!(": {flown} of {distance} hexes flown") } else { String::new() };
            format!("{who} launches {ability} at {}{range}{on_its_way}.", target.told(g))
        };
        /// An attack flies on.
        Flies { who: Id, ability: AbilityIndex, flown: u16, distance: u16 } [SPEED_NOTATION, SEGMENT_CARRY_OVER]:
            "{who}'s {ability} flies on: {flown} of {distance} hexes.";
        /// It takes effect in a later segment.
        Waits { who: Id, ability: AbilityIndex } [ACTION_FULL, SEGMENT_CARRY_OVER]:
            "{who}'s {ability} takes effect later.";
        /// It has arrived.
        Contact { who: Id, ability: AbilityIndex, target: Id } [ATTACK_FLOW];
        /// The hex is empty.
        EmptyHex { who: Id, ability: AbilityIndex, hex: Hex, guess: bool, unseen: bool }
            [ATTACK_FLOW, DP_HEX_GUESS if guess, CONCEALMENT_TOTAL if unseen]:
            "The {ability} meets nobody in {hex}.";
        /// The target defends itself on its own turn.
        Countered { who: Id, act: Act, against: Id } [DEFEND_DECLARE, DEFEND_OPTION];
        /// It does not.
        Declined { who: Id, against: Id } [DEFEND_DECLINE]: "{who} does not counter.";
        /// It may not, and why.
        NoCounter { who: Id, rule: RuleId } [in [rule], DEFEND_OPTION];
        /// A declared counter cannot be carried out any more.
        CounterLost { who: Id } [DEFEND_DECLARE]: "{who} can no longer carry out the counter.";
        /// A held attack is resolved.
        Released { who: Id, ability: AbilityIndex, target: Id } [DEFEND_DECLARE, ATTACK_FLOW]:
            "The held {ability} of {who} is resolved against {target}.";
        /// The target uses its Reaction.
        Reacted { who: Id, score: i32, late: bool } [REACTION, INITIATIVE_SLOW_REACTION if late]:
            "{who} uses their Reaction: defence {score}.";
        /// A Dodge spoils the attack.
        Spoiled { who: Id } [MOVE_DODGE]: "{who} dodges: the attack is at disadvantage.";
        /// No line is left: the attack fails.
        NoLine { who: Id, target: Id } [LOS_ANY_POINT]:
            "No line from {who} to {target} is left: the attack fails.";
        /// Lost in what hides the target.
        MissedInSight { who: Id, target: Id, level: u8, dark: bool }
            [CONCEALMENT_ROLL_ORDER, CONCEALMENT_LEVELS, CONCEALMENT_DARKNESS if dark]:
            "{who} misses {target} unseen.";
        /// Missed.
        Missed { who: Id, target: Id } [ATTACK_HIT_ROLL]: "{who} misses {target}.";
        /// Hit.
        Hit { who: Id, target: Id, damage: i32, steps: Option<Dealt> } [
            ATTACK_HIT_ROLL, ATTACK_DAMAGE, ARMOUR_SOAK if steps.is_some_and(|dealt| dealt.soaked != dealt.rolled),
            REACTION if steps.is_some_and(|dealt| dealt.reduced != dealt.soaked),
        ]:
            "{who} hits {target} for {damage}.";
        /// Where it hit, for tables that play with locations.
        Location { target: Id, place: &'static str } [ATTACK_DAMAGE]: "It strikes {target} in the {place}.";
        /// Damage to hit points.
        Lost { who: Id, loss: i32, hp: i32 } [ATTACK_DAMAGE]: "{who} has {hp} hit points left.";
        /// Unable to fight.
        Down { who: Id } [ATTACK_DAMAGE]: "{who} falls.";
        /// A flight has lost its target, or is lost with whoever made it.
        FlightLost { who: Id, fell: bool } [ATTACK_FLOW]:
            if fell "{who} has fallen, and an attack of theirs comes to nothing."
            else "An attack of {who} has lost its target.";
        /// Pushed some hexes.
        Pushed { who: Id, by: Id, hexes: u8, left: u8, to: Hex, reposition: bool }
            [PUSHBACK_SPEED, DP_PUSHBACK_DIRECTION if reposition] => {
            let more = if left > 0 { format!(", {left} to come") } else { String::new() };
            format!("{who} is pushed {} to {to}{more}.", count(hexes, "hex", "hexes"))
        };
        /// The push is stopped.
        PushStopped { who: Id, by: Id, lost: u8 } [PUSHBACK_SPEED]: "Something stops {who}.";
        /// Its own movement is suspended.
        Suspended { who: Id } [PUSHBACK_SUSPENDS]: "{who} cannot move until the push is over.";
        /// A condition takes hold.
        Inflicted { who: Id, kind: Kind, until: Option<Time> } [in [kind.rule()], DURATION_PENALTY_START]
            => match until {
                Some(until) => format!("{who} is {kind} until {until}."),
                None => format!("{who} is {kind}."),
            };
        /// What it has already done this segment stands.
        NotUndone { who: Id } [DURATION_NO_RETROACTION];
        /// A condition ends.
        Ended { who: Id, kind: Kind } [in [kind.rule()]]: "{who} is no longer {kind}.";
        /// Bleeding.
        Bled { who: Id, loss: i32 } [CONDITION_BLEEDING]: "{who} bleeds for {loss}.";
        /// An ability check.
        Checked { who: Id, stat: Stat, dc: i32, passed: bool } [DICE_ABILITY_CHECK]:
            if passed "{who} passes a {stat} check against {dc}." else "{who} fails a {stat} check against {dc}.";
        /// A skill check called for by the game master.
        Skilled { who: Id, difficulty: i32, passed: bool } [DICE_SKILL]:
            if passed "{who} passes a Stealth check against {difficulty}."
            else "{who} fails a Stealth check against {difficulty}.";
        /// Moved.
        Moved { who: Id, gait: Gait, hexes: u8, bonus: u8, to: Hex, halved: Option<Kind>, printed: bool } [
            in [gait.rule()], DP_PATH,
            in (matches!(gait, Gait::Move | Gait::Dash | Gait::Dodge)).then_some(if printed { rule::MOVE_TABLE } else { rule::MOVE_FORMULA }),
            SPEED_BONUS if bonus > 0, CONDITION_STAGGERED if *halved == Some(Kind::Staggered),
            DURATION_EXAMPLE_STAGGERED if *halved == Some(Kind::Staggered),
            CONDITION_EXHAUSTED if *halved == Some(Kind::Exhausted),
        ]
            => match hexes {
                0 => format!("{who} stays in place."),
                _ => format!("{who} {} {} to {to}.", goes(*gait), count(hexes, "hex", "hexes")),
            };
        /// Several movements run at once.
        Overlaps { who: Id, gait: Gait } [MOVE_OVERLAP];
        /// The rest of a movement is given up.
        Forfeits { who: Id, gait: Gait } [in [gait.rule()]]: "{who} gives up the rest of the {gait}.";
        /// Stood up.
        StoodUp { who: Id } [CONDITION_PRONE]: "{who} is up again.";
        /// Braced.
        Braced { who: Id } [BRACE]: "{who} is braced for the rest of the round.";
        /// Waits for something.
        Readied { who: Id, trigger: Trigger } [INITIATIVE_READIED];
        /// The trigger has come.
        Triggered { who: Id, fires: bool } [INITIATIVE_READIED]:
            if fires "{who} acts now." else "{who} keeps waiting.";
        /// It waited in vain, or can no longer pay.
        Lapsed { who: Id, too_dear: bool } [INITIATIVE_READIED]:
            if too_dear "{who} can no longer do what was readied." else "{who} has waited in vain.";
        /// Unused actions are traded for places; there may be fewer above.
        Traded { who: Id, places: u8, risen: u8 } [
            INITIATIVE_UNUSED_ONE if places == 1, INITIATIVE_UNUSED_TWO if places != 1, INITIATIVE_SHIFT,
        ] => match risen {
            0 => format!("{who} gives up what is unused, and leads already."),
            _ => format!("{who} gives up what is unused: {} up.", count(risen, "rank", "ranks")),
        };
        /// The top of the next round is bought.
        Topped { who: Id } [INITIATIVE_UNUSED_TOP]: "{who} will act first when the next round begins.";
        /// Hexes of a structure appear.
        Rises { who: Id, ability: AbilityIndex, hexes: u8, all: u8 }
            [SPEED_STRUCTURE, RANGE_NON_PROJECTILE]: "{hexes} of {all} hexes of {who}'s {ability} appear.";
        /// A structure vanishes.
        Vanishes { who: Id, ability: AbilityIndex } [SPEED_STRUCTURE]: "{who}'s {ability} is gone.";
        /// Fights no more.
        Ceased { who: Id, how: Cease } [DP_CEASE, ROUND_END_OF_COMBAT] => match how {
            Cease::Surrender => format!("{who} surrenders."),
            Cease::Flee => format!("{who} flees."),
            Cease::Stop => format!("{who} stops fighting."),
        };
        /// The round is over.
        RoundOver [ROUND_REPEAT];
        /// The battle is over.
        Over [ROUND_END_OF_COMBAT]: "The fight is over.";
        /// Kept a binding up for an hour.
        Bound { who: Id, hours: u16, dc: i32 } [FATIGUE_CHECK] => {
            let hours = count(hours, "hour", "hours");
            format!("{who} has kept the binding up for {hours}; the next check is against {dc}.")
        };
        /// Stops binding.
        StopsBinding { who: Id, failed: bool } [FATIGUE_FAIL if failed, DP_FATIGUE_CONTINUE if !failed]:
            if failed "{who} cannot go on binding." else "{who} stops binding.";
        /// A night's rest.
        Rested { who: Id } [FATIGUE_RESET]: "{who} rests for the night.";
    }
}

impl Act {
    /// The rules of what is done, and of what it is aimed at.
    fn rules(&self) -> Vec<RuleId> {
        let what = match self.what {
            What::Go(gait) => Some(gait.rule()),
            What::Brace => Some(rule::BRACE),
            What::Stand => Some(rule::CONDITION_PRONE),
            What::Ability(_) => None,
        };
        let target: &[RuleId] = match self.target {
            Target::Creature(_) => &[rule::DP_TARGET],
            Target::Hex(_) => &[rule::DP_TARGET, rule::DP_HEX_GUESS],
            Target::Row(..) => &[rule::DP_PLACE],
            Target::To(_) | Target::Nothing => &[],
        };
        what.into_iter().chain(target.iter().copied()).collect()
    }
}

impl Target {
    fn told(self, g: &Setup) -> String {
        match self {
            Self::Creature(id) => g.sheet(id).name.clone(),
            Self::Hex(hex) | Self::To(hex) | Self::Row(hex, _) => g.label(hex),
            Self::Nothing => "nobody".into(),
        }
    }
}

/// `1 hex`, `2 hexes`
pub fn count(n: impl Into<u64>, one: &str, many: &str) -> String {
    match n.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

fn goes(gait: Gait) -> &'static str {
    match gait {
        Gait::Move => "moves",
        Gait::Dash => "dashes",
        Gait::Dodge => "dodges",
        Gait::Swim => "swims",
        Gait::Step => "steps",
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
