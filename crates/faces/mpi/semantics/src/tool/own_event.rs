//! Events of the process's own state: windows, jobs that it meets, failures. They are noted only while somebody listens.

use crate::handle::{CommHandle, FileHandle, WinHandle};
use crate::process::Process;

/// Events that are kept until somebody takes them; others are counted.
const MOST: usize = 4096;

/// What was revoked, by the integer that Fortran has for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RevokedObject {
    Comm(i32),
    Win(i32),
    File(i32),
}

/// Something that has happened to what a process has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OwnEvent {
    /// A window was made: its members, bytes of this process's memory in it.
    WinMade { win: i32, members: u32, bytes: u64 },
    /// It was freed.
    WinFreed { win: i32 },
    /// An access to a member was refused, with this class of errors.
    AccessRefused { win: i32, rank: u32, class: i32 },
    /// A member's lock was waited for so many nanoseconds.
    LockWaited { win: i32, rank: u32, nanoseconds: u64 },
    /// A job of so many processes was spawned.
    Spawned { processes: u32 },
    /// Another group of so many processes was met, by this intercommunicator.
    Met { comm: i32, processes: u32 },
    /// It was left.
    Parted { comm: i32, processes: u32 },
    /// A process has failed, by its number here.
    Failed { process: u32 },
    /// Something was revoked.
    Revoked(RevokedObject),
}

impl OwnEvent {
    /// How many kinds there are.
    pub(super) const KINDS: usize = 9;

    /// Its place among those of its kind, in the order of [`EVENTS`](super::event::EVENTS).
    pub(super) fn place(self) -> usize {
        match self {
            OwnEvent::WinMade { .. } => 0,
            OwnEvent::WinFreed { .. } => 1,
            OwnEvent::AccessRefused { .. } => 2,
            OwnEvent::LockWaited { .. } => 3,
            OwnEvent::Spawned { .. } => 4,
            OwnEvent::Met { .. } => 5,
            OwnEvent::Parted { .. } => 6,
            OwnEvent::Failed { .. } => 7,
            OwnEvent::Revoked(_) => 8,
        }
    }
}

/// Events that nobody has taken yet.
#[derive(Default)]
pub(crate) struct OwnEvents {
    is_heard: bool,
    noted: Vec<OwnEvent>,
    missed: MissedOwnEvents,
}

/// How many of each kind could not be noted, in the order of their kinds.
pub(super) type MissedOwnEvents = [u64; OwnEvent::KINDS];

impl OwnEvents {
    /// Whether somebody listens from now on.
    pub(super) fn hear(&mut self, is_heard: bool) {
        self.is_heard = is_heard;
        if !is_heard {
            (self.noted, self.missed) = Default::default();
        }
    }

    /// Whether there are any.
    pub(super) fn is_any(&self) -> bool {
        !self.noted.is_empty()
    }

    /// Those that were noted, and the number of those that were not.
    pub(super) fn take(&mut self) -> (Vec<OwnEvent>, MissedOwnEvents) {
        (std::mem::take(&mut self.noted), std::mem::take(&mut self.missed))
    }

    /// Something has happened.
    pub(crate) fn note(&mut self, event: OwnEvent) {
        match self.is_heard {
            true if self.noted.len() < MOST => self.noted.push(event),
            true => self.missed[event.place()] += 1,
            false => {}
        }
    }
}

impl Process {
    /// Something has happened to a window.
    pub(crate) fn note_of_win(&mut self, win: WinHandle, event: impl FnOnce(i32) -> OwnEvent) {
        let event = event(self.windows.to_fortran(win));
        self.own_events.note(event);
    }

    /// Something has happened to a communicator.
    pub(crate) fn note_of_comm(&mut self, comm: CommHandle, event: impl FnOnce(i32) -> OwnEvent) {
        let event = event(self.comms.to_fortran(comm));
        self.own_events.note(event);
    }

    /// A communicator was revoked: what the program knows of it may be a window or a file.
    pub(crate) fn note_revoked(&mut self, comm: CommHandle) {
        let win = self.win_of_comm(comm).map(|win: WinHandle| self.windows.to_fortran(win));
        let file = self.file_of_comm(comm).map(|file: FileHandle| self.files.to_fortran(file));
        let revoked = match (win, file) {
            (Some(win), _) => RevokedObject::Win(win),
            (None, Some(file)) => RevokedObject::File(file),
            (None, None) => RevokedObject::Comm(self.comms.to_fortran(comm)),
        };
        self.own_events.note(OwnEvent::Revoked(revoked));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_noted_for_nobody_and_what_is_too_much_is_counted() {
        let mut events = OwnEvents::default();
        events.note(OwnEvent::WinFreed { win: 1 });
        assert!(!events.is_any());
        events.hear(true);
        (0..MOST as i32 + 3).for_each(|win| events.note(OwnEvent::WinFreed { win }));
        events.note(OwnEvent::Failed { process: 1 });
        let (noted, missed) = events.take();
        assert_eq!((noted.len(), noted[1]), (MOST, OwnEvent::WinFreed { win: 1 }));
        assert_eq!(missed, [0, 3, 0, 0, 0, 0, 0, 1, 0]);
        events.note(OwnEvent::WinFreed { win: 7 });
        events.hear(false);
        assert_eq!(events.take(), (Vec::new(), [0; OwnEvent::KINDS]));
    }
}
