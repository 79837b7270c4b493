//! The questions of the rules, each with the type of its answer.

use skirmish_grid::Hex;
use skirmish_kernel::{Id, asks};

use crate::model::{Act, Cease, Choice, Elemental, Gait, Path, Trigger};

/// What somebody does in its turn.
#[derive(Clone, Debug)]
pub enum Turn {
    /// It initiates an action.
    Act(Act),
    /// It waits for something.
    Ready(Act, Trigger),
    /// What runs already is played first.
    Continue,
    /// It fights no more.
    Cease(Cease),
    /// Nothing; what is readied keeps waiting.
    Pass,
}

/// What somebody does before combat has begun.
#[derive(Clone, Debug)]
pub enum Prompt {
    /// It strikes first.
    Act(Act),
    /// It keeps a binding up for an hour.
    Bind,
    /// It sneaks.
    Sneak,
    /// It rests for a night.
    Rest,
    /// Nothing.
    Pass,
}

/// What an unused Standard is traded for.
#[derive(Clone, Copy, Debug)]
pub enum Trade {
    /// Places in the ranking.
    Up(u8),
    /// The top of the next round.
    Top,
    /// Nothing: it is kept.
    Keep,
}

asks! {
    /// A question.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Ask of Elemental;

    /// Combat has not begun: does anybody do anything? (`dp.prompt`)
    Calm as Calm;
    Choice::Act(act) => Prompt::Act(act),
    Choice::Bind => Prompt::Bind,
    Choice::Sneak => Prompt::Sneak,
    Choice::Rest => Prompt::Rest,
    Choice::Wait => Prompt::Pass => Prompt;

    /// After an hour of binding: go on? (`dp.fatigue_continue`)
    Fatigue as Fatigue {
        /// Difficulty of the check to go on.
        dc: i32,
    };
    Choice::GoOn(yes) => yes => bool;

    /// Your turn. (`dp.initiate`)
    Initiate as Initiate {
        /// May the running actions be played first? (`dp.order`)
        running: bool,
    };
    Choice::Act(act) => Turn::Act(act),
    Choice::Ready(act, trigger) => Turn::Ready(act, trigger),
    Choice::Continue => Turn::Continue,
    Choice::Cease(how) => Turn::Cease(how),
    Choice::Pass => Turn::Pass => Turn;

    /// One segment of movement; none gives up the rest of it. (`dp.path`)
    Way as Path {
        /// How.
        gait: Gait,
        /// Hexes of the segment.
        hexes: u8,
        /// Bonus hexes left.
        bonus: u8,
        /// Where it is headed.
        heading: Option<Hex>,
    };
    Choice::Walk(path) => Some(path),
    Choice::Stop => None => Option<Path>;

    /// An attack is about to reach you: counter it? (`dp.counter`)
    Counter as Counter {
        /// Which.
        flight: u16,
    };
    Choice::Act(act) => Some(act),
    Choice::Decline => None => Option<Act>;

    /// Take the Reaction? (`dp.reaction`)
    Reaction as Reaction {
        /// Against which attack.
        flight: u16,
    };
    Choice::React(yes) => yes => bool;

    /// Spoil this attack with the Dodge? (`dp.dodge_which`)
    DodgeWhich as DodgeWhich {
        /// Which attack.
        flight: u16,
    };
    Choice::Spoil(yes) => yes => bool;

    /// The trigger has come: act now? (`dp.ready_trigger`)
    Fires as Trigger;
    Choice::Fire(yes) => yes => bool;

    /// Trade what is unused? (`dp.unused`)
    Unused as Unused {
        /// Places that may be gained.
        up: u8,
        /// May the top of the next round be bought?
        top: bool,
    };
    Choice::Up(places) => Trade::Up(places),
    Choice::Top => Trade::Top,
    Choice::Keep => Trade::Keep => Trade;

    /// Where to push. (`dp.pushback_direction`)
    Reposition as Reposition {
        /// Whom.
        victim: Id,
    };
    Choice::Push(hex) => hex => Hex;
}
