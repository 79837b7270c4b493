//! The tests of private code. `tests/suite.rs` runs them; [`unit_tests`] says why the crate does not.

use skirmish_kernel::conformance::UnitTest;
use skirmish_kernel::unit_tests;

use crate::{policy, rules, text};

/// All of them: one that is left out is dead code.
pub const ALL: &[UnitTest] = unit_tests![
    policy::tests::whoever_is_spent_can_pay_for_no_attack,
    rules::forget::tests::scores_are_kept_for_a_newcomer,
    rules::lines::tests::what_is_remembered_is_what_is_seen,
    rules::movement::paths::tests::a_whole_search_is_told_what_each_step_is,
    text::encounter::tests::words_for_the_whole_battle_name_nobody,
    text::view::guess_hidden::tests::who_is_known_of_and_not_seen_is_somewhere_out_of_sight,
    text::view::guess_hidden::tests::who_is_not_known_of_is_not_reckoned_with,
];
