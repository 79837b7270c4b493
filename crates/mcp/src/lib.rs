//! Battles for assistants: a server of the Model Context Protocol over standard input and output.
//!
//! An assistant opens battles and plays them, looks, asks for odds and reasons, reads rules, and has fights simulated. What it
//! may see and do is that of its [`Place`]: the game master's, or a seat in one battle, whose secrets are kept from it as
//! from anybody who sits there. Nothing here knows a game.

mod desk;
mod library;
mod tools;

pub use desk::{Desk, Place};

use std::time::Duration;

use rmcp::{ServerHandler, ServiceExt};

/// So often is looked whether somebody wants it to stop.
const LISTEN_EVERY: Duration = Duration::from_millis(100);

/// Serves an assistant on standard input and output until it leaves, or somebody wants it to stop.
///
/// # Errors
/// Why it could not be served.
pub fn serve(desk: Desk, stops: impl Fn() -> bool) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("no threads can be had: {error}"))?;
    let served = runtime.block_on(async {
        let asked = async {
            while !stops() {
                tokio::time::sleep(LISTEN_EVERY).await;
            }
        };
        tokio::select! {
            served = until_it_leaves(desk) => served,
            () = asked => Ok(()),
        }
    });
    // A thread may still wait for standard input.
    runtime.shutdown_background();
    served
}

/// A server that can be served over any transport.
#[must_use]
pub fn server(desk: Desk) -> impl ServerHandler + Clone {
    tools::Assistant::new(desk)
}

async fn until_it_leaves(desk: Desk) -> Result<(), String> {
    let served = server(desk).serve(rmcp::transport::stdio()).await;
    let served = served.map_err(|error| format!("the assistant could not be served: {error}"))?;
    served.waiting().await.map(|_| ()).map_err(|error| format!("the assistant was lost: {error}"))
}
