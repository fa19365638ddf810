//! Events: their kinds, what an instance says, and their source (MPI-5.0 §15.3.8).

use super::delivery::desk;
use super::enumeration::Enumeration;
use super::own_event::{OwnEvent, RevokedObject};
use super::quantity::number_of;
use super::state::tools;
use super::{ElementType, refused};
use crate::comm::Comm;
use crate::constants::{
    MPI_T_BIND_MPI_COMM, MPI_T_BIND_NO_OBJECT, MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_NAME,
};
use crate::error::Result;
use ferry_link::{LinkEvent, PathTrouble};
use ferry_sys::Clock;
use ferry_two_sided::Arrival;
use std::sync::LazyLock;

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
    pub(super) is_of_comm: bool,
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
    EventType {
        name: "win.made",
        description: "a window was made: its integer (MPI_Win_toint), its members, bytes of this process's memory in it",
        elements: &[ElementType::Unsigned, ElementType::Unsigned, ElementType::Long],
        enumeration: None,
        is_of_comm: false,
    },
    EventType {
        name: "win.freed",
        description: "a window was freed: its integer",
        elements: &[ElementType::Unsigned],
        enumeration: None,
        is_of_comm: false,
    },
    EventType {
        name: "win.access_refused",
        description: "an access to a member's memory was refused: the window's integer, the member's rank, the class of the error",
        elements: &[ElementType::Unsigned, ElementType::Unsigned, ElementType::Unsigned],
        enumeration: None,
        is_of_comm: false,
    },
    EventType {
        name: "win.lock_waited",
        description: "a member's lock was waited for, where it is mapped: the window's integer, the member's rank, seconds",
        elements: &[ElementType::Unsigned, ElementType::Unsigned, ElementType::Double],
        enumeration: None,
        is_of_comm: false,
    },
    EventType {
        name: "dynamic.spawned",
        description: "a job was spawned: its processes",
        elements: &[ElementType::Unsigned],
        enumeration: None,
        is_of_comm: false,
    },
    EventType {
        name: "dynamic.met",
        description: "processes of another job were met: the intercommunicator's integer (MPI_Comm_toint), how many they are",
        elements: &[ElementType::Unsigned, ElementType::Unsigned],
        enumeration: None,
        is_of_comm: false,
    },
    EventType {
        name: "dynamic.parted",
        description: "processes of another job were left: the communicator's integer, how many they were",
        elements: &[ElementType::Unsigned, ElementType::Unsigned],
        enumeration: None,
        is_of_comm: false,
    },
    EventType {
        name: "failure.process_failed",
        description: "a process has failed: its number, which is the rank in MPI_COMM_WORLD; those of other jobs come behind",
        elements: &[ElementType::Unsigned],
        enumeration: None,
        is_of_comm: false,
    },
    EventType {
        name: "failure.revoked",
        description: "a communicator, a window or a file was revoked: its integer, which of these it is",
        elements: &[ElementType::Unsigned, ElementType::Int],
        enumeration: Some(Enumeration::Object),
        is_of_comm: false,
    },
];

/// The place of messages in [`EVENTS`].
pub(super) const ARRIVED: usize = 0;
/// Those of what happens to links.
pub(super) const LINK_CHANGED: usize = 1;
pub(super) const LINK_LOST: usize = 2;
pub(super) const LINK_TROUBLED: usize = 3;
/// That of the first kind that the process itself notes.
pub(super) const FIRST_OWN: usize = 4;

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
    Own(OwnEvent),
}

impl Happening {
    pub(super) fn event(&self) -> usize {
        match self {
            Happening::Arrived(_) => ARRIVED,
            Happening::Link(LinkEvent::Changed { .. }) => LINK_CHANGED,
            Happening::Link(LinkEvent::Lost { .. }) => LINK_LOST,
            Happening::Link(LinkEvent::Trouble { .. }) => LINK_TROUBLED,
            Happening::Own(event) => FIRST_OWN + event.place(),
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
            Happening::Own(event) => event.elements(),
        }
    }
}

impl OwnEvent {
    /// Its elements as they lie in memory.
    fn elements(self) -> Vec<Vec<u8>> {
        let int = |value: i32| value.to_ne_bytes().to_vec();
        let unsigned = |value: u32| value.to_ne_bytes().to_vec();
        match self {
            OwnEvent::WinMade { win, members, bytes } => {
                vec![int(win), unsigned(members), bytes.to_ne_bytes().to_vec()]
            }
            OwnEvent::WinFreed { win } => vec![int(win)],
            OwnEvent::AccessRefused { win, rank, class } => {
                vec![int(win), unsigned(rank), int(class)]
            }
            OwnEvent::LockWaited { win, rank, nanoseconds } => {
                let seconds = nanoseconds as f64 * 1e-9;
                vec![int(win), unsigned(rank), seconds.to_ne_bytes().to_vec()]
            }
            OwnEvent::Spawned { processes } => vec![unsigned(processes)],
            OwnEvent::Met { comm, processes } | OwnEvent::Parted { comm, processes } => {
                vec![int(comm), unsigned(processes)]
            }
            OwnEvent::Failed { process } => vec![unsigned(process)],
            OwnEvent::Revoked(RevokedObject::Comm(comm)) => vec![int(comm), int(0)],
            OwnEvent::Revoked(RevokedObject::Win(win)) => vec![int(win), int(1)],
            OwnEvent::Revoked(RevokedObject::File(file)) => vec![int(file), int(2)],
        }
    }
}

pub(super) fn at(index: i32) -> Result<usize> {
    let found = usize::try_from(index).ok().filter(|index| *index < EVENTS.len());
    found.ok_or_else(|| refused(MPI_T_ERR_INVALID_INDEX, "there is no such kind of events"))
}

/// All kinds, for whoever shows what there is.
pub fn kinds() -> &'static [EventType] {
    EVENTS
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What happens is told as its kind says: by name, and with as many elements of the right sizes.
    #[test]
    fn what_is_told_fits_its_kind() {
        let (win, comm, rank, processes) = (1, 2, 3, 4);
        let own = [
            ("win.made", OwnEvent::WinMade { win, members: 2, bytes: 9 }),
            ("win.freed", OwnEvent::WinFreed { win }),
            ("win.access_refused", OwnEvent::AccessRefused { win, rank, class: 5 }),
            ("win.lock_waited", OwnEvent::LockWaited { win, rank, nanoseconds: 6 }),
            ("dynamic.spawned", OwnEvent::Spawned { processes }),
            ("dynamic.met", OwnEvent::Met { comm, processes }),
            ("dynamic.parted", OwnEvent::Parted { comm, processes }),
            ("failure.process_failed", OwnEvent::Failed { process: 7 }),
            ("failure.revoked", OwnEvent::Revoked(RevokedObject::File(8))),
        ];
        for (name, event) in own {
            let happening = Happening::Own(event);
            let kind = &EVENTS[happening.event()];
            let sizes: Vec<usize> = happening.elements(&[], None).iter().map(Vec::len).collect();
            let told: Vec<usize> = kind.elements.iter().map(|element| element.size()).collect();
            assert_eq!((kind.name, sizes), (name, told));
        }
        assert_eq!((EVENTS.len(), OwnEvent::KINDS), (FIRST_OWN + own.len(), own.len()));
    }
}
