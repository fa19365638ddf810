//! Long operations without copies in between: members read each other's memory, where that takes less time.
//!
//! Who has read before says which way it wants the next operation of its kind and size to go (`wishes`), as measured;
//! whoever has the bytes looks at that, and lends them or lays them out in pieces. Readers follow what they find.

use super::lent::{LentData, LentRoom};
use super::turn::CommonsTurn;
use super::ways::{LongOperation, Ways};
use crate::coll::operation::kind;
use crate::comm::meeting::{Meeting, from_bytes, to_bytes};
use crate::constants::MPI_ERR_OTHER;
use crate::error::{Error, Result};
use crate::process::enter;
use ferry_commons::{CommonsChange, CommonsMark};
use ferry_sys::{Arena, Clock, CopyChoice, new_token};
use std::io;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

/// How the members of a communicator read each other's memory.
#[derive(Debug)]
pub(super) struct Lending {
    /// The process of each rank.
    pids: Vec<u32>,
    clock: Clock,
    /// What the kinds of operation have taken that this process judges.
    ways: Mutex<AllWays>,
    /// What was lent last: addresses and lengths of memory that can be read.
    readable: Mutex<Readable>,
}

/// Memory of this process that the kernel was seen to copy from, the latest ranges of it.
#[derive(Default, Debug)]
struct Readable {
    ranges: [(u64, usize); 4],
    next: usize,
}

impl Readable {
    /// Whether others can read a range. Memory that a device has mapped cannot be, though this process can: its ends tell.
    fn has(&mut self, address: u64, len: usize) -> bool {
        if self.ranges.contains(&(address, len)) {
            return true;
        }
        let pid = std::process::id();
        let ends = [address, address + len as u64 - 1];
        let is_there = |end: u64| ferry_sys::read_process_memory(pid, end, &mut [0]).is_ok();
        let has = ends.into_iter().all(is_there);
        if has {
            self.ranges[self.next] = (address, len);
            self.next = (self.next + 1) % self.ranges.len();
        }
        has
    }
}

/// Kinds of operation that move long bytes as they are.
const KINDS: usize = 5;

/// Kinds of reduction, about which the first member decides for all.
const REDUCTIONS: usize = 2;

type AllWays = Ways<{ KINDS + REDUCTIONS }>;

/// From here on it pays where members share cores, too: of a broadcast and a gathering who gives would wait asleep for
/// longer than it takes to lay the bytes out.
const AMONG_SHARERS: usize = 2;

/// Which of them a kind is, if any.
fn index_of(of: u8) -> Option<usize> {
    Some(match u32::from(of) {
        kind::BCAST => 0,
        kind::GATHER => 1,
        kind::SCATTER => 2,
        kind::ALLGATHER | kind::ALLGATHERV => 3,
        kind::ALLTOALL => 4,
        _ => return None,
    })
}

/// The bit of the wish to read so many bytes for a kind.
fn bit_of(index: usize, bytes: usize) -> u64 {
    1 << (index * CopyChoice::CLASSES + CopyChoice::class(bytes))
}

impl Lending {
    /// Of members that have all read each other's memory once; all of them call this. `None`: one of them could not.
    /// `share_cores`: as some of them do.
    pub(super) fn among(meeting: &Meeting, may: bool, share_cores: bool) -> Result<Option<Self>> {
        static TOKEN: OnceLock<u64> = OnceLock::new();
        let token = TOKEN.get_or_init(new_token);
        let address = std::ptr::from_ref(token) as u64;
        let own = [u64::from(std::process::id()), address, *token];
        let all = from_bytes(&meeting.gather(&to_bytes(&own))?);
        let members: &[[u64; 3]] = all.as_chunks().0;
        let mut refused = [u64::from(!may || !members.iter().all(is_readable))];
        meeting.largest(&mut refused)?;
        let pids = members.iter().map(|[pid, ..]| *pid as u32).collect();
        let clock = enter().runtime.pace.clock();
        let ways = Mutex::new(Ways::new(share_cores));
        let readable = Mutex::default();
        Ok((refused == [0]).then_some(Lending { pids, clock, ways, readable }))
    }
}

fn is_readable([pid, address, token]: &[u64; 3]) -> bool {
    let mut found = [0; 8];
    ferry_sys::read_process_memory(*pid as u32, *address, &mut found).is_ok()
        && u64::from_ne_bytes(found) == *token
}

/// How the members come by each other's operands, and since when, where that is measured.
pub(super) struct ReductionWay {
    bytes: usize,
    pub(super) is_lent: bool,
    start: Option<Duration>,
}

/// An operation whose bytes were found, by the one that says how the next should go.
pub(super) struct LongRead {
    bytes: usize,
    /// All that was found is lent, or nothing.
    is_lent: bool,
    start: Duration,
}

impl CommonsTurn {
    /// Says that this process gives `len` bytes of its data from `start` on: lent, if `judge` wants to read and they have
    /// no gaps, or else in pieces. Which, by `most` bytes, all that give something must agree on; true: lent.
    pub(super) fn offer(
        &self,
        (data, start, len): (&LentData, usize, usize),
        most: usize,
        judge: u32,
    ) -> Result<bool> {
        match self.address_to_lend((data, start, len), most, judge) {
            Some(address) => {
                self.wait_for_place(0)?;
                let mark = CommonsMark { kind: self.kind, len };
                if self.of.commons.lend(self.number, mark, [address, 0]) {
                    self.wake(CommonsChange::Laying(self.me()));
                }
                Ok(true)
            }
            _ => self.announce(len).map(|()| false),
        }
    }

    fn address_to_lend(
        &self,
        (data, start, len): (&LentData, usize, usize),
        most: usize,
        judge: u32,
    ) -> Option<u64> {
        let lending = self.of.lending.as_ref()?;
        let index = index_of(self.kind).filter(|_| CopyChoice::is_measured(most))?;
        if self.of.share_cores && index < AMONG_SHARERS {
            return None;
        }
        let wishes = self.of.commons.wishes(judge);
        if wishes & bit_of(index, most) == 0 {
            return None;
        }
        let address = data.address(start).filter(|_| len != 0)?;
        // Of blocks for all each takes its own.
        let whole = data.len - start;
        lending.readable.lock().ok()?.has(address, whole).then_some(address)
    }

    /// Where a member whose mark was found lends its bytes, if it does.
    #[inline]
    pub(super) fn lent_by(&self, rank: u32) -> Option<u64> {
        self.of.lending.as_ref().and_then(|_| self.of.commons.lent(self.number, rank))
    }

    /// Reads what a member lends from `address` on: `len` bytes to `place` of a buffer.
    pub(super) fn read_lent(
        &self,
        (rank, address): (u32, u64),
        (room, place): (&LentRoom, usize),
        len: usize,
    ) -> Result<()> {
        let Some(lending) = &self.of.lending else { return Ok(()) };
        let pid = lending.pids[rank as usize];
        let read = room.fill(place, len, |out| ferry_sys::read_process_memory(pid, address, out));
        self.after_read(rank, read)
    }

    /// Reads what a member lends, or what it has made, at `address`.
    pub(super) fn read_member(&self, rank: u32, address: u64, out: &mut [u8]) -> Result<()> {
        let Some(lending) = &self.of.lending else { return Ok(()) };
        let read = ferry_sys::read_process_memory(lending.pids[rank as usize], address, out);
        self.after_read(rank, read)
    }

    fn after_read(&self, rank: u32, read: io::Result<()>) -> Result<()> {
        // Who leaves has its memory back, and may have written to it meanwhile.
        if self.of.commons.has_left(self.number, rank) {
            return Err(self.left(rank));
        }
        read.map_err(|why| {
            let text = format!("the memory of rank {rank} cannot be read any more: {why}");
            let lost = Error::new(MPI_ERR_OTHER, text).on(self.comm().handle);
            self.fault(&enter()).unwrap_or(lost)
        })
    }

    /// What this process lends is its own again once `reader` has it, or all others have.
    pub(super) fn wait_for_readers(&self, reader: Option<u32>) -> Result<()> {
        self.wait_for_reading(1, reader)
    }

    /// One member, or all others, have read so many times.
    pub(super) fn wait_for_reading(&self, times: u32, reader: Option<u32>) -> Result<()> {
        let is_read = || self.of.commons.is_read(self.number, times, reader).then_some(());
        is_read().map_or_else(|| self.wait(CommonsChange::Ending, is_read), Ok)
    }

    /// The way of a reduction of vectors of so many bytes, where it matters: the first member says it for all.
    pub(super) fn way_of_reduction(&self, bytes: usize) -> Result<Option<ReductionWay>> {
        /// What is shorter goes through the rooms quicker than the first member could say anything.
        const LEAST: usize = 256 << 10;
        let is_long = bytes >= LEAST && CopyChoice::is_measured(bytes);
        let Some(lending) = self.of.lending.as_ref().filter(|_| is_long) else { return Ok(None) };
        if self.me() != 0 {
            self.find_exactly(0, bytes)?;
            let is_lent = self.lent_by(0).is_some();
            return Ok(Some(ReductionWay { bytes, is_lent, start: None }));
        }
        let Ok(mut ways) = lending.ways.lock() else { return Ok(None) };
        let is_lent = ways.is_better_lent(self.reduction_index(), bytes);
        Ok(Some(ReductionWay { bytes, is_lent, start: Some(lending.now()) }))
    }

    /// A reduction has gone its way.
    pub(super) fn note_way(&self, way: &ReductionWay) {
        let (Some(start), Some(lending)) = (way.start, &self.of.lending) else { return };
        let Ok(mut ways) = lending.ways.lock() else { return };
        let (index, bytes, is_lent) = (self.reduction_index(), way.bytes, way.is_lent);
        self.note_long(&mut ways, LongOperation { index, bytes, is_lent }, (start, lending.now()));
    }

    fn note_long(&self, ways: &mut AllWays, operation: LongOperation, times: (Duration, Duration)) {
        match self.is_usual() {
            true => ways.note(operation, times),
            false => ways.skip(operation.index, times),
        }
    }

    /// The time, where members lend.
    pub(super) fn lending_time(&self) -> Option<Duration> {
        self.of.lending.as_ref().map(Lending::now)
    }

    /// An operation that goes one way only is over: others have not taken that time.
    pub(super) fn note_unmeasured(&self, start: Option<Duration>) {
        let Some((start, lending)) = start.zip(self.of.lending.as_ref()) else { return };
        if let Ok(mut ways) = lending.ways.lock() {
            ways.skip(self.reduction_index(), (start, lending.now()));
        }
    }

    fn reduction_index(&self) -> usize {
        KINDS + usize::from(u32::from(self.kind) != kind::ALLREDUCE)
    }

    /// Whether the other members can read a vector of this process's.
    pub(super) fn is_readable(&self, vector: &Arena) -> bool {
        let Some(lending) = &self.of.lending else { return false };
        let Ok(mut readable) = lending.readable.lock() else { return false };
        readable.has(vector.address(0) as u64, vector.len())
    }

    /// The time, for the one that judges how so many bytes should come next.
    pub(super) fn judge_from(&self, bytes: usize, judge: u32) -> Option<Duration> {
        let lending = self.of.lending.as_ref()?;
        (judge == self.me() && CopyChoice::is_measured(bytes)).then(|| lending.now())
    }

    /// What is measured from `start` on, if all of `lent` have it alike.
    pub(super) fn begin_long_read(
        &self,
        bytes: usize,
        start: Option<Duration>,
        mut lent: impl Iterator<Item = bool>,
    ) -> Option<LongRead> {
        let (start, is_lent) = (start?, lent.next()?);
        lent.all(|lent| lent == is_lent).then_some(LongRead { bytes, is_lent, start })
    }

    /// All of it was read: says how the next operation like this should go.
    pub(super) fn end_long_read(&self, read: Option<LongRead>) {
        let (Some(LongRead { bytes, is_lent, start }), Some(lending), Some(index)) =
            (read, &self.of.lending, index_of(self.kind))
        else {
            return;
        };
        let Ok(mut ways) = lending.ways.lock() else { return };
        self.note_long(&mut ways, LongOperation { index, bytes, is_lent }, (start, lending.now()));
        let (wishes, bit) = (self.of.commons.wishes(self.me()), bit_of(index, bytes));
        // Who gives may have begun before it saw the last wish, which is then yet to be tried.
        if is_lent != (wishes & bit != 0) {
            return;
        }
        let wishes = match ways.is_better_lent(index, bytes) {
            true => wishes | bit,
            false => wishes & !bit,
        };
        self.of.commons.wish(wishes);
    }
}

impl Lending {
    #[expect(clippy::disallowed_methods, reason = "the process's own clock")]
    fn now(&self) -> Duration {
        self.clock.now()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_not_lent() {
        let memory = vec![1u8; 100_000];
        let mut readable = Readable::default();
        let address = memory.as_ptr() as u64;
        for part in 0..10 {
            assert!(readable.has(address + part, 1000) && readable.has(address + part, 1000));
        }
        assert!(!readable.has(8, 1000) && !readable.has(u64::MAX - 5000, 1000));
    }

    #[test]
    fn every_kind_and_size_has_a_wish_of_its_own() {
        let sizes = (0..CopyChoice::CLASSES).map(|class| (16 << 10) << class);
        let bits = sizes.flat_map(|bytes| (0..KINDS).map(move |index| bit_of(index, bytes)));
        let all: Vec<u64> = bits.collect();
        assert_eq!(all.iter().fold(0, |sum, bit| sum | bit).count_ones() as usize, all.len());
    }
}
