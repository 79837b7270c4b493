//! A small, hard rulebook for the kernel's own tests.
//!
//! Each round everyone takes a stance at once, then acts in order: attack, sweep (everyone in reach), delay (to the end
//! of the order), mark (secretly), pray (luck, perhaps pushed), wait. Who is attacked may parry or riposte; a riposte is
//! an attack before the attack. A lurker is not seen by the others until it attacks.
#![allow(dead_code, unreachable_pub, missing_docs, reason = "each test uses its own part")]

mod rules;
mod text;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_kernel::{
    Book, Catalogue, Embedded, Flow, Id, Ids, Place, Policy, Refusal, Rule, RuleId, Rulebook, Session, Side, Source,
    Table, dice::Rng,
};

pub const MOST: usize = 8;

thread_local! {
    /// How often `step` has been called: what play costs.
    pub static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

macro_rules! catalogue {
    ($($name:ident = $id:literal),* $(,)?) => {
        catalogue!(@consts 0; $($name)*);
        pub const CATALOGUE: Catalogue = Catalogue {
            rules: &[$(Rule { id: $id, title: $id, section: "toy", summary: $id, guidance: None }),*],
            switches: &[],
        };
    };
    (@consts $n:expr; $name:ident $($rest:ident)*) => {
        pub const $name: RuleId = RuleId::new($n);
        catalogue!(@consts $n + 1; $($rest)*);
    };
    (@consts $n:expr;) => {};
}

catalogue! {
    ROUND_START = "round.start",
    STANCE = "stance.choose",
    STANCE_BOLD = "stance.bold",
    ACTION = "turn.action",
    ATTACK = "attack.roll",
    DEFENCE = "defence.roll",
    HIT = "attack.hit",
    MISS = "attack.miss",
    REACT = "react.choose",
    PARRY = "parry.roll",
    PARRIED = "parry.done",
    DAMAGE = "damage.roll",
    SWEEP = "sweep.all",
    DELAY = "order.delay",
    MARK = "mark.secret",
    PRAY = "pray.luck",
    PUSH = "pray.push",
    LUCK = "luck.roll",
    DAZED = "condition.dazed",
    END = "end.last",
    WEARY = "end.weary",
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Toy;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    pub name: String,
    pub side: Side,
    pub hp: i16,
    pub skill: i16,
    pub lurks: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub title: String,
    pub sides: Vec<String>,
    pub sheets: Vec<Sheet>,
    /// The round in which everybody has had enough.
    pub weary: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stance {
    Calm,
    Bold,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    pub round: u16,
    /// The turn within the round; `None` while stances are chosen.
    pub turn: Option<u8>,
    pub order: ArrayVec<Id, MOST>,
    pub hp: ArrayVec<i16, MOST>,
    pub stance: ArrayVec<Stance, MOST>,
    pub dazed: Ids,
    pub reacted: Ids,
    /// Those whom no other side sees.
    pub hidden: Ids,
    /// Who has marked whom: a secret of the marker's side.
    pub marks: ArrayVec<Option<Id>, MOST>,
    pub ended: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    Stance,
    Act,
    React { by: Id },
    Push { luck: u8 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    Stance(Stance),
    Attack(Id),
    Sweep,
    Delay,
    Mark(Id),
    Pray,
    Wait,
    Parry,
    Riposte,
    Take,
    Push,
    Hold,
}

#[derive(Clone, Debug)]
pub enum Event {
    Round(u16),
    Hit { by: Id, on: Id, damage: i16 },
    Missed { by: Id, on: Id },
    Parried { by: Id },
    Delayed(Id),
    Marked { by: Id, on: Id },
    Prayed { by: Id, luck: u8 },
    Dazed(Id),
    Over(RuleId),
}

impl State {
    pub fn up(&self, id: Id) -> bool {
        self.hp[id.index()] > 0
    }
}

impl Setup {
    pub fn side(&self, id: Id) -> Side {
        self.sheets[id.index()].side
    }

    /// The foes whom somebody sees.
    pub fn foes<'a>(&'a self, s: &'a State, who: Id) -> impl Iterator<Item = Id> + 'a {
        let seen = move |id: &Id| s.up(*id) && !s.hidden.has(*id);
        (0..self.sheets.len()).map(Id::new).filter(seen).filter(move |id| self.side(*id) != self.side(who))
    }
}

impl Rulebook for Toy {
    type Setup = Setup;
    type State = State;
    type Ask = Ask;
    type Choice = Choice;
    type Event = Event;
    const CATALOGUE: &'static Catalogue = &CATALOGUE;

    fn begin(g: &Setup) -> State {
        let ids = || (0..g.sheets.len()).map(Id::new);
        State {
            round: 0,
            turn: None,
            order: ids().collect(),
            hp: g.sheets.iter().map(|sheet| sheet.hp).collect(),
            stance: ids().map(|_| Stance::Calm).collect(),
            dazed: Ids::NONE,
            reacted: Ids::NONE,
            hidden: ids().filter(|id| g.sheets[id.index()].lurks).collect(),
            marks: ids().map(|_| None).collect(),
            ended: false,
        }
    }

    fn step<T: Table<Self>>(g: &Setup, s: &mut State, t: &mut T) -> Result<Flow, T::Halt> {
        STEPS.set(STEPS.get() + 1);
        rules::step(g, s, t)
    }

    fn options(g: &Setup, s: &State, who: Id, ask: &Ask, mut yes: impl FnMut(Choice)) {
        match ask {
            Ask::Stance => [Stance::Calm, Stance::Bold].into_iter().map(Choice::Stance).for_each(yes),
            Ask::Act => {
                g.foes(s, who).map(Choice::Attack).for_each(&mut yes);
                g.foes(s, who).map(Choice::Mark).for_each(&mut yes);
                [Choice::Sweep, Choice::Delay, Choice::Pray, Choice::Wait]
                    .into_iter()
                    .filter(|choice| Self::judge(g, s, who, ask, choice).is_ok())
                    .for_each(yes);
            }
            Ask::React { .. } => [Choice::Take, Choice::Parry, Choice::Riposte].into_iter().for_each(yes),
            Ask::Push { .. } => [Choice::Hold, Choice::Push].into_iter().for_each(yes),
        }
    }

    fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Result<(), Refusal> {
        match (ask, choice) {
            (Ask::Act, Choice::Attack(on) | Choice::Mark(on)) => {
                if !s.up(*on) {
                    return Err(Refusal::by(END, format!("{} is down", g.sheets[on.index()].name)));
                }
                if s.hidden.has(*on) && g.side(*on) != g.side(who) {
                    return Err(Refusal::by(ATTACK, format!("{} is not to be seen", g.sheets[on.index()].name)));
                }
                if g.side(*on) == g.side(who) {
                    return Err(Refusal::by(ATTACK, "that is a friend"));
                }
                Ok(())
            }
            (Ask::Act, Choice::Delay) => {
                let last = s.order.last() == Some(&who);
                if last { Err(Refusal::by(DELAY, "nobody is left to wait for")) } else { Ok(()) }
            }
            (Ask::Act, Choice::Sweep | Choice::Pray | Choice::Wait)
            | (Ask::Stance, Choice::Stance(_))
            | (Ask::React { .. }, Choice::Parry | Choice::Riposte | Choice::Take)
            | (Ask::Push { .. }, Choice::Push | Choice::Hold) => Ok(()),
            _ => Err(Refusal::because("this is no answer to that question")),
        }
    }

    fn standing(_: &Setup, _: &State, _: Id, ask: &Ask) -> Option<Choice> {
        match ask {
            Ask::React { .. } => Some(Choice::Take),
            Ask::Push { .. } => Some(Choice::Hold),
            _ => None,
        }
    }

    fn place(s: &State) -> Place {
        let who = s.turn.and_then(|turn| s.order.get(usize::from(turn)).copied());
        Place { round: u32::from(s.round), part: u8::from(s.turn.is_some()), who, nth: u16::from(s.turn.unwrap_or(0)) }
    }

    fn forget(s: &mut State) {
        s.round = 0;
    }

    fn cites(event: &Event, cite: &mut dyn FnMut(RuleId)) {
        cite(match event {
            Event::Round(_) => ROUND_START,
            Event::Hit { .. } => HIT,
            Event::Missed { .. } => MISS,
            Event::Parried { .. } => PARRIED,
            Event::Delayed(_) => DELAY,
            Event::Marked { .. } => MARK,
            Event::Prayed { .. } => PRAY,
            Event::Dazed(_) => DAZED,
            Event::Over(rule) => *rule,
        });
    }

    const RESULTS: &'static [&'static str] = &["is hit", "is missed", "is dazed"];

    fn result(event: &Event) -> Option<(Id, u8)> {
        match event {
            Event::Hit { on, .. } => Some((*on, 0)),
            Event::Missed { on, .. } => Some((*on, 1)),
            Event::Dazed(who) => Some((*who, 2)),
            _ => None,
        }
    }

    fn pass(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        match ask {
            Ask::Stance => Some(Choice::Stance(Stance::Calm)),
            Ask::Act => Some(Choice::Wait),
            _ => Self::standing(g, s, who, ask),
        }
    }

    fn broken_invariant(g: &Setup, s: &State) -> Option<String> {
        (s.order.len() != g.sheets.len()).then(|| format!("{} in the order of {}", s.order.len(), g.sheets.len()))
    }
}

/// Attacks the first foe, parries, stays calm.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Policy<Toy> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match ask {
            Ask::Stance => Choice::Stance(Stance::Calm),
            Ask::Act => g.foes(s, who).next().map_or(Choice::Wait, Choice::Attack),
            Ask::React { .. } => Choice::Parry,
            Ask::Push { .. } => Choice::Hold,
        }
    }
}

pub const DUEL: &str = "rulebook = \"toy\"\ntitle = Duel\nfighter Ada red 10 2\nfighter Bob blue 8 1\n";
pub const BRAWL: &str = "rulebook = \"toy\"\ntitle = Brawl\nfighter Ada red 10 2\nfighter Goblin blue 4 0\n\
    fighter Goblin 3 blue 4 0\nfighter Cid red 6 1\n";

/// Goblin lurks; Gob does not.
pub const AMBUSH: &str = "rulebook = \"toy\"\ntitle = Ambush\nfighter Ada red 10 2\nlurker Goblin blue 4 0\n\
    fighter Gob blue 4 0\nfighter Cid red 6 1\n";

pub const ENCOUNTERS: &[Embedded] = &[Embedded { name: "duel", text: DUEL }, Embedded { name: "brawl", text: BRAWL }];

pub fn book() -> Book<Toy> {
    Book {
        title: "Toy",
        credit: "nobody",
        encounters: ENCOUNTERS,
        content: &[],
        transcripts: &[],
        starter: DUEL,
        plan: "",
        schema: || serde_json::json!({}),
        plain: || Box::new(Plain),
        thinker: skirmish_tactics::thinker,
        simulator: skirmish_kernel::plain_simulator::<Toy, Plain>,
    }
}

pub fn session(encounter: &str, seed: u64) -> Session<Toy> {
    book().session(&Source::new("test", encounter), Some(seed)).expect("the encounter is right")
}
