//! What happens in a fight, each with the rules it comes from.

use arrayvec::ArrayVec;
use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids, RuleId};

use crate::catalogue::rule;
use crate::model::{Act, Attack, Drawn, Gait, Harm, Mode, Parts, Save, Segment, Sought, Stance, State};

/// Rules that have a part in something by its circumstances.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Also(ArrayVec<RuleId, 16>);

impl Also {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Names a rule where it has a part.
    pub fn cite(&mut self, yes: bool, rule: RuleId) {
        if yes {
            let _ = self.0.try_push(rule);
        }
    }
}

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

/// Why an attack cannot be met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bar {
    /// Both are Aggressive. (`stance.aggressive.no-defend`)
    Aggressive,
    /// Surprised. (`ambush.surprised`)
    Surprised,
    /// Stunned. (`ruling.states`)
    Helpless,
    /// No action is left. (`defend.cost`)
    Spent,
    /// No skill answers it. (`ruling.skill-fits`)
    Unanswered,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A round begins.
    Round { round: u32 },
    /// Somebody in a set position means to strike out of it.
    Ambushes { who: Id },
    /// Does somebody react to the ambush? Was that the game master's word?
    Surprised { who: Id, reacts: bool, said: bool },
    /// Nobody has sprung the ambush.
    AmbushOff,
    /// Surprise was for Ambush alone.
    SurpriseOver,
    /// On-Guard is announced.
    OnGuard { who: Id, skill: u8 },
    /// A general defence is announced, and its check.
    General { who: Id, mode: Mode, held: bool, points: u8 },
    /// It is over, since another defence was made.
    GeneralOver { who: Id },
    /// A segment is called.
    Segment { segment: Segment },
    /// A stance is shown.
    Stanced { who: Id, stance: Stance, on_guard: bool },
    /// Whose attacks somebody answers, and whom it lets finish.
    Trades { who: Id, trades: Ids, waits: Ids },
    /// An act is begun.
    Began { who: Id, act: Act, pass: u16, tier: u8, also: Also },
    /// An attack is declared and paid for.
    Declared { by: Id, attack: Attack, also: Also },
    /// Two attack each other at the same moment.
    Exchange { first: Id, second: Id },
    /// Somebody answers an attack with its own.
    Answers { who: Id, to: Id },
    /// Somebody that trades lets an attack be.
    LetsBe { who: Id, to: Id },
    /// An attack of opportunity is taken.
    Struck { by: Id, on: Id, drawn: Drawn, segment: Segment },
    /// One has undone the act that drew it.
    Disrupted { who: Id },
    /// The attack check.
    Rolled { by: Id, on: Id, hit: bool },
    /// There is no defence against it.
    Barred { on: Id, bar: Bar },
    /// It is let through.
    Undefended { who: Id },
    /// A defence, and its check.
    Defended { who: Id, by: Id, ability: u8, held: bool, also: Also },
    /// What an On-Guard check has come to.
    Guarded { who: Id, held: bool, failed: u8, over: bool },
    /// A structural save.
    Structural { who: Id, arm: u8, held: bool, by: RuleId },
    /// A grip.
    Gripped { who: Id, arm: u8, held: bool },
    /// Something falls to the ground.
    Dropped { who: Id, arm: u8 },
    /// Damage, and what it has cost.
    Harmed { on: Id, harm: Harm, rating: Rating, loss: i16, changed: bool, also: Also },
    /// Somebody has come to be Damaged.
    Damaged { who: Id },
    /// A part is of no use any more.
    Disabled { who: Id, part: Parts },
    /// A save, and what asked for it.
    Saved { who: Id, save: Save, held: bool, by: RuleId },
    /// Out for a turn.
    KnockedOut { who: Id },
    /// Dead.
    Killed { who: Id },
    /// No hits left.
    Fell { who: Id, dead: bool },
    /// Thrown to the ground.
    Prone { who: Id },
    /// Unable to do anything until the round is over.
    Stunned { who: Id },
    /// A rush, with the skill for it or without.
    Rushes { who: Id, on: Id, skilled: bool },
    /// A combat step.
    Stepped { who: Id, to: Square, disengages: bool },
    /// A move.
    Moved { who: Id, to: Square, gait: Gait, passed: bool },
    /// Into the reach of a foe, or with a foe in one's own.
    Engages { who: Id, entered: bool },
    /// Out of it, without having disengaged.
    Leaves { who: Id },
    /// A check of slipping away.
    Slipped { who: Id, held: bool },
    /// Stopped by somebody that was not to be seen.
    Bumped { who: Id, into: Id },
    /// Concealed no more.
    Shown { who: Id },
    /// Found.
    Found { who: Id, by: Id },
    /// A search.
    Searched { who: Id, what: Sought, held: bool },
    /// An attempt to hide.
    Hid { who: Id, held: bool },
    /// In hand.
    Drew { who: Id, arm: u8, picked: bool },
    /// On its feet again.
    Stood { who: Id },
    /// A skill that has come to nothing.
    Failed { who: Id, ability: u8 },
    /// A skill or spell that does something.
    Used { who: Id, ability: u8, on: Id },
    /// Hits that come back, and with them the use of every part.
    Mended { who: Id, hits: i16 },
    /// What is kept up was in danger.
    Concentrated { who: Id, ability: u8, held: bool, by: RuleId },
    /// It was let go.
    LetEnd { who: Id, ability: u8 },
    /// Conscious again.
    Woke { who: Id },
    /// Somebody has given up.
    Yielded { who: Id },
    /// A segment in which there was fighting is over; has somebody that fought actions left?
    SegmentOver { left: bool },
    /// A round is over; has somebody held until now?
    RoundOver { held: bool },
    /// Something that somebody has done who was not to be seen.
    Unseen { who: Id, event: Box<Event> },
    /// The battle is over.
    Over,
}

/// What somebody does; whoever is concealed at that moment does it unseen, however much of it is known later. Attacks,
/// and giving up, show who does it.
pub fn unseen(s: &State, who: Id, event: Event) -> Event {
    let shows = matches!(event, Event::Began { act: Act::Attack(_) | Act::Surrender, .. });
    if s.marks.concealed.has(who) && !shows { Event::Unseen { who, event: Box::new(event) } } else { event }
}

impl Event {
    /// Every rule it cites, the main one first.
    pub fn cites(&self, cite: &mut dyn FnMut(RuleId)) {
        if let Self::Unseen { event, .. } = self {
            return event.cites(cite);
        }
        for rule in self.rules() {
            cite(*rule);
        }
        match self {
            Self::Began { also, pass, tier, .. } => {
                (*pass > 0).then(|| cite(rule::RULING_TRADE_MANY));
                (*tier > 0).then(|| cite(rule::STANCE_ORDER));
                also.0.iter().for_each(|rule| cite(*rule));
            }
            Self::Declared { also, .. } | Self::Defended { also, .. } | Self::Harmed { also, .. } => {
                also.0.iter().for_each(|rule| cite(*rule));
            }
            Self::Struck { drawn: Drawn::Shot | Drawn::Spell, segment: Segment::Ambush, .. } => {
                cite(rule::AMBUSH_OPPORTUNITY);
            }
            Self::Struck { drawn: Drawn::Shot | Drawn::Spell, segment: Segment::Melee, .. } => {
                cite(rule::MELEE_SEG_OPPORTUNITY);
            }
            Self::Structural { by, .. } => {
                cite(*by);
                cite(rule::STRUCTURAL_SAVE);
                cite(rule::DP_STRUCTURAL);
            }
            Self::Saved { by, .. } | Self::Concentrated { by, .. } => cite(*by),
            _ => {}
        }
    }

    fn rules(&self) -> &'static [RuleId] {
        match self {
            Self::Round { .. } => &[rule::ROUND_SEQUENCE, rule::ROUND_LENGTH, rule::ROUND_POOL],
            Self::Ambushes { .. } => &[rule::RULING_AMBUSH_DECLARED, rule::AMBUSH_SET_POSITION],
            Self::AmbushOff => &[rule::RULING_AMBUSH_DECLARED],
            Self::Surprised { reacts: false, said: false, .. } => {
                &[rule::AMBUSH_SURPRISED, rule::RULING_REACT, rule::RULING_SURPRISED_SPAN]
            }
            Self::Surprised { reacts: false, .. } => {
                &[rule::AMBUSH_SURPRISED, rule::DP_SURPRISED, rule::RULING_SURPRISED_SPAN]
            }
            Self::Surprised { said: true, .. } => &[rule::RULING_REACT, rule::DP_SURPRISED],
            Self::Surprised { .. } => &[rule::RULING_REACT],
            Self::SurpriseOver => &[rule::RULING_SURPRISED_SPAN],
            Self::OnGuard { .. } => {
                &[rule::ON_GUARD_ANNOUNCE, rule::ON_GUARD_COST, rule::ON_GUARD_SKILLS, rule::ON_GUARD_SAME_SKILL]
            }
            Self::General { .. } | Self::GeneralOver { .. } => &[rule::GENERAL_DEFEND],
            Self::Segment { .. } => &[rule::ROUND_FIRST_SEGMENT, rule::SEGMENT_LIST],
            Self::Stanced { stance, on_guard, .. } => stanced(*stance, *on_guard),
            Self::Trades { .. } => &[rule::STANCE_READY_CHOICE, rule::DP_READY_TRADE],
            Self::Began { .. } => &[rule::RULING_ACTS, rule::COMBAT_CHOICES, rule::SEGMENT_STANCE_INDEPENDENT],
            Self::Declared { .. } => &[rule::ATTACK_STEPS, rule::ATTACK_MODE, rule::ATTACK_REFUSED_FREE],
            Self::Exchange { .. } => &[
                rule::STANCE_AGGRESSIVE_TRADE,
                rule::STANCE_AGGRESSIVE_NO_DEFEND,
                rule::RULING_AGGRESSIVE_SIMULTANEOUS,
            ],
            Self::Answers { .. } | Self::LetsBe { .. } => &[rule::STANCE_READY_CHOICE, rule::RULING_TRADE_TARGET],
            Self::Struck { drawn, .. } => struck(*drawn),
            Self::Disrupted { .. } => &[rule::RULING_OPPORTUNITY],
            Self::Rolled { .. } => &[rule::CHECK_FORMULA],
            Self::Barred { bar, .. } => match bar {
                Bar::Aggressive => &[rule::STANCE_AGGRESSIVE_NO_DEFEND],
                Bar::Surprised => &[rule::AMBUSH_SURPRISED],
                Bar::Helpless => &[rule::RULING_STATES],
                Bar::Spent => &[rule::DEFEND_COST],
                Bar::Unanswered => &[rule::RULING_SKILL_FITS],
            },
            Self::Undefended { .. } => &[rule::DP_DEFEND],
            Self::Defended { .. } => &[rule::DEFEND_CHECK, rule::DEFEND_ACTIVE],
            Self::Guarded { held: true, .. } => &[rule::ON_GUARD_SUCCESS],
            Self::Guarded { over: true, .. } => &[rule::ON_GUARD_END],
            Self::Guarded { .. } => &[rule::ON_GUARD_PENALTY],
            Self::Gripped { .. } => &[rule::CALLED_WEAPON],
            Self::Dropped { .. } | Self::Drew { .. } => &[rule::RULING_HANDS],
            Self::Harmed { .. } => &[rule::DAMAGE_PASSIVE],
            Self::Damaged { .. } => &[rule::RULING_DAMAGED_TRIGGER, rule::CONDITION_MODIFIERS],
            Self::Disabled { .. } => &[rule::CALLED_TABLE, rule::RULING_EFFECTS, rule::CALLED_DISABLE_NO_KILL],
            Self::KnockedOut { .. } => &[rule::CALLED_TABLE, rule::RULING_EFFECTS],
            Self::Killed { .. } | Self::Woke { .. } | Self::Mended { .. } => &[rule::RULING_EFFECTS],
            Self::Fell { .. } => &[rule::RULING_ZERO_HITS],
            Self::Stunned { .. } => &[rule::RUSH, rule::RULING_STATES],
            Self::Rushes { .. } => &[rule::RUSH, rule::INITIATIVE_SKILLS_KIND],
            Self::Stepped { disengages: true, .. } => &[rule::RULING_COMBAT_STEP, rule::RETREAT_DISENGAGE],
            Self::Stepped { .. } => &[rule::RULING_COMBAT_STEP],
            Self::Moved { gait, passed, .. } => moved(*gait, *passed),
            Self::Engages { entered: true, .. } => {
                &[rule::SEGMENT_ENTER_MELEE, rule::RULING_ENTER_THREAT, rule::RULING_THREAT_ZONE]
            }
            Self::Engages { .. } => &[rule::SEGMENT_ENTER_MELEE, rule::RULING_THREAT_ZONE],
            Self::Leaves { .. } => &[rule::RULING_LEAVE_MELEE],
            Self::Slipped { .. } => &[rule::RETREAT_DISENGAGE],
            Self::Bumped { .. } | Self::Shown { .. } | Self::Found { .. } | Self::Hid { .. } => {
                &[rule::RULING_CONCEALMENT]
            }
            Self::Searched { .. } => &[rule::RULING_SEARCH_BEFORE],
            Self::Prone { .. } | Self::Stood { .. } => &[rule::RULING_STATES],
            Self::Failed { .. } => &[rule::CHECK_FORMULA, rule::RULING_UTILITY_CHECK],
            Self::Structural { .. } | Self::Saved { .. } | Self::Used { .. } => &[],
            Self::Concentrated { .. } | Self::LetEnd { .. } => &[rule::MAGIC_CONCENTRATION],
            Self::Yielded { .. } => &[rule::RULING_SURRENDER_FLEE, rule::COMBAT_CHOICES],
            Self::SegmentOver { left: true } => &[rule::SEGMENT_NO_CARRY_OVER],
            Self::SegmentOver { .. } => &[rule::ROUND_SEQUENCE],
            Self::RoundOver { held: true } => &[rule::ROUND_POOL, rule::RULING_HOLD_LAST],
            Self::RoundOver { .. } => &[rule::ROUND_POOL],
            Self::Unseen { event, .. } => event.rules(),
            Self::Over => &[rule::RULING_FIGHT_END],
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

fn struck(drawn: Drawn) -> &'static [RuleId] {
    match drawn {
        Drawn::Shot => &[rule::RULING_OPPORTUNITY, rule::RANGED_IN_MELEE, rule::RULING_THREAT_ZONE],
        Drawn::Spell => &[rule::RULING_OPPORTUNITY, rule::MAGIC_MELEE, rule::RULING_THREAT_ZONE],
        Drawn::Leaving => &[rule::RULING_OPPORTUNITY, rule::RULING_LEAVE_MELEE, rule::RULING_THREAT_ZONE],
        Drawn::Entering => &[rule::RULING_OPPORTUNITY, rule::RULING_ENTER_THREAT, rule::RULING_THREAT_ZONE],
    }
}

fn moved(gait: Gait, passed: bool) -> &'static [RuleId] {
    match (gait, passed) {
        (Gait::Walk, false) => &[rule::MOVE_SEG_MOVES],
        (Gait::Walk, true) => &[rule::MOVE_SEG_MOVES, rule::RULING_CELLS],
        (Gait::Disengage { .. }, _) => &[rule::MOVE_SEG_MOVES, rule::RETREAT_DISENGAGE],
        (Gait::Charge { .. } | Gait::Pounce { .. }, _) => &[rule::MOVE_SEG_MOVES, rule::INITIATIVE_SKILLS_KIND],
    }
}
