//! Fields of a combatant that play changes.

use skirmish_bookkit::fields::{Field, name_or_none, names, people};
use skirmish_grid::Cell;
use skirmish_kernel::{Refusal, Value};

use super::{holding, or_none, said, set, words};
use crate::model::{Concentration, Condition, DefenceKind, Generia, Given, Kind, WeaponKind};
use crate::text::words::{FACINGS, arm_name, direction, facing, label};

type Row = Field<Generia>;
type Set = skirmish_bookkit::fields::Set<Generia>;

/// A yes or no of a combatant.
macro_rules! flag {
    ($name:literal, $about:literal, $($place:ident).+) => {
        Row::new(
            $name,
            $about,
            |_, s, who| s.creature(who).$($place).+.into(),
            Set::YesNo(|s, who| &mut s.creature_mut(who).$($place).+),
        )
    };
}

/// A number of a combatant.
macro_rules! number {
    ($name:literal, $about:literal, $most:literal, $($place:tt)+) => {
        Row::new(
            $name,
            $about,
            |_, s, who| s.creature(who).$($place)+.into(),
            Set::Number(0..=$most, |s, who| (&mut s.creature_mut(who).$($place)+).into()),
        )
    };
}

const YES_NO: skirmish_bookkit::fields::Words<Generia> = |_, _, _| words(&["yes", "no"]);
const PLAY: Set = Set::FollowsFrom("what is done in play");

pub(super) const ROWS: &[Row] = &[
    number!("light", "Light wounds.", 99, wounds.light),
    number!("severe", "Severe wounds.", 99, wounds.severe),
    number!("energy", "Energy that is left.", 10_000, energy),
    number!("mana", "Mana that is left.", 10_000, mana),
    Row::new("at", "Where it is.", |g, s, who| label(g, s.creature(who).at).into(), Set::By(set::place)).words(
        |g, s, who| {
            let near = s.creature(who).at.neighbours();
            near.filter(|cell| g.ground.board.contains(*cell)).map(|cell| label(g, cell)).collect()
        },
    ),
    Row::new(
        "conditions",
        "What ails it.",
        |_, s, who| Value::List(s.creature(who).conditions.iter().map(condition_words).collect()),
        Set::By(set::conditions),
    )
    .words(|_, _, _| words(&Kind::ALL.map(Kind::word))),
    Row::new("unconscious", "Is it out?", |_, s, who| s.creature(who).wounds.is_out.into(), Set::By(set::unconscious))
        .words(YES_NO),
    Row::new(
        "wounds",
        "Wounds of both kinds.",
        |_, s, who| s.creature(who).wounds.total().into(),
        Set::FollowsFrom("`light` and `severe`"),
    ),
    Row::new(
        "hp",
        "Wounds that it can still bear: hit points, as other games call that.",
        |g, s, who| (g.sheet(who).wound_limit - s.creature(who).wounds.total()).into(),
        Set::By(set::hp),
    ),
    Row::new(
        "facing",
        "Where it looks.",
        |_, s, who| facing(s.creature(who).facing).into(),
        Set::By(|_, s, who, change| {
            s.creature_mut(who).facing = direction(change.value)?;
            Ok(())
        }),
    )
    .words(|_, _, _| words(&FACINGS)),
    flag!("attack_spent", "Is the Attack Action of this turn used?", spent.attack),
    flag!("utility_spent", "Is the Utility Action of this turn used?", spent.utility),
    flag!("movement_spent", "Is the Movement Action of this turn used?", spent.movement),
    flag!("begun", "Has it done anything in this turn?", spent.begun),
    flag!("mount_moved", "Has it used its mount's free movement?", spent.mount_move),
    flag!("moved", "Has it moved in this turn?", spent.moved),
    number!("walked", "Metres of its movement in this turn.", 99, spent.walked),
    Row::new(
        "reaction",
        "Has it a reaction left?",
        |_, s, who| (!s.reacted.has(who)).into(),
        Set::By(|_, s, who, change| {
            let left = change.yes_no()?;
            s.reacted.set(who, !left);
            Ok(())
        }),
    )
    .words(YES_NO),
    number!("penalty", "What comes off its next defence.", 999, penalty),
    flag!("warded", "Does a ward wait for its next concentration save?", warded),
    flag!("defended", "Has it defended itself in this turn?", defended),
    Row::new(
        "given",
        "Defences with advantage for this turn.",
        |_, s, who| Value::List(given(s.creature(who).given)),
        Set::By(set::given),
    )
    .words(|_, _, _| words(&["dodge", "parry", "block", "none"])),
    Row::new(
        "concentration",
        "The spells that it keeps up.",
        |g, s, who| {
            let name = |kept: &Concentration| g.ability(kept.ability).name.clone();
            match s.creature(who).concentration.as_slice() {
                [] => "none".into(),
                [kept] => name(kept).into(),
                several => Value::List(several.iter().map(name).collect()),
            }
        },
        Set::By(set::concentration),
    )
    .words(|_, _, _| words(&["none"])),
    Row::new(
        "cast_level",
        "The level of the first of them.",
        |_, s, who| s.creature(who).concentration.first().map_or(0, |kept| kept.level).into(),
        PLAY,
    ),
    Row::new(
        "interceptions",
        "Projectiles that its spells may still strike down.",
        |_, s, who| s.creature(who).concentration.iter().map(|kept| i32::from(kept.uses)).sum::<i32>().into(),
        Set::By(|_, s, who, change| {
            let kept = s.creature_mut(who).concentration.iter_mut().max_by_key(|kept| kept.uses);
            let kept = kept.ok_or_else(|| Refusal::because("it keeps no spell up"))?;
            kept.uses = change.number(kept.uses, 0..=99)?;
            Ok(())
        }),
    ),
    Row::new(
        "hands",
        "What it holds.",
        |g, s, who| Value::List(s.creature(who).in_hand().map(|arm| arm_name(g, who, arm)).collect()),
        Set::By(holding::hands),
    )
    .words(|g, _, who| {
        let held = g.arms(who).filter(|arm| g.arm(who, *arm).1.kind != WeaponKind::Natural);
        or_none(held.map(|arm| arm_name(g, who, arm)))
    }),
    Row::new(
        "reload",
        "Actions until its weapon is loaded.",
        |_, s, who| s.creature(who).loading().map_or(0, |unloaded| unloaded.actions).into(),
        Set::By(holding::reload),
    ),
    number!("dents.head", "What Break has taken off the armour of its head.", 99, dents[0]),
    number!("dents.torso", "What Break has taken off the armour of its torso.", 99, dents[1]),
    number!("dents.arms", "What Break has taken off the armour of its arms.", 99, dents[2]),
    number!("dents.legs", "What Break has taken off the armour of its legs.", 99, dents[3]),
    Row::new(
        "holds",
        "Whom it grapples.",
        |g, s, who| name_or_none::<Generia>(g, s.creature(who).holds),
        Set::By(holding::holds),
    )
    .words(|g, _, _| or_none(people::<Generia>(g, |_| true))),
    flag!("held_on", "Has it kept hold in this turn?", held_on),
    Row::new(
        "held_by",
        "Who grapples it.",
        |g, s, who| {
            let held = s.creature(who).condition(Kind::Grappled);
            name_or_none::<Generia>(g, held.and_then(|condition| condition.source))
        },
        Set::FollowsFrom("the holder's `holds`"),
    ),
    Row::new(
        "mount",
        "Whom it rides.",
        |g, s, who| name_or_none::<Generia>(g, s.creature(who).mount),
        Set::By(holding::mount),
    )
    .words(|g, _, _| or_none(people::<Generia>(g, |id| g.sheet(id).mountable.is_some()))),
    Row::new(
        "rider",
        "Who rides it.",
        |g, s, who| name_or_none::<Generia>(g, s.creature(who).rider),
        Set::FollowsFrom("the rider's `mount`"),
    ),
    Row::new(
        "initiative",
        "Its number in the order, or `none`.",
        |_, s, who| s.creature(who).initiative.map_or_else(|| "none".into(), Value::from),
        Set::By(set::initiative),
    ),
    flag!("joined", "Has it joined in mid-round?", joined),
    Row::new("gone", "Is it off the board?", |_, s, who| s.creature(who).gone.into(), Set::By(set::gone)).words(YES_NO),
    Row::new("able", "Can it fight?", |_, s, who| s.is_able(who).into(), Set::FollowsFrom("`unconscious` and `gone`")),
    Row::new(
        "attacked_by",
        "Who has attacked it in this round.",
        |g, s, who| names::<Generia>(g, s.attackers_of(who).iter()),
        PLAY,
    ),
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

/// Defences that are better for the rest of the turn.
fn given(given: Given) -> Vec<String> {
    let all = [(given.dodge, DefenceKind::Dodge), (given.parry, DefenceKind::Parry), (given.block, DefenceKind::Block)];
    all.into_iter().filter(|(yes, _)| *yes).map(|(_, kind)| kind.word().to_owned()).collect()
}
