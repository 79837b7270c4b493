//! What a sheet says besides numbers.

use skirmish_bookkit::fields::{SheetField, name_or_none, side_called};
use skirmish_kernel::Value;

use super::words;
use crate::model::{Hands, Kind, Setup, Sigil};

type Row = SheetField<Sigil>;
type SetSheet = skirmish_bookkit::fields::SetSheet<Sigil>;

/// Yes or no on a sheet.
macro_rules! flag {
    ($name:literal, $about:literal, $($place:tt)+) => {
        Row::new(
            $name,
            $about,
            |g, who| g.sheet(who).$($place)+.into(),
            SetSheet::By(|_, _, sheet, change| change.yes_no().map(|yes| sheet.$($place)+ = yes)),
        )
        .words(|_, _| words(&["yes", "no"]))
    };
}

fn held(g: &Setup, hands: &Hands) -> Vec<String> {
    hands.main.into_iter().chain(hands.off).map(|at| g.weapon(at).name.clone()).collect()
}

pub(super) const ROWS: &[Row] = &[
    Row::new("name", "Its name.", |g, who| g.sheet(who).name.clone().into(), SetSheet::Never("names do not change")),
    Row::new(
        "side",
        "Its side.",
        |g, who| g.sides.get(usize::from(g.side(who).0)).cloned().unwrap_or_default().into(),
        SetSheet::By(|g, _, sheet, change| {
            sheet.side = side_called(&g.sides, change.value)?;
            Ok(())
        }),
    )
    .words(|g, _| g.sides.clone()),
    Row::new(
        "kind",
        "Player character, monster or minion.",
        |g, who| g.sheet(who).kind.word().into(),
        SetSheet::By(|_, _, sheet, change| {
            sheet.kind = change.one_of::<Kind>("a kind")?;
            Ok(())
        }),
    )
    .words(|_, _| words(&Kind::ALL.map(Kind::word))),
    Row::new(
        "weapons",
        "Its first weapon set.",
        |g, who| Value::List(g.sheet(who).own.sets.first().map_or_else(Vec::new, |set| held(g, set))),
        SetSheet::Never("weapons come with the encounter"),
    ),
    Row::new(
        "abilities",
        "What it can do besides what its weapons can.",
        |g, who| Value::List(g.sheet(who).own.abilities.iter().map(|at| g.ability(*at).name.clone()).collect()),
        SetSheet::Never("abilities come with the encounter"),
    ),
    flag!("flies", "Does it fly?", own.flies),
    Row::new(
        "summoner",
        "Who has called it.",
        |g, who| name_or_none::<Sigil>(g, g.sheet(who).summoner),
        SetSheet::Never("who has called whom comes with the encounter"),
    ),
    flag!("unaware", "Does it know nothing of an ambush?", unaware),
];
