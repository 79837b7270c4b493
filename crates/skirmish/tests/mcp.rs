//! `skirmish mcp` as an assistant's program starts it: lines of JSON over standard input and output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

fn says(args: &[&str], requests: &[Value]) -> (Vec<Value>, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .arg("mcp")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it is piped");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut said = Vec::new();
    for request in requests {
        if writeln!(input, "{request}").is_err() {
            break;
        }
        if request.get("id").is_some() {
            let Some(Ok(line)) = lines.next() else { break };
            said.push(serde_json::from_str(&line).expect("each line is JSON"));
        }
    }
    drop(input);
    (said, child.wait().expect("it ends").success())
}

fn hello() -> [Value; 2] {
    let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
    [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
    ]
}

#[test]
fn an_assistant_is_served_until_it_leaves() {
    let look =
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "look", "arguments": {} } });
    let (said, well) =
        says(&["duel", "--seat", "water", "--policy", "wind=plain"], &[hello().as_slice(), &[look]].concat());
    assert!(well);
    assert_eq!(said[0]["result"]["serverInfo"]["name"], "skirmish");
    let seen = &said[1]["result"]["structuredContent"];
    assert_eq!((&seen["viewer"], &seen["awaited"]["who"][0]), (&json!("water"), &json!("Tarn")));
}

#[test]
fn a_wrong_start_says_why() {
    for args in [
        &["dule"][..],
        &["duel", "--seat", "fire"],
        &["duel", "--policy", "wind"],
        &["duel", "--policy", "wind=plein"],
        &["--seat", "wind"],
        &["--table", "http://127.0.0.1:9/join#abc"],
        &["--table", "http://127.0.0.1:8017/host#abc"],
        &["duel", "--table", "http://127.0.0.1:9/join#abc"],
        &["duel", "--name", "The dragon"],
    ] {
        let (said, well) = says(args, &hello());
        assert!(said.is_empty() && !well, "{args:?}");
    }
}
