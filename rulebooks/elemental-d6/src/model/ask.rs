//! The questions of the rules, each with the type of its answer.

use skirmish_grid::Hex;
use skirmish_kernel::{Id, questions};

use crate::model::{Act, Ask, Cease, Choice, Elemental, Gait, Path, Trigger};

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

questions! { Elemental:
    /// Combat has not begun: does anybody do anything? (`dp.prompt`)
    Calm asks Ask::Calm;
    Choice::Act(act) => Prompt::Act(act),
    Choice::Bind => Prompt::Bind,
    Choice::Sneak => Prompt::Sneak,
    Choice::Rest => Prompt::Rest,
    Choice::Wait => Prompt::Pass => Prompt;

    /// After an hour of binding: go on? (`dp.fatigue_continue`)
    Fatigue { dc: i32 } asks Ask::Fatigue { dc };
    Choice::GoOn(yes) => yes => bool;

    /// Your turn. (`dp.initiate`)
    Initiate { running: bool } asks Ask::Initiate { running };
    Choice::Act(act) => Turn::Act(act),
    Choice::Ready(act, trigger) => Turn::Ready(act, trigger),
    Choice::Continue => Turn::Continue,
    Choice::Cease(how) => Turn::Cease(how),
    Choice::Pass => Turn::Pass => Turn;

    /// One segment of movement; none gives up the rest of it. (`dp.path`)
    Way { gait: Gait, hexes: u8, bonus: u8, heading: Option<Hex> } asks Ask::Path { gait, hexes, bonus, heading };
    Choice::Walk(path) => Some(path),
    Choice::Stop => None => Option<Path>;

    /// An attack is about to reach you: counter it? (`dp.counter`)
    Counter { flight: u16 } asks Ask::Counter { flight };
    Choice::Act(act) => Some(act),
    Choice::Decline => None => Option<Act>;

    /// Take the Reaction? (`dp.reaction`)
    Reaction { flight: u16 } asks Ask::Reaction { flight };
    Choice::React(yes) => yes => bool;

    /// Spoil this attack with the Dodge? (`dp.dodge_which`)
    DodgeWhich { flight: u16 } asks Ask::DodgeWhich { flight };
    Choice::Spoil(yes) => yes => bool;

    /// The trigger has come: act now? (`dp.ready_trigger`)
    Fires asks Ask::Trigger;
    Choice::Fire(yes) => yes => bool;

    /// Trade what is unused? (`dp.unused`)
    Unused { up: u8, top: bool } asks Ask::Unused { up, top };
    Choice::Up(places) => Trade::Up(places),
    Choice::Top => Trade::Top,
    Choice::Keep => Trade::Keep => Trade;

    /// Where to push. (`dp.pushback_direction`)
    Reposition { victim: Id } asks Ask::Reposition { victim };
    Choice::Push(hex) => hex => Hex;
}
