//! Fields of the whole battle.

use skirmish_bookkit::fields::{Change, SetWorld, World, name_or_none, names, people};
use skirmish_kernel::{Id, Refusal, Value};

use crate::model::{Setup, Sigil, Slot, Stage, State};
use crate::rules::order;
use crate::text::words::label;

type Row = World<Sigil>;

const PLAY: SetWorld<Sigil> = SetWorld::FollowsFrom("what is done in play");

/// A row on fewer lines: name and what it says, how it is set, how it is read.
macro_rules! row {
    ($name:literal, $about:literal => $set:expr; $read:expr) => {
        Row::new($name, $about, $read, $set)
    };
}

pub(super) const ROWS: &[Row] = &[
    Row::new("round", "The number of the round; 0 before the first.", |_, s| s.round.into(), SetWorld::By(set_round)),
    row!("turn", "Whose turn it is." => SetWorld::FollowsFrom("`order`");
        |g, s| name_or_none::<Sigil>(g, s.active().filter(|_| s.stage == Stage::Act))),
    row!("order", "Who acts in turn." => SetWorld::By(set_order);
        |g, s| names::<Sigil>(g, s.order.iter().filter(|slot| !slot.left).map(|slot| slot.who)))
    .words(|g, _| people::<Sigil>(g, |_| true)),
    Row::new(
        "agreed",
        "Who goes first of allies in a tie.",
        |g, s| {
            let own = |id: &&Id| g.sheet(**id).reserve.is_none() || s.creature(**id).is_here();
            names::<Sigil>(g, s.agreed.iter().filter(own).copied())
        },
        SetWorld::By(|g: &Setup, s: &mut State, change| {
            s.agreed = change.order::<Sigil>(g, &s.agreed)?;
            Ok(())
        }),
    )
    .words(|g, _| people::<Sigil>(g, |_| true)),
    Row::new("standing", "Who is conscious and on the map.", |g, s| names::<Sigil>(g, s.able.iter()), PLAY),
    row!("ambushed", "Sides that are ambushed in this round." => SetWorld::By(set_ambushed);
        |g, s| sides(g, s.ambushed))
    .words(|g, _| g.sides.iter().cloned().chain(["none".into()]).collect()),
    Row::new(
        "ground",
        "What lies on squares.",
        |g, s| {
            let one = |patch: &crate::model::Patch| format!("{} {}", patch.lying.word(), label(g, patch.at));
            Value::List(s.patches.iter().map(one).collect())
        },
        PLAY,
    ),
    Row::new(
        "winner",
        "Who has won: a side, nobody; `none` while the fight goes on.",
        |g, s| {
            s.ended.map_or_else(|| "none".into(), |outcome| skirmish_bookkit::view::winner(&g.sides, outcome).into())
        },
        SetWorld::FollowsFrom("`end`"),
    ),
];

fn sides(g: &Setup, bits: u64) -> Value {
    let named = g.sides.iter().enumerate().filter(|(at, _)| *at < 64 && bits >> at & 1 == 1);
    Value::List(named.map(|(_, side)| side.clone()).collect())
}

fn set_ambushed(g: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    let mut bits = 0u64;
    for word in change.words() {
        let side = skirmish_bookkit::fields::side_called(&g.sides, word)?;
        bits |= 1u64.checked_shl(side.0.into()).unwrap_or(0);
    }
    s.ambushed = match change.op {
        skirmish_kernel::Op::Set => bits,
        skirmish_kernel::Op::Add => s.ambushed | bits,
        skirmish_kernel::Op::Take => s.ambushed & !bits,
    };
    Ok(())
}

fn set_round(_: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    s.round = change.number(s.round, 0..=1_000_000)?;
    Ok(())
}

/// The order as it is to be; whoever is not named keeps the place behind those who are.
fn set_order(g: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    let now = s.slot().map(|slot| slot.who);
    let old: Vec<Id> = s.order.iter().filter(|slot| !slot.left).map(|slot| slot.who).collect();
    let new = change.order::<Sigil>(g, &old)?;
    if let Some(stranger) = new.iter().find(|id| !s.creature(**id).is_here()) {
        return Err(Refusal::because(format!("{} is not on the map", g.sheet(*stranger).name)));
    }
    let left = s.order.iter().filter(|slot| slot.left).copied();
    let known = |who: Id| s.order.iter().copied().find(|slot| slot.who == who && !slot.left);
    let places = new.into_iter().map(|who| known(who).unwrap_or_else(|| order::place(g, s, who, false)));
    let all: Vec<Slot> = places.chain(left).collect();
    s.order.clear();
    s.order.extend(all);
    if let Some(at) = now.and_then(|now| s.order.iter().position(|slot| slot.who == now)) {
        s.turn = u8::try_from(at).unwrap_or(0);
    }
    Ok(())
}
