//! The two small clients of docs/serve.md play at a table. Without Node or Python they say that they were skipped.

#[path = "common/mod.rs"]
mod common;

use std::process::Command;

use common::{Server, folder};
use serde_json::json;

#[test]
#[ignore = "it is started by the other tests"]
fn the_server() {
    common::serve_if_asked();
}

/// A client follows a link to a duel against a policy, and gives twelve answers.
fn plays(name: &str, program: &str, before: &[&str], file: &str) {
    if Command::new(program).arg("--version").output().is_err() {
        eprintln!("skipped: there is no {program} on this machine");
        return;
    }
    let server = Server::start(&folder(name).join("tables.db"));
    let text = "skirmish 1\nencounter duel\ntable seat water plain\n";
    let laid = server.lay(&json!({ "text": text, "name": "duel.skirmish" }));
    let link = format!("http://{}/join#{}", server.address, laid.link("wind").1);
    let ran = Command::new(program).args(before).arg(format!("examples/{file}")).args([&link, "12"]).output();
    let ran = ran.expect("it runs");
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    let ends = said.contains("12 answers") || said.contains("answers; water") || said.contains("answers; wind");
    assert!(said.contains("plays wind") && said.contains("Combat begins.") && ends, "{said}");
    let lost = Command::new(program).args(before).arg(format!("examples/{file}")).arg(format!("{link}x")).output();
    assert!(!lost.expect("it runs").status.success(), "a wrong link is no seat");
}

#[test]
fn that_of_javascript_plays() {
    plays("client-js", "node", &["--experimental-websocket"], "client.mjs");
}

#[test]
fn that_of_python_plays() {
    plays("client-py", "python3", &[], "client.py");
}
