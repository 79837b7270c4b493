//! What a table tells its players of chances.

use std::fmt;

use skirmish_kernel::{Battle, Inquiry, Odds, Refused, Viewer, words};

/// What players are told of chances; the game master is told everything.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum OddsTold {
    /// Nothing.
    None,
    /// Those of a battle in which a guess stands for everything that they may not know. They tell no secret.
    #[default]
    Seen,
    /// Those of the battle as it is. They may tell what hides.
    True,
}

impl OddsTold {
    /// All of them, those that tell least first.
    pub const ALL: [Self; 3] = [Self::None, Self::Seen, Self::True];

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Seen => "seen",
            Self::True => "true",
        }
    }

    /// By its name.
    ///
    /// # Errors
    /// Which there are.
    pub fn read(word: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|told| told.word() == word);
        found.ok_or_else(|| format!("`{}` is none of {}", words::short(word), words::list(&Self::ALL.map(Self::word))))
    }

    /// The odds as this viewer is told of them.
    ///
    /// # Errors
    /// Why they cannot be told.
    pub fn odds(self, battle: &dyn Battle, viewer: Viewer, inquiry: &Inquiry) -> Result<Odds, Refused> {
        match self {
            Self::None => {
                let why = "this table tells players no odds; the game master sets it (`odds seen`)".to_owned();
                Err(Refused { rule: None, why, meant: false, private: true, too_many: false })
            }
            _ if viewer == Viewer::GameMaster => battle.odds(inquiry),
            Self::Seen => battle.seen_by(viewer).odds(inquiry),
            Self::True => battle.odds(&inquiry.clone().told_to(viewer)),
        }
    }
}

impl fmt::Display for OddsTold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
