//! What a sheet says besides numbers.

use skirmish_bookkit::fields::{Change, SheetField, side_called};
use skirmish_kernel::{Id, Op, Refusal};

use super::{ability_index, ability_names};
use crate::model::{Elemental, Setup, Sheet};

type Row = SheetField<Elemental>;

pub(super) const ROWS: &[Row] = &[
    Row::names(),
    Row::sides(|g, _, sheet, change| {
        sheet.side = side_called(&g.sides, change.value)?;
        Ok(())
    }),
    Row::of("abilities", "What it can use.", |g, who| ability_names(g, who).into())
        .by(set_abilities)
        .words(|g, _| g.abilities.iter().map(|ability| ability.name.clone()).collect()),
];

/// `abilities += blade`, `abilities -= blade`
fn set_abilities(g: &Setup, _: Id, sheet: &mut Sheet, change: &Change) -> Result<(), Refusal> {
    let index = ability_index(g, change.value)?;
    match change.op {
        Op::Set => return Err(Refusal::because("abilities are added and taken: `+= blade`, `-= blade`")),
        Op::Take => sheet.attacks.retain(|attack| attack.ability != index),
        Op::Add if sheet.attacks.iter().any(|attack| attack.ability == index) => {}
        Op::Add => {
            let attack = sheet.attack(index, g.ability(index)).map_err(Refusal::because)?;
            sheet.attacks.push(attack);
        }
    }
    Ok(())
}
