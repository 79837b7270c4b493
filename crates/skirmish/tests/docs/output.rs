//! What a command printed, against what the page says.

const GAP: &str = "…";

/// Does the output fit the pattern?
pub fn fits(pattern: &[&str], output: &[&str]) -> bool {
    match pattern.split_first() {
        None => output.is_empty(),
        Some((&GAP, rest)) => (0..=output.len()).any(|skipped| fits(rest, &output[skipped..])),
        Some((line, rest)) => {
            output.split_first().is_some_and(|(first, after)| line_fits(line, first) && fits(rest, after))
        }
    }
}

fn line_fits(pattern: &str, line: &str) -> bool {
    match pattern.strip_suffix(GAP) {
        Some(beginning) => line.starts_with(beginning),
        None => pattern.trim_end() == line.trim_end(),
    }
}

/// The pattern as it must read for this output: the pieces between the gaps keep their lengths; the first one is the
/// output's beginning, the last one its end, and one between is found by its first line.
///
/// # Errors
/// The line that is not printed any more.
pub fn refreshed(pattern: &[&str], output: &[&str]) -> Result<Vec<String>, String> {
    if fits(pattern, output) {
        return Ok(pattern.iter().map(|line| (*line).to_owned()).collect());
    }
    let pieces: Vec<&[&str]> = pattern.split(|line| *line == GAP).collect();
    let mut lines: Vec<String> = Vec::new();
    let mut at = 0;
    for (nth, piece) in pieces.iter().enumerate() {
        let (first, last) = (nth == 0, nth + 1 == pieces.len());
        if !first {
            lines.push(GAP.into());
        }
        let from = match (first, last, piece.first()) {
            (true, _, _) => 0,
            (false, true, _) => output.len().saturating_sub(piece.len()).max(at),
            (false, false, None) => at,
            (false, false, Some(anchor)) => {
                let found = output[at..].iter().position(|line| line_fits(anchor, line));
                at + found.ok_or_else(|| format!("`{anchor}` is not printed any more"))?
            }
        };
        let to = if first && last { output.len() } else { (from + piece.len()).min(output.len()) };
        let cut = |(line, old): (&&str, Option<&&str>)| match old.and_then(|old| old.strip_suffix(GAP)) {
            Some(old) => line.chars().take(old.chars().count()).chain(GAP.chars()).collect(),
            None => line.trim_end().to_owned(),
        };
        let olds = piece.iter().map(Some).chain(std::iter::repeat(None));
        lines.extend(output[from..to].iter().zip(olds).map(cut));
        at = to;
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::{fits, refreshed};

    const OUTPUT: [&str; 5] = ["one", "two", "three", "four five", "six"];

    #[test]
    fn gaps_stand_for_any_lines() {
        assert!(fits(&OUTPUT, &OUTPUT) && fits(&["…"], &OUTPUT) && fits(&["…"], &[]));
        assert!(fits(&["one", "…", "four…", "…", "six", "…"], &OUTPUT));
        assert!(!fits(&["one", "…", "four"], &OUTPUT) && !fits(&["two", "…"], &OUTPUT));
    }

    #[test]
    fn pieces_are_brought_up_to_date() {
        assert_eq!(
            refreshed(&["a", "…", "three", "b…", "…", "c"], &OUTPUT).unwrap(),
            ["one", "…", "three", "f…", "…", "six"]
        );
        assert_eq!(refreshed(&["a"], &OUTPUT).unwrap(), OUTPUT);
        assert_eq!(refreshed(&[], &OUTPUT).unwrap(), OUTPUT);
        assert_eq!(refreshed(&["…", "a"], &OUTPUT).unwrap(), ["…", "six"]);
        assert!(refreshed(&["a", "…", "nine", "…"], &OUTPUT).is_err());
    }
}
