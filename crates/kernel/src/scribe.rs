//! The texts of a rulebook: everything that people and files read and write.

use std::borrow::Cow;

use crate::diagnostic::{Diagnostic, Source};
use crate::dice::Rng;
use crate::eyes::{self, Eyes, hidden};
use crate::log::{terms_told, terms_words};
use crate::tape::{Awaited, DiceAwaited};
use crate::view::{AskedView, AwaitedView, ThrowView, View, Viewer};
use crate::{
    Bearing, CellSet, ChoiceView, Edict, Harm, HarmSteps, Id, Ids, Moment, Pairing, Place, Refusal, RuleId, Rulebook,
    Side, Term, Value,
};

/// Reads and writes what a [`Rulebook`] computes with: the sum of its five parts, each for another caller. Nothing in them decides
/// anything in play.
pub trait Scribe: Encounters + Notation + Viewing + Paths + Measures {}

impl<B: Encounters + Notation + Viewing + Paths + Measures> Scribe for B {}

/// Encounter files, and who is in them. Asked by whoever opens a battle, and wherever somebody is named.
pub trait Encounters: Rulebook {
    /// `elemental-d6`: as files name the game.
    const NAME: &'static str;

    /// Does it show how a book is written, and is no published game? Lists say so.
    const IS_EXAMPLE: bool = false;

    /// Reads an encounter.
    ///
    /// # Errors
    /// Everything wrong with the file, with places and advice.
    fn load(source: &Source) -> Result<Loaded<Self>, Vec<Diagnostic>>;

    /// Two of the book's creatures against each other on open ground, as an encounter file.
    fn pair(pairing: &Pairing) -> String {
        pairing.text(Self::NAME, "")
    }

    /// Title of the encounter.
    fn title(g: &Self::Setup) -> &str;

    /// How many combatants there may ever be; their ids count from 0. Those whom a rule may bring in the middle of the
    /// battle are among them, each with its name, side and sheet.
    fn count(g: &Self::Setup) -> usize;

    /// Who is there now. All others have not come yet, or have gone: they are not on the board, are asked nothing, throw
    /// nothing, and nobody can aim at them; that they may come is known to their own side alone.
    ///
    /// A state says it, so a rule brings and takes somebody as it changes any other field, in the middle of a step too.
    /// Somebody who comes back has the same id. What a creature is for the time being, its own or another form with
    /// another sheet, is state as well: its id, name and [gauges](Measures::gauges) stay.
    fn present(g: &Self::Setup, s: &Self::State) -> Ids;

    /// A combatant's name: one line without a colon, and not `gm`, so that transcripts can tell it from the rest.
    fn name(g: &Self::Setup, id: Id) -> &str;

    /// Calls a combatant something else, here alone: so a viewer reads and speaks of a battle in which those whom it does
    /// not see have no name.
    fn rename(g: &mut Self::Setup, id: Id, name: String);

    /// The names of the sides, in order.
    fn sides(g: &Self::Setup) -> &[String];

    /// Whose side a combatant is on.
    fn side(g: &Self::Setup, id: Id) -> Side;

    /// What somebody takes along into the next battle, as an encounter file says it of a combatant. Nothing where they
    /// take part in no other one: the dead.
    fn carried(g: &Self::Setup, s: &Self::State, id: Id) -> Option<Vec<Carried>>;
}

/// A key of a combatant's table after a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carried {
    /// The key.
    pub key: &'static str,
    /// Its value in TOML; nothing where the key belonged to that battle alone, or says what goes without saying.
    pub value: Option<String>,
}

impl Carried {
    /// What `is` now, where it is not `usual`.
    pub fn unless<T: std::fmt::Display + PartialEq>(key: &'static str, is: T, usual: &T) -> Self {
        Self { key, value: (is != *usual).then(|| is.to_string()) }
    }

    /// A key that belonged to that battle alone.
    #[must_use]
    pub const fn over(key: &'static str) -> Self {
        Self { key, value: None }
    }
}

/// Questions and answers in words. Asked by whoever speaks with people, and by files.
pub trait Notation: Rulebook {
    /// A question in words.
    fn prompt(g: &Self::Setup, s: &Self::State, who: Id, ask: &Self::Ask) -> String;

    /// An answer as people write it, piece by piece: one line, each in its own way; [`parse`](Notation::parse) reads it back.
    fn choice_view(g: &Self::Setup, s: &Self::State, who: Id, ask: &Self::Ask, choice: &Self::Choice) -> ChoiceView;

    /// The same of an answer that [`options`](Rulebook::options) has just listed, in the same words. A book may know of such
    /// an answer what it would have to look for otherwise: that a way is the usual one.
    fn listed_view(g: &Self::Setup, s: &Self::State, who: Id, ask: &Self::Ask, choice: &Self::Choice) -> ChoiceView {
        Self::choice_view(g, s, who, ask, choice)
    }

    /// The same as one line.
    fn notation(g: &Self::Setup, s: &Self::State, who: Id, ask: &Self::Ask, choice: &Self::Choice) -> String {
        Self::choice_view(g, s, who, ask, choice).text
    }

    /// Reads an answer: unique prefixes suffice. It need not be legal.
    ///
    /// # Errors
    /// What is not understood, with the nearest words.
    fn parse(g: &Self::Setup, s: &Self::State, who: Id, ask: &Self::Ask, text: &str) -> Result<Self::Choice, Refusal>;

    /// The words with which answers begin, whatever is asked: so a table can tell what was meant as an answer from a
    /// command that is written wrong.
    fn verbs(g: &Self::Setup) -> Vec<String>;

    /// A step's place in words: its round, unless a book says more.
    fn place_name(_g: &Self::Setup, place: Place) -> String {
        format!("round {}", place.round)
    }
}

/// Whom a viewer did not see around a moment, as [`Viewing::unseen_by`] names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unseen {
    /// When the dice lay ready, or the question was asked, from which the moment came.
    pub before: Ids,
    /// When the battle waited for the next answer, or the step was over.
    pub after: Ids,
}

impl Unseen {
    /// Everybody was seen.
    pub const NOBODY: Self = Self { before: Ids::NONE, after: Ids::NONE };

    /// Was somebody unseen before or after it?
    #[must_use]
    pub fn has(self, who: Id) -> bool {
        self.before.or(self.after).has(who)
    }
}

/// What a viewer may know, and how it is told.
pub trait Viewing: Rulebook {
    /// The battle as one viewer may know it; the session adds which cells that viewer [sees](Viewing::seen_cells), and
    /// what is awaited.
    fn view(g: &Self::Setup, s: &Self::State, viewer: Viewer) -> View;

    /// Which cells of the board some creatures of a viewer see now, one or the other of them: those in which the book's
    /// own rules of sight would let somebody be seen who stood there. None where the book does not say it, or where it
    /// would take too long.
    ///
    /// It tells no more than the viewer may know: whom that one does not see lights nothing and stands in no way.
    fn seen_cells(_g: &Self::Setup, _s: &Self::State, _viewer: Viewer, _eyes: Ids) -> Option<CellSet> {
        None
    }

    /// May this viewer know of this moment? It is judged by whom that viewer did not see around the moment, not by whom it
    /// sees now: what shows of the past stays as it is, and so do the numbers of the entries. A book is
    /// never asked about what the game master does by hand: the session decides who is told.
    fn sees(g: &Self::Setup, unseen: Unseen, viewer: Viewer, moment: &Moment<Self>) -> bool;

    /// Whom this viewer does not see as things stand, as far as it bears on what it is [told](Viewing::sees).
    fn unseen_by(g: &Self::Setup, s: &Self::State, viewer: Viewer) -> Ids
    where
        Self: Scribe,
    {
        hidden::<Self>(g, s, viewer)
    }

    /// What bears on an answer before it is given: what it costs, how far, what stands between, when it takes effect.
    fn facts(g: &Self::Setup, s: &Self::State, who: Id, ask: &Self::Ask, choice: &Self::Choice) -> Vec<Fact>;

    /// How one combatant stands to another: how far and where, behind what.
    fn between(g: &Self::Setup, s: &Self::State, from: Id, to: Id) -> Vec<Fact>;

    /// Which cells somebody can get to in one move, and which they can strike by hand, whoever's turn it is: a fact over
    /// cells for each. A book without a board leaves it alone.
    fn reach(_g: &Self::Setup, _s: &Self::State, _who: Id) -> Vec<Fact> {
        Vec::new()
    }

    /// A combatant's sheet, line by line: its numbers, and what it can do.
    fn sheet(g: &Self::Setup, s: &Self::State, id: Id) -> Vec<String>;

    /// An event as a person would tell it, one line; empty when it is not worth telling.
    fn narrate(g: &Self::Setup, event: &Self::Event) -> String;

    /// Makes of a state one that `side` may take it for: whatever that side may not know becomes a guess, drawn from `rng`
    /// where there is something to guess. Two states that differ only in what the side may not know become the same, and
    /// draw as often. So policies that look ahead know no more than their side. A book that hides nothing leaves it alone.
    fn guess_hidden(g: &Self::Setup, s: &mut Self::State, side: Side, rng: &mut Rng);

    /// The same for a policy that plays on from there: foes that the side knows of and does not see are somewhere, in a
    /// place drawn from `rng` where it would not see them. One that took them for absent would take the fight for won, and
    /// wait. A book in which everybody is seen leaves it alone.
    fn suppose(g: &Self::Setup, s: &mut Self::State, side: Side, rng: &mut Rng) {
        Self::guess_hidden(g, s, side, rng);
    }

    /// A state that differs only in what `viewer` may not know; for the test that views leak nothing.
    fn disguise(g: &Self::Setup, s: &Self::State, viewer: Viewer) -> Self::State;
}

/// Fields by their paths, for expectations, and edicts that change them. A book that says its fields in rows gets all of it
/// from them.
pub trait Paths: Rulebook {
    /// Reads a field by its path: `Ogre.hp`, `round`, `order`.
    ///
    /// # Errors
    /// The nearest path.
    fn read(g: &Self::Setup, s: &Self::State, path: &str) -> Result<Value, Refusal>;

    /// Every path that [`read`](Paths::read) knows.
    fn paths(g: &Self::Setup, s: &Self::State) -> Vec<String>;

    /// Words that a field may be set to, where they can be listed.
    fn values(g: &Self::Setup, s: &Self::State, path: &str) -> Vec<String>;

    /// The path by the name that its field has today, where it is written with an older one: transcripts are told so.
    fn todays_path(path: &str) -> Option<String>;

    /// Fields that the game master alone reads, because their value may tell of somebody who is not to be seen: `turn`,
    /// or with a dot before it a field of a combatant, `.rank`. Names in words and lists need none of this: the kernel
    /// leaves them out.
    fn game_master_fields() -> &'static [&'static str];

    /// Fields of a combatant that say how it stands to another one: `distance` in `Ogre.distance.Ann`.
    fn relations() -> &'static [&'static str];

    /// Does this edict change sheets, rules or the list of combatants? Then it works from a step's start.
    fn changes_setup(edict: &Edict) -> bool;

    /// The part of an edict that changes the setup.
    ///
    /// # Errors
    /// Why it cannot be done; nothing is changed.
    fn decree_setup(g: &mut Self::Setup, s: &Self::State, edict: &Edict) -> Result<(), Refusal>;

    /// The part of an edict that changes the state; comes after [`decree_setup`](Paths::decree_setup).
    ///
    /// # Errors
    /// Why it cannot be done; nothing is changed.
    fn decree(g: &Self::Setup, s: &mut Self::State, edict: &Edict) -> Result<(), Refusal>;

    /// The book's own edicts, as people write them, each with what it does: `add CREATURE as NAME at CELL for SIDE`.
    fn edicts() -> &'static [(&'static str, &'static str)];
}

/// What simulations count and policies weigh, without a view being made of it.
pub trait Measures: Encounters + Viewing + Notation {
    /// Who is able to act, as tokens in views say it. Simulations ask after each step, so a book says it without
    /// making a view.
    fn able(g: &Self::Setup, s: &Self::State) -> Ids {
        let tokens = Self::view(g, s, Viewer::GameMaster).tokens;
        let able = |id: &Id| tokens.iter().any(|token| token.able && token.name == Self::name(g, *id));
        (0..Self::count(g)).map(Id::new).filter(able).collect()
    }

    /// Each gauge of a combatant: its name, how it stands, and the most it can be; always the same gauges in the same
    /// order, as the game master's view has them: of somebody who is not there too, and in whatever form. Simulations ask
    /// at the end of each fight, and odds at each end of a step, so a book says it without making a view.
    fn gauges(g: &Self::Setup, s: &Self::State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>));

    /// What is left of what somebody can bear, and the most it can be: the first gauge. A book in which that one grows
    /// with harm says otherwise.
    fn health(g: &Self::Setup, s: &Self::State, id: Id) -> (i32, i32) {
        let mut first = None;
        Self::gauges(g, s, id, &mut |_, value, most| first = first.or(Some((value, most.unwrap_or(value)))));
        first.unwrap_or((1, 1))
    }

    /// How well a side stands, for policies and best replies that look a step ahead: the higher, the better. Of each
    /// one who is able to act a thousand points, and up to a thousand more for its [health](Measures::health); the
    /// others' points count against the own. A book that knows better says so; it is no rule.
    fn score(g: &Self::Setup, s: &Self::State, side: Side) -> i32 {
        let able = Self::able(g, s);
        let points = |id: Id| {
            let (value, most) = Self::health(g, s, id);
            let most = i64::from(most).max(1);
            let share = 1_000 * i64::from(value).clamp(0, most) / most;
            let points = if able.has(id) { 1_000 + share } else { 0 };
            if Self::side(g, id) == side { points } else { -points }
        };
        let sum: i64 = (0..Self::count(g)).map(Id::new).map(points).sum();
        i32::try_from(sum).unwrap_or(if sum < 0 { i32::MIN } else { i32::MAX })
    }

    /// Is something on its way between steps, such as an arrow in the air, as the game master's view says what is
    /// pending? Policies that look a step ahead wait until it has come down, so a book says it without making a view.
    fn under_way(g: &Self::Setup, s: &Self::State) -> bool {
        !Self::view(g, s, Viewer::GameMaster).pending.is_empty()
    }

    /// What somebody does with a choice, in one word: mostly the first of its [`notation`](Notation::notation). Counted
    /// for each choice of many fights, so a book says it without making the notation wherever it can.
    fn verb<'g>(g: &'g Self::Setup, s: &Self::State, who: Id, ask: &Self::Ask, choice: &Self::Choice) -> Cow<'g, str> {
        Cow::Owned(crate::words::first(&Self::notation(g, s, who, ask, choice)).to_owned())
    }

    /// What an event says of who hurts whom and with what, piece by piece, so that the harm of a fight finds its
    /// causes. A book that says nothing has fights in which nobody knows what did the harm.
    fn harm<'g>(g: &'g Self::Setup, event: &Self::Event, tell: &mut dyn FnMut(Harm<'g>));

    /// How a figure of harm in an event came about. A [loss](Harm::Loss) has its own steps or follows an event whose last
    /// step comes to what is lost; the kit refuses any other. None for an event in which nobody is harmed.
    fn harm_steps(_g: &Self::Setup, _event: &Self::Event) -> Option<HarmSteps> {
        None
    }
}

/// Something that bears on a choice, in words that end without a full stop, and the rule it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// `5 hexes away`, `in cover`.
    pub text: String,
    /// Its rule, where one says it.
    pub rule: Option<RuleId>,
    /// The labels of the cells that it is about: those of an area.
    pub cells: Vec<String>,
}

impl Fact {
    /// By a rule.
    pub fn by(rule: RuleId, text: impl Into<String>) -> Self {
        Self { text: text.into(), rule: Some(rule), cells: Vec::new() }
    }

    /// Plain to see.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), rule: None, cells: Vec::new() }
    }

    /// About these cells, by their labels.
    #[must_use]
    pub fn over(self, cells: impl IntoIterator<Item = String>) -> Self {
        Self { cells: cells.into_iter().collect(), ..self }
    }
}

/// What an encounter file becomes.
#[derive(Clone, Debug)]
pub struct Loaded<B: Rulebook> {
    /// Rules, sheets, map.
    pub setup: B::Setup,
    /// The file's own seed, if it names one.
    pub seed: Option<u64>,
}

/// The combatant a word means, there or not: its name, or a unique prefix of it.
///
/// # Errors
/// The names it may mean, or the nearest one.
pub fn combatant<B: Scribe>(g: &B::Setup, word: &str) -> Result<Id, Refusal> {
    named::<B>(g, Ids::NONE, word, "nobody here")
}

/// The same of those who are [there](Encounters::present): what somebody aims at, or how far it is to whom.
///
/// # Errors
/// The names it may mean, or the nearest one; or that this one is not there.
pub fn combatant_there<B: Scribe>(g: &B::Setup, s: &B::State, word: &str) -> Result<Id, Refusal> {
    let there = B::present(g, s);
    let who = named::<B>(g, there, word, "nobody here")?;
    if there.has(who) { Ok(who) } else { Err(not_there::<B>(g, who)) }
}

/// Why nothing can be done with somebody who has not come, or has gone.
pub(crate) fn not_there<B: Scribe>(g: &B::Setup, who: Id) -> Refusal {
    Refusal::because(format!("{} is not there", B::name(g, who)))
}

/// Reads a field. How somebody stands to another one is nothing where one of both is not there.
pub(crate) fn read<B: Scribe>(g: &B::Setup, s: &B::State, path: &str) -> Result<Value, Refusal> {
    let mut parts = path.splitn(3, '.');
    if let (Some(owner), Some(field), Some(other)) = (parts.next(), parts.next(), parts.next())
        && B::relations().contains(&field)
    {
        combatant_there::<B>(g, s, owner)?;
        combatant_there::<B>(g, s, other)?;
    }
    B::read(g, s, path)
}

/// The combatant a word means, with the words for nobody. A whole name is its owner's; a beginning means one of those who
/// are `there` before it means anybody else.
pub(crate) fn named<B: Scribe>(g: &B::Setup, there: Ids, word: &str, nobody: &str) -> Result<Id, Refusal> {
    let ids = || (0..B::count(g)).map(Id::new);
    let name = |id| B::name(g, id);
    let called = |name: &str| ids().find(|id| B::name(g, *id) == name).unwrap_or(Id::new(0));
    if let Some(whole) = ids().find(|id| name(*id).to_lowercase() == word.to_lowercase()) {
        return Ok(whole);
    }
    if let Ok(found) = crate::words::complete(word, ids().filter(|id| there.has(*id)).map(name)) {
        return Ok(called(found));
    }
    let names = || ids().map(name);
    match crate::words::complete(word, names()) {
        Ok(found) => Ok(called(found)),
        Err(fits) if fits.is_empty() => Err(Refusal::because(format!(
            "{nobody} is called `{}`{}",
            crate::words::short(word),
            crate::words::did_you_mean(word, names())
        ))),
        Err(fits) => Err(Refusal::because(format!("`{word}` may mean {}", crate::words::list(&fits)))),
    }
}

/// Does a viewer answer for somebody, and so know what that one is asked and answers before the others do?
pub(crate) fn speaks_for<B: Scribe>(g: &B::Setup, viewer: Viewer, who: Id) -> bool {
    viewer.speaks_for(B::side(g, who), who)
}

/// The choices that are listed for a viewer: of anybody but the game master, from what the viewer may know. A way that
/// somebody unseen bars is among them, and whoever takes it finds out.
fn listed_for<B: Scribe>(g: &B::Setup, s: &B::State, viewer: Viewer, who: Id, ask: &B::Ask) -> Vec<ChoiceView> {
    if viewer == Viewer::GameMaster {
        return option_views::<B>(g, s, who, ask);
    }
    let mut known = s.clone();
    crate::session::guess_hidden::<B>(g, &mut known, viewer);
    option_views::<B>(g, &known, who, ask)
}

/// A battle as whoever answers for somebody takes it to be: the game master answers with the knowledge of that one's side.
pub(crate) fn known_to<B: Scribe>(g: &B::Setup, s: &B::State, viewer: Viewer, who: Id) -> B::State {
    let knows = if viewer == Viewer::GameMaster { Viewer::Side(B::side(g, who)) } else { viewer };
    let mut known = s.clone();
    crate::session::guess_hidden::<B>(g, &mut known, knows);
    known
}

/// What is awaited of those for whom a viewer speaks; `listed` with the choices of the first of them.
pub(crate) fn awaited_view<B: Scribe>(
    g: &B::Setup,
    s: &B::State,
    awaited: Option<&Awaited<B>>,
    eyes: &Eyes<B>,
    listed: bool,
) -> Option<AwaitedView> {
    let viewer = eyes.viewer();
    let privy = |who: Id| speaks_for::<B>(g, viewer, who);
    match awaited? {
        Awaited::Dice(dice) => {
            let seen: Vec<_> = dice.iter().filter(|d| privy(d.who)).collect();
            let first = seen.first()?;
            Some(AwaitedView {
                kind: "dice".into(),
                rule: B::CATALOGUE.name(first.rule).into(),
                who: seen.iter().map(|d| B::name(g, d.who).to_owned()).collect(),
                prompt: seen.iter().map(|d| d.dice.to_string()).collect::<Vec<_>>().join(" and "),
                choices: Vec::new(),
                throws: seen.iter().map(|d| throw_view::<B>(g, d)).collect(),
                standing: None,
                is_routine: false,
                also: Vec::new(),
            })
        }
        Awaited::Choices(rule, asks) => {
            let (who, ask) = asks.iter().find(|(who, _)| privy(*who))?;
            let AskedView { prompt, choices, standing, .. } = asked_view::<B>(g, s, (*who, ask), eyes, listed);
            let others = asks.iter().filter(|(other, _)| listed && other != who && privy(*other));
            Some(AwaitedView {
                kind: "choice".into(),
                rule: B::CATALOGUE.name(*rule).into(),
                who: asks.iter().filter(|(who, _)| privy(*who)).map(|(who, _)| B::name(g, *who).to_owned()).collect(),
                prompt,
                choices,
                throws: Vec::new(),
                is_routine: B::is_routine(ask) && standing.is_some(),
                standing,
                also: others.map(|(who, ask)| asked_view::<B>(g, s, (*who, ask), eyes, true)).collect(),
            })
        }
    }
}

/// What one person is asked.
fn asked_view<B: Scribe>(
    g: &B::Setup,
    s: &B::State,
    (who, ask): (Id, &B::Ask),
    eyes: &Eyes<B>,
    listed: bool,
) -> AskedView {
    let known = known_to::<B>(g, s, eyes.viewer(), who);
    AskedView {
        who: B::name(g, who).to_owned(),
        prompt: eyes::unnamed(&B::prompt(eyes.names(g), s, who, ask)),
        choices: if listed { listed_for::<B>(g, s, eyes.viewer(), who, ask) } else { Vec::new() },
        standing: B::standing(g, &known, who, ask).map(|choice| B::notation(g, &known, who, ask, &choice)),
    }
}

fn throw_view<B: Scribe>(g: &B::Setup, awaited: &DiceAwaited) -> ThrowView {
    let flat = awaited.terms.iter().filter(|term| term.bearing == Bearing::Flat);
    // What the dice must reach is told when they have fallen.
    let told: Vec<Term> = awaited.terms.iter().filter(|term| term.bearing != Bearing::Goal).copied().collect();
    ThrowView {
        who: B::name(g, awaited.who).to_owned(),
        rule: B::CATALOGUE.name(awaited.rule).to_owned(),
        dice: awaited.dice.to_string(),
        modifier: flat.fold(0i32, |sum, term| sum.saturating_add(term.value)),
        terms: terms_told::<B>(&told)
            .into_iter()
            .map(|(rule, by, how, name)| (rule, by, how, name.to_owned()))
            .collect(),
        detail: terms_words::<B>(&told).trim_start_matches("; ").to_owned(),
        score: crate::check::score(&awaited.terms),
    }
}

/// The listed legal choices, piece by piece.
fn option_views<B: Scribe>(g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask) -> Vec<ChoiceView> {
    let mut all = Vec::new();
    B::options(g, s, who, ask, &mut |choice| all.push(B::listed_view(g, s, who, ask, &choice)));
    all
}

/// The listed legal choices, in notation.
pub(crate) fn options<B: Scribe>(g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask) -> Vec<String> {
    option_views::<B>(g, s, who, ask).into_iter().map(|choice| choice.text).collect()
}
