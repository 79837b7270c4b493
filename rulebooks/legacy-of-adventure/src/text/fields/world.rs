//! Fields of the whole battle.

use skirmish_bookkit::fields::{Change, World, name_or_none, names, people};
use skirmish_kernel::{Id, Ids, Refusal};

use super::is_running;
use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{Segment, Setup, Stage, State, TIERS};
use crate::rules::{clock, segment};

type Row = World<Legacy>;

pub(super) const ROWS: &[Row] = &[
    Row::of("round", "The number of the round; 0 before the first.", |_, s| s.round.into()).by(set_round),
    Row::of("segment", "The segment that runs, or comes.", |_, s| s.segment.word().into())
        .by(set_segment)
        .words(|_, _| Segment::ALL.map(|segment| segment.word().to_owned()).to_vec()),
    Row::of("stage", "What comes next, in a word.", |_, s| s.stage.word().into()).game_masters(),
    Row::of("tier", "Which stance acts.", |_, s| tier(s).into()).follows(STANCES).game_masters(),
    Row::of("turn", "Whose act or answer comes next.", |g, s| name_or_none::<Legacy>(g, turn(s)))
        .follows(STANCES)
        .game_masters(),
    Row::of("order", "Who goes first where stances are equal.", |g, s| names::<Legacy>(g, s.order.iter().copied()))
        .by(set_order)
        .words(|g, _| people::<Legacy>(g, |_| true)),
    Row::of("able", "Who can act.", |g, s| names::<Legacy>(g, s.marks.able.iter())).follows(STATES),
    Row::of("up", "Who is in the fight.", |g, s| names::<Legacy>(g, s.marks.up.iter())).follows(STATES),
    Row::of("ended", "Is the battle over?", |_, s| s.ended.is_some().into()),
    Row::of("winner", "The side that has won, or `none`.", |g, s| {
        let side = s.ended.and_then(|outcome| outcome.winner);
        side.and_then(|side| g.sides.get(usize::from(side.0)).cloned()).unwrap_or_else(|| "none".into()).into()
    }),
];
const STANCES: &str = "everybody's `stance`, and `order`";
const STATES: &str = "everybody's `states`";

/// The tier that acts: `aggressive`, `ready`, `defensive`, `waiting` (the Ready who let the Defensive finish), or `none`.
pub fn tier(s: &State) -> &'static str {
    let words = ["aggressive", "ready", "defensive", "waiting"];
    words.get(usize::from(s.tier)).filter(|_| is_running(s)).copied().unwrap_or("none")
}

/// Whose act or answer comes next, or is being played.
pub fn turn(s: &State) -> Option<Id> {
    match s.stage {
        Stage::Act => s.actor,
        Stage::Answer => s.owed.map(|(trader, _)| trader),
        Stage::Round | Stage::Announce | Stage::Open | Stage::Settle => None,
    }
}

fn set_round(g: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    refuse_if!(s.round == 0, "rounds are counted once the first has begun");
    s.round = change.number(s.round, 1..=g.most_rounds.max(s.round).into())?;
    Ok(())
}

/// `segment = movement`: whatever was to come of the segment that runs is dropped, and this one is called.
fn set_segment(g: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    let called: Segment = change.one_of("a segment")?;
    if matches!(s.stage, Stage::Round | Stage::Announce) {
        return Err(Refusal::because("segments are called once the announcements of the round are made"));
    }
    // What has been done in the segment that is left stays done, and who has done it is seen. (`segment.no-carry-over`,
    // `ruling.concealment`)
    s.marks.concealed = s.marks.concealed.without(s.marks.fights);
    if s.segment == Segment::Ambush && called != Segment::Ambush {
        clock::end_ambush(g, s);
    }
    s.marks.fought = s.marks.fought.or(s.marks.fights);
    s.marks.fights = Ids::NONE;
    s.marks.tiers = [Ids::NONE; TIERS];
    s.marks.todo = Ids::NONE;
    (s.owed, s.actor) = (None, None);
    (s.tier, s.pass) = (0, 0);
    s.segment = called;
    s.stage = Stage::Open;
    if !segment::applies(g, s, called) {
        let why = format!("nobody who is able to act has anything for {} now: it would not be called", called.word());
        return Err(Refusal::by(rule::ROUND_FIRST_SEGMENT, why));
    }
    Ok(())
}

/// `order = Ogre, Ann`: the first of them first; those not named keep their order behind them.
fn set_order(g: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    s.order = change.order::<Legacy>(g, &s.order)?.into_iter().collect();
    s.actor = None;
    Ok(())
}
