//! What bears on an attack: cost, distance, score, what it draws, what it does.

use skirmish_bookkit::facts;
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Fact, Id, Itemised};

use super::{check, costs, struck, yards};
use crate::catalogue::rule;
use crate::model::{Attack, Bar, Drawn, Effect, Hand, Incoming, Mode, Occasion, Row, Setup, Spot, State};
use crate::rules::attack::{Blow, barred, drawn};
use crate::rules::{damage, effects, lines, opportunity, score};
use crate::text::words::capital;

/// Everything about an attack that is paid for by itself.
pub fn attack(g: &Setup, s: &State, who: Id, attack: Attack, occasion: Occasion) -> Vec<Fact> {
    let Some(blow) = Blow::new(g, who, attack, occasion) else { return Vec::new() };
    let row = blow.row;
    let (away, melee) = (yards(lines::between(s, who, attack.on)), row.mode == Mode::Melee);
    facts![
        costs(s, who, blow.cost),
        _: "{away} away",
        MELEE_THREAT_ZONE: ("reach {}", yards(row.reach.into())) if melee,
        RANGED_NOMINAL: ("range {}", yards(row.range.into())) if !melee,
        ..struck_for(g, s, &blow),
        ..strike(g, s, who, attack, row),
    ]
}

/// Who strikes first, since it lays its attacker open.
fn struck_for(g: &Setup, s: &State, blow: &Blow) -> Option<Fact> {
    let by = match drawn(g, s, blow)? {
        Drawn::Shot => rule::RANGED_IN_MELEE,
        _ => rule::MAGIC_MELEE,
    };
    struck(g, by, opportunity::strikers(g, s, blow.by))
}

/// The blow itself: what it must not exceed, how it can be met, what it does where it lands.
pub fn strike(g: &Setup, s: &State, who: Id, attack: Attack, row: &Row) -> Vec<Fact> {
    facts![
        ..check(g, s, &score::attack::<Itemised>(g, s, who, attack, row), &g.ability(row.ability).name),
        ..undefended(g, s, who, attack, row),
        ..harm(g, s, who, attack, row),
        ..location(g, s, who, attack, row),
    ]
}

/// Is it known beforehand that there is no defence? What a foe has left to defend with is not told.
fn undefended(g: &Setup, s: &State, by: Id, attack: Attack, row: &Row) -> Option<Fact> {
    let incoming = Incoming { by, on: attack.on, row: attack.row, mode: row.mode, nature: row.nature, leap: 0 };
    let (rule, why) = match barred(g, s, &incoming, false)? {
        Bar::Aggressive => (rule::STANCE_AGGRESSIVE_NO_DEFEND, "both are Aggressive"),
        Bar::Surprised => (rule::AMBUSH_SURPRISED, "they are surprised"),
        Bar::Helpless => (rule::RULING_STATES, "they can do nothing"),
        Bar::Spent | Bar::Unanswered => return None,
    };
    Some(Fact::by(rule, format!("there is no defence: {why}")))
}

/// `damage 1d8+13 impact`. What a foe wears against it is the foe's to know.
fn harm(g: &Setup, s: &State, who: Id, attack: Attack, row: &Row) -> Option<Fact> {
    if matches!(attack.spot, Spot::Weapon(_)) {
        return None;
    }
    let harm = damage::harm_through(row, attack.spot);
    let against = match g.opposed(who, attack.on) {
        true => String::new(),
        false => format!(" against {}", damage::rating(g, s, attack.on, harm)),
    };
    let leap = match g.ability(row.ability).effect {
        Effect::Pounce(most) => format!(", and 1 for each yard of the leap, {most} at most"),
        _ => String::new(),
    };
    let by = if harm == row.harm { rule::DAMAGE_PASSIVE } else { rule::CALLED_VULNERABILITY };
    Some(Fact::by(by, format!("damage {} {}{against}{leap}", dice(row.dice, row.flat), harm.word())))
}

/// `1d8+13`
pub fn dice(dice: [Dice; 2], flat: i16) -> String {
    let mut text: Vec<String> = dice.iter().filter(|dice| !dice.is_empty()).map(ToString::to_string).collect();
    if flat != 0 || text.is_empty() {
        text.push(flat.to_string());
    }
    text.join("+")
}

/// What comes of it besides, where it lands. (`called.table`)
fn location(g: &Setup, s: &State, who: Id, attack: Attack, row: &Row) -> Vec<Fact> {
    let at = match attack.spot {
        Spot::Arm => facts![CALLED_TABLE: "an arm that is hurt is of no use and drops what was in hand"],
        Spot::Leg => facts![CALLED_TABLE: "a leg that is hurt halves all moves"],
        Spot::Appendage | Spot::Joint => facts![CALLED_TABLE: "what is hurt there is of no use"],
        Spot::Head => facts![CALLED_TABLE: "hurt there, the target saves with Stamina or is out for a turn"],
        Spot::Weapon(hand) => at_weapon(g, s, who, attack.on, hand, row),
        Spot::Whole | Spot::Torso | Spot::Vitals | Spot::Vulnerability => Vec::new(),
    };
    let saves = g.ability(row.ability).save.map(|(save, points)| {
        let (word, less) = (capital(save.word()), row.points / points.max(1));
        Fact::by(rule::SAVE_OPPOSED, format!("who is struck saves with {word}, {less} worse"))
    });
    let kills = effects::may_kill(g, s, who, attack, row);
    facts![..at, CALLED_VITALS: "hurt there, the target saves with Stamina or is dead" if kills, ..saves]
}

/// What becomes of a weapon that is struck; how well a foe's is made is not told. (`called.weapon`, `structural.save`)
fn at_weapon(g: &Setup, s: &State, who: Id, on: Id, hand: u8, row: &Row) -> Vec<Fact> {
    let Some(Hand::Arm(arm)) = s.creature(on).hands.get(usize::from(hand)).copied() else { return Vec::new() };
    let name = g.arm_name(on, arm);
    let saves = match effects::due(g, s, on, arm, row) {
        Some(_) if g.opposed(who, on) => facts![STRUCTURAL_SAVE: "{name} saves or breaks"],
        Some((strength, said)) => check(g, s, &score::structural(on, strength, said), &name),
        None => Vec::new(),
    };
    facts![CALLED_WEAPON: "does no damage; {name} may be dropped", ..saves]
}
