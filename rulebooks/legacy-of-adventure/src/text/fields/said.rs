//! What the game master says beforehand: read, and set by hand. Nobody else reads it.

use skirmish_bookkit::fields::{Change, Field};
use skirmish_kernel::words::short;
use skirmish_kernel::{Refusal, Value};

use crate::Legacy;
use crate::model::{Known, Structural};

type Row = Field<Legacy>;
type Set = skirmish_bookkit::fields::Set<Legacy>;

/// The most that the game master's word adds to a score or takes off.
const MOST: i64 = 20;

/// Yes, no, or as the rules have it.
macro_rules! maybe {
    ($name:literal, $about:literal, $field:ident) => {
        Row::new(
            $name,
            $about,
            |_, s, who| s.creature(who).said.$field.map_or("auto", |yes| if yes { "yes" } else { "no" }).into(),
            Set::By(|_, s, who, change| {
                s.creature_mut(who).said.$field = change.said()?;
                Ok(())
            }),
        )
        .words(|_, _, _| ["auto", "yes", "no"].map(str::to_owned).to_vec())
        .game_masters()
    };
}

/// Something that has to be found, or is known.
macro_rules! known {
    ($name:literal, $about:literal, $field:ident) => {
        Row::new(
            $name,
            $about,
            |_, s, who| read_known(s.creature(who).said.$field),
            Set::By(|_, s, who, change| {
                let said = &mut s.creature_mut(who).said;
                said.$field = set_known(said.$field, change)?;
                Ok(())
            }),
        )
        .words(|_, _, _| ["auto", "known", "0", "-4", "-8"].map(str::to_owned).to_vec())
        .game_masters()
    };
}

/// Added to a score.
macro_rules! points {
    ($name:literal, $about:literal, $field:ident) => {
        Row::new(
            $name,
            $about,
            |_, s, who| s.creature(who).said.$field.into(),
            Set::Number(-MOST..=MOST, |s, who| (&mut s.creature_mut(who).said.$field).into()),
        )
        .words(|_, _, _| ["2", "0", "-4", "-8"].map(str::to_owned).to_vec())
        .game_masters()
    };
}

pub(super) const REACTS: Row = maybe!("reacts", "Does it react to the ambush?", reacts);
pub(super) const IS_CLEAR: Row = maybe!("is_clear", "Is a shot at it clear?", clear);
pub(super) const GRIP: Row = maybe!("grip", "Must it hold its weapon fast?", grip);
pub(super) const VITALS: Row = known!("vitals", "Are its vitals known, or what bears on a Search for them?", vitals);
pub(super) const VULNERABILITY: Row =
    known!("vulnerability", "Is a gap in its armour known, or what bears on a Search for it?", gap);
pub(super) const ATTACK: Row = points!("attack_mod", "Added to the score of its attacks.", attack);
pub(super) const DEFEND: Row = points!("defend_mod", "Added to the score of its defences.", defend);
pub(super) const CHECK: Row = points!("check_mod", "Added to the score of its other checks.", check);
pub(super) const SAVE: Row = points!("save_mod", "Added to its saves.", save);
pub(super) const STRUCTURAL: Row = Row::new(
    "structural",
    "Must what it strikes or averts with save, and with what added?",
    |_, s, who| match s.creature(who).said.structural {
        Structural::Unsaid => "auto".into(),
        Structural::None => "none".into(),
        Structural::Due(modifier) => modifier.to_string().into(),
    },
    Set::By(|_, s, who, change| {
        let said = &mut s.creature_mut(who).said;
        let old = if let Structural::Due(modifier) = said.structural { modifier } else { 0 };
        said.structural = match change.value {
            "auto" => Structural::Unsaid,
            "none" => Structural::None,
            _ => Structural::Due(change.number(old, -MOST..=MOST)?),
        };
        Ok(())
    }),
)
.words(|_, _, _| ["auto", "none", "0", "-4"].map(str::to_owned).to_vec())
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
