//! What somebody fights with, and the values that it has with it.

use skirmish_bookkit::file::Row;
use skirmish_bookkit::stat;

use super::gear::Gear;
use crate::model::stats::{ARM_STATS, Grip};
use crate::model::{Arm, Sheet, Tag, WeaponKind};

/// The most weapons of one sheet; there is a fist besides.
const MOST_WEAPONS: usize = 12;

/// The two hands of everybody.
const HANDS: u8 = 2;

/// What is given of somebody's values with a weapon.
struct Given {
    weapon: usize,
    numbers: Vec<Option<i64>>,
    proficient: bool,
}

impl Given {
    fn proficiency(&self) -> Option<i32> {
        let at = ARM_STATS.iter().position(|stat| stat.name == "pv")?;
        self.numbers.get(at).copied().flatten().and_then(|number| i32::try_from(number).ok())
    }
}

/// The weapons in their order, those with another grip, and the fist.
pub(super) fn arms(row: &Row, gear: &Gear, sheet: &Sheet, reflexes: i32) -> Vec<Arm> {
    let given = given(row, gear);
    let listed = listed(row, gear);
    let shots = ammunition(row, gear, &listed);
    let mut all: Vec<usize> = Vec::new();
    // One of a kind in each hand; more would only weigh something.
    for weapon in &listed {
        let has = all.iter().filter(|known| *known == weapon).count();
        let most = if gear.weapons[*weapon].kind == WeaponKind::Natural { 1 } else { usize::from(HANDS) };
        if has < most {
            all.push(*weapon);
        }
    }
    let others = listed.iter().filter_map(|weapon| gear.other_grip(*weapon));
    for weapon in others.chain(gear.fist().filter(|_| sheet.limbs)) {
        if !all.contains(&weapon) {
            all.push(weapon);
        }
    }
    let mut free = HANDS;
    let mut arms = Vec::new();
    for weapon in all {
        let carried = &gear.weapons[weapon];
        let in_hand = carried.kind != WeaponKind::Natural && listed.contains(&weapon) && carried.hands <= free;
        free -= if in_hand { carried.hands } else { 0 };
        let loaded = gear.loaded(weapon, &shots) as u8;
        arms.push(Arm { weapon: loaded, in_hand, ..arm(weapon, gear, &given, sheet, reflexes) });
    }
    arms
}

/// Somebody's values with a weapon.
fn arm(index: usize, gear: &Gear, given: &[Given], sheet: &Sheet, reflexes: i32) -> Arm {
    let weapon = &gear.weapons[index];
    let of_family = given.iter().filter(|arm| gear.weapons[arm.weapon].family == weapon.family);
    let grip = Grip {
        mods: sheet.mods,
        reflexes,
        of_family: of_family.filter_map(Given::proficiency).max().unwrap_or(0),
        hit_rate: weapon.hit_rate,
        damage_rating: weapon.damage_rating,
        shield: weapon.shield.unwrap_or(0),
        natural: weapon.is(Tag::Natural),
        parries: weapon.is(Tag::Parry),
        shields: weapon.shields(),
    };
    // In the other grip the values are the same: they are of the hand, not of the reach.
    let given = given.iter().find(|arm| arm.weapon == index || Some(arm.weapon) == gear.base(index));
    let proficient = weapon.is(Tag::Natural) || given.is_none_or(|arm| arm.proficient);
    let mut arm = Arm { proficient, ..Arm::default() };
    stat::fill(ARM_STATS, given.map_or(&[], |arm| &arm.numbers), &mut arm, &grip);
    arm
}

/// Values with weapons: its own, and its creature's where it has none for that weapon.
fn given(row: &Row, gear: &Gear) -> Vec<Given> {
    let names = gear.names();
    let given = row.named_tables("weapon", "Its values with its weapons.", |row| {
        let name = row.needed("name", "Which weapon; one that `weapons` does not name is carried besides.");
        let proficient = row.flag("proficient", "False: disadvantage on whatever is done with it.").unwrap_or(true);
        let numbers = stat::given(ARM_STATS, row);
        Some(Given { weapon: row.reader().find("weapon", &name, &names)?, numbers, proficient })
    });
    given.into_iter().flatten().collect()
}

/// The weapons that it carries: those named, and what has values of its own beside them.
fn listed(row: &Row, gear: &Gear) -> Vec<usize> {
    let names = gear.names();
    let about = "What it holds or is born with, the usual one first; what fits two hands is in hand.";
    let words = row.words("weapons", about).unwrap_or_default();
    let mut listed: Vec<usize> = words.iter().filter_map(|word| row.reader().find("weapon", word, &names)).collect();
    let layers = row.layers();
    let valued = |layer: &Row<'_>| -> Vec<usize> {
        let words = layer.words_in("weapon", "name");
        words.iter().filter_map(|word| names.iter().position(|known| *known == &**word)).collect()
    };
    // A list here takes the place of the creature's weapons; without one there is nothing to come after.
    let more: Vec<usize> = match layers.iter().position(|layer| layer.has("weapons")) {
        Some(at) => layers.iter().take(at + 1).rev().flat_map(valued).collect(),
        None => layers.iter().flat_map(valued).collect(),
    };
    for weapon in more {
        if !listed.contains(&weapon) {
            listed.push(weapon);
        }
    }
    if listed.len() > MOST_WEAPONS {
        let message = format!("{} weapons", listed.len());
        let place = words.get(MOST_WEAPONS).map_or_else(|| row.place(), |word| word.place.clone());
        row.reader().wrong(&place, message, format!("at most {MOST_WEAPONS} on one sheet"));
        listed.truncate(MOST_WEAPONS);
    }
    listed
}

/// What is shot, of which each must have a weapon that shoots it, if the weapons are named beside it.
fn ammunition(row: &Row, gear: &Gear, listed: &[usize]) -> Vec<usize> {
    let names: Vec<&str> = gear.ammunition.iter().map(|shot| shot.name.as_str()).collect();
    let words = row.words("ammunition", "What it shoots; the usual ammunition when left out.").unwrap_or_default();
    let beside = row.layers().iter().any(|layer| layer.has("ammunition") && layer.has("weapons"));
    let mut shots = Vec::new();
    for word in &words {
        let Some(at) = row.reader().find("ammunition", word, &names) else { continue };
        let family = &gear.ammunition[at].family;
        if beside && !listed.iter().any(|weapon| gear.weapons[*weapon].shoots == *family) {
            let message = format!("none of these weapons shoots `{}`", names[at]);
            row.reader().wrong(&word.place, message, format!("it is for a {family}"));
        }
        shots.push(at);
    }
    shots
}
