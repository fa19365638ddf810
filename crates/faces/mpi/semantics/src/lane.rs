//! Lanes: links, messages and a lock of their own for communicators of one host (`lanes`).
//!
//! Threads on communicators of different lanes meet nowhere on the way of a message: each lane is to messages what the
//! process is otherwise. A communicator's lane follows from its number, which all its members agree on, and is part of
//! its handle, and of those of its requests; everything but its messages between two ranks (collectives, windows, what
//! the program has put on it) stays with the process.
//!
//! Who is inside the process's state may enter a lane; who is inside a lane waits for no other.

use crate::comm::idup::UNKNOWN;
use crate::comm::{Comm, CommEntry};
use crate::datatype::TypeEntry;
use crate::handle::{CommHandle, DatatypeHandle, ErrhandlerHandle, Handle};
use crate::process::{Entered, Process, enter, enter_lane, install, try_enter_lane, wait_inside};
use crate::request::OperationOwner;
use ferry_link::LinkReport;
use ferry_runtime::{Runtime, TICK};
use ferry_wire::PeerId;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// Where a communicator's messages are handled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lane(u8);

/// Most lanes of a process.
pub(crate) const MOST: usize = 7;

/// Lanes that are open.
static OPEN: AtomicU8 = AtomicU8::new(0);

/// Opens lanes with these states.
pub(crate) fn open_all(states: Vec<Process>) {
    let count = states.len() as u8;
    for (mut state, lane) in states.into_iter().zip((1..).map(Lane)) {
        state.lane = lane;
        install(lane, Some(Box::new(state)));
    }
    OPEN.store(count, Ordering::Release);
}

/// Closes all lanes; `close` does so with the links of each.
pub(crate) fn close_all(close: impl Fn(Lane)) {
    for lane in open() {
        close(lane);
        drop(install(lane, None));
    }
    OPEN.store(0, Ordering::Release);
}

/// The links of the process, with what went by its lanes.
pub(crate) fn links_of_all(process: &Process) -> Vec<LinkReport> {
    let mut all = process.runtime.links.links();
    for other in open().flat_map(|lane| enter_lane(lane).runtime.links.links()) {
        match all.iter_mut().find(|link| (link.peer, link.method) == (other.peer, other.method)) {
            Some(link) => link.traffic += other.traffic,
            None => all.push(other),
        }
    }
    all
}

/// Waits for something in the process, and then in each of its lanes.
pub(crate) fn wait_in_all(mut ready: impl FnMut(&mut Process) -> Option<()>) {
    all().for_each(|lane| wait_inside(enter_lane(lane), None, &mut ready).1);
}

/// All lanes but the process itself.
pub(crate) fn open() -> impl Iterator<Item = Lane> {
    (1..=OPEN.load(Ordering::Acquire)).map(Lane)
}

/// Whether there are any.
#[inline]
pub(crate) fn are_open() -> bool {
    OPEN.load(Ordering::Relaxed) != 0
}

impl Lane {
    /// None: the process's own links.
    pub(crate) const PROCESS: Lane = Lane(0);
    /// Where handles have its number.
    pub(crate) const SHIFT: u32 = 28;
    /// The bits of handles that are its number's.
    pub(crate) const MASK: usize = 7 << Lane::SHIFT;

    /// The lane of that number.
    #[cfg(test)]
    pub(crate) fn numbered(number: u8) -> Self {
        Lane(number)
    }

    /// Its number.
    pub(crate) fn number(self) -> usize {
        usize::from(self.0)
    }

    /// Its number where handles have it.
    #[inline]
    pub(crate) fn bits(self) -> usize {
        usize::from(self.0) << Lane::SHIFT
    }

    /// That of what a handle names.
    #[inline]
    pub fn of<K>(handle: Handle<K>) -> Self {
        Lane((handle.0 >> Lane::SHIFT) as u8 & 7)
    }

    /// The same of a handle's integer, without its highest bit.
    #[inline]
    pub fn of_integer(value: i32) -> Self {
        Lane((value >> Lane::SHIFT) as u8 & 7)
    }
}

impl Process {
    /// The lane of a communicator that is made: that of the process if it has one member, or some on other hosts, or if
    /// its number is agreed on later.
    pub(crate) fn lane_for(&self, comm: &Comm) -> Lane {
        let lanes = u32::from(OPEN.load(Ordering::Relaxed));
        let may_have = lanes != 0 && comm.size() > 1 && comm.context != UNKNOWN;
        let Some(nodes) = self.nodes.as_ref().filter(|_| may_have) else {
            return Lane::PROCESS;
        };
        let node = |rank: u32| nodes.get(rank as usize);
        let here = node(self.identity.me.0);
        let are_here = |peer: PeerId| here.is_some() && node(peer.0) == here;
        match comm.remote.is_none() && comm.group.peers().all(are_here) {
            true => Lane((1 + comm.context.0 / 2 % lanes) as u8),
            false => Lane::PROCESS,
        }
    }
}

/// Enters where a communicator's messages are handled.
#[inline]
pub(crate) fn enter_for(comm: CommHandle) -> Entered {
    enter_with(comm, DatatypeHandle::NULL)
}

/// The same with a datatype at hand.
#[inline]
pub(crate) fn enter_with(comm: CommHandle, datatype: DatatypeHandle) -> Entered {
    match Lane::of(comm) {
        Lane::PROCESS => enter(),
        lane => enter_knowing(lane, comm, datatype),
    }
}

/// Enters a lane that knows communicator and datatype; the process's state, which can say why, where one of them cannot
/// be used.
#[inline(never)]
fn enter_knowing(lane: Lane, comm: CommHandle, datatype: DatatypeHandle) -> Entered {
    let entered = enter_lane(lane);
    if entered.lane != lane {
        return entered;
    }
    let entered =
        if entered.comms.get(comm).is_some() { entered } else { learn_comm(entered, comm) };
    know_type(entered, datatype)
}

#[cold]
fn learn_comm(entered: Entered, comm: CommHandle) -> Entered {
    let lane = entered.lane;
    drop(entered);
    let process = enter();
    let Some(entry) = process.comms.get(comm) else { return process };
    let entry = CommEntry {
        comm: entry.comm.clone(),
        name: entry.name.clone(),
        errhandler: entry.errhandler,
        info: Default::default(),
        acked: 0,
        commons: Default::default(),
    };
    drop(process);
    let mut entered = enter_lane(lane);
    entered.comms.mirror(comm, entry);
    entered
}

/// Has a lane know a datatype; gives the process's state, which can say why, where it cannot be used.
#[inline]
pub(crate) fn know_type(entered: Entered, datatype: DatatypeHandle) -> Entered {
    let is_known = datatype.is_predefined()
        || entered.lane == Lane::PROCESS
        || entered.types.get(datatype).is_some();
    if is_known { entered } else { learn_type(entered, datatype) }
}

#[cold]
fn learn_type(entered: Entered, datatype: DatatypeHandle) -> Entered {
    let lane = entered.lane;
    drop(entered);
    let process = enter();
    let entry = process.types.get(datatype).filter(|entry| entry.datatype.is_committed());
    let Some(entry) = entry else { return process };
    let entry = TypeEntry::new(entry.datatype.clone(), entry.name.clone());
    drop(process);
    let mut entered = enter_lane(lane);
    entered.types.mirror(datatype, entry);
    entered
}

/// A datatype was freed.
pub(crate) fn forget_type(datatype: DatatypeHandle) {
    open().for_each(|lane| drop(enter_lane(lane).types.take_mirrored(datatype)));
}

/// A communicator was freed: operations that are under way on it go on.
pub(crate) fn forget_comm(comm: &Comm) {
    let Some(mut lane) = enter_lane_of(comm) else { return };
    if let Some(entry) = lane.comms.take_mirrored(comm.handle) {
        if comm.is_revoked() {
            lane.forget_revoked(comm);
        }
        lane.freed_comms.insert(comm.handle.0, entry);
    }
    // One is kept for the process, and one here; more are persistent operations that may be started again.
    let is_used = |comm: &Arc<Comm>| Arc::strong_count(comm) > 2;
    let labels = lane.runtime.face.transfer.labels();
    let under_way: Vec<usize> =
        labels.map(|(label, _)| OperationOwner::of(label).comm().0).collect();
    let freed = std::mem::take(&mut lane.freed_comms).into_iter();
    let (kept, gone) = freed.partition(|(handle, entry): &(usize, CommEntry)| {
        under_way.contains(handle) || is_used(&entry.comm)
    });
    lane.freed_comms = kept;
    let gone: HashMap<usize, CommEntry> = gone;
    gone.into_values().for_each(|entry| lane.dismiss_comm(&entry.comm));
}

/// A communicator has another error handler.
pub(crate) fn note_errhandler(comm: &Comm, handler: ErrhandlerHandle) {
    if let Some(mut lane) = enter_lane_of(comm)
        && let Some(entry) = lane.comms.get_mut(comm.handle)
    {
        entry.errhandler = handler;
    }
}

/// A communicator was revoked, as the process knows already.
pub(crate) fn note_revoked(comm: &Comm) {
    if let Some(mut lane) = enter_lane_of(comm) {
        lane.end_revoked(comm);
    }
}

/// The lane of a communicator, other than the process.
fn enter_lane_of(comm: &Comm) -> Option<Entered> {
    let lane = Lane::of(comm.handle);
    (lane != Lane::PROCESS && are_open()).then(|| enter_lane(lane))
}

/// Looks that have found nothing before a thread that waits looks after the other lanes as well.
const LOOKS: u32 = 32;
/// Looks before one that waits in several lanes sleeps between two.
const YIELDS: u32 = 1000;
/// How long it sleeps at most while something is under way in another lane, where nothing that comes wakes it.
const SHORT_NAP: Duration = Duration::from_millis(1);
/// The same while nothing is: who sends to it does not wait.
const LONG_NAP: Duration = Duration::from_millis(20);

/// A thread that waits has found nothing once more: whether it is time to look after the other lanes.
#[inline]
pub(crate) fn are_others_due(looks: &mut u32) -> bool {
    *looks += 1;
    are_open() && looks.is_multiple_of(LOOKS)
}

/// Moves the other lanes on, which nobody else may do.
pub(crate) fn look_after_others(process: Entered) -> Entered {
    let lane = process.lane;
    drop(process);
    move_on_all(Some(lane));
    enter_lane(lane)
}

/// How long a thread that waits in one lane may sleep, as far as the others go.
pub(crate) fn longest_nap(own: Lane) -> Duration {
    if !are_open() {
        return TICK;
    }
    let mut others = all().filter(|lane| *lane != own);
    // Where somebody is inside, that one looks.
    let needs = |lane| try_enter_lane(lane).is_some_and(|entered| entered.has_business());
    if others.any(needs) { SHORT_NAP } else { LONG_NAP }
}

impl Process {
    /// Whether something is under way, or may be asked of this process at any time.
    fn has_business(&self) -> bool {
        let Runtime { face, links, .. } = &self.runtime;
        face.has_output()
            || face.is_transferring()
            || face.depths().1 != 0
            || links.has_pending_output()
            || self.windows.count() != 0
            || !self.background.is_idle()
    }
}

/// The process and its lanes.
pub(crate) fn all() -> impl Iterator<Item = Lane> {
    std::iter::once(Lane::PROCESS).chain(open())
}

/// Moves all lanes on that nobody is inside of, but for one.
fn move_on_all(but: Option<Lane>) {
    for lane in all().filter(|lane| Some(*lane) != but) {
        let Some(mut entered) = try_enter_lane(lane) else { continue };
        entered.progress();
        if entered.background.calls() {
            drop(crate::background::call(entered));
        }
    }
}

/// Waits for something that takes several lanes to see.
pub(crate) fn wait_across<T>(mut ready: impl FnMut() -> Option<T>) -> T {
    let mut looks = 0u32;
    loop {
        move_on_all(None);
        if let Some(value) = ready() {
            return value;
        }
        looks = looks.saturating_add(1);
        match looks {
            0..LOOKS => std::hint::spin_loop(),
            LOOKS..YIELDS => ferry_sys::sched_yield(),
            _ => std::thread::sleep(SHORT_NAP / 10),
        }
    }
}
