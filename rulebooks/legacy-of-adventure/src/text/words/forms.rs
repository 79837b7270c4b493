//! The forms of all answers.

use skirmish_bookkit::forms;
use skirmish_bookkit::grammar::{Form, Grammar, Tables, WAY_VERBS, cell, part};
use skirmish_grid::Steps;
use skirmish_kernel::{Ids, Refusal};

use super::attacks::{Blow, Charge};
use super::slots::{At, Averting, Foes, Looking, On, Walking, arm, skill, way};
use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{Act, Ask, Choice, Defend, Effect, Gait, Kind, Setup, Spot, Stance};

type Forms = &'static [Form<Legacy, Choice>];

impl Grammar for Legacy {
    const ALL: Tables<Self> =
        &[TURN, AMBUSH, ON_GUARD, GENERAL, STANCE, TRADE, NOT_NOW, LET_BE, PASS, STEP, STRIKE, PATH, DEFEND, KEEP];

    fn forms(ask: &Ask) -> Tables<Self> {
        match ask {
            Ask::Ambush => &[AMBUSH],
            Ask::OnGuard => &[ON_GUARD],
            Ask::General => &[GENERAL],
            Ask::Stance => &[STANCE],
            Ask::Trade { .. } => &[TRADE],
            Ask::Act => &[TURN],
            Ask::Exchange { .. } => &[NOT_NOW, STEP, STRIKE],
            Ask::Answer { .. } => &[LET_BE, STEP, STRIKE],
            Ask::Opportunity { .. } => &[PASS, STRIKE],
            Ask::Path { .. } => &[PATH],
            Ask::Defend(_) => &[DEFEND],
            Ask::Keep { .. } => &[KEEP],
        }
    }

    fn more_verbs() -> Vec<&'static str> {
        ACTS.iter().filter_map(|form| form.verb).chain(WAY_VERBS).chain(["melee", "ranged", "at"]).collect()
    }

    fn all_names(g: &Setup) -> Vec<String> {
        let abilities = g.abilities.iter().map(|ability| ability.name.as_str());
        let weapons = g.weapons.iter().map(|weapon| weapon.name.as_str());
        let spots = Spot::NAMED.iter().map(|spot| spot.word());
        spots.chain(abilities).chain(weapons).map(str::to_owned).collect()
    }

    /// Something that is known, and is nothing to be done now.
    fn unknown(at: At, word: &str) -> Option<Refusal> {
        let all = at.g.known(at.who).map(|(_, known)| known.name.as_str());
        let name = skirmish_kernel::words::complete(word, all).ok()?;
        let (_, known) = at.g.known(at.who).find(|(_, known)| known.name == name)?;
        match (at.ask, known.kind) {
            (Ask::Act | Ask::Exchange { .. } | Ask::Answer { .. } | Ask::Opportunity { .. }, Kind::Defend) => {
                let why = format!("`{name}` meets attacks, and is asked for when one comes");
                Some(Refusal::by(rule::DEFEND_ACTIVE, why))
            }
            (Ask::Exchange { .. } | Ask::Answer { .. } | Ask::Opportunity { .. }, _) => {
                Some(Refusal::because(format!("`{name}` is nothing to be done now: an attack is wanted")))
            }
            _ => None,
        }
    }
}

const TURN: Forms = forms![Legacy, at; (act: part(at, ACTS)) => (Choice::Act(act))];

const ACTS: &[Form<Legacy, Act>] = forms![Legacy, at;
    ("move", gait: Walking) => (Act::Move(gait)),
    ("step", to: cell(&at.g.ground.board)) => (Act::Step(to)),
    ("draw", which: arm(at, "draw")) => (Act::Draw(which)),
    ("drop", which: arm(at, "drop")) => (Act::Drop(which)),
    ("pick", which: arm(at, "pick")) => (Act::Pick(which)),
    ("stand") => (Act::Stand),
    ("stop") => (Act::Stop),
    ("surrender") => (Act::Surrender),
    ("throw", act: Blow { at, is_thrown: true }) => (act),
    (act: Blow { at, is_thrown: false }) => (act),
    (ability: skill(at, |known| known.effect == Effect::Charge), attack: Charge(at, ability))
        => (Act::Move(Gait::Charge { ability, attack })),
    (ability: skill(at, |known| known.effect == Effect::Disengage)) => (Act::Move(Gait::Disengage { ability })),
    (ability: skill(at, |known| known.effect == Effect::Search), what: Looking(at, ability))
        => (Act::Search { ability, what }),
    (ability: skill(at, |known| known.effect == Effect::Hide)) => (Act::Hide(ability)),
    (ability: skill(at, |known| known.effect == Effect::Rise)) => (Act::KickUp(ability)),
    (ability: skill(at, |known| known.helps()), on: On(at, ability)) => (Act::Use { ability, on }),
];

const STRIKE: Forms = forms![Legacy, at;
    ("throw", act: Blow { at, is_thrown: true }) => (Choice::Act(act)),
    (act: Blow { at, is_thrown: false }) => (Choice::Act(act)),
];

const STEP: Forms = forms![Legacy, at; ("step", to: cell(&at.g.ground.board)) => (Choice::Act(Act::Step(to)))];

const NOT_NOW: Forms = forms![Legacy, at; ("not-now") => (Choice::Pass)];

const LET_BE: Forms = forms![Legacy, at; ("let-it-be") => (Choice::Pass)];

const PASS: Forms = forms![Legacy, at; ("pass") => (Choice::Pass)];

const AMBUSH: Forms = forms![Legacy, at;
    ("ambush") => (Choice::Yes(true)),
    ("wait") => (Choice::Yes(false)),
];

const ON_GUARD: Forms = forms![Legacy, at;
    ("guard", ability: skill(at, |known| known.kind == Kind::Defend).announced("guard"))
        => (Choice::Guard(Some(ability))),
    ("no-guard") => (Choice::Guard(None)),
];

const GENERAL: Forms = forms![Legacy, at;
    ("general", ability: skill(at, |known| known.kind == Kind::Defend).announced("general"))
        => (Choice::General(Some(ability))),
    ("no-general") => (Choice::General(None)),
];

const STANCE: Forms = forms![Legacy, at;
    ("aggressive") => (Choice::Stance(Stance::Aggressive)),
    ("ready") => (Choice::Stance(Stance::Ready)),
    ("defensive") => (Choice::Stance(Stance::Defensive)),
    ("hold") => (Choice::Stance(Stance::Hold)),
];

const TRADE: Forms = forms![Legacy, at;
    ("wait", with = Ids::NONE) => (Choice::Trade(with)),
    ("trade", with: Foes(at)) => (Choice::Trade(with)),
];

const PATH: Forms = forms![Legacy, at;
    ("stay", steps = Steps::new()) => (Choice::Walk(steps)),
    (steps: way(at)) => (Choice::Walk(steps)),
];

const DEFEND: Forms = forms![Legacy, at;
    ("no-defence") => (Choice::Defend(Defend::None)),
    ("on-guard", arm: Averting(at, None)) => (Choice::Defend(Defend::Guard { arm })),
    (ability: skill(at, |known| known.kind == Kind::Defend), arm: Averting(at, Some(ability)))
        => (Choice::Defend(Defend::Skill { ability, arm })),
];

// The table's own `roll` gives dice, so the answer has a word of its own; said with a name, both are understood.
const KEEP: Forms = forms![Legacy, at;
    ("keep") => (Choice::Yes(true)),
    ("let-go") => (Choice::Yes(false)),
    ("roll") => (Choice::Yes(true)),
];
