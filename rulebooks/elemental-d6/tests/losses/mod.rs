//! Whose doing a loss is, and with what: where it comes later than the blow.

use skirmish_elemental_d6::BOOK;
use skirmish_kernel::{Battle, Game, Source};

/// On whom, how much, by whom, with what.
fn losses(encounter: &str, lines: &[&str]) -> Vec<(usize, i32, Option<usize>, String)> {
    let mut battle: Box<dyn Battle> =
        BOOK.open(&Source::new("t", encounter), Some(1)).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    for line in lines {
        battle.line(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    battle.losses().into_iter().map(|loss| (loss.on, loss.points, loss.by, loss.with)).collect()
}

#[test]
fn a_held_blow_is_struck_with_what_it_was_struck_with() {
    let text = "rulebook = \"elemental-d6\"\n[map]\nwidth = 12\nheight = 1\n\
                [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"B1\"\nabilities = [\"fire-blast\", \"dagger\"]\n\
                [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"C1\"\nhp = 20\n\
                [[combatant]]\nname = \"Cole\"\nside = \"two\"\nat = \"L1\"\nhp = 20\n";
    let idle = ["Ash: pass", "Bran: pass", "Bran: keep", "Cole: pass", "Cole: keep"];
    let first = ["roll Ash initiative = 3", "roll Bran initiative = 2", "roll Cole initiative = 1"];
    let fire = ["Ash: fire-blast at Cole"];
    // Ten hexes: the fire is there in round 2, behind a thrust that waits for Bran.
    let both = [
        "Ash: dagger at Bran",
        "Bran: counter unarmed-strike",
        "Cole: decline",
        "Cole: reaction",
        "roll Ash dice.attack 2d6>=4 4 4",
        "roll Ash dice.damage 2d6 1 1",
        "roll Ash dice.attack 2d6>=4 4 4",
        "roll Bran dice.defence 2d6>=4 1 1",
        "roll Ash dice.damage 1d6 3",
    ];
    let lines = [&first[..], &fire, &idle[1..], &idle, &idle, &both].concat();
    assert_eq!(losses(text, &lines), [(2, 2, Some(0), "fire-blast".to_owned()), (1, 3, Some(0), "dagger".to_owned())]);
}

#[test]
fn a_rock_hurts_for_whoever_pushes() {
    let text = "rulebook = \"elemental-d6\"\n[rules]\n\"pushback.collision\" = \"damage\"\n[map]\nrows = \"\"\"\n\
                . . . . . . . . . # . .\n . . . . . . . . . . . .\n. . . . . . . . . . . .\n\"\"\"\n\
                [[ability]]\nname = \"gale\"\nkind = \"talent\"\ncosts = [\"full\"]\noffensive = \"3d6\"\ndamage = \"1d6\"\n\
                delivery = \"projectile\"\nrange = 60\nspeed = \"5H\"\npushback = 40\n\
                [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nabilities = [\"gale\"]\n\
                [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"C1\"\nhp = 20\n\
                [[combatant]]\nname = \"Cole\"\nside = \"one\"\nat = \"A3\"\n\
                [[combatant]]\nname = \"Dirk\"\nside = \"two\"\nat = \"B3\"\nhp = 20\n";
    // Five of eight hexes, then somebody else's blow, then one hex and the rock.
    let lines = [
        "roll Ash initiative = 4",
        "roll Bran initiative = 3",
        "roll Cole initiative = 2",
        "roll Dirk initiative = 1",
        "Ash: gale at Bran",
        "Bran: decline",
        "Bran: reaction",
        "roll Ash dice.attack 3d6>=4 4 4 4",
        "roll Ash dice.damage 1d6 1",
        "Bran: pass",
        "Bran: keep",
        "Cole: unarmed-strike at Dirk",
        "Dirk: decline",
        "Dirk: reaction",
        "roll Cole dice.attack 2d6>=4 4 4",
        "roll Cole dice.damage 1d6 2",
        "Dirk: pass",
        "Dirk: keep",
        "Ash: pass",
    ];
    let all = losses(text, &lines);
    assert_eq!(all.last(), Some(&(1, 2, Some(0), "gale".to_owned())), "{all:?}");
}
