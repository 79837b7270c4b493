//! Whose eyes, in words.

use skirmish_kernel::words::{did_you_mean, list, short};
use skirmish_kernel::{Battle, Side, Viewer};

/// Reads whose eyes are meant: `gm`, `spectator`, a side, or names of creatures of one side with commas between.
///
/// # Errors
/// Why nobody is meant.
pub fn viewer(battle: &dyn Battle, text: &str) -> Result<Viewer, String> {
    let text = text.trim();
    match text {
        "gm" => return Ok(Viewer::GameMaster),
        "spectator" => return Ok(Viewer::Spectator),
        _ => {}
    }
    let side = |at: usize| Side(u8::try_from(at).unwrap_or(u8::MAX));
    if let Some(at) = battle.sides().iter().position(|known| known == text) {
        return Ok(Viewer::Side(side(at)));
    }
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    let Ok(creatures) = battle.ids(&names) else {
        let known: Vec<&str> =
            ["gm", "spectator"].into_iter().chain(battle.sides().iter().map(String::as_str)).collect();
        let near = did_you_mean(text, known.iter().copied());
        return Err(format!("nobody looks as `{}`{near} ({}, or names of creatures)", short(text), list(&known)));
    };
    let mut sides: Vec<Side> = names.iter().filter_map(|name| battle.side_of(name)).collect();
    sides.dedup();
    match sides.as_slice() {
        [one] => Ok(Viewer::Person { side: *one, creatures }),
        _ => Err(format!("`{}` names creatures of several sides; one viewer belongs to one side", short(text))),
    }
}

/// The same the other way.
#[must_use]
pub fn words(battle: &dyn Battle, viewer: Viewer) -> String {
    let side = |side: Side| battle.sides().get(usize::from(side.0)).cloned().unwrap_or_default();
    match viewer {
        Viewer::GameMaster => "gm".into(),
        Viewer::Spectator => "spectator".into(),
        Viewer::Side(of) => side(of),
        Viewer::Person { side: of, creatures } => {
            let tokens = battle.seen_by(Viewer::Side(of)).view().tokens;
            let own = tokens.into_iter().filter(|token| {
                battle.ids(&[token.name.as_str()]).is_ok_and(|ids| ids.iter().all(|id| creatures.has(id)))
            });
            own.map(|token| token.name).collect::<Vec<_>>().join(", ")
        }
    }
}
