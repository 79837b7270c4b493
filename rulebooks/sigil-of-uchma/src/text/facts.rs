//! What bears on a choice before it is made, how two stand to each other, and a sheet in words.

mod reach;

use skirmish_bookkit::words::plural;
use skirmish_grid::Square;
use skirmish_kernel::words::{either, list};
use skirmish_kernel::{Fact, Id};

pub use reach::reach;

use crate::catalogue::rule;
use crate::model::{
    Ability, Act, Aim, Ask, Choice, Delivery, Effect, Needs, Resistance, Setup, State, Status, Targets, Timing, Trigger,
};
use crate::rules::{abilities, bodies, damage, falls, lines, movement, paths, position, precision};
use crate::text::words::{label, squares};

/// Facts before an answer.
pub fn facts(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Vec<Fact> {
    match (ask, choice) {
        (Ask::Turn, Choice::Act(Act::Walk(steps))) => {
            let cost = paths::spent_on(g, s, who, *steps);
            cost.map(|cost| spends(g, s, who, bodies::is_aloft(s, who), cost)).into_iter().collect()
        }
        (Ask::Turn, Choice::Act(Act::Fly(metres))) => {
            vec![spends(g, s, who, true, i32::from(s.done.spent) + movement::flight_cost(g, *metres))]
        }
        (Ask::Turn, Choice::Act(Act::Stand | Act::DropProne)) => {
            vec![spends(g, s, who, false, i32::from(s.done.spent) + movement::half_base(g, s, who))]
        }
        (Ask::Turn, Choice::Act(Act::StepOff(to))) => {
            let metres = movement::drop_to(g, s, who, *to);
            let harm = falls::points(g, metres);
            vec![Fact::by(rule::FALL_DAMAGE, format!("a fall of {}, {harm} damage", plural(metres, "metre")))]
        }
        (Ask::Turn, Choice::Act(Act::Prepare { ability, .. })) => prepared(g, g.ability(*ability)),
        (Ask::Turn, Choice::Act(Act::Swap(set))) => {
            let hands = g.sheet(who).own.sets.get(usize::from(*set)).copied().unwrap_or_default();
            let held = hands.main.into_iter().chain(hands.off).map(|at| g.weapon(at).name.as_str());
            vec![Fact::by(rule::RULING_SWAP_SET, list(&held.collect::<Vec<_>>()))]
        }
        (Ask::Turn, Choice::Act(Act::Use { ability, aim })) => used(g, s, who, *ability, *aim),
        (Ask::Turn, Choice::Act(Act::Run)) => vec![Fact::by(rule::RUN_NO_ACTIONS, "no action in this turn")],
        _ => Vec::new(),
    }
}

/// `3 of 5 squares`
fn spends(g: &Setup, s: &State, who: Id, aloft: bool, cost: i32) -> Fact {
    let left = paths::budget(g, s, who, aloft);
    Fact::by(rule::MOVE_SPEED, format!("{} of {} squares", squares(cost), squares(left)))
}

/// What an ability does besides damage, in a few words each.
fn does(g: &Setup, ability: &Ability) -> Vec<String> {
    let heals = ability.heal.map(|heals| format!("gives {heals} health and potency back"));
    let effects = ability.effects.iter().map(|effect| match *effect {
        Effect::Status { status, strength, resistance, lasts } => {
            let lasts = plural(lasts.count, if lasts.hits { "hit" } else { "round" });
            match status {
                Status::Guarded => format!("{} +{strength} for {lasts}", resistance.word()),
                Status::Bolstered => format!("bolstered: +{strength} damage for {lasts}"),
                Status::Bleeding => format!("bleeding: {strength} damage as a turn starts, {lasts}"),
                Status::Slowed => format!("slowed: {strength} squares fewer for {lasts}"),
                _ => format!("{}: no turn for {lasts}", status.word()),
            }
        }
        Effect::Prone => "falls prone".into(),
        Effect::Push(far) => format!("driven back {}", plural(far, "square")),
        Effect::Guard { resistance, strength } => format!("{} +{strength} against that attack", resistance.word()),
        Effect::Summon(of) => {
            format!("calls a {}", g.creatures.get(usize::from(of)).map_or("minion", |stock| stock.name.as_str()))
        }
        Effect::Form { form, rounds } => {
            let form = g.forms.get(usize::from(form)).map_or("another form", |form| form.name.as_str());
            format!("{form} for {}", plural(rounds, "round"))
        }
        Effect::Lay { lying, rounds, .. } => format!("{} for {}", lying.word(), plural(rounds, "round")),
        Effect::Sense { status: Status::Eye, rounds } => format!("sees from there for {}", plural(rounds, "round")),
        Effect::Sense { rounds, .. } => format!("hears from there for {}", plural(rounds, "round")),
        Effect::Teleport => "is there at once".into(),
    });
    let needs = if ability.needs == Needs::None { String::new() } else { format!(", by {}", ability.needs.word()) };
    let area = matches!(ability.targets, Targets::Around | Targets::Area)
        .then(|| format!("{} within {}{needs}", ability.whom.word(), plural(ability.radius, "square")));
    let talk = ability.speech.then(|| "talk, and nothing else".to_owned());
    area.into_iter().chain(heals).chain(effects).chain(talk).collect()
}

/// When something that is prepared is done, what it does, and for how long it waits.
fn prepared(g: &Setup, ability: &Ability) -> Vec<Fact> {
    let place = if ability.zone > 0 { "that area".to_owned() } else { format!("reach {}", ability.range) };
    let when = ability.triggers.iter().map(|trigger| match trigger {
        Trigger::Into => format!("a foe steps into {place}"),
        Trigger::OutOf => format!("a foe steps out of {place}"),
        Trigger::Within => format!("a foe steps within {place}"),
        Trigger::Targeted => "a foe aims at them".to_owned(),
        Trigger::Missed => "a foe's melee attack on them fails".to_owned(),
        Trigger::Event => "what is named is seen to happen".to_owned(),
    });
    let when = either(&when.collect::<Vec<_>>());
    let damage = ability.damage.map(|damage| format!("{damage} damage against {}", ability.resistance().word()));
    let mut facts = vec![Fact::by(rule::PREPARED_TRIGGER, format!("when {when}"))];
    facts.extend(damage.into_iter().chain(does(g, ability)).map(Fact::plain));
    facts.extend((!ability.kept).then(|| Fact::by(rule::PREPARED_EXPIRY, "until the round ends")));
    facts
}

fn used(g: &Setup, s: &State, who: Id, what: u8, aim: Aim) -> Vec<Fact> {
    let ability = g.ability(what);
    let mut facts = Vec::new();
    let cost = abilities::energy(g, who, ability);
    if cost > 0 {
        facts.push(Fact::by(rule::RULING_ENERGY, format!("costs {cost} of {} energy", s.creature(who).energy)));
    }
    if let Aim::Cell(middle) = aim
        && ability.radius > 0
    {
        let near = |cell: &Square| cell.chebyshev(middle) <= u32::from(ability.radius);
        let covered = g.ground.board.cells().filter(near).map(|cell| label(g, cell));
        facts.push(Fact::plain(format!("{} squares around", ability.radius)).over(covered));
    }
    facts.extend(does(g, ability).into_iter().map(Fact::plain));
    if let Aim::Named(named) = aim {
        for on in named.iter() {
            facts.extend(near(g, s, who, on, ability.delivery == Delivery::Projectile));
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
    near(g, s, from, to, true)
}

/// The same; cover and height bear on what flies.
fn near(g: &Setup, s: &State, from: Id, to: Id, flies: bool) -> Vec<Fact> {
    let mut facts = vec![Fact::plain(plural(bodies::distance(g, s, from, to), "square"))];
    if bodies::adjacent(g, s, from, to) {
        facts.push(Fact::by(rule::ADJACENT, "adjacent"));
    }
    let covering = lines::covering(g, s, from, to);
    if !covering.seen {
        facts.push(Fact::by(rule::LOS_BLOCKED, "out of sight"));
    }
    for grade in [covering.wall, covering.thing].into_iter().filter(|_| flies) {
        if let (bonus, Some(why)) = position::grade(g, grade) {
            facts.push(Fact::by(why, format!("cover +{bonus}")));
        }
    }
    if covering.creatures > 0 && flies {
        facts.push(Fact::by(rule::COVER_CREATURES, "somebody is in the way"));
    }
    if position::is_flanked(g, s, to) {
        facts.push(Fact::by(rule::FLANK, "flanked"));
    }
    match position::height(g, s, from, to) {
        _ if !flies => {}
        0 => {}
        high if high > 0 => facts.push(Fact::by(rule::ELEVATION_HIGH, format!("from above +{high}"))),
        low => facts.push(Fact::by(rule::ELEVATION_LOW, format!("from below {low}"))),
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
fn line(g: &Setup, ability: &Ability) -> String {
    let timing: Vec<&str> = ability.timing.iter().map(Timing::word).collect();
    let range =
        if ability.range > 0 { format!(", {} {}", ability.delivery.word(), ability.range) } else { String::new() };
    let damage = ability.damage.map_or_else(String::new, |damage| format!(", {damage} damage"));
    let energy = if ability.energy > 0 { format!(", {} energy", ability.energy) } else { String::new() };
    let against = if ability.hostile { format!(" against {}", ability.resistance().word()) } else { String::new() };
    let against = if ability.damage.is_some() || ability.against.is_some() { against } else { String::new() };
    let does: String = does(g, ability).iter().map(|what| format!("; {what}")).collect();
    format!("{}: {}{range}{damage}{energy}{against}{does}", ability.name, timing.join(" or "))
}
