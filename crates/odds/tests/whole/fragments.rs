//! Two who strike each other with their fists in Fragments of Power, held against two programs of their own, which know nothing
//! of tables, trees or states. `fragments.py` goes forward through the fight and counts in fractions; its figures stand below.
//! The other one is here: it goes backward, from the last hit points to the first, and knows whole sets of house rules.

use skirmish_fragments_of_power::{Ask, BOOK, Choice, Fragments};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Book, Encounters, Fights, Id, Notation, Outlook, Policy, Ready, RuleId, Rulebook, Source};
use skirmish_odds::{Order, solve};

use crate::known::{Known, agrees};

/// Strikes with every action.
struct Fist;

type Setup = <Fragments as Rulebook>::Setup;
type State = <Fragments as Rulebook>::State;

impl Policy<Fragments> for Fist {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        let foe = Fragments::name(g, Id::new(1 - who.index()));
        match ask {
            Ask::Turn => Fragments::parse(g, s, who, ask, &format!("unarmed at {foe}"))
                .unwrap_or_else(|wrong| panic!("{}", wrong.why())),
            _ => panic!("nobody asks for {ask:?} here"),
        }
    }
}

fn book() -> Book<Fragments> {
    Book { plain: || Box::new(Fist), ..BOOK }
}

/// One of two, of Level 1.
#[derive(Clone, Copy)]
struct Fighter {
    str: i32,
    dex: i32,
    defense: i32,
    hp: i32,
}

const ASH: Fighter = Fighter { str: 3, dex: 2, defense: 14, hp: 11 };
const BRAN: Fighter = Fighter { str: 4, dex: 1, defense: 12, hp: 9 };

fn source(fighters: [Fighter; 2], rules: &str) -> Source {
    let mut text = format!("rulebook = \"fragments-of-power\"\n[map]\nwidth = 2\nheight = 1\n[rules]\n{rules}\n");
    for (Fighter { str, dex, defense, hp }, (name, at)) in fighters.into_iter().zip([("Ash", "A1"), ("Bran", "B1")]) {
        text +=
            &format!("[[combatant]]\nname = \"{name}\"\nside = \"{name}\"\nat = \"{at}\"\nstr = {str}\ndex = {dex}\n");
        text += &format!("physical_defense = {defense}\nmax_hp = {hp}\n");
    }
    Source::new("fists", text)
}

/// Printed by `python3 crates/odds/tests/whole/fragments.py`.
const PRINTED: Known = Known {
    wins: [0.5588839374736969, 0.4411160625263031],
    nobody: 0.0,
    mean: 1.1610014795068304,
    rounds: &[
        0.841887828125,
        0.1552508965735,
        0.00283344295756802,
        2.7633542145357586e-05,
        1.9762336745728914e-07,
        1.1722561399186913e-09,
    ],
    gauge: "hp",
    ends: &[
        ([-11, 1], 0.0005272128150716789),
        ([-11, 4], 0.000509502682343577),
        ([-11, 5], 0.000509502682343577),
        ([-11, 9], 0.001551745272800379),
        ([-9, 1], 0.0005272128150716789),
        ([-9, 4], 0.000509502682343577),
        ([-9, 5], 0.000509502682343577),
        ([-9, 9], 0.001551745272800379),
        ([-7, 1], 0.0010582891600319168),
        ([-7, 4], 0.0010783000332991878),
        ([-7, 5], 0.0010783000332991878),
        ([-7, 9], 0.005996910523898272),
        ([-6, 1], 0.0010582891600319168),
        ([-6, 4], 0.0010783000332991878),
        ([-6, 5], 0.0010783000332991878),
        ([-6, 9], 0.005996910523898272),
        ([-5, 1], 0.0068576301258203845),
        ([-5, 4], 0.006682829539078536),
        ([-5, 5], 0.006682829539078536),
        ([-5, 9], 0.02306610852470244),
        ([-4, 1], 0.0068576301258203845),
        ([-4, 4], 0.006682829539078536),
        ([-4, 5], 0.006682829539078536),
        ([-4, 9], 0.02306610852470244),
        ([-1, 1], 0.01400754994873014),
        ([-1, 4], 0.014358651618567399),
        ([-1, 5], 0.014358651618567399),
        ([-1, 9], 0.08453329296527436),
        ([0, 1], 0.02328236152070217),
        ([0, 4], 0.02372260073258213),
        ([0, 5], 0.02372260073258213),
        ([0, 9], 0.131932031525762),
        ([1, -9], 0.0005473307558200999),
        ([1, -7], 0.0005473307558200999),
        ([1, -6], 0.0009214380847886738),
        ([1, -5], 0.0009214380847886738),
        ([1, -4], 0.007489407154629872),
        ([1, -3], 0.007489407154629872),
        ([1, -1], 0.01287615726431275),
        ([1, 0], 0.02211451403492817),
        ([5, -9], 0.0006359040869291962),
        ([5, -7], 0.0006359040869291962),
        ([5, -6], 0.0011318840195348528),
        ([5, -5], 0.0011318840195348528),
        ([5, -4], 0.008762733062685206),
        ([5, -3], 0.008762733062685206),
        ([5, -1], 0.015902385028755482),
        ([5, 0], 0.027165216468836465),
        ([6, -9], 0.0006359040869291962),
        ([6, -7], 0.0006359040869291962),
        ([6, -6], 0.0011318840195348528),
        ([6, -5], 0.0011318840195348528),
        ([6, -4], 0.008762733062685206),
        ([6, -3], 0.008762733062685206),
        ([6, -1], 0.015902385028755482),
        ([6, 0], 0.027165216468836465),
        ([11, -9], 0.0021138694313227162),
        ([11, -7], 0.0021138694313227162),
        ([11, -6], 0.007535912698654257),
        ([11, -5], 0.007535912698654257),
        ([11, -4], 0.03290234587452685),
        ([11, -3], 0.03290234587452685),
        ([11, -1], 0.11175346573548797),
        ([11, 0], 0.18086190476770217),
    ],
};

#[test]
fn fists_of_fragments_of_power_are_as_worked_out_elsewhere() {
    agrees(book(), &source([ASH, BRAN], ""), &PRINTED);
}

/// House rules that the second program knows.
#[derive(Clone, Copy, Default)]
struct House {
    /// Beating the goal by 10 is critical, and not a 20.
    by_margin: bool,
    /// Double dice, and not the double of everything.
    double_dice: bool,
    /// Equal is not enough.
    must_exceed: bool,
}

impl House {
    fn words(self) -> String {
        let yes = |yes: bool, words: &str| if yes { words.to_owned() } else { String::new() };
        yes(self.by_margin, "\"crit.rule\" = \"margin-10\"\n")
            + &yes(self.double_dice, "\"crit.damage\" = \"dice\"\n")
            + &yes(self.must_exceed, "\"attack.tie\" = \"failure\"\n")
    }
}

/// What one blow takes: for each loss its chance.
fn losses(by: Fighter, on: Fighter, house: House) -> Vec<(i32, f64)> {
    let mut chances = vec![0.0; 64];
    for face in 1..=20 {
        let over = face + 1 + by.str - on.defense;
        let critical = if house.by_margin { over >= 10 } else { face == 20 };
        let fists: &[(i32, f64)] = match () {
            () if over < i32::from(house.must_exceed) => &[],
            () if critical && house.double_dice => &[(2, 0.25), (3, 0.5), (4, 0.25)],
            () => &[(1, 0.5), (2, 0.5)],
        };
        let factor = if critical && !house.double_dice { 2 } else { 1 };
        chances[0] += if fists.is_empty() { 0.05 } else { 0.0 };
        fists.iter().for_each(|(dice, share)| chances[(factor * (dice + by.str)) as usize] += 0.05 * share);
    }
    (0..).zip(chances).filter(|(_, chance)| *chance > 0.0).collect()
}

/// The chance that Ash wins: for all hit points of both, and each of the six blows that may be the next one.
///
/// With the same hit points the blows follow each other in a circle; what leads out of it is known, and once around is a
/// geometric series.
fn ash_wins(fighters: [Fighter; 2], house: House) -> f64 {
    let blows = [losses(fighters[0], fighters[1], house), losses(fighters[1], fighters[0], house)];
    let (most, width) = (fighters[0].hp, fighters[1].hp as usize + 1);
    let mut known = vec![[0.0; 6]; (most as usize + 1) * width];
    for ash in 1..=most {
        for bran in 1..=fighters[1].hp {
            // What each blow adds when it is the one that takes something, and the chance that it takes nothing.
            let beyond = |nth: usize| -> f64 {
                let by = nth / 3;
                let after = |loss: i32| if by == 0 { (ash, bran - loss) } else { (ash - loss, bran) };
                let worth = |(ash, bran): (i32, i32)| match () {
                    () if ash <= 0 => 0.0,
                    () if bran <= 0 => 1.0,
                    () => known[ash as usize * width + bran as usize][(nth + 1) % 6],
                };
                blows[by].iter().filter(|(loss, _)| *loss > 0).map(|(loss, chance)| chance * worth(after(*loss))).sum()
            };
            let nothing = |nth: usize| {
                blows[nth / 3].iter().filter(|(loss, _)| *loss == 0).map(|(_, chance)| chance).sum::<f64>()
            };
            let (gains, misses): (Vec<f64>, Vec<f64>) = (0..6).map(|nth| (beyond(nth), nothing(nth))).unzip();
            let around: f64 = misses.iter().product();
            let from = |first: usize| {
                let (mut sum, mut still) = (0.0, 1.0);
                for nth in (0..6).map(|step| (first + step) % 6) {
                    sum += still * gains[nth];
                    still *= misses[nth];
                }
                sum / (1.0 - around)
            };
            known[ash as usize * width + bran as usize] = std::array::from_fn(from);
        }
    }
    let start = known[most as usize * width + fighters[1].hp as usize];
    let ahead = |ash: i32, bran: i32| (ash + fighters[0].dex).cmp(&(bran + fighters[1].dex));
    let pairs = || (1..=20).flat_map(|ash| (1..=20).map(move |bran| (ash, bran)));
    let first: f64 = pairs().map(|(ash, bran)| f64::from(ahead(ash, bran) as i8 + 1) / 800.0).sum();
    first * start[0] + (1.0 - first) * start[3]
}

#[test]
fn fists_under_house_rules_are_as_worked_out_backward() {
    assert!((ash_wins([ASH, BRAN], House::default()) - PRINTED.wins[0]).abs() < 1e-14, "both programs agree");
    let frail = Fighter { str: 1, dex: 4, defense: 19, hp: 5 };
    let slow = Fighter { str: 6, dex: 0, defense: 9, hp: 17 };
    for fighters in [[ASH, BRAN], [slow, ASH], [Fighter { str: 4, ..frail }, slow]] {
        for bits in 0..8 {
            let house = House { by_margin: bits & 1 > 0, double_dice: bits & 2 > 0, must_exceed: bits & 4 > 0 };
            let ready = Ready::load(book(), &source(fighters, &house.words()), None);
            let ready = ready.unwrap_or_else(|wrong| panic!("{}", wrong[0]));
            let mut prospect = ready.prospect(&Outlook::default()).unwrap();
            let solution = solve(&mut *prospect, &Order::default(), &());
            let (is, wanted) = (solution.chance_of(0), ash_wins(fighters, house));
            assert!((is - wanted).abs() < 1e-9 + solution.left, "{}: {is}, not {wanted}", house.words());
        }
    }
}
