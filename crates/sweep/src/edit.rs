//! Reading and setting one value of an encounter's text; everything else of it stays as it is.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use crate::path::{Path, Step};

/// The value at a path, if one stands there.
pub(crate) fn get<'d>(document: &'d DocumentMut, path: &Path) -> Option<&'d Item> {
    let (last, steps) = path.steps().split_last()?;
    let mut table: &dyn TableLike = document.as_table();
    for step in steps {
        table = enter(table, step)?;
    }
    match &last.pick {
        None => table.get(&last.key),
        Some(_) => None,
    }
}

pub(crate) fn enter<'d>(table: &'d dyn TableLike, step: &Step) -> Option<&'d dyn TableLike> {
    let item = table.get(&step.key)?;
    let Some(pick) = &step.pick else { return item.as_table_like() };
    if let Some(tables) = item.as_array_of_tables() {
        let names: Vec<Option<&str>> = tables.iter().map(|table| name(table)).collect();
        return tables.get(place(&names, pick)?).map(|table| table as &dyn TableLike);
    }
    let values = item.as_array()?;
    values.get(place(&inline_names(values), pick)?)?.as_inline_table().map(|table| table as &dyn TableLike)
}

/// Which of some tables is meant: the one of that name, else the one of that number, from 1.
fn place(names: &[Option<&str>], pick: &str) -> Option<usize> {
    let nth = || pick.parse::<usize>().ok().and_then(|nth| nth.checked_sub(1)).filter(|at| *at < names.len());
    names.iter().position(|name| *name == Some(pick)).or_else(nth)
}

/// What an entry of a list is called.
fn name(table: &dyn TableLike) -> Option<&str> {
    table.get("name").and_then(Item::as_str)
}

/// Sets a value. Tables that are not there are made; an entry of a list of tables that is not there is added with its
/// name, and an inline list grows inline.
///
/// # Errors
/// The step at which something else stands in the way.
pub(crate) fn set(document: &mut DocumentMut, path: &Path, value: &toml::Value) -> Result<(), String> {
    let value: Value = value.to_string().parse().map_err(|_| "this value cannot be written".to_owned())?;
    let Some((last, steps)) = path.steps().split_last() else { return Ok(()) };
    if last.pick.is_some() {
        return Err(format!("`{path}` is a whole entry; name a key in it, as `{path}.hp`"));
    }
    let mut table: &mut dyn TableLike = document.as_table_mut();
    for step in steps {
        table = enter_or_make(table, step).ok_or_else(|| in_the_way(path, step))?;
    }
    match table.get_mut(&last.key) {
        // What stands around the old value, a comment for instance, stays.
        Some(Item::Value(old)) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        Some(Item::Table(_) | Item::ArrayOfTables(_)) => return Err(in_the_way(path, last)),
        Some(item) => *item = Item::Value(value),
        None => {
            table.insert(&last.key, Item::Value(value));
        }
    }
    Ok(())
}

fn in_the_way(path: &Path, step: &Step) -> String {
    match &step.pick {
        Some(_) => format!("`{}` of `{path}` is no list of tables", step.key),
        None => format!("`{}` of `{path}` is of another kind: a list has its entry in brackets, `[NAME]`", step.key),
    }
}

fn enter_or_make<'d>(table: &'d mut dyn TableLike, step: &Step) -> Option<&'d mut dyn TableLike> {
    let is_inline = table.get(&step.key).is_none_or(Item::is_value);
    let Some(pick) = &step.pick else {
        let item = table.entry(&step.key).or_insert_with(|| Item::Table(implicit()));
        return item.as_table_like_mut();
    };
    if table.get(&step.key).is_none() {
        table.insert(&step.key, Item::ArrayOfTables(ArrayOfTables::new()));
    }
    let item = table.get_mut(&step.key)?;
    if item.is_array_of_tables() {
        let tables = item.as_array_of_tables_mut()?;
        let names: Vec<Option<&str>> = tables.iter().map(|table| name(table)).collect();
        let found = place(&names, pick);
        let at = found.unwrap_or(tables.len());
        if found.is_none() {
            let mut entry = Table::new();
            entry.insert("name", Item::Value(pick.as_str().into()));
            tables.push(entry);
        }
        return tables.get_mut(at).map(|table| table as &mut dyn TableLike);
    }
    let values = item.as_array_mut().filter(|_| is_inline)?;
    let found = place(&inline_names(values), pick);
    let at = found.unwrap_or(values.len());
    if found.is_none() {
        let mut entry = InlineTable::new();
        entry.insert("name", pick.as_str().into());
        values.push(entry);
    }
    values.get_mut(at)?.as_inline_table_mut().map(|table| table as &mut dyn TableLike)
}

fn inline_names(values: &Array) -> Vec<Option<&str>> {
    values.iter().map(|value| value.as_inline_table().and_then(|table| name(table))).collect()
}

fn implicit() -> Table {
    let mut table = Table::new();
    table.set_implicit(true);
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
title = \"Yard\"   # a comment
[map]
width = 4
[[combatant]]
name = \"Ash\"
hp = 7            # hurt
weapon = [{ name = \"rapier\", parry = 3 }]
[[combatant]]
name = \"Oak\"
";

    fn changed(path: &str, value: toml::Value) -> Result<String, String> {
        let mut document: DocumentMut = TEXT.parse().expect("TOML");
        let path = Path::parse(path)?;
        set(&mut document, &path, &value)?;
        let text = document.to_string();
        let again: DocumentMut = text.parse().expect("still TOML");
        let written = get(&again, &path).and_then(Item::as_value).expect("it stands there");
        assert_eq!(written.clone().decorated("", "").to_string(), value.to_string(), "{text}");
        Ok(text)
    }

    #[test]
    fn one_value_changes_and_the_rest_stays() {
        let text = changed("combatant[Ash].hp", 9.into()).expect("it can be set");
        assert_eq!(text, TEXT.replace("hp = 7 ", "hp = 9 "));
        let text = changed("combatant[1].weapon[rapier].parry", 4.into()).expect("it can be set");
        assert_eq!(text, TEXT.replace("parry = 3", "parry = 4"));
    }

    #[test]
    fn what_is_missing_is_made() {
        let text = changed("rules.cover.half", 2.into()).expect("it can be set");
        assert!(text.contains("[rules]\n\"cover.half\" = 2\n"), "{text}");
        let text = changed("combatant[Oak].weapon[mace].parry", 1.into()).expect("it can be set");
        assert!(text.contains("[[combatant.weapon]]\nname = \"mace\"\nparry = 1\n"), "{text}");
        let text = changed("combatant[Ash].weapon[dagger].parry", 1.into()).expect("it can be set");
        assert!(text.contains("{ name = \"rapier\", parry = 3 }, { name = \"dagger\", parry = 1 }"), "{text}");
        let text = changed("combatant[Oak].skills.athletics", 1.into()).expect("it can be set");
        assert!(
            text.parse::<toml::Table>().expect("TOML")["combatant"][1]["skills"]["athletics"].as_integer() == Some(1)
        );
        changed("calm", true.into()).expect("it can be set");
    }

    #[test]
    fn what_stands_in_the_way_is_said() {
        for path in ["map[x].y", "title.x", "combatant.x", "map", "combatant[Ash]", "combatant"] {
            assert!(changed(path, 1.into()).is_err(), "{path}");
        }
    }
}
