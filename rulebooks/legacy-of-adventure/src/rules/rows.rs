//! Every way of attacking that a sheet gives, with its figures worked out once.

use arrayvec::ArrayVec;
use skirmish_kernel::Id;

use crate::model::{
    Ability, Attribute, Bulk, Effect, Figures, Harm, Kind, MOST_ROWS, Manner, Mode, Nature, Row, Setup, Skill, Weapon,
};

/// The bare fist's place among the weapons of a setup.
const FIST: u8 = 0;

/// A combatant's ways of attacking: its weapons in their order, then the body, then spells and powers.
///
/// The loader refuses sheets that have more of them than there is room for.
pub fn rows(g: &Setup, who: Id) -> ArrayVec<Row, MOST_ROWS> {
    let mut rows = ArrayVec::new();
    let sheet = g.sheet(who);
    let arms = sheet.arms.iter().enumerate().map(|(at, weapon)| (u8::try_from(at).ok(), *weapon));
    for (arm, weapon) in arms.chain(std::iter::once((None, FIST))) {
        let kind = g.weapon(weapon);
        let proficient = arm.is_none_or(|arm| kind.natural || sheet.proficient >> arm & 1 == 1);
        if !proficient {
            continue;
        }
        for skill in &kind.skills {
            let Some(skill) = sheet.skill(*skill) else { continue };
            let ability = g.ability(skill.ability);
            if (kind.melee || kind.unarmed) && ability.melee {
                let _ = rows.try_push(with_weapon(g, who, skill, arm, weapon, Mode::Melee));
            }
            if (kind.shoots || kind.thrown) && ability.ranged {
                let _ = rows.try_push(with_weapon(g, who, skill, arm, weapon, Mode::Ranged));
            }
        }
    }
    for skill in &sheet.skills {
        let ability = g.ability(skill.ability);
        if ability.kind == Kind::Attack && ability.harm.is_some() {
            let _ = rows.try_push(without_weapon(g, who, skill, ability));
        }
    }
    rows
}

fn with_weapon(g: &Setup, who: Id, skill: &Skill, arm: Option<u8>, weapon: u8, mode: Mode) -> Row {
    let (ability, kind, sheet) = (g.ability(skill.ability), g.weapon(weapon), g.sheet(who));
    let strength = if kind.strong { sheet.attributes[Attribute::Strength as usize] } else { 0 };
    let manner = match mode {
        Mode::Ranged => Manner::Ranged,
        Mode::Melee if kind.unarmed => Manner::Unarmed,
        Mode::Melee => Manner::Armed,
    };
    let reach = if mode == Mode::Melee { kind.reach.max(sheet.reach) } else { 0 };
    Row {
        ability: skill.ability,
        weapon: Some(weapon),
        arm,
        manner,
        mode,
        nature: if kind.unarmed { Nature::Unarmed } else { ability.nature },
        score: skill.score,
        points: skill.points,
        hit_mod: kind.hit_mod,
        dice: kind.dice,
        flat: kind.flat.saturating_add(i16::from(strength)),
        harm: kind.harm,
        reach,
        range: kind.range.max(1),
        usage: kind.usage.max(ability.usage),
        bulk: bulk_of(kind, sheet.size, mode),
        breaks: kind.breaks,
        surprise: kind.surprise || ability.surprise,
        in_melee: kind.in_melee,
        thrown: mode == Mode::Ranged && kind.thrown && !kind.shoots,
        leaps: false,
    }
}

/// The size of what comes: missiles are small, thrown weapons as large as they are, the body goes by its owner.
fn bulk_of(kind: &Weapon, size: i8, mode: Mode) -> Bulk {
    match kind.bulk {
        _ if mode == Mode::Ranged && kind.shoots => Bulk::Small,
        Some(bulk) => bulk,
        None => Bulk::of_body(size),
    }
}

fn without_weapon(g: &Setup, who: Id, skill: &Skill, ability: &Ability) -> Row {
    let sheet = g.sheet(who);
    let strength = if ability.strong { sheet.attributes[Attribute::Strength as usize] } else { 0 };
    let mode = if ability.ranged { Mode::Ranged } else { Mode::Melee };
    // Claws that are no weapon of a sheet are armed all the same, and a spine that flies is a missile.
    // (`ruling.natural-weapons`, `ranged.what`)
    let manner = match (ability.nature, mode) {
        (Nature::Magic | Nature::Mental, _) => Manner::Magic,
        (_, Mode::Ranged) => Manner::Ranged,
        (Nature::Weapon, Mode::Melee) => Manner::Armed,
        (Nature::Unarmed, Mode::Melee) => Manner::Unarmed,
    };
    Row {
        ability: skill.ability,
        weapon: None,
        arm: None,
        manner,
        mode,
        nature: ability.nature,
        score: skill.score,
        points: skill.points,
        hit_mod: 0,
        dice: ability.dice,
        flat: ability.flat.saturating_add(i16::from(strength)),
        harm: ability.harm.unwrap_or(Harm::Physical),
        reach: if mode == Mode::Melee { sheet.reach } else { 0 },
        range: ability.range.max(1),
        usage: ability.usage,
        bulk: Bulk::of_body(sheet.size),
        breaks: false,
        surprise: ability.surprise,
        in_melee: true,
        thrown: false,
        leaps: matches!(ability.effect, Effect::Pounce(_)),
    }
}

/// What a sheet says once and for all.
pub fn figures(g: &Setup, who: Id, rows: &[Row]) -> Figures {
    let sheet = g.sheet(who);
    let abilities = || g.known(who).map(|(_, known)| known);
    let long = |ability: &Ability| match ability.kind {
        Kind::Attack => ability.usage >= 3,
        Kind::Utility => ability.usage >= 2,
        Kind::Defend | Kind::Move => false,
    };
    Figures {
        guards: abilities().any(|ability| ability.on_guard),
        generals: abilities().any(|ability| ability.general.is_some()),
        reach: rows.iter().filter(|row| row.mode == Mode::Melee && !row.leaps).map(|row| row.reach).max().unwrap_or(0),
        move_rate: sheet.move_rate.saturating_add_signed(sheet.move_mod).max(1),
        long: abilities().any(long) || rows.iter().any(|row| row.usage >= 3),
        ambushes: rows.iter().any(|row| row.surprise),
    }
}
