//! What is written is read back, and what is not understood is answered.

use std::collections::BTreeSet;

use skirmish_kernel::conformance::{Play, illegal_is_refused, listed_is_legal, open};
use skirmish_kernel::{Awaited, Embedded, Id, Scribe};

use super::{notation, parse, prompt, verbs};
use crate::actions::{Ask, Attack, Choice, Gait, Incoming, Spot};
use crate::book::Legacy;
use crate::setup::Setup;
use crate::sheet::{Mode, Nature};
use crate::state::{Guard, Segment, State};

const ENCOUNTERS: [Embedded; 6] = [
    Embedded { name: "starter", text: include_str!("../../encounters/starter.toml") },
    Embedded { name: "footbridge", text: include_str!("../../encounters/footbridge.toml") },
    Embedded { name: "first-blood", text: include_str!("../../encounters/first-blood.toml") },
    Embedded { name: "circle", text: include_str!("../../encounters/circle.toml") },
    Embedded { name: "hollow-way", text: include_str!("../../encounters/hollow-way.toml") },
    Embedded { name: "melee", text: MELEE },
];

/// Everything at close quarters: skills that share a word, weapons alike, and all that is not an attack.
const MELEE: &str = r#"
rulebook = "legacy-of-adventure"
[map]
rows = """
. . % . . . . .
. . . . . . . .
. . . . . . . .
. . . % . . . .
"""
[rules]
"general-defend" = "on"
[[ability]]
name = "step"
kind = "move"
attribute = "agility"
effect = { kind = "charge" }
[[ability]]
name = "smash"
kind = "attack"
attribute = "strength"
nature = "unarmed"
mode = "melee"
damage = "STR"
damage_type = "physical"
[[weapon]]
name = "hammer"
class = ["armed-melee", "thrown"]
damage = "STR+1d6"
damage_type = "physical"
range = 5
skill = ["swing", "hurl", "stab"]
[[combatant]]
name = "Ann"
creature = "guard"
side = "one"
at = "B2"
weapons = ["dagger", "dagger", "mace", "javelin", "hammer", "medium-shield"]
skills = { swing = 12, punch = 9, stab = 11, hurl = 10, smash = 10, charge = 11, step = 10, kick-up = 12, block = 12, parry = 11, evade = 10, disengage = 11, search = 18, bind = 10, hide = 15 }
[[combatant]]
name = "Bea"
creature = "hedge-mage"
side = "one"
at = "B3"
weapons = ["dagger"]
skills = { spark = 12, bolt = 13, storm = 12, thwart = 11, parry = 9, concentration = 12, ward = 12, stab = 9 }
[[combatant]]
name = "Ogre"
creature = "ogre"
side = "two"
at = "D2"
[[combatant]]
name = "Ogress"
creature = "goblin"
side = "two"
at = "C3"
weapons = ["mace", "medium-shield"]
skills = { swing = 11, block = 11, parry = 11, evade = 9, pounce = 10 }
[[combatant]]
name = "Wolf"
creature = "wolf"
side = "two"
at = "E3"
concealed = true
"#;

fn begun(text: &'static str) -> (Setup, State) {
    let session = open::<Legacy>(&Embedded { name: "one", text }, 1).unwrap();
    let g = session.setup().clone();
    let mut s = session.state().clone();
    s.marks.concealed = skirmish_kernel::Ids::NONE;
    s.segment = Segment::Melee;
    for id in g.ids() {
        s.creature_mut(id).actions = 4;
    }
    s.muster(&g);
    (g, s)
}

fn id(g: &Setup, name: &str) -> Id {
    g.ids().find(|id| g.sheet(*id).name == name).unwrap()
}

/// Reads and writes again.
fn said(g: &Setup, s: &State, who: &str, ask: &Ask, text: &str) -> Result<String, String> {
    let who = id(g, who);
    let choice = parse(g, s, who, ask, text).map_err(|refusal| refusal.why())?;
    Ok(notation(g, s, who, ask, &choice))
}

fn kind(ask: &Ask) -> String {
    let words = format!("{ask:?}");
    let kind: String = words.chars().take_while(|c| c.is_alphanumeric()).collect();
    match ask {
        Ask::Path { gait, .. } => {
            let gait: String = format!("{gait:?}").chars().take_while(|c| c.is_alphanumeric()).collect();
            format!("{kind} {gait}")
        }
        _ => kind,
    }
}

/// Questions of which every legal answer is listed.
fn is_complete(ask: &Ask) -> bool {
    matches!(ask, Ask::Ambush | Ask::OnGuard | Ask::General | Ask::Stance | Ask::Keep { .. } | Ask::Defend(_))
}

#[test]
fn every_listed_choice_is_read_back() {
    let mut seen = BTreeSet::new();
    for encounter in &ENCOUNTERS {
        let session = open::<Legacy>(encounter, 1).unwrap();
        let seeds = if encounter.name == "melee" { 60 } else { 6 };
        for seed in 0..seeds {
            let mut play = Play::new(session.fork(), seed);
            for _ in 0..150 {
                let session = play.session();
                let at = |why| format!("{}, seed {seed}, answer {}: {why}", encounter.name, session.len());
                listed_is_legal(session).map_err(at).unwrap();
                if session.len() % 7 == 0 {
                    illegal_is_refused(session, seed, is_complete).map_err(at).unwrap();
                }
                if let Some(Awaited::Choices(_, asks)) = session.awaited() {
                    for (who, ask) in asks {
                        seen.insert(kind(ask));
                        let prompt = Legacy::prompt(session.setup(), session.state(), *who, ask);
                        assert!(prompt.contains(&session.setup().sheet(*who).name), "{prompt}");
                        assert!(!prompt.contains('\n') && !prompt.is_empty());
                    }
                }
                if !play.go_on() {
                    break;
                }
            }
        }
    }
    let all = [
        "Act",
        "Ambush",
        "Answer",
        "Defend",
        "Exchange",
        "General",
        "Keep",
        "OnGuard",
        "Opportunity",
        "Path Charge",
        "Path Disengage",
        "Path Pounce",
        "Path Walk",
        "Stance",
        "Trade",
    ];
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), all);
}
