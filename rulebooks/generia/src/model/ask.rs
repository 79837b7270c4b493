//! The questions of the rules, each with the type of its answer.

use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Id, questions};

use crate::model::{Act, Attribute, Choice, Defend, Generia, Incoming, Kind, Occasion, Path};

type Book = crate::model::Ask;

/// What somebody does in its turn.
#[derive(Clone, Copy, Debug)]
pub enum Turn {
    /// Something.
    Act(Act),
    /// Nothing more.
    End,
}

/// What is done after a parry. (`parry.after`)
#[derive(Clone, Debug)]
pub enum AfterParry {
    /// The attacker's next defence suffers.
    Penalty,
    /// A step or two.
    Walk(Path),
    /// A counter-attack with an arm, or a grapple.
    Counter(Option<u8>),
    /// Nothing.
    Nothing,
}

questions! { Generia:
    /// What now? (`dp.turn`)
    TakeTurn asks Book::Turn;
    Choice::Act(act) => Turn::Act(act),
    Choice::End => Turn::End => Turn;

    /// Which way, and unseen? (`dp.path`)
    Way { mover: Id, metres: i32 } asks Book::Path { mover, metres };
    Choice::Walk(path) => (path, false),
    Choice::Sneak(path) => (path, true) => (Path, bool);

    /// How is the attack met? (`dp.defence`)
    Defence { incoming: Incoming } asks Book::Defence(incoming);
    Choice::Defend(how) => how => Defend;

    /// A reaction, with an arm where it strikes? (`dp.reaction`)
    Reaction { occasion: Occasion } asks Book::Reaction(occasion);
    Choice::React(ability, arm) => Some((ability, arm)),
    Choice::Pass => None => Option<(u8, Option<u8>)>;

    /// Which zone is struck? (`dp.zone`)
    Zone asks Book::Zone;
    Choice::Zone(zone) => zone => crate::model::Zone;

    /// Throw the second die? (`dp.second-die`)
    SecondDie { against: i32 } asks Book::SecondDie { against };
    Choice::Yes(yes) => yes => bool;

    /// What after the parry? (`dp.after-parry`)
    AfterTheParry { attacker: Id, arm: u8 } asks Book::AfterParry { attacker, arm };
    Choice::Penalty => AfterParry::Penalty,
    Choice::Walk(path) => AfterParry::Walk(path),
    Choice::Counter(with) => AfterParry::Counter(with),
    Choice::Pass => AfterParry::Nothing => AfterParry;

    /// With which attribute is concentration held? (`dp.concentration-save`)
    Concentration { dc: i32 } asks Book::Concentration { dc };
    Choice::With(attribute) => attribute => Attribute;

    /// With which attribute is a condition shaken off? (`dp.save-attribute`)
    Save { kind: Kind, dc: i32 } asks Book::Save { kind, dc };
    Choice::With(attribute) => attribute => Attribute;

    /// Try to notice what is done in secret? (`dp.detect`)
    Detect { by: Id } asks Book::Detect { by };
    Choice::Yes(yes) => yes => bool;

    /// Try to land well? (`dp.fall-check`)
    FallCheck { dc: i32, metres: i32 } asks Book::FallCheck { dc, metres };
    Choice::Yes(yes) => yes => bool;

    /// A few steps that cost nothing? (`dp.path`)
    Step { metres: i32, to: Option<Square> } asks Book::Step { metres, to };
    Choice::Walk(path) => path => Path;

    /// Once more?
    Again { on: Id } asks Book::Again { on };
    Choice::Yes(yes) => yes => bool;

    /// Where to look? (`dp.facing`)
    Look asks Book::Facing;
    Choice::Face(facing) => facing => Facing;

    /// Let a spell go in another's turn: which, by its number? (`dp.end-concentration`)
    EndSpell asks Book::EndSpell;
    Choice::Act(Act::EndSpell { serial }) => Some(serial),
    Choice::Pass => None => Option<u16>;

    /// Which spell makes room, by its number? (`dp.drop-spell`)
    DropSpell asks Book::DropSpell;
    Choice::Act(Act::EndSpell { serial }) => serial => u16;
}
