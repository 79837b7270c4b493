//! The questions of the rules, each with the type of its answer.

use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Id, asks};

use crate::model::{Act, Attribute, Choice, Defend, Generia, Incoming, Kind, Occasion, Path};

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

asks! {
    /// A question.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum Ask of Generia;

    /// Your turn, or what is left of it. (`dp.turn`)
    TakeTurn as Turn;
    Choice::Act(act) => Turn::Act(act),
    Choice::End => Turn::End => Turn;

    /// Which way, and unseen? (`dp.path`)
    Way as Path {
        /// Whose feet: the mount's where it moves.
        mover: Id,
        /// Metres.
        metres: i32,
    };
    Choice::Walk(path) => (path, false),
    Choice::Sneak(path) => (path, true) => (Path, bool);

    /// An attack comes: how is it met? (`dp.defence`)
    Defence as Defence(incoming: Incoming);
    Choice::Defend(how) => how => Defend;

    /// A reaction, with an arm where it strikes? (`dp.reaction`)
    Reaction as Reaction(occasion: Occasion);
    Choice::React(ability, arm) => Some((ability, arm)),
    Choice::Pass => None => Option<(u8, Option<u8>)>;

    /// A partial parry: which zone? (`dp.zone`)
    Zone as Zone;
    Choice::Zone(zone) => zone => crate::model::Zone;

    /// Throw the second die? (`dp.second-die`)
    SecondDie as SecondDie {
        /// What it must reach.
        against: i32,
    };
    Choice::Yes(yes) => yes => bool;

    /// What after the parry? (`dp.after-parry`)
    AfterTheParry as AfterParry {
        /// Whose attack it was.
        attacker: Id,
        /// The arm that parried.
        arm: u8,
    };
    Choice::Penalty => AfterParry::Penalty,
    Choice::Walk(path) => AfterParry::Walk(path),
    Choice::Counter(with) => AfterParry::Counter(with),
    Choice::Pass => AfterParry::Nothing => AfterParry;

    /// With which attribute is concentration held? (`dp.concentration-save`)
    Concentration as Concentration {
        /// What must be reached.
        dc: i32,
    };
    Choice::With(attribute) => attribute => Attribute;

    /// With which attribute is a condition shaken off? (`dp.save-attribute`)
    Save as Save {
        /// Which.
        kind: Kind,
        /// What must be reached.
        dc: i32,
    };
    Choice::With(attribute) => attribute => Attribute;

    /// Try to notice what somebody did in secret? (`dp.detect`)
    Detect as Detect {
        /// Who.
        by: Id,
    };
    Choice::Yes(yes) => yes => bool;

    /// Try to land well? (`dp.fall-check`)
    FallCheck as FallCheck {
        /// What must be reached.
        dc: i32,
        /// Metres.
        metres: i32,
    };
    Choice::Yes(yes) => yes => bool;

    /// Move a few steps for free, before or after an attack. (abilities Dancer, Kite, Lunge)
    Step as Step {
        /// Metres.
        metres: i32,
        /// To this cell and to no other, where one may only step back.
        to: Option<Square>,
    };
    Choice::Walk(path) => path => Path;

    /// Strike once more, for energy? (ability Butcher)
    Again as Again {
        /// Whom.
        on: Id,
    };
    Choice::Yes(yes) => yes => bool;

    /// Where to look when the turn ends. (`dp.facing`)
    Look as Facing;
    Choice::Face(facing) => facing => Facing;

    /// Let a spell go in another's turn: which, by its number? (`dp.end-concentration`)
    EndSpell as EndSpell;
    Choice::Act(Act::EndSpell { serial }) => Some(serial),
    Choice::Pass => None => Option<u16>;

    /// One spell too many is kept up: which ends? (`dp.drop_spell`)
    DropSpell as DropSpell;
    Choice::Act(Act::EndSpell { serial }) => serial => u16;
}
