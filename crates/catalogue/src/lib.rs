//! Turns a rulebook's catalogue file into Rust when the rulebook's crate is built.
//!
//! From `rules.toml` come: a constant for every rule id (so an id that is not in the catalogue cannot be cited), the
//! catalogue itself, an enum for every house-rule switch, and a struct `Rules` that holds them all with their printed
//! defaults. The texts of the usual folders are embedded. A build script is one line:
//!
//! ```no_run
//! skirmish_catalogue::book();
//! ```

mod generate;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

/// A catalogue file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "rule")]
    rules: Vec<Rule>,
    #[serde(rename = "switch", default)]
    switches: Vec<Switch>,
    #[serde(rename = "number", default)]
    numbers: Vec<Number>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    id: String,
    title: String,
    section: String,
    summary: String,
    guidance: Option<String>,
    /// Content names it by its id, so it gets no constant.
    #[serde(default)]
    content: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Switch {
    name: String,
    values: Vec<String>,
    default: String,
    rules: Vec<String>,
    summary: String,
    /// Values that no transcript can notice, each with the reason.
    #[serde(default)]
    unnoticed: BTreeMap<String, String>,
}

/// A figure of the book that a table may change.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Number {
    name: String,
    default: i32,
    min: i32,
    max: i32,
    rules: Vec<String>,
    summary: String,
    /// Why no transcript can notice another value.
    unnoticed: Option<String>,
}

/// Everything that a rulebook's build has to make: `catalogue.rs` from `rules.toml`, and `embedded.rs` with the constants
/// `ENCOUNTERS`, `CONTENT` and `TRANSCRIPTS` from the folders of these names.
///
/// # Panics
/// As [`build`] and [`embed`].
pub fn book() {
    build("rules.toml");
    embed(&[
        ("ENCOUNTERS", "encounters", "toml"),
        ("CONTENT", "content", "toml"),
        ("TRANSCRIPTS", "transcripts", "skirmish"),
    ]);
}

/// Reads the catalogue at `path` (relative to the crate) and writes `catalogue.rs` into the build's output folder.
///
/// # Panics
/// When the file cannot be read, is not a catalogue, names an id twice or cites one it does not have: a build fails
/// early and says why.
pub fn build(path: &str) {
    println!("cargo::rerun-if-changed={path}");
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let code = generate(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
    let out = std::env::var_os("OUT_DIR").expect("a build script has OUT_DIR");
    std::fs::write(Path::new(&out).join("catalogue.rs"), code).expect("the output folder is writable");
}

/// Writes `embedded.rs` into the build's output folder: for each (constant, folder, ending) a list of the folder's files
/// (`starter` left out), by name without ending, in alphabetical order. They are relative to the crate.
///
/// # Panics
/// When a folder cannot be read.
pub fn embed(lists: &[(&str, &str, &str)]) {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("a build script has CARGO_MANIFEST_DIR");
    let mut code = String::new();
    for (constant, folder, ending) in lists {
        println!("cargo::rerun-if-changed={folder}");
        let path = Path::new(&root).join(folder);
        let entries = std::fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut files: Vec<_> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|file| file.extension().is_some_and(|e| e == *ending))
            .collect();
        files.sort();
        code.push_str(&format!("pub(crate) static {constant}: &[Embedded] = &[\n"));
        for file in files {
            let name = file.file_stem().and_then(|n| n.to_str()).unwrap_or("unnamed").to_owned();
            if name != "starter" {
                code.push_str(&format!("Embedded {{ name: {name:?}, text: include_str!({file:?}) }},\n"));
            }
        }
        code.push_str("];\n");
    }
    let out = std::env::var_os("OUT_DIR").expect("a build script has OUT_DIR");
    std::fs::write(Path::new(&out).join("embedded.rs"), code).expect("the output folder is writable");
}

/// The Rust text for a catalogue.
///
/// # Errors
/// What is wrong with the catalogue.
pub fn generate(text: &str) -> Result<String, String> {
    let file: File = toml::from_str(text).map_err(|e| e.to_string())?;
    check(&file)?;
    Ok(generate::code(&file))
}

fn check(file: &File) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for rule in &file.rules {
        if !seen.insert(rule.id.as_str()) {
            return Err(format!("rule `{}` stands there twice", rule.id));
        }
    }
    let mut names = BTreeSet::new();
    let switches = file.switches.iter().map(|s| (&s.name, &s.rules));
    for (name, rules) in switches.chain(file.numbers.iter().map(|n| (&n.name, &n.rules))) {
        if !names.insert(name.as_str()) {
            return Err(format!("switch `{name}` stands there twice"));
        }
        if let Some(unknown) = rules.iter().find(|r| !seen.contains(r.as_str())) {
            return Err(format!("switch `{name}` bears on `{unknown}`, which is no rule"));
        }
    }
    for switch in &file.switches {
        if !switch.values.contains(&switch.default) {
            return Err(format!("switch `{}`: the default `{}` is none of its values", switch.name, switch.default));
        }
    }
    let listed = file.switches.iter().flat_map(|switch| switch.unnoticed.keys().map(move |value| (switch, value)));
    for (switch, value) in listed {
        if *value == switch.default || !switch.values.contains(value) {
            return Err(format!("switch `{}`: `{value}` is unnoticed, and none of its other values", switch.name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::generate;

    const RULE: &str = "[[rule]]\nid='a.b'\ntitle='T'\nsection='S'\nsummary='s'\n";

    #[test]
    fn every_id_becomes_a_constant() {
        let code = generate(RULE).unwrap();
        assert!(code.contains("pub const A_B: RuleId = RuleId::new(0);"), "{code}");
    }

    #[test]
    fn guidance_is_listed_and_cannot_be_cited() {
        let code = generate(&format!("{RULE}guidance='advice'\n")).unwrap();
        assert!(code.contains("id: \"a.b\"") && !code.contains("A_B"), "{code}");
    }

    #[test]
    fn what_content_names_is_listed_without_a_constant() {
        let code = generate(&format!("{RULE}content=true\n")).unwrap();
        assert!(code.contains("id: \"a.b\"") && !code.contains("A_B"), "{code}");
    }

    #[test]
    fn what_no_transcript_can_notice_is_listed_with_its_reason() {
        let switch = "[[switch]]\nname='x'\nvalues=['a','b']\ndefault='a'\nrules=['a.b']\nsummary='s'\n";
        let code = generate(&format!("{RULE}{switch}unnoticed={{b='why'}}\n")).unwrap();
        assert!(code.contains("unnoticed: &[(\"b\", \"why\")]"), "{code}");
        assert!(generate(&format!("{RULE}{switch}unnoticed={{a='why'}}\n")).unwrap_err().contains("`a` is unnoticed"));
        let number = "[[number]]\nname='n'\ndefault=1\nmin=0\nmax=2\nrules=['a.b']\nsummary='s'\n";
        let code = generate(&format!("{RULE}{number}unnoticed='why'\n")).unwrap();
        assert!(code.contains("unnoticed: &[(\"\", \"why\")]"), "{code}");
    }

    #[test]
    fn an_id_twice_and_an_unknown_rule_are_refused() {
        assert!(generate(&format!("{RULE}{RULE}")).unwrap_err().contains("twice"));
        let switch = "[[switch]]\nname='x'\nvalues=['a']\ndefault='a'\nrules=['no.such']\nsummary='s'\n";
        assert!(generate(&format!("{RULE}{switch}")).unwrap_err().contains("no.such"));
    }
}
