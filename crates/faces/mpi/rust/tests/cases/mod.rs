//! What the ranks of each test do.

mod collectives;
mod communicators;
mod dynamic;
mod failures;
mod files;
mod generalized;
mod guests;
mod messages;
mod neighbours;
mod partitions;
mod repeated;
mod scopes;
mod sessions;
mod tools;
mod windows;
mod worlds;

use std::process::ExitCode;

/// A test: a job on each of some numbers of ranks.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) ranks: &'static [u32],
    /// By TCP as well.
    pub(crate) over_tcp: bool,
    /// What the job says, once, when rank 1 fails, if it is to fail.
    pub(crate) fails_with: Option<&'static str>,
    body: fn() -> ferry::Result<()>,
}

macro_rules! cases {
    ($($module:ident::$name:ident on $ranks:expr $(, over $tcp:ident)? $(, fails with $words:literal)?;)*) => {
        pub(crate) const ALL: &[Case] = &[$(Case {
            name: stringify!($name),
            ranks: &$ranks,
            over_tcp: cases!(@over $($tcp)?),
            fails_with: cases!(@words $($words)?),
            body: $module::$name,
        }),*];
    };
    (@over) => { false };
    (@over tcp) => { true };
    (@words) => { None };
    (@words $words:literal) => { Some($words) };
}

cases! {
    messages::values_go_round on [1, 2, 4];
    messages::any_source_and_tag on [2, 4];
    messages::long_messages on [2];
    messages::gaps_are_not_sent on [2];
    messages::nonsense_becomes_true on [2];
    messages::lengths_are_checked on [2];
    messages::types_are_compared on [2], over tcp;
    messages::shapes_do_not_matter on [1];
    messages::dropped_messages_are_thrown_away on [2];
    messages::one_buffer_goes_round on [1, 2, 4], over tcp;
    messages::one_buffer_goes_round_meanwhile on [1, 2, 4], over tcp;
    messages::taken_messages_come_later on [2], over tcp;
    messages::nobody_is_named on [1];
    scopes::many_requests on [1, 3];
    scopes::forgotten_requests_are_waited_for on [2];
    scopes::panics_cancel_receives on [2];
    scopes::errors_come_at_the_end on [2];
    scopes::synchronous_sends_wait on [2];
    scopes::panics_take_sends_back on [2], over tcp;
    scopes::panics_amid_collectives_end_the_job on [2], fails with "a rank panicked in a scope with a collective";
    scopes::panics_of_drops_end_the_rest on [1];
    scopes::collectives_are_not_taken_back on [2];
    scopes::requests_are_tested on [1, 2], over tcp;
    collectives::data_moves on [1, 3, 4];
    collectives::blocks_of_any_length on [1, 3, 4];
    collectives::reductions on [1, 3, 4];
    collectives::custom_operations_keep_the_order on [1, 2, 5];
    collectives::panics_in_operations_are_passed_on on [2, 4];
    collectives::custom_operations_go_on_by_themselves on [1, 2, 5], over tcp;
    collectives::panics_in_later_operations_are_errors on [2, 4];
    collectives::operations_borrow_in_scopes on [1, 2, 5], over tcp;
    collectives::pieces_of_any_length on [1, 3, 4];
    collectives::lengths_are_checked_first on [2];
    communicators::split_and_dup on [1, 4];
    communicators::threads_share_communicators on [2];
    communicators::other_threads_are_refused on [1, 2];
    communicators::later_duplicates_heed_hints on [2];
    communicators::duplicates_come_later on [1, 2, 3], over tcp;
    communicators::handles_are_looked_up on [1, 2];
    communicators::after_the_end_there_are_errors on [2];
    windows::fences_separate_epochs on [1, 2, 4], over tcp;
    windows::long_and_strange_data on [2], over tcp;
    windows::nothing_comes_between on [1, 4], over tcp;
    windows::arrays_are_accumulated_whole on [2], over tcp;
    windows::requests_in_epochs on [1, 3], over tcp;
    windows::targets_post_and_wait on [2, 4], over tcp;
    windows::memory_comes_and_goes on [2, 3], over tcp;
    windows::what_windows_refuse on [2], over tcp;
    windows::threads_share_windows on [1, 2], over tcp;
    windows::views_outlive_everything on [1, 2];
    windows::windows_carry_values on [1, 3];
    windows::windows_tell_of_themselves on [1, 3];
    partitions::parts_leave_in_any_order on [1, 3], over tcp;
    partitions::threads_fill_parts on [2], over tcp;
    partitions::rounds_end_before_the_next on [1];
    sessions::sessions_come_and_go on [1, 3];
    sessions::sessions_beside_the_universe on [1, 2];
    sessions::other_threads_begin_no_session on [1];
    sessions::universes_end_beside_waiting_sessions on [1, 2];
    sessions::a_later_life_knows_nothing_of_the_former on [1];
    sessions::scopes_hold_off_other_threads on [1];
    scopes::failures_leave_the_other_requests on [1];
    windows::own_vectors_are_no_neighbours on [1, 2];
    neighbours::halos_without_packing on [1, 3], over tcp;
    neighbours::halos_in_place on [1, 4], over tcp;
    neighbours::views_are_checked on [1];
    neighbours::graphs_have_neighbours on [1, 4];
    neighbours::blocks_go_to_neighbours on [1, 3, 4], over tcp;
    neighbours::grids_and_their_parts on [1, 4];
    neighbours::collectives_that_do_not_block on [1, 4], over tcp;
    neighbours::sends_of_every_kind on [2], over tcp;
    neighbours::names_and_hints on [2];
    generalized::threads_complete_operations on [1, 2];
    generalized::what_is_dropped_fails on [1, 2];
    generalized::what_is_cancelled_is_told on [1];
    tools::parameters_are_set_before_the_start on [1, 2];
    tools::counts_are_of_their_sessions on [1, 2];
    tools::links_are_counted_by_rank on [2];
    tools::everything_has_its_category on [1];
    tools::arrivals_are_heard_in_their_communicator on [1, 2];
    neighbours::blocks_that_do_not_wait on [1, 3, 4];
    files::each_sees_its_own_part on [1, 2, 4, 5], over tcp;
    files::arrays_are_dealt_out on [1, 2, 4, 6];
    files::pointers_move on [1, 3, 4], over tcp;
    files::accesses_that_do_not_block on [1, 2, 4];
    files::other_representations on [1, 3];
    files::what_files_refuse on [1, 2];
    dynamic::two_groups_talk on [2, 4, 5], over tcp;
    dynamic::groups_exchange_blocks on [2, 4, 5], over tcp;
    dynamic::pairs_are_duplicated_meanwhile on [2, 3], over tcp;
    dynamic::groups_are_joined_without_a_communicator on [2, 3];
    dynamic::children_are_spawned on [1, 2, 3], over tcp;
    dynamic::is_a_child on [1];
    dynamic::ports_join_groups on [2, 4], over tcp;
    dynamic::sockets_join_processes on [2];
    repeated::messages_again_and_again on [1, 2, 4], over tcp;
    repeated::rounds_are_ended_first on [1];
    repeated::collectives_again_and_again on [1, 3, 4], over tcp;
    repeated::blocks_of_any_length_again on [1, 3, 4], over tcp;
    repeated::packed_in_both_forms on [1, 2];
    repeated::communicators_carry_values on [1, 3];
    guests::another_face_shares_the_links on [2, 4];
    guests::heads_come_before_their_payloads on [2, 4];
    worlds::processes_of_another_world_are_met on [2, 4];
    failures::errors_end_the_job on [2], fails with "no bananas";
    failures::probes_of_a_lost_peer_fail on [1];
    failures::revoked_communicators_release_all on [1, 2, 3];
    failures::revoked_windows_release_all on [1, 2, 3];
    failures::nothing_ends_beside_waiting_threads on [2], fails with "another thread of this process waits";
    failures::panics_end_the_job on [2], fails with "a rank panicked";
    failures::panics_of_threads_end_the_job on [2], fails with "a thread has to fail in this test";
    failures::early_errors_end_the_job on [2, 3], fails with "Error: send: MPI_ERR_RANK: rank 77 is outside";
    failures::early_errors_beside_threads on [2], fails with "Error: send: MPI_ERR_RANK: rank 77 is outside";
    failures::exits_end_the_job on [2], fails with "ended with exit code 3";
    failures::exits_after_the_drop on [2], fails with "exited with this status before";
    failures::quiet_exits_end_the_job on [2], fails with "left without MPI_Finalize";
    failures::drops_finalise on [1, 2, 4];
    failures::drops_in_odd_order on [1, 2];
    failures::drops_in_scopes on [1, 2];
    failures::levels_of_run on [1, 2];
}

pub(crate) fn run(name: &str) -> ExitCode {
    let Some(case) = ALL.iter().find(|case| case.name == name) else {
        eprintln!("there is no test '{name}'");
        return ExitCode::FAILURE;
    };
    // As if the test were `main`.
    std::process::Termination::report((case.body)())
}
