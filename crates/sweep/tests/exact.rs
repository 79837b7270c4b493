//! Cells that are worked out exactly: the same fights, without luck.

use std::sync::atomic::{AtomicI64, Ordering};

use skirmish_kernel::{Pairing, Source};
use skirmish_shelf::shelf;
use skirmish_sweep::{Broken, Exactly, Findings, Ground, Hands, Memory, Plan, Store, Sweep, Watch};

fn plan(text: &str) -> Plan {
    Plan::read(&Source::new("plan.toml", text)).unwrap_or_else(|wrong| panic!("{}", wrong[0]))
}

fn bound(plan: &Plan, source: &Source) -> Sweep<'static> {
    let game = shelf().game_of(source).expect("its game is on the shelf");
    let grounds = vec![Ground { name: source.name.to_string(), game, source: source.clone() }];
    Sweep::new(plan, grounds).unwrap_or_else(|wrong| panic!("{}", wrong[0]))
}

fn hands(threads: usize) -> Hands {
    Hands { threads, program: "test".into() }
}

fn done(sweep: &Sweep<'_>, store: &mut Memory) -> Findings {
    sweep.fight(store, &hands(2), &()).unwrap_or_else(|broken| panic!("{broken:?}"))
}

/// What a sweep that cannot be finished says.
fn refused(sweep: &Sweep<'_>, store: &mut Memory) -> String {
    match sweep.fight(store, &hands(2), &()) {
        Err(Broken::Wrong(wrong)) => wrong[0].to_string(),
        other => panic!("it was not refused: {other:?}"),
    }
}

fn pair(game: &str, width: u8) -> Source {
    let pairing = Pairing { creatures: ["wolf", "wolf"].map(str::to_owned), width, ..Pairing::default() };
    Source::new("pair", shelf().game(game).expect("it is on the shelf").pair(&pairing))
}

/// Two with little stamina, in a passage in which nobody can step aside.
fn passage() -> Source {
    let fighter = |name: &str, at: &str, facing: &str| {
        format!(
            "[[combatant]]\nname = \"{name}\"\nside = \"{name}\"\ncreature = \"wolf\"\nat = \"{at}\"\n\
             facing = \"{facing}\"\nen = 1\nwl = 1\nabilities = []\n"
        )
    };
    let map = "rulebook = \"generia\"\n[map]\nwidth = 2\nheight = 1\n";
    Source::new("passage", format!("{map}{}{}", fighter("Ash", "A1", "east"), fighter("Bran", "B1", "west")))
}

/// Fights say of each cell what is so, as far as luck lets them: also of those that are given up.
fn agrees(source: &Source, vary: &str, most_rounds: u32) {
    const FIGHTS: u64 = 2_000;
    let of = |how: String| bound(&plan(&format!("encounter = 'it'\nmost_rounds = {most_rounds}\n{how}{vary}")), source);
    let exact = done(&of("exact = true\n".into()), &mut Memory::default());
    let fought = done(&of(format!("fights = {FIGHTS}\nseed = 3\n")), &mut Memory::default());
    assert_eq!((exact.fought, exact.reckoned, fought.reckoned), (0, exact.outcomes.len(), 0));
    let mut given_up = 0.0;
    for (exact, fought) in exact.outcomes.iter().flatten().zip(fought.outcomes.iter().flatten()) {
        let near = |is: f64, share: f64, what: &str| {
            let deviation = (is * (1.0 - is) / FIGHTS as f64).sqrt();
            assert!((share - is).abs() <= 5.0 * deviation + 1e-9, "{} {what}: {is}, of fights {share}", source.name);
        };
        for (side, counted) in exact.sides.iter().zip(&fought.sides) {
            assert_eq!(side.name, counted.name);
            assert_eq!((side.chance.low, side.chance.high), (side.chance.p, side.chance.p), "an interval");
            near(side.chance.p, counted.chance.p, "wins");
        }
        near(exact.nobody, fought.nobody, "nobody wins");
        near(exact.given_up, fought.given_up, "given up");
        let sum = exact.sides.iter().map(|side| side.chance.p).sum::<f64>() + exact.nobody + exact.given_up;
        let left = exact.exact.expect("it is exact").left;
        assert!((sum + left - 1.0).abs() < 1e-12 && left <= 1e-12, "{sum} and {left}");
        let (rounds, of_fights) = (exact.rounds.expect("some end"), fought.rounds.expect("some end"));
        let half = (of_fights.high - of_fights.is) / 1.96;
        assert!((rounds.is - of_fights.is).abs() <= 5.0 * half + 1e-9, "{rounds:?}, of fights {of_fights:?}");
        given_up += exact.given_up;
    }
    assert!(given_up > 0.0, "nothing was given up in {most_rounds} rounds");
}

#[test]
fn fights_of_every_book_agree() {
    agrees(&pair("elemental-d6", 2), "[[vary]]\nof = 'wolf-1.hp'\nvalues = [9, 14]\n", 3);
    agrees(&pair("legacy-of-adventure", 2), "[[vary]]\nof = 'wolf-1.strength'\nvalues = [8, 12]\n", 4);
    agrees(&passage(), "[[vary]]\nof = 'Bran.wl'\nvalues = [1, 2]\n", 12);
}

const HP: &str = "encounter = 'pair'\nexact = true\n[[vary]]\nof = 'wolf-1.hp'\nvalues = [6, 5]\nbase = 6\n\
                  [[vary]]\nof = 'wolf-2.hp'\nvalues = [5, 6]\nbase = 6\n";

fn small() -> Sweep<'static> {
    bound(&plan(HP), &pair("elemental-d6", 2))
}

#[test]
fn differences_are_differences() {
    let findings = done(&small(), &mut Memory::default());
    let side = |cell: usize, side: usize| &findings.outcome(cell).expect("done").sides[side];
    // Cells: 6 and 5, 6 and 6 (the base), 5 and 5, 5 and 6.
    assert!(side(1, 0).change.is_none() && side(1, 1).change.is_none());
    for cell in [0, 2, 3] {
        let change = side(cell, 0).change.expect("there is a base");
        assert_eq!((change.low, change.high), (change.is, change.is));
        assert!((change.is - (side(cell, 0).chance.p - side(1, 0).chance.p)).abs() < 1e-11);
    }
    // Two of a kind are even whatever they are made of, to the last digit, and that is no change.
    assert_eq!(side(2, 0).change.map(|change| change.is), Some(0.0));
    assert_eq!(findings.outcome(1).and_then(|outcome| outcome.balance).map(|balance| balance.is), Some(0.0));
    assert!(side(0, 0).change.is_some_and(|change| change.is > 0.05 && change.is_telling()));
}

/// Asks to stop after so many looks.
struct Impatient(AtomicI64);

impl Watch for Impatient {
    fn stops(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) <= 0
    }
}

#[test]
fn nothing_is_worked_out_twice() {
    let sweep = small();
    let whole = done(&sweep, &mut Memory::default());
    assert_eq!((whole.reckoned, whole.interrupted), (4, false));
    // As many threads as one likes.
    let one = sweep.fight(&mut Memory::default(), &hands(1), &()).expect("it can be done");
    assert_eq!(one.outcomes, whole.outcomes);
    // Stopped again and again: looks are allowed for one cell and a little more.
    let (mut store, mut rounds, mut reckoned, mut looks) = (Memory::default(), 0, 0, 1);
    let last = loop {
        let watch = Impatient(AtomicI64::new(looks));
        let findings = sweep.fight(&mut store, &hands(1), &watch).expect("it can be done");
        (rounds, reckoned, looks) = (rounds + 1, reckoned + findings.reckoned, looks + 8);
        if !findings.interrupted {
            break findings;
        }
    };
    assert!(rounds > 2, "it was never stopped");
    assert_eq!((&last.outcomes, reckoned), (&whole.outcomes, 4));
    assert_eq!(done(&sweep, &mut store).reckoned, 0);
    // What was kept for fights is no answer here, and the other way round.
    let fought = bound(&plan(&HP.replace("exact = true", "fights = 20")), &pair("elemental-d6", 2));
    assert_eq!(done(&fought, &mut store).fought, 80);
    // What is damaged is worked out again.
    let loaded = sweep.load(&sweep.cells()[0]).expect("it loads");
    let key = sweep.key(&loaded, "test");
    let text = store.read(key.name()).expect("it is kept");
    for damaged in [&text[..text.len() / 2], "{}", &text.replace("\"wins\":[\"0.", "\"wins\":[\"0.3")] {
        assert_ne!(damaged, text);
        store.write(key.name(), damaged).expect("memory");
        let mended = done(&sweep, &mut store);
        assert_eq!((mended.reckoned, &mended.outcomes), (1, &whole.outcomes), "{damaged}");
    }
}

/// Counts how far the work gets.
#[derive(Default)]
struct Counting(AtomicI64);

impl Watch for Counting {
    fn stops(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        false
    }
}

#[test]
fn what_is_too_large_is_refused_by_name_and_once() {
    let text = "encounter = 'pair'\nexact = true\n[[vary]]\nof = 'wolf-1.hp'\nvalues = [1, 60]\n";
    let (plan, source) = (plan(text), pair("elemental-d6", 2));
    let within = |states: usize| {
        let exact = plan.exact.clone().map(|exactly| Exactly { states, ..exactly });
        bound(&Plan { exact, ..plan.clone() }, &source)
    };
    let mut store = Memory::default();
    let said = refused(&within(800), &mut store);
    for words in ["pair with wolf-1.hp 60", "more than 800 states", "states = …", "still in play"] {
        assert!(said.contains(words), "{said}");
    }
    // The small cell is done and kept; the large one is not tried again with as little.
    let counting = Counting::default();
    match within(700).fight(&mut store, &hands(1), &counting) {
        Err(Broken::Wrong(wrong)) => assert!(wrong[0].to_string().contains("more than 800 states")),
        other => panic!("{other:?}"),
    }
    assert_eq!(counting.0.into_inner(), 0);
    let findings = done(&within(200_000), &mut store);
    assert_eq!((findings.reckoned, findings.done()), (1, 2));
}

#[test]
fn who_thinks_is_refused_before_anything_is_done() {
    for (policy, what) in [("'greedy'", "has no exact odds"), ("{ wolf-2 = 'mcts' }", "has no exact odds")] {
        let text =
            format!("encounter = 'pair'\nexact = true\npolicy = {policy}\n[[vary]]\nof = 'wolf-1.hp'\nadd = [0]\n");
        let sweep = bound(&plan(&text), &pair("elemental-d6", 2));
        let said = match sweep.check(&sweep.cells()[0]) {
            Err(wrong) => wrong[0].to_string(),
            Ok(()) => panic!("{policy} was taken"),
        };
        assert!(said.contains(what), "{said}");
    }
}

#[test]
fn a_plan_is_exact_or_fights() {
    let rest = "[[vary]]\nof = 'wolf-1.hp'\nvalues = [5]\n";
    for (keys, what) in [
        ("exact = true\nfights = 10", "`fights` is for cells that are fought"),
        ("exact = true\nuntil = '1%'", "`until` is for cells that are fought"),
        ("exact = false\nstates = 10", "`states` is for cells that are worked out exactly"),
        ("left = 1e-6", "`left` is for cells that are worked out exactly"),
        ("exact = true\nleft = 0.9", "`left` is a part of 1"),
        ("exact = true\nleft = 'x'", "`left` is a part of 1"),
        ("exact = true\nstates = 0", "`states` is a whole number"),
        ("exact = 'yes'", "expected a boolean"),
    ] {
        let source = Source::new("plan.toml", format!("encounter = 'pair'\n{keys}\n{rest}"));
        let said = match Plan::read(&source) {
            Err(wrong) => wrong[0].to_string(),
            Ok(plan) => panic!("{keys} was taken: {plan:?}"),
        };
        assert!(said.contains(what), "{keys}: {said}");
    }
    let plan = plan(&format!("encounter = 'pair'\nexact = true\nleft = 1e-6\nstates = 77\n{rest}"));
    assert_eq!(plan.exact.map(|exact| (exact.left, exact.states)), Some((1e-6, 77)));
}
