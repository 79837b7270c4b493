//! A simulated fight allocates nothing once it is warm.

use skirmish_kernel::{Fights, Fought, Plan, Ready, Source};
use skirmish_legacy_of_adventure::BOOK;

#[test]
fn fights_allocate_nothing_once_warm() {
    for encounter in BOOK.encounters {
        let ready = Ready::load(BOOK, &Source::new(encounter.name, encounter.text), None).unwrap();
        // One piece of code for the plain policy on all sides, and policies by pointer.
        for (policies, fights) in [(vec![], 40), (vec!["plain".into(), "random".into()], 8)] {
            let mut simulator = ready.simulator(&Plan { policies: policies.clone(), ..Plan::default() }).unwrap();
            let mut fought = Fought::default();
            // The first fights grow the search buffers to the size this map needs.
            (0..fights).for_each(|fight| simulator.fight(fight, &mut fought));
            let asked =
                allocation_counter::measure(|| (0..fights).for_each(|fight| simulator.fight(fight, &mut fought)));
            let count = asked.count_total;
            assert_eq!(count, 0, "{}, {policies:?}: {count} allocations in {fights} fights", encounter.name);
        }
    }
}
