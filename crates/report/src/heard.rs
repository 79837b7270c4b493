//! What was heard of a cell is kept beside its result, so that nobody listens to the same fights twice.

use serde_json::{Value, json};
use skirmish_kernel::{Fights, Id, RuleId};
use skirmish_sim::{DeedTally, HeardTally, RuleTally};
use skirmish_sweep::{Broken, Store, opened, sealed};

/// What is kept under a name, if it is of so many of these fights; else what listening gives, which is kept.
pub(crate) fn once<S: Store>(
    store: &mut S,
    name: &str,
    fights: &dyn Fights,
    count: u64,
    listen: impl FnOnce() -> Result<Option<HeardTally>, Broken<S::Error>>,
) -> Result<Option<HeardTally>, Broken<S::Error>> {
    if let Some(known) = store.read(name).and_then(|text| read(&text, name, fights, count)) {
        return Ok(Some(known));
    }
    let heard = listen()?.map(|heard| worth_telling(&heard));
    if let Some(heard) = &heard {
        store.write(name, &print(heard, name)).map_err(Broken::Store)?;
    }
    Ok(heard)
}

/// Deeds that did harm, and the rule that goes most with winning: the same whether it is kept or fresh.
fn worth_telling(heard: &HeardTally) -> HeardTally {
    let rule = heard.telling().into_iter().next().map(|(_, rule)| rule.clone());
    HeardTally {
        fights: heard.fights,
        won: heard.won.clone(),
        deeds: heard.deeds.iter().filter(|deed| deed.harm > 0).cloned().collect(),
        rules: rule.into_iter().collect(),
    }
}

fn print(heard: &HeardTally, name: &str) -> String {
    let deeds = heard.deeds.iter().map(|deed| {
        json!({ "who": deed.who.map(Id::index), "deed": deed.verb, "harm": deed.harm, "squares": deed.harm_squares })
    });
    let rules =
        heard.rules.iter().map(|rule| json!({ "rule": rule.rule.index(), "fights": rule.fights, "won": rule.won }));
    let text = json!({
        "heard": name, "fights": heard.fights, "won": heard.won,
        "deeds": deeds.collect::<Vec<_>>(), "rules": rules.collect::<Vec<_>>(),
    });
    sealed(&text.to_string())
}

/// Nothing if it is damaged, or of something else.
fn read(text: &str, name: &str, fights: &dyn Fights, count: u64) -> Option<HeardTally> {
    let value: Value = serde_json::from_str(opened(text)?).ok()?;
    if value.get("heard")?.as_str()? != name || value.get("fights")?.as_u64()? != count {
        return None;
    }
    let won = |value: &Value| {
        let won: Vec<u64> = serde_json::from_value(value.get("won")?.clone()).ok()?;
        Some(won).filter(|won| won.len() == fights.sides().len())
    };
    let deed = |value: &Value| {
        let who = match value.get("who")? {
            Value::Null => None,
            who => {
                let at = usize::try_from(who.as_u64()?).ok().filter(|at| *at < fights.combatants().len())?;
                Some(Id::new(at))
            }
        };
        let (harm, harm_squares) = (value.get("harm")?.as_i64()?, value.get("squares")?.as_u64()?);
        let verb = value.get("deed")?.as_str()?.to_owned();
        Some(DeedTally { who, verb, uses: 0, turns: 0, harm, harm_squares, fights: 0, won: Vec::new() })
    };
    let rule = |value: &Value| {
        let rule = RuleId::new(u16::try_from(value.get("rule")?.as_u64()?).ok()?);
        Some(RuleTally { rule, events: 0, fights: value.get("fights")?.as_u64()?, won: won(value)? })
    };
    Some(HeardTally {
        fights: count,
        won: won(&value)?,
        deeds: value.get("deeds")?.as_array()?.iter().map(deed).collect::<Option<Vec<_>>>()?,
        rules: value.get("rules")?.as_array()?.iter().map(rule).collect::<Option<Vec<_>>>()?,
    })
}
