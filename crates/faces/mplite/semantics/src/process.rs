//! A process of MP_Lite.

use crate::error::MpLiteError;
use crate::journal::Journal;
use crate::stalls::StallLimits;
use crate::start::Together;
use crate::state::{CallCounters, MpLiteState};
use ferry_config::Config;
use ferry_home::{Home, StartError};
use ferry_link::Context;
use ferry_method::Identity;
use ferry_mplite_job::ProcessState;
use ferry_runtime::WaitSettings;
use ferry_sys::Clock;
use ferry_two_sided::{Outcome, TransferFault};
use ferry_wire::Share;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long what was sent may take to leave when a process ends.
const DRAIN: Duration = Duration::from_secs(60);
/// How long process 0 waits for the others to take their leave, where it manages the job.
const LEAVE: Duration = Duration::from_secs(60);
pub(crate) const SHARES: &[Share] = &[Share::TWO_SIDED, Share::TRANSFER, Share::ONE_SIDED];

/// A process, and what it does with the others.
pub struct MpLite {
    pub(crate) home: Home<MpLiteState>,
    stalls: StallLimits,
    /// Where it was started by: links beside those that it has are opened by the same.
    config: Option<Config>,
    journal: Arc<Journal>,
    together: Together,
    /// The number of process 0 on the links of their own for meetings, once they were asked for.
    pub(crate) ring: Mutex<Option<u32>>,
}

impl MpLite {
    pub(crate) fn new(home: Home<MpLiteState>, stalls: StallLimits) -> Self {
        MpLite {
            home,
            stalls,
            config: None,
            journal: Arc::default(),
            together: Together::default(),
            ring: Mutex::default(),
        }
    }

    /// Of a job that has files, and perhaps no launcher.
    pub(crate) fn with_job(
        self,
        config: Config,
        journal: Arc<Journal>,
        together: Together,
    ) -> Self {
        MpLite { config: Some(config), journal, together, ..self }
    }

    /// Over links that exist.
    ///
    /// # Errors
    /// If the system does not give what is needed to wait.
    pub fn over(
        link: Context,
        identity: Identity,
        clock: Clock,
        settings: WaitSettings,
    ) -> Result<Self, StartError> {
        let face = (MpLiteState::new(identity.me.0, identity.size), SHARES);
        Ok(MpLite::new(Home::over(link, identity, face, clock, settings)?, StallLimits::default()))
    }

    /// With other limits for waits that last.
    pub fn with_stalls(mut self, stalls: StallLimits) -> Self {
        self.stalls = stalls;
        self
    }

    /// The number of this process.
    pub fn node(&self) -> u32 {
        self.home.place().0
    }

    /// How many processes there are.
    pub fn size(&self) -> u32 {
        self.home.place().1
    }

    /// The clock of this process.
    pub fn clock(&self) -> Clock {
        self.home.clock()
    }

    /// What it has done so far, collective operations included.
    pub fn counters(&self) -> CallCounters {
        self.home.state().counters
    }

    /// The files in which it tells how it is.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    pub(crate) fn config(&self) -> Option<&Config> {
        self.config.as_ref()
    }

    /// Messages that were begun and not waited for.
    pub fn forgotten(&self) -> usize {
        self.home.state().messages.iter().count()
    }

    /// Ends, as all processes must: what was sent leaves, and all meet.
    ///
    /// # Errors
    /// If the launcher is gone.
    pub fn finish(&self) -> Result<(), StartError> {
        self.home.wait_until(Some(DRAIN), |state| (!state.is_sending()).then_some(()));
        self.home.barrier()?;
        self.note_links();
        self.together.is_leaving.store(true, Ordering::Release);
        self.home.finish()?;
        if let Some(manager) = &self.together.manager {
            manager.finish(LEAVE);
        }
        self.journal.state(ProcessState::Completed, "");
        Ok(())
    }

    /// Writes into the log what went over each link.
    fn note_links(&self) {
        if !self.journal.is_kept() {
            return;
        }
        let links = self.home.state().parts().1.home().links();
        for link in links {
            let (sent, received) = (link.traffic.sent, link.traffic.received);
            let state = link.state.unwrap_or_default();
            self.journal.note(format_args!(
                "node {} by {}: {} frames of {} bytes sent, {} of {} received; {state}",
                link.peer, link.method, sent.frames, sent.bytes, received.frames, received.bytes
            ));
        }
    }

    /// What is under way, and what came that nobody has received.
    pub fn queues(&self) -> String {
        let state = self.home.state();
        let (kept, posted) = state.two_sided.depths();
        let lines = state.messages.iter().map(|message| format!("{message}; "));
        let lines: String = lines.collect();
        format!("{lines}<-> {kept} messages came that nobody has received, {posted} receives wait")
    }

    /// Waits until `ready` gives something. A wait that lasts is told of, and in the end given up.
    #[inline]
    pub(crate) fn wait_for<T>(
        &self,
        what: impl Fn() -> String,
        mut ready: impl FnMut(&mut MpLiteState) -> Option<T>,
    ) -> Result<T, MpLiteError> {
        match self.home.wait_until(self.stalls.first(), &mut ready) {
            Some(value) => Ok(value),
            None => self.wait_longer(what, ready),
        }
    }

    #[cold]
    fn wait_longer<T>(
        &self,
        what: impl Fn() -> String,
        mut ready: impl FnMut(&mut MpLiteState) -> Option<T>,
    ) -> Result<T, MpLiteError> {
        let waited = self.stalls.first().unwrap_or_default();
        if self.stalls.bail != Some(waited) {
            self.warn(&format!("Blocking {} seconds for {}", waited.as_secs(), what()));
            let rest = self.stalls.bail.map(|bail| bail - waited);
            if let Some(value) = self.home.wait_until(rest, &mut ready) {
                return Ok(value);
            }
        }
        let seconds = self.stalls.bail.unwrap_or_default().as_secs();
        Err(MpLiteError::Stalled { seconds, what: what() })
    }

    /// Says something that the program goes on after, and what is under way.
    fn warn(&self, text: &str) {
        let queues = self.queues();
        self.journal.note(format_args!("WARNING(-1) - {text}: {queues}"));
        ferry_sys::tell(&format!("*** Node {} WARNING - {text}: {queues}", self.node()));
    }

    /// Whether an operation went well.
    pub(crate) fn settled(&self, outcome: &Outcome) -> Result<(), MpLiteError> {
        match outcome.fault.as_deref() {
            None => Ok(()),
            Some(TransferFault::Lost { peer, why }) => {
                // Numbers go on for other links to the same processes.
                let node = peer.0 % self.size();
                Err(MpLiteError::Lost { node, why: why.to_string() })
            }
            Some(fault) => Err(MpLiteError::Links(format!("{fault:?}"))),
        }
    }
}
