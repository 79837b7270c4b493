//! The map of an encounter.

use std::ops::Range;

use skirmish_grid::{Board, Map, MapError, Square};
use skirmish_kernel::words::short;

use super::Reader;
use super::file::{EncounterFile, MapFile, Word};
use crate::setup::{Ground, Terrain};

/// What the usual signs mean.
const USUAL: [(char, &str); 6] =
    [('.', "open"), ('#', "wall"), ('=', "fence"), ('%', "brush"), ('*', "smoke"), ('~', "slow")];

/// Words of a legend.
const WORDS: &str = "open, wall, fence, brush, smoke, slow, cost 3, or several joined by `+`";

/// What slow ground counts for, in yards.
const SLOW: u8 = 2;

/// The most that a yard of ground counts for.
const SLOWEST: u8 = 10;

const OPEN_FIELD: (u16, u16) = (20, 15);

pub(super) fn ground(reader: &mut Reader, file: &EncounterFile) -> Option<Ground> {
    let Some(map) = &file.map else { return open(reader, 0..0, OPEN_FIELD.0, OPEN_FIELD.1) };
    let Some(rows) = &map.rows else {
        if let Some((sign, _)) = map.legend.first_key_value() {
            reader.wrong(sign.span(), "a legend without a map", "draw one in `rows`");
        }
        return open(reader, map.span(), map.width.unwrap_or(OPEN_FIELD.0), map.height.unwrap_or(OPEN_FIELD.1));
    };
    if map.width.is_some() || map.height.is_some() {
        reader.wrong(map.span(), "a map has `rows`, or `width` and `height`, not both", "leave width and height out");
    }
    let legend = legend(reader, map);
    let signs: String = legend.iter().map(|(sign, _)| *sign).collect();
    match Map::<Square>::parse(rows, &signs) {
        Err(wrong) => {
            complain(reader, rows, &wrong);
            None
        }
        Ok(map) => {
            let terrain = |cell| {
                let sign = map.glyph(cell)?;
                legend.iter().find(|(s, _)| *s == sign).map(|(_, terrain)| *terrain)
            };
            let cells = map.board().cells().map(|cell| terrain(cell).unwrap_or_default()).collect();
            Some(Ground::new(*map.board(), cells))
        }
    }
}

fn open(reader: &mut Reader, span: Range<usize>, width: u16, height: u16) -> Option<Ground> {
    match Board::<Square>::new(width, height) {
        Ok(board) => Some(Ground::new(board, vec![Terrain::default(); board.len()])),
        Err(wrong) => {
            reader.wrong(span, wrong.to_string(), "a board has 1 to 400 squares each way");
            None
        }
    }
}

/// The usual signs, with the table's own before them. The first one is the ground under a mark.
fn legend(reader: &mut Reader, map: &MapFile) -> Vec<(char, Terrain)> {
    let mut legend: Vec<(char, Terrain)> = Vec::new();
    for (sign, meaning) in &map.legend {
        let mut chars = sign.chars();
        let (Some(glyph), None) = (chars.next().filter(|c| !c.is_whitespace()), chars.next()) else {
            reader.wrong(sign.span(), "a sign of the legend is one character", "'#' = \"wall\"");
            continue;
        };
        match terrain(meaning) {
            Some(terrain) => legend.push((glyph, terrain)),
            None => reader.wrong(meaning.span(), format!("`{}` is no ground", short(meaning)), WORDS),
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
            "wall" => (terrain.blocks_move, terrain.blocks_sight) = (true, true),
            "fence" => terrain.blocks_move = true,
            "brush" => terrain.conceals = true,
            "smoke" => terrain.blocks_sight = true,
            "slow" => terrain.cost = SLOW,
            _ => {
                let yards: u8 = word.strip_prefix("cost ")?.trim().parse().ok()?;
                terrain.cost = Some(yards).filter(|yards| (1..=SLOWEST).contains(yards))?;
            }
        }
    }
    Some(terrain)
}

/// Points at the place inside the rows. The rows' own lines and columns are found again in the file's text.
fn complain(reader: &mut Reader, rows: &Word, wrong: &MapError) {
    let span = rows.span();
    let (line, column) = wrong.position();
    let at = reader.source.inside(span, line, column);
    reader.wrong(at, wrong.to_string(), "");
}

/// The sign by which ground is drawn.
#[must_use]
pub fn sign(terrain: Terrain) -> char {
    match terrain {
        Terrain { blocks_move: true, blocks_sight: true, .. } => '#',
        Terrain { blocks_move: true, .. } => '=',
        Terrain { blocks_sight: true, .. } => '*',
        Terrain { conceals: true, .. } => '%',
        Terrain { cost: 2.., .. } => '~',
        _ => '.',
    }
}
