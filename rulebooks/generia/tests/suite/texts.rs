//! What people read and write: whole battles as text, notation, edicts.

use skirmish_generia::{BOOK, Generia, Plain};
use skirmish_kernel::conformance::{Play, no_flaw, open, playthrough, saves, views_leak_nothing};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{
    Awaited, ChoiceView, Edict, Embedded, Encounters, Id, Notation, Paths, Piece, Random, Session, Value, Viewing, When,
};

const MENAGERIE: Embedded = Embedded { name: "menagerie", text: include_str!("../menagerie/menagerie.toml") };

fn begun(seed: u64, answers: usize) -> Session<Generia> {
    let mut play = Play::<Generia>::new(open(&MENAGERIE, seed).unwrap(), seed);
    for _ in 0..answers {
        if !play.go_on() {
            break;
        }
    }
    play.session().fork()
}

fn read(session: &Session<Generia>, path: &str) -> String {
    match Generia::read(session.setup(), session.state(), path) {
        Ok(value) => value.to_string(),
        Err(refusal) => panic!("{path}: {}", refusal.why()),
    }
}

fn decree(session: &mut Session<Generia>, text: &str) -> Result<(), String> {
    session.decree(Edict::parse(text).unwrap(), When::Now).map_err(|e| e.to_string())
}

/// A session in which the wizard is asked what to do in its turn.
fn hollis_to_act() -> Session<Generia> {
    for seed in 0..50 {
        let session = begun(seed, 0);
        let mut play = Play::<Generia>::new(session, seed);
        for _ in 0..400 {
            if let Some(Awaited::Choices(_, asks)) = play.session().awaited()
                && let [(who, skirmish_generia::Ask::Turn)] = asks.as_slice()
                && Generia::name(play.session().setup(), *who) == "Hollis"
                && read(play.session(), "Hollis.attack_spent") == "no"
                && read(play.session(), "Hollis.utility_spent") == "no"
                && read(play.session(), "Hollis.conditions") == "none"
            {
                return play.session().fork();
            }
            if !play.go_on() {
                break;
            }
        }
    }
    panic!("Hollis never had a turn");
}

/// Reads what somebody types in its turn, and says it piece by piece.
fn view(session: &Session<Generia>, text: &str) -> Result<ChoiceView, String> {
    let Some(Awaited::Choices(_, asks)) = session.awaited() else { return Err("nothing is asked".into()) };
    let (who, ask) = &asks[0];
    let (g, s) = (session.setup(), session.state());
    let choice = Generia::parse(g, s, *who, ask, text).map_err(|refusal| refusal.why())?;
    Ok(Generia::choice_view(g, s, *who, ask, &choice))
}

/// Reads and writes again what somebody types in its turn.
fn said(session: &Session<Generia>, text: &str) -> Result<String, String> {
    view(session, text).map(|view| view.text)
}

#[test]
fn every_battle_can_be_told() {
    for encounter in BOOK.encounters {
        let plain = playthrough::<Generia>(encounter, &mut Plain, 3, 10_000).unwrap();
        let random = playthrough::<Generia>(encounter, &mut Random, 4, 300).unwrap();
        assert!(plain.contains("Order: ") && random.contains("Order: "), "{}", encounter.name);
    }
}

#[test]
fn acts_are_written_shortly() {
    let session = hollis_to_act();
    let same = |text: &str| assert_eq!(said(&session, text).as_deref(), Ok(text));
    let reads = |text: &str, as_text: &str| assert_eq!(said(&session, text).as_deref(), Ok(as_text));
    same("wizard-staff at Fang");
    same("fist at Fang");
    same("mana-bolt at Fang");
    same("mana-bolt 2 at Fang");
    same("jump to L1 as utility");
    same("secret wil as attack");
    same("break-free as utility");
    same("help Merle up");
    same("help Merle steady");
    same("dimension-step to A1 as movement");
    same("delay behind Fang");
    same("face north-east");
    same("grapple Fang");
    same("end-spell");
    same("end");
    reads("MANA-BO at fa", "mana-bolt at Fang");
    reads("mana-bolt 1 at Fang", "mana-bolt at Fang");
    reads("grapple at Fang", "grapple Fang");
    reads("dimension-step to A1 as u", "dimension-step to A1 as utility");
    reads("face northeast", "face north-east");
    reads("secret", "secret dex as utility");
    reads("secret with wil as attack", "secret wil as attack");
    reads("grasping-vines at L1", "grasping-vines at L1");
    let at = read(&session, "Fang.at");
    reads(&format!("grasping-vines at {at}"), "grasping-vines at Fang");
}

#[test]
fn each_piece_of_an_answer_says_what_it_is() {
    use Piece::{Ability, Cell, Creature, Number, Option, Verb, Word};
    let session = hollis_to_act();
    let kinds =
        |text: &str| -> Vec<Piece> { view(&session, text).expect(text).parts.iter().map(|part| part.kind).collect() };
    assert_eq!(kinds("mana-bolt 2 at Fang"), [Ability, Number, Word, Creature]);
    assert_eq!(kinds("wizard-staff at Fang"), [Ability, Word, Creature]);
    assert_eq!(kinds("dimension-step to A1 as movement"), [Ability, Word, Cell, Word, Option]);
    assert_eq!(kinds("grasping-vines at L1"), [Ability, Word, Cell]);
    assert_eq!(kinds("help Merle up"), [Verb, Creature, Option]);
    assert_eq!(kinds("face north-east"), [Verb, Option]);
}

#[test]
fn what_is_not_understood_is_answered_with_the_nearest() {
    let session = hollis_to_act();
    let says = |text: &str, part: &str| {
        let why = said(&session, text).expect_err(text);
        assert!(why.contains(part), "{text}: {why}");
    };
    says("manabolt at Fang", "did you mean `mana-bolt`?");
    says("mana-b", "may mean mana-bolt, mana-beam");
    says("rapier at Fang", "Hollis has no rapier");
    says("mana-bolt at Fagn", "did you mean `Fang`?");
    says("mana-bolt two at Fang", "write `mana-bolt at NAME`");
    says("jump to D7", "with which action?");
    says("jump to ZZ99 as utility", "ZZ99 is off the board");
    says("dimension-step to A1 as tea", "is no answer here");
    says("end now", "takes nothing more");
    says("wizard-staff", "write `wizard-staff at TARGET`");
    says("grapple", "whom?");
    says("mana-bolt 300 at Fang", "is no cast level");
    says("secret wil as tea", "`tea` is no answer here");
    says("mount-strike horns at Fang", "they ride nothing");
    says("dissolve pond", "they have conjured nothing that lasts by itself");
}

#[test]
fn every_path_is_read_and_every_value_set_or_refused() {
    for answers in [0, 40, 90] {
        let session = begun(5, answers);
        let (g, s) = (session.setup(), session.state());
        for path in Generia::paths(g, s) {
            let is = read(&session, &path);
            let values = Generia::values(g, s, &path);
            for value in values.into_iter().chain([is, "0".into(), "99999999".into(), "none".into(), "💥".into()]) {
                for op in ["=", "+=", "-="] {
                    let mut other = session.fork();
                    // Refused or done: both are well, as long as everything still hangs together.
                    match decree(&mut other, &format!("{path} {op} {value}")) {
                        Ok(()) => hangs_together(&other),
                        Err(_) => {
                            assert!(other.state() == session.state(), "{path} {op} {value} is refused, and works")
                        }
                    }
                }
            }
        }
    }
}

/// Holds and saddles from both ends, wounds, who can act.
fn hangs_together(session: &Session<Generia>) {
    let (g, s) = (session.setup(), session.state());
    for id in (0..Generia::count(g)).map(Id::new) {
        let name = Generia::name(g, id);
        let field = |name: &str, field: &str| read(session, &format!("{name}.{field}"));
        let (holds, mount, rider) = (field(name, "holds"), field(name, "mount"), field(name, "rider"));
        if holds != "none" {
            assert_eq!(field(&holds, "conditions.grappled"), "yes", "{name} holds {holds}");
        }
        if mount != "none" {
            assert_eq!((field(&mount, "rider").as_str(), field(&mount, "at")), (name, field(name, "at")));
        }
        if rider != "none" {
            assert_eq!(field(&rider, "mount"), name);
        }
        let (wounds, limit) = (field(name, "wounds"), field(name, "wl"));
        if wounds.parse::<i32>().unwrap() >= limit.parse::<i32>().unwrap() {
            assert_eq!(field(name, "unconscious"), "yes");
        }
        let here = field(name, "gone") == "no" && field(name, "unconscious") == "no";
        assert_eq!(field(name, "able"), if here { "yes" } else { "no" }, "{name}");
        if !here {
            assert_eq!(field(name, "concentration"), "none");
        }
        assert!(!Generia::sheet(g, s, id).is_empty());
    }
}

/// A game master who changes everything all the time, and play that goes on all the same.
#[test]
fn play_goes_on_under_a_busy_hand() {
    for seed in 0..8 {
        let mut rng = Rng::for_fight(seed, 77);
        let mut play = Play::<Generia>::new(open(&MENAGERIE, seed).unwrap(), seed);
        for nth in 0..150 {
            if nth % 2 == 0 {
                let mut session = play.session().fork();
                meddle(&mut session, &mut rng);
                no_flaw(&session).unwrap();
                views_leak_nothing(&session).unwrap();
                play = Play::new(session, seed * 1_000 + nth);
            }
            if !play.go_on() {
                break;
            }
        }
        saves(play.session()).unwrap();
    }
}

fn meddle(session: &mut Session<Generia>, rng: &mut Rng) {
    const COMMANDS: [&str; 9] = [
        "check Merle con 12",
        "fall Fang 3",
        "backlash Hollis 2",
        "sneak Snag past Merle -1",
        "phase",
        "rest Merle",
        "remove Rook",
        "add wolf as Fido at L8 for others",
        "Rook.gone = no",
    ];
    if rng.below(4) == 0 {
        let _ = decree(session, COMMANDS[rng.below(9) as usize]);
        return;
    }
    let paths = Generia::paths(session.setup(), session.state());
    let path = &paths[rng.below(paths.len() as u32) as usize];
    let mut values = Generia::values(session.setup(), session.state(), path);
    if let Ok(Value::Int(number)) = Generia::read(session.setup(), session.state(), path) {
        values.push((number + i64::from(rng.below(5)) - 2).to_string());
    }
    if !values.is_empty() {
        let value = &values[rng.below(values.len() as u32) as usize];
        let op = ["=", "+=", "-="][rng.below(3) as usize];
        let _ = decree(session, &format!("{path} {op} {value}"));
    }
    hangs_together(session);
}

#[test]
fn edicts_do_what_they_say() {
    let mut session = begun(1, 0);
    let is = |session: &Session<Generia>, path: &str, value: &str| assert_eq!(read(session, path), value, "{path}");
    decree(&mut session, "Wynne.mount = none").unwrap();
    is(&session, "Bracken.rider", "none");
    assert_ne!(read(&session, "Wynne.at"), read(&session, "Bracken.at"));
    decree(&mut session, "Wynne.mount = Bracken").unwrap();
    is(&session, "Bracken.rider", "Wynne");
    decree(&mut session, "Bracken.at = A8").unwrap();
    is(&session, "Wynne.at", "A8");
    decree(&mut session, "Wynne.unconscious = yes").unwrap();
    is(&session, "Bracken.rider", "none");
    is(&session, "Wynne.conditions", "prone");
    decree(&mut session, "Fang.holds = Cinder").unwrap();
    is(&session, "Cinder.conditions", "grappled");
    is(&session, "Cinder.held_by", "Fang");
    decree(&mut session, "Cinder.conditions -= grappled").unwrap();
    is(&session, "Fang.holds", "none");
    decree(&mut session, "Fang.holds = Cinder").unwrap();
    decree(&mut session, "Cinder.at = L8").unwrap();
    is(&session, "Fang.holds", "none");
    is(&session, "Cinder.conditions", "none");
    decree(&mut session, "Merle.conditions += bleeding 9").unwrap();
    is(&session, "Merle.conditions", "bleeding 5");
    decree(&mut session, "Merle.conditions += stunned 1 14").unwrap();
    is(&session, "Merle.conditions.stunned.dc", "14");
    decree(&mut session, "Merle.light = 4").unwrap();
    is(&session, "Merle.unconscious", "yes");
    assert!(decree(&mut session, "Merle.unconscious = no").unwrap_err().contains("as many wounds"));
    decree(&mut session, "Merle.light -2").unwrap();
    decree(&mut session, "Merle.unconscious = no").unwrap();
    is(&session, "Merle.able", "yes");
    decree(&mut session, "Hollis.av.torso = 9").unwrap();
    is(&session, "Hollis.av.torso", "9");
    decree(&mut session, "Hollis.attack.fist += 3").unwrap();
    decree(&mut session, "Hollis.abilities += opportunist").unwrap();
    is(&session, "Hollis.perks", "opportunist");
    decree(&mut session, "Garrick.hands = quarterstaff").unwrap();
    is(&session, "Garrick.hands", "quarterstaff");
    assert!(decree(&mut session, "Garrick.hands += flanged-mace").unwrap_err().contains("two hands"));
    decree(&mut session, "add wolf as Fido at L1 for others").unwrap();
    is(&session, "Fido.side", "others");
    assert!(decree(&mut session, "Merle.enrgy = 3").unwrap_err().contains("did you mean `energy`?"));
    assert!(decree(&mut session, "check Merle luck 3").unwrap_err().contains("con|str|dex"));
}
