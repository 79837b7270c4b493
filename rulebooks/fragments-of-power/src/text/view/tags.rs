//! What ails somebody, what he holds, and what he has left, for all to see.

use skirmish_bookkit::words::plural;
use skirmish_kernel::words::list;
use skirmish_kernel::{Id, RuleId, Tag, Viewer};

use crate::catalogue::{CATALOGUE, rule};
use crate::model::{Lasting, Plight, Poison, Setup, State, Until};
use crate::rules::{bodies, turn};
use crate::text::words::item_name;

fn tag(text: impl Into<String>, rule: RuleId, until: Option<String>) -> Tag {
    Tag { text: text.into(), rule: Some(CATALOGUE.name(rule).into()), until, cells: Vec::new() }
}

/// States that are shown as they are.
const SHOWN: [Plight; 7] = [
    Plight::Prone,
    Plight::Bleeding,
    Plight::OnFire,
    Plight::Unconscious,
    Plight::Tumbling,
    Plight::Waiting,
    Plight::Yielded,
];

pub(super) fn tags(g: &Setup, s: &State, id: Id, viewer: Viewer) -> Vec<Tag> {
    let (now, privy) = (s.creature(id), viewer.is_privy(g.side(id)));
    let name = |id: Id| g.sheet(id).name.as_str();
    let plight = |plight: Plight| match plight {
        Plight::Bleeding if privy && now.bleed_penalty > 0 => format!("bleeding, penalty {}", now.bleed_penalty),
        Plight::Waiting => "delays".into(),
        _ => plight.word().replace('-', " "),
    };
    let lasting = |lasting: &Lasting| {
        let toward = lasting.toward.map_or_else(String::new, |toward| format!(" towards {}", name(toward)));
        let until = lasting.until.map(|until| until_words(g, s, until));
        tag(format!("{}{toward}", lasting.kind.word()), lasting.kind.rule(), until)
    };
    let poison = |poison: &Poison| {
        tag(format!("poisoned, level {}", poison.level), rule::POISONED, Some(plural(poison.turns, "turn")))
    };
    let held = s.held(id).filter(|(_, item)| !g.weapon(item.weapon).is_natural()).map(|(at, _)| item_name(g, s, at));
    let (held, hidden): (Vec<_>, Vec<&str>) = (held.collect(), now.hidden_from.iter().map(name).collect());
    let (left, all, reactions) = (turn::left(g, s, id), turn::actions(g, s, id), turn::reactions_left(g, s, id));
    let reactions = if reactions == 1 { "reaction ready".to_owned() } else { format!("{reactions} reactions") };
    skirmish_bookkit::tags![
        ..SHOWN.into_iter().filter(|one| now.is(*one)).map(|one| tag(plight(one), one.rule(), None)),
        ..now.lasting.iter().map(lasting),
        ..now.poisons.iter().map(poison),
        FLY: ("{} feet up", now.height) if now.height != bodies::level(g, &bodies::body(g, s, id)),
        ..s.holds(id).map(|one| tag(format!("holds {}", name(one.on)), rule::GRAPPLING, None)),
        ..s.held_by(id).map(|one| tag(format!("held by {}", name(one.by)), rule::GRAPPLED, None)),
        ..now.mount.map(|mount| tag(format!("rides {}", name(mount)), rule::COMMAND, None)),
        SUFFOCATE_HOLD: "has no air" if now.breath.is_some() || now.dying,
        DODGE: "on guard" until "the next attack" if now.dodges > 0,
        READY: "waits for a moment" until "the next turn" if privy && now.ready.is_some(),
        HIDDEN: ("hidden from {}", list(&hidden)) if privy && !hidden.is_empty(),
        ACTION_MUNDANE: ("in hand: {}", list(&held)) if !now.is(Plight::Dead) && !held.is_empty(),
        TURN_BUDGET: "{left} of {all} actions left" if s.active() == Some(id),
        REACTION_BUDGET: reactions if s.round > 0 && s.is_able(id),
    ]
}

/// `the end of Ann's turn`
fn until_words(g: &Setup, s: &State, until: Until) -> String {
    let slot = s.order.iter().find(|slot| slot.number == until.slot);
    let name = slot.map_or("somebody", |slot| g.sheet(slot.who).name.as_str());
    let point = if until.at_end { "the end" } else { "the start" };
    match until.passes {
        0 | 1 => format!("{point} of {name}'s next turn"),
        more => format!("{point} of {name}'s turn, {more} rounds from now"),
    }
}
