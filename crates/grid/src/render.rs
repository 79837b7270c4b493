use crate::{Board, Cell, column_letters};

impl<C: Cell> Board<C> {
    /// Draws the board in text: column letters above, row numbers to the left, one sign per cell as `glyph` gives it,
    /// every second row of hexes shifted by one place. Every line ends with a line break.
    ///
    /// ```
    /// use skirmish_grid::{Board, Hex};
    /// let board = Board::<Hex>::new(3, 2).unwrap();
    /// let text = board.render(|cell| if cell == Hex::new(1, 1) { '@' } else { '.' });
    /// assert_eq!(text, "  A B C\n1 . . .\n2  . @ .\n");
    /// ```
    pub fn render(&self, mut glyph: impl FnMut(C) -> char) -> String {
        let margin = self.height().to_string().len();
        let mut text = self.heading(margin);
        for row in 0..self.height() {
            text.push_str(&format!("{:>margin$} ", row + 1));
            if C::SHEAR != 0 && row % 2 == 1 {
                text.push(' ');
            }
            for column in 0..self.width() {
                if column > 0 {
                    text.push(' ');
                }
                let cell = C::from_column_row(column.into(), row.into());
                text.push(cell.map_or(' ', &mut glyph));
            }
            text.push('\n');
        }
        text
    }

    /// Column letters, one under the other where there are two.
    fn heading(&self, margin: usize) -> String {
        let labels: Vec<String> = (0..self.width()).map(column_letters).collect();
        let height = labels.iter().map(String::len).max().unwrap_or(0);
        let mut text = String::new();
        for line in 0..height {
            let signs = labels.iter().map(|label| {
                let skipped = height - label.len();
                line.checked_sub(skipped).and_then(|place| label.chars().nth(place)).unwrap_or(' ')
            });
            let mut heading = " ".repeat(margin);
            for sign in signs {
                heading.push(' ');
                heading.push(sign);
            }
            text.push_str(heading.trim_end());
            text.push('\n');
        }
        text
    }
}
