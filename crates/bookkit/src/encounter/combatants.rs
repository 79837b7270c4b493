//! Who fights: a table for each of them, for several of a kind, or for the members of a party.

use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Side};

use super::{Names, Sides};
use crate::file::{Entry, Row, Word};

/// A combatant as it is read: what is common to all games.
#[derive(Debug)]
pub struct Combatant<'d> {
    /// Its table, laid over that of its creature.
    pub row: Row<'d>,
    /// Its creature's place among those that are known.
    pub creature: Option<usize>,
    /// Its name.
    pub name: String,
    /// Of several that one table stands for, which one, from 0.
    pub nth: usize,
    /// Its letter on a drawn board.
    pub letter: char,
    /// Its side.
    pub side: Side,
    /// Where it stands, as the file says it; see [`Places`](super::Places).
    pub at: Word<'d>,
}

/// So many combatants are read at most: one too many tells enough.
const MOST_READ: usize = Id::MOST + 1;

/// One of those whom a table under `combatant` stands for.
#[derive(Clone, Debug, Default)]
struct Called<'d> {
    name: String,
    /// Of several, which one, from 0.
    nth: usize,
    /// What a file says of this member of a party beforehand.
    member: Option<Row<'d>>,
}

impl<'d> Called<'d> {
    /// The table as far as it is about this one.
    fn table(&self, row: &Row<'d>) -> Row<'d> {
        self.member.as_ref().map_or_else(|| row.clone(), |member| row.going_on_in(member))
    }
}

/// Reads all combatants: names, sides and creatures are checked, everything else is `by`'s.
pub fn combatants<'d, T, S>(
    file: &Row<'d>,
    names: &Names,
    sides: &Sides,
    creatures: &[Entry<'d, T>],
    mut by: impl FnMut(Combatant<'d>) -> S,
) -> Vec<S> {
    let creatures = creatures.iter().map(|creature| (creature.name.as_str(), &creature.row)).collect();
    let mut each = Reading { names, sides, creatures, taken: Vec::new() };
    members(file, |row| drop(by(each.one(row, Called::default()))));
    let coming = called(file);
    let names: Vec<String> = coming.iter().flatten().map(|called| called.name.clone()).collect();
    let mut coming = coming.into_iter();
    let mut keys = Vec::new();
    let all = file.tables("combatant", "Who fights.", |row| {
        let is_full = each.taken.len() >= MOST_READ;
        let read = |called: Called<'d>| {
            if row.has("party") {
                has_no_place(&called);
            }
            let row = called.table(row);
            let read = by(each.one(&row, called));
            row.rest_is_unknown();
            if file.has("member") {
                keys.extend(row.all_asked());
            }
            read
        };
        let called = coming.next().unwrap_or_else(|| vec![Called::default()]);
        if called.is_empty() {
            row.forgive();
            if !is_full {
                nobody_comes(row);
            }
        }
        called.into_iter().map(read).collect::<Vec<S>>()
    });
    let mut all: Vec<S> = all.into_iter().flatten().collect();
    keys.sort_unstable();
    keys.dedup();
    each.who_stays_away(file, &names, &keys);
    if all.is_empty() && !file.describes() {
        let help = "add a [[combatant]] with name, creature, side and at";
        file.reader().wrong(&file.place(), "nobody fights here", help);
    }
    all.truncate(Id::MOST);
    all
}

/// The members of parties. What one of them has is read where somebody of that name fights; here it is described, and who
/// they are is checked.
fn members<'d>(file: &Row<'d>, describe: impl FnOnce(&Row<'d>)) {
    let about = "Members of a party: each fights where a combatant is called so, or where the party comes.";
    let mut describe = Some(describe);
    let mut known: Vec<&str> = Vec::new();
    file.tables("member", about, |row| {
        if row.describes() {
            describe.take().into_iter().for_each(|describe| describe(row));
            // Where it stands, the encounter says.
            row.forgets(&["count", "party"]);
            row.needs_not("at");
            row.needs(&["name", "side"]);
            return;
        }
        if let Some(place) = row.place_of("count") {
            row.reader().wrong(&place, "a member is one person", "several of a kind are a [[combatant]] with `count`");
        }
        let name = row.needed("name", "");
        row.needs(&["side"]);
        row.forgive();
        if known.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
            let message = format!("two members are called `{}`", short(&name));
            row.reader().wrong(&name.place, message, "each has one table");
        }
        known.push(name.text());
    });
}

/// A place of its own, which the party's place takes from a member.
fn has_no_place(called: &Called) {
    if let Some((row, place)) = called.member.as_ref().and_then(|row| Some((row, row.place_of("at")?))) {
        let help =
            format!("call {0} by name instead: a [[combatant]] with name = \"{0}\" and `at`", short(&called.name));
        row.reader().wrong(&place, "a party stands around its own `at`", help);
    }
}

/// Whom each table under `combatant` stands for, in their order: looked at beforehand. Behind one too many they stand for
/// nobody.
fn called<'d>(file: &Row<'d>) -> Vec<Vec<Called<'d>>> {
    let (tables, members) = (file.peek("combatant"), file.peek("member"));
    let text = |row: &Row<'d>, key| row.word(key, "").map_or("", |word| word.text());
    let by_name = tables.iter().filter(|table| !table.has("party"));
    let alone: Vec<&str> = by_name.map(|table| text(table, "name")).collect();
    let is_alone = |name: &str| alone.iter().any(|alone| alone.eq_ignore_ascii_case(name));
    let in_parties = members.iter().filter(|row| !is_alone(text(row, "name")));
    let in_parties: Vec<_> = in_parties.map(|row| (text(row, "name"), text(row, "side"), row)).collect();
    let of_table = |table: &Row<'d>| -> Vec<Called<'d>> {
        if let Some(party) = table.word("party", "") {
            let of_it = in_parties.iter().filter(|(_, side, _)| *side == party.text());
            let member = |(nth, (name, _, row)): (usize, &(&str, &str, &Row<'d>))| Called {
                name: (*name).to_owned(),
                nth,
                member: Some((*row).clone()),
            };
            return of_it.take(MOST_READ).enumerate().map(member).collect();
        }
        let name = text(table, "name");
        match count(table) {
            1 => {
                let member = members.iter().find(|row| text(row, "name").eq_ignore_ascii_case(name)).cloned();
                vec![Called { name: name.to_owned(), nth: 0, member }]
            }
            count => (0..count).map(|nth| Called { name: format!("{name}-{}", nth + 1), nth, member: None }).collect(),
        }
    };
    let mut room = MOST_READ;
    let called = |table: &Row<'d>| {
        let mut called = if room > 0 { of_table(table) } else { Vec::new() };
        called.truncate(room);
        room -= called.len();
        called
    };
    tables.iter().map(called).collect()
}

/// How many of a kind a table stands for.
fn count(row: &Row) -> usize {
    let about = "How many of them there are, each called by the name and a number: `Goblin-1`; 1 by default.";
    row.number("count", about, 1..=Id::MOST as i64).unwrap_or(1)
}

/// The names of all combatants in their order, looked at beforehand.
#[must_use]
pub fn everybody_named(file: &Row) -> Vec<String> {
    called(file).into_iter().flatten().map(|called| called.name).collect()
}

/// The side of each combatant, as the file says it, looked at beforehand.
pub(super) fn everybodys_side<'d>(file: &Row<'d>) -> Vec<Word<'d>> {
    let side = |(table, called): (&Row<'d>, Vec<Called<'d>>)| {
        called.iter().filter_map(|one| one.table(table).word("side", "")).collect::<Vec<_>>()
    };
    file.peek("combatant").iter().zip(called(file)).flat_map(side).collect()
}

/// What combatants are read with.
struct Reading<'r, 'd> {
    names: &'r Names,
    sides: &'r Sides,
    /// Their names, and what describes them.
    creatures: Vec<(&'r str, &'r Row<'d>)>,
    /// Names and letters of those who have been read.
    taken: Vec<(String, char)>,
}

impl<'d> Reading<'_, 'd> {
    /// One combatant.
    fn one(&mut self, row: &Row<'d>, called: Called<'d>) -> Combatant<'d> {
        self.name(row, &called);
        let side = row.word("side", "Its side.");
        let at = row.needed("at", "The cell where it begins: `\"D7\"`.");
        // It has been looked at beforehand; here it is read, so that the key is known.
        count(row);
        let reader = row.reader();
        let creature = row.word("creature", "The creature whose sheet it has; what is said here lies over it.");
        let known: Vec<&str> = self.creatures.iter().map(|(name, _)| *name).collect();
        let creature = creature.and_then(|word| reader.find("creature", &word, &known));
        let base = creature.and_then(|at| self.creatures.get(at));
        let letter = self.names.letter(&called.name, |letter| self.taken.iter().any(|(_, known)| *known == letter));
        self.taken.push((called.name.clone(), letter));
        Combatant {
            row: base.map_or_else(|| row.clone(), |(_, base)| row.over(base)),
            creature,
            letter,
            side: side.map_or(Side(0), |side| self.sides.find(&side)),
            name: called.name,
            nth: called.nth,
            at,
        }
    }

    /// What can be said of members whom nobody calls: `keys` are those that others have been asked for.
    fn who_stays_away(&self, file: &Row<'d>, called: &[String], keys: &[&'static str]) {
        let comes = |row: &Row| {
            let name = row.word("name", "");
            name.is_none_or(|name| called.iter().any(|called| called.eq_ignore_ascii_case(&name)))
        };
        for row in file.peek("member").iter().filter(|row| !keys.is_empty() && !comes(row)) {
            row.knows(keys);
            let known: Vec<&str> = self.creatures.iter().map(|(name, _)| *name).collect();
            if let Some(creature) = row.word("creature", "") {
                row.reader().find("creature", &creature, &known);
            }
            row.rest_is_unknown();
        }
    }

    /// Checks what somebody is called.
    fn name(&self, row: &Row<'d>, called: &Called<'d>) {
        let name = row.word("name", "One word, by which it is called everywhere.");
        let about = "Instead of a name: all members of this side who are not called by name, the first of them at the \
                     cell, the others around it.";
        let party = row.word("party", about);
        if row.describes() {
            return;
        }
        row.needs(&["name", "side"]);
        let (reader, Some(name)) = (row.reader(), name) else { return };
        if let Some(party) = party.filter(|_| row.own_has("name")) {
            reader.wrong(&party.place, "a combatant has a name or is a party", "leave one of the two out");
        }
        if let Err(why) = self.names.check(&called.name) {
            reader.wrong(&name.place, why, self.names.example);
        }
        if self.taken.iter().any(|(known, _)| known.eq_ignore_ascii_case(&called.name)) {
            let message = format!("two combatants are called `{}`", short(&called.name));
            reader.wrong(&name.place, message, format!("number the copies: `{}-2`", short(&name)));
        }
        if self.taken.len() == Id::MOST {
            row.wrong("more combatants than can be told apart", format!("at most {} can fight one battle", Id::MOST));
        }
    }
}

/// A party has no members.
fn nobody_comes(row: &Row) {
    if let Some(party) = row.word("party", "") {
        let message = format!("nobody of `{}` is left to come", short(&party));
        let help = "members are tables of their own, here or in a file that is included: [[member]] with name and side";
        row.reader().wrong(&party.place, message, help);
    }
}
