//! Labels beside each other: how wide they are, and how they stand so that none runs into another.

/// The size of all letters.
const SIZE: f64 = 12.0;

/// Labels that stand beside each other are so far apart at least.
const GAP: f64 = 6.0;

/// A tilted label takes so much of a line.
const TILTED: f64 = 16.0;

/// By how much labels are tilted, in degrees.
pub(crate) const TILT: f64 = 40.0;

/// A tilted label is so long at most.
pub(crate) const LONGEST: f64 = 170.0;

/// About how wide a text is, in pixels: rather more than less, as the widest of the usual fonts has it.
pub(crate) fn width(text: &str) -> f64 {
    let part = |c: char| match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.28,
        ' ' | '.' | ',' | ':' | ';' | '!' | '-' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '+' | '…' => 1.0,
        c if c.is_ascii_uppercase() => 0.76,
        c if c.is_ascii() => 0.64,
        c if (c as u32) < 0x2e80 => 0.8,
        _ => 1.1,
    };
    SIZE * text.chars().map(part).sum::<f64>()
}

/// As much of a text as fits, with a sign that there is more.
pub(crate) fn fitted(text: &str, most: f64) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut cut = String::new();
    for c in text.chars() {
        if width(&cut) + width(&c.to_string()) + width("…") > most {
            break;
        }
        cut.push(c);
    }
    if cut.is_empty() { cut } else { cut.trim_end().to_owned() + "…" }
}

/// How labels stand beside each other.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Standing {
    pub(crate) tilted: bool,
    /// Which of them are shown.
    pub(crate) shown: Vec<bool>,
}

/// A label, where its middle is when it stands level, and where it belongs to.
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) level: f64,
    pub(crate) at: f64,
}

/// How labels stand, of which the `first` is shown before all others: level where that goes, else tilted;
/// numbers, which go on by themselves, are rather left out than tilted.
pub(crate) fn standing(labels: &[Label], are_numbers: bool, first: Option<usize>) -> Standing {
    let around = |middle: f64, wide: f64| (middle - wide / 2.0, middle + wide / 2.0);
    let level = |at: usize| labels.get(at).map_or((0.0, 0.0), |label| around(label.level, width(&label.text)));
    let tilted = |at: usize| labels.get(at).map_or((0.0, 0.0), |label| around(label.at, TILTED));
    let shown = thinned(labels.len(), first, level);
    if are_numbers || shown.iter().all(|shown| *shown) {
        return Standing { tilted: false, shown };
    }
    Standing { tilted: true, shown: thinned(labels.len(), first, tilted) }
}

/// One label after another, if it does not run into those that stand already.
fn thinned(count: usize, first: Option<usize>, extent: impl Fn(usize) -> (f64, f64)) -> Vec<bool> {
    let mut shown = vec![false; count];
    let mut standing: Vec<(f64, f64)> = Vec::new();
    for at in first.into_iter().chain((0..count).filter(|at| Some(*at) != first)) {
        let (left, right) = extent(at);
        let is_free = standing.iter().all(|(from, to)| right + GAP <= *from || to + GAP <= left);
        if let Some(place) = shown.get_mut(at).filter(|_| is_free) {
            *place = true;
            standing.push((left, right));
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places<S: AsRef<str>>(apart: f64, texts: &[S]) -> Vec<Label> {
        let place = |(nth, text): (usize, &S)| {
            let at = apart * nth as f64;
            Label { text: text.as_ref().to_owned(), level: at, at }
        };
        texts.iter().enumerate().map(place).collect()
    }

    #[test]
    fn words_that_run_into_each_other_are_tilted() {
        let words = ["broadsword", "rapier", "longsword", "flanged-mace"];
        assert!(!standing(&places(120.0, &words), false, None).tilted);
        let close = standing(&places(60.0, &words), false, Some(0));
        assert!(close.tilted && close.shown.iter().all(|shown| *shown), "{close:?}");
        // Too close even so: some are left out, and never the base.
        let closer = standing(&places(12.0, &words), false, Some(1));
        assert_eq!(closer.shown, [false, true, false, true]);
    }

    #[test]
    fn numbers_are_left_out_before_they_are_tilted() {
        let numbers: Vec<String> = (100..140).map(|number| number.to_string()).collect();
        let standing = standing(&places(8.0, &numbers), true, Some(7));
        assert!(!standing.tilted && standing.shown[7]);
        let shown = standing.shown.iter().filter(|shown| **shown).count();
        assert!((8..20).contains(&shown), "{shown}");
    }

    #[test]
    fn what_does_not_fit_says_so() {
        assert_eq!(fitted("plate", 100.0), "plate");
        let cut = fitted("a very long name of a weapon", 60.0);
        assert!(cut.ends_with('…') && width(&cut) <= 60.0, "{cut}");
        assert_eq!(fitted("plate", 1.0), "");
    }
}
