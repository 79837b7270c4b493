//! The tests of private code. `tests/suite.rs` runs them; [`unit_tests`] says why the crate does not.

use skirmish_kernel::conformance::UnitTest;
use skirmish_kernel::unit_tests;

use crate::{policy, rules, text};

/// All of them: one that is left out is dead code.
pub const ALL: &[UnitTest] = unit_tests![
    policy::estimate::tests::one_die_with_a_score,
    policy::estimate::tests::each_die_more_takes_its_part,
    policy::place::tests::rings_find_what_searches_find,
    policy::place::tests::reasons_hold_where_they_are_equal,
    policy::place::tests::no_cell_behind_a_back_is_left_out,
    policy::place::tests::the_way_to_somebody_is_the_cheapest,
    policy::plain::tests::meets_a_blow_with_what_leaves_least_of_all_that_is_legal,
    policy::plain::tests::arms_are_what_is_ready,
    policy::plain::tests::strikes_with_what_promises_most_of_all_that_is_legal,
    policy::worth::tests::what_is_not_offered_promises_nothing_or_is_refused,
    rules::bodies::tests::no_corner_is_cut_by_any_body,
    rules::bodies::tests::a_body_stands_on_its_highest_square,
    rules::judge::strikes::tests::what_a_policy_leaves_out_is_refused,
    rules::movement::walker::tests::says_what_the_rules_of_paths_say,
    text::encounter::tests::maps_have_cover_light_and_height,
    text::encounter::tests::listed_and_derived_values_agree,
    text::facts::defences::tests::says_what_bears_on_a_parry_and_a_block,
    text::harm::tests::what_burns_unfolds_from_its_die,
    text::results::tests::every_condition_has_its_words,
];
