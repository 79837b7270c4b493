//! The questions of the rules, each with the type of its answer.

use skirmish_bookkit::words::WordSet;
use skirmish_grid::{Facing, Square, Steps};
use skirmish_kernel::{Id, asks};

use crate::model::{Act, Ailment, Choice, Deed, Fragments, Gait};

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

asks! {
    /// A question to one person.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Ask of Fragments;

    /// What now? (`dp.action`)
    TakeTurn as Turn;
    Choice::Act(act) => Turn::Act(act),
    Choice::Let(who, act) => Turn::Let(who, act),
    Choice::Delay => Turn::Delay,
    Choice::End => Turn::End => Turn;

    /// Enter the order again? (`dp.enter`)
    Enter as Enter;
    Choice::Yes(yes) => yes => bool;

    /// Which way, or what else? (`dp.step`)
    Way as Path {
        /// Who goes.
        who: Id,
        /// How.
        gait: Gait,
        /// Feet that are left.
        feet: i16,
    };
    Choice::Walk { steps, climb, on } => Going::Way(steps, climb, on),
    Choice::Act(act) => Going::Act(act) => Going;

    /// How far is somebody pushed, and whither? (`dp.push`)
    Push as Push {
        /// Whom.
        on: Id,
    };
    Choice::Feet(way, feet) => (way, feet) => (Facing, i16);

    /// Which way is away, out of a shared space, or where two are equally near? (`dp.escape`)
    Away as Away {
        /// Who is pushed.
        on: Id,
    };
    Choice::Way(way) => way => Facing;

    /// Where is it flung, or is it taken? (`dp.disarm`)
    Fling as Fling {
        /// What, among all items.
        item: u8,
    };
    Choice::Fling(way) => way => Option<Facing>;

    /// Let a friend do it without a throw? (`dp.forgo`)
    Forgo as Forgo {
        /// Who does it.
        by: Id,
        /// What.
        deed: Deed,
    };
    Choice::Yes(yes) => yes => bool;

    /// The moment has come: do what was readied? (`dp.ready-fires`)
    Fire as Fire {
        /// Who has set it off.
        on: Id,
    };
    Choice::Yes(yes) => yes => bool;

    /// A fall begins: catch hold? (`dp.catch`)
    Catch as Catch {
        /// Feet down to the ground.
        feet: i16,
    };
    Choice::Yes(yes) => yes => bool;

    /// Which limb is bound? (`dp.arm`)
    Limb as Limb {
        /// Who seizes.
        by: Id,
    };
    Choice::Limb(limb) => limb => crate::model::Limb;

    /// What strikes next, as the turn starts? (`ruling.start-order`, a house rule)
    Next as Next {
        /// What has not struck yet.
        left: WordSet<Ailment>,
    };
    Choice::Next(ailment) => ailment => Ailment;

    /// Where to step out of a shared space? (`dp.part`)
    Part as Part {
        /// Whose space it is.
        from: Id,
    };
    Choice::Cell(cell) => cell => Square;
}
