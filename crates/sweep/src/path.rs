//! Where in an encounter a value stands: `Ash.parry`, `rules.cover.half`, `Ash.weapon[rapier].parry`.

use std::fmt;

use skirmish_kernel::words::short;

/// The most steps of a path, and the most letters of one.
const MOST_STEPS: usize = 12;
const MOST_LETTERS: usize = 200;

/// The way to a value of an encounter, key by key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    steps: Vec<Step>,
}

/// One key; in a list of tables, which of them: the one of that name, or by its number from 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step {
    pub(crate) key: String,
    pub(crate) pick: Option<String>,
}

impl Path {
    /// Reads a path: keys with dots between them, behind a key `[NAME]` or `[NUMBER]` where it is a list of tables. A key
    /// that holds a dot stands in quotes.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.chars().count() > MOST_LETTERS {
            return Err(format!("a path of more than {MOST_LETTERS} letters"));
        }
        let mut steps = Vec::new();
        let mut rest = text.trim();
        loop {
            let (step, after) = step(rest).ok_or_else(|| format!("`{}` is no path", short(text)))?;
            steps.push(step);
            match after.strip_prefix('.') {
                Some(after) => rest = after,
                None if after.is_empty() => break,
                None => return Err(format!("`{}` is no path", short(text))),
            }
        }
        // The house rules have dots in their names.
        if let [first, more @ ..] = steps.as_slice()
            && first.key == "rules"
            && first.pick.is_none()
            && more.len() > 1
            && more.iter().all(|step| step.pick.is_none())
        {
            let key = more.iter().map(|step| step.key.as_str()).collect::<Vec<_>>().join(".");
            steps = vec![first.clone(), Step { key, pick: None }];
        }
        if steps.len() > MOST_STEPS {
            return Err(format!("a path of more than {MOST_STEPS} steps"));
        }
        Ok(Self { steps })
    }

    pub(crate) fn of(steps: Vec<Step>) -> Self {
        Self { steps }
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Its first key.
    #[must_use]
    pub fn head(&self) -> &str {
        self.steps.first().map_or("", |step| &step.key)
    }

    /// The combatant to whose entry it leads, by name or number.
    #[must_use]
    pub fn combatant(&self) -> Option<&str> {
        let first = self.steps.first().filter(|first| first.key == "combatant")?;
        first.pick.as_deref()
    }

    /// The side of `policy.SIDE`, or nothing in it for all sides, if it is a policy that is meant.
    pub(crate) fn policy(&self) -> Option<Option<&str>> {
        match self.steps.as_slice() {
            [policy] if policy.key == "policy" => Some(None),
            [policy, side] if policy.key == "policy" => Some(Some(&side.key)),
            _ => None,
        }
    }

    /// With one more step at its beginning: the combatant of that name.
    pub(crate) fn of_combatant(&self) -> Self {
        let mut steps = self.steps.clone();
        if let Some(first) = steps.first_mut() {
            *first = Step { key: "combatant".into(), pick: Some(std::mem::take(&mut first.key)) };
        }
        Self { steps }
    }
}

/// The first step of a text, and what stands behind it.
fn step(text: &str) -> Option<(Step, &str)> {
    let (key, rest) = match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?,
        None => text.split_at(text.find(['.', '[', ']', '"']).unwrap_or(text.len())),
    };
    let (pick, rest) = match rest.strip_prefix('[') {
        Some(inside) => inside.split_once(']').map(|(pick, rest)| (Some(pick.trim().to_owned()), rest))?,
        None => (None, rest),
    };
    let key = key.trim().to_owned();
    let named = |pick: &Option<String>| pick.as_ref().is_none_or(|pick| !pick.is_empty());
    (!key.is_empty() && named(&pick)).then_some((Step { key, pick }, rest))
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Step { key, pick }) in self.steps.iter().enumerate() {
            let dot = if at > 0 { "." } else { "" };
            let rule = at > 0 && self.head() == "rules";
            match key.contains('.') && !rule {
                true => write!(f, "{dot}\"{key}\"")?,
                false => write!(f, "{dot}{key}")?,
            }
            if let Some(pick) = pick {
                write!(f, "[{pick}]")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_read_as_they_are_written() {
        for text in
            ["Ash.hp", "rules.cover.half", "policy", "Ash.weapon[rapier].parry", "map.\"a.b\"", "combatant[2].hp"]
        {
            assert_eq!(Path::parse(text).map(|path| path.to_string()), Ok(text.to_owned()));
        }
        let path = Path::parse("rules.cover.half").expect("a path");
        assert_eq!(path.steps().len(), 2);
        assert_eq!(Path::parse("Ash.hp").expect("a path").of_combatant().to_string(), "combatant[Ash].hp");
        assert_eq!(Path::parse("policy.wind").expect("a path").policy(), Some(Some("wind")));
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for text in
            ["", ".", "a.", ".a", "a..b", "a[", "a[]", "a[b", "a]b", "\"a", "a[b]c", &"a.".repeat(40), &"x".repeat(999)]
        {
            assert!(Path::parse(text).is_err(), "{text}");
        }
    }
}
