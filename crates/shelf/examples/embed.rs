//! A battle inside another program: opened, played by hand and by policy, taken back, changed, saved and loaded.
//!
//! `cargo run -p skirmish-shelf --example embed`

use std::error::Error;

use skirmish_kernel::{AwaitedView, Battle, Events, Inquiry, LogLine, Others, Side, Source, Transcript, Viewer};

const FIGHT: &str = r#"
rulebook = "elemental-d6"
title = "The ford"

[map]
width = 12
height = 3

[[combatant]]
name = "Kestrel"
creature = "aeromancer"
side = "heroes"
at = "B2"

[[combatant]]
name = "Burdock"
creature = "brigand"
side = "robbers"
at = "F2"
"#;

/// Plays the example.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut battle = open()?;
    look_ahead(&*battle)?;
    several_seats(&*battle)?;
    play_a_turn(&mut *battle)?;
    look(&*battle);
    let before = battle.len();
    take_back(&mut *battle)?;
    assert_eq!(battle.len(), before);
    what_if(&*battle)?;
    play_on(&mut *battle);
    let again = load(&battle.save())?;
    assert_eq!(again.outcome(), battle.outcome());
    println!("{}", battle.outcome().unwrap_or_default());
    Ok(())
}

fn open() -> Result<Box<dyn Battle>, Box<dyn Error>> {
    let source = Source::new("ford.toml", FIGHT);
    let battle = skirmish_shelf::open(&source, Some(7)).map_err(told)?;
    assert_eq!(battle.sides(), ["heroes", "robbers"]);
    Ok(battle)
}

fn look_ahead(battle: &dyn Battle) -> Result<(), Box<dyn Error>> {
    let mut battle = battle.fork();
    battle.line("roll Kestrel = 9")?;
    battle.line("roll Burdock = 1")?;
    // Before Kestrel chooses: what may come of it, exactly, to the end of what is under way.
    let blast = Inquiry { events: Events::All, ..Inquiry::of(Some("air-blast at Burdock")) };
    let odds = battle.odds(&blast.clone().through())?;
    let hit = odds.results.iter().find(|result| result.who == "Burdock" && result.words == "is hit");
    println!("Burdock is hit with a chance of {}", hit.map_or("0", |hit| &hit.chance.fraction));
    for gauge in &odds.gauges {
        println!("{} {}: {} now, {:.2} on average", gauge.who, gauge.gauge, gauge.now, gauge.mean);
    }
    // And if the others took what is best for them, as things stand when her act ends?
    let (usual, best) = (battle.odds(&blast)?, battle.odds(&blast.clone().replying(Others::Best))?);
    assert!(best.gain <= usual.gain + 1e-6);
    Ok(())
}

fn play_a_turn(battle: &mut dyn Battle) -> Result<(), Box<dyn Error>> {
    // Two throws are awaited. Somebody has real dice and types the faces, or the count.
    battle.line("roll Kestrel 6 6 6 1 2 3 4 5 1")?;
    battle.line("roll Burdock = 1")?;
    let asked = battle.awaited().ok_or("nobody is asked")?;
    assert_eq!((asked.rule.as_str(), asked.who[0].as_str()), ("dp.initiate", "Kestrel"));
    assert!(asked.choices.iter().any(|choice| choice.text == "air-blast at Burdock"));

    battle.line("Kestrel: air-blast at Burdock")?;
    battle.line("decline")?; // one person alone is asked: the name may be left out
    battle.stand()?; // whatever most tables never ask aloud: he uses his Reaction
    battle.line("4 6")?; // dice alone are awaited: so may `roll`
    battle.roll()?; // the battle's own dice, for the damage
    assert_eq!(battle.read("Burdock.hp")?, "14");

    // What the rules forbid is refused with the rule that forbids it, and nothing has changed.
    let refused = battle.line("Burdock: longsword at Kestrel").expect_err("she is too far away");
    assert_eq!(refused.to_string(), "B2 is 35 feet away, out of range: longsword reaches 5 [range.non_projectile]");
    Ok(())
}

fn look(battle: &dyn Battle) {
    // Each line of the log has its rules; `detail` unfolds the number behind it.
    for line in battle.steps(None).into_iter().flat_map(|step| battle.log(step)) {
        println!("{} {} {}", line.text, line.detail, line.rules.join(" "));
    }
    // A side sees what it may know: of its foes no numbers.
    let heroes = battle.seen_by(Viewer::Side(Side(0))).view();
    let burdock = heroes.tokens.iter().find(|token| token.name == "Burdock").expect("he stands in the open");
    assert_eq!((burdock.gauges[0].value, burdock.gauges[0].word.as_str()), (None, "hurt"));
}

fn several_seats(battle: &dyn Battle) -> Result<(), Box<dyn Error>> {
    let mut battle = battle.fork();
    // Who sits at the table: somebody who plays Kestrel, somebody who plays the robbers, and somebody who watches.
    let kestrel = Viewer::Person { side: Side(0), creatures: battle.ids(&["Kestrel"])? };
    let (robbers, watcher) = (Viewer::Side(Side(1)), Viewer::Spectator);
    // Each is asked for their own.
    let throws = |awaited: Option<AwaitedView>| awaited.map_or(0, |awaited| awaited.throws.len());
    assert_eq!(throws(battle.seen_by(kestrel).awaited()), 1);
    assert_eq!(throws(battle.seen_by(robbers).awaited()), 0);
    assert!(battle.seen_by(watcher).awaited().is_none());
    // Each answers for their own; a request that comes from elsewhere is refused, and nothing has changed.
    battle.seat(kestrel).line("roll = 9")?;
    assert!(battle.seat(kestrel).line("roll Burdock = 1").is_err());
    battle.seat(robbers).roll()?;
    // What is new since a seat looked last: the step it had come to, and all that follows.
    let come_to = battle.running();
    battle.seat(kestrel).decide("plain")?;
    for seat in [kestrel, robbers, watcher] {
        let seen = battle.seen_by(seat);
        let news: Vec<LogLine> = seen.steps(Some(come_to)).into_iter().flat_map(|step| seen.log(step)).collect();
        println!("{}", serde_json::json!({ "view": seen.view(), "awaited": seen.awaited(), "news": news }));
    }
    // Sheets are their owners'.
    assert!(battle.seen_by(kestrel).sheet("Kestrel").is_ok() && battle.seen_by(kestrel).sheet("Burdock").is_err());
    Ok(())
}

fn take_back(battle: &mut dyn Battle) -> Result<(), Box<dyn Error>> {
    battle.undo()?;
    assert_eq!(battle.read("Burdock.hp")?, "16");
    battle.redo()?;
    Ok(())
}

fn what_if(battle: &dyn Battle) -> Result<(), Box<dyn Error>> {
    // The attack's dice had shown two ones: same battle, same answers where they still apply.
    let entries = battle.entries();
    let attack = entries.iter().position(|(_, line)| line.contains("dice.attack")).ok_or("no attack")?;
    let changed = battle.change(attack, "roll 1 1")?;
    assert_eq!(changed.battle.read("Burdock.hp")?, "14");
    // Or the game master had said before: he is nimbler than that.
    let changed = battle.change(attack, "gm: Burdock.defense_bonus = 7")?;
    assert_eq!(changed.battle.read("Burdock.hp")?, "16");
    println!("left over: {}", changed.spares.join(", "));
    Ok(())
}

fn play_on(battle: &mut dyn Battle) {
    while battle.outcome().is_none() {
        let went_on = battle.roll().or_else(|_| battle.decide("plain"));
        assert!(went_on.is_ok(), "{went_on:?} {:?}", battle.stuck());
    }
}

fn load(saved: &str) -> Result<Box<dyn Battle>, Box<dyn Error>> {
    let transcript = Transcript::parse(&Source::new("saved.skirmish", saved)).map_err(told)?;
    let game = skirmish_shelf::shelf().game_of_transcript(&transcript).map_err(told)?;
    Ok(game.replay(&transcript).map_err(told)?)
}

/// What is wrong with a file, each with its place.
fn told(errors: Vec<skirmish_kernel::Diagnostic>) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
