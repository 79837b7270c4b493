//! What is worked out sooner is what the plain rule says, wherever people stand.

use skirmish_grid::Square;
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Embedded, Id};

use super::look::Look;
use crate::Sigil;
use crate::catalogue::ENCOUNTERS;
use crate::model::{Setup, State};

/// Four against four, under the rules that measure in other ways, too.
const FOUR: [Embedded; 3] = [
    Embedded { name: "four", text: include_str!("../../benches/four.toml") },
    Embedded {
        name: "four-simulated",
        text: concat!(include_str!("../../benches/four.toml"), "\n[rules]\n\"diagonals\" = \"simulation\"\n"),
    },
    Embedded {
        name: "four-as-the-crow-flies",
        text: concat!(include_str!("../../benches/four.toml"), "\n[rules]\n\"diagonals\" = \"euclid\"\n"),
    },
];

/// Everything at close quarters, and the same with other house rules.
const MENAGERIE: [Embedded; 2] = [
    Embedded { name: "menagerie", text: include_str!("../../tests/menagerie.toml") },
    Embedded {
        name: "menagerie-at-home",
        text: concat!(include_str!("../../tests/menagerie.toml"), include_str!("../../tests/house-rules.toml")),
    },
];

/// Shows everybody who is able, as fights of people who do anything at all bring them, and in other places as well.
pub(super) fn looks(mut see: impl FnMut(&Look<'_>)) {
    let mut rng = Rng::for_fight(3, 0);
    skirmish_suite::moments::<Sigil>(&[ENCOUNTERS, &FOUR, &MENAGERIE].concat(), |g, s| {
        let mut s = s.clone();
        for _ in 0..5 {
            for who in s.able.iter() {
                let mut look = Look::of(g, &s, who);
                see(look.around());
            }
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
        let size = crate::rules::bodies::figures(g, s, who).size;
        if crate::rules::bodies::has_room(g, s, who, size, to, 0) {
            let creature = s.creature_mut(who);
            (creature.at, creature.altitude) = (to, 0);
        }
    }
}
