//! A battle is written down while it goes on: what was written before stays, as long as the past does.

use super::Play;
use super::play::{Station, compare_stations, loaded_from, station};
use crate::{Random, SavePoint, Scribe, Session, Side, Viewer};

/// Random play of so many answers, with edicts or without, now and then with something taken back: what is written behind a save makes it the save of the battle as
/// it stands, what is kept of finished steps is what would be worked out anew, and so is the numbering of every viewer.
///
/// # Errors
/// What is different.
pub fn writes_on<B: Scribe>(session: &Session<B>, seed: u64, (answers, edicts): (usize, bool)) -> Result<(), String> {
    let mut play = Play::new(session.fork(), seed);
    if edicts {
        play = play.with_edicts();
    }
    let mut file = Written::of(play.session());
    for nth in 0..answers {
        if nth % 11 == 10 {
            play.take_back(nth % 4 + 1);
            // What was taken back stands in the save, until something else is given.
            if file.point.as_mut().is_some_and(|point| play.session().save_since(point).is_some()) {
                return Err("what was taken back was not noticed by what writes on".into());
            }
        }
        if !play.go_on() {
            break;
        }
        file.write(play.session());
        // Not after each answer, so that it has to write several lines at once as well.
        if nth % 3 == 0 {
            file.is_save_of(play.session()).map_err(|why| format!("after {nth} answers: {why}\n{}", file.text))?;
            knows_what_it_knew(play.session()).map_err(|why| format!("after {nth} answers: {why}"))?;
        }
    }
    Ok(())
}

/// A file that a battle is written to.
struct Written {
    text: String,
    point: Option<SavePoint>,
}

impl Written {
    fn of<B: Scribe>(session: &Session<B>) -> Self {
        Self { text: session.save(), point: Some(session.save_point()) }
    }

    fn write<B: Scribe>(&mut self, session: &Session<B>) {
        match self.point.as_mut().and_then(|point| session.save_since(point)) {
            Some(more) => self.text.push_str(&more),
            None => *self = Self::of(session),
        }
    }

    fn is_save_of<B: Scribe>(&self, session: &Session<B>) -> Result<(), String> {
        let loaded = loaded_from::<B>(&self.text)?;
        let wanted = station(session);
        compare_stations(&Station { entries: wanted.entries, ..station(&loaded) }, &wanted, "written on and loaded")?;
        for viewer in viewers(session) {
            let count = |session: &Session<B>| session.with_entries_shown(viewer, |over, last| over.len() + last.len());
            let (was, is) = (count(session), count(&loaded));
            if was != is {
                return Err(format!("{viewer:?} counts {was} entries, and {is} of the same battle when it is loaded"));
            }
        }
        super::same_text(&loaded.save(), &session.save()).map_err(|why| format!("loaded, it is saved otherwise: {why}"))
    }
}

/// What is kept of finished steps, against a copy that has kept nothing.
fn knows_what_it_knew<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let anew = session.fork();
    super::same_text(&session.save(), &anew.save()).map_err(|why| format!("kept lines differ: {why}"))?;
    stands_here(session)?;
    for viewer in viewers(session) {
        let shown = |session: &Session<B>| session.with_entries_shown(viewer, |over, last| [over, last].concat());
        let (kept, anew) = (shown(session), shown(&anew));
        if kept != anew {
            return Err(format!("{viewer:?} counts the entries {kept:?} instead of {anew:?}"));
        }
    }
    Ok(())
}

fn viewers<B: Scribe>(session: &Session<B>) -> impl Iterator<Item = Viewer> + use<B> {
    let sides = (0..=u8::MAX).take(B::sides(session.setup()).len()).map(|side| Viewer::Side(Side(side)));
    sides.chain([Viewer::Spectator])
}

/// Without its past it stands as it did, and goes on in the same way.
fn stands_here<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    let all = |mut session: Session<B>| {
        let mut stood = format!("{:?} {:?} {:?}", session.awaited(), session.state(), session.outcome());
        if session.roll() || session.decide(&mut Random) {
            stood.push_str(&format!("{:?} {:?} {:?}", session.awaited(), session.state(), session.outcome()));
        }
        stood
    };
    let (here, whole) = (all(session.here()), all(session.fork()));
    super::same_text(&here, &whole).map_err(|why| format!("without its past the battle differs: {why}"))
}
