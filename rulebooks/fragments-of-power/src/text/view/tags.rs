//! What ails somebody, what he holds, and what he has left, for all to see.

use skirmish_kernel::words::list;
use skirmish_kernel::{Id, RuleId, Tag, Viewer};

use crate::catalogue::{CATALOGUE, rule};
use crate::model::{Plight, Setup, State, Until};
use crate::rules::{bodies, turn};
use crate::text::words::item_name;

fn tag(text: impl Into<String>, rule: RuleId, until: Option<String>) -> Tag {
    Tag { text: text.into(), rule: Some(CATALOGUE.name(rule).into()), until, cells: Vec::new() }
}

pub(super) fn tags(g: &Setup, s: &State, id: Id, viewer: Viewer) -> Vec<Tag> {
    let (now, privy) = (s.creature(id), viewer.is_privy(g.side(id)));
    let name = |id: Id| g.sheet(id).name.as_str();
    let mut tags: Vec<Tag> = Vec::new();
    let shown = [
        Plight::Prone,
        Plight::Bleeding,
        Plight::OnFire,
        Plight::Unconscious,
        Plight::Tumbling,
        Plight::Waiting,
        Plight::Yielded,
    ];
    for plight in shown.into_iter().filter(|plight| now.is(*plight)) {
        let text = match plight {
            Plight::Bleeding if privy && now.bleed_penalty > 0 => format!("bleeding, penalty {}", now.bleed_penalty),
            Plight::Waiting => "delays".into(),
            _ => plight.word().replace('-', " "),
        };
        tags.push(tag(text, plight.rule(), None));
    }
    for lasting in &now.lasting {
        let toward = lasting.toward.map_or_else(String::new, |toward| format!(" towards {}", name(toward)));
        let until = lasting.until.map(|until| until_words(g, s, until));
        tags.push(tag(format!("{}{toward}", lasting.kind.word()), lasting.kind.rule(), until));
    }
    for poison in &now.poisons {
        let turns = if poison.turns == 1 { "1 turn".to_owned() } else { format!("{} turns", poison.turns) };
        tags.push(tag(format!("poisoned, level {}", poison.level), rule::POISONED, Some(turns)));
    }
    if now.height != bodies::level(g, &bodies::body(g, s, id)) {
        tags.push(tag(format!("{} feet up", now.height), rule::FLY, None));
    }
    if let Some(grapple) = s.holds(id) {
        tags.push(tag(format!("holds {}", name(grapple.on)), rule::GRAPPLING, None));
    }
    if let Some(grapple) = s.held_by(id) {
        tags.push(tag(format!("held by {}", name(grapple.by)), rule::GRAPPLED, None));
    }
    if let Some(mount) = now.mount {
        tags.push(tag(format!("rides {}", name(mount)), rule::COMMAND, None));
    }
    if now.breath.is_some() || now.dying {
        tags.push(tag("has no air", rule::SUFFOCATE_HOLD, None));
    }
    if now.dodges > 0 {
        tags.push(tag("on guard", rule::DODGE, Some("the next attack".into())));
    }
    if privy && now.ready.is_some() {
        tags.push(tag("waits for a moment", rule::READY, Some("the next turn".into())));
    }
    if privy && !now.hidden_from.is_empty() {
        let names: Vec<&str> = now.hidden_from.iter().map(name).collect();
        tags.push(tag(format!("hidden from {}", list(&names)), rule::HIDDEN, None));
    }
    if !now.is(Plight::Dead) {
        let held: Vec<String> = s
            .held(id)
            .filter(|(_, item)| !g.weapon(item.weapon).is_natural())
            .map(|(at, _)| item_name(g, s, at))
            .collect();
        if !held.is_empty() {
            let held: Vec<&str> = held.iter().map(String::as_str).collect();
            tags.push(tag(format!("in hand: {}", list(&held)), rule::ACTION_MUNDANE, None));
        }
    }
    if s.active() == Some(id) {
        tags.push(tag(
            format!("{} of {} actions left", turn::left(g, s, id), turn::actions(g, s, id)),
            rule::TURN_BUDGET,
            None,
        ));
    }
    if s.round > 0 && s.is_able(id) {
        let left = turn::reactions_left(g, s, id);
        let text = if left == 1 { "reaction ready".to_owned() } else { format!("{left} reactions") };
        tags.push(tag(text, rule::REACTION_BUDGET, None));
    }
    tags
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
