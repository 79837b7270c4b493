//! The forms of all answers.

use skirmish_bookkit::forms;
use skirmish_bookkit::grammar::{Asked, Form, Grammar, Slot, Tables, cell, number, part, person};

use super::slots::{Aims, When, abilities, above, prepared, way};
use crate::model::{Act, Ask, Choice, Parting, Setup, Sigil};

/// What one does in a turn.
const ACTS: &[Form<Sigil, Act>] = forms![Sigil, a;
    (steps: way(a)) => (Act::Walk(steps)),
    ("land", metres = -above(a)) => (Act::Fly(metres)),
    ("down", metres: super::slots::Down) => (Act::Fly(metres)),
    ("up", metres: number(1..=1000i16, "number of metres")) => (Act::Fly(metres)),
    ("run") => (Act::Run),
    ("stand") => (Act::Stand),
    ("drop-prone") => (Act::DropProne),
    ("step-off", "to", to: cell(&a.g.ground.board)) => (Act::StepOff(to)),
    ("prepare", ability: prepared(a), at: super::slots::Zone(a).unless(None), event: When(a).unless(None)) =>
        (Act::Prepare { ability, at, event }),
    ("swap", set: super::slots::Set) => (Act::Swap(set)),
    (ability: abilities(a), aim: Aims(a)) => (Act::Use { ability, aim }),
];

const TURN: &[Form<Sigil, Choice>] = forms![Sigil, a;
    (act: part(a, ACTS)) => (Choice::Act(act)),
    ("end") => (Choice::End),
];

const WILLING: &[Form<Sigil, Choice>] = forms![Sigil, a;
    ("willing") => (Choice::Yes(true)),
    ("unwilling") => (Choice::Yes(false)),
];

const FIRE: &[Form<Sigil, Choice>] = forms![Sigil, a;
    ("fire") => (Choice::Yes(true)),
    ("hold") => (Choice::Yes(false)),
];

const PARTING: &[Form<Sigil, Choice>] = forms![Sigil, a;
    ("stay") => (Choice::Part(Parting::Stay)),
    ("talk") => (Choice::Part(Parting::Speak)),
    ("leave") => (Choice::Part(Parting::Leave)),
    ("flee") => (Choice::Part(Parting::Flee)),
    ("before", other: person::<Sigil>(a.g)) => (Choice::Part(Parting::Before(other))),
];

impl Grammar for Sigil {
    const ALL: Tables<Self> = &[TURN, WILLING, FIRE, PARTING];

    fn forms(ask: &Ask) -> Tables<Self> {
        match ask {
            Ask::Turn => &[TURN],
            Ask::Willing { .. } => &[WILLING],
            Ask::Fire { .. } => &[FIRE],
            Ask::Parting => &[PARTING],
        }
    }

    fn more_verbs() -> Vec<&'static str> {
        let acts = ACTS.iter().filter_map(|form| form.verb);
        acts.chain(skirmish_bookkit::grammar::WAY_VERBS).collect()
    }

    fn all_names(g: &Setup) -> Vec<String> {
        g.abilities.iter().map(|ability| ability.name.clone()).collect()
    }
}

/// Somebody who is asked.
pub(super) type At<'a> = Asked<'a, Sigil>;
