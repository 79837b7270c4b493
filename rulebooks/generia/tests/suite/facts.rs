//! What people are told before they choose: facts, usual answers, what is listed.

use skirmish_generia::{Ask, Choice, Generia};
use skirmish_kernel::conformance::open;
use skirmish_kernel::{Edict, Embedded, Fact, Id, Notation, Rulebook, Session, Viewing, When};

/// A ledge of five metres on the left, the street on the right; Ann above, turned away from everybody.
const LEDGE: Embedded = Embedded {
    name: "ledge",
    text: r#"rulebook = "generia"
[map]
rows = """
5 5 . . . .
5 5 . . . .
"""
[[combatant]]
name = "Ann"
creature = "nimble-fighter"
side = "roof"
at = "B1"
facing = "west"
[[combatant]]
name = "Bo"
creature = "hermetics-wizard"
side = "roof"
at = "A1"
[[combatant]]
name = "Snag"
creature = "goblin-fighter"
side = "street"
at = "C1"
[[combatant]]
name = "Wolf"
creature = "wolf"
side = "street"
at = "F1"
"#,
};

fn ledge() -> Session<Generia> {
    open::<Generia>(&LEDGE, 1).unwrap()
}

fn somebody(session: &Session<Generia>, name: &str) -> Id {
    skirmish_kernel::combatant::<Generia>(session.setup(), name).unwrap()
}

fn said(facts: &[Fact]) -> String {
    facts.iter().map(|fact| fact.text.as_str()).collect::<Vec<_>>().join("; ")
}

fn told(session: &Session<Generia>, who: Id, text: &str) -> String {
    let (g, s) = (session.setup(), session.state());
    let choice = Generia::parse(g, s, who, &Ask::Turn, text).unwrap_or_else(|refusal| panic!("{}", refusal.why()));
    said(&Generia::facts(g, s, who, &Ask::Turn, &choice))
}

fn listed(session: &Session<Generia>, who: Id) -> Vec<String> {
    let (g, s) = (session.setup(), session.state());
    let mut all = Vec::new();
    Generia::options(g, s, who, &Ask::Turn, |choice| {
        all.push(Generia::notation(g, s, who, &Ask::Turn, &choice));
    });
    all
}

#[test]
fn the_usual_facing_is_toward_the_nearest_foe() {
    let mut session = ledge();
    let ann = somebody(&session, "Ann");
    let usual = |session: &Session<Generia>| {
        let choice = Generia::standing(session.setup(), session.state(), ann, &Ask::Facing).unwrap();
        Generia::notation(session.setup(), session.state(), ann, &Ask::Facing, &choice)
    };
    assert_eq!(usual(&session), "east");
    session.decree(Edict::parse("Snag.at = B2").unwrap(), When::Now).unwrap();
    assert_eq!(usual(&session), "south");
    for foe in ["Snag", "Wolf"] {
        session.decree(Edict::parse(&format!("{foe}.unconscious = yes")).unwrap(), When::Now).unwrap();
    }
    assert_eq!(usual(&session), "west");
}

#[test]
fn edges_and_heights_are_said() {
    let session = ledge();
    let ann = somebody(&session, "Ann");
    assert!(told(&session, ann, "rapier at Snag").contains("1 m away, 5 m lower"));
    assert!(told(&session, ann, "jump to C2 as movement").contains("falls 5 m"));
    let (g, s) = (session.setup(), session.state());
    let ask = Ask::Path { mover: ann, metres: 6 };
    let over = Generia::parse(g, s, ann, &ask, "path C2 D2").unwrap();
    assert!(said(&Generia::facts(g, s, ann, &ask, &over)).contains("falls 5 m"));
}

#[test]
fn what_is_said_between_two_names_both() {
    let session = ledge();
    let (ann, snag) = (somebody(&session, "Ann"), somebody(&session, "Snag"));
    let between = said(&Generia::between(session.setup(), session.state(), ann, snag));
    assert_eq!(between, "1 m away, 5 m lower; Ann does not look at Snag");
    let between = said(&Generia::between(session.setup(), session.state(), snag, ann));
    assert_eq!(between, "1 m away, 5 m higher; Ann does not look at Snag: a blow of Snag's is a backstab");
}

#[test]
fn what_harms_is_listed_for_foes_and_the_unconscious_come_last() {
    let mut session = ledge();
    let (ann, bo) = (somebody(&session, "Ann"), somebody(&session, "Bo"));
    for who in [ann, bo] {
        let aimed: Vec<String> = listed(&session, who).into_iter().filter(|choice| choice.contains(" at ")).collect();
        assert!(!aimed.is_empty());
        // What guards somebody is for friends, and for nobody else.
        let (guards, blows): (Vec<String>, Vec<String>) =
            aimed.into_iter().partition(|choice| choice.starts_with("counter-shot"));
        assert!(!blows.iter().any(|choice| choice.ends_with("Ann") || choice.ends_with("Bo")), "{blows:?}");
        assert!(!guards.iter().any(|choice| choice.ends_with("Snag") || choice.ends_with("Wolf")), "{guards:?}");
    }
    session.decree(Edict::parse("Snag.unconscious = yes").unwrap(), When::Now).unwrap();
    let all = listed(&session, ann);
    let lying = all.iter().position(|choice| choice == "rapier at Snag").unwrap();
    assert!(all[lying..].iter().all(|choice| choice.ends_with("Snag") || choice == "end"), "{all:?}");
}

#[test]
fn spells_say_what_they_do() {
    let session = ledge();
    let bo = somebody(&session, "Bo");
    assert!(told(&session, bo, "mana-bolt 3 at Wolf").contains("damage 3d"));
}

#[test]
fn reactions_are_none_of_the_turn() {
    let session = ledge();
    let ann = somebody(&session, "Ann");
    let parse = |text: &str| Generia::parse(session.setup(), session.state(), ann, &Ask::Turn, text);
    let Err(no) = parse("swift-parry") else { panic!("a reaction in one's own turn") };
    assert!(no.why().contains("is a reaction"), "{}", no.why());
    let Err(no) = parse("counter") else { panic!("a reaction in one's own turn") };
    assert!(no.why().contains("is a reaction"), "{}", no.why());
    assert!(matches!(parse("end"), Ok(Choice::End)));
}
