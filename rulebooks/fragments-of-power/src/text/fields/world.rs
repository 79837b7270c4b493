//! Fields of the whole battle.

use skirmish_bookkit::fields::{Change, World, name_or_none, names, people};
use skirmish_bookkit::refuse_if;
use skirmish_kernel::{Refusal, Value, put_in_order};

use crate::model::{Change as Scarred, Fragments, Place, Running, Scar, Setup, State};
use crate::text::words::{label, thing_named};

type Row = World<Fragments>;

pub(super) const ROWS: &[Row] = &[
    Row::of("round", "The number of the round; 0 before the first.", |_, s| s.round.into()).by(set_round),
    Row::of("turn", "Whose turn it is.", |g, s| name_or_none::<Fragments>(g, s.active())).follows("`order`"),
    Row::of("order", "Who acts in turn.", |g, s| names::<Fragments>(g, s.acting()))
        .by(set_order)
        .words(|g, _| people::<Fragments>(g, |_| true)),
    Row::of("standing", "Who can fight.", |g, s| names::<Fragments>(g, s.able.iter())),
    Row::of("spells", "Spells that go on.", spells),
    Row::of("ground", "Squares that have changed: broken ice, tunnels.", ground),
    Row::of("lying", "What lies about.", lying),
    Row::of("things", "Where things float or stand.", things),
    Row::of("ended", "Is the battle over?", |_, s| s.ended.is_some().into()),
    Row::of("winner", "The side that has won, or `none`.", winner),
];

fn spells(g: &Setup, s: &State) -> Value {
    let one = |one: &Running| format!("{} of {}", g.spell(one.spell).name, g.sheet(one.caster).name);
    Value::List(s.running.iter().map(one).collect())
}

fn ground(g: &Setup, s: &State) -> Value {
    let one = |scar: &Scar| match scar.what {
        Scarred::Ice(lost) => format!("ice {} {lost}", label(g, scar.at)),
        Scarred::Tunnel(_) => format!("tunnel {}", label(g, scar.at)),
    };
    Value::List(s.scars.iter().map(one).collect())
}

fn lying(g: &Setup, s: &State) -> Value {
    let lying = s.items.iter().filter(|item| item.owner.is_none());
    Value::List(lying.map(|item| format!("{} {}", g.weapon(item.weapon).name, label(g, item.at))).collect())
}

fn things(g: &Setup, s: &State) -> Value {
    let place = |(at, place): (u8, &Place)| format!("{} {}", thing_named(g, at), label(g, place.at));
    Value::List((0u8..).zip(&s.things).map(place).collect())
}

fn winner(g: &Setup, s: &State) -> Value {
    let side = s.ended.and_then(|outcome| outcome.winner);
    side.and_then(|side| g.sides.get(usize::from(side.0)).cloned()).unwrap_or_else(|| "none".into()).into()
}

fn set_round(_: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    refuse_if!(s.round == 0, "rounds are counted once initiative is rolled");
    s.round = change.number(s.round, 1..=1_000_000)?;
    Ok(())
}

/// `order = Ogre, Ann`: of those who have not had their turn yet the named come first, in this order.
fn set_order(g: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    let started = s.stage == crate::model::Stage::Act || s.stage == crate::model::Stage::Enter;
    let fixed = (usize::from(s.turn) + usize::from(started)).min(s.order.len());
    let coming: Vec<_> = s.order[fixed..].iter().filter(|slot| !slot.left).map(|slot| slot.who).collect();
    let order = change.order::<Fragments>(g, &coming)?;
    let stranger = order.iter().find(|id| !coming.contains(id)).map(|id| &g.sheet(*id).name);
    refuse_if!(stranger.is_some(), "{} is not to act in this round any more", stranger.map_or("", |name| name));
    let place = |who| order.iter().position(|id| *id == who).unwrap_or(usize::MAX);
    put_in_order(&mut s.order[fixed..], |slot| place(slot.who));
    Ok(())
}
