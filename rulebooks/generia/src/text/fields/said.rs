//! What the game master says of somebody: read, and set by hand.

use skirmish_bookkit::fields::Field;
use skirmish_bookkit::{flag, maybe, number};

use super::words;
use crate::model::{Generia, Zone};

type Row = Field<Generia>;

/// Some of the advantage scores.
const SCORES: &[&str] = &["1", "0", "-1"];

pub(super) const ATTACK: Row =
    number!("attack_advantage", "Advantage score added to its attacks.", -9..=9, circumstances.attack).known(SCORES);
pub(super) const DEFENCE: Row =
    number!("defence_advantage", "Advantage score added to its defences.", -9..=9, circumstances.defence).known(SCORES);
pub(super) const CHECK: Row =
    number!("check_advantage", "Advantage score added to its checks and saves.", -9..=9, circumstances.check)
        .known(SCORES);
pub(super) const EXTRA_ATTACK: Row =
    number!("extra_attack", "Points added to its attacks.", -99..=99, circumstances.extra_attack);
pub(super) const EXTRA_DEFENCE: Row =
    number!("extra_defence", "Points added to its defences.", -99..=99, circumstances.extra_defence);
pub(super) const BACKSTAB: Row =
    maybe!("backstab", "Is an attack on it from behind, whatever it looks at?", circumstances.backstab)
        .known(&["yes", "no", "auto"]);
pub(super) const COVER: Row = Row::of("cover", "Cover, as a score for its dodges, or `auto`.", |_, s, who| {
    s.creature(who).circumstances.cover.map_or_else(|| "auto".into(), |score| score.to_string()).into()
})
.by(|_, s, who, change| {
    let said = &mut s.creature_mut(who).circumstances.cover;
    *said = if change.value == "auto" { None } else { Some(change.number(said.unwrap_or(0), -9..=9)?) };
    Ok(())
})
.known(&["auto", "0", "1", "2"]);
pub(super) const NO_FOCUS: Row = flag!("no_focus", "Is it without its focus?", circumstances.no_focus);
pub(super) const ZONE: Row = Row::of("zone", "The zone that blows at it strike, or `auto`.", |_, s, who| {
    s.creature(who).circumstances.zone.map_or("auto", Zone::word).into()
})
.by(|_, s, who, change| {
    let is_open = matches!(change.value, "auto" | "none");
    s.creature_mut(who).circumstances.zone = if is_open { None } else { Some(change.one_of("a zone, or `auto`")?) };
    Ok(())
})
.words(|_, _, _| words(&[Zone::ALL.map(Zone::word).as_slice(), &["auto"]].concat()));
pub(super) const FIGHTS: Row =
    Row::of("fights", "Does it fight? One who has given up keeps no fight going.", |_, s, who| {
        (!s.creature(who).circumstances.yields).into()
    })
    .yes_no_by(|_, s, who, fights| {
        s.creature_mut(who).circumstances.yields = !fights;
        Ok(())
    });
