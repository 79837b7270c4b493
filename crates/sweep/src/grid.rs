//! A plan bound to an encounter: which of what varies is there, and the cells that come of it.

use std::ops::Range;

use skirmish_kernel::words::{list, nearest, short};
use skirmish_kernel::{Diagnostic, Game, Source};
use toml_edit::{DocumentMut, Item, TableLike};

use crate::axis::{Axis, Change, Setting};
use crate::base::Unknown;
use crate::path::Path;
use crate::plan::{Choosing, Plan};
use crate::{base, edit};

/// An encounter that a plan names.
pub struct Ground<'g> {
    /// As the plan names it.
    pub name: String,
    /// Its game.
    pub game: &'g dyn Game,
    /// Its file.
    pub source: Source,
}

/// An encounter and what varies in it.
pub struct Grid<'g> {
    /// The encounter.
    pub ground: Ground<'g>,
    /// What varies here, in the order of the plan.
    pub axes: Vec<Bound>,
    /// The number of its first cell.
    pub first: usize,
    pub(crate) document: DocumentMut,
}

/// One of the plan's axes in one encounter.
pub struct Bound {
    /// Which axis of the plan.
    pub axis: usize,
    /// For each of its levels, what is set to what.
    pub levels: Vec<Vec<Put>>,
}

/// A value of an encounter, and what it becomes.
#[derive(Clone, Debug)]
pub struct Put {
    /// Which value, in the encounter's file.
    pub path: Path,
    /// The same as the plan says it.
    pub told: Path,
    /// What it is.
    pub value: toml::Value,
    /// How much of that the plan has added, where it adds.
    pub added: Option<toml::Value>,
    /// Where the plan says so.
    pub at: Range<usize>,
}

/// One cell: an encounter, and a level of each axis that is bound there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Which grid.
    pub grid: usize,
    /// A level for each of the grid's axes.
    pub levels: Vec<usize>,
}

impl<'g> Grid<'g> {
    /// Binds the plan's axes to an encounter.
    pub(crate) fn new(
        plan: &Plan,
        ground: Ground<'g>,
        first: usize,
        bound: &mut Bindings,
    ) -> Result<Self, Vec<Diagnostic>> {
        // Whether the encounter itself is in order, its book says best.
        ground.game.fights(&ground.source, plan.seed)?;
        let no_toml =
            |error: toml_edit::TomlError| vec![ground.source.error(error.span().unwrap_or(0..0), error.message())];
        let document: DocumentMut = ground.source.part().trim_start_matches('\u{feff}').parse().map_err(no_toml)?;
        let words = Words::of(&ground, &document);
        let mut grid = Self { ground, axes: Vec::new(), first, document };
        let mut wrong = Vec::new();
        for (at, axis) in plan.axes.iter().enumerate() {
            let named = axis.within.iter().any(|(name, _)| *name == grid.ground.name);
            if !axis.within.is_empty() && !named {
                continue;
            }
            match grid.bind(plan, axis, &words, bound) {
                Ok(levels) if levels.iter().all(Vec::is_empty) => {}
                Ok(levels) => grid.axes.push(Bound { axis: at, levels }),
                Err(diagnostic) => wrong.push(*diagnostic),
            }
        }
        bound.note_words(words);
        wrong.extend(grid.conflicts(plan));
        if wrong.is_empty() { Ok(grid) } else { Err(wrong) }
    }

    /// What each level of an axis sets here.
    fn bind(
        &self,
        plan: &Plan,
        axis: &Axis,
        words: &Words,
        bound: &mut Bindings,
    ) -> Result<Vec<Vec<Put>>, Box<Diagnostic>> {
        let mut bases: Vec<(Path, toml::Value)> = Vec::new();
        let mut levels = Vec::new();
        for level in &axis.levels {
            let mut puts = Vec::new();
            for setting in &level.changes {
                let Some(path) = words.resolve(&setting.path) else { continue };
                bound.note(setting);
                let value = self.value(plan, axis, setting, &path, &mut bases)?;
                let added = match &setting.change {
                    Change::Add(more) => Some(more.clone()),
                    Change::Set(_) => None,
                };
                puts.push(Put { path, told: setting.path.clone(), value, added, at: level.at.clone() });
            }
            levels.push(puts);
        }
        Ok(levels)
    }

    fn value(
        &self,
        plan: &Plan,
        axis: &Axis,
        setting: &Setting,
        path: &Path,
        bases: &mut Vec<(Path, toml::Value)>,
    ) -> Result<toml::Value, Box<Diagnostic>> {
        let more = match &setting.change {
            Change::Set(value) => return Ok(value.clone()),
            Change::Add(more) => more,
        };
        let wrong = |why: String| {
            let instead = match axis.by_case {
                true => format!("set = {{ \"{}\" = … }} in the place of add", setting.path),
                false => "values = […] in the place of add = […]".to_owned(),
            };
            let help = format!("say what it is to be instead: {instead} ({})", self.ground.name);
            Box::new(plan.source.error(setting.at.clone(), why).help(help))
        };
        if path.policy().is_some() {
            return Err(wrong("nothing can be added to a policy".into()));
        }
        if let Some((_, base)) = bases.iter().find(|(known, _)| known == path) {
            return base::sum(base, more).map_err(wrong);
        }
        let base = base::number(self.ground.game, &self.ground.source, &self.document, path);
        let base = base.map_err(|unknown| match unknown {
            Unknown::Value(why) => wrong(why),
            Unknown::Nothing(why, help) => {
                let diagnostic = plan.source.error(setting.at.clone(), why);
                Box::new(diagnostic.help(help.unwrap_or_else(|| format!("in {}", self.ground.name))))
            }
        })?;
        bases.push((path.clone(), base.clone()));
        base::sum(&base, more).map_err(wrong)
    }

    /// Values that two axes change, unless both add to them: what one sets, the other would undo.
    fn conflicts(&self, plan: &Plan) -> Vec<Diagnostic> {
        let mut wrong = Vec::new();
        let mut known: Vec<Touched<'_>> = Vec::new();
        for bound in &self.axes {
            let own = touched(bound);
            for one in &own {
                let clash = known.iter().find(|other| other.path == one.path && !(other.only_adds && one.only_adds));
                if let Some(other) = clash {
                    let name = |axis: usize| plan.axes.get(axis).map_or("", |axis| &axis.name);
                    let (first, second) = (short(name(other.axis)), short(name(one.axis)));
                    let message =
                        format!("`{}` varies twice in {}: by `{first}` and `{second}`", one.told, self.ground.name);
                    let help = "change it in one of them, or let both `add` to it: what they add is summed up";
                    wrong.push(plan.source.error(one.at.clone(), message).help(help));
                }
            }
            known.extend(own);
        }
        wrong
    }

    /// How many cells it has.
    #[must_use]
    pub fn count(&self) -> u128 {
        self.axes.iter().fold(1u128, |all, bound| all.saturating_mul(bound.levels.len() as u128))
    }

    /// The levels of its cell number `at`, from 0: the last axis changes fastest.
    pub(crate) fn levels(&self, at: usize) -> Vec<usize> {
        let mut rest = at;
        let mut levels: Vec<usize> = self
            .axes
            .iter()
            .rev()
            .map(|bound| {
                let count = bound.levels.len().max(1);
                let level = rest % count;
                rest /= count;
                level
            })
            .collect();
        levels.reverse();
        levels
    }

    /// The number of the cell with these levels, among all cells of the sweep.
    pub(crate) fn number(&self, levels: &[usize]) -> Option<usize> {
        if levels.len() != self.axes.len() {
            return None;
        }
        let mut at = 0usize;
        for (bound, level) in self.axes.iter().zip(levels) {
            let count = bound.levels.len();
            at = at.checked_mul(count)?.checked_add(*level).filter(|_| *level < count)?;
        }
        self.first.checked_add(at)
    }

    /// The text of the encounter with these levels, and the policies that they set.
    ///
    /// # Errors
    /// What stands in the way of a value, with the place that sets it.
    pub(crate) fn text(&self, levels: &[usize]) -> Result<(String, Vec<Choosing>), (Range<usize>, String)> {
        let mut document = self.document.clone();
        let mut policies = Vec::new();
        let puts = self.axes.iter().zip(levels).filter_map(|(bound, level)| bound.levels.get(*level)).flatten();
        let mut sums: Vec<(&Path, toml::Value)> = Vec::new();
        for put in puts {
            match put.path.policy() {
                None => {
                    let blamed = |why| (put.at.clone(), why);
                    // What another axis has added before stays.
                    let before = sums.iter_mut().find(|(path, _)| **path == put.path).map(|(_, value)| value);
                    let value = match (before, &put.added) {
                        (Some(before), Some(more)) => {
                            *before = base::sum(before, more).map_err(blamed)?;
                            before.clone()
                        }
                        _ => {
                            sums.push((&put.path, put.value.clone()));
                            put.value.clone()
                        }
                    };
                    edit::set(&mut document, &put.path, &value).map_err(blamed)?;
                }
                Some(side) => {
                    let no_text = || (put.at.clone(), "a policy is a text".to_owned());
                    let policy = put.value.as_str().ok_or_else(no_text)?;
                    let (side, policy) = (side.map(str::to_owned), policy.to_owned());
                    policies.push(Choosing { side, policy, at: put.at.clone() });
                }
            }
        }
        Ok((document.to_string(), policies))
    }
}

/// A value that an axis changes.
struct Touched<'b> {
    axis: usize,
    path: &'b Path,
    /// The path as the plan says it.
    told: String,
    only_adds: bool,
    at: Range<usize>,
}

/// Every value that an axis changes, once.
fn touched(bound: &Bound) -> Vec<Touched<'_>> {
    let mut all: Vec<Touched<'_>> = Vec::new();
    for put in bound.levels.iter().flatten() {
        let only_adds = put.added.is_some();
        match all.iter_mut().find(|known| *known.path == put.path) {
            Some(known) => known.only_adds &= only_adds,
            None => {
                let (path, told, at) = (&put.path, put.told.to_string(), put.at.clone());
                all.push(Touched { axis: bound.axis, path, told, only_adds, at });
            }
        }
    }
    all
}

/// What the first word of a path may be in one encounter.
struct Words {
    combatants: Vec<String>,
    keys: Vec<String>,
}

impl Words {
    fn of(ground: &Ground<'_>, document: &DocumentMut) -> Self {
        let mut keys: Vec<String> = document.as_table().iter().map(|(key, _)| key.to_owned()).collect();
        if let Some(properties) = ground.game.schema().get("properties").and_then(serde_json::Value::as_object) {
            keys.extend(properties.keys().cloned());
        }
        Self { combatants: names(document.get("combatant")), keys }
    }

    /// The path in the file, if it leads anywhere here.
    fn resolve(&self, path: &Path) -> Option<Path> {
        let is_policy = path.policy().is_some();
        if !is_policy && path.steps().len() > 1 && self.combatants.iter().any(|name| name == path.head()) {
            return Some(path.of_combatant());
        }
        (is_policy || self.keys.iter().any(|key| key == path.head())).then(|| path.clone())
    }
}

fn names(combatants: Option<&Item>) -> Vec<String> {
    let name = |table: &dyn TableLike| table.get("name").and_then(Item::as_str).map(str::to_owned);
    match combatants {
        Some(Item::ArrayOfTables(tables)) => tables.iter().filter_map(|table| name(table)).collect(),
        Some(Item::Value(toml_edit::Value::Array(values))) => {
            values.iter().filter_map(|value| value.as_inline_table().and_then(|table| name(table))).collect()
        }
        _ => Vec::new(),
    }
}

/// What of a plan has been found in some encounter.
#[derive(Default)]
pub(crate) struct Bindings {
    found: Vec<Range<usize>>,
    combatants: Vec<String>,
    keys: Vec<String>,
}

impl Bindings {
    fn note(&mut self, setting: &Setting) {
        if !self.found.contains(&setting.at) {
            self.found.push(setting.at.clone());
        }
    }

    fn note_words(&mut self, words: Words) {
        self.combatants.extend(words.combatants);
        self.keys.extend(words.keys);
    }

    /// What leads nowhere in any encounter.
    pub(crate) fn missing(&self, plan: &Plan) -> Vec<Diagnostic> {
        let mut wrong: Vec<Diagnostic> = Vec::new();
        let mut told: Vec<Range<usize>> = Vec::new();
        let is_known = |name: &str| plan.encounters.iter().any(|(known, _)| known == name);
        // Where it varies in an encounter that there is not, that is what is wrong.
        let axes = plan.axes.iter().filter(|axis| axis.within.iter().all(|(name, _)| is_known(name)));
        let settings = axes.flat_map(|axis| axis.levels.iter().map(move |level| (axis, level)));
        for (axis, setting) in
            settings.flat_map(|(axis, level)| level.changes.iter().map(move |setting| (axis, setting)))
        {
            if self.found.contains(&setting.at) || told.contains(&setting.at) {
                continue;
            }
            told.push(setting.at.clone());
            let head = setting.path.head();
            if self.combatants.iter().any(|name| name == head) {
                let message = format!("`{}` is a combatant: which of its values?", short(head));
                let help = format!("name one behind a dot, as the encounter does: `{}.hp`", short(head));
                wrong.push(plan.source.error(setting.at.clone(), message).help(help));
                continue;
            }
            let within = if axis.within.is_empty() { &plan.encounters } else { &axis.within };
            let message = format!("nobody and nothing is called `{}` in {}", short(head), encounters(within));
            let known = self.combatants.iter().chain(&self.keys).map(String::as_str);
            let help = match nearest(head, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    format!("a path begins with a combatant ({}) or with a key of the file", list(&self.combatants))
                }
            };
            wrong.push(plan.source.error(setting.at.clone(), message).help(help));
        }
        for (name, at) in plan.axes.iter().flat_map(|axis| &axis.within) {
            let known = || plan.encounters.iter().map(|(known, _)| known.as_str());
            if !is_known(name) {
                let near = nearest(name, known()).map(|near| format!("did you mean `{near}`?"));
                let help = near.unwrap_or_else(|| format!("it has {}", encounters(&plan.encounters)));
                let message = format!("the plan has no encounter `{}`", short(name));
                wrong.push(plan.source.error(at.clone(), message).help(help));
            }
        }
        wrong
    }
}

/// Encounters in words.
fn encounters(all: &[(String, Range<usize>)]) -> String {
    list(&all.iter().map(|(name, _)| format!("`{}`", short(name))).collect::<Vec<_>>())
}
