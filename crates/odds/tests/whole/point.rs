//! A battle that has been going on is followed from where it stands.

use skirmish_kernel::dice::{Dice, Distribution};
use skirmish_kernel::{Battle, Outlook};
use skirmish_odds::{Order, Solution, solve};
use skirmish_shelf::shelf;

use crate::sampled::pair;

fn follow(battle: &dyn Battle, choice: Option<&str>) -> Solution {
    let mut prospect = battle.prospect(choice, &Outlook::default()).unwrap_or_else(|refused| panic!("{refused}"));
    solve(&mut *prospect, &Order::default(), &())
}

fn wins(solution: &Solution) -> [f64; 3] {
    [solution.chance_of(0), solution.chance_of(1), solution.nobody() + solution.endless]
}

fn same(one: [f64; 3], other: [f64; 3], what: &str) {
    assert!(one.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-9), "{what}: {one:?} and {other:?}");
}

#[test]
fn what_follows_is_what_follows_each_throw_and_each_choice() {
    let source = pair("elemental-d6", ["wolf", "brigand"], 6, 3);
    let game = shelf().game_of(&source).unwrap();
    let mut battle = game.open(&source, Some(1)).unwrap();
    let fights = game.fights(&source, Some(1)).unwrap();
    let mut prospect = fights.prospect(&Outlook::default()).unwrap();
    let whole = solve(&mut *prospect, &Order::default(), &());
    let here = follow(&*battle, None);
    same(wins(&whole), wins(&here), "from the beginning");
    let rounds = |solution: &Solution| solution.rounds().iter().collect::<Vec<_>>();
    assert_eq!(rounds(&whole).len(), rounds(&here).len());
    // Each outcome of the first die, weighed by its law, is the whole.
    let awaited = battle.awaited().unwrap();
    let throw = &awaited.throws[0];
    let law = Distribution::of(throw.dice.parse::<Dice>().unwrap());
    let mut sum = [0.0; 3];
    for (natural, ways) in law.iter().filter(|(_, ways)| *ways > 0) {
        let mut next = battle.fork();
        next.line(&format!("roll {} = {natural}", throw.who)).unwrap();
        let chance = ways as f64 / law.total() as f64;
        sum.iter_mut().zip(wins(&follow(&*next, None))).for_each(|(sum, wins)| *sum += chance * wins);
    }
    same(wins(&here), sum, "after the first die");
    // In the middle of a step, a choice is as good named as made.
    while battle.roll().is_ok() {}
    let choices = battle.awaited().unwrap().choices;
    for choice in choices.iter().take(2).chain(choices.last()).map(|choice| choice.text.as_str()) {
        let mut made = battle.fork();
        made.line(choice).unwrap();
        same(wins(&follow(&*battle, Some(choice))), wins(&follow(&*made, None)), choice);
    }
    assert!(battle.prospect(Some("juggle"), &Outlook::default()).is_err());
    let unknown = Outlook { policies: vec!["plane".into()], ..Outlook::default() };
    assert!(battle.prospect(None, &unknown).is_err());
}
