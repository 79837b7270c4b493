//! Fights per second of `Autoplay` against a hand-written loop.
//!
//! The loop keeps the book's clock (rounds, segments, turns in rank order, lateness, budgets) and hit points of two fighters with figures
//! of their own, and throws the same dice from the same stream: both must find the same winners, rounds, segments and hit points.

use std::hint::black_box;

use skirmish_elemental_d6::{Act, Ask, Choice, Elemental, Setup, State};
use skirmish_kernel::dice::{Dice, Reading, Rng};
use skirmish_kernel::{Embedded, Id, Policy, RuleId, Rulebook};
use skirmish_suite::benches;

const DUEL: Embedded = Embedded {
    name: "floor",
    text: "rulebook = \"elemental-d6\"\n[map]\nwidth = 4\nheight = 3\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"B2\"\nstr = 2\ndex = 2\nint = 1\nattack_bonus = 1\nhp = 30\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"C2\"\nstr = 1\ndex = 2\nint = 2\nattack_bonus = 1\nhp = 30\n",
};

/// One fighter of the hand-written loop: `attack_flat` and `damage_flat` are added to the dice, `reaction` is what an attack on it must reach,
/// `acts_from` its first segment of the first round.
#[derive(Clone, Copy)]
#[rustfmt::skip]
struct Fighter {
    initiative: Dice, attack: Dice, attack_flat: i32, damage: Dice, damage_flat: i32, reaction: i32, hp: i32, acts_from: u8, spent: bool,
}

fn fighter(str: i32, dex: i32, int: i32) -> Fighter {
    let pool = |count: i32, reading| Dice::new(count as u8, 6, reading).expect("a small pool");
    Fighter {
        initiative: pool(4 + dex + int, Reading::AtLeast(6)),
        attack: pool(2, Reading::AtLeast(4)),
        attack_flat: 1 + dex,
        damage: pool(1, Reading::Sum),
        damage_flat: str,
        reaction: int,
        hp: 30,
        acts_from: 1,
        spent: false,
    }
}

/// Numbers of the table.
#[derive(Clone, Copy)]
struct Table {
    most_rounds: u32,
    least_damage: i32,
}

/// What comes of a fight: who has won, in which round and segment, with what hit points.
type Fought = (usize, u32, u8, [i32; 2]);

/// The same fight, written out.
fn by_hand(start: &[Fighter; 2], table: Table, seed: u64, index: u64) -> Fought {
    let (mut rng, mut fighters) = (Rng::for_fight(seed, index), *start);
    let scores = [rng.natural(fighters[0].initiative), rng.natural(fighters[1].initiative)];
    for (fighter, score) in fighters.iter_mut().zip(scores) {
        fighter.acts_from = if score == 0 { 2 } else { 1 };
    }
    let mut rolled = scores;
    while rolled[0] == rolled[1] {
        rolled = [rng.natural(fighters[0].initiative), rng.natural(fighters[1].initiative)];
    }
    let order = if rolled[0] > rolled[1] { [0, 1] } else { [1, 0] };
    for round in 1..=table.most_rounds {
        fighters.iter_mut().for_each(|fighter| fighter.spent = false);
        for segment in 1..=3u8 {
            for who in order {
                let attacker = fighters[who];
                if round == 1 && segment < attacker.acts_from || attacker.spent {
                    continue;
                }
                fighters[who].spent = true;
                let target = &mut fighters[1 - who];
                let score = rng.natural(attacker.attack) + attacker.attack_flat;
                if score >= target.reaction {
                    let damage = rng.natural(attacker.damage) + attacker.damage_flat;
                    target.hp -= damage.max(table.least_damage);
                    if target.hp <= 0 {
                        return (who, round, segment, fighters.map(|fighter| fighter.hp));
                    }
                }
            }
        }
    }
    (usize::MAX, table.most_rounds, 3, fighters.map(|fighter| fighter.hp))
}

/// Strikes whenever it may, with nothing but the fist; never counters, always takes the Reaction.
#[derive(Clone, Debug)]
struct Fists([Act; 2]);

impl Policy<Elemental> for Fists {
    // Into each place that asks: of all this the answer to one question is left there.
    #[inline(always)]
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match ask {
            Ask::Initiate { .. } if s.creature(who).spent.standard == 0 => Choice::Act(self.0[who.index()]),
            Ask::Initiate { .. } => Choice::Pass,
            Ask::Counter { .. } => Choice::Decline,
            _ => Elemental::standing(g, s, who, ask).expect("nothing else is asked"),
        }
    }
}

fn main() {
    let session = benches::battle::<Elemental>(&DUEL, 0);
    let strike = |who, text| match benches::typed(&session, who, &Ask::Initiate { running: false }, text) {
        Choice::Act(act) => act,
        other => panic!("{other:?} is no act"),
    };
    let fists = Fists([strike(0, "unarmed-strike at Bran"), strike(1, "unarmed-strike at Ash")]);
    let found = |s: &State, outcome| {
        let hp = [0, 1].map(|at| s.creatures[at].hp);
        (benches::winner(s, outcome), s.time.round, s.time.segment, hp)
    };
    let setup = session.setup();
    let table = Table { most_rounds: setup.most_rounds, least_damage: setup.rules.damage_minimum };
    // Read as any program reads its fighters, so that the loop is compiled for all of them.
    let (start, table) = black_box(([fighter(2, 2, 1), fighter(1, 2, 2)], table));
    let by_hand = |seed, index| by_hand(&start, table, seed, index);
    println!("1000 fights have {} rounds", (0..1000).map(|index| by_hand(1, index).1).sum::<u32>());
    benches::floor(&session, fists, found, by_hand);
}
