//! A battle inside another program: opened, played by hand and by policy, taken back, changed, saved and loaded.
//!
//! `cargo run -p skirmish-shelf --example embed`

use std::error::Error;

use skirmish_kernel::{Battle, Side, Source, Transcript, Viewer};

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

pub fn main() -> Result<(), Box<dyn Error>> {
    let mut battle = open()?;
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

fn play_a_turn(battle: &mut dyn Battle) -> Result<(), Box<dyn Error>> {
    // Initiative: the battle's own dice, until somebody is asked to choose.
    while battle.roll() {}
    let asked = battle.awaited(Viewer::GameMaster).ok_or("nobody is asked")?;
    println!("{} ({}): {}", asked.who.join(", "), asked.rule, asked.choices.join(", "));

    // Burdock has the first turn and waits; Kestrel strikes, and somebody throws real dice for it.
    battle.line("Burdock: pass")?;
    battle.line("keep")?;
    battle.line("Kestrel: air-blast at Burdock")?;
    battle.line("roll 4 6")?;
    battle.line("roll 5")?;
    assert_eq!(battle.read("Burdock.hp")?, "12");

    // What the rules forbid is refused with the rule that forbids it, and nothing has changed.
    let refused = battle.line("Burdock: longsword at Kestrel").expect_err("she is too far away");
    assert_eq!(refused.rule, Some("range.non_projectile"));
    Ok(())
}

fn look(battle: &dyn Battle) {
    // Each line of the log has its rules; `detail` unfolds the number behind it.
    for line in battle.log(battle.steps() - 2, Viewer::GameMaster) {
        println!("{} {} {}", line.text, line.detail, line.rules.join(" "));
    }
    // A seat sees what that side may know: of its foes no numbers.
    let heroes = battle.view(Viewer::Seat(Side(0)));
    let burdock = heroes.tokens.iter().find(|token| token.name == "Burdock").expect("he stands in the open");
    assert_eq!((burdock.gauges[0].value, burdock.gauges[0].word.as_str()), (None, "hurt"));
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
    assert_eq!(changed.battle.read("Burdock.hp")?, "12");
    // Or the game master had said before: he is nimbler than that.
    let changed = battle.change(attack, "gm: Burdock.defense_bonus = 6")?;
    assert_eq!(changed.battle.read("Burdock.hp")?, "16");
    println!("left over: {}", changed.spares.join(", "));
    Ok(())
}

fn play_on(battle: &mut dyn Battle) {
    while battle.outcome().is_none() {
        let went_on = battle.roll() || battle.decide("plain");
        assert!(went_on, "{:?}", battle.stuck());
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
