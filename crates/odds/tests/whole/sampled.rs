//! Exact chances and sampled fights are chances of the same fights, in every game on the shelf.

use skirmish_kernel::{Outlook, Pairing, Source};
use skirmish_odds::{Order, Solution, Stopped, solve};
use skirmish_shelf::shelf;
use skirmish_sim::{Order as Batch, simulate};

/// Sampled shares may be so many standard deviations off. With some hundred comparisons at a fixed seed, even a correct
/// program would fail this for one seed in five thousand.
const FAR: f64 = 5.0;

const FIGHTS: u64 = 20_000;

fn follow(source: &Source, policies: &[&str], left: f64) -> Solution {
    let fights = shelf().game_of(source).unwrap().fights(source, Some(1)).unwrap();
    let policies = policies.iter().map(|policy| (*policy).to_owned()).collect();
    let mut prospect = fights.prospect(&Outlook { policies, ..Outlook::default() }).unwrap();
    let solution = solve(&mut *prospect, &Order { left, ..Order::default() }, &());
    let sum = solution.over() + solution.endless + solution.left;
    assert!((sum - 1.0).abs() < 1e-12, "{}: the chances add up to {sum}", source.name);
    assert_eq!(solution.stopped, Stopped::Done, "{}", source.name);
    assert!(solution.left <= left);
    solution
}

fn agrees(source: &Source, policies: &[&str], left: f64) {
    let exact = follow(source, policies, left);
    let fights = shelf().game_of(source).unwrap().fights(source, Some(77)).unwrap();
    let policies = policies.iter().map(|policy| (*policy).to_owned()).collect();
    let batch = Batch { fights: FIGHTS, threads: 2, policies, most_rounds: 1_000, ..Batch::default() };
    let sampled = simulate(&*fights, &batch, &()).unwrap();
    let n = FIGHTS as f64;
    let share = |is: f64, count: u64, what: &str| {
        let deviation = (is * (1.0 - is) / n).sqrt();
        let off = (count as f64 / n - is).abs();
        assert!(off <= FAR * deviation + 2.0 / n + left, "{}, {what}: {is}, sampled {}", source.name, count as f64 / n);
    };
    for side in 0..fights.sides().len() {
        share(exact.chance_of(side), sampled.wins(side), "wins");
    }
    share(exact.nobody(), sampled.tally.drawn.count(), "draws");
    let (rounds, sampled_rounds) = (exact.rounds(), sampled.rounds());
    for (round, chance) in rounds.iter().filter(|(_, chance)| *chance > 1e-3) {
        share(chance, sampled_rounds.bin(round).map_or(0, |bin| bin.count), &format!("ends in round {round}"));
    }
    for (at, values) in sampled.tally.gauges.iter().enumerate() {
        for (value, chance) in exact.gauge(at).iter().filter(|(_, chance)| *chance > 1e-2) {
            share(chance, values.bin(value).map_or(0, |bin| bin.count), &format!("gauge {at} is {value}"));
        }
    }
}

pub fn pair(game: &str, creatures: [&str; 2], width: u8, apart: u8) -> Source {
    let pairing = Pairing { creatures: creatures.map(str::to_owned), width, apart, ..Pairing::default() };
    Source::new(creatures.join("-"), shelf().game(game).unwrap().pair(&pairing))
}

#[test]
fn creatures_of_elemental_d6() {
    agrees(&pair("elemental-d6", ["wolf", "wolf"], 9, 1), &[], 1e-12);
    agrees(&pair("elemental-d6", ["brigand", "petramancer"], 9, 1), &[], 1e-12);
    agrees(&pair("elemental-d6", ["wolf", "brigand"], 14, 6), &[], 1e-12);
}

#[test]
fn creatures_of_legacy_of_adventure() {
    agrees(&pair("legacy-of-adventure", ["wolf", "wolf"], 3, 1), &[], 1e-12);
    agrees(&pair("legacy-of-adventure", ["goblin", "wolf"], 9, 1), &[], 1e-9);
}

/// Two with little stamina, in a passage in which nobody can step aside.
pub fn passage(more: &str) -> Source {
    let fighter = |name: &str, at: &str, facing: &str| {
        format!(
            "[[combatant]]\nname = \"{name}\"\nside = \"{name}\"\ncreature = \"wolf\"\nat = \"{at}\"\n\
             facing = \"{facing}\"\nen = 1\n{more}\n"
        )
    };
    let map = "rulebook = \"generia\"\n[map]\nwidth = 2\nheight = 1\n";
    Source::new("passage", format!("{map}{}{}", fighter("Ash", "A1", "east"), fighter("Bran", "B1", "west")))
}

#[test]
fn wolves_of_generia() {
    agrees(&passage("wl = 1\nabilities = []"), &[], 1e-9);
}

/// A policy that draws is followed on every choice it may draw.
#[test]
fn at_random() {
    agrees(&passage("wl = 1\nabilities = []"), &["plain", "random"], 1e-3);
}
