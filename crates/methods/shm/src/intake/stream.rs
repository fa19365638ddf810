//! Payloads that stream: what has come of them is copied while the rest is written.

use super::Intake;
use crate::layout::RoomPiece;
use crate::lookout::AT_ONCE;
use crate::notes::Notes;
use crate::read_choice::{FrameTime, ReadChoice};
use crate::shuttle::Home;
use ferry_method::{Header, Landing, Sink};
use ferry_sys::{copy_received, reads_best_upwards};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A frame whose payload streams.
pub(super) struct Begun {
    header: Header,
    total: usize,
    got: usize,
    pub(super) source: Source,
    landing: Landing,
    /// Since when it has been there, if it was when the one before had come.
    due: Option<Duration>,
    /// What it takes, where that is measured.
    time: Option<FrameTime>,
}

/// What a payload streams through.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// The room, where its next byte lies at this position.
    Room {
        position: u64,
        is_cold: bool,
    },
    Shuttle(Home),
}

/// Bytes copied before room is given back.
const STEP: usize = 32 << 10;

impl Intake {
    pub(super) fn has_more(&self, begun: &Begun) -> bool {
        match begun.source {
            Source::Room { position, .. } => {
                self.slot.front.written.0.load(Ordering::Acquire) != position
            }
            Source::Shuttle(home) => self
                .shuttle_of(home)
                .is_some_and(|s| s.written.0.load(Ordering::Acquire) != begun.got as u64),
        }
    }

    pub(super) fn begin_stream(
        &mut self,
        header: Header,
        room: &RoomPiece,
        source: Source,
        sink: &mut dyn Sink,
    ) -> Result<(), String> {
        let total = usize::try_from(room.total).map_err(|e| e.to_string())?;
        let landing = sink.begin(self.peer, &header, total);
        self.lookout.note_stream(source.read());
        let here = self.reader.position();
        let waits_since = self.waits_since.take().filter(|(_, place)| *place == here);
        let due = waits_since.map(|(since, _)| since);
        self.begun = Some(Begun { header, total, got: 0, source, landing, due, time: None });
        Ok(())
    }

    /// What has come of a long payload and is not copied yet, as far as one step goes.
    fn come(&self, begun: &Begun) -> Result<&[u8], String> {
        let left = begun.total - begun.got;
        match begun.source {
            Source::Room { position, .. } => {
                let size = self.slot.room as u64;
                let written = self.slot.front.written.0.load(Ordering::Acquire);
                let ready = written.wrapping_sub(position);
                if ready > size {
                    return Err(format!("{ready} bytes are said to be in a room of {size}"));
                }
                let offset = (position % size) as usize;
                // What lies behind this payload's end belongs to the next.
                let n = (ready as usize).min(size as usize - offset).min(STEP).min(left);
                Ok(self.room(offset, n))
            }
            Source::Shuttle(home) => {
                let Some(shuttle) = self.shuttle_of(home) else { return Ok(&[]) };
                let written = shuttle.written.0.load(Ordering::Acquire);
                let ready = written.checked_sub(begun.got as u64).filter(|n| *n <= left as u64);
                let ready = ready.ok_or_else(|| {
                    format!("{written} of {} bytes are said to be in a shuttle", begun.total)
                })?;
                Ok(shuttle.bytes(begun.got, (ready as usize).min(STEP)))
            }
        }
    }

    /// Copies what has come of a long payload.
    pub(super) fn take_stream(&mut self, sink: &mut dyn Sink, notes: &mut Notes) {
        let Some(mut begun) = self.begun.take() else { return };
        if begun.got == 0
            && let Some(choice) = &notes.choice
        {
            begun.time = choice.begin_frame(begun.total, begun.due);
        }
        let bytes = match self.come(&begun) {
            Ok(bytes) => bytes,
            Err(why) => return self.give_up(why, sink, notes),
        };
        let n = bytes.len();
        let since = notes.choice.as_ref().and_then(ReadChoice::begin_copy);
        if let Some(place) = begun.landing.slice_from(begun.got)
            && let Some(place) = place.get_mut(..n)
        {
            match begun.source {
                Source::Room { is_cold: true, .. } => place.copy_from_slice(bytes),
                // Few pages that are there already come quicker upwards.
                Source::Shuttle(_) if n < STEP || reads_best_upwards() => {
                    place.copy_from_slice(bytes)
                }
                _ => copy_received(place, bytes),
            }
        }
        if let (Some(time), Some(choice), Some(since)) = (&mut begun.time, &notes.choice, since) {
            choice.copied_part(time, since);
        }
        begun.got += n;
        if self.advance(&mut begun, n) {
            begun.time = None;
        }
        if begun.got == begun.total {
            self.finish_stream(begun, sink, notes);
        } else {
            self.lookout.note_stream(begun.source.read());
            self.begun = Some(begun);
        }
    }

    /// So many bytes more of a long payload are copied. Returns whether they lay where none did before: what it takes
    /// until the system has given such memory to both ends says nothing of other copies.
    fn advance(&mut self, begun: &mut Begun, n: usize) -> bool {
        let (end, read) = match &mut begun.source {
            Source::Room { position, .. } => {
                let offset = (*position % self.slot.room as u64) as usize;
                *position += n as u64;
                let is_done = begun.got == begun.total;
                let end = if is_done { position.next_multiple_of(64) } else { *position };
                let freed = self.bulk.free(end);
                self.slot.front.freed.0.store(freed, Ordering::Release);
                (offset + n, &mut self.room_read)
            }
            Source::Shuttle(home) => (begun.got, &mut self.shuttles_read[*home as usize]),
        };
        let is_new = end > *read;
        *read = end.max(*read);
        is_new
    }

    fn finish_stream(&mut self, begun: Begun, sink: &mut dyn Sink, notes: &mut Notes) {
        self.lookout.note_stream(None);
        notes.received(begun.total);
        if let Source::Shuttle(home) = begun.source {
            self.land(home, notes);
        }
        if let (Some(choice), Some(time)) = (&mut notes.choice, begun.time) {
            let end = choice.copied(begun.total, time);
            let is_next_there = self.reader.is_ready(&self.slot.cells);
            self.waits_since = is_next_there.then_some((end, self.reader.position()));
        }
        sink.finish(self.peer, &begun.header, begun.landing);
    }
}

impl Source {
    /// What is read of it, as other threads are told.
    fn read(self) -> Option<u64> {
        match self {
            Source::Room { position, .. } => Some(position),
            Source::Shuttle(_) => Some(AT_ONCE),
        }
    }
}
