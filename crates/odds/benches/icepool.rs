//! The program's side of `icepool.py`, which runs it: a duel and dice, worked out cold and written down for comparing.
//!
//! Two fighters strike in turn, attack against defence; ten more than the defence is a critical hit, which doubles the
//! damage. They are played by a rulebook of their own, through the tables of the kernel like any other.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use skirmish_kernel::dice::{Dice, Distribution, Rng};
use skirmish_kernel::{
    Branch, Catalogue, Check, Ending, Flow, Id, Ids, Outcome, OverBudget, Place, Policy, Precision, Prospect, Refusal,
    Rule, RuleId, Rulebook, Side, StepTree, Table, Target, Tree,
};
use skirmish_odds::{Order, solve};

const ATTACK: RuleId = RuleId::new(0);
const DEFENCE: RuleId = RuleId::new(1);
const DAMAGE: RuleId = RuleId::new(2);

const fn rule(id: &'static str) -> Rule {
    Rule { id, title: id, section: "pit", summary: id, guidance: None }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Pit;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Standing {
    hp: [i16; 2],
    turn: u8,
}

fn dice(text: &str) -> Dice {
    text.parse().expect("a pool")
}

/// What a blow takes: 0 for a miss.
fn blow<T: Table<Pit>>(by: u8, t: &mut T) -> Result<i16, T::Halt> {
    let (by, on) = (Id::new(by.into()), Id::new((1 - by).into()));
    let d20 = dice("1d20");
    let (attack, defence) =
        (Check::new(ATTACK, by, d20).plus(ATTACK, 5), Check::new(DEFENCE, on, d20).plus(DEFENCE, 4));
    // Missed, hit, or hit with double damage.
    let times = t.contest(attack, defence, |a, d| match a.total - d.total {
        ..0 => 0,
        0..10 => 1,
        _ => 2,
    })?;
    if times == 0 {
        return Ok(0);
    }
    let damage = t.roll(Check::new(DAMAGE, by, dice("2d6")).plus(DAMAGE, 3))?;
    Ok((times * damage) as i16)
}

impl Rulebook for Pit {
    /// Hit points.
    type Setup = i16;
    type State = Standing;
    type Ask = ();
    type Choice = ();
    type Event = ();
    const CATALOGUE: &'static Catalogue =
        &Catalogue { rules: &[rule("attack"), rule("defence"), rule("damage")], switches: &[] };
    const RESULTS: &'static [&'static str] = &[];
    const OPPOSITES: &'static [(u8, u8)] = &[];

    fn begin(hp: &i16) -> Standing {
        Standing { hp: [*hp; 2], turn: 0 }
    }

    fn step<T: Table<Self>>(_: &i16, s: &mut Standing, t: &mut T) -> Result<Flow, T::Halt> {
        let (by, on) = (usize::from(s.turn), 1 - usize::from(s.turn));
        let damage = t.chance(s, ATTACK, s.turn, |by, _, t| blow(by, t))?;
        s.hp[on] = (s.hp[on] - damage).max(0);
        s.turn = on as u8;
        let winner = Some(Side(by as u8));
        Ok(if s.hp[on] == 0 { Flow::Over(Outcome { winner, rule: DAMAGE }) } else { Flow::On })
    }

    fn options(_: &i16, _: &Standing, _: Id, (): &(), _: &mut dyn FnMut(())) {}
    fn judge(_: &i16, _: &Standing, _: Id, (): &(), (): &()) -> Result<(), Refusal> {
        Ok(())
    }
    fn standing(_: &i16, _: &Standing, _: Id, (): &()) -> Option<()> {
        Some(())
    }
    fn pass(_: &i16, _: &Standing, _: Id, (): &()) -> Option<()> {
        Some(())
    }
    fn place(_: &Standing) -> Place {
        Place::default()
    }
    fn forget(_: &mut Standing) {}
    fn cites((): &(), _: &mut dyn FnMut(RuleId)) {}
    fn result((): &()) -> Option<(Id, u8)> {
        None
    }
    fn broken_invariant(_: &i16, _: &Standing) -> Option<String> {
        None
    }
}

/// Nobody is ever asked.
struct Nobody;

impl Policy<Pit> for Nobody {
    fn choose(&mut self, _: &i16, _: &Standing, _: RuleId, _: Id, (): &(), _: &mut Rng) {}
}

/// The fight, state by state.
struct Fight<'g> {
    tree: Tree<'g, Pit>,
    states: Vec<Standing>,
    known: HashMap<Standing, u32>,
    endings: Vec<Ending>,
}

impl Prospect for Fight<'_> {
    fn states(&self) -> usize {
        self.states.len()
    }
    fn step(&mut self, state: u32, branches: &mut Vec<Branch>) -> Result<(), OverBudget> {
        branches.clear();
        let from = self.states[state as usize].clone();
        let rounds = u32::from(from.turn);
        for end in self.tree.step(&from)?.ends {
            let to = match end.flow {
                Flow::Over(outcome) => Target::End(u32::from(outcome.winner == Some(Side(1)))),
                Flow::On => {
                    let next = self.states.len() as u32;
                    let number = *self.known.entry((*end.state).clone()).or_insert(next);
                    if number == next {
                        self.states.push(*end.state);
                    }
                    Target::State(number)
                }
            };
            branches.push(Branch { to, rounds, chance: end.weight.value() });
        }
        Ok(())
    }
    fn deliberate(&mut self, _: u32) -> Result<StepTree, OverBudget> {
        Err(OverBudget { leaves: 0 })
    }
    fn broken_off(&mut self, _: u32) -> u32 {
        0
    }
    fn endings(&self) -> &[Ending] {
        &self.endings
    }
    fn leaves(&self) -> u64 {
        self.tree.leaves()
    }
}

/// The chance that the first one wins, and how many states there are.
fn duel(hp: i16) -> (f64, usize) {
    let mut nobody = Nobody;
    let tree = Tree::new(&hp, &mut nobody, Precision::Float, u64::MAX);
    let begin = Pit::begin(&hp);
    let ending = |side| Ending { winner: Some(Side(side)), able: Ids::NONE, fallen: Ids::NONE, gauges: Vec::new() };
    let (known, states) = ([(begin.clone(), 0)].into(), vec![begin]);
    let mut fight = Fight { tree, states, known, endings: vec![ending(0), ending(1)] };
    let solution = solve(&mut fight, &Order::default(), &());
    (solution.chance_of(0), solution.states)
}

/// The law of a pool; of one against another the chances that the first is less, equal, more.
fn pool(texts: &[String]) -> Vec<f64> {
    let laws: Vec<Distribution> = texts.iter().map(|text| Distribution::of(dice(text))).collect();
    match laws.as_slice() {
        [one] => one.iter().map(|(_, count)| count as f64 / one.total() as f64).collect(),
        [one, other] => {
            let mut against = vec![0.0; 3];
            for (a, branches) in one.iter() {
                for (b, others) in other.iter() {
                    let place = match a.cmp(&b) {
                        Ordering::Less => 0,
                        Ordering::Equal => 1,
                        Ordering::Greater => 2,
                    };
                    against[place] += branches as f64 / one.total() as f64 * (others as f64 / other.total() as f64);
                }
            }
            against
        }
        _ => Vec::new(),
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    match words.split_first() {
        Some((verb, rest)) if verb == "pool" => {
            println!("{}", pool(rest).iter().map(|p| format!("{p:?}")).collect::<Vec<_>>().join(" "));
        }
        Some((verb, rest)) if verb == "duel" => {
            let hp = rest.first().and_then(|hp| hp.parse().ok()).unwrap_or(60);
            let began = std::time::Instant::now();
            let (chance, states) = duel(hp);
            println!("{chance:?} {states} {:?}", began.elapsed().as_secs_f64());
        }
        _ => println!("{:?}; icepool.py runs this: pool DICE [DICE], or duel HP", duel(60)),
    }
}
