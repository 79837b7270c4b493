//! Several people at one table: what each sees, counts and may say.

use crate::common::{AMBUSH, BRAWL, book};
use skirmish_kernel::{Battle, Events, Game, Ids, Inquiry, Odds, Seen, Side, Source, Viewer};

const CALM: [&str; 4] = ["Ada: calm", "Cid: calm", "Goblin: calm", "Gob: calm"];
const RED: Viewer = Viewer::Side(Side(0));
const BLUE: Viewer = Viewer::Side(Side(1));

fn open(encounter: &str, lines: &[&str]) -> Box<dyn Battle> {
    let mut battle = book().open(&Source::new("test", encounter), Some(1)).unwrap();
    lines.iter().for_each(|line| battle.line(line).unwrap_or_else(|why| panic!("{line}: {why}")));
    battle
}

fn person(battle: &dyn Battle, name: &str) -> Viewer {
    Viewer::Person { side: battle.side_of(name).unwrap(), creatures: battle.ids(&[name]).unwrap() }
}

fn asked(seen: &dyn Seen) -> Vec<String> {
    seen.awaited().map(|awaited| awaited.who).unwrap_or_default()
}

#[test]
fn a_person_speaks_for_some_creatures_of_a_side() {
    let mut battle = open(BRAWL, &[]);
    let (ada, cid) = (person(&*battle, "Ada"), person(&*battle, "Cid"));
    assert_eq!(asked(&*battle), ["Ada", "Goblin", "Goblin 3", "Cid"]);
    assert_eq!(asked(&*battle.seen_by(RED)), ["Ada", "Cid"]);
    assert_eq!(asked(&*battle.seen_by(cid)), ["Cid"]);
    assert!(asked(&*battle.seen_by(Viewer::Spectator)).is_empty());
    // A person sees what the side sees, and reads the own sheets.
    assert_eq!(battle.seen_by(ada).view().tokens, battle.seen_by(RED).view().tokens);
    assert!(battle.seen_by(ada).sheet("Ada").is_ok() && battle.seen_by(RED).sheet("Cid").is_ok());
    let refused = battle.seen_by(ada).sheet("Cid").unwrap_err();
    assert_eq!((refused.why.as_str(), refused.private), ("what Cid is made of is its own player's business", true));
    // One who is asked alone of those one speaks for needs no name, however many others are asked.
    battle.seat(cid).line("bold").unwrap();
    assert_eq!(
        battle.seat(ada).line("Goblin: calm").unwrap_err().why,
        "Goblin is not asked anything now: Ada is asked stance.choose"
    );
    assert_eq!(battle.seat(cid).stand().unwrap_err().why, "there is no usual answer to this: others are asked");
    assert!(battle.seat(cid).decide("plain").is_err() && battle.seat(ada).decide_for("Cid", "plain").is_err());
    battle.seat(ada).decide("plain").unwrap();
    assert_eq!(asked(&*battle), ["Goblin", "Goblin 3"]);
    battle.seat(BLUE).decide("plain").unwrap();
    // Nobody of a side that one does not belong to is one's own.
    let stray = Viewer::Person { side: Side(1), creatures: battle.ids(&["Ada"]).unwrap() };
    assert!(battle.seen_by(stray).sheet("Ada").is_err() && asked(&*battle.seen_by(stray)).is_empty());
    assert_eq!(battle.ids(&["Zoe"]).unwrap_err().why, "nobody here is called `Zoe`");
    assert_eq!(battle.ids(&[]).unwrap(), Ids::NONE);
}

/// In the toy whoever is able sees the one cell that there is, and the dazed see nothing.
#[test]
fn one_sees_with_the_creatures_that_one_plays() {
    let mut battle = open(BRAWL, &[]);
    let (ada, cid) = (person(&*battle, "Ada"), person(&*battle, "Cid"));
    let seen = |battle: &dyn Battle, viewer| battle.seen_by(viewer).view().seen.map(|seen| seen.runs());
    let all = [RED, BLUE, ada, cid, Viewer::GameMaster, Viewer::Spectator];
    assert!(all.iter().all(|viewer| seen(&*battle, *viewer) == Some(vec![0, 1])));
    battle.line("gm: Ada.dazed = yes").unwrap();
    assert_eq!(seen(&*battle, ada), Some(vec![1]), "Ada sees nothing");
    assert_eq!(seen(&*battle, RED), Some(vec![0, 1]), "her side sees with Cid");
    battle.line("gm: Cid.hp = 0").unwrap();
    assert_eq!([RED, cid].map(|viewer| seen(&*battle, viewer)), [Some(vec![1]), Some(vec![1])]);
    let others = [BLUE, Viewer::GameMaster, Viewer::Spectator];
    assert!(others.iter().all(|viewer| seen(&*battle, *viewer) == Some(vec![0, 1])));
}

#[test]
fn what_a_companion_chooses_in_secret_is_known_when_all_have_chosen() {
    let told = |lines: &[&str], viewer| {
        let battle = open(BRAWL, lines);
        let seen = battle.seen_by(viewer);
        let odds = seen.odds(&Inquiry::of(None).within(100)).unwrap();
        let log: Vec<_> = seen.steps(None).into_iter().flat_map(|step| seen.log(step)).collect();
        (odds, log, seen.len(), seen.entries(), seen.propose("greedy").unwrap(), seen.awaited())
    };
    let ada = person(&*open(BRAWL, &[]), "Ada");
    assert_eq!(told(&["Cid: bold"], ada), told(&[], ada));
    assert_ne!(told(&["Cid: bold"], RED).0, told(&[], RED).0, "the side's own screen foresees what it has chosen");
}

#[test]
fn a_viewer_counts_what_it_sees() {
    let lines = [&CALM[..], &["mark Gob", "wait", "mark Cid", "wait"]].concat();
    let mut battle = open(AMBUSH, &lines);
    let mine = battle.seen_by(RED).entries();
    // Neither what Goblin has done, whom red does not see, nor the mark that Gob has made.
    let words: Vec<&str> = mine.iter().map(|(_, line)| line.as_str()).collect();
    assert_eq!(words, ["Ada: calm", "Cid: calm", "Gob: calm", "Ada: mark Gob", "Cid: wait"]);
    assert_eq!((battle.len(), battle.seen_by(RED).len()), (8, 5));
    let seen = battle.seen_by(RED);
    let numbers = seen.steps(None).into_iter().flat_map(|step| seen.log(step)).filter_map(|line| line.entry);
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2, 3, 4]);
    // It names no step in which there is nothing for it.
    assert!(seen.steps(None).len() < battle.steps(None).len());
    drop(seen);
    assert_eq!([3, 4, 5, 6].map(|entry| battle.entry_number(RED, entry)), [Some(4), Some(7), Some(8), None]);
    let red_lines = |battle: &dyn Battle| battle.seen_by(RED).len();
    battle.seat(RED).jump(4).unwrap();
    assert_eq!((battle.len(), red_lines(&*battle)), (7, 4));
    battle.seat(RED).undo().unwrap();
    assert_eq!((battle.len(), red_lines(&*battle)), (4, 3));
    assert_eq!((battle.seen_by(RED).redo_len(), battle.redo_len()), (2, 4));
    battle.seat(RED).redo().unwrap();
    assert_eq!(red_lines(&*battle), 4);
    assert_eq!(battle.seat(RED).jump(6).unwrap_err().why, "that is beyond the last entry, which is 5");
    battle.seat(RED).jump(5).unwrap();
    assert_eq!(battle.len(), 8);
    // Another past, by the same numbers.
    let change = battle.seat(RED).change(3, "Ada: wait").unwrap();
    assert_eq!(change.battle.entries()[4].1, "Ada: wait");
    assert_eq!(
        battle.seat(RED).change(5, "Ada: wait").map(drop).unwrap_err().why,
        "that is beyond the last entry, which is 5"
    );
}

#[test]
fn odds_of_a_side_are_worked_out_of_what_it_knows() {
    // A lurker's wounds are nobody's to know: blue's odds know them, red's are the same whatever they are.
    let odds = |hp: &str, viewer: Viewer| {
        let battle = open(AMBUSH, &[&CALM[..], &[&format!("gm: Goblin.hp = {hp}"), "wait"]].concat());
        battle.seen_by(viewer).odds(&Inquiry::of(None).within(1_000)).unwrap()
    };
    assert_eq!(odds("1", RED), odds("4", RED));
    assert!(odds("1", RED).guessed && !odds("1", Viewer::GameMaster).guessed);
    assert_eq!(odds("1", Viewer::Spectator), odds("4", Viewer::Spectator));
}

#[test]
fn the_game_master_may_have_true_odds_told() {
    let battle = open(AMBUSH, &[&CALM[..], &["gm: Goblin.hp = 1", "wait"]].concat());
    let of = |viewer: Viewer, inquiry: &Inquiry| battle.seen_by(viewer).odds(inquiry).unwrap();
    let inquiry = || Inquiry::of(None).within(1_000);
    let (all, told) = (of(Viewer::GameMaster, &inquiry()), of(Viewer::GameMaster, &inquiry().told_to(RED)));
    // The chances are those of the battle as it is, and nobody is named whom red does not see.
    let of_ada = |odds: &Odds| odds.results.iter().filter(|result| result.who == "Ada").cloned().collect::<Vec<_>>();
    assert!(!told.guessed && !of_ada(&told).is_empty());
    assert_eq!((of_ada(&told), told.leaves), (of_ada(&all), all.leaves));
    assert!(
        told.results
            .iter()
            .map(|result| &result.who)
            .chain(told.gauges.iter().map(|gauge| &gauge.who))
            .all(|who| who != "Goblin")
    );
    // Which rules are met is not told, and nobody can have the truth told to themselves.
    let rules = Inquiry { events: Events::All, ..inquiry().told_to(RED) };
    assert!(battle.seen_by(Viewer::GameMaster).odds(&rules).unwrap_err().why.contains("for the game master alone"));
    assert_eq!(of(RED, &inquiry().told_to(RED)), of(RED, &inquiry()));
    assert_eq!(of(RED, &inquiry().told_to(Viewer::GameMaster)), of(RED, &inquiry()));
}
