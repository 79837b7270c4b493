//! A simulated fight allocates nothing, and its state is small.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use skirmish_elemental_d6::{BOOK, Elemental, Plain};
use skirmish_kernel::conformance::open;
use skirmish_kernel::{Autoplay, Rulebook};

/// Counts what is asked of the system's allocator.
struct Counting;

static COUNT: AtomicU64 = AtomicU64::new(0);

// The one place where `unsafe` cannot be avoided: an allocator is an unsafe trait. It only counts and passes on.
#[expect(unsafe_code, reason = "a counting allocator cannot be written without")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// One test, so that nothing else runs in this process meanwhile.
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
        let before = COUNT.load(Ordering::Relaxed);
        (0..40).for_each(&mut fight);
        let allocations = COUNT.load(Ordering::Relaxed) - before;
        assert_eq!(allocations, 0, "{}: {allocations} allocations in 40 fights", encounter.name);
    }
}
