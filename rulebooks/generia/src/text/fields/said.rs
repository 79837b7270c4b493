//! What the game master says of somebody: read, and set by hand.

use skirmish_bookkit::fields::Field;

use super::words;
use crate::model::{Generia, Zone};

type Row = Field<Generia>;
type Set = skirmish_bookkit::fields::Set<Generia>;

/// Added to rolls of a kind.
macro_rules! added {
    ($name:literal, $about:literal, $most:literal, $field:ident) => {
        Row::new(
            $name,
            $about,
            |_, s, who| s.creature(who).circumstances.$field.into(),
            Set::Number(-$most..=$most, |s, who| (&mut s.creature_mut(who).circumstances.$field).into()),
        )
    };
}

/// An advantage score.
macro_rules! score {
    ($name:literal, $about:literal, $field:ident) => {
        added!($name, $about, 9, $field).words(|_, _, _| words(&["1", "0", "-1"]))
    };
}

pub(super) const ATTACK: Row = score!("attack_advantage", "Advantage score added to its attacks.", attack);
pub(super) const DEFENCE: Row = score!("defence_advantage", "Advantage score added to its defences.", defence);
pub(super) const CHECK: Row = score!("check_advantage", "Advantage score added to its checks and saves.", check);
pub(super) const EXTRA_ATTACK: Row = added!("extra_attack", "Points added to its attacks.", 99, extra_attack);
pub(super) const EXTRA_DEFENCE: Row = added!("extra_defence", "Points added to its defences.", 99, extra_defence);
pub(super) const BACKSTAB: Row = Row::new(
    "backstab",
    "Is an attack on it from behind, whatever it looks at?",
    |_, s, who| s.creature(who).circumstances.backstab.map_or("auto", |yes| if yes { "yes" } else { "no" }).into(),
    Set::By(|_, s, who, change| {
        s.creature_mut(who).circumstances.backstab = change.said()?;
        Ok(())
    }),
)
.words(|_, _, _| words(&["yes", "no", "auto"]));
pub(super) const COVER: Row = Row::new(
    "cover",
    "Cover, as a score for its dodges, or `auto`.",
    |_, s, who| s.creature(who).circumstances.cover.map_or_else(|| "auto".into(), |score| score.to_string()).into(),
    Set::By(|_, s, who, change| {
        let said = &mut s.creature_mut(who).circumstances.cover;
        *said = if change.value == "auto" { None } else { Some(change.number(said.unwrap_or(0), -9..=9)?) };
        Ok(())
    }),
)
.words(|_, _, _| words(&["auto", "0", "1", "2"]));
pub(super) const NO_FOCUS: Row = Row::new(
    "no_focus",
    "Is it without its focus?",
    |_, s, who| s.creature(who).circumstances.no_focus.into(),
    Set::YesNo(|s, who| &mut s.creature_mut(who).circumstances.no_focus),
);
pub(super) const ZONE: Row = Row::new(
    "zone",
    "The zone that blows at it strike, or `auto`.",
    |_, s, who| s.creature(who).circumstances.zone.map_or("auto", Zone::word).into(),
    Set::By(|_, s, who, change| {
        let is_open = matches!(change.value, "auto" | "none");
        s.creature_mut(who).circumstances.zone = if is_open { None } else { Some(change.one_of("a zone, or `auto`")?) };
        Ok(())
    }),
)
.words(|_, _, _| words(&[Zone::ALL.map(Zone::word).as_slice(), &["auto"]].concat()));
pub(super) const FIGHTS: Row = Row::new(
    "fights",
    "Does it fight? One who has given up keeps no fight going.",
    |_, s, who| (!s.creature(who).circumstances.yields).into(),
    Set::By(|_, s, who, change| {
        s.creature_mut(who).circumstances.yields = !change.yes_no()?;
        Ok(())
    }),
)
.words(|_, _, _| words(&["yes", "no"]));
