//! What is to be seen of a combatant, each with its rule.

use skirmish_kernel::words::list;
use skirmish_kernel::{Id, Ids, Tag, Viewer};

use super::{is_seen, tag};
use crate::catalogue::rule;
use crate::model::{Condition, Creature, Dropped, Mode, Parts, Setup, Stance, State, States};
use crate::rules::zones;
use crate::text::words::{arm_name, label};

/// When something of the round ends.
const ROUND: Option<&str> = Some("the round is over");

/// When something of the segment ends.
const SEGMENT: Option<&str> = Some("the segment is over");

/// Everything about one combatant that this viewer may know.
pub fn tags(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Vec<Tag> {
    let mut tags: Vec<Tag> = states(s.creature(id)).collect();
    tags.extend(disabled(s.creature(id)));
    tags.extend(things(g, s, id));
    if !s.is_up(id) {
        return tags;
    }
    tags.extend(stance(g, s, viewer, id));
    tags.extend(defences(g, s.creature(id)));
    tags.extend(engaged(g, s, viewer, id));
    tags.extend(kept(g, s, viewer, id));
    tags.extend(marks(s, id));
    if viewer.is_privy(g.side(id)) {
        tags.extend(own(g, s, viewer, id));
    }
    tags
}

/// What ails it. (`ruling.states`)
fn states(creature: &Creature) -> impl Iterator<Item = Tag> {
    let has = |state: &States| creature.has(*state);
    let all = [
        (States::DEAD, "dead", rule::RULING_EFFECTS, None),
        (States::UNCONSCIOUS, "unconscious", rule::RULING_ZERO_HITS, None),
        (States::YIELDED, "has given up", rule::RULING_SURRENDER_FLEE, None),
        (States::STUNNED, "stunned", rule::RULING_STATES, ROUND),
        (States::PRONE, "prone", rule::RULING_STATES, Some("they get up")),
        (States::BLINDED, "blinded", rule::RULING_STATES, None),
        (States::RUSHED, "rushed: defends worse", rule::RUSH, ROUND),
    ];
    let held: Vec<_> = all.into_iter().filter(|(state, ..)| has(state)).collect();
    held.into_iter().map(|(_, text, rule, until)| tag(text, rule, until))
}

fn disabled(creature: &Creature) -> impl Iterator<Item = Tag> {
    let parts: Vec<&str> =
        Parts::ALL.iter().filter(|(part, _)| creature.disabled.has(*part)).map(|(_, word)| *word).collect();
    let healed = Some("healed");
    parts.into_iter().map(move |word| tag(format!("{word} of no use"), rule::CALLED_TABLE, healed))
}

/// What it holds, what is broken, what lies about.
fn things(g: &Setup, s: &State, id: Id) -> Vec<Tag> {
    let creature = s.creature(id);
    let mut tags = Vec::new();
    let hands: Vec<String> = creature.held().map(|arm| arm_name(g, id, arm)).collect();
    if s.is_up(id) && !hands.is_empty() {
        tags.push(tag(format!("in hand: {}", list(&hands)), rule::RULING_HANDS, None));
    }
    let arms = (0..).take(g.sheet(id).arms.len());
    for arm in arms.filter(|arm| creature.broken >> arm & 1 == 1) {
        tags.push(tag(format!("{} is broken", arm_name(g, id, arm)), rule::STRUCTURAL_SAVE, None));
    }
    let lies = |thing: &&Dropped| thing.owner == id;
    tags.extend(s.dropped.iter().filter(lies).map(|thing| {
        let text = format!("{} lies in {}", arm_name(g, id, thing.arm), label(g, thing.at));
        tag(text, rule::RULING_HANDS, None)
    }));
    tags
}

/// The stance once it is shown, and what goes with it. (`stance.order`)
fn stance(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Vec<Tag> {
    let creature = s.creature(id);
    let by = match creature.stance {
        Stance::None => return Vec::new(),
        Stance::Aggressive => rule::STANCE_AGGRESSIVE_FIRST,
        Stance::Ready | Stance::Defensive => rule::STANCE_ORDER,
        Stance::Hold => rule::STANCE_HOLD,
    };
    let mut tags = vec![tag(creature.stance.word(), by, SEGMENT)];
    for (verb, foes) in [("trades blows with", creature.trades), ("waits for", creature.waits)] {
        let names = seen(g, s, viewer, foes.and(s.marks.up));
        if !names.is_empty() {
            tags.push(tag(format!("{verb} {}", list(&names)), rule::STANCE_READY_CHOICE, SEGMENT));
        }
    }
    tags
}

/// The names of those of a set that this viewer may know of.
fn seen<'g>(g: &'g Setup, s: &State, viewer: Viewer, ids: Ids) -> Vec<&'g str> {
    ids.iter().filter(|id| is_seen(g, s, viewer, *id)).map(|id| g.sheet(id).name.as_str()).collect()
}

/// On-Guard, and the general defences. (`on-guard.announce`, `general-defend`)
fn defences(g: &Setup, creature: &Creature) -> impl Iterator<Item = Tag> {
    let guard = creature.guard.map(|guard| {
        let skill = &g.ability(guard.skill).name;
        match (guard.over, guard.failed) {
            (true, _) => tag(format!("On-Guard with {skill} is over"), rule::ON_GUARD_END, ROUND),
            (_, 0) => tag(format!("On-Guard with {skill}"), rule::ON_GUARD_ANNOUNCE, ROUND),
            (_, failed) => {
                let most = g.rules.on_guard_failures;
                tag(format!("On-Guard with {skill}, {failed} of {most} failures"), rule::ON_GUARD_PENALTY, ROUND)
            }
        }
    });
    let general = creature.general.map(|(mode, points)| {
        let attacks = match mode {
            Mode::Melee => "blows",
            Mode::Ranged => "shots",
        };
        tag(format!("{attacks} are {points} worse"), rule::GENERAL_DEFEND, Some("another defence is used"))
    });
    guard.into_iter().chain(general)
}

/// Whom it fights at arm's length. (`ruling.threat-zone`)
fn engaged(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Option<Tag> {
    let names = seen(g, s, viewer, zones::engaging(g, s, id));
    (!names.is_empty()).then(|| tag(format!("engaged with {}", list(&names)), rule::RULING_THREAT_ZONE, None))
}

/// What it keeps up, and what others keep up on it. (`magic.concentration`)
fn kept(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Vec<Tag> {
    let mut tags = Vec::new();
    for running in s.effects.iter().filter(|running| running.holder == id || running.on == id) {
        let name = &g.ability(running.ability).name;
        let text = match (running.holder == id, running.on == id) {
            (true, false) if is_seen(g, s, viewer, running.on) => {
                format!("keeps {name} up on {}", g.sheet(running.on).name)
            }
            (true, _) => format!("keeps {name} up"),
            (false, _) => name.clone(),
        };
        tags.push(tag(text, rule::MAGIC_CONCENTRATION, None));
    }
    tags
}

/// What everybody has seen it do, or not do, in this round.
fn marks(s: &State, id: Id) -> impl Iterator<Item = Tag> {
    let marks = &s.marks;
    let damaged = s.creature(id).condition != Condition::Damaged;
    let all = [
        (marks.damaged.has(id) && damaged, "Damaged", rule::RULING_DAMAGED_TRIGGER, None),
        (marks.damaged.has(id) && !damaged, "Damaged", rule::CONDITION_MODIFIERS, None),
        (marks.surprised.has(id), "surprised", rule::AMBUSH_SURPRISED, ROUND),
        (marks.late.has(id), "has just come", rule::ROUND_POOL, ROUND),
        (marks.fought.has(id), "has made the attacks of the round", rule::SEGMENT_NO_CARRY_OVER, ROUND),
        (marks.stepped.has(id), "has taken the combat step", rule::RULING_COMBAT_STEP, SEGMENT),
        (marks.stopped.has(id), "does nothing more", rule::COMBAT_CHOICES, SEGMENT),
    ];
    all.into_iter().filter(|(yes, ..)| *yes).map(|(_, text, rule, until)| tag(text, rule, until))
}

/// What only its own side knows.
fn own(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Vec<Tag> {
    let creature = s.creature(id);
    let mut tags = Vec::new();
    if s.marks.concealed.has(id) {
        tags.push(tag("concealed", rule::RULING_CONCEALMENT, Some("they attack, leave cover, or are found")));
    }
    if s.marks.ambushers.has(id) {
        tags.push(tag("means to strike out of hiding", rule::RULING_AMBUSH_DECLARED, Some("Ambush is over")));
    }
    if !s.marks.damaged.has(id) && creature.condition != Condition::Active {
        tags.push(tag(creature.condition.word(), rule::CONDITION_MODIFIERS, None));
    }
    for (what, known) in [("the vitals of", creature.vitals), ("a gap in the armour of", creature.gaps)] {
        let names = seen(g, s, viewer, known);
        if !names.is_empty() {
            tags.push(tag(format!("knows {what} {}", list(&names)), rule::RULING_SEARCH_BEFORE, None));
        }
    }
    tags
}
