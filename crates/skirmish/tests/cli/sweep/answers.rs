//! What a sweep answers in words: the best of each row, cells compared with each other, what decided it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{EXACT, WOLVES, files, json, plan};
use crate::{file, skirmish};

const GRID: &str = "\
question = \"Is plate worth more than strength?\"
encounter = \"first-blood\"
fights = 120
[[vary]]
name = \"strength\"
of = \"Hale.strength\"
add = [0, 3]
[[vary]]
name = \"armour\"
of = \"Hale.armour\"
values = [\"leather\", \"chain\", \"plate\"]
";

/// The words of an answer on one line.
fn told(out: &str) -> String {
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn wins(report: &Value, cell: usize) -> f64 {
    report["cells"][cell]["outcome"]["sides"][0]["chance"]["p"].as_f64().expect("a chance")
}

#[test]
fn each_level_is_told_its_best() {
    let (plan, out) = plan("sweep-best", GRID);
    let told = told(&skirmish(&["sweep", &plan, "--out", &out]).well());
    let report = json(&out);
    let rows = report["encounters"][0]["best"].as_array().expect("rows");
    assert_eq!(rows.len(), 5, "{rows:?}");
    for row in rows {
        // The cells of the row, and what is best there, from the cells alone.
        let (axis, along) = (row["axis"].as_str().unwrap(), row["along"].as_str().unwrap());
        let cells = || (0..6).filter(|cell| report["cells"][*cell]["levels"][axis] == row["level"]);
        let best = cells().max_by(|a, b| wins(&report, *a).total_cmp(&wins(&report, *b))).unwrap();
        assert_eq!(report["cells"][best]["levels"][along], row["best"], "{row}");
        assert_eq!((&row["cell"], &row["side"]), (&report["cells"][best]["cell"], &"crown".into()));
        for other in row["others"].as_array().unwrap() {
            let cell = cells().find(|cell| report["cells"][*cell]["cell"] == other["cell"]).unwrap();
            let lead = wins(&report, best) - wins(&report, cell);
            assert!((other["lead"]["is"].as_f64().unwrap() - lead).abs() < 1e-12, "{row}");
            // As many fights as would decide it are told where it is not decided, and only there.
            let open = other["lead"]["low"].as_f64().unwrap() <= 0.0 && lead > 0.0;
            assert_eq!(other["lead"]["needed"].as_u64().is_some_and(|needed| needed > 120), open, "{row}");
        }
    }
    assert!(told.contains("With every armour, strength +3 is best for crown ("), "{told}");
    for words in ["may be as good; about ", " fights of each cell would decide it.", " is best for crown ("] {
        assert!(told.contains(words), "`{words}` is missing: {told}");
    }
    let page = fs::read_to_string(format!("{out}/report.html")).unwrap();
    assert!(page.contains("id=\"best-1\"") && page.contains("best with"), "the table is missing");
}

#[test]
fn a_large_grid_stays_readable() {
    let axis = |who: &str| format!("[[vary]]\nname = \"of {who}\"\nof = \"{who}.hp\"\nfrom = 10\nto = 24\n");
    let (plan, out) =
        plan("sweep-large", &format!("encounter = \"duel\"\nfights = 4\n{}{}", axis("Kestrel"), axis("Tarn")));
    let told = told(&skirmish(&["sweep", &plan, "--out", &out]).well());
    assert!(told.contains("The rest of the rows is in the report, in the table of what is best."), "{told}");
    assert!(json(&out)["encounters"][0]["answer"].as_array().unwrap().len() < 35);
    assert_eq!(json(&out)["encounters"][0]["best"].as_array().map(Vec::len), Some(30));
    let page = fs::read_to_string(format!("{out}/report.html")).unwrap();
    assert_eq!(page.matches("data-head=\"best with\"").count(), 30);
}

#[test]
fn of_three_things_it_is_the_last_two() {
    let axis = |who: &str, key: &str| format!("[[vary]]\nname = \"{who} {key}\"\nof = \"{who}.{key}\"\nadd = [0, 3]\n");
    let axes = [axis("Kestrel", "hp"), axis("Tarn", "hp"), axis("Kestrel", "soak")].concat();
    let (plan, out) = plan("sweep-three", &format!("encounter = \"duel\"\nfights = 12\n{axes}"));
    let told = told(&skirmish(&["sweep", &plan, "--out", &out]).well());
    assert!(told.contains("Of Tarn hp and Kestrel soak, with everything else as in the base:"), "{told}");
    let report = json(&out);
    let rows = report["encounters"][0]["best"].as_array().expect("rows");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let cell = report["cells"].as_array().unwrap().iter().find(|cell| cell["cell"] == row["cell"]).unwrap();
        assert_eq!(cell["levels"]["Kestrel hp"], "0", "{row}");
    }
}

#[test]
fn exact_rows_know_what_is_as_good() {
    let (plan, out) = plan("sweep-exact-best", EXACT);
    fs::write(Path::new(&plan).with_file_name("wolves.toml"), WOLVES).expect("it can be written");
    let told = told(&skirmish(&["sweep", &plan, "--out", &out, "--compare", "0002,0003"]).well());
    assert!(told.contains("With every White.str, hp +2 is best for grey ("), "{told}");
    assert!(told.contains("0003 (hp +2, White.str 1) against 0002 (hp 0, White.str 2): won by grey in "), "{told}");
    for words in ["may be", "would decide", "What decides"] {
        assert!(!told.contains(words), "`{words}`: {told}");
    }
}

#[test]
fn any_two_cells_are_compared() {
    let text = format!(
        "compare = [[\"0002\", \"0004\"], [\"strength +3, armour plate\", \"strength 0, armour leather\"]]\n{GRID}"
    );
    let (plan, out) = plan("sweep-compare", &text);
    let first = told(&skirmish(&["sweep", &plan, "--out", &out]).well());
    let report = json(&out);
    let pairs = report["comparisons"].as_array().expect("pairs");
    assert_eq!((pairs.len(), &pairs[1]["from"], &pairs[1]["to"]), (2, &"0006".into(), &"0001".into()));
    let change = &pairs[0]["sides"][0]["change"];
    assert!((change["is"].as_f64().unwrap() - (wins(&report, 3) - wins(&report, 1))).abs() < 1e-12);
    assert!(change["low"].as_f64() < change["is"].as_f64() && change["is"].as_f64() < change["high"].as_f64());
    assert!(
        first.contains("0004 (strength +3, armour leather) against 0002 (strength 0, armour chain): won by crown in")
    );
    assert!(fs::read_to_string(format!("{out}/report.html")).unwrap().contains("id=\"pairs-1\""));
    // One pair more is asked for later, and nothing is fought for it.
    let done = |files: std::collections::BTreeMap<String, Vec<u8>>| -> Vec<_> {
        files.into_iter().filter(|(name, _)| name.starts_with("done/") && name.ends_with(".json")).collect()
    };
    let before = done(files(&out));
    let more = told(&skirmish(&["sweep", &plan, "--out", &out, "--compare", "3,0005"]).well());
    assert!(
        more.contains("0005 (strength +3, armour chain) against 0003 (strength 0, armour plate): won by crown in"),
        "{more}"
    );
    assert_eq!(json(&out)["comparisons"].as_array().map(Vec::len), Some(3));
    assert_eq!(before, done(files(&out)));
}

#[test]
fn cells_that_are_not_there_are_not_compared() {
    let (first, out) = plan("sweep-compare-bad", GRID);
    let folder = Path::new(&first).parent().unwrap();
    let refused = |compare: &str, words: &[&str]| {
        let plan = file(folder, "bad.toml", format!("compare = {compare}\n{GRID}"));
        skirmish(&["sweep", &plan, "--out", &out]).refused(words);
    };
    refused("[[\"0001\", \"0007\"]]", &["there is no cell `0007`", "0001 to 0006", "bad.toml:1:"]);
    refused("[[\"0001\", \"strength +3, armour plat\"]]", &["did you mean `strength +3, armour plate`?"]);
    refused("[[\"0001\", 1]]", &["are the same cell"]);
    refused("[[\"0001\"]]", &["a list of pairs of cells", "compare = [["]);
    refused("\"0001\"", &["a list of pairs of cells"]);
    for (pair, words) in [("1", "no pair of cells"), ("1,9", "there is no cell `9`"), ("2,2", "the same cell")] {
        skirmish(&["sweep", &first, "--out", &out, "--compare", pair]).refused(&[words]);
    }
    let two = "encounters = [\"duel\", \"crossfire\"]\ncompare = [[1, 3]]\n[[vary]]\nof = \"rules.hit.tie\"\nvalues = [\"attacker\", \"defender\"]\n";
    let two = file(folder, "two.toml", two);
    skirmish(&["sweep", &two, "--out", &out]).refused(&["cells of two encounters", "the same dice fall in them"]);
    assert!(!Path::new(&out).exists(), "something was written");
}

/// What a sweep says of the harm is what the simulation hears.
#[test]
fn what_decided_it_is_what_was_heard() {
    let (plan, out) = plan("sweep-decided", GRID);
    let told = told(&skirmish(&["sweep", &plan, "--out", &out]).well());
    let report = json(&out);
    let decided = report["encounters"][0]["decided"].as_array().expect("what was heard");
    assert!((2..=3).contains(&decided.len()) && decided[0]["cell"] == report["encounters"][0]["base"], "{decided:?}");
    for heard in decided {
        let cell = format!("{out}/cells/{}.toml", heard["cell"].as_str().unwrap());
        let sim: Value =
            serde_json::from_str(&skirmish(&["sim", &cell, "-n", "120", "--json"]).well()).expect("one JSON object");
        let harm = heard["harm"].as_array().unwrap();
        assert!(harm.len() > 1 && heard["fights"] == 120, "{heard}");
        for one in harm {
            let deeds = sim["heard"]["deeds"].as_array().unwrap();
            let deed = deeds.iter().find(|deed| (&deed["who"], &deed["deed"]) == (&one["who"], &one["deed"])).unwrap();
            assert!((one["mean"].as_f64().unwrap() - deed["harm"].as_f64().unwrap() / 120.0).abs() < 1e-9, "{one}");
            assert!(one["error"].as_f64() > Some(0.0), "{one}");
        }
    }
    let first = &decided[0]["harm"][0];
    let words = format!(
        "What decides the base, as its first 120 fights tell: most harm comes from {}'s {} ({:.1} a fight)",
        first["who"].as_str().unwrap(),
        first["deed"].as_str().unwrap(),
        first["mean"].as_f64().unwrap()
    );
    assert!(told.contains(&words), "`{words}` is missing: {told}");
    // It is kept, read again, and listened to again where it is damaged.
    let kept = files(&out);
    let heard: Vec<&String> = kept.keys().filter(|name| name.contains("-heard.json")).collect();
    assert_eq!(heard.len(), decided.len(), "{heard:?}");
    for (name, text) in heard.iter().map(|name| (*name, kept[*name].clone())) {
        let lie = String::from_utf8(text).unwrap().replacen("\"harm\":", "\"harm\":9", 1);
        fs::write(format!("{out}/{name}"), lie).unwrap();
    }
    skirmish(&["sweep", &plan, "--out", &out]).well();
    assert!(files(&out) == kept, "what was damaged is believed");
}

#[test]
fn nobody_listens_to_those_who_think() {
    let text = "encounter = \"duel\"\nfights = 3\npolicy = \"greedy\"\n[[vary]]\nof = \"Kestrel.hp\"\nadd = [0, 9]\n";
    let (plan, out) = plan("sweep-thinks", text);
    let told = skirmish(&["sweep", &plan, "--out", &out]).well();
    assert!(!told.contains("What decides"), "{told}");
    assert_eq!(json(&out)["encounters"][0]["decided"], serde_json::json!([]));
}
