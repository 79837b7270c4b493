//! Lines that a narrow terminal shows whole.

/// Lines are broken before this column.
pub(crate) const WIDTH: usize = 80;

/// Breaks a text into lines of at most `width` characters (but no word), the later ones indented. Blanks within a line
/// stay as they are.
pub(crate) fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut lines = vec![String::new()];
    let mut column = 0;
    for piece in text.split_inclusive(' ') {
        let word = columns(piece.trim_end_matches(' '));
        if word > 0 && column + word > width && column > indent {
            lines.push(" ".repeat(indent));
            column = indent;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(piece);
        }
        column += columns(piece);
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

/// Breaks every line of a text that is too long; what follows stands a little further in.
pub(crate) fn fitted(text: &str, width: usize) -> String {
    let fit = |line: &str| match columns(line) {
        fits if fits <= width => line.to_owned(),
        _ => wrapped(line, width, line.len() - line.trim_start_matches(' ').len() + 2),
    };
    text.split('\n').map(fit).collect::<Vec<_>>().join("\n")
}

/// How many columns a text takes; colours take none.
pub(crate) fn columns(text: &str) -> usize {
    let mut colour = false;
    let shown = text.chars().filter(|c| {
        let hidden = colour || *c == '\u{1b}';
        colour = hidden && *c != 'm';
        !hidden
    });
    shown.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("  one two three", 9, 4), "  one two\n    three");
        assert_eq!(wrapped("a   b cd", 6, 2), "a   b\n  cd");
        assert_eq!(wrapped("unbreakable", 4, 2), "unbreakable");
    }

    #[test]
    fn colours_take_no_room() {
        let red = "\u{1b}[31mone two\u{1b}[0m";
        assert_eq!(fitted(red, 7), red);
        assert_eq!(fitted(&format!("{red} three\n  four"), 9), format!("{red}\n  three\n  four"));
    }
}
