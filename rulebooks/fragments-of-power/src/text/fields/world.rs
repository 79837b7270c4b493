//! Fields of the whole battle.

use skirmish_bookkit::fields::{Change, SetWorld, World, name_or_none, names, people};
use skirmish_kernel::{Id, Refusal, Value};

use crate::model::{Change as Scarred, Fragments, Place, Running, Scar, Setup, State};
use crate::text::words::{label, thing_named};

type Row = World<Fragments>;

const PLAY: SetWorld<Fragments> = SetWorld::FollowsFrom("what is done in play");

/// Rows: a name, what it says, how it is read and set.
macro_rules! fields {
    ($(($name:literal, $about:literal, |$g:pat_param, $s:pat_param| $read:expr, $set:expr $(, $more:ident $by:expr)?);)+) => {
        &[$(Row::new($name, $about, |$g, $s| $read.into(), $set) $(.$more($by))?),+]
    };
}

pub(super) const ROWS: &[Row] = fields! {
    ("round", "The number of the round; 0 before the first.", |_, s| s.round, SetWorld::By(set_round));
    ("turn", "Whose turn it is.", |g, s| name_or_none::<Fragments>(g, s.active()), SetWorld::FollowsFrom("`order`"));
    ("order", "Who acts in turn.", |g, s| people_of(g, s.acting()), SetWorld::By(set_order),
        words |g, _| people::<Fragments>(g, |_| true));
    ("standing", "Who can fight.", |g, s| people_of(g, s.able.iter()), PLAY);
    ("spells", "Spells that go on.", |g, s| spells(g, s), PLAY);
    ("ground", "Squares that have changed: broken ice, tunnels.", |g, s| ground(g, s), PLAY);
    ("lying", "What lies about.", |g, s| lying(g, s), PLAY);
    ("things", "Where things float or stand.", |g, s| things(g, s), PLAY);
    ("ended", "Is the battle over?", |_, s| s.ended.is_some(), PLAY);
    ("winner", "The side that has won, or `none`.", |g, s| winner(g, s), PLAY);
};

fn people_of(g: &Setup, ids: impl Iterator<Item = Id>) -> Value {
    names::<Fragments>(g, ids)
}

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
    if s.round == 0 {
        return Err(Refusal::because("rounds are counted once initiative is rolled"));
    }
    s.round = change.number(s.round, 1..=1_000_000)?;
    Ok(())
}

/// `order = Ogre, Ann`: of those who have not had their turn yet the named come first, in this order.
fn set_order(g: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    let started = s.stage == crate::model::Stage::Act || s.stage == crate::model::Stage::Enter;
    let fixed = (usize::from(s.turn) + usize::from(started)).min(s.order.len());
    let coming: Vec<_> = s.order[fixed..].iter().filter(|slot| !slot.left).map(|slot| slot.who).collect();
    let order = change.order::<Fragments>(g, &coming)?;
    if let Some(stranger) = order.iter().find(|id| !coming.contains(id)) {
        return Err(Refusal::because(format!("{} is not to act in this round any more", g.sheet(*stranger).name)));
    }
    let place = |who| order.iter().position(|id| *id == who).unwrap_or(usize::MAX);
    s.order[fixed..].sort_by_key(|slot| place(slot.who));
    Ok(())
}
