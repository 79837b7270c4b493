//! Two who strike each other with their fists in Elemental D6, worked out once more by a short program of its own, which
//! knows nothing of tables, trees or states: rolls, clock and damage are written out.

use std::collections::BTreeMap;

use skirmish_elemental_d6::{Ask, BOOK, Choice, Elemental};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Book, Encounters, Fights, Id, Notation, Outlook, Policy, Ready, RuleId, Rulebook, Source};
use skirmish_odds::{Order, solve};

/// Strikes whenever it may; never counters, always takes the Reaction.
struct Fist;

type Setup = <Elemental as Rulebook>::Setup;
type State = <Elemental as Rulebook>::State;

impl Policy<Elemental> for Fist {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match ask {
            Ask::Initiate { .. } if s.creature(who).spent.standard == 0 => {
                let foe = Elemental::name(g, Id::new(1 - who.index()));
                Elemental::parse(g, s, who, ask, &format!("unarmed-strike at {foe}")).unwrap()
            }
            Ask::Initiate { .. } => Choice::Pass,
            Ask::Counter { .. } => Choice::Decline,
            _ => Elemental::standing(g, s, who, ask).unwrap_or(Choice::Pass),
        }
    }
}

#[derive(Clone, Copy)]
struct Fighter {
    hp: i32,
    str: i32,
    dex: i32,
    int: i32,
}

/// The chance of exactly `hits` of `dice` dice, each of which counts with chance `p`.
fn binomial(dice: i32, hits: i32, p: f64) -> f64 {
    let ways = (0..hits).fold(1.0, |ways, i| ways * f64::from(dice - i) / f64::from(i + 1));
    ways * p.powi(hits) * (1.0 - p).powi(dice - hits)
}

/// What a blow takes, with its chance; 0 for a miss.
fn blow(by: Fighter, on: Fighter) -> Vec<(i32, f64)> {
    // Two dice count 4, 5 and 6; attack bonus 1 and Dex are added; the Reaction stands at Int.
    let hit: f64 = (0..=2).filter(|count| count + 1 + by.dex >= on.int).map(|count| binomial(2, count, 0.5)).sum();
    let damage = (1..=6).map(|face| ((face + by.str).max(1), hit / 6.0));
    damage.chain([(0, 1.0 - hit)]).collect()
}

/// Hit points of both, with chances.
type Standing = BTreeMap<[i32; 2], f64>;

/// The chance of each end: winner, round, hit points of the winner.
fn by_hand(fighters: [Fighter; 2]) -> BTreeMap<(usize, i32, i32), f64> {
    let sixes = |who: Fighter| 4 + who.dex + who.int;
    let score = |who: Fighter, score: i32| binomial(sixes(who), score, 1.0 / 6.0);
    let [a, b] = fighters;
    let pairs = || (0..=sixes(a)).flat_map(|x| (0..=sixes(b)).map(move |y| (x, y)));
    let chance = |(x, y): (i32, i32)| score(a, x) * score(b, y);
    let (first, second): (f64, f64) =
        (pairs().filter(|(x, y)| x > y).map(chance).sum(), pairs().filter(|(x, y)| x < y).map(chance).sum());
    // Equal scores are thrown again until they differ.
    let first_of_tied = first / (first + second);
    // Who begins, and who is late, which is decided by the first throw.
    let mut starts: BTreeMap<(bool, bool, bool), f64> = BTreeMap::new();
    for (x, y) in pairs() {
        let a_first = if x == y { first_of_tied } else { f64::from(u8::from(x > y)) };
        *starts.entry((true, x == 0, y == 0)).or_default() += chance((x, y)) * a_first;
        *starts.entry((false, x == 0, y == 0)).or_default() += chance((x, y)) * (1.0 - a_first);
    }
    let mut ends = BTreeMap::new();
    for ((a_first, a_late, b_late), chance) in starts {
        let late = [a_late, b_late];
        let order = if a_first { [0, 1] } else { [1, 0] };
        let mut standing = Standing::from([([a.hp, b.hp], chance)]);
        for round in 1..4_000 {
            // Each strikes once in a round, in its first segment; in round 1 whoever is late does so in the second.
            let in_time = order.iter().filter(|who| round > 1 || !late[**who]);
            let afterwards = order.iter().filter(|who| round == 1 && late[**who]);
            for who in in_time.chain(afterwards) {
                standing = strike(*who, fighters, round, standing, &mut ends);
            }
        }
    }
    ends
}

fn strike(
    who: usize,
    fighters: [Fighter; 2],
    round: i32,
    standing: Standing,
    ends: &mut BTreeMap<(usize, i32, i32), f64>,
) -> Standing {
    let mut after = Standing::new();
    let foe = 1 - who;
    for (hp, chance) in standing.into_iter().filter(|(_, chance)| *chance > 1e-30) {
        for (damage, share) in blow(fighters[who], fighters[foe]) {
            let mut left = hp;
            left[foe] -= damage;
            if left[foe] <= 0 {
                *ends.entry((who, round, left[who])).or_default() += chance * share;
            } else {
                *after.entry(left).or_default() += chance * share;
            }
        }
    }
    after
}

fn source(fighters: [Fighter; 2]) -> Source {
    let mut text = "rulebook = \"elemental-d6\"\n[map]\nwidth = 4\nheight = 3\n".to_owned();
    for (who, (name, at)) in fighters.iter().zip([("Ash", "B2"), ("Bran", "C2")]) {
        let Fighter { hp, str, dex, int } = who;
        text += &format!("[[combatant]]\nname = \"{name}\"\nside = \"{name}\"\nat = \"{at}\"\nattack_bonus = 1\n");
        text += &format!("hp = {hp}\nstr = {str}\ndex = {dex}\nint = {int}\n");
    }
    Source::new("fists", text)
}

fn compare(fighters: [Fighter; 2]) {
    let book = Book { plain: || Box::new(Fist), ..BOOK };
    let ready = Ready::load(book, &source(fighters), None).unwrap();
    let mut prospect = ready.prospect(&Outlook::default()).unwrap();
    let solution = solve(&mut *prospect, &Order::default(), &());
    let ends = by_hand(fighters);
    let sum = |holds: &dyn Fn(usize, i32, i32) -> bool| {
        ends.iter().filter(|((who, round, hp), _)| holds(*who, *round, *hp)).map(|(_, chance)| chance).sum::<f64>()
    };
    let near = |is: f64, wanted: f64, what: &str| assert!((is - wanted).abs() < 2e-12, "{what}: {is}, not {wanted}");
    near(sum(&|_, _, _| true), 1.0, "the program itself");
    for side in 0..2 {
        near(solution.chance_of(side), sum(&|who, _, _| who == side), "wins");
        near(solution.falls(side), sum(&|who, _, _| who != side), "falls");
        for (hp, chance) in solution.gauge(side).iter().filter(|(hp, _)| *hp > 0) {
            near(chance, sum(&|who, _, left| who == side && left == hp), "hit points left");
        }
    }
    for (round, chance) in solution.rounds().iter() {
        near(chance, sum(&|_, in_round, _| in_round == round), "ends in a round");
    }
    near(solution.over() + solution.left, 1.0, "everything");
}

#[test]
fn fists_are_as_worked_out_by_hand() {
    let equal = Fighter { hp: 12, str: 1, dex: 1, int: 2 };
    compare([equal, equal]);
    compare([Fighter { hp: 30, str: 2, dex: 2, int: 1 }, Fighter { hp: 30, str: 1, dex: 2, int: 2 }]);
    // Who hits seldom, so that rounds pass without harm; and who is late more often than not.
    compare([Fighter { hp: 9, str: -2, dex: -1, int: 2 }, Fighter { hp: 7, str: 3, dex: 0, int: -3 }]);
}

/// One blow fells: whoever strikes first has won, so all depends on initiative.
#[test]
fn the_first_blow_decides() {
    let frail = Fighter { hp: 1, str: 0, dex: 1, int: 1 };
    compare([frail, Fighter { dex: 3, ..frail }]);
}
