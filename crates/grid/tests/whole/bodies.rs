//! Bodies of several cells at heights against brute force; bodies of one cell against the functions for cells.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use skirmish_grid::*;

use crate::{Bars, Step};

fn config(cases: u32) -> ProptestConfig {
    let soak = std::env::var("SOAK").ok().and_then(|soak| soak.parse().ok()).unwrap_or(1);
    ProptestConfig { cases: cases * soak, failure_persistence: None, ..ProptestConfig::default() }
}

/// Any set of up to seven cells near the anchor, which need not be among them.
fn footprint<C: Cell>() -> impl Strategy<Value = Footprint<C>> {
    prop::collection::btree_set((-2i16..3, -2i16..3), 1..8).prop_map(|offsets| {
        let offsets: Vec<_> = offsets.into_iter().collect();
        Footprint::new(&offsets).expect("few different offsets")
    })
}

fn block() -> impl Strategy<Value = Footprint<Square>> {
    (1u8..5).prop_map(|side| Footprint::block(side).expect("a block"))
}

fn cell<C: Cell>() -> impl Strategy<Value = C> {
    (0i32..9, 0i32..8).prop_map(|(column, row)| C::from_column_row(column, row).expect("a cell"))
}

fn cells<C: Cell>(most: usize) -> impl Strategy<Value = BTreeSet<C>> {
    prop::collection::btree_set(cell(), 0..most)
}

fn span() -> impl Strategy<Value = Span> {
    (-4i32..9, 1i32..6).prop_map(|(bottom, height)| Span::new(bottom, bottom + height).expect("a span"))
}

fn board<C: Cell>() -> Board<C> {
    Board::new(9, 8).expect("a board")
}

/// The cells of a body by the plainest reading.
fn covered<C: Cell>(footprint: &Footprint<C>, anchor: C) -> BTreeSet<C> {
    footprint.offsets().iter().map(|&offset| anchor.offset(offset).expect("near the board")).collect()
}

/// Costs of single cells: barred, or 1 to 4.
fn ground<C: Cell>(walls: &BTreeSet<C>) -> impl Fn(C, C) -> Option<u32> + Copy + '_ {
    |from, to| {
        let (a, b) = to.axes();
        let uphill = i16::from(from.axes().1 > b);
        (board().contains(to) && !walls.contains(&to)).then_some((1 + (a + 2 * b).rem_euclid(3) + uphill) as u32)
    }
}

/// What a step costs, by the plainest reading: cells that were not covered before, each from the part that moves there.
fn naive_step<C: Cell>(footprint: &Footprint<C>, anchor: C, step: (i16, i16), cost: Step<'_, C>) -> Option<u32> {
    let before = covered(footprint, anchor);
    let moved: Vec<(C, C)> = before.iter().map(|&cell| (cell, cell.offset(step).expect("near the board"))).collect();
    let entered = moved.into_iter().filter(|(_, to)| !before.contains(to));
    let costs: Option<Vec<u32>> = entered.map(|(from, to)| cost(from, to)).collect();
    costs?.into_iter().max()
}

/// Least costs from a start to all anchors, by asking all steps until nothing changes.
fn naive_costs<C: Cell>(footprint: &Footprint<C>, start: C, walls: &BTreeSet<C>) -> BTreeMap<C, u32> {
    let mut costs = BTreeMap::from([(start, 0)]);
    loop {
        let mut better = vec![];
        for (&at, &cost) in &costs {
            for &step in C::STEPS {
                let to = at.offset(step).expect("near the board");
                let Some(price) = naive_step(footprint, at, step, &ground(walls)) else { continue };
                if board().contains(to) && costs.get(&to).is_none_or(|&known| cost + price < known) {
                    better.push((to, cost + price));
                }
            }
        }
        if better.is_empty() {
            return costs;
        }
        for (to, cost) in better {
            let known = costs.entry(to).or_insert(u32::MAX);
            *known = cost.min(*known);
        }
    }
}

type Placed<C> = (Footprint<C>, C, Span);

fn two_placed<C: Cell>() -> impl Strategy<Value = (Placed<C>, Placed<C>)> {
    ((footprint(), cell(), span()), (footprint(), cell(), span()))
}

fn check_place<C: Cell>(((a, at_a, span_a), (b, at_b, span_b)): (Placed<C>, Placed<C>)) -> Result<(), TestCaseError> {
    let (one, other) = (Body::new(&a, at_a).filling(span_a), Body::new(&b, at_b).filling(span_b));
    let (mine, its) = (covered(&a, at_a), covered(&b, at_b));
    prop_assert_eq!(one.cells().collect::<BTreeSet<_>>(), mine.clone());
    prop_assert_eq!(one.area().iter().copied().collect::<BTreeSet<_>>(), mine.clone());
    let heights = |span: Span| (span.bottom()..span.top()).collect::<BTreeSet<i32>>();
    let (mine_high, its_high) = (heights(span_a), heights(span_b));
    let share = mine_high.intersection(&its_high).count() > 0;
    prop_assert_eq!(span_a.overlaps(span_b), share);
    let apart = mine_high.iter().flat_map(|x| its_high.iter().map(move |y| x.abs_diff(*y))).min();
    prop_assert_eq!(Some(span_a.distance(span_b)), apart);
    let meet = mine.intersection(&its).count() > 0;
    prop_assert_eq!(one.overlaps(&other), share && meet);
    let least = mine.iter().flat_map(|x| its.iter().map(move |y| x.distance(*y))).min();
    prop_assert_eq!(Some(one.distance(&other)), least);
    prop_assert_eq!(one.distance(&other), a.distance(at_a, &b, at_b));
    prop_assert_eq!(one.distance(&other), other.distance(&one));
    let beside = least.is_some_and(|least| least <= 1) && apart.is_some_and(|apart| apart <= 1) && !(share && meet);
    prop_assert_eq!(one.is_adjacent(&other), beside);
    for cell in board().cells() {
        prop_assert_eq!(one.covers(cell), mine.contains(&cell));
        prop_assert_eq!(one.fills(cell, span_b), mine.contains(&cell) && share);
    }
    prop_assert_eq!(one.is_in(|cell| its.contains(&cell)), meet);
    let wide = Board::<C>::new(40, 40).expect("a board");
    let middle = C::from_column_row(20, 20).expect("a cell");
    let ring: BTreeSet<C> = one.at(middle).around(2).collect();
    let near = |cell: &C| covered(&a, middle).iter().any(|own| own.distance(*cell) <= 2);
    prop_assert_eq!(ring, wide.cells().filter(near).collect::<BTreeSet<_>>());
    prop_assert_eq!(one.around(2).count(), one.around(2).collect::<BTreeSet<_>>().len());
    let fits = mine.iter().all(|&cell| board().contains(cell) && !its.contains(&cell));
    prop_assert_eq!(one.fits(&board(), |cell| !its.contains(&cell)), fits);
    Ok(())
}

fn walker<C: Cell>() -> impl Strategy<Value = (Footprint<C>, C, BTreeSet<C>)> {
    (footprint(), cell(), cells(10))
}

fn check_walks<C: Cell>((shape, start, walls): (Footprint<C>, C, BTreeSet<C>)) -> Result<(), TestCaseError> {
    let (board, body) = (board::<C>(), Body::new(&shape, start));
    let (walls, ground) = (&walls, ground(&walls));
    let ground: Step<'_, C> = &ground;
    for (direction, &step) in C::STEPS.iter().enumerate() {
        let price = naive_step(&shape, start, step, ground);
        prop_assert_eq!(body.step(direction, ground), price);
        let to = start.neighbour(direction).expect("near the board");
        prop_assert_eq!(body.step_to(to, ground), price);
        let before = covered(&shape, start);
        let new: BTreeSet<C> = covered(&shape, to).difference(&before).copied().collect();
        prop_assert_eq!(body.entered(direction).map(|(_, to)| to).collect::<BTreeSet<_>>(), new);
    }
    let mut scratch = Scratch::new();
    let costs = naive_costs(&shape, start, walls);
    let walks = body.walks(ground);
    let walks: Step<'_, C> = &walks;
    let found: BTreeMap<C, u32> = reach(&board, start, u32::MAX, walks, &mut scratch).collect();
    prop_assert_eq!(&found, &costs);
    let exits = Exits::of(board, |from, to| body.at(from).step_to(to, ground).is_some());
    let (mut way, mut straight) = (Vec::new(), Vec::new());
    for goal in board.cells().step_by(5) {
        let cost = path(&board, start, goal, u32::MAX, walks, &mut way, &mut scratch);
        prop_assert_eq!(cost, costs.get(&goal).copied());
        let price = Price { most: u32::MAX, least: 1 };
        prop_assert_eq!(direct(&exits, start, goal, price, walks, &mut straight, &mut scratch), cost);
        prop_assert_eq!(&way, &straight);
        let legs = way.windows(2).map(|leg| walks(leg[0], leg[1])).sum::<Option<u32>>();
        prop_assert!(cost.is_none() || legs == cost);
        prop_assert!(cost.is_none() || exits.may_lead(start, goal));
    }
    Ok(())
}

/// The height of the line over each point where it comes to the border of a cell, by fractions: whether the cell is met
/// by a point of the line that lies inside one of the spans, tried at all borders of spans and between them.
fn naive_clears<C: Cell>(from: C, eye: i32, to: C, height: i32, spans: &BTreeMap<C, Vec<Span>>) -> bool {
    // The line is cut at every place where anything may change; between two such places nothing does.
    let (start, end) = (from.centre(), to.centre());
    let (dx, dy) = (i128::from(end.x - start.x), i128::from(end.y - start.y));
    let mut cuts: Vec<(i128, i128)> = vec![(0, 1), (1, 1)];
    for cell in spans.keys() {
        let corners: Vec<Point> = cell.corners().collect();
        for (i, p) in corners.iter().enumerate() {
            let q = corners[(i + 1) % corners.len()];
            let (px, py) = (i128::from(p.x - start.x), i128::from(p.y - start.y));
            let (ex, ey) = (i128::from(q.x - p.x), i128::from(q.y - p.y));
            let (above, below) = (px * ey - py * ex, dx * ey - dy * ex);
            if below != 0 {
                cuts.push((above * below.signum(), below.abs()));
            }
        }
    }
    for span in spans.values().flatten() {
        for level in [span.bottom(), span.top()] {
            let slope = i128::from(height - eye);
            if slope != 0 {
                cuts.push((i128::from(level - eye) * slope.signum(), slope.abs()));
            }
        }
    }
    cuts.retain(|&(n, d)| n >= 0 && n <= d);
    cuts.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    let inside = |cell: C, n: i128, d: i128| {
        // On the right of all sides; 0 for those on the border.
        let corners: Vec<Point> = cell.corners().collect();
        let (x, y) = (i128::from(start.x) * d + dx * n, i128::from(start.y) * d + dy * n);
        corners.iter().enumerate().fold(1i128, |least, (i, p)| {
            let q = corners[(i + 1) % corners.len()];
            let side =
                i128::from(q.x - p.x) * (y - i128::from(p.y) * d) - i128::from(q.y - p.y) * (x - i128::from(p.x) * d);
            least.min(side.signum())
        })
    };
    !cuts.windows(2).any(|pair| {
        // The middle of the piece.
        let (n, d) = (pair[0].0 * pair[1].1 + pair[1].0 * pair[0].1, 2 * pair[0].1 * pair[1].1);
        if pair[0].0 * pair[1].1 == pair[1].0 * pair[0].1 {
            return false;
        }
        let high = i128::from(eye) * d + i128::from(height - eye) * n;
        // Filled on both sides of the height: strictly within a span, or where one ends and another begins.
        let filled = |cell: &C| {
            let Some(spans) = spans.get(cell) else { return false };
            let bounds = |span: &Span| (i128::from(span.bottom()) * d, i128::from(span.top()) * d);
            let below = spans.iter().map(bounds).any(|(bottom, top)| bottom < high && high <= top);
            let above = spans.iter().map(bounds).any(|(bottom, top)| bottom <= high && high < top);
            below && above
        };
        let on = |wanted: i128| {
            let others = spans.keys().chain([&from, &to]).filter(move |cell| inside(**cell, n, d) == wanted);
            others.collect::<BTreeSet<_>>()
        };
        let within = on(1);
        if !within.is_empty() {
            return within.into_iter().any(|cell| *cell != from && *cell != to && filled(cell));
        }
        let along = on(0);
        along.len() == 2 && along.into_iter().all(|cell| *cell != from && *cell != to && filled(cell))
    })
}

type Slope<C> = ((C, C), (i32, i32), Vec<(C, Span)>);

fn slopes<C: Cell>() -> impl Strategy<Value = Slope<C>> {
    let heights = prop_oneof![(-3i32..10, -3i32..10), (-3i32..10).prop_map(|level| (level, level))];
    ((cell(), cell()), heights, prop::collection::vec((cell(), span()), 0..40))
}

fn check_heights<C: Cell>(((from, to), (eye, height), standing): Slope<C>) -> Result<(), TestCaseError> {
    let mut spans = BTreeMap::<C, Vec<Span>>::new();
    standing.iter().for_each(|&(cell, span)| spans.entry(cell).or_default().push(span));
    let over = |cell: C| standing.iter().filter(move |(at, _)| *at == cell).map(|(_, span)| *span);
    let clear = line_clears(from, eye, to, height, over, Grazing::Free);
    prop_assert_eq!(clear, naive_clears(from, eye, to, height, &spans));
    prop_assert_eq!(clear, line_clears(to, height, from, eye, over, Grazing::Free), "the other way");
    prop_assert!(clear || !line_clears(from, eye, to, height, over, Grazing::Blocks), "a touch is the least");
    // Upside down.
    let hung = |cell: C| over(cell).map(|span| Span::new(-span.top(), -span.bottom()).expect("a span"));
    for grazing in [Grazing::Free, Grazing::Blocks] {
        let same = line_clears(from, eye, to, height, over, grazing);
        prop_assert_eq!(same, line_clears(from, -eye, to, -height, hung, grazing));
        // What fills all heights is what the line between the centres asks.
        let stands = |cell: C| spans.contains_key(&cell);
        let all = |cell: C| stands(cell).then_some(Span::ALL);
        prop_assert_eq!(line_clears(from, eye, to, height, all, grazing), center_line_free(from, to, stands, grazing));
        // What reaches down without end is what passes_over asks.
        let top = |cell: C| over(cell).map(Span::top).max().unwrap_or(-99);
        let deep = |cell: C| Span::new(i32::MIN, top(cell));
        prop_assert_eq!(
            line_clears(from, eye, to, height, deep, grazing),
            passes_over(from, eye, to, height, top, grazing)
        );
    }
    Ok(())
}

type Lookers<C> = ((Footprint<C>, C), (Footprint<C>, C), BTreeSet<C>);

fn lookers<C: Cell>() -> impl Strategy<Value = Lookers<C>> {
    ((footprint(), cell()), (footprint(), cell()), cells(14))
}

fn check_sight<C: Cell>(((a, at_a), (b, at_b), walls): Lookers<C>) -> Result<(), TestCaseError> {
    let (one, other) = (Body::new(&a, at_a), Body::new(&b, at_b));
    let mut scratch = SightScratch::new();
    let blocks: Bars<'_, C> = &|cell| walls.contains(&cell);
    let (mine, its) = (covered(&a, at_a), covered(&b, at_b));
    let stands: Bars<'_, C> = &|cell| blocks(cell) && !mine.contains(&cell) && !its.contains(&cell);
    for grazing in [Grazing::Free, Grazing::Blocks] {
        // A line between areas is one between some cells of both, past what is neither.
        let pair = |x: &C| its.iter().any(|y| any_line_free(&[*x], &[*y], stands, grazing, &mut SightScratch::new()));
        let free = one.line_free(&other, blocks, grazing, &mut scratch);
        prop_assert_eq!(free, mine.iter().any(pair));
        let corners = |cells: &BTreeSet<C>| cells.iter().flat_map(|cell| cell.corners()).collect::<Vec<_>>();
        let best = its
            .iter()
            .filter_map(|&cell| best_view(&corners(&mine), &cell.corners().collect::<Vec<_>>(), 1, stands, grazing));
        let view = one.best_view(&other, blocks, grazing).expect("both have cells");
        prop_assert_eq!(Some(view.seen), best.map(|(_, seen)| seen).max());
        prop_assert!(its.contains(&view.cell) && corners(&mine).contains(&view.eye));
        let clear = mine.iter().any(|&x| its.iter().any(|&y| center_line_free(x, y, stands, grazing)));
        let filled = |cell: C| blocks(cell).then_some(Span::ALL);
        prop_assert_eq!(one.line_clears(0, &other, 3, filled, grazing), clear);
    }
    let mut seen = BTreeSet::new();
    visible_from(&board(), &one.area(), blocks, 4, Grazing::Free, &mut scratch, |cell| _ = seen.insert(cell));
    for cell in board().cells() {
        let near = mine.iter().any(|own| own.distance(cell) <= 4);
        let single = Footprint::single();
        let sees = Body::new(&single, cell).line_free(&one, blocks, Grazing::Free, &mut scratch);
        prop_assert_eq!(seen.contains(&cell), near && sees, "{}", cell);
    }
    Ok(())
}

fn two_cells<C: Cell>() -> impl Strategy<Value = (C, C, BTreeSet<C>)> {
    (cell(), cell(), cells(16))
}

/// A body of one cell is a cell.
fn check_single<C: Cell>((a, b, walls): (C, C, BTreeSet<C>)) -> Result<(), TestCaseError> {
    let ground = ground(&walls);
    let ground: Step<'_, C> = &ground;
    let single = Footprint::single();
    let (one, other) = (Body::new(&single, a), Body::new(&single, b));
    let blocks: Bars<'_, C> = &|cell| cell != a && cell != b && walls.contains(&cell);
    let mut scratch = Scratch::new();
    prop_assert_eq!(one.distance(&other), a.distance(b));
    prop_assert_eq!(one.centre(), Some(a.centre()));
    prop_assert_eq!(&*one.area(), &[a][..]);
    let (mut way, mut plain) = (Vec::new(), Vec::new());
    let walks = one.walks(ground);
    let walks: Step<'_, C> = &walks;
    let cost = path(&board(), a, b, u32::MAX, walks, &mut way, &mut scratch);
    prop_assert_eq!(cost, path(&board(), a, b, u32::MAX, ground, &mut plain, &mut scratch));
    prop_assert_eq!(&way, &plain);
    let all: Vec<_> = reach(&board(), a, 7, walks, &mut scratch).collect();
    prop_assert_eq!(all, reach(&board(), a, 7, ground, &mut scratch).collect::<Vec<_>>());
    let (corners, its) = (a.corners().collect::<Vec<_>>(), b.corners().collect::<Vec<_>>());
    for grazing in [Grazing::Free, Grazing::Blocks] {
        let line = any_line_free(&[a], &[b], blocks, grazing, &mut SightScratch::new());
        prop_assert_eq!(one.line_free(&other, blocks, grazing, &mut SightScratch::new()), line);
        let view = one.best_view(&other, blocks, grazing).expect("a view");
        let (eye, seen) = best_view(&corners, &its, 1, blocks, grazing).expect("a view");
        prop_assert_eq!((view.eye, view.seen), (corners[eye], seen));
        let low = |cell: C| blocks(cell).then(|| Span::new(0, 4).expect("a span"));
        let cells = line_clears(a, 3, b, 6, low, grazing);
        prop_assert_eq!(one.line_clears(3, &other, 6, low, grazing), cells);
    }
    Ok(())
}

type Crowded<C> = (Footprint<C>, C, Vec<(C, u8)>, BTreeSet<C>);

fn crowds<C: Cell>() -> impl Strategy<Value = Crowded<C>> {
    (footprint(), cell(), prop::collection::vec((cell(), 0u8..3), 0..12), cells(3))
}

fn check_crowd<C: Cell>((shape, at, standing, also): Crowded<C>) -> Result<(), TestCaseError> {
    let shape = &shape;
    let kind = |n: u8| [Standing::Aside, Standing::Passed, Standing::Barring][usize::from(n % 3)];
    // The rules, asked of everybody anew: of several in a cell the first counts.
    let first = |cell: C| standing.iter().find(|(there, _)| *there == cell).map_or(Standing::Aside, |(_, n)| kind(*n));
    let enters = |cell: C| first(cell) != Standing::Barring;
    let stays = |cell: C| first(cell) == Standing::Aside && !also.contains(&cell);
    let who = || standing.iter().map(|&(cell, n)| (cell, kind(n)));
    let (mut large, mut small) = (Crowd::<C, 64>::of(who()), Crowd::<C, 3>::of(who()));
    also.iter().for_each(|&cell| (large.take(cell), small.take(cell)).1);
    let known = |_: C| -> bool { unreachable!("there is room for all") };
    let body = Body::new(shape, at);
    for cell in board().cells() {
        prop_assert_eq!(large.lets_into(cell, known), enters(cell));
        prop_assert_eq!(small.lets_into(cell, enters), enters(cell));
        prop_assert_eq!(large.has_room(cell, known), stays(cell));
        prop_assert_eq!(small.has_room(cell, stays), stays(cell));
    }
    for direction in 0..C::STEPS.len() {
        let walks = body.step(direction, |_, to| enters(to).then_some(1)).is_some();
        prop_assert_eq!(large.lets_step(&body, direction, known), walks);
        prop_assert_eq!(small.lets_step(&body, direction, enters), walks);
    }
    prop_assert_eq!(large.has_room_for(&body, known), covered(shape, at).into_iter().all(stays));
    prop_assert_eq!(small.has_room_for(&body, stays), covered(shape, at).into_iter().all(stays));
    Ok(())
}

/// Each test once on squares and once on hexes.
macro_rules! on_both_boards {
    ($($name:ident($cases:expr): $strategy:ident => $check:expr;)*) => {
        mod squares {
            use super::*;
            $(proptest! {
                #![proptest_config(config($cases))]
                #[test]
                fn $name(given in $strategy::<Square>()) { $check(given)?; }
            })*
        }
        mod hexes {
            use super::*;
            $(proptest! {
                #![proptest_config(config($cases))]
                #[test]
                fn $name(given in $strategy::<Hex>()) { $check(given)?; }
            })*
        }
    };
}

on_both_boards! {
    places(200): two_placed => check_place;
    walks(60): walker => check_walks;
    heights(1500): slopes => check_heights;
    sight(40): lookers => check_sight;
    single_bodies_are_cells(150): two_cells => check_single;
    crowds_say_what_the_rules_say(200): crowds => check_crowd;
}

proptest! {
    #![proptest_config(config(100))]

    /// Blocks of squares, which are what most games have.
    #[test]
    fn blocks(
        (a, at_a, b, at_b) in (block(), cell::<Square>(), block(), cell::<Square>()),
        walls in cells::<Square>(12),
    ) {
        let low = Span::new(0, 2).expect("a span");
        check_place(((a, at_a, low), (b, at_b, low)))?;
        check_walks((a, at_a, walls))?;
        let (one, other) = (Body::new(&a, at_a), Body::new(&b, at_b));
        for metric in [Square::chebyshev, Square::manhattan, Square::alternating] {
            let pairs = one.cells().flat_map(|x| other.cells().map(move |y| metric(x, y)));
            prop_assert_eq!(one.least(&other, metric), pairs.min());
        }
        let crow = one.cells().flat_map(|x| other.cells().map(move |y| x.euclid_squared(y))).min();
        prop_assert_eq!(one.least(&other, Square::euclid_squared), crow);
        let side = i32::from(a.offsets().iter().map(|(x, _)| *x).max().unwrap_or(0));
        let corner = at_a.centre();
        prop_assert_eq!(one.centre(), Some(Point::new(corner.x + side, corner.y + side)));
    }
}

proptest! {
    #![proptest_config(config(100))]

    /// Obstacles come and go, many ask, and nobody hears anything but what is true now.
    #[test]
    fn what_is_remembered_is_what_is_found(
        asked in prop::collection::vec((cells::<Hex>(3), cell::<Hex>(), cell::<Hex>(), 0usize..4), 1..200),
    ) {
        let (mut past, mut latest) = (Passing::new(), Latest::new());
        for (rocks, from, to, asker) in &asked {
            let rocks: Vec<Hex> = rocks.iter().copied().collect();
            let free = || center_line_free(*from, *to, |cell| rocks.contains(&cell), Grazing::Free);
            prop_assert!(past.known(&rocks, *from, *to).is_none_or(|known| known == free()));
            past.remember(&rocks, *from, *to, free());
            prop_assert_eq!(past.known(&rocks, *from, *to), Some(free()));
            let reasons = (rocks.clone(), *from, *to);
            let answer = latest.of(*asker, reasons.clone(), |_| free());
            prop_assert_eq!(answer, free());
            prop_assert_eq!(latest.of(*asker, reasons, |_| !free()), free(), "it is remembered");
        }
    }
}

#[test]
fn a_large_body_needs_a_large_gap() {
    let ogre = Footprint::<Square>::block(2).expect("a block");
    let troll = Footprint::<Square>::block(3).expect("a block");
    let board = Board::<Square>::new(12, 8).expect("a board");
    // A wall at the sixth column with a gap of two rows.
    let open = |cell: Square| board.contains(cell) && (cell.x != 5 || cell.y == 3 || cell.y == 4);
    let cost = |_, to| open(to).then_some(1);
    let (start, goal, mut way) = (Square::new(0, 0), Square::new(8, 0), Vec::new());
    let mut go = |shape: &Footprint<Square>| {
        let body = Body::new(shape, start);
        path(&board, start, goal, u32::MAX, body.walks(cost), &mut way, &mut Scratch::new())
    };
    // Three steps askew, two straight through the gap, three askew.
    assert_eq!(go(&ogre), Some(8));
    assert_eq!(go(&troll), None);
}

#[test]
fn two_bodies_beside_each_other_hide_what_one_does_not() {
    let single = Footprint::<Square>::single();
    let imp = |x, y| Body::new(&single, Square::new(x, y));
    // Exactly along the side that the two share.
    let (eye, goal) = (imp(0, 0), imp(6, 2));
    let line = |between: &[Body<'_, Square>]| {
        let blocks = |cell| between.iter().any(|body| body.covers(cell));
        center_line_free(eye.anchor, goal.anchor, blocks, Grazing::Free)
    };
    assert!(!line(&[imp(3, 1)]));
    let hex = Footprint::<Hex>::single();
    let at = |q, r| Body::new(&hex, Hex::new(q, r));
    let line = |between: &[Body<'_, Hex>]| {
        let span = |cell| between.iter().filter(move |body| body.covers(cell)).map(|body| body.span);
        at(0, 0).line_clears(2, &at(1, 1), 2, span, Grazing::Free)
    };
    let low = Span::new(0, 2).expect("a span");
    let high = Span::new(0, 5).expect("a span");
    assert!(line(&[at(1, 0).filling(high)]), "one alone is grazed");
    assert!(!line(&[at(1, 0).filling(high), at(0, 1).filling(high)]));
    assert!(line(&[at(1, 0).filling(high), at(0, 1).filling(low)]), "the line runs along the top of the lower one");
}

#[test]
fn the_farthest_cells_do_no_harm() {
    let edge = Footprint::<Square>::block(3).expect("a block");
    let body = Body::new(&edge, Square::new(i16::MAX - 1, i16::MAX));
    assert_eq!(body.cells().count(), 2);
    assert_eq!(body.step(0, |_, _| Some(1)), None);
    assert_eq!(body.area().len(), 2);
    assert!(body.around(3).count() > 2);
    assert_eq!(body.distance(&body.at(Square::new(i16::MIN, i16::MIN))), 65_533);
    let none = Footprint::<Square>::new(&[(2, 2)]).expect("a footprint");
    let gone = Body::new(&none, Square::new(i16::MAX, 0));
    assert_eq!((gone.cells().count(), gone.distance(&body), gone.centre()), (0, u32::MAX, None));
    assert_eq!(gone.around(2).count(), 0);
    assert_eq!(gone.best_view(&body, |_| false, Grazing::Free), None);
    assert_eq!(Span::ALL.distance(Span::ALL), 0);
    let (deep, high) = (Span::new(i32::MIN, i32::MIN + 1), Span::new(i32::MAX - 1, i32::MAX));
    assert_eq!(deep.zip(high).map(|(deep, high)| deep.distance(high)), Some(u32::MAX - 1));
}

proptest! {
    #![proptest_config(config(300))]

    /// What is known by a few numbers is what is found by looking at every square.
    #[test]
    fn a_block_is_the_body_of_its_footprint(
        (side, at, span) in (1u8..5, cell::<Square>(), span()),
        (its_side, its_at, its_span) in (1u8..5, cell::<Square>(), span()),
        (walls, radius) in (cells::<Square>(12), 0u16..4),
    ) {
        let (one, other) = (Block::new(side, at).filling(span), Block::new(its_side, its_at).filling(its_span));
        let shapes = [side, its_side].map(|side| Footprint::block(side).expect("a block"));
        let (body, its) = (Body::new(&shapes[0], at).filling(span), Body::new(&shapes[1], its_at).filling(its_span));
        prop_assert!(one.cells().eq(body.cells()) && one.around(radius).eq(body.around(radius)));
        prop_assert_eq!(one.overlaps(&other), body.overlaps(&its));
        prop_assert_eq!(one.meets(&other), body.distance(&its) == 0);
        prop_assert_eq!(Some(one.centre()), body.centre().or(Some(one.centre())));
        let gap = one.gap(&other);
        for metric in [Square::chebyshev, Square::alternating, Square::manhattan] {
            prop_assert_eq!(Some(metric(Square::new(0, 0), gap)), body.least(&its, metric));
        }
        let free = |cell: Square| !walls.contains(&cell);
        prop_assert_eq!(one.fits(&board(), free), body.fits(&board(), free));
        let corners = || one.cells().flat_map(Cell::corners);
        let lines = [corners().map(|it| it.x).min(), corners().map(|it| it.y).min(), corners().map(|it| it.x).max(), corners().map(|it| it.y).max()];
        prop_assert_eq!(one.lines().map(Some), lines);
        for cell in board().cells() {
            prop_assert_eq!(one.covers(cell), body.covers(cell));
        }
    }
}
