//! Sight against brute force and against itself turned and mirrored.

use proptest::prelude::*;
use skirmish_grid::*;

use crate::{Bars, oracle};

fn hexes() -> impl Strategy<Value = (Hex, Hex, Vec<Hex>)> {
    let cell = (0i16..9, 0i16..7).prop_map(|(q, r)| Hex::new(q - r / 2, r));
    (cell.clone(), cell.clone(), prop::collection::vec(cell, 0..14))
}

fn squares() -> impl Strategy<Value = (Square, Square, Vec<Square>)> {
    let cell = (0i16..8, 0i16..7).prop_map(|(x, y)| Square::new(x, y));
    (cell.clone(), cell.clone(), prop::collection::vec(cell, 0..14))
}

fn tidy<C: Cell>(a: C, b: C, mut cells: Vec<C>) -> Vec<C> {
    cells.sort();
    cells.dedup();
    cells.retain(|&c| c != a && c != b);
    cells
}

fn any<C: Cell>(a: C, b: C, blockers: &[C], grazing: Grazing) -> bool {
    let bars: Bars<'_, C> = &|c| blockers.contains(&c);
    any_line_free(&[a], &[b], bars, grazing, &mut SightScratch::new())
}

/// `SOAK=50 cargo test` tries fifty times as many.
fn config(cases: u32) -> ProptestConfig {
    let soak = std::env::var("SOAK").ok().and_then(|soak| soak.parse().ok()).unwrap_or(1);
    ProptestConfig { cases: cases * soak, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn any_line_agrees_on_hexes((a, b, cells) in hexes()) {
        let cells = tidy(a, b, cells);
        prop_assert_eq!(any(a, b, &cells, Grazing::Free), oracle::any_line_free(&[a], &[b], &cells));
    }

    #[test]
    fn any_line_agrees_on_squares((a, b, cells) in squares()) {
        let cells = tidy(a, b, cells);
        prop_assert_eq!(any(a, b, &cells, Grazing::Free), oracle::any_line_free(&[a], &[b], &cells));
    }
}

fn split<C: Cell>(cells: &[C]) -> (Vec<C>, Vec<C>) {
    let rocks = cells.iter().copied().step_by(3).collect();
    let fog = cells.iter().copied().enumerate().filter(|(i, _)| i % 3 != 0).map(|(_, c)| c).collect();
    (rocks, fog)
}

/// No further than `enough`.
fn few<C: Cell>(a: C, b: C, rocks: &[C], fog: &[C], enough: u32, grazing: Grazing) -> Option<u32> {
    let (blocks, counts): (Bars<'_, C>, Bars<'_, C>) = (&|c| rocks.contains(&c), &|c| fog.contains(&c));
    fewest_crossed(&[a], &[b], blocks, counts, enough, grazing, &mut SightScratch::new())
}

fn fewest<C: Cell>(a: C, b: C, rocks: &[C], fog: &[C], grazing: Grazing) -> Option<u32> {
    few(a, b, rocks, fog, u32::MAX, grazing)
}

/// As many as the oracle says; no further than asked for.
fn check_fewest<C: Cell>(a: C, b: C, rocks: &[C], fog: &[C]) -> Result<(), TestCaseError> {
    let all = oracle::fewest_crossed(a, b, rocks, fog);
    prop_assert_eq!(fewest(a, b, rocks, fog, Grazing::Free), all);
    for enough in 0..4 {
        let found = few(a, b, rocks, fog, enough, Grazing::Free);
        prop_assert_eq!(found, all.map(|all| all.min(enough)), "enough: {}", enough);
    }
    Ok(())
}

fn most<C: Cell>(a: C, b: C, rocks: &[C], fog: &[C], grazing: Grazing) -> Option<u32> {
    let (blocks, counts): (Bars<'_, C>, Bars<'_, C>) = (&|c| rocks.contains(&c), &|c| fog.contains(&c));
    most_crossed(&[a], &[b], blocks, counts, grazing, &mut SightScratch::new())
}

fn check_middles<C: Cell>(a: C, b: C, rocks: &[C], fog: &[C]) -> Result<(), TestCaseError> {
    let mut all = rocks.to_vec();
    all.extend(fog);
    let middles = oracle::middles(a, b, &all);
    for grazing in [Grazing::Free, Grazing::Blocks] {
        let free = middles.iter().filter(|line| line.free(a, b, rocks, grazing));
        let counts: Vec<u32> = free.map(|line| line.crossed(a, b, fog)).collect();
        prop_assert_eq!(any(a, b, rocks, grazing), !counts.is_empty(), "any {:?}", grazing);
        prop_assert_eq!(most(a, b, rocks, fog, grazing), counts.iter().copied().max(), "most {:?}", grazing);
        prop_assert_eq!(fewest(a, b, rocks, fog, grazing), counts.iter().copied().min(), "fewest {:?}", grazing);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn fewest_agrees_on_hexes((a, b, cells) in hexes()) {
        let (rocks, fog) = split(&tidy(a, b, cells));
        check_fewest(a, b, &rocks, &fog)?;
    }

    #[test]
    fn fewest_agrees_on_squares((a, b, cells) in squares()) {
        let (rocks, fog) = split(&tidy(a, b, cells));
        check_fewest(a, b, &rocks, &fog)?;
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn middles_agree_on_hexes(a in (0i16..4, 0i16..3), b in (0i16..4, 0i16..3), cells in prop::collection::vec((0i16..4, 0i16..3), 0..4)) {
        let hex = |(q, r)| Hex::new(q, r);
        let (a, b) = (hex(a), hex(b));
        prop_assume!(a != b);
        let (rocks, fog) = split(&tidy(a, b, cells.into_iter().map(hex).collect()));
        check_middles(a, b, &rocks, &fog)?;
    }

    #[test]
    fn middles_agree_on_squares(a in (0i16..4, 0i16..4), b in (0i16..4, 0i16..4), cells in prop::collection::vec((0i16..4, 0i16..4), 0..4)) {
        let square = |(x, y)| Square::new(x, y);
        let (a, b) = (square(a), square(b));
        prop_assume!(a != b);
        let (rocks, fog) = split(&tidy(a, b, cells.into_iter().map(square).collect()));
        check_middles(a, b, &rocks, &fog)?;
    }
}

/// The line between the centres, by the oracle.
fn centre<C: Cell>(a: C, b: C) -> oracle::Line {
    oracle::Line::through(a.centre(), b.centre())
}

fn check_centre<C: Cell>(a: C, b: C, cells: &[C]) -> Result<(), TestCaseError> {
    prop_assume!(a != b);
    let line = centre(a, b);
    let bars: Bars<'_, C> = &|c| cells.contains(&c);
    let outside: Bars<'_, C> = &|c| c != a && c != b && cells.contains(&c);
    for grazing in [Grazing::Free, Grazing::Blocks] {
        let free = center_line_free(a, b, bars, grazing);
        prop_assert_eq!(free, line.free(a, b, cells, grazing));
        prop_assert_eq!(free, segment_free(a.centre(), b.centre(), 1, outside, grazing));
        let scaled = |p: Point| Point::new(p.x * 7, p.y * 7);
        prop_assert_eq!(free, segment_free(scaled(a.centre()), scaled(b.centre()), 7, outside, grazing));
        let others: Vec<C> = cells.iter().copied().filter(|c| *c != a && *c != b).collect();
        prop_assert_eq!(free, segment_free_of(a.centre(), b.centre(), 1, &others, grazing));
        prop_assert_eq!(free, segment_free_of(scaled(a.centre()), scaled(b.centre()), 7, &others, grazing));
        for (from, to) in a.corners().flat_map(|from| b.corners().map(move |to| (from, to))) {
            let known = segment_free(from, to, 1, outside, grazing);
            prop_assert_eq!(known, segment_free_of(from, to, 1, &others, grazing));
        }
        let tall = |c: C| if cells.contains(&c) { 10 } else { 0 };
        prop_assert_eq!(free, passes_over(a, 5, b, 7, tall, grazing));
        prop_assert!(passes_over(a, 11, b, 11, tall, grazing));
        // A corner-to-corner line is one of those that the search over all lines finds.
        let views: Vec<Point> = a.corners().collect();
        let best = best_view(&views, &b.corners().collect::<Vec<_>>(), 1, outside, grazing);
        if best.is_some_and(|(_, seen)| seen > 0) {
            prop_assert!(any(a, b, cells, Grazing::Free));
        }
        if any(a, b, cells, Grazing::Blocks) {
            prop_assert!(any(a, b, cells, Grazing::Free));
        }
        if free {
            prop_assert!(any(a, b, cells, grazing));
        }
    }
    prop_assert_eq!(center_crossed(a, b, bars), line.crossed(a, b, cells));
    Ok(())
}

/// Every answer about the scene: the cells are obstacles in turn all, and every third with the others counted.
fn answers<C: Cell>(a: C, b: C, cells: &[C]) -> Vec<Option<u32>> {
    let (rocks, fog) = split(cells);
    let bars: Bars<'_, C> = &|c| cells.contains(&c);
    let mut all = vec![];
    for grazing in [Grazing::Free, Grazing::Blocks] {
        all.push(Some(any(a, b, cells, grazing).into()));
        all.push(Some(center_line_free(a, b, bars, grazing).into()));
        all.push(fewest(a, b, &rocks, &fog, grazing));
        all.push(most(a, b, &rocks, &fog, grazing));
    }
    all.push(Some(center_crossed(a, b, bars)));
    all
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn centre_lines_agree((a, b, cells) in hexes(), (c, d, more) in squares()) {
        check_centre(a, b, &tidy(a, b, cells))?;
        check_centre(c, d, &tidy(c, d, more))?;
    }

    #[test]
    fn hexes_turned_and_mirrored_see_the_same((a, b, cells) in hexes(), sixths in 0i32..6, mirror: bool) {
        let cells = tidy(a, b, cells);
        let moved = |cell: Hex| {
            let turned = cell.rotated(Hex::new(2, 3), sixths).unwrap();
            if mirror { turned.mirrored(Hex::new(1, 1)).unwrap() } else { turned }
        };
        let there: Vec<Hex> = cells.iter().map(|&cell| moved(cell)).collect();
        prop_assert_eq!(answers(a, b, &cells), answers(moved(a), moved(b), &there));
        prop_assert_eq!(answers(a, b, &cells), answers(b, a, &cells));
    }

    #[test]
    fn squares_turned_and_mirrored_see_the_same((a, b, cells) in squares(), quarters in 0i32..4, mirror: bool) {
        let cells = tidy(a, b, cells);
        let moved = |cell: Square| {
            let turned = cell.rotated(Square::new(2, 3), quarters).unwrap();
            if mirror { turned.mirrored(Square::new(1, 1)).unwrap() } else { turned }
        };
        let there: Vec<Square> = cells.iter().map(|&cell| moved(cell)).collect();
        prop_assert_eq!(answers(a, b, &cells), answers(moved(a), moved(b), &there));
        prop_assert_eq!(answers(a, b, &cells), answers(b, a, &cells));
    }

    #[test]
    fn footprints_see_as_their_cells_do((a, b, cells) in squares(), (c, d, more) in hexes(), k in 1u8..4, l in 1u8..4) {
        let mut scratch = SightScratch::new();
        let area = |k: u8, at: Square| Footprint::block(k).unwrap().cells(at).collect::<Vec<_>>();
        let (from, to) = (area(k, a), area(l, b));
        let bars: Bars<'_, Square> = &|c| cells.contains(&c);
        prop_assert_eq!(
            any_line_free(&from, &to, bars, Grazing::Free, &mut scratch),
            oracle::any_line_free(&from, &to, &cells)
        );
        let shapes = [Footprint::single(), Footprint::triangle(), Footprint::flower()];
        let area = |k: u8, at: Hex| shapes[usize::from(k) - 1].cells(at).collect::<Vec<_>>();
        let (from, to) = (area(k, c), area(l, d));
        let bars: Bars<'_, Hex> = &|c| more.contains(&c);
        prop_assert_eq!(
            any_line_free(&from, &to, bars, Grazing::Free, &mut scratch),
            oracle::any_line_free(&from, &to, &more)
        );
    }

    /// Dense boards, where what is left are slits of a single line.
    #[test]
    fn slits_agree(open in prop::collection::vec((0i16..6, 0i16..6), 0..22), ends in ((0i16..6, 0i16..6), (0i16..6, 0i16..6))) {
        let dense = |make: fn(i16, i16) -> Hex| (0..6).flat_map(move |a| (0..6).map(move |b| make(a, b)));
        let hex = |(q, r): (i16, i16)| Hex::new(q, r);
        let (a, b) = (hex(ends.0), hex(ends.1));
        let open_hexes: Vec<Hex> = open.iter().copied().map(hex).collect();
        let walls = tidy(a, b, dense(Hex::new).filter(|c| !open_hexes.contains(c)).collect());
        prop_assert_eq!(any(a, b, &walls, Grazing::Free), oracle::any_line_free(&[a], &[b], &walls));
        let square = |(x, y): (i16, i16)| Square::new(x, y);
        let (a, b) = (square(ends.0), square(ends.1));
        let open_squares: Vec<Square> = open.iter().copied().map(square).collect();
        let walls = (0..6).flat_map(|x| (0..6).map(move |y| Square::new(x, y))).filter(|c| !open_squares.contains(c));
        let walls = tidy(a, b, walls.collect());
        prop_assert_eq!(any(a, b, &walls, Grazing::Free), oracle::any_line_free(&[a], &[b], &walls));
    }
}

/// The book's examples W-11 and W-12 of Elemental D6.
#[test]
fn printed_examples() {
    let (a, b, rock) = (Hex::new(0, 0), Hex::new(3, 1), Hex::new(1, 0));
    let beyond_reach_of = |eye: Hex| move |cell: Hex| cell == rock && cell.distance(eye) > 1;
    assert!(center_line_free(a, b, beyond_reach_of(a), Grazing::Free));
    assert!(!center_line_free(b, a, beyond_reach_of(b), Grazing::Free));
    assert!(any(b, a, &[rock], Grazing::Free));
    let curtain: Vec<Hex> = (-9..9).map(|r| Hex::new(2, r)).collect();
    assert_eq!(fewest(Hex::new(0, 0), Hex::new(4, 0), &[], &curtain, Grazing::Free), Some(1));
}

#[test]
fn grazing_on_paper() {
    let (a, b) = (Hex::new(0, 0), Hex::new(1, 1));
    let beside = [Hex::new(1, 0), Hex::new(0, 1)];
    for grazing in [Grazing::Free, Grazing::Blocks] {
        assert!(!center_line_free(a, b, |c| beside.contains(&c), grazing));
        assert_eq!(center_line_free(a, b, |c| c == beside[0], grazing), grazing == Grazing::Free);
    }
    let (a, b) = (Square::new(0, 0), Square::new(1, 1));
    let diagonal = [Square::new(1, 0), Square::new(0, 1)];
    assert!(center_line_free(a, b, |c| diagonal.contains(&c), Grazing::Free));
    assert!(!any(a, b, &diagonal, Grazing::Blocks));
    let four = |c: Square| c.x >= 1 && c.y >= 1 && c.x <= 2 && c.y <= 2;
    assert!(!center_line_free(Square::new(0, 0), Square::new(3, 3), four, Grazing::Free));
}

/// Scenes that once went wrong: a corner that pokes into the way, two diagonals that meet in a hex's middle, a slit one line wide.
#[test]
fn scenes_that_went_wrong() {
    let square = |(x, y): (i16, i16)| Square::new(x, y);
    let hex = |(q, r): (i16, i16)| Hex::new(q, r);
    assert!(!any(square((0, 1)), square((6, 5)), &[(3, 3), (5, 3), (4, 4)].map(square), Grazing::Free));
    assert!(!any(hex((5, 1)), hex((4, 0)), &[(5, 0), (4, 1)].map(hex), Grazing::Free));
    assert!(!any(hex((6, 3)), hex((-2, 4)), &[(0, 4), (-1, 3)].map(hex), Grazing::Free));
    let (rocks, fog) = ([(1, 2), (5, 2)].map(square), [(2, 1), (5, 0)].map(square));
    assert_eq!(fewest(square((0, 2)), square((7, 0)), &rocks, &fog, Grazing::Blocks), Some(1));
}

#[test]
fn a_wall_that_just_reaches_the_line() {
    let (a, b) = (Square::new(0, 0), Square::new(4, 0));
    // Over the far side of the third square the line from 8 down to 0 is 8 − 8 · 2.5 / 4 = 3 high.
    let over = |wall: i32, grazing| passes_over(a, 8, b, 0, |c| if c.x == 2 { wall } else { -9 }, grazing);
    assert_eq!([2, 3, 4].map(|wall| over(wall, Grazing::Free)), [true, true, false]);
    assert_eq!([2, 3, 4].map(|wall| over(wall, Grazing::Blocks)), [true, false, false]);
}
