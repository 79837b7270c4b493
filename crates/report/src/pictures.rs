//! The pictures of the report: curves where one thing varies, heat maps where two do, several of them where more do.

use skirmish_kernel::words::visible;
use skirmish_plot::{Curve, Heat, Line, Point, Range, Square, Stop};
use skirmish_sweep::{Findings, Mean, Outcome, Sweep};

use crate::words;

/// So many lines can be told apart in one picture.
const MOST_LINES: usize = 6;

/// So many heat maps stand side by side.
const MOST_MAPS: usize = 12;

/// A map with more squares is no picture any more; the table has them all.
const MOST_SQUARES: usize = 1_600;

/// A map with more columns is turned, if it is narrower then.
const MOST_ACROSS: usize = 6;

/// An axis of which so much is cut off makes small changes look large.
const CUT: f64 = 0.15;

/// So many pictures belong to one encounter.
const MOST_PICTURES: usize = 24;

/// A picture and what stands under it.
pub(crate) struct Picture {
    /// It answers the question, and stands before the tables: who wins.
    pub(crate) leads: bool,
    pub(crate) kind: Kind,
    pub(crate) svg: String,
    pub(crate) caption: String,
}

/// How much room a picture takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// As much as there is.
    Curve,
    /// As much as it needs.
    Map,
    /// More than a phone has.
    WideMap,
}

/// The pictures of one encounter.
pub(crate) fn all(sweep: &Sweep<'_>, findings: &Findings, grid: usize) -> Vec<Picture> {
    let slices = Slices { sweep, findings, grid };
    let axes = slices.moving();
    let mut pictures = Vec::new();
    if let [.., down, across] = axes.as_slice() {
        // A map that goes down is read on a phone, one that goes across is not.
        let (levels, others) = (slices.labels(*across).len(), slices.labels(*down).len());
        let (down, across) = if levels > MOST_ACROSS && others < levels { (across, down) } else { (down, across) };
        pictures.extend(slices.maps(*down, *across));
    }
    for axis in axes {
        pictures.extend(slices.curves(axis));
    }
    pictures.truncate(MOST_PICTURES);
    pictures
}

/// One encounter of a sweep, to be cut along what varies.
struct Slices<'s> {
    sweep: &'s Sweep<'s>,
    findings: &'s Findings,
    grid: usize,
}

impl Slices<'_> {
    /// What has more than one level here, by its place among the grid's axes.
    fn moving(&self) -> Vec<usize> {
        let Some(grid) = self.sweep.grids().get(self.grid) else { return Vec::new() };
        (0..grid.axes.len()).filter(|at| grid.axes.get(*at).is_some_and(|bound| bound.levels.len() > 1)).collect()
    }

    fn axis(&self, at: usize) -> Option<&skirmish_sweep::Axis> {
        let bound = self.sweep.grids().get(self.grid)?.axes.get(at)?;
        self.sweep.plan().axes.get(bound.axis)
    }

    fn name(&self, at: usize) -> String {
        self.axis(at).map_or_else(String::new, |axis| visible(&axis.name, 60))
    }

    fn labels(&self, at: usize) -> Vec<String> {
        let levels = self.axis(at).map(|axis| axis.levels.iter().map(|level| visible(&level.label, 30)).collect());
        levels.unwrap_or_default()
    }

    fn base(&self) -> Vec<usize> {
        let base = self.sweep.base_of(self.grid).and_then(|at| self.sweep.cells().get(at));
        base.map_or_else(Vec::new, |cell| cell.levels.clone())
    }

    /// What came of the cell with these levels.
    fn at(&self, levels: &[usize]) -> Option<&Outcome> {
        self.findings.outcome(self.sweep.cell_at(self.grid, levels)?)
    }

    /// The outcomes along one axis; all else as in `levels`.
    fn along(&self, axis: usize, levels: &[usize]) -> Vec<Option<&Outcome>> {
        let with = |level: usize| {
            let mut levels = levels.to_vec();
            if let Some(own) = levels.get_mut(axis) {
                *own = level;
            }
            self.at(&levels)
        };
        (0..self.labels(axis).len()).map(with).collect()
    }

    /// Who wins, how long it takes, who falls, how gauges stand at the end: along one axis.
    fn curves(&self, axis: usize) -> Vec<Picture> {
        let outcomes = self.along(axis, &self.base());
        let Some(first) = outcomes.iter().flatten().next() else { return Vec::new() };
        let share = |p: f64, low: f64, high: f64| Point { is: 100.0 * p, low: 100.0 * low, high: 100.0 * high };
        let wins = first.sides.iter().map(|side| {
            let point = |outcome: &Outcome| {
                let own = outcome.sides.iter().find(|own| own.name == side.name)?;
                Some(share(own.chance.p, own.chance.low, own.chance.high))
            };
            line(&side.name, &outcomes, point)
        });
        let percent = Range { least: Some(0.0), most: Some(100.0), mark: None };
        let even = Range { mark: (first.sides.len() == 2).then_some(50.0), ..percent };
        let mut pictures = self.curve(axis, "Who wins", "wins in %", even, wins.collect());
        pictures.iter_mut().for_each(|picture| picture.leads = true);
        let falls = |side: usize| {
            let own = first.fighters.iter().enumerate().filter(move |(_, fighter)| fighter.side == side);
            let lines = own.map(|(at, fighter)| {
                let point = |outcome: &Outcome| {
                    outcome.fighters.get(at).map(|own| share(own.falls.p, own.falls.low, own.falls.high))
                };
                line(&fighter.name, &outcomes, point)
            });
            lines.collect::<Vec<_>>()
        };
        for (side, found) in first.sides.iter().enumerate() {
            let title = format!("Who falls: {}", visible(&found.name, 60));
            pictures.extend(self.curve(axis, &title, "falls in % of fights", percent, falls(side)));
        }
        pictures.extend(self.gauges(axis, first, &outcomes));
        let rounds = |outcome: &Outcome| outcome.rounds.map(point);
        let open = Range { least: Some(0.0), ..Range::default() };
        pictures.extend(self.curve(axis, "How long it takes", "rounds", open, vec![line("rounds", &outcomes, rounds)]));
        pictures
    }

    /// The first gauge of everybody at the end, side by side.
    fn gauges(&self, axis: usize, first: &Outcome, outcomes: &[Option<&Outcome>]) -> Vec<Picture> {
        let of_side = |side: usize| {
            let own = first.fighters.iter().enumerate().filter(move |(_, fighter)| fighter.side == side);
            let lines = own.filter_map(|(at, fighter)| {
                let gauge = fighter.gauges.first()?;
                let left = |outcome: &Outcome| outcome.fighters.get(at)?.gauges.first()?.left.map(point);
                Some(line(&format!("{} {}", fighter.name, gauge.name), outcomes, left))
            });
            lines.collect::<Vec<_>>()
        };
        let sides = first.sides.iter().enumerate();
        let pictures = sides.flat_map(|(side, found)| {
            let title = format!("At the end: {}", visible(&found.name, 60));
            self.curve(axis, &title, "on average", Range::default(), of_side(side))
        });
        pictures.collect()
    }

    /// One picture, if there are lines and not too many.
    fn curve(&self, axis: usize, title: &str, up: &str, range: Range, lines: Vec<Line>) -> Vec<Picture> {
        if lines.is_empty() || lines.len() > MOST_LINES {
            return Vec::new();
        }
        let Some(found) = self.axis(axis) else { return Vec::new() };
        let stops = found.levels.iter().enumerate().map(|(at, level)| Stop {
            label: visible(&level.label, 30),
            at: level.number.filter(|_| found.is_numeric()),
            is_base: at == found.base,
        });
        let name = self.name(axis);
        let rest = self.rest(&[axis]);
        let how = match self.sweep.plan().exact {
            Some(_) => "Exact; the base is bold.",
            None => "Bands and whiskers are 95 % intervals, the base is bold.",
        };
        let curve = Curve {
            title: format!("{title}, by {name}"),
            description: told(&lines, &self.labels(axis), up),
            across: name,
            up: up.to_owned(),
            stops: stops.collect(),
            lines,
            range,
        };
        let (low, high) = curve.shown();
        let cut = match low > CUT * high {
            true => format!(" The upper axis goes from {low:.0} to {high:.0}: small changes look large."),
            false => String::new(),
        };
        let caption = format!("{title} as {} changes{rest}. {how}{cut}", curve.across);
        vec![Picture { svg: curve.draw(), caption, leads: false, kind: Kind::Curve }]
    }

    /// `, with armour plate`: the levels of all other axes that vary, as in the base.
    fn rest(&self, but: &[usize]) -> String {
        self.others(but, &self.base())
    }

    fn others(&self, but: &[usize], levels: &[usize]) -> String {
        let others = self.moving().into_iter().filter(|at| !but.contains(at));
        let words = others.filter_map(|at| {
            let level = *levels.get(at)?;
            Some(format!("{} {}", self.name(at), self.labels(at).get(level)?))
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() { String::new() } else { format!(", with {}", words.join(", ")) }
    }

    /// Heat maps over two axes, one for each combination of the others.
    fn maps(&self, down: usize, across: usize) -> Vec<Picture> {
        if self.labels(down).len().saturating_mul(self.labels(across).len()) > MOST_SQUARES {
            return Vec::new();
        }
        let outer: Vec<usize> = self.moving().into_iter().filter(|at| *at != down && *at != across).collect();
        let mut fixed = vec![self.base()];
        for axis in &outer {
            let with = |levels: &Vec<usize>| {
                let change = |level: usize| {
                    let mut levels = levels.clone();
                    if let Some(own) = levels.get_mut(*axis) {
                        *own = level;
                    }
                    levels
                };
                (0..self.labels(*axis).len()).map(change).collect::<Vec<_>>()
            };
            fixed = fixed.iter().flat_map(with).take(MOST_MAPS * MOST_MAPS).collect();
        }
        // The base comes first, wherever it stands.
        fixed.sort_by_key(|levels| *levels != self.base());
        fixed.iter().take(MOST_MAPS).map(|levels| self.map(down, across, levels)).collect()
    }

    fn map(&self, down: usize, across: usize, levels: &[usize]) -> Picture {
        let row = |at: usize| {
            let mut levels = levels.to_vec();
            if let Some(own) = levels.get_mut(down) {
                *own = at;
            }
            self.along(across, &levels).into_iter().map(square).collect::<Vec<_>>()
        };
        let squares: Vec<Vec<Option<Square>>> = (0..self.labels(down).len()).map(row).collect();
        let first = self.at(&self.base()).and_then(|base| base.sides.first());
        let side = first.map_or_else(|| "the first side".into(), |side| visible(&side.name, 60));
        let rest = self.others(&[down, across], levels);
        let (over, beside) = (self.name(across), self.name(down));
        let base = (levels == self.base()).then(|| {
            let level = |axis: usize| self.base().get(axis).copied().unwrap_or(0);
            (level(down), level(across))
        });
        let caption = format!(
            "How often it is won by {side}, in %, by {beside} and {over}{rest}. Darker is more often; the base has a thick frame."
        );
        let heat = Heat {
            title: format!("How often it is won by {side}, by {beside} and {over}{rest}"),
            description: "Every number stands in its square, and in the table below.".into(),
            across: (over, self.labels(across)),
            down: (beside, self.labels(down)),
            squares,
            range: (0.0, 100.0),
            base,
        };
        let kind = if self.labels(across).len() > MOST_ACROSS { Kind::WideMap } else { Kind::Map };
        Picture { svg: heat.draw(), caption, leads: true, kind }
    }
}

fn point(mean: Mean) -> Point {
    Point { is: mean.is, low: mean.low, high: mean.high }
}

fn line(name: &str, outcomes: &[Option<&Outcome>], point: impl Fn(&Outcome) -> Option<Point>) -> Line {
    let points = outcomes.iter().map(|outcome| outcome.and_then(&point)).collect();
    Line { name: visible(name, 60), points }
}

fn square(outcome: Option<&Outcome>) -> Option<Square> {
    let outcome = outcome?;
    let side = outcome.sides.first()?;
    let value = 100.0 * side.chance.p;
    Some(Square {
        value,
        text: format!("{value:.1}"),
        told: format!("won by {} in {}", visible(&side.name, 60), words::chance(outcome, side.chance)),
    })
}

/// What a picture shows, in sentences.
fn told(lines: &[Line], labels: &[String], up: &str) -> String {
    let of = |line: &Line| {
        let points = line.points.iter().zip(labels).filter_map(|(point, label)| {
            let point = (*point)?;
            Some(format!("{:.1} at {label}", point.is))
        });
        format!("{} ({up}): {}.", line.name, points.take(40).collect::<Vec<_>>().join(", "))
    };
    lines.iter().map(of).collect::<Vec<_>>().join(" ")
}
