//! Batches of fights: the same on any number of threads, and what they say is so.

use std::sync::atomic::{AtomicU64, Ordering};

use skirmish_kernel::{Fights, Fought, Plan, Side, Source};
use skirmish_shelf::shelf;
use skirmish_sim::{Interval, LadderOrder, Order, Record, Stopped, Watch, Winner, ladder, resume, simulate};

fn fights(encounter: &str, seed: u64) -> Box<dyn Fights> {
    let found = shelf().find_encounter(encounter).unwrap();
    found.game.fights(&found.source(), Some(seed)).unwrap()
}

fn random() -> Vec<String> {
    vec!["random".into(), "plain".into()]
}

#[test]
fn batches_do_not_depend_on_threads() {
    for found in shelf().encounters() {
        let fights = found.game.fights(&found.source(), Some(5)).unwrap();
        // Random fighters take long to find each other on large maps.
        let small = fights.combatants().len() == 2;
        let policies = if small { random() } else { Vec::new() };
        let order = Order { fights: 200, listen: 130, policies, ..Order::default() };
        let one = simulate(&*fights, &order, &()).unwrap();
        for threads in [2, 7] {
            let several = simulate(&*fights, &Order { threads, ..order.clone() }, &()).unwrap();
            assert_eq!(several, one, "{}, {threads} threads", found.full_name());
        }
        assert_eq!((one.fights(), one.heard.fights, one.stopped), (200, 130, Stopped::Done));
    }
}

#[test]
fn those_who_think_do_not_depend_on_threads() {
    let fights = fights("elemental-d6/duel", 5);
    for policies in [["greedy", "rollout:8"], ["mcts:8", "plain"]] {
        let policies: Vec<String> = policies.map(str::to_owned).to_vec();
        let order = Order { fights: 6, listen: 3, policies, ..Order::default() };
        let one = simulate(&*fights, &order, &()).unwrap();
        assert_eq!(simulate(&*fights, &Order { threads: 3, ..order.clone() }, &()).unwrap(), one, "{order:?}");
        // Listening changes nothing.
        assert_eq!(simulate(&*fights, &Order { listen: 0, ..order }, &()).unwrap().tally, one.tally);
    }
}

#[test]
fn a_ladder_does_not_depend_on_threads() {
    let fights = fights("generia/parry-yard", 5);
    let policies = vec!["random".into(), "plain".into()];
    let order = LadderOrder { policies, fights: 30, ..LadderOrder::default() };
    let one = ladder(&*fights, &order, &()).unwrap();
    assert_eq!(ladder(&*fights, &LadderOrder { threads: 3, ..order.clone() }, &()).unwrap(), one);
    assert_eq!((one.meetings.len(), one.rungs()[0].policy), (2, 1), "{one:?}");
    // Each meeting is the batch with these policies.
    let alone = Order { fights: 30, policies: vec!["random".into(), "plain".into()], ..Order::default() };
    let alone = simulate(&*fights, &alone, &()).unwrap();
    assert_eq!(one.meetings[0].wins, [alone.wins(0), alone.wins(1)]);
    let wrong = LadderOrder { policies: vec!["plain".into(), "plian".into()], ..order };
    assert!(ladder(&*fights, &wrong, &()).unwrap_err().help.contains("did you mean `plain`"));
}

#[test]
fn a_stopping_rule_does_not_depend_on_threads() {
    let fights = fights("elemental-d6/duel", 9);
    let order = Order { fights: 1 << 20, until: Some(0.02), ..Order::default() };
    let one = simulate(&*fights, &order, &()).unwrap();
    assert!(one.half() <= 0.02 && one.stopped == Stopped::Precise, "{}", one.half());
    assert!(one.fights() < 4_000, "{} fights for two percent", one.fights());
    assert_eq!(simulate(&*fights, &Order { threads: 3, ..order.clone() }, &()).unwrap(), one);
    let few = simulate(&*fights, &Order { fights: 1_100, ..order }, &()).unwrap();
    assert_eq!((few.fights(), few.stopped), (1_100, Stopped::Done));
}

/// Everything that is counted, counted once more from the fights one by one.
#[test]
fn counts_are_those_of_the_fights() {
    let fights = fights("generia/rooftop", 3);
    let report = simulate(&*fights, &Order { fights: 150, policies: random(), ..Order::default() }, &()).unwrap();
    let mut simulator = fights.simulator(&Plan { policies: random(), ..Plan::default() }).unwrap();
    let all: Vec<Fought> = (0..150)
        .map(|fight| {
            let mut fought = Fought::default();
            simulator.fight(fight, &mut fought);
            fought
        })
        .collect();
    let count = |holds: &dyn Fn(&Fought) -> bool| all.iter().filter(|fought| holds(fought)).count() as u64;
    for side in 0..2usize {
        let wins = count(&|fought| fought.winner.is_some_and(|winner| usize::from(winner.0) == side));
        assert_eq!((report.wins(side), report.chance_of(side)), (wins, Interval::wilson(wins, 150)));
    }
    let ended: Vec<&Fought> = all.iter().filter(|fought| !fought.unfinished).collect();
    let rounds: u64 = ended.iter().map(|fought| u64::from(fought.rounds)).sum();
    assert_eq!(report.rounds().mean(), Some(rounds as f64 / ended.len() as f64));
    assert_eq!(report.tally.unfinished.count(), 150 - ended.len() as u64);
    for at in 0..fights.combatants().len() {
        let fallen = count(&|fought| !fought.left[at].able);
        assert_eq!(report.chance_to_fall(at), Interval::wilson(fallen, 150));
    }
    for (at, gauge) in report.tally.gauges.iter().enumerate() {
        let sum: i64 = all.iter().map(|fought| i64::from(fought.gauges[at])).sum();
        assert_eq!((gauge.count(), gauge.mean()), (150, Some(sum as f64 / 150.0)));
    }
    let most = ended.iter().map(|fought| fought.rounds).max().unwrap();
    let longest = ended.iter().find(|fought| fought.rounds == most).unwrap();
    assert_eq!(report.longest(), Some(longest.fight));
}

#[test]
fn what_is_heard_adds_up() {
    let fights = fights("elemental-d6/duel", 2);
    let report = simulate(&*fights, &Order { fights: 300, listen: 300, ..Order::default() }, &()).unwrap();
    let heard = &report.heard;
    assert_eq!(heard.won, [report.wins(0), report.wins(1)]);
    // What the two have lost is what somebody or something has done to them.
    let harm: i64 = heard.deeds.iter().map(|deed| deed.harm).sum();
    let start: i64 = fights.combatants().iter().map(|one| i64::from(one.gauges[0].start)).sum();
    let left: f64 = report.tally.gauges.iter().map(|gauge| gauge.mean().unwrap()).sum();
    assert!((harm as f64 / 300.0 - (start as f64 - left)).abs() < 1e-6, "{harm}, {start}, {left}");
    for deed in &heard.deeds {
        assert!(deed.turns <= deed.uses && deed.fights <= 300, "{deed:?}");
        assert!(deed.won.iter().sum::<u64>() <= deed.fights, "{deed:?}");
    }
    let blast = heard.deeds.iter().find(|deed| deed.verb == "air-blast").expect("Kestrel blasts");
    assert!(blast.harm > 0 && blast.uses > 300, "{blast:?}");
    assert!(heard.rules.iter().all(|rule| rule.events >= rule.fights));
}

/// Wounds count up, and nobody heals in the yard.
#[test]
fn what_is_heard_adds_up_where_gauges_rise() {
    let fights = fights("generia/parry-yard", 2);
    let report = simulate(&*fights, &Order { fights: 200, listen: 200, ..Order::default() }, &()).unwrap();
    let harm: i64 = report.heard.deeds.iter().map(|deed| deed.harm).sum();
    let sum = |(value, bin): (i32, skirmish_sim::Bin)| i64::from(value) * i64::try_from(bin.count).unwrap();
    let gauges = fights.combatants().iter().flat_map(|one| &one.gauges).zip(&report.tally.gauges);
    let wounds = gauges.filter(|(gauge, _)| gauge.name == "wounds").flat_map(|(_, values)| values.iter()).map(sum);
    assert_eq!(harm, wounds.sum::<i64>());
}

/// In every encounter of every book: what all have lost of their first gauge is what was done to them. Where somebody heals, more was
/// done than is left of it.
#[test]
fn all_that_is_lost_is_somebodys_doing() {
    const MORE: [&str; 3] =
        ["fragments-of-power/dragon-hill", "sigil-of-uchma/drums-in-the-dark", "sigil-of-uchma/steppe-ford"];
    // Whoever takes another form there has the health of that form.
    let changes_form = |name: &str| name == "sigil-of-uchma/wolf-skin";
    for found in shelf().encounters().filter(|found| !changes_form(&found.full_name())) {
        let fights = found.game.fights(&found.source(), Some(3)).unwrap();
        let report = simulate(&*fights, &Order { fights: 30, listen: 30, ..Order::default() }, &()).unwrap();
        let mut gauges = report.tally.gauges.iter();
        let lost: i64 = fights
            .combatants()
            .iter()
            .filter_map(|one| {
                let own: Vec<_> = gauges.by_ref().take(one.gauges.len()).collect();
                let (gauge, values) = (one.gauges.first()?, own.first()?);
                let lost = |(value, bin): (i32, skirmish_sim::Bin)| {
                    i64::from(gauge.start - value) * i64::try_from(bin.count).unwrap()
                };
                Some(values.iter().map(lost).sum::<i64>().abs())
            })
            .sum();
        let harm: i64 = report.heard.deeds.iter().map(|deed| deed.harm).sum();
        let name = found.full_name();
        assert!(harm == lost || harm > lost && MORE.contains(&&*name), "{name}: {harm} of harm, {lost} are lost");
    }
}

/// A fight that its encounter ends is over in the last round, in every book.
#[test]
fn no_fight_goes_beyond_its_last_round() {
    for found in shelf().encounters() {
        for most in [1, 2] {
            let own = found.source();
            let rest = own.part().lines().filter(|line| !line.starts_with("most_rounds"));
            let text = std::iter::once(format!("most_rounds = {most}")).chain(rest.map(str::to_owned));
            let source = Source::new(found.full_name(), text.collect::<Vec<_>>().join("\n"));
            let fights = found.game.fights(&source, Some(3)).unwrap();
            let report = simulate(&*fights, &Order { fights: 20, ..Order::default() }, &()).unwrap();
            let last = report.rounds().last().map(|(round, _)| round);
            assert!(last.is_some_and(|last| last <= most), "{}: {last:?} of {most} rounds", found.full_name());
            assert_eq!(report.tally.unfinished.count(), 0, "{}", found.full_name());
        }
    }
}

/// Asks to stop after some fights.
struct Impatient {
    after: u64,
    done: AtomicU64,
}

impl Watch for Impatient {
    fn done(&self, fights: u64, _: u64) {
        self.done.fetch_max(fights, Ordering::Relaxed);
    }
    fn stops(&self) -> bool {
        self.done.load(Ordering::Relaxed) >= self.after
    }
}

#[test]
fn what_is_known_when_somebody_asks_to_stop_is_of_the_first_fights() {
    let fights = fights("elemental-d6/duel", 4);
    let watch = Impatient { after: 100, done: AtomicU64::new(0) };
    let order = Order { fights: u64::MAX, threads: 2, ..Order::default() };
    let report = simulate(&*fights, &order, &watch).unwrap();
    assert!(report.stopped == Stopped::Asked && (100..1_000).contains(&report.fights()), "{}", report.fights());
    let again = simulate(&*fights, &Order { fights: report.fights(), ..order }, &()).unwrap();
    assert_eq!(again.tally, report.tally);
}

/// Two who strike each other with equal fists and equal luck: whoever is first has the better of it, and the other side
/// is favoured by nothing.
#[test]
fn equal_fighters_win_equally_often() {
    let fighter = |name: &str, side: &str, at: &str| {
        format!("[[combatant]]\nname = \"{name}\"\nside = \"{side}\"\nat = \"{at}\"\ndex = 1\nhp = 12\n")
    };
    let text = format!(
        "rulebook = \"elemental-d6\"\n[map]\nwidth = 2\nheight = 1\n{}{}",
        fighter("Ash", "one", "A1"),
        fighter("Bran", "two", "B1")
    );
    let source = Source::new("equal", text);
    let fights = shelf().game_of(&source).unwrap().fights(&source, Some(1)).unwrap();
    let report = simulate(&*fights, &Order { fights: 8_000, ..Order::default() }, &()).unwrap();
    let half = 0.5;
    for side in 0..2 {
        let chance = report.chance_of(side);
        // Three and a half standard deviations: one seed in two thousand would fail, and this one does not.
        assert!((chance.p - half).abs() < 1.8 * chance.half(), "{chance:?}");
    }
}

#[test]
fn an_unknown_policy_is_refused() {
    let fights = fights("elemental-d6/duel", 4);
    let order = Order { policies: vec!["plain".into(), "clever".into()], ..Order::default() };
    assert_eq!(simulate(&*fights, &order, &()).unwrap_err().what, "there is no policy `clever`");
}

/// Asks to stop after so many looks.
struct Looks(AtomicU64);

impl Watch for Looks {
    fn done(&self, _: u64, _: u64) {}
    fn stops(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) > 9
    }
}

#[test]
fn a_batch_that_is_resumed_is_the_batch() {
    let fights = fights("duel", 5);
    for until in [None, Some(0.03)] {
        let order = Order { fights: 3_000, until, threads: 2, ..Order::default() };
        let whole = simulate(&*fights, &order, &()).unwrap();
        let mut record = Record::of(&*fights);
        let mut parts = 0;
        while resume(&*fights, &order, &mut record, &Looks(AtomicU64::new(0))).unwrap() == Stopped::Asked {
            parts += 1;
            assert_eq!(record.winners.len() as u64, record.tally.fights);
        }
        assert!(parts > 3, "it was never stopped");
        assert_eq!(record.tally, whole.tally, "{until:?}");
        for (side, won) in whole.tally.won.iter().enumerate() {
            let side = Winner::Side(Side(side as u8));
            assert_eq!(record.winners.iter().filter(|winner| **winner == side).count() as u64, won.count());
        }
        // A record that is long enough stays as it is.
        let before = record.clone();
        let fewer = Order { fights: 10, until: None, ..order };
        assert_eq!(resume(&*fights, &fewer, &mut record, &()).unwrap(), Stopped::Done);
        assert_eq!(record, before);
    }
}
