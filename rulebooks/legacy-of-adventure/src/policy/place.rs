//! Where to go: into reach of a foe, opposite a friend if that can be had; those who fight from afar keep their distance.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use skirmish_grid::{Latest, Price, Scratch, Square, Steps, direct};
use skirmish_kernel::Id;

use crate::model::{Mode, Setup, State};
use crate::rules::movement::paths;
use crate::rules::movement::walker::{Others, Walker};
use crate::rules::{lines, zones};

/// How far away a shooter likes its foes, in yards.
const COMFORT: i32 = 8;

/// What it is worth to a shooter to have a line, in yards.
const BLIND: i32 = 40;

/// How far somebody looks for a way, in yards.
const FARTHEST_WAY: u32 = 400;

thread_local! {
    // Search buffers, kept so that a fight allocates nothing; no choice depends on what they hold.
    static SCRATCH: RefCell<(Scratch, Vec<Square>)> = RefCell::new((Scratch::new(), Vec::new()));
    // The last wish of everybody: one asks whether there is a way, takes the move, and asks for the way.
    static WISHES: RefCell<Latest<Reasons, Wish>> = const { RefCell::new(Latest::new()) };
}

/// The nearest of the foes that can be seen and are in the fight.
pub(super) fn nearest(g: &Setup, s: &State, who: Id) -> Option<Id> {
    g.foes_seen(s, who).iter().min_by_key(|foe| lines::between(s, who, *foe))
}

/// Does it fight from afar, with what is in its hands?
pub(super) fn keeps_away(g: &Setup, s: &State, who: Id) -> bool {
    g.rows(who).iter().any(|row| row.mode == Mode::Ranged && !row.thrown && zones::is_in_hand(g, s, who, row))
}

/// How far its blows reach, with what is in its hands.
pub(super) fn reach(s: &State, who: Id) -> i32 {
    i32::from(s.creature(who).zone)
}

/// How somebody fights a foe, wherever it stands.
#[derive(PartialEq, Eq)]
struct Manner {
    keeps_away: bool,
    /// How far its blows reach, at least a yard.
    reach: i32,
    /// Where the foe stands.
    there: Square,
    /// Where friends stand who may have it between them.
    friends: ArrayVec<Square, { Id::MOST }>,
}

impl Manner {
    fn of(g: &Setup, s: &State, who: Id, foe: Id) -> Self {
        let friends = g.foes(foe).and(s.marks.able).iter().filter(|friend| *friend != who);
        Self {
            keeps_away: keeps_away(g, s, who),
            reach: reach(s, who).max(1),
            there: s.creature(foe).at,
            friends: friends.map(|friend| s.creature(friend).at).collect(),
        }
    }

    /// What is wrong with a cell; less is better.
    fn fault(&self, g: &Setup, cell: Square) -> i32 {
        let there = self.there;
        let away = lines::yards(cell, there);
        if self.keeps_away {
            // Without a line there is nothing to shoot at, however comfortable it is.
            let blind = if lines::is_free(g, cell, there) { 0 } else { BLIND };
            return discomfort(away) + blind;
        }
        // What is in reach and behind a wall is a yard away at least.
        let walled = away <= self.reach && !lines::is_free(g, cell, there);
        let beyond = (away - self.reach).max(i32::from(walled));
        // A friend on the other side is worth a yard.
        let opposite = |at: &Square| at.x - there.x == there.x - cell.x && at.y - there.y == there.y - cell.y;
        beyond * 4 - i32::from(beyond == 0 && self.friends.iter().any(opposite))
    }

    /// The least that can be wrong with any cell that somebody may get to who goes so many yards.
    fn least_fault(&self, walker: &Walker<'_>, yards: u16) -> i32 {
        let away = lines::yards(walker.at(), self.there);
        let (nearest, farthest) = (away - i32::from(yards), away + i32::from(yards));
        if self.keeps_away {
            return discomfort(COMFORT.clamp(nearest, farthest));
        }
        if nearest > self.reach {
            return (nearest - self.reach) * 4;
        }
        let flanks = |cell: Square| {
            lines::yards(cell, self.there) <= self.reach && (cell == walker.at() || walker.is_free(cell))
        };
        -i32::from(self.friends.iter().map(|friend| self.across(*friend)).any(flanks))
    }

    /// Is no more than this wrong with a cell?
    fn is_fine(&self, g: &Setup, cell: Square, most: i32) -> bool {
        // Before a line is looked for.
        self.hope(cell, most) == 0 && self.fault(g, cell) <= most
    }

    /// How many yards there are at least between a cell and any with which no more than this is wrong.
    fn hope(&self, cell: Square, most: i32) -> u32 {
        let away = lines::yards(cell, self.there);
        let off = if self.keeps_away {
            (COMFORT - most / 2 - away).max(away - COMFORT - most)
        } else if most < 0 {
            let flanks = self.friends.iter().map(|friend| lines::yards(cell, self.across(*friend)));
            flanks.min().unwrap_or(i32::MAX)
        } else {
            away - self.reach - most / 4
        };
        u32::try_from(off).unwrap_or(0)
    }

    /// The cell that has the foe between itself and another one.
    fn across(&self, at: Square) -> Square {
        Square::new(2 * self.there.x - at.x, 2 * self.there.y - at.y)
    }

    /// Out of reach, whatever it does within so many yards?
    fn is_far(&self, here: Square, yards: u16) -> bool {
        !self.keeps_away && lines::yards(here, self.there) - i32::from(yards) > self.reach
    }
}

/// What is wrong with a shooter's distance from its foe.
fn discomfort(away: i32) -> i32 {
    (COMFORT - away).max(0) * 2 + (away - COMFORT).max(0)
}

/// Everything that a wish depends on: where these are equal, so is the wish.
#[derive(PartialEq, Eq)]
struct Reasons {
    ground: u64,
    here: Square,
    others: Others,
    manner: Manner,
    yards: u16,
    within: Option<(Square, i32)>,
}

/// Where somebody would like to be.
#[derive(Clone, Copy)]
enum Wish {
    /// Where it is.
    Stay,
    /// As far along this way as it gets.
    Along(Steps),
    /// There.
    To(Square),
}

/// Its way; empty to stay.
pub(super) fn path(g: &Setup, s: &State, who: Id, yards: u16, within: Option<(Square, i32)>) -> Steps {
    match wish(g, s, who, yards, within) {
        Wish::Stay => Steps::new(),
        Wish::Along(way) => way,
        Wish::To(cell) => paths::way(g, s, who, cell, yards),
    }
}

/// Has it such a way?
pub(super) fn has_path(g: &Setup, s: &State, who: Id, yards: u16, within: Option<(Square, i32)>) -> bool {
    match wish(g, s, who, yards, within) {
        Wish::Stay => false,
        Wish::Along(way) => !way.is_empty(),
        // Whoever gets there in so few yards has a way that is short enough.
        Wish::To(_) if usize::from(yards) <= Steps::MOST => true,
        Wish::To(cell) => !paths::way(g, s, who, cell, yards).is_empty(),
    }
}

fn wish(g: &Setup, s: &State, who: Id, yards: u16, within: Option<(Square, i32)>) -> Wish {
    let Some(foe) = nearest(g, s, who) else { return Wish::Stay };
    let walker = Walker::of(g, s, who);
    let (ground, here, others) = (g.ground.number, walker.at(), walker.others().clone());
    let reasons = Reasons { ground, here, others, manner: Manner::of(g, s, who, foe), yards, within };
    let find = |reasons: &Reasons| find(g, &walker, &reasons.manner, yards, within);
    WISHES.with_borrow_mut(|wishes| wishes.of(who.index(), reasons, find))
}

/// Looks for the best place.
fn find(g: &Setup, walker: &Walker<'_>, manner: &Manner, yards: u16, within: Option<(Square, i32)>) -> Wish {
    let here = walker.at();
    let along = || Some(toward(walker, manner.there, yards)).filter(|way| !way.is_empty());
    // Too far for one move: along the shortest way there, which need not be the straight one.
    let is_far = manner.is_far(here, yards);
    if within.is_none()
        && is_far
        && let Some(way) = along()
    {
        return Wish::Along(way);
    }
    let fits = |cell: Square| within.is_none_or(|(at, reach)| is_within(g, cell, at, reach));
    let (stay, least) = (manner.fault(g, here), manner.least_fault(walker, yards));
    let mut best = (if within.is_none() { stay } else { i32::MAX }, here);
    // The best of all, or else any place in reach, can most often be had, and is found sooner by itself.
    let levels = [Some(least), (least < 0).then_some(0)];
    for most in levels.into_iter().flatten().filter(|most| best.0 > *most) {
        let is_fine = |cell: Square| fits(cell) && manner.is_fine(g, cell, most);
        if let Some(way) = paths::nearest(walker, yards, |cell| manner.hope(cell, most), is_fine) {
            return Wish::Along(way);
        }
    }
    if best.0 > least {
        paths::look_around(walker, yards, |cell| {
            if fits(cell) {
                let fault = manner.fault(g, cell);
                if fault < best.0 {
                    best = (fault, cell);
                }
            }
            best.0 <= least
        });
    }
    let blind = manner.keeps_away && !lines::is_free(g, best.1, manner.there);
    let far = !manner.keeps_away && !is_within(g, best.1, manner.there, manner.reach);
    if within.is_none()
        && (far && !is_far || blind)
        && let Some(way) = along()
    {
        return Wish::Along(way);
    }
    if best.1 == here { Wish::Stay } else { Wish::To(best.1) }
}

/// Is a cell within so many yards, with nothing solid in between?
fn is_within(g: &Setup, cell: Square, there: Square, yards: i32) -> bool {
    lines::yards(cell, there) <= yards && lines::is_free(g, cell, there)
}

/// The part of the shortest way to a distant cell that one move covers.
fn toward(walker: &Walker<'_>, goal: Square, yards: u16) -> Steps {
    let (g, here) = (walker.setup(), walker.at());
    if !g.ground.exits.may_lead_beside(here, goal) {
        return Steps::new();
    }
    let price = |to: Square| u32::from(g.ground.terrain(to).cost);
    let enters = |from: Square, to: Square| (to == goal || walker.may_enter(from, to)).then(|| price(to));
    SCRATCH.with_borrow_mut(|(scratch, way)| {
        let most = Price { most: FARTHEST_WAY, least: paths::LEAST_COST };
        if direct(&g.ground.exits, here, goal, most, enters, way, scratch).is_none() {
            return Steps::new();
        }
        let (mut spent, mut fits) = (0, 0);
        for (at, to) in way.iter().enumerate().skip(1).take(Steps::MOST) {
            spent += price(*to);
            if spent > u32::from(yards) || *to == goal {
                break;
            }
            if walker.is_free(*to) {
                fits = at;
            }
        }
        Steps::through(here, way.iter().copied().skip(1).take(fits)).unwrap_or_default()
    })
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::{Manner, is_within, nearest, path, toward};
    use crate::Legacy;
    use crate::catalogue::ENCOUNTERS;
    use crate::model::{Setup, State};
    use crate::rules::lines;
    use crate::rules::movement::paths;
    use crate::rules::movement::walker::Walker;
    use skirmish_grid::{Cell, Square, Steps};
    use skirmish_kernel::Id;

    /// Every cell that can be got to is looked at, the cheapest first.
    fn path_by_looking_everywhere(g: &Setup, s: &State, who: Id, yards: u16, within: Option<(Square, i32)>) -> Steps {
        let Some(foe) = nearest(g, s, who) else { return Steps::new() };
        let (walker, manner) = (Walker::of(g, s, who), Manner::of(g, s, who, foe));
        let here = walker.at();
        let is_far = manner.is_far(here, yards);
        let mut best = (if within.is_none() { manner.fault(g, here) } else { i32::MAX }, here);
        paths::ends(g, s, who, yards, |cell, _| {
            let fault = manner.fault(g, cell);
            if within.is_none_or(|(at, reach)| is_within(g, cell, at, reach)) && fault < best.0 {
                best = (fault, cell);
            }
        });
        let out_of_reach = !manner.keeps_away && !is_within(g, best.1, manner.there, manner.reach);
        let blind = manner.keeps_away && !lines::is_free(g, best.1, manner.there);
        if within.is_none() && (is_far || out_of_reach || blind) {
            let way = toward(&walker, manner.there, yards);
            if !way.is_empty() {
                return way;
            }
        }
        if best.1 == here { Steps::new() } else { paths::way(g, s, who, best.1, yards) }
    }

    /// As things stand, and with a friend on each side of the foe that one goes for.
    fn with_friends_about(g: &Setup, s: &State, who: Id) -> Vec<State> {
        let foe = nearest(g, s, who).map(|foe| s.creature(foe).at);
        let friend = g.ids().find(|id| *id != who && !g.opposed(who, *id) && s.is_able(*id));
        let sides = foe.iter().flat_map(|foe| foe.neighbours()).filter(|at| paths::is_free(g, s, who, *at));
        let moved = |at| {
            let mut moved = s.clone();
            moved.creature_mut(friend?).at = at;
            Some(moved)
        };
        sides.filter_map(moved).chain([s.clone()]).collect()
    }

    pub fn the_best_place_is_that_of_all_places() {
        let mut ways = 0;
        skirmish_kernel::conformance::moments::<Legacy>(ENCOUNTERS, |g, s| {
            for who in g.ids().filter(|who| s.is_able(*who)) {
                let foe = nearest(g, s, who).map(|foe| s.creature(foe).at);
                let anywhere = [2, 4, 6, 9, 12, 16].map(|yards| (yards, None));
                let beside = [(6, 1), (9, 2)].map(|(yards, reach)| (yards, foe.map(|at| (at, reach))));
                for s in with_friends_about(g, s, who) {
                    for (yards, within) in anywhere.into_iter().chain(beside) {
                        let way = path(g, &s, who, yards, within);
                        assert_eq!(
                            way,
                            path_by_looking_everywhere(g, &s, who, yards, within),
                            "{who:?}, {yards}, {within:?}"
                        );
                        ways += u32::from(!way.is_empty());
                    }
                }
            }
        });
        assert!(ways > 1_000, "{ways} ways");
    }
}
