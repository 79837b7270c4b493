//! Fights per second of `Autoplay` against a hand-written loop.
//!
//! The loop keeps the book's clock (rounds, segments, turns in rank order, lateness, budgets) and throws the same dice
//! from the same stream, so both must find the same winners. Both are run in turns; the ratio of the best runs is
//! printed. Nothing is asserted about time.

use skirmish_elemental_d6::{Ask, Choice, Elemental, Setup, State};
use skirmish_kernel::dice::{Dice, Reading, Rng};
use skirmish_kernel::{Embedded, Id};
use skirmish_suite::benches::{self, Instead, Standing};

const DUEL: Embedded = Embedded {
    name: "floor",
    text: "rulebook = \"elemental-d6\"\n[map]\nwidth = 4\nheight = 3\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"B2\"\nstr = 2\ndex = 2\nint = 1\nattack_bonus = 1\nhp = 30\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"C2\"\nstr = 1\ndex = 2\nint = 2\nattack_bonus = 1\nhp = 30\n",
};

/// One fighter of the hand-written loop.
#[derive(Clone, Copy)]
struct Fighter {
    hp: i32,
    initiative: Dice,
    attack: Dice,
    attack_flat: i32,
    reaction: i32,
    damage: Dice,
    damage_flat: i32,
    acts_from: u8,
}

fn fighter(str: i32, dex: i32, int: i32) -> Fighter {
    let pool = |count: i32, reading| Dice::new(count as u8, 6, reading).expect("a small pool");
    Fighter {
        hp: 30,
        initiative: pool(4 + dex + int, Reading::AtLeast(6)),
        attack: pool(2, Reading::AtLeast(4)),
        attack_flat: 1 + dex,
        reaction: int,
        damage: pool(1, Reading::Sum),
        damage_flat: str,
        acts_from: 1,
    }
}

/// The same fight, written out. Gives the winner.
fn by_hand(start: &[Fighter; 2], seed: u64, index: u64) -> usize {
    let mut rng = Rng::for_fight(seed, index);
    let mut fighters = *start;
    let scores = [rng.natural(fighters[0].initiative), rng.natural(fighters[1].initiative)];
    for (fighter, score) in fighters.iter_mut().zip(scores) {
        fighter.acts_from = if score == 0 { 2 } else { 1 };
    }
    let mut rolled = scores;
    while rolled[0] == rolled[1] {
        rolled = [rng.natural(fighters[0].initiative), rng.natural(fighters[1].initiative)];
    }
    let order = if rolled[0] > rolled[1] { [0, 1] } else { [1, 0] };
    for round in 1u32.. {
        let mut spent = [false; 2];
        for segment in 1..=3u8 {
            for who in order {
                let foe = 1 - who;
                if round == 1 && segment < fighters[who].acts_from || spent[who] {
                    continue;
                }
                spent[who] = true;
                let score = rng.natural(fighters[who].attack) + fighters[who].attack_flat;
                if score >= fighters[foe].reaction {
                    let damage = rng.natural(fighters[who].damage) + fighters[who].damage_flat;
                    fighters[foe].hp -= damage.max(1);
                    if fighters[foe].hp <= 0 {
                        return who;
                    }
                }
            }
        }
    }
    0
}

fn main() {
    let session = benches::battle::<Elemental>(&DUEL, 0);
    let strike = |who, text| benches::typed(&session, who, &Ask::Initiate { running: false }, text);
    let strikes = [strike(0, "unarmed-strike at Bran"), strike(1, "unarmed-strike at Ash")];
    // Strikes whenever it may, with nothing but the fist; never counters, always takes the Reaction.
    let fist = Instead(Standing(Choice::Pass), |_: &Setup, s: &State, who: Id, ask: &Ask| match ask {
        Ask::Initiate { .. } if s.creature(who).spent.standard == 0 => Some(strikes[who.index()].clone()),
        Ask::Initiate { .. } => Some(Choice::Pass),
        Ask::Counter { .. } => Some(Choice::Decline),
        _ => None,
    });
    let start = [fighter(2, 2, 1), fighter(1, 2, 2)];
    benches::floor(&session, fist, benches::winner, |seed, index| by_hand(&start, seed, index));
}
