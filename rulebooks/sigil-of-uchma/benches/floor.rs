//! Fights per second of `Autoplay` against a hand-written loop.
//!
//! The loop keeps the book's clock (a start phase, a turn for each, an end phase with death saves) and throws the same dice from
//! the same stream, so both must find the same winners. Both are run in turns; the ratio of the best runs is printed. Nothing is
//! asserted about time.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Embedded, Id};
use skirmish_sigil_of_uchma::{Ask, Choice, Setup, Sigil, State};
use skirmish_suite::benches::{self, Instead, Standing};

/// Two guards with hatchets, beside each other.
const DUEL: Embedded = Embedded {
    name: "floor",
    text: "rulebook = \"sigil-of-uchma\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\ncreature = \"steppe-guard\"\ninitiative = 7\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\ncreature = \"steppe-guard\"\n",
};

const HEALTH: i32 = 80;
const PARRY: i32 = 9;
/// Half of level 2, and the hatchet.
const PRECISION: i32 = 2;
/// Twelve and potency 2, less armor 5.
const DAMAGE: i32 = 9;

/// The same fight, written out. Gives the winner.
fn by_hand(seed: u64, index: u64) -> usize {
    let mut rng = Rng::for_fight(seed, index);
    let mut health = [HEALTH; 2];
    loop {
        for by in [0, 1] {
            let on = 1 - by;
            if health[by] >= 0 && health[on] >= 0 {
                let die = rng.natural(skirmish_kernel::dice::Dice::sum(1, 10).expect("a die"));
                if die + PRECISION >= PARRY || die == 10 {
                    health[on] -= DAMAGE;
                }
            }
        }
        if let Some(down) = health.iter().position(|health| *health < 0) {
            // The save of the first round is thrown before the fight is over.
            rng.natural(skirmish_kernel::dice::Dice::sum(1, 10).expect("a die"));
            return 1 - down;
        }
    }
}

fn main() {
    let session = benches::battle::<Sigil>(&DUEL, 0);
    let strike = |who, text| benches::typed(&session, who, &Ask::Turn, text);
    let strikes = [strike(0, "hack at Bran"), strike(1, "hack at Ash")];
    // Both strike, and stay.
    let blades = Instead(Standing(Choice::End), |_: &Setup, s: &State, who: Id, ask: &Ask| match ask {
        Ask::Turn if s.creature(who).is_up() && !s.done.acted && s.is_able(Id::new(1 - who.index())) => {
            Some(strikes[who.index()])
        }
        Ask::Turn => Some(Choice::End),
        _ => None,
    });
    benches::floor(&session, blades, by_hand);
}
