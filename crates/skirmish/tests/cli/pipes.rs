//! Pipes that close, outputs that fail, Ctrl-C.

use std::fs;
use std::io::Read;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::{Ran, command, encounter, folder, skirmish};

/// Started with a pipe that nobody reads.
fn start(args: &[&str]) -> Child {
    command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it can be started")
}

#[test]
fn a_closed_pipe_is_no_error() {
    let encounter = encounter();
    let game = encounter.split('/').next().expect("it has a game");
    let rule = "attack.hit_roll";
    let path = folder("unread").join("x.skirmish");
    let path = path.to_str().unwrap();
    skirmish(&["run", &encounter, "--out", path]).well();
    let verbs: [&[&str]; 10] = [
        &["run", &encounter, "--explain"],
        &["run", &encounter, "--json"],
        &["sim", &encounter, "-n", "100"],
        &["sim", &encounter, "--show", "3"],
        &["check", path],
        &["rules"],
        &["rules", game, rule, "--json"],
        &["encounters"],
        &["schema"],
        &["completions", "bash"],
    ];
    for args in verbs {
        let mut child = start(args);
        drop(child.stdout.take());
        let ran = Ran::of(child.wait_with_output().unwrap());
        let read = skirmish(args);
        // A check that fails, fails unread as well.
        assert_eq!((ran.code, ran.err), (read.code, read.err), "{args:?}");
    }
}

#[test]
fn a_transcript_is_written_even_when_nobody_reads_the_story() {
    let path = folder("closed").join("x.skirmish");
    let mut child = start(&["run", &encounter(), "--explain", "--out", path.to_str().unwrap()]);
    drop(child.stdout.take());
    assert_eq!(Ran::of(child.wait_with_output().unwrap()).code, 0);
    assert!(fs::read_to_string(&path).unwrap().contains("\nexpect over"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&["run", &encounter()]).stdout(full).output().unwrap();
    let ran = Ran::of(output);
    assert_eq!(ran.code, 2);
    assert!(ran.said().contains("cannot write to standard output"), "{}", ran.err);
}

/// Ctrl-C, as a terminal sends it.
#[cfg(unix)]
fn interrupt(child: &Child) {
    signal(child, "-INT");
}

#[cfg(unix)]
fn signal(child: &Child, signal: &str) {
    let sent = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "there is a kill");
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_a_simulation_knows() {
    let child = start(&["sim", &encounter(), "-n", "1000000000000", "--json"]);
    std::thread::sleep(std::time::Duration::from_millis(700));
    interrupt(&child);
    let ran = Ran::of(child.wait_with_output().unwrap());
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, report["stopped"].as_str()), (130, Some("interrupted")));
    assert!(report["fights"].as_u64().is_some_and(|fights| fights > 0), "{}", ran.out);
    assert!(ran.said().contains("interrupted after"), "{}", ran.err);
}

/// `timeout 20 skirmish sim … --ladder …` ended without a word.
#[cfg(unix)]
#[test]
fn a_time_limit_prints_what_a_ladder_knows() {
    let child = start(&["sim", &encounter(), "--ladder", "plain,mcts:50", "-n", "1000000000", "--json"]);
    std::thread::sleep(std::time::Duration::from_millis(700));
    signal(&child, "-TERM");
    let ran = Ran::of(child.wait_with_output().unwrap());
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, report["stopped"].as_str()), (130, Some("interrupted")));
    assert!(ran.said().contains("some of them have met less often"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_a_duel_knows() {
    let child = start(&["duel", "wolf", "wolf", "--game", "generia", "--json"]);
    std::thread::sleep(std::time::Duration::from_millis(700));
    interrupt(&child);
    let ran = Ran::of(child.wait_with_output().unwrap());
    let duel: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, duel["stopped"].as_str()), (130, Some("interrupted")));
    assert!(duel["left"].as_f64().is_some_and(|left| left > 0.5), "{}", ran.out);
    assert!(ran.said().contains("interrupted"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known() {
    // The pipe fills up, so that the battle is not over when it is interrupted (unless it is a short one).
    let mut child = start(&["run", &encounter(), "--json", "--policy", "random", "--most-rounds", "100000"]);
    std::thread::sleep(std::time::Duration::from_millis(500));
    interrupt(&child);
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    let ran = Ran::of(child.wait_with_output().unwrap());
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["kind"], "outcome");
    match last["ended"].as_str().unwrap() {
        "interrupted" => assert_eq!(ran.code, 130),
        ended => assert!(ended == "over" && [0, 130].contains(&ran.code), "{ended} {}", ran.code),
    }
    assert_eq!(ran.err, "");
}

#[cfg(unix)]
#[test]
fn a_policy_that_thinks_hears_ctrl_c_and_what_is_known_is_printed() {
    // Nobody would think so long about one choice; whoever does not hear it does.
    let hears = |args: &[&str], words: &[&str]| {
        let mut child = start(args);
        std::thread::sleep(std::time::Duration::from_millis(1_500));
        assert!(child.try_wait().unwrap().is_none(), "{args:?} was over too soon");
        interrupt(&child);
        let patience = std::time::Instant::now();
        while child.try_wait().unwrap().is_none() && patience.elapsed().as_secs() < 60 {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let _ = child.kill();
        let ran = Ran::of(child.wait_with_output().unwrap());
        assert_eq!(ran.code, 130, "{args:?}: {}", ran.out);
        words.iter().for_each(|word| assert!(ran.out.contains(word), "{args:?}: {}", ran.out));
    };
    hears(&["run", "duel", "--policy", "mcts:10000000"], &["Interrupted in round 1", "24 of 24 hp"]);
    for policy in ["mcts:10000000", "rollout:10000000"] {
        hears(&["sim", "duel", "--policy", policy, "-n", "9", "--threads", "2"], &["0 fights"]);
    }
}
