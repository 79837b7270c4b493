//! Rule ids and the catalogue they come from.
//!
//! A rulebook's catalogue file (`rules.toml`) is read when its crate is built; every id becomes a constant
//! [`RuleId`] there, so that a rule which is not in the catalogue cannot be cited.

use serde::{Deserialize, Serialize};

use crate::words::short;

/// A rule of a printed book, as an index into the rulebook's [`Catalogue`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct RuleId(u16);

impl RuleId {
    /// The rule at `index` in the catalogue; used by the generated constants.
    #[must_use]
    pub const fn new(index: u16) -> Self {
        Self(index)
    }

    /// Position in the catalogue.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One rule of the catalogue, in our own words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Rule {
    /// The id as cited: `cover.center`.
    pub id: &'static str,
    /// A few words.
    pub title: &'static str,
    /// The part of the book it belongs to.
    pub section: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Why no event of a fight can ever show it; such a rule need not be cited.
    pub guidance: Option<&'static str>,
}

/// A house-rule switch: a reading of the book that a table may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Switch {
    /// Name in the `[rules]` table of an encounter.
    pub name: &'static str,
    /// What it may be set to; empty for a number.
    pub values: &'static [&'static str],
    /// For a number: smallest and largest value.
    pub range: Option<(i32, i32)>,
    /// The printed or recommended reading.
    pub default: &'static str,
    /// The rules it bears on.
    pub rules: &'static [&'static str],
    /// One line: what the values mean.
    pub summary: &'static str,
    /// Values that no transcript can notice, each with the reason; the value of a number is the empty text.
    #[serde(skip)]
    pub unnoticed: &'static [(&'static str, &'static str)],
}

/// All rules and switches of one rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Catalogue {
    /// In the order of the book; a [`RuleId`] indexes this.
    pub rules: &'static [Rule],
    /// House-rule switches and numbers.
    pub switches: &'static [Switch],
}

impl Catalogue {
    /// The rule behind an id.
    ///
    /// An id of another book yields the first rule only if it is out of range; ids are never mixed by the kernel.
    #[must_use]
    pub fn rule(&self, id: RuleId) -> &'static Rule {
        &self.rules[id.index().min(self.rules.len() - 1)]
    }

    /// The printed form of an id.
    #[must_use]
    pub fn name(&self, id: RuleId) -> &'static str {
        self.rule(id).id
    }

    /// Looks an id up by its printed form, exactly.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<RuleId> {
        let at = self.rules.iter().position(|r| r.id == id)?;
        u16::try_from(at).ok().map(RuleId)
    }

    /// Looks an id up by its printed form or by its last words (`attack` for `dice.attack`) when only one fits;
    /// case does not matter.
    ///
    /// # Errors
    /// A sentence naming the nearest ids when none or several fit.
    pub fn complete(&self, text: &str) -> Result<RuleId, String> {
        let lower = text.to_lowercase();
        let text = lower.as_str();
        if let Some(id) = self.find(text) {
            return Ok(id);
        }
        let fits: Vec<_> = self
            .rules
            .iter()
            .enumerate()
            .filter(|(_, r)| r.id.starts_with(text) || r.id.split('.').next_back() == Some(text))
            .collect();
        match fits.as_slice() {
            [(at, _)] => Ok(RuleId(u16::try_from(*at).unwrap_or(0))),
            [] => Err(self.no_rule(text)),
            many => {
                let names: Vec<_> = many.iter().take(8).map(|(_, r)| format!("`{}`", r.id)).collect();
                Err(format!("`{}` may mean {}", short(text), names.join(", ")))
            }
        }
    }

    /// What is no rule may be the name of a switch; else one may have meant another.
    fn no_rule(&self, text: &str) -> String {
        if let Some(switch) = self.switches.iter().find(|switch| switch.name == text) {
            let rules: Vec<_> = switch.rules.iter().map(|rule| format!("`{rule}`")).collect();
            let bears = if rules.is_empty() { String::new() } else { format!("; it bears on {}", rules.join(", ")) };
            return format!("`{text}` is a house rule and no rule of the book{bears}");
        }
        match crate::words::nearest(text, self.rules.iter().map(|r| r.id)) {
            Some(near) => format!("no rule `{}`; did you mean `{near}`?", short(text)),
            None => format!("no rule `{}`", short(text)),
        }
    }

    /// Why a switch cannot be set to a value: the nearest name, or the values it may have.
    #[must_use]
    pub fn refuse(&self, name: &str, value: &str) -> String {
        let Some(switch) = self.switches.iter().find(|s| s.name == name) else {
            let near = crate::words::did_you_mean(name, self.switches.iter().map(|s| s.name));
            return format!("there is no house rule `{}`{near}", short(name));
        };
        match switch.range {
            Some((min, max)) => format!("`{name}` is a number from {min} to {max}"),
            None => {
                let values: Vec<String> = switch.values.iter().map(|v| format!("`{v}`")).collect();
                format!("`{name}` cannot be `{}`: it is one of {}", short(value), values.join(", "))
            }
        }
    }
}
