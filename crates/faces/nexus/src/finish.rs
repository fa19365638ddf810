//! The end.

use crate::inbox;
use crate::nexus::Core;
use crate::state::NexusState;
use crate::{Nexus, NexusError};
use ferry_link::Links;
use ferry_method::{Header, PeerId};
use ferry_runtime::Runtime;
use std::sync::PoisonError;
use std::time::Duration;

/// How long what was sent may take to leave.
const DRAIN: Duration = Duration::from_secs(5);

impl Nexus {
    /// Ends orderly: threaded handlers end, what was sent leaves, all processes of the job meet (each
    /// must call it), attachments and links are closed. Afterwards every operation fails.
    ///
    /// # Errors
    /// If the launcher is gone, or called in a handler. A second call does nothing.
    pub fn finish(&self) -> Result<(), NexusError> {
        if self.must_not_wait() {
            return Err(NexusError::WouldWait { what: "finishing" });
        }
        if self.lock().finished {
            return Ok(());
        }
        self.core.doors.close_all();
        self.core.workers.finish();
        let clock = self.core.clock;
        self.wait_well(|| !self.lock().has_output());
        // While the other processes of this job are there, which may have to pass it on.
        let company = self.lock().runtime.face.worlds.company_of_jobs();
        if !company.is_empty() {
            self.say_bye_behind_all(&company);
            self.lock().withdraw_from(&company);
        }
        self.meet()?;
        if !company.is_empty() {
            // What others say to each other may still pass here.
            self.wait_well(|| !self.lock().has_output());
        }
        let mut state = self.lock();
        state.finished = true;
        let endpoints = state.take_endpoints();
        let until = clock.now() + DRAIN;
        close(&mut state, true, &|| clock.now() < until);
        drop(state);
        // Outside, for handlers may hold startpoints and endpoints.
        drop(endpoints);
        self.take_leave()
    }

    /// Ends all links because something failed in this process: whom it has spoken to is told so
    /// ([`FaultKind::ShutdownAbnormally`](crate::FaultKind::ShutdownAbnormally)). Waits for nobody else; nothing can be
    /// sent or handled afterwards.
    pub fn abandon(&self) {
        self.core.doors.close_all();
        let clock = self.core.clock;
        let mut state = self.lock();
        if state.finished {
            return;
        }
        state.finished = true;
        let endpoints = state.take_endpoints();
        let until = clock.now() + DRAIN;
        close(&mut state, false, &|| clock.now() < until);
        drop(state);
        // Outside, for handlers may hold startpoints and endpoints.
        drop(endpoints);
    }

    /// Waits, handling what comes; faults do not end it.
    fn wait_well(&self, mut ready: impl FnMut() -> bool) {
        while let Err(NexusError::Fault(_)) = self.wait_until(None, &mut ready) {}
    }

    /// Says good-bye to processes of another job, behind all that is on its way to them.
    pub(crate) fn say_bye_behind_all(&self, company: &[PeerId]) {
        company.iter().for_each(|peer| self.lock().runtime.face.worlds.post_bye(*peer));
        let is_said = || !self.lock().has_output();
        let until = self.core.clock.now() + DRAIN;
        let left = || until.saturating_sub(self.core.clock.now());
        while let Err(NexusError::Fault(_)) = self.wait_until(Some(left()), is_said) {}
    }

    /// Waits until all processes of the job have come so far: up a tree, and down again. Requests are
    /// handled meanwhile. A process that is gone is not waited for.
    fn meet(&self) -> Result<(), NexusError> {
        let launched = self.place().is_some_and(|place| place.launcher.is_some());
        if !launched || self.size() == 1 {
            return Ok(());
        }
        let (me, size) = (self.rank(), self.size());
        let below: Vec<PeerId> = [2 * me + 1, 2 * me + 2].map(PeerId).to_vec();
        let below: Vec<PeerId> = below.into_iter().filter(|child| child.0 < size).collect();
        let is_gone = |state: &NexusState, peer: PeerId| state.runtime.face.worlds.has_gone(peer);
        self.wait_well(|| {
            let state = self.lock();
            below.iter().all(|child| state.ended.contains(child) || is_gone(&state, *child))
        });
        if me != 0 {
            let above = PeerId((me - 1) / 2);
            self.tell_end(above, false);
            self.wait_well(|| {
                let state = self.lock();
                state.all_ended || is_gone(&state, above)
            });
        }
        below.into_iter().for_each(|child| self.tell_end(child, true));
        self.wait_well(|| !self.lock().has_output());
        Ok(())
    }

    /// Tells a process of the end; one that is gone needs not hear it.
    fn tell_end(&self, to: PeerId, all: bool) {
        let mut state = self.lock();
        if state.runtime.face.worlds.peer(to).is_ok() {
            let header = Header { words: [u64::from(all), 0], ..Header::new(inbox::END) };
            state.runtime.face.worlds.post(to, header, Vec::new(), 0);
        }
    }

    fn take_leave(&self) -> Result<(), NexusError> {
        let Some(launcher) = self.place().and_then(|place| place.launcher.clone()) else {
            return Ok(());
        };
        let mut client = launcher.lock().unwrap_or_else(PoisonError::into_inner);
        client.finalize().map_err(|e| NexusError::start("taking leave of the launcher", e))
    }
}

/// Says good-bye and closes all links, as long as `patient`.
fn close(state: &mut NexusState, well: bool, patient: &dyn Fn() -> bool) {
    let Runtime { links, face, .. } = &mut state.runtime;
    face.worlds.say_bye_to_all(links, well);
    while !state.runtime.close() && patient() {
        ferry_sys::sched_yield();
    }
    state.runtime.links = Links::none();
    let inbox = &mut state.runtime.face.inbox;
    inbox.arrived.clear();
    inbox.news.clear();
    state.attached.clear();
    state.runtime.watch.alarm().ring();
}

impl Drop for Core {
    /// A process that ends without [`Nexus::finish`]: whom it has spoken to is told.
    fn drop(&mut self) {
        self.doors.close_all();
        self.workers.finish();
        let state = self.state_mut();
        if state.finished {
            return;
        }
        state.finished = true;
        close(state, !std::thread::panicking(), &|| false);
    }
}
