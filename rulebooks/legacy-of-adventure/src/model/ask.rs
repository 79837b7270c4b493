//! The questions of the rules, each with the type of its answer.

use arrayvec::ArrayVec;
use skirmish_grid::{Square, Steps};
use skirmish_kernel::{Id, Ids, questions};

use crate::Legacy;
use crate::model::{Attack, Choice, Defend, Drawn, Gait, Incoming, actions, state};

type Book = actions::Ask;

/// Several people and what each is asked.
pub type Asks<Q> = ArrayVec<(Id, Q), { Id::MOST }>;

/// What a blow that is owed or met comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A blow.
    Strike(Attack),
    /// A combat step first.
    Step(Square),
    /// Nothing.
    LetBe,
}

questions! { Legacy:
    /// In a set position: is an ambush declared? (`ruling.ambush-declared`)
    Ambush asks Book::Ambush;
    Choice::Yes(yes) => yes => bool;

    /// Go On-Guard, and with which skill? (`dp.on-guard`)
    OnGuard asks Book::OnGuard;
    Choice::Guard(skill) => skill => Option<u8>;

    /// Announce a general defence, and with which skill? (`dp.general-defend`)
    General asks Book::General;
    Choice::General(skill) => skill => Option<u8>;

    /// Which stance? (`dp.stance`)
    Stance asks Book::Stance;
    Choice::Stance(stance) => stance => state::Stance;

    /// Ready: whose attacks are answered one for one? The others are waited for. (`dp.ready-trade`)
    Trade { foes: Ids } asks Book::Trade { foes };
    Choice::Trade(with) => with => Ids;

    /// What now? (`dp.action`)
    Act asks Book::Act;
    Choice::Act(act) => act => actions::Act;

    /// Both Aggressive: strike at the same moment? (`stance.aggressive.trade`)
    Exchange { with: Id } asks Book::Exchange { with };
    Choice::Act(actions::Act::Attack(attack)) => Reply::Strike(attack),
    Choice::Act(actions::Act::Step(to)) => Reply::Step(to),
    Choice::Pass => Reply::LetBe => Reply;

    /// The blow back. (`dp.ready-trade`)
    Answer { to: Id } asks Book::Answer { to };
    Choice::Act(actions::Act::Attack(attack)) => Reply::Strike(attack),
    Choice::Act(actions::Act::Step(to)) => Reply::Step(to),
    Choice::Pass => Reply::LetBe => Reply;

    /// Where to? Nowhere is a way, too. (`dp.action`)
    Path { gait: Gait, most: u16 } asks Book::Path { gait, most };
    Choice::Walk(steps) => steps => Steps;

    /// A foe lays itself open: strike? (`dp.opportunity`)
    Opportunity { on: Id, drawn: Drawn } asks Book::Opportunity { on, drawn };
    Choice::Act(actions::Act::Attack(attack)) => Some(attack),
    Choice::Pass => None => Option<Attack>;

    /// An attack is about to land: how is it met? (`dp.defend`)
    Defence { incoming: Incoming } asks Book::Defend(incoming);
    Choice::Defend(how) => how => Defend;

    /// Hold on to what is kept up? (`dp.keep-effect`)
    Keep { serial: u16 } asks Book::Keep { serial };
    Choice::Yes(yes) => yes => bool;
}
