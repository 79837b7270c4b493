//! A battle that a program plays, which goes on by itself where nobody is needed.

use skirmish_kernel::{Battle, Game, Interrupt, PolicyName, Viewer};
use skirmish_wire::{ByItself, Changed, Found, Level, Seats, Want, by_itself};

use crate::{Opened, Trouble};

/// Where dice come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dice {
    /// The battle's own generator throws at once.
    #[default]
    Rolled,
    /// They are awaited, and somebody says how they fell.
    Typed,
}

/// How a table plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// Where dice come from.
    pub dice: Dice,
    /// Who plays a side or a creature: `("water", "plain")`. Whoever is not named is played as `all`, or by a person.
    pub seats: Vec<(String, String)>,
    /// Is the usual answer to a routine question given without asking?
    pub takes_routine: bool,
}

/// A battle, who plays whom in it, and where dice come from.
pub struct Table {
    game: &'static dyn Game,
    battle: Box<dyn Battle>,
    seats: Seats,
    takes_routine: bool,
    /// Somebody is played by a policy that may think for long.
    seats_think: bool,
    interrupt: Interrupt,
    /// The past that was shown last, to whom: it can be accepted until something else is done.
    proposed: Option<(Viewer, Box<Table>)>,
}

/// The longest line that anybody gives, in bytes.
const LONGEST: usize = 4_096;

impl Table {
    /// Sets a table, and goes on to the first question for a person. With the interrupt a policy is stopped in the middle of
    /// a thought, now and later.
    ///
    /// # Errors
    /// When nobody is called or plays so, or it was stopped.
    pub fn new(opened: Opened, settings: &Settings, interrupt: Interrupt) -> Result<Self, Trouble> {
        let Opened { game, mut battle } = opened;
        let mut all = Seats::new(game.policies());
        // They hold together, in whatever order they are named: `all` is whoever is not named.
        let (wide, named): (Vec<_>, Vec<_>) = settings.seats.iter().partition(|(whom, _)| whom == "all");
        for (whom, by) in wide.into_iter().chain(named) {
            all.seat(&*battle, Viewer::GameMaster, whom, by)?;
        }
        if settings.dice == Dice::Typed {
            all.dice(&*battle, Viewer::GameMaster, "all", "typed")?;
        }
        battle.listen_to(&interrupt);
        let seats_think = settings.seats.iter().any(|(_, by)| by.parse().is_ok_and(PolicyName::thinks));
        let takes_routine = settings.takes_routine;
        let mut table = Self { game, battle, seats: all, takes_routine, seats_think, interrupt, proposed: None };
        table.go_on()?;
        Ok(table)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// The battle, as the game master has it.
    #[must_use]
    pub fn battle(&self) -> &dyn Battle {
        &*self.battle
    }

    /// With this a policy is stopped in the middle of a thought.
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// With this what a request sets going is stopped, if any policy would think over it; none where it is done at once.
    #[must_use]
    pub fn interrupt_if_it_thinks(&self, want: &Want) -> Option<Interrupt> {
        let thinks = |policy: &str| policy.parse().is_ok_and(PolicyName::thinks);
        let asked = match want {
            Want::Decide { policy: Some(policy), .. } | Want::Propose { policy: Some(policy) } => thinks(policy),
            _ => false,
        };
        (asked || self.seats_think).then(|| self.interrupt.clone())
    }

    /// A table of its own that begins as this one stands.
    #[must_use]
    pub fn fork(&self) -> Self {
        self.with(self.battle.fork())
    }

    /// The same without its past: to look at on another thread. It is not to be saved or taken back.
    #[must_use]
    pub fn here(&self) -> Box<dyn Battle> {
        self.battle.here()
    }

    fn with(&self, mut battle: Box<dyn Battle>) -> Self {
        let interrupt = Interrupt::default();
        battle.listen_to(&interrupt);
        let Self { game, takes_routine, seats_think, .. } = *self;
        Self { game, battle, seats: self.seats.clone(), takes_routine, seats_think, interrupt, proposed: None }
    }

    /// Whose eyes are meant; without a word, the game master's.
    ///
    /// # Errors
    /// Nobody looks so.
    pub fn viewer(&self, text: Option<&str>) -> Result<Viewer, Trouble> {
        match text {
            None => Ok(Viewer::GameMaster),
            Some(text) => Ok(skirmish_wire::viewer(&*self.battle, text)?),
        }
    }

    /// Takes a request of somebody, and goes on. What is asked for comes back.
    ///
    /// # Errors
    /// Why it was not taken; then nothing has changed. Where a policy was stopped in the middle of a thought, what came before
    /// it stands: [`Want::GoOn`] goes on.
    pub fn take(&mut self, viewer: Option<&str>, want: &Want) -> Result<Option<Found>, Trouble> {
        let viewer = self.viewer(viewer)?;
        if let Some(found) = skirmish_wire::look(&*self.battle, viewer, self.is_paused(), want) {
            return Ok(Some(found?));
        }
        if matches!(want, Want::Save {}) {
            return self.save(viewer).map(Some);
        }
        // Where something else is done, the past that was shown is of a battle that there is no more.
        let proposed = self.proposed.take();
        let stood = (self.battle.len(), self.battle.redo_len());
        let taken = match want {
            Want::Accept {} => return self.accept_proposed(viewer, proposed),
            Want::Reject {} if proposed.as_ref().is_some_and(|(to, _)| *to == viewer) => return Ok(None),
            Want::Reject {} => Err(nothing_proposed()),
            _ => self.change_battle(viewer, want),
        };
        if taken.is_err() && stood == (self.battle.len(), self.battle.redo_len()) {
            self.proposed = proposed;
        }
        taken
    }

    /// Takes a request that does something.
    fn change_battle(&mut self, viewer: Viewer, want: &Want) -> Result<Option<Found>, Trouble> {
        skirmish_wire::entry_is_there(&*self.battle.seen_by(viewer), want)?;
        let usual = PolicyName::default().to_string();
        let mut seat = self.battle.seat(viewer);
        match want {
            Want::Answer { line } => seat.line(one_line(line)?)?,
            Want::Roll { who: Some(who) } => seat.roll_for(who)?,
            Want::Roll { who: None } => seat.roll()?,
            Want::Usual {} => seat.stand()?,
            Want::Pass {} => seat.do_least()?,
            Want::Decide { policy, who } => {
                let policy = policy.as_ref().unwrap_or(&usual);
                match who {
                    Some(who) => seat.decide_for(who, policy)?,
                    None => seat.decide(policy)?,
                }
            }
            Want::Undo { times } => {
                drop(seat);
                return as_often(times.unwrap_or(1), || self.back(viewer));
            }
            Want::Redo { times } => {
                drop(seat);
                return as_often(times.unwrap_or(1), || self.forth(viewer));
            }
            Want::Goto { entry } => {
                seat.jump(*entry)?;
                return Ok(None);
            }
            Want::Change { entry, line } => {
                drop(seat);
                let (changed, table) = self.change(viewer, *entry, line)?;
                self.proposed = Some((viewer, Box::new(table)));
                return Ok(Some(Found::Changed(Box::new(changed))));
            }
            Want::GoOn {} => {}
            _ => return Err(Trouble::because("there is no table that hears this: it is for `skirmish play --json`")),
        }
        drop(seat);
        self.go_on()?;
        Ok(None)
    }

    fn save(&self, viewer: Viewer) -> Result<Found, Trouble> {
        match viewer {
            Viewer::GameMaster => Ok(Found::Transcript(self.battle.save_with(&self.seats.lines()))),
            _ => Err(Trouble::because("a save holds every secret: the game master alone has it")),
        }
    }

    /// Makes the past that was shown to this viewer the past.
    fn accept_proposed(
        &mut self,
        viewer: Viewer,
        proposed: Option<(Viewer, Box<Table>)>,
    ) -> Result<Option<Found>, Trouble> {
        match proposed {
            Some((to, table)) if to == viewer => {
                self.battle = table.battle;
                self.battle.listen_to(&self.interrupt);
                Ok(None)
            }
            others => {
                self.proposed = others;
                Err(nothing_proposed())
            }
        }
    }

    /// Would it go on by itself, if somebody said so? So it is after a leap in time, and where a policy was stopped.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.next().is_some()
    }

    /// What would be if an entry of the past had been another line, and the table at which it would be so.
    ///
    /// # Errors
    /// When there is no such entry, or the line does not fit there.
    pub fn change(&mut self, viewer: Viewer, entry: usize, line: &str) -> Result<(Changed, Self), Trouble> {
        let changed = self.battle.seat(viewer).change(entry, one_line(line)?)?;
        let mut table = self.with(changed.battle);
        if changed.parted.is_none() {
            table.go_on()?;
        }
        let view = table.battle.seen_by(viewer).view();
        Ok((Changed { view, parted: changed.parted, spares: changed.spares }, table))
    }

    /// Accepts a changed past: forgets what has not found its place in it.
    pub fn accept(&mut self) {
        self.proposed = None;
        self.battle.accept();
    }

    /// Goes on as long as nobody is needed: dice fall, policies choose.
    ///
    /// # Errors
    /// When the rules failed, or a policy was stopped.
    pub fn go_on(&mut self) -> Result<(), Trouble> {
        while let Some(next) = self.next() {
            match next {
                ByItself::Roll(who) => self.battle.roll_for(&who)?,
                ByItself::Decide(who, policy) => self.battle.decide_for(&who, &policy)?,
                ByItself::Pass => self.battle.do_least()?,
                ByItself::Stand => self.battle.stand()?,
            }
        }
        match self.battle.stuck() {
            Some(flaw) => Err(Trouble::because(format!("the rulebook stopped the battle: {flaw}"))),
            None => Ok(()),
        }
    }

    /// What would be done now without anybody.
    fn next(&self) -> Option<ByItself> {
        let usual = self.game.policies().first().copied().unwrap_or_default();
        by_itself(&*self.battle, &self.seats, |_| Level::Odds, self.takes_routine, usual)
    }

    /// Takes back the last answer that somebody gave, with everything that came of it by itself.
    fn back(&mut self, viewer: Viewer) -> Result<(), Trouble> {
        let mut undone = 0;
        loop {
            let back = self.battle.seat(viewer).undo();
            if let Err(refused) = back {
                // There was nothing but what goes by itself: it stays.
                for _ in 0..undone {
                    self.battle.seat(viewer).redo()?;
                }
                return Err(refused.into());
            }
            undone += 1;
            if self.next().is_none() {
                return Ok(());
            }
        }
    }

    /// Does again what was taken back last, with everything that came of it by itself.
    fn forth(&mut self, viewer: Viewer) -> Result<(), Trouble> {
        self.battle.seat(viewer).redo()?;
        while self.battle.redo_len() > 0 && self.next().is_some() {
            self.battle.redo()?;
        }
        self.go_on()
    }
}

/// Steps so often, or as often as there is something to step over; it is refused where there is nothing.
fn as_often(times: u32, mut step: impl FnMut() -> Result<(), Trouble>) -> Result<Option<Found>, Trouble> {
    for nth in 0..times {
        match step() {
            Err(refused) if nth == 0 => return Err(refused),
            Err(_) => break,
            Ok(()) => {}
        }
    }
    Ok(None)
}

fn nothing_proposed() -> Trouble {
    Trouble::because("there is no changed past to decide about: `change` shows one")
}

/// A line without an end inside it.
fn one_line(text: &str) -> Result<&str, Trouble> {
    let text = text.trim();
    match text {
        "" => Err(Trouble::because("the line is empty")),
        _ if text.len() > LONGEST => Err(Trouble::because(format!("a line has at most {LONGEST} bytes"))),
        _ if text.contains(char::is_control) => {
            Err(Trouble::because("a line has no line ends and no control characters"))
        }
        _ => Ok(text),
    }
}
