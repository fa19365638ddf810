//! The desk where events wait until the program's functions are called for them.
//!
//! Its lock is the innermost: it is taken with the process's state entered, and nothing is called under it. One
//! thread at a time delivers, so that events come in the order in which they were noted.

use super::event::{ARRIVED, FIRST_OWN, Happening, LINK_CHANGED, LINK_LOST, LINK_TROUBLED};
use super::own_event::MissedOwnEvents;
use super::registration::{
    DroppedCallback, EventCallback, EventRegistration, GoneCallback, RegistrationName, Safety,
};
use super::{mark, refused};
use crate::constants::MPI_T_ERR_INVALID_HANDLE;
use crate::error::Result;
use crate::table::Table;
use ferry_link::LinkTally;
use ferry_two_sided::MissedArrivals;
use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// Events that may wait; others are dropped.
const MOST: usize = 4096;

/// An event that has happened, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventRecord {
    pub(super) happening: Happening,
    pub(super) at: i64,
}

/// The event whose function runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct CurrentEvent {
    instance: usize,
    pub(super) registration: RegistrationName,
    pub(super) record: EventRecord,
}

/// Registrations, and events that wait for their functions.
#[derive(Default)]
pub(super) struct Desk {
    pub(super) registrations: Table<mark::Registration, EventRegistration>,
    waiting: VecDeque<(RegistrationName, EventRecord)>,
    current: Option<CurrentEvent>,
    /// Instances so far.
    instances: usize,
    is_delivering: bool,
    /// The process's events are asked for ([`super::watching`]).
    pub(super) is_watched: bool,
}

/// Who notes events of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EventSource {
    Links,
    Messages,
    /// The process's own state.
    Own,
}

/// What somebody wants to hear of.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct EventWishes {
    pub(super) links: bool,
    pub(super) messages: bool,
    pub(super) own: bool,
}

/// Events that were not kept, by what they were.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct MissedEvents {
    pub(super) links: LinkTally,
    pub(super) messages: MissedArrivals,
    pub(super) own: MissedOwnEvents,
}

impl MissedEvents {
    /// How many of them a registration would have been called for.
    fn of(&self, registration: &EventRegistration) -> u64 {
        match (registration.event, &registration.comm) {
            (ARRIVED, Some(comm)) => self.messages.get(&comm.context).copied().unwrap_or(0),
            (ARRIVED, None) => self.messages.values().sum(),
            (LINK_CHANGED, _) => self.links.changes,
            (LINK_LOST, _) => self.links.losses,
            (LINK_TROUBLED, _) => self.links.troubles,
            (kind, _) => self.own.get(kind - FIRST_OWN).copied().unwrap_or(0),
        }
    }
}

/// What is to be called next.
enum Call {
    Event(EventCallback, usize, RegistrationName, Safety),
    Dropped(DroppedCallback, u64, RegistrationName, Safety, usize),
    Gone(GoneCallback, RegistrationName, Safety),
}

static DESK: LazyLock<Mutex<Desk>> = LazyLock::new(Mutex::default);

pub(super) fn desk() -> MutexGuard<'static, Desk> {
    DESK.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    /// What registrations want to hear of.
    pub(super) fn wishes(&self) -> EventWishes {
        let mut wishes = EventWishes::default();
        let heard = self.registrations.made().filter(|(_, registration)| registration.is_heard());
        heard.for_each(|(_, registration)| match registration.source() {
            EventSource::Links => wishes.links = true,
            EventSource::Messages => wishes.messages = true,
            EventSource::Own => wishes.own = true,
        });
        wishes
    }

    /// Whether somebody is to be called now, who has to be so careful.
    pub(super) fn is_due(&self, needed: Safety) -> bool {
        // Where one has no function that is careful enough, all wait for a call of the program: events keep
        // their order.
        let heard = |registration: &EventRegistration| {
            !registration.is_heard() || registration.callback(needed).is_some()
        };
        let is_possible = needed == Safety::Free
            || self.registrations.made().all(|(_, registration)| heard(registration));
        !self.waiting.is_empty() && !self.is_delivering && is_possible
    }

    /// Something has happened.
    pub(super) fn post(&mut self, record: EventRecord) {
        let names: Vec<RegistrationName> =
            self.registrations.made().map(|(name, _)| name).collect();
        for name in names {
            let Some(registration) = self.registrations.get_mut(name) else { continue };
            if !registration.wants(&record.happening) {
                continue;
            }
            if self.waiting.len() < MOST {
                self.waiting.push_back((name, record));
            } else {
                registration.missed += 1;
            }
        }
    }

    /// So many things have happened of which nothing else is known.
    pub(super) fn miss(&mut self, missed: &MissedEvents) {
        if *missed == MissedEvents::default() {
            return;
        }
        let names: Vec<RegistrationName> =
            self.registrations.made().map(|(name, _)| name).collect();
        for name in names {
            if let Some(registration) = self.registrations.get_mut(name).filter(|r| r.is_heard()) {
                registration.missed += missed.of(registration);
            }
        }
    }

    /// The event whose function runs.
    pub(super) fn current(&self, instance: usize) -> Result<CurrentEvent> {
        let found = self.current.filter(|current| current.instance == instance);
        found.ok_or_else(|| {
            refused(MPI_T_ERR_INVALID_HANDLE, "the instance is none, or its function has returned")
        })
    }

    /// A registration is to go. Gives the function to be called for that, unless its own runs: then it is called
    /// when that has returned.
    pub(super) fn part_from(
        &mut self,
        name: RegistrationName,
        gone: GoneCallback,
    ) -> Option<GoneCallback> {
        self.waiting.retain(|(of, _)| *of != name);
        if self.current.is_some_and(|current| current.registration == name) {
            if let Some(registration) = self.registrations.get_mut(name) {
                registration.gone = Some(gone);
            }
            return None;
        }
        self.registrations.remove(name);
        Some(gone)
    }

    pub(super) fn forget(&mut self) {
        (self.registrations, self.current) = Default::default();
        self.waiting.clear();
    }

    /// The function that ran has returned.
    fn after(&mut self, level: Safety) -> Option<Call> {
        let name = self.current.take()?.registration;
        let gone = self.registrations.get_mut(name)?.gone.take()?;
        self.registrations.remove(name);
        Some(Call::Gone(gone, name, level))
    }

    /// What comes next, for a thread whose functions must be so careful; none: it has nothing more to do.
    fn next(&mut self, level: Safety) -> Option<Call> {
        if let Some(call) = self.after(level) {
            return Some(call);
        }
        while let Some((name, record)) = self.waiting.front().copied() {
            let Some(registration) = self.registrations.get_mut(name) else {
                self.waiting.pop_front();
                continue;
            };
            let callback = registration.callback(level).cloned();
            if let (true, Some(dropped)) = (registration.missed != 0, &registration.dropped) {
                let (count, word) = (registration.missed, callback.map_or(0, |one| one.word));
                registration.missed = 0;
                return Some(Call::Dropped(dropped.clone(), count, name, level, word));
            }
            self.waiting.pop_front();
            let Some(callback) = callback else {
                registration.missed += 1;
                continue;
            };
            self.instances += 1;
            let instance = self.instances;
            self.current = Some(CurrentEvent { instance, registration: name, record });
            return Some(Call::Event(callback.call, instance, name, level));
        }
        self.is_delivering = false;
        None
    }
}

/// Calls the program's functions for all events that wait. The process's state is not entered.
pub(super) fn deliver(level: Safety) {
    {
        let mut desk = desk();
        if desk.is_delivering {
            return;
        }
        desk.is_delivering = true;
    }
    loop {
        let next = desk().next(level);
        match next {
            None => return,
            Some(Call::Event(call, instance, name, level)) => call(instance, name, level),
            Some(Call::Dropped(call, count, name, level, word)) => call(count, name, level, word),
            Some(Call::Gone(call, name, level)) => call(name, level),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::registration::RegisteredCallback;
    use super::*;
    use crate::comm::{Comm, SELF};
    use crate::group::Group;
    use ferry_link::LinkEvent;
    use ferry_wire::{ContextId, PeerId};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    const LOST: usize = 2;

    fn lost(peer: u32) -> EventRecord {
        let happening = Happening::Link(LinkEvent::Lost { peer: PeerId(peer) });
        EventRecord { happening, at: peer.into() }
    }

    fn listener(level: Safety) -> EventRegistration {
        let mut callbacks: [Option<RegisteredCallback>; 4] = Default::default();
        callbacks[level as usize] =
            Some(RegisteredCallback { call: Arc::new(|_, _, _| {}), word: 7 });
        let (event, comm, missed) = (LOST, None, 0);
        let dropped: DroppedCallback = Arc::new(|_, _, _, _| {});
        EventRegistration { event, comm, callbacks, dropped: Some(dropped), missed, gone: None }
    }

    /// What comes next, in a word.
    fn next(desk: &mut Desk, level: Safety) -> String {
        match desk.next(level) {
            None => "nothing".into(),
            Some(Call::Event(..)) => format!("event at {}", desk.current.unwrap().record.at),
            Some(Call::Dropped(_, count, _, _, word)) => format!("{count} dropped, {word}"),
            Some(Call::Gone(..)) => "gone".into(),
        }
    }

    #[test]
    fn events_come_in_order_and_those_that_find_no_room_are_counted() {
        let mut desk = Desk::default();
        let name = desk.registrations.insert(listener(Safety::Free));
        (0..MOST as u32 + 2).for_each(|peer| desk.post(lost(peer)));
        // Of what others would have been called for nothing is said.
        let links = LinkTally { losses: 3, changes: 100, ..LinkTally::default() };
        desk.miss(&MissedEvents { links, own: [50; 9], ..MissedEvents::default() });
        assert!(desk.is_due(Safety::Free));
        assert_eq!(next(&mut desk, Safety::Free), "5 dropped, 7");
        for at in 0..MOST {
            assert_eq!(next(&mut desk, Safety::Free), format!("event at {at}"));
        }
        assert_eq!(next(&mut desk, Safety::Free), "nothing");
        assert!(!desk.is_due(Safety::Free));
        assert!(desk.part_from(name, Box::new(|_, _| {})).is_some());
        assert_eq!(desk.wishes(), EventWishes::default());
    }

    #[test]
    fn messages_of_other_communicators_are_not_counted() {
        let of_comm = |context: u32| {
            let group = Arc::new(Group::range(0, 1, PeerId(0)));
            let comm = Comm {
                handle: SELF,
                context: ContextId(context),
                group,
                remote: None,
                rank: 0,
                topology: None,
                revoked: AtomicBool::new(false),
                spans_jobs: false,
            };
            EventRegistration {
                event: ARRIVED,
                comm: Some(Arc::new(comm)),
                ..listener(Safety::Free)
            }
        };
        let mut desk = Desk::default();
        let names = [4, 6, 8].map(|context| desk.registrations.insert(of_comm(context)));
        let messages = [(ContextId(4), 3), (ContextId(6), 70)].into_iter().collect();
        desk.miss(&MissedEvents { messages, ..MissedEvents::default() });
        let missed = names.map(|name| desk.registrations.get(name).unwrap().missed);
        assert_eq!(missed, [3, 70, 0]);
    }

    #[test]
    fn a_thread_of_ferry_calls_only_what_bears_it() {
        let mut desk = Desk::default();
        desk.registrations.insert(listener(Safety::Signals));
        desk.post(lost(1));
        assert!(desk.is_due(Safety::Threads));
        desk.registrations.insert(listener(Safety::Restricted));
        assert!(!desk.is_due(Safety::Threads), "all wait for a call of the program");
        assert!(desk.is_due(Safety::Free));
    }

    #[test]
    fn who_frees_itself_is_gone_when_its_function_has_returned() {
        let mut desk = Desk::default();
        let name = desk.registrations.insert(listener(Safety::Free));
        desk.post(lost(1));
        desk.post(lost(2));
        assert_eq!(next(&mut desk, Safety::Free), "event at 1");
        let instance = desk.current.unwrap().instance;
        assert!(desk.part_from(name, Box::new(|_, _| {})).is_none());
        assert!(desk.current(instance).is_ok());
        assert_eq!(next(&mut desk, Safety::Free), "gone");
        assert!(desk.current(instance).is_err());
        assert_eq!(next(&mut desk, Safety::Free), "nothing", "what waited for it is gone too");
        assert!(desk.registrations.get(name).is_none());
    }
}
