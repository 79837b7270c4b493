//! The tests of private code. `tests/suite.rs` runs them; [`unit_tests`] says why the crate does not.

use skirmish_kernel::conformance::UnitTest;
use skirmish_kernel::unit_tests;

use crate::{policy, rules, text};

/// All of them: one that is left out is dead code.
pub const ALL: &[UnitTest] = unit_tests![
    policy::going::tests::wants_to_move_as_the_nearest_foe_says,
    policy::going::tests::walks_where_it_is_best_of_all_places,
    policy::plain::tests::whoever_bleeds_is_looked_at,
    rules::attack::tests::nobody_reaches_farther_than_anybody_may,
    rules::attack::tests::everybody_reaches_as_far_at_once_as_one_by_one,
    rules::bodies::tests::two_in_one_place_are_never_overlooked,
    rules::lines::tests::nobody_is_wholly_covered_where_nothing_lets_nothing_through,
    rules::movement::paths::ways::tests::says_what_the_rules_of_paths_say,
    rules::options::strikes::tests::no_blow_is_left_out_that_is_legal,
    text::encounter::tests::the_encounters_load,
    text::encounter::tests::weapons_say_what_the_files_say,
    text::encounter::tests::spells_say_what_the_files_say,
    text::encounter::tests::maps_have_all_kinds_of_ground,
    text::encounter::tests::light_gravity_and_things_stand_beside_the_map,
    text::encounter::tests::letters_are_no_signs_of_the_ground,
    text::encounter::tests::own_content_replaces_the_books,
    text::encounter::tests::wounds_and_losses_go_along,
    text::encounter::tests::blood_goes_along_as_it_is,
    text::encounter::tests::the_schema_describes_the_keys,
    text::tally::tests::a_blow_is_the_doing_of_who_strikes_it,
];
