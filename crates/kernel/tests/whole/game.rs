//! A game with its types erased: what crosses is text and plain data.

use crate::common::{AMBUSH, BRAWL, DUEL, book};
use skirmish_kernel::{Battle, Game, Inquiry, Side, Source, Viewer};

fn open(encounter: &str) -> Box<dyn Battle> {
    let game: Box<dyn Game> = Box::new(book());
    game.open(&Source::new("test", encounter), Some(1)).unwrap()
}

fn play(battle: &mut dyn Battle, lines: &[&str]) {
    for line in lines {
        battle.line(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
}

#[test]
fn a_battle_is_played_by_lines_policies_and_the_seed() {
    let mut battle = open(DUEL);
    assert_eq!((battle.game(), battle.title(), battle.seed()), ("toy", "Duel", 1));
    assert_eq!((battle.sides(), battle.awaited_side()), (&["red".to_owned(), "blue".to_owned()][..], None));
    play(&mut *battle, &["A: bold", "B: c"]);
    assert_eq!((battle.awaited_side(), battle.roll().is_ok(), battle.stand().is_ok()), (Some(Side(0)), false, false));
    play(&mut *battle, &["att Bob"]);
    assert!(battle.stand().is_ok() && battle.roll().is_ok());
    assert!(battle.decide("nobody").unwrap_err().why.contains("nobody"));
    while battle.roll().is_ok() || battle.decide(["plain", "random"][battle.len() % 2]).is_ok() {}
    assert_eq!(battle.outcome().is_some(), battle.winner().is_some() || battle.outcome().unwrap().contains("nobody"));
    assert!(battle.stuck().is_none() && battle.awaited().is_none());
    let lines = battle.entries();
    assert_eq!(
        (lines.len(), lines[0].1.as_str(), lines[0].0.as_str()),
        (battle.len(), "Ada: bold", "round 0, stances")
    );
}

#[test]
fn a_refused_line_says_why_and_by_which_rule() {
    let mut battle = open(DUEL);
    play(&mut *battle, &["Ada: calm", "Bob: calm"]);
    let mut why = |line: &str| battle.line(line).unwrap_err().to_string();
    assert_eq!(why("attack Ada"), "that is a friend [attack.roll]");
    assert_eq!(why("Bob: wait"), "Bob is not asked anything now: Ada is asked turn.action");
    assert_eq!(why("Zoe: wait"), "`Zoe: wait` is no choice here");
    assert_eq!(why("roll 3"), "this cannot be given now: Ada is asked turn.action");
    assert_eq!(why("expect Ada.hp == 3"), "`expect Ada.hp == 3` is no choice here");
    assert_eq!(why(" # "), "nothing was said; Ada is asked turn.action");
    assert_eq!(why("wiat"), "`wiat` is no choice here; did you mean `wait`?");
    play(&mut *battle, &["attack Bob", "take it"]);
    let mut why = |line: &str| battle.line(line).unwrap_err().to_string();
    assert_eq!(why("1 2 3"), "2d6 wants 2 faces from 1 to 6, got 3");
    let awaited = "Ada throws 2d6 for attack.roll and Bob throws 2d6 for defence.roll";
    assert_eq!(why("Ada: wait"), format!("Ada is not asked anything now: {awaited}"));
    assert_eq!(
        why("Ada parry 3"),
        "no throw for `parry` of Ada is awaited, but for attack.roll of Ada and defence.roll of Bob"
    );
}

#[test]
fn a_log_is_told_to_each_as_they_may_know() {
    let mut battle = open(BRAWL);
    play(
        &mut *battle,
        &["Ada: calm", "Cid: calm", "Goblin: bold", "Goblin 3: calm", "mark Goblin 3", "attack Ada", "riposte"],
    );
    let kinds = |viewer| -> Vec<String> {
        let seen = battle.seen_by(viewer);
        let lines = seen.steps(None).into_iter().flat_map(|step| seen.log(step));
        lines.map(|line| format!("{} {}{}", line.kind, line.text, line.detail)).collect()
    };
    let (all, own, foes) = (kinds(Viewer::GameMaster), kinds(Viewer::Side(Side(0))), kinds(Viewer::Side(Side(1))));
    assert_eq!(all, own);
    assert_eq!(all.len(), foes.len() + 2, "{all:#?}");
    assert!(all.contains(&"choice Ada: mark Goblin 3 (turn.action)".to_owned()), "{all:#?}");
    assert!(foes.iter().chain(&kinds(Viewer::Spectator)).all(|line| !line.contains("mark")), "{foes:#?}");
    let view = |viewer| serde_json::to_string(&battle.seen_by(viewer).view()).unwrap();
    assert!(view(Viewer::Side(Side(0))).contains("marks Goblin 3") && !view(Viewer::Spectator).contains("marks"));
}

#[test]
fn a_throw_unfolds_in_one_line() {
    let mut battle = open(DUEL);
    play(
        &mut *battle,
        &["Ada: bold", "Bob: calm", "mark Bob", "wait", "Ada: calm", "Bob: calm", "attack Bob", "parry"],
    );
    play(&mut *battle, &["roll Ada 4 3", "roll Bob = 6"]);
    let last = battle.log(battle.running());
    let throws: Vec<&str> = last.iter().filter(|l| l.kind == "throw").map(|l| l.detail.as_str()).collect();
    assert_eq!(
        throws,
        [
            "Ada throws 2d6 for attack.roll: 4 3 -> 7; +2 turn.action (turn.action), +2 mark.secret (mark.secret); considered +1 stance.bold (stance.bold); total 11",
            "Bob throws 2d6 for defence.roll: -> 6; +1 turn.action (turn.action); considered -1 stance.bold (stance.bold); total 7",
        ]
    );
    let line = last.iter().find_map(|line| line.throw.as_ref()).unwrap();
    assert_eq!((line.faces.as_slice(), line.natural, line.total), (&[4, 3][..], 7, 11));
}

#[test]
fn a_throw_under_a_score_says_what_must_not_be_exceeded() {
    let mut battle = open(DUEL);
    let lines = ["Ada: calm", "Bob: bold", "attack Bob", "parry", "Ada 6 6", "Bob 1 1"];
    play(&mut *battle, &lines);
    let awaited = battle.seen_by(Viewer::Side(Side(1))).awaited().unwrap();
    assert_eq!((awaited.throws[0].score, awaited.throws[0].modifier), (Some(2), 0));
    let json = serde_json::to_value(&awaited.throws[0]).unwrap();
    assert_eq!(json["score"], 2);
    assert_eq!(json["terms"][1], serde_json::json!(["turn.action", 1, "score", "skill"]), "said before the dice fall");
    assert_eq!(
        json["detail"],
        "at most 2: +2 parry.roll (parry.roll), +1 skill (turn.action), -1 stance.bold (stance.bold)"
    );
    play(&mut *battle, &["3"]);
    let last = battle.log(battle.running());
    let throws: Vec<_> = last.iter().filter_map(|line| line.throw.as_ref()).collect();
    let json: Vec<_> = throws.iter().map(|throw| serde_json::to_value(throw).unwrap()).collect();
    assert!(json[0].get("score").is_none() && throws[0].score.is_none(), "nothing says what an attack must not exceed");
    assert_eq!((&json[2]["score"], &json[2]["natural"], &json[2]["total"]), (&2.into(), &3.into(), &3.into()));
    assert_eq!(json[2]["terms"][1], serde_json::json!(["turn.action", 1, "score", "skill"]));
}

#[test]
fn each_of_several_who_are_asked_has_a_question() {
    let battle = open(DUEL);
    let also = |viewer| {
        let awaited = battle.seen_by(viewer).awaited().unwrap();
        let also = awaited.also.into_iter().map(|asked| (asked.who, asked.choices.len()));
        (awaited.who, also.collect::<Vec<_>>())
    };
    let (ada, bob) = ("Ada".to_owned(), "Bob".to_owned());
    assert_eq!(also(Viewer::GameMaster), (vec![ada.clone(), bob.clone()], vec![(bob, 2)]));
    // Of the others nobody hears who does not speak for them.
    assert_eq!(also(Viewer::Side(Side(0))), (vec![ada], vec![]));
    assert!(battle.awaited_in_short().unwrap().also.is_empty());
}

#[test]
fn a_bad_encounter_is_refused_at_its_place() {
    let errors = book().open(&Source::new("x.toml", "fighter Ada red ten 2"), None).map(|_| ()).unwrap_err();
    assert_eq!(errors[0].to_string(), "x.toml:1:1: `ten` is no number");
}

fn asked(choice: Option<&str>) -> Inquiry {
    Inquiry::of(choice).within(10_000)
}

#[test]
fn odds_are_told_of_choices_and_of_dice() {
    let mut battle = open(DUEL);
    play(&mut *battle, &["Ada: calm", "Bob: calm"]);
    let told = battle.save();
    let odds = battle.odds(&asked(Some("attack Bob"))).unwrap();
    let chance = |words: &str| odds.results.iter().find(|result| result.words == words).unwrap().chance.clone();
    let (hit, missed) = (chance("is hit"), chance("is missed"));
    assert!((hit.p + missed.p - 1.0).abs() < 1e-12 && hit.p > 0.0, "{odds:?}");
    let hp = odds.gauges.iter().find(|gauge| gauge.who == "Bob").unwrap();
    let sum: f64 = hp.values.iter().map(|(_, chance)| chance.p).sum();
    let mean: f64 = hp.values.iter().map(|(value, chance)| f64::from(*value) * chance.p).sum();
    assert!((sum - 1.0).abs() < 1e-12 && (mean - hp.mean).abs() < 1e-12 && hp.now == 8, "{hp:?}");
    let unhurt = hp.values.iter().find(|(value, _)| *value == 8).unwrap();
    assert_eq!(unhurt.1.fraction, missed.fraction, "a hit always hurts");
    // Nothing is under way after a blow: following through changes nothing.
    assert_eq!(battle.odds(&asked(Some("attack Bob")).through()).unwrap().results, odds.results);
    assert_eq!(battle.save(), told, "looking ahead changes nothing");
    assert_eq!(battle.odds(&asked(Some("attack Ada"))).unwrap_err().rule, Some("attack.roll"));
    assert!(battle.odds(&asked(Some("attack Bob")).within(2)).is_err());
    // Once the dice lie on the table there is nothing left to chance but the damage.
    play(&mut *battle, &["attack Bob", "take it", "Ada 6 6", "Bob 1 1"]);
    let odds = battle.odds(&asked(None)).unwrap();
    assert_eq!(odds.results[0].chance.fraction, "1");
    assert_eq!(odds.gauges[0].values.len(), 4, "{odds:?}");
}

#[test]
fn odds_tell_nobody_what_another_side_has_chosen_in_secret() {
    // Boldness costs a hit point: Bob's is gone, or not, when all have chosen.
    let odds = |bob: &[&str], viewer, choice| {
        let mut battle = open(DUEL);
        play(&mut *battle, bob);
        battle.seen_by(viewer).odds(&Inquiry::of(choice).within(100)).unwrap()
    };
    let (master, red, blue) = (Viewer::GameMaster, Viewer::Side(Side(0)), Viewer::Side(Side(1)));
    for choice in [None, Some("calm"), Some("bold")] {
        let open = odds(&[], red, choice);
        for bob in ["Bob: calm", "Bob: bold"] {
            assert_eq!(odds(&[bob], red, choice), open, "{bob}, {choice:?}");
        }
        assert_ne!(odds(&["Bob: bold"], master, choice), odds(&["Bob: calm"], master, choice));
    }
    for watcher in [Viewer::Spectator, red] {
        assert_eq!(odds(&["Bob: bold"], watcher, None), odds(&["Bob: calm"], watcher, None));
    }
    let wears = |odds: skirmish_kernel::Odds| {
        odds.gauges.iter().any(|gauge| gauge.who == "Bob" && gauge.values.iter().all(|(hp, _)| [7, -1].contains(hp)))
    };
    assert!(wears(odds(&["Bob: bold"], blue, None)) && wears(odds(&["Bob: bold"], master, Some("calm"))));
    // Whoever has the first word for a side is meant by a bare choice: here Bob, though Ada is asked before him.
    assert!(wears(odds(&[], blue, Some("bold"))) && !wears(odds(&[], red, Some("bold"))));
}

#[test]
fn odds_know_what_the_own_side_has_chosen() {
    let odds = |lines: &[&str], viewer| {
        let mut battle = open(BRAWL);
        play(&mut *battle, lines);
        battle.seen_by(viewer).odds(&Inquiry::of(None).within(100)).unwrap().gauges
    };
    let (red, blue) = (Viewer::Side(Side(0)), Viewer::Side(Side(1)));
    let all = ["Cid: bold", "Goblin 3: bold"];
    assert_eq!((odds(&all, red), odds(&all, blue)), (odds(&all[..1], red), odds(&all[1..], blue)));
    assert_eq!(odds(&all, red)[0].who, "Cid");
    assert_eq!(odds(&all, Viewer::GameMaster).len(), 2);
}

#[test]
fn a_table_is_told_what_bears_on_a_choice() {
    let mut battle = open(DUEL);
    play(&mut *battle, &["Ada: calm", "Bob: calm"]);
    assert_eq!(battle.least().as_deref(), Some("wait"));
    assert!(battle.facts("delay").unwrap().iter().any(|fact| fact.rule.as_deref() == Some("order.delay")));
    assert_eq!(battle.facts("attack Ada").unwrap_err().rule, Some("attack.roll"));
    assert_eq!(battle.between("Ada", "Bob").unwrap()[0].text, "a foe");
    assert_eq!(battle.sheet("Bob").unwrap().len(), 1);
    assert!(battle.sheet("Zoe").is_err() && battle.paths().contains(&"Bob.hp".to_owned()));
    assert_eq!(battle.values("Bob.dazed"), ["yes", "no"]);
    let proposed = battle.propose("plain").unwrap().unwrap().choice;
    assert!(battle.line(&proposed).is_ok());
    assert!(battle.undo().is_ok() && battle.redo_len() == 1);
    let moves = battle.len();
    assert!(battle.do_least().is_ok() && battle.len() == moves + 1 && battle.roll_for("Zoe").is_err());
    // A note is in the log, is undone, and changes nothing.
    let before = battle.read("Bob.hp").unwrap();
    battle.line("gm: note the bridge is down").unwrap();
    assert_eq!(battle.read("Bob.hp").unwrap(), before);
    assert!(battle.save().contains("gm: note the bridge is down"));
}

#[test]
fn a_side_reads_what_it_may_know() {
    let mut battle = open(AMBUSH);
    play(&mut *battle, &["Ada: calm", "Cid: calm", "Goblin: calm", "Gob: calm"]);
    let (red, blue) = (Viewer::Side(Side(0)), Viewer::Side(Side(1)));
    let read = |viewer, path: &str| battle.seen_by(viewer).read(path).unwrap_or_else(|no| no.to_string());
    assert_eq!([read(red, "order"), read(blue, "order")], ["Ada, Gob, Cid", "Ada, Goblin, Gob, Cid"]);
    assert_eq!([read(red, "Ada.hp"), read(red, "Ada.gap.Gob"), read(red, "round")], ["10", "2", "1"]);
    assert_eq!([read(red, "Ada.dazed"), read(blue, "Goblin.hidden")], ["no", "yes"]);
    assert_eq!(read(red, "Gob.hp"), "what Gob is made of is its own side's business");
    for (viewer, field) in [(red, "turn"), (blue, "turn"), (red, "Ada.rank"), (blue, "Gob.rank")] {
        assert!(read(viewer, field).contains("is for the game master alone"), "{field}");
        assert!(read(Viewer::GameMaster, field).parse::<u8>().is_ok(), "{field}");
    }
    // Whoever is hidden is nobody, for names that are alike as well.
    assert_eq!(read(red, "Goblin.hp"), "nobody to be seen is called `Goblin`");
    assert_eq!(read(red, "Goblim.hp"), "nobody to be seen is called `Goblim`");
    assert_eq!(read(red, "Gobl.hp"), "nobody to be seen is called `Gobl`; did you mean `Gob`?");
    assert_eq!(read(red, "Ada.gap.Goblin"), "nobody here is called `Goblin`");
    assert_eq!(read(red, "G.hp"), "what Gob is made of is its own side's business");
    assert_eq!(read(blue, "G.hp"), "`G` may mean Goblin and Gob");
    assert_eq!(read(red, "\u{1}\u{10}\u{11}.hp"), "a name has no control characters");
    assert!(battle.seen_by(red).paths().iter().all(|path| !path.contains("Goblin")));
    assert!(battle.seen_by(blue).paths().contains(&"Goblin.hp".to_owned()));
    assert!(battle.seen_by(red).sheet("Gob").is_err() && battle.seen_by(blue).sheet("Gob").is_ok());
    assert_eq!(battle.seen_by(red).between("Ada", "Goblin").unwrap_err().why, "nobody to be seen is called `Goblin`");
}

#[test]
fn what_a_text_says_of_somebody_hidden_is_left_out() {
    let mut battle = open(AMBUSH);
    play(&mut *battle, &["Ada: calm", "Cid: calm", "Goblin: calm", "Gob: calm", "mark Gob"]);
    let red = Viewer::Side(Side(0));
    assert_eq!(battle.seen_by(red).read("Ada.marks").unwrap(), "Gob");
    play(&mut *battle, &["gm: Gob.hidden = yes"]);
    assert_eq!(battle.seen_by(red).read("Ada.marks").unwrap(), "none");
    assert_eq!(battle.read("Ada.marks").unwrap(), "Gob");
}

#[test]
fn a_typed_line_tells_of_nobody_who_is_hidden() {
    let mut battle = open(AMBUSH);
    play(&mut *battle, &["Ada: calm", "Cid: calm", "Goblin: calm", "Gob: calm"]);
    let (red, blue) = (Viewer::Side(Side(0)), Viewer::Side(Side(1)));
    let before = battle.save();
    for line in ["attack NAME", "mark NAME", "NAME: wait", "roll NAME 3", "NAME", "NAME attack.roll 3 4"] {
        let mut no =
            |name: &str| battle.seat(red).line(&line.replace("NAME", name)).unwrap_err().to_string().replace(name, "_");
        assert_eq!(no("Goblin"), no("Kobold"));
    }
    assert_eq!(battle.seen_by(red).facts("attack Goblin").unwrap_err().why, "nobody here is called `Goblin`");
    let odds = battle.seen_by(red).odds(&Inquiry::of(Some("attack Goblin"))).unwrap_err();
    assert_eq!(odds.why, "nobody here is called `Goblin`");
    assert_eq!(battle.save(), before);
    // The game master, and its own side, call it by its name.
    assert_eq!(battle.line("attack Goblin").unwrap_err().to_string(), "Goblin is not to be seen [attack.roll]");
    assert_eq!(
        battle.seat(blue).line("Goblin: wait").unwrap_err().why,
        "Goblin is not asked anything now: others are asked"
    );
    // A side answers for its own; what others are asked is theirs, and who they are.
    assert_eq!(battle.seat(blue).line("wait").unwrap_err().why, "this cannot be given now: others are asked");
    battle.seat(red).line("wait").unwrap();
    assert_eq!(battle.seat(red).line("wait").unwrap_err().why, "this cannot be given now: others are asked");
    assert_eq!(battle.seat(red).line("Ada: wait").unwrap_err().why, "Ada is not asked anything now: others are asked");
    // What is set by hand is the game master's to set.
    assert!(battle.seat(red).line("gm: Goblin.hp = 3").unwrap_err().why.contains("game master"));
    assert!(battle.seat(blue).line("wait").is_ok());
}

#[test]
fn another_past_is_asked_for_by_those_names_that_were_known() {
    let mut battle = open(AMBUSH);
    let lines = ["Ada: calm", "Cid: calm", "Goblin: calm", "Gob: calm", "wait", "attack Ada", "take it"];
    play(&mut *battle, &lines);
    let red = Viewer::Side(Side(0));
    let mut no = |viewer, at, line: &str| battle.seat(viewer).change(at, line).map(|_| ()).unwrap_err().why;
    // What the goblin chose unseen red does not count, though the goblin has shown itself since.
    assert_eq!(no(red, 3, "Ada: attack Goblin"), "nobody here is called `Goblin`");
    assert_eq!(no(red, 3, "Goblin: wait"), "nobody to be seen is called `Goblin`");
    assert_eq!(no(red, 3, "Kobold: wait"), "nobody to be seen is called `Kobold`");
    assert_eq!(no(Viewer::GameMaster, 4, "Ada: attack Goblin"), "Goblin is not to be seen");
    assert!(battle.seat(red).change(3, "Ada: attack Gob").is_ok());
}
