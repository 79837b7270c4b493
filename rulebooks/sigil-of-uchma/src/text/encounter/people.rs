//! Creatures and combatants: sheets, names, places, forms, and those who may be called.

use arrayvec::ArrayVec;
use skirmish_bookkit::encounter::{Combatant, Places};
use skirmish_bookkit::file::{Entry, Row, Word};
use skirmish_bookkit::stat;
use skirmish_grid::{Body, Square};
use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Side};

use super::abilities::{Called, set};
use super::gear::{self, HAND};
use super::{Book, CONTENT};
use crate::catalogue::MonsterDefeat;
use crate::model::stats::STATS;
use crate::model::{Ability, Effect, Figures, Form, Ground, Hands, Kind, MOST_SETS, Sheet, Tier, Weapon};
use crate::rules::bodies;

/// A creature, and which of its numbers a file has given: as a form it lists these only.
#[derive(Clone, Debug)]
pub(super) struct Beast {
    pub(super) sheet: Sheet,
    given: Vec<Option<i64>>,
    flies: Option<bool>,
    armed: bool,
}

/// The book's creatures and the table's own.
pub(super) fn creatures<'d>(row: &Row<'d>, book: &Book) -> Vec<Entry<'d, Beast>> {
    let about = "Creatures of this table's own; one of a known name replaces it.";
    row.library("creature", about, "a creature", 250, CONTENT.documents(), |row| beast(row, book))
}

/// Forms that are no creatures.
pub(super) fn forms<'d>(row: &Row<'d>, book: &Book) -> Vec<Entry<'d, Beast>> {
    let about = "Forms of this table's own: what is listed takes the place of what somebody is.";
    row.library("form", about, "a form", 250, CONTENT.documents(), |row| beast(row, book))
}

/// The forms that abilities name, and in abilities the places of what they name.
pub(super) fn named<'d>(
    row: &Row,
    called: Vec<Called>,
    abilities: &mut [Ability],
    creatures: &[Entry<'d, Beast>],
    shapes: &[Entry<'d, Beast>],
) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    for Called { ability, effect, name } in called {
        let Some(effect) = abilities.get_mut(ability).and_then(|ability| ability.effects.get_mut(effect)) else {
            continue;
        };
        match effect {
            Effect::Summon(creature) => {
                let names: Vec<&str> = creatures.iter().map(|entry| entry.name.as_str()).collect();
                let found = row.reader().find("creature", &name, &names);
                *creature = found.and_then(|at| u8::try_from(at).ok()).unwrap_or(0);
            }
            Effect::Form { form, .. } => {
                let all: Vec<&Entry<'d, Beast>> = shapes.iter().chain(creatures).collect();
                let names: Vec<&str> = all.iter().map(|entry| entry.name.as_str()).collect();
                let Some(at) = row.reader().find("form", &name, &names) else { continue };
                let known = forms.iter().position(|known| known.name == all[at].name);
                let at = known.unwrap_or_else(|| {
                    forms.push(form_of(&all[at].name, &all[at].of, at >= shapes.len()));
                    forms.len() - 1
                });
                *form = u8::try_from(at).unwrap_or(0);
            }
            _ => {}
        }
    }
    if forms.is_empty() {
        forms.push(Form::default());
    }
    forms
}

/// A form: of a creature all that it is, of another what it lists. (`transform.stats`)
fn form_of(name: &str, beast: &Beast, whole: bool) -> Form {
    let number = |key: &str| -> Option<i16> {
        let at = STATS.iter().position(|stat| stat.name == key)?;
        let own = || stat::value(STATS, &beast.sheet, key);
        let number = beast.given.get(at).copied().flatten().or_else(|| if whole { own() } else { None });
        i16::try_from(number?).ok()
    };
    Form {
        name: name.to_owned(),
        level: number("level"),
        initiative: number("initiative"),
        base_max_health: number("base_max_health"),
        max_health: number("max_health"),
        resistances: ["parry", "warding", "constitution", "evasion"].map(number),
        armor: ["physical_armor", "magical_armor"].map(number),
        potency: number("potency"),
        base_move: number("base_move"),
        move_bonus: number("move_bonus"),
        flies: beast.flies.or(whole.then_some(false)),
        fly_speed: beast.sheet.own.fly_speed.map(Some).or(whole.then_some(None)),
        size: number("size").and_then(|size| u8::try_from(size).ok()),
        sets: (whole || beast.armed).then(|| beast.sheet.own.sets.clone()),
        abilities: beast.sheet.own.abilities.clone(),
    }
}

/// What of a combatant bears on others.
pub(super) struct Seat<'d> {
    name: String,
    at: Word<'d>,
    summoner: Option<Word<'d>>,
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
    let mut sheet = beast(row, book).sheet;
    let (health, energy) = (i64::from(sheet.own.max_health), i64::from(sheet.max_energy));
    let about = "Health at the start; all of it when left out. Below 0 a player character lies there unconscious.";
    let least = match sheet.kind == Kind::Pc || book.rules.monster_defeat == MonsterDefeat::AsPc {
        true => (health - i64::from(sheet.own.base_max_health) * i64::from(book.rules.death_factor) + 1).min(0),
        // Nobody begins who is out already. (`ruling.monsters`)
        false => i64::from(book.rules.monster_defeat == MonsterDefeat::At0),
    };
    sheet.health = row
        .number_here("health", about, least..=health, i16::MIN.into()..=i16::MAX.into())
        .unwrap_or(sheet.own.max_health);
    let about = "Energy at the start; all of it when left out.";
    sheet.energy = row.number_here("energy", about, 0..=energy, 0..=i16::MAX.into()).unwrap_or(sheet.max_energy);
    sheet.altitude = row.number("altitude", "Metres above the ground where it begins.", 0..=1000).unwrap_or(0);
    sheet.prone = row.flag("prone", "Does it lie on the ground?").unwrap_or(false);
    sheet.unaware =
        row.flag("unaware", "It knows nothing of an ambush, where only such are ambushed.").unwrap_or(false);
    if sheet.altitude > 0 && (!sheet.own.flies || sheet.prone) && !row.describes() {
        let place = row.place_of("altitude").unwrap_or_else(|| row.place());
        row.reader().wrong(&place, "it does not fly", "flies = true, and not prone; or leave `altitude` out");
        sheet.altitude = 0;
    }
    if sheet.kind == Kind::Pc && !row.describes() {
        is_a_character(row, &sheet);
    }
    let summoner = row.word("summoner", "Who has called it: a minion vanishes when that one dies.");
    let seat = Seat { name: combatant.name.clone(), at: combatant.at.clone(), summoner };
    let closed = |cell| ground.at(cell).closed.then_some("closed");
    sheet.at = places.stand(&combatant, closed, |_| false).unwrap_or_default();
    seats.push(seat);
    Sheet { name: combatant.name, letter: combatant.letter, side: combatant.side, ..sheet }
}

/// What is wrong with a player character that may be so with a monster: its level, its focus.
fn is_a_character(row: &Row, sheet: &Sheet) {
    let wrong = |key: &str, message: &str, help: &str| {
        row.reader().wrong(&row.place_of(key).unwrap_or_else(|| row.place()), message, help);
    };
    if !(1..=10).contains(&sheet.own.level) {
        wrong(
            "level",
            "a player character is of a level from 1 to 10",
            "kind = \"monster\" for what may be of another",
        );
    }
    let (major, minor) = (sheet.major, sheet.minor);
    let most = if major.is_some() { 1 } else { 3 };
    if minor.iter().count() > most || major.is_some_and(|major| minor.has(major)) {
        let help = "a resistance itself can be given, as in `parry = 9`";
        wrong("minor", "a focus is one resistance and another one a little, or three a little", help);
    }
}

/// What is settled when everybody is known: who has called whom, and whether there is room.
pub(super) fn settle(row: &Row, seats: &[Seat], sheets: &mut [Sheet], ground: &Ground) {
    if row.describes() {
        return;
    }
    let names: Vec<&str> = seats.iter().take(sheets.len()).map(|seat| seat.name.as_str()).collect();
    for (at, seat) in seats.iter().enumerate().take(sheets.len()) {
        let Some(word) = &seat.summoner else { continue };
        let found = row.reader().find("combatant", word, &names);
        let fits = found.filter(|other| *other != at && sheets[*other].side == sheets[at].side);
        if found.is_some() && fits.is_none() {
            row.reader().wrong(&word.place, "a minion and its summoner are two, of one side", "name another combatant");
        }
        sheets[at].summoner = fits.map(Id::new);
    }
    let body = |sheet: &Sheet| Body::new(bodies::footprint(sheet.own.size), sheet.at);
    let help = "its place is the top left square of its body";
    for (at, (seat, sheet)) in seats.iter().zip(&*sheets).enumerate() {
        let own = body(sheet);
        if sheet.own.size > 1 && !own.fits(&ground.board, |cell| !ground.at(cell).closed) {
            row.reader().wrong(&seat.at.place, format!("{} has no room there", short(&seat.name)), help);
        }
        let large = |other: &usize| sheet.own.size > 1 || sheets[*other].own.size > 1;
        if let Some(other) = (0..at).filter(large).find(|other| body(&sheets[*other]).overlaps(&own)) {
            let message = format!("{} already stands there", short(&sheets[other].name));
            row.reader().wrong(&seat.at.place, message, help);
        }
    }
}

/// A sheet; name, letter, side and place are filled in later.
fn beast(row: &Row, book: &Book) -> Beast {
    let flies = row.flag("flies", "Does it fly?");
    let (first, sets, armed) = sets(row, book);
    let held = |at: Option<u8>| at.map_or(0, |at| book.gear.weapons[usize::from(at)].parry);
    let own = Figures {
        flies: flies.unwrap_or(false),
        unarmed: true,
        abilities: gear::named(row, "abilities", "What it can do besides.", &book.abilities),
        sets,
        ..Figures::default()
    };
    let mut sheet = Sheet {
        name: String::new(),
        letter: '?',
        side: Side(0),
        at: Square::new(0, 0),
        altitude: 0,
        kind: row.one_of("kind", "How it dies: a player character by default.").unwrap_or(Kind::Pc),
        own,
        tier: row.one_of("tier", "How much health its path gives; medium by default.").unwrap_or(Tier::Medium),
        major: row.one_of("major", "The resistance on which it focuses: 2 more."),
        minor: set(row.some_of("minor", "Those on which it focuses besides: 1 more each.")),
        shield: held(first.main) + held(first.off),
        worn: worn(row, book),
        health: 1,
        max_energy: 0,
        energy: 0,
        summoner: None,
        reserve: None,
        unaware: false,
        prone: false,
    };
    let given = stat::given(STATS, row);
    stat::fill(STATS, &given, &mut sheet, &book.rules);
    sheet.own.max_health = sheet.own.max_health.max(1);
    (sheet.health, sheet.energy) = (sheet.own.max_health, sheet.max_energy);
    let natural = first.main.is_some_and(|at| book.gear.weapons[usize::from(at)].natural);
    sheet.own.unarmed = sheet.own.hands > 0 && !natural;
    Beast { sheet, given, flies, armed }
}

fn worn(row: &Row, book: &Book) -> [i16; 3] {
    let names: Vec<&str> = book.gear.armor.iter().map(|(name, _)| name.as_str()).chain(["none"]).collect();
    let word = row.word("armor", "What it wears, or `none`: both armors and the base of its move.");
    let at = word.and_then(|word| row.reader().find("armor", &word, &names));
    at.and_then(|at| book.gear.armor.get(at)).map_or([0, 0, 6], |(_, worn)| *worn)
}

/// Weapon sets: what is in hand at first, and the others; and whether the file says what is in hand.
fn sets(row: &Row, book: &Book) -> (Hands, ArrayVec<Hands, MOST_SETS>, bool) {
    let first = row.words("weapons", "What is in hand at first; a part of the body, too.");
    let others = row.word_lists("other_sets", "Other weapon sets.");
    let mut all: ArrayVec<Hands, MOST_SETS> = ArrayVec::new();
    let armed = first.is_some();
    let first = hands(row, book, &first.unwrap_or_default());
    all.push(first);
    if others.len() >= MOST_SETS {
        row.wrong(format!("{} weapon sets", others.len() + 1), format!("at most {MOST_SETS} are possible"));
    }
    all.extend(others.iter().take(MOST_SETS - 1).map(|set| hands(row, book, set)));
    (first, all, armed)
}

/// What is in which hand.
fn hands(row: &Row, book: &Book, words: &[Word]) -> Hands {
    let names: Vec<&str> = book.gear.weapons.iter().map(|weapon| weapon.name.as_str()).collect();
    let mut held = Hands::default();
    for word in words {
        if &**word == HAND {
            row.reader().wrong(&word.place, "everybody has bare hands", "leave them out");
            continue;
        }
        let Some(at) = row.reader().find("weapon", word, &names) else { continue };
        let weapon: &Weapon = &book.gear.weapons[at];
        let two = |at: Option<u8>| at.is_some_and(|at| book.gear.weapons[usize::from(at)].hands >= 2);
        let fits_off = |at: Option<u8>| at.is_some_and(|at| book.gear.weapons[usize::from(at)].off);
        let at = u8::try_from(at).ok();
        match () {
            () if weapon.main && held.main.is_none() && !(weapon.hands >= 2 && held.off.is_some()) => held.main = at,
            () if weapon.off && held.off.is_none() && !two(held.main) => held.off = at,
            // Of two parts of the body the first is the main hand. (`ruling.basic-attack`)
            () if weapon.natural && held.off.is_none() && !two(held.main) => held.off = at,
            // What fits both hands makes room for what fits the main one alone.
            () if weapon.main && weapon.hands < 2 && held.off.is_none() && fits_off(held.main) => {
                held = Hands { main: at, off: held.main };
            }
            () if weapon.natural => {
                row.reader().wrong(&word.place, format!("{} would be a third", short(word)), "two in a set")
            }
            () => row.reader().wrong(&word.place, format!("no hand is free for {}", short(word)), "another weapon set"),
        }
    }
    held
}
