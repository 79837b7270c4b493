//! Odds, held against every throw tried by hand.

use std::collections::BTreeMap;

use crate::common::{BRAWL, DUEL, Plain, Toy, book, session};
use skirmish_kernel::dice::Distribution;
use skirmish_kernel::{
    Awaited, Battle, Bearing, Events, Game, Given, Inquiry, Moment, Odds, Others, Precision, Rulebook, Samples,
    Session, Side, Sign, Source, Term, Value, Viewer, Watch, Weight,
};

fn open(encounter: &str, lines: &[&str]) -> Box<dyn Battle> {
    let mut battle = Game::open(&book(), &Source::new("test", encounter), Some(1)).unwrap();
    for line in lines {
        battle.line(line).unwrap_or_else(|refused| panic!("{line}: {refused}"));
    }
    battle
}

const CALM: [&str; 2] = ["Ada: calm", "Bob: calm"];

fn asked(choice: &str) -> Inquiry {
    Inquiry::of(Some(choice))
}

fn odds(battle: &dyn Battle, inquiry: &Inquiry) -> Odds {
    battle.odds(inquiry).unwrap_or_else(|refused| panic!("{inquiry:?}: {refused}"))
}

fn signs(moment: &Moment<Toy>) -> Vec<Sign> {
    let mut signs = Vec::new();
    match moment {
        Moment::Threw(throw) => {
            let counts = |term: &&Term| !matches!(term.bearing, Bearing::Idle | Bearing::Goal);
            signs.push(Sign::Rule(throw.rule));
            signs.extend(throw.terms.iter().filter(counts).map(|term| Sign::Rule(term.rule)));
        }
        Moment::Told(event) => {
            Toy::cites(event, &mut |rule| signs.push(Sign::Rule(rule)));
            if let Some((who, result)) = Toy::result(event) {
                signs.push(Sign::Result(who, result));
                let pairs = (0..).zip(Toy::OPPOSITES).filter(|(_, pair)| pair.0 == result || pair.1 == result);
                signs.extend(pairs.map(|(at, _)| Sign::Either(who, at)));
            }
        }
        Moment::Chose { rule, .. } => signs.push(Sign::Rule(*rule)),
        Moment::Decreed(_) => {}
    }
    signs
}

/// Plays a step out on every count of the dice, and adds up the chance of every sign.
fn by_hand(session: &Session<Toy>, step: usize, from: usize, weight: &Weight, sums: &mut BTreeMap<String, Weight>) {
    let mut session = session.fork();
    while session.step_count() == step
        && let Some(Awaited::Choices(..)) = session.awaited()
    {
        session.decide(&mut Plain);
    }
    let Some(first) = session.awaited_dice().first().cloned().filter(|_| session.step_count() == step) else {
        let mut met: Vec<String> =
            session.step_log(step - 1)[from..].iter().flat_map(signs).map(|s| format!("{s:?}")).collect();
        met.sort();
        met.dedup();
        for sign in met {
            sums.entry(sign).or_insert_with(|| Weight::zero(Precision::Exact)).add(weight);
        }
        return;
    };
    let law = Distribution::of(first.dice);
    for (natural, ways) in law.iter().filter(|(_, ways)| *ways > 0) {
        let mut next = session.fork();
        next.throw(first.rule, first.who, Given::Natural(natural)).unwrap();
        let chance = weight.and(&Weight::ratio(Precision::Exact, ways, law.total()));
        by_hand(&next, step, from, &chance, sums);
    }
}

/// What is met is no part of a state, and its chance is exact all the same: for each rule and each result.
#[test]
fn chances_to_meet_something_are_those_of_all_throws() {
    let mut session = session(DUEL, 1);
    session.decide(&mut Plain);
    let who = Toy::place(session.state()).who.unwrap();
    let attack = crate::common::Choice::Attack(skirmish_kernel::Id::new(1));
    let ends = session
        .ends(Viewer::GameMaster, Some((who, attack)), &mut Plain, Watch::all(), Precision::Exact, 100_000)
        .unwrap();
    let (step, from) = (session.step_count(), session.step_log(session.step_count() - 1).len());
    session.choose(who, attack).unwrap();
    let mut sums = BTreeMap::new();
    by_hand(&session, step, from, &Weight::one(Precision::Exact), &mut sums);
    assert!(sums.len() > 8, "{sums:?}");
    for sign in &ends.signs {
        let met = ends.met(Precision::Exact, *sign);
        assert_eq!(sums.remove(&format!("{sign:?}")), Some(met), "{sign:?}");
    }
    assert!(sums.is_empty(), "the odds know nothing of {sums:?}");
}

/// Ways that are kept apart by what they have met add up to those that are not, for each thing alone, in and behind a loop;
/// and each end has met a thing in all of its ways or in none.
#[test]
fn ways_that_are_kept_apart_add_up() {
    let mut session = session(BRAWL, 1);
    while !matches!(session.awaited(), Some(Awaited::Choices(rule, _)) if *rule == crate::common::ACTION) {
        session.decide(&mut Plain);
    }
    let who = Toy::place(session.state()).who.unwrap();
    let ends = |together: bool| {
        let (sweep, watch) = (crate::common::Choice::Sweep, Watch { together, ..Watch::all() });
        session.ends(Viewer::GameMaster, Some((who, sweep)), &mut Plain, watch, Precision::Exact, 100_000).unwrap()
    };
    let (one, apart) = (ends(false), ends(true));
    assert!(apart.ends.len() > one.ends.len(), "{} {}", apart.ends.len(), one.ends.len());
    for sign in &one.signs {
        assert_eq!(apart.met(Precision::Exact, *sign), one.met(Precision::Exact, *sign), "{sign:?}");
        let surely = apart.ends.iter().map(|end| apart.all_met(end, *sign));
        let mut met = Weight::zero(Precision::Exact);
        surely.zip(&apart.ends).filter(|(all, _)| *all).for_each(|(_, end)| met.add(&end.weight));
        assert_eq!(met, apart.met(Precision::Exact, *sign), "{sign:?}");
    }
}

/// A sweep strikes at several, and who is missed first is no longer to be seen in the state.
#[test]
fn what_was_met_is_not_forgotten_where_states_merge() {
    let lines = ["Ada: calm", "Goblin: calm", "Goblin 3: calm", "Cid: calm"];
    let battle = open(BRAWL, &lines);
    let inquiry = Inquiry { events: Events::All, ..asked("sweep") };
    let odds = odds(&*battle, &inquiry);
    let chance = |who: &str, words: &str| {
        odds.results.iter().find(|result| result.who == who && result.words == words).unwrap().chance.p
    };
    for goblin in ["Goblin", "Goblin 3"] {
        let hp = odds.gauges.iter().find(|gauge| gauge.who == goblin).unwrap();
        let hurt: f64 = hp.values.iter().filter(|(value, _)| *value < hp.now).map(|(_, chance)| chance.p).sum();
        assert!((hurt - chance(goblin, "is hit")).abs() < 1e-12, "{goblin}: {odds:?}");
    }
    // Independent blows: neither is hit as often as the product says.
    let hit = odds.events.iter().find(|event| event.rule == "attack.hit").unwrap().chance.p;
    let [one, other] = ["Goblin", "Goblin 3"].map(|goblin| chance(goblin, "is hit"));
    assert!((1.0 - hit - (1.0 - one) * (1.0 - other)).abs() < 1e-12, "{hit} {one} {other}");
}

#[test]
fn whoever_is_told_what_to_answer_answers_so() {
    let battle = open(DUEL, &CALM);
    let told = |fixed: &[&str]| {
        let mut inquiry = Inquiry { events: Events::All, ..asked("attack Bob") };
        inquiry.reply.fixed = fixed.iter().map(|line| (*line).to_owned()).collect();
        odds(&*battle, &inquiry)
    };
    let has = |odds: &Odds, rule: &str| odds.events.iter().any(|event| event.rule == rule);
    assert!(!has(&told(&[]), "parry.roll"), "the usual answer is to take it");
    assert!(has(&told(&["parry"]), "parry.roll") && has(&told(&["Bob: parry"]), "parry.roll"));
    let (riposte, not_him) = (told(&["riposte"]), told(&["Ada: riposte"]));
    assert!(riposte.results.iter().any(|result| result.who == "Ada"));
    assert_eq!((riposte.unused.len(), not_him.unused), (0, vec!["Ada: riposte".to_owned()]));
    let policy = Inquiry { events: Events::All, ..asked("attack Bob") }.replying(Others::Policy("plain".into()));
    assert!(has(&odds(&*battle, &policy), "parry.roll"), "the plain policy parries");
    // Whoever draws evenly answers in three ways.
    let random = odds(&*battle, &asked("attack Bob").replying(Others::Policy("random".into())));
    let mean = |gains: [f64; 3]| gains.iter().sum::<f64>() / 3.0;
    let riposted = ["take it", "parry", "riposte"].map(|ada| told(&["Bob: riposte", &format!("Ada: {ada}")]).gain);
    let even = mean([told(&["take it"]).gain, told(&["parry"]).gain, mean(riposted)]);
    assert!((random.gain - even).abs() < 1e-5 && even.abs() > 1.0, "{} {even}", random.gain);
}

#[test]
fn the_best_reply_is_the_best_of_all() {
    for (choice, lines) in [("attack Bob", &CALM[..]), ("attack Bob", &["Ada: bold", "Bob: bold"]), ("sweep", &CALM)] {
        let battle = open(DUEL, lines);
        let fixed = |reply: &str| {
            let mut inquiry = asked(choice);
            inquiry.reply.fixed = vec![format!("Bob: {reply}")];
            odds(&*battle, &inquiry)
        };
        // What is best for Bob is worst for Ada.
        let worst = ["take it", "parry", "riposte"].map(fixed).into_iter().min_by(|a, b| a.gain.total_cmp(&b.gain));
        let (best, worst) = (odds(&*battle, &asked(choice).replying(Others::Best)), worst.unwrap());
        assert!(
            (best.gain - worst.gain).abs() < 1e-5 && worst.gain.abs() > 1.0,
            "{choice}: {} {}",
            best.gain,
            worst.gain
        );
        assert_eq!(best.gauges.len(), worst.gauges.len());
        for known in &worst.results {
            let is = |result: &&skirmish_kernel::ResultOdds| (&result.who, &result.words) == (&known.who, &known.words);
            let found = best.results.iter().find(is).unwrap();
            assert!((found.chance.p - known.chance.p).abs() < 1e-9, "{found:?} {known:?}");
            // They are fractions: here of one reply, whichever the best is.
            assert!(!found.chance.fraction.is_empty() && found.chance == known.chance, "{found:?} {known:?}");
        }
        for (found, known) in best.gauges.iter().zip(&worst.gauges) {
            assert_eq!(found.values, known.values, "{choice}: {}", found.who);
        }
    }
    // A reply that is told goes before the best one.
    let battle = open(DUEL, &CALM);
    let mut told = asked("attack Bob").replying(Others::Best);
    told.reply.fixed = vec!["Bob: take it".into()];
    let usual = odds(&*battle, &asked("attack Bob"));
    assert!((odds(&*battle, &told).gain - usual.gain).abs() < 1e-5);
    // In the middle of the step, what has been given is kept.
    let battle = open(DUEL, &["Ada: calm", "Bob: calm", "attack Bob", "parry"]);
    let open_dice = Inquiry::of(None);
    let (usual, best) = (odds(&*battle, &open_dice), odds(&*battle, &open_dice.clone().replying(Others::BestOfAll)));
    assert!((usual.gain - best.gain).abs() < 1e-5, "nobody is asked any more");
}

/// Where not all replies can be looked into, the first ones are, and it is said.
#[test]
fn fewer_replies_are_the_best_where_there_are_too_many() {
    let battle = open(BRAWL, &["Ada: calm", "Goblin: calm", "Goblin 3: calm", "Cid: calm"]);
    let best = |budget| battle.odds(&asked("sweep").replying(Others::Best).within(budget));
    let whole = best(100_000).unwrap();
    assert_eq!(whole.best_replies, None);
    let fewer = best(whole.leaves - 1).unwrap();
    assert!(fewer.best_replies.is_some() && fewer.leaves < whole.leaves, "{:?}", fewer.best_replies);
    let usual = odds(&*battle, &asked("sweep"));
    assert!(whole.gain <= fewer.gain + 1e-6 && fewer.gain <= usual.gain + 1e-6);
    assert!(whole.gain < usual.gain - 1.0, "{} {}", whole.gain, usual.gain);
    assert!(best(3).unwrap_err().too_many);
}

#[test]
fn too_many_branches_are_sampled_where_that_is_wanted() {
    let battle = open(DUEL, &CALM);
    let exact = odds(&*battle, &Inquiry { events: Events::All, paths: vec!["Bob.hp".into()], ..asked("attack Bob") });
    let inquiry = Inquiry {
        events: Events::All,
        paths: vec!["Bob.hp".into()],
        samples: Some(Samples { count: 4_000, seed: 5 }),
        checks: true,
        ..asked("attack Bob").within(1)
    };
    let sampled = odds(&*battle, &inquiry);
    assert_eq!((exact.sampled, sampled.sampled, sampled.leaves), (None, Some(5), 4_000));
    assert_eq!(odds(&*battle, &inquiry), sampled, "the same seed, the same plays");
    let near = |exact: f64, sampled: &skirmish_kernel::Chance, what: &str| {
        let far = 5.0 * (exact * (1.0 - exact) / 4_000.0).sqrt() + 1e-9;
        assert!((exact - sampled.p).abs() <= far, "{what}: {exact}, sampled {sampled:?}");
        let (low, high) = (sampled.low.unwrap(), sampled.high.unwrap());
        assert!(low <= sampled.p && sampled.p <= high && sampled.fraction.is_empty());
    };
    for event in &sampled.events {
        let known = exact.events.iter().find(|known| known.rule == event.rule).unwrap();
        near(known.chance.p, &event.chance, event.rule);
    }
    for (value, chance) in &sampled.paths[0].values {
        let known = exact.paths[0].values.iter().find(|(known, _)| known == value).unwrap();
        near(known.1.p, chance, "Bob.hp");
    }
    let error = sampled.gauges[0].error.unwrap();
    assert!((sampled.gauges[0].mean - exact.gauges[0].mean).abs() <= 5.0 * error && error > 0.0);
    assert!((sampled.gain - exact.gain).abs() <= 5.0 * sampled.gain_error.unwrap());
    assert!(sampled.checks.iter().any(|check| check.rule == "attack.roll"));
    // Nothing is sampled behind anybody's back.
    let refused = battle.odds(&asked("attack Bob").within(1)).unwrap_err();
    assert!(refused.too_many, "{refused}");
    let best = Inquiry { samples: inquiry.samples, ..asked("attack Bob").within(1).replying(Others::Best) };
    assert!(battle.odds(&best).unwrap_err().too_many);
}

#[test]
fn each_check_is_told_with_what_makes_it() {
    let battle = open(DUEL, &["Ada: bold", "Bob: calm"]);
    let mut inquiry = Inquiry { checks: true, ..asked("attack Bob") };
    inquiry.reply.fixed = vec!["parry".into()];
    let odds = odds(&*battle, &inquiry);
    let words: Vec<&str> = odds.checks.iter().map(|check| check.words.as_str()).collect();
    assert_eq!(
        words[..3],
        [
            "Ada throws 2d6 for attack.roll; +2 turn.action (turn.action), +1 stance.bold (stance.bold)",
            "Bob throws 2d6 for defence.roll; +1 turn.action (turn.action); considered -1 stance.bold (stance.bold)",
            "Bob throws 1d6 for parry.roll; at most 3: +2 parry.roll (parry.roll), +1 skill (turn.action)",
        ]
    );
    // A hit, and a critical one.
    assert_eq!(words[3..].len(), 2, "{words:?}");
    assert!(!odds.more_checks && odds.checks[0].dice == "2d6");
}

#[test]
fn what_is_not_known_is_refused() {
    let battle = open(DUEL, &CALM);
    let wrong = |inquiry: Inquiry, words: &str| {
        let refused = battle.odds(&inquiry).unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    };
    wrong(asked("attack Ada"), "friend");
    wrong(asked("juggle"), "no choice");
    wrong(asked("Bob: wait"), "Bob is not asked");
    wrong(Inquiry { events: Events::These(vec!["attack.hot".into()]), ..asked("wait") }, "attack.hit");
    wrong(Inquiry { paths: vec!["Bob.hq".into()], ..asked("wait") }, "hp");
    wrong(asked("wait").replying(Others::Policy("plane".into())), "plain");
    let red = Viewer::Side(Side(0));
    for inquiry in [
        Inquiry { events: Events::All, ..asked("wait") },
        Inquiry { paths: vec!["Bob.hp".into()], ..asked("wait") },
        Inquiry { checks: true, ..asked("wait") },
    ] {
        let refused = battle.seen_by(red).odds(&inquiry).unwrap_err();
        assert!(refused.why.contains("game master"), "{refused}");
    }
    let named = odds(&*battle, &asked("Ada: attack Bob"));
    assert_eq!(named.results, odds(&*battle, &asked("attack Bob")).results);
    // A rule that is never met has a chance too.
    let never = odds(&*battle, &Inquiry { events: Events::These(vec!["pray.luck".into()]), ..asked("wait") });
    assert_eq!((never.events[0].rule, never.events[0].chance.p), ("pray.luck", 0.0));
    assert_eq!(never.paths.len(), 0);
    let path = odds(&*battle, &Inquiry { paths: vec!["Ada.hp".into()], ..asked("pray") });
    assert_eq!((&path.paths[0].now, path.paths[0].mean), (&Value::Int(10), Some(12.5)));
    assert_eq!(path.paths[0].values[0].1.fraction, "1/4");
}

#[test]
fn a_side_is_told_of_gauges_that_are_not_its_own_by_how_much_they_change() {
    let battle = open(DUEL, &CALM);
    let told = battle.seen_by(Viewer::Side(Side(0))).odds(&asked("attack Bob")).unwrap();
    let (bob, master) = (&told.gauges[0], &odds(&*battle, &asked("attack Bob")).gauges[0]);
    assert!(!bob.open && bob.who == "Bob" && bob.now == 0 && told.guessed);
    assert!(master.open && master.now == 8);
    let changes = master.values.iter().map(|(hp, chance)| (hp - 8, chance.clone()));
    assert_eq!(bob.values, changes.collect::<Vec<_>>(), "the toy hides nothing of Bob's");
}

/// States of odds that have been told lend their memory to the next: whatever was asked before, the same question has the same odds.
#[test]
fn odds_do_not_hang_on_what_was_asked_before() {
    for (encounter, lines) in [(DUEL, &CALM[..]), (BRAWL, &[])] {
        let mut battle = open(encounter, lines);
        let mut looked_at = 0;
        for _ in 0..6 {
            while battle.roll().is_ok() {}
            let Some(awaited) = battle.awaited() else { break };
            let all: Vec<Inquiry> = awaited.choices.iter().map(|choice| asked(&choice.text)).collect();
            let one_after_another: Vec<Odds> = all.iter().map(|inquiry| odds(&*battle, inquiry)).collect();
            for (inquiry, known) in all.iter().zip(&one_after_another).rev() {
                // A copy begins without any memory.
                assert_eq!(odds(&*battle.fork(), inquiry), *known, "{inquiry:?}");
                assert_eq!(odds(&*battle, inquiry), *known, "{inquiry:?}");
                looked_at += known.leaves;
            }
            battle.decide("plain").unwrap();
        }
        assert!(looked_at > 20, "{looked_at}");
    }
}
