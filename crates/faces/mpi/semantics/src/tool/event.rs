//! Events, and registrations for them (MPI-5.0 §15.3.8).

use super::delivery::{Desk, desk};
use super::enumeration::Enumeration;
use super::quantity::number_of;
use super::state::tools;
use super::{ElementType, mark, refused, watching};
use crate::comm::Comm;
use crate::constants::{
    MPI_T_BIND_MPI_COMM, MPI_T_BIND_NO_OBJECT, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE,
    MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_THREAD_SAFE,
    MPI_T_ERR_INVALID, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_NAME,
    MPI_T_ERR_OUT_OF_HANDLES,
};
use crate::error::Result;
use crate::handle::{CommHandle, Handle};
use crate::process;
use ferry_link::{LinkEvent, PathTrouble};
use ferry_sys::Clock;
use ferry_two_sided::Arrival;
use std::sync::{Arc, LazyLock};

/// A registration.
pub type RegistrationName = Handle<mark::Registration>;

/// Registrations at a time.
const MOST: usize = 4096;

/// A kind of events.
#[derive(Debug)]
pub struct EventType {
    /// Its name.
    pub name: &'static str,
    /// What has happened.
    pub description: &'static str,
    /// What its elements are.
    pub elements: &'static [ElementType],
    /// What its elements of `MPI_INT` mean.
    pub enumeration: Option<Enumeration>,
    is_of_comm: bool,
}

/// All kinds.
pub(super) static EVENTS: &[EventType] = &[
    EventType {
        name: "matching.message_arrived",
        description: "a message of the communicator's, or its announcement, has arrived: rank of its sender, tag, \
                      bytes, whether a receive had waited for it",
        elements: &[
            ElementType::Unsigned,
            ElementType::Int,
            ElementType::Long,
            ElementType::Unsigned,
        ],
        enumeration: None,
        is_of_comm: true,
    },
    EventType {
        name: "link.method_changed",
        description: "messages to a peer go by another method: the peer, the method before, the method from now on",
        elements: &[ElementType::Unsigned, ElementType::Int, ElementType::Int],
        enumeration: Some(Enumeration::Method),
        is_of_comm: false,
    },
    EventType {
        name: "link.peer_lost",
        description: "a peer was lost: the peer",
        elements: &[ElementType::Unsigned],
        enumeration: None,
        is_of_comm: false,
    },
    EventType {
        name: "link.path_trouble",
        description: "a path was found in trouble: the peer, the number of the method in the enumeration `method`, \
                      what is wrong, and the part of the packets that is lost or the seconds of a round trip",
        elements: &[
            ElementType::Unsigned,
            ElementType::Unsigned,
            ElementType::Int,
            ElementType::Double,
        ],
        enumeration: Some(Enumeration::Trouble),
        is_of_comm: false,
    },
];

const ARRIVED: usize = 0;

impl EventType {
    /// What kind of object registrations belong to.
    pub fn bind(&self) -> i32 {
        if self.is_of_comm { MPI_T_BIND_MPI_COMM } else { MPI_T_BIND_NO_OBJECT }
    }

    /// The name of its category.
    pub(super) fn category(&self) -> &'static str {
        self.name.split_once('.').map_or("", |(layer, _)| layer)
    }

    /// Where its elements lie, as a structure of C has them.
    pub fn displacements(&self) -> Vec<usize> {
        let mut end = 0usize;
        let place = |element: &ElementType| {
            let at = end.next_multiple_of(element.size());
            end = at + element.size();
            at
        };
        self.elements.iter().map(place).collect()
    }
}

/// Something that has happened.
#[derive(Clone, Copy, Debug)]
pub(super) enum Happening {
    Arrived(Arrival),
    Link(LinkEvent),
}

impl Happening {
    pub(super) fn event(&self) -> usize {
        match self {
            Happening::Arrived(_) => ARRIVED,
            Happening::Link(LinkEvent::Changed { .. }) => 1,
            Happening::Link(LinkEvent::Lost { .. }) => 2,
            Happening::Link(LinkEvent::Trouble { .. }) => 3,
        }
    }

    /// Its elements as they lie in memory. `methods`: their names by number; `comm`: of its registration.
    fn elements(&self, methods: &[String], comm: Option<&Comm>) -> Vec<Vec<u8>> {
        let int = |value: i32| value.to_ne_bytes().to_vec();
        let method = |name: &str| number_of(methods, name);
        match *self {
            Happening::Arrived(Arrival { envelope, bytes, is_expected }) => {
                let rank =
                    comm.map_or(-1, |comm| comm.rank_of(ferry_wire::PeerId(envelope.source)));
                let expected = i32::from(is_expected);
                vec![int(rank), int(envelope.tag), bytes.to_ne_bytes().to_vec(), int(expected)]
            }
            Happening::Link(LinkEvent::Changed { peer, from, to }) => {
                vec![int(peer.0 as i32), int(method(from)), int(method(to))]
            }
            Happening::Link(LinkEvent::Lost { peer }) => vec![int(peer.0 as i32)],
            Happening::Link(LinkEvent::Trouble { peer, method: name, kind }) => {
                let (kind, amount) = match kind {
                    PathTrouble::Lossy(share) => (0, share),
                    PathTrouble::Long(seconds) => (1, seconds),
                    PathTrouble::Silent => (2, 0.0),
                };
                let amount = f64::to_ne_bytes(amount).to_vec();
                vec![int(peer.0 as i32), int(method(name)), int(kind), amount]
            }
        }
    }
}

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

fn at(index: i32) -> Result<usize> {
    let found = usize::try_from(index).ok().filter(|index| *index < EVENTS.len());
    found.ok_or_else(|| refused(MPI_T_ERR_INVALID_INDEX, "there is no such kind of events"))
}

/// `MPI_T_event_get_num`.
///
/// # Errors
/// When the interface is not initialised.
pub fn count() -> Result<usize> {
    tools().map(|_| EVENTS.len())
}

/// `MPI_T_event_get_info`.
///
/// # Errors
/// When there is no such kind.
pub fn info(index: i32) -> Result<&'static EventType> {
    drop(tools()?);
    Ok(&EVENTS[at(index)?])
}

/// `MPI_T_event_get_index`.
///
/// # Errors
/// When there is no such kind.
pub fn index_of(name: &str) -> Result<i32> {
    drop(tools()?);
    let found = EVENTS.iter().position(|event| event.name == name);
    found
        .map(|at| at as i32)
        .ok_or_else(|| refused(MPI_T_ERR_INVALID_NAME, "no kind of events has this name"))
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

/// What is known of an instance while its function runs: elements as they lie in memory.
fn elements(instance: usize) -> Result<(&'static EventType, Vec<Vec<u8>>)> {
    let (record, comm) = {
        let desk = desk();
        let current = desk.current(instance)?;
        let registration = desk.registrations.get(current.registration);
        (current.record, registration.and_then(|registration| registration.comm.clone()))
    };
    let tools = tools()?;
    let happening = &record.happening;
    Ok((&EVENTS[happening.event()], happening.elements(&tools.methods, comm.as_deref())))
}

/// `MPI_T_event_read`.
///
/// # Errors
/// When the instance is none, or it has no such element.
pub fn read(instance: usize, index: i32) -> Result<Vec<u8>> {
    drop(tools()?);
    let (_, elements) = elements(instance)?;
    let found = usize::try_from(index).ok().and_then(|index| elements.into_iter().nth(index));
    found.ok_or_else(|| refused(MPI_T_ERR_INVALID_INDEX, "the event has no such element"))
}

/// `MPI_T_event_copy`: all elements, each where it lies in a structure of C.
///
/// # Errors
/// When the instance is none.
pub fn copy(instance: usize) -> Result<Vec<u8>> {
    drop(tools()?);
    let (event, elements) = elements(instance)?;
    let mut whole = Vec::new();
    for (at, element) in event.displacements().into_iter().zip(elements) {
        whole.resize(at, 0);
        whole.extend(element);
    }
    Ok(whole)
}

/// `MPI_T_event_get_timestamp`: nanoseconds by the clock of the source.
///
/// # Errors
/// When the instance is none.
pub fn time_of(instance: usize) -> Result<i64> {
    drop(tools()?);
    Ok(desk().current(instance)?.record.at)
}

/// The clock of the one source of events that a process has.
static CLOCK: LazyLock<Clock> = LazyLock::new(Clock::start);

/// The time by the clock of the source, in nanoseconds.
pub fn now() -> i64 {
    i64::try_from(CLOCK.now().as_nanos()).unwrap_or(i64::MAX)
}

/// `MPI_T_source_get_num`: the process is the only one.
///
/// # Errors
/// When the interface is not initialised.
pub fn sources() -> Result<usize> {
    tools().map(|_| 1)
}

/// Whether there is such a source.
///
/// # Errors
/// When there is none.
pub fn check_source(index: i32) -> Result<()> {
    drop(tools()?);
    if index == 0 {
        return Ok(());
    }
    Err(refused(MPI_T_ERR_INVALID_INDEX, "there is no such source of events"))
}
