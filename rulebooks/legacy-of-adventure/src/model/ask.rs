//! The questions of the rules, each with the type of its answer.

use arrayvec::ArrayVec;
use skirmish_grid::{Square, Steps};
use skirmish_kernel::{Id, Ids, asks};

use crate::Legacy;
use crate::model::{Attack, Choice, Defend, Drawn, Gait, Incoming, actions, state};

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

asks! {
    /// A question.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Ask of Legacy;

    /// In a set position: is an ambush declared? (`ruling.ambush-declared`)
    Ambush as Ambush;
    Choice::Yes(yes) => yes => bool;

    /// Go On-Guard, and with which skill? (`dp.on-guard`)
    OnGuard as OnGuard;
    Choice::Guard(skill) => skill => Option<u8>;

    /// Announce a general defence, and with which skill? (`dp.general-defend`)
    General as General;
    Choice::General(skill) => skill => Option<u8>;

    /// Which stance? (`dp.stance`)
    Stance as Stance;
    Choice::Stance(stance) => stance => state::Stance;

    /// Ready: whose attacks are answered one for one? The others are waited for. (`dp.ready-trade`)
    Trade as Trade {
        /// Who could attack.
        foes: Ids,
    };
    Choice::Trade(with) => with => Ids;

    /// What now? (`dp.action`)
    Act as Act;
    Choice::Act(act) => act => actions::Act;

    /// Both Aggressive: is your own act an attack on that foe? (`stance.aggressive.trade`)
    Exchange as Exchange {
        /// Who has declared one.
        with: Id,
        /// With which of its ways of attacking.
        row: u8,
    };
    Choice::Act(actions::Act::Attack(attack)) => Reply::Strike(attack),
    Choice::Act(actions::Act::Step(to)) => Reply::Step(to),
    Choice::Pass => Reply::LetBe => Reply;

    /// The blow back. (`dp.ready-trade`)
    Answer as Answer {
        /// At whom.
        to: Id,
    };
    Choice::Act(actions::Act::Attack(attack)) => Reply::Strike(attack),
    Choice::Act(actions::Act::Step(to)) => Reply::Step(to),
    Choice::Pass => Reply::LetBe => Reply;

    /// Where to? Nowhere is a way, too. (`dp.action`)
    Path as Path {
        /// How.
        gait: Gait,
        /// Yards at most.
        most: u16,
    };
    Choice::Walk(steps) => steps => Steps;

    /// A foe lays itself open: strike? (`dp.opportunity`)
    Opportunity as Opportunity {
        /// Who.
        on: Id,
        /// By what.
        drawn: Drawn,
    };
    Choice::Act(actions::Act::Attack(attack)) => Some(attack),
    Choice::Pass => None => Option<Attack>;

    /// An attack is about to land: how is it met? (`dp.defend`)
    Defence as Defend(incoming: Incoming);
    Choice::Defend(how) => how => Defend;

    /// Hold on to what is kept up? (`dp.keep-effect`)
    Keep as Keep {
        /// Its number.
        serial: u16,
    };
    Choice::Yes(yes) => yes => bool;
}
