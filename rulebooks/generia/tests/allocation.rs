//! A simulated fight allocates nothing once it is warm.

use skirmish_generia::BOOK;
use skirmish_kernel::{Fights, Fought, Plan, Ready, Source};

#[test]
fn fights_allocate_nothing_once_warm() {
    for encounter in BOOK.encounters {
        let ready = Ready::load(BOOK, &Source::new(encounter.name, encounter.text), None).unwrap();
        let mut ring = ready.ring(&Plan::default()).unwrap();
        let mut fought = Fought::default();
        // The first fights grow the search buffers to the size this map needs.
        (0..40).for_each(|fight| ring.fight(fight, &mut fought));
        let asked = allocation_counter::measure(|| (0..40).for_each(|fight| ring.fight(fight, &mut fought)));
        assert_eq!(asked.count_total, 0, "{}: {} allocations in 40 fights", encounter.name, asked.count_total);
    }
}
