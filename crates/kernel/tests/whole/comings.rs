//! Those who come and go in the middle of a step, and forms that are taken for a while.

use crate::common::{HUNT, MENAGERIE, book};
use skirmish_kernel::{
    Battle, Branch, Ending, Fights, Fought, Game, Inquiry, Others, Outlook, Plan, Side, Source, Target, Transcript,
    Viewer,
};

const RED: Viewer = Viewer::Side(Side(0));
const BLUE: Viewer = Viewer::Side(Side(1));

fn passes(encounter: &str, body: &str) {
    let text = format!("skirmish 1\n---- encounter\n{encounter}----\n{body}");
    let transcript = Transcript::parse(&Source::new("test", text)).expect("it can be read");
    let checked = book().check(&transcript);
    let failures: Vec<String> = checked.failures.iter().map(ToString::to_string).collect();
    assert!(checked.passed(), "{}", failures.join("\n"));
}

fn battle(encounter: &str, lines: &[&str]) -> Box<dyn Battle> {
    let mut battle = book().open(&Source::new("test", encounter), Some(1)).unwrap();
    lines.iter().for_each(|line| battle.line(line).unwrap_or_else(|why| panic!("{line}: {why}")));
    battle
}

fn load(saved: &str) -> Box<dyn Battle> {
    let transcript = Transcript::parse(&Source::new("saved", saved)).unwrap();
    book().replay(&transcript).unwrap_or_else(|why| panic!("{why:?}\n{saved}"))
}

const CALM: [&str; 2] = ["Ada: calm", "Bob: calm"];

/// Ada calls the wolf, which springs at Bob, who takes it: 7 and 1 against 6 and 1 hit for 2.
const CALLED: [&str; 8] = [
    "Ada: calm",
    "Bob: calm",
    "Ada: call Wolf",
    "Wolf: attack Bob",
    "Bob: take it",
    "roll Wolf attack.roll 4 3",
    "roll Bob defence.roll 3 3",
    "roll Wolf damage.roll 2",
];

#[test]
fn a_beast_is_called_and_acts_at_once() {
    passes(
        HUNT,
        "expect there == Ada, Bob\nexpect order == Ada, Bob\nexpect Wolf.there == no\nexpect not says \"Wolf\"\n\
         Ada: calm\nBob: calm\nexpect not offered \"attack Wolf\"\nexpect offered \"call Wolf\"\n\
         Wolf: wait\nexpect refused \"not asked\"\nAda: attack Wolf\nexpect refused \"is not there\"\n\
         gm: Wolf.hp = 3\nexpect refused \"Wolf is not there\"\n\
         Ada: call Wolf\nexpect event call.beast\nexpect says \"Wolf comes to Ada\"\nexpect there == Ada, Wolf, Bob\n\
         expect Wolf.hp == 3\nexpect ask Wolf call.spring\nexpect offered \"attack Bob\"\nexpect roundtrip\n\
         Wolf: attack Bob\nexpect ask Bob react\nBob: riposte\n\
         roll Bob attack 6 6\nroll Wolf defence 1 1\nroll Bob damage 1\n\
         expect says \"Bob hits Wolf for 4\"\nexpect Wolf.hp == 0\nexpect Wolf.there == yes\n\
         expect ask Bob turn.action\nexpect order == Wolf, Ada, Bob\nexpect not offered \"attack Wolf\"\nexpect roundtrip\n",
    );
}

#[test]
fn a_beast_goes_when_its_time_is_up_or_its_caller_falls() {
    let called = format!("{}\n", CALLED.join("\n"));
    // It has had its turn; two rounds later it is gone, and does not come again.
    let round = "Wolf: calm\nAda: calm\nBob: calm\n";
    let waits = "Ada: wait\nBob: wait\n";
    passes(
        HUNT,
        &format!(
            "{called}expect ask Bob turn.action\nBob: wait\n{round}Wolf: wait\n{waits}expect event call.go\n\
             expect says \"Wolf is gone\"\nexpect there == Ada, Bob\nexpect order == Ada, Bob\nexpect roundtrip\n\
             Ada: calm\nBob: calm\nexpect not offered \"call Wolf\"\n"
        ),
    );
    // Ada strikes, is struck first, and falls: the wolf goes in the middle of her act.
    passes(
        HUNT,
        &format!(
            "{called}Bob: wait\ngm: Ada.hp = 1\n{round}Wolf: wait\nAda: attack Bob\nBob: riposte\n\
             expect chance event call.go == 575/1296\n\
             roll Bob attack 6 6\nroll Ada defence 1 1\nroll damage 1\nexpect event attack.hit\nexpect event call.go\n\
             expect there == Ada, Bob\nexpect over blue\nexpect roundtrip\n"
        ),
    );
}

#[test]
fn a_form_has_other_numbers_and_ends_by_harm_by_choice_or_in_time() {
    let bear = "Ada: calm\nBob: bold\nAda: wait\nBob: shift\n";
    passes(
        HUNT,
        &format!(
            "{bear}expect event shape.take\nexpect says \"Bob becomes a Bear\"\nexpect Bob.form == Bear\n\
             expect Bob.hp == 5\nexpect Bob.skill == 4\nexpect Bob.stance == bold\nexpect roundtrip\n\
             Ada: calm\nBob: calm\nAda: attack Bob\nBob: take it\nroll Ada attack 6 6\n\
             expect throw Ada attack == 14\nroll Bob defence 1 1\nexpect throw Bob defence == 6\n\
             roll damage 4\nexpect says \"Ada hits Bob for 7\"\nexpect says \"Bob is itself again\"\n\
             expect Bob.form == own\nexpect Bob.hp == 5\nexpect Bob.dazed == yes\nexpect Bob.skill == 1\nexpect roundtrip\n"
        ),
    );
    // Shed while the blow is on its way: it meets the skill of Bob himself.
    passes(
        HUNT,
        &format!(
            "{bear}Ada: calm\nBob: calm\nAda: attack Bob\nexpect offered \"shed\"\nBob: shed\nexpect event shape.shed\n\
             expect Bob.hp == 7\nexpect chance event attack.hit == 287/432\nroll Ada attack 3 3\nroll Bob defence 3 3\n\
             expect throw Bob defence == 7\nroll damage 2\nexpect Bob.hp == 5\nexpect roundtrip\n"
        ),
    );
    passes(
        HUNT,
        &format!(
            "{bear}Ada: calm\nBob: calm\nAda: wait\nBob: wait\nexpect event shape.shed\nexpect Bob.hp == 7\n\
             Ada: shift\nexpect refused\n"
        ),
    );
}

#[test]
fn odds_count_those_who_may_come() {
    // In red's place the wolf strikes as Ada would without boldness: 7 and 1 against 7 and 1.
    passes(
        HUNT,
        "Ada: calm\nBob: calm\nAda: call Wolf\nWolf: attack Bob\nexpect chance event attack.hit == 721/1296\n\
         expect chance Bob.hp == 8 == 575/1296\nexpect chance there contains Wolf == 1\n",
    );
    // A hawk that Bob strikes at is missed so often; one whose caller falls is gone, and has no hit points.
    passes(
        MENAGERIE,
        "Ada: calm\nBob: calm\nAda: call Hawk\nHawk: wait\nexpect chance Hawk.hp == 2 == 287/432\n\
         Bob: wait\ngm: Ada.hp = 1\nHawk: calm\nAda: calm\nBob: calm\nHawk: wait\nAda: attack Bob\nBob: riposte\n\
         expect chance Hawk.hp == 2 == 721/1296\nexpect chance Hawk.hp == 0 == 0\nexpect chance Hawk.there == no == 575/1296\n",
    );
    let battle = battle(HUNT, &CALM);
    let odds = battle.odds(&Inquiry::of(Some("call Wolf"))).unwrap();
    let wolf = odds.gauges.iter().find(|gauge| gauge.who == "Wolf").unwrap();
    assert_eq!((wolf.now, wolf.values.last().unwrap().0), (0, 3));
    let best = battle.odds(&Inquiry::of(Some("call Wolf")).replying(Others::Best)).unwrap();
    assert!(best.gain <= odds.gain + 1e-6, "{best:?}");
    assert!(odds.results.iter().any(|result| result.who == "Bob" && result.words == "is hit"), "{odds:?}");
}

#[test]
fn who_has_not_come_is_known_to_its_own_side_alone() {
    let mut battle = battle(HUNT, &CALM);
    for viewer in [BLUE, Viewer::Spectator] {
        let seen = battle.seen_by(viewer);
        let all = format!("{:?} {:?} {:?} {:?}", seen.view(), seen.paths(), seen.entries(), seen.awaited());
        assert!(!all.contains("Wolf"), "{all}");
        assert_eq!(seen.side_of("Wolf"), None);
        assert_eq!(seen.between("Bob", "Wolf").unwrap_err().why, "nobody to be seen is called `Wolf`");
        assert_eq!(seen.read("Wolf.there").unwrap_err().why, "nobody to be seen is called `Wolf`");
        assert_eq!(seen.sheet("Wolf").unwrap_err().why, "nobody to be seen is called `Wolf`");
    }
    // A question to one's own side does not say who else could be named.
    assert_eq!(battle.seat(BLUE).line("attack Wolf").unwrap_err().why, "this cannot be given now: others are asked");
    let seen = battle.seen_by(RED);
    assert!(seen.view().tokens.iter().all(|token| token.name != "Wolf"));
    assert_eq!(seen.sheet("Wolf").unwrap(), ["hp 3, skill 1"]);
    assert_eq!(seen.read("Wolf.there").unwrap(), "no");
    for refused in [seen.between("Ada", "Wolf").unwrap_err(), seen.read("Ada.gap.Wolf").unwrap_err()] {
        assert_eq!(refused.why, "Wolf is not there");
    }
    drop(seen);
    battle.line("Ada: call Wolf").unwrap();
    assert!(battle.seen_by(BLUE).between("Bob", "Wolf").is_ok());
    assert!(battle.seen_by(BLUE).awaited().is_none());
    assert_eq!(battle.seen_by(RED).awaited().unwrap().who, ["Wolf"]);
}

#[test]
fn a_beginning_means_somebody_who_is_there() {
    // Bob's wolf, his wolfhound, and nobody else who begins so.
    let mut battle = battle(MENAGERIE, &["Ada: calm", "Bob: calm", "Ada: wait"]);
    assert_eq!(battle.ids(&["Wo"]).unwrap_err().why, "`Wo` may mean Wolf and Wolfhound");
    battle.line("Bob: call Wolfhound").unwrap();
    battle.line("Wo: wait").unwrap();
    // A whole name is its owner's, there or not.
    battle.line("gm: Wolf.there = yes").unwrap();
    assert_eq!(battle.read("Wolf.there").unwrap(), "yes");
}

#[test]
fn taken_back_and_done_again_everybody_comes_and_goes_as_before() {
    let mut battle = battle(HUNT, &CALLED);
    let end = battle.save();
    for left in (0..CALLED.len()).rev() {
        battle.undo().unwrap();
        assert_eq!(battle.read("Wolf.there").unwrap(), if left > 2 { "yes" } else { "no" });
    }
    let mut loaded = load(&battle.save());
    while loaded.redo().is_ok() {}
    battle.jump(CALLED.len()).unwrap();
    assert_eq!((battle.save(), loaded.save()), (end.clone(), end));
}

#[test]
fn in_a_changed_past_an_answer_of_somebody_who_does_not_come_waits() {
    let mut battle = battle(HUNT, &CALLED);
    battle.line("Bob: attack Ada").unwrap();
    let changed = battle.change(2, "Ada: pray").unwrap();
    let mut other = changed.battle;
    assert_eq!(other.read("Wolf.there").unwrap(), "no");
    // Who has seen the wolf spring may read of it; nobody is asked for it.
    let spares = other.spares();
    assert!(spares.contains(&"Wolf: attack Bob".to_owned()), "{spares:?}");
    assert!(spares.contains(&"roll Wolf damage.roll 2d4 2".replace("2d4", "1d4")), "{spares:?}");
    // Bob's turn is the same turn, whoever has come before it.
    other.roll().unwrap();
    other.stand().unwrap();
    assert_eq!(other.awaited().unwrap().who, ["Ada"], "{:?}", other.awaited());
    assert!(!other.spares().contains(&"Bob: attack Ada".to_owned()), "{:?}", other.spares());
    // Where she calls it after all, everything finds its place.
    let pray = other.change(2, "Ada: call Wolf").unwrap();
    assert_eq!(pray.battle.read("Wolf.there").unwrap(), "yes");
    assert_eq!(pray.battle.read("Bob.hp").unwrap(), battle.read("Bob.hp").unwrap());
    other.accept();
    assert!(other.spares().is_empty());
}

#[test]
fn the_game_master_brings_and_takes_beside_the_rules() {
    let mut battle = battle(HUNT, &CALLED[..4]);
    // In the middle of the spring: it strikes nobody any more, and Bob has nothing to react to.
    assert_eq!(battle.awaited_in_short().unwrap().rule, "react.choose");
    battle.line("gm: Wolf.there = no").unwrap();
    assert_eq!(battle.awaited_in_short().unwrap().rule, "turn.action");
    assert_eq!(battle.read("there").unwrap(), "Ada, Bob");
    // Somebody new has a new number; whoever may come keeps its own.
    let mut battle = self::battle(HUNT, &CALM);
    battle.line("gm: add Cid blue 6 1").unwrap();
    assert_eq!(battle.read("there").unwrap(), "Ada, Bob, Cid");
    CALLED[2..].iter().for_each(|line| battle.line(line).unwrap());
    assert_eq!(battle.read("there").unwrap(), "Ada, Wolf, Bob, Cid");
    assert_eq!(load(&battle.save()).save(), battle.save());
    battle.line("gm: Ada.there = no").unwrap();
    assert_eq!(battle.read("there").unwrap(), "Bob, Cid");
    assert_eq!(battle.line("gm: Wolf.there = yes").unwrap_err().why, "its caller is down");
    battle.undo().unwrap();
    assert_eq!(load(&battle.save()).read("Wolf.there").unwrap(), "yes");
}

/// Small enough to be followed to its end: Ada and her wolf, at whom Bob strikes first, against Bob, who becomes a bear.
const SKIRMISH: &str = "rulebook = \"toy\"\ntitle = Skirmish\nbeast Wolf Ada 2 1\nfighter Ada red 3 2\n\
    fighter Bob blue 3 1\nform Bear Bob 2 2\n";

/// The endings of a fight with their chances, by following every state.
fn exactly(fights: &dyn Fights) -> Vec<(Ending, f64)> {
    let mut prospect = fights.prospect(&Outlook::default()).unwrap();
    let mut open = std::collections::BTreeMap::from([(0u32, 1.0)]);
    let (mut ended, mut branches) = (Vec::<f64>::new(), Vec::<Branch>::new());
    while open.values().sum::<f64>() > 1e-6 {
        for (state, chance) in std::mem::take(&mut open) {
            prospect.step(state, &mut branches).unwrap();
            for branch in &branches {
                let chance = chance * branch.chance;
                match branch.to {
                    Target::State(state) => *open.entry(state).or_insert(0.0) += chance,
                    Target::End(end) => {
                        ended.resize(ended.len().max(end as usize + 1), 0.0);
                        ended[end as usize] += chance;
                    }
                }
            }
        }
    }
    prospect.endings().iter().cloned().zip(ended).collect()
}

#[test]
fn whole_fights_with_those_who_come_are_those_that_are_simulated() {
    const FIGHTS: u64 = 20_000;
    let fights = book().fights(&Source::new("test", SKIRMISH), Some(5)).unwrap();
    assert_eq!(fights.combatants().iter().map(|one| one.there).collect::<Vec<_>>(), [false, true, true]);
    let endings = exactly(&*fights);
    let chance = |holds: &dyn Fn(&Ending) -> bool| -> f64 {
        endings.iter().filter(|(ending, _)| holds(ending)).map(|(_, chance)| chance).sum()
    };
    let mut simulator = fights.simulator(&Plan { most_rounds: 1_000, ..Plan::default() }).unwrap();
    let (mut won, mut fallen, mut wolf) = ([0u64; 2], [0u64; 3], [0u64; 2]);
    let mut fought = Fought::default();
    for fight in 0..FIGHTS {
        simulator.fight(fight, &mut fought);
        if let Some(side) = fought.winner {
            won[usize::from(side.0)] += 1;
        }
        fallen.iter_mut().zip(&fought.left).for_each(|(fallen, left)| *fallen += u64::from(left.fallen));
        let left = fought.left[0];
        wolf[0] += u64::from(left.came);
        wolf[1] += u64::from(left.came && !left.there && !left.fallen && fought.gauges[0] == 0);
    }
    let agrees = |is: f64, count: u64, what: &str| {
        let share = count as f64 / FIGHTS as f64;
        let deviation = (is * (1.0 - is) / FIGHTS as f64).sqrt();
        assert!((share - is).abs() < 5.0 * deviation + 1e-4, "{what}: {is} exactly, {share} simulated");
    };
    for side in 0..2 {
        agrees(chance(&|ending| ending.winner == Some(Side(side))), won[usize::from(side)], "wins");
    }
    for (at, fallen) in fallen.into_iter().enumerate() {
        agrees(chance(&|ending| ending.fallen.has(skirmish_kernel::Id::new(at))), fallen, "falls");
    }
    // It is called first thing; often its time is up before the fight is over, or its caller falls, and then it has gone, and
    // not fallen.
    assert_eq!(wolf[0], FIGHTS);
    assert!(wolf[1] > FIGHTS / 10 && wolf[1] < FIGHTS, "{wolf:?}");
    assert_eq!(fallen[0], 0, "Bob acts last in a round, and with the next one it goes");
}
