//! The example for embedders runs.

#[path = "../examples/embed.rs"]
mod embed;

#[test]
fn the_example_runs() {
    embed::main().unwrap();
}
