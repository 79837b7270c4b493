//! A battle in a few sentences, to be read aloud.

use skirmish_kernel::{Battle, Loss, Token, View, words};

/// The tale, paragraph by paragraph, as the game master tells it who has seen all of it: who met whom, who brought whom down, how
/// it ended. Of each round it tells who was brought down and the heaviest of the other blows.
#[must_use]
pub fn recap(battle: &dyn Battle) -> Vec<String> {
    let view = battle.view();
    let names: Vec<String> = battle.combatants().into_iter().map(|combatant| combatant.name).collect();
    let middle = middle(&battle.losses(), &names);
    let middle = if middle.is_empty() { "Nobody has been hurt.".to_owned() } else { middle.join(" ") };
    vec![beginning(&view), middle, end(battle, &view)]
}

/// Who met whom.
fn beginning(view: &View) -> String {
    let sides = view.sides.iter().enumerate();
    let sides: Vec<String> = sides
        .filter_map(|(at, side)| {
            let names: Vec<&str> = of_side(view, at).map(|token| token.name.as_str()).collect();
            (!names.is_empty()).then(|| format!("{} of the {side}", words::list(&names)))
        })
        .collect();
    match sides.split_first() {
        Some((first, [])) => format!("{first} stood alone."),
        Some((first, others)) => format!("{first} met {}.", words::list(others)),
        None => "Nobody met anybody.".to_owned(),
    }
}

fn of_side(view: &View, side: usize) -> impl Iterator<Item = &Token> {
    view.tokens.iter().filter(move |token| usize::from(token.side) == side)
}

/// A sentence for each round in which somebody fell, and one for each stretch of rounds between.
fn middle(losses: &[Loss], names: &[String]) -> Vec<String> {
    let rounds: Vec<&[Loss]> = losses.chunk_by(|one, next| one.round == next.round).collect();
    let falls = |round: &[Loss]| round.iter().any(|loss| loss.felled);
    let stretches = rounds.chunk_by(|one, next| !falls(one) && !falls(next));
    stretches.filter_map(|stretch| sentence(stretch, names)).collect()
}

/// `In round 2 Ember brought Kestrel down (fire blast), and Vetch hurt Tarn (longbow).` Of those who did not fall the
/// heaviest loss is told.
fn sentence(rounds: &[&[Loss]], names: &[String]) -> Option<String> {
    let all = || rounds.iter().copied().flatten();
    let fallen: Vec<usize> = all().filter(|loss| loss.felled).map(|loss| loss.on).collect();
    let hurt = all().filter(|loss| loss.points > 0 && !fallen.contains(&loss.on));
    let heaviest = hurt.max_by_key(|loss| loss.points);
    let told = all().filter(|loss| loss.felled || heaviest.is_some_and(|heaviest| std::ptr::eq(*loss, heaviest)));
    let deeds: Vec<String> = told.map(|loss| deed(loss, names)).collect();
    let (first, last) = (all().next()?.round, all().last()?.round);
    let when = match (first, last) {
        (_, 0) => "Before the first round".to_owned(),
        _ if first == last => format!("In round {first}"),
        _ if first + 1 == last => format!("In rounds {first} and {last}"),
        _ => format!("From round {first} to {last}"),
    };
    (!deeds.is_empty()).then(|| format!("{when} {}.", words::list(&deeds)))
}

/// `Gorse brought Basalt down (boulder shot)`
fn deed(loss: &Loss, names: &[String]) -> String {
    let name = |at: usize| names.get(at).map_or("somebody", String::as_str);
    let with = loss.with.replace('-', " ");
    let (who, how) = match loss.by.map(name) {
        Some(by) => (by.to_owned(), if with.is_empty() { with } else { format!(" ({with})") }),
        None if with.is_empty() => ("something".to_owned(), with),
        None => (with, String::new()),
    };
    let on = if loss.by == Some(loss.on) { "themselves" } else { name(loss.on) };
    if loss.felled { format!("{who} brought {on} down{how}") } else { format!("{who} hurt {on}{how}") }
}

/// Who won, and who is left.
fn end(battle: &dyn Battle, view: &View) -> String {
    let rounds = match round(battle) {
        Some(1) => "After one round".to_owned(),
        Some(rounds) => format!("After {rounds} rounds"),
        None => "In the end".to_owned(),
    };
    let winner = battle.winner().and_then(|side| view.sides.get(usize::from(side.0)));
    let mut tale = match (winner, battle.outcome()) {
        (Some(side), _) => vec![format!("{rounds} victory went to the {side}.")],
        (None, Some(_)) => vec![format!("{rounds} it was over, and nobody had won.")],
        (None, None) => vec!["It is not over yet.".to_owned()],
    };
    tale.extend(view.sides.iter().enumerate().filter_map(|(at, side)| left(view, at, side)));
    tale.join(" ")
}

/// Who of a side is left; nothing of a side that nobody is on.
fn left(view: &View, at: usize, side: &str) -> Option<String> {
    let (able, out): (Vec<&Token>, Vec<&Token>) = of_side(view, at).partition(|token| token.able);
    let standing: Vec<String> = able.into_iter().map(standing).collect();
    let out: Vec<&str> = out.into_iter().map(|token| token.name.as_str()).collect();
    let are = |count: usize| if count == 1 { "is" } else { "are" };
    Some(match (standing.as_slice(), out.as_slice()) {
        ([], []) => return None,
        ([], [one]) => format!("{one} of the {side} is out of the fight."),
        ([], _) => format!("Nobody of the {side} is left standing."),
        ([one], []) => format!("{one} of the {side} is still standing."),
        (all, []) => format!("All of the {side} are still standing: {}.", words::list(all)),
        (some, out) => format!(
            "Of the {side} {} {} still standing; {} {} out of the fight.",
            words::list(some),
            are(some.len()),
            words::list(out),
            are(out.len()),
        ),
    })
}

/// `Ember (badly hurt)`
fn standing(token: &Token) -> String {
    let word = token.gauges.first().map_or("", |gauge| gauge.word.as_str());
    if word.is_empty() { token.name.clone() } else { format!("{} ({word})", token.name) }
}

/// The round, for a game that counts rounds.
fn round(battle: &dyn Battle) -> Option<u32> {
    battle.read("round").ok()?.parse().ok()
}
