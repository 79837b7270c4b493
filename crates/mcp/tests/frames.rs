//! Lines that no client of the protocol would send: broken, huge, of wrong kinds. Whatever comes, the server goes on, and the next
//! request is answered.

use std::time::Duration;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rmcp::ServiceExt;
use serde_json::{Value, json};
use skirmish_mcp::{Desk, Place, server};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

/// A client that says what it likes.
struct Wire {
    lines: tokio::io::Lines<BufReader<ReadHalf<DuplexStream>>>,
    out: WriteHalf<DuplexStream>,
    next: u64,
}

impl Wire {
    async fn open() -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            if let Ok(served) = server(Desk::new(Place::GameMaster)).serve(theirs).await {
                let _ = served.waiting().await;
            }
        });
        let (read, out) = tokio::io::split(ours);
        let mut wire = Self { lines: BufReader::new(read).lines(), out, next: 1_000_000 };
        let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
        wire.asked("initialize", params).await.expect("it begins");
        wire.say(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string().as_bytes()).await;
        wire
    }

    async fn say(&mut self, line: &[u8]) {
        self.out.write_all(line).await.expect("it reads on");
        self.out.write_all(b"\n").await.expect("it reads on");
    }

    /// The answer to a proper request, whatever else is said before it.
    async fn asked(&mut self, method: &str, params: Value) -> Option<Value> {
        self.next += 1;
        let id = self.next;
        self.say(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string().as_bytes())
            .await;
        loop {
            let line = tokio::time::timeout(Duration::from_secs(60), self.lines.next_line()).await.expect("it answers");
            let told: Value = serde_json::from_str(&line.ok()??).expect("each line is JSON");
            if told["id"] == id {
                return Some(told["result"].clone());
            }
        }
    }
}

/// A value of any kind.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        prop_oneof![Just("duel"), Just("blade at Tarn"), Just("tools/call"), Just("choose"), Just("2.0")]
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let names = prop_oneof![
            Just("jsonrpc"),
            Just("id"),
            Just("method"),
            Just("params"),
            Just("name"),
            Just("arguments"),
            Just("choice"),
            Just("uri"),
            Just("_meta")
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(names, inner, 0..5)
                .prop_map(|members| members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    })
}

/// A line: bytes, JSON, half of a request, or a request with members of any kind.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let tools = prop_oneof![
        Just("open"),
        Just("look"),
        Just("choose"),
        Just("odds"),
        Just("explain"),
        Just("rules"),
        Just("undo"),
        Just("simulate"),
        Just("list")
    ];
    let methods = prop_oneof![
        Just("tools/call"),
        Just("tools/list"),
        Just("resources/read"),
        Just("resources/list"),
        Just("ping"),
        Just("initialize"),
        Just("prompts/get"),
        Just("completion/complete"),
        Just("logging/setLevel"),
        Just("notifications/cancelled"),
        Just("notifications/initialized")
    ];
    let call = (tools, any_json()).prop_map(|(name, arguments)| {
        json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": { "name": name, "arguments": arguments } })
            .to_string()
            .into_bytes()
    }).boxed();
    let request = (methods, any_json(), any_json()).prop_map(|(method, id, params)| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string().into_bytes()
    });
    let half = call.clone().prop_flat_map(|line| {
        let most = line.len();
        (Just(line), 0..most).prop_map(|(line, at)| line[..at].to_vec())
    });
    let bytes = prop::collection::vec(any::<u8>().prop_filter("a line", |byte| *byte != b'\n'), 0..40);
    prop_oneof![call, request, half, bytes, any_json().prop_map(|value| value.to_string().into_bytes())]
}

#[test]
fn whatever_is_said_the_next_request_is_answered() {
    // The same lines at each run: what is found is found again.
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config { failure_persistence: None, ..Config::default() }, rng);
    let lines = prop::collection::vec(any_line(), 400).new_tree(&mut runner).expect("lines can be made").current();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
    runtime.block_on(async {
        let mut wire = Wire::open().await;
        for some in lines.chunks(8) {
            for line in some {
                wire.say(line).await;
            }
            let listed = wire.asked("tools/call", json!({ "name": "list", "arguments": {} })).await;
            let said = some.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect::<Vec<_>>();
            assert_eq!(
                listed.expect("it goes on")["structuredContent"]["games"].as_array().map(Vec::len),
                Some(6),
                "{said:?}"
            );
        }
    });
}

#[test]
fn a_line_may_be_huge() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
    runtime.block_on(async {
        let mut wire = Wire::open().await;
        for huge in [
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "open", "arguments": { "what": "x".repeat(8 << 20) } } }).to_string(),
            "[".repeat(1 << 20),
            format!("{{\"id\": {}", "9".repeat(1 << 20)),
        ] {
            wire.say(huge.as_bytes()).await;
        }
        assert!(wire.asked("ping", json!({})).await.is_some());
        let no = wire.asked("tools/call", json!({ "name": "open", "arguments": { "what": "dule" } })).await.expect("it goes on");
        assert_eq!((&no["isError"], no["structuredContent"]["help"].as_str()), (&json!(true), Some("did you mean `duel`?")));
    });
}
