//! What was heard: what everybody did, and which rules told winners from losers.

use skirmish_kernel::{Fights, Game, Id, words};
use skirmish_sim::{DeedTally, HeardTally, Report};

use super::chart::{Keep, columns, percent, share};
use super::tell::section;
use crate::out::Out;

/// So many deeds are told, of one or two; of many combatants, fewer of each. Machines are told all.
const MOST_DEEDS: usize = 12;

/// So many rules are told.
const MOST_RULES: usize = 8;

pub(super) fn tell(game: &dyn Game, fights: &dyn Fights, report: &Report, out: &mut Out) {
    let (heard, paint) = (&report.heard, out.paint());
    if heard.fights == 0 {
        return;
    }
    let of = if heard.fights == report.fights() {
        String::new()
    } else {
        paint.dim(&format!(" (heard in the first {} fights)", heard.fights))
    };
    section(&format!("{}{of}", paint.bold("What they do")), &deeds(fights, heard), out);
    section(&format!("{}{of}", paint.bold("What goes with winning")), &rules(game, fights, heard), out);
}

fn deeds(fights: &dyn Fights, heard: &HeardTally) -> Vec<String> {
    let heading = ["", "", "a fight", "harm a fight", "wins with it", "without"].map(str::to_owned).to_vec();
    let most = (MOST_DEEDS / fights.combatants().len().max(1)).clamp(3, 6);
    let mut rows = vec![heading];
    for (at, combatant) in fights.combatants().iter().enumerate() {
        let mut own: Vec<&DeedTally> = heard.deeds.iter().filter(|deed| deed.who == Some(Id::new(at))).collect();
        own.sort_by_key(|deed| (std::cmp::Reverse(deed.harm), std::cmp::Reverse(deed.turns), &deed.verb));
        let side = usize::from(combatant.side.0);
        let more = own.len().saturating_sub(most);
        for (nth, deed) in own.into_iter().take(most).enumerate() {
            let name = if nth == 0 { combatant.name.as_str() } else { "" };
            rows.push(row(name, deed, heard, Some(side)));
        }
        if more > 0 {
            rows.push(vec![String::new(), format!("and {more} more")]);
        }
    }
    for deed in heard.deeds.iter().filter(|deed| deed.who.is_none()) {
        rows.push(row("", deed, heard, None));
    }
    if rows.len() == 1 {
        return Vec::new();
    }
    columns(&rows, &[Keep::Left, Keep::Left, Keep::Right, Keep::Right, Keep::Right, Keep::Right])
}

fn row(name: &str, deed: &DeedTally, heard: &HeardTally, side: Option<usize>) -> Vec<String> {
    let a_fight = |count: f64| {
        if count == 0.0 { String::new() } else { format!("{:.2}", count / heard.fights as f64) }
    };
    let (with, without) = side.map_or((None, None), |side| heard.chances(deed.fights, &deed.won, side));
    let chance = |chance: Option<f64>| chance.map_or_else(String::new, percent);
    vec![
        name.to_owned(),
        deed.verb.clone(),
        a_fight(deed.turns as f64),
        a_fight(deed.harm as f64),
        chance(with),
        chance(without),
    ]
}

/// The rules whose use tells most of who wins: in how many fights, and how often each side wins where they were used
/// and where they were not.
fn rules(game: &dyn Game, fights: &dyn Fights, heard: &HeardTally) -> Vec<String> {
    let catalogue = game.catalogue();
    let rows = heard.telling().into_iter().take(MOST_RULES).map(|(side, rule)| {
        let (with, without) = heard.chances(rule.fights, &rule.won, side);
        let title = catalogue.rules.get(rule.rule.index()).map_or("", |rule| rule.title);
        let name = fights.sides().get(side).map_or("", String::as_str);
        vec![
            format!("{} [{}]", words::visible(title, 60), catalogue.name(rule.rule)),
            percent(share(rule.fights, heard.fights)),
            name.to_owned(),
            percent(with.unwrap_or(0.0)),
            percent(without.unwrap_or(0.0)),
        ]
    });
    let heading = ["", "used in", "for", "wins with it", "without"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(heading).chain(rows).collect();
    if rows.len() == 1 {
        return Vec::new();
    }
    columns(&rows, &[Keep::Left, Keep::Right, Keep::Left, Keep::Right, Keep::Right])
}
