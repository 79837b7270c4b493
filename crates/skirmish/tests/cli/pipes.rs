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
    let verbs: [&[&str]; 10] = [
        &["run", &encounter, "--explain"],
        &["run", &encounter, "--json"],
        &["sim", &encounter, "-n", "100"],
        &["sim", &encounter, "--show", "3"],
        &["check"],
        &["rules"],
        &["rules", "--json"],
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
    assert!(ran.err.contains("cannot write to standard output"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_a_simulation_knows() {
    let child = start(&["sim", &encounter(), "-n", "1000000000000", "--json"]);
    std::thread::sleep(std::time::Duration::from_millis(700));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok());
    let ran = Ran::of(child.wait_with_output().unwrap());
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, report["stopped"].as_str()), (130, Some("interrupted")));
    assert!(report["fights"].as_u64().is_some_and(|fights| fights > 0), "{}", ran.out);
    assert!(ran.err.contains("interrupted after"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known() {
    // The pipe fills up, so that the battle is not over when it is interrupted (unless it is a short one).
    let mut child = start(&["run", &encounter(), "--json", "--policy", "random", "--most-rounds", "1000000"]);
    std::thread::sleep(std::time::Duration::from_millis(500));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok());
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
