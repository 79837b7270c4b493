//! Fights per second of `Autoplay` against a hand-written loop.
//!
//! The loop keeps the book's clock (initiative with its ties, a start of each turn with what bleeds, three actions in it), hit points and
//! states of two fighters with figures of their own, and throws the same dice from the same stream: both must find the same
//! winners, turns, hit points and dead.

use std::hint::black_box;

use skirmish_fragments_of_power::{Ask, Choice, Fragments, Setup, State};
use skirmish_kernel::dice::{Dice, Rng};
use skirmish_kernel::{Embedded, Id};
use skirmish_suite::benches::{self, Instead, Standing};

/// Two guards with swords, in reach of each other.
const DUEL: Embedded = Embedded {
    name: "floor",
    text: "rulebook = \"fragments-of-power\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\ncreature = \"guard\"\nlevel = 3\ninitiative_bonus = 8\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\ncreature = \"guard\"\nlevel = 3\n",
};

/// One fighter of the hand-written loop. `attack` is what is added to the throw of a blow, `strength` to its damage; `spent` are the actions of
/// the turn.
#[derive(Clone, Copy)]
#[rustfmt::skip]
struct Fighter {
    initiative: i32, attack: i32, defense: i32, weapon: Dice, strength: i32, actions: u8, hp: i32, most: i32,
    spent: u8, bleeding: bool, penalty: i32, dead: bool,
}

#[rustfmt::skip]
const GUARD: Fighter = Fighter {
    initiative: 7, attack: 9, defense: 20, weapon: Dice::D8, strength: 6, actions: 3, hp: 48, most: 48,
    spent: 0, bleeding: false, penalty: 0, dead: false,
};

impl Fighter {
    /// Loses so many hit points: with none left it falls and bleeds, far below it is dead.
    fn lose(&mut self, points: i32) {
        self.penalty += i32::from(points > 0 && self.bleeding);
        self.hp -= points;
        self.bleeding |= self.hp <= 0;
        self.dead |= self.hp <= -self.most;
    }

    /// What it loses as its turn starts, while it bleeds.
    fn bleed(&mut self, rng: &mut Rng) {
        match rng.natural(Dice::D20) - self.penalty {
            ..=0 if self.hp < 0 => self.dead = true,
            6..=10 => self.penalty += 1,
            16.. => self.bleeding = false,
            _ => {}
        }
        if self.bleeding && !self.dead {
            self.lose(rng.natural(Dice::D6));
        }
    }

    /// What one blow takes of another.
    fn blow(&self, rng: &mut Rng, on: &Fighter) -> i32 {
        let natural = rng.natural(Dice::D20);
        if natural + self.attack < on.defense {
            return 0;
        }
        let harm = rng.natural(self.weapon) + self.strength;
        if natural == 20 { 2 * harm } else { harm }
    }
}

/// What comes of a fight: who has won, in which turn, with what hit points, and who is dead.
type Fought = (usize, u32, [i32; 2], [bool; 2]);

/// The same fight, written out.
fn by_hand(start: &[Fighter; 2], most_rounds: u32, seed: u64, index: u64) -> Fought {
    let (mut rng, mut fighters) = (Rng::for_fight(seed, index), *start);
    let counts = [0, 1].map(|at| rng.natural(Dice::D20) + start[at].initiative);
    let first = match counts[0].cmp(&counts[1]) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => usize::from(rng.natural(Dice::sum(1, 2).expect("a die of two")) != 1),
    };
    let mut turns = 0;
    let winner = 'fight: loop {
        if turns == 2 * most_rounds {
            break usize::MAX;
        }
        for by in [first, 1 - first] {
            turns += 1;
            fighters[by].spent = 0;
            if fighters[by].bleeding {
                fighters[by].bleed(&mut rng);
            }
            while fighters[by].spent < fighters[by].actions && fighters[by].hp > 0 {
                fighters[by].spent += 1;
                let points = fighters[by].blow(&mut rng, &fighters[1 - by]);
                fighters[1 - by].lose(points);
                if fighters[1 - by].hp <= 0 {
                    break 'fight by;
                }
            }
        }
    };
    (winner, turns, fighters.map(|fighter| fighter.hp), fighters.map(|fighter| fighter.dead))
}

fn main() {
    let session = benches::battle::<Fragments>(&DUEL, 0);
    let act = |who, text| benches::typed(&session, who, &Ask::Turn, text);
    // Both strike with every action.
    let strikes = [act(0, "sword at Bran"), act(1, "sword at Ash")];
    let blades = Instead(Standing(Choice::End), move |_: &Setup, _: &State, who: Id, ask: &Ask| {
        matches!(ask, Ask::Turn).then_some(strikes[who.index()])
    });
    let found = |s: &State, outcome| {
        let (hp, dead) = ([0, 1].map(|at| s.creatures[at].hp.into()), [0, 1].map(|at| !s.creatures[at].is_here()));
        // With the last action a turn is over, and the next one is due.
        let turns = 2 * (s.round - 1) + u32::from(s.turn) + u32::from(s.acts > 0);
        (benches::winner(s, outcome), turns, hp, dead)
    };
    // Read as any program reads its fighters, so that the loop is compiled for all of them.
    let (start, most_rounds) = black_box(([Fighter { initiative: 8, ..GUARD }, GUARD], session.setup().most_rounds));
    let by_hand = |seed, index| by_hand(&start, most_rounds, seed, index);
    println!("1000 fights have {} turns", (0..1000).map(|index| by_hand(1, index).1).sum::<u32>());
    benches::floor(&session, blades, found, by_hand);
}
