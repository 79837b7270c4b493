//! A duel between two who think: `cargo run -p skirmish-tactics --example think`.

use skirmish_elemental_d6::BOOK;
use skirmish_kernel::{Effort, Source, Viewer};
use skirmish_tactics::Rollout;

fn main() -> Result<(), String> {
    let duel = BOOK.encounters.iter().find(|encounter| encounter.name == "duel").ok_or("it comes with the book")?;
    let mut battle = BOOK.session(&Source::new(duel.name, duel.text), Some(1)).map_err(|wrong| wrong[0].to_string())?;
    let mut policy = Rollout::new(BOOK.plain, Effort::Count(50));
    while battle.roll() || battle.decide(&mut policy) {}
    println!("{} wins", battle.view(Viewer::GameMaster).outcome.unwrap_or_else(|| "nobody".into()));
    Ok(())
}
