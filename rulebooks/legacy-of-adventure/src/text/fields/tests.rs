//! What is set reads back, and whatever is set leaves a battle that goes on.

use skirmish_kernel::conformance::{Play, no_flaw, open};
use skirmish_kernel::{Edict, Op, Paths, Rulebook, Session, Value, When};

use skirmish_bookkit::fields::paths;

use super::keep;
use crate::rules::invariant;
use crate::{BOOK, Legacy};

/// As a battle stands after so many answers, drawn at random.
fn battle(encounter: usize, seed: u64, answers: usize) -> Session<Legacy> {
    let mut play = Play::new(open::<Legacy>(&BOOK.encounters[encounter], seed).unwrap(), seed);
    for _ in 0..answers {
        if !play.go_on() {
            break;
        }
    }
    play.session().fork()
}

/// Sets one field in a state between two steps; what it was refused with, if it was.
fn set(session: &Session<Legacy>, path: &str, value: &str) -> Result<(crate::Setup, crate::State), String> {
    let (mut g, mut s) = (session.setup().clone(), session.step_start().clone());
    let edict = Edict::Set { path: path.into(), op: Op::Set, value: value.into() };
    if Legacy::changes_setup(&edict) {
        Legacy::decree_setup(&mut g, &s, &edict).map_err(|refusal| refusal.why().to_string())?;
    }
    Legacy::decree(&g, &mut s, &edict).map_err(|refusal| refusal.why().to_string())?;
    Ok((g, s))
}

#[test]
fn what_is_read_can_be_set_again_and_changes_nothing() {
    for encounter in 0..BOOK.encounters.len() {
        for answers in [0, 9, 40, 90] {
            let session = battle(encounter, 7, answers);
            let (g, s) = (session.setup(), session.step_start());
            for path in paths::<Legacy>(g) {
                let value = Legacy::read(g, s, &path).unwrap();
                let Ok((g_after, after)) = set(&session, &path, &value.to_string()) else { continue };
                assert_eq!(Legacy::read(&g_after, &after, &path).unwrap(), value, "{path}");
                assert_eq!(invariant::broken(&g_after, &after), None, "{path} = {value}");
            }
        }
    }
}

#[test]
fn what_is_set_reads_back() {
    let session = battle(0, 3, 0);
    let name = session.setup().sheets[0].name.clone();
    let foe = session.setup().sheets.iter().find(|sheet| sheet.side != session.setup().sheets[0].side);
    let foe = foe.unwrap().name.clone();
    let cases = [
        ("hits", "3"),
        ("actions", "2"),
        ("free", "1"),
        ("states", "prone, blinded"),
        ("states", "stunned"),
        ("condition", "fatigued"),
        ("general", "ranged 3"),
        ("hands", "none"),
        ("disabled", "leg, joint"),
        ("concealed", "yes"),
        ("surprised", "yes"),
        ("ambushes", "yes"),
        ("fought", "yes"),
        ("knows_vitals", foe.as_str()),
        ("knows_vulnerability", foe.as_str()),
        ("reacts", "yes"),
        ("vitals", "known"),
        ("vulnerability", "-4"),
        ("structural", "-2"),
        ("is_clear", "no"),
        ("grip", "no"),
        ("attack_mod", "-20"),
        ("defend_mod", "20"),
        ("level", "3"),
        ("worn.impact", "8"),
        ("natural.energy", "2"),
        ("save.stamina", "14"),
        ("actions_per_round", "6"),
        ("max_hits", "9"),
        ("size", "-2"),
        ("skill.search", "11"),
        ("skill.search", "none"),
    ];
    for (field, value) in cases {
        let path = format!("{name}.{field}");
        let (g, s) = set(&session, &path, value).unwrap_or_else(|why| panic!("{path} = {value}: {why}"));
        assert_eq!(Legacy::read(&g, &s, &path).unwrap().to_string(), value, "{path}");
        assert_eq!(invariant::broken(&g, &s), None, "{path} = {value}");
    }
}

#[test]
fn limits_are_checked() {
    let session = battle(0, 3, 0);
    let name = &session.setup().sheets[0].name;
    let wrong = [
        ("hits", "-1"),
        ("hits", "9999"),
        ("actions", "9"),
        ("attack_mod", "21"),
        ("vitals", "often"),
        ("states", "sleepy"),
        ("disabled", "wing"),
        ("hands", "halberd"),
        ("at", "ZZ99"),
        ("skill.swing", "26"),
        ("on_guard", "swing"),
        ("damaged", "true"),
        ("threatens", "none"),
        ("colour", "red"),
    ];
    for (field, value) in wrong {
        assert!(set(&session, &format!("{name}.{field}"), value).is_err(), "{field} = {value}");
    }
    for (path, value) in [("tier", "ready"), ("able", "none"), ("order", "nobody"), ("segment", "noon"), ("round", "0")]
    {
        assert!(set(&session, path, value).is_err(), "{path} = {value}");
    }
}

#[test]
fn keeping_twice_is_keeping_once() {
    for encounter in 0..BOOK.encounters.len() {
        for answers in 0..60 {
            let session = battle(encounter, 11, answers);
            let (g, mut s) = (session.setup(), session.step_start().clone());
            let place = Legacy::place(&s);
            keep::keep(g, &mut s);
            assert_eq!(Legacy::place(&s), place, "the same step comes next");
            let once = s.clone();
            keep::keep(g, &mut s);
            assert_eq!(s, once);
        }
    }
}

/// Sets segments, stances, states and places at every point of a battle, and plays on.
#[test]
fn the_clock_goes_on_whatever_is_set() {
    let edicts = [
        "segment = movement",
        "segment = ambush",
        "A.stance = aggressive",
        "A.stance = hold",
        "B.stance = ready",
        "B.stance = defensive",
        "A.states += unconscious",
        "A.states -= unconscious",
        "A.states += stunned",
        "B.hits = 0",
        "B.actions = 4",
        "A.concealed = yes",
        "B.surprised = yes",
        "A.disabled += arm",
        "B.effects += ward",
        "kill B",
        "remove A",
        "stun B",
        "wake A",
        "add goblin as Newcomer at A1 for SIDE",
    ];
    for encounter in 0..BOOK.encounters.len() {
        for (nth, edict) in edicts.iter().enumerate() {
            for answers in [0, 3, 8, 15, 30, 45] {
                let mut session = battle(encounter, 5 + nth as u64, answers);
                let g = session.setup();
                let (a, b) = (g.sheets[0].name.clone(), g.sheets[g.sheets.len() - 1].name.clone());
                let text = edict.replace("SIDE", &g.sides[0]);
                let text = text.replace("A.", &format!("{a}.")).replace("B.", &format!("{b}."));
                let text = if text.starts_with("add") { text } else { text.replace(" A", &format!(" {a}")) };
                let text = if text.starts_with("add") { text } else { text.replace(" B", &format!(" {b}")) };
                let before = session.fork();
                if session.decree(Edict::parse(&text).unwrap(), When::Now).is_err() {
                    session = before;
                }
                let mut play = Play::new(session, 99);
                for _ in 0..120 {
                    if let Err(why) = no_flaw(play.session()) {
                        panic!("{}, {text} after {answers}: {why}", BOOK.encounters[encounter].name);
                    }
                    if !play.go_on() {
                        break;
                    }
                }
                let awaited = play.session().awaited().is_some();
                let over = Legacy::read(play.session().setup(), play.session().state(), "ended");
                assert!(awaited || over == Ok(Value::Bool(true)), "{text} after {answers}: stuck");
            }
        }
    }
}
