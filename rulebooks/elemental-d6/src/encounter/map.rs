//! The map of an encounter.

use skirmish_grid::{Board, Hex, Map, MapError};

use super::Reader;
use super::file::{EncounterFile, MapFile};
use crate::setup::{Ground, Terrain};

/// What the usual signs mean.
const USUAL: [(char, &str); 5] = [('.', "open"), ('#', "obstacle"), ('~', "water"), ('%', "concealing"), ('*', "dark")];

const OPEN_FIELD: (u16, u16) = (20, 15);

pub(super) fn ground(reader: &mut Reader, file: &EncounterFile) -> Option<Ground> {
    let Some(map) = &file.map else { return open(reader, 0..0, OPEN_FIELD.0, OPEN_FIELD.1) };
    let span = map.span();
    let map = map.get_ref();
    let Some(rows) = &map.rows else {
        return open(reader, span, map.width.unwrap_or(OPEN_FIELD.0), map.height.unwrap_or(OPEN_FIELD.1));
    };
    if map.width.is_some() || map.height.is_some() {
        reader.wrong(span, "a map has `rows`, or `width` and `height`, not both", "leave width and height out");
    }
    let legend = legend(reader, map);
    let signs: String = legend.iter().map(|(sign, _)| *sign).collect();
    match Map::<Hex>::parse(rows.get_ref(), &signs) {
        Err(wrong) => {
            complain(reader, rows, &wrong);
            None
        }
        Ok(map) => {
            let terrain = |hex| {
                let sign = map.glyph(hex)?;
                legend.iter().find(|(s, _)| *s == sign).map(|(_, terrain)| *terrain)
            };
            let cells = map.board().cells().map(|hex| terrain(hex).unwrap_or_default()).collect();
            Some(Ground::new(*map.board(), cells))
        }
    }
}

fn open(reader: &mut Reader, span: std::ops::Range<usize>, width: u16, height: u16) -> Option<Ground> {
    match Board::<Hex>::new(width, height) {
        Ok(board) => Some(Ground::new(board, vec![Terrain::default(); board.len()])),
        Err(wrong) => {
            reader.wrong(span, wrong.to_string(), "a board has 1 to 400 hexes each way");
            None
        }
    }
}

/// The usual signs, with the table's own before them. The first one is the ground under a mark.
fn legend(reader: &mut Reader, map: &MapFile) -> Vec<(char, Terrain)> {
    let mut legend: Vec<(char, Terrain)> = Vec::new();
    for (sign, meaning) in &map.legend {
        let mut chars = sign.get_ref().chars();
        let (Some(glyph), None) = (chars.next(), chars.next()) else {
            reader.wrong(sign.span(), "a sign of the legend is one character", "'#' = \"obstacle\"");
            continue;
        };
        match terrain(meaning.get_ref()) {
            Some(terrain) => legend.push((glyph, terrain)),
            None => reader.wrong(
                meaning.span(),
                format!("`{}` is no ground", skirmish_kernel::words::short(meaning.get_ref())),
                "open, obstacle, concealing, dark, water, or several joined by `+`",
            ),
        }
    }
    for (sign, meaning) in USUAL {
        if !legend.iter().any(|(s, _)| *s == sign) {
            legend.push((sign, terrain(meaning).unwrap_or_default()));
        }
    }
    // Marks stand on open ground.
    if let Some(at) = legend.iter().position(|(_, terrain)| *terrain == Terrain::default()) {
        legend.swap(0, at);
    }
    legend
}

fn terrain(words: &str) -> Option<Terrain> {
    let mut terrain = Terrain::default();
    for word in words.split('+').map(str::trim) {
        match word {
            "open" => {}
            "obstacle" => terrain.obstacle = true,
            "concealing" => terrain.concealing = true,
            "dark" => terrain.dark = true,
            "water" => terrain.water = true,
            _ => return None,
        }
    }
    Some(terrain)
}

/// Points at the place inside the rows. The rows' own lines and columns are found again in the file's text.
fn complain(reader: &mut Reader, rows: &toml::Spanned<String>, wrong: &MapError) {
    let span = rows.span();
    let (line, column) = wrong.position();
    let at = reader.source.inside(span, line, column);
    reader.wrong(at, wrong.to_string(), "");
}

/// The sign by which ground is drawn.
#[must_use]
pub fn sign(terrain: Terrain) -> char {
    match terrain {
        Terrain { obstacle: true, .. } => '#',
        Terrain { dark: true, .. } => '*',
        Terrain { concealing: true, .. } => '%',
        Terrain { water: true, .. } => '~',
        _ => '.',
    }
}
