//! Registrations for events, and the functions that are called for them (MPI-5.0 §15.3.8).

use super::delivery::{Desk, EventSource, desk};
use super::event::{ARRIVED, EVENTS, FIRST_OWN, Happening, at};
use super::state::tools;
use super::{mark, refused, watching};
use crate::comm::Comm;
use crate::constants::{
    MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE, MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_T_CB_REQUIRE_NONE,
    MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_T_ERR_INVALID, MPI_T_ERR_INVALID_HANDLE,
    MPI_T_ERR_OUT_OF_HANDLES,
};
use crate::error::Result;
use crate::handle::{CommHandle, Handle};
use crate::process;
use std::sync::Arc;

/// A registration.
pub type RegistrationName = Handle<mark::Registration>;

/// Registrations at a time.
const MOST: usize = 4096;

/// How careful a callback has to be, or is (MPI-5.0 §15.3.8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Safety {
    /// It may do anything.
    Free = 0,
    /// It calls few functions of MPI.
    Restricted = 1,
    /// Threads may call it at once.
    Threads = 2,
    /// A signal's handler may.
    Signals = 3,
}

impl Safety {
    /// All levels.
    pub const ALL: [Safety; 4] =
        [Safety::Free, Safety::Restricted, Safety::Threads, Safety::Signals];

    /// The standard's number for it.
    pub fn code(self) -> i32 {
        match self {
            Safety::Free => MPI_T_CB_REQUIRE_NONE,
            Safety::Restricted => MPI_T_CB_REQUIRE_MPI_RESTRICTED,
            Safety::Threads => MPI_T_CB_REQUIRE_THREAD_SAFE,
            Safety::Signals => MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE,
        }
    }

    /// The level of a number.
    ///
    /// # Errors
    /// When there is none.
    pub fn of_code(code: i32) -> Result<Self> {
        let found = Safety::ALL.into_iter().find(|level| level.code() == code);
        found.ok_or_else(|| refused(MPI_T_ERR_INVALID, "the safety level is no MPI_T_CB_ constant"))
    }
}

/// The program's function for an event: instance, registration and how careful it has to be.
pub type EventCallback = Arc<dyn Fn(usize, RegistrationName, Safety) + Send + Sync>;
/// The same for events that were dropped, with their number; and the word that came with the level's callback.
pub type DroppedCallback = Arc<dyn Fn(u64, RegistrationName, Safety, usize) + Send + Sync>;
/// The same for a registration that is gone.
pub type GoneCallback = Box<dyn FnOnce(RegistrationName, Safety) + Send>;

/// A callback and the word of the program's that it was given.
#[derive(Clone)]
pub struct RegisteredCallback {
    /// The function.
    pub call: EventCallback,
    /// The program's word for it.
    pub word: usize,
}

/// A registration for the events of a kind.
pub(super) struct EventRegistration {
    pub(super) event: usize,
    pub(super) comm: Option<Arc<Comm>>,
    /// By level.
    pub(super) callbacks: [Option<RegisteredCallback>; 4],
    pub(super) dropped: Option<DroppedCallback>,
    /// Events that were dropped since that was told.
    pub(super) missed: u64,
    /// It is freed as soon as its function has returned.
    pub(super) gone: Option<GoneCallback>,
}

impl EventRegistration {
    /// Whether anybody would be called.
    pub(super) fn is_heard(&self) -> bool {
        self.gone.is_none() && self.callbacks.iter().any(Option::is_some)
    }

    /// Who notes what it is for.
    pub(super) fn source(&self) -> EventSource {
        match self.event {
            ARRIVED => EventSource::Messages,
            event if event < FIRST_OWN => EventSource::Links,
            _ => EventSource::Own,
        }
    }

    /// Whether an event of this kind is for it.
    pub(super) fn wants(&self, happening: &Happening) -> bool {
        let is_its = match (happening, &self.comm) {
            (Happening::Arrived(arrival), Some(comm)) => arrival.envelope.context == comm.context,
            _ => true,
        };
        self.event == happening.event() && is_its && self.is_heard()
    }

    /// The function that is careful enough, and no more than need be.
    pub(super) fn callback(&self, needed: Safety) -> Option<&RegisteredCallback> {
        self.callbacks[needed as usize..].iter().flatten().next()
    }
}

/// `MPI_T_event_handle_alloc`. `comm`: the communicator that it is to be bound to, for a kind that is bound to one.
///
/// # Errors
/// When kind or communicator are none, or there are too many registrations.
pub fn register(index: i32, comm: Option<CommHandle>) -> Result<RegistrationName> {
    drop(tools()?);
    let event = at(index)?;
    let comm = match EVENTS[event].is_of_comm {
        true => Some(comm_of(comm)?),
        false => None,
    };
    let mut desk = desk();
    if desk.registrations.count() >= MOST {
        return Err(refused(MPI_T_ERR_OUT_OF_HANDLES, "there are too many registrations"));
    }
    let (callbacks, dropped, missed, gone) = (Default::default(), None, 0, None);
    let made = EventRegistration { event, comm, callbacks, dropped, missed, gone };
    Ok(desk.registrations.insert(made))
}

fn comm_of(comm: Option<CommHandle>) -> Result<Arc<Comm>> {
    let found =
        comm.and_then(|comm| process::peek(|process| Some(process?.comms.get(comm)?.comm.clone())));
    found.ok_or_else(|| {
        refused(MPI_T_ERR_INVALID, "it is to be bound to a communicator that is there")
    })
}

/// A registration that is alive.
fn known(desk: &mut Desk, name: RegistrationName) -> Result<&mut EventRegistration> {
    let found = desk.registrations.get_mut(name).filter(|registration| registration.gone.is_none());
    found.ok_or_else(|| refused(MPI_T_ERR_INVALID_HANDLE, "the handle is of no registration"))
}

/// Whether there is such a registration, for hints about it.
///
/// # Errors
/// When there is none.
pub fn check(name: RegistrationName) -> Result<()> {
    drop(tools()?);
    known(&mut desk(), name).map(|_| ())
}

/// `MPI_T_event_register_callback`; none takes the level's callback away.
///
/// # Errors
/// When the registration is none.
pub fn listen(
    name: RegistrationName,
    level: Safety,
    callback: Option<RegisteredCallback>,
) -> Result<()> {
    drop(tools()?);
    known(&mut desk(), name)?.callbacks[level as usize] = callback;
    watching::begin_if_wanted();
    Ok(())
}

/// `MPI_T_event_set_dropped_handler`.
///
/// # Errors
/// When the registration is none.
pub fn mind_dropped(name: RegistrationName, handler: Option<DroppedCallback>) -> Result<()> {
    drop(tools()?);
    known(&mut desk(), name)?.dropped = handler;
    Ok(())
}

/// `MPI_T_event_handle_free`: `gone` is called when the registration's function is called no more.
///
/// # Errors
/// When the registration is none.
pub fn unregister(name: RegistrationName, gone: GoneCallback) -> Result<()> {
    drop(tools()?);
    let gone = {
        let mut desk = desk();
        known(&mut desk, name)?;
        desk.part_from(name, gone)
    };
    if let Some(gone) = gone {
        gone(name, Safety::Free);
    }
    watching::begin_if_wanted();
    Ok(())
}

/// All registrations are gone, and what waits for them.
pub(super) fn forget_all() {
    desk().forget();
}
