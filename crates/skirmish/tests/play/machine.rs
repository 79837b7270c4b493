//! `skirmish play --json`: a battle that a program plays.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use serde_json::{Value, json};

use super::{folder, play, start};

/// A program at the other end.
struct Client {
    child: Child,
    input: ChildStdin,
    lines: std::io::Lines<BufReader<ChildStdout>>,
    schema: jsonschema::Validator,
    /// The present as it was told last.
    state: Value,
    /// Every line of the log.
    log: Vec<Value>,
}

impl Client {
    fn sits(args: &[&str]) -> Self {
        let folder = folder("machine");
        let mut child = start(&folder, &[args, &["--json"]].concat());
        let input = child.stdin.take().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut client = Self { child, input, lines, schema: schema("message"), state: Value::Null, log: Vec::new() };
        let hello = client.next();
        assert_eq!((&hello["kind"], &hello["format"]), (&json!("hello"), &json!(1)));
        client
    }

    /// The next line, which is as the schema has it.
    fn next(&mut self) -> Value {
        let line = self.lines.next().expect("a line").unwrap();
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|no| panic!("{no}: {line}"));
        let wrong: Vec<String> = self.schema.iter_errors(&message).map(|no| no.to_string()).collect();
        assert!(wrong.is_empty(), "{wrong:?}: {line}");
        message
    }

    /// Says something, and hears all that comes of it.
    fn says(&mut self, request: Value) -> Value {
        let known = schema("request");
        assert!(known.is_valid(&request), "{request}");
        writeln!(self.input, "{request}").unwrap();
        loop {
            let message = self.next();
            match message["kind"].as_str().unwrap() {
                "log" => {
                    self.log.truncate(usize::try_from(message["keep"].as_u64().unwrap()).unwrap());
                    self.log.extend(message["lines"].as_array().unwrap().clone());
                }
                "state" => self.state = message,
                "done" | "refused" => return message,
                other => panic!("{other}: {message}"),
            }
        }
    }

    #[track_caller]
    fn does(&mut self, request: Value) -> Value {
        let done = self.says(request.clone());
        assert_eq!(done["kind"], "done", "{request}: {done}");
        done
    }

    #[track_caller]
    fn is_refused(&mut self, request: Value, words: &str) {
        let refused = self.says(request.clone());
        assert_eq!(refused["kind"], "refused", "{request}: {refused}");
        assert!(refused["why"].as_str().unwrap().contains(words), "{refused}");
    }

    /// Leaves the table: what is said last.
    fn leaves(mut self) -> Value {
        self.does(json!({ "do": "quit" }));
        let bye = self.next();
        assert!(self.lines.next().is_none());
        assert!(self.child.wait().unwrap().success());
        bye
    }
}

fn schema(part: &str) -> jsonschema::Validator {
    let printed =
        std::process::Command::new(env!("CARGO_BIN_EXE_skirmish")).args(["schema", "--play"]).output().unwrap();
    let mut schema: Value = serde_json::from_slice(&printed.stdout).unwrap();
    schema.as_object_mut().unwrap().remove("anyOf");
    schema["$ref"] = json!(format!("#/$defs/{part}"));
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn a_program_plays_a_battle_to_its_end() {
    let mut client = Client::sits(&["duel", "--seat", "water=plain"]);
    client.does(json!({ "do": "state" }));
    for _ in 0..300 {
        if !client.state["outcome"].is_null() {
            break;
        }
        let awaited = client.state["awaited"].clone();
        assert_eq!(awaited["kind"], "choice", "the program throws by itself: {awaited}");
        // Every choice is told piece by piece.
        for choice in awaited["choices"].as_array().unwrap() {
            let parts: Vec<&str> =
                choice["parts"].as_array().unwrap().iter().map(|p| p["text"].as_str().unwrap()).collect();
            assert_eq!(parts.join(" "), choice["text"]);
        }
        let choice = client.does(json!({ "do": "propose" }))["choice"].as_str().unwrap().to_owned();
        let line = format!("{}: {choice}", awaited["who"][0].as_str().unwrap());
        let done = client.does(json!({ "do": "answer", "line": line, "id": 7 }));
        assert_eq!(done["id"], 7);
    }
    assert!(client.state["outcome"].is_string(), "{}", client.state);
    assert!(client.log.iter().any(|line| line["kind"] == "throw" && line["throw"]["terms"].is_array()));
    let saved = client.does(json!({ "do": "save" }))["transcript"].as_str().unwrap().to_owned();
    assert!(saved.starts_with("skirmish 1\n"), "{saved}");
    assert_eq!(client.leaves()["kept"], "duel.skirmish");
}

#[test]
fn everything_can_be_asked_and_taken_back() {
    let mut client = Client::sits(&["duel", "--seat", "water=plain"]);
    client.does(json!({ "do": "state" }));
    let who = client.state["awaited"]["who"][0].as_str().unwrap().to_owned();
    let choice = client.state["awaited"]["choices"][0]["text"].as_str().unwrap().to_owned();
    let odds = client.does(json!({ "do": "odds", "choice": choice, "through": true, "budget": 50, "samples": 100 }));
    assert_eq!(odds["odds"]["choice"], choice);
    assert!(client.does(json!({ "do": "facts", "choice": choice }))["facts"].is_array());
    assert!(client.does(json!({ "do": "sheet", "who": "Kestrel" }))["sheet"].as_array().unwrap().len() > 3);
    assert_eq!(client.does(json!({ "do": "read", "path": "Kestrel.hp", "id": "hp" }))["value"], "24");
    assert!(!client.does(json!({ "do": "between", "from": "Kestrel", "to": "Tarn" }))["facts"][0].is_null());
    assert!(client.does(json!({ "do": "propose" }))["choice"].is_string());
    assert!(client.does(json!({ "do": "say", "line": "who" }))["said"][0].as_str().unwrap().contains("Kestrel"));

    let before = client.state.clone();
    let log = |client: &mut Client| {
        let whole = client.does(json!({ "do": "log" }))["log"].clone();
        assert_eq!(json!(client.log), whole);
    };
    log(&mut client);
    client.does(json!({ "do": "answer", "line": "gm: Kestrel.hp -7" }));
    log(&mut client);
    assert_eq!(client.state["tokens"][0]["gauges"][0]["value"], 17);
    client.does(json!({ "do": "undo" }));
    assert_eq!(client.state["tokens"], before["tokens"]);
    log(&mut client);
    client.does(json!({ "do": "redo" }));
    log(&mut client);
    assert_eq!(client.state["tokens"][0]["gauges"][0]["value"], 17);

    // What was set by hand after it still comes after it.
    let last = before["entries"].as_u64().unwrap() - 1;
    let changed = client.does(json!({ "do": "change", "entry": last, "line": "gm: Kestrel.hp = 20" }));
    assert_eq!(changed["changed"]["view"]["tokens"][0]["gauges"][0]["value"], 13);
    assert_eq!(client.state["tokens"][0]["gauges"][0]["value"], 17, "not yet");
    client.is_refused(json!({ "do": "answer", "line": format!("{who}: {choice}") }), "changed past");
    client.does(json!({ "do": "accept" }));
    assert_eq!(client.state["tokens"][0]["gauges"][0]["value"], 13);
    log(&mut client);
    client.is_refused(json!({ "do": "goto", "entry": 99 }), "there is no entry 99: they go from 0 to ");
    client.does(json!({ "do": "goto", "entry": 0 }));
    log(&mut client);
    assert_eq!((&client.state["entries"], &client.state["paused"]), (&json!(0), &json!(true)));
    client.does(json!({ "do": "go-on" }));
    assert!(client.state["entries"].as_u64() > Some(0), "{}", client.state);
    log(&mut client);
    client.leaves();
}

#[test]
fn a_seat_learns_what_is_its_own() {
    let mut client = Client::sits(&["duel", "--no-save"]);
    client.does(json!({ "do": "state", "viewer": "gm" }));
    client.is_refused(json!({ "do": "sheet", "who": "Kestrel", "viewer": "water" }), "Kestrel");
    client.is_refused(json!({ "do": "answer", "line": "Kestrel: pass", "viewer": "Tarn" }), "Kestrel");
    client.is_refused(json!({ "do": "state", "viewer": "fire" }), "nobody looks as `fire`");
    client.is_refused(json!({ "do": "state", "viewer": "Kes, Tarn" }), "of several sides");
    assert_eq!(client.does(json!({ "do": "state", "viewer": "Kes" }))["state"]["viewer"], "Kestrel");
    client.is_refused(json!({ "do": "propose", "policy": "plane" }), "did you mean `plain`?");
    assert!(client.does(json!({ "do": "propose" }))["choice"].is_string());
    client.is_refused(json!({ "do": "say", "line": "quit" }), r#"{"do": "quit"}"#);
    let state = client.does(json!({ "do": "state", "viewer": "water" }))["state"].clone();
    let gauge = |name: &str| {
        let tokens = state["tokens"].as_array().unwrap();
        tokens.iter().find(|token| token["name"] == name).unwrap()["gauges"][0]["value"].clone()
    };
    assert_eq!((gauge("Tarn"), gauge("Kestrel")), (json!(30), Value::Null));
    assert_eq!(client.leaves()["kept"], Value::Null);
}

#[test]
fn what_is_no_request_is_answered_too() {
    let mut client = Client::sits(&["duel", "--no-save"]);
    client.does(json!({ "do": "state" }));
    for (line, words) in [
        ("", None),
        ("{", Some("no JSON")),
        ("[]", Some("is an object")),
        (r#"{"do":"answr","id":3}"#, Some("did you mean `answer`")),
        (r#"{"do":"answer","line":"Nobody: sing"}"#, Some("Nobody")),
        (r#"{"do":"odds","acts":61}"#, Some("from 2 to 60")),
    ] {
        writeln!(client.input, "{line}").unwrap();
        if let Some(words) = words {
            let refused = client.next();
            assert_eq!(refused["kind"], "refused");
            assert!(refused["why"].as_str().unwrap().contains(words), "{refused}");
        }
    }
    client.leaves();
    let noise = play(&folder("machine"), &["duel", "--json", "--no-save"], "x\n".repeat(500));
    assert_eq!(noise.code, 2);
    assert!(noise.err.contains("200 lines in a row"), "{}", noise.err);
    // What is refused is no noise.
    let refused = "{\"do\":\"answer\",\"line\":\"Nobody: sing\"}\n".repeat(250);
    assert_eq!(play(&folder("machine"), &["duel", "--json", "--no-save"], refused).code, 0);
}

/// Ctrl-C while it waits ended it without its last line.
#[cfg(unix)]
#[test]
fn who_is_asked_to_stop_says_goodbye() {
    let mut client = Client::sits(&["duel"]);
    client.does(json!({ "do": "state" }));
    let sent = std::process::Command::new("kill").args(["-INT", &client.child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "there is a kill");
    assert_eq!(client.next(), json!({ "kind": "bye", "kept": "duel.skirmish" }));
    assert_eq!(client.child.wait().unwrap().code(), Some(130));
}
