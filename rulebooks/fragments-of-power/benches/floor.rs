//! Fights per second of `Autoplay` against a hand-written loop.
//!
//! The loop keeps the book's clock (initiative with its ties, three actions in each turn) and throws the same dice from the
//! same stream, so both must find the same winners. Both are run in turns; the ratio of the best runs is printed. Nothing is
//! asserted about time.

use skirmish_fragments_of_power::{Ask, Choice, Fragments, State};
use skirmish_kernel::dice::{Dice, Reading, Rng};
use skirmish_kernel::{Embedded, Id, Rulebook};
use skirmish_suite::benches::{self, Instead, Standing};

type Setup = <Fragments as Rulebook>::Setup;

/// Two guards with swords, in reach of each other.
const DUEL: Embedded = Embedded {
    name: "floor",
    text: "rulebook = \"fragments-of-power\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\ncreature = \"guard\"\nlevel = 3\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\ncreature = \"guard\"\nlevel = 3\n",
};

const ACTIONS: u32 = 3;
const HP: i32 = 48;
const DEFENSE: i32 = 20;
const ATTACK: i32 = 9;
const INITIATIVE: i32 = 7;
/// What Strength adds to the sword.
const STRENGTH: i32 = 6;

/// The same fight, written out. Gives the winner.
fn by_hand(seed: u64, index: u64) -> usize {
    let mut rng = Rng::for_fight(seed, index);
    let counts = [0, 1].map(|_| rng.natural(Dice::D20) + INITIATIVE);
    let first = match counts[0].cmp(&counts[1]) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => {
            let die = Dice::new(1, 2, Reading::Sum).expect("a die of two");
            if rng.natural(die) == 1 { 0 } else { 1 }
        }
    };
    let mut hp = [HP; 2];
    loop {
        for by in [first, 1 - first] {
            for _ in 0..ACTIONS {
                let on = 1 - by;
                hp[on] -= blow(&mut rng);
                if hp[on] <= 0 {
                    return by;
                }
            }
        }
    }
}

/// What one blow takes.
fn blow(rng: &mut Rng) -> i32 {
    let natural = rng.natural(Dice::D20);
    if natural + ATTACK < DEFENSE {
        return 0;
    }
    let harm = rng.natural(Dice::D8) + STRENGTH;
    if natural == 20 { 2 * harm } else { harm }
}

fn main() {
    let session = benches::battle::<Fragments>(&DUEL, 0);
    let act = |who, text| benches::typed(&session, who, &Ask::Turn, text);
    // Both strike with every action.
    let strikes = [act(0, "sword at Bran"), act(1, "sword at Ash")];
    let blades = Instead(Standing(Choice::End), move |_: &Setup, _: &State, who: Id, ask: &Ask| {
        matches!(ask, Ask::Turn).then_some(strikes[who.index()])
    });
    benches::floor(&session, blades, benches::winner, by_hand);
}
