//! The forms of all answers.

use skirmish_bookkit::forms;
use skirmish_bookkit::grammar::{Direction, Form, Grammar, Slot, Tables, cell, number, one_of, part, person, word};
use skirmish_grid::Steps;
use skirmish_kernel::Piece;

use super::slots::{
    acting, aim, arms, belongings, charm, energy, energy_for, feet, how, lying, magic, moving, own, parts, readied,
    running, spells, theirs, victim, way, with,
};
use crate::model::{Act, Ailment, Ask, Attack, Choice, Deed, Fragments, Gait, Limb, Ready, Setup, Trigger};

/// What one does in a turn.
pub(super) const ACTS: &[Form<Fragments, Act>] = forms![Fragments, a;
    (arm: arms(a), on: aim(a), manner: how(a, arm)) =>
        (Act::Attack { attack: Attack { arm, manner, deed: Deed::Hit }, on }),
    ("push", on: victim(a), arm: with(a), manner: how(a, arm)) =>
        (Act::Attack { attack: Attack { arm, manner, deed: Deed::Push }, on }),
    ("trip", on: victim(a), arm: with(a), manner: how(a, arm)) =>
        (Act::Attack { attack: Attack { arm, manner, deed: Deed::Trip }, on }),
    ("feint", on: victim(a), arm: with(a), manner: how(a, arm)) =>
        (Act::Attack { attack: Attack { arm, manner, deed: Deed::Feint }, on }),
    ("grapple", on: victim(a), arm: with(a), manner: how(a, arm)) =>
        (Act::Attack { attack: Attack { arm, manner, deed: Deed::Grapple }, on }),
    ("disarm", on: victim(a), "of", item: theirs(a, on), arm: with(a), manner: how(a, arm)) =>
        (Act::Attack { attack: Attack { arm, manner, deed: Deed::Disarm(item) }, on }),
    ("break", on: victim(a), what: belongings(a, on), arm: with(a), manner: how(a, arm)) =>
        (Act::Attack { attack: Attack { arm, manner, deed: Deed::Break(what) }, on }),
    ("move") => (Act::Move(Gait::Run)),
    ("fly") => (Act::Move(Gait::Fly)),
    ("swim") => (Act::Move(Gait::Swim)),
    ("climb") => (Act::Move(Gait::Climb)),
    ("burrow") => (Act::Move(Gait::Burrow)),
    ("push-off", way: Direction, feet: number(5..=1000, "number of feet").unless(0)) => (Act::PushOff(way, feet)),
    ("jump", "to", to: cell(&a.g.ground.board), prepared: one_of(Piece::Option, [("prepared", true)]).unless(false)) =>
        (Act::Jump { to, prepared }),
    ("stand") => (Act::Stand),
    ("crawl", "to", to: cell(&a.g.ground.board)) => (Act::Crawl(to)),
    ("dodge") => (Act::Dodge),
    ("focus") => (Act::Focus),
    ("cast", spell: spells(a), effect: energy(), duration: energy_for("duration"), range: energy_for("range"),
        area: energy_for("area"), on: aim(a)) =>
        (Act::Cast { spell, power: [effect, duration, range, area], item: None, at: on }),
    ("cast", item: magic(a), spell = charm(a, item).0, power = charm(a, item).1, on: aim(a)) =>
        (Act::Cast { item: Some(item), spell, power, at: on }),
    ("control", spell: running(a), on: aim(a)) => (Act::Control { number: spell, at: on }),
    ("command", whom: person::<Fragments>(a.g)) => (Act::Command(whom)),
    ("ready", act: readied(a), "when", whom: anybody(a), when: word::<Trigger>()) =>
        (Act::Ready(Ready { act, when, whom })),
    ("intimidate", on: victim(a)) => (Act::Intimidate(on)),
    ("medicine", on: person::<Fragments>(a.g)) => (Act::Medicine(on)),
    ("sneak") => (Act::Sneak),
    ("search") => (Act::Search),
    ("volley", item: own(a), "at", to: cell(&a.g.ground.board)) => (Act::Volley { item, at: to }),
    ("draw", item: own(a)) => (Act::Draw(item)),
    ("pick-up", item: lying(a)) => (Act::PickUp(item)),
    ("mount", on: person::<Fragments>(a.g)) => (Act::Mount(on)),
    ("dismount", "to", to: cell(&a.g.ground.board)) => (Act::Dismount(to)),
    ("handle") => (Act::Handle),
    ("choke") => (Act::Choke),
    ("put-out-fire") => (Act::PutOut),
    ("stabilize") => (Act::Stabilize),
    ("drop", item: own(a)) => (Act::Drop(item)),
    ("drop-prone") => (Act::DropProne),
    ("release") => (Act::Release),
    ("land") => (Act::Land),
];

const TURN: &[Form<Fragments, Choice>] = forms![Fragments, a;
    (act: part(a, ACTS)) => (Choice::Act(act)),
    ("let", whom: person::<Fragments>(a.g), act: part(acting(a, whom), ACTS)) => (Choice::Let(whom, act)),
    ("delay") => (Choice::Delay),
    ("end") => (Choice::End),
];

const ENTER: &[Form<Fragments, Choice>] = forms![Fragments, a;
    ("enter") => (Choice::Yes(true)),
    ("wait") => (Choice::Yes(false)),
];

const PATH: &[Form<Fragments, Choice>] = forms![Fragments, a;
    ("stay", steps = Steps::new(), climb = 0, on = false) => (Choice::Walk { steps, climb, on }),
    (steps: way(a), climb = 0, on = false) => (Choice::Walk { steps, climb, on }),
    ("first", climb = 0, on = true, steps: way(a)) => (Choice::Walk { steps, climb, on }),
    ("up", climb: feet(1), on: first(), steps: way(a).unless(Steps::new())) => (Choice::Walk { steps, climb, on }),
    ("down", climb: feet(-1), on: first(), steps: way(a).unless(Steps::new())) => (Choice::Walk { steps, climb, on }),
    ("jump", "to", to: cell(&a.g.ground.board)) => (Choice::Act(Act::Jump { to, prepared: false })),
    ("drop", item: own(moving(a))) => (Choice::Act(Act::Drop(item))),
    ("drop-prone") => (Choice::Act(Act::DropProne)),
    ("release") => (Choice::Act(Act::Release)),
];

/// `first`: there is more of the way to come.
fn first() -> impl Slot<Value = bool> {
    one_of(Piece::Option, [("first", true)]).unless(false)
}

const PUSH: &[Form<Fragments, Choice>] = forms![Fragments, a;
    (way: Direction, feet: number(0..=60, "number of feet")) => (Choice::Feet(way, feet)),
];

const AWAY: &[Form<Fragments, Choice>] = forms![Fragments, a;
    (way: Direction) => (Choice::Way(way)),
];

const FLING: &[Form<Fragments, Choice>] = forms![Fragments, a;
    ("fling", way: Direction) => (Choice::Fling(Some(way))),
    ("take") => (Choice::Fling(None)),
];

const FORGO: &[Form<Fragments, Choice>] = forms![Fragments, a;
    ("allow") => (Choice::Yes(true)),
    ("resist") => (Choice::Yes(false)),
];

const FIRE: &[Form<Fragments, Choice>] = forms![Fragments, a;
    ("now") => (Choice::Yes(true)),
    ("let-pass") => (Choice::Yes(false)),
];

const CATCH: &[Form<Fragments, Choice>] = forms![Fragments, a;
    ("catch") => (Choice::Yes(true)),
    ("fall") => (Choice::Yes(false)),
];

const LIMB: &[Form<Fragments, Choice>] = forms![Fragments, a;
    ("arm") => (Choice::Limb(Limb::Arm)),
    ("natural-weapon") => (Choice::Limb(Limb::Natural)),
    (part: parts(a)) => (Choice::Limb(Limb::Part(part))),
];

const PART: &[Form<Fragments, Choice>] = forms![Fragments, a;
    ("to", to: cell(&a.g.ground.board)) => (Choice::Cell(to)),
];

const NEXT: &[Form<Fragments, Choice>] = forms![Fragments, a;
    (ailment: one_of(Piece::Verb, Ailment::ALL.map(|one| (one.word(), one)))) => (Choice::Next(ailment)),
];

/// Somebody, or anybody of the foes.
fn anybody(a: super::slots::At<'_>) -> impl Slot<Value = Option<skirmish_kernel::Id>> {
    super::slots::Anybody(a)
}

impl Grammar for Fragments {
    const ALL: Tables<Self> = &[TURN, ENTER, PATH, PUSH, AWAY, FLING, FORGO, FIRE, CATCH, LIMB, PART, NEXT];

    fn forms(ask: &Ask) -> Tables<Self> {
        match ask {
            Ask::Turn => &[TURN],
            Ask::Enter => &[ENTER],
            Ask::Path { .. } => &[PATH],
            Ask::Push { .. } => &[PUSH],
            Ask::Away { .. } => &[AWAY],
            Ask::Fling { .. } => &[FLING],
            Ask::Forgo { .. } => &[FORGO],
            Ask::Fire { .. } => &[FIRE],
            Ask::Catch { .. } => &[CATCH],
            Ask::Limb { .. } => &[LIMB],
            Ask::Part { .. } => &[PART],
            Ask::Next { .. } => &[NEXT],
        }
    }

    fn more_verbs() -> Vec<&'static str> {
        let acts = ACTS.iter().filter_map(|form| form.verb);
        let ailments = Ailment::ALL.map(Ailment::word);
        acts.chain(super::FACINGS).chain(ailments).chain(skirmish_bookkit::grammar::WAY_VERBS).collect()
    }

    fn all_names(g: &Setup) -> Vec<String> {
        let weapons = g.weapons.iter().map(|weapon| weapon.name.clone());
        weapons.collect()
    }
}
