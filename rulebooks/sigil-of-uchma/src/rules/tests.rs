//! What is worked out sooner is what the plain rule says, wherever people stand.

use skirmish_grid::Square;
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Embedded, Id};

use crate::Sigil;
use crate::catalogue::ENCOUNTERS;
use crate::model::{Setup, State, Timing};
use crate::rules::{bodies, groups, options, paths};

/// Everything at close quarters.
pub const MENAGERIE: Embedded = Embedded { name: "menagerie", text: include_str!("../../tests/menagerie.toml") };

/// Shows battles as fights of people who do anything at all bring them, and with everybody in other places as well.
pub fn scattered(encounters: &[Embedded], mut see: impl FnMut(&Setup, &State)) {
    let mut rng = Rng::for_fight(3, 0);
    skirmish_kernel::conformance::moments::<Sigil>(encounters, |g, s| {
        let mut s = s.clone();
        for _ in 0..5 {
            see(g, &s);
            scatter(g, &mut s, &mut rng);
        }
    });
}

/// Puts everybody on the ground of another square, where they have room.
fn scatter(g: &Setup, s: &mut State, rng: &mut Rng) {
    let board = g.ground.board;
    let here: Vec<Id> = s.here().collect();
    for who in here {
        let at = |rng: &mut Rng, end: u16| i16::try_from(rng.below(end.into())).unwrap_or(0);
        let to = Square::new(at(rng, board.width()), at(rng, board.height()));
        let size = bodies::figures(g, s, who).size;
        if bodies::has_room(g, s, who, size, to, 0) {
            let creature = s.creature_mut(who);
            (creature.at, creature.altitude) = (to, 0);
        }
    }
}

pub fn whoever_stands_there_is_whom_a_body_overlaps() {
    let (mut rng, mut taken) = (Rng::for_fight(4, 0), 0);
    scattered(&[ENCOUNTERS, &[MENAGERIE]].concat(), |g, s| {
        for who in s.here() {
            let size = bodies::figures(g, s, who).size;
            let altitude = i16::try_from(rng.below(3)).unwrap_or(0);
            for at in g.ground.board.cells() {
                let own = bodies::placed(g, size, at, altitude);
                let overlaps = |id: &Id| *id != who && bodies::body(g, s, *id).overlaps(&own);
                let plain = s.here().filter(overlaps).collect();
                assert_eq!(paths::standing(g, s, who, at, altitude), plain, "{who:?} at {at}");
                taken += u32::from(!plain.is_empty());
            }
        }
    });
    assert!(taken > 1_000, "{taken} squares are taken");
}

pub fn whatever_is_due_is_done_in_a_part_that_fits() {
    let mut due = [0, 0];
    skirmish_kernel::conformance::moments::<Sigil>(&[ENCOUNTERS, &[MENAGERIE]].concat(), |g, s| {
        let open = groups::open(g, s);
        assert!(!open.has(Timing::Prepared));
        for ability in &g.abilities {
            let part = groups::part(g, s, ability);
            let plain = part.is_some_and(|(timing, _)| groups::may_do(g, s, timing).is_ok());
            assert_eq!(options::is_due(open, ability), plain, "{}", ability.name);
            due[usize::from(plain)] += 1;
        }
    });
    assert!(due.iter().all(|times| *times > 100), "{due:?}");
}
