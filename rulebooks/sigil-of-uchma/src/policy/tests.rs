//! What is worked out sooner is what the plain rule says, wherever people stand.

use skirmish_kernel::Embedded;

use super::look::Look;
use crate::catalogue::ENCOUNTERS;
use crate::rules::tests::scattered;

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
    scattered(&[ENCOUNTERS, &FOUR, &MENAGERIE].concat(), |g, s| {
        for who in s.able.iter() {
            let mut look = Look::of(g, s, who);
            see(look.around());
        }
    });
}
