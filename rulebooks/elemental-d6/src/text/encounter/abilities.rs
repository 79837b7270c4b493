//! Weapons, talents and attacks: the book's, and the table's own among them.

use skirmish_bookkit::file::Row;
use skirmish_bookkit::words;
use skirmish_kernel::dice::{Expression, NotationError};
use skirmish_kernel::words::short;

use super::CONTENT;
use crate::model::{
    Ability, AbilityKind, Cost, Delivery, Inflicts, Kind, Lasts, Sheet, Speed, Stat, Structure, Upgrade,
};

/// The most abilities one encounter may know.
const MOST: usize = 250;

/// The farthest that anything reaches, in feet.
const FARTHEST: i64 = 10_000;

/// The longest push, in feet.
const LONGEST_PUSH: i64 = 1_000;

words! {
    /// What a structure is made of.
    enum Matter {
        Obstacle = "obstacle": "Solid.",
        Concealing = "concealing": "Blocks sight only.",
    }
}

words! {
    /// The end of a short condition.
    enum Until {
        Segment = "segment": "The end of the segment.",
    }
}

/// The book's abilities, with the table's own among them.
pub(super) fn abilities(row: &Row) -> Vec<Ability> {
    let about = "Abilities of this table's own; one of a known name replaces it.";
    let all = row.library("ability", about, "an ability", MOST, CONTENT.documents(), ability);
    all.into_iter().map(|entry| Ability { name: entry.name, ..entry.of }).collect()
}

fn ability(row: &Row) -> Ability {
    row.needs(&["kind", "costs", "delivery", "range", "speed"]);
    let costs: Vec<Cost> = row.some_of("costs", "What it may be paid with, the usual cost first.").unwrap_or_default();
    if let Some(place) = row.place_of("costs").filter(|_| costs.is_empty()) {
        row.reader().wrong(&place, "an ability costs something", "costs = [\"standard\"]");
    }
    if let Some(place) = row.place_of("structure").filter(|_| row.has("offensive")) {
        let help = "leave out `offensive` or `structure`";
        row.reader().wrong(&place, "an ability attacks or builds, not both", help);
    }
    Ability {
        name: String::new(),
        kind: row.one_of("kind", "What sort of thing it is.").unwrap_or(AbilityKind::Weapon),
        costs,
        offensive: formula(row, "offensive", "Hit roll: `AB+Dex+2d6`; none for what attacks nobody."),
        defensive: formula(row, "defensive", "Hit roll when countering with it."),
        damage: formula(row, "damage", "Damage on a hit."),
        damage_type: row.line("damage_type", "In a word: `slashing`.").unwrap_or_default(),
        delivery: row.one_of("delivery", "How it reaches its target.").unwrap_or(Delivery::Melee),
        range: row.number("range", "Feet.", 0..=FARTHEST).unwrap_or(0),
        speed: speed(row).unwrap_or(Speed::Instant),
        pushback: row.number("pushback", "Feet of pushback on a hit; 0 by default.", 0..=LONGEST_PUSH).unwrap_or(0),
        reposition: row.flag("reposition", "The attacker chooses each hex of the push.").unwrap_or(false),
        inflicts: row.tables("inflicts", "Conditions on a hit.", inflicts),
        area: row.number("area", AREA, 0..=20),
        delay: row.number("delay", "Segments between launch and effect; 0 by default.", 0..=30).unwrap_or(0),
        structure: row.table_if("structure", "What it builds.", structure),
        cooldown: row.number("cooldown", "Rounds; 0 by default.", 0..=1_000).unwrap_or(0),
        swift: row.table_if("swift", "What one Swift adds.", upgrade),
        full: row.table_if("full", "What changes when it is paid as a Full.", upgrade),
        durability: row.number("hp", "Hit points of the thing itself.", 0..=1_000_000),
        long_binding: row.flag("long_binding", "Can it be kept up for hours?").unwrap_or(false),
        about: row.line("about", "One line.").unwrap_or_default(),
    }
}

const AREA: &str =
    "It meets everybody within so many hexes of where it arrives, friend and foe, but not its maker; none by default.";

fn structure(row: &Row) -> Structure {
    row.needs(&["hexes", "kind"]);
    Structure {
        hexes: row.number("hexes", "Hexes in a row.", 1..=32).unwrap_or(1),
        obstacle: row.one_of("kind", "Solid, or only concealing.") == Some(Matter::Obstacle),
        rounds: row.number("rounds", "Rounds; to the end of the combat when left out.", 1..=10_000),
    }
}

/// A condition put on whoever is hit: for some `rounds`, `until = "segment"`, or until something ends it.
fn inflicts(row: &Row) -> Inflicts {
    row.needs(&["condition"]);
    let rounds = row.number("rounds", "For how long.", 1..=10_000);
    let until: Option<Until> = row.one_of("until", "`segment`: the rest of it.");
    if let Some(place) = row.place_of("until").filter(|_| row.has("rounds")) {
        row.reader().wrong(&place, "it lasts for `rounds`, or `until` something", "leave one of the two out");
    }
    Inflicts {
        condition: row.one_of("condition", "Which.").unwrap_or(Kind::Staggered),
        lasts: rounds.map(Lasts::Rounds).or(until.map(|_| Lasts::Segment)).unwrap_or(Lasts::Open),
        resist: row.table_if("resist", "A check that wards it off.", |row| {
            row.needs(&["ability", "dc"]);
            let stat = row.one_of("ability", "Which ability.").unwrap_or(Stat::Str);
            (stat, row.number("dc", "Difficulty.", -1_000..=1_000).unwrap_or(0))
        }),
    }
}

fn upgrade(row: &Row) -> Upgrade {
    Upgrade {
        offensive: formula(row, "offensive", "Hit roll."),
        defensive: formula(row, "defensive", "Defensive formula."),
        damage: formula(row, "damage", "Damage."),
        pushback: row.number("pushback", "Feet.", -LONGEST_PUSH..=LONGEST_PUSH),
        range: row.number("range", "Feet.", -FARTHEST..=FARTHEST),
    }
}

/// `AB+Dex+2d6`: names and dice that this game knows.
pub(super) fn formula(row: &Row, key: &'static str, about: &'static str) -> Option<Expression> {
    let text = row.word(key, about)?;
    let expression: Expression = match text.parse() {
        Ok(expression) => expression,
        Err(wrong) => {
            let NotationError { message, hint, span, .. } = wrong;
            // The span lies behind the opening quote.
            let place = text.place.part(span.start + 1..span.end + 1);
            row.reader().wrong(&place, message, hint.unwrap_or_default());
            return None;
        }
    };
    if let Err(why) = Sheet::blank().pool(&expression) {
        row.reader().wrong(&text.place, why, "for example `AB+Dex+2d6`");
        return None;
    }
    Some(expression)
}

fn speed(row: &Row) -> Option<Speed> {
    let text = row.word("speed", "`3H`, `3H+1` or `instant`.")?;
    let word = text.trim();
    if word.eq_ignore_ascii_case("instant") {
        return Some(Speed::Instant);
    }
    let (hexes, bonus) = word.split_once(['H', 'h']).unwrap_or(("", ""));
    let bonus = if bonus.is_empty() { Ok(0) } else { bonus.trim_start_matches('+').trim().parse() };
    match (hexes.trim().parse::<u8>(), bonus) {
        (Ok(n), Ok(k)) if (1..=200).contains(&n) && k <= 200u8 => Some(Speed::Hexes(n, k)),
        _ => {
            let help = "hexes per segment: `3H`, `3H+1`; or `instant`";
            row.reader().wrong(&text.place, format!("`{}` is no speed", short(word)), help);
            None
        }
    }
}
