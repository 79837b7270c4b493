//! How conditions begin, work, and end.

pub mod causes;

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Check, Id, Questions};

use crate::catalogue::rule;
use crate::model::{Against, Attribute, Condition, Course, Event, Kind, SaveAt, Setup, State, Suffered, ask};
use crate::rules::damage::wounds;
use crate::rules::edge::Edge;
use crate::rules::save::{self, Save};
use crate::rules::{OrHalt, Table, magic};

/// The type of damage that burning does.
const FIRE: &str = "fire";

/// The highest tier of what works each turn.
pub const MOST_TIER: u8 = 5;

/// A condition takes hold; what somebody has already grows, topples it, or has one more cause.
pub fn inflict<T: Table>(s: &mut State, t: &mut T, who: Id, new: Condition) {
    let kind = new.kind;
    let value = if kind.harm().is_some() { new.value.clamp(1, MOST_TIER) } else { new.value };
    // What comes in its bearer's own turn does not count that turn's end.
    let new = Condition { value, aged: !is_own_turn(s, who), ..new };
    if !s.creature(who).has(kind) {
        // As many places as there are kinds.
        let _ = s.creature_mut(who).conditions.try_push(new);
        t.tell(|| Event::Inflicted { who, kind, value });
        return;
    }
    t.tell(|| Event::Doubled { who, kind });
    if kind == Kind::OffBalance {
        end(s, t, who, kind);
        // On the ground one lies, whatever becomes of that which has toppled one.
        let prone = Condition::new(Kind::Prone, 0, new.dc.into());
        inflict(s, t, who, Condition { source: new.source, magic: new.magic, ..prone });
    } else {
        causes::join(s, who, new);
    }
}

/// Is it the bearer's own turn, or one that it shares?
pub fn is_own_turn(s: &State, who: Id) -> bool {
    s.active().is_some_and(|active| active == who || s.acts_with(active, who))
}

/// A condition ends.
pub fn end<T: Table>(s: &mut State, t: &mut T, who: Id, kind: Kind) {
    let creature = s.creature_mut(who);
    let before = creature.conditions.len();
    creature.conditions.retain(|condition| condition.kind != kind);
    let ended = creature.conditions.len() < before;
    s.also.retain(|also| also.who != who || also.condition.kind != kind);
    if ended {
        t.tell(|| Event::Ended { who, kind });
    }
}

/// One cause of a condition is over, and with it the condition, unless another cause is left.
pub fn lapse<T: Table>(s: &mut State, t: &mut T, who: Id, kind: Kind) {
    if !causes::follows(s, who, kind) {
        end(s, t, who, kind);
    }
}

/// Everything that a spell has kept up ends with it.
pub fn end_of_spell<T: Table>(g: &Setup, s: &mut State, t: &mut T, spell: u16) {
    s.also.retain(|also| also.condition.spell != Some(spell));
    let kept_up = |s: &State, who: Id| {
        let mut all = s.creature(who).conditions.iter();
        all.find(|known| known.spell == Some(spell)).map(|known| known.kind)
    };
    for who in g.ids() {
        while let Some(kind) = kept_up(s, who) {
            lapse(s, t, who, kind);
        }
    }
}

/// A turn begins: what this one has caused for a number of rounds, and what lies on the ground for so long, wears off.
pub fn rounds_pass<T: Table>(g: &Setup, s: &mut State, t: &mut T, causer: Id) {
    let due = |s: &State, who: Id, known: &Condition| u16::from(causes::counts_rounds(s, who, known, causer));
    wear_off(s, t, due);
    magic::areas::rounds_pass(g, s, t, causer);
}

/// A Phase passes, and with it all its rounds at once. (`phase.length`)
pub fn phase_passes<T: Table>(s: &mut State, t: &mut T, rounds: u16) {
    wear_off(s, t, |_, _, _| rounds);
}

/// So many rounds pass for each condition that lasts for a number of them.
fn wear_off<T: Table>(s: &mut State, t: &mut T, passed: impl Fn(&State, Id, &Condition) -> u16) {
    causes::wear_off(s, &passed);
    for who in s.special().iter() {
        let mut at = 0;
        while let Some(Condition { kind, rounds, .. }) = s.creature(who).conditions.get(at).copied() {
            let gone = passed(s, who, &s.creature(who).conditions[at]);
            if rounds == 0 || gone == 0 {
                at += 1;
            } else if rounds > gone {
                s.creature_mut(who).conditions[at].rounds = rounds - gone;
                at += 1;
            } else {
                lapse(s, t, who, kind);
                // What has come in its place has been counted.
                at += usize::from(s.creature(who).has(kind));
            }
        }
    }
}

/// At a round's start: saves that lower what works each turn.
pub fn round_start<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    for who in s.special().iter() {
        for kind in [Kind::Bleeding, Kind::Burning, Kind::Poisoned] {
            let Some(tier) = s.creature(who).condition(kind).map(|condition| condition.value) else { continue };
            let dc = g.rules.dc_base + i32::from(tier);
            if !save::save(g, s, t, who, Save(Attribute::Con, dc), rule::DICE_ONGOING, &Edge::new())? {
                t.tell(|| Event::Lasts { who, kind });
            } else if tier <= 1 {
                end(s, t, who, kind);
            } else {
                ease(s, t, who, kind);
            }
        }
    }
    Ok(())
}

fn ease<T: Table>(s: &mut State, t: &mut T, who: Id, kind: Kind) {
    let Some(known) = s.creature_mut(who).condition_mut(kind) else { return };
    known.value = known.value.saturating_sub(1);
    let value = known.value;
    t.tell(|| Event::Eased { who, kind, value });
}

/// Ongoing damage, at the start of its bearer's turn. (`wound.toughness`)
pub fn ongoing<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if s.creature(who).conditions.is_empty() {
        return Ok(());
    }
    for kind in [Kind::Bleeding, Kind::Burning, Kind::Poisoned] {
        let Some(tier) = s.creature(who).condition(kind).map(|condition| condition.value) else { continue };
        let die = [Dice::D4, Dice::D6, Dice::D8, Dice::D10, Dice::D12][usize::from(tier.clamp(1, MOST_TIER)) - 1];
        let sheet = g.sheet(who);
        // Burning is damage by fire; the others are absolute and of no type.
        let of = |list: &[String]| kind == Kind::Burning && list.iter().any(|known| known == FIRE);
        let (resisted, vulnerable) = (of(&sheet.resistant), of(&sheet.vulnerable));
        let toughness = sheet.toughness;
        let (rolled, points) = t.throw([Check::new(rule::DICE_ONGOING, who, die)], |[thrown]| {
            let points = crate::rules::damage::of_type(thrown.total, resisted, vulnerable);
            // Without a log nobody reads more than whether it hurts and whether it wounds.
            let is_read = <T::Terms as skirmish_kernel::Terms>::LISTED;
            if is_read { (thrown.total, points) } else { (0, points.min(toughness.max(0) + 1)) }
        })?;
        let wounds = i32::from(points > toughness);
        t.tell(|| Event::Ongoing { who, kind, rolled, points, wounds: wounds > 0, resisted, vulnerable });
        let suffered = Suffered {
            hit: false,
            wounds,
            hurt: points > 0,
            taken: points,
            incoming: 0,
            course: Course::straight(points),
            against: Against::Toughness(toughness),
        };
        wounds::harm(g, s, t, who, &suffered)?;
    }
    Ok(())
}

/// Saves that are made at the start or the end of the bearer's turn, oldest first.
pub fn saves<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, at: SaveAt) -> OrHalt<T> {
    let due = |kind: Kind| kind.save().is_some_and(|(_, when, _)| when == at);
    shake_off(g, s, t, who, due)
}

/// The conditions that somebody has, one bit each: what a blow brings along does not end by it.
pub fn kinds(s: &State, who: Id) -> u16 {
    s.creature(who).conditions.iter().fold(0, |all, condition| all | 1 << condition.kind as u16)
}

/// Saves that damage gives another try, oldest first, of the conditions that were there before.
#[inline]
pub fn when_damaged<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, was_out: bool, old: u16) -> OrHalt<T> {
    if old != 0 {
        let due = |kind: Kind| old & 1 << kind as u16 != 0 && kind.save().is_some_and(|(_, _, damaged)| damaged);
        shake_off(g, s, t, who, due)?;
    }
    // Only whoever lay there before may wake from it.
    if was_out { wounds::wake(g, s, t, who) } else { Ok(()) }
}

fn shake_off<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, due: impl Fn(Kind) -> bool) -> OrHalt<T> {
    if s.creature(who).conditions.is_empty() {
        return Ok(());
    }
    let all = s.creature(who).conditions.clone();
    for Condition { kind, dc, .. } in all.into_iter().filter(|condition| due(condition.kind)) {
        let (Some((attributes, _, _)), dc) = (kind.save(), i32::from(dc)) else { continue };
        let attribute = match attributes {
            [only] => *only,
            // Whoever is unconscious can still rely on CON.
            several if !s.is_able(who) && several.contains(&Attribute::Con) => Attribute::Con,
            [first, ..] if !s.is_able(who) => *first,
            _ => t.put(s, rule::DP_SAVE_ATTRIBUTE, who, ask::Save { kind, dc })?,
        };
        // Being stunned does not hinder the save against being stunned.
        let mut edge = Edge::new();
        edge.add(kind == Kind::Stunned, rule::CONDITION_STUNNED, 1);
        // The magic of a caster without its focus is easier to shake off, later too.
        let by = s.creature(who).condition(kind).filter(|condition| condition.magic).and_then(|found| found.source);
        let weak = by.is_some_and(|by| magic::lacks_focus(g, s, by));
        edge.add(weak, rule::FOCUS_TARGET_ADVANTAGE, 1);
        if save::save(g, s, t, who, Save(attribute, dc), rule::DICE_CONDITION, &edge)? {
            end(s, t, who, kind);
        } else {
            t.tell(|| Event::Lasts { who, kind });
        }
    }
    Ok(())
}

/// At the end of the bearer's turn: numbers drop, and whoever has not found its balance falls.
pub fn turn_end<T: Table>(s: &mut State, t: &mut T, who: Id) {
    if s.creature(who).conditions.is_empty() {
        return;
    }
    let counts = |condition: &Condition| condition.kind.counts_down() && condition.value > 0;
    causes::turn_end(s, who);
    let all = s.creature(who).conditions.clone();
    for Condition { kind, value, aged, .. } in all.into_iter().filter(counts) {
        if kind == Kind::Shocked {
            // To the end of the bearer's next turn, whatever its number.
            if aged {
                lapse(s, t, who, kind);
            }
        } else if value <= 1 {
            lapse(s, t, who, kind);
        } else {
            ease(s, t, who, kind);
        }
    }
    if let Some(condition) = s.creature(who).condition(Kind::OffBalance).copied().filter(|condition| condition.aged) {
        end(s, t, who, Kind::OffBalance);
        let prone = Condition::new(Kind::Prone, 0, condition.dc.into());
        inflict(s, t, who, Condition { source: condition.source, ..prone });
    }
    s.creature_mut(who).conditions.iter_mut().for_each(|condition| condition.aged = true);
}
