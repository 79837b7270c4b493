//! What the game master says beforehand: read, and set by hand. Nobody else reads it.

use skirmish_bookkit::fields::{Change, Field};
use skirmish_bookkit::{maybe, number};
use skirmish_kernel::words::short;
use skirmish_kernel::{Refusal, Value};

use crate::Legacy;
use crate::model::{Known, Structural};

type Row = Field<Legacy>;

/// The most that the game master's word adds to a score or takes off.
const MOST: i64 = 20;

/// Some of what is added often.
const POINTS: &[&str] = &["2", "0", "-4", "-8"];

/// Something that has to be found, or is known.
macro_rules! known {
    ($name:literal, $about:literal, $field:ident) => {
        Row::of($name, $about, |_, s, who| read_known(s.creature(who).said.$field))
            .by(|_, s, who, change| {
                let said = &mut s.creature_mut(who).said;
                said.$field = set_known(said.$field, change)?;
                Ok(())
            })
            .known(&["auto", "known", "0", "-4", "-8"])
            .game_masters()
    };
}

pub(super) const REACTS: Row = maybe!("reacts", "Does it react to the ambush?", said.reacts).game_masters();
pub(super) const IS_CLEAR: Row = maybe!("is_clear", "Is a shot at it clear?", said.clear).game_masters();
pub(super) const GRIP: Row = maybe!("grip", "Must it hold its weapon fast?", said.grip).game_masters();
pub(super) const VITALS: Row = known!("vitals", "Are its vitals known, or what bears on a Search for them?", vitals);
pub(super) const VULNERABILITY: Row =
    known!("vulnerability", "Is a gap in its armour known, or what bears on a Search for it?", gap);
pub(super) const ATTACK: Row =
    number!("attack_mod", "Added to the score of its attacks.", -MOST..=MOST, said.attack).known(POINTS).game_masters();
pub(super) const DEFEND: Row = number!("defend_mod", "Added to the score of its defences.", -MOST..=MOST, said.defend)
    .known(POINTS)
    .game_masters();
pub(super) const CHECK: Row = number!("check_mod", "Added to the score of its other checks.", -MOST..=MOST, said.check)
    .known(POINTS)
    .game_masters();
pub(super) const SAVE: Row =
    number!("save_mod", "Added to its saves.", -MOST..=MOST, said.save).known(POINTS).game_masters();
pub(super) const STRUCTURAL: Row =
    Row::of("structural", "Must what it strikes or averts with save, and with what added?", |_, s, who| {
        match s.creature(who).said.structural {
            Structural::Unsaid => "auto".into(),
            Structural::None => "none".into(),
            Structural::Due(modifier) => modifier.to_string().into(),
        }
    })
    .by(|_, s, who, change| {
        let said = &mut s.creature_mut(who).said;
        let old = if let Structural::Due(modifier) = said.structural { modifier } else { 0 };
        said.structural = match change.value {
            "auto" => Structural::Unsaid,
            "none" => Structural::None,
            _ => Structural::Due(change.number(old, -MOST..=MOST)?),
        };
        Ok(())
    })
    .known(&["auto", "none", "0", "-4"])
    .game_masters();

fn read_known(said: Known) -> Value {
    match said {
        Known::Unsaid => "auto".into(),
        Known::Yes => "known".into(),
        Known::Search(modifier) => modifier.to_string().into(),
    }
}

fn set_known(old: Known, change: &Change) -> Result<Known, Refusal> {
    let old = if let Known::Search(modifier) = old { modifier } else { 0 };
    match change.value {
        "auto" => Ok(Known::Unsaid),
        "known" => Ok(Known::Yes),
        value => change.number(old, -MOST..=MOST).map(Known::Search).map_err(|_| {
            let form = "`known`, `auto`, or what is added to a Search for it, from -20 to 20";
            Refusal::because(format!("`{}`: write {form}", short(value)))
        }),
    }
}
