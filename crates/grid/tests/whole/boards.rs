//! Coordinates, boards, paths and maps, against `hexx` where it has the function.

use hexx::Hex as Other;
use proptest::prelude::*;
use skirmish_grid::*;

use crate::{Bars, Step};

fn other(cell: Hex) -> Other {
    Other::new(cell.q.into(), cell.r.into())
}

fn sorted(cells: impl Iterator<Item = Other>) -> Vec<(i32, i32)> {
    let mut cells: Vec<_> = cells.map(|cell| (cell.x, cell.y)).collect();
    cells.sort_unstable();
    cells
}

fn hex() -> impl Strategy<Value = Hex> {
    (-60i16..60, -60i16..60).prop_map(|(q, r)| Hex::new(q, r))
}

fn square() -> impl Strategy<Value = Square> {
    (-60i16..60, -60i16..60).prop_map(|(x, y)| Square::new(x, y))
}

/// Costs by breadth-first sweeps until nothing changes.
fn sweep<C: Cell>(board: &Board<C>, start: C, step: Step<'_, C>) -> Vec<Option<u32>> {
    let mut costs = vec![None; board.len()];
    costs[board.index(start).unwrap()] = Some(0);
    loop {
        let before = costs.clone();
        for cell in board.cells() {
            let Some(cost) = costs[board.index(cell).unwrap()] else { continue };
            for next in board.neighbours(cell) {
                let Some(price) = step(cell, next) else { continue };
                let entry: &mut Option<u32> = &mut costs[board.index(next).unwrap()];
                *entry = Some(entry.map_or(cost + price, |known| known.min(cost + price)));
            }
        }
        if before == costs {
            return costs;
        }
    }
}

fn check_search<C: Cell>(
    board: &Board<C>,
    start: C,
    goal: C,
    walls: &[usize],
    rough: u32,
) -> Result<(), TestCaseError> {
    let index = |cell: C| board.index(cell).unwrap();
    let price = |from: C, to: C| (index(to) as u32 % 7) * rough + (index(from) as u32 % 2);
    let step: Step<'_, C> = &|from, to| (!walls.contains(&index(to))).then(|| price(from, to));
    let costs = sweep(board, start, step);
    let mut scratch = Scratch::new();
    let found: Vec<(C, u32)> = reach(board, start, 40, step, &mut scratch).collect();
    prop_assert!(found.is_sorted_by_key(|&(_, cost)| cost));
    let expected = costs.iter().flatten().filter(|&&cost| cost <= 40).count();
    prop_assert_eq!(found.len(), expected);
    for (cell, cost) in found {
        prop_assert_eq!(costs[board.index(cell).unwrap()], Some(cost));
    }
    let mut way = vec![start];
    let cost = path(board, start, goal, u32::MAX, step, &mut way, &mut scratch);
    prop_assert_eq!(cost, costs[board.index(goal).unwrap()]);
    let sum: u32 = way.windows(2).map(|pair| step(pair[0], pair[1]).unwrap()).sum();
    prop_assert_eq!(cost.unwrap_or(0), sum);
    prop_assert_eq!(way.first().copied(), cost.map(|_| start));
    prop_assert_eq!(way.last().copied(), cost.map(|_| goal));
    // With a least price the same way is found, whatever is known of it and of the board; the goal may be a wall there.
    let to_goal = |from: C, to: C| if to == goal { step(from, from) } else { step(from, to) };
    let walled = |_: C, to: C| !walls.contains(&index(to));
    let boards = [Exits::of(*board, |_, _| true), Exits::of(*board, walled)];
    let dear: Step<'_, C> = &|from, to| to_goal(from, to).map(|price| price + 2);
    for most in [12, 40, u32::MAX] {
        let wanted = path(board, start, goal, most, dear, &mut way, &mut scratch);
        for (least, exits) in (0..=2).flat_map(|least| boards.iter().map(move |exits| (least, exits))) {
            let mut other = vec![goal];
            let cost = direct(exits, start, goal, Price { most, least }, dear, &mut other, &mut scratch);
            prop_assert_eq!((cost, &other), (wanted, &way));
        }
    }
    let is_goal: Bars<'_, C> = &|cell| cell != start && board.index(cell).unwrap().is_multiple_of(5);
    let best = board.cells().filter(|&cell| is_goal(cell)).filter_map(|cell| costs[board.index(cell).unwrap()]).min();
    // What bars a step may be asked of the step or of the board.
    let found = nearest(&boards[0], start, is_goal, step, u32::MAX, &mut way, &mut scratch);
    prop_assert_eq!(found.map(|(_, cost)| cost), best);
    let mut other = Vec::new();
    let open: Step<'_, C> = &|from, to| Some(price(from, to));
    prop_assert_eq!(nearest(&boards[1], start, is_goal, open, u32::MAX, &mut other, &mut scratch), found);
    prop_assert_eq!(other, way);
    check_toward(board, start, goal, dear)
}

/// Whoever looks toward a goal is shown the same cells in the same order, with the same ways, but for those from which it cannot
/// be reached.
fn check_toward<C: Cell>(board: &Board<C>, start: C, goal: C, step: Step<'_, C>) -> Result<(), TestCaseError> {
    let (mut scratch, mut way) = (Scratch::new(), Vec::new());
    for most in [6, 12, 40] {
        let (price, hope) = (Price { most, least: 2 }, |cell: C| 2 * cell.distance(goal));
        let all = reach_while(board, start, price, step, |_, _| true, &mut scratch);
        let leads = |&(cell, cost): &(C, u32)| cell == start || cost + hope(cell) <= most;
        let mut ways = |(cell, cost), found: &Reach<'_, C>| {
            found.way_to(cell, &mut way);
            (cell, cost, way.clone())
        };
        let wanted: Vec<_> = all.clone().filter(leads).map(|found| ways(found, &all)).collect();
        let toward = reach_toward(board, start, price, hope, step, |_, _| true, &mut scratch);
        // Some more may be shown: what a step costs at least is all that is known before it is looked at.
        prop_assert_eq!(toward.clone().filter(leads).map(|found| ways(found, &toward)).collect::<Vec<_>>(), wanted);
    }
    Ok(())
}

/// Rings hold what a search finds where every step costs the same, and say which cell comes first and how one gets there.
fn check_rings<C: Cell>(board: &Board<C>, start: C, walls: &[usize], barred: &[usize]) -> Result<(), TestCaseError> {
    let index = |cell: C| board.index(cell).unwrap();
    // Some steps lead one way only.
    let leads = |from: C, to: C| !walls.contains(&index(to)) && !(index(from) * 7 + index(to)).is_multiple_of(11);
    let exits = Exits::of(*board, leads);
    let step: Step<'_, C> = &|from, to| (leads(from, to) && (to == start || !barred.contains(&index(to)))).then_some(2);
    let mut scratch = Scratch::new();
    let found: Vec<(C, u32)> = reach(board, start, u32::MAX, step, &mut scratch).collect();
    let (mut rings, mut way, mut wanted) = (Rings::new(), Vec::new(), Vec::new());
    prop_assert!(rings.begin(&exits, start, barred.iter().filter_map(|&at| board.cell(at))));
    loop {
        let cost = rings.steps() * 2;
        let ordered: Vec<C> = found.iter().filter(|&&(_, known)| known == cost).map(|&(cell, _)| cell).collect();
        let mut cells = ordered.clone();
        cells.sort_by_key(|&cell| index(cell));
        prop_assert_eq!(&rings.cells(&exits).collect::<Vec<C>>(), &cells);
        for every in 1..4 {
            let some = |cell: &C| index(*cell).is_multiple_of(every);
            let few: Vec<C> = cells.iter().copied().filter(some).collect();
            prop_assert_eq!(rings.first_of(&exits, &few), ordered.iter().copied().find(some));
        }
        for cell in cells {
            prop_assert!(rings.has(&exits, cell));
            path(board, start, cell, u32::MAX, step, &mut wanted, &mut scratch);
            rings.way_to(&exits, cell, &mut way);
            prop_assert_eq!(&way, &wanted);
        }
        if !rings.grow(&exits) {
            break;
        }
    }
    prop_assert_eq!(found.last().map(|&(_, cost)| cost), Some(rings.steps() * 2));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hexes_agree_with_hexx(a in hex(), b in hex(), sixths in -9i32..9, radius in 0u16..6) {
        prop_assert_eq!(a.distance(b), other(a).unsigned_distance_to(other(b)));
        prop_assert_eq!(sorted(a.neighbours().map(other)), sorted(other(a).all_neighbors().into_iter()));
        prop_assert_eq!(sorted(a.ring(radius).map(other)), sorted(other(a).ring(radius.into())));
        prop_assert_eq!(sorted(a.disc(radius).map(other)), sorted(other(a).range(radius.into())));
        let turned = other(a).rotate_cw_around(other(b), sixths.rem_euclid(6) as u32);
        prop_assert_eq!(other(a.rotated(b, sixths).unwrap()), turned);
        prop_assert_eq!(a.mirrored(b).unwrap().mirrored(b), Some(a));
        prop_assert_eq!(a.mirrored(b).unwrap().distance(b), a.distance(b));
        let diagonals = HexCorner::ALL.into_iter().filter_map(|corner| a.behind(corner)).map(other);
        prop_assert_eq!(sorted(diagonals), sorted(other(a).all_diagonals().into_iter()));
    }

    #[test]
    fn straight_rows_are_found(a in hex(), steps in 1i16..30, i in 0usize..6, off in hex()) {
        let direction = HexDirection::from_index(i);
        let unit = direction.offset();
        let b = Hex::new(a.q + unit.q * steps, a.r + unit.r * steps);
        prop_assert_eq!(a.straight_to(b), Some(direction));
        prop_assert_eq!(b.straight_to(a), Some(direction.opposite()));
        let inside = walk(a, b).filter(|passage| matches!(passage, Passage::Inside(_))).count();
        prop_assert_eq!(inside as i16, steps + 1);
        let straight = walk(a, off).all(|passage| matches!(passage, Passage::Inside(_))) && a.distance(off) as usize + 1 == walk(a, off).count();
        if a.straight_to(off).is_some() { prop_assert!(straight); }
    }

    /// Where the line touches nothing, hexx's rounded line runs through the same cells unless it cuts a corner short.
    #[test]
    fn walks_contain_the_rounded_line(a in hex(), b in hex()) {
        let mut met = vec![];
        for passage in walk(a, b) {
            match passage {
                Passage::Inside(cell) | Passage::Touched(cell) => met.push(cell),
                Passage::Between(one, two) => met.extend([one, two]),
            }
        }
        for cell in other(a).line_to(other(b)) {
            prop_assert!(met.iter().any(|&hex| other(hex) == cell), "{:?}", cell);
        }
        prop_assert_eq!(met.first(), Some(&a));
        prop_assert_eq!(met.last(), Some(&b));
        let mut back: Vec<Hex> = walk(b, a).filter_map(|p| if let Passage::Inside(cell) = p { Some(cell) } else { None }).collect();
        back.reverse();
        let there: Vec<Hex> = walk(a, b).filter_map(|p| if let Passage::Inside(cell) = p { Some(cell) } else { None }).collect();
        prop_assert_eq!(there, back);
    }

    #[test]
    fn searches_agree_with_sweeps(size in (1u16..9, 1u16..9), ends in (0usize..64, 0usize..64), walls in prop::collection::vec(0usize..64, 0..30), rough in 0u32..3) {
        let hexes = Board::<Hex>::new(size.0, size.1).unwrap();
        let squares = Board::<Square>::new(size.0, size.1).unwrap();
        let (start, goal) = (ends.0 % hexes.len(), ends.1 % hexes.len());
        check_search(&hexes, hexes.cell(start).unwrap(), hexes.cell(goal).unwrap(), &walls, rough)?;
        check_search(&squares, squares.cell(start).unwrap(), squares.cell(goal).unwrap(), &walls, rough)?;
    }

    #[test]
    fn rings_agree_with_searches(size in (1u16..14, 1u16..14), start in 0usize..256, walls in prop::collection::vec(0usize..200, 0..40), barred in prop::collection::vec(0usize..200, 0..10)) {
        let hexes = Board::<Hex>::new(size.0, size.1).unwrap();
        let squares = Board::<Square>::new(size.0, size.1).unwrap();
        check_rings(&hexes, hexes.cell(start % hexes.len()).unwrap(), &walls, &barred)?;
        check_rings(&squares, squares.cell(start % squares.len()).unwrap(), &walls, &barred)?;
    }

    #[test]
    fn reach_agrees_with_hexx(start in (0i16..12, 0i16..12), walls in prop::collection::vec((0i16..12, 0i16..12), 0..50), budget in 0u32..9) {
        let board = Board::<Hex>::new(12, 12).unwrap();
        let start = Hex::from_column_row(start.0.into(), start.1.into()).unwrap();
        let walls: Vec<Hex> = walls.into_iter().filter_map(|(x, y)| Hex::from_column_row(x.into(), y.into())).collect();
        let open = |cell: Hex| board.contains(cell) && !walls.contains(&cell);
        // hexx adds one to each cost and counts the budget accordingly.
        let mut theirs: Vec<(i32, i32)> = hexx::algorithms::field_of_movement(other(start), budget, |cell| {
            open(Hex::new(cell.x as i16, cell.y as i16)).then_some(0)
        }).into_iter().map(|cell| (cell.x, cell.y)).collect();
        theirs.sort_unstable();
        theirs.retain(|&cell| cell != (start.q.into(), start.r.into()));
        let ours = reach(&board, start, budget, |_, to| open(to).then_some(1), &mut Scratch::new()).map(|(cell, _)| other(cell)).filter(|&cell| cell != other(start)).collect::<Vec<_>>();
        prop_assert_eq!(sorted(ours.into_iter()), theirs);
    }

    #[test]
    fn boards_and_labels_turn_round(size in (1u16..=400, 1u16..=400), place in 0usize..160_000) {
        let board = Board::<Hex>::new(size.0, size.1).unwrap();
        let index = place % board.len();
        let cell = board.cell(index).unwrap();
        prop_assert_eq!(board.index(cell), Some(index));
        let label = board.label(cell).unwrap();
        prop_assert_eq!(board.parse_label(&label), Ok(cell));
        prop_assert_eq!(board.parse_label(&cell.to_string()), Ok(cell));
        prop_assert_eq!(board.cell(board.len()), None);
    }

    #[test]
    fn no_text_breaks_the_readers(text in "\\PC{0,40}", lines in "[ .#A\\n]{0,60}") {
        let board = Board::<Hex>::new(30, 30).unwrap();
        if let Err(error) = board.parse_label(&text) { prop_assert!(!error.to_string().is_empty()); }
        for map in [&text, &lines] {
            if let Err(error) = Map::<Hex>::parse(map, ".#") { prop_assert!(!error.to_string().is_empty()); }
            if let Ok(map) = Map::<Square>::parse(map, ".#") { prop_assert!(map.board().len() > 0); }
        }
    }

    #[test]
    fn drawn_maps_read_back(size in (1u16..40, 1u16..30), walls in prop::collection::vec(any::<bool>(), 1200)) {
        let board = Board::<Hex>::new(size.0, size.1).unwrap();
        let sign = |cell: Hex| if walls[board.index(cell).unwrap()] { '#' } else { '.' };
        let drawn = board.render(sign);
        let heading = if size.0 > 26 { 2 } else { 1 };
        let margin = size.1.to_string().len();
        let rows: String = drawn.lines().skip(heading).map(|line| format!("{}\n", &line[margin..])).collect();
        let map = Map::<Hex>::parse(&rows, ".#").unwrap();
        prop_assert_eq!(map.board(), &board);
        prop_assert!(board.cells().all(|cell| map.glyph(cell) == Some(sign(cell))));
    }

    #[test]
    fn squares_measure(a in square(), b in square(), quarters in -5i32..5) {
        let (turned, mirrored) = (b.rotated(a, quarters).unwrap(), b.mirrored(a).unwrap());
        for other in [turned, mirrored] {
            prop_assert_eq!(a.chebyshev(b), a.chebyshev(other));
            prop_assert_eq!(a.manhattan(b), a.manhattan(other));
            prop_assert_eq!(a.alternating(b), a.alternating(other));
        }
        prop_assert!(a.chebyshev(b) <= a.alternating(b) && a.alternating(b) <= a.manhattan(b));
        for facing in Facing::ALL {
            let view = |cells: FieldOfView| cells.sees(a, facing, b);
            let turn = |cells: FieldOfView| cells.sees(a, facing.turned(2 * quarters), turned);
            for field in [FieldOfView::Quarter, FieldOfView::Half, FieldOfView::ThreeQuarters, FieldOfView::All] {
                prop_assert_eq!(view(field), turn(field));
                if field == FieldOfView::Quarter && view(field) { prop_assert!(view(FieldOfView::Half)); }
            }
        }
        if let Some(facing) = Facing::toward(a, b) {
            prop_assert_eq!(Facing::toward(b, a), Some(facing.opposite()));
            prop_assert!(FieldOfView::Quarter.sees(a, facing, b));
        }
    }

    /// Every function stands any coordinates.
    #[test]
    fn nothing_overflows(a in any::<(i16, i16)>(), b in any::<(i16, i16)>(), turn in any::<i32>()) {
        let (a, b) = (Hex::new(a.0, a.1), Hex::new(b.0, b.1));
        let _ = (a.distance(b), a.rotated(b, turn), a.mirrored(b), a.straight_to(b), a.ring(3).count(), a.disc(3).count());
        let _ = walk(a, b).take(2000).count();
        let (c, d) = (Square::new(a.q, a.r), Square::new(b.q, b.r));
        let _ = (c.alternating(d), c.euclid_squared(d), c.rotated(d, turn), Facing::toward(c, d), c.circle(3).count());
        let _ = walk(c, d).take(2000).count();
        let far = Point::new(turn, turn.rotate_left(9));
        segment_free(far, a.centre(), 1, |cell: Hex| cell.q == 3, Grazing::Free);
        segment_free(a.centre(), far, 0, |cell: Square| cell.x == 3, Grazing::Blocks);
        let _ = (far.turn(a.centre(), b.centre()), in_cone(far, Facing::North, Spread::Sixty, c), Footprint::block(turn as u8));
        let near = Hex::new(a.q.saturating_add(9), a.r.saturating_sub(7));
        let mut scratch = SightScratch::new();
        let bars: [Bars<'_, Hex>; 3] = [&|cell| cell.q % 3 == 0, &|cell| cell.q % 5 == 0, &|cell| cell.r % 3 == 0];
        for grazing in [Grazing::Free, Grazing::Blocks] {
            any_line_free(&[a], &[near], bars[0], grazing, &mut scratch);
            most_crossed(&[a], &[near], bars[1], bars[2], grazing, &mut scratch);
        }
        let board = Board::<Hex>::new(20, 20).unwrap();
        prop_assert!(reach(&board, a, 5, |_, _| Some(u32::MAX), &mut Scratch::new()).count() <= 1);
    }
}

#[test]
fn maps_explain_what_is_wrong() {
    let fault = |text: &str| Map::<Hex>::parse(text, ".#~").unwrap_err().to_string();
    assert_eq!(
        fault("\n . .\n. .\n"),
        "line 2, column 2: the first row is indented against the second; on hex maps rows 2, 4, 6 … are shifted right"
    );
    assert_eq!(fault("..\n...\n"), "line 2, column 3: this row has 3 cells, the first one 2; make them equal");
    assert_eq!(fault(". .\n .\n"), "line 2, column 3: this row has 1 cells, the first one 2; make them equal");
    assert_eq!(fault(". ?"), "line 1, column 3: unknown sign '?'; use one of . # ~, or a letter or digit for a place");
    assert_eq!(fault(" \n\n"), "the map has no rows; draw one line per row");
    assert_eq!(fault(&".".repeat(401)), "line 1, column 401: the map is too large; at most 400 rows and columns");
    assert_eq!(fault(&".\n".repeat(401)), "line 401, column 1: the map is too large; at most 400 rows and columns");
}

#[test]
fn labels_explain_what_is_wrong() {
    let board = Board::<Square>::new(8, 8).unwrap();
    let fault = |text: &str| board.parse_label(text).unwrap_err().to_string();
    assert_eq!(fault("7D"), "\"7D\" names no cell; write column letters and row number, as in D7");
    assert_eq!(fault("I1"), "I1 is off the board, which ends at H8");
    assert_eq!(fault("A0"), "A0 is off the board, which ends at H8");
    assert_eq!(fault("ZZZZZZZZZZZZ99999999999999"), "ZZZZZZZZZZZZ99999999999999 is off the board, which ends at H8");
}

#[test]
fn footprints_cover() {
    let hill = Footprint::<Hex>::flower();
    assert_eq!(hill.cells(Hex::new(3, 3)).count(), 7);
    assert_eq!(Footprint::<Hex>::triangle().distance(Hex::new(0, 0), &hill, Hex::new(0, 0)), 0);
    assert_eq!(Footprint::block(6), None);
    assert_eq!(Footprint::<Hex>::new(&[]), Err(FootprintError::Empty));
    assert_eq!(Footprint::<Hex>::new(&[(0, 0), (0, 0)]), Err(FootprintError::Twice((0, 0))));
    let many: Vec<(i16, i16)> = (0..26).map(|a| (a, 0)).collect();
    assert_eq!(Footprint::<Square>::new(&many), Err(FootprintError::TooMany));
}

#[test]
fn back_leads_back() {
    fn check<C: Cell>(cell: C) {
        for (direction, back) in C::BACK.iter().enumerate() {
            assert_eq!(cell.neighbour(direction).and_then(|there| there.neighbour(*back)), Some(cell));
        }
        assert_eq!(C::BACK.len(), C::STEPS.len());
    }
    check(Hex::new(3, 5));
    check(Square::new(3, 5));
}

#[test]
fn ties_go_to_the_lowest_direction() {
    let board = Board::<Hex>::new(9, 9).unwrap();
    let (start, mut scratch, mut way) = (Hex::new(2, 3), Scratch::new(), vec![]);
    let wall = |cell: Hex| (cell.q * 5 + cell.r * 3) % 7 == 3 && cell != start;
    let step = |_, to: Hex| (!wall(to)).then_some(1);
    let costs: Vec<(Hex, u32)> = reach(&board, start, 99, step, &mut scratch).collect();
    let cost = |cell: Hex| costs.iter().find(|&&(reached, _)| reached == cell).map(|&(_, cost)| cost);
    for &(goal, _) in &costs {
        path(&board, start, goal, 99, step, &mut way, &mut scratch);
        for pair in way.windows(2) {
            let direction = pair[0].straight_to(pair[1]);
            let before = |direction: &HexDirection| {
                let previous = pair[1].step(direction.opposite());
                previous.and_then(cost).is_some_and(|known| Some(known + 1) == cost(pair[1]))
            };
            assert_eq!(direction, HexDirection::ALL.into_iter().find(before));
        }
    }
}

/// Does a block find a lane, by trying every run of its rows and columns?
fn lane_by_hand(at: Square, side: i16, open: impl Fn(i16, i16) -> bool) -> bool {
    let rows = |first: i16, last: i16, upright: bool| {
        (first..=last).map(move |nth| (0..side).map(move |along| if upright { (nth, along) } else { (along, nth) }))
    };
    let closed_line = |nth, upright| rows(nth, nth, upright).flatten().any(|(x, y)| !open(at.x + x, at.y + y));
    let runs = (0..side).flat_map(|first| (first..side).map(move |last| (first, last)));
    runs.filter(|(first, last)| 2 * (last - first + 1) >= side && last - first + 1 < side).any(|(first, last)| {
        [false, true].into_iter().any(|upright| {
            rows(first, last, upright).flatten().all(|(x, y)| open(at.x + x, at.y + y))
                && closed_line(first - 1, upright)
                && closed_line(last + 1, upright)
        })
    })
}

proptest! {
    #[test]
    fn lanes(walls in proptest::collection::vec((0i16..7, 0i16..7), 0..24), side in 1u8..5, x in 1i16..3, y in 1i16..3) {
        let open = |x: i16, y: i16| !walls.contains(&(x, y));
        let found = has_lane(Square::new(x, y), side, side.div_ceil(2)..side, |cell| open(cell.x, cell.y));
        prop_assert_eq!(found, lane_by_hand(Square::new(x, y), side.into(), open));
    }

    /// A line is pinched where it goes through a point at which two walls meet, each way round.
    #[test]
    fn pinched(walls in proptest::collection::vec((0i16..6, 0i16..6), 0..9), ends in (0i32..12, 0i32..12, 0i32..12, 0i32..12)) {
        let walls: Vec<Square> = walls.into_iter().map(|(x, y)| Square::new(x, y)).collect();
        let (from, to) = (Point::new(ends.0, ends.1), Point::new(ends.2, ends.3));
        let meet = |point: Point| {
            let there: Vec<_> = walls.iter().filter(|wall| wall.corners().any(|corner| corner == point)).collect();
            there.iter().any(|one| there.iter().any(|other| one.x != other.x && one.y != other.y))
        };
        let on_line = |point: Point| {
            let inside = |a: i32, b: i32, at: i32| (a.min(b)..=a.max(b)).contains(&at);
            from.turn(to, point) == 0 && inside(from.x, to.x, point.x) && inside(from.y, to.y, point.y)
        };
        let corners = walls.iter().flat_map(|wall| wall.corners().collect::<Vec<_>>());
        let expected = corners.into_iter().any(|corner| meet(corner) && on_line(corner));
        prop_assert_eq!(segment_pinched_of(from, to, 1, &walls), expected);
        prop_assert_eq!(segment_pinched_of(to, from, 1, &walls), expected);
        prop_assert_eq!(segment_pinched(from, to, 1, |cell: Square| walls.contains(&cell)), expected);
    }
}
