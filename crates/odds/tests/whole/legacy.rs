//! Two who strike each other with their fists in Legacy of Adventure, held against `legacy.py`: a short program of its own, which
//! counts in fractions and knows nothing of tables, trees or states. The figures below are what it prints.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Encounters, Id, Notation, Policy, RuleId, Rulebook, Source};
use skirmish_legacy_of_adventure::{Ask, BOOK, Choice, Legacy};

use crate::known::{Known, agrees};

/// Aggressive whenever it may strike, and strikes with all it has.
struct Fist;

type Setup = <Legacy as Rulebook>::Setup;
type State = <Legacy as Rulebook>::State;

impl Policy<Legacy> for Fist {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        let foe = Legacy::name(g, Id::new(1 - who.index()));
        let typed = |words: &str| {
            Legacy::parse(g, s, who, ask, words).unwrap_or_else(|wrong| panic!("{words}: {}", wrong.why()))
        };
        match ask {
            Ask::Stance => typed("aggressive"),
            Ask::Act | Ask::Exchange { .. } => typed(&format!("punch at {foe}")),
            _ => Legacy::standing(g, s, who, ask).unwrap_or_else(|| panic!("nobody asks for {ask:?} here")),
        }
    }
}

const FISTS: &str = r#"
rulebook = "legacy-of-adventure"

[map]
width = 2
height = 1

[[combatant]]
name = "Ash"
side = "ash"
at = "A1"
strength = 7
constitution = 8
hits = 20
max_hits = 20
skills = { punch = 13 }

[[combatant]]
name = "Bran"
side = "bran"
at = "B1"
strength = 10
constitution = 6
hits = 17
max_hits = 17
skills = { punch = 11 }
"#;

/// Printed by `python3 crates/odds/tests/whole/legacy.py`.
const PRINTED: Known = Known {
    wins: [0.5990669804005393, 0.3309755923998234],
    nobody: 0.06995742719963732,
    mean: 1.8000845286163423,
    rounds: &[0.2812694113297325, 0.6412503793203239, 0.07373629729112688, 0.0036176917330053523],
    gauge: "hits",
    ends: &[
        ([0, 0], 0.06995742719963732),
        ([0, 1], 0.03472985100418814),
        ([0, 2], 0.03835269877674917),
        ([0, 3], 0.03422074379532873),
        ([0, 4], 0.01778387289100766),
        ([0, 5], 0.020105363570156114),
        ([0, 6], 0.026558809230725004),
        ([0, 7], 0.03983821384608751),
        ([0, 8], 0.026558809230725004),
        ([0, 9], 0.018133081007715015),
        ([0, 11], 0.021466144784641605),
        ([0, 12], 0.021466144784641605),
        ([0, 13], 0.021466144784641605),
        ([0, 17], 0.010295714693216199),
        ([1, 0], 0.045763534200585425),
        ([2, 0], 0.053390789900682994),
        ([3, 0], 0.045763534200585425),
        ([4, 0], 0.022881767100292712),
        ([5, 0], 0.0076272557000975705),
        ([6, 0], 0.02473146092334767),
        ([7, 0], 0.04946292184669534),
        ([8, 0], 0.07419438277004302),
        ([9, 0], 0.04946292184669534),
        ([10, 0], 0.02473146092334767),
        ([13, 0], 0.054055967807936596),
        ([14, 0], 0.054055967807936596),
        ([15, 0], 0.054055967807936596),
        ([20, 0], 0.03888904756435636),
    ],
};

#[test]
fn fists_of_legacy_of_adventure_are_as_worked_out_elsewhere() {
    agrees(skirmish_kernel::Book { plain: || Box::new(Fist), ..BOOK }, &Source::new("fists", FISTS), &PRINTED);
}
