//! Plans, cells and what comes of them, on the encounters that come with the games.

use skirmish_kernel::{Side, Source};
use skirmish_sim::Winner;
use skirmish_sweep::{Difference, Findings, Ground, Hands, Memory, Needed, Plan, Store, Sweep, Watch};

fn plan(text: &str) -> Plan {
    Plan::read(&Source::new("plan.toml", text)).unwrap_or_else(|wrong| panic!("{}", wrong[0]))
}

fn bound(plan: &Plan) -> Sweep<'static> {
    let ground = |name: &str| {
        let found = skirmish_shelf::find_encounter(name).expect("it is embedded");
        Ground { name: name.into(), game: found.game, source: found.source() }
    };
    let grounds = plan.encounters.iter().map(|(name, _)| ground(name)).collect();
    Sweep::new(plan, grounds).unwrap_or_else(|wrong| panic!("{}", wrong[0]))
}

fn hands() -> Hands {
    Hands { threads: 2, program: "test".into() }
}

fn fought(sweep: &Sweep<'_>, store: &mut Memory) -> Findings {
    sweep.fight(store, &hands(), &()).expect("it can be fought")
}

/// The encounter of each cell, as it is read by TOML.
fn texts(sweep: &Sweep<'_>) -> Vec<toml::Table> {
    let text = |cell| sweep.load(cell).unwrap_or_else(|wrong| panic!("{}", wrong[0])).source.text.parse();
    sweep.cells().iter().map(|cell| text(cell).expect("TOML")).collect()
}

#[test]
fn the_last_axis_changes_fastest() {
    let plan = plan(
        "encounter = 'duel'\n\
         [[vary]]\nname = 'a'\nof = 'Kestrel.hp'\nvalues = [10, 11, 12]\nbase = 11\n\
         [[vary]]\nname = 'b'\nof = ['Tarn.hp', 'Tarn.soak']\nfrom = 1\nto = 2\n",
    );
    let sweep = bound(&plan);
    let labels: Vec<String> = sweep.cells().iter().map(|cell| sweep.label(cell)).collect();
    assert_eq!(labels, ["a 10, b 1", "a 10, b 2", "a 11, b 1", "a 11, b 2", "a 12, b 1", "a 12, b 2"]);
    assert_eq!(sweep.base_of(0), Some(2));
    for (cell, text) in sweep.cells().iter().zip(texts(&sweep)) {
        let tarn = &text["combatant"][1];
        assert_eq!(text["combatant"][0]["hp"].as_integer(), Some(10 + cell.levels[0] as i64));
        // What varies together has one value.
        assert_eq!(
            (tarn["hp"].as_integer(), tarn["soak"].as_integer()),
            (Some(1 + cell.levels[1] as i64), Some(1 + cell.levels[1] as i64))
        );
    }
}

#[test]
fn something_is_added_to_what_content_says() {
    // A nimble fighter has CON 4 and parries with 10; in play the modifier of CON is read, which is another number.
    let generia =
        plan("encounter = 'parry-yard'\n[[vary]]\nof = ['Merle.con', 'Merle.weapon[rapier].parry']\nadd = [-1, 2]\n");
    let found: Vec<_> = texts(&bound(&generia))
        .iter()
        .map(|text| {
            let merle = &text["combatant"][0];
            (merle["con"].as_integer(), merle["weapon"][0]["parry"].as_integer())
        })
        .collect();
    assert_eq!(found, [(Some(3), Some(9)), (Some(6), Some(12))]);
    // What stands in the encounter itself goes before; skills are a table.
    let legacy = plan("encounter = 'first-blood'\n[[vary]]\nof = ['Hale.strength', 'Hale.skills.parry']\nadd = [1]\n");
    let text = texts(&bound(&legacy)).remove(0);
    let hale = &text["combatant"][0];
    assert_eq!((hale["strength"].as_integer(), hale["skills"]["parry"].as_integer()), (Some(11), Some(12)));
}

#[test]
fn cases_set_several_things_and_encounters_take_what_is_theirs() {
    let plan = plan(
        "encounters = ['duel', 'parry-yard']\n\
         [[vary]]\nname = 'hurt'\n\
         [[vary.case]]\nname = 'as it comes'\n\
         [[vary.case]]\nname = 'both'\nset = { 'Kestrel.hp' = 3, 'Tarn.hp' = 4 }\n\
         [[vary]]\nname = 'sole'\nin = 'parry-yard'\nof = 'Garrick.dodge'\nvalues = [1, 2, 3]\n",
    );
    let sweep = bound(&plan);
    let labels: Vec<String> = sweep.cells().iter().map(|cell| sweep.label(cell)).collect();
    assert_eq!(labels, ["hurt as it comes", "hurt both", "sole 1", "sole 2", "sole 3"]);
    assert_eq!((sweep.base_of(0), sweep.base_of(1)), (Some(0), Some(2)));
    let hp =
        |text: &toml::Table| text["combatant"].as_array().map(|all| all[1].get("hp").and_then(toml::Value::as_integer));
    assert_eq!((hp(&texts(&sweep)[0]), hp(&texts(&sweep)[1])), (Some(None), Some(Some(4))));
}

#[test]
fn cases_add_to_what_the_encounter_says() {
    let plan = plan(
        "encounter = 'first-blood'\n\
         [[vary]]\nname = 'kit'\n\
         [[vary.case]]\nname = 'as it comes'\n\
         [[vary.case]]\nname = 'heavy'\nset = { 'Hale.armour' = 'plate' }\nadd = { 'Hale.strength' = 2, 'Hale.skills.parry' = -1 }\n",
    );
    let found: Vec<_> = texts(&bound(&plan))
        .iter()
        .map(|text| {
            let hale = &text["combatant"][0];
            let parry = hale.get("skills").and_then(|skills| skills.get("parry")?.as_integer());
            (hale["armour"].as_str().map(str::to_owned), hale["strength"].as_integer(), parry)
        })
        .collect();
    let (before, after) = (&found[0], &found[1]);
    assert_eq!((after.0.as_deref(), after.1), (Some("plate"), before.1.map(|strength| strength + 2)));
    // The skill stands in what comes with the game: 11 (see above), and one less is 10.
    assert_eq!(after.2, Some(10));
}

#[test]
fn what_several_axes_add_to_one_value_is_summed_up() {
    let plan = plan(
        "encounter = 'first-blood'\n\
         [[vary]]\nname = 'drill'\nof = 'Hale.strength'\nadd = [0, 2]\n\
         [[vary]]\nname = 'kit'\n[[vary.case]]\nname = 'none'\n\
         [[vary.case]]\nname = 'heavy'\nadd = { 'Hale.strength' = -1 }\n",
    );
    let strengths: Vec<_> =
        texts(&bound(&plan)).iter().map(|text| text["combatant"][0]["strength"].as_integer()).collect();
    assert_eq!(strengths, [Some(10), Some(9), Some(12), Some(11)]);
}

#[test]
fn what_is_kept_is_believed_only_if_it_is_whole_and_ours() {
    let plan = plan("encounter = 'duel'\nfights = 40\n[[vary]]\nof = 'Kestrel.hp'\nadd = [0, 5]\n");
    let sweep = bound(&plan);
    let mut store = Memory::default();
    let first = fought(&sweep, &mut store);
    assert_eq!((first.fought, first.done()), (80, 2));
    let again = fought(&sweep, &mut store);
    assert_eq!((again.fought, &again.outcomes), (0, &first.outcomes));
    // A quick look with fewer fights is another question, and takes nothing away.
    let few = bound(&Plan { fights: 15, ..plan.clone() });
    assert_eq!((fought(&few, &mut store).fought, fought(&few, &mut store).fought), (30, 0));
    assert_eq!(fought(&sweep, &mut store).fought, 0);
    // Another program may play by other rules.
    let other = Hands { program: "other".into(), ..hands() };
    assert_eq!(sweep.fight(&mut store.clone(), &other, &()).expect("it can be fought").fought, 80);
    // What is damaged is fought again.
    let loaded = sweep.load(&sweep.cells()[0]).expect("it loads");
    let key = sweep.key(&loaded, "test");
    let text = store.read(key.name()).expect("it is kept");
    for damaged in [&text[..text.len() / 2], "", "{}", &text.replace("\"fights\":40", "\"fights\":41")] {
        store.write(key.name(), damaged).expect("memory");
        let mended = fought(&sweep, &mut store);
        assert_eq!((mended.fought, &mended.outcomes), (40, &first.outcomes), "{damaged}");
    }
}

/// Asks to stop after so many looks.
struct Impatient(std::sync::atomic::AtomicI64);

impl Watch for Impatient {
    fn stops(&self) -> bool {
        self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) <= 0
    }
}

#[test]
fn a_sweep_that_is_stopped_again_and_again_finds_the_same() {
    for until in ["", "until = '4%'\n"] {
        let plan =
            plan(&format!("encounter = 'duel'\nfights = 2000\n{until}[[vary]]\nof = 'Kestrel.hp'\nadd = [0, 5]\n"));
        let sweep = bound(&plan);
        let whole = fought(&sweep, &mut Memory::default());
        let (mut store, mut rounds, mut fights) = (Memory::default(), 0, 0);
        let last = loop {
            let watch = Impatient(std::sync::atomic::AtomicI64::new(12));
            let findings = sweep.fight(&mut store, &hands(), &watch).expect("it can be fought");
            (rounds, fights) = (rounds + 1, fights + findings.fought);
            if !findings.interrupted {
                break findings;
            }
        };
        assert!(rounds > 3, "it was never stopped");
        assert_eq!((last.outcomes, fights), (whole.outcomes, whole.fought), "{until}");
    }
}

/// Numbers without end that are the same each time.
struct Numbers(u64);

impl Numbers {
    /// From 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[test]
fn paired_intervals_hold_the_truth_as_often_as_they_say() {
    let mut numbers = Numbers(7);
    // Shares of fights that are won in both, here alone, there alone.
    for (both, here, there) in [(0.4, 0.1, 0.05), (0.02, 0.01, 0.01), (0.3, 0.3, 0.3), (0.9, 0.0, 0.04)] {
        let (runs, fights) = (2_000, 200);
        let mut held = 0;
        for _ in 0..runs {
            let (mut base, mut cell) = (Vec::new(), Vec::new());
            let mut count = (0i32, 0i32);
            for _ in 0..fights {
                let at = numbers.next();
                let now = at < both + here;
                let before = at < both || (both + here..both + here + there).contains(&at);
                let winner = |won: bool| if won { Winner::Side(Side(1)) } else { Winner::Nobody };
                base.push(winner(before));
                cell.push(winner(now));
                count = (count.0 + i32::from(now), count.1 + i32::from(before));
            }
            let difference = Difference::paired(&base, &cell, Side(1));
            // The difference itself is that of the two shares.
            assert!((difference.is - f64::from(count.0 - count.1) / f64::from(fights)).abs() < 1e-12);
            assert!(difference.low <= difference.is && difference.is <= difference.high);
            held += usize::from((difference.low..=difference.high).contains(&(here - there)));
        }
        let share = held as f64 / f64::from(runs);
        assert!(share >= 0.935, "{share} for {both} {here} {there}");
    }
    assert_eq!(Difference::paired(&[], &[], Side(0)).high, 1.0);
}

#[test]
fn the_same_dice_make_differences_sharper() {
    let plan = plan("encounter = 'duel'\nfights = 1500\n[[vary]]\nof = 'Tarn.hp'\nadd = [0, -2]\n");
    let findings = fought(&bound(&plan), &mut Memory::default());
    let (base, cell) = (findings.outcome(0).expect("done"), findings.outcome(1).expect("done"));
    let change = cell.sides[1].change.expect("there is a base");
    let variance = |p: f64| p * (1.0 - p) / 1500.0;
    let apart = 1.96 * (variance(base.sides[1].chance.p) + variance(cell.sides[1].chance.p)).sqrt();
    let paired = (change.high - change.low) / 2.0;
    assert!(paired < 0.8 * apart, "paired ±{paired}, apart ±{apart}");
    assert!(change.is < 0.0 && change.is_telling(), "{change:?}");
    assert!(base.sides.iter().all(|side| side.change.is_none()), "the base is compared with itself");
}

/// Counted by hand, from the winners that are kept of both cells.
#[test]
fn any_two_cells_are_compared_fight_by_fight() {
    let plan = plan(
        "encounter = 'duel'\nfights = 300\ncompare = [['0002', '3'], ['Kestrel.hp +5', 'Kestrel.hp 0']]\n\
         [[vary]]\nof = 'Kestrel.hp'\nadd = [0, 5, 10]\n",
    );
    let sweep = bound(&plan);
    assert_eq!(sweep.pairs(), [(1, 2), (1, 0)]);
    let findings = fought(&sweep, &mut Memory::default());
    let [up, down] = findings.comparisons.as_slice() else { panic!("{:?}", findings.comparisons) };
    assert_eq!((up.from, up.to, down.from, down.to), (1, 2, 1, 0));
    let wins = |cell: usize| findings.outcome(cell).expect("done").sides[0].wins as f64;
    assert!((up.changes[0].is - (wins(2) - wins(1)) / 300.0).abs() < 1e-12, "{up:?}");
    // What is compared with the base is the same as its change, the other way round.
    let change = findings.outcome(1).and_then(|outcome| outcome.sides[0].change).expect("there is a base");
    let back = down.changes[0];
    assert!((back.is + change.is).abs() < 1e-12 && (back.low + change.high).abs() < 1e-12);
    // Read again from what is kept, it is the same.
    let mut store = Memory::default();
    fought(&sweep, &mut store);
    assert_eq!(fought(&sweep, &mut store).comparisons, findings.comparisons);
}

#[test]
fn each_row_has_its_best() {
    let plan = plan(
        "encounter = 'duel'\nfights = 60\n\
         [[vary]]\nname = 'his'\nof = 'Kestrel.hp'\nadd = [0, 6]\n\
         [[vary]]\nname = 'hers'\nof = 'Tarn.hp'\nadd = [0, -1, -8]\n",
    );
    let sweep = bound(&plan);
    let findings = fought(&sweep, &mut Memory::default());
    let chance = |cell: usize, side: usize| findings.outcome(cell).expect("done").sides[side].chance.p;
    let rows: Vec<_> = findings.bests.iter().map(|best| (best.axis, best.level, best.along, best.side)).collect();
    // Along `hers` it is told of her side, along `his` of his.
    assert_eq!(rows, [(0, 0, 1, 1), (0, 1, 1, 1), (1, 0, 0, 0), (1, 1, 0, 0), (1, 2, 0, 0)]);
    for best in &findings.bests {
        let most = best.cells.iter().map(|cell| chance(*cell, best.side)).fold(0.0, f64::max);
        assert_eq!(chance(best.cells[best.best], best.side), most);
        for (level, lead) in best.leads.iter().enumerate() {
            let is = most - chance(best.cells[level], best.side);
            assert!(lead.map_or(level == best.best, |lead| (lead.is - is).abs() < 1e-12), "{best:?}");
        }
    }
    // Eight hit points less are told from none, one less is not.
    let hers = &findings.bests[0];
    assert_eq!((hers.cells.as_slice(), hers.best), (&[0, 1, 2][..], 0));
    assert_eq!(hers.rivals().map(|(level, _)| level).collect::<Vec<_>>(), [1]);
}

/// Fights as many as are said to be needed find a difference that is there in about 80 of 100 tries.
#[test]
fn as_many_fights_as_are_needed_decide_it() {
    let mut numbers = Numbers(11);
    for (here, there) in [(60u64, 40u64), (300, 270), (9, 3)] {
        let Needed::About(needed) = Needed::of_discordant(here, there, 1_000) else { panic!("it can be decided") };
        let (here, there) = (here as f64 / 1_000.0, there as f64 / 1_000.0);
        let (tries, mut told) = (400, 0);
        for _ in 0..tries {
            let mut count = (0, 0);
            for _ in 0..needed {
                let at = numbers.next();
                count.0 += u64::from(at < here);
                count.1 += u64::from((here..here + there).contains(&at));
            }
            let found = Difference::of_discordant(count.0, count.1, needed);
            told += usize::from(found.low > 0.0);
        }
        let share = told as f64 / f64::from(tries);
        assert!((0.72..0.9).contains(&share), "{share} of {needed} fights");
    }
    assert_eq!(Needed::of_discordant(1_001, 1_000, 1_000_000), Needed::TooMany);
    assert_eq!(Difference::of_discordant(90, 10, 1_000).needed, Needed::NoMore);
}
