//! Fields by their paths: what can be asserted, and what a game master sets by hand.
//!
//! A field is one row: its name, what it says, how it is read and how it is set. From the rows come reading, setting, all
//! paths, the words that a field may be set to, and who may read it. A book lists its rows ([`Fields`]) and puts
//! [`paths!`](crate::paths).

#![expect(clippy::type_complexity, reason = "a row is made of functions")]

mod change;
mod command;
mod path;
mod rows;

use std::ops::RangeInclusive;

use skirmish_kernel::{Id, Ids, Refusal, Rulebook, Scribe, Value};

use crate::stat::{Number, Stats};

pub use change::{Change, yes_no};
pub use command::{Command, Newcomer, ended_by, side_called};
pub use path::{change_setup, changes_setup, decree, paths, read, todays_path, unknown, values};

/// A book whose fields are rows.
pub trait Fields: Scribe {
    /// A combatant's sheet.
    type Sheet: Clone + 'static;
    /// Its house rules.
    type Rules: 'static;

    /// The numbers of a sheet.
    const STATS: Stats<Self::Sheet, Self::Rules>;
    /// Fields of the whole battle.
    const WORLD: &'static [World<Self>];
    /// What else a sheet says.
    const SHEET: &'static [SheetField<Self>] = &[];
    /// Fields of a combatant that play changes.
    const STATE: &'static [Field<Self>];
    /// Fields of a combatant with another name behind them: `Ogre.skill.swing`, `Ogre.range.Ann`.
    const FAMILIES: &'static [Family<Self>] = &[];
    /// Words that every game knows, where the book has one of its own: `hp` and `hits`. A game master who changes games
    /// finds the field by either.
    const COMMON: &'static [(&'static str, &'static str)] = &[];
    /// The book's own edicts.
    const COMMANDS: &'static [Command<Self>] = &[];

    /// A combatant's sheet.
    fn sheet_of(g: &Self::Setup, who: Id) -> &Self::Sheet;

    /// Puts a changed sheet in the place of a combatant's.
    ///
    /// # Errors
    /// Why there is no room for it; nothing is changed then.
    fn put_sheet(g: &mut Self::Setup, who: Id, sheet: Self::Sheet) -> Result<(), Refusal>;

    /// How a house rule is set; none where there is no such rule.
    fn house_rule(g: &Self::Setup, name: &str) -> Option<String>;

    /// Sets a house rule.
    ///
    /// # Errors
    /// What it may be.
    fn set_house_rule(g: &mut Self::Setup, name: &str, value: &str) -> Result<(), String>;

    /// Works out what follows from sheets and rules, after either has been changed; nothing where nothing is kept.
    fn derive(_g: &mut Self::Setup) {}

    /// Does what stands on the board still fit, after sheets or rules have been changed?
    ///
    /// # Errors
    /// Why it does not; nothing is changed then.
    fn fits(_g: &Self::Setup, _s: &Self::State) -> Result<(), Refusal> {
        Ok(())
    }

    /// Brings everything that hangs together into line, after the game master's hand has changed something.
    fn keep(_g: &Self::Setup, _s: &mut Self::State) {}
}

/// What [`Fields`] asks of a setup that has `sheets` and `rules`, inside its `impl`: `sheets_and_rules!();`, or for the rules
/// alone `sheets_and_rules!(rules);`.
#[macro_export]
macro_rules! sheets_and_rules {
    () => {
        fn sheet_of(g: &Self::Setup, who: ::skirmish_kernel::Id) -> &Self::Sheet {
            &g.sheets[who.index()]
        }

        fn put_sheet(
            g: &mut Self::Setup,
            who: ::skirmish_kernel::Id,
            sheet: Self::Sheet,
        ) -> Result<(), ::skirmish_kernel::Refusal> {
            g.sheets[who.index()] = sheet;
            Ok(())
        }

        $crate::sheets_and_rules!(rules);
    };
    (rules) => {
        fn house_rule(g: &Self::Setup, name: &str) -> Option<String> {
            g.rules.get(name)
        }

        fn set_house_rule(g: &mut Self::Setup, name: &str, value: &str) -> Result<(), String> {
            g.rules.set(name, value)
        }
    };
}

/// Words that a field may be set to.
pub type Words<B> = fn(&<B as Rulebook>::Setup, &<B as Rulebook>::State, Id) -> Vec<String>;

/// A field of a combatant that play changes.
pub struct Field<B: Rulebook> {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) read: fn(&B::Setup, &B::State, Id) -> Value,
    pub(crate) set: Set<B>,
    pub(crate) words: Option<Words<B>>,
    /// Words that it may always be set to.
    pub(crate) known: &'static [&'static str],
    pub(crate) is_game_masters: bool,
}

/// How a field is set by hand.
pub enum Set<B: Rulebook> {
    /// It follows from others: which, in words.
    FollowsFrom(&'static str),
    /// Somebody is among them, or not.
    Flag(fn(&mut B::State) -> &mut Ids),
    /// Yes or no.
    YesNo(fn(&mut B::State, Id) -> &mut bool),
    /// Yes or no, in a way of its own.
    YesNoBy(fn(&B::Setup, &mut B::State, Id, bool) -> Result<(), Refusal>),
    /// A number within bounds.
    Number(RangeInclusive<i64>, fn(&mut B::State, Id) -> Number<'_>),
    /// In a way of its own.
    By(fn(&B::Setup, &mut B::State, Id, &Change) -> Result<(), Refusal>),
}

/// From what a field follows that nobody sets, where nothing else is said.
const PLAY: &str = "what is done in play";

impl<B: Rulebook> Field<B> {
    /// A field that follows from what is done in play, unless it is said how it is set.
    pub const fn of(name: &'static str, about: &'static str, read: fn(&B::Setup, &B::State, Id) -> Value) -> Self {
        Self::new(name, about, read, Set::FollowsFrom(PLAY))
    }

    /// It follows from others: which, in words.
    #[must_use]
    pub const fn follows(self, from: &'static str) -> Self {
        self.set(Set::FollowsFrom(from))
    }

    /// Somebody is among them, or not.
    #[must_use]
    pub const fn flag(self, of: fn(&mut B::State) -> &mut Ids) -> Self {
        self.set(Set::Flag(of))
    }

    /// Yes or no.
    #[must_use]
    pub const fn yes_no(self, of: fn(&mut B::State, Id) -> &mut bool) -> Self {
        self.set(Set::YesNo(of))
    }

    /// Yes or no, in a way of its own.
    #[must_use]
    pub const fn yes_no_by(self, set: fn(&B::Setup, &mut B::State, Id, bool) -> Result<(), Refusal>) -> Self {
        self.set(Set::YesNoBy(set))
    }

    /// A number within bounds.
    #[must_use]
    pub const fn number(self, range: RangeInclusive<i64>, of: fn(&mut B::State, Id) -> Number<'_>) -> Self {
        self.set(Set::Number(range, of))
    }

    /// It is set in a way of its own.
    #[must_use]
    pub const fn by(self, set: fn(&B::Setup, &mut B::State, Id, &Change) -> Result<(), Refusal>) -> Self {
        self.set(Set::By(set))
    }

    const fn set(self, set: Set<B>) -> Self {
        let Self { name, about, read, words, known, is_game_masters, .. } = self;
        Self { name, about, read, set, words, known, is_game_masters }
    }

    /// A field, and how it is set.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        read: fn(&B::Setup, &B::State, Id) -> Value,
        set: Set<B>,
    ) -> Self {
        Self { name, about, read, set, words: None, known: &[], is_game_masters: false }
    }

    /// With the words that it may be set to.
    #[must_use]
    pub const fn words(mut self, words: Words<B>) -> Self {
        self.words = Some(words);
        self
    }

    /// With words that it may always be set to.
    #[must_use]
    pub const fn known(mut self, known: &'static [&'static str]) -> Self {
        self.known = known;
        self
    }

    /// With the words of an enum, which it may be set to.
    #[must_use]
    pub const fn words_of<W: crate::words::Words>(self) -> Self {
        self.words(|_, _, _| W::VALUES.iter().map(|value| value.word().to_owned()).collect())
    }

    /// The game master's alone: its value may tell of somebody who is not to be seen, or what was said beforehand.
    #[must_use]
    pub const fn game_masters(mut self) -> Self {
        self.is_game_masters = true;
        self
    }
}

/// A field of the whole battle.
pub struct World<B: Rulebook> {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) read: fn(&B::Setup, &B::State) -> Value,
    pub(crate) set: SetWorld<B>,
    pub(crate) words: Option<fn(&B::Setup, &B::State) -> Vec<String>>,
    pub(crate) is_game_masters: bool,
    pub(crate) once: &'static [&'static str],
}

/// How a field of the whole battle is set by hand.
pub enum SetWorld<B: Rulebook> {
    /// It follows from others: which, in words.
    FollowsFrom(&'static str),
    /// In a way of its own.
    By(fn(&B::Setup, &mut B::State, &Change) -> Result<(), Refusal>),
}

impl<B: Rulebook> World<B> {
    /// A field that follows from what is done in play, unless it is said how it is set.
    pub const fn of(name: &'static str, about: &'static str, read: fn(&B::Setup, &B::State) -> Value) -> Self {
        Self::new(name, about, read, SetWorld::FollowsFrom(PLAY))
    }

    /// It follows from others: which, in words.
    #[must_use]
    pub const fn follows(self, from: &'static str) -> Self {
        Self { set: SetWorld::FollowsFrom(from), ..self }
    }

    /// It is set in a way of its own.
    #[must_use]
    pub const fn by(self, set: fn(&B::Setup, &mut B::State, &Change) -> Result<(), Refusal>) -> Self {
        Self { set: SetWorld::By(set), ..self }
    }

    /// A field of the whole battle, and how it is set.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        read: fn(&B::Setup, &B::State) -> Value,
        set: SetWorld<B>,
    ) -> Self {
        Self { name, about, read, set, words: None, is_game_masters: false, once: &[] }
    }

    /// With the words that it may be set to.
    #[must_use]
    pub const fn words(mut self, words: fn(&B::Setup, &B::State) -> Vec<String>) -> Self {
        self.words = Some(words);
        self
    }

    /// The game master's alone.
    #[must_use]
    pub const fn game_masters(mut self) -> Self {
        self.is_game_masters = true;
        self
    }

    /// The names that it had once.
    #[must_use]
    pub const fn once(mut self, names: &'static [&'static str]) -> Self {
        self.once = names;
        self
    }

    pub(crate) fn is_called(&self, path: &str) -> bool {
        self.name == path || self.once.contains(&path)
    }
}

/// What a sheet says besides numbers.
pub struct SheetField<B: Fields> {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) read: fn(&B::Setup, Id) -> Value,
    pub(crate) set: SetSheet<B>,
    pub(crate) words: Option<fn(&B::Setup, Id) -> Vec<String>>,
}

/// How a sheet is changed by hand.
pub enum SetSheet<B: Fields> {
    /// It cannot be: why, or what to write instead.
    Never(&'static str),
    /// In a way of its own; the changed sheet is put in its place afterwards.
    By(fn(&B::Setup, Id, &mut B::Sheet, &Change) -> Result<(), Refusal>),
}

impl<B: Fields> SheetField<B> {
    /// A field of a sheet that comes with the encounter, unless it is said how it is set.
    pub const fn of(name: &'static str, about: &'static str, read: fn(&B::Setup, Id) -> Value) -> Self {
        Self::new(name, about, read, SetSheet::Never("it comes with the encounter"))
    }

    /// It cannot be set: why, or what to write instead.
    #[must_use]
    pub const fn never(self, why: &'static str) -> Self {
        Self { set: SetSheet::Never(why), ..self }
    }

    /// It is set in a way of its own; the changed sheet is put in its place afterwards.
    #[must_use]
    pub const fn by(self, set: fn(&B::Setup, Id, &mut B::Sheet, &Change) -> Result<(), Refusal>) -> Self {
        Self { set: SetSheet::By(set), ..self }
    }

    /// Somebody's name, which does not change.
    #[must_use]
    pub const fn names() -> Self {
        Self::of("name", "Its name.", |g, who| B::name(g, who).into()).never("names do not change")
    }

    /// Somebody's side; the sheet says where it stands.
    #[must_use]
    pub const fn sides(set: fn(&B::Setup, Id, &mut B::Sheet, &Change) -> Result<(), Refusal>) -> Self {
        let side = Self::of("side", "Its side.", |g, who| {
            B::sides(g).get(usize::from(B::side(g, who).0)).map_or("", String::as_str).into()
        });
        side.by(set).words(|g, _| B::sides(g).to_vec())
    }

    /// A field of a sheet, and how it is set.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        read: fn(&B::Setup, Id) -> Value,
        set: SetSheet<B>,
    ) -> Self {
        Self { name, about, read, set, words: None }
    }

    /// With the words that it may be set to.
    #[must_use]
    pub const fn words(mut self, words: fn(&B::Setup, Id) -> Vec<String>) -> Self {
        self.words = Some(words);
        self
    }

    /// With the words of an enum, which it may be set to.
    #[must_use]
    pub const fn words_of<W: crate::words::Words>(self) -> Self {
        self.words(|_, _| W::VALUES.iter().map(|value| value.word().to_owned()).collect())
    }
}

/// Fields of a combatant with another name behind them.
pub struct Family<B: Fields> {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) members: Members<B>,
    pub(crate) read: fn(&B::Setup, &B::State, Id, &str) -> Result<Value, Refusal>,
    pub(crate) set: Option<fn(&B::Setup, &mut B::Sheet, &str, &Change) -> Result<(), Refusal>>,
    pub(crate) once: &'static [&'static str],
}

/// Which names may stand behind a field.
pub enum Members<B: Rulebook> {
    /// Everybody else: it says how two combatants stand to each other.
    Others,
    /// These, of somebody.
    These(fn(&B::Setup, Id) -> Vec<String>),
}

impl<B: Fields> Family<B> {
    /// How a combatant stands to another: `Ogre.range.Ann`.
    pub const fn relation(
        name: &'static str,
        about: &'static str,
        read: fn(&B::Setup, &B::State, Id, &str) -> Result<Value, Refusal>,
    ) -> Self {
        Self { name, about, members: Members::Others, read, set: None, once: &[] }
    }

    /// Fields by name.
    pub const fn of(
        name: &'static str,
        about: &'static str,
        members: fn(&B::Setup, Id) -> Vec<String>,
        read: fn(&B::Setup, &B::State, Id, &str) -> Result<Value, Refusal>,
    ) -> Self {
        Self { name, about, members: Members::These(members), read, set: None, once: &[] }
    }

    /// They are part of the sheet, and can be set.
    #[must_use]
    pub const fn sheets(mut self, set: fn(&B::Setup, &mut B::Sheet, &str, &Change) -> Result<(), Refusal>) -> Self {
        self.set = Some(set);
        self
    }

    /// The names that it had once.
    #[must_use]
    pub const fn once(mut self, names: &'static [&'static str]) -> Self {
        self.once = names;
        self
    }
}

/// `yes`, `no`, or `auto` where nothing is said.
#[must_use]
pub fn auto(said: Option<bool>) -> Value {
    said.map_or("auto", |yes| if yes { "yes" } else { "no" }).into()
}

/// What somebody else is called: the end of a relation's path.
///
/// # Errors
/// The nearest name.
pub fn other<B: Scribe>(g: &B::Setup, name: &str) -> Result<Id, Refusal> {
    skirmish_kernel::combatant::<B>(g, name)
}

/// The names of these, as a value.
#[must_use]
pub fn names<B: Scribe>(g: &B::Setup, ids: impl IntoIterator<Item = Id>) -> Value {
    let count = B::count(g);
    Value::List(ids.into_iter().filter(|id| id.index() < count).map(|id| B::name(g, id).to_owned()).collect())
}

/// A name, or `none`.
#[must_use]
pub fn name_or_none<B: Scribe>(g: &B::Setup, id: Option<Id>) -> Value {
    id.map_or_else(|| "none".into(), |id| B::name(g, id).to_owned().into())
}

/// Everybody of whom this holds, by name: words that a field may be set to.
#[must_use]
pub fn people<B: Scribe>(g: &B::Setup, fits: impl Fn(Id) -> bool) -> Vec<String> {
    (0..B::count(g)).map(Id::new).filter(|id| fits(*id)).map(|id| B::name(g, id).to_owned()).collect()
}

/// [`Paths`](skirmish_kernel::Paths) of a book, from the rows of its [`Fields`]: `paths!(Toy);`.
#[macro_export]
macro_rules! paths {
    ($book:ty) => {
        impl ::skirmish_kernel::Paths for $book {
            fn read(
                g: &<Self as ::skirmish_kernel::Rulebook>::Setup,
                s: &<Self as ::skirmish_kernel::Rulebook>::State,
                path: &str,
            ) -> Result<::skirmish_kernel::Value, ::skirmish_kernel::Refusal> {
                $crate::fields::read::<Self>(g, s, path)
            }

            fn paths(
                g: &<Self as ::skirmish_kernel::Rulebook>::Setup,
                _: &<Self as ::skirmish_kernel::Rulebook>::State,
            ) -> Vec<String> {
                $crate::fields::paths::<Self>(g)
            }

            fn todays_path(path: &str) -> Option<String> {
                $crate::fields::todays_path::<Self>(path)
            }

            fn values(
                g: &<Self as ::skirmish_kernel::Rulebook>::Setup,
                s: &<Self as ::skirmish_kernel::Rulebook>::State,
                path: &str,
            ) -> Vec<String> {
                $crate::fields::values::<Self>(g, s, path)
            }

            fn game_master_fields() -> &'static [&'static str] {
                static ALL: ::std::sync::OnceLock<Vec<&'static str>> = ::std::sync::OnceLock::new();
                ALL.get_or_init($crate::fields::game_masters::<Self>)
            }

            fn relations() -> &'static [&'static str] {
                static ALL: ::std::sync::OnceLock<Vec<&'static str>> = ::std::sync::OnceLock::new();
                ALL.get_or_init($crate::fields::relations::<Self>)
            }

            fn edicts() -> &'static [(&'static str, &'static str)] {
                static ALL: ::std::sync::OnceLock<Vec<(&'static str, &'static str)>> = ::std::sync::OnceLock::new();
                ALL.get_or_init($crate::fields::edicts::<Self>)
            }

            fn changes_setup(edict: &::skirmish_kernel::Edict) -> bool {
                $crate::fields::changes_setup::<Self>(edict)
            }

            fn decree_setup(
                g: &mut <Self as ::skirmish_kernel::Rulebook>::Setup,
                s: &<Self as ::skirmish_kernel::Rulebook>::State,
                edict: &::skirmish_kernel::Edict,
            ) -> Result<(), ::skirmish_kernel::Refusal> {
                $crate::fields::change_setup::<Self>(g, s, edict)
            }

            fn decree(
                g: &<Self as ::skirmish_kernel::Rulebook>::Setup,
                s: &mut <Self as ::skirmish_kernel::Rulebook>::State,
                edict: &::skirmish_kernel::Edict,
            ) -> Result<(), ::skirmish_kernel::Refusal> {
                $crate::fields::decree::<Self>(g, s, edict)
            }
        }
    };
}

/// Fields that the game master alone reads, those of a combatant with a dot before them.
#[must_use]
pub fn game_masters<B: Fields>() -> Vec<&'static str> {
    let world = B::WORLD.iter().filter(|field| field.is_game_masters).map(|field| field.name);
    let state = B::STATE.iter().filter(|field| field.is_game_masters);
    world.chain(state.map(|field| &*format!(".{}", field.name).leak())).collect()
}

/// Fields that say how two combatants stand to each other.
#[must_use]
pub fn relations<B: Fields>() -> Vec<&'static str> {
    B::FAMILIES.iter().filter(|family| matches!(family.members, Members::Others)).map(|family| family.name).collect()
}

/// A field as a page lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// `round`, `NAME.hits`, `NAME.range.NAME`.
    pub path: String,
    /// What it says.
    pub about: &'static str,
    /// Least and most, for the number of a sheet.
    pub range: Option<RangeInclusive<i64>>,
    /// Names that it had once.
    pub once: &'static [&'static str],
}

/// Every field, in the order of the rows.
#[must_use]
pub fn table<B: Fields>() -> Vec<Line> {
    let line = |path: String, about: &'static str| Line { path, about, range: None, once: &[] };
    let world = B::WORLD.iter().map(|row| Line { once: row.once, ..line(row.name.to_owned(), row.about) });
    let state = B::STATE.iter().map(|row| line(format!("NAME.{}", row.name), row.about));
    let sheet = B::SHEET.iter().map(|row| line(format!("NAME.{}", row.name), row.about));
    let stats = B::STATS.iter().map(|stat| Line {
        range: Some(stat.range.clone()),
        once: stat.once,
        ..line(format!("NAME.{}", stat.name), stat.about)
    });
    let families = B::FAMILIES.iter().map(|family| {
        let member = if matches!(family.members, Members::Others) { "NAME" } else { "…" };
        Line { once: family.once, ..line(format!("NAME.{}.{member}", family.name), family.about) }
    });
    world.chain(state).chain(sheet).chain(stats).chain(families).collect()
}

/// The book's own edicts, each with what it does.
#[must_use]
pub fn edicts<B: Fields>() -> Vec<(&'static str, &'static str)> {
    B::COMMANDS.iter().map(|command| (command.form, command.about)).collect()
}
