//! Battles for assistants: a server of the Model Context Protocol over standard input and output.
//!
//! An assistant opens battles and plays them, looks, asks for odds and reasons, reads rules, and has fights simulated. What it
//! may see and do is that of its [`Place`]: the game master's, or a seat in one battle, whose secrets are kept from it as
//! from anybody who sits there. A [`Seat`] at a web table is held by its link like that of any player; there the server keeps the
//! secrets. Nothing here knows a game.

mod battles;
mod desk;
mod library;
mod link;
mod seat;
mod tools;

pub use desk::{Desk, Place};
pub use seat::Seat;

use std::time::Duration;

use rmcp::{ServerHandler, ServiceExt};

/// So often is looked whether somebody wants it to stop.
const LISTEN_EVERY: Duration = Duration::from_millis(100);

/// Serves an assistant on standard input and output until it leaves, or somebody wants it to stop.
///
/// # Errors
/// Why it could not be served.
pub fn serve(server: impl ServerHandler, stops: impl Fn() -> bool) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("no threads can be had: {error}"))?;
    let served = runtime.block_on(async {
        let asked = async {
            while !stops() {
                tokio::time::sleep(LISTEN_EVERY).await;
            }
        };
        tokio::select! {
            served = until_it_leaves(server) => served,
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

/// The same for a seat at a web table.
#[must_use]
pub fn server_at_table(seat: Seat) -> impl ServerHandler + Clone {
    tools::Assistant::new(seat)
}

async fn until_it_leaves(server: impl ServerHandler) -> Result<(), String> {
    let served = server.serve(rmcp::transport::stdio()).await;
    let served = served.map_err(|error| format!("the assistant could not be served: {error}"))?;
    served.waiting().await.map(|_| ()).map_err(|error| format!("the assistant was lost: {error}"))
}
