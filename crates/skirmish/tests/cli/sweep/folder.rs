//! The folder of a sweep: what is its own, and what is not.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{PLAN, files, plan};
use crate::{file, folder, skirmish};

/// Everything in a folder and its folders, by its path.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(tree(&path)),
            path => drop(found.insert(path.clone(), fs::read(&path).expect("it can be read"))),
        }
    }
    found
}

#[test]
fn a_folder_of_other_things_is_refused_untouched() {
    let folder = folder("sweep-strange");
    fs::create_dir_all(folder.join("replays")).unwrap();
    let plan = file(&folder, "plan.toml", PLAN);
    file(&folder, "replays/2024-05-01-boss.skirmish", "mine");
    file(&folder, "report.html", "mine");
    file(&folder, ".report.html.4711-0.tmp", "mine");
    let before = tree(&folder);
    let words = ["is not empty, and no sweep has written into it", "--out FOLDER"];
    skirmish(&["sweep", &plan, "--out", folder.to_str().unwrap()]).refused(&words);
    assert_eq!(before, tree(&folder));
    // A folder of results is known by more than its name.
    fs::create_dir_all(folder.join("done")).unwrap();
    skirmish(&["sweep", &plan, "--out", folder.to_str().unwrap()]).refused(&words);
    assert_eq!(before, tree(&folder));
}

#[test]
fn a_sweep_touches_only_what_it_has_written() {
    let (plan, out) = plan("sweep-own", PLAN);
    let sweep = |fights: &str| skirmish(&["sweep", &plan, "--out", &out, "-n", fights]);
    sweep("20").well();
    let other = |name: &str| file(Path::new(&out), name, "mine");
    let mine = ["cells/1984.txt", "cells/9999.toml", "replays/2024-05-01-boss.skirmish", "replays/0001-best.skirmish"];
    let mine: Vec<String> = mine.into_iter().chain([".notes.1-1.tmp", "done/notes"]).map(other).collect();
    let fewer = PLAN.replace("[-4, 0, 4]", "[0, 4]");
    let untouched = || mine.iter().all(|path| fs::read_to_string(path).is_ok_and(|text| text == "mine"));
    fs::write(&plan, fewer).unwrap();
    sweep("20").well();
    assert!(untouched());
    assert!(!Path::new(&out).join("cells/0006.toml").exists(), "a cell of the plan before is left");
    // A folder of a version that kept no list is known by its results, and goes on.
    fs::remove_file(Path::new(&out).join("done/files")).unwrap();
    sweep("30").well();
    assert!(untouched());
    fs::write(&plan, PLAN.replace("[-4, 0, 4]", "[0]")).unwrap();
    fs::remove_file(Path::new(&out).join("done/files")).unwrap();
    sweep("20").well();
    assert!(untouched());
    assert!(!Path::new(&out).join("cells/0003.toml").exists(), "a cell of the plan before is left");
    // What stands where a file should go, and is not of the list, is not replaced.
    fs::write(Path::new(&out).join("done/files"), "../plan.toml\n/etc/hosts\ncells/../../plan.toml\ncells.c").unwrap();
    let before = tree(Path::new(&out));
    sweep("20").refused(&["out/report.html` is no file that this sweep has written", "--out FOLDER"]);
    assert_eq!(before, tree(Path::new(&out)));
    assert!(Path::new(&plan).exists());
}

#[cfg(unix)]
#[test]
fn a_lock_that_is_a_link_is_not_followed() {
    let (plan, out) = plan("sweep-lock", PLAN);
    skirmish(&["sweep", &plan, "--out", &out, "-n", "10"]).well();
    let (lock, precious) = (Path::new(&out).join("done/lock"), Path::new(&plan).with_file_name("precious"));
    fs::write(&precious, "mine").unwrap();
    for link in [std::os::unix::fs::symlink::<&Path, &Path>, |to: &Path, at: &Path| fs::hard_link(to, at)] {
        fs::remove_file(&lock).unwrap();
        link(&precious, &lock).unwrap();
        assert_eq!(skirmish(&["sweep", &plan, "--out", &out, "-n", "10"]).code, 2);
        assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
    }
}

#[test]
fn a_result_that_has_changed_is_not_believed() {
    let (plan, out) = plan("sweep-changed", PLAN);
    let sweep = || skirmish(&["sweep", &plan, "--out", &out, "-n", "20", "--json"]).well();
    let whole = sweep();
    let results = files(&out);
    let is_result = |name: &str| name.starts_with("done/") && name.ends_with(".json") && !name.contains("-heard");
    for (name, text) in results.iter().filter(|(name, _)| is_result(name)) {
        let text = String::from_utf8(text.clone()).expect("UTF-8");
        // Somebody has other hit points in the end: it adds up as before.
        let gauges = text.find("\"gauges\":[[[").expect("everybody ends somewhere");
        let at = gauges + text[gauges..].find(|c: char| c.is_ascii_digit()).expect("a number");
        let digit = if text.as_bytes()[at] == b'1' { "2" } else { "1" };
        fs::write(format!("{out}/{name}"), format!("{}{digit}{}", &text[..at], &text[at + 1..])).unwrap();
    }
    assert_ne!(results, files(&out));
    assert_eq!(whole, sweep());
    assert!(results == files(&out), "it is not fought again");
}
