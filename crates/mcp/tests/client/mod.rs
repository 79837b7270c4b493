//! A client of the protocol's own library.
#![allow(dead_code, reason = "each file of tests uses its part of this")]

use rmcp::model::{CallToolRequestParams, ReadResourceRequestParams};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServerHandler, ServiceExt};
use serde_json::{Map, Value};
use tokio::runtime::Runtime;

/// A client, at the other end of a pipe from the server.
pub struct Client {
    pub runtime: Runtime,
    pub service: RunningService<RoleClient, ()>,
}

impl Client {
    pub fn of(server: impl ServerHandler + 'static) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let service = runtime.block_on(async {
            let (ours, theirs) = tokio::io::duplex(1 << 16);
            tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
            ().serve(ours).await.unwrap()
        });
        Self { runtime, service }
    }

    /// What a tool gives: an answer, or what was wrong.
    pub fn call(&self, tool: &'static str, arguments: Value) -> Result<Value, Value> {
        let Value::Object(arguments) = arguments else { panic!("an object is wanted") };
        self.try_call(tool, arguments).unwrap_or_else(|error| panic!("{tool}: {error}"))
    }

    pub fn try_call(&self, tool: &'static str, arguments: Map<String, Value>) -> Result<Result<Value, Value>, String> {
        let mut params = CallToolRequestParams::new(tool);
        params.arguments = Some(arguments);
        let result = self.runtime.block_on(self.service.call_tool(params)).map_err(|error| error.to_string())?;
        let told = result.structured_content.unwrap_or_default();
        Ok(if result.is_error == Some(true) { Err(told) } else { Ok(told) })
    }

    pub fn resources(&self) -> Vec<String> {
        let all = self.runtime.block_on(self.service.list_all_resources()).unwrap();
        all.into_iter().map(|resource| resource.uri).collect()
    }

    pub fn read(&self, uri: &str) -> Result<String, String> {
        let read = self.runtime.block_on(self.service.read_resource(ReadResourceRequestParams::new(uri)));
        read.map(|read| serde_json::to_value(read).unwrap()["contents"][0]["text"].as_str().unwrap().to_owned())
            .map_err(|error| error.to_string())
    }
}

/// Why something was refused.
pub fn why(no: &Value) -> &str {
    no["why"].as_str().unwrap()
}
