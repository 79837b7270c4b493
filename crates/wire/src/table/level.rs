//! How much help the program gives: a dial, not a wall.

use std::fmt;

use skirmish_kernel::words;

/// The help level; each has what the ones before it have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The board, and who stands where. The table resolves everything by hand.
    Map,
    /// Order, durations and notes too; still everything by hand.
    Tracker,
    /// The rules are applied: legal choices with what bears on them.
    Reminders,
    /// The chances of each choice.
    Odds,
    /// What a good player would do; Enter takes it.
    Propose,
    /// What is proposed is done.
    Automatic,
}

impl Level {
    /// All of them, the least help first.
    pub const ALL: [Self; 6] = [Self::Map, Self::Tracker, Self::Reminders, Self::Odds, Self::Propose, Self::Automatic];

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Tracker => "tracker",
            Self::Reminders => "reminders",
            Self::Odds => "odds",
            Self::Propose => "propose",
            Self::Automatic => "automatic",
        }
    }

    /// What it means, in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Map => "the board alone; you resolve by hand (gm, note, next)",
            Self::Tracker => "order, durations and notes; you resolve by hand",
            Self::Reminders => "the rules are applied, with what bears on each choice",
            Self::Odds => "the chances of each choice as well",
            Self::Propose => "a proposal that Enter takes",
            Self::Automatic => "what is proposed is done",
        }
    }

    /// Does the table resolve by hand?
    #[must_use]
    pub fn is_by_hand(self) -> bool {
        self <= Self::Tracker
    }

    /// Reads a level or the beginning of its name.
    ///
    /// # Errors
    /// The nearest name.
    pub fn read(word: &str) -> Result<Self, String> {
        let known = Self::ALL.map(Self::word);
        match words::complete(word, known) {
            Ok(name) => Ok(Self::ALL.into_iter().find(|level| level.word() == name).unwrap_or(Self::Odds)),
            Err(_) => {
                let near = words::did_you_mean(word, known);
                Err(format!("there is no help level `{}`{near} ({})", words::short(word), words::list(&known)))
            }
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
