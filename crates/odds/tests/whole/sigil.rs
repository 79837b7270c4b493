//! Two who strike each other with their fists in Sigil of Uchma, held against a program of its own, `sigil.py`, which goes forward
//! through the fight and counts in fractions; its figures stand below.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Book, Encounters, Id, Notation, Policy, RuleId, Rulebook, Source};
use skirmish_sigil_of_uchma::{Ask, BOOK, Choice, Sigil};

use crate::known::{Known, agrees};

/// Strikes while the other one is conscious.
struct Fist;

type Setup = <Sigil as Rulebook>::Setup;
type State = <Sigil as Rulebook>::State;

impl Policy<Sigil> for Fist {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        let foe = Id::new(1 - who.index());
        match ask {
            Ask::Turn if s.is_able(foe) && !s.done.acted => {
                Sigil::parse(g, s, who, ask, &format!("strike at {}", Sigil::name(g, foe)))
                    .unwrap_or_else(|wrong| panic!("{}", wrong.why()))
            }
            Ask::Turn => Choice::End,
            _ => Sigil::standing(g, s, who, ask).unwrap_or_else(|| panic!("nobody asks for {ask:?} here")),
        }
    }
}

/// Printed by `python3 crates/odds/tests/whole/sigil.py`.
const PRINTED: Known = Known {
    wins: [0.8131852741635313, 0.18681472583646877],
    nobody: 0.0,
    mean: 5.463771199564764,
    rounds: &[
        0.0,
        0.0,
        0.148625,
        0.22141875,
        0.21149625,
        0.1626034375,
        0.10925487890625,
        0.0668531251171875,
        0.03816607090625,
        0.0206490539390625,
        0.010702178536157226,
        0.005355177829334716,
    ],
    gauge: "health",
    ends: &[
        ([-4, 1], 0.11780453711758639),
        ([-4, 5], 0.05672070305661567),
        ([-4, 9], 0.012289485662266727),
        ([1, -3], 0.24457773241079148),
        ([6, -3], 0.34557613528938064),
        ([11, -3], 0.22303140646335912),
    ],
};

#[test]
fn fists_of_sigil_of_uchma_are_as_worked_out_elsewhere() {
    let text = "rulebook = \"sigil-of-uchma\"\n[map]\nwidth = 2\nheight = 1\n\
                [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\ninitiative = 7\nparry = 8\nbase_max_health = 11\n\
                [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nparry = 6\npotency = 1\nbase_max_health = 9\n";
    agrees(Book { plain: || Box::new(Fist), ..BOOK }, &Source::new("fists", text), &PRINTED);
}
