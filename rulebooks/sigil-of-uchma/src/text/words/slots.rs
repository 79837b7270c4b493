//! What stands for a value in answers of this book: abilities, what they are aimed at, ways, triggers.

use skirmish_bookkit::answer;
use skirmish_bookkit::grammar::{Misread, OneOf, Reading, Slot, Way, one_of, person, word};
use skirmish_grid::{Square, Steps};
use skirmish_kernel::words::short;
use skirmish_kernel::{ChoiceView, Id, Piece, Refusal};

use super::forms::At;
use super::label;
use crate::model::{Aim, Happening, Named, Setup, Sigil, Signal, Timing};
use crate::rules::{abilities as known, paths};

/// Everything that somebody can do now, and then everything that is known: what is forbidden is for the rules to say.
fn all<'a>(at: At<'a>, fits: impl Fn(&crate::model::Ability) -> bool) -> Vec<(&'a str, u8)> {
    let mut names: Vec<(&str, u8)> = Vec::with_capacity(at.g.abilities.len());
    let mut add = |which: u8| {
        let ability = at.g.ability(which);
        if fits(ability) && !names.iter().any(|(name, _)| *name == ability.name) {
            names.push((&ability.name, which));
        }
    };
    known::each(at.g, at.s, at.who, &mut add);
    (0..at.g.abilities.len()).filter_map(|which| u8::try_from(which).ok()).for_each(add);
    names
}

/// An ability by name.
pub(super) fn abilities(at: At<'_>) -> OneOf<'_, u8> {
    one_of(Piece::Ability, all(at, |_| true))
}

/// One that can be prepared.
pub(super) fn prepared(at: At<'_>) -> OneOf<'_, u8> {
    one_of(Piece::Ability, all(at, |ability| ability.is(Timing::Prepared))).missing("nothing can be prepared")
}

/// Metres above the ground.
pub(super) fn above(at: At<'_>) -> i16 {
    at.s.creature(at.who).altitude
}

/// Metres down, which are counted below 0.
pub(super) struct Down;

impl Slot for Down {
    type Value = i16;

    fn say(&self, value: &i16, view: ChoiceView) -> Option<ChoiceView> {
        (*value < 0).then(|| view.put(Piece::Number, (-value).to_string()))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<i16, Misread> {
        let word = reading.word().ok_or(Misread::Looks)?;
        let metres = word.parse::<i16>().ok().filter(|metres| (1..=1000).contains(metres));
        let wrong = || Refusal::because(format!("`{}` is no number of metres", short(word)));
        Ok(-metres.ok_or_else(wrong)?)
    }
}

/// A weapon set, counted from 1.
pub(super) struct Set;

impl Slot for Set {
    type Value = u8;

    fn say(&self, value: &u8, view: ChoiceView) -> Option<ChoiceView> {
        Some(view.put(Piece::Number, (u16::from(*value) + 1).to_string()))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<u8, Misread> {
        let word = reading.word().ok_or(Misread::Looks)?;
        let set = word.parse::<u8>().ok().and_then(|set| set.checked_sub(1));
        Ok(set.ok_or_else(|| Refusal::because(format!("`{}` is no weapon set; the first is 1", short(word))))?)
    }
}

/// A square by its label.
fn square(at: At<'_>, reading: &mut Reading<'_>) -> Result<Square, Misread> {
    let word = reading.word().ok_or_else(|| Refusal::because("in which square? For example `in D7`"))?;
    Ok(answer::cell(&at.g.ground.board, word)?)
}

/// What an ability is aimed at: `at Wolf`, `at Wolf Fang`, `in D7`, or nothing.
pub(super) struct Aims<'a>(pub(super) At<'a>);

impl Slot for Aims<'_> {
    type Value = Aim;

    fn say(&self, value: &Aim, view: ChoiceView) -> Option<ChoiceView> {
        let g = self.0.g;
        Some(match value {
            Aim::Nobody => view,
            Aim::Cell(cell) => view.word("in").put(Piece::Cell, label(g, *cell)),
            Aim::Named(named) => {
                named.iter().fold(view.word("at"), |view, on| view.put(Piece::Creature, g.sheet(on).name.clone()))
            }
        })
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Aim, Misread> {
        let g = self.0.g;
        if reading.take("in") {
            return Ok(Aim::Cell(square(self.0, reading)?));
        }
        if !reading.take("at") {
            return if reading.peek().is_none() { Ok(Aim::Nobody) } else { Err(Misread::Looks) };
        }
        let person = person::<Sigil>(g);
        let mut named = Named::one(person.read(reading)?);
        while reading.peek().is_some() {
            let more: Id = person.read(reading)?;
            named = named.and(more).ok_or_else(|| Refusal::because("no ability has so many targets"))?;
        }
        Ok(Aim::Named(named))
    }
}

/// The middle of an area that is chosen: `in D7`.
pub(super) struct Zone<'a>(pub(super) At<'a>);

impl Slot for Zone<'_> {
    type Value = Option<Square>;

    fn say(&self, value: &Option<Square>, view: ChoiceView) -> Option<ChoiceView> {
        value.map(|cell| view.word("in").put(Piece::Cell, label(self.0.g, cell)))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Option<Square>, Misread> {
        reading.take("in");
        Ok(Some(square(self.0, reading)?))
    }

    fn fits(&self, reading: &Reading<'_>) -> bool {
        reading.peek().is_some_and(|word| word.eq_ignore_ascii_case("in"))
    }
}

/// What something waits for: `when Wolf acts`, `when any moves`.
pub(super) struct When<'a>(pub(super) At<'a>);

impl Slot for When<'_> {
    type Value = Option<Signal>;

    fn say(&self, value: &Self::Value, view: ChoiceView) -> Option<ChoiceView> {
        let (whom, what) = (*value)?;
        let view = view.word("when");
        let view = match whom {
            None => view.put(Piece::Option, "any"),
            Some(whom) => view.put(Piece::Creature, self.0.g.sheet(whom).name.clone()),
        };
        word::<Happening>().say(&what, view)
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<Self::Value, Misread> {
        reading.take("when");
        let whom = if reading.take("any") { None } else { Some(person::<Sigil>(self.0.g).read(reading)?) };
        Ok(Some((whom, word::<Happening>().read(reading)?)))
    }

    fn fits(&self, reading: &Reading<'_>) -> bool {
        reading.peek().is_some_and(|word| word.eq_ignore_ascii_case("when"))
    }
}

/// A way: `to D7`, `path D5 D6 D7`.
pub(super) fn way(at: At<'_>) -> Way<'_, Square, Steps> {
    Way {
        board: &at.g.ground.board,
        start: at.s.creature(at.who).at,
        usual: Box::new(move |to| paths::way(at.g, at.s, at.who, to)),
        cells: |start, steps| steps.cells(start).collect(),
        through: |start, cells| Steps::through(start, cells),
    }
}

/// The usual way to where these steps lead, as [`way`] writes it.
pub(super) fn usual_way(g: &Setup, start: Square, steps: Steps) -> ChoiceView {
    let labels: Vec<String> = steps.cells(start).map(|cell| label(g, cell)).collect();
    ChoiceView::default().way(format!("to {}", labels.last().map_or("", String::as_str)), labels)
}
