//! What stands for a value in answers of this book: abilities, what they are aimed at, ways, triggers.

use skirmish_bookkit::answer;
use skirmish_bookkit::grammar::{Head, Misread, OneOf, Reading, Slot, Way, one_of, person, word};
use skirmish_grid::{Square, Steps};
use skirmish_kernel::words::{same, short};
use skirmish_kernel::{ChoiceView, Id, Piece, Refusal};

use super::forms::At;
use super::label;
use crate::model::{Ability, Aim, Happening, Named, Setup, Sigil, Signal, Timing};
use crate::rules::{abilities as known, paths};

/// An ability by name: first what somebody can do now, and then everything that is known, since what is forbidden is for the rules
/// to say. Names are told one after another and nowhere gathered: what is typed is nearly always one of them.
pub(super) struct Abilities<'a> {
    at: At<'a>,
    fits: fn(&Ability) -> bool,
    /// What to say where there is none to choose from.
    missing: Option<&'static str>,
}

/// Any of them.
pub(super) fn abilities(at: At<'_>) -> Abilities<'_> {
    Abilities { at, fits: |_| true, missing: None }
}

/// One that can be prepared.
pub(super) fn prepared(at: At<'_>) -> Abilities<'_> {
    Abilities { at, fits: |ability| ability.is(Timing::Prepared), missing: Some("nothing can be prepared") }
}

impl<'a> Abilities<'a> {
    /// Tells each of them once. No two have the same name: the later one would have taken the place of the other in the file.
    fn each(&self, mut tell: impl FnMut(&'a Ability)) {
        let Self { at, fits, .. } = self;
        let mut told = [false; 1 + u8::MAX as usize];
        let mut add = |ability: &'a Ability| {
            if !std::mem::replace(&mut told[usize::from(ability.number)], true) && fits(ability) {
                tell(ability);
            }
        };
        known::each(at.g, at.s, at.who, |which| add(at.g.ability(which)));
        at.g.abilities.iter().for_each(add);
    }

    /// All of them, to find what is meant or to say what there is.
    fn all(&self) -> OneOf<'a, u8> {
        let mut all = Vec::with_capacity(self.at.g.abilities.len());
        self.each(|ability| all.push((ability.name.as_str(), ability.number)));
        let all = one_of(Piece::Ability, all);
        if let Some(why) = self.missing { all.missing(why) } else { all }
    }
}

impl Slot for Abilities<'_> {
    type Value = u8;

    fn heads(&self, tell: &mut dyn FnMut(Head<'_>)) {
        self.each(|ability| tell(Head::name(&ability.name)));
    }

    fn say(&self, which: &u8, view: ChoiceView) -> Option<ChoiceView> {
        let ability = self.at.g.abilities.get(usize::from(*which)).filter(|ability| (self.fits)(ability))?;
        Some(view.put(Piece::Ability, ability.name.as_str()))
    }

    fn read(&self, reading: &mut Reading<'_>) -> Result<u8, Misread> {
        let mut meant = None;
        if let Some(word) = reading.peek() {
            self.each(|ability| meant = meant.or_else(|| same(word, &ability.name).then_some(ability.number)));
        }
        match meant {
            Some(meant) => {
                reading.word();
                Ok(meant)
            }
            None => self.all().read(reading),
        }
    }

    fn fits(&self, reading: &Reading<'_>) -> bool {
        self.all().fits(reading)
    }
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

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_kernel::conformance::moments;

    use super::*;
    use crate::catalogue::ENCOUNTERS;
    use crate::model::{Ask, State};

    /// The plain rule: all names gathered, each that is not there yet.
    fn gathered(g: &Setup, s: &State, who: Id, fits: fn(&Ability) -> bool) -> Vec<(String, u8)> {
        let mut names: Vec<(String, u8)> = Vec::new();
        let mut add = |which: u8| {
            let ability = g.ability(which);
            if fits(ability) && !names.iter().any(|(name, _)| *name == ability.name) {
                names.push((ability.name.clone(), which));
            }
        };
        known::each(g, s, who, &mut add);
        (0..g.abilities.len()).filter_map(|which| u8::try_from(which).ok()).for_each(add);
        names
    }

    pub fn abilities_are_told_once_and_found_as_among_all() {
        let (mut own_first, mut prepared_ones) = (0, 0);
        moments::<Sigil>(ENCOUNTERS, |g, s| {
            for who in g.ids() {
                let at = At { g, s, who, ask: &Ask::Turn };
                for slot in [abilities(at), prepared(at)] {
                    let all = gathered(g, s, who, slot.fits);
                    let mut told = Vec::new();
                    slot.each(|ability| told.push((ability.name.clone(), ability.number)));
                    assert_eq!(told, all);
                    own_first += u32::from(!told.is_sorted_by_key(|(_, which)| *which));
                    prepared_ones += u32::from(slot.missing.is_some() && !told.is_empty());
                    for (name, _) in &all {
                        for word in [name.as_str(), &name.to_uppercase(), &name[..2]] {
                            let read = |slot: &dyn Fn(&mut Reading<'_>) -> Result<u8, Misread>| {
                                let mut reading = Reading::new(word);
                                (slot(&mut reading), reading.rest().len())
                            };
                            let among_all = one_of(Piece::Ability, all.clone());
                            assert_eq!(read(&|r| slot.read(r)), read(&|r| among_all.read(r)), "{word}");
                        }
                    }
                }
            }
        });
        assert!(own_first > 100 && prepared_ones > 100, "{own_first} {prepared_ones}");
    }
}
