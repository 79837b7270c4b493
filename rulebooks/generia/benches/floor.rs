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

/// One fighter of the hand-written loop.
#[derive(Clone, Copy)]
struct Fighter {
    perception: i32,
    attack: i32,
    dodge: i32,
    damage: i32,
    constitution: i32,
    light: i32,
    severe: i32,
}

const LIMIT: i32 = 6;
const THRESHOLD: i32 = 3;
const LIGHT_FACE: i32 = 10;

fn fighters() -> [Fighter; 2] {
    let fighter = |perception, attack, dodge| Fighter {
        perception,
        attack,
        dodge,
        damage: 2,
        constitution: 20,
        light: 0,
        severe: 0,
    };
    [fighter(1, 2, 4), fighter(0, 3, 3)]
}

/// The same fight, written out. Gives the winner.
fn by_hand(start: &[Fighter; 2], seed: u64, index: u64) -> usize {
    let mut rng = Rng::for_fight(seed, index);
    let mut fighters = *start;
    let scores = fighters.map(|fighter| rng.natural(Dice::D8) + fighter.perception);
    // Of two equal ones the one with the keener eye goes first.
    let order = if scores[0] >= scores[1] { [0, 1] } else { [1, 0] };
    loop {
        for who in order {
            let foe = 1 - who;
            if is_out(&fighters[who]) || is_out(&fighters[foe]) {
                continue;
            }
            let total = rng.natural(Dice::D20) + fighters[who].attack;
            if rng.natural(Dice::D12) + fighters[foe].dodge >= total {
                continue;
            }
            let _zone = rng.natural(Dice::D10);
            let damage = rng.natural(Dice::D6) + fighters[who].damage;
            wound(&mut fighters[foe], (damage - 1) / THRESHOLD, &mut rng);
        }
        if let Some(winner) = (0..2).find(|who| is_out(&fighters[1 - who])) {
            return winner;
        }
    }
}

fn is_out(fighter: &Fighter) -> bool {
    fighter.light + fighter.severe >= LIMIT
}

fn wound(fighter: &mut Fighter, wounds: i32, rng: &mut Rng) {
    if wounds <= 0 {
        return;
    }
    for nth in 0..wounds {
        if is_out(fighter) {
            let turns = fighter.light.min(1);
            fighter.light -= turns;
            fighter.severe += turns;
        } else if nth == 0 || nth == 1 && rng.natural(Dice::D20) >= LIGHT_FACE {
            fighter.light += 1;
        } else {
            fighter.severe += 1;
        }
    }
    let total = fighter.light + fighter.severe;
    if total < LIMIT && total * 2 > LIMIT {
        let held = rng.natural(Dice::D20) + fighter.constitution >= total * 2;
        assert!(held, "nobody is shocked here");
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
    let start = fighters();
    benches::floor(&session, fist, benches::winner, |seed, index| by_hand(&start, seed, index));
}
