//! Choices in words, both ways: notation, parsing, questions.

use skirmish_bookkit::grammar::{
    Asked, Form, Grammar, Head, Misread, OneOf, Reading, Slot, Tables, WAY_VERBS, Way, cell, number, one_of, part,
    person, said, word,
};
use skirmish_bookkit::{forms, grammar};
use skirmish_grid::Hex;
use skirmish_kernel::{ChoiceView, Id, Notation, Piece, Place, Refusal};

use crate::model::{
    Act, Ask, Cease, Choice, Cost, Elemental, Gait, Path, Setup, State, Target, Time, Trigger, What, When, count,
};
use crate::rules::actions::no_way;
use crate::rules::movement::paths;

pub use skirmish_bookkit::words::capital;

impl Notation for Elemental {
    fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
        let name = &g.sheet(who).name;
        let attack = |serial: u16| match s.flight(serial) {
            Some(flight) => {
                let what = match flight.act.what {
                    What::Ability(index) => g.ability(index).name.as_str(),
                    _ => "attack",
                };
                format!("{}'s {what}", g.sheet(flight.owner).name)
            }
            None => "the attack".into(),
        };
        match *ask {
            Ask::Calm => format!("Combat has not begun. What does {name} do?"),
            Ask::Fatigue { dc } => {
                format!("{name} has kept the binding up for an hour. Go on (Strength check, DC {dc}) or stop?")
            }
            Ask::Initiate { .. } => format!("{name}'s turn ({}). What to initiate?", s.creature(who).spent),
            Ask::Path { gait, hexes, bonus, .. } => {
                let bonus = if bonus > 0 { format!(" and {bonus} bonus") } else { String::new() };
                format!(
                    "Where does {name} go? {}: {}{bonus} this segment",
                    capital(gait.word()),
                    count(hexes, "hex", "hexes")
                )
            }
            Ask::Counter { flight } => {
                format!("{} reaches {name}. Counter on their own turn, or decline?", attack(flight))
            }
            Ask::Reaction { flight } => format!("Does {name} use the Reaction against {}?", attack(flight)),
            Ask::DodgeWhich { flight } => format!("Does {name} spend the Dodge on {}?", attack(flight)),
            Ask::Trigger => format!("What {name} waited for has come. Act now, or hold?"),
            Ask::Unused { .. } => format!("Does {name} trade what is unused for a better rank?"),
            Ask::Reposition { victim } => format!("Into which hex does {name} push {}?", g.sheet(victim).name),
        }
    }

    grammar!();

    fn place_name(_: &Setup, place: Place) -> String {
        match (place.round, place.part) {
            (0, 0) => "before combat".into(),
            (0, _) => "initiative".into(),
            (round, segment) => Time { round, segment }.to_string(),
        }
    }
}

/// The answers to each question.
impl Grammar for Elemental {
    const ALL: Tables<Self> = &[CALM, FATIGUE, TURN, WAY, COUNTER, REACTION, DODGE, TRIGGER, UNUSED, REPOSITION];

    fn forms(ask: &Ask) -> Tables<Self> {
        match ask {
            Ask::Calm => &[CALM, INITIATED],
            Ask::Fatigue { .. } => &[FATIGUE],
            Ask::Initiate { .. } => &[TURN, INITIATED],
            Ask::Path { .. } => &[WAY],
            Ask::Counter { .. } => &[COUNTER, INITIATED],
            Ask::Reaction { .. } => &[REACTION],
            Ask::DodgeWhich { .. } => &[DODGE],
            Ask::Trigger => &[TRIGGER],
            Ask::Unused { .. } => &[UNUSED],
            Ask::Reposition { .. } => &[REPOSITION],
        }
    }

    fn more_verbs() -> Vec<&'static str> {
        Gait::ALL.map(Gait::word).into_iter().chain(STILL.map(|(word, _)| word)).chain(WAY_VERBS).collect()
    }

    fn all_names(g: &Setup) -> Vec<String> {
        g.abilities.iter().map(|ability| ability.name.clone()).collect()
    }

    /// An ability that exists, and that this combatant has not.
    fn unknown(at: Asked<Self>, word: &str) -> Option<Refusal> {
        let (index, ability) = (0u8..).zip(&at.g.abilities).find(|(_, of)| of.name.eq_ignore_ascii_case(word))?;
        // Whoever has it is asked something else.
        let has = at.g.sheet(at.who).attack_with(index).is_some();
        (!has).then(|| Refusal::because(format!("{} has no {}", at.g.sheet(at.who).name, ability.name)))
    }
}

type Forms = &'static [Form<Elemental, Choice>];

const CALM: Forms = forms![Elemental, at;
    ("wait") => (Choice::Wait),
    ("bind") => (Choice::Bind),
    ("rest") => (Choice::Rest),
    ("sneak") => (Choice::Sneak),
];

const FATIGUE: Forms = forms![Elemental, at;
    ("go-on") => (Choice::GoOn(true)),
    ("stop-binding") => (Choice::GoOn(false)),
];

const TURN: Forms = forms![Elemental, at;
    ("pass") => (Choice::Pass),
    ("continue") => (Choice::Continue),
    ("surrender") => (Choice::Cease(Cease::Surrender)),
    ("flee") => (Choice::Cease(Cease::Flee)),
    ("stop-fighting") => (Choice::Cease(Cease::Stop)),
    ("ready", act: part(at, ACTS), "when", trigger: part(at, TRIGGERS)) => (Choice::Ready(act, trigger)),
];

const INITIATED: Forms = forms![Elemental, at; (act: part(at, ACTS)) => (Choice::Act(act))];

const WAY: Forms = forms![Elemental, at;
    ("stay", path = Path::new()) => (Choice::Walk(path)),
    (path: way(at)) => (Choice::Walk(path)),
    ("stop") => (Choice::Stop),
];

const COUNTER: Forms = forms![Elemental, at;
    ("counter", act: part(at, ACTS)) => (Choice::Act(act)),
    ("decline") => (Choice::Decline),
];

const REACTION: Forms = forms![Elemental, at;
    ("reaction") => (Choice::React(true)),
    ("no-reaction") => (Choice::React(false)),
];

const DODGE: Forms = forms![Elemental, at;
    ("spoil") => (Choice::Spoil(true)),
    ("keep-dodge") => (Choice::Spoil(false)),
];

const TRIGGER: Forms = forms![Elemental, at;
    ("fire") => (Choice::Fire(true)),
    ("hold") => (Choice::Fire(false)),
];

const UNUSED: Forms = forms![Elemental, at;
    ("keep") => (Choice::Keep),
    ("up", places: number(1..=u8::MAX, "number of places").or(1)) => (Choice::Up(places)),
    ("top") => (Choice::Top),
];

const REPOSITION: Forms = forms![Elemental, at;
    ("push", ?"to", hex: cell(&at.g.ground.board)) => (Choice::Push(hex)),
    ("to", hex: cell(&at.g.ground.board)) => (Choice::Push(hex)),
];

/// An action: what, what it costs where that is not the usual, Swifts, at what.
const ACTS: &[Form<Elemental, Act>] = forms![Elemental, at;
    (
        what: movement(),
        cost: word::<Cost>().unless(usual_cost(at.g, what)),
        swifts: Swifts,
        target: part(at, TARGETS).unless(Target::Nothing)
    ) => (Act { what, cost, swifts, target }),
    (
        what: Ability(at),
        cost: word::<Cost>().unless(usual_cost(at.g, what)),
        swifts: Swifts,
        target: part(at, TARGETS).unless(Target::Nothing)
    ) => (Act { what, cost, swifts, target }),
];

const TARGETS: &[Form<Elemental, Target>] = forms![Elemental, at;
    ("at", on: person::<Elemental>(at.g)) => (Target::Creature(on)),
    ("at", hex: cell(&at.g.ground.board)) => (Target::Hex(hex)),
    ("to", hex: cell(&at.g.ground.board)) => (Target::To(hex)),
    ("from", hex: cell(&at.g.ground.board), towards: one_of(Piece::Option, DIRECTIONS.into_iter().zip(0..)))
        => (Target::Row(hex, towards)),
];

const TRIGGERS: &[Form<Elemental, Trigger>] = forms![Elemental, at;
    (who: one_of(Piece::Option, [("any", None::<Id>)]), when: word::<When>()) => (Trigger { who, when }),
    (foe: person::<Elemental>(at.g), when: word::<When>()) => (Trigger { who: Some(foe), when }),
];

/// Directions of a row of hexes, clockwise from the east.
pub const DIRECTIONS: [&str; 6] = ["east", "south-east", "south-west", "west", "north-west", "north-east"];

const STILL: [(&str, What); 2] = [("brace", What::Brace), ("stand", What::Stand)];

/// What needs no ability.
fn movement() -> OneOf<'static, What> {
    let go = Gait::ALL.map(|gait| (gait.word(), What::Go(gait)));
    one_of(Piece::Verb, go.into_iter().chain(STILL))
}

/// What an action costs where nothing else is said.
fn usual_cost(g: &Setup, what: What) -> Cost {
    match what {
        What::Ability(index) => g.ability(index).costs.first().copied().unwrap_or(Cost::Standard),
        What::Go(Gait::Step) => Cost::Swift,
        What::Go(_) | What::Stand => Cost::Move,
        What::Brace => Cost::Standard,
    }
}

/// An ability by name: one's own where it is read.
struct Ability<'a>(Asked<'a, Elemental>);

impl Ability<'_> {
    fn own(&self) -> OneOf<'_, What> {
        let g = self.0.g;
        let own = g.sheet(self.0.who).attacks.iter().map(|attack| attack.ability);
        one_of(Piece::Ability, own.map(|index| (g.ability(index).name.as_str(), What::Ability(index))))
    }
}

impl Slot for Ability<'_> {
    type Value = What;

    fn heads(&self, tell: &mut dyn FnMut(Head<'_>)) {
        self.own().heads(tell);
    }

    fn say(&self, what: &What, view: ChoiceView) -> Option<ChoiceView> {
        let What::Ability(index) = *what else { return None };
        Some(view.put(Piece::Ability, &self.0.g.ability(index).name))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<What, Misread> {
        self.own().read(reading)
    }
}

/// `+swift`, once for each Swift that is spent.
struct Swifts;

impl Slot for Swifts {
    type Value = u8;

    fn say(&self, swifts: &u8, view: ChoiceView) -> Option<ChoiceView> {
        Some((0..*swifts).fold(view, |view, _| view.put(Piece::Option, "+swift")))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<u8, Misread> {
        let mut swifts = 0;
        while reading.take("+swift") {
            swifts += 1;
        }
        Ok(swifts)
    }
}

/// The hexes of one segment of a movement.
fn way(at: Asked<'_, Elemental>) -> Way<'_, Hex, Path> {
    let Asked { g, s, who, ask } = at;
    let usual = move |goal| {
        let Ask::Path { gait, hexes, bonus, .. } = *ask else {
            return Err(Refusal::because("nobody asked for a way"));
        };
        let most = u32::from(hexes) + u32::from(bonus);
        let path = paths::way(g, s, who, gait, goal, most);
        if path.is_empty() { Err(Refusal::by(gait.rule(), no_way(g, goal, most))) } else { Ok(path) }
    };
    Way {
        board: &g.ground.board,
        start: s.creature(who).at,
        usual: Box::new(usual),
        cells: |_, path| path.to_vec(),
        through: |_, cells| Path::try_from(cells.as_slice()).ok(),
    }
}

/// An action in notation.
pub fn act_notation(g: &Setup, act: &Act) -> String {
    in_notation(g, ACTS, act)
}

/// A trigger in words.
pub fn trigger_words(g: &Setup, trigger: Trigger) -> String {
    in_notation(g, TRIGGERS, &trigger)
}

/// What is said the same whoever says it, and when.
fn in_notation<C>(g: &Setup, forms: &[Form<Elemental, C>], what: &C) -> String {
    let at = Asked { g, s: &State::default(), who: Id::new(0), ask: &Ask::Calm };
    said(at, forms, what).unwrap_or_default().text
}
