//! The tests of private code. `tests/whole` runs them; [`unit_tests`] says why the crate does not.

use crate::conformance::{UnitTest, presence};
use crate::{check, decision_tree, eyes, fraction, numbered, session, tree, unit_tests, words};

/// All of them: one that is left out is dead code.
pub const ALL: &[UnitTest] = unit_tests![
    check::tests::a_score_is_kept_apart_from_the_total,
    check::tests::a_score_of_nothing_is_named_where_it_is_thrown_against,
    presence::tests::a_name_is_words_of_its_own,
    decision_tree::nodes::tests::what_is_met_on_the_way_round_may_have_been_met,
    decision_tree::nodes::tests::nobody_chooses_to_go_round,
    eyes::tests::who_has_no_name_is_somebody,
    fraction::tests::small_and_large_count_alike,
    fraction::tests::many_are_added_up,
    fraction::tests::equal_fractions_are_equal,
    numbered::tests::equal_things_have_one_number,
    numbered::tests::a_hash_alone_decides_nothing,
    session::stream::tests::a_place_in_the_stream_is_how_many_numbers_were_drawn,
    tree::classes::tests::throws_asked_about_in_rows_are_those_asked_about_one_by_one,
    tree::merge::tests::rounds_without_end_are_a_geometric_series,
    tree::merge::tests::a_round_that_is_none_changes_nothing,
    words::tests::what_turns_a_line_is_taken_out,
    words::tests::case_does_not_matter,
    words::tests::a_whole_word_is_meant_before_those_that_begin_so,
];
