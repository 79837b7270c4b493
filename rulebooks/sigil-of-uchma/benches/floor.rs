//! Fights per second of `Autoplay` against a hand-written loop.
//!
//! The loop keeps the book's clock (a start phase with its order, a turn for each, an end phase with death saves), health and
//! deaths of two fighters with figures of their own, and throws the same dice from the same stream: both must find the same
//! winners, rounds, health and dead.

use std::hint::black_box;

use skirmish_kernel::dice::{Dice, Rng};
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

/// One fighter of the hand-written loop. Damage is that of a blow before armor, `most` the wounds that kill at once, `down` how many
/// rounds in a row somebody has lain there.
#[derive(Clone, Copy)]
#[rustfmt::skip]
struct Fighter {
    initiative: i32, half_level: i32, weapon: i32, parry: i32, damage: i32, armor: i32, health: i32, most: i32, down: i32, dead: bool,
}

#[rustfmt::skip]
const GUARD: Fighter = Fighter {
    initiative: 6, half_level: 1, weapon: 1, parry: 9, damage: 14, armor: 5, health: 80, most: 160, down: 0, dead: false,
};

/// What comes of a fight: who has won, in which round, with what health, and who is dead.
type Fought = (usize, u32, [i32; 2], [bool; 2]);

/// The same fight, written out.
fn by_hand(start: &[Fighter; 2], most_rounds: u32, seed: u64, index: u64) -> Fought {
    let (mut rng, mut fighters) = (Rng::for_fight(seed, index), *start);
    let die = Dice::sum(1, 10).expect("a die");
    let mut round = 0;
    loop {
        round += 1;
        for fighter in fighters.iter_mut().filter(|fighter| fighter.down > 0) {
            fighter.down += 1;
            fighter.dead |= fighter.down > 4;
        }
        let first = usize::from(fighters[1].initiative > fighters[0].initiative);
        for by in [first, 1 - first] {
            let (attacker, target) = (fighters[by], &mut fighters[1 - by]);
            if attacker.down == 0 && target.down == 0 {
                let natural = rng.natural(die);
                if natural + attacker.half_level + attacker.weapon >= target.parry || natural == 10 {
                    target.health -= (attacker.damage - target.armor).max(0);
                    target.down = i32::from(target.health < 0);
                    target.dead = start[1 - by].health - target.health >= target.most;
                }
            }
        }
        for at in [first, 1 - first] {
            let fighter = &mut fighters[at];
            if fighter.down > 0 && !fighter.dead {
                fighter.dead = rng.natural(die) + fighter.half_level < [3, 5, 7, 9][fighter.down as usize - 1];
            }
        }
        let winner = fighters.iter().position(|fighter| fighter.down > 0).map(|down| 1 - down);
        if winner.is_some() || round >= most_rounds {
            let dead = fighters.map(|fighter| fighter.dead);
            return (winner.unwrap_or(usize::MAX), round, fighters.map(|fighter| fighter.health), dead);
        }
    }
}

fn main() {
    let session = benches::battle::<Sigil>(&DUEL, 0);
    let strike = |who, text| benches::typed(&session, who, &Ask::Turn, text);
    let strikes = [strike(0, "hack at Bran"), strike(1, "hack at Ash")];
    // Both strike, and stay.
    let blades = Instead(Standing(Choice::End), |_: &Setup, s: &State, who: Id, ask: &Ask| match ask {
        Ask::Turn if !s.done.acted && s.is_able(Id::new(1 - who.index())) => Some(strikes[who.index()]),
        _ => None,
    });
    let found = |s: &State, outcome| {
        let (health, dead) =
            ([0, 1].map(|at| s.creatures[at].health.into()), [0, 1].map(|at| !s.creatures[at].is_here()));
        (benches::winner(s, outcome), s.round, health, dead)
    };
    // Read as any program reads its fighters, so that the loop is compiled for all of them.
    let (start, most_rounds) = black_box(([Fighter { initiative: 7, ..GUARD }, GUARD], session.setup().most_rounds));
    let by_hand = |seed, index| by_hand(&start, most_rounds, seed, index);
    println!("1000 fights have {} turns", (0..1000).map(|index| 2 * by_hand(1, index).1).sum::<u32>());
    benches::floor(&session, blades, found, by_hand);
}
