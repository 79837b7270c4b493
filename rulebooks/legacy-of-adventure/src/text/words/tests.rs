//! What is written is read back, and what is not understood is answered.

use skirmish_kernel::conformance::{Play, listed_is_legal, open};
use skirmish_kernel::{Awaited, Embedded, Id, Ids, Notation};

use crate::Legacy;
use crate::model::{Act, Ask, Attack, Choice, Drawn, Gait, Guard, Incoming, Mode, Nature, Segment, Setup, Spot, State};
use crate::rules::derived;
use crate::rules::judge::judge;

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
    s.marks.concealed = Ids::NONE;
    s.segment = Segment::Melee;
    for id in g.ids() {
        s.creature_mut(id).actions = 4;
    }
    derived::muster(&g, &mut s);
    (g, s)
}

fn id(g: &Setup, name: &str) -> Id {
    g.ids().find(|id| g.sheet(*id).name == name).unwrap()
}

/// Reads and writes again.
fn said(g: &Setup, s: &State, who: &str, ask: &Ask, text: &str) -> Result<String, String> {
    let who = id(g, who);
    let choice = Legacy::parse(g, s, who, ask, text).map_err(|refusal| refusal.why())?;
    Ok(Legacy::notation(g, s, who, ask, &choice))
}

#[test]
fn every_listed_choice_is_read_back() {
    let session = open::<Legacy>(&Embedded { name: "melee", text: MELEE }, 1).unwrap();
    for seed in 0..60 {
        let mut play = Play::new(session.fork(), seed);
        for answer in 0..150 {
            let session = play.session();
            listed_is_legal(session).unwrap_or_else(|why| panic!("seed {seed}, answer {answer}: {why}"));
            if let Some(Awaited::Choices(_, asks)) = session.awaited() {
                for (who, ask) in asks {
                    let prompt = Legacy::prompt(session.setup(), session.state(), *who, ask);
                    assert!(prompt.contains(&session.setup().sheet(*who).name) && !prompt.contains('\n'), "{prompt}");
                }
            }
            if !play.go_on() {
                break;
            }
        }
    }
}

/// Both Aggressive, and the quicker one attacks: random play seldom comes to that.
#[test]
fn an_exchange_is_read_back() {
    let text = include_str!("../../../encounters/first-blood.toml").replace("at = \"G5\"", "at = \"F5\"");
    let one = Embedded { name: "exchange", text: Box::leak(text.into_boxed_str()) };
    let mut session = open::<Legacy>(&one, 1).unwrap();
    for _ in 0..20 {
        let Some(Awaited::Choices(_, asks)) = session.awaited() else { break };
        let (who, ask) = asks[0];
        listed_is_legal(&session).unwrap();
        let (g, s) = (session.setup(), session.state());
        let words = match ask {
            Ask::OnGuard => "no-guard",
            Ask::General => "no-general",
            Ask::Stance => "aggressive",
            Ask::Act if g.sheet(who).name == "Roland" => "swing at Hale",
            Ask::Act => "swing at Roland",
            Ask::Exchange { .. } => return,
            _ => panic!("{ask:?} is asked"),
        };
        let choice = Legacy::parse(g, s, who, &ask, words).unwrap();
        session.choose(who, choice).unwrap();
    }
    panic!("it never comes to an exchange");
}

#[test]
fn an_attack_is_written_in_as_few_words_as_will_do() {
    let (g, s) = begun(MELEE);
    let act = |text: &str| said(&g, &s, "Ann", &Ask::Act, text).unwrap();
    for same in [
        "stab at Ogress",
        "stab dagger-2 at Ogress head",
        "stab dagger melee at Ogre",
        "throw dagger at Ogress",
        "throw dagger-2 at Ogress vitals",
        "swing hammer at Ogress",
        "hurl at Ogre",
        "throw hammer at Ogre",
        "stab hammer at Ogre",
        "punch at Ogress",
        "stab at Ogress weapon",
        "stab at Ogress weapon medium-shield",
        "charge at Ogre with stab dagger",
        "charge at Ogre leg with stab dagger-2",
        "use step at Ogre with punch",
        "bind",
        "bind on Bea",
        "search",
        "search vitals of Ogre",
        "search vulnerability of Ogress",
        "step A1",
        "draw medium-shield",
        "drop dagger-2",
        "pick mace",
        "kick-up",
        "disengage",
        "hide",
        "move",
        "stand",
        "stop",
        "surrender",
    ] {
        assert_eq!(act(same), same);
    }
    // What is in hand and reaches comes first; a weapon's word will do as well.
    assert_eq!(act("stab dagger at ogress torso"), "stab at Ogress");
    assert_eq!(act("dagger at Ogress"), "stab at Ogress");
    assert_eq!(act("dagger-2 at Ogress h"), "stab dagger-2 at Ogress head");
    assert_eq!(act("throw at Ogre"), "stab at Ogre");
    assert_eq!(act("hurl hammer at Ogre"), "throw hammer at Ogre");
    assert_eq!(act("stab at Ogress weapon mace"), "stab at Ogress weapon");
    assert_eq!(act("charge at Ogre"), "charge at Ogre with stab dagger");
    assert_eq!(act("char at Ogress with dagger-2"), "charge at Ogress with stab dagger-2");
    assert_eq!(said(&g, &s, "Ogress", &Ask::Act, "pounce at Ann").unwrap(), "pounce at Ann");
    let leap = Legacy::parse(&g, &s, id(&g, "Ogress"), &Ask::Act, "pou at Bea").unwrap();
    assert!(matches!(leap, Choice::Act(Act::Move(Gait::Pounce { .. }))), "{leap:?}");
    assert_eq!(said(&g, &s, "Bea", &Ask::Act, "ward").unwrap(), "ward");
}

/// A screen reads the pieces, not the line.
#[test]
fn an_answer_says_what_its_pieces_are() {
    let (g, s) = begun(MELEE);
    let ann = id(&g, "Ann");
    let pieces = |ask: &Ask, text: &str| {
        let choice = Legacy::parse(&g, &s, ann, ask, text).unwrap();
        let view = Legacy::choice_view(&g, &s, ann, ask, &choice);
        view.parts.iter().map(|part| format!("{:?} {}", part.kind, part.text)).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        pieces(&Ask::Act, "charge at Ogre leg with stab dagger-2"),
        "Ability charge, Word at, Creature Ogre, Option leg, Word with, Ability stab, Item dagger-2"
    );
    assert_eq!(pieces(&Ask::Act, "search vitals of Ogre"), "Ability search, Option vitals, Word of, Creature Ogre");
    assert_eq!(pieces(&Ask::Act, "throw hammer at Ogre"), "Verb throw, Item hammer, Word at, Creature Ogre");
    let path = Ask::Path { gait: Gait::Walk, most: 9 };
    assert_eq!(pieces(&path, "path A1 A2 A3"), "Way path A1 A2 A3");
}

#[test]
fn two_things_alike_are_told_apart() {
    let (g, s) = begun(MELEE);
    let ogre = |text: &str| said(&g, &s, "Ogre", &Ask::Act, text).unwrap();
    assert_eq!(ogre("swing at Ann weapon"), "swing at Ann weapon dagger");
    assert_eq!(ogre("swing at Ann weapon dagger-2"), "swing at Ann weapon dagger-2");
}

#[test]
fn what_is_not_understood_is_answered() {
    let (g, s) = begun(MELEE);
    let act = |text: &str| said(&g, &s, "Ann", &Ask::Act, text).unwrap_err();
    assert!(act("swnig at Ogre").contains("did you mean `swing`?"));
    assert!(act("s at Ogre").contains("`s` may mean step, stand, stop, surrender"));
    assert_eq!(act("stab Ogress"), "write `stab at Ogress`");
    assert_eq!(act("stab"), "at whom? `stab at NAME`");
    assert_eq!(act("stab at"), "at whom? `stab at NAME`");
    assert!(act("stab mace at Ogre").contains("It takes: dagger, dagger-2, hammer, melee, ranged"));
    assert_eq!(act("stab at Ogr"), "`Ogr` may mean Ogre and Ogress");
    assert_eq!(act("stab at Orge"), "nobody here is called `Orge`; did you mean `Ogre`?");
    assert!(act("stab at Ogre hed").contains("did you mean `head`?"));
    assert_eq!(act("stab at Ogre head now"), "`head` takes nothing more, but there is `now`");
    assert_eq!(act("stab at Ogre v"), "`v` may mean vitals, vulnerability");
    assert_eq!(act("stab at Ogress weapon sword"), "Ogress has no `sword` in hand");
    assert_eq!(act("block"), "`block` meets attacks, and is asked for when one comes");
    assert!(act("move to D4").starts_with("where to is asked next"));
    assert_eq!(act("bind Bea"), "on whom? `bind`, `bind on NAME`");
    assert_eq!(act("search vitals"), "whose? `search vitals of NAME`");
    assert!(act("draw").starts_with("`draw` what? dagger, dagger-2, mace"));
    assert_eq!(act("draw sword"), "Ann has no `sword`");
    assert_eq!(act("charge Ogre"), "at whom? `charge at NAME with swing`");
    assert_eq!(act(""), "an answer is missing");
}

#[test]
fn a_foe_that_is_known_need_not_be_named() {
    let (g, s) = begun(MELEE);
    let ogress = id(&g, "Ogress");
    let answer = |text: &str| said(&g, &s, "Ann", &Ask::Answer { to: ogress }, text);
    assert_eq!(answer("stab").unwrap(), "stab at Ogress");
    assert_eq!(answer("dagger-2").unwrap(), "stab dagger-2 at Ogress");
    assert_eq!(answer("stab at Ogre").unwrap(), "stab at Ogre");
    assert_eq!(answer("step A1").unwrap(), "step A1");
    assert_eq!(answer("let-it").unwrap(), "let-it-be");
    let exchange = Ask::Exchange { with: ogress };
    assert_eq!(said(&g, &s, "Ann", &exchange, "not-now").unwrap(), "not-now");
    assert_eq!(said(&g, &s, "Ann", &exchange, "step A1").unwrap(), "step A1");
    assert!(said(&g, &s, "Ann", &exchange, "move").is_err());
    let chance = Ask::Opportunity { on: ogress, drawn: Drawn::Shot };
    assert_eq!(said(&g, &s, "Ann", &chance, "pass").unwrap(), "pass");
    assert_eq!(said(&g, &s, "Ann", &chance, "pun").unwrap(), "punch at Ogress");
}

#[test]
fn a_defence_names_what_it_is_made_with_where_several_things_will_do() {
    let (g, mut s) = begun(MELEE);
    let (ann, ogre) = (id(&g, "Ann"), id(&g, "Ogre"));
    let incoming = Incoming { by: ogre, on: ann, row: 0, mode: Mode::Melee, nature: Nature::Weapon };
    let ask = Ask::Defend(incoming);
    for same in ["no-defence", "evade", "block dagger", "block dagger-2", "parry dagger", "parry dagger-2"] {
        assert_eq!(said(&g, &s, "Ann", &ask, same).unwrap(), same);
    }
    assert_eq!(said(&g, &s, "Ann", &ask, "block").unwrap_err(), "with what? `block dagger`, `block dagger-2`");
    let parry = g.abilities.iter().position(|ability| ability.name == "parry").unwrap() as u8;
    s.creature_mut(ann).guard = Some(Guard { skill: parry, failed: 1, penalty: 1, over: false });
    assert_eq!(said(&g, &s, "Ann", &ask, "on-guard dagger-2").unwrap(), "on-guard dagger-2");
    s.creature_mut(ann).let_go(1);
    assert_eq!(said(&g, &s, "Ann", &ask, "on").unwrap(), "on-guard");
    assert_eq!(said(&g, &s, "Ann", &ask, "block").unwrap(), "block");
    assert_eq!(said(&g, &s, "Ann", &ask, "block mace").unwrap(), "block mace");
    assert!(said(&g, &s, "Ann", &ask, "swing").unwrap_err().contains("It takes: no-defence, on-guard, block"));
}

#[test]
fn ways_and_announcements() {
    let (g, s) = begun(MELEE);
    let most = 9;
    let path = Ask::Path { gait: Gait::Walk, most };
    let go = |text: &str| said(&g, &s, "Ann", &path, text);
    for same in ["to A4", "path A1 A2 A3", "stay"] {
        assert_eq!(go(same).unwrap(), same);
    }
    assert_eq!(go("path A1").unwrap(), "to A1");
    assert_eq!(go("to B2").unwrap_err(), "they stand there already; `stay` stays");
    assert_eq!(go("path D2").unwrap_err(), "D2 is not next to B2");
    assert!(go("to Z9").unwrap_err().contains("off the board"));
    assert_eq!(go(&format!("path {}", "A1 B2 ".repeat(60))).unwrap_err(), "that is longer than any move");
    let foes = Ids::NONE.with(id(&g, "Ogre")).with(id(&g, "Ogress"));
    let trade = |text: &str| said(&g, &s, "Ann", &Ask::Trade { foes }, text);
    assert_eq!(trade("trade Ogre,Ogress").unwrap(), "trade all");
    assert_eq!(trade("trade ogre").unwrap(), "trade Ogre");
    assert_eq!(trade("trade none").unwrap(), "wait");
    assert_eq!(trade("trade Ogr").unwrap_err(), "`Ogr` may mean Ogre, Ogress");
    assert_eq!(trade("trade").unwrap_err(), "with whom? `trade all`, or of these: Ogre, Ogress");
    assert_eq!(said(&g, &s, "Ann", &Ask::OnGuard, "guard bl").unwrap(), "guard block");
    assert_eq!(said(&g, &s, "Ann", &Ask::General, "gen evade").unwrap(), "general evade");
    assert!(said(&g, &s, "Ann", &Ask::OnGuard, "guard").unwrap_err().contains("`guard block`, `guard parry`"));
    assert_eq!(said(&g, &s, "Ann", &Ask::Stance, "agg").unwrap(), "aggressive");
    assert_eq!(said(&g, &s, "Bea", &Ask::Keep { serial: 0 }, "roll").unwrap(), "keep");
}

#[test]
fn hostile_words_are_answered_in_short() {
    let (g, s) = begun(MELEE);
    let (ann, ogre) = (id(&g, "Ann"), id(&g, "Ogre"));
    let incoming = Incoming { by: ogre, on: ann, row: 0, mode: Mode::Melee, nature: Nature::Weapon };
    let asks = [
        Ask::Act,
        Ask::Ambush,
        Ask::OnGuard,
        Ask::General,
        Ask::Stance,
        Ask::Trade { foes: Ids::NONE.with(ogre) },
        Ask::Exchange { with: ogre },
        Ask::Answer { to: ogre },
        Ask::Path { gait: Gait::Walk, most: 9 },
        Ask::Opportunity { on: ogre, drawn: Drawn::Leaving },
        Ask::Defend(incoming),
        Ask::Keep { serial: 7 },
    ];
    let long = "x".repeat(100_000);
    let strange =
        ["\u{7}\u{1b}[31m", "ẞ 💥 ∞", &long, "\u{202e}", "-1", "99999999999999999999", ",", "at", "with", "use"];
    let begun = [
        "stab at ",
        "stab ",
        "use ",
        "draw ",
        "search ",
        "trade ",
        "to ",
        "path ",
        "guard ",
        "block ",
        "charge at ",
        "",
    ];
    for ask in &asks {
        for (first, rest) in begun.iter().flat_map(|first| strange.map(|rest| (*first, rest))) {
            if let Err(refusal) = Legacy::parse(&g, &s, ann, ask, &format!("{first}{rest}")) {
                let why = refusal.why();
                assert!(!why.is_empty() && why.chars().count() < 400, "{why}");
                assert!(!why.contains(char::is_control), "{why}");
            }
        }
        assert!(!Legacy::prompt(&g, &s, ann, ask).is_empty());
    }
}

/// Whoever is unseen is spoken of as nobody, and what it holds is not read out.
#[test]
fn nobody_unseen_is_named() {
    let (g, mut s) = begun(MELEE);
    let (ann, ogress) = (id(&g, "Ann"), id(&g, "Ogress"));
    s.marks.concealed.set(ogress, true);
    let read = |text: &str| Legacy::parse(&g, &s, ann, &Ask::Act, text).unwrap();
    let at = |spot| Choice::Act(Act::Attack(Attack { row: 0, on: ogress, spot }));
    assert_eq!(read("stab at Ogress weapon no-such-thing"), at(Spot::Weapon(0)));
    assert_eq!(read("stab at Ogress weapon medium-shield"), at(Spot::Weapon(0)));
    let no = judge(&g, &s, ann, &Ask::Act, &read("stab at Ogress")).unwrap_err().why();
    assert_eq!(no, "nobody of that name is to be seen");
    let incoming = Incoming { by: ogress, on: ann, row: 0, mode: Mode::Melee, nature: Nature::Weapon };
    let asks =
        [Ask::Defend(incoming), Ask::Answer { to: ogress }, Ask::Opportunity { on: ogress, drawn: Drawn::Spell }];
    for ask in &asks {
        let prompt = Legacy::prompt(&g, &s, ann, ask);
        assert!(!prompt.contains("Ogress"), "{prompt}");
    }
    s.marks.concealed.set(ogress, false);
    let text = Legacy::prompt(&g, &s, ann, &asks[0]);
    assert_eq!(text, "Ogress's mace is about to land on Ann. How does Ann meet it (4 actions left)?");
}
