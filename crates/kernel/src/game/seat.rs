//! Somebody who speaks at the table.

use super::{Changed, Looker, Played, Seen, looker};
use crate::eyes::Eyes;
use crate::refused::Refused;
use crate::script::input;
use crate::view::Viewer;
use crate::{Id, Scribe};

/// A seat at the table: what one viewer may say, for those for whom it speaks. A [`Battle`](super::Battle) itself is the
/// game master's seat; [`Battle::seat`](super::Battle::seat) gives anybody else's.
///
/// Nothing has changed where something is refused. The rules judge what is, and not what somebody takes for it: whoever
/// steps to where somebody unseen stands is told that this cannot be done.
pub trait Seat {
    /// Takes one line of a transcript: a choice (`Kestrel: air-blast at Ogre`), a throw (`roll Kestrel 4 1 6`,
    /// `roll = 3`), and of the game master an edict (`gm: Ogre.hp = 12`, `gm next: Ogre.soak = 2`).
    ///
    /// While one person alone is asked, the choice may stand without a name; while dice are awaited, so may faces,
    /// `= 3` or `total 7` without `roll`. A hidden name and one that nobody has get the same answer.
    ///
    /// # Errors
    /// Why not.
    fn line(&mut self, line: &str) -> Result<(), Refused>;
    /// Throws everything that is awaited of those for whom one speaks, with the battle's own generator.
    ///
    /// # Errors
    /// When no such dice are awaited.
    fn roll(&mut self) -> Result<(), Refused>;
    /// Throws what is awaited of one combatant.
    ///
    /// # Errors
    /// When nothing is, or somebody else speaks for that one.
    fn roll_for(&mut self, who: &str) -> Result<(), Refused>;
    /// Takes the usual answer to the question that is asked; of several people, for the first.
    ///
    /// # Errors
    /// When no choice is awaited, or there is no usual answer.
    fn stand(&mut self) -> Result<(), Refused>;
    /// Takes the answer that does [least](Seen::least) for the first of those who are asked, so that time passes: for
    /// tables that resolve by hand.
    ///
    /// # Errors
    /// When no choice is awaited.
    fn do_least(&mut self) -> Result<(), Refused>;
    /// Lets a policy choose for all who are asked and for whom one speaks.
    ///
    /// # Errors
    /// When no choice is awaited, there is no such policy, or it was [stopped](super::Battle::listen_to).
    fn decide(&mut self, policy: &str) -> Result<(), Refused>;
    /// Lets a policy choose for one of them.
    ///
    /// # Errors
    /// When that one is not asked, there is no such policy, or it was [stopped](super::Battle::listen_to).
    fn decide_for(&mut self, who: &str, policy: &str) -> Result<(), Refused>;
    /// Takes back the last entry that one counts, with all that followed.
    ///
    /// Time belongs to the whole table: whoever goes back has seen what came of it. A program whose players do not trust
    /// each other offers none of `undo`, `redo`, `jump` and `change` to them.
    ///
    /// # Errors
    /// When there is none.
    fn undo(&mut self) -> Result<(), Refused>;
    /// Does again what was taken back last: for others than the game master to the next entry that they count.
    ///
    /// # Errors
    /// When nothing was.
    fn redo(&mut self) -> Result<(), Refused>;
    /// Goes to the moment when so many [entries](Seen::entries) had been given.
    ///
    /// # Errors
    /// When there are not so many.
    fn jump(&mut self, entries: usize) -> Result<(), Refused>;
    /// What would be if entry number `at` had been this line (a choice or a throw) instead, or if the game master had
    /// given this edict before it (in its place, if that entry is an edict); everything else is used again where it
    /// still applies. This battle is untouched.
    ///
    /// # Errors
    /// When there is no such entry, or the line does not fit there.
    fn change(&self, at: usize, line: &str) -> Result<Changed, Refused>;
}

/// A viewer, and the battle in which it speaks.
pub(crate) struct Speaker<'b, B: Scribe> {
    played: &'b mut Played<B>,
    viewer: Viewer,
}

impl<'b, B: Scribe> Speaker<'b, B> {
    pub(crate) fn new(played: &'b mut Played<B>, viewer: Viewer) -> Self {
        Self { played, viewer }
    }

    fn eyes(&self) -> Eyes<B> {
        Eyes::on(&self.played.session, self.viewer)
    }

    /// What is awaited instead, for one who has tried something else.
    fn but(&self, why: &str) -> Refused {
        Refused::because(format!("{why}: {}", self.eyes().awaited_words(&self.played.session)))
    }

    /// One of those for whom it speaks.
    fn own(&self, who: &str) -> Result<Id, Refused> {
        let (g, eyes) = (self.played.session.setup(), self.eyes());
        let id = eyes.person(g, who).map_err(|refusal| eyes.refused(refusal))?;
        match eyes.speaks_for(g, id) {
            true => Ok(id),
            false => Err(self.but(&format!("somebody else speaks for {}", B::name(g, id)))),
        }
    }

    fn speaks_for(&self) -> impl Fn(&B::Setup, Id) -> bool + use<B> {
        let viewer = self.viewer;
        move |g, who| viewer.speaks_for(B::side(g, who), who)
    }
}

impl<B: Scribe> Seat for Speaker<'_, B> {
    fn line(&mut self, line: &str) -> Result<(), Refused> {
        let eyes = self.eyes();
        input::typed(&mut self.played.session, &eyes, line)
    }

    fn roll(&mut self) -> Result<(), Refused> {
        let own = self.speaks_for();
        if self.played.session.roll_where(own) { Ok(()) } else { Err(self.but("no dice are awaited")) }
    }

    fn roll_for(&mut self, who: &str) -> Result<(), Refused> {
        let id = self.own(who)?;
        if self.played.session.roll_for(id) { Ok(()) } else { Err(self.but("no dice are awaited of that one")) }
    }

    fn stand(&mut self) -> Result<(), Refused> {
        let own = self.speaks_for();
        if self.played.session.stand_where(self.viewer, own) {
            Ok(())
        } else {
            Err(self.but("there is no usual answer to this"))
        }
    }

    fn do_least(&mut self) -> Result<(), Refused> {
        let own = self.speaks_for();
        if self.played.session.pass_where(self.viewer, own) { Ok(()) } else { Err(self.but("no choice is awaited")) }
    }

    fn decide(&mut self, policy: &str) -> Result<(), Refused> {
        let mut policy = self.played.book.policy(policy).map_err(|no| Refused::because(no.to_string()))?;
        if Looker::new(self.played, self.viewer).awaited_in_short().is_none_or(|awaited| awaited.kind != "choice") {
            return Err(self.but("no choice is awaited"));
        }
        let own = self.speaks_for();
        let decided = self.played.session.decide_where(self.viewer, own, &mut *policy);
        if decided { Ok(()) } else { Err(Refused::because("it was stopped while it thought")) }
    }

    fn decide_for(&mut self, who: &str, policy: &str) -> Result<(), Refused> {
        let id = self.own(who)?;
        let mut policy = self.played.book.policy(policy).map_err(|no| Refused::because(no.to_string()))?;
        if self.played.session.asked(id).is_err() {
            let name = B::name(self.played.session.setup(), id);
            return Err(self.but(&format!("{name} is not asked anything now")));
        }
        let decided = self.played.session.decide_where(self.viewer, move |_, asked| asked == id, &mut *policy);
        if decided { Ok(()) } else { Err(Refused::because("it was stopped while it thought")) }
    }

    fn undo(&mut self) -> Result<(), Refused> {
        match self.viewer {
            Viewer::GameMaster => self.played.session.undo().map_err(Played::<B>::refused),
            viewer => match looker::count(&self.played.session, viewer).checked_sub(1) {
                Some(last) => self.jump(last),
                None => Err(Refused::because("this is the beginning: nothing to take back")),
            },
        }
    }

    fn redo(&mut self) -> Result<(), Refused> {
        let (session, viewer) = (&mut self.played.session, self.viewer);
        let before = looker::count(session, viewer);
        session.redo().map_err(Played::<B>::refused)?;
        while looker::count(session, viewer) == before && session.redo().is_ok() {}
        Ok(())
    }

    fn jump(&mut self, entries: usize) -> Result<(), Refused> {
        let viewer = self.viewer;
        if viewer == Viewer::GameMaster {
            return self.played.session.jump(entries).map_err(Played::<B>::refused);
        }
        let mut there = self.played.session.fork();
        while looker::count(&there, viewer) < entries && there.redo().is_ok() {}
        let Some(number) = looker::number(&there, viewer, entries) else {
            let last = looker::count(&there, viewer);
            return Err(Refused::because(format!("that is beyond the last entry, which is {last}")));
        };
        there.jump(number).map_err(Played::<B>::refused)?;
        self.played.session = there;
        Ok(())
    }

    fn change(&self, at: usize, line: &str) -> Result<Changed, Refused> {
        self.played.changed(self.viewer, at, line)
    }
}

impl<B: Scribe> Seat for Played<B> {
    fn line(&mut self, line: &str) -> Result<(), Refused> {
        Speaker::new(self, Viewer::GameMaster).line(line)
    }
    fn roll(&mut self) -> Result<(), Refused> {
        Speaker::new(self, Viewer::GameMaster).roll()
    }
    fn roll_for(&mut self, who: &str) -> Result<(), Refused> {
        Speaker::new(self, Viewer::GameMaster).roll_for(who)
    }
    fn stand(&mut self) -> Result<(), Refused> {
        Speaker::new(self, Viewer::GameMaster).stand()
    }
    fn do_least(&mut self) -> Result<(), Refused> {
        Speaker::new(self, Viewer::GameMaster).do_least()
    }
    fn decide(&mut self, policy: &str) -> Result<(), Refused> {
        Speaker::new(self, Viewer::GameMaster).decide(policy)
    }
    fn decide_for(&mut self, who: &str, policy: &str) -> Result<(), Refused> {
        Speaker::new(self, Viewer::GameMaster).decide_for(who, policy)
    }
    fn undo(&mut self) -> Result<(), Refused> {
        Speaker::new(self, Viewer::GameMaster).undo()
    }
    fn redo(&mut self) -> Result<(), Refused> {
        Speaker::new(self, Viewer::GameMaster).redo()
    }
    fn jump(&mut self, entries: usize) -> Result<(), Refused> {
        Speaker::new(self, Viewer::GameMaster).jump(entries)
    }
    fn change(&self, at: usize, line: &str) -> Result<Changed, Refused> {
        self.changed(Viewer::GameMaster, at, line)
    }
}
