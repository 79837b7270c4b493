//! Two creatures set against each other on open ground.

use std::fmt::Write;

/// An encounter of two creatures that nobody has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The creatures, as the book's content calls them.
    pub creatures: [String; 2],
    /// Cells from left to right, 2 to 26.
    pub width: u8,
    /// Cells from top to bottom, 1 to 26.
    pub height: u8,
    /// How many cells apart they stand, 1 for side by side; on the middle row, as far from the edges as can be.
    pub apart: u8,
}

impl Default for Pairing {
    /// Side by side, with a few steps of room around.
    fn default() -> Self {
        Self { creatures: [String::new(), String::new()], width: 9, height: 5, apart: 1 }
    }
}

impl Pairing {
    /// The most cells in each direction.
    pub const MOST: u8 = 26;

    /// What they and their sides are called: as the creatures are; two of a kind are told apart.
    #[must_use]
    pub fn names(&self) -> [String; 2] {
        let [one, two] = &self.creatures;
        if one == two { [format!("{one}-1"), format!("{two}-2")] } else { [one.clone(), two.clone()] }
    }

    /// The encounter as a file, with what every book's encounters have. `second` is put to the table of the second
    /// one, who stands on the right: what a book needs so that it looks the other way.
    #[must_use]
    pub fn text(&self, rulebook: &str, second: &str) -> String {
        let [one, two] = self.names();
        let (width, height) = (self.width.clamp(2, Self::MOST), self.height.clamp(1, Self::MOST));
        let apart = self.apart.clamp(1, width - 1);
        let left = (width - 1 - apart) / 2;
        let row = height.div_ceil(2);
        let mut text = format!(
            "rulebook = \"{rulebook}\"\ntitle = {}\n\n[map]\nwidth = {width}\nheight = {height}\n",
            quoted(&format!("{one} against {two}"))
        );
        let stand = [(one, left, ""), (two, left + apart, second)];
        for ((name, column, more), creature) in stand.iter().zip(&self.creatures) {
            let (name, creature, column) = (quoted(name), quoted(creature), char::from(b'A' + column));
            let _ = write!(
                text,
                "\n[[combatant]]\nname = {name}\ncreature = {creature}\nside = {name}\nat = \"{column}{row}\"\n{more}"
            );
        }
        text
    }
}

/// As TOML and JSON both write it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
