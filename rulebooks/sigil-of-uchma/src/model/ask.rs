//! The questions of the rules, each with the type of its answer.

use skirmish_kernel::{Id, questions};

use crate::model::{Act, Choice, Parting, Sigil, acts};

type Book = acts::Ask;

questions! { Sigil:
    /// What now? Nothing where the turn ends. (`turn.groups`, `summon.control`)
    TakeTurn asks Book::Turn;
    Choice::Act(act) => Some(act),
    Choice::End => None => Option<Act>;

    /// Let an ally do it, without a roll? (`precision.when`)
    Willing { by: Id, ability: u8 } asks Book::Willing { by, ability };
    Choice::Yes(yes) => yes => bool;

    /// Do what was prepared? (`prepared.trigger`)
    Fire { on: Id } asks Book::Fire { on };
    Choice::Yes(yes) => yes => bool;

    /// Stay, leave, talk? (`round.end-phase`)
    Part asks Book::Parting;
    Choice::Part(parting) => parting => Parting;
}
