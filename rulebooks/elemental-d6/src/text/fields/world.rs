//! Fields of the whole battle.

use skirmish_bookkit::fields::{Change, World, names, people};
use skirmish_grid::Hex;
use skirmish_kernel::{Refusal, Value};

use crate::model::{Elemental, Flight, Phase, Setup, State, Target};
use crate::rules::lines;
use crate::text::words::act_notation;

type Row = World<Elemental>;

pub(super) const ROWS: &[Row] = &[
    Row::of("round", "The number of the round; 0 before the first.", |_, s| s.time.round.into()).by(|_, s, change| {
        between_segments(s)?;
        s.time.round = change.number(s.time.round, 1..=1_000_000)?;
        Ok(())
    }),
    Row::of("segment", "The segment of the round, 1 to 3.", |_, s| s.time.segment.into()).by(|_, s, change| {
        between_segments(s)?;
        s.time.segment = change.number(s.time.segment, 1..=3)?;
        Ok(())
    }),
    Row::of("time", "Round and segment.", |_, s| s.time.to_string().into()).follows("`round` and `segment`"),
    Row::of("phase", "`calm`, `initiative` or `combat`.", |_, s| match s.phase {
        Phase::Calm { .. } => "calm".into(),
        Phase::Initiative => "initiative".into(),
        Phase::Combat => "combat".into(),
    }),
    Row::of("order", "Who acts first, second … in this segment.", |g, s| {
        names::<Elemental>(g, if s.fresh { &s.ranking } else { &s.order }.iter().copied())
    })
    .by(set_ranking)
    .words(|g, _| people::<Elemental>(g, |_| true)),
    Row::of("ranking", "Who acts first, second … as a rule.", |g, s| {
        names::<Elemental>(g, s.ranking.iter().copied())
    })
    .by(set_ranking)
    .words(|g, _| people::<Elemental>(g, |_| true)),
    Row::of("flights", "Attacks on their way.", |g, s| {
        Value::List(s.flights.iter().map(|flight| flight_words(g, s, flight)).collect())
    }),
    Row::of("pushes", "Pushes that go on, with the feet that are left.", |g, s| {
        Value::List(s.pushes.iter().map(|push| format!("{} {}", g.sheet(push.victim).name, push.left)).collect())
    }),
    Row::of("structures", "What has been built, with its hexes so far.", |g, s| {
        let words = |built: &crate::model::Built| format!("{} {}", g.ability(built.ability).name, built.grown);
        Value::List(s.structures.iter().map(words).collect())
    }),
    Row::of("turn", "How many have had their turn in this segment.", |_, s| s.turn.into()).game_masters(),
    Row::of("standing", "Who is in the fight.", |g, s| names::<Elemental>(g, g.ids().filter(|id| s.fights(*id))))
        .follows("everybody's `hp`, `ceased` and `gone`"),
];

/// The same for people: what is there has flown as far as it had to.
pub fn flight_told(g: &Setup, s: &State, flight: &Flight) -> String {
    let distance = lines::hexes(flight.origin, aim(s, flight));
    flight_words(g, s, &Flight { flown: flight.flown.min(distance), ..*flight })
}

/// Where a flight is bound for.
fn aim(s: &State, flight: &Flight) -> Hex {
    match flight.act.target {
        Target::Creature(id) => s.creature(id).at,
        _ => flight.aimed,
    }
}

/// `Kestrel air-blast at Ogre, 3 of 6 hexes`; where its target has come nearer it may have flown farther than to there.
fn flight_words(g: &Setup, s: &State, flight: &Flight) -> String {
    let owner = &g.sheet(flight.owner).name;
    let distance = lines::hexes(flight.origin, aim(s, flight));
    let how = if flight.held {
        "held".to_owned()
    } else if flight.wait > 0 {
        let plural = if flight.wait == 1 { "" } else { "s" };
        format!("takes effect in {} segment{plural}", flight.wait)
    } else {
        format!("{} of {distance} hexes", flight.flown)
    };
    format!("{owner} {} {how}", act_notation(g, &flight.act))
}

fn between_segments(s: &State) -> Result<(), Refusal> {
    if s.fresh {
        return Ok(());
    }
    Err(Refusal::because("the clock is set between two segments only; here, set `rank` or `initiated`"))
}

/// `ranking = Ogre, Kestrel`: the first of them first; those not named keep their order behind them.
fn set_ranking(g: &Setup, s: &mut State, change: &Change) -> Result<(), Refusal> {
    let order = change.order::<Elemental>(g, &s.ranking)?;
    refuse_if!(order.len() != s.ranking.len(), "somebody named there is not in the ranking");
    s.ranking = order.into_iter().collect();
    if s.turn == 0 && !s.fresh {
        s.order = s.ranking.clone();
    }
    Ok(())
}
