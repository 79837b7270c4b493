//! What bears on an attack: cost, distance, score, what it draws, what it does.

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Fact, Id, Itemised, RuleId};

use super::{check, costs, struck, yards};
use crate::catalogue::rule;
use crate::model::{Attack, Bar, Drawn, Hand, Incoming, Mode, Occasion, Row, Setup, Spot, State};
use crate::rules::attack::{Blow, barred, drawn};
use crate::rules::{damage, effects, lines, opportunity, score};
use crate::text::words::{arm_name, capital};

/// Everything about an attack that is paid for by itself.
pub fn attack(g: &Setup, s: &State, who: Id, attack: Attack, occasion: Occasion) -> Vec<Fact> {
    let Some(blow) = Blow::new(g, who, attack, occasion) else { return Vec::new() };
    let row = blow.row;
    let mut facts = vec![costs(s, who, blow.cost)];
    facts.push(Fact::plain(format!("{} away", yards(lines::between(s, who, attack.on)))));
    facts.push(match row.mode {
        Mode::Melee => Fact::by(rule::MELEE_THREAT_ZONE, format!("reach {}", yards(row.reach.into()))),
        Mode::Ranged => Fact::by(rule::RANGED_NOMINAL, format!("range {}", yards(row.range.into()))),
    });
    facts.extend(struck_for(g, s, &blow));
    facts.extend(strike(g, s, who, attack, row));
    facts
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
    let mut facts = check(g, s, &score::attack::<Itemised>(g, s, who, attack, row), &g.ability(row.ability).name);
    facts.extend(undefended(g, s, who, attack, row));
    facts.extend(harm(g, s, who, attack, row));
    facts.extend(location(g, s, who, attack, row));
    facts
}

/// Is it known beforehand that there is no defence? What a foe has left to defend with is not told.
fn undefended(g: &Setup, s: &State, by: Id, attack: Attack, row: &Row) -> Option<Fact> {
    let incoming = Incoming { by, on: attack.on, row: attack.row, mode: row.mode, nature: row.nature };
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
    let by = if harm == row.harm { rule::DAMAGE_PASSIVE } else { rule::CALLED_VULNERABILITY };
    Some(Fact::by(by, format!("damage {} {}{against}", dice(row.dice, row.flat), harm.word())))
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
    let mut facts = Vec::new();
    let mut say = |rule: RuleId, text: &str| facts.push(Fact::by(rule, text));
    match attack.spot {
        Spot::Arm => say(rule::CALLED_TABLE, "an arm that is hurt is of no use and drops what was in hand"),
        Spot::Leg => say(rule::CALLED_TABLE, "a leg that is hurt halves all moves"),
        Spot::Appendage | Spot::Joint => say(rule::CALLED_TABLE, "what is hurt there is of no use"),
        Spot::Head => say(rule::CALLED_TABLE, "hurt there, the target saves with Stamina or is out for a turn"),
        Spot::Weapon(hand) => facts.extend(at_weapon(g, s, who, attack.on, hand, row)),
        Spot::Whole | Spot::Torso | Spot::Vitals | Spot::Vulnerability => {}
    }
    if effects::may_kill(g, s, who, attack, row) {
        facts.push(Fact::by(rule::CALLED_VITALS, "hurt there, the target saves with Stamina or is dead"));
    }
    if let Some((save, points)) = g.ability(row.ability).save {
        let less = i32::from(row.points / points.max(1));
        let word = capital(save.word());
        facts.push(Fact::by(rule::SAVE_OPPOSED, format!("who is hurt saves with {word}, {less} worse")));
    }
    facts
}

/// What becomes of a weapon that is struck; how well a foe's is made is not told. (`called.weapon`, `structural.save`)
fn at_weapon(g: &Setup, s: &State, who: Id, on: Id, hand: u8, row: &Row) -> Vec<Fact> {
    let Some(Hand::Arm(arm)) = s.creature(on).hands.get(usize::from(hand)).copied() else { return Vec::new() };
    let name = arm_name(g, on, arm);
    let mut facts = vec![Fact::by(rule::CALLED_WEAPON, format!("does no damage; {name} may be dropped"))];
    let strength = g.arm(on, arm).strength_save;
    if let (Some(strength), Some(said)) = (strength, effects::is_due(g, s, on, arm, row)) {
        match g.opposed(who, on) {
            true => facts.push(Fact::by(rule::STRUCTURAL_SAVE, format!("{name} saves or breaks"))),
            false => facts.extend(check(g, s, &score::structural(on, strength, said), &name)),
        }
    }
    facts
}
