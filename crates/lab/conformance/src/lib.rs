//! Ferry: the one suite that every communication method must pass.
//!
//! A method's tests describe how to make it (a [`Subject`]) and call [`suite!`]; a method with a
//! network handshake also calls [`hostile_suite!`], one that controls the flow of single streams
//! [`matcher_suite!`]. The suite drives all ends from one thread, round
//! robin, except where the point is that another thread sleeps.

pub mod cases;
pub mod hostile;
pub mod matcher;
mod mesh;
mod pattern;
mod plain;
mod recorder;

pub use mesh::Mesh;
pub use pattern::{Dice, pattern, seeds};
pub use plain::plain_attributes;
pub use recorder::{ArrivedFrame, Held, LandsIn, Recorder};

/// For [`plain!`].
#[doc(hidden)]
pub use ferry_method as method;

use ferry_method::{Descriptor, Identity, JobId, Method, PeerId};
use std::net::SocketAddr;

/// Whom a method connects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// A process with itself: the suite makes one end and sends to that.
    Itself,
    /// A process with others.
    Others,
}

type Make = Box<dyn Fn(u32) -> Vec<Box<dyn Method>>>;
type Door = Box<dyn Fn(&Descriptor) -> SocketAddr>;

/// A method under test: how to make its ends and what can be asked of it.
pub struct Subject {
    make: Make,
    reach: Reach,
    peer_death: bool,
    signals: bool,
    farewells: bool,
    longest: usize,
    door: Option<Door>,
    missing: Option<String>,
}

impl Subject {
    /// `make(n)` gives the unattached methods of ranks 0 to n-1 of a job of n processes, which it
    /// describes to them with [`identity`].
    pub fn new(reach: Reach, make: impl Fn(u32) -> Vec<Box<dyn Method>> + 'static) -> Self {
        let make = Box::new(make);
        let (door, missing) = (None, None);
        let (peer_death, signals, farewells, longest) = (false, true, true, 64 << 20);
        Subject { make, reach, peer_death, signals, farewells, longest, door, missing }
    }

    /// One that cannot be made here, for this reason: its tests say so and are skipped.
    pub fn unavailable(why: impl Into<String>) -> Self {
        let missing = Some(why.into());
        Subject { missing, ..Subject::new(Reach::Others, |_| Vec::new()) }
    }

    /// Dropping an end within this process looks to the others like the death of a process.
    pub fn with_peer_death(mut self) -> Self {
        self.peer_death = true;
        self
    }

    /// It cannot tell by signals, so that its wait source has to be slept on.
    pub fn without_signals(mut self) -> Self {
        self.signals = false;
        self
    }

    /// It tells nothing of an end that closes in good order.
    pub fn without_farewells(mut self) -> Self {
        self.farewells = false;
        self
    }

    /// The longest payload the suite sends; 64 MiB otherwise.
    pub fn with_longest(mut self, longest: usize) -> Self {
        self.longest = longest;
        self
    }

    /// Where strangers can knock, from the descriptor.
    pub fn with_door(mut self, door: impl Fn(&Descriptor) -> SocketAddr + 'static) -> Self {
        self.door = Some(Box::new(door));
        self
    }
}

/// Who rank `me` of `size` is in the suite's job. All ranks are on one host.
pub fn identity(me: u32, size: u32) -> Identity {
    Identity {
        job: JobId(0x5eed),
        me: PeerId(me),
        size,
        secret: [0x5a; 32],
        host: "conformance".to_owned(),
    }
}

/// Makes a test module `$name` of all cases for the [`Subject`] that `$subject` evaluates to.
#[macro_export]
macro_rules! suite {
    ($name:ident, $subject:expr) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            $crate::tests! { cases, $subject;
                every_size_in_memory
                every_size_within_a_region
                every_size_on_the_heap
                every_size_discarded
                headers_arrive_intact
                frames_keep_their_order
                streams_of_the_pool_keep_their_order
                first_contact_from_all_sides
                what_is_not_begun_is_not_missed
                both_ends_full
                partial_sends
                many_peers
                counters_agree
                idle_polls_find_nothing
                sleepers_are_woken
                sleepers_are_told_by_signals
                arming_sees_what_has_come
                lookouts_see_what_has_come
                unknown_peers_are_refused
                unknown_parameters_are_refused
                groups_are_for_methods_that_may_lose
                descriptors_are_small_and_mutual
                garbage_descriptors_are_refused
                who_computes_is_waited_for
                a_detour_loses_nothing
                death_is_reported_once
                close_loses_nothing
                silent_links_end_in_good_order
                leaving_is_seen_before_sends_fail
            }
        }
    };
}

/// Makes a test module `$name` of the attacks on a method's door ([`Subject::with_door`]).
#[macro_export]
macro_rules! hostile_suite {
    ($name:ident, $subject:expr) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            $crate::tests! { hostile, $subject;
                random_bytes
                truncated_greetings
                floods
                silence
                a_crowd_of_strangers
            }
        }
    };
}

/// Makes a test module `$name` of what only methods can do that control the flow of single streams
/// (their attributes say `stream_flow_control`).
#[macro_export]
macro_rules! matcher_suite {
    ($name:ident, $subject:expr) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            $crate::tests! { matcher, $subject;
                held_frames_land_in_memory
                held_frames_land_within_a_region
                held_frames_land_on_the_heap
                held_frames_are_discarded
                a_held_stream_holds_up_nobody
                senders_wait_for_a_held_stream
                frames_behind_a_held_one_keep_their_order
                frames_of_many_streams_interleave
                thousands_of_streams
                hundreds_held_at_once
                both_ends_hold
                held_streams_wake_nobody
                resuming_is_noticed
                only_what_is_held_is_resumed
                fetched_streams_keep_their_order
                what_a_fetch_leaves_is_found
                what_waits_behind_a_fetched_frame_is_found
                nothing_is_fetched_of_strangers
                death_ends_what_is_held
                close_leaves_what_is_held
            }
        }
    };
}

/// Runs a case, unless the subject cannot be made here.
#[doc(hidden)]
pub fn run(subject: &Subject, case: impl Fn(&Subject)) {
    match &subject.missing {
        Some(why) => eprintln!("skipped: {why}"),
        None => case(subject),
    }
}

#[doc(hidden)]
#[macro_export]
macro_rules! tests {
    ($module:ident, $subject:expr; $($case:ident)*) => {
        $(#[test]
        fn $case() {
            $crate::run(&$subject, $crate::$module::$case)
        })*
    };
}
