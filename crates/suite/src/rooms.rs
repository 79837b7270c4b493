//! The rooms of a book, and which way one may look from each of them.
//!
//! Nouns import no rule, rules no text, texts no policy: so a rule can be read without the words in which it is told, and
//! the nouns without either. A book keeps them in `src/model`, `src/rules`, `src/text` (folders, or a file where the book
//! is small), and the rest beside them.

use std::fs;
use std::path::{Path, PathBuf};

/// A room, and what it may not import.
const ROOMS: [(&str, &[&str]); 3] = [
    ("model", &["rules", "text", "policy", "book", "game"]),
    ("rules", &["text", "policy", "book", "game"]),
    ("text", &["policy", "game"]),
];

/// Looks through the sources of a book.
///
/// # Errors
/// Each line that imports what its room may not, or a room that is not there.
pub(crate) fn arrows_hold(manifest: &Path) -> Result<(), String> {
    let mut wrong = Vec::new();
    for (room, forbidden) in ROOMS {
        let files = files_of(&manifest.join("src"), room);
        if files.is_empty() {
            wrong.push(format!("there is no src/{room}.rs and no src/{room}"));
        }
        for file in files {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            for (line, import) in imports(&code(&text)) {
                if forbidden.contains(&import.as_str()) {
                    wrong.push(format!("{}:{line}: {room} imports {import}", file.display()));
                }
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// `src/model.rs` and everything in `src/model`, tests left out.
fn files_of(src: &Path, room: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![src.join(room)];
    let single = src.join(room).with_extension("rs");
    files.extend(single.is_file().then_some(single));
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            match path.is_dir() {
                true => open.push(path),
                false if path.file_stem().is_some_and(|stem| stem == "tests") => {}
                false => files.push(path),
            }
        }
    }
    files.sort();
    files
}

/// The text before the tests, comments left out, line by line.
fn code(text: &str) -> String {
    let lines = text.lines().take_while(|line| !matches!(*line, "mod tests {" | "pub mod tests {"));
    lines.map(|line| line.find("//").map_or(line, |at| &line[..at])).collect::<Vec<_>>().join("\n")
}

/// Every `crate::NAME`, alone or in a list, with its line.
fn imports(code: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    for (at, found) in code.match_indices("crate::") {
        let line = code[..at].matches('\n').count() + 1;
        let rest = &code[at + found.len()..];
        let begins = |name: &str| name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        match rest.strip_prefix('{') {
            None => all.push((line, begins(rest))),
            Some(list) => all.extend(outer(list).into_iter().map(|name| (line, begins(name)))),
        }
    }
    all
}

/// The members of a list of imports, up to its brace; lists in it stay whole.
fn outer(list: &str) -> Vec<&str> {
    let (mut depth, mut from, mut members) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                members.push(&list[from..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                members.push(&list[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    members
}

#[cfg(test)]
mod tests {
    use super::{code, imports};

    fn names(code: &str) -> Vec<String> {
        imports(code).into_iter().map(|(_, name)| name).filter(|name| !name.is_empty()).collect()
    }

    #[test]
    fn an_import_is_found_in_a_list_and_in_a_path() {
        assert_eq!(names("use crate::rules::attack;"), ["rules"]);
        assert_eq!(names("use crate::{model, text};"), ["model", "text"]);
        assert_eq!(names("use crate::{\n    model::{a, rules},\n    text::{b, c},\n};"), ["model", "text"]);
        assert_eq!(names("    crate::policy::choose(g)"), ["policy"]);
        assert_eq!(imports("\n\nuse crate::rulesets;"), [(3, "rulesets".to_owned())]);
        assert!(names("use skirmish_kernel::rules;").is_empty());
    }

    #[test]
    fn tests_and_comments_are_no_code() {
        assert_eq!(code("// crate::a\nuse b; // crate::c\nmod tests {\nuse crate::c;"), "\nuse b; ");
    }
}
