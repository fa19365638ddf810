//! What there is with one process of the job.

use crate::introduction::SeenNumbers;
use ferry_method::{MethodError, Now, StreamKey};
use ferry_method_tcp::net::Contact;
use ferry_wire::KeyMap;
use std::collections::VecDeque;

/// A stream broke while the control connection is well: it is waited for what that says.
pub(crate) struct Suspicion {
    /// When the clock began to run.
    pub(crate) since: Option<Now>,
    /// What was seen.
    pub(crate) why: String,
    /// A frame was cut off, so that even an orderly end is a loss.
    pub(crate) mid_frame: bool,
}

/// What the methods tell each other over the control connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ControlErrand {
    /// Nothing but that the link is up.
    Greeting = 1,
    /// The sender closes in good order; streams that end now are no loss.
    Farewell = 2,
    /// The sender has no descriptors left; streams to it that are idle should end.
    Spare = 3,
}

/// A process of the job.
#[derive(Default)]
pub(crate) struct StreamPeer {
    /// Where it listens for streams.
    pub(crate) contact: Option<Contact>,
    /// The number of the address that worked last.
    pub(crate) address: usize,
    pub(crate) outgoing: KeyMap<StreamKey, u32>,
    /// Connections of each stream that comes in: the first is read, the others follow it.
    pub(crate) incoming: KeyMap<StreamKey, VecDeque<u32>>,
    /// Connections that it has introduced.
    pub(crate) seen: SeenNumbers,
    /// Connections that were introduced to it.
    introduced: u64,
    /// All that is said to it goes through another method.
    pub(crate) is_detoured: bool,
    /// A frame went over the control connection, either way.
    pub(crate) met: bool,
    /// What is to be told over the control connection.
    pub(crate) errands: VecDeque<ControlErrand>,
    /// How much of the first errand is taken.
    pub(crate) errand_done: usize,
    /// It was told farewell.
    pub(crate) farewell: bool,
    /// A frame of the user's is partly sent over the control connection.
    pub(crate) control_is_busy: bool,
    /// It said farewell.
    pub(crate) departed: bool,
    pub(crate) suspicion: Option<Suspicion>,
    /// A frame on the control connection is on its way into a landing.
    pub(crate) control_begun: bool,
    /// Lost as soon as that frame is in: until then its landing is in use.
    pub(crate) doomed: Option<MethodError>,
    /// Lost for good.
    pub(crate) gone: Option<MethodError>,
}

impl StreamPeer {
    /// The number of the next connection that is introduced.
    pub(crate) fn next_number(&mut self) -> u64 {
        self.introduced += 1;
        self.introduced - 1
    }

    /// Nothing more of it is delivered.
    pub(crate) fn is_over(&self) -> bool {
        self.gone.is_some() || self.doomed.is_some()
    }
}
