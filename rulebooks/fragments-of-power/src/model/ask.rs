//! The questions of the rules, each with the type of its answer.

use skirmish_bookkit::words::WordSet;
use skirmish_grid::{Facing, Square, Steps};
use skirmish_kernel::{Id, questions};

use crate::model::{Act, Ailment, Choice, Fragments, Gait, acts};

type Book = acts::Ask;

/// What somebody does in its turn.
#[derive(Clone, Copy, Debug)]
pub enum Turn {
    /// Something.
    Act(Act),
    /// Somebody who is commanded does something.
    Let(Id, Act),
    /// The turn is put off.
    Delay,
    /// Nothing more.
    End,
}

/// How a move goes on.
#[derive(Clone, Copy, Debug)]
pub enum Going {
    /// Along a way, so many feet up or down, and whether there is more of it.
    Way(Steps, i16, bool),
    /// With a jump, or something that takes no action. (`jump`, `ruling.split-move`)
    Act(Act),
}

questions! { Fragments:
    /// What now? (`dp.action`)
    TakeTurn asks Book::Turn;
    Choice::Act(act) => Turn::Act(act),
    Choice::Let(who, act) => Turn::Let(who, act),
    Choice::Delay => Turn::Delay,
    Choice::End => Turn::End => Turn;

    /// Enter the order again? (`dp.enter`)
    Enter asks Book::Enter;
    Choice::Yes(yes) => yes => bool;

    /// Which way, or what else? (`dp.step`)
    Way { mover: Id, gait: Gait, feet: i16 } asks Book::Path { who: mover, gait, feet };
    Choice::Walk { steps, climb, on } => Going::Way(steps, climb, on),
    Choice::Act(act) => Going::Act(act) => Going;

    /// How far is somebody pushed, and whither? (`dp.push`)
    Push { on: Id } asks Book::Push { on };
    Choice::Feet(way, feet) => (way, feet) => (Facing, i16);

    /// Which way is away? (`dp.escape`)
    Away { on: Id } asks Book::Away { on };
    Choice::Way(way) => way => Facing;

    /// Where is it flung, or is it taken? (`dp.disarm`)
    Fling { item: u8 } asks Book::Fling { item };
    Choice::Fling(way) => way => Option<Facing>;

    /// Let a friend do it without a throw? (`dp.forgo`)
    Forgo { by: Id, deed: crate::model::Deed } asks Book::Forgo { by, deed };
    Choice::Yes(yes) => yes => bool;

    /// Do what was readied? (`dp.ready-fires`)
    Fire { on: Id } asks Book::Fire { on };
    Choice::Yes(yes) => yes => bool;

    /// Catch hold? (`dp.catch`)
    Catch { feet: i16 } asks Book::Catch { feet };
    Choice::Yes(yes) => yes => bool;

    /// Which limb is bound? (`dp.arm`)
    Limb { by: Id } asks Book::Limb { by };
    Choice::Limb(limb) => limb => crate::model::Limb;

    /// What strikes next? (`ruling.start-order`)
    Next { left: WordSet<Ailment> } asks Book::Next { left };
    Choice::Next(ailment) => ailment => Ailment;

    /// Where to step out of a shared space? (`dp.part`)
    Part { from: Id } asks Book::Part { from };
    Choice::Cell(cell) => cell => Square;
}
