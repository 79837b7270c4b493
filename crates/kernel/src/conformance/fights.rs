//! Simulated by the thousand or played one by one: the same fights.

use crate::view::{Gauge, View, Viewer};
use crate::{
    Battle, Book, Combatant, Embedded, Fights, Fought, Game, Id, Plan, Ready, Scribe, Session, Simulator, Source,
};

/// What a simulation asks of a state is what the game master sees: who is able, and every gauge.
///
/// # Errors
/// What differs.
pub fn simulation_sees<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let (g, s) = (session.setup(), session.state());
    let able = B::able(g, s);
    for token in B::view(g, s, Viewer::GameMaster).tokens {
        let found = (0..B::count(g)).map(Id::new).find(|id| B::name(g, *id) == token.name);
        let Some(id) = found else { return Err(format!("nobody is called {}", token.name)) };
        if able.has(id) != token.able {
            return Err(format!("{} is seen as able: {}; a simulation has it otherwise", token.name, token.able));
        }
        let mut gauges = Vec::new();
        let mut note = |name: &str, value: i32, most| gauges.push((name.to_owned(), Some(value), most));
        B::gauges(g, s, id, &mut note);
        let seen = |gauge: &Gauge| (gauge.name.clone(), gauge.value, gauge.most);
        let seen: Vec<_> = token.gauges.iter().map(seen).collect();
        if seen != gauges {
            return Err(format!("{}'s gauges are seen as {seen:?}; a simulation has {gauges:?}", token.name));
        }
    }
    Ok(())
}

/// The first `count` fights of an encounter end in a simulation as they do when they are played, whoever plays the sides
/// and whether anybody listens; a fight that is saved and loaded ends so as well.
///
/// # Errors
/// The fight, and what differs.
pub fn fights_are_played<B: Scribe>(book: Book<B>, encounter: &Embedded, count: u64) -> Result<(), String> {
    // Few rounds, so that some fights are given up.
    for most_rounds in [100, 3] {
        for policies in [&[][..], &["random"], &["plain", "random"]] {
            fights_are_played_by(book, encounter, policies, most_rounds, count)?;
        }
    }
    Ok(())
}

/// The same of policies of one's own choice, and for so many rounds at most: the first one plays the first side, the last
/// one all that are left.
///
/// # Errors
/// The fight, and what differs.
pub fn fights_are_played_by<B: Scribe>(
    book: Book<B>,
    encounter: &Embedded,
    policies: &[&str],
    most_rounds: u32,
    count: u64,
) -> Result<(), String> {
    let source = Source::new(encounter.name, encounter.text);
    let ready = Ready::load(book, &source, None).map_err(|wrong| format!("{wrong:?}"))?;
    let policy = |side: usize| policies.get(side).or(policies.last()).map(|policy| (*policy).to_owned());
    let policies: Vec<String> = (0..ready.sides().len()).map_while(policy).collect();
    let heard = Plan { policies, most_rounds, listen: true, ..Plan::default() };
    let unheard = Plan { listen: false, ..heard.clone() };
    let mut simulators = [simulator(&ready, &unheard)?, simulator(&ready, &heard)?];
    for fight in 0..count {
        let at = |why: String| format!("{}, fight {fight}, {:?}: {why}", encounter.name, heard.policies);
        agrees(&book, &ready, &mut simulators, &unheard, fight).map_err(at)?;
    }
    Ok(())
}

fn simulator<'r, B: Scribe>(ready: &'r Ready<B>, plan: &Plan) -> Result<Box<dyn Simulator + 'r>, String> {
    ready.simulator(plan).map_err(|unknown| unknown.to_string())
}

fn agrees<B: Scribe>(
    book: &Book<B>,
    ready: &Ready<B>,
    simulators: &mut [Box<dyn Simulator + '_>; 2],
    plan: &Plan,
    fight: u64,
) -> Result<(), String> {
    let mut simulated = [Fought::default(), Fought::default()];
    for (simulator, fought) in simulators.iter_mut().zip(&mut simulated) {
        simulator.fight(fight, fought);
    }
    let [fought, heard] = &simulated;
    if fought != heard {
        return Err(format!("it is {fought:?}, and {heard:?} when somebody listens"));
    }
    let mut battle = ready.battle(fight);
    play(&mut *battle, plan);
    differs(fought, &*battle, ready.combatants())?;
    let saved = battle.save();
    let transcript = crate::Transcript::parse(&Source::new("saved", saved.as_str())).map_err(|e| format!("{e:?}"))?;
    let loaded = book.replay(&transcript).map_err(|e| format!("{e:?}"))?;
    if loaded.save() != saved || loaded.fight_number() != fight {
        return Err(format!("it is saved as\n{saved}\nand loaded as\n{}", loaded.save()));
    }
    differs(fought, &*loaded, ready.combatants())
}

/// Plays a battle as people see it played.
fn play(battle: &mut dyn Battle, plan: &Plan) {
    let usual = "plain".to_owned();
    while battle.outcome().is_none() && round(battle) <= plan.most_rounds {
        if battle.roll().is_ok() {
            continue;
        }
        for who in battle.awaited_in_short().map(|asked| asked.who).unwrap_or_default() {
            let side = battle.side_of(&who).map_or(0, |side| usize::from(side.0));
            // Whoever is not asked any more has no answer to give.
            let _ = battle.decide_for(&who, plan.policies.get(side).unwrap_or(&usual));
        }
    }
}

fn round(battle: &dyn Battle) -> u32 {
    battle.read("round").ok().and_then(|round| round.parse().ok()).unwrap_or(0)
}

/// What the simulation says of the end, and the battle says otherwise.
fn differs(fought: &Fought, battle: &dyn Battle, combatants: &[Combatant]) -> Result<(), String> {
    let unfinished = battle.outcome().is_none();
    if (fought.unfinished, fought.winner) != (unfinished, battle.winner()) {
        let (outcome, winner) = (battle.outcome(), battle.winner());
        return Err(format!("it ends {fought:?}, and the battle {outcome:?}, {winner:?}, round {}", round(battle)));
    }
    // One that is given up stops at the end of a step here, and at a question there.
    if unfinished {
        return Ok(());
    }
    if fought.rounds != round(battle) {
        return Err(format!("it ends in round {}, the battle in {}", fought.rounds, round(battle)));
    }
    let view = battle.view();
    let mut gauges = fought.gauges.iter();
    for (combatant, left) in combatants.iter().zip(&fought.left) {
        let values: Vec<i32> = gauges.by_ref().take(combatant.gauges.len()).copied().collect();
        match seen(&view, &combatant.name) {
            Some((able, values_seen)) if (able, &values_seen) != (left.able, &values) => {
                return Err(format!(
                    "{} ends with {values:?}, {left:?}; the battle has {values_seen:?}, {able}",
                    combatant.name
                ));
            }
            token if token.is_some() != left.there => {
                let is = if left.there { "is" } else { "is not" };
                return Err(format!("{} {is} there in the end; the battle has it otherwise", combatant.name));
            }
            _ => {}
        }
        if (left.there || combatant.there) && !left.came {
            return Err(format!("{} has come, and ends as {left:?}", combatant.name));
        }
        if left.fallen != (!left.able && (left.there || combatant.there)) {
            return Err(format!("{} ends as {left:?}", combatant.name));
        }
        // Whoever comes may fall in the step in which it comes.
        if left.able && left.fell > fought.rounds || combatant.there && !left.able && left.fell == 0 {
            return Err(format!("{} ends as {left:?}", combatant.name));
        }
    }
    Ok(())
}

/// Whether a combatant is able, and its gauges.
fn seen(view: &View, name: &str) -> Option<(bool, Vec<i32>)> {
    let token = view.tokens.iter().find(|token| token.name == name)?;
    Some((token.able, token.gauges.iter().filter_map(|gauge| gauge.value).collect()))
}
