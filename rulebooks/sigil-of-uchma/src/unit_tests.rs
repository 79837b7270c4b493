//! The tests of private code. `tests/suite.rs` runs them; [`unit_tests`] says why the crate does not.

use skirmish_kernel::conformance::UnitTest;
use skirmish_kernel::unit_tests;

use crate::{policy, rules, text};

/// All of them: one that is left out is dead code.
pub const ALL: &[UnitTest] = unit_tests![
    policy::going::tests::goes_where_it_is_best_of_all_places,
    policy::going::tests::promises_no_less_than_a_place_is_worth,
    policy::plain::tests::strikes_where_it_promises_most_of_all_that_is_listed,
    policy::plain::tests::prepares_what_promises_most_of_all_that_is_listed,
    policy::plain::tests::strikes_now_where_an_attack_promises_anything,
    policy::plain::tests::cover_is_added_to_what_must_be_reached,
    policy::plain::tests::calls_into_the_square_that_is_nearest_to_a_foe,
    rules::abilities::tests::a_repertoire_lists_what_each_ability_is_for,
    rules::bodies::tests::two_stand_apart_as_they_are_between_and_touch,
    rules::goals::tests::goals_show_all_that_were_added,
    rules::lines::tests::those_stand_in_between_whom_the_line_crosses,
    rules::tests::whoever_stands_there_is_whom_a_body_overlaps,
    rules::tests::whatever_is_due_is_done_in_a_part_that_fits,
    rules::walker::tests::says_what_the_rules_of_paths_say,
    text::harm::tests::armor_takes_its_own_part_of_what_the_prone_deal,
    text::words::slots::tests::abilities_are_told_once_and_found_as_among_all,
];
