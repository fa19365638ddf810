//! Where events come from: while somebody listens, an operation in the background looks whether the layers have
//! noted some, and has the program's functions called.

use super::delivery::{EventRecord, EventWishes, MissedEvents, deliver, desk};
use super::event::{Happening, now};
use super::registration::Safety;
use crate::background::{Advance, Background, begin_as};
use crate::comm::SELF;
use crate::process::{self, Process, is_driver};
use crate::request::{OperationOwner, PersistentStart};

/// Looks for events as long as somebody listens.
struct Watching {
    /// How careful functions have to be that are called next.
    level: Safety,
}

impl Background for Watching {
    fn advance(&mut self, process: &mut Process) -> Advance {
        let wishes = desk().wishes();
        if wishes == EventWishes::default() {
            desk().is_watched = false;
            attend(process, wishes);
            return Advance::Ended(None);
        }
        collect(process);
        // The thread that drives while the program computes is none of the program's.
        self.level = if is_driver() { Safety::Threads } else { Safety::Free };
        if desk().is_due(self.level) { Advance::Calls } else { Advance::Waits }
    }

    fn call(&mut self) {
        deliver(self.level);
    }
}

/// Takes what the layers have noted to the desk.
fn collect(process: &mut Process) {
    let (links, face) = (&mut process.runtime.links, &mut process.runtime.face);
    let own = &mut process.own_events;
    if !links.has_events() && !face.has_arrivals() && !own.is_any() {
        return;
    }
    let mut missed = MissedEvents::default();
    let (events, arrivals, noted);
    (events, missed.links) = links.take_events();
    (arrivals, missed.messages) = face.take_arrivals();
    (noted, missed.own) = own.take();
    let (at, mut desk) = (now(), desk());
    let events = events.into_iter().map(Happening::Link);
    let arrivals = arrivals.into_iter().map(Happening::Arrived);
    let noted = noted.into_iter().map(Happening::Own);
    let all = events.chain(arrivals).chain(noted);
    all.for_each(|happening| desk.post(EventRecord { happening, at }));
    desk.miss(&missed);
}

/// Has the layers note what somebody wishes to hear of.
fn attend(process: &mut Process, wishes: EventWishes) {
    process.runtime.links.note_events(wishes.links);
    process.runtime.face.note_arrivals(wishes.messages);
    process.own_events.hear(wishes.own);
}

/// Somebody listens from now on, or nobody does.
pub(super) fn begin_if_wanted() {
    process::peek(|process| {
        let Some(process) = process else { return };
        let wishes = desk().wishes();
        attend(process, wishes);
        if wishes == EventWishes::default() || std::mem::replace(&mut desk().is_watched, true) {
            return;
        }
        let watching = Watching { level: Safety::Free };
        let started = begin_as(process, OperationOwner::internal(SELF), watching);
        // Nobody waits for it.
        if let PersistentStart::Transfer(request) = started {
            process.runtime.face.transfer.detach(request);
        }
    });
}

/// The process ends: what it has noted last is delivered.
pub(super) fn end() {
    process::peek(|process| process.into_iter().for_each(collect));
    deliver(Safety::Free);
    desk().is_watched = false;
}
