//! A small, hard rulebook for the kernel's own tests.
//!
//! Each round everyone takes a stance at once, then acts in order: attack, sweep (everyone in reach), delay (to the end
//! of the order), mark (secretly), pray (luck, perhaps pushed), wait. Who is attacked may parry or riposte; a riposte is
//! an attack before the attack. A lurker is not seen by the others until it attacks.
//!
//! A beast comes when its caller calls it, springs at somebody at once, and goes after two rounds or when its caller falls.
//! Whoever has another form may take it for two rounds: hit points and skill are the form's then, everything else stays. It
//! ends when the form has no hit points left (what goes beyond them hurts its owner), or when its owner sheds it, who may do
//! so while a blow is on its way.
#![allow(dead_code, unused_imports, unreachable_pub, missing_docs, reason = "each test uses its own part")]

mod faults;
mod rules;
mod text;

use arrayvec::ArrayVec;
pub use faults::{Fault, with_fault};
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
    CALL = "call.beast",
    SPRING = "call.spring",
    GO = "call.go",
    SHAPE = "shape.take",
    SHED = "shape.shed",
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
    /// Who calls it, if it is a beast.
    pub caller: Option<Id>,
    /// Another form that it can take.
    pub form: Option<Form>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    pub name: String,
    pub hp: i16,
    pub skill: i16,
}

/// How long a called beast stays, and a form is worn: so many rounds begin.
pub const ROUNDS: u8 = 2;

/// What somebody in another form will be again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Worn {
    /// Its own hit points.
    pub kept: i16,
    /// Rounds that it has the form for.
    pub rounds: u8,
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
    pub there: Ids,
    /// Beasts that can be called: a secret of their side.
    pub ready: Ids,
    /// Rounds that a beast stays.
    pub stays: ArrayVec<u8, MOST>,
    /// Who is in another form.
    pub worn: ArrayVec<Option<Worn>, MOST>,
    pub ended: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    Stance,
    Act,
    /// Of a beast that has just come: at whom?
    Spring,
    React {
        by: Id,
    },
    Push {
        luck: u8,
    },
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
    Call(Id),
    Shift,
    Shed,
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
    Came { by: Id, who: Id },
    Went(Id),
    Shaped(Id),
    Shed(Id),
    Over(RuleId),
}

impl State {
    pub fn up(&self, id: Id) -> bool {
        self.there.has(id) && self.hp[id.index()] > 0
    }

    pub fn is_worn(&self, id: Id) -> bool {
        self.worn[id.index()].is_some()
    }
}

impl Setup {
    pub fn side(&self, id: Id) -> Side {
        self.sheets[id.index()].side
    }

    pub fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        (0..self.sheets.len()).map(Id::new)
    }

    /// As a form or by itself.
    pub fn skill(&self, s: &State, id: Id) -> i16 {
        let sheet = &self.sheets[id.index()];
        sheet.form.as_ref().filter(|_| s.is_worn(id)).map_or(sheet.skill, |form| form.skill)
    }

    /// The beasts that somebody can call now.
    pub fn beasts<'a>(&'a self, s: &'a State, who: Id) -> impl Iterator<Item = Id> + 'a {
        self.ids().filter(move |id| self.sheets[id.index()].caller == Some(who) && s.ready.has(*id))
    }

    /// The foes whom somebody sees.
    pub fn foes<'a>(&'a self, s: &'a State, who: Id) -> impl Iterator<Item = Id> + 'a {
        let up = move |id: Id| s.up(id) || Fault::ListsTheAbsent.is_on() && !s.there.has(id);
        let seen = move |id: &Id| up(*id) && !s.hidden.has(*id);
        self.ids().filter(seen).filter(move |id| self.side(*id) != self.side(who))
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
        let ids = || g.ids();
        let comes = |id: &Id| g.sheets[id.index()].caller.is_some();
        State {
            round: 0,
            turn: None,
            order: ids().filter(|id| !comes(id)).collect(),
            hp: g.sheets.iter().map(|sheet| if sheet.caller.is_none() { sheet.hp } else { 0 }).collect(),
            stance: ids().map(|_| Stance::Calm).collect(),
            dazed: Ids::NONE,
            reacted: Ids::NONE,
            hidden: ids().filter(|id| g.sheets[id.index()].lurks).collect(),
            marks: ids().map(|_| None).collect(),
            there: ids().filter(|id| !comes(id)).collect(),
            ready: ids().filter(comes).collect(),
            stays: ids().map(|_| 0).collect(),
            worn: ids().map(|_| None).collect(),
            ended: false,
        }
    }

    fn step<T: Table<Self>>(g: &Setup, s: &mut State, t: &mut T) -> Result<Flow, T::Halt> {
        STEPS.set(STEPS.get() + 1);
        rules::step(g, s, t)
    }

    fn options(g: &Setup, s: &State, who: Id, ask: &Ask, yes: &mut dyn FnMut(Choice)) {
        match ask {
            Ask::Stance => [Stance::Calm, Stance::Bold].into_iter().map(Choice::Stance).for_each(yes),
            Ask::Act => {
                g.foes(s, who).map(Choice::Attack).for_each(&mut *yes);
                g.foes(s, who).map(Choice::Mark).for_each(&mut *yes);
                g.beasts(s, who).map(Choice::Call).for_each(&mut *yes);
                [Choice::Shift, Choice::Sweep, Choice::Delay, Choice::Pray, Choice::Wait]
                    .into_iter()
                    .filter(|choice| Self::judge(g, s, who, ask, choice).is_ok())
                    .for_each(yes);
            }
            Ask::Spring => g.foes(s, who).map(Choice::Attack).chain([Choice::Wait]).for_each(yes),
            Ask::React { .. } => {
                let shed = s.is_worn(who).then_some(Choice::Shed);
                [Choice::Take, Choice::Parry, Choice::Riposte].into_iter().chain(shed).for_each(yes);
            }
            Ask::Push { .. } => [Choice::Hold, Choice::Push].into_iter().for_each(yes),
        }
    }

    fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Result<(), Refusal> {
        match (ask, choice) {
            (Ask::Act, Choice::Attack(on) | Choice::Mark(on)) | (Ask::Spring, Choice::Attack(on)) => {
                let takes_the_absent = Fault::ListsTheAbsent.is_on() || Fault::TakesTheAbsent.is_on();
                if !s.there.has(*on) && !takes_the_absent {
                    return Err(Refusal::by(CALL, format!("{} is not there", g.sheets[on.index()].name)));
                }
                if s.there.has(*on) && !s.up(*on) {
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
            (Ask::Act, Choice::Call(beast)) => {
                let own = g.beasts(s, who).any(|own| own == *beast);
                if own { Ok(()) } else { Err(Refusal::by(CALL, "that one does not come")) }
            }
            (Ask::Act, Choice::Shift) => {
                let can = g.sheets[who.index()].form.is_some() && !s.is_worn(who);
                if can { Ok(()) } else { Err(Refusal::by(SHAPE, "there is no other form to take")) }
            }
            (Ask::React { .. }, Choice::Shed) if s.is_worn(who) => Ok(()),
            (Ask::Spring, Choice::Wait)
            | (Ask::Act, Choice::Sweep | Choice::Pray | Choice::Wait)
            | (Ask::Stance, Choice::Stance(_))
            | (Ask::React { .. }, Choice::Parry | Choice::Riposte | Choice::Take)
            | (Ask::Push { .. }, Choice::Push | Choice::Hold) => Ok(()),
            _ => Err(Refusal::because("this is no answer to that question")),
        }
    }

    fn standing(_: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        match ask {
            Ask::React { .. } if Fault::StandsByTheMarks.is_on() && s.marks.contains(&Some(who)) => Some(Choice::Parry),
            Ask::React { .. } => Some(Choice::Take),
            Ask::Push { .. } => Some(Choice::Hold),
            _ => None,
        }
    }

    fn place(s: &State) -> Place {
        let turn = usize::from(s.turn.unwrap_or(0));
        let who = s.turn.and_then(|_| s.order.get(turn).copied());
        // Beasts do not count: whether one has come must not rename the turns of the others.
        let before = s.order.iter().take(turn).filter(|id| s.stays[id.index()] == 0).count();
        Place { round: u32::from(s.round), part: u8::from(s.turn.is_some()), who, nth: before as u16 }
    }

    fn forget(s: &mut State) {
        s.round = 0;
        if Fault::ForgetsHowLong.is_on() {
            s.stays.iter_mut().for_each(|stays| *stays = (*stays).min(1));
        }
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
            Event::Came { .. } => CALL,
            Event::Went(_) => GO,
            Event::Shaped(_) => SHAPE,
            Event::Shed(_) => SHED,
            Event::Over(rule) => *rule,
        });
    }

    const RESULTS: &'static [&'static str] = &["is hit", "is missed", "is dazed"];
    const OPPOSITES: &'static [(u8, u8)] = &[(0, 1)];

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
            Ask::Act | Ask::Spring => Some(Choice::Wait),
            _ => Self::standing(g, s, who, ask),
        }
    }

    fn broken_invariant(g: &Setup, s: &State) -> Option<String> {
        let ordered: Ids = s.order.iter().copied().collect();
        if ordered != s.there || s.order.len() != s.there.len() {
            return Some(format!("{:?} are in the order, and {:?} there", s.order, s.there));
        }
        if let Some(id) = g.ids().find(|id| !s.there.has(*id) && *s != rules::without(s, *id)) {
            return Some(format!("{id:?} is not there, and something is left of it"));
        }
        let alone = |id: &Id| g.sheets[id.index()].caller.is_some_and(|caller| s.there.has(*id) && !s.up(caller));
        g.ids().find(alone).map(|id| format!("{id:?} stays without its caller"))
    }
}

/// Attacks the first foe, parries, stays calm.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Policy<Toy> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match ask {
            Ask::Stance => Choice::Stance(Stance::Calm),
            Ask::Act => {
                let form = g.sheets[who.index()].form.as_ref().filter(|_| !s.is_worn(who)).map(|_| Choice::Shift);
                let attack = || g.foes(s, who).next().map_or(Choice::Wait, Choice::Attack);
                g.beasts(s, who).next().map(Choice::Call).or(form).unwrap_or_else(attack)
            }
            Ask::Spring => g.foes(s, who).next().map_or(Choice::Wait, Choice::Attack),
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

/// Ada can call a wolf; Bob can become a bear.
pub const HUNT: &str = "rulebook = \"toy\"\ntitle = Hunt\nfighter Ada red 10 2\nbeast Wolf Ada 3 1\n\
    fighter Bob blue 8 1\nform Bear Bob 5 4\n";

/// Both sides have beasts, one of them two.
pub const MENAGERIE: &str = "rulebook = \"toy\"\ntitle = Menagerie\nbeast Hawk Ada 2 3\nfighter Ada red 5 2\n\
    form Boar Ada 4 0\nfighter Bob blue 4 1\nbeast Wolf Bob 3 1\nbeast Wolfhound Bob 2 0\n";

pub const ENCOUNTERS: &[Embedded] = &[
    Embedded { name: "duel", text: DUEL },
    Embedded { name: "brawl", text: BRAWL },
    Embedded { name: "hunt", text: HUNT },
];

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
        exchange: None,
        plain: || Box::new(Plain),
        thinker: skirmish_tactics::thinker,
        simulator: skirmish_kernel::plain_simulator::<Toy, Plain>,
    }
}

pub fn session(encounter: &str, seed: u64) -> Session<Toy> {
    book().session(&Source::new("test", encounter), Some(seed)).expect("the encounter is right")
}
