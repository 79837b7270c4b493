//! Weapons, shields, armour, tools and magic items: the book's, and the table's own among them.

use skirmish_bookkit::file::{Row, Word};
use skirmish_kernel::dice::{Dice, Expression, Reading, Sign, Term};
use skirmish_kernel::words::short;

use super::CONTENT;
use super::ground::object;
use crate::model::{Armour, Charm, Class, Effect, Harm, Power, Spell, Weapon};

/// The most weapons one encounter may know.
const MOST: usize = 250;

/// Everybody's weapon, and the first of all.
pub(super) const HAND: &str = "unarmed";

/// What is broken by that name is worn.
const ARMOUR: &str = "armour";

/// Everything one can carry or wear.
pub(super) struct Gear {
    /// The first is the bare hand.
    pub(super) weapons: Vec<Weapon>,
    pub(super) armour: Vec<Armour>,
}

pub(super) fn gear(row: &Row, spells: &[Spell]) -> Gear {
    let content = CONTENT.documents();
    let about = "Weapons, shields and tools of this table's own.";
    let all = row.library("weapon", about, "a weapon", MOST, content, |row| weapon(row, spells));
    let mut weapons: Vec<Weapon> = all.into_iter().map(|entry| Weapon { name: entry.name, ..entry.of }).collect();
    if let Some(at) = weapons.iter().position(|weapon| weapon.name == HAND) {
        weapons.swap(0, at);
    }
    let worn = row.library("armour", "Armour of this table's own.", "armour", MOST, content, |row| Armour {
        name: String::new(),
        bonus: row.number("defense", "Added to the physical defence.", 0..=30).unwrap_or(0),
        object: object(row),
    });
    let armour = worn.into_iter().map(|entry| Armour { name: entry.name, ..entry.of }).collect();
    Gear { weapons, armour }
}

fn weapon(row: &Row, spells: &[Spell]) -> Weapon {
    let class = row.one_of("class", "How heavy it is in the hand.").unwrap_or(Class::Medium);
    row.needs(&["class"]);
    let natural = class == Class::Natural;
    let damage = row.word("damage", "One kind of dice, and a number: `\"1d8+1\"`; left out for what strikes nobody.");
    let harmless = damage.is_none();
    let (dice, flat) = damage.map_or((NO_DICE, 0), |text| dice(row, &text));
    let shoots = row.flag("shoots", "Does it shoot?").unwrap_or(false);
    let thrown = row.flag("thrown", "May it be thrown?").unwrap_or(false);
    let increment = row.multiple("increment", "Feet of one increment of range, for what flies.", 5, 5..=1000);
    let melee = row.flag("melee", "May it strike in reach? All but what shoots may.").unwrap_or(!shoots);
    let hands = row.number("hands", "Hands that it takes: 1 by default, none for a part of the body.", 0..=2);
    let reach = "Feet that it adds to the reach; of a part of the body, feet that it reaches.";
    let strong = row.flag("strength", "Does STR add to its damage? It does, but for what only shoots.");
    if !row.describes() {
        flight(row, shoots || thrown, increment);
        if natural && thrown {
            row.wrong("a part of the body is not thrown", "leave `thrown` out");
        }
        if row.word("name", "").is_some_and(|name| &*name == ARMOUR) {
            row.wrong(
                "`armour` is what somebody wears",
                "`break Ann armour` would mean either; call the weapon otherwise",
            );
        }
        let is_hand = row.word("name", "").is_some_and(|name| &*name == HAND);
        if is_hand && (harmless || !melee || natural || hands == Some(2)) {
            row.wrong("`unarmed` is the bare hand", "it strikes in melee, with one hand, and has `damage`");
        }
    }
    Weapon {
        name: String::new(),
        class,
        hands: hands.unwrap_or(u8::from(!natural)),
        dice,
        flat,
        strong: strong.unwrap_or(melee || !shoots),
        harm: row.one_of("type", "Its kind of damage; blunt by default.").unwrap_or(Harm::Blunt),
        reach: row.multiple("reach", reach, 5, 0..=60).unwrap_or(0),
        melee: melee && !harmless,
        thrown: thrown && !harmless,
        shoots: shoots && !harmless,
        increment: increment.unwrap_or(0),
        shield: row.number("defense", "Added to the physical defence while it is held: a shield.", 0..=30).unwrap_or(0),
        light: row.number("light", "Feet that it lights.", 0..=1000).unwrap_or(0),
        floats: row.flag("floats", "Does it help whoever holds it to swim?").unwrap_or(false),
        climbs: row.flag("climbs", "Does it help whoever carries it to climb?").unwrap_or(false),
        charm: charm(row, spells),
        object: object(row),
    }
}

/// What flies has an increment of range, and nothing else has.
fn flight(row: &Row, flies: bool, increment: Option<i16>) {
    match row.place_of("increment") {
        None if flies => row.wrong("what flies has an `increment`", "increment = 20"),
        Some(place) if !flies && increment.is_some() => {
            row.reader().wrong(&place, "what does not fly has no increment", "thrown = true, or shoots = true");
        }
        _ => {}
    }
}

/// The spell that it holds.
fn charm(row: &Row, spells: &[Spell]) -> Option<Charm> {
    let names: Vec<&str> = spells.iter().map(|spell| spell.name.as_str()).collect();
    let word = row.word("spell", "The spell that a magic item holds.");
    let about = "Its Energy for effect, duration, range and area.";
    let power = row.array("power", about, [0..=20, 0..=20, 0..=20, 0..=20]);
    if word.is_none()
        && let Some(place) = row.place_of("power")
    {
        row.reader().wrong(&place, "this is the Energy of a spell", "spell = \"evoke-fire\"");
    }
    let at = row.reader().find("spell", &word?, &names)?;
    let spell = spells.get(at)?;
    let power = power.unwrap_or([u8::from(spell.fixed.is_none()), 0, 0, 0]);
    if let Some(why) = misfit(spell, power) {
        let place = row.place_of("power").unwrap_or_else(|| row.place());
        row.reader().wrong(
            &place,
            format!("{}: {why}", short(&spell.name)),
            "Energy for effect, duration, range and area",
        );
    }
    Some(Charm { spell: u8::try_from(at).ok()?, power })
}

/// Why a spell cannot have this Energy in its parts, if it cannot.
fn misfit(spell: &Spell, power: Power) -> Option<&'static str> {
    let [effect, duration, range, area] = power;
    let least = match &spell.effect {
        Effect::Afflict(levels) => levels.first().map_or(1, |(energy, _)| *energy),
        _ => 1,
    };
    match () {
        () if spell.fixed.is_some() => (power != [0; 4]).then_some("it takes no Energy"),
        () if effect < least => Some("that is too little for its effect"),
        () if duration > 0 && !spell.lasts => Some("it does not last"),
        () if usize::from(range) > spell.ranges.len() => Some("it has no range for so much"),
        () if usize::from(area) > spell.areas.len() => Some("it has no area for so much"),
        () => None,
    }
}

/// What is thrown for what harms nobody.
const NO_DICE: Dice = match Dice::sum(1, 2) {
    Ok(dice) => dice,
    Err(_) => panic!("a die"),
};

/// Dice of one kind, and a number.
fn dice(row: &Row, text: &Word) -> (Dice, i16) {
    let plain = plain_dice(text).filter(|(dice, flat)| dice.count() <= 20 && flat.abs() <= 1000);
    plain.unwrap_or_else(|| {
        let help = "one kind of dice, at most 20, and a number: `1d8+1`";
        row.reader().wrong(&text.place, format!("`{}` is no damage of a weapon", short(text)), help);
        (NO_DICE, 0)
    })
}

/// Dice of which all are summed up, with a number behind them.
pub(super) fn plain_dice(text: &str) -> Option<(Dice, i16)> {
    let expression: Expression = text.parse().ok()?;
    let (dice, flat) = match expression.terms() {
        [Term::Dice(Sign::Plus, dice)] => (*dice, 0),
        [Term::Dice(Sign::Plus, dice), Term::Flat(flat)] => (*dice, i16::try_from(*flat).ok()?),
        _ => return None,
    };
    (dice.reading() == Reading::Sum).then_some((dice, flat))
}
