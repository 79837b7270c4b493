//! What is drawn over the board: what a seat draws goes to the others, and what they draw comes to it.

use skirmish_kernel::Viewer;
use tokio::time::Instant;

use super::{End, Talk};
use crate::drags::{Drag, Drawn, check, no_cell};
use crate::limits::Rate;
use crate::replica::No;

/// What a browser draws.
pub(super) struct Draws {
    /// Its name in the room.
    source: String,
    rate: Rate,
    /// When it was judged last what of others it is shown: what is not said again is to go.
    pub(super) judged: Instant,
}

impl Draws {
    pub(super) fn new(source: String) -> Self {
        Self { source, rate: Rate::of_drags(), judged: Instant::now() }
    }
}

impl Talk {
    /// Draws a way, or measures; without cells nothing is drawn any more.
    pub(super) async fn draw(&mut self, who: Option<String>, cells: Vec<String>) -> Result<Result<(), No>, End> {
        let drag = match cells.is_empty() {
            true => None,
            false => match self.drag(who, cells).await? {
                Ok(drag) => Some(drag),
                Err(no) => return Ok(Err(no)),
            },
        };
        let drawn = Drawn { source: self.draws.source.clone(), drag };
        self.hub.draw(&self.room, &self.seat.table, drawn).await;
        Ok(Ok(()))
    }

    /// May it be drawn, and who must see whom to be shown it?
    async fn drag(&mut self, who: Option<String>, cells: Vec<String>) -> Result<Result<Drag, No>, End> {
        if self.viewer == Viewer::Spectator {
            return Ok(Err("whoever watches draws nothing".into()));
        }
        if let Err(why) = check(&cells) {
            return Ok(Err(why.into()));
        }
        if self.draws.rate.one_more().is_err() {
            return Ok(Err("a drag is told at most 15 times in a second".into()));
        }
        let eyes = self.table.eyes(self.viewer).await.map_err(|_| End)?;
        if let Some(outside) = cells.iter().find(|cell| !eyes.has(cell)) {
            return Ok(Err(no_cell(outside).into()));
        }
        let of = match &who {
            Some(name) => {
                if let Err(no) = self.may_draw(name).await? {
                    return Ok(Err(no));
                }
                vec![name.clone()]
            }
            // A ruler from or to somebody tells of them.
            None => eyes.at(cells.first().into_iter().chain(cells.last())),
        };
        Ok(Ok(Drag { by: self.seat.name.clone(), who, of, cells }))
    }

    /// The ways of others are theirs to draw, and the game master's.
    async fn may_draw(&mut self, who: &str) -> Result<Result<(), No>, End> {
        let (viewer, name) = (self.viewer, who.to_owned());
        let judged = self.table.look(move |replica| replica.battle.seen_by(viewer).sheet(&name).map(|_| ())).await;
        Ok(judged.map_err(|_| End)?.map_err(No::from))
    }

    /// Shows what others draw now.
    pub(super) async fn tell_drags(&mut self) -> Result<(), End> {
        self.draws.judged = Instant::now();
        let drags = self.room.drags(&self.draws.source);
        if drags.is_empty() && self.drags.is_empty() {
            return Ok(());
        }
        let eyes = self.table.eyes(self.viewer).await.map_err(|_| End)?;
        for message in self.drags.news(&eyes, &drags) {
            self.send(message).await?;
        }
        Ok(())
    }
}
