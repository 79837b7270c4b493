//! Fights per second of `Autoplay` against a hand-written loop.
//!
//! The loop keeps the book's clock (initiative, rounds, turns in order, the round played to its end), wounds and armour of two
//! fighters with figures of their own, and throws the same dice from the same stream: both must find the same winners, rounds,
//! wounds and unconscious.

use std::hint::black_box;

use skirmish_generia::{Ask, Choice, Defend, Generia, Setup, State, Zone};
use skirmish_kernel::dice::{Dice, Rng};
use skirmish_kernel::{Embedded, Id};
use skirmish_suite::benches::{self, Instead, Standing};

/// Two with bare fists, each so hardy that a shock seldom takes it out before its last wound.
const DUEL: Embedded = Embedded {
    name: "floor",
    text: "rulebook = \"generia\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nfacing = \"east\"\n\
           con = 40\nstr = 4\ndex = 4\nper = 2\nwl = 6\nwt = 3\ndodge = 4\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nfacing = \"west\"\n\
           con = 40\nstr = 4\ndex = 6\nwl = 6\nwt = 3\ndodge = 3\n",
};

/// One fighter of the hand-written loop. `damage` is what is added to the fist's die; `light` and `severe` are wounds, `limit` the wounds at
/// which it falls.
#[derive(Clone, Copy)]
#[rustfmt::skip]
struct Fighter {
    perception: i32, attack: i32, dodge: i32, fist: Dice, damage: i32, constitution: i32, limit: i32, threshold: i32,
    armour: [i32; 4], light: i32, severe: i32, is_out: bool,
}

#[rustfmt::skip]
const ASH: Fighter = Fighter {
    perception: 1, attack: 2, dodge: 4, fist: Dice::D6, damage: 2, constitution: 20, limit: 6, threshold: 3,
    armour: [0; 4], light: 0, severe: 0, is_out: false,
};

const BRAN: Fighter = Fighter { perception: 0, attack: 3, dodge: 3, ..ASH };

/// Numbers of the table.
#[derive(Clone, Copy)]
struct Table {
    most_rounds: u32,
    light_face: i32,
}

impl Fighter {
    fn total(&self) -> i32 {
        self.light + self.severe
    }

    /// What one blow does to another.
    fn blow(&self, on: &mut Fighter, rng: &mut Rng, light_face: i32) {
        let total = rng.natural(Dice::D20) + self.attack;
        if rng.natural(Dice::D12) + on.dodge >= total {
            return;
        }
        let zone = Zone::of(rng.natural(Dice::D10));
        let damage = rng.natural(self.fist) + self.damage;
        on.wound((damage - 1) / (on.threshold + on.armour[zone as usize]), rng, light_face);
    }

    /// Takes so many wounds at once: the first is light, the second is checked, the others are severe.
    fn wound(&mut self, count: i32, rng: &mut Rng, light_face: i32) {
        for nth in 0..count {
            if self.total() >= self.limit {
                let turned = self.light.min(1);
                (self.light, self.severe) = (self.light - turned, self.severe + turned);
            } else if nth == 0 || nth == 1 && rng.natural(Dice::D20) >= light_face {
                self.light += 1;
            } else {
                self.severe += 1;
            }
        }
        let total = self.total();
        if count > 0 {
            let shaken = total < self.limit && total * 2 > self.limit;
            self.is_out = total >= self.limit || shaken && rng.natural(Dice::D20) + self.constitution < total * 2;
        }
    }
}

/// What comes of a fight: who has won, in which round, with which wounds (light, severe), and who is unconscious.
type Fought = (usize, u32, [(i32, i32); 2], [bool; 2]);

/// The same fight, written out.
fn by_hand(start: &[Fighter; 2], table: Table, seed: u64, index: u64) -> Fought {
    let (mut rng, mut fighters) = (Rng::for_fight(seed, index), *start);
    let scores = [0, 1].map(|at| rng.natural(Dice::D8) + start[at].perception);
    // Of two equal ones the one with the keener eye goes first.
    let first = usize::from((scores[1], start[1].perception) > (scores[0], start[0].perception));
    let mut round = 0;
    loop {
        round += 1;
        for by in [first, 1 - first] {
            let attacker = fighters[by];
            if !attacker.is_out && !fighters[1 - by].is_out {
                attacker.blow(&mut fighters[1 - by], &mut rng, table.light_face);
            }
        }
        let winner = fighters.iter().position(|fighter| fighter.is_out).map(|out| 1 - out);
        if winner.is_some() || round >= table.most_rounds {
            let wounds = fighters.map(|fighter| (fighter.light, fighter.severe));
            return (winner.unwrap_or(usize::MAX), round, wounds, fighters.map(|fighter| fighter.is_out));
        }
    }
}

fn main() {
    let session = benches::battle::<Generia>(&DUEL, 0);
    let strike = |who, text| match benches::typed(&session, who, &Ask::Turn, text) {
        Choice::Act(act) => act,
        other => panic!("{other:?} is no act"),
    };
    let strikes = [strike(0, "fist at Bran"), strike(1, "fist at Ash")];
    // Strikes once a turn and dodges whatever comes.
    let fist = Instead(Standing(Choice::Pass), |_: &Setup, s: &State, who: Id, ask: &Ask| match ask {
        Ask::Turn if !s.creature(who).spent.attack && s.is_able(Id::new(1 - who.index())) => {
            Some(Choice::Act(strikes[who.index()]))
        }
        Ask::Turn => Some(Choice::End),
        Ask::Defence(_) => Some(Choice::Defend(Defend::Dodge)),
        _ => None,
    });
    let found = |s: &State, outcome| {
        let wounds = [0, 1].map(|at| s.creatures[at].wounds);
        let counts = wounds.map(|wounds| (wounds.light.into(), wounds.severe.into()));
        (benches::winner(s, outcome), s.round, counts, wounds.map(|wounds| wounds.is_out))
    };
    // Read as any program reads its fighters, so that the loop is compiled for all of them.
    let table = Table { most_rounds: session.setup().most_rounds, light_face: session.setup().rules.wound_light_face };
    let (start, table) = black_box(([ASH, BRAN], table));
    let by_hand = |seed, index| by_hand(&start, table, seed, index);
    println!("1000 fights have {} turns", (0..1000).map(|index| 2 * by_hand(1, index).1).sum::<u32>());
    benches::floor(&session, fist, found, by_hand);
}
