//! The figures of a sheet: as they are given, checked, and laid over those of a creature.

use super::Reader;
use super::abilities::MOST_ACTIONS;
use super::file::{Figure, Given, Word};
use super::weapons::{FIST, Gear, MOST_RATING};
use crate::sheet::{Ability, Condition, Harm, MOST_ARMS, Save};

/// The most hits anybody has.
pub(super) const MOST_HITS: i32 = 10_000;

/// The longest move of one action, in yards.
pub(super) const MOST_MOVE: i32 = 40;

/// The highest target score of a skill.
const MOST_SCORE: i32 = 25;

/// Numbers of a sheet by name, with their bounds. The first six are the attributes.
pub(super) const NUMBERS: [(&str, i32, i32); 15] = [
    ("agility", 1, 40),
    ("strength", 1, 40),
    ("constitution", 1, 40),
    ("knowledge", 1, 40),
    ("perception", 1, 40),
    ("influence", 1, 40),
    ("level", 1, 100),
    ("size", -3, 5),
    ("reach", 1, 10),
    ("basic_hits", 1, 1000),
    ("max_hits", 1, MOST_HITS),
    ("actions", 1, MOST_ACTIONS),
    ("free_actions", 0, 9),
    ("move_rate", 1, MOST_MOVE),
    ("combat_step", 0, 5),
];

/// What is given of a sheet.
#[derive(Clone, Default)]
pub(super) struct Figures {
    /// In the order of [`NUMBERS`].
    pub(super) numbers: [Option<i32>; 15],
    pub(super) condition: Option<Condition>,
    pub(super) saves: [Option<i32>; 3],
    /// Abilities and target scores, in the order of the file.
    pub(super) skills: Vec<(u8, i32)>,
    pub(super) natural: [Option<i32>; 5],
    pub(super) magical: [Option<i32>; 5],
    /// Among the sets of armour.
    pub(super) armour: Option<usize>,
    /// Among weapons and shields.
    pub(super) weapons: Option<Vec<u8>>,
    pub(super) proficient: Option<Vec<u8>>,
}

impl Figures {
    /// These figures where they are given, and the others from `base`.
    pub(super) fn over(mut self, base: &Self) -> Self {
        lay(&mut self.numbers, &base.numbers);
        lay(&mut self.saves, &base.saves);
        lay(&mut self.natural, &base.natural);
        lay(&mut self.magical, &base.magical);
        self.condition = self.condition.or(base.condition);
        self.armour = self.armour.or(base.armour);
        self.weapons = self.weapons.or_else(|| base.weapons.clone());
        self.proficient = self.proficient.or_else(|| base.proficient.clone());
        let own = std::mem::replace(&mut self.skills, base.skills.clone());
        for (ability, score) in own {
            match self.skills.iter_mut().find(|(known, _)| *known == ability) {
                Some((_, old)) => *old = score,
                None => self.skills.push((ability, score)),
            }
        }
        self
    }
}

fn lay<const N: usize>(own: &mut [Option<i32>; N], base: &[Option<i32>; N]) {
    for (own, base) in own.iter_mut().zip(base) {
        *own = own.or(*base);
    }
}

/// Checks what a file gives.
pub(super) fn figures(reader: &mut Reader, given: &Given, abilities: &[Ability], gear: &Gear) -> Figures {
    let mut figures = Figures { condition: given.condition.map(Into::into), ..Figures::default() };
    for ((number, (name, low, high)), given) in figures.numbers.iter_mut().zip(NUMBERS).zip(given.numbers) {
        *number = reader.number(name, given.as_ref(), low, high);
    }
    for ((number, save), given) in figures.saves.iter_mut().zip(Save::ALL).zip(given.saves) {
        *number = reader.number(save.word(), given.as_ref(), 0, 40);
    }
    figures.natural = ratings(reader, given.natural);
    figures.magical = ratings(reader, given.magical);
    figures.skills = skills(reader, given, abilities);
    let sets: Vec<&str> = gear.armour.iter().map(|set| set.name.as_str()).collect();
    figures.armour = given.armour.and_then(|word| reader.find("armour", word, &sets));
    let names = gear.names();
    figures.weapons = given.weapons.map(|words| arms(reader, words, &names));
    figures.proficient = given.proficient.map(|words| known_arms(reader, words, &names));
    figures
}

fn ratings(reader: &mut Reader, given: [&Option<Figure>; 5]) -> [Option<i32>; 5] {
    let mut ratings = [None; 5];
    for ((rating, harm), given) in ratings.iter_mut().zip(Harm::ALL).zip(given) {
        *rating = reader.number(harm.word(), given.as_ref(), 0, MOST_RATING);
    }
    ratings
}

/// Skills in the order in which they are written, which is that of the sheet.
fn skills(reader: &mut Reader, given: &Given, abilities: &[Ability]) -> Vec<(u8, i32)> {
    let names: Vec<&str> = abilities.iter().map(|ability| ability.name.as_str()).collect();
    let mut words: Vec<(&Word, &Figure)> = given.skills.iter().collect();
    words.sort_by_key(|(word, _)| word.span().start);
    let mut skills = Vec::new();
    for (word, score) in words {
        let ability = reader.find("skill", word, &names).and_then(|at| u8::try_from(at).ok());
        let score = reader.number(word, Some(score), 0, MOST_SCORE);
        skills.extend(ability.zip(score));
    }
    skills
}

/// What somebody carries.
fn arms(reader: &mut Reader, words: &[Word], names: &[&str]) -> Vec<u8> {
    if let Some(first_too_many) = words.get(MOST_ARMS) {
        let message = format!("{} weapons", words.len());
        reader.wrong(first_too_many.span(), message, format!("at most {MOST_ARMS} on one sheet"));
    }
    let mut arms = known_arms(reader, words, names);
    arms.truncate(MOST_ARMS);
    if let Some(fist) = words.iter().find(|word| word.as_str() == FIST) {
        reader.wrong(fist.span(), "everybody has bare hands", "leave them out");
    }
    arms
}

fn known_arms(reader: &mut Reader, words: &[Word], names: &[&str]) -> Vec<u8> {
    let found = |word| reader.find("weapon or shield", word, names).and_then(|at| u8::try_from(at).ok());
    words.iter().filter_map(found).collect()
}
