//! What is to be seen of a combatant, each with its rule.

use skirmish_bookkit::tags;
use skirmish_kernel::words::list;
use skirmish_kernel::{Id, Ids, Tag, Viewer};

use super::is_seen;
use crate::catalogue::{CATALOGUE, rule};
use crate::model::{Condition, Creature, Mode, Parts, Running, Setup, Stance, State, States};
use crate::rules::zones;
use crate::text::words::label;

/// When something of the round ends.
const ROUND: &str = "the round is over";

/// When something of the segment ends.
const SEGMENT: &str = "the segment is over";

/// Everything about one combatant that this viewer may know.
pub fn tags(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Vec<Tag> {
    let own = || own(g, s, viewer, id);
    let standing = || {
        tags![
            ..stance(g, s, viewer, id),
            ..defences(g, s.creature(id)),
            ..engaged(g, s, viewer, id),
            ..kept(g, s, viewer, id),
            ..marks(s, id),
            ..viewer.is_privy(g.side(id)).then(own).into_iter().flatten(),
        ]
    };
    tags![
        ..states(s.creature(id)),
        ..disabled(s.creature(id)),
        ..things(g, s, id),
        ..s.is_up(id).then(standing).into_iter().flatten(),
    ]
}

/// What ails it. (`ruling.states`)
fn states(creature: &Creature) -> Vec<Tag> {
    tags![
        RULING_EFFECTS: "dead" if creature.has(States::DEAD),
        RULING_ZERO_HITS: "unconscious" if creature.has(States::UNCONSCIOUS),
        RULING_SURRENDER_FLEE: "has given up" if creature.has(States::YIELDED),
        RULING_STATES: "stunned" until ROUND if creature.has(States::STUNNED),
        RULING_STATES: "prone" until "they get up" if creature.has(States::PRONE),
        RULING_STATES: "blinded" if creature.has(States::BLINDED),
        RUSH: "rushed: defends worse" until ROUND if creature.has(States::RUSHED),
    ]
}

fn disabled(creature: &Creature) -> impl Iterator<Item = Tag> {
    let parts = Parts::ALL.iter().filter(|(part, _)| creature.disabled.has(*part));
    parts.flat_map(|(_, word)| tags![CALLED_TABLE: "{word} of no use" until "healed"])
}

/// What it holds, what is broken, what lies about.
fn things(g: &Setup, s: &State, id: Id) -> Vec<Tag> {
    let creature = s.creature(id);
    let hands: Vec<String> = creature.held().map(|arm| g.arm_name(id, arm)).collect();
    let broken = (0..).take(g.sheet(id).arms.len()).filter(|arm| creature.broken >> arm & 1 == 1);
    let lies = s.dropped.iter().filter(|thing| thing.owner == id);
    tags![
        RULING_HANDS: ("in hand: {}", list(&hands)) if s.is_up(id) && !hands.is_empty(),
        ..broken.flat_map(|arm| tags![STRUCTURAL_SAVE: ("{} is broken", g.arm_name(id, arm))]),
        ..lies.flat_map(|thing| {
            tags![RULING_HANDS: ("{} lies in {}", g.arm_name(id, thing.arm), label(g, thing.at))]
        }),
    ]
}

/// The stance once it is shown, and what goes with it. (`stance.order`)
fn stance(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Vec<Tag> {
    let creature = s.creature(id);
    let shown = match creature.stance {
        Stance::None => return Vec::new(),
        stance @ Stance::Aggressive => tags![STANCE_AGGRESSIVE_FIRST: "{stance}" until SEGMENT],
        stance @ (Stance::Ready | Stance::Defensive) => tags![STANCE_ORDER: "{stance}" until SEGMENT],
        stance @ Stance::Hold => tags![STANCE_HOLD: "{stance}" until SEGMENT],
    };
    let foes = |foes: Ids| seen(g, s, viewer, foes.and(s.marks.up));
    let (trades, waits) = (foes(creature.trades), foes(creature.waits));
    tags![
        ..shown,
        STANCE_READY_CHOICE: ("trades blows with {}", list(&trades)) until SEGMENT if !trades.is_empty(),
        STANCE_READY_CHOICE: ("waits for {}", list(&waits)) until SEGMENT if !waits.is_empty(),
    ]
}

/// The names of those of a set that this viewer may know of.
fn seen<'g>(g: &'g Setup, s: &State, viewer: Viewer, ids: Ids) -> Vec<&'g str> {
    ids.iter().filter(|id| is_seen(g, s, viewer, *id)).map(|id| g.sheet(id).name.as_str()).collect()
}

/// On-Guard, and the general defences. (`on-guard.announce`, `general-defend`)
fn defences(g: &Setup, creature: &Creature) -> Vec<Tag> {
    let most = g.rules.on_guard_failures;
    let guard = creature.guard.iter().flat_map(|guard| {
        let (skill, failed) = (&g.ability(guard.skill).name, guard.failed);
        match (guard.over, failed) {
            (true, _) => tags![ON_GUARD_END: "On-Guard with {skill} is over" until ROUND],
            (_, 0) => tags![ON_GUARD_ANNOUNCE: "On-Guard with {skill}" until ROUND],
            _ => tags![
                ON_GUARD_PENALTY: "On-Guard with {skill}, {failed} of {most} failures" until ROUND
            ],
        }
    });
    let general = creature.general.iter().flat_map(|(mode, points)| {
        let attacks = if *mode == Mode::Melee { "blows" } else { "shots" };
        tags![GENERAL_DEFEND: "{attacks} are {points} worse" until "another defence is used"]
    });
    tags![..guard, ..general]
}

/// Whom it fights at arm's length. (`ruling.threat-zone`)
fn engaged(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Vec<Tag> {
    let names = seen(g, s, viewer, zones::engaging(g, s, id));
    tags![RULING_THREAT_ZONE: ("engaged with {}", list(&names)) if !names.is_empty()]
}

/// What it keeps up, and what others keep up on it. (`magic.concentration`)
fn kept(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Vec<Tag> {
    let kept = s.effects.iter().filter(|running| running.holder == id || running.on == id);
    let text = |running: &Running| {
        let (name, on) = (&g.ability(running.ability).name, &g.sheet(running.on).name);
        match (running.holder == id, running.on == id) {
            (true, false) if is_seen(g, s, viewer, running.on) => format!("keeps {name} up on {on}"),
            (true, _) => format!("keeps {name} up"),
            (false, _) => name.clone(),
        }
    };
    kept.flat_map(|running| tags![MAGIC_CONCENTRATION: ("{}", text(running))]).collect()
}

/// What everybody has seen it do, or not do, in this round.
fn marks(s: &State, id: Id) -> Vec<Tag> {
    let marks = &s.marks;
    let (damaged, worse) = (marks.damaged.has(id), s.creature(id).condition == Condition::Damaged);
    tags![
        RULING_DAMAGED_TRIGGER: "Damaged" if damaged && !worse,
        CONDITION_MODIFIERS: "Damaged" if damaged && worse,
        AMBUSH_SURPRISED: "surprised" until ROUND if marks.surprised.has(id),
        ROUND_POOL: "has just come" until ROUND if marks.late.has(id),
        SEGMENT_NO_CARRY_OVER: "has made the attacks of the round" until ROUND if marks.fought.has(id),
        RULING_COMBAT_STEP: "has taken the combat step" until SEGMENT if marks.stepped.has(id),
        COMBAT_CHOICES: "does nothing more" until SEGMENT if marks.stopped.has(id),
    ]
}

/// What only its own side knows.
fn own(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Vec<Tag> {
    let creature = s.creature(id);
    let (vitals, gaps) = (seen(g, s, viewer, creature.vitals), seen(g, s, viewer, creature.gaps));
    let worse = !s.marks.damaged.has(id) && creature.condition != Condition::Active;
    tags![
        RULING_CONCEALMENT: "concealed" until "they attack, leave cover, or are found" if s.marks.concealed.has(id),
        RULING_AMBUSH_DECLARED: "means to strike out of hiding" until "Ambush is over" if s.marks.ambushers.has(id),
        CONDITION_MODIFIERS: ("{}", creature.condition) if worse,
        RULING_SEARCH_BEFORE: ("knows the vitals of {}", list(&vitals)) if !vitals.is_empty(),
        RULING_SEARCH_BEFORE: ("knows a gap in the armour of {}", list(&gaps)) if !gaps.is_empty(),
    ]
}
