//! Creatures and combatants: sheets, names, places.

use skirmish_bookkit::encounter::{Combatant, Places};
use skirmish_bookkit::file::{Entry, Row, Shape, Word};
use skirmish_bookkit::stat;
use skirmish_grid::Square;
use skirmish_kernel::words::short;

use super::gear::FIST;
use super::{Book, CONTENT};
use crate::model::{
    Ability, Condition, Ground, Kind, MOST_ARMS, MOST_ROWS, MOST_SKILLS, Parts, Ratings, STATS, Sheet, Skill, Slows,
    Weapon,
};

/// The most creatures one encounter may know.
const MOST: usize = 1000;

/// The highest target score of a skill.
pub const MOST_SCORE: i64 = 25;

/// The book's creatures and the table's own.
pub(super) fn creatures<'d>(row: &Row<'d>, book: &Book) -> Vec<Entry<'d, Sheet>> {
    let about = "Creatures of this table's own; one of a known name replaces it.";
    row.library("creature", about, "a creature", MOST, CONTENT.documents(), |row| sheet(row, book))
}

/// One combatant: its creature's figures, its own laid over them, and how it enters the battle.
pub(super) fn combatant(combatant: Combatant, book: &Book, ground: &Ground, places: &mut Places<Square>) -> Sheet {
    let row = &combatant.row;
    let mut sheet = sheet(row, book);
    sheet.hits = row
        .number_here(
            "hits",
            "Hits at the start; all of them when left out.",
            0..=sheet.max_hits.into(),
            0..=i16::MAX.into(),
        )
        .unwrap_or(sheet.max_hits);
    let parts: Vec<&str> = Parts::ALL.iter().map(|(_, word)| *word).collect();
    for word in row.words("disabled", "Parts of its body that are of no use.").unwrap_or_default() {
        let part = row.reader().find("part of a body", &word, &parts).and_then(|at| Parts::ALL.get(at));
        part.into_iter().for_each(|(part, _)| sheet.disabled.set(*part, true));
    }
    sheet.concealed = row.flag("concealed", "Nobody of another side sees it.").unwrap_or(false);
    let reacts = "Whether it has noticed an ambush, and acts in its round; by what it sees when left out.";
    sheet.reacts = row.flag("can_react", reacts);
    let solid = |cell| match ground.terrain(cell) {
        terrain if !terrain.blocks_move => None,
        terrain => Some(if terrain.blocks_sight { "a wall" } else { "a fence" }),
    };
    sheet.at = places.stand(&combatant, solid, |_| false).unwrap_or_default();
    Sheet { name: combatant.name, letter: combatant.letter, side: combatant.side, ..sheet }
}

/// A sheet; name, letter, side and place are filled in later.
fn sheet(row: &Row, book: &Book) -> Sheet {
    let mut sheet = Sheet { letter: '?', ..Sheet::default() };
    stat::read(STATS, row, &mut sheet, &book.rules);
    sheet.hits = sheet.max_hits;
    sheet.condition = row.one_of("condition", "How fresh it comes; active by default.").unwrap_or(Condition::Active);
    let skills = skills(row, book, &sheet);
    let armour: Vec<&str> = book.gear.armour.iter().map(|armour| armour.name.as_str()).collect();
    let worn = row.word("armour", "What it wears, or `none`.");
    let worn = worn.and_then(|word| row.reader().find("armour", &word, &armour));
    let worn = worn.and_then(|at| book.gear.armour.get(at));
    let arms = carried(row, book);
    let slows = arms.iter().filter_map(|at| book.gear.arms.get(usize::from(*at))).map(|arm| arm.slows);
    let slows = worn.map(|armour| armour.slows).into_iter().chain(slows).fold(Slows::default(), Slows::and);
    (sheet.move_mod, sheet.move_skill_mod) = (slows.moves, slows.skills);
    sheet.worn = worn.map_or_else(Ratings::default, |armour| armour.ratings);
    sheet.proficient = proficient(row, book, &arms);
    sheet.arms = arms.into_iter().collect();
    playable(row, book, &sheet, &skills);
    sheet.skills = skills.into_iter().take(MOST_SKILLS).collect();
    sheet
}

/// Skills in the order in which they are written. A skill's points are what its score has above its attribute.
fn skills(row: &Row, book: &Book, sheet: &Sheet) -> Vec<Skill> {
    let names: Vec<&str> = book.abilities.iter().map(|ability| ability.name.as_str()).collect();
    let about = "Skills, spells and powers with their target scores: `{ swing = 12 }`.";
    let mut skills = Vec::new();
    for (word, score) in row.names("skills", about, &|| Shape::Number(0, MOST_SCORE)) {
        let found = row.reader().find("skill", &word, &names);
        let score: Option<i16> = score.number(0..=MOST_SCORE);
        let Some((at, score)) = found.zip(score) else { continue };
        let Some((ability, known)) = u8::try_from(at).ok().zip(book.abilities.get(at)) else { continue };
        let points = i32::from(score) - sheet.attribute(known.attribute);
        skills.push(Skill { ability, score, points: u8::try_from(points).unwrap_or(0) });
    }
    skills
}

/// What somebody carries.
fn carried(row: &Row, book: &Book) -> Vec<u8> {
    let about = "Weapons and shields; the first is in hand, and beside it what fits.";
    let words = row.words("weapons", about).unwrap_or_default();
    if let Some(first_too_many) = words.get(MOST_ARMS) {
        let message = format!("{} weapons", words.len());
        row.reader().wrong(&first_too_many.place, message, format!("at most {MOST_ARMS} on one sheet"));
    }
    if let Some(fist) = words.iter().find(|word| &***word == FIST) {
        row.reader().wrong(&fist.place, "everybody has bare hands", "leave them out");
    }
    let mut arms = arms(row, book, &words);
    arms.truncate(MOST_ARMS);
    arms
}

fn arms(row: &Row, book: &Book, words: &[Word]) -> Vec<u8> {
    let names = book.gear.names();
    let found = |word| row.reader().find("weapon or shield", word, &names).and_then(|at| u8::try_from(at).ok());
    words.iter().filter_map(found).collect()
}

/// A bit for each thing carried that can be handled; all of them where nothing is said.
fn proficient(row: &Row, book: &Book, carried: &[u8]) -> u8 {
    let words = row.words("proficient", "Weapons and shields that it can handle; all that it carries by default.");
    let known = words.map(|words| arms(row, book, &words));
    let handles = |arm: &u8| known.as_ref().is_none_or(|known| known.contains(arm));
    carried.iter().enumerate().filter(|(_, arm)| handles(arm)).fold(0, |bits, (at, _)| bits | 1 << at)
}

/// What there is no room for in play.
fn playable(row: &Row, book: &Book, sheet: &Sheet, skills: &[Skill]) {
    let name = row.word("name", "").map_or_else(String::new, |name| short(&name));
    if skills.len() > MOST_SKILLS {
        row.wrong(format!("{name} has {} skills", skills.len()), format!("at most {MOST_SKILLS}"));
    }
    let ways = ways(book, sheet, skills);
    if ways > MOST_ROWS {
        let help = format!("at most {MOST_ROWS}: each weapon counts for each skill that uses it, near and far apart");
        row.wrong(format!("{name} has {ways} ways of attacking"), help);
    }
}

/// How many ways of attacking a sheet gives: with what it carries, with bare hands, and without any weapon.
fn ways(book: &Book, sheet: &Sheet, skills: &[Skill]) -> usize {
    let knows = |ability: &&u8| skills.iter().any(|known| known.ability == **ability);
    let ability = |at: &u8| book.abilities.get(usize::from(*at));
    let with = |weapon: &Weapon| -> usize {
        let near = |ability: &Ability| (weapon.melee || weapon.unarmed) && ability.melee;
        let far = |ability: &Ability| (weapon.shoots || weapon.thrown) && ability.ranged;
        let ways = |ability| usize::from(near(ability)) + usize::from(far(ability));
        weapon.skills.iter().filter(knows).filter_map(ability).map(ways).sum()
    };
    let carried = sheet.arms.iter().filter_map(|at| book.gear.arms.get(usize::from(*at)));
    let armed: usize = carried.chain(book.gear.arms.first()).map(with).sum();
    let known = skills.iter().filter_map(|skill| ability(&skill.ability));
    armed + known.filter(|ability| ability.kind == Kind::Attack && ability.harm.is_some()).count()
}
