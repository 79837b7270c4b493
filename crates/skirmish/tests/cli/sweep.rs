//! `skirmish sweep`.

mod answers;
#[cfg(target_os = "linux")]
mod browser;
mod folder;
#[cfg(target_os = "linux")]
mod report;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{Ran, WOLVES, command, file, folder, skirmish};

const PLAN: &str = "\
question = \"What do hit points change?\"
encounter = \"duel\"
fights = 150
[[vary]]
name = \"hp\"
of = \"Kestrel.hp\"
add = [-4, 0, 4]
[[vary]]
of = \"policy.water\"
values = [\"plain\", \"random\"]
";

/// A plan in a new folder; gives the paths of the plan and of where its results go.
fn plan(name: &str, text: &str) -> (String, String) {
    let folder = folder(name);
    let plan = file(&folder, "plan.toml", text);
    (plan, folder.join("out").to_str().expect("the path is UTF-8").to_owned())
}

/// Every file of a folder but the lock, by its path in it.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for part in ["", "cells", "replays", "done"] {
        for entry in fs::read_dir(Path::new(folder).join(part)).expect("the folder is there").flatten() {
            if entry.path().is_file() && entry.file_name() != "lock" {
                let name = format!("{part}/{}", entry.file_name().to_str().expect("UTF-8"));
                found.insert(name, fs::read(entry.path()).expect("it can be read"));
            }
        }
    }
    found
}

fn json(out: &str) -> Value {
    let text = fs::read_to_string(Path::new(out).join("cells.json")).expect("there is a report");
    serde_json::from_str(&text).expect("one JSON object")
}

/// What Python and a cluster write of what they have fought is this report, to the last byte.
#[test]
fn programs_write_the_same_report() {
    use skirmish_program::{Study, read};
    use skirmish_sweep::Hands;

    let (plan, out) = plan("same-report", PLAN);
    let ran = skirmish(&["sweep", &plan, "--out", &out]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let study = Study::read(&read(Path::new(&plan)).expect("it reads"), Path::new("")).expect("it is sound");
    let hands = Hands { threads: 1, program: "another".into() };
    let findings = study.fight(None, &hands, &()).expect("it is fought");
    let written = study.report(&findings, "replays", 2, &()).expect("it is written");
    let kept = |name: &str| fs::read_to_string(Path::new(&out).join(name)).expect("it is there");
    assert_eq!(written.page, kept("report.html"));
    assert!(!written.replays.is_empty());
    for (file, text) in &written.replays {
        assert_eq!(*text, kept(file), "{file}");
    }
}

#[test]
fn cells_are_fought_as_sim_fights_them() {
    let (plan, out) = plan("sweep-whole", PLAN);
    let told = skirmish(&["sweep", &plan, "--out", &out]).well();
    assert!(told.contains("What do hit points change?") && told.contains("With hp +4: won by wind in"), "{told}");
    let report = json(&out);
    let cells = report["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 6);
    for (nth, cell) in cells.iter().enumerate() {
        let path = format!("{out}/cells/{:04}.toml", nth + 1);
        let policy = format!("water={}", cell["levels"]["policy.water"].as_str().unwrap());
        let told = fs::read_to_string(&path).expect("it is there");
        assert_eq!(told.lines().next(), Some(&*format!("# Policies of this cell: wind=plain, {policy}")));
        let sim = skirmish(&["sim", &path, "-n", "150", "--listen", "0", "--policy", &policy, "--json"]).well();
        let sim: Value = serde_json::from_str(&sim).unwrap();
        for (side, counted) in cell["outcome"]["sides"].as_array().unwrap().iter().zip(sim["sides"].as_array().unwrap())
        {
            assert_eq!((&side["name"], &side["wins"]), (&counted["name"], &counted["wins"]), "{path}");
        }
        assert_eq!(cell["outcome"]["examples"], sim["examples"], "{path}");
    }
    // The base is the encounter as it comes.
    let base = cells.iter().find(|cell| cell["base"] == true).unwrap();
    assert_eq!((&base["levels"]["hp"], &base["levels"]["policy.water"]), (&"0".into(), &"plain".into()));
    let sim: Value = serde_json::from_str(&skirmish(&["sim", "duel", "-n", "150", "--json"]).well()).unwrap();
    assert_eq!(base["outcome"]["sides"][0]["wins"], sim["sides"][0]["wins"]);
    for (name, text) in files(&out).iter().filter(|(name, _)| name.starts_with("replays/")) {
        let path = format!("{out}/{name}");
        assert!(!text.is_empty(), "{name}");
        skirmish(&["check", &path]).well();
    }
    // The table is tidy: as many columns in each row.
    let csv = fs::read_to_string(format!("{out}/cells.csv")).unwrap();
    assert!(csv.starts_with("cell,encounter,hp,policy.water,base,fights,measure,of,value,low,high,change"), "{csv}");
    let widths: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert!(widths.len() > 30 && widths.iter().all(|width| *width == 15), "{csv}");
}

#[test]
fn threads_change_nothing_and_what_is_done_is_done() {
    let (plan, out) = plan("sweep-threads", PLAN);
    let again = format!("{out}-again");
    let one = skirmish(&["sweep", &plan, "--out", &out, "--threads", "1", "--json"]).well();
    assert_eq!(one, skirmish(&["sweep", &plan, "--out", &again, "--threads", "3", "--json"]).well());
    let (first, second) = (files(&out), files(&again));
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    assert!(first == second, "the same plan gives other files");
    // Fought again, nothing is written anew.
    let time = |name: &str| fs::metadata(format!("{out}{name}")).and_then(|data| data.modified()).expect("a time");
    let before: Vec<_> = first.keys().map(|name| time(&format!("/{}", name.trim_start_matches('/')))).collect();
    assert_eq!(one, skirmish(&["sweep", &plan, "--out", &out, "--json"]).well());
    let after: Vec<_> = first.keys().map(|name| time(&format!("/{}", name.trim_start_matches('/')))).collect();
    assert_eq!(before, after);
    // More fights go on from those that are done; fewer are another question.
    let grown = skirmish(&["sweep", &plan, "--out", &out, "-n", "200", "--json"]).well();
    let (plan, fresh) = (plan, format!("{out}-fresh"));
    assert_eq!(grown, skirmish(&["sweep", &plan, "--out", &fresh, "-n", "200", "--json"]).well());
    let (mut went_on, fresh) = (files(&out), files(&fresh));
    // With fewer fights other cells may have changed most: what was heard of them is left over.
    went_on.retain(|name, _| fresh.contains_key(name) || !name.ends_with("-heard.json"));
    assert!(went_on == fresh, "going on gives another result than beginning anew");
}

/// Waits until so many cells are done.
fn wait_for(out: &str, cells: usize) {
    let began = Instant::now();
    let done = || {
        let entries = fs::read_dir(Path::new(out).join("done")).into_iter().flatten().flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().ends_with(".json")).count()
    };
    while done() < cells {
        assert!(began.elapsed() < Duration::from_secs(120), "it never began");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn no_cell_of_the_table_is_a_formula() {
    let evil = "=cmd|' /C calc'!A0";
    let cases = [evil, " @x", "-x", "-inf"]
        .map(|name| format!("[[vary.case]]\nname = \"{name}\"\nset = {{ \"Grey.hp\" = 5 }}\n"));
    let text = format!("fights = 4\nencounter = \"=1.toml\"\n[[vary]]\nname = \"{evil}\"\n{}", cases.concat());
    let (plan, out) = plan("sweep-formula", &text);
    fs::write(Path::new(&plan).with_file_name("=1.toml"), WOLVES).expect("it can be written");
    skirmish(&["sweep", &plan, "--out", &out]).well();
    let csv = fs::read_to_string(format!("{out}/cells.csv")).unwrap();
    assert!(csv.contains(&format!(",'{evil},")) && csv.contains(",'=1.toml,") && csv.contains(",'-inf,"), "{csv}");
    for cell in csv.lines().flat_map(|line| line.split(',')) {
        let formula = cell.trim_start_matches('"').trim_start().starts_with(['=', '+', '-', '@']);
        assert!(!formula || cell.parse::<f64>().is_ok_and(f64::is_finite), "{cell}");
    }
}

const LONG: &str = "\
encounter = \"duel\"
fights = 600
[[vary]]
of = \"Kestrel.hp\"
from = 10
to = 24
base = 24
";

#[test]
fn a_killed_sweep_goes_on() {
    let (plan, out) = plan("sweep-killed", LONG);
    let mut child = command(&["sweep", &plan, "--out", &out]).stdout(Stdio::null()).spawn().expect("it can be started");
    wait_for(&out, 3);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(!Path::new(&out).join("report.html").exists(), "it was done before it was killed");
    let kept = files(&out);
    fs::write(Path::new(&out).join("done/.half.json.4711-0.tmp"), "{").expect("it can be written");
    skirmish(&["sweep", &plan, "--out", &out]).well();
    let resumed = files(&out);
    for (name, text) in kept.iter().filter(|(name, _)| name.ends_with(".json")) {
        assert!(resumed.get(name) == Some(text), "{name} was done twice");
    }
    let whole = format!("{out}-whole");
    skirmish(&["sweep", &plan, "--out", &whole]).well();
    let whole = files(&whole);
    assert!(resumed.keys().eq(whole.keys()), "{:?}", resumed.keys());
    assert!(whole.iter().all(|(name, text)| resumed.get(name) == Some(text)), "a resumed sweep finds something else");
}

#[cfg(unix)]
#[test]
fn ctrl_c_reports_what_is_known() {
    let (plan, out) = plan("sweep-interrupted", LONG);
    let child = command(&["sweep", &plan, "--out", &out])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it can be started");
    wait_for(&out, 3);
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let ran = Ran::of(child.wait_with_output().expect("it ends"));
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(ran.said().contains("of 15 cells are done; the same command goes on"), "{ran:?}");
    let report = fs::read_to_string(format!("{out}/report.html")).expect("there is a report");
    assert!(report.contains("of 15 cells are done."), "it does not say that cells are missing");
    assert_eq!(json(&out)["interrupted"], true);
    skirmish(&["sweep", &plan, "--out", &out]).well();
    assert_eq!(json(&out)["interrupted"], false);
}

#[test]
fn the_plan_that_ships_is_in_order() {
    let plan = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/plans/parry.toml");
    let out = folder("sweep-ships").join("out");
    let told = skirmish(&["sweep", plan, "--out", out.to_str().unwrap(), "-n", "4"]).well();
    assert!(
        told.contains("2 encounters, 6 cells of 4 fights") && told.contains("The School against the Watch"),
        "{told}"
    );
}

#[test]
fn a_dry_run_writes_nothing() {
    let (plan, out) = plan("sweep-dry", PLAN);
    let told = skirmish(&["sweep", &plan, "--out", &out, "--dry-run"]).well();
    assert!(
        told.contains("1 encounter, 6 cells of 150 fights") && told.contains("0006  hp +4, policy.water random"),
        "{told}"
    );
    assert!(told.contains("0003  hp 0, policy.water plain  (the base)"), "{told}");
    let listed: Value = serde_json::from_str(&skirmish(&["sweep", &plan, "--dry-run", "--json"]).well()).unwrap();
    assert_eq!(listed["cells"].as_array().map(Vec::len), Some(6));
    assert!(!Path::new(&out).exists());
}

#[test]
fn a_place_that_cannot_be_written_is_found_first() {
    // So many fights that it would take hours to find it out later.
    let (plan, out) = plan("sweep-unwritable", &PLAN.replace("150", "9000000"));
    fs::write(&out, "in the way").unwrap();
    skirmish(&["sweep", &plan, "--out", &out]).refused(&["cannot be a folder", "--out FOLDER"]);
    fs::remove_file(&out).unwrap();
    fs::create_dir_all(format!("{out}/done")).unwrap();
    let lock = fs::File::create(format!("{out}/done/lock")).unwrap();
    fs::create_dir_all(format!("{out}/report.html")).unwrap();
    skirmish(&["sweep", &plan, "--out", &out]).refused(&["report.html` is no file that this sweep has written"]);
    fs::remove_dir(format!("{out}/report.html")).unwrap();
    lock.lock().unwrap();
    skirmish(&["sweep", &plan, "--out", &out]).refused(&["another sweep is writing into", "--out FOLDER"]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_the_sweep_goes_on_later() {
    let (plan, out) = plan("sweep-full", LONG);
    let plan = plan.as_str();
    // No file may be longer than half a kilobyte: room for encounters, but for no result.
    let limited =
        format!("trap '' XFSZ; ulimit -f 2; exec {} sweep {plan} --out {out}", env!("CARGO_BIN_EXE_skirmish"));
    let ran = std::process::Command::new("sh").args(["-c", &limited]).output().expect("sh runs");
    let ran = Ran::of(ran);
    let said = ran.said();
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(said.contains("cannot write") && said.contains("the same command goes on"), "{said}");
    assert!(files(&out).keys().all(|name| !name.contains(".tmp")), "a draft was left behind");
    skirmish(&["sweep", plan, "--out", &out]).well();
    assert_eq!(json(&out)["cells"].as_array().map(Vec::len), Some(15));
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_fought() {
    let folder = folder("sweep-bad");
    let refused = |text: &str, words: &[&str]| {
        let plan = file(&folder, "plan.toml", text);
        let out = folder.join("out");
        skirmish(&["sweep", &plan, "--out", out.to_str().unwrap()]).refused(words);
        assert!(!out.exists(), "something was written for {text}");
    };
    let vary = |vary: &str| format!("encounter = \"duel\"\n[[vary]]\n{vary}\n");
    refused("", &["is empty", "with --plan a plan of a sweep"]);
    refused("encounter = \"duel\"\n", &["nothing varies", "[[vary]]"]);
    refused("[[vary]]\nof = \"rules.hit.tie\"\nvalues = [\"defender\"]\n", &["names no encounter"]);
    refused("encounter = \"duell\"\n[[vary]]\nof = \"Kestrel.hp\"\nadd = [1]\n", &["did you mean `duel`"]);
    refused(
        "encounter = \"nowhere.toml\"\n[[vary]]\nof = \"Kestrel.hp\"\nadd = [1]\n",
        &["nowhere.toml", "no such file"],
    );
    refused("enconter = \"duel\"\n", &["unknown field `enconter`", "did you mean `encounter`"]);
    refused(
        &vary("of = \"Kestrl.hp\"\nadd = [1]"),
        &["nobody and nothing is called `Kestrl`", "did you mean `Kestrel`"],
    );
    refused(&vary("of = \"Kestrel.hpp\"\nvalues = [1]"), &["cannot be fought with Kestrel.hpp 1", "did you mean `hp`"]);
    refused(&vary("of = \"Kestrel.hpp\"\nadd = [1]"), &["there is no key `hpp`", "did you mean `hp`?"]);
    let elsewhere = file(&folder, "in.toml", vary("of = \"Kestrel.hp\"\nin = [\"ford\"]\nadd = [1]"));
    let said = skirmish(&["sweep", &elsewhere]).refused(&["the plan has no encounter `ford`", "it has `duel`"]);
    assert!(!said.contains("nobody and nothing"), "{said}");
    for column in ["cell", "encounter", "fights", "measure", "value", "how"] {
        let named = vary(&format!("name = \"{column}\"\nof = \"Kestrel.hp\"\nadd = [1]"));
        refused(&named, &[&format!("cannot be called `{column}`"), "another `name`"]);
    }
    refused(&vary("of = \"Kestrel.hp\"\nadd = [0, 1]\nbase = 5"), &["none of the values", "there are `0` and `+1`"]);
    refused(&vary("of = \"Kestrel.hp\"\nvalues = [1e9]"), &["cannot be fought with", "plan.toml:4:"]);
    refused(&vary("of = \"Kestrel.hp\"\nvalues = [nan]"), &["`nan` is no number"]);
    refused(&vary("of = \"Kestrel.hp\"\nvalues = []"), &["a list without a value"]);
    refused(&vary("of = \"Kestrel.hp\"\nvalues = [1, 1]"), &["`1` stands here twice"]);
    refused(&vary("of = \"Kestrel.hp\"\nadd = [\"x\"]"), &["`x` cannot be added"]);
    refused(&vary("of = \"Kestrel.hp\"\nfrom = 1\nto = 5\nstep = 0"), &["a step of 0 never gets there"]);
    refused(&vary("of = \"Kestrel.hp\"\nfrom = 5\nto = 1"), &["leads away from the end"]);
    refused(&vary("of = \"Kestrel.hp\"\nfrom = 1"), &["a beginning and an end"]);
    refused(&vary("of = \"Kestrel.hp\"\nfrom = 1\nto = 1000000000"), &["1000000000 cells", "100000 at most"]);
    refused(&vary("of = \"Kestrel.hp\""), &["which values?"]);
    refused(&vary("values = [1]"), &["what varies here?"]);
    refused(&vary("of = \"Kestrel.\"\nvalues = [1]"), &["is no path"]);
    refused(&vary("of = \"seed\"\nvalues = [1]"), &["the seed cannot vary"]);
    refused(&vary("of = \"policy.wind\"\nvalues = [\"plian\"]"), &["no policy `plian`", "did you mean `plain`"]);
    refused(&vary("of = \"policy.winde\"\nvalues = [\"plain\"]"), &["no side `winde`", "did you mean `wind`"]);
    let twice = "of = \"Kestrel.hp\"\nvalues = [1]\n[[vary]]\nof = \"Kestrel.hp\"\nvalues = [2]";
    refused(&vary(twice), &["two things that vary are called `Kestrel.hp`"]);
    let case = |case: &str| vary(&format!("name = \"kit\"\n[[vary.case]]\nname = \"a\"\n{case}"));
    refused(&case("add = { \"Kestrel.hp\" = \"x\" }"), &["`x` cannot be added", "plan.toml:6:"]);
    refused(&case("add = { \"Kestrl.hp\" = 1 }"), &["nobody and nothing is called `Kestrl`", "`Kestrel`"]);
    refused(&case("add = { \"policy.wind\" = 1 }"), &["nothing can be added to a policy", "set = {"]);
    refused(&case("add = { \"Kestrel.hpp\" = 1 }"), &["there is no key `hpp`", "did you mean `hp`?"]);
    refused(&case("add = { \"Kestrel.creature\" = 1 }"), &["is no number", "set = {"]);
    refused(&case("add = { \"Kestrel.\" = 1 }"), &["is no path"]);
    refused(
        &case("set = { \"Kestrel.hp\" = 9 }\nadd = { \"Kestrel.hp\" = 1 }"),
        &["`Kestrel.hp` stands here twice", "either in `set` or in `add`"],
    );
    refused(
        &format!("{}[[vary]]\nof = \"Kestrel.hp\"\nvalues = [9]\n", case("add = { \"Kestrel.hp\" = 1 }")),
        &["`Kestrel.hp` varies twice in duel: by `kit` and `Kestrel.hp`"],
    );
    let path = |nth: usize| ["Kestrel.hp", "Tarn.hp", "Kestrel.soak"][nth - 1];
    let cube = |nth: usize| format!("[[vary]]\nname = \"v{nth}\"\nof = \"{}\"\nfrom = 1\nto = 1000\n", path(nth));
    let billion = format!("encounter = \"duel\"\n{}{}{}", cube(1), cube(2), cube(3));
    refused(&billion, &["1000000000 cells", "100000 at most"]);
    let fights = format!("fights = 10000000\nencounter = \"duel\"\n{}{}", cube(1), cube(2).replace("1000", "50"));
    refused(&fights, &["50000 cells of 10000000 fights", "are the most"]);
    refused(&format!("fights = 0\n{}", vary("of = \"Kestrel.hp\"\nadd = [1]")), &["from 1 to 10000000 fights"]);
    refused(&format!("until = \"0\"\n{}", vary("of = \"Kestrel.hp\"\nadd = [1]")), &["0.05%"]);
    for (until, readings) in [
        ("0.05", "until = \"0.05%\", or until = \"5%\""),
        ("5", "until = \"5%\""),
        ("\"0.5\"", "until = \"0.5%\", or until = \"50%\""),
    ] {
        let text = format!("until = {until}\n{}", vary("of = \"Kestrel.hp\"\nadd = [1]"));
        refused(&text, &["`until` has no percent sign", readings]);
    }
    let broken = format!("fights = 10.0\n{}", vary("of = \"Kestrel.hp\"\nadd = [1]"));
    refused(&broken, &["a whole number is wanted here", "without a point"]);
    skirmish(&["sweep", "nothing.toml"]).refused(&["there is no such file"]);
}

/// What has no winner is no even fight, and nothing of it is left out.
#[test]
fn fights_without_a_winner_are_told() {
    let text = "encounter = \"duel\"\nfights = 20\nmost_rounds = 1\n[[vary]]\nname = \"hp\"\nof = \"Kestrel.hp\"\nadd = [0, 1]\n";
    let (plan, out) = plan("sweep-undecided", text);
    let told = skirmish(&["sweep", &plan, "--out", &out]).well();
    let told: String = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "and given up in 100.0 %. Whether it is even is not decided: 100.0 % of the fights have no winner.",
        "; given up in 100.0 % as before. Whether it is even is not decided",
        "cell won by wind won by water given up wind: change rounds",
    ] {
        assert!(told.contains(words), "`{words}` is not in {told}");
    }
    let page = fs::read_to_string(format!("{out}/report.html")).unwrap();
    assert!(page.contains("given up in 100.0") && page.contains(">given up</th>"), "{page}");
}

/// Tags of a page that close: each that is opened, in order.
fn assert_well_formed(page: &str) {
    let (head, script) = page.split_once("<script>").expect("a script");
    let tail = script.split_once("</script>").expect("it ends").1;
    let style = head.split_once("<style>").expect("a style");
    let text = format!("{}{}{tail}", style.0, style.1.split_once("</style>").expect("it ends").1);
    let mut open: Vec<String> = Vec::new();
    for (at, _) in text.match_indices('<') {
        let tag = text[at + 1..].split_once('>').expect("a tag ends").0;
        assert!(!tag.contains('<'), "a tag in a tag: {tag}");
        let name: String = tag.trim_start_matches('/').chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
        match tag {
            _ if tag.starts_with('!') || tag.ends_with('/') => {}
            _ if tag.starts_with('/') => {
                assert_eq!(open.pop().as_deref(), Some(name.as_str()), "at {}", &text[at..][..60])
            }
            _ => open.push(name),
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
}

#[test]
fn the_report_needs_nothing_else() {
    let hostile = PLAN.replace("What do hit points change?", "<script>alert(1)</script> & <b>bold</b>");
    let (plan, out) = plan("sweep-page", &hostile);
    skirmish(&["sweep", &plan, "--out", &out, "-n", "40"]).well();
    let page = fs::read_to_string(format!("{out}/report.html")).unwrap();
    assert_well_formed(&page);
    assert!(
        !page.contains("<script>alert") && page.contains("&#60;script&#62;alert")
            || page.contains("&lt;script&gt;alert")
    );
    let inside = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http", "src=", "@import", "url(", "//cdn", "<link", "<iframe"] {
        assert!(!inside.contains(outside), "`{outside}` is in the report");
    }
    for needed in [
        "<h1>",
        "<main>",
        "lang=\"en\"",
        "aria-sort",
        "<caption",
        "scope=\"col\"",
        "role=\"img\"",
        "<title>",
        "class=\"skip\"",
    ] {
        assert!(page.contains(needed), "`{needed}` is missing in the report");
    }
    // Two things vary: a heat map, and a curve for each.
    assert!(page.matches("<svg").count() >= 3 && page.contains("class=\"base\""), "pictures are missing");
}

const EXACT: &str = "\
encounter = \"wolves.toml\"
exact = true
[[vary]]
name = \"hp\"
of = \"Grey.hp\"
add = [0, 2]
[[vary]]
of = \"White.str\"
values = [1, 2]
";

#[test]
fn exact_cells_are_those_of_a_duel() {
    let (plan, out) = plan("sweep-exact", EXACT);
    fs::write(Path::new(&plan).with_file_name("wolves.toml"), WOLVES).expect("it can be written");
    let told = skirmish(&["sweep", &plan, "--out", &out]).well();
    for words in ["4 cells, exact", "Exact but for", "left in play", " points. It is"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains(" to +") && !told.contains("may be luck") && !told.contains("fights"), "{told}");
    let report = json(&out);
    assert_eq!((&report["exact"], &report["fights"]), (&true.into(), &Value::Null));
    let mut wins = Vec::new();
    for (nth, cell) in report["cells"].as_array().unwrap().iter().enumerate() {
        let path = format!("{out}/cells/{:04}.toml", nth + 1);
        let duel: Value = serde_json::from_str(&skirmish(&["duel", &path, "--json"]).well()).unwrap();
        let outcome = &cell["outcome"];
        let near = |is: &Value, wanted: &Value| {
            let (is, wanted) = (is.as_f64().unwrap(), wanted.as_f64().unwrap());
            assert!((is - wanted).abs() < 2e-12, "{path}: {is}, not {wanted}");
        };
        for side in 0..2 {
            near(&outcome["sides"][side]["chance"]["p"], &duel["sides"][side]["wins"]);
            near(&outcome["combatants"][side]["falls"]["p"], &duel["combatants"][side]["falls"]);
            let gauge = |of: &Value| of["combatants"][side]["gauges"][0].clone();
            near(&gauge(outcome)["left"]["mean"], &gauge(&duel)["mean"]);
        }
        assert_eq!((&outcome["stopped"], &outcome["exact"]["states"]), (&"exact".into(), &duel["states"]));
        wins.push(outcome["sides"][0]["chance"]["p"].as_f64().unwrap());
        let change = &outcome["sides"][0]["change"];
        if nth > 0 {
            assert!((change["is"].as_f64().unwrap() - (wins[nth] - wins[0])).abs() < 1e-11);
            assert_eq!((&change["low"], &change["high"]), (&change["is"], &change["is"]));
        }
    }
    let csv = fs::read_to_string(format!("{out}/cells.csv")).unwrap();
    assert!(csv.lines().skip(1).all(|line| line.ends_with(",exact")), "{csv}");
    assert_eq!(csv.lines().filter(|line| line.contains(",,left,,")).count(), 4, "{csv}");
    let page = fs::read_to_string(format!("{out}/report.html")).unwrap();
    assert!(page.contains("4 cells, exact") && page.contains("followed to its end on every branch"), "{page}");
    assert!(!page.contains("interval") && !page.contains("may be luck"), "{page}");
    assert_well_formed(&page);
    for name in files(&out).keys().filter(|name| name.starts_with("replays/")) {
        skirmish(&["check", &format!("{out}/{name}")]).well();
    }
    // Nothing is worked out twice, and threads change nothing.
    let kept = files(&out);
    skirmish(&["sweep", &plan, "--out", &out, "--threads", "1"]).well();
    let again = format!("{out}-again");
    skirmish(&["sweep", &plan, "--out", &again, "--threads", "1"]).well();
    assert!(kept == files(&out) && kept == files(&again), "the same plan gives other files");
}

/// What changes nothing is said to change nothing, and is no luck.
#[test]
fn what_cannot_be_followed_is_blamed_where_it_is_chosen() {
    let thinker =
        "encounter = \"duel\"\nexact = true\n[[vary]]\nof = \"policy.wind\"\nvalues = [\"plain\", \"mcts\"]\n";
    skirmish(&["sweep", &plan("exact-thinker", thinker).0]).refused(&["plan.toml:5:", "`mcts` thinks anew"]);
    let all = "encounter = \"duel\"\nexact = true\npolicy = \"mcts\"\n[[vary]]\nof = \"Kestrel.hp\"\nadd = [0, 1]\n";
    skirmish(&["sweep", &plan("exact-thinkers", all).0]).refused(&["plan.toml:3:", "`mcts` thinks anew"]);
}

#[test]
fn a_combatant_alone_is_no_value() {
    let of_one = "encounter = \"duel\"\nfights = 10\n[[vary]]\nof = \"Kestrel\"\nvalues = [1, 2]\n";
    let words = ["`Kestrel` is a combatant: which of its values?", "name one behind a dot", "`Kestrel.hp`"];
    skirmish(&["sweep", &plan("of-one", of_one).0]).refused(&words);
}

#[test]
fn an_exact_change_may_be_none() {
    let same = "[[vary]]\nname = \"coat\"\n[[vary.case]]\nname = \"grey\"\n\
                [[vary.case]]\nname = \"brown\"\nset = { \"Grey.hp\" = 6 }\n";
    let (plan, out) = plan("sweep-exact-same", &format!("encounter = \"wolves.toml\"\nexact = true\n{same}"));
    fs::write(Path::new(&plan).with_file_name("wolves.toml"), WOLVES).expect("it can be written");
    let told = skirmish(&["sweep", &plan, "--out", &out]).well();
    for words in ["With coat brown: won by grey in 50.000 % as before. It is still even.", "  0.000 points  "] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let page = fs::read_to_string(format!("{out}/report.html")).unwrap();
    assert!(page.contains("0.000 points") && !page.contains("may be luck"), "{page}");
}

#[test]
fn what_cannot_be_exact_is_refused() {
    let (plan, out) = plan("sweep-inexact", &EXACT.replace("true", "true\nstates = 60"));
    fs::write(Path::new(&plan).with_file_name("wolves.toml"), WOLVES).expect("it can be written");
    let refusal =
        ["wolves.toml with hp 0, White.str 1 cannot be worked out exactly", "60 states", "take a smaller map"];
    skirmish(&["sweep", &plan, "--out", &out, "--threads", "1"]).refused(&refusal);
    assert!(!Path::new(&out).join("report.html").exists(), "a report of nothing");
    skirmish(&["sweep", &plan, "--out", &out, "-n", "10"]).refused(&["none is fought", "leave -n away"]);
    let thinks = file(Path::new(&plan).parent().unwrap(), "thinks.toml", format!("policy = \"mcts\"\n{EXACT}"));
    skirmish(&["sweep", &thinks, "--dry-run"]).refused(&["`mcts` thinks anew"]);
}
