//! What happens in a fight, each with the rules it comes from and its sentence.

use arrayvec::ArrayVec;
use skirmish_bookkit::events::{AbilityIndex, Cites};
use skirmish_bookkit::words::capital;
use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids, RuleId};

use crate::catalogue::rule;
use crate::model::{Act, Attack, Drawn, Gait, Harm, Mode, Nature, Parts, Save, Segment, Setup, Sought, Stance, State};

/// What somebody has against a kind of harm, and of what that is made. (`damage.passive`)
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rating(ArrayVec<(&'static str, i32), 3>);

impl Rating {
    /// With one part more; one that adds nothing is none.
    pub fn with(mut self, part: &'static str, value: i32) -> Self {
        if value != 0 {
            let _ = self.0.try_push((part, value));
        }
        self
    }

    /// The sum.
    pub fn total(&self) -> i32 {
        self.0.iter().fold(0, |sum, (_, value)| sum.saturating_add(*value))
    }

    /// What it is made of, by name.
    pub fn parts(&self) -> &[(&'static str, i32)] {
        &self.0
    }
}

skirmish_bookkit::words! {
    /// Why an attack cannot be met.
    pub enum Bar {
        Aggressive = "aggressive" by rule::STANCE_AGGRESSIVE_NO_DEFEND: "Both are Aggressive.",
        Surprised = "surprised" by rule::AMBUSH_SURPRISED: "Surprised.",
        Helpless = "helpless" by rule::RULING_STATES: "Stunned.",
        Spent = "spent" by rule::DEFEND_COST: "No action is left.",
        Unanswered = "unanswered" by rule::RULING_SKILL_FITS: "No skill answers it.",
    }
}

skirmish_bookkit::events! {
    /// Something that happened.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Event for Setup as g {
        /// A round begins.
        Round { round: u32 } [ROUND_SEQUENCE, ROUND_LENGTH, ROUND_POOL];
        /// Somebody in a set position means to strike out of it.
        Ambushes { who: Id } [RULING_AMBUSH_DECLARED, AMBUSH_SET_POSITION]:
            "{who} means to strike out of ambush.";
        /// Does somebody react to the ambush? Was that the game master's word?
        Surprised { who: Id, reacts: bool, said: bool } [in {match (reacts, said) {
            (false, false) => &[rule::AMBUSH_SURPRISED, rule::RULING_REACT, rule::RULING_SURPRISED_SPAN][..],
            (false, true) => &[rule::AMBUSH_SURPRISED, rule::DP_SURPRISED, rule::RULING_SURPRISED_SPAN],
            (true, true) => &[rule::RULING_REACT, rule::DP_SURPRISED],
            (true, false) => &[rule::RULING_REACT],
        }}]: if reacts "{who} is not surprised." else "{who} is surprised, and can do nothing.";
        /// Nobody has sprung the ambush.
        AmbushOff [RULING_AMBUSH_DECLARED]:
            "Nobody has struck out of the ambush: nobody is surprised any more.";
        /// Surprise was for Ambush alone.
        SurpriseOver [RULING_SURPRISED_SPAN]: "The surprise is over.";
        /// On-Guard is announced.
        OnGuard { who: Id, skill: AbilityIndex }
            [ON_GUARD_ANNOUNCE, ON_GUARD_COST, ON_GUARD_SKILLS, ON_GUARD_SAME_SKILL]:
            "{who} goes On-Guard with {skill}.";
        /// A general defence is announced, and its check.
        General { who: Id, mode: Mode, held: bool, points: u8 } [GENERAL_DEFEND] => match (held, points) {
            (true, 1..) => format!("{who} keeps moving: {mode} attacks are {points} worse."),
            (true, 0) => format!("{who} keeps moving, with no more skill than anybody: {mode} attacks are no worse."),
            (false, _) => format!("{who} keeps moving, but {mode} attacks are no worse for that."),
        };
        /// It is over, since another defence was made.
        GeneralOver { who: Id } [GENERAL_DEFEND]: "{who}'s general defence is over.";
        /// A segment is called.
        Segment { segment: Segment } [ROUND_FIRST_SEGMENT, SEGMENT_LIST];
        /// A stance is shown.
        Stanced { who: Id, stance: Stance, on_guard: bool }
            [in stanced(*stance, on_guard)] => match stance {
            Stance::None => String::new(),
            Stance::Hold => format!("{who} holds back."),
            Stance::Defensive if on_guard => format!("{who} is Defensive, On-Guard."),
            stance => format!("{who} is {}.", capital(stance.word())),
        };
        /// Whose attacks somebody answers, and whom it lets finish.
        Trades { who: Id, trades: Ids, waits: Ids } [STANCE_READY_CHOICE, DP_READY_TRADE];
        /// An act is begun. What comes of it says what it was.
        Began { who: Id, act: Act, pass: u16, tier: u8, also: Cites } [
            RULING_ACTS, COMBAT_CHOICES, SEGMENT_STANCE_INDEPENDENT, RULING_TRADE_MANY if pass > 0,
            STANCE_ORDER if tier > 0, in also,
        ] => match act {
                Act::Stop => format!("{who} does nothing more in this segment."),
                _ => String::new(),
            };
        /// An attack is declared and paid for.
        Declared { by: Id, attack: Attack, also: Cites } [ATTACK_STEPS, ATTACK_MODE, ATTACK_REFUSED_FREE, in also];
        /// Two attack each other at the same moment.
        Exchange { first: Id, second: Id } [
            STANCE_AGGRESSIVE_TRADE, STANCE_AGGRESSIVE_NO_DEFEND, RULING_AGGRESSIVE_SIMULTANEOUS,
        ]: "{first} and {second} go for each other at the same moment.";
        /// Somebody answers an attack with its own.
        Answers { who: Id, to: Id } [STANCE_READY_CHOICE, RULING_TRADE_TARGET]: "{who} answers {to}.";
        /// Somebody that trades lets an attack be.
        LetsBe { who: Id, to: Id } [STANCE_READY_CHOICE, RULING_TRADE_TARGET]:
            "{who} leaves {to}'s attack unanswered.";
        /// An attack of opportunity is taken.
        Struck { by: Id, on: Id, drawn: Drawn, segment: Segment } [
            RULING_OPPORTUNITY, in [drawn.rule()], RULING_THREAT_ZONE,
            AMBUSH_OPPORTUNITY if drawn.is_at_hand() && *segment == Segment::Ambush,
            MELEE_SEG_OPPORTUNITY if drawn.is_at_hand() && *segment == Segment::Melee,
        ]
            => format!("{by} takes the opportunity: {on} {}.", drawn.lays_open());
        /// One has undone the act that drew it.
        Disrupted { who: Id } [RULING_OPPORTUNITY]:
            "{who} is struck, and what was under way comes to nothing.";
        /// The attack check.
        Rolled { by: Id, on: Id, hit: bool } [CHECK_FORMULA]:
            if hit "{by}'s attack is well aimed." else "{by} misses {on}.";
        /// There is no defence against it.
        Barred { on: Id, bar: Bar } [in [bar.rule()]] => match bar {
            Bar::Aggressive => format!("Both are Aggressive: {on} cannot defend."),
            Bar::Surprised => format!("{on} is surprised, and cannot defend."),
            Bar::Helpless => format!("{on} can do nothing against it."),
            Bar::Spent => format!("{on} has no action left to defend with."),
            Bar::Unanswered => format!("{on} has no defence against such an attack."),
        };
        /// It is let through.
        Undefended { who: Id } [DP_DEFEND]: "{who} does not defend.";
        /// A defence, and its check.
        Defended { who: Id, by: Id, ability: AbilityIndex, held: bool, also: Cites }
            [DEFEND_CHECK, DEFEND_ACTIVE, in also]:
            if held "{who}'s {ability} stops it." else "{who}'s {ability} fails.";
        /// What an On-Guard check has come to.
        Guarded { who: Id, held: bool, failed: u8, over: bool } [in [match (held, over) {
            (true, _) => rule::ON_GUARD_SUCCESS,
            (_, true) => rule::ON_GUARD_END,
            _ => rule::ON_GUARD_PENALTY,
        }]] => match (held, over) {
            (true, _) => String::new(),
            (_, true) => format!("{who}'s On-Guard has failed {failed} times, and is over for this round."),
            _ => format!("{who}'s On-Guard: {failed} of {} failed.", g.rules.on_guard_failures),
        };
        /// A structural save.
        Structural { who: Id, arm: u8, held: bool, by: RuleId } [in [by], STRUCTURAL_SAVE, DP_STRUCTURAL]
            => format!("{who}'s {} {}.", g.arm_name(who.id, arm), if held { "holds" } else { "breaks" });
        /// A grip.
        Gripped { who: Id, arm: u8, held: bool } [CALLED_WEAPON] => {
            let how = if held { "keeps hold of" } else { "loses the grip on" };
            format!("{who} {how} {}.", g.arm_name(who.id, arm))
        };
        /// Something falls to the ground.
        Dropped { who: Id, arm: u8 } [RULING_HANDS]
            => format!("{who}'s {} falls to the ground.", g.arm_name(who.id, arm));
        /// Damage, and what it has cost.
        Harmed { on: Id, harm: Harm, rating: Rating, loss: i16, changed: bool, also: Cites }
            [DAMAGE_PASSIVE, in also] => {
            let (rating, gap) = (rating.total(), if changed { " through the gap" } else { "" });
            match i32::from(loss) {
                0 => format!("{on}'s rating of {rating} against {harm}{gap} holds: nothing is lost."),
                // By a house rule something always gets through: how much it would have been is not known any more.
                loss if loss <= g.rules.ruling_damage_floor.max(0) => {
                    format!("{on}'s rating of {rating} against {harm}{gap} nearly holds: {loss} lost.")
                }
                loss => format!("{} {harm}{gap} against {rating}: {on} loses {loss}.", rating.saturating_add(loss)),
            }
        };
        /// Somebody has come to be Damaged.
        Damaged { who: Id } [RULING_DAMAGED_TRIGGER, CONDITION_MODIFIERS]:
            "{who} is Damaged: everything is harder now.";
        /// A part is of no use any more.
        Disabled { who: Id, part: Parts } [CALLED_TABLE, RULING_EFFECTS, CALLED_DISABLE_NO_KILL] => {
            let part = Parts::ALL.iter().find(|(known, _)| known == part).map_or("body", |(_, word)| word);
            format!("{who}'s {part} is of no use any more.")
        };
        /// A save, and what asked for it.
        Saved { who: Id, save: Save, held: bool, by: RuleId } [in [by]]
            => format!("{who} {} the {} save.", if held { "makes" } else { "fails" }, capital(save.word()));
        /// Out for a turn.
        KnockedOut { who: Id } [CALLED_TABLE, RULING_EFFECTS]: "{who} is knocked out.";
        /// Dead.
        Killed { who: Id } [RULING_EFFECTS]: "{who} is killed.";
        /// No hits left.
        Fell { who: Id, dead: bool } [RULING_ZERO_HITS]:
            if dead "{who} falls dead." else "{who} falls unconscious.";
        /// Thrown to the ground.
        Prone { who: Id } [RULING_STATES]: "{who} is thrown to the ground.";
        /// Unable to do anything until the round is over.
        Stunned { who: Id } [RUSH, RULING_STATES]: "{who} is stunned until the round is over.";
        /// A rush, with the skill for it or without.
        Rushes { who: Id, on: Id, skilled: bool } [RUSH, INITIATIVE_SKILLS_KIND]:
            if skilled "{who} charges at {on}, guard up." else "{who} charges at {on}, careless of defence.";
        /// A combat step.
        Stepped { who: Id, to: Square, disengages: bool } [RULING_COMBAT_STEP, RETREAT_DISENGAGE if disengages]:
            if disengages "{who} steps to {to}, out of every foe's reach." else "{who} steps to {to}.";
        /// A move.
        Moved { who: Id, to: Square, gait: Gait, passed: bool } [MOVE_SEG_MOVES, in gait.rules(passed)]
            => format!("{who} {} {to}.", gait.goes_to());
        /// Into the reach of a foe, or with a foe in one's own.
        Engages { who: Id, entered: bool } [in {if entered {
            &[rule::SEGMENT_ENTER_MELEE, rule::RULING_ENTER_THREAT, rule::RULING_THREAT_ZONE][..]
        } else {
            &[rule::SEGMENT_ENTER_MELEE, rule::RULING_THREAT_ZONE]
        }}]: if entered "{who} comes within a foe's reach." else "{who} has a foe within reach.";
        /// Out of it, without having disengaged.
        Leaves { who: Id } [RULING_LEAVE_MELEE]: "{who} turns away from a foe.";
        /// A check of slipping away.
        Slipped { who: Id, held: bool } [RETREAT_DISENGAGE]:
            if held "{who} slips away." else "{who} does not get away unhindered.";
        /// Stopped by somebody that was not to be seen.
        Bumped { who: Id, into: Id } [RULING_CONCEALMENT]: "{who} runs into {into}, who was not to be seen.";
        /// Concealed no more.
        Shown { who: Id } [RULING_CONCEALMENT]: "{who} can be seen.";
        /// Found.
        Found { who: Id, by: Id } [RULING_CONCEALMENT]: "{by} finds {who}.";
        /// A search.
        Searched { who: Id, what: Sought, held: bool } [RULING_SEARCH_BEFORE] => {
            let whose = |on: Id| g.sheet(on).name.as_str();
            match (*what, held) {
                (Sought::Hidden, true) => format!("{who} looks around with a keen eye."),
                (Sought::Hidden, false) => format!("{who} looks around, and sees nothing new."),
                (Sought::Vitals(on), true) => format!("{who} sees where {} can be killed.", whose(on)),
                (Sought::Vitals(on), false) => format!("{who} does not see where {} can be killed.", whose(on)),
                (Sought::Vulnerability(on), true) => format!("{who} finds where {} is least covered.", whose(on)),
                (Sought::Vulnerability(on), false) => {
                    format!("{who} does not find where {} is least covered.", whose(on))
                }
            }
        };
        /// An attempt to hide.
        Hid { who: Id, held: bool } [RULING_CONCEALMENT]:
            if held "{who} hides." else "{who} tries to hide, and is seen all the same.";
        /// In hand.
        Drew { who: Id, arm: u8, picked: bool } [RULING_HANDS] => {
            let arm = g.arm_name(who.id, arm);
            if picked { format!("{who} picks {arm} up.") } else { format!("{who} takes {arm} in hand.") }
        };
        /// On its feet again.
        Stood { who: Id } [RULING_STATES]: "{who} gets up.";
        /// A skill that has come to nothing.
        Failed { who: Id, ability: AbilityIndex } [CHECK_FORMULA, RULING_UTILITY_CHECK]:
            "{who}'s {ability} comes to nothing.";
        /// A skill or spell that does something: `Ysolde casts ward on Maud.`
        Used { who: Id, ability: u8, on: Id } [] => {
            let known = g.ability(ability);
            let how = if known.nature == Nature::Magic { "casts" } else { "uses" };
            let on = if on.id == who.id { String::new() } else { format!(" on {on}") };
            format!("{who} {how} {}{on}.", known.name)
        };
        /// Hits that come back, and with them the use of every part.
        Mended { who: Id, hits: i16 } [RULING_EFFECTS]: "{who} has {hits} hits back, and the use of every limb.";
        /// What is kept up was in danger.
        Concentrated { who: Id, ability: AbilityIndex, held: bool, by: RuleId } [MAGIC_CONCENTRATION, in [by]]:
            if held "{who} keeps {ability} up." else "{who} loses {ability}.";
        /// It was let go.
        LetEnd { who: Id, ability: AbilityIndex } [MAGIC_CONCENTRATION]: "{who} lets {ability} go.";
        /// Conscious again.
        Woke { who: Id } [RULING_EFFECTS]: "{who} wakes up.";
        /// Somebody has given up.
        Yielded { who: Id } [RULING_SURRENDER_FLEE, COMBAT_CHOICES]: "{who} gives up.";
        /// A segment in which there was fighting is over; has somebody that fought actions left?
        SegmentOver { left: bool } [SEGMENT_NO_CARRY_OVER if left, ROUND_SEQUENCE if !left];
        /// A round is over; has somebody held until now?
        RoundOver { held: bool } [ROUND_POOL, RULING_HOLD_LAST if held]
            => if held { "What was held back until now is lost.".into() } else { String::new() };
        /// Something that somebody has done who was not to be seen.
        Unseen { who: Id, event: Box<Event> } [in event.all_rules()];
        /// The battle is over.
        Over [RULING_FIGHT_END]: "The fight is over.";
    }
}

/// What somebody does; whoever is concealed at that moment does it unseen, however much of it is known later. Attacks,
/// and giving up, show who does it.
pub fn unseen(s: &State, who: Id, event: Event) -> Event {
    let shows = matches!(event, Event::Began { act: Act::Attack(_) | Act::Surrender, .. });
    if s.marks.concealed.has(who) && !shows { Event::Unseen { who, event: Box::new(event) } } else { event }
}

impl Event {
    fn all_rules(&self) -> Vec<RuleId> {
        let mut all = Vec::new();
        self.cites(&mut |rule| all.push(rule));
        all
    }
}

impl Drawn {
    /// By something that is no move.
    fn is_at_hand(self) -> bool {
        matches!(self, Self::Shot | Self::Spell)
    }

    /// How somebody has laid itself open, after its name: `lets fly with a foe at hand`.
    pub fn lays_open(self) -> &'static str {
        match self {
            Self::Shot => "lets fly with a foe at hand",
            Self::Spell => "casts with a foe at hand",
            Self::Leaving => "leaves a foe's reach",
            Self::Entering => "comes within a foe's reach",
        }
    }
}

impl Gait {
    /// What bears on a move of this kind; has it led past friends?
    fn rules(self, passed: bool) -> &'static [RuleId] {
        match self {
            Self::Walk if passed => &[rule::RULING_CELLS],
            Self::Walk => &[],
            Self::Disengage { .. } => &[rule::RETREAT_DISENGAGE],
            Self::Charge { .. } | Self::Pounce { .. } => &[rule::INITIATIVE_SKILLS_KIND],
        }
    }

    fn goes_to(self) -> &'static str {
        match self {
            Self::Walk => "moves to",
            Self::Disengage { .. } => "draws back to",
            Self::Charge { .. } => "runs to",
            Self::Pounce { .. } => "leaps to",
        }
    }
}

fn stanced(stance: Stance, on_guard: bool) -> &'static [RuleId] {
    match stance {
        Stance::None => &[],
        Stance::Aggressive => &[rule::STANCE_WHEN_ASKED, rule::STANCE_AGGRESSIVE_FIRST],
        Stance::Ready => &[rule::STANCE_WHEN_ASKED, rule::STANCE_ORDER],
        Stance::Defensive if on_guard => &[rule::ON_GUARD_STANCE, rule::RULING_ON_GUARD_LOCK],
        Stance::Defensive => &[rule::STANCE_WHEN_ASKED, rule::RULING_DEFENSIVE_ALONE],
        Stance::Hold => &[rule::STANCE_HOLD, rule::SEGMENT_HOLD_ANY],
    }
}
