//! Two who strike each other with their fists in Generia, held against `generia.py`: a short program of its own, which counts in
//! fractions and knows nothing of tables, trees or states. The figures below are what it prints.

use skirmish_generia::{Ask, BOOK, Choice, Defend, Generia};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Encounters, Id, Notation, Policy, RuleId, Rulebook, Source};

use crate::known::{Known, agrees};

/// Strikes once a turn. Ash dodges; Bran parries, throws the second die, and picks his torso.
struct Fist;

type Setup = <Generia as Rulebook>::Setup;
type State = <Generia as Rulebook>::State;

/// What is typed, as a choice.
fn typed(g: &Setup, s: &State, who: Id, ask: &Ask, words: &str) -> Choice {
    Generia::parse(g, s, who, ask, words).unwrap_or_else(|wrong| panic!("{words}: {}", wrong.why()))
}

impl Policy<Generia> for Fist {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        let foe = Id::new(1 - who.index());
        match ask {
            Ask::Turn if !s.creature(who).spent.attack && s.is_able(foe) => {
                typed(g, s, who, ask, &format!("fist at {}", Generia::name(g, foe)))
            }
            Ask::Turn => Choice::End,
            Ask::Defence(_) if who == Id::new(0) => Choice::Defend(Defend::Dodge),
            Ask::Defence(_) => typed(g, s, who, ask, "parry"),
            Ask::Zone => typed(g, s, who, ask, "torso"),
            Ask::SecondDie { .. } => Choice::Yes(true),
            _ => Generia::standing(g, s, who, ask).unwrap_or(Choice::Pass),
        }
    }
}

const FISTS: &str = r#"
rulebook = "generia"

[map]
width = 2
height = 1

[[combatant]]
name = "Ash"
side = "ash"
at = "A1"
facing = "east"
con = 40
str = 4
dex = 6
per = 2
wl = 4
wt = 3
weapon = [{ name = "fist", pv = 1 }]
av = { torso = 1 }

[[combatant]]
name = "Bran"
side = "bran"
at = "B1"
facing = "west"
con = 40
str = 6
dex = 4
wl = 5
wt = 3
weapon = [{ name = "fist", pv = 3 }]
av = { torso = 2, arms = 1 }
"#;

/// Printed by `python3 crates/odds/tests/whole/generia.py`.
const PRINTED: Known = Known {
    wins: [0.08551655401784129, 0.9144834459821587],
    nobody: 0.0,
    mean: 4.589128112005801,
    rounds: &[0.0, 0.058402777777777776, 0.22165831394990285, 0.26007593127073897],
    gauge: "wounds",
    ends: &[
        ([0, 5], 0.002079262493770405),
        ([1, 5], 0.009849448512242318),
        ([2, 5], 0.02578531546290046),
        ([3, 5], 0.047802527548928116),
        ([4, 0], 0.12058502596444626),
        ([4, 1], 0.24882814536216055),
        ([4, 2], 0.25780445529578794),
        ([4, 3], 0.18374676282188146),
        ([4, 4], 0.10351905653788253),
    ],
};

#[test]
fn fists_of_generia_are_as_worked_out_elsewhere() {
    agrees(skirmish_kernel::Book { plain: || Box::new(Fist), ..BOOK }, &Source::new("fists", FISTS), &PRINTED);
}
