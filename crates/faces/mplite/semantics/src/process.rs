//! A process of MP_Lite.

use crate::error::MpLiteError;
use crate::stalls::StallLimits;
use crate::state::MpLiteState;
use ferry_config::Config;
use ferry_home::{Home, StartError};
use ferry_link::Context;
use ferry_method::Identity;
use ferry_runtime::WaitSettings;
use ferry_sys::Clock;
use ferry_two_sided::{Outcome, TransferFault};
use ferry_wire::Share;
use std::time::Duration;

/// How long what was sent may take to leave when a process ends.
const DRAIN: Duration = Duration::from_secs(60);
const SHARES: &[Share] = &[Share::TWO_SIDED, Share::TRANSFER];

/// A process, and what it does with the others.
pub struct MpLite {
    pub(crate) home: Home<MpLiteState>,
    stalls: StallLimits,
}

impl MpLite {
    /// Starts in the job that the launcher's environment tells of; without a launcher in a job of one.
    ///
    /// # Errors
    /// If the launcher cannot be talked to, or a method cannot be opened.
    pub fn start(config: &Config, stalls: StallLimits) -> Result<Self, StartError> {
        let face = |started: &ferry_home::StartedProcess| MpLiteState::new(started.identity.size);
        Ok(MpLite { home: Home::start(config, SHARES, face)?, stalls })
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
        let face = (MpLiteState::new(identity.size), SHARES);
        let home = Home::over(link, identity, face, clock, settings)?;
        Ok(MpLite { home, stalls: StallLimits::default() })
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
        self.home.finish()
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
    pub(crate) fn wait_for<T>(
        &self,
        what: impl Fn() -> String,
        mut ready: impl FnMut(&mut MpLiteState) -> Option<T>,
    ) -> Result<T, MpLiteError> {
        let StallLimits { panic, bail } = self.stalls;
        let first = panic.filter(|panic| bail.is_none_or(|bail| *panic < bail));
        if let Some(panic) = first {
            if let Some(value) = self.home.wait_until(Some(panic), &mut ready) {
                return Ok(value);
            }
            self.warn(&format!("Blocking {} seconds for {}", panic.as_secs(), what()));
        }
        let rest = bail.map(|bail| bail - first.unwrap_or(Duration::ZERO));
        self.home.wait_until(rest, &mut ready).ok_or_else(|| {
            let seconds = bail.unwrap_or_default().as_secs();
            MpLiteError::Stalled { seconds, what: what() }
        })
    }

    /// Says something that the program goes on after, and what is under way.
    fn warn(&self, text: &str) {
        let queues = self.queues();
        ferry_sys::tell(&format!("*** Node {} WARNING - {text}: {queues}", self.node()));
    }
}

/// Whether an operation went well.
pub(crate) fn settled(outcome: &Outcome) -> Result<(), MpLiteError> {
    match outcome.fault.as_deref() {
        None => Ok(()),
        Some(TransferFault::Lost { peer, why }) => {
            Err(MpLiteError::Lost { node: peer.0, why: why.to_string() })
        }
        Some(fault) => Err(MpLiteError::Links(format!("{fault:?}"))),
    }
}
