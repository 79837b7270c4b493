//! What ails somebody, what is in hand, and what is left of a turn, for all to see.

use skirmish_kernel::words::list;
use skirmish_kernel::{Id, RuleId, Tag};

use crate::catalogue::{CATALOGUE, rule};
use crate::model::{Condition, Running, Setup, State, Status};
use crate::rules::{abilities, bodies, paths, precision};
use crate::text::words::{label, squares};

fn tag(text: impl Into<String>, rule: RuleId, until: Option<String>) -> Tag {
    Tag { text: text.into(), rule: Some(CATALOGUE.name(rule).into()), until, cells: Vec::new() }
}

pub(super) fn tags(g: &Setup, s: &State, id: Id) -> Vec<Tag> {
    let now = s.creature(id);
    let mut tags: Vec<Tag> = Vec::new();
    match now.condition {
        Condition::Unconscious => {
            tags.push(tag(format!("unconscious, round {}", now.rounds), rule::DEATH_UNCONSCIOUS, None))
        }
        Condition::Dead => tags.push(tag("dead", rule::DEATH_SAVE_FAIL, None)),
        _ => {}
    }
    if now.prone {
        tags.push(tag("prone", rule::PRONE_ATTACK_ONLY, None));
    }
    if now.altitude > 0 {
        tags.push(tag(format!("{} metres up", now.altitude), rule::FLY_AXES, None));
    }
    tags.extend(s.running.iter().filter(|one| one.on == id).map(|one| running(g, one)));
    if let Some(ready) = now.ready {
        let at = ready.at.map_or_else(String::new, |at| format!(" around {}", label(g, at)));
        let kept = g.ability(ready.ability).kept;
        let until = (!kept).then(|| "the end of the round".to_owned());
        tags.push(tag(format!("prepared: {}{at}", g.ability(ready.ability).name), rule::ACTION_PREPARED, until));
    }
    if precision::is_ambushed(g, s, id) {
        tags.push(tag("ambushed", rule::AMBUSH, Some("the end of the round".into())));
    }
    if let Some(summoner) = g.sheet(id).summoner {
        tags.push(tag(format!("called by {}", g.sheet(summoner).name), rule::SUMMON_CONTROL, None));
    }
    let held: Vec<&str> =
        abilities::held(g, s, id).filter(|weapon| !weapon.natural).map(|weapon| weapon.name.as_str()).collect();
    if now.is_here() && !held.is_empty() {
        tags.push(tag(format!("in hand: {}", list(&held)), rule::RULING_BASIC_ATTACK, None));
    }
    if s.active() == Some(id) {
        let left = paths::left(g, s, id, bodies::is_aloft(s, id)).max(0);
        tags.push(tag(format!("{} squares left", squares(left)), rule::MOVE_SPEED, None));
    }
    tags
}

fn running(g: &Setup, one: &Running) -> Tag {
    let unit = if one.hits { "hit" } else { "round" };
    let left = skirmish_bookkit::words::plural(one.left, unit);
    let text = match one.status {
        Status::Form => {
            let at = usize::try_from(one.strength).unwrap_or(0);
            let form = g.forms.get(at).map_or("", |form| form.name.as_str());
            format!("in the form of {}", form.replace('-', " "))
        }
        Status::Eye | Status::Ear => {
            let does = if one.status == Status::Eye { "sees" } else { "hears" };
            format!("{does} from {}", one.at.map_or_else(String::new, |at| label(g, at)))
        }
        Status::Guarded => format!("{} +{}", one.resistance.word(), one.strength),
        Status::Stunned => "stunned".into(),
        status => format!("{} {}", status.word(), one.strength),
    };
    tag(format!("{text} ({left})"), one.status.rule(), None)
}
