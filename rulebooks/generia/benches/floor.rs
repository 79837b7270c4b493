//! Fights per second of `Autoplay` against a hand-written loop.
//!
//! The loop keeps the book's clock (initiative, rounds, turns in order, the round played to its end) and throws the same
//! dice from the same stream, so both must find the same winners. Both are run in turns; the ratio of the best runs is
//! printed. Nothing is asserted about time.

use skirmish_generia::{Ask, Choice, Defend, Generia, Setup, State};
use skirmish_kernel::dice::{Dice, Rng};
use skirmish_kernel::{Embedded, Id};
use skirmish_suite::benches::{self, Instead, Standing};

/// Two with bare fists, each so hardy that no shock takes it out before its last wound.
const DUEL: Embedded = Embedded {
    name: "floor",
    text: "rulebook = \"generia\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nfacing = \"east\"\n\
           con = 40\nstr = 4\ndex = 4\nper = 2\nwl = 6\nwt = 3\ndodge = 4\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nfacing = \"west\"\n\
           con = 40\nstr = 4\ndex = 6\nwl = 6\nwt = 3\ndodge = 3\n",
};

const PERCEPTION: [i32; 2] = [1, 0];
const ATTACK: [i32; 2] = [2, 3];
const DODGE: [i32; 2] = [4, 3];
const DAMAGE: i32 = 2;
const CONSTITUTION: i32 = 20;
const LIMIT: i32 = 6;
const THRESHOLD: i32 = 3;
const LIGHT_FACE: i32 = 10;

/// Wounds: light ones and severe ones.
type Wounds = (i32, i32);

fn is_out((light, severe): Wounds) -> bool {
    light + severe >= LIMIT
}

/// The same fight, written out. Gives the winner.
fn by_hand(seed: u64, index: u64) -> usize {
    let mut rng = Rng::for_fight(seed, index);
    let mut wounds = [(0, 0); 2];
    let scores = PERCEPTION.map(|perception| rng.natural(Dice::D8) + perception);
    // Of two equal ones the one with the keener eye goes first.
    let order = if scores[0] >= scores[1] { [0, 1] } else { [1, 0] };
    loop {
        for who in order {
            let foe = 1 - who;
            if is_out(wounds[who]) || is_out(wounds[foe]) {
                continue;
            }
            let total = rng.natural(Dice::D20) + ATTACK[who];
            if rng.natural(Dice::D12) + DODGE[foe] >= total {
                continue;
            }
            let _zone = rng.natural(Dice::D10);
            let damage = rng.natural(Dice::D6) + DAMAGE;
            wound(&mut wounds[foe], (damage - 1) / THRESHOLD, &mut rng);
        }
        if let Some(winner) = (0..2).find(|who| is_out(wounds[1 - who])) {
            return winner;
        }
    }
}

fn wound(wounds: &mut Wounds, count: i32, rng: &mut Rng) {
    for nth in 0..count {
        if is_out(*wounds) {
            let turns = wounds.0.min(1);
            *wounds = (wounds.0 - turns, wounds.1 + turns);
        } else if nth == 0 || nth == 1 && rng.natural(Dice::D20) >= LIGHT_FACE {
            wounds.0 += 1;
        } else {
            wounds.1 += 1;
        }
    }
    let total = wounds.0 + wounds.1;
    if count > 0 && total < LIMIT && total * 2 > LIMIT {
        assert!(rng.natural(Dice::D20) + CONSTITUTION >= total * 2, "nobody is shocked here");
    }
}

fn main() {
    let session = benches::battle::<Generia>(&DUEL, 0);
    let strike = |who, text| benches::typed(&session, who, &Ask::Turn, text);
    let (strikes, dodge) = ([strike(0, "fist at Bran"), strike(1, "fist at Ash")], Choice::Defend(Defend::Dodge));
    // Strikes once a turn and dodges whatever comes.
    let fist = Instead(Standing(Choice::Pass), |_: &Setup, s: &State, who: Id, ask: &Ask| match ask {
        Ask::Turn if !s.creature(who).spent.attack && s.is_able(Id::new(1 - who.index())) => {
            Some(strikes[who.index()].clone())
        }
        Ask::Turn => Some(Choice::End),
        Ask::Defence(_) => Some(dodge.clone()),
        _ => None,
    });
    benches::floor(&session, fist, by_hand);
}
