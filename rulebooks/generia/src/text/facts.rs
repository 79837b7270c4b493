//! What bears on a choice before it is made, how two combatants stand to each other, and what is on a sheet.

pub mod defences;
mod effects;
mod reach;
mod sheet;
mod turn;

use skirmish_bookkit::facts;
use skirmish_grid::Square;
use skirmish_kernel::{Bearing, Check, Fact, Id, Itemised, RuleId, Term, Terms};

pub use reach::reach;
pub use sheet::sheet;

use crate::catalogue::{CATALOGUE, rule};
use crate::model::{
    Ability, Act, Ask, Attribute, Choice, Defend, Harm, Occasion, Path, STEP_DOWN, Setup, State, Timing,
};
use crate::rules::damage::armour;
use crate::rules::edge::Edge;
use crate::rules::magic::areas;
use crate::rules::movement::{flight, paths, sneak};
use crate::rules::{after, bodies, lines, reactions, standing};
use crate::text::words::{arm_name, stretch};

/// What bears on an answer: cost, range, cover, what is to be reached.
pub fn facts(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Vec<Fact> {
    match (ask, choice) {
        (Ask::EndSpell | Ask::DropSpell, Choice::Act(Act::EndSpell { serial })) => {
            turn::ended(g, s, who, *serial).into_iter().collect()
        }
        (_, Choice::Act(act)) => turn::act(g, s, who, act),
        (_, Choice::Walk(path)) => walk(g, s, who, ask, path),
        (Ask::Path { mover, .. }, Choice::Sneak(path)) => {
            facts![..walk(g, s, who, ask, path), ..sneaked(g, s, *mover, path)]
        }
        (Ask::Defence(incoming), Choice::Defend(how)) => defences::defend(g, s, who, incoming, *how),
        (Ask::Reaction(occasion), Choice::React(ability, arm)) => reaction(g, s, who, occasion, *ability, *arm),
        (Ask::AfterParry { attacker, .. }, Choice::Counter(arm)) => counter(g, s, who, *attacker, *arm),
        (Ask::AfterParry { attacker, arm }, Choice::Penalty) => {
            let (on, points) = (&g.sheet(*attacker).name, g.arm(who, *arm).0.pv);
            facts![PARRY_OPTION_PENALTY: "{on}'s next defence is {points} worse"]
        }
        (Ask::Zone, Choice::Zone(zone)) => {
            let left = armour(s, g.sheet(who), who, Harm::Physical, Some(*zone));
            facts![HIT_DEFINITION: "armour {left} there"]
        }
        (Ask::SecondDie { against }, Choice::Yes(true)) => facts![PARRY_SECOND_DIE: "a bare d12 must reach {against}"],
        (Ask::FallCheck { dc, .. }, Choice::Yes(true)) => {
            let (dex, athletics) = (g.sheet(who).modifier(Attribute::Dex), g.sheet(who).skills.athletics);
            facts![FALL_CHECK: "DEX {dex} and Athletics {athletics} against {dc}"]
        }
        (Ask::Concentration { dc } | Ask::Save { dc, .. }, Choice::With(with)) => {
            facts![DICE_SAVE: ("d20{} against {dc}", signed(g.sheet(who).modifier(*with)))]
        }
        _ => Vec::new(),
    }
}

/// `+3`, `-1`; nothing for 0.
fn signed(n: i32) -> String {
    if n == 0 { String::new() } else { format!("{n:+}") }
}

fn metres(n: i32) -> String {
    format!("{n} m")
}

/// What speaks for and against a die, each with its rule.
fn edge_facts(edge: &Edge) -> Vec<Fact> {
    let noted = edge.note(Check::<Itemised>::new(rule::DICE_ADVANTAGE, Id::new(0), skirmish_kernel::dice::Dice::D20));
    let sum = [rule::DICE_ADVANTAGE, rule::DICE_ADVANTAGE_SCORE];
    let sources = noted.terms.list().iter().filter(|term| !sum.contains(&term.rule));
    sources.map(|term| Fact::by(term.rule, format!("{}: {}", title(term.rule), advantage(term.value)))).collect()
}

fn title(rule: RuleId) -> String {
    CATALOGUE.rule(rule).title.to_lowercase()
}

/// `advantage 1`
fn advantage(score: i32) -> String {
    if score < 0 { format!("disadvantage {}", score.unsigned_abs()) } else { format!("advantage {score}") }
}

/// What is added to a die, term by term.
fn term_facts(check: &Check<Itemised>) -> Vec<Fact> {
    let flat = check.terms.list().iter().filter(|term| term.bearing == Bearing::Flat && term.value != 0);
    let name = |term: &Term| match term.name {
        "" => title(term.rule),
        named => named.to_owned(),
    };
    flat.map(|term| Fact::by(term.rule, format!("{} {:+}", name(term), term.value))).collect()
}

/// Energy and mana, where anything is paid.
fn cost_facts(rule: RuleId, energy: i32, mana: i32) -> Option<Fact> {
    let text = match (energy, mana) {
        (0, 0) => return None,
        (energy, 0) => format!("costs {energy} energy"),
        (0, mana) => format!("costs {mana} mana"),
        (energy, mana) => format!("costs {energy} energy and {mana} mana"),
    };
    Some(Fact::by(rule, text))
}

fn walk(g: &Setup, s: &State, who: Id, ask: &Ask, path: &Path) -> Vec<Fact> {
    let Some((mover, most)) = stretch(g, who, ask) else { return Vec::new() };
    let Some(end) = path.last() else { return vec![Fact::plain("stays in place")] };
    let cost = paths::cost(g, s, mover, path);
    let mut facts = vec![Fact::by(rule::ACTION_MOVEMENT_FORMS, format!("{cost} of {most} m"))];
    for area in &s.areas {
        if path.iter().any(|at| areas::touches(g, area, &bodies::body(g, s, mover).at(*at))) {
            facts.push(Fact::by(area.kind.rule(), format!("goes through {}", g.ability(area.ability).name)));
        }
    }
    facts.extend(falls(g, mover, s.creature(mover).at, path));
    // Whoever has just been parried does not strike at the step away.
    let spared = if let Ask::AfterParry { attacker, .. } = ask { Some(*attacker) } else { None };
    for foe in g.foes(mover).iter().filter(|foe| s.is_able(*foe)) {
        let name = &g.sheet(foe).name;
        if spared != Some(foe) && strikes_after(g, s, foe, mover, path) {
            facts.push(Fact::by(rule::ABILITY_OPPORTUNIST, format!("leaves the reach of {name}, who may strike")));
        }
        let after = lines::from_there(g, s, mover, *end, foe);
        let up = height(g, *end, s.creature(foe).at);
        facts.push(Fact::plain(match after {
            ..=1 => format!("next to {name}{up}"),
            _ => format!("{after} m from {name}"),
        }));
    }
    facts
}

/// The edges on a way.
fn falls(g: &Setup, who: Id, start: Square, way: &[Square]) -> Vec<Fact> {
    let froms = std::iter::once(&start).chain(way);
    let drops = froms.zip(way).map(|(from, to)| bodies::drop(g, who, *from, *to));
    let falls = drops.filter(|drop| *drop > STEP_DOWN);
    falls.map(|metres| Fact::by(rule::FALL_DAMAGE, format!("falls {metres} m"))).collect()
}

/// May somebody strike at who leaves its reach on this way? (perk Opportunist)
fn strikes_after(g: &Setup, s: &State, foe: Id, mover: Id, path: &[Square]) -> bool {
    if !g.derived.opportunists.has(foe) {
        return false;
    }
    let mut now = s.clone();
    path.iter().any(|to| {
        let mut any = false;
        let occasion = Occasion::Leaves { who: mover, to: *to };
        reactions::options(g, &now, foe, &occasion, &mut |_, arm| any |= arm.is_some());
        now.creature_mut(mover).at = *to;
        any
    })
}

/// `, 5 m higher`: a cell as seen from another; nothing on the same level.
fn height(g: &Setup, from: Square, to: Square) -> String {
    match g.ground.terrain(to).height - g.ground.terrain(from).height {
        0 => String::new(),
        up if up > 0 => format!(", {up} m higher"),
        down => format!(", {} m lower", down.unsigned_abs()),
    }
}

/// Who might notice, and what hides one from it.
fn sneaked(g: &Setup, s: &State, mover: Id, path: &Path) -> Vec<Fact> {
    let mut facts = Vec::new();
    for past in sneak::observers(g, s, mover) {
        let (name, per) = (&g.sheet(past).name, g.sheet(past).modifier(Attribute::Per));
        if let Some(worst) = sneak::worst(g, s, mover, path, past) {
            let score = advantage(worst.cover + worst.light);
            facts.push(Fact::by(rule::SNEAK_CHECK, format!("past {name}: against {}", g.rules.dc_base + per)));
            facts.push(Fact::by(rule::SNEAK_LEAST_COVER, format!("{score} from cover and light")));
        }
    }
    facts
}

fn reaction(g: &Setup, s: &State, who: Id, occasion: &Occasion, ability: u8, arm: Option<u8>) -> Vec<Fact> {
    let known = g.ability(ability);
    let more = match occasion {
        Occasion::Blocked(other) | Occasion::Hit { on: other, .. } | Occasion::Leaves { who: other, .. } => {
            arm.map_or(Vec::new(), |arm| turn::blow(g, s, who, arm, *other, Some(ability)))
        }
        Occasion::Rolled(incoming) => {
            incoming.total.map_or(Vec::new(), |total| facts![ATTACK_ONE_DEFENCE: "the attack comes at {total}"])
        }
    };
    facts![price_of_reaction(known), ..price_of_use(known), ..more]
}

/// What it costs at its first level; what is kept up already has been paid for.
fn price_of_use(known: &Ability) -> Option<Fact> {
    if known.reacts() { cost_facts(known.rule, known.energy, known.mana_at(1)) } else { None }
}

/// The reaction of the turn, or nothing at all.
fn price_of_reaction(known: &Ability) -> Fact {
    match known.is(Timing::FreeReaction) {
        true => Fact::by(rule::FREE_REACTIONS, "takes no reaction"),
        false => Fact::by(rule::REACTION_PER_TURN, "uses the reaction of this turn"),
    }
}

fn counter(g: &Setup, s: &State, who: Id, attacker: Id, arm: Option<u8>) -> Vec<Fact> {
    let costs = |skill: u8| price_of_use(g.ability(skill));
    let blow = match arm {
        Some(arm) => turn::blow(g, s, who, arm, attacker, None),
        None => {
            let fist = after::fist(g, who);
            let (value, with) = (signed(g.arm(who, fist).0.attack), arm_name(g, who, fist));
            facts![GRAPPLE_ATTACK: "d20{value} with {with}, to seize"]
        }
    };
    facts![
        REACTION_PER_TURN: "uses the reaction of this turn", ..after::counter_skill(g, s, who).and_then(costs), ..blow,
    ]
}

/// How one combatant stands to another.
pub fn between(g: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
    let up = height(g, s.creature(from).at, s.creature(to).at);
    let distance = Fact::plain(format!("{} away{up}", metres(lines::between(g, s, from, to))));
    let (me, other) = (g.fighter(s, from), g.fighter(s, to));
    let (name, its) = (&me.sheet.name, &other.sheet.name);
    let against = if g.opposed(from, to) { against(g, s, from, to) } else { Vec::new() };
    facts![
        distance,
        RANGED_DEFINITION: "a wall is in between" if !lines::has_line_to(g, s, from, to), ..against,
        CONDITION_GRAPPLED: "{name} holds {its}" if me.now.holds == Some(to),
        CONDITION_GRAPPLED: "{its} holds {name}" if other.now.holds == Some(from),
        MOUNT_INITIATIVE: "rider and mount" if [me.now.mount, me.now.rider].contains(&Some(to)),
    ]
}

/// Who of two foes looks at the other, and what stands before the second.
fn against(g: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
    let (me, other) = (&g.sheet(from).name, &g.sheet(to).name);
    let (turned, backstab) = (!lines::sees(g, s, to, from), lines::is_backstab(g, s, from, to));
    let why = if turned { format!("{other} does not look at {me}: ") } else { String::new() };
    let cover = lines::cover_score(g, s, from, to);
    facts![
        BACKSTAB_CONDITION: "{why}a blow of {me}'s is a backstab" if backstab,
        BACKSTAB_CONDITION: "{other} does not look at {me}" if turned && !backstab,
        BACKSTAB_CONDITION: "{me} does not look at {other}" if !lines::sees(g, s, from, to),
        RANGED_COVER: ("in cover from shots: {} on the defence", advantage(cover)) if cover != 0,
    ]
}

/// The answer that does least.
pub fn pass(g: &Setup, s: &State, who: Id, ask: &Ask) -> Choice {
    match ask {
        // Whoever panics runs.
        Ask::Turn => flight::left(g, s, who).map_or(Choice::End, Choice::Act),
        Ask::Path { mover, metres } => Choice::Walk(match flight::farthest(g, s, *mover, *metres) {
            Some(farthest) => paths::way(g, s, *mover, farthest, *metres),
            None => Path::new(),
        }),
        Ask::Step { .. } => Choice::Walk(Path::new()),
        Ask::Defence(_) => Choice::Defend(Defend::No),
        Ask::Reaction(_) | Ask::AfterParry { .. } | Ask::EndSpell => Choice::Pass,
        Ask::SecondDie { .. } | Ask::Detect { .. } | Ask::FallCheck { .. } | Ask::Again { .. } => Choice::Yes(false),
        // These have no empty answer: the usual one.
        Ask::Zone | Ask::Concentration { .. } | Ask::Save { .. } | Ask::Facing | Ask::DropSpell => {
            standing::standing(g, s, who, ask).unwrap_or(Choice::Pass)
        }
    }
}
