//! Looking for messages without receiving them.

use crate::error::MpLiteError;
use crate::point_to_point::{ReceivedMessage, USER, Wanted};
use crate::process::MpLite;

impl MpLite {
    /// Looks for a message of so many bytes at most.
    pub fn probe(&self, bytes: usize, wanted: Wanted) -> Option<ReceivedMessage> {
        self.home.progress();
        let mut state = self.home.state();
        let found = state.two_sided.probe_within(&wanted.selector(USER), bytes as u64)?;
        let received = ReceivedMessage::from(found);
        state.last = received;
        Some(received)
    }

    /// Waits for a message of so many bytes at most, and leaves it there.
    ///
    /// # Errors
    /// If nothing comes for too long.
    pub fn await_message(
        &self,
        bytes: usize,
        wanted: Wanted,
    ) -> Result<ReceivedMessage, MpLiteError> {
        let selector = wanted.selector(USER);
        self.wait_for(
            || wanted.describe(bytes, self.size()),
            |state| {
                let found = state.two_sided.probe_within(&selector, bytes as u64)?;
                state.last = ReceivedMessage::from(found);
                Some(state.last)
            },
        )
    }
}
