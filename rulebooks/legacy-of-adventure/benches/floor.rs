//! Fights per second of `Autoplay` against a hand-written loop.
//!
//! The loop keeps the book's clock (rounds with a pool of actions for each, one who is Aggressive, one who trades and then uses what is
//! left) and hits of two fighters with figures of their own, and throws the same dice from the same stream: both must find the same
//! winners, rounds and hits.

use std::hint::black_box;

use skirmish_kernel::dice::{Dice, Rng};
use skirmish_kernel::{Embedded, Id, Notation, Policy, RuleId, Rulebook};
use skirmish_legacy_of_adventure::{Ask, Choice, Legacy, Setup, State};
use skirmish_suite::benches;

/// Two guards with sword and shield, in reach of each other.
const DUEL: Embedded = Embedded {
    name: "floor",
    text: "rulebook = \"legacy-of-adventure\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\ncreature = \"guard\"\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\ncreature = \"guard\"\n",
};

/// One fighter of the hand-written loop. `damaged` is what half its hits or fewer take off its scores, `damage` what is added to the dice of
/// its weapon, `left` what is left of its pool in the round.
#[derive(Clone, Copy)]
#[rustfmt::skip]
struct Fighter {
    aggressive: bool, attack: i32, defence: i32, damaged: i32, weapon: Dice, damage: i32, rating: i32, hits: i32, most: i32,
    actions: i32, left: i32,
}

#[rustfmt::skip]
const GUARD: Fighter = Fighter {
    aggressive: false, attack: 12, defence: 12, damaged: 4, weapon: Dice::D8, damage: 13, rating: 12, hits: 27, most: 27,
    actions: 4, left: 0,
};

impl Fighter {
    /// A score as things stand.
    fn as_it_stands(&self, score: i32) -> i32 {
        if self.hits * 2 <= self.most { score - self.damaged } else { score }
    }
}

/// What comes of a fight: who has won, in which round, with what hits.
type Fought = (usize, u32, [i32; 2]);

/// The same fight, written out.
fn by_hand(start: &[Fighter; 2], most_rounds: u32, seed: u64, index: u64) -> Fought {
    let (mut rng, mut fighters) = (Rng::for_fight(seed, index), *start);
    let first = usize::from(start[1].aggressive);
    let second = 1 - first;
    let mut round = 0;
    let winner = 'fight: loop {
        if round == most_rounds {
            break usize::MAX;
        }
        round += 1;
        fighters.iter_mut().for_each(|fighter| fighter.left = fighter.actions);
        while fighters[first].left > 0 {
            if blow(&mut fighters, first, &mut rng) {
                break 'fight first;
            }
            if fighters[second].left > 0 && blow(&mut fighters, second, &mut rng) {
                break 'fight second;
            }
        }
        while fighters[second].left > 0 {
            if blow(&mut fighters, second, &mut rng) {
                break 'fight second;
            }
        }
    };
    (winner, round, fighters.map(|fighter| fighter.hits))
}

/// One blow. True when it fells the other.
fn blow(fighters: &mut [Fighter; 2], by: usize, rng: &mut Rng) -> bool {
    let on = 1 - by;
    fighters[by].left -= 1;
    let (attacker, target) = (fighters[by], &mut fighters[on]);
    if rng.natural(Dice::D20) > attacker.as_it_stands(attacker.attack) {
        return false;
    }
    if target.left > 0 {
        target.left -= 1;
        if rng.natural(Dice::D20) <= target.as_it_stands(target.defence) {
            return false;
        }
    }
    target.hits = (target.hits - (rng.natural(attacker.weapon) + attacker.damage - target.rating).max(0)).max(0);
    target.hits == 0
}

/// The first is Aggressive, the second Ready; both strike while they can, and block with the shield while they can. `block` is read when
/// somebody is first asked how an attack is met.
#[derive(Clone, Debug)]
struct Blades {
    strikes: [Choice; 2],
    stances: [Choice; 2],
    block: Option<Choice>,
}

impl Policy<Legacy> for Blades {
    // Into each place that asks: of all this the answer to one question is left there.
    #[inline(always)]
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match ask {
            Ask::Act | Ask::Answer { .. } => self.strikes[who.index()],
            Ask::Stance => self.stances[who.index()],
            Ask::Trade { foes } => Choice::Trade(*foes),
            Ask::Defend(_) => *self.block.get_or_insert_with(|| read_block(g, s, who, ask)),
            _ => Legacy::standing(g, s, who, ask).expect("nothing else is asked"),
        }
    }
}

#[cold]
#[inline(never)]
fn read_block(g: &Setup, s: &State, who: Id, ask: &Ask) -> Choice {
    Legacy::parse(g, s, who, ask, "block medium-shield").expect("a shield is in hand")
}

fn main() {
    let session = benches::battle::<Legacy>(&DUEL, 0);
    let act = |who, text| benches::typed(&session, who, &Ask::Act, text);
    let stance = |who, text| benches::typed(&session, who, &Ask::Stance, text);
    let blades = Blades {
        strikes: [act(0, "swing at Bran"), act(1, "swing at Ash")],
        stances: [stance(0, "aggressive"), stance(1, "ready")],
        block: None,
    };
    let found = |s: &State, outcome| {
        let hits = [0, 1].map(|at| s.creatures[at].hits.into());
        (benches::winner(s, outcome), s.round, hits)
    };
    // Read as any program reads its fighters, so that the loop is compiled for all of them.
    let (start, most_rounds) = black_box(([Fighter { aggressive: true, ..GUARD }, GUARD], session.setup().most_rounds));
    let by_hand = |seed, index| by_hand(&start, most_rounds, seed, index);
    println!("1000 fights have {} rounds", (0..1000).map(|index| by_hand(1, index).1).sum::<u32>());
    benches::floor(&session, blades, found, by_hand);
}
