//! What is told before a choice is what is thrown after it, and tells of nobody that is not to be seen.

use skirmish_kernel::conformance::{Play, open};
use skirmish_kernel::{Awaited, Edict, Embedded, Fact, Id, Paths, Rulebook, Session, When};

use super::{between, facts, sheet};
use crate::model::{Act, Ask, Attack, Choice, Defend, Incoming, Mode, Nature, Spot, Stance};
use crate::{BOOK, Legacy};

/// Maud and Snig at arm's length; a hunter, twenty yards off, and a mage beside Snig.
const FOUR: Embedded = Embedded {
    name: "four",
    text: r#"rulebook = "legacy-of-adventure"
[map]
width = 30
height = 5
[[combatant]]
name = "Maud"
creature = "guard"
side = "a"
at = "B2"
[[combatant]]
name = "Ysolde"
creature = "hedge-mage"
side = "a"
at = "C3"
[[combatant]]
name = "Perrin"
creature = "hunter"
side = "a"
at = "V2"
[[combatant]]
name = "Snig"
creature = "goblin"
side = "b"
at = "C2"
"#,
};

fn four() -> Session<Legacy> {
    open::<Legacy>(&FOUR, 1).unwrap()
}

fn decreed(mut session: Session<Legacy>, edicts: &[&str]) -> Session<Legacy> {
    for edict in edicts {
        session.decree(Edict::parse(edict).unwrap(), When::Now).unwrap_or_else(|why| panic!("{edict}: {why}"));
    }
    session
}

fn somebody(session: &Session<Legacy>, name: &str) -> Id {
    skirmish_kernel::combatant::<Legacy>(session.setup(), name).unwrap()
}

fn said(facts: &[Fact]) -> String {
    facts.iter().map(|fact| fact.text.as_str()).collect::<Vec<_>>().join("; ")
}

fn told(session: &Session<Legacy>, who: &str, ask: &Ask, choice: &Choice) -> String {
    said(&facts(session.setup(), session.state(), somebody(session, who), ask, choice))
}

/// Its first way of attacking with that skill, at somebody's usual place or at another.
fn attack(session: &Session<Legacy>, who: &str, skill: &str, on: &str, spot: Option<Spot>) -> Choice {
    let (g, by) = (session.setup(), somebody(session, who));
    let row = g.rows(by).iter().position(|row| g.ability(row.ability).name == skill).unwrap();
    let usual = crate::rules::judge::usual_spot(g, &g.rows(by)[row]);
    Choice::Act(Act::Attack(Attack {
        row: u8::try_from(row).unwrap(),
        on: somebody(session, on),
        spot: spot.unwrap_or(usual),
    }))
}

#[track_caller]
fn says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

#[test]
fn a_blow_says_what_it_takes() {
    let session = decreed(four(), &["Maud.actions = 4", "Maud.condition = damaged", "Maud.attack_mod = 2"]);
    let head = attack(&session, "Maud", "swing", "Snig", Some(Spot::Head));
    let text = told(&session, "Maud", &Ask::Act, &head);
    // Swing 12, the head -8, Damaged -4, and two by the game master's word: a 2 is 10 in 100.
    says(&text, &["costs 1 of 4 actions", "1 yard away", "must not exceed 2 (10 %)", "swing 12", "the location -8"]);
    says(&text, &["damaged -4", "circumstances +2", "damage 1d8+13 impact", "out for a turn"]);
}

#[test]
fn a_spell_at_arms_length_says_who_strikes() {
    let session = decreed(four(), &["Ysolde.actions = 4", "Snig.actions = 1"]);
    let spark = attack(&session, "Ysolde", "spark", "Snig", None);
    says(&told(&session, "Ysolde", &Ask::Act, &spark), &["gives an opening to Snig", "damage 1d6+9 magic"]);
    let spent = decreed(session, &["Snig.actions = 0"]);
    assert!(!told(&spent, "Ysolde", &Ask::Act, &spark).contains("open"), "nobody has an action for it");
}

#[test]
fn a_defence_says_what_may_break() {
    let session = decreed(four(), &["Maud.actions = 2", "Maud.structural = -2"]);
    let g = session.setup();
    let (maud, snig) = (somebody(&session, "Maud"), somebody(&session, "Snig"));
    let incoming = Incoming { by: snig, on: maud, row: 0, mode: Mode::Melee, nature: Nature::Weapon };
    let block = g.abilities.iter().position(|ability| ability.name == "block").unwrap();
    let how = Defend::Skill { ability: u8::try_from(block).unwrap(), arm: Some(1) };
    let text = told(&session, "Maud", &Ask::Defend(incoming), &Choice::Defend(how));
    // A medium shield saves at 14.
    says(&text, &["costs 1 of 2 actions", "must not exceed 12 (60 %)", "block 12", "medium-shield breaks unless"]);
    says(&text, &["must not exceed 12", "medium-shield 14", "circumstances -2"]);
    let none = told(&session, "Maud", &Ask::Defend(incoming), &Choice::Defend(Defend::None));
    says(&none, &["1d4+10 impact against 12"]);
}

#[test]
fn stances_say_what_they_mean_now() {
    let session = four();
    let stance = |stance| told(&session, "Maud", &Ask::Stance, &Choice::Stance(stance));
    says(&stance(Stance::Aggressive), &["before everybody else", "no defence against foes who are Aggressive"]);
    says(&stance(Stance::Ready), &["blow for blow"]);
    says(&stance(Stance::Defensive), &["it is not On-Guard"]);
    says(&stance(Stance::Hold), &["melee, ranged, movement or multiform"]);
    let block = session.setup().abilities.iter().position(|ability| ability.name == "block").unwrap();
    let guard = Choice::Guard(Some(u8::try_from(block).unwrap()));
    says(&told(&session, "Maud", &Ask::OnGuard, &guard), &["costs 2 actions", "block 12", "over after 3 failures"]);
}

#[test]
fn nobody_is_told_of_whoever_is_concealed() {
    let session = decreed(four(), &["Snig.concealed = yes", "Maud.actions = 4"]);
    let (g, s) = (session.setup(), session.state());
    let (maud, snig) = (somebody(&session, "Maud"), somebody(&session, "Snig"));
    assert_eq!(said(&between(g, s, maud, snig)), "not to be seen");
    says(&said(&between(g, s, snig, maud)), &["1 yard away"]);
}

/// Whatever is listed has facts that are sentences, that fit what is thrown next, and that give nobody away.
#[test]
fn facts_are_true_at_every_moment() {
    for (at, encounter) in BOOK.encounters.iter().enumerate() {
        let mut play = Play::new(open::<Legacy>(encounter, 3).unwrap(), 20 + at as u64);
        for _ in 0..150 {
            if let Some(Awaited::Choices(_, asks)) = play.session().awaited().cloned() {
                for (who, ask) in &asks {
                    every_fact(play.session(), *who, ask);
                }
            }
            if !play.go_on() {
                break;
            }
        }
    }
}

fn every_fact(session: &Session<Legacy>, who: Id, ask: &Ask) {
    let (g, s) = (session.setup(), session.state());
    let hidden = s.marks.concealed.and(g.foes(who));
    let mut listed = Vec::new();
    Legacy::options(g, s, who, ask, |choice| listed.push(choice));
    for choice in listed {
        let all = facts(g, s, who, ask, &choice);
        for fact in &all {
            assert!(!fact.text.is_empty() && !fact.text.ends_with('.'), "{fact:?}");
            for foe in hidden.iter().map(|foe| &g.sheet(foe).name) {
                assert!(!fact.text.contains(foe.as_str()), "{fact:?} tells of {foe}");
            }
        }
        is_thrown(session, who, choice, &all);
    }
}

/// The score that was told is the score that is thrown against next.
fn is_thrown(session: &Session<Legacy>, who: Id, choice: Choice, facts: &[Fact]) {
    let told = facts.iter().find_map(|fact| {
        let score = fact.text.strip_prefix("a d20 must not exceed ")?.split(' ').next()?;
        Some((fact.rule?, score.parse::<i32>().ok()?))
    });
    let Some((point, score)) = told else { return };
    let mut after = session.fork();
    if after.choose(who, choice).is_err() {
        return;
    }
    if let Some(Awaited::Dice(dice)) = after.awaited()
        && let [one] = dice.as_slice()
        && (one.rule, one.who) == (point, who)
    {
        let thrown: i32 =
            one.terms.iter().filter(|t| t.bearing == skirmish_kernel::Bearing::Score).map(|t| t.value).sum();
        assert_eq!(thrown, score, "{choice:?}");
    }
}

#[test]
fn sheets_and_values_can_be_read() {
    for encounter in BOOK.encounters {
        let session = open::<Legacy>(encounter, 1).unwrap();
        let (g, s) = (session.setup(), session.state());
        for who in g.ids() {
            let lines = sheet(g, s, who);
            assert!(lines.len() > 6 && lines.iter().all(|line| !line.is_empty()), "{lines:?}");
        }
        for path in Legacy::paths(g, s) {
            let known = Legacy::values(g, s, &path);
            assert!(known.iter().all(|value| !value.is_empty()), "{path}");
        }
    }
    let session = four();
    let lines = sheet(session.setup(), session.state(), somebody(&session, "Maud")).join("\n");
    says(
        &lines,
        &["swing 12 with arming-sword: 1d8+13 impact, reach 1 yard, 1 action", "physical 11, impact 12, magic 9"],
    );
}
