//! Tables of tests: files, and what belongs to each of them, in one text.
//!
//! ```text
//! # What a comment says.
//! == two
//! rulebook = "hayfork"
//! …
//! ==
//! rows about this file
//!     what belongs to a row stands behind it, further in
//!
//! == three: two
//! what stands in `two`, and this
//! ==
//! rows about that file
//! ```
//!
//! A file may go on with one of the book's encounters, as well: `== more: ford`.

use skirmish_kernel::Embedded;

/// A file and the rows about it.
pub(crate) struct Table<'t> {
    /// What it is called.
    pub(crate) name: &'t str,
    /// The file.
    pub(crate) text: String,
    /// What is said of it, in order.
    pub(crate) rows: Vec<Row<'t>>,
}

/// A row.
pub(crate) struct Row<'t> {
    /// Its line in the text, from 1.
    pub(crate) line: usize,
    /// What it says.
    pub(crate) says: &'t str,
    /// What belongs to it.
    pub(crate) of: Vec<&'t str>,
    /// Does nothing stand between it and the row before it?
    pub(crate) goes_on: bool,
}

/// Reads the tables of a text; their files may go on with these.
///
/// # Panics
/// Where it is none.
pub(crate) fn read<'t>(text: &'t str, known: &[Embedded]) -> Vec<Table<'t>> {
    let mut tables: Vec<Table> = Vec::new();
    let mut goes_on = false;
    let mut lines = (1..).zip(text.lines());
    while let Some((line, says)) = lines.next() {
        if let Some(head) = says.strip_prefix("== ") {
            let file: Vec<&str> = lines.by_ref().map(|(_, says)| says).take_while(|says| *says != "==").collect();
            let (name, base) = head.split_once(": ").map_or((head, None), |(name, base)| (name, Some(base)));
            let file: String = file.iter().map(|line| format!("{line}\n")).collect();
            let above = tables.iter().map(|table| (table.name, table.text.as_str()));
            let mut all = above.chain(known.iter().map(|file| (file.name, file.text)));
            let below = base.map_or("", |base| all.find(|(name, _)| *name == base).expect("the file before it").1);
            tables.push(Table { name, text: below.to_owned() + &file, rows: Vec::new() });
            continue;
        }
        let blank = says.trim().is_empty() || says.starts_with('#');
        if !blank {
            let table = tables.last_mut().unwrap_or_else(|| panic!("line {line}: no file stands before it"));
            match says.strip_prefix("    ") {
                Some(part) => table.rows.last_mut().expect("a row before it").of.push(part),
                None => table.rows.push(Row { line, says, of: Vec::new(), goes_on }),
            }
        }
        goes_on = !blank && !says.starts_with(' ');
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn rows_belong_to_the_file_before_them() {
        let tables = read("# a\n== one\na = 1\n==\nx\n    y\nz\nu\n\nv\n== two: one\n\nb = 2\n==\n", &[]);
        let texts: Vec<_> = tables.iter().map(|table| (table.name, table.text.as_str())).collect();
        assert_eq!(texts, [("one", "a = 1\n"), ("two", "a = 1\n\nb = 2\n")]);
        let rows: Vec<_> = tables[0].rows.iter().map(|row| (row.line, row.says, row.of.len(), row.goes_on)).collect();
        assert_eq!(rows, [(5, "x", 1, false), (7, "z", 0, false), (8, "u", 0, true), (10, "v", 0, false)]);
    }
}
