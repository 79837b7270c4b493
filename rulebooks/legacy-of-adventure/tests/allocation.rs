//! A simulated fight allocates nothing once it is warm.

use skirmish_kernel::conformance::open;
use skirmish_kernel::{Autoplay, Rulebook};
use skirmish_legacy_of_adventure::{BOOK, Legacy, Plain};

#[test]
fn fights_allocate_nothing_once_warm() {
    for encounter in BOOK.encounters {
        let session = open::<Legacy>(encounter, 0).unwrap();
        let template = Legacy::begin(session.setup());
        let mut state = Legacy::begin(session.setup());
        let mut table = Autoplay::<Legacy, _>::new(session.setup(), Plain, 0, 0);
        let mut fight = |index: u64| {
            table.restart(0, index);
            state.clone_from(&template);
            table.play(&mut state, 100_000).expect("every fight ends");
        };
        // The first fights grow the search buffers to the size this map needs.
        (0..40).for_each(&mut fight);
        let asked = allocation_counter::measure(|| (0..40).for_each(&mut fight));
        assert_eq!(asked.count_total, 0, "{}: {} allocations in 40 fights", encounter.name, asked.count_total);
    }
}
