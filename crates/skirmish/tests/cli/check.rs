//! `skirmish check`.

use std::fs;

use serde_json::Value;

use crate::{command, encounters, file, folder, skirmish};

/// A transcript of the first encounter.
fn transcript(rest: &str) -> String {
    let (game, name) = encounters().swap_remove(0);
    format!("skirmish 1\nencounter {name}\ngame {game}\n{rest}")
}

/// The books' own tests play all of theirs; here the command is seen to find some, and to play them.
#[test]
fn transcripts_of_the_books_pass() {
    let books = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks");
    let mut some = vec!["check".to_owned()];
    for book in fs::read_dir(books).unwrap() {
        let all = fs::read_dir(book.unwrap().path().join("transcripts")).unwrap();
        let mut all: Vec<_> = all.map(|file| file.unwrap().path().to_str().unwrap().to_owned()).collect();
        all.sort();
        some.extend(all.into_iter().filter(|file| file.ends_with(".skirmish")).take(3));
    }
    assert_eq!(some.len(), 18, "{some:?}");
    let args: Vec<&str> = some.iter().map(String::as_str).collect();
    assert_eq!(skirmish(&args).well(), "17 passed, 0 failed\n");
}

#[test]
fn folders_are_searched_in_order_and_failures_unfolded() {
    let folder = folder("check");
    fs::create_dir_all(folder.join("b/c")).unwrap();
    fs::create_dir_all(folder.join(".hidden")).unwrap();
    file(&folder, "b/c/2.skirmish", transcript("expect round == 99\n"));
    file(&folder, "a.skirmish", transcript("# nothing is expected\n"));
    file(&folder, "z.skirmish", transcript("\n  expect round == 99  # no\n"));
    file(&folder, ".hidden/x.skirmish", "no transcript");
    file(&folder, "notes.txt", "no transcript");
    let path = folder.to_str().unwrap();
    let ran = skirmish(&["check", path]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{}", ran.out);
    assert!(ran.out.ends_with("\n1 passed, 2 failed\n"), "{}", ran.out);
    let at = |words: &str| ran.out.find(words).unwrap_or_else(|| panic!("`{words}` is missing in {}", ran.out));
    assert!(at("2.skirmish:4:1]") < at("z.skirmish:5:3]"));
    assert!(at("expected:") < at("actual:") && ran.out.contains("99"));
    let quiet = skirmish(&["check", path, "--quiet"]);
    assert_eq!((quiet.code, quiet.out.as_str()), (1, "1 passed, 2 failed\n"));
}

#[test]
fn json_lines_tell_the_same() {
    let folder = folder("check-json");
    file(&folder, "a.skirmish", transcript(""));
    file(&folder, "b.skirmish", transcript("expect round == 99\n"));
    file(&folder, "c.skirmish", "skirmish 1\nencounter\n");
    let ran = skirmish(&["check", folder.to_str().unwrap(), "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (2, ""));
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["passed"], true);
    assert_eq!((&lines[1]["passed"], &lines[1]["failures"][0]["line"]), (&false.into(), &4.into()));
    assert_eq!((&lines[2]["passed"], &lines[2]["errors"][0]["line"]), (&false.into(), &2.into()));
    assert_eq!((&lines[3]["passed"], &lines[3]["failed"]), (&1.into(), &2.into()));
}

#[test]
fn encounters_in_files_lie_beside_their_transcripts() {
    let folder = folder("beside");
    fs::create_dir_all(folder.join("maps")).unwrap();
    let (game, name) = encounters().swap_remove(0);
    file(&folder, "maps/mine.toml", skirmish(&["show", &format!("{game}/{name}")]).well());
    let path = file(&folder, "x.skirmish", "skirmish 1\nencounter file maps/mine.toml\n");
    assert_eq!(skirmish(&["check", &path]).well(), "1 passed, 0 failed\n");
    let here = command(&["check", "x.skirmish"]).current_dir(&folder).output().unwrap();
    assert_eq!(here.status.code(), Some(0));
    let lost = file(&folder, "y.skirmish", "skirmish 1\nencounter file maps/mine.tom\n");
    let ran = skirmish(&["check", &lost]);
    assert_eq!(ran.code, 2);
    assert!(ran.said().contains("y.skirmish:2:1]") && ran.said().contains("no such file"), "{}", ran.err);
    assert!(ran.said().contains("mine.toml`?"), "{}", ran.err);
}

#[test]
fn what_is_no_transcript_is_bad_input() {
    let folder = folder("no-transcripts");
    let path = folder.to_str().unwrap();
    skirmish(&["check", path]).refused(&["no transcripts in", ".skirmish"]);
    for text in ["", "rulebook = 1\n", "skirmish 99\n", "skirmish 1\nencounter nowhere-at-all\n", "skirmish 1\n"] {
        let path = file(&folder, "x.skirmish", text);
        let ran = skirmish(&["check", &path]);
        assert_eq!((ran.code, ran.out.lines().last()), (2, Some("0 passed, 1 failed")), "{text}: {}", ran.err);
        assert!(ran.said().contains("x.skirmish"), "{}", ran.err);
    }
    let ran = skirmish(&["check", "/nowhere/at/all.skirmish"]);
    assert_eq!(ran.code, 2);
    assert!(ran.said().contains("no such file") && ran.said().contains("no directory"), "{}", ran.err);
}

#[test]
fn an_encounter_is_no_transcript() {
    let (game, _) = encounters().swap_remove(0);
    let path = file(&folder("no-transcript"), "fight.toml", format!("rulebook = \"{game}\"\n"));
    let ran = skirmish(&["check", &path]);
    assert_eq!(ran.code, 2);
    let said = ran.said();
    assert!(said.contains("is an encounter, not a transcript") && said.contains("skirmish run"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_in_a_folder_is_passed_over() {
    let folder = folder("check-pipe");
    file(&folder, "b.skirmish", transcript(""));
    let made = std::process::Command::new("mkfifo").arg(folder.join("a.skirmish")).status();
    assert!(made.expect("there is mkfifo").success());
    std::os::unix::fs::symlink("/dev/zero", folder.join("c.skirmish")).unwrap();
    let checked = |json: &str| {
        let args = ["20", env!("CARGO_BIN_EXE_skirmish"), "check", folder.to_str().unwrap(), json];
        let output = std::process::Command::new("timeout").args(args).output();
        crate::Ran::of(output.expect("there is timeout"))
    };
    let ran = checked("--quiet");
    assert_eq!((ran.code, ran.out.as_str()), (0, "1 passed, 0 failed\n"), "{ran:?}");
    let notes: Vec<&str> = ran.err.lines().collect();
    assert!(notes.len() == 2 && notes[0].contains("a.skirmish` is passed over"), "{ran:?}");
    assert!(notes[1].contains("c.skirmish` is passed over: it is no regular file, but a device"), "{ran:?}");
    assert!(checked("--json").out.ends_with("{\"failed\":0,\"passed\":1}\n"));
    fs::remove_file(folder.join("b.skirmish")).unwrap();
    assert_eq!(checked("--quiet").code, 2);
}

/// A field by the name that it had once is understood, and the line says what it is called now.
#[test]
fn an_older_name_passes_with_a_hint() {
    let folder = folder("older-name");
    let text = "skirmish 1\nencounter circle\ngm: Maud.save.stamina = 3\nexpect Maud.saves.stamina == 3\n";
    let path = file(&folder, "old.skirmish", text);
    let ran = skirmish(&["check", &path]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "1 passed, 0 failed\n"));
    assert!(ran.err.contains("old.skirmish:3: `Maud.save.stamina` is called `Maud.saves.stamina` now"), "{}", ran.err);
    let json: Value = serde_json::from_str(skirmish(&["check", &path, "--json"]).out.lines().next().unwrap()).unwrap();
    assert_eq!((&json["hints"][0]["line"], json["hints"].as_array().map(Vec::len)), (&3.into(), Some(1)));
}
