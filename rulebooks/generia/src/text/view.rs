//! What one viewer may see.
//!
//! Almost everything lies open. Foes are shown with words for their wounds; their energy, their mana, and what their
//! sheets say of limits and of waiting wards is their own side's business.

mod guess_hidden;

pub use guess_hidden::guess_hidden;

use crate::catalogue::{CATALOGUE, rule};
use crate::model::{
    Act, Area, AreaKind, Condition, Cover, DefenceKind, Event, Generia, Kind, Light, Phase, SaveAt, Setup, Stage,
    State, Terrain, Zone,
};
use crate::rules::magic::areas;
use crate::rules::{bodies, lines};
use crate::text::words::{arm_name, facing, label, left};
use crate::text::{facts, narrate};
use skirmish_bookkit::words::plural;
use skirmish_bookkit::{sight, tags, view as frame};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::words::list;
use skirmish_kernel::{
    BoardView, CellSet, Id, Ids, Moment, OrderEntry, RuleId, Side, Tag, Token, Unseen, View, Viewer, Viewing,
};

impl Viewing for Generia {
    skirmish_bookkit::told!();

    fn sees(g: &Setup, _: Unseen, viewer: Viewer, moment: &Moment<Self>) -> bool {
        match moment {
            // Nor is it shown with what luck somebody looked.
            Moment::Threw(throw) if throw.rule == rule::DICE_DETECT => viewer.is_privy(g.side(throw.who)),
            Moment::Threw(_) | Moment::Decreed(_) => true,
            Moment::Chose { who, .. } => viewer.is_privy(g.side(*who)),
            // What is done in secret is told to its own side, and what came of looking closely to whoever looked.
            Moment::Told(
                Event::Detected { who, .. }
                | Event::Began { who, act: Act::Secret { .. } | Act::Hide { .. }, .. }
                | Event::Cast { who, secret: true, .. },
            ) => viewer.is_privy(g.side(*who)),
            Moment::Told(_) => true,
        }
    }

    fn unseen_by(_: &Setup, _: &State, _: Viewer) -> Ids {
        Ids::NONE
    }

    fn view(g: &Setup, s: &State, viewer: Viewer) -> View {
        let clock = if s.phase == Phase::Initiative { "initiative".into() } else { format!("round {}", s.round) };
        View {
            board: board(g, s),
            tokens: g.ids().filter(|id| s.is_here(*id)).map(|id| token(g, s, viewer, id)).collect(),
            order: order(g, s),
            outcome: s.ended.map(|outcome| frame::winner(&g.sides, outcome)),
            // What lies on the ground is on the board and with whoever has cast it: nothing is still to come of a choice.
            ..frame::frame::<Self>(g, clock)
        }
    }

    fn seen_cells(g: &Setup, s: &State, _: Viewer, eyes: Ids) -> Option<CellSet> {
        sight::together(&g.ground.board, eyes, sight::MOST_LOOKS, |eye| lines::outlook(g, s, eye))
    }

    fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
        guess_hidden(g, s, side, rng);
    }

    fn disguise(g: &Setup, s: &State, viewer: Viewer) -> State {
        let mut other = s.clone();
        other.absorbed.iter_mut().filter(|one| !viewer.is_privy(g.side(one.who))).for_each(|one| one.tier ^= 3);
        for id in g.ids() {
            if viewer.is_privy(g.side(id)) {
                continue;
            }
            let word = health(g, s, id);
            let wounds = s.creature(id).wounds;
            let guesses = [
                (wounds.light.saturating_add(1), wounds.severe),
                (wounds.light.saturating_sub(1), wounds.severe),
                (wounds.severe, wounds.light),
            ];
            for (light, severe) in guesses {
                let guess = &mut other.creature_mut(id).wounds;
                (guess.light, guess.severe) = (light, severe);
                if health(g, &other, id) == word {
                    break;
                }
                other.creature_mut(id).wounds = wounds;
            }
            let creature = other.creature_mut(id);
            creature.energy = creature.energy.saturating_add(3);
            creature.mana = if creature.mana > 0 { 0 } else { 7 };
            creature.warded = !creature.warded;
            for kept in &mut creature.concentration {
                kept.uses = kept.uses.saturating_add(1);
            }
        }
        other
    }
}

/// A sign of a field on the board, and of a zone.
const AREAS: [char; 2] = ['"', ','];

fn board(g: &Setup, s: &State) -> BoardView {
    let board = &g.ground.board;
    let mut view = frame::board(board, "1 metre", |cell| look(g.ground.terrain(cell)));
    let mut signs: Vec<char> = view.rows.iter().flat_map(|row| row.chars()).collect();
    for area in &s.areas {
        let sign = AREAS[usize::from(area.kind == AreaKind::Zone)];
        // Only open ground is drawn over: walls and heights are to be seen.
        let cells = signs.iter_mut().zip(board.cells()).filter(|(under, _)| matches!(**under, '.' | '"' | ','));
        cells.filter(|(_, cell)| areas::covers(g, area, *cell)).for_each(|(under, _)| *under = sign);
        let name = g.ability(area.ability).name.as_str();
        match view.legend.iter_mut().find(|(known, _)| *known == sign) {
            Some((_, names)) if names.split(", ").any(|known| known == name) => {}
            Some((_, names)) => *names = format!("{names}, {name}"),
            None => view.legend.push((sign, name.to_owned())),
        }
    }
    view.legend.retain(|(sign, _)| signs.contains(sign));
    view.rows = signs.chunks(usize::from(board.width()).max(1)).map(|row| row.iter().collect()).collect();
    view
}

/// The sign of ground on the board, and what it says; what it does not say is asked of the cell.
pub fn look(terrain: Terrain) -> (char, &'static str) {
    const HEIGHTS: [(char, &str); 9] = [
        ('1', "1 m high"),
        ('2', "2 m high"),
        ('3', "3 m high"),
        ('4', "4 m high"),
        ('5', "5 m high"),
        ('6', "6 m high"),
        ('7', "7 m high"),
        ('8', "8 m high"),
        ('9', "9 m high or more"),
    ];
    match terrain {
        Terrain { wall: true, .. } => ('#', "wall"),
        Terrain { cover: Cover::Total, .. } => ('f', "total cover"),
        Terrain { cover: Cover::Full, .. } => ('f', "full cover"),
        Terrain { cover: Cover::Half, .. } => ('h', "half cover"),
        Terrain { height: height @ 1.., .. } => HEIGHTS[height.min(9) as usize - 1],
        Terrain { height: ..=-1, .. } => ('_', "below ground"),
        Terrain { light: Light::Dark, .. } => ('*', "dark"),
        Terrain { light: Light::Dim, .. } => ('~', "dim"),
        _ => ('.', "open"),
    }
}

fn token(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Token {
    let (sheet, c) = (g.sheet(id), s.creature(id));
    let privy = viewer.is_privy(g.side(id));
    let mut gauges = vec![frame::gauge("wounds", c.wounds.total(), sheet.wound_limit, health(g, s, id))];
    if privy {
        gauges.push(frame::gauge("energy", c.energy, sheet.energy, ""));
        gauges.push(frame::gauge("mana", c.mana, sheet.mana, ""));
    } else {
        (gauges[0].value, gauges[0].most) = (None, None);
    }
    Token {
        // The squares around a rider are those of its mount.
        cells: frame::cells(bodies::placed(g, id, c.at).cells()),
        gauges,
        tags: tags(g, s, id, privy),
        able: s.is_able(id),
        ..frame::token::<Generia, _>(g, id, sheet.letter, &g.ground.board, c.at)
    }
}

/// Wounds in a word.
pub fn health(g: &Setup, s: &State, id: Id) -> &'static str {
    let wounds = s.creature(id).wounds;
    match wounds.total() {
        _ if wounds.is_out => "unconscious",
        0 => "unhurt",
        total if total.saturating_mul(2) > g.sheet(id).wound_limit => "badly wounded",
        _ => "wounded",
    }
}

fn tags(g: &Setup, s: &State, id: Id, privy: bool) -> Vec<Tag> {
    let c = s.creature(id);
    let around = s.areas.iter().filter(|area| areas::touches(g, area, &bodies::body(g, s, id)));
    let around = around.map(|area| tag(area.kind.rule(), format!("stands in {}", g.ability(area.ability).name)));
    tags![
        WOUND_UNCONSCIOUS: "unconscious" if privy && c.wounds.is_out,
        ..c.conditions.iter().map(|condition| condition_tag(g, condition)),
        ..around,
        ..s.areas.iter().filter(|area| area.caster == id).map(|area| area_tag(g, s, area)),
        ..s.is_able(id).then(|| tags![..stance(g, s, id), ..turn(s, id), ..privy.then(|| own(s, id)).into_iter().flatten()])
            .into_iter()
            .flatten(),
    ]
}

/// How it stands, with what in hand, and with whom.
fn stance(g: &Setup, s: &State, id: Id) -> Vec<Tag> {
    let c = s.creature(id);
    let hands: Vec<String> = c.in_hand().map(|arm| arm_name(g, id, arm)).collect();
    let name = |who: Option<Id>| who.map_or("", |who| &g.sheet(who).name);
    let spell = |ability: u8| g.ability(ability).name.as_str();
    let lies = |serial: u16| s.areas.iter().any(|area| area.serial == serial);
    let kept = c.concentration.iter().filter(|kept| !lies(kept.serial));
    let to_load = |arm: u8, actions: u8| format!("{}: {} to load", arm_name(g, id, arm), plural(actions, "action"));
    tags![
        DP_FACING: ("looks {}", facing(c.facing)),
        ACTION_SWAP_UTILITY_ONLY: ("in hand: {}", list(&hands)) if !hands.is_empty(),
        ..c.unloaded.iter().flat_map(|arm| tags![TAG_RELOAD: ("{}", to_load(arm.arm, arm.actions))]),
        DP_GM: "has given up" if c.circumstances.yields,
        GRAPPLE_RESULT: ("holds {}", name(c.holds)) if c.holds.is_some(),
        MOUNT_INITIATIVE: ("rides {}", name(c.mount)) if c.mount.is_some(),
        MOUNT_INITIATIVE: ("carries {}", name(c.rider)) if c.rider.is_some(),
        ..kept.flat_map(|kept| tags![CONCENTRATION_DURATION: ("keeps {} up", spell(kept.ability))]),
    ]
}

/// What it has left of its turn, and what its defences have come to.
fn turn(s: &State, id: Id) -> Vec<Tag> {
    let c = s.creature(id);
    let given = [(DefenceKind::Dodge, "dodges"), (DefenceKind::Parry, "parries"), (DefenceKind::Block, "blocks")];
    let given = given.into_iter().filter(|(kind, _)| c.given.has(*kind));
    let dented = Zone::ALL.into_iter().zip(c.dents).filter(|(_, dents)| *dents > 0);
    let used = if s.can_react(id) { "reaction ready" } else { "reaction used" };
    tags![
        PARRY_OPTION_PENALTY: ("next defence {} worse", c.penalty) if c.penalty > 0,
        ..given.flat_map(|(_, word)| tags![REACTION_FORMS: "better {word}" until "this turn ends"]),
        ..dented.flat_map(|(zone, dents)| tags![ABILITY_BREAK: "armour {dents} worse on the {zone}"]),
        REACTION_PER_TURN: used if s.phase == Phase::Combat,
        TURN_ACTIONS: ("{}", left(c.spent)) if s.active() == Some(id),
    ]
}

/// What only its own side knows.
fn own(s: &State, id: Id) -> Vec<Tag> {
    let c = s.creature(id);
    let intercepting = c.concentration.iter().filter(|kept| kept.uses > 0);
    tags![
        ..s.absorbed.iter().filter(|one| one.who == id).flat_map(|one| {
            tags![ETHEREAL_ABSORBED: ("has swallowed conjured matter of tier {}", one.tier) until ("{} rounds from now", one.rounds)]
        }),
        KEYWORD_RITUAL: "warded: the next concentration save is better" if c.warded,
        ..intercepting.flat_map(|kept| tags![SPELL_SD: ("{} left", plural(kept.uses, "interception"))]),
    ]
}

fn tag(rule: RuleId, text: String) -> Tag {
    Tag { text, rule: Some(CATALOGUE.name(rule).into()), until: None, cells: Vec::new() }
}

fn condition_tag(g: &Setup, condition: &Condition) -> Tag {
    let kind = condition.kind;
    let tiered = kind.harm().is_some() || condition.value > 0;
    let text = if tiered { format!("{} {}", kind.word(), condition.value) } else { kind.word().to_owned() };
    let until = match kind.save() {
        // It ends by an action, or as a fall, whatever becomes of what has caused it.
        _ if kind == Kind::OffBalance => Some("balance is found, or lost".to_owned()),
        _ if kind == Kind::Prone => Some("getting up".to_owned()),
        _ if condition.spell.is_some() => Some("the spell ends".to_owned()),
        _ if condition.rounds > 0 => Some(format!("{} are over", plural_rounds(condition.rounds))),
        Some((_, SaveAt::TurnStart, _)) => Some(format!("a save against {} at the turn's start", condition.dc)),
        Some((_, SaveAt::TurnEnd, _)) => Some(format!("a save against {} at the turn's end", condition.dc)),
        None if kind == Kind::Shocked => Some("the next turn's end".to_owned()),
        None if kind.counts_down() && condition.value > 0 => Some(format!("the end of {}", turns(condition.value))),
        None if kind == Kind::Grappled => condition.source.map(|by| format!("{} lets go", g.sheet(by).name)),
        None => None,
    };
    Tag { until, ..tag(kind.rule(), text) }
}

fn plural_rounds(n: u16) -> String {
    if n == 1 { "this round".into() } else { format!("{n} rounds") }
}

fn turns(n: u8) -> String {
    if n == 1 { "the next turn".into() } else { format!("{n} more turns") }
}

fn order(g: &Setup, s: &State) -> Vec<OrderEntry> {
    let now = usize::from(s.turn);
    let status = |at: usize, id: Id| match at {
        _ if s.creature(id).gone => "gone",
        _ if !s.is_able(id) => "unconscious",
        _ if s.fresh || at > now => "waiting",
        _ if at == now && s.stage != Stage::Start => "acting",
        _ if at == now => "next",
        _ => "done",
    };
    let entry = |(at, id): (usize, &Id)| OrderEntry { name: g.sheet(*id).name.clone(), status: status(at, *id).into() };
    s.order.iter().enumerate().map(entry).collect()
}

/// What somebody's spell has left on the ground, and until when.
fn area_tag(g: &Setup, s: &State, area: &Area) -> Tag {
    let kept = s.creature(area.caster).concentration.iter().any(|kept| kept.serial == area.serial);
    let (verb, kind) = (if kept { "keeps up" } else { "has laid" }, area.kind.word());
    let (spell, radius, at) = (&g.ability(area.ability).name, area.radius, label(g, area.at));
    let until = (area.rounds > 0 && !kept).then(|| format!("{} are over", plural_rounds(area.rounds)));
    let covered = g.ground.board.cells().filter(|cell| areas::covers(g, area, *cell)).map(|cell| label(g, cell));
    let told = tag(area.kind.rule(), format!("{verb} {spell}, a {kind} of {radius} m around {at}"));
    Tag { until, cells: covered.collect(), ..told }
}
