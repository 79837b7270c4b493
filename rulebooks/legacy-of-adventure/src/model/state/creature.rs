//! One combatant as it is now.

use serde::{Deserialize, Serialize};
use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids};

use super::Stance;
use crate::catalogue::RulingZeroHits;
use crate::model::{Condition, Kinds, Mode, Setup, Sheet};

/// A combatant as it is now.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Creature {
    /// Where.
    pub at: Square,
    /// Hits left.
    pub hits: i16,
    /// Actions left in the round. (`round.pool`)
    pub actions: u8,
    /// Free acts left in the round.
    pub free: u8,
    /// The stance it has taken for the segment.
    pub stance: Stance,
    /// Its On-Guard in this round, over or not. (`on-guard.announce`)
    pub guard: Option<Guard>,
    /// Its general defence in this round: against what, and what it takes off. (`general-defend`)
    pub general: Option<(Mode, u8)>,
    /// Foes whose attacks it answers one for one. (`stance.ready.choice`)
    pub trades: Ids,
    /// Foes that it lets finish first. (`stance.ready.choice`)
    pub waits: Ids,
    /// Who engaged it when the segment was called. (`ranged-seg.who`)
    pub engaged_by: Ids,
    /// As its sheet or the game master says; hits lost may make it worse.
    pub condition: Condition,
    /// What ails it.
    pub states: States,
    /// Rounds until it wakes; 0 where nothing counts them. (`ruling.effects`)
    pub out_rounds: u16,
    /// What of its body is of no use. (`ruling.effects`)
    pub disabled: Parts,
    /// What it holds, by its arms.
    pub hands: [Hand; 2],
    /// Yards within which it threatens as it stands; 0: not at all. Follows from hands, arms and body. (`ruling.threat-zone`)
    pub zone: u8,
    /// Yards that its quick blades reach, which strike in any segment after Ambush; 0: it has none. Follows likewise.
    pub blade: u8,
    /// The kinds of attack that its defend skills answer with what is in hand. Follows likewise. (`ruling.skill-fits`)
    pub answers: Kinds,
    /// A bit for each arm that has broken. (`structural.save`)
    pub broken: u8,
    /// A bit for each arm that lies about or has been thrown.
    pub lost: u8,
    /// Whose vitals it has found. (`ruling.search-before`)
    pub vitals: Ids,
    /// In whose armour it has found a gap. (`ruling.search-before`)
    pub gaps: Ids,
    /// What the game master has said.
    pub said: Circumstances,
}

/// What has been announced for the round. (`on-guard.announce`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Guard {
    /// The one skill of all its checks. (`on-guard.same-skill`)
    pub skill: u8,
    /// Checks that have failed and count towards its end.
    pub failed: u8,
    /// Checks that have failed in this segment. (`on-guard.penalty`)
    pub penalty: u8,
    /// Has it broken? (`on-guard.end`)
    pub over: bool,
}

/// What a hand holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Hand {
    /// Nothing.
    Empty,
    /// One of the arms; what takes both hands is in both.
    Arm(u8),
}

/// Small sets of flags, one bit each.
macro_rules! flags {
    ($(#[$about:meta])* $name:ident { $($flag:ident = $bit:literal $word:literal: $what:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(u8);

        impl $name {
            $(#[doc = $what] pub const $flag: Self = Self(1 << $bit);)*

            /// All that there are, with their words.
            pub const ALL: &[(Self, &str)] = &[$((Self::$flag, $word),)*];

            /// Is it in?
            #[inline]
            pub const fn has(self, flag: Self) -> bool {
                self.0 & flag.0 != 0
            }

            /// Puts it in or takes it out.
            #[inline]
            pub const fn set(&mut self, flag: Self, yes: bool) {
                self.0 = self.0 & !flag.0 | if yes { flag.0 } else { 0 };
            }

            /// None at all?
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
        }
    };
}

flags! {
    /// What ails a combatant. (`ruling.states`)
    States {
        PRONE = 0 "prone": "On the ground: attacks and defends worse, and of all moves can only get up.",
        STUNNED = 1 "stunned": "Neither acts nor defends, until the round is over.",
        BLINDED = 2 "blinded": "Attacks and defends much worse.",
        UNCONSCIOUS = 3 "unconscious": "Out.",
        DEAD = 4 "dead": "Dead.",
        YIELDED = 5 "yielded": "Has given up. (`ruling.surrender-flee`)",
        GONE = 6 "gone": "Not on the board.",
        RUSHED = 7 "rushed": "Its defences suffer for the round. (`rush`)",
    }
}

flags! {
    /// Parts of a body that are of no use until they are healed. (`ruling.effects`)
    Parts {
        ARM = 0 "arm": "The arm of the first hand.",
        OTHER_ARM = 1 "other arm": "The other arm.",
        LEG = 2 "leg": "A leg: half the move rate.",
        APPENDAGE = 3 "appendage": "A hand, a foot, a feeler.",
        JOINT = 4 "joint": "An elbow, a knee.",
    }
}

/// What only the game master says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Circumstances {
    /// Added to the score of its attacks. (`difficulty.stack`)
    pub attack: i8,
    /// Added to the score of its defences.
    pub defend: i8,
    /// Added to the score of its other checks.
    pub check: i8,
    /// Added to its saves.
    pub save: i8,
    /// Does it react to the ambush? (`dp.surprised`)
    pub reacts: Option<bool>,
    /// Are its vitals known? What bears on a Search for them. (`dp.search-known`)
    pub vitals: Known,
    /// Is a gap in its armour known? Likewise.
    pub gap: Known,
    /// Must what it strikes with or averts with save? (`dp.structural`)
    pub structural: Structural,
    /// Is a shot at it clear? (`dp.clear-shot`)
    pub clear: Option<bool>,
    /// Must it hold its weapon fast? (`called.weapon`)
    pub grip: Option<bool>,
}

/// What the game master says of a hidden spot. (`dp.search-known`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Known {
    /// Nothing: it wants finding.
    #[default]
    Unsaid,
    /// Everybody knows it.
    Yes,
    /// It wants finding, with so much added to the score.
    Search(i8),
}

/// What the game master says of a structural save. (`dp.structural`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Structural {
    /// Nothing: the attack decides.
    #[default]
    Unsaid,
    /// None is due.
    None,
    /// One is due, with so much added to the score.
    Due(i8),
}

impl Creature {
    /// Does it lie where it is, or stand there out of the fight, so that nobody else ends there? (`ruling.cells`)
    pub fn lies(&self) -> bool {
        (self.has(States::UNCONSCIOUS) || self.has(States::YIELDED))
            && !self.has(States::DEAD)
            && !self.has(States::GONE)
    }

    /// A combatant as it comes.
    pub fn new(g: &Setup, id: Id, sheet: &Sheet) -> Self {
        let mut states = States::default();
        match g.rules.ruling_zero_hits {
            _ if sheet.hits > 0 => {}
            RulingZeroHits::Unconscious => states.set(States::UNCONSCIOUS, true),
            RulingZeroHits::Dead => states.set(States::DEAD, true),
            RulingZeroHits::Stands => {}
        }
        Self {
            at: sheet.at,
            hits: sheet.hits,
            actions: 0,
            free: 0,
            stance: Stance::None,
            guard: None,
            general: None,
            trades: Ids::NONE,
            waits: Ids::NONE,
            engaged_by: Ids::NONE,
            condition: sheet.condition,
            states,
            out_rounds: 0,
            disabled: sheet.disabled,
            hands: in_hand(g, id, sheet),
            zone: 0,
            blade: 0,
            answers: Kinds::default(),
            broken: 0,
            lost: 0,
            vitals: Ids::NONE,
            gaps: Ids::NONE,
            said: Circumstances { reacts: sheet.reacts, ..Circumstances::default() },
        }
    }

    /// Has it this state?
    #[inline]
    pub fn has(&self, state: States) -> bool {
        self.states.has(state)
    }

    /// Conscious, alive and still fighting?
    pub fn is_up(&self) -> bool {
        ![States::UNCONSCIOUS, States::DEAD, States::YIELDED, States::GONE].iter().any(|state| self.has(*state))
    }

    /// Does anything bear on its checks and on what is done to it but hits, hands and place: states, useless parts,
    /// what it has announced, how fresh it is, what the game master has said?
    pub fn is_affected(&self) -> bool {
        // Whether it reacts to an ambush bears on nothing else.
        let said = Circumstances { reacts: None, ..self.said };
        !self.states.is_empty()
            || !self.disabled.is_empty()
            || self.guard.is_some()
            || self.general.is_some()
            || self.condition != Condition::Active
            || said != Circumstances::default()
    }

    /// Does it hold this arm?
    #[inline]
    pub fn holds(&self, arm: u8) -> bool {
        self.hands.contains(&Hand::Arm(arm))
    }

    /// What it holds, each once.
    pub fn held(&self) -> impl Iterator<Item = u8> + use<> {
        let second = if self.hands[0] == self.hands[1] { Hand::Empty } else { self.hands[1] };
        [self.hands[0], second].into_iter().filter_map(|hand| match hand {
            Hand::Arm(arm) => Some(arm),
            Hand::Empty => None,
        })
    }

    /// Opens the hands that hold this arm.
    pub fn let_go(&mut self, arm: u8) {
        self.hands.iter_mut().filter(|hand| **hand == Hand::Arm(arm)).for_each(|hand| *hand = Hand::Empty);
    }

    /// Is the arm there and whole?
    pub fn has_arm(&self, arm: u8) -> bool {
        (self.broken | self.lost) >> arm & 1 == 0
    }

    /// Is this hand, 0 or 1, of use?
    pub fn can_use_hand(&self, hand: usize) -> bool {
        is_of_use(self.disabled, hand)
    }
}

/// Is this hand, 0 or 1, of use to somebody of whose body that much is not?
fn is_of_use(disabled: Parts, hand: usize) -> bool {
    !disabled.has(if hand == 0 { Parts::ARM } else { Parts::OTHER_ARM })
}

/// What somebody comes with in hand: its first weapon, and beside it what fits, in hands that are of use.
/// (`ruling.hands`, `ruling.effects`)
fn in_hand(g: &Setup, id: Id, sheet: &Sheet) -> [Hand; 2] {
    let mut hands = [Hand::Empty; 2];
    for at in 0..u8::try_from(sheet.arms.len()).unwrap_or(0) {
        let weapon = g.arm(id, at);
        let is_free = |hand: usize| hands[hand] == Hand::Empty && is_of_use(sheet.disabled, hand);
        match (weapon.hands, is_free(0), is_free(1)) {
            _ if weapon.natural => {}
            (2.., true, true) => hands = [Hand::Arm(at); 2],
            (1, true, _) => hands[0] = Hand::Arm(at),
            (1, _, true) => hands[1] = Hand::Arm(at),
            _ => {}
        }
    }
    hands
}
