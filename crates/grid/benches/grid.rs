//! Times of the questions that a simulated fight asks.
#![allow(missing_docs)]

use std::hint::black_box;

use skirmish_grid::*;
use skirmish_stopwatch::Stopwatch;

/// A board with every tenth cell or so a rock, the same at every run.
fn rocks<C: Cell>(board: &Board<C>, percent: u32) -> Vec<bool> {
    let mut state = 12345u32;
    (0..board.len())
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % 100 < percent
        })
        .collect()
}

type Pairs = Vec<(Hex, Hex)>;

/// Pairs of cells at the distance, sorted by whether a line is free.
fn pairs(board: &Board<Hex>, rocks: &[bool], distance: u32) -> (Pairs, Pairs) {
    let mut scratch = SightScratch::new();
    let mut all: Vec<(Hex, Hex)> = vec![];
    let cells: Vec<Hex> = board.cells().collect();
    for (i, &a) in cells.iter().enumerate().step_by(7) {
        for &b in cells.iter().skip(i % 11).step_by(11) {
            if a.distance(b) == distance && all.len() < 4000 {
                all.push((a, b));
            }
        }
    }
    all.into_iter().partition(|&(a, b)| any_line_free(&[a], &[b], blocker(board, rocks), Grazing::Free, &mut scratch))
}

fn blocker<'a>(board: &'a Board<Hex>, rocks: &'a [bool]) -> impl Fn(Hex) -> bool + 'a {
    move |cell| board.index(cell).is_some_and(|index| rocks[index])
}

fn moving(watch: &mut Stopwatch) {
    let board = Board::<Hex>::new(200, 200).unwrap();
    let mut blocked = vec![false; board.len()];
    (0..60).for_each(|i| blocked[(i * 7919) % board.len()] = true);
    let step = |_: Hex, to: Hex| board.index(to).filter(|&index| !blocked[index]).map(|_| 1);
    let mut scratch = Scratch::new();
    let (start, goal) = (board.cell(100 * 200 + 100).unwrap(), board.cell(130 * 200 + 140).unwrap());
    watch.time("distance", || black_box(start).distance(black_box(goal)));
    watch.time("reach/200x200/6 steps", || reach(&board, start, 6, step, &mut scratch).count());
    watch.time("reach/200x200/all", || reach(&board, start, u32::MAX, step, &mut scratch).count());
    let mut way = Vec::new();
    watch.time("path/200x200/52 steps", || path(&board, start, goal, u32::MAX, step, &mut way, &mut scratch).is_some());
}

fn seeing(watch: &mut Stopwatch) {
    for (side, distance) in [(30, 8), (30, 20), (200, 100)] {
        let board = Board::<Hex>::new(side, side).unwrap();
        let rocks = rocks(&board, if side == 30 { 10 } else { 3 });
        let blocks = blocker(&board, &rocks);
        let (free, barred) = pairs(&board, &rocks, distance);
        let hidden: Vec<_> =
            free.iter().copied().filter(|&(a, b)| !center_line_free(a, b, &blocks, Grazing::Free)).collect();
        let name = |what: &str| format!("{what}/{side}x{side}/{distance} apart");
        let mut scratch = SightScratch::new();
        let mut run = |what: &str, pairs: &[(Hex, Hex)], ask: &mut dyn FnMut(Hex, Hex, &mut SightScratch)| {
            let mut turn = 0;
            watch.time(&name(what), || {
                turn = (turn + 1) % pairs.len().max(1);
                if let Some(&(a, b)) = pairs.get(turn) {
                    ask(a, b, &mut scratch);
                }
            });
        };
        run("centre line", &free, &mut |a, b, _| {
            black_box(center_line_free(a, b, &blocks, Grazing::Free));
        });
        let mut any = |a: Hex, b: Hex, scratch: &mut SightScratch| {
            black_box(any_line_free(&[a], &[b], &blocks, Grazing::Free, scratch));
        };
        run("any line, free", &free, &mut any);
        run("any line, free, centre barred", &hidden, &mut any);
        run("any line, barred", &barred, &mut any);
        if side == 30 {
            let fog = |cell: Hex| (cell.q + 2 * cell.r).rem_euclid(5) < 2;
            let mut fewest = |what: &str, enough: u32, fog: &dyn Fn(Hex) -> bool| {
                run(what, &free, &mut |a, b, scratch| {
                    black_box(fewest_crossed(&[a], &[b], &blocks, fog, enough, Grazing::Free, scratch));
                });
            };
            fewest("fewest, no fog", u32::MAX, &|_| false);
            fewest("fewest, curtain", u32::MAX, &|cell| cell.q + cell.r / 2 == 15);
            fewest("fewest, fog on two in five", u32::MAX, &fog);
            fewest("fewest up to three, fog on two in five", 3, &fog);
            fewest("fewest, fog all over", u32::MAX, &|_| true);
            fewest("fewest up to three, fog all over", 3, &|_| true);
            run("most, fog on two in five", &free, &mut |a, b, scratch| {
                black_box(most_crossed(&[a], &[b], &blocks, fog, Grazing::Free, scratch));
            });
        }
    }
}

fn bodies(watch: &mut Stopwatch) {
    let board = Board::<Square>::new(30, 30).unwrap();
    let rocks = rocks(&board, 6);
    let solid = |cell: Square| board.index(cell).is_none_or(|index| rocks[index]);
    let cost = |_: Square, to: Square| (!solid(to)).then_some(1);
    let (mut scratch, mut sight, mut way) = (Scratch::new(), SightScratch::new(), Vec::new());
    for side in 1..=3 {
        let shape = Footprint::block(side).unwrap();
        let free = |anchor: &Square| Body::new(&shape, *anchor).fits(&board, |cell| !solid(cell));
        let places: Vec<Square> = board.cells().filter(free).collect();
        let (one, other) = (Body::new(&shape, places[0]), Body::new(&shape, places[places.len() - 1]));
        let name = |what: &str| format!("{what}/30x30/{side}x{side}");
        watch.time(&name("body, distance"), || black_box(one).distance(black_box(&other)));
        watch
            .time(&name("body, reach 6 steps"), || reach(&board, one.anchor, 6, one.walks(cost), &mut scratch).count());
        watch.time(&name("body, path"), || {
            path(&board, one.anchor, other.anchor, u32::MAX, one.walks(cost), &mut way, &mut scratch).is_some()
        });
        watch.time(&name("body, any line"), || one.line_free(black_box(&other), solid, Grazing::Free, &mut sight));
    }
}

fn main() {
    let mut watch = Stopwatch::from_args();
    moving(&mut watch);
    seeing(&mut watch);
    bodies(&mut watch);
}
