//! Creatures and combatants: their sheets, places, riders and where they look.

use skirmish_bookkit::encounter::{Combatant, Places};
use skirmish_bookkit::file::{Entry, Reader, Row, Shape, Word};
use skirmish_bookkit::stat;
use skirmish_grid::{Cell, Facing, Square};
use skirmish_kernel::words::short;
use skirmish_kernel::{Id, put_in_order};

use super::arms::arms;
use super::gear::{Gear, Set};
use super::{Book, CONTENT};
use crate::catalogue::EncumbranceEr;
use crate::model::stats::{Basis, MODS, SKILL, STATS};
use crate::model::{
    Ability, Arm, ArmourClass, Attribute, Effect, Ground, LONGEST_PATH, Sheet, Size, Start, Zone, perks_of,
};

/// Encumbrance of a zone that nothing covers.
const BARE: i32 = 2;

/// The highest wound limit.
const MOST_WOUNDS: i64 = 100;

/// Civil skills; spell proficiencies stand beside them by their elements.
const CIVIL: [&str; 3] = ["athletics", "riding", "stealth"];

/// The book's creatures and the table's own.
pub(super) fn creatures<'d>(row: &Row<'d>, book: &Book) -> Vec<Entry<'d, Sheet>> {
    let about = "Creatures of this table's own; one with a known name replaces it, here and below.";
    row.library("creature", about, "a creature", usize::MAX, CONTENT.documents(), |row| {
        let _ = row.number::<u32>("level", "Level, for those who read the file.", 0..=1000);
        sheet(row, book)
    })
}

/// What of a combatant bears on others.
pub(super) struct Seat<'d> {
    name: String,
    at: Word<'d>,
    facing: Option<Facing>,
    mount: Option<Word<'d>>,
    rider: Option<Word<'d>>,
}

impl Seat<'_> {
    /// Does one of the two say that they are rider and mount?
    fn shares(&self, other: &Self) -> bool {
        let names =
            |one: &Self, other: &Self| [&one.mount, &one.rider].into_iter().flatten().any(|word| **word == *other.name);
        names(self, other) || names(other, self)
    }
}

/// One combatant: its creature's figures, its own laid over them, and how it enters the battle.
pub(super) fn combatant<'d>(
    combatant: Combatant<'d>,
    book: &Book,
    ground: &Ground,
    places: &mut Places<Square>,
    seats: &mut Vec<Seat<'d>>,
) -> Sheet {
    let row = &combatant.row;
    let mut sheet = sheet(row, book);
    sheet.focus = row.flag("focus", "False: it has not got the focus of its tradition.").unwrap_or(true);
    sheet.start = start(row, &sheet);
    let about = "Where it looks: `east`, `south-east` and so on; toward the nearest enemy when left out.";
    let seat = Seat {
        name: combatant.name.clone(),
        at: combatant.at.clone(),
        facing: skirmish_bookkit::facing::read(row, "facing", about),
        mount: row.word("mount", "Whom it rides; that one stands on the same square."),
        rider: row.word("rider", "Who rides it; saying it of one of the two is enough."),
    };
    let shares = |other: &str| seats.iter().any(|known| known.name == other && known.shares(&seat));
    let solid = |cell| ground.terrain(cell).wall.then_some("a wall");
    sheet.at = places.stand(&combatant, solid, shares).unwrap_or_default();
    seats.push(seat);
    Sheet { name: combatant.name, letter: combatant.letter, side: combatant.side, ..sheet }
}

fn start(row: &Row, sheet: &Sheet) -> Start {
    let (light, severe) = row.table("wounds", "Wounds at the start.", |row| {
        let light =
            row.number_here("light", "Light ones.", 0..=sheet.wound_limit.into(), 0..=MOST_WOUNDS).unwrap_or(0u8);
        let left = i64::from(sheet.wound_limit) - i64::from(light);
        (light, row.number_here("severe", "Severe ones.", 0..=left, 0..=MOST_WOUNDS).unwrap_or(0))
    });
    let pool =
        |key, about, most: i32| row.number_here(key, about, 0..=most.into(), 0..=i32::MAX.into()).unwrap_or(most);
    Start {
        energy: pool("energy", "Energy at the start; all of it when left out.", sheet.energy),
        mana: pool("mana", "Mana at the start; all of it when left out.", sheet.mana),
        light,
        severe,
    }
}

/// Is there room for everybody's body? (`size.footprint`)
pub(super) fn room(reader: &Reader, seats: &[Seat], book: &Book, ground: &Ground, sheets: &[Sheet]) {
    for (at, message) in crate::rules::bodies::misplaced(&book.rules, ground, sheets) {
        if let Some(seat) = seats.get(at) {
            reader.wrong(&seat.at.place, message, "its place is the top left square of its body");
        }
    }
}

/// What is settled when everybody is known: who sits on whom, and who looks where.
pub(super) fn settle(reader: &Reader, seats: &[Seat], sheets: &mut [Sheet]) {
    riders(reader, seats, sheets);
    for (at, seat) in seats.iter().enumerate().take(sheets.len()) {
        sheets[at].facing = seat.facing.unwrap_or_else(|| toward_nearest_foe(sheets, at));
    }
}

/// Who sits on whom. It is enough that one of the two says so.
fn riders(reader: &Reader, seats: &[Seat], sheets: &mut [Sheet]) {
    let names: Vec<String> = sheets.iter().map(|sheet| sheet.name.clone()).collect();
    let mut pairs: Vec<(usize, usize, &Word)> = Vec::new();
    for (at, seat) in seats.iter().enumerate().take(sheets.len()) {
        for (word, is_mount) in [(&seat.mount, true), (&seat.rider, false)] {
            let Some(word) = word else { continue };
            let Some(other) = reader.find("combatant", word, &names) else { continue };
            let (rider, mount) = if is_mount { (at, other) } else { (other, at) };
            if !pairs.iter().any(|(r, m, _)| (*r, *m) == (rider, mount)) {
                pairs.push((rider, mount, word));
            }
        }
    }
    for (rider, mount, word) in &pairs {
        let other = pairs.iter().any(|(r, m, _)| (*r == *rider) != (*m == *mount) || *m == *rider || *r == *mount);
        if let Some((message, help)) = bad_pair(&sheets[*rider], &sheets[*mount], rider == mount || other) {
            reader.wrong(&word.place, message, help);
            continue;
        }
        sheets[*rider].mount = Some(Id::new(*mount));
        if sheets[*rider].at != sheets[*mount].at {
            let (earlier, later) = if rider < mount { (rider, mount) } else { (mount, rider) };
            let message = format!("{} stands elsewhere", short(&names[*earlier]));
            reader.wrong(&seats[*later].at.place, message, "a rider and its mount stand on the same square");
        }
    }
}

/// Why one cannot sit on the other, and what to do about it.
fn bad_pair(rider: &Sheet, mount: &Sheet, tangled: bool) -> Option<(String, String)> {
    let (up, down) = (short(&rider.name), short(&mount.name));
    if tangled {
        return Some((format!("{up} cannot ride {down}"), "one rider on one mount, and nobody on both ends".into()));
    }
    let Some(needed) = mount.mountable else {
        return Some((format!("nobody can ride {down}"), "give it `mountable`, the Riding that a rider needs".into()));
    };
    if rider.skills.riding < needed {
        let message = format!("{up} rides at {} and {down} asks for {needed}", rider.skills.riding);
        return Some((message, format!("skills = {{ riding = {needed} }}")));
    }
    (rider.side != mount.side)
        .then(|| (format!("{up} and {down} are on two sides"), "rider and mount fight on one side".into()))
}

fn toward_nearest_foe(sheets: &[Sheet], at: usize) -> Facing {
    let own = &sheets[at];
    let foes = sheets.iter().filter(|other| other.side != own.side);
    let nearest = foes.min_by_key(|foe| own.at.distance(foe.at));
    nearest.and_then(|foe| Facing::toward(own.at, foe.at)).unwrap_or(Facing::East)
}

/// A sheet: what is given stands, the rest is made from the attributes. Name, letter, side and place are filled in later.
fn sheet(row: &Row, book: &Book) -> Sheet {
    let mut sheet = Sheet { focus: true, ..Sheet::default() };
    let reflexes =
        row.number("reflexes", "What reflexes add to dodge, parry and block values that are left out.", 0..=20);
    let attributes = attributes(row, &mut sheet);
    let basis = Basis { attributes, reflexes: reflexes.unwrap_or(0) };
    sheet.size = row.one_of("size", "Size; medium by default.").unwrap_or(Size::Medium);
    let encumbrance = armour(row, &book.gear, &mut sheet);
    if book.rules.encumbrance_er != EncumbranceEr::Off {
        // What is worn adds to dodges and DEX checks, at tables that use it. (`sheet.encumbrance`)
        sheet.encumbrance = encumbrance.min(sheet.modifier(Attribute::Dex).max(0));
    }
    stat::read(STATS, row, &mut sheet, &basis);
    trinkets(row, &book.gear, &mut sheet);
    sheet.start = Start { energy: sheet.energy, mana: sheet.mana, light: 0, severe: 0 };
    sheet.overweight = overweight(row, &sheet);
    sheet.limbs = row.flag("grapple", "False: it has no limbs that could hold anybody.").unwrap_or(true);
    skills(row, &book.abilities, &mut sheet);
    sheet.arms = arms(row, &book.gear, &sheet, basis.reflexes);
    sheet.abilities = abilities(row, book, &sheet.arms);
    sheet.perks = perks_of(sheet.abilities.iter().filter_map(|at| book.abilities.get(usize::from(*at))));
    tags(row, book, &mut sheet);
    playable(row, &sheet);
    sheet
}

/// Keys of the attributes and of their modifiers, which may stand in their place.
const ATTRIBUTES: [(&str, &str, &str); 6] = [
    ("con", "Constitution; the modifier is half of an attribute.", "con_mod"),
    ("str", "Strength.", "str_mod"),
    ("dex", "Dexterity.", "dex_mod"),
    ("int", "Intelligence.", "int_mod"),
    ("wil", "Willpower.", "wil_mod"),
    ("per", "Perception.", "per_mod"),
];

/// The attributes; their modifiers go into the sheet.
fn attributes(row: &Row, sheet: &mut Sheet) -> [i32; 6] {
    let mut attributes = [0; 6];
    for (at, (key, about, own)) in ATTRIBUTES.into_iter().enumerate() {
        let attribute: Option<i32> = row.number(key, about, 0..=60);
        let modifier: Option<i32> = row.number(own, "The modifier itself, in place of half the attribute.", MODS);
        attributes[at] = attribute.or(modifier.map(|modifier| 2 * modifier)).unwrap_or(0);
        // An attribute given here wins over a modifier of the creature.
        let here = row.own();
        let modifier = modifier.filter(|_| here.has(own) || !here.has(key));
        sheet.mods[at] = modifier.unwrap_or(attributes[at].div_euclid(2));
    }
    attributes
}

/// Armour worn, then armour values as given; what is said of a zone here wins over all that the creature has there.
/// Gives the encumbrance of all zones.
fn armour(row: &Row, gear: &Gear, sheet: &mut Sheet) -> i32 {
    let (mut av, mut class, mut encumbrance) = ([None; 4], [None; 4], [None; 4]);
    for layer in row.layers() {
        let worn = worn(&layer, gear);
        let values = layer.table("av", "Armour value by zone: `{ head = 1, torso = 3 }`.", |row| {
            Zone::ALL.map(|zone| row.number::<i32>(zone.word(), "Of this zone.", 0..=1000))
        });
        let whole = layer.one_of("armour_class", "How heavy its armour is.");
        for zone in 0..4 {
            let [value, weight] = worn[zone].map_or([None; 2], |set| set.pieces[zone].map(Some));
            av[zone] = av[zone].or(values[zone]).or(value);
            encumbrance[zone] = encumbrance[zone].or(weight).or(values[zone].map(|_| 0));
            class[zone] = class[zone].or(whole).or(worn[zone].map(|set| set.class));
        }
    }
    sheet.av = av.map(|value| value.unwrap_or(0));
    sheet.class = class.map(|class| class.unwrap_or(ArmourClass::None));
    encumbrance.iter().map(|weight| weight.unwrap_or(BARE)).sum()
}

/// The sets that are worn, zone by zone.
fn worn<'g>(row: &Row, gear: &'g Gear) -> [Option<&'g Set>; 4] {
    let names: Vec<&str> = gear.armour.iter().map(|set| set.name.as_str()).collect();
    let set = |word: &Word| row.reader().find("armour", word, &names).and_then(|at| gear.armour.get(at));
    let shape = || Shape::Either(vec![Shape::Text, Shape::Names(Box::new(Shape::Text))]);
    let about = "A set of armour, or one for each zone: `{ torso = \"chain\" }`.";
    let Some(value) = row.value("armour", about, &shape) else { return [None; 4] };
    if !value.is_table() {
        return [value.text().as_ref().and_then(set); 4];
    }
    let mut worn = [None; 4];
    for (zone, name) in row.names("armour", about, &|| Shape::Text) {
        if let Some(at) = row.reader().find("zone", &zone, &Zone::ALL.map(Zone::word)) {
            worn[at] = name.text().as_ref().and_then(set);
        }
    }
    worn
}

/// Magic defence comes from trinkets where no number is given beside them.
fn trinkets(row: &Row, gear: &Gear, sheet: &mut Sheet) {
    let names: Vec<&str> = gear.trinkets.iter().map(|(name, _)| name.as_str()).collect();
    let mut first = None;
    for layer in row.layers() {
        let mut md = None;
        let quality = || Shape::Number(1, 20);
        for (word, value) in layer.names("trinkets", "Trinkets and their quality: `{ amulet = 2 }`.", &quality) {
            let found = row.reader().find("trinket", &word, &names).and_then(|at| gear.trinkets.get(at));
            let quality = value.number::<i32>(1..=20);
            md = found.zip(quality).map(|((_, each), quality)| md.unwrap_or(0) + quality * each).or(md);
        }
        let given = layer.has("md").then_some(sheet.md);
        first = first.or(given).or(md);
    }
    sheet.md = first.unwrap_or(sheet.md);
}

/// Civil skills, and spell proficiencies by element.
fn skills(row: &Row, abilities: &[Ability], sheet: &mut Sheet) {
    let elements = abilities.iter().map(|ability| ability.element.as_str()).filter(|element| !element.is_empty());
    let mut known: Vec<&str> = CIVIL.to_vec();
    for element in elements {
        if !known.contains(&element) {
            known.push(element);
        }
    }
    let number = || Shape::Number(*SKILL.start(), *SKILL.end());
    for (word, value) in row.names("skills", "Civil skills, and spell proficiencies by element.", &number) {
        let found = row.reader().find("skill or element", &word, &known);
        let Some((_, value)) = found.zip(value.number(SKILL)) else { continue };
        match word.text() {
            "athletics" => sheet.skills.athletics = value,
            "riding" => sheet.skills.riding = value,
            "stealth" => sheet.skills.stealth = value,
            element => sheet.proficiencies.push((element.to_owned(), value)),
        }
    }
    put_in_order(&mut sheet.proficiencies, Clone::clone);
}

/// Weight above the limit. (`fall.overweight`)
fn overweight(row: &Row, sheet: &Sheet) -> i32 {
    let most = sheet.modifier(Attribute::Str).max(0) * 4 * sheet.size.bulk();
    let weight: Option<i32> = row.number("total_weight", "What it carries, by weight.", 0..=10_000);
    weight.map_or(0, |weight| (weight - most).max(0))
}

/// Its abilities, and the skills that come with its weapons.
fn abilities(row: &Row, book: &Book, arms: &[Arm]) -> Vec<u8> {
    let names: Vec<&str> = book.abilities.iter().map(|ability| ability.name.as_str()).collect();
    let about = "Skills, spells and perks by name; weapon skills come with the weapons.";
    let words = row.words("abilities", about).unwrap_or_default();
    let found = words.iter().filter_map(|word| row.reader().find("ability", word, &names));
    let brought = arms.iter().filter_map(|arm| book.gear.weapons.get(usize::from(arm.weapon))?.skill);
    let mut known = Vec::new();
    for at in found.filter_map(|at| u8::try_from(at).ok()).chain(brought) {
        if !known.contains(&at) {
            known.push(at);
        }
    }
    known
}

/// Types of damage that something does, and tags that are words.
fn tags(row: &Row, book: &Book, sheet: &mut Sheet) {
    let of_weapons = book.gear.weapons.iter().map(|weapon| weapon.harm.as_str());
    let of_arrows = book.gear.ammunition.iter().map(|ammunition| ammunition.harm.as_str());
    let of_spells = book.abilities.iter().flat_map(|ability| &ability.effects).filter_map(|effect| match effect {
        Effect::Damage { kind, .. } => Some(kind.as_str()),
        _ => None,
    });
    let all = of_weapons.chain(of_arrows).chain(of_spells).chain(["fire"]).filter(|word| !word.is_empty());
    let mut known: Vec<&str> = Vec::new();
    for word in all {
        if !known.contains(&word) {
            known.push(word);
        }
    }
    put_in_order(&mut known, |word| *word);
    let kinds = |key, about| -> Vec<String> {
        let words = row.words(key, about).unwrap_or_default();
        let check = |word: &Word| {
            row.reader().find("damage type", word, &known);
            word.to_string()
        };
        words.iter().map(check).collect()
    };
    sheet.resistant = kinds("resistant", "Damage types that are halved.");
    sheet.vulnerable = kinds("vulnerable", "Damage types that are raised by half.");
    let words = row.words("tags", "Words that abilities ask for.").unwrap_or_default();
    for tag in words.iter().filter(|tag| tag.is_empty() || tag.contains(char::is_whitespace)) {
        row.reader().wrong(&tag.place, format!("`{}` is no tag", short(tag)), "one word, for example `wolf`");
    }
    sheet.tags = words.iter().map(|word| word.to_string()).collect();
}

/// What play cannot do with.
fn playable(row: &Row, sheet: &Sheet) {
    let name = row.word("name", "").map(|name| short(&name)).unwrap_or_default();
    if sheet.arms.is_empty() {
        row.wrong(format!("{name} has nothing to fight with"), "give it `weapons`, or limbs");
    }
    let sprint = sheet.sprint();
    if sprint > LONGEST_PATH as i32 {
        let help = format!("at most {LONGEST_PATH}; give it a smaller `ms`");
        row.wrong(format!("{name} would sprint {sprint} metres"), help);
    }
}
