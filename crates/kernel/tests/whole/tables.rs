//! One set of rules at three tables: simulated, played, enumerated.

use crate::common::{BRAWL, DUEL, Plain, Setup, State, Toy, session};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{
    Autoplay, Flow, Id, Moment, Paths, Policy, Precision, Random, RuleId, Rulebook, Sign, Tree, Value, Viewer, Watch,
    Weight,
};

/// Plays a battle with a policy and its own dice.
fn played(encounter: &str, seed: u64, policy: &mut dyn Policy<Toy>) -> (State, Option<skirmish_kernel::Outcome>) {
    let mut session = session(encounter, seed);
    while session.roll() || session.decide(policy) {}
    (session.state().clone(), session.outcome())
}

#[test]
fn a_simulation_is_the_game_without_its_table() {
    for encounter in [DUEL, BRAWL] {
        for seed in 0..20 {
            let setup = session(encounter, seed).setup().clone();
            let mut state = Toy::begin(&setup);
            let plain = Autoplay::new(&setup, Plain, seed, 0).play(&mut state, 10_000);
            assert_eq!((state, plain), played(encounter, seed, &mut Plain));
            let mut state = Toy::begin(&setup);
            let random = Autoplay::<Toy, _>::new(&setup, Random, seed, 0).play(&mut state, 10_000);
            assert_eq!((state, random), played(encounter, seed, &mut Random));
        }
    }
}

/// Sweeps, and reads nothing but the question where luck is asked for.
struct Sweeper {
    reads_only_the_ask: bool,
    asked: u32,
}

impl Policy<Toy> for Sweeper {
    fn choose(
        &mut self,
        _: &Setup,
        s: &State,
        _: RuleId,
        who: Id,
        ask: &crate::common::Ask,
        _: &mut Rng,
    ) -> crate::common::Choice {
        self.asked += 1;
        match ask {
            crate::common::Ask::Stance => crate::common::Choice::Stance(crate::common::Stance::Bold),
            crate::common::Ask::Act if who.index() == 0 => crate::common::Choice::Sweep,
            crate::common::Ask::Act | crate::common::Ask::Spring => crate::common::Choice::Pray,
            crate::common::Ask::React { .. } => crate::common::Choice::Riposte,
            crate::common::Ask::Push { luck } if self.reads_only_the_ask => {
                if *luck < 2 {
                    crate::common::Choice::Push
                } else {
                    crate::common::Choice::Hold
                }
            }
            crate::common::Ask::Push { .. } => {
                if s.hp[who.index()] < 5 {
                    crate::common::Choice::Push
                } else {
                    crate::common::Choice::Hold
                }
            }
        }
    }
    fn reads_only_the_ask(&self) -> bool {
        self.reads_only_the_ask
    }
}

fn after_stances(encounter: &str) -> (Setup, State) {
    let mut session = session(encounter, 1);
    session.decide(&mut Plain);
    (session.setup().clone(), session.state().clone())
}

#[test]
fn a_sweep_through_ripostes_is_worked_out_exactly_and_agrees_with_simulation() {
    let (setup, state) = after_stances(BRAWL);
    let mut policy = Sweeper { reads_only_the_ask: true, asked: 0 };
    let ends = Tree::<Toy>::new(&setup, &mut policy, Precision::Exact, 2_000_000)
        .watching(Watch::rules(&[crate::common::PARRY, crate::common::DAZED]))
        .step(&state)
        .unwrap();
    assert_eq!(ends.chance(Precision::Exact, |_| true), Weight::one(Precision::Exact));
    assert!(ends.ends.len() < 2_000 && ends.leaves < 200_000, "{} ends, {} leaves", ends.ends.len(), ends.leaves);
    assert!(ends.met(Precision::Exact, Sign::Rule(crate::common::PARRY)).is_zero(), "nobody parries");
    let dazed = ends.met(Precision::Exact, Sign::Rule(crate::common::DAZED)).value();
    let floats = Tree::<Toy>::new(&setup, &mut policy, Precision::Float, 2_000_000).step(&state).unwrap();
    assert!((floats.chance(Precision::Float, |_| true).value() - 1.0).abs() < 1e-12);
    let (mut fallen, mut seen, count) = (0, 0, 20_000);
    let mut table = Autoplay::new(&setup, Sweeper { reads_only_the_ask: true, asked: 0 }, 7, 0);
    for index in 0..count {
        table.restart(7, index);
        let mut s = state.clone();
        table.step(&mut s);
        fallen += u32::from(!s.up(Id::new(1)));
        seen += u32::from(!s.dazed.is_empty());
    }
    let down = ends.chance(Precision::Float, |end| !end.state.up(Id::new(1))).value();
    assert!((f64::from(fallen) / count as f64 - down).abs() < 5.0 * (down / count as f64).sqrt());
    assert!(f64::from(seen) / count as f64 <= dazed + 0.02);
}

#[test]
fn a_law_is_worked_out_once_unless_somebody_looks_at_the_state() {
    let (setup, mut state) = after_stances(DUEL);
    state.turn = Some(1);
    let mut asked = Vec::new();
    for reads_only_the_ask in [true, false] {
        let mut policy = Sweeper { reads_only_the_ask, asked: 0 };
        let mut tree = Tree::<Toy>::new(&setup, &mut policy, Precision::Exact, 10_000);
        let first = tree.step(&state).unwrap();
        let second = tree.step(&state).unwrap();
        assert_eq!(first.ends.len(), second.ends.len());
        for (a, b) in first.ends.iter().zip(&second.ends) {
            assert_eq!((&a.state, &a.weight, a.flow), (&b.state, &b.weight, Flow::On));
        }
        let mean: f64 =
            first.ends.iter().map(|end| f64::from(end.state.hp[1] - state.hp[1]) * end.weight.value()).sum();
        assert!((mean - if reads_only_the_ask { 3.0 } else { 2.5 }).abs() < 1e-12, "{mean}");
        drop(tree);
        asked.push(policy.asked);
    }
    assert!(asked[0] < asked[1], "the law was remembered: {asked:?}");
}

#[test]
fn too_many_branches_are_given_up() {
    let (setup, state) = after_stances(BRAWL);
    let mut policy = Sweeper { reads_only_the_ask: true, asked: 0 };
    let mut tree = Tree::<Toy>::new(&setup, &mut policy, Precision::Exact, 50);
    assert!(tree.step(&state).is_err());
    // The table is not left in the middle of something.
    assert!(tree.step(&state).is_err());
    let error = session(BRAWL, 1)
        .ends(Viewer::GameMaster, None, &mut Plain, Watch::default(), Precision::Exact, 0)
        .unwrap_err();
    assert_eq!(error.to_string(), "too many branches to follow exactly: given up after 1");
}

#[test]
fn odds_after_a_choice_are_the_choice_and_then_the_odds() {
    let mut session = session(DUEL, 1);
    session.decide(&mut Plain);
    let attack = crate::common::Choice::Attack(Id::new(1));
    let watched = [crate::common::HIT, crate::common::ACTION, crate::common::REACT];
    let before = session
        .ends(
            Viewer::GameMaster,
            Some((Id::new(0), attack)),
            &mut Plain,
            Watch::rules(&watched),
            Precision::Exact,
            10_000,
        )
        .unwrap();
    let chance = |ends: &skirmish_kernel::Ends<State>, rule| ends.met(Precision::Exact, Sign::Rule(rule));
    assert_eq!(chance(&before, crate::common::ACTION), Weight::one(Precision::Exact), "the choice itself counts");
    assert_eq!(chance(&before, crate::common::REACT), Weight::one(Precision::Exact), "and so does the answer to it");
    session.choose(Id::new(0), attack).unwrap();
    session.decide(&mut Plain);
    let after =
        session.ends(Viewer::GameMaster, None, &mut Plain, Watch::rules(&watched), Precision::Exact, 10_000).unwrap();
    assert_eq!(chance(&before, crate::common::HIT), chance(&after, crate::common::HIT));
    assert_eq!(chance(&after, crate::common::REACT), Weight::zero(Precision::Exact), "what was before does not count");
    let not_asked = session
        .ends(Viewer::GameMaster, Some((Id::new(0), attack)), &mut Plain, Watch::default(), Precision::Exact, 10)
        .unwrap_err();
    assert!(not_asked.to_string().starts_with("Ada is not asked"), "{not_asked}");
}

#[test]
fn each_throw_unfolds_into_dice_and_rules() {
    let mut session = session(DUEL, 4);
    while session.roll() || session.decide(&mut Plain) {}
    let mut throws = 0;
    for (_, moment) in session.log() {
        let Moment::Threw(throw) = moment else { continue };
        throws += 1;
        let flat: i32 =
            throw.terms.iter().filter(|t| t.bearing == skirmish_kernel::Bearing::Flat).map(|t| t.value).sum();
        assert_eq!(throw.natural, throw.dice.natural(&throw.faces));
        assert_eq!(throw.total, throw.natural + flat);
    }
    assert!(throws > 10);
    assert_eq!(Toy::read(session.setup(), session.state(), "Ada.skill").unwrap(), Value::Int(2));
}
