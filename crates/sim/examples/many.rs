//! A question to many fights: who wins, how sure is that, and what does it look like when it goes wrong?

use std::error::Error;

use skirmish_sim::{Order, simulate};

fn main() -> Result<(), Box<dyn Error>> {
    let found = skirmish_shelf::find_encounter("parry-yard").map_err(|missing| missing.to_string())?;
    let fights = found.game.fights(&found.source(), Some(7)).map_err(|wrong| wrong[0].to_string())?;
    // As many as it takes to know the chances to two percent, on two threads; the answer does not depend on these.
    let order = Order { fights: 100_000, until: Some(0.02), threads: 2, listen: 500, ..Order::default() };
    let report = simulate(&*fights, &order, &())?;
    for (side, name) in fights.sides().iter().enumerate() {
        let chance = report.chance_of(side);
        println!("{name} wins {:.3} ({:.3} to {:.3})", chance.p, chance.low, chance.high);
    }
    for deed in report.heard.deeds.iter().filter(|deed| deed.harm > 0) {
        let who = deed.who.and_then(|who| fights.combatants().get(who.index())).map_or("nobody", |one| &one.name);
        println!("{who} did {} harm with {} in {} fights", deed.harm, deed.verb, report.heard.fights);
    }
    // The first fight that the outsider has won, as a battle like any other.
    if let Some(upset) = report.upset() {
        let mut battle = fights.battle(upset);
        while battle.roll().is_ok() || battle.decide("plain").is_ok() {}
        println!("{}", battle.save());
    }
    Ok(())
}
