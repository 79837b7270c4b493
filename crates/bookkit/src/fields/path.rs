//! From paths to rows.

use skirmish_kernel::words::{did_you_mean, short};
use skirmish_kernel::{Edict, Id, Op, Refusal, Value};

use super::{Change, Family, Field, Fields, Members, Set, SetSheet, SetWorld, SheetField, World};
use crate::stat::{self, Stat};

/// What a field of a combatant is.
enum Row<B: Fields> {
    Stat(&'static Stat<B::Sheet, B::Rules>),
    Sheet(&'static SheetField<B>),
    State(&'static Field<B>),
    Family(&'static Family<B>),
}

/// The row of a field; names that a number had once come last.
fn row<B: Fields>(field: &str) -> Option<Row<B>> {
    let own = B::COMMON.iter().find(|(common, _)| *common == field);
    let field = own.map_or(field, |(_, own)| own);
    let stat = B::STATS.iter().find(|stat| stat.name == field).map(Row::Stat);
    let sheet = || B::SHEET.iter().find(|row| row.name == field).map(Row::Sheet);
    let state = || B::STATE.iter().find(|row| row.name == field).map(Row::State);
    let family = || {
        let (name, _) = field.split_once('.')?;
        B::FAMILIES.iter().find(|row| row.name == name || row.once.contains(&name)).map(Row::Family)
    };
    let once = || stat::find(B::STATS, field).map(Row::Stat);
    stat.or_else(sheet).or_else(state).or_else(once).or_else(family)
}

/// The path by the name that its field has today, where it is written with an older one.
#[must_use]
pub fn todays_path<B: Fields>(path: &str) -> Option<String> {
    let Some((name, field)) = path.split_once('.') else {
        let row = B::WORLD.iter().find(|row| row.is_called(path))?;
        return (row.name != path).then(|| row.name.to_owned());
    };
    let now = match row::<B>(field)? {
        Row::Stat(stat) => stat.name.to_owned(),
        Row::Family(family) => format!("{}.{}", family.name, member(field)),
        Row::Sheet(_) | Row::State(_) => return None,
    };
    (now != field).then(|| format!("{name}.{now}"))
}

/// The part of a family's path behind its name.
fn member(field: &str) -> &str {
    field.split_once('.').map_or("", |(_, rest)| rest)
}

/// There is no such field.
pub fn unknown<'a>(field: &str, known: impl Iterator<Item = &'a str>) -> Refusal {
    Refusal::because(format!("there is no field `{}`{}", short(field), did_you_mean(field, known)))
}

fn unknown_field<B: Fields>(field: &str) -> Refusal {
    // Behind a known family's name the member is wrong, and has been refused by its reader.
    let known = fields::<B>().chain(B::FAMILIES.iter().map(|family| family.name));
    unknown(field, known)
}

/// Fields of a combatant, what play changes first: that is set most often.
fn fields<B: Fields>() -> impl Iterator<Item = &'static str> {
    let state = B::STATE.iter().map(|row| row.name);
    state.chain(B::SHEET.iter().map(|row| row.name)).chain(B::STATS.iter().map(|stat| stat.name))
}

fn world<B: Fields>(g: &B::Setup, path: &str) -> Result<&'static World<B>, Refusal> {
    let people = (0..B::count(g)).map(|at| B::name(g, Id::new(at)));
    let known = || B::WORLD.iter().map(|row| row.name);
    let found = B::WORLD.iter().find(|row| row.is_called(path));
    found.ok_or_else(|| unknown(path, known().chain(people)))
}

/// Reads a field: `round`, `Ogre.hits`, `Ogre.saves.stamina`, `Ogre.range.Ann`, `rules.hits.times`.
///
/// # Errors
/// The nearest path.
pub fn read<B: Fields>(g: &B::Setup, s: &B::State, path: &str) -> Result<Value, Refusal> {
    if let Some(name) = path.strip_prefix("rules.") {
        let refuse = || Refusal::because(B::CATALOGUE.refuse(name, ""));
        return B::house_rule(g, name).map(Value::from).ok_or_else(refuse);
    }
    let Some((name, field)) = path.split_once('.') else {
        return world::<B>(g, path).map(|row| (row.read)(g, s));
    };
    let who = skirmish_kernel::combatant::<B>(g, name)?;
    match row::<B>(field).ok_or_else(|| unknown_field::<B>(field))? {
        Row::Stat(stat) => {
            let number = (stat.of)(&mut B::sheet_of(g, who).clone()).get();
            Ok(number.map_or_else(|| "none".into(), Value::from))
        }
        Row::Sheet(row) => Ok((row.read)(g, who)),
        Row::State(row) => Ok((row.read)(g, s, who)),
        Row::Family(row) => (row.read)(g, s, who, member(field)),
    }
}

/// Every path.
pub fn paths<B: Fields>(g: &B::Setup) -> Vec<String> {
    let mut all: Vec<String> = B::WORLD.iter().map(|row| row.name.to_owned()).collect();
    for who in (0..B::count(g)).map(Id::new) {
        let name = B::name(g, who);
        all.extend(fields::<B>().map(|field| format!("{name}.{field}")));
        for family in B::FAMILIES {
            let Members::These(members) = family.members else { continue };
            all.extend(members(g, who).iter().map(|member| format!("{name}.{}.{member}", family.name)));
        }
    }
    all.extend(B::CATALOGUE.switches.iter().map(|switch| format!("rules.{}", switch.name)));
    all
}

/// Words that a field may be set to, where they can be listed.
pub fn values<B: Fields>(g: &B::Setup, s: &B::State, path: &str) -> Vec<String> {
    if let Some(name) = path.strip_prefix("rules.") {
        let found = B::CATALOGUE.switches.iter().find(|switch| switch.name == name);
        return found.map_or(Vec::new(), |switch| switch.values.iter().map(|word| (*word).to_owned()).collect());
    }
    let Some((name, field)) = path.split_once('.') else {
        let words = world::<B>(g, path).ok().and_then(|row| row.words);
        return words.map_or(Vec::new(), |words| words(g, s));
    };
    let Ok(who) = skirmish_kernel::combatant::<B>(g, name) else { return Vec::new() };
    match row::<B>(field) {
        Some(Row::State(Field { words: Some(words), .. })) => words(g, s, who),
        Some(Row::State(Field { known: known @ [_, ..], .. })) => known.iter().map(|word| (*word).to_owned()).collect(),
        Some(Row::State(Field { set: Set::Flag(_) | Set::YesNo(_) | Set::YesNoBy(_), .. })) => {
            vec!["yes".into(), "no".into()]
        }
        Some(Row::Sheet(SheetField { words: Some(words), .. })) => words(g, who),
        Some(Row::Stat(_) | Row::Sheet(_) | Row::State(_) | Row::Family(_)) | None => Vec::new(),
    }
}

/// Does this edict change sheets, rules or the list of combatants?
pub fn changes_setup<B: Fields>(edict: &Edict) -> bool {
    match edict {
        Edict::Set { path, .. } => is_of_setup::<B>(path),
        Edict::Command { verb, .. } => {
            B::COMMANDS.iter().any(|command| command.verb() == verb && command.setup.is_some())
        }
    }
}

fn is_of_setup<B: Fields>(path: &str) -> bool {
    if path.starts_with("rules.") {
        return true;
    }
    let Some((_, field)) = path.split_once('.') else { return false };
    match row::<B>(field) {
        Some(Row::Stat(_) | Row::Sheet(_)) => true,
        Some(Row::Family(family)) => family.set.is_some(),
        Some(Row::State(_)) | None => false,
    }
}

/// The part of an edict that changes the setup.
///
/// # Errors
/// Why it cannot be done; nothing is changed.
pub fn change_setup<B: Fields>(g: &mut B::Setup, s: &B::State, edict: &Edict) -> Result<(), Refusal> {
    match edict {
        Edict::Set { path, op, value } => set_setup::<B>(g, path, *op, value)?,
        Edict::Command { verb, words } => {
            let found = B::COMMANDS.iter().find(|command| command.verb() == verb);
            if let Some(change) = found.and_then(|command| command.setup) {
                change(g, s, words)?;
            }
        }
    }
    B::derive(g);
    B::fits(g, s)
}

/// Sets a house rule or a field of a sheet. What a sheet was once made from is not made anew.
fn set_setup<B: Fields>(g: &mut B::Setup, path: &str, op: Op, value: &str) -> Result<(), Refusal> {
    if let Some(name) = path.strip_prefix("rules.") {
        return B::set_house_rule(g, name, value).map_err(Refusal::because);
    }
    let change = Change { op, value };
    let (who, field) = whose::<B>(g, path)?;
    let mut sheet = B::sheet_of(g, who).clone();
    match row::<B>(field).ok_or_else(|| unknown_field::<B>(field))? {
        Row::Stat(stat) => stat::change(stat, &mut sheet, op, value)?,
        Row::Sheet(SheetField { set: SetSheet::Never(why), .. }) => return Err(Refusal::because(*why)),
        Row::Sheet(SheetField { set: SetSheet::By(set), .. }) => set(g, who, &mut sheet, &change)?,
        Row::Family(Family { set: Some(set), .. }) => set(g, &mut sheet, member(field), &change)?,
        Row::State(_) | Row::Family(_) => return Ok(()),
    }
    B::put_sheet(g, who, sheet)
}

fn whose<'p, B: Fields>(g: &B::Setup, path: &'p str) -> Result<(Id, &'p str), Refusal> {
    let Some((name, field)) = path.split_once('.') else {
        return Err(Refusal::because(format!("`{}`: whose? For example `Ogre.{} = 5`", short(path), example::<B>())));
    };
    Ok((skirmish_kernel::combatant::<B>(g, name)?, field))
}

/// A field that is set often.
fn example<B: Fields>() -> &'static str {
    B::STATE.first().map_or("side", |row| row.name)
}

/// The part of an edict that changes the state.
///
/// # Errors
/// Why it cannot be done; nothing is changed.
pub fn decree<B: Fields>(g: &B::Setup, s: &mut B::State, edict: &Edict) -> Result<(), Refusal> {
    match edict {
        Edict::Set { path, .. } if is_of_setup::<B>(path) => {}
        Edict::Set { path, op, value } => set::<B>(g, s, path, &Change { op: *op, value })?,
        Edict::Command { verb, words } => {
            let known = || B::COMMANDS.iter().map(super::Command::verb);
            let found = B::COMMANDS.iter().find(|command| command.verb() == verb);
            let command = found.ok_or_else(|| {
                let near = did_you_mean(verb, known());
                Refusal::because(format!(
                    "`{}` is no command{} They are {}; or set a field: `Ogre.{} = 12`",
                    short(verb),
                    if near.is_empty() { "." } else { &near },
                    known().collect::<Vec<_>>().join(", "),
                    example::<B>()
                ))
            })?;
            (command.state)(g, s, words.trim())?;
        }
    }
    B::keep(g, s);
    Ok(())
}

fn follows(field: &str, from: &str) -> Refusal {
    Refusal::because(format!("`{field}` follows from {from} and cannot be set by itself"))
}

fn set<B: Fields>(g: &B::Setup, s: &mut B::State, path: &str, change: &Change) -> Result<(), Refusal> {
    if let Some(row) = B::WORLD.iter().find(|row| row.is_called(path)) {
        return match row.set {
            SetWorld::FollowsFrom(from) => Err(follows(row.name, from)),
            SetWorld::By(set) => set(g, s, change),
        };
    }
    let (who, field) = whose::<B>(g, path)?;
    match row::<B>(field).ok_or_else(|| unknown_field::<B>(field))? {
        Row::State(row) => match &row.set {
            Set::FollowsFrom(from) => Err(follows(row.name, from)),
            Set::Flag(set) => {
                let yes = change.yes_no()?;
                set(s).set(who, yes);
                Ok(())
            }
            Set::YesNo(of) => {
                *of(s, who) = change.yes_no()?;
                Ok(())
            }
            Set::YesNoBy(set) => set(g, s, who, change.yes_no()?),
            Set::Number(range, of) => {
                let old = of(s, who).get().unwrap_or(0);
                let new = stat::changed(old, change.op, change.value, range)?;
                of(s, who).set(new);
                Ok(())
            }
            Set::By(set) => set(g, s, who, change),
        },
        Row::Family(family) => Err(follows(family.name, "other fields")),
        Row::Stat(_) | Row::Sheet(_) => Ok(()),
    }
}
