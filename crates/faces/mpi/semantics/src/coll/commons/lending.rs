//! Long operations without copies in between: members read each other's memory, where that takes less time.
//!
//! Who has read before says which way it wants the next operation of its kind and size to go (`wishes`), as measured;
//! whoever has the bytes looks at that, and lends them or lays them out in pieces. Readers follow what they find.

use super::lent::{LentData, LentRoom};
use super::turn::CommonsTurn;
use crate::coll::operation::kind;
use crate::comm::meeting::{Meeting, from_bytes, to_bytes};
use crate::constants::MPI_ERR_OTHER;
use crate::error::{Error, Result};
use crate::offered_file::new_token;
use crate::process::enter;
use ferry_commons::{CommonsChange, CommonsMark};
use ferry_sys::{Clock, CopyChoice};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

/// How the members of a communicator read each other's memory.
#[derive(Debug)]
pub(super) struct Lending {
    /// The process of each rank.
    pids: Vec<u32>,
    clock: Clock,
    /// What the kinds of operation have taken that this process reads for.
    choices: Mutex<[CopyChoice; KINDS]>,
}

/// Kinds of operation that move long bytes as they are.
const KINDS: usize = 5;

/// From here on all give and take.
const EXCHANGES: usize = 3;

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
    pub(super) fn among(meeting: &Meeting, may: bool) -> Result<Option<Self>> {
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
        let choices = Mutex::new(std::array::from_fn(|_| CopyChoice::new(usize::MAX)));
        Ok((refused == [0]).then_some(Lending { pids, clock, choices }))
    }
}

fn is_readable([pid, address, token]: &[u64; 3]) -> bool {
    let mut found = [0; 8];
    ferry_sys::read_process_memory(*pid as u32, *address, &mut found).is_ok()
        && u64::from_ne_bytes(found) == *token
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
        match self.address_to_lend((data, start), most, judge) {
            Some(address) if len != 0 => {
                self.wait_for_place(0)?;
                let mark = CommonsMark { kind: self.kind, len };
                if self.of.commons.lend(self.number, mark, address) {
                    self.wake(CommonsChange::Laying(self.me()));
                }
                Ok(true)
            }
            _ => self.announce(len).map(|()| false),
        }
    }

    fn address_to_lend(&self, data: (&LentData, usize), most: usize, judge: u32) -> Option<u64> {
        self.of.lending.as_ref()?;
        let index = index_of(self.kind).filter(|_| CopyChoice::is_measured(most))?;
        // Who gives and does not take would wait asleep until the others have had their turn.
        if self.of.looks == 1 && index < EXCHANGES {
            return None;
        }
        let wishes = self.of.commons.wishes(judge);
        if wishes & bit_of(index, most) == 0 {
            return None;
        }
        data.0.address(data.1)
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
        let is_read = || self.of.commons.is_read(self.number, reader).then_some(());
        is_read().map_or_else(|| self.wait(CommonsChange::Ending, is_read), Ok)
    }

    /// Begins to measure what the `judge` reads, where this process is that: as all of `lent` have it.
    pub(super) fn begin_long_read(
        &self,
        bytes: usize,
        judge: u32,
        mut lent: impl Iterator<Item = bool>,
    ) -> Option<LongRead> {
        let lending = self.of.lending.as_ref()?;
        if judge != self.me() || !CopyChoice::is_measured(bytes) {
            return None;
        }
        let is_lent = lent.next()?;
        lent.all(|lent| lent == is_lent).then(|| LongRead { bytes, is_lent, start: lending.now() })
    }

    /// All of it was read: says how the next operation like this should go.
    pub(super) fn end_long_read(&self, read: Option<LongRead>) {
        let (Some(LongRead { bytes, is_lent, start }), Some(lending), Some(index)) =
            (read, &self.of.lending, index_of(self.kind))
        else {
            return;
        };
        let took = lending.now().saturating_sub(start);
        let Ok(mut choices) = lending.choices.lock() else { return };
        match is_lent {
            true => choices[index].read(bytes, took),
            false => choices[index].copied(bytes, took),
        }
        let (wishes, bit) = (self.of.commons.wishes(self.me()), bit_of(index, bytes));
        let wishes = match choices[index].is_better_read(bytes) {
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
    fn every_kind_and_size_has_a_wish_of_its_own() {
        let sizes = (0..CopyChoice::CLASSES).map(|class| (32 << 10) << class);
        let bits = sizes.flat_map(|bytes| (0..KINDS).map(move |index| bit_of(index, bytes)));
        let all: Vec<u64> = bits.collect();
        assert_eq!(all.iter().fold(0, |sum, bit| sum | bit).count_ones() as usize, all.len());
    }
}
