//! A plain picture of a board: one colour for each ground, and the grid.

use miniz_oxide::deflate::compress_to_vec_zlib;
use skirmish_kernel::BoardView;

use super::outline::Shape;

/// The longest side of a picture, in pixels, unless the cells would become too small to be seen.
const LONGEST: u32 = 4096;

/// Pixels of a cell: as many as programs like that show scenes, and the fewest.
const CELL: (u32, u32) = (70, 10);

/// Colours of what is no ground: behind the board, and the grid.
const BEHIND: [u8; 3] = [0x2b, 0x2b, 0x2b];
const GRID: [u8; 3] = [0xb4, 0xac, 0x9c];

/// Of grounds by words of their meaning; the first that fits.
const GROUNDS: [(&[&str], [u8; 3]); 9] = [
    (&["open"], [0xec, 0xe5, 0xd6]),
    (&["wall", "obstacle", "rock"], [0x55, 0x4f, 0x48]),
    (&["water", "ice"], [0x8f, 0xb8, 0xd0]),
    (&["dark"], [0x6d, 0x69, 0x78]),
    (&["dim"], [0xa9, 0xa4, 0xb0]),
    (&["conceal", "brush", "fog", "smoke"], [0xa9, 0xba, 0x90]),
    (&["cover", "fence", "crate", "in the way"], [0xb0, 0x93, 0x6a]),
    (&["high", "up "], [0xdb, 0xc9, 0xa0]),
    (&["slow", "difficult", "light", "heavy", "earth", "lower", "narrow", "nothing"], [0xc9, 0xb8, 0x98]),
];

/// Of grounds that none of these words tells.
const OTHER: [u8; 3] = [0xd8, 0xcb, 0xc0];

/// How many pixels wide a cell is drawn.
pub(super) fn pixels(board: &BoardView) -> u32 {
    let (width, height) = Shape::of(board).size(board);
    (LONGEST / width.max(height).max(1)).clamp(CELL.1, CELL.0)
}

/// The board as a PNG.
pub(super) fn png(board: &BoardView) -> Vec<u8> {
    let signs: Vec<char> = board.legend.iter().map(|(sign, _)| *sign).collect();
    let palette: Vec<u8> =
        [BEHIND, GRID].into_iter().chain(board.legend.iter().map(|(_, meaning)| colour(meaning))).flatten().collect();
    let rows: Vec<Vec<u8>> =
        board.rows.iter().map(|row| row.chars().map(|sign| index(&signs, sign)).collect()).collect();
    let at = |column: i64, row: i64| -> u8 {
        let row = usize::try_from(row).ok().and_then(|row| rows.get(row));
        usize::try_from(column).ok().and_then(|column| row?.get(column)).copied().unwrap_or(0)
    };
    let cell = pixels(board);
    let (width, height) = Shape::of(board).size(board);
    let (width, height) = (width * cell, height * cell);
    // Each row begins with the number of its filter: none.
    let mut pixels = Vec::with_capacity(((width + 1) * height) as usize);
    for y in 0..height {
        pixels.push(0);
        match Shape::of(board) {
            Shape::Square => pixels
                .extend((0..width).map(|x| {
                    if x % cell == 0 || y % cell == 0 { 1 } else { at((x / cell).into(), (y / cell).into()) }
                })),
            Shape::Hex => pixels.extend((0..width).map(|x| hex(&at, x, y, cell))),
        }
    }
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 3, 0, 0, 0]].concat();
    chunk(&mut png, *b"IHDR", &head);
    chunk(&mut png, *b"PLTE", &palette);
    chunk(&mut png, *b"IDAT", &compress_to_vec_zlib(&pixels, 6));
    chunk(&mut png, *b"IEND", &[]);
    png
}

fn index(signs: &[char], sign: char) -> u8 {
    let at = signs.iter().position(|known| *known == sign).and_then(|at| u8::try_from(at + 2).ok());
    at.unwrap_or(0)
}

fn colour(meaning: &str) -> [u8; 3] {
    let fits = |(words, _): &&(&[&str], [u8; 3])| words.iter().any(|word| meaning.contains(word));
    GROUNDS.iter().find(fits).map_or(OTHER, |(_, colour)| *colour)
}

/// The ground of the hex whose middle is nearest, or the grid between two of them.
fn hex(at: &dyn Fn(i64, i64) -> u8, x: u32, y: u32, cell: u32) -> u8 {
    let scale = f64::from(cell);
    let (x, y) = ((f64::from(x) + 0.5) / scale, (f64::from(y) + 0.5) / scale);
    let near = (y / 0.75f64.sqrt()).floor() as i64;
    let mut found = [(f64::MAX, 0u8); 2];
    for row in near - 2..=near + 1 {
        let shift = if row & 1 == 1 { 1.0 } else { 0.5 };
        let middle = (x - shift).round() as i64;
        for column in middle - 1..=middle + 1 {
            let (dx, dy) = (x - column as f64 - shift, y - row as f64 * 0.75f64.sqrt() - 1.0 / 3f64.sqrt());
            let this = (dx.hypot(dy), at(column, row));
            if this.0 < found[0].0 {
                found = [this, found[0]];
            } else if this.0 < found[1].0 {
                found[1] = this;
            }
        }
    }
    let is_border = found[1].0 - found[0].0 < 1.2 / scale;
    let is_board = found[0].1 != 0 || found[1].1 != 0;
    if is_border && is_board { 1 } else { found[0].1 }
}

/// A part of a PNG: how long it is, what it is, the bytes, and their check.
fn chunk(png: &mut Vec<u8>, kind: [u8; 4], bytes: &[u8]) {
    let long = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    png.extend(long.to_be_bytes());
    let begin = png.len();
    png.extend(kind);
    png.extend(bytes);
    let check = check(&png[begin..]);
    png.extend(check.to_be_bytes());
}

/// CRC-32, as a PNG has it.
fn check(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_a_png_of_its_size() {
        // The check that the standard gives for these nine bytes.
        assert_eq!(check(b"123456789"), 0xcbf4_3926);
        for kind in ["square", "hex"] {
            let board = BoardView {
                kind: kind.into(),
                width: 3,
                height: 2,
                rows: vec!["..#".into(), "~..".into()],
                legend: vec![('.', "open".into()), ('#', "wall".into()), ('~', "water".into())],
                ..BoardView::default()
            };
            let png = png(&board);
            let (width, height) = Shape::of(&board).size(&board);
            assert_eq!(png[16..20], (width * 70).to_be_bytes());
            assert_eq!(png[20..24], (height * 70).to_be_bytes());
            assert!(png.len() < 20_000, "{} bytes", png.len());
        }
    }

    #[test]
    fn a_large_board_has_small_cells() {
        let board = BoardView { kind: "square".into(), width: 400, height: 400, ..BoardView::default() };
        assert_eq!(pixels(&board), 10);
    }
}
