//! Tables with commas, as spreadsheets read them.

/// A line of a table as RFC 4180 has it, but for its end, which is that of all our files.
pub(crate) fn line(values: &[String]) -> String {
    let quoted = |value: &String| {
        let value = if is_formula(value) { format!("'{value}") } else { value.clone() };
        // Some spreadsheets part cells at semicolons or tabs.
        let plain = value.chars().all(|c| !matches!(c, ',' | ';' | '"') && !c.is_control());
        if plain { value } else { format!("\"{}\"", value.replace('"', "\"\"")) }
    };
    let mut line = values.iter().map(quoted).collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}

/// Would a spreadsheet take this text for a formula? Some pass over blanks and control characters before it, and some
/// know its signs in their wide form too.
fn is_formula(text: &str) -> bool {
    let begun = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
    let is_number = || begun.len() == text.len() && text.parse::<f64>().is_ok_and(f64::is_finite);
    match begun.chars().next() {
        Some('=' | '@' | '＝' | '＠' | '＋' | '－') => true,
        Some('+' | '-') => !is_number(),
        _ => text.starts_with(['\t', '\r', '\n']),
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn hostile_names_stay_in_their_cells() {
        let line = line(&["a,b", "a;b", "say \"x\"", "=1+1", "-1", "+1", "-x", "two\nlines"].map(str::to_owned));
        assert_eq!(line, "\"a,b\",\"a;b\",\"say \"\"x\"\"\",'=1+1,-1,+1,'-x,\"two\nlines\"\n");
    }

    #[test]
    fn formulas_are_disarmed() {
        for text in [
            "=1",
            "@x",
            "+x",
            "-x",
            "\t1",
            "\r1",
            "\n1",
            " =1",
            "\t =1",
            "\u{1}=1",
            "\u{a0}+1",
            " -1",
            "-inf",
            "+1e999",
            "＝1",
            "\u{feff}=1",
        ] {
            let line = line(&[text.to_owned()]);
            assert!(line.trim_start_matches('"').starts_with('\''), "{line:?}");
        }
        for text in ["", "-1", "+0.5", "-2e-9", "x=1", "wind - water", "#1"] {
            assert_eq!(line(&[text.to_owned()]), format!("{text}\n"));
        }
    }
}
