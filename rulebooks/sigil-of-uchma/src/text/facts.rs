//! What bears on a choice before it is made, how two stand to each other, and a sheet in words.

mod reach;

use skirmish_bookkit::words::plural;
use skirmish_grid::Square;
use skirmish_kernel::words::{either, list};
use skirmish_kernel::{Fact, Id, RuleId};

pub use reach::reach;

use crate::catalogue::rule;
use crate::model::{
    Ability, Act, Aim, Ask, Choice, Delivery, Effect, Named, Needs, Packet, Resistance, Setup, State, Status, Targets,
    Timing, Trigger,
};
use crate::rules::bodies::Party;
use crate::rules::{abilities, attack, bodies, damage, falls, groups, lines, movement, paths, position, precision};
use crate::text::words::{label, squares};

/// Facts before an answer.
pub fn facts(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Vec<Fact> {
    match (ask, choice) {
        (Ask::Turn, Choice::Act(Act::Walk(steps))) => {
            let cost = paths::spent_on(g, s, who, *steps);
            cost.map(|cost| spends(g, s, who, bodies::is_aloft(s, who), cost)).into_iter().collect()
        }
        (Ask::Turn, Choice::Act(Act::Fly(metres))) => {
            let cost = i32::from(s.done.spent) + movement::flight_cost(g, *metres);
            vec![Fact::by(rule::FLY_AXES, plural(metres.abs(), "metre")), spends(g, s, who, true, cost)]
        }
        (Ask::Turn, Choice::Act(Act::Stand | Act::DropProne)) => {
            let (aloft, half) = (bodies::is_aloft(s, who), movement::half_base(g, s, who));
            let fall = aloft.then(|| falls(g, s.creature(who).altitude.into(), rule::FLY_ABOVE_GROUND));
            fall.into_iter().chain([spends(g, s, who, aloft, i32::from(s.done.spent) + half)]).collect()
        }
        (Ask::Turn, Choice::Act(Act::StepOff(to))) => {
            vec![falls(g, movement::drop_to(g, s, who, *to), rule::FALL_DAMAGE)]
        }
        (Ask::Turn, Choice::Act(Act::Prepare { ability, at, .. })) => prepared(g, s, who, *ability, *at),
        (Ask::Turn, Choice::Act(Act::Swap(set))) => {
            let takes = match groups::of_swap(g) {
                Some(Timing::Action) => ", the action",
                Some(_) => ", a rapid action",
                None => "",
            };
            vec![Fact::by(rule::RULING_SWAP_SET, format!("{} in hand{takes}", g.in_set(who, *set)))]
        }
        (Ask::Turn, Choice::Act(Act::Use { ability, aim })) => used(g, s, who, *ability, *aim),
        (Ask::Turn, Choice::Act(Act::Run)) => vec![Fact::by(rule::RUN_NO_ACTIONS, "no action in this turn")],
        (Ask::Fire { on }, Choice::Yes(true)) => {
            let aim = |what: u8| if g.ability(what).is_aimed() { Aim::Named(Named::one(*on)) } else { Aim::Nobody };
            let ready = s.creature(who).ready.map(|ready| ready.ability);
            ready.map_or_else(Vec::new, |what| used(g, s, who, what, aim(what)))
        }
        (Ask::Fire { .. }, _) => vec![Fact::by(rule::PREPARED_TRIGGER, "keeps it for another time")],
        _ => Vec::new(),
    }
}

/// `a fall of 8 metres, 30 damage`
fn falls(g: &Setup, metres: i32, why: RuleId) -> Fact {
    Fact::by(why, format!("a fall of {}, {} damage", plural(metres, "metre"), falls::points(g, metres)))
}

/// `3 of 5 squares`
fn spends(g: &Setup, s: &State, who: Id, aloft: bool, cost: i32) -> Fact {
    let left = paths::budget(g, s, who, aloft);
    Fact::by(rule::MOVE_SPEED, format!("{} of {} squares", squares(cost), squares(left)))
}

/// How much health it gives back to somebody; an ally has no more than all of it.
fn heals(g: &Setup, s: &State, who: Id, points: i16, on: Option<Id>) -> String {
    let points = points + bodies::figures(g, s, who).potency;
    let lacks = |on: Id| (bodies::figures(g, s, on).max_health - s.creature(on).health).max(0);
    match on.filter(|on| !g.opposed(who, *on)).map(lacks) {
        Some(0) => "gives no health back: nothing is missing".into(),
        Some(lacks) if lacks < points => format!("gives {lacks} health back, all that is missing"),
        _ => format!("gives {points} health back"),
    }
}

/// What an ability does besides damage, in a few words each; to somebody, if one is named.
fn does(g: &Setup, s: &State, who: Id, ability: &Ability, on: Option<Id>) -> Vec<String> {
    let heals = ability.heal.map(|points| heals(g, s, who, points, on));
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
            let name = g.forms.get(usize::from(form)).map_or("another form", |form| form.name.as_str());
            let most = g.forms.get(usize::from(form)).and_then(|form| form.max_health.or(form.base_max_health));
            let most = most.map_or_else(String::new, |most| format!(" with {most} health"));
            format!("{name}{most} for {}, then as before", plural(rounds, "round"))
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
fn prepared(g: &Setup, s: &State, who: Id, what: u8, at: Option<Square>) -> Vec<Fact> {
    let (ability, side) = (g.ability(what), g.ability(what).zone);
    let place = match at {
        Some(middle) => format!("the {side} × {side} squares around {}", label(g, middle)),
        None => format!("reach {}", ability.range),
    };
    let of_steps = |trigger: &Trigger| matches!(trigger, Trigger::Into | Trigger::OutOf | Trigger::Within);
    let steps: Vec<&str> = ability.triggers.iter().filter(of_steps).map(Trigger::word).collect();
    let steps = (!steps.is_empty()).then(|| format!("a foe steps {} {place}", either(&steps).replace('-', " ")));
    let other = ability.triggers.iter().filter(|trigger| !of_steps(trigger)).map(|trigger| match trigger {
        Trigger::Targeted => "a foe aims at them".to_owned(),
        Trigger::Missed => "a foe's melee attack on them fails".to_owned(),
        _ => "what is named is seen to happen".to_owned(),
    });
    let when = either(&steps.into_iter().chain(other).collect::<Vec<_>>());
    let damage = ability.damage.map(|damage| harms(ability, damage));
    let mut facts = vec![Fact::by(rule::PREPARED_TRIGGER, format!("when {when}"))];
    facts.extend(damage.into_iter().chain(does(g, s, who, ability, None)).map(Fact::plain));
    facts.extend((!ability.kept).then(|| Fact::by(rule::PREPARED_EXPIRY, "until the round ends")));
    facts
}

/// `11 damage against evasion`
fn harms(ability: &Ability, damage: i16) -> String {
    format!("{damage} damage against {}", ability.resistance().word())
}

fn used(g: &Setup, s: &State, who: Id, what: u8, aim: Aim) -> Vec<Fact> {
    let ability = g.ability(what);
    let mut facts = Vec::new();
    if let Aim::Cell(middle) = aim
        && ability.radius > 0
    {
        let near = |cell: &Square| cell.chebyshev(middle) <= u32::from(ability.radius);
        let covered = g.ground.board.cells().filter(near).map(|cell| label(g, cell));
        facts.push(Fact::plain(format!("{} squares around", ability.radius)).over(covered));
    }
    if !matches!(aim, Aim::Named(_)) {
        facts.extend(ability.damage.map(|damage| Fact::plain(harms(ability, damage))));
    }
    if ability.targets == Targets::Around {
        let met: Vec<&str> = attack::around(g, s, who, ability).map(|id| g.sheet(id).name.as_str()).collect();
        facts.push(Fact::plain(if met.is_empty() { "meets nobody".into() } else { format!("meets {}", list(&met)) }));
    }
    let on = if ability.targets == Targets::Own { Some(who) } else { aim.sole() };
    facts.extend(does(g, s, who, ability, on).into_iter().map(Fact::plain));
    if let Aim::Named(named) = aim {
        for on in named.iter().filter(|on| *on != who) {
            let (by, target) = (Party::of(g, s, who), Party::of(g, s, on));
            facts.extend(near(g, s, who, on, ability.delivery == Delivery::Projectile));
            if g.opposed(who, on) || ability.hostile {
                let (check, goal) = precision::against::<skirmish_kernel::Itemised>(g, s, &by, &target, ability);
                let bonus = skirmish_kernel::Terms::sum(&check.terms);
                facts.push(Fact::by(rule::PRECISION_FORMULA, format!("1d10 {bonus:+} against {goal}")));
            }
            if let Some(taken) = damage::main(g, s, &by, &target, ability) {
                let more = |packet: &Packet| damage::extra(g, s, &by, &target, ability, *packet).points;
                let more: i32 = ability.extra.iter().map(more).sum();
                facts.push(Fact::by(rule::DAMAGE_FORMULA, format!("{} damage", taken.points + more)));
            }
        }
    }
    let cost = abilities::energy(g, who, ability);
    if cost > 0 {
        facts.push(Fact::by(rule::RULING_ENERGY, format!("costs {cost} of {} energy", s.creature(who).energy)));
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
    let of =
        |which: Resistance| format!("{} {}", which.word(), precision::resistance(g, s, &Party::of(g, s, id), which));
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
    abilities::each(g, s, id, |what| all.push(line(g, s, id, g.ability(what))));
    all
}

/// `hack: action, melee 1, 12 against parry`
fn line(g: &Setup, s: &State, who: Id, ability: &Ability) -> String {
    let timing: Vec<&str> = ability.timing.iter().map(Timing::word).collect();
    let range =
        if ability.range > 0 { format!(", {} {}", ability.delivery.word(), ability.range) } else { String::new() };
    let damage = ability.damage.map_or_else(String::new, |damage| format!(", {damage} damage"));
    let energy = if ability.energy > 0 { format!(", {} energy", ability.energy) } else { String::new() };
    let against = if ability.hostile { format!(" against {}", ability.resistance().word()) } else { String::new() };
    let against = if ability.damage.is_some() || ability.against.is_some() { against } else { String::new() };
    let does: String = does(g, s, who, ability, None).iter().map(|what| format!("; {what}")).collect();
    format!("{}: {}{range}{damage}{energy}{against}{does}", ability.name, timing.join(" or "))
}
