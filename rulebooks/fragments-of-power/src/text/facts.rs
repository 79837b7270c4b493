//! What bears on a choice before it is made, how two stand to each other, and a sheet in words.

mod reach;

use skirmish_bookkit::facts;
use skirmish_bookkit::words::{WordSet, Words, plural};
use skirmish_kernel::{Fact, Id, Itemised, RuleId};

pub use reach::reach;

use crate::catalogue::{CATALOGUE, rule};
use crate::model::{Act, Aim, Arm, Ask, Attack, Attribute, Choice, Deed, Gait, Power, Setup, Skill, Spell, State};
use crate::rules::edge::Edges;
use crate::rules::ground::weightless;
use crate::rules::lines::{self, Cover};
use crate::rules::sight::Knowledge;
use crate::rules::{acts, attack, bodies, edge, flanking, items, magic, movement, sight, turn};
use crate::text::words::{item_name, label, readied};

/// Facts before an answer.
pub fn facts(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Vec<Fact> {
    match (ask, choice) {
        (Ask::Turn, Choice::Act(act)) => act_facts(g, s, who, act),
        (Ask::Turn, Choice::Let(beast, act)) => act_facts(g, s, *beast, act),
        (Ask::Path { who: mover, gait, feet }, Choice::Walk { steps, climb, .. }) => {
            let cost = if *gait == Gait::Fly {
                movement::flight::cost(g, s, *mover, *steps, *climb).map(|(cost, _)| cost)
            } else {
                movement::paths::cost_of(g, s, *mover, *gait, *steps).map(|cost| cost + i32::from(climb.abs()))
            };
            let height = movement::height_after(g, s, *mover, *gait, *climb);
            facts![
                ..cost.map(|cost| Fact::by(rule::MOVE_BASIC, format!("{cost} of {feet} feet"))),
                FLY: "{height} feet up" if *climb != 0 || *gait == Gait::Fly,
            ]
        }
        (Ask::Fire { .. }, Choice::Yes(true)) => {
            readied(g, s, who, ask).map(|what| Fact::by(rule::READY, what)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn act_facts(g: &Setup, s: &State, who: Id, act: &Act) -> Vec<Fact> {
    let cost = acts::cost(g, s, who, act);
    let more = match act {
        Act::Attack { attack, on: Aim::Creature(on) } => attack_facts(g, s, who, attack, *on),
        Act::Cast { spell, power, item, at } => cast_facts(g, s, who, g.spell(*spell), *power, item.is_some(), *at),
        Act::PushOff(way, feet) => {
            let here = s.creature(who).at;
            let goal = weightless::goal(g, s, who, here, *way).map(|to| bodies::feet(g, here, to));
            let feet = goal.map(|far| if *feet > 0 { far.min(i32::from(*feet)) } else { far });
            let to = |feet| label(g, bodies::straight(here, *way, feet, |_| true).0);
            facts![..feet.map(|feet| Fact::by(rule::ZERO_G_FIXED, format!("{feet} feet, to {}", to(feet))))]
        }
        Act::Move(gait) => facts![SHEET_SPEED: ("{} feet", movement::speed(g, s, who, *gait))],
        _ => Vec::new(),
    };
    facts![FREE_COST: "no action" if cost == 0, ACTION_BASIC: "{cost} actions" if cost > 1, ..more]
}

fn cast_facts(g: &Setup, s: &State, who: Id, kind: &Spell, power: Power, item: bool, at: Aim) -> Vec<Fact> {
    let covered = magic::region(who, kind, power, at).map(|region| {
        // On the ground, and where somebody is known to be in it who is not.
        let caught = region.everybody(g, s);
        let known = || caught.iter().filter(|id| !s.creature(*id).hidden_from.has(who));
        let is_known = |cell| known().any(|id| bodies::body(g, s, id).covers(cell));
        let shows = |cell| region.covers(g, s, cell) || is_known(cell) && region.is_over(g, s, cell);
        let cells = g.ground.board.cells().filter(|cell| shows(*cell));
        let cells: Vec<String> = cells.map(|cell| label(g, cell)).collect();
        Fact::by(rule::RULING_AREAS, format!("covers {} squares", cells.len())).over(cells)
    });
    let mut all = facts![
        CAST: ("{} Energy", magic::cost(kind, power)) if !item && kind.fixed.is_none(),
        ..covered,
    ];
    if let (Some(defense), Aim::Creature(on)) = (kind.attack, at) {
        let bonus = g.sheet(who).bonus(Attribute::Ess);
        let cover = lines::cover_for::<Itemised>(g, s, who, on);
        all.extend(facts![
            ATTACK_SPELL: ("{bonus:+} against {}", magic::goal(g, s, on, defense)),
            ..edges(g, &edge::of_spell(g, s, who, on, cover, false)),
        ]);
    }
    all
}

fn attack_facts(g: &Setup, s: &State, who: Id, what: &Attack, on: Id) -> Vec<Fact> {
    let feet = bodies::distance(g, s, who, on);
    let bonus = attack::bonus(g, s, who, what, on);
    let against = match what.deed {
        Deed::Hit | Deed::Feint => format!("{bonus:+} against {}", attack::defense(g, s, on, what.deed)),
        _ => format!("{bonus:+}, opposed"),
    };
    facts![
        _: "{feet} feet away",
        ROLL_ATTACK: against,
        ..edges(g, &edge::of_attack::<Itemised>(g, s, who, on, what)),
    ]
}

/// Advantage and disadvantage, and each source of them.
fn edges(g: &Setup, edges: &Edges) -> Vec<Fact> {
    let net = edges.net(g);
    let source = |(why, helps): (RuleId, bool)| {
        Fact::by(why, format!("{} it: {}", if helps { "for" } else { "against" }, CATALOGUE.name(why)))
    };
    facts![
        ROLL_ADVANTAGE: "advantage" if net > 0,
        ROLL_DISADVANTAGE: "disadvantage" if net < 0,
        ..edges.sources().map(source),
    ]
}

/// How one stands to another.
pub fn between(g: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
    let (feet, cover, known) =
        (bodies::distance(g, s, from, to), lines::cover(g, s, from, to), sight::knows(g, s, from, to));
    facts![
        _: "{feet} feet",
        COVER: "in cover" if cover == Cover::Partial,
        COVER_TOTAL: "in total cover" if cover == Cover::Total,
        CONCEALED: "concealed" if known == Knowledge::Concealed,
        HIDDEN: "hidden" if known == Knowledge::Hidden,
        FLANKED: "flanked" if flanking::is_flanked(g, s, to, from),
    ]
}

/// A combatant's sheet, line by line.
pub fn sheet(g: &Setup, s: &State, id: Id) -> Vec<String> {
    let (sheet, creature) = (g.sheet(id), s.creature(id));
    let of = |attribute| sheet.attribute(attribute);
    let energy =
        if sheet.casts() { format!(", {} of {} Energy", creature.energy, sheet.max_energy) } else { String::new() };
    let mut lines = vec![
        format!("{} of {} hp{energy}", creature.hp, sheet.max_hp),
        format!(
            "{}, {} left",
            plural(turn::left(g, s, id), "action"),
            plural(turn::reactions_left(g, s, id), "reaction")
        ),
        format!(
            "level {}; STR {}, DEX {}, MND {}, ESS {}",
            sheet.level,
            of(Attribute::Str),
            of(Attribute::Dex),
            of(Attribute::Mnd),
            of(Attribute::Ess)
        ),
        format!(
            "Physical Defense {}, Mental Defense {}; initiative {:+}",
            attack::physical(g, s, id),
            sheet.mental_defense,
            sheet.initiative_bonus
        ),
        format!("{}, speed {} feet, reach {} feet", sheet.size.word(), sheet.speed, sheet.reach),
        format!(
            "carries {} of {} Bulk; holds breath for {}",
            items::load(g, s, id),
            sheet.carrying_capacity,
            plural(sheet.breath, "round")
        ),
    ];
    let skills = Skill::VALUES.iter().map(|skill| format!("{} {}", skill.word(), sheet.skill(*skill)));
    lines.push(format!("skills: {}", skills.collect::<Vec<_>>().join(", ")));
    lines.extend(s.items_of(id).map(|(at, _)| thing(g, s, id, at)));
    let spells = sheet.spells.iter().map(|at| g.spell(*at).name.as_str()).collect::<Vec<_>>().join(", ");
    let words = [
        ("spells", spells),
        ("feats", listed(sheet.feats)),
        ("moves", listed(sheet.modes)),
        ("vulnerable", listed(sheet.vulnerable)),
        ("resistant", listed(sheet.resistant)),
        ("immune", listed(sheet.immune)),
    ];
    lines.extend(words.into_iter().filter(|(_, all)| !all.is_empty()).map(|(title, all)| format!("{title}: {all}")));
    lines
}

fn listed<W: Words>(words: WordSet<W>) -> String {
    words.iter().map(W::word).collect::<Vec<_>>().join(", ")
}

/// `sword +7, 1d8+6 slashing, reach 5`
fn thing(g: &Setup, s: &State, id: Id, at: u8) -> String {
    let (sheet, arm) = (g.sheet(id), Arm::Item(at));
    let weapon = attack::weapon(g, s, arm);
    let held = if s.item(at).is_some_and(|item| item.held) { "" } else { ", stowed" };
    let name = item_name(g, s, at);
    if !weapon.strikes() {
        let floats = if weapon.floats { ", floats" } else { "" };
        let climbs = if weapon.climbs { ", for climbing" } else { "" };
        return format!("{name}{floats}{climbs}{held}");
    }
    let manner = attack::usual_manner(g, s, id, arm);
    let bonus = sheet.bonus(manner.attribute());
    let flat = i32::from(weapon.flat) + if weapon.strong { sheet.attribute(Attribute::Str) } else { 0 };
    let flat = if flat == 0 { String::new() } else { format!("{flat:+}") };
    let reach = if weapon.melee { format!(", reach {}", attack::reach(g, s, id, arm)) } else { String::new() };
    let far = if weapon.increment > 0 { format!(", increment {}", weapon.increment) } else { String::new() };
    format!("{name} {bonus:+}, {}{flat} {}{reach}{far}{held}", weapon.dice, weapon.harm.word())
}
