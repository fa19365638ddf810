//! How often methods are looked at, set while the program runs.

use crate::{Nexus, NexusError};
use ferry_link::{LinkError, Links, PollInterval};

impl Nexus {
    /// Looks at a method once in so many polls from now on, or as often as its arrivals make sensible
    /// (Nexus' `skip_poll`): on all links, those of attachments included, present ones and later ones.
    ///
    /// # Errors
    /// When no such method is open.
    pub fn set_interval(&self, method: &str, interval: PollInterval) -> Result<(), NexusError> {
        self.attend(|links| links.set_interval(method, interval))
    }

    /// Gives a method a thread that waits for it, or takes that away again. As long as it has one, the method
    /// is not looked at until the thread has seen something come.
    ///
    /// # Errors
    /// When no such method is open, when it cannot be waited for by a descriptor, or there is no thread to
    /// be had.
    pub fn set_waiter(&self, method: &str, waits: bool) -> Result<(), NexusError> {
        self.attend(|links| links.wait_by_thread(method, waits))
    }

    /// From now on looks at these methods only, beside `local`; `None`: at all again. Before a wait sleeps
    /// all are looked at once, and all can end it.
    ///
    /// # Errors
    /// When one of them is not open; then nothing changes.
    pub fn poll_only(&self, methods: Option<&[&str]>) -> Result<(), NexusError> {
        self.attend(|links| links.poll_only(methods))
    }

    fn attend(
        &self,
        change: impl FnOnce(&mut Links) -> Result<(), LinkError>,
    ) -> Result<(), NexusError> {
        let mut state = self.enter()?;
        change(&mut state.runtime.links)?;
        // Who sleeps does so by the old ways.
        state.call_sleepers();
        Ok(())
    }
}
