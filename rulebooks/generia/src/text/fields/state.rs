//! Fields of a combatant that play changes.

use skirmish_bookkit::fields::{Field, name_or_none, names, people};
use skirmish_bookkit::view::near;
use skirmish_bookkit::{flag, number};
use skirmish_kernel::{Refusal, Value};

use super::{holding, or_none, said, set};
use crate::model::{Concentration, Condition, DefenceKind, Generia, Kind, WeaponKind};
use crate::text::words::{FACINGS, arm_name, direction, facing, label};

type Row = Field<Generia>;

pub(super) const ROWS: &[Row] = &[
    number!("light", "Light wounds.", 0..=99, wounds.light),
    number!("severe", "Severe wounds.", 0..=99, wounds.severe),
    number!("energy", "Energy that is left.", 0..=10_000, energy),
    number!("mana", "Mana that is left.", 0..=10_000, mana),
    Row::of("at", "Where it is.", |g, s, who| label(g, s.creature(who).at).into())
        .by(set::place)
        .words(|g, s, who| near(&g.ground.board, s.creature(who).at)),
    Row::of("conditions", "What ails it.", |_, s, who| {
        Value::List(s.creature(who).conditions.iter().map(condition_words).collect())
    })
    .by(set::conditions)
    .words_of::<Kind>(),
    Row::of("unconscious", "Is it out?", |_, s, who| s.creature(who).wounds.is_out.into()).yes_no_by(set::unconscious),
    Row::of("wounds", "Wounds of both kinds.", |_, s, who| s.creature(who).wounds.total().into())
        .follows("`light` and `severe`"),
    Row::of("hp", "Wounds that it can still bear: hit points, as other games call that.", |g, s, who| {
        (g.sheet(who).wound_limit - s.creature(who).wounds.total()).into()
    })
    .by(set::hp),
    Row::of("facing", "Where it looks.", |_, s, who| facing(s.creature(who).facing).into())
        .by(|_, s, who, change| {
            s.creature_mut(who).facing = direction(change.value)?;
            Ok(())
        })
        .known(&FACINGS),
    flag!("attack_spent", "Is the Attack Action of this turn used?", spent.attack),
    flag!("utility_spent", "Is the Utility Action of this turn used?", spent.utility),
    flag!("movement_spent", "Is the Movement Action of this turn used?", spent.movement),
    flag!("begun", "Has it done anything in this turn?", spent.begun),
    flag!("mount_moved", "Has it used its mount's free movement?", spent.mount_move),
    flag!("moved", "Has it moved in this turn?", spent.moved),
    number!("walked", "Metres of its movement in this turn.", 0..=99, spent.walked),
    Row::of("reaction", "Has it a reaction left?", |_, s, who| (!s.reacted.has(who)).into()).yes_no_by(
        |_, s, who, left| {
            s.reacted.set(who, !left);
            Ok(())
        },
    ),
    number!("penalty", "What comes off its next defence.", 0..=999, penalty),
    flag!("warded", "Does a ward wait for its next concentration save?", warded),
    Row::of("defended", "Has it defended itself in this turn?", |_, s, who| s.defended.has(who).into()).yes_no_by(
        |_, s, who, yes| {
            s.defended.set(who, yes);
            Ok(())
        },
    ),
    Row::of("given", "Defences with advantage for this turn.", |_, s, who| {
        let given = DefenceKind::ALL.into_iter().filter(|kind| s.creature(who).given.has(*kind));
        Value::List(given.map(|kind| kind.word().to_owned()).collect())
    })
    .by(set::given)
    .known(&["dodge", "parry", "block", "none"]),
    Row::of("concentration", "The spells that it keeps up.", |g, s, who| {
        let name = |kept: &Concentration| g.ability(kept.ability).name.clone();
        match s.creature(who).concentration.as_slice() {
            [] => "none".into(),
            [kept] => name(kept).into(),
            several => Value::List(several.iter().map(name).collect()),
        }
    })
    .by(set::concentration)
    .known(&["none"]),
    Row::of("cast_level", "The level of the first of them.", |_, s, who| {
        s.creature(who).concentration.first().map_or(0, |kept| kept.level).into()
    }),
    Row::of("interceptions", "Projectiles that its spells may still strike down.", |_, s, who| {
        s.creature(who).concentration.iter().map(|kept| i32::from(kept.uses)).sum::<i32>().into()
    })
    .by(|_, s, who, change| {
        let kept = s.creature_mut(who).concentration.iter_mut().max_by_key(|kept| kept.uses);
        let kept = kept.ok_or_else(|| Refusal::because("it keeps no spell up"))?;
        kept.uses = change.number(kept.uses, 0..=99)?;
        Ok(())
    }),
    Row::of("hands", "What it holds.", |g, s, who| {
        Value::List(s.creature(who).in_hand().map(|arm| arm_name(g, who, arm)).collect())
    })
    .by(holding::hands)
    .words(|g, _, who| {
        let held = g.arms(who).filter(|arm| g.arm(who, *arm).1.kind != WeaponKind::Natural);
        or_none(held.map(|arm| arm_name(g, who, arm)))
    }),
    Row::of("reload", "Actions until its weapon is loaded.", |_, s, who| {
        s.creature(who).loading().map_or(0, |unloaded| unloaded.actions).into()
    })
    .by(holding::reload),
    number!("dents.head", "What Break has taken off the armour of its head.", 0..=99, dents[0]),
    number!("dents.torso", "What Break has taken off the armour of its torso.", 0..=99, dents[1]),
    number!("dents.arms", "What Break has taken off the armour of its arms.", 0..=99, dents[2]),
    number!("dents.legs", "What Break has taken off the armour of its legs.", 0..=99, dents[3]),
    Row::of("holds", "Whom it grapples.", |g, s, who| name_or_none::<Generia>(g, s.creature(who).holds))
        .by(holding::holds)
        .words(|g, _, _| or_none(people::<Generia>(g, |_| true))),
    flag!("held_on", "Has it kept hold in this turn?", held_on),
    Row::of("held_by", "Who grapples it.", |g, s, who| {
        let held = s.creature(who).condition(Kind::Grappled);
        name_or_none::<Generia>(g, held.and_then(|condition| condition.source))
    })
    .follows("the holder's `holds`"),
    Row::of("mount", "Whom it rides.", |g, s, who| name_or_none::<Generia>(g, s.creature(who).mount))
        .by(holding::mount)
        .words(|g, _, _| or_none(people::<Generia>(g, |id| g.sheet(id).mountable.is_some()))),
    Row::of("rider", "Who rides it.", |g, s, who| name_or_none::<Generia>(g, s.creature(who).rider))
        .follows("the rider's `mount`"),
    Row::of("initiative", "Its number in the order, or `none`.", |_, s, who| {
        s.creature(who).initiative.map_or_else(|| "none".into(), Value::from)
    })
    .by(set::initiative),
    flag!("joined", "Has it joined in mid-round?", joined),
    Row::of("gone", "Is it off the board?", |_, s, who| s.creature(who).gone.into()).yes_no_by(set::gone),
    Row::of("able", "Can it fight?", |_, s, who| s.is_able(who).into()).follows("`unconscious` and `gone`"),
    Row::of("attacked_by", "Who has attacked it in this round.", |g, s, who| {
        names::<Generia>(g, s.attackers_of(who).iter())
    }),
    said::ATTACK,
    said::DEFENCE,
    said::CHECK,
    said::EXTRA_ATTACK,
    said::EXTRA_DEFENCE,
    said::BACKSTAB,
    said::COVER,
    said::NO_FOCUS,
    said::ZONE,
    said::FIGHTS,
];

/// `stunned`, `bleeding 2`
fn condition_words(condition: &Condition) -> String {
    match condition.value {
        0 => condition.kind.word().to_owned(),
        value => format!("{} {value}", condition.kind.word()),
    }
}
