//! The tests of private code. `tests/suite.rs` runs them; [`unit_tests`] says why the crate does not.

use skirmish_kernel::conformance::UnitTest;
use skirmish_kernel::unit_tests;

use crate::{policy, rules, text};

/// All of them: one that is left out is dead code.
pub const ALL: &[UnitTest] = unit_tests![
    policy::place::tests::the_best_place_is_that_of_all_places,
    rules::movement::paths::tests::whoever_can_do_nothing_is_stepped_over,
    rules::movement::walker::tests::says_what_the_rules_of_paths_say,
    text::encounter::tests::ways_of_attacking_are_counted_as_they_are_made,
    text::encounter::tests::defences_answer_what_they_fit,
    text::encounter::tests::every_ability_has_its_rule,
    text::encounter::tests::maps_have_walls_fences_brush_and_slow_ground,
    text::facts::tests::the_score_that_is_told_is_thrown_against,
    text::narrate::tests::attacks_say_with_what_at_whom_and_where,
    text::narrate::tests::damage_is_told_with_what_stood_against_it,
    text::narrate::tests::a_table_can_follow_who_acts_when,
    text::view::tests::foes_are_shown_in_words,
    text::view::tests::what_is_done_in_secret_is_told_to_its_side,
];
