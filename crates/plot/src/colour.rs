//! Colours that can be told apart by everybody and, in grey, by their lightness.

/// A colour: red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

/// Of lines: dark enough for a white page; a page with a dark theme overrules them by their classes `line-0`, `line-1` …
const LINES: [Colour; 6] = [
    Colour(0x00, 0x5f, 0x9e),
    Colour(0xb4, 0x4a, 0x00),
    Colour(0x00, 0x6b, 0x4f),
    Colour(0x8a, 0x2f, 0x6d),
    Colour(0x5c, 0x5c, 0x00),
    Colour(0x44, 0x44, 0x44),
];

/// From little to much: each step is darker.
const SCALE: [Colour; 5] = [
    Colour(0xf4, 0xf8, 0xfc),
    Colour(0xb9, 0xd6, 0xea),
    Colour(0x6b, 0xae, 0xd6),
    Colour(0x21, 0x71, 0xb5),
    Colour(0x08, 0x30, 0x6b),
];

impl Colour {
    /// Of a line by its number.
    #[must_use]
    pub fn line(number: usize) -> Self {
        LINES.get(number % LINES.len()).copied().unwrap_or(Self(0, 0, 0))
    }

    /// For a share from 0 to 1: light is little, dark is much.
    #[must_use]
    pub fn scale(share: f64) -> Self {
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        let at = share * (SCALE.len() - 1) as f64;
        let from = SCALE.get(at.floor() as usize).copied().unwrap_or(Self(0, 0, 0));
        let to = SCALE.get(at.ceil() as usize).copied().unwrap_or(from);
        let part = at - at.floor();
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
        Self(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
    }

    /// Black or white, whichever is read better on it.
    #[must_use]
    pub fn ink(self) -> Self {
        let (white, black) = (Self(0xff, 0xff, 0xff), Self(0, 0, 0));
        if self.contrast(white) >= self.contrast(black) { white } else { black }
    }

    /// How well one is read on the other, from 1 to 21, as the guidelines for accessible pages reckon it.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn luminance(self) -> f64 {
        let part = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(self.0) + 0.7152 * part(self.1) + 0.0722 * part(self.2)
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::{Colour, LINES};

    #[test]
    fn numbers_are_read_on_every_colour_of_the_scale() {
        let mut before = f64::INFINITY;
        for step in 0..=100 {
            let colour = Colour::scale(f64::from(step) / 100.0);
            assert!(colour.contrast(colour.ink()) >= 4.5, "{colour}");
            assert!(colour.luminance() <= before, "{colour} is lighter than the step before it");
            before = colour.luminance();
        }
        assert_eq!(Colour::scale(f64::NAN), Colour::scale(0.0));
    }

    #[test]
    fn lines_are_seen_on_white() {
        let white = Colour(0xff, 0xff, 0xff);
        LINES.iter().for_each(|line| assert!(line.contrast(white) >= 4.5, "{line}"));
        assert!((white.contrast(Colour(0, 0, 0)) - 21.0).abs() < 1e-9);
    }
}
