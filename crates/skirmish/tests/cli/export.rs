//! `skirmish export`: scenes, tables, logs.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::{encounters, file, folder, skirmish};

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// What our reader of scenes, which the web table has in the browser, makes of a file; none where there is no Node.
fn read_back(path: &str) -> Option<Value> {
    let reader = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/client/universal.js");
    let script = format!(
        "import {{ readFileSync }} from 'node:fs'; import {{ universal }} from {reader:?}; \
         const scene = universal(readFileSync({path:?}, 'utf8')); \
         console.log(JSON.stringify({{ ...scene, image: scene.image?.size ?? 0 }}));"
    );
    let ran = Command::new("node").args(["--input-type=module", "-e", &script]).output();
    let Ok(ran) = ran else {
        assert!(std::env::var_os("SKIRMISH_BROWSER_REQUIRED").is_none(), "Node is not installed");
        eprintln!("not tried: Node is not installed");
        return None;
    };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    Some(json(&String::from_utf8_lossy(&ran.stdout)))
}

/// Cells of a drawn board with one of these signs, each with column and row.
fn cells(state: &Value, signs: &str) -> Vec<(u64, u64)> {
    let rows = state["board"]["rows"].as_array().expect("rows");
    let mut cells: Vec<(u64, u64)> = Vec::new();
    for (row, line) in (0..).zip(rows) {
        let line = line.as_str().expect("a row").chars();
        cells.extend((0..).zip(line).filter(|(_, sign)| signs.contains(*sign)).map(|(column, _)| (column, row)));
    }
    cells
}

/// Every map of every game goes out, and every one of squares comes back as it was.
#[test]
fn a_scene_comes_back_as_the_same_map() {
    let folder = folder("scenes");
    let mut compared = 0;
    for (game, name) in encounters() {
        let encounter = format!("{game}/{name}");
        let path = folder.join(format!("{game}-{name}.uvtt")).to_str().expect("UTF-8").to_owned();
        let ran = skirmish(&["export", &encounter, "-o", &path]);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{encounter}: {}", ran.err);
        let scene = json(&fs::read_to_string(&path).expect("it was written"));
        let state = json(&skirmish(&["state", &encounter, "--json"]).well());
        let is_hex = state["board"]["kind"] == "hex";
        assert_eq!(ran.err.contains("hexagonal rows"), is_hex, "{encounter}: {}", ran.err);
        let size = &scene["resolution"]["map_size"];
        let pixels = scene["resolution"]["pixels_per_grid"].as_u64().expect("a number");
        assert!((10..=70).contains(&pixels), "{pixels}");
        if is_hex {
            assert!(size["x"].as_u64() > state["board"]["width"].as_u64(), "odd rows need half a hex more");
            continue;
        }
        assert_eq!((&size["x"], &size["y"]), (&state["board"]["width"], &state["board"]["height"]), "{encounter}");
        let Some(read) = read_back(&path) else { return };
        let walls = if game == "sigil-of-uchma" { "#|" } else { "#" };
        let mut back: Vec<(u64, u64)> = read["walls"]
            .as_array()
            .expect("walls")
            .iter()
            .map(|cell| (cell[0].as_u64().expect("a column"), cell[1].as_u64().expect("a row")))
            .collect();
        let mut wanted = cells(&state, walls);
        back.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(back, wanted, "{encounter}");
        assert_eq!((&read["width"], &read["height"]), (&size["x"], &size["y"]));
        assert!(read["image"].as_u64().is_some_and(|bytes| bytes > 100), "{encounter}: no picture");
        compared += usize::from(!wanted.is_empty());
    }
    assert!(compared >= 5, "only {compared} maps have walls");
}

/// Lamps are lights at their places, and darkness is darkness.
#[test]
fn lights_are_where_they_burn() {
    let folder = folder("lights");
    let text = "rulebook = \"fragments-of-power\"\nlight = \"dark\"\n[map]\nwidth = 9\nheight = 6\n[[lamp]]\nat = \"C4\"\nfeet = 30\n\
                [[combatant]]\nname = \"Ann\"\ncreature = \"guard\"\nside = \"a\"\nat = \"A1\"\n\
                [[combatant]]\nname = \"Bob\"\ncreature = \"guard\"\nside = \"b\"\nat = \"I6\"\n";
    let scene = json(&skirmish(&["export", &file(&folder, "lamp.toml", text), "--as", "uvtt"]).said_out());
    assert_eq!(scene["lights"][0]["position"], serde_json::json!({ "x": 2.5, "y": 3.5 }));
    assert_eq!(scene["lights"][0]["range"], 6.0);
    assert_ne!(scene["environment"]["ambient_light"], "ffffffff");
}

/// A table has a row for each, a cell for each column, and the figures of the sheets.
#[test]
fn creatures_are_a_table() {
    for (game, name) in encounters() {
        let encounter = format!("{game}/{name}");
        let table = skirmish(&["export", &encounter, "--as", "csv"]).well();
        let tokens =
            json(&skirmish(&["state", &encounter, "--json"]).well())["tokens"].as_array().expect("tokens").len();
        let rows: Vec<Vec<String>> = table.lines().map(cells_of).collect();
        assert!(rows.len() > tokens, "{encounter}: {} rows for {tokens}", rows.len());
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{encounter}: a row has other columns");
        assert_eq!(rows[0][..2], ["name", "side"], "{encounter}");
    }
    let table = skirmish(&["export", "fragments-of-power", "--as", "csv"]).well();
    let rows: Vec<Vec<String>> = table.lines().map(cells_of).collect();
    let cell =
        |row: &[String], column: &str| row[rows[0].iter().position(|known| known == column).expect(column)].clone();
    let wolf = rows.iter().find(|row| row[0] == "wolf").expect("a wolf");
    let said: Vec<String> =
        ["str", "max_hp", "skills.sneak", "weapons", "about"].iter().map(|column| cell(wolf, column)).collect();
    assert_eq!(said, ["5", "15", "7", "bite; claws", "Quick, with teeth and claws."]);
}

/// The cells of a line of RFC 4180.
fn cells_of(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        let cell = cells.last_mut().expect("one at least");
        match sign {
            '"' if quoted && signs.peek() == Some(&'"') => {
                cell.push('"');
                signs.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => cell.push(other),
        }
    }
    cells
}

/// A log has every entry with its dice and rules, and what has changed adds up to where the battle stands.
#[test]
fn a_log_tells_what_has_changed() {
    let folder = folder("log");
    for (game, name) in encounters().into_iter().filter(|(_, name)| {
        ["duel", "rooftop", "first-blood", "toll-gate", "gate"].contains(&name.as_str()) || name == "spears-and-bows"
    }) {
        let (encounter, save) = (format!("{game}/{name}"), folder.join(format!("{name}.skirmish")));
        let save = save.to_str().expect("UTF-8");
        skirmish(&["run", &encounter, "--out", save, "--seed", "3"]).well();
        let log = json(&skirmish(&["export", save, "--as", "json"]).well());
        let state = json(&skirmish(&["state", save, "--json"]).well());
        let start = json(&skirmish(&["state", &encounter, "--json"]).well());
        assert_eq!((log["kind"].as_str(), &log["entries"]), (Some("log"), &state["entries"]), "{encounter}");
        let lines = log["lines"].as_array().expect("lines");
        let given = lines.iter().filter(|line| line["entry"].is_u64()).count();
        assert_eq!(Some(given as u64), log["entries"].as_u64(), "{encounter}");
        assert!(
            lines
                .iter()
                .all(|line| line["rules"].is_array() && (line["kind"] != "throw" || line["throw"]["who"].is_string()))
        );
        let changes: Vec<&Value> = lines.iter().filter_map(|line| line["changes"].as_array()).flatten().collect();
        // Played forward, the changes of each creature's cell lead from its first to its last.
        for token in state["tokens"].as_array().expect("tokens") {
            let first = start["tokens"].as_array().expect("tokens").iter().find(|other| other["name"] == token["name"]);
            let Some(first) = first else { continue };
            for (what, from, to) in [("cell", &first["cell"], &token["cell"]), ("able", &first["able"], &token["able"])]
            {
                let mut at = from;
                for change in changes.iter().filter(|change| change["who"] == token["name"] && change["what"] == what) {
                    assert_eq!(&change["from"], at, "{encounter}: {} {what}", token["name"]);
                    at = &change["to"];
                }
                assert_eq!(at, to, "{encounter}: {} {what}", token["name"]);
            }
        }
    }
}

/// A seat's log is that seat's: no seed, and nothing that its own state does not know.
#[test]
fn a_log_keeps_secrets() {
    let folder = folder("secret-log");
    let save = folder.join("duel.skirmish").to_str().expect("UTF-8").to_owned();
    skirmish(&["run", "elemental-d6/duel", "--out", &save]).well();
    let all = json(&skirmish(&["export", &save, "--as", "json"]).well());
    let seat = json(&skirmish(&["export", &save, "--as", "json", "--viewer", "water"]).well());
    assert!(all["seed"].is_u64() && seat["seed"].is_null());
    assert_eq!(seat["viewer"], "water");
    let hp = |log: &Value, who: &str| {
        let lines = log["lines"].as_array().expect("lines").clone();
        let changes = lines.into_iter().flat_map(|line| line["changes"].as_array().cloned().unwrap_or_default());
        changes
            .filter(|change| change["who"] == who && change["what"] == "hp")
            .map(|change| change["to"].clone())
            .collect::<Vec<_>>()
    };
    assert!(hp(&all, "Kestrel").iter().all(Value::is_i64), "{:?}", hp(&all, "Kestrel"));
    // Of a foe a side knows the word alone.
    assert!(hp(&seat, "Kestrel").iter().all(Value::is_string), "{:?}", hp(&seat, "Kestrel"));
}

#[test]
fn what_cannot_be_exported_says_why() {
    skirmish(&["export", "elemental-d6/duel"]).refused(&["in which form?", "--as uvtt"]);
    skirmish(&["export", "elemental-d6/duel", "--as", "json"]).refused(&["nothing has happened", "skirmish run"]);
    skirmish(&["export", "generia", "--as", "uvtt"]).refused(&["is a game", "--as csv"]);
    skirmish(&["export", "generia", "--as", "csv", "--viewer", "gm"]).refused(&["the game master's"]);
    skirmish(&["export", "duell", "--as", "csv"]).refused(&["did you mean"]);
    skirmish(&["export", "elemental-d6/duel", "--as", "pdf"]).refused(&["uvtt, csv, json, text"]);
    skirmish(&["export", "elemental-d6/duel", "-o", "/no/such/folder/x.csv"]).refused(&["/no/such/folder/x.csv"]);
}
