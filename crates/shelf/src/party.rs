//! What a battle leaves: its people, for the next one.

use skirmish_kernel::{Battle, Carried, Diagnostic, Source};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, Value};

/// The people of a battle as the members of a party: a file that an encounter includes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Party {
    /// The file: what the encounter says of them, as the battle has left them, with everything that it says of creatures
    /// and of what they use.
    pub text: String,
    /// Who is in it.
    pub members: Vec<String>,
    /// Who is not, and why.
    pub left: Vec<(String, &'static str)>,
}

/// The people of a battle, of all sides or of one, as it stands; `encounter` is what it was opened from.
///
/// # Errors
/// When the encounter is no TOML.
pub fn party(encounter: &Source, battle: &dyn Battle, side: Option<&str>) -> Result<Party, Vec<Diagnostic>> {
    let document: DocumentMut = encounter
        .part()
        .parse()
        .map_err(|error: toml_edit::TomlError| vec![encounter.error(error.span().unwrap_or(0..0), error.message())])?;
    let known = Known { combatants: tables(&document, "combatant"), members: tables(&document, "member") };
    let mut party = Party { text: String::new(), members: Vec::new(), left: Vec::new() };
    let mut all = ArrayOfTables::new();
    for (combatant, carried) in battle.combatants().iter().zip(battle.carried()) {
        let their_side = battle.sides().get(usize::from(combatant.side.0)).map_or("", String::as_str);
        if side.is_some_and(|side| side != their_side) {
            continue;
        }
        let name = &combatant.name;
        let (table, carried) = match (known.table(name), carried) {
            // Somebody whom a rule might have called has never been there.
            (None, None) => continue,
            (Some(_), None) => {
                party.left.push((name.clone(), "dead"));
                continue;
            }
            (None, Some(_)) => {
                party.left.push((name.clone(), "came in the middle of the battle, and stands in no file"));
                continue;
            }
            (Some(table), Some(carried)) => (table, carried),
        };
        all.push(member(name, their_side, &table, &carried));
        party.members.push(name.clone());
    }
    party.text = text(&document, battle, all, &party.left);
    Ok(party)
}

/// What the encounter says of its people.
struct Known {
    combatants: Vec<Table>,
    members: Vec<Table>,
}

impl Known {
    /// Everything that is said of one of them.
    fn table(&self, name: &str) -> Option<Table> {
        let called = |table: &&Table| text_of(table, "name").eq_ignore_ascii_case(name);
        let one_of_several = |table: &&Table| {
            let number = name.strip_prefix(text_of(table, "name")).and_then(|rest| rest.strip_prefix('-'));
            table.contains_key("count") && number.is_some_and(|number| number.parse::<u32>().is_ok())
        };
        let of_party = |table: &&Table| self.members.iter().any(|member| called(&member) && is_of_party(member, table));
        let member = self.members.iter().find(called);
        let combatant = self.combatants.iter().find(called);
        let combatant = combatant.or_else(|| self.combatants.iter().find(one_of_several));
        let combatant = combatant.or_else(|| self.combatants.iter().find(of_party));
        let mut whole = member.cloned().unwrap_or_default();
        combatant?.iter().for_each(|(key, item)| {
            whole.insert(key, item.clone());
        });
        Some(whole)
    }
}

fn is_of_party(member: &Table, combatant: &Table) -> bool {
    combatant.contains_key("party") && text_of(combatant, "party") == text_of(member, "side")
}

fn text_of<'t>(table: &'t Table, key: &str) -> &'t str {
    table.get(key).and_then(Item::as_str).unwrap_or("")
}

/// The tables under a key, however they are written.
fn tables(document: &DocumentMut, key: &str) -> Vec<Table> {
    let item = document.get(key).cloned().unwrap_or_default();
    item.into_array_of_tables().map_or_else(|_| Vec::new(), |tables| tables.into_iter().collect())
}

/// One member, as the battle has left them.
fn member(name: &str, side: &str, said: &Table, carried: &[Carried]) -> Table {
    let mut table = Table::new();
    table.insert("name", toml_edit::value(name));
    table.insert("side", toml_edit::value(side));
    let of_the_battle = |key: &str| ["name", "side", "at", "count", "party"].contains(&key);
    for (key, item) in said.iter().filter(|(key, _)| !of_the_battle(key)) {
        table.insert(key, unplaced(item.clone()));
    }
    for Carried { key, value } in carried {
        match value.as_ref().and_then(|value| value.parse::<Value>().ok()) {
            Some(value) => table.insert(key, Item::Value(value)),
            None => table.remove(key),
        };
    }
    table
}

/// The same, wherever it stood: tables of a file know their place in it.
fn unplaced(mut item: Item) -> Item {
    match &mut item {
        Item::Table(table) => unplace(table),
        Item::ArrayOfTables(tables) => tables.iter_mut().for_each(unplace),
        Item::None | Item::Value(_) => {}
    }
    item
}

fn unplace(table: &mut Table) {
    table.set_position(None);
    for (_, item) in table.iter_mut() {
        *item = unplaced(std::mem::take(item));
    }
}

/// The file.
fn text(encounter: &DocumentMut, battle: &dyn Battle, members: ArrayOfTables, left: &[(String, &str)]) -> String {
    let title = battle.title();
    let mut text = format!("# Who was in “{title}”, as it left them.\n");
    for (name, why) in left {
        text.push_str(&format!("# Not {name}: {why}.\n"));
    }
    let mut document = DocumentMut::new();
    document.insert("rulebook", toml_edit::value(battle.game()));
    // People of its own, and its map and house rules, are that encounter's alone.
    for (key, item) in encounter.iter().filter(|(key, _)| !["combatant", "member"].contains(key)) {
        if let Ok(tables) = item.clone().into_array_of_tables()
            && !tables.is_empty()
        {
            document.insert(key, unplaced(Item::ArrayOfTables(tables)));
        }
    }
    if !members.is_empty() {
        document.insert("member", Item::ArrayOfTables(members));
    }
    text.push_str(&document.to_string());
    text
}
