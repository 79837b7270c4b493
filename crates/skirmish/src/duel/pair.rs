//! What is to be fought: an encounter, or two creatures that come with a game.

use std::path::Path;

use skirmish_kernel::words::{self, nearest, short};
use skirmish_kernel::{Game, Pairing, Source};
use skirmish_shelf::shelf;

use super::Args;
use crate::content;
use crate::exit::Fault;
use crate::run::encounter_or_file;

/// The encounter that the command line means.
pub(super) fn source(args: &Args) -> Result<Source, Fault> {
    match args.what.as_slice() {
        [one, two] => pair(args, one, two),
        [one] => encounter(args, one),
        _ => Err(Fault::plain("one encounter or two creatures are wanted")),
    }
}

fn encounter(args: &Args, what: &str) -> Result<Source, Fault> {
    let ground = [("--game", args.game.is_some()), ("--map", args.map.is_some()), ("--apart", args.apart.is_some())];
    if let Some((option, _)) = ground.iter().find(|(_, given)| *given) {
        let help = format!("leave it away, or name two creatures: skirmish duel {} CREATURE", short(what));
        return Err(Fault::with_help(format!("{option} is for two creatures; an encounter has its own"), help));
    }
    let is_creature = shelf().games().any(|game| content::names(game, CREATURE).contains(&what));
    match encounter_or_file(Path::new(what)) {
        Err(_) if is_creature => {
            let help = format!("against whom? skirmish duel {what} {what}");
            Err(Fault::with_help(format!("`{what}` is a creature, and alone"), help))
        }
        found => {
            let source = found?;
            if crate::input::is_transcript(&source) {
                let help = "name the encounter that it plays";
                return Err(Fault::with_help("a transcript is one battle on its way, and no whole fight", help));
            }
            Ok(source)
        }
    }
}

/// The kind of content that fights.
const CREATURE: &str = "creature";

fn pair(args: &Args, one: &str, two: &str) -> Result<Source, Fault> {
    let game = game_of(args, one, two)?;
    let (width, height) = args.map.unwrap_or_else(|| {
        let usual = Pairing::default();
        (usual.width.max(args.apart.unwrap_or(1).saturating_add(1)), usual.height)
    });
    let apart = args.apart.unwrap_or(1);
    if apart >= width {
        let message = format!("they cannot stand {apart} cells apart on a map {width} cells wide");
        return Err(Fault::with_help(message, format!("make it wider: --map {}x{height}", u16::from(apart) + 1)));
    }
    let pairing = Pairing { creatures: [one.to_owned(), two.to_owned()], width, height, apart };
    Ok(Source::new("pair", game.pair(&pairing)))
}

/// The one game that has both.
fn game_of(args: &Args, one: &str, two: &str) -> Result<&'static dyn Game, Fault> {
    if let Some(name) = &args.game {
        let game = shelf().find_game(name)?;
        return known(&[game], one).and_then(|()| known(&[game], two)).map(|()| game);
    }
    let all: Vec<&'static dyn Game> = shelf().games().collect();
    known(&all, one)?;
    known(&all, two)?;
    let has = |game: &&'static dyn Game| [one, two].iter().all(|name| content::names(*game, CREATURE).contains(name));
    let games: Vec<&'static dyn Game> = all.iter().copied().filter(has).collect();
    match games.as_slice() {
        [only] => Ok(*only),
        [] => Err(Fault::with_help(
            format!("no game has both `{}` and `{}`", short(one), short(two)),
            "`skirmish content` lists the creatures of each game",
        )),
        several => {
            let names: Vec<String> = several.iter().map(|game| format!("--game {}", game.name())).collect();
            let both =
                if one == two { format!("`{}`", short(one)) } else { format!("`{}` and `{}`", short(one), short(two)) };
            let message = format!("more than one game has {both}");
            Err(Fault::with_help(message, format!("say which: {}", words::either(&names))))
        }
    }
}

/// Does any of these games have such a creature?
fn known(games: &[&'static dyn Game], creature: &str) -> Result<(), Fault> {
    let all: Vec<&str> = games.iter().flat_map(|game| content::names(*game, CREATURE)).collect();
    if all.contains(&creature) {
        return Ok(());
    }
    let help = match nearest(creature, all.iter().copied()) {
        Some(near) => format!("did you mean `{near}`? `skirmish content` lists all"),
        None => "`skirmish content` lists all; an encounter of your own stands alone: skirmish duel FILE".to_owned(),
    };
    Err(Fault::with_help(format!("there is no creature `{}`", short(creature)), help))
}

/// Reads the size of a map: `9x5`.
pub(super) fn size(text: &str) -> Result<(u8, u8), String> {
    let most = Pairing::MOST;
    let wrong = || format!("a size such as 9x5 is wanted, from 2x1 to {most}x{most}");
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    let read = |text: &str, least: u8| match text.trim().parse::<u8>() {
        Ok(cells) if (least..=most).contains(&cells) => Ok(cells),
        _ => Err(wrong()),
    };
    Ok((read(width, 2)?, read(height, 1)?))
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read() {
        assert_eq!((size("9x5"), size("2X1"), size("26 x 26")), (Ok((9, 5)), Ok((2, 1)), Ok((26, 26))));
        for wrong in ["", "9", "1x1", "27x5", "9x0", "-3x4", "9x5x2", "300x300"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
