//! Fights per second of `Autoplay` against a hand-written loop.
//!
//! The loop keeps the book's clock (rounds of four actions, one who is Aggressive, one who trades and then uses what is
//! left) and throws the same dice from the same stream, so both must find the same winners. Both are run in turns; the ratio
//! of the best runs is printed. Nothing is asserted about time.

use skirmish_kernel::dice::{Dice, Rng};
use skirmish_kernel::{Embedded, Id, Notation};
use skirmish_legacy_of_adventure::{Ask, Choice, Legacy, Setup, State};
use skirmish_suite::benches::{self, Instead, Standing};

/// Two guards with sword and shield, in reach of each other.
const DUEL: Embedded = Embedded {
    name: "floor",
    text: "rulebook = \"legacy-of-adventure\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\ncreature = \"guard\"\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\ncreature = \"guard\"\n",
};

const ACTIONS: i32 = 4;
const HITS: i32 = 27;
const SCORE: i32 = 12;
const DAMAGED: i32 = 4;
/// What the sword adds, the rating taken off.
const OVER: i32 = 1;

#[derive(Clone, Copy)]
struct Fighter {
    hits: i32,
    actions: i32,
}

impl Fighter {
    fn score(self) -> i32 {
        if self.hits * 2 <= HITS { SCORE - DAMAGED } else { SCORE }
    }
}

/// The same fight, written out. Gives the winner.
fn by_hand(seed: u64, index: u64) -> usize {
    let mut rng = Rng::for_fight(seed, index);
    let mut fighters = [Fighter { hits: HITS, actions: 0 }; 2];
    loop {
        fighters.iter_mut().for_each(|fighter| fighter.actions = ACTIONS);
        while fighters[0].actions > 0 {
            if blow(&mut fighters, 0, &mut rng) {
                return 0;
            }
            if fighters[1].actions > 0 && blow(&mut fighters, 1, &mut rng) {
                return 1;
            }
        }
        while fighters[1].actions > 0 {
            if blow(&mut fighters, 1, &mut rng) {
                return 1;
            }
        }
    }
}

/// One blow. True when it fells the other.
fn blow(fighters: &mut [Fighter; 2], by: usize, rng: &mut Rng) -> bool {
    let on = 1 - by;
    fighters[by].actions -= 1;
    if rng.natural(Dice::D20) > fighters[by].score() {
        return false;
    }
    if fighters[on].actions > 0 {
        fighters[on].actions -= 1;
        if rng.natural(Dice::D20) <= fighters[on].score() {
            return false;
        }
    }
    fighters[on].hits -= rng.natural(Dice::D8) + OVER;
    fighters[on].hits <= 0
}

fn main() {
    let session = benches::battle::<Legacy>(&DUEL, 0);
    let act = |who, text| benches::typed(&session, who, &Ask::Act, text);
    let stance = |who, text| benches::typed(&session, who, &Ask::Stance, text);
    let (strikes, stances) =
        ([act(0, "swing at Bran"), act(1, "swing at Ash")], [stance(0, "aggressive"), stance(1, "ready")]);
    let mut block = None;
    // The first is Aggressive, the second Ready; both strike while they can, and block with the shield while they can.
    let blades = Instead(Standing(act(0, "stop")), |g: &Setup, s: &State, who: Id, ask: &Ask| match ask {
        Ask::Act | Ask::Answer { .. } => Some(strikes[who.index()]),
        Ask::Stance => Some(stances[who.index()]),
        Ask::Trade { foes } => Some(Choice::Trade(*foes)),
        Ask::Defend(_) => {
            let read = || Legacy::parse(g, s, who, ask, "block medium-shield").expect("a shield is in hand");
            Some(*block.get_or_insert_with(read))
        }
        _ => None,
    });
    benches::floor(&session, blades, benches::winner, by_hand);
}
