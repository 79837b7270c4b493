//! What bears on a choice before it is made, how two stand to each other, and a sheet in words.

use skirmish_kernel::{Fact, Id};

use crate::catalogue::rule;
use crate::model::{Ability, Act, Aim, Ask, Choice, Resistance, Setup, State, Timing};
use crate::rules::{abilities, bodies, damage, lines, paths, position, precision};
use crate::text::words::squares;

/// Facts before an answer.
pub fn facts(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Vec<Fact> {
    match (ask, choice) {
        (Ask::Turn, Choice::Act(Act::Walk(steps))) => {
            let left = paths::budget(g, s, who, bodies::is_aloft(s, who));
            let cost = paths::spent_on(g, s, who, *steps);
            let text = |cost: i32| format!("{} of {} squares", squares(cost), squares(left));
            cost.map(|cost| Fact::by(rule::MOVE_SPEED, text(cost))).into_iter().collect()
        }
        (Ask::Turn, Choice::Act(Act::Use { ability, aim })) => used(g, s, who, *ability, *aim),
        (Ask::Turn, Choice::Act(Act::Run)) => vec![Fact::by(rule::RUN_NO_ACTIONS, "no action in this turn")],
        _ => Vec::new(),
    }
}

fn used(g: &Setup, s: &State, who: Id, what: u8, aim: Aim) -> Vec<Fact> {
    let ability = g.ability(what);
    let mut facts = Vec::new();
    let cost = abilities::energy(g, who, ability);
    if cost > 0 {
        facts.push(Fact::by(rule::RULING_ENERGY, format!("{cost} of {} energy", s.creature(who).energy)));
    }
    if let Aim::Named(named) = aim {
        for on in named.iter() {
            facts.push(Fact::plain(format!("{} squares away", bodies::distance(g, s, who, on))));
            if g.opposed(who, on) || ability.hostile {
                let (check, goal) = precision::against::<skirmish_kernel::Itemised>(g, s, who, on, what);
                let bonus = skirmish_kernel::Terms::sum(&check.terms);
                facts.push(Fact::by(rule::PRECISION_FORMULA, format!("1d10 {bonus:+} against {goal}")));
            }
            if let Some(taken) = damage::main(g, s, who, on, ability) {
                let more: i32 =
                    ability.extra.iter().map(|packet| damage::extra(g, s, who, on, ability, *packet).points).sum();
                facts.push(Fact::by(rule::DAMAGE_FORMULA, format!("{} damage", taken.points + more)));
            }
        }
    }
    facts
}

/// How one stands to another.
pub fn between(g: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
    let mut facts = vec![Fact::plain(format!("{} squares", bodies::distance(g, s, from, to)))];
    if bodies::adjacent(g, s, from, to) {
        facts.push(Fact::by(rule::ADJACENT, "adjacent"));
    }
    let covering = lines::covering(g, s, from, to);
    if !covering.seen {
        facts.push(Fact::by(rule::LOS_BLOCKED, "out of sight"));
    }
    for grade in [covering.wall, covering.thing] {
        if let (bonus, Some(why)) = position::grade(g, grade) {
            facts.push(Fact::by(why, format!("cover +{bonus}")));
        }
    }
    if covering.creatures > 0 {
        facts.push(Fact::by(rule::COVER_CREATURES, "somebody is in the way"));
    }
    if position::is_flanked(g, s, to) {
        facts.push(Fact::by(rule::FLANK, "flanked"));
    }
    match position::height(g, s, from, to) {
        0 => {}
        high if high > 0 => facts.push(Fact::by(rule::ELEVATION_HIGH, "from above")),
        _ => facts.push(Fact::by(rule::ELEVATION_LOW, "from below")),
    }
    facts
}

/// A combatant's sheet, line by line.
pub fn sheet(g: &Setup, s: &State, id: Id) -> Vec<String> {
    let (sheet, now, figures) = (g.sheet(id), s.creature(id), bodies::figures(g, s, id));
    let of = |which: Resistance| format!("{} {}", which.word(), precision::resistance(g, s, id, which));
    let mut all = vec![
        format!("{} of {} health, {} of {} energy", now.health, figures.max_health, now.energy, sheet.max_energy),
        format!("{}, level {}, initiative {}", sheet.kind.word(), figures.level, figures.initiative),
        Resistance::ALL.map(of).join(", "),
        format!(
            "armor {} physical, {} magical; potency {}, control {}",
            figures.armor[0], figures.armor[1], figures.potency, figures.control
        ),
    ];
    let flies = if figures.flies { format!(", flies {}", paths::fly_speed(g, s, id)) } else { String::new() };
    all.push(format!("{} squares{flies}; {} a side", paths::speed(g, s, id), figures.size));
    abilities::each(g, s, id, |what| all.push(line(g, g.ability(what))));
    all
}

/// `hack: action, melee 1, 12 against parry`
fn line(_: &Setup, ability: &Ability) -> String {
    let timing: Vec<&str> = ability.timing.iter().map(Timing::word).collect();
    let range =
        if ability.range > 0 { format!(", {} {}", ability.delivery.word(), ability.range) } else { String::new() };
    let damage = ability.damage.map_or_else(String::new, |damage| format!(", {damage} damage"));
    let energy = if ability.energy > 0 { format!(", {} energy", ability.energy) } else { String::new() };
    let against = if ability.hostile { format!(" against {}", ability.resistance().word()) } else { String::new() };
    format!("{}: {}{range}{damage}{energy}{against}", ability.name, timing.join(" or "))
}
