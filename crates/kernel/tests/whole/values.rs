//! Values from outside: what is read, written and worked out without a battle.

use skirmish_kernel::{CellSet, Edict, Interval, Op, Pairing, PolicyName, Source, put_in_order};

#[test]
fn equal_ones_stay_as_they_stand() {
    let mut things = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e'), (1, 'f')];
    put_in_order(&mut things, |(number, _)| *number);
    assert_eq!(things, [(1, 'b'), (1, 'e'), (1, 'f'), (2, 'd'), (3, 'a'), (3, 'c')]);
    put_in_order(&mut things[..0], |(number, _)| *number);
}

fn near(is: f64, wanted: f64) -> bool {
    (is - wanted).abs() < 5e-5
}

/// Worked out elsewhere from the formula.
#[test]
fn intervals_are_wilsons() {
    for (hits, trials, low, high) in
        [(5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611), (29, 29, 0.8830, 1.0)]
    {
        let is = Interval::wilson(hits, trials);
        assert!(near(is.low, low) && near(is.high, high), "{hits} of {trials}: {is:?}");
    }
    assert_eq!(Interval::wilson(0, 0).half(), 0.5);
}

#[test]
fn four_times_as_many_fights_halve_the_width() {
    let (few, many) = (Interval::wilson(5_000, 10_000), Interval::wilson(20_000, 40_000));
    assert!((few.half() / many.half() - 2.0).abs() < 1e-3);
}

#[test]
fn a_character_inside_a_quoted_text_is_found_whole() {
    let text = "rows = \"\"\"\n. . #\n. ~\u{701} .\n\"\"\"\nname = \"Ash\"\n";
    let source = Source::new("x.toml", text);
    let quoted = text.find('"').unwrap()..text.find("\"\"\"\nname").unwrap() + 3;
    assert_eq!(&text[source.inside(quoted.clone(), 1, 5)], "#");
    assert_eq!(&text[source.inside(quoted.clone(), 2, 4)], "\u{701}");
    // What lies outside is the end of the text, never half a letter.
    for (line, column) in [(1, 99), (9, 9), (2, 6), (3, 1), (0, 0)] {
        assert!(text.get(source.inside(quoted.clone(), line, column)).is_some(), "{line}:{column}");
    }
    let short = text.rfind("\"Ash").unwrap()..text.len() - 1;
    assert_eq!(&text[source.inside(short, 1, 2)], "s");
}

#[test]
fn a_wrong_key_is_said_with_the_nearest() {
    let source = Source::new("x.toml", "hpp = 3\n");
    let said = source.misshapen(0..3, "unknown field `hpp`, expected one of `hp`, `name`\nin the file");
    assert_eq!(said.message, "unknown field `hpp`, expected one of `hp`, `name`");
    assert_eq!(said.help.as_deref(), Some("did you mean `hp`?"));
    assert_eq!(source.misshapen(0..3, "").message, "not TOML");
    for (wanted, help) in [
        ("u16", "a whole number from 0 to 65535, without quotes"),
        ("a string", "a text in quotes"),
        ("a sequence", "a list in brackets, `[…, …]`; of tables, each with a head of its own: `[[…]]`"),
    ] {
        let said = source.misshapen(0..3, &format!("invalid type: map, expected {wanted}"));
        assert_eq!(said.help.as_deref(), Some(help));
    }
    let said = source.misshapen(6..7, "invalid type: integer `99999999999999999999` as i128, expected i32");
    assert_eq!(said.message, "this number is too large");
    assert_eq!(said.help.as_deref(), Some("whole numbers go up to 2147483647 at most"));
}

fn set(path: &str, op: Op, value: &str) -> Edict {
    Edict::Set { path: path.into(), op, value: value.into() }
}

#[test]
fn a_value_is_set_or_moved() {
    let read = |text| Edict::parse(text).unwrap();
    assert_eq!(read("Ogre.hp = 12"), set("Ogre.hp", Op::Set, "12"));
    assert_eq!(read("Ogre.hp =20"), set("Ogre.hp", Op::Set, "20"));
    assert_eq!(read("Ogre.hp -7"), set("Ogre.hp", Op::Take, "7"));
    assert_eq!(read("Goblin 3.hp +4"), set("Goblin 3.hp", Op::Add, "4"));
    assert_eq!(read("Goblin 3.conditions += prone"), set("Goblin 3.conditions", Op::Add, "prone"));
    assert_eq!(read("Ogre.note = a+=b"), set("Ogre.note", Op::Set, "a+=b"));
    assert_eq!(read("round=3"), set("round", Op::Set, "3"));
}

#[test]
fn other_words_are_a_command() {
    let command = |text: &str| match Edict::parse(text) {
        Ok(Edict::Command { verb, words }) => format!("{verb}|{words}"),
        other => format!("{other:?}"),
    };
    assert_eq!(command("end truce"), "end|truce");
    assert_eq!(command("note Ogre.hp = 3, says Ann"), "note|Ogre.hp = 3, says Ann");
    assert_eq!(command("add brigand as Bandit at D7 for foes"), "add|brigand as Bandit at D7 for foes");
    assert!(Edict::parse("").is_err() && Edict::parse("Ogre.hp").is_err() && Edict::parse("= 3").is_err());
}

#[test]
fn runs_are_read_as_they_are_written() {
    for len in [0, 1, 63, 64, 65, 128, 300] {
        for apart in [1, 2, 3, 7, 64, 65, 1_000] {
            let mut cells = CellSet::none(len);
            (0..len).filter(|cell| cell / apart % 2 == 1 || cell % 61 == 5).for_each(|cell| cells.add(cell));
            let runs = cells.runs();
            assert_eq!(runs.iter().sum::<u32>() as usize, len);
            assert!(runs.iter().skip(1).all(|run| *run > 0), "{runs:?}");
            assert_eq!(CellSet::try_from(runs), Ok(cells));
        }
    }
}

#[test]
fn all_are_all_and_none_is_none() {
    for len in [1, 64, 100, 128] {
        assert_eq!(CellSet::all(len).runs(), [0, len as u32]);
        assert_eq!(CellSet::none(len).runs(), [len as u32]);
        assert!(CellSet::all(len).is_all() && !CellSet::none(len).is_all());
        let mut joined = CellSet::none(len);
        joined.join(&CellSet::all(len));
        assert_eq!(joined, CellSet::all(len));
    }
    assert!(CellSet::try_from(vec![u32::MAX, u32::MAX]).is_err());
}

#[test]
fn names_are_read_as_they_are_written() {
    for text in
        ["plain", "random", "greedy", "rollout:1", "rollout:50ms", "mcts:1000", "mcts:2s", "mcts:1500ms", "easy"]
    {
        assert_eq!(text.parse::<PolicyName>().unwrap().to_string(), text);
    }
    assert_eq!("rollout".parse::<PolicyName>().unwrap().to_string(), "rollout:200");
    for text in PolicyName::NAMES {
        assert!(text.parse::<PolicyName>().is_ok(), "{text}");
    }
}

#[test]
fn what_is_no_name_is_refused_with_advice() {
    let wrong = |text: &str| text.parse::<PolicyName>().unwrap_err();
    assert!(wrong("plian").help.starts_with("did you mean `plain`?"));
    assert!(wrong("plain:3").what.contains("no budget"));
    for text in ["rollout:", "rollout:0", "rollout:-1", "mcts:ms", "mcts:3m", "rollout:1.5s", "mcts:99999999999"] {
        assert!(wrong(text).what.contains("is no budget of"), "{text}");
    }
    for text in ["rollout:10000001", "mcts:601s"] {
        assert!(wrong(text).what.contains("more than a choice is worth"), "{text}");
    }
}

#[test]
fn only_what_is_counted_is_repeatable() {
    let repeatable = |text: &str| text.parse::<PolicyName>().unwrap().is_repeatable();
    assert!(repeatable("rollout:5") && repeatable("greedy") && !repeatable("mcts:5ms") && !repeatable("rollout:1s"));
}

fn places(width: u8, height: u8, apart: u8) -> Vec<String> {
    let pairing = Pairing { creatures: ["wolf".into(), "elk".into()], width, height, apart };
    let text = pairing.text("toy", "");
    text.lines().filter_map(|line| line.strip_prefix("at = ")).map(str::to_owned).collect()
}

#[test]
fn they_stand_in_the_middle() {
    assert_eq!(places(9, 5, 1), ["\"D3\"", "\"E3\""]);
    assert_eq!(places(2, 1, 1), ["\"A1\"", "\"B1\""]);
    assert_eq!(places(26, 26, 25), ["\"A13\"", "\"Z13\""]);
    // What makes no sense is brought near to sense.
    assert_eq!(places(0, 0, 0), ["\"A1\"", "\"B1\""]);
    assert_eq!(places(255, 255, 255), ["\"A13\"", "\"Z13\""]);
}

#[test]
fn two_of_a_kind_are_told_apart() {
    let pairing = Pairing { creatures: ["wolf".into(), "wolf".into()], ..Pairing::default() };
    assert_eq!(pairing.names(), ["wolf-1", "wolf-2"]);
    let text = pairing.text("toy", "facing = \"west\"\n");
    assert!(text.contains("title = \"wolf-1 against wolf-2\"") && text.ends_with("facing = \"west\"\n"), "{text}");
}
