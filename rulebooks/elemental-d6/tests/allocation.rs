//! A simulated fight allocates nothing once it is warm.

use skirmish_elemental_d6::{BOOK, Elemental, Plain};
use skirmish_kernel::conformance::open;
use skirmish_kernel::{Autoplay, Rulebook};

#[test]
fn fights_allocate_nothing_once_warm() {
    for encounter in BOOK.encounters {
        let session = open::<Elemental>(encounter, 0).unwrap();
        let template = Elemental::begin(session.setup());
        let mut state = Elemental::begin(session.setup());
        let mut table = Autoplay::<Elemental, _>::new(session.setup(), Plain, 0, 0);
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
