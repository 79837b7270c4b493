//! Writes the Rust text.

use std::fmt::Write;

use super::{File, Number, Rule, Switch};

/// Writing to a string cannot fail.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => { let _ = writeln!($out, $($arg)*); };
}

pub(super) fn code(file: &File) -> String {
    let mut out = String::from("// Made from the catalogue by the build script.\n");
    rules(&mut out, &file.rules);
    for switch in &file.switches {
        values(&mut out, switch);
    }
    catalogue(&mut out, file);
    settings(&mut out, file);
    out
}

fn rules(out: &mut String, rules: &[Rule]) {
    put!(out, "/// The rule ids of this book.");
    put!(out, "pub mod rule {{ use skirmish_kernel::RuleId;");
    for (at, rule) in rules.iter().enumerate() {
        // What no event can show gets no constant, so nothing can cite it by mistake; what content names by its id needs none.
        if rule.guidance.is_some() || rule.content {
            continue;
        }
        put!(out, "/// {} (`{}`).", doc(&rule.summary), rule.id);
        put!(out, "pub const {}: RuleId = RuleId::new({at});", constant(&rule.id));
    }
    put!(out, "}}");
}

fn values(out: &mut String, switch: &Switch) {
    let name = camel(&switch.name);
    put!(out, "/// {} (`{}`)", doc(&switch.summary), switch.name);
    put!(out, "#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]\npub enum {name} {{");
    for value in &switch.values {
        if *value == switch.default {
            put!(out, "#[default]");
        }
        put!(out, "/// `{value}`\n{},", camel(value));
    }
    put!(out, "}}");
}

fn catalogue(out: &mut String, file: &File) {
    put!(out, "/// All rules and switches of this book.");
    put!(out, "pub static CATALOGUE: skirmish_kernel::Catalogue = skirmish_kernel::Catalogue {{ rules: &[");
    for Rule { id, title, section, summary, guidance, .. } in &file.rules {
        put!(
            out,
            "skirmish_kernel::Rule {{ id: {id:?}, title: {title:?}, section: {section:?}, summary: {summary:?}, \
             guidance: {guidance:?} }},"
        );
    }
    put!(out, "], switches: &[");
    for Switch { name, values, default, rules, summary, unnoticed } in &file.switches {
        let unnoticed: Vec<_> = unnoticed.iter().collect();
        put!(
            out,
            "skirmish_kernel::Switch {{ name: {name:?}, values: &{values:?}, range: None, default: {default:?}, \
             rules: &{rules:?}, summary: {summary:?}, unnoticed: &{unnoticed:?} }},"
        );
    }
    for Number { name, default, min, max, rules, summary, unnoticed } in &file.numbers {
        let unnoticed: Vec<_> = unnoticed.iter().map(|reason| ("", reason)).collect();
        put!(
            out,
            "skirmish_kernel::Switch {{ name: {name:?}, values: &[], range: Some(({min}, {max})), \
             default: \"{default}\", rules: &{rules:?}, summary: {summary:?}, \
             unnoticed: &{unnoticed:?} }},"
        );
    }
    put!(out, "] }};");
}

fn settings(out: &mut String, file: &File) {
    put!(out, "/// The book's numbers and readings; the default is the printed one.");
    put!(out, "#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]\npub struct Rules {{");
    for switch in &file.switches {
        put!(out, "/// {}\npub {}: {},", doc(&switch.summary), field(&switch.name), camel(&switch.name));
    }
    for number in &file.numbers {
        put!(out, "/// {}\npub {}: i32,", doc(&number.summary), field(&number.name));
    }
    put!(out, "}}\nimpl Default for Rules {{ fn default() -> Self {{ Self {{");
    for switch in &file.switches {
        put!(out, "{}: Default::default(),", field(&switch.name));
    }
    for number in &file.numbers {
        put!(out, "{}: {},", field(&number.name), number.default);
    }
    put!(out, "}} }} }}\nimpl Rules {{");
    setter(out, file);
    getter(out, file);
    put!(out, "}}");
}

fn setter(out: &mut String, file: &File) {
    put!(
        out,
        "/// Sets one by name.\n///\n/// # Errors\n/// The nearest name, or the values it may have.\n\
         pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {{ match (name, value) {{"
    );
    for switch in &file.switches {
        let (field, kind) = (field(&switch.name), camel(&switch.name));
        for value in &switch.values {
            put!(out, "({:?}, {value:?}) => self.{field} = {kind}::{},", switch.name, camel(value));
        }
    }
    for Number { name, min, max, .. } in &file.numbers {
        put!(
            out,
            "({name:?}, _) => match value.parse() {{ Ok(v @ {min}..={max}) => self.{} = v, \
             _ => return Err(CATALOGUE.refuse(name, value)) }},",
            field(name)
        );
    }
    put!(out, "_ => return Err(CATALOGUE.refuse(name, value)), }} Ok(()) }}");
}

fn getter(out: &mut String, file: &File) {
    put!(
        out,
        "/// Reads one by name.\n#[must_use]\npub fn get(&self, name: &str) -> Option<String> {{ Some(match name {{"
    );
    for switch in &file.switches {
        let (field, kind) = (field(&switch.name), camel(&switch.name));
        put!(out, "{:?} => match self.{field} {{", switch.name);
        for value in &switch.values {
            put!(out, "{kind}::{} => {value:?}.into(),", camel(value));
        }
        put!(out, "}},");
    }
    for number in &file.numbers {
        put!(out, "{:?} => self.{}.to_string(),", number.name, field(&number.name));
    }
    put!(out, "_ => return None, }}) }}");
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(['.', '-', '_']).filter(|w| !w.is_empty())
}

fn constant(id: &str) -> String {
    words(id).map(str::to_uppercase).collect::<Vec<_>>().join("_")
}

fn field(name: &str) -> String {
    words(name).map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

fn camel(name: &str) -> String {
    let mut out = String::new();
    for word in words(name) {
        let mut chars = word.chars();
        out.extend(chars.next().into_iter().flat_map(char::to_uppercase));
        out.push_str(chars.as_str());
    }
    if out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, 'N');
    }
    out
}

/// Text for a doc comment on one line.
fn doc(text: &str) -> String {
    text.replace('\n', " ").replace('[', "\\[").replace(']', "\\]").replace('<', "\\<")
}
