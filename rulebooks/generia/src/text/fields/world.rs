//! Fields of the whole battle.

use skirmish_bookkit::fields::{Change, World, name_or_none, names, people};
use skirmish_kernel::{Refusal, Value};

use crate::model::{Area, Generia, Phase, Setup, State};
use crate::text::words::label;

type Row = World<Generia>;

pub(super) const ROWS: &[Row] = &[
    Row::of("round", "The number of the round; 0 before the first.", |_, s| s.round.into()).by(set_round),
    Row::of("phase", "`initiative` before the first round, then `combat`.", |_, s| {
        if s.phase == Phase::Initiative { "initiative" } else { "combat" }.into()
    }),
    Row::of("turn", "Whose turn it is.", |g, s| name_or_none::<Generia>(g, s.active())).follows("`order`"),
    Row::of("order", "Who acts in turn; a mount acts with its rider and is not in it.", |g, s| {
        names::<Generia>(g, s.order.iter().copied())
    })
    .by(set_order)
    .words(|g, _| people::<Generia>(g, |_| true)),
    Row::of("standing", "Who can fight.", |g, s| names::<Generia>(g, s.able.iter()))
        .follows("everybody's `unconscious` and `gone`"),
    Row::of("areas", "What lies on the ground.", |g, s| {
        Value::List(s.areas.iter().map(|area| area_words(g, area)).collect())
    }),
    Row::of("reacted", "Who has no reaction left in this turn.", |g, s| names::<Generia>(g, s.reacted.iter())),
    Row::of("requests", "For whom the game master has called something.", |g, s| {
        names::<Generia>(g, s.requests.iter().map(|request| request.who))
    })
    .once(&["called"]),
    Row::of("ended", "Is the battle over?", |_, s| s.ended.is_some().into()),
    Row::of("winner", "The side that has won, or `none`.", |g, s| {
        let side = s.ended.and_then(|outcome| outcome.winner);
        side.and_then(|side| g.sides.get(usize::from(side.0)).cloned()).unwrap_or_else(|| "none".into()).into()
    }),
];

/// `Sorrel grasping-vines E4 2`
fn area_words(g: &Setup, area: &Area) -> String {
    let (caster, spell) = (&g.sheet(area.caster).name, &g.ability(area.ability).name);
    format!("{caster} {spell} {} {}", label(g, area.at), area.radius)
}

fn set_round(_: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    refuse_if!(s.phase != Phase::Combat, "rounds are counted once initiative is rolled");
    s.round = change.number(s.round, 1..=1_000_000)?;
    Ok(())
}

/// `order = Ogre, Ann`: the first of them first; those not named keep their order behind them. Within a round whoever
/// has had its turn, or has it now, stays where it is.
fn set_order(g: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    let fixed = if s.fresh { 0 } else { (usize::from(s.turn) + 1).min(s.order.len()) };
    let (done, coming) = s.order.split_at(fixed);
    let mut order = change.order::<Generia>(g, coming)?;
    let stranger = order.iter().find(|id| !s.order.contains(id)).map_or("", |id| g.sheet(*id).name.as_str());
    refuse_if!(!stranger.is_empty(), "{stranger} is not in the order");
    order.retain(|id| !done.contains(id));
    s.order = done.iter().copied().chain(order).collect();
    Ok(())
}
