//! Files and names that cannot be used: a report, exit code 2, never a panic.

use std::fs::File;

use crate::{encounter, encounters, file, folder, skirmish};

#[test]
fn names_that_mean_nothing_get_the_nearest() {
    let (_, name) = encounters().swap_remove(0);
    let typo = format!("{name}q");
    skirmish(&["run", &typo])
        .refused(&[&format!("no encounter `{typo}`, and no file"), &format!("did you mean `{name}`")]);
    skirmish(&["run", "some/where/fight.toml"]).refused(&["cannot read `some/where/fight.toml`", "no such file"]);
    skirmish(&["run", &encounter(), "--policy", "plian"]).refused(&["no policy `plian`", "did you mean `plain`"]);
    skirmish(&["run", &encounter(), "--policy", "nobody=plain"]).refused(&["no side `nobody`", "the sides are"]);
}

#[test]
fn files_that_are_no_texts_are_refused_with_place_and_advice() {
    let folder = folder("bad");
    let run = |path: &str| skirmish(&["run", path]);
    run(&file(&folder, "empty.toml", "")).refused(&["empty.toml` is empty", "skirmish new"]);
    run(&file(&folder, "blank.toml", "\u{feff} \n\n")).refused(&["blank.toml` is empty"]);
    let latin = [b"rulebook = 'x'\ntitle = 'K".as_slice(), b"\xe4se'\n"].concat();
    run(&file(&folder, "latin.toml", latin)).refused(&["latin.toml:2:11", "not UTF-8", "0xe4", "offset 25", "line 2"]);
    run(&file(&folder, "wide.toml", b"\xff\xfea\0b\0")).refused(&["not UTF-8", "UTF-16"]);
    run(folder.to_str().unwrap()).refused(&["is a directory"]);
    let near = folder.join("empti.toml");
    run(near.to_str().unwrap()).refused(&["no such file", "did you mean", "empty.toml"]);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_says_so() {
    let folder = crate::folder("dead-link");
    let link = folder.join("dead.skirmish");
    std::os::unix::fs::symlink("gone.skirmish", &link).unwrap();
    let ran = skirmish(&["check", link.to_str().unwrap()]);
    let err = ran.err.split_whitespace().filter(|word| *word != "|").collect::<Vec<_>>().join(" ");
    assert!(err.contains("it is a link to `gone.skirmish`") && !err.contains("did you mean"), "{}", ran.err);
}

#[test]
fn huge_files_are_refused_unread() {
    let folder = folder("huge");
    for len in [17u64 << 20, 1 << 36] {
        let path = folder.join("huge.toml");
        File::create(&path).unwrap().set_len(len).expect("a file with a hole");
        let start = std::time::Instant::now();
        skirmish(&["run", path.to_str().unwrap()]).refused(&["too large", "16777216"]);
        assert!(start.elapsed().as_secs() < 20);
        let ran = skirmish(&["check", path.to_str().unwrap()]);
        assert_eq!(ran.code, 2);
    }
}

#[test]
fn encounters_say_which_game_they_are_for() {
    let folder = folder("which");
    let run = |text: &str| skirmish(&["run", &file(&folder, "x.toml", text)]);
    let (game, _) = encounters().swap_remove(0);
    run("title = 'x'\n").refused(&["x.toml:1:1]", "does not say which game", &game]);
    let typo = format!("{game}s");
    run(&format!("\nrulebook = \"{typo}\"\n")).refused(&[
        "x.toml:2:12]",
        &format!("no game `{typo}`"),
        &format!("did you mean `{game}`"),
    ]);
    run("rulebook = 7\n").refused(&["must be a text"]);
    run("rulebook = \n").refused(&["x.toml:1:", "TOML"]);
    run(&"[".repeat(1 << 20)).refused(&["TOML"]);
}

#[test]
fn outputs_that_cannot_be_written_are_refused_before_the_battle() {
    let folder = folder("unwritable");
    let path = folder.to_str().unwrap();
    skirmish(&["run", &encounter(), "--out", path]).refused(&["is a directory"]);
    skirmish(&["run", &encounter(), "--out", &format!("{path}/no/such/x")])
        .refused(&["cannot write", "no such directory"]);
    skirmish(&["new", "generia", "--out", &format!("{path}/no/such/x")])
        .refused(&["cannot write", "no such directory"]);
}

/// Nothing that steers a terminal, or turns the direction of writing.
#[track_caller]
fn is_plain(text: &str) {
    let steers = |c: char| c != '\n' && skirmish_kernel::words::steers(c);
    assert!(!text.contains(steers), "{text:?}");
}

#[test]
fn texts_and_names_of_files_do_not_steer_the_terminal() {
    let folder = folder("escapes");
    let about = "about = \"Up\\u001b]0;gone\\u0007\\u001b[2J\\u202e, and\\r\\nback \\r here\"";
    let text = "rulebook = \"elemental-d6\"\ntitle = \"T\\u001b[31m\\u2066\"\nABOUT\n[map]\nwidth = 9\nheight = 3\n\
                [[combatant]]\nname = \"Ann\"\nside = \"one\"\nat = \"A1\"\n\
                [[combatant]]\nname = \"Ben\"\nside = \"two\"\nat = \"G2\"\n";
    let encounter = file(&folder, "x\u{1b}]0;y\u{202e}.toml", text.replace("ABOUT", about));
    let run = skirmish(&["run", &encounter, "--most-rounds", "1"]);
    is_plain(&run.out);
    assert!(run.out.contains("\\u{1b}]0;gone\\u{7}") && run.out.contains(", and\nback"), "{}", run.out);
    let json = skirmish(&["run", &encounter, "--most-rounds", "1", "--json"]);
    is_plain(&json.out);
    let first: serde_json::Value = serde_json::from_str(json.out.lines().next().unwrap()).unwrap();
    assert_eq!(first["title"], "T\u{1b}[31m", "what turns the direction of writing is taken out");
    let transcript = file(&folder, "z\u{1b}[2J.skirmish", "skirmish 1\nencounter duel\nexpect round == 99\n");
    for args in [["check", folder.to_str().unwrap()], ["check", &transcript], ["sim", "x\u{9b}.toml"]] {
        let ran = skirmish(&args);
        is_plain(&ran.out);
        is_plain(&ran.err);
    }
    let save = folder.join("s\u{7}.skirmish");
    let play = skirmish(&["play", &encounter, "--save", save.to_str().unwrap()]);
    is_plain(&play.out);
    assert!(play.out.contains("Kept in ") && play.out.contains("\\u{7}.skirmish"), "{}", play.out);
}

/// A pipe with a name, to which nobody writes.
#[cfg(unix)]
fn pipe(folder: &std::path::Path, name: &str) -> String {
    let path = folder.join(name);
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("there is mkfifo").success());
    path.to_str().expect("the path is UTF-8").to_owned()
}

/// Whoever waits for a pipe waits for ever.
#[cfg(unix)]
fn at_once(args: &[&str]) -> crate::Ran {
    let mut all = vec!["20", env!("CARGO_BIN_EXE_skirmish")];
    all.extend(args);
    crate::Ran::of(std::process::Command::new("timeout").args(all).output().expect("there is timeout"))
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_and_not_waited_for() {
    let folder = folder("pipes-by-name");
    let path = pipe(&folder, "a.skirmish");
    let words = ["a.skirmish` is no regular file, but a pipe", "/dev/stdin"];
    for args in [&["run", &path][..], &["sim", &path], &["odds", &path], &["sweep", &path], &["play", &path]] {
        at_once(args).refused(&words);
    }
    let ran = at_once(&["check", &path]);
    assert_eq!((ran.code, ran.out.lines().last()), (2, Some("0 passed, 1 failed")), "{ran:?}");
    let inside = file(&folder, "inside.skirmish", "skirmish 1\nencounter file a.skirmish\n");
    at_once(&["run", &inside]).refused(&["is no regular file"]);
    at_once(&["run", "/dev/zero"]).refused(&["`/dev/zero` is no regular file, but a device"]);
    at_once(&["run", "/dev/null"]).refused(&["`/dev/null` is no regular file"]);
}

#[cfg(unix)]
#[test]
fn pipes_that_are_meant_are_read() {
    let shell = |script: &str| {
        let mut bash = std::process::Command::new("timeout");
        bash.current_dir(folder("pipes-meant")).args(["60", "bash", "-c", script, env!("CARGO_BIN_EXE_skirmish")]);
        crate::Ran::of(bash.output().expect("there is a bash"))
    };
    let told = skirmish(&["run", "duel"]).well();
    assert_eq!(shell("\"$0\" show duel | \"$0\" run /dev/stdin").well(), told);
    assert_eq!(shell("\"$0\" run <(\"$0\" show duel)").well(), told);
    let check = "\"$0\" run duel --out x.skirmish > /dev/null; \"$0\" check <(cat x.skirmish); rm x.skirmish";
    assert_eq!(shell(check).well(), "1 passed, 0 failed\n");
    shell("\"$0\" run /dev/stdin < /dev/zero").refused(&["too large"]);
    shell("\"$0\" run /dev/stdin < /dev/null").refused(&["is empty"]);
}
