//! How a table on the web plays.

use std::collections::BTreeMap;

use skirmish_kernel::{Battle, Game, LogLine, Viewer, words};
use skirmish_wire::{Level, OddsTold, Seats};

use super::No;
use super::picture::Picture;

/// All settings; a save has them as lines that begin with `table`, the same as the terminal's.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) seats: Seats,
    pub(crate) level: Level,
    /// Routine questions get their usual answer without being asked.
    pub(crate) takes_routine: bool,
    /// May everybody go back in time, and not the game master alone?
    pub(crate) all_may_undo: bool,
    /// What players are told of chances.
    odds: OddsTold,
    /// How much single seats are helped, by the words for them, where they have turned their own dial.
    helps: BTreeMap<String, Level>,
    /// To whom throws are shown, by the side of whoever throws; to everybody where nothing is said.
    rolls: BTreeMap<String, Rolls>,
    pub(crate) picture: Picture,
}

/// To whom a throw is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rolls {
    /// To everybody.
    Public,
    /// To whoever throws, and to the game master.
    Private,
    /// To the game master alone.
    Blind,
    /// To whoever throws alone.
    Own,
}

impl Rolls {
    const ALL: [(&'static str, Self); 4] =
        [("public", Self::Public), ("private", Self::Private), ("blind", Self::Blind), ("self", Self::Own)];

    fn word(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, rolls)| *rolls == self).map_or("public", |(word, _)| word)
    }
}

const NAMES: [&str; 9] = ["seat", "dice", "level", "help", "routine", "undo", "odds", "rolls", "picture"];

impl Settings {
    pub(crate) fn new(game: &dyn Game) -> Self {
        let seats = Seats::new(game.policies());
        Self {
            seats,
            level: Level::Odds,
            takes_routine: false,
            all_may_undo: false,
            odds: OddsTold::default(),
            helps: BTreeMap::new(),
            rolls: BTreeMap::new(),
            picture: Picture::default(),
        }
    }

    /// Changes one: `seat heroes plain`, `dice Kestrel typed`, `level propose`, `routine take`, `undo all`, `odds none`.
    pub(crate) fn set(&mut self, battle: &dyn Battle, viewer: Viewer, text: &str) -> Result<String, String> {
        let (name, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let (whom, value) = rest.rsplit_once(char::is_whitespace).unwrap_or(("all", rest));
        let (whom, value) = (whom.trim(), value.trim());
        let one_of = |known: [&'static str; 2]| {
            let found = known.into_iter().find(|known| *known == value);
            found.ok_or_else(|| format!("`{}` is none of {}", words::short(value), words::list(&known)))
        };
        match name {
            "seat" => return self.seats.seat(battle, viewer, whom, value),
            "dice" => return self.seats.dice(battle, viewer, whom, value),
            "level" => self.level = Level::read(value)?,
            "help" => self.help(battle, whom, value)?,
            "rolls" => self.roll(battle, whom, value)?,
            "picture" => {
                self.picture.set(rest)?;
                return Ok("the picture lies under the grid".into());
            }
            "routine" => self.takes_routine = one_of(["ask", "take"])? == "take",
            "undo" => self.all_may_undo = one_of(["gm", "all"])? == "all",
            "odds" => self.odds = OddsTold::read(value)?,
            _ => {
                let near = words::did_you_mean(name, NAMES);
                return Err(format!("there is no setting `{}`{near}", words::short(name)));
            }
        }
        Ok(format!("{name}: {value}"))
    }

    /// The same for a viewer: the game master sets everything, a player whose dice fall by hand. Gives the line to be kept.
    pub(crate) fn set_by(&mut self, battle: &dyn Battle, viewer: Viewer, text: &str) -> Result<String, No> {
        let text = super::one_line(text)?;
        let name = text.split(char::is_whitespace).next().unwrap_or_default();
        if viewer != Viewer::GameMaster {
            let whom = text.split_once(char::is_whitespace).and_then(|(_, rest)| rest.rsplit_once(char::is_whitespace));
            let is_own = |whom: &str| match name {
                "dice" => {
                    let side = matches!(viewer, Viewer::Side(_)).then(|| skirmish_wire::viewer_words(battle, viewer));
                    side.is_some_and(|side| side == whom) || battle.seen_by(viewer).sheet(whom).is_ok()
                }
                "help" => whom == skirmish_wire::viewer_words(battle, viewer),
                _ => false,
            };
            if !whom.is_some_and(|(whom, _)| is_own(whom.trim())) {
                let why = "the game master sets how the table plays; you set the dice of those whom you play, and your own help";
                return Err(why.into());
            }
        }
        self.set(battle, viewer, text)?;
        Ok(text.to_owned())
    }

    /// Turns the dial of one seat: `help water propose`, `help water table`.
    fn help(&mut self, battle: &dyn Battle, whom: &str, value: &str) -> Result<(), String> {
        let viewer = skirmish_wire::viewer(battle, whom)?;
        let whom = skirmish_wire::viewer_words(battle, viewer);
        if value == "table" {
            self.helps.remove(&whom);
            return Ok(());
        }
        let level = Level::read(value)?;
        match viewer {
            Viewer::GameMaster if level == Level::Automatic => {
                Err("the game master is asked for everybody: `level automatic` is for the whole table, `seat SIDE POLICY` for a side".into())
            }
            Viewer::Spectator if level == Level::Automatic => Err("nobody asks those who watch".into()),
            _ => {
                self.helps.insert(whom, level);
                Ok(())
            }
        }
    }

    /// How what somebody is asked is resolved: as the table's dial says, or that of the narrowest seat of theirs that has turned
    /// its own. Where the table applies the rules, it does so for a seat that is shown the board alone, too.
    pub(crate) fn level_for(&self, battle: &dyn Battle, who: &str) -> Level {
        if self.level.is_by_hand() {
            return self.level;
        }
        let side = battle.side_of(who).and_then(|side| battle.sides().get(usize::from(side.0)));
        let of_persons = self.helps.iter().filter(|(whom, _)| !battle.sides().contains(whom));
        let own = of_persons.filter(|(whom, _)| whom.split(", ").any(|name| name == who));
        let narrowest = own.min_by_key(|(whom, _)| whom.split(", ").count()).map(|(_, level)| level);
        let level = narrowest.or_else(|| self.helps.get(side?));
        level.copied().unwrap_or(self.level).max(Level::Reminders)
    }

    /// Says to whom the throws of a side are shown: `rolls goblins blind`, `rolls all public`.
    fn roll(&mut self, battle: &dyn Battle, whom: &str, value: &str) -> Result<(), String> {
        let found = Rolls::ALL.into_iter().find(|(word, _)| *word == value);
        let (_, rolls) = found.ok_or_else(|| {
            format!("`{}` is none of {}", words::short(value), words::list(&Rolls::ALL.map(|(word, _)| word)))
        })?;
        let sides: Vec<&String> = battle.sides().iter().filter(|side| whom == "all" || *side == whom).collect();
        if sides.is_empty() {
            let near = words::did_you_mean(whom, battle.sides().iter().map(String::as_str));
            return Err(format!("there is no side `{}`{near}", words::short(whom)));
        }
        self.rolls.extend(sides.into_iter().map(|side| (side.clone(), rolls)));
        Ok(())
    }

    /// How much whoever looks with these eyes is helped.
    pub(crate) fn level_of(&self, battle: &dyn Battle, viewer: Viewer) -> Level {
        // What the whole table resolves by hand no seat has resolved by the rules.
        match self.level.is_by_hand() {
            true => self.level,
            false => self.helps.get(&skirmish_wire::viewer_words(battle, viewer)).copied().unwrap_or(self.level),
        }
    }

    /// What players are told of chances when they ask; the game master is told everything.
    pub(crate) fn odds_told_to(&self, viewer: Viewer) -> OddsTold {
        if viewer == Viewer::GameMaster { OddsTold::True } else { self.odds }
    }

    /// What stands of chances beside the choices of whoever looks with these eyes.
    pub(crate) fn odds_shown_to(&self, battle: &dyn Battle, viewer: Viewer) -> OddsTold {
        match self.level_of(battle, viewer) >= Level::Odds {
            true => self.odds_told_to(viewer),
            false => OddsTold::None,
        }
    }

    /// Is a line of the log a throw that is not shown to these eyes?
    pub(crate) fn hides(&self, battle: &dyn Battle, viewer: Viewer, line: &LogLine) -> bool {
        line.throw.as_ref().is_some_and(|throw| self.hides_throws_of(battle, viewer, &throw.who))
    }

    /// Takes throws that are not shown to these eyes out of the answers of a changed past that wait for their place.
    pub(crate) fn hide_spares(&self, battle: &dyn Battle, viewer: Viewer, spares: &mut Vec<String>) {
        let thrown_by = |line: &str| Some(line.strip_prefix("roll ")?.split(' ').next()?.to_owned());
        spares.retain(|line| !thrown_by(line).is_some_and(|who| self.hides_throws_of(battle, viewer, &who)));
    }

    fn hides_throws_of(&self, battle: &dyn Battle, viewer: Viewer, who: &str) -> bool {
        if self.rolls.is_empty() {
            return false;
        }
        let side = battle.side_of(who).and_then(|side| battle.sides().get(usize::from(side.0)));
        let (is_master, is_other) = (viewer == Viewer::GameMaster, || battle.seen_by(viewer).sheet(who).is_err());
        match side.and_then(|side| self.rolls.get(side)).copied().unwrap_or(Rolls::Public) {
            Rolls::Public => false,
            Rolls::Private => !is_master && is_other(),
            Rolls::Blind => !is_master,
            Rolls::Own => is_master || is_other(),
        }
    }

    /// As lines of a save, the picture with them.
    pub(crate) fn saved(&self) -> Vec<String> {
        self.lines().into_iter().chain(self.picture.lines()).collect()
    }

    /// As lines, without the picture.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = self.seats.lines();
        lines.push(format!("level {}", self.level));
        lines.push(format!("routine {}", if self.takes_routine { "take" } else { "ask" }));
        if self.all_may_undo {
            lines.push("undo all".into());
        }
        if self.odds != OddsTold::default() {
            lines.push(format!("odds {}", self.odds));
        }
        lines.extend(self.helps.iter().map(|(whom, level)| format!("help {whom} {level}")));
        let hidden = self.rolls.iter().filter(|(_, rolls)| **rolls != Rolls::Public);
        lines.extend(hidden.map(|(side, rolls)| format!("rolls {side} {}", rolls.word())));
        lines
    }
}
