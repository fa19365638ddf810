//! The messages of a collective access in two phases: who wants or has what, and the data.

use super::AccessData;
use super::access::Access;
use crate::coll::{ByteBlocks, Execution, ExecutionStep, exchange_bytes};
use crate::comm::Comm;
use crate::constants::MPI_ERR_INTERN;
use crate::error::{Error, Result};
use crate::p2p::fault_error;
use crate::process::Process;
use ferry_files::{PieceList, TransportPlan};
use ferry_sys::{Arena, OwnedBuffer};
use std::ops::Range;
use std::sync::Arc;

/// RankBlocks of bytes for or of all ranks, one behind the other, in memory of the library's.
pub(super) struct RankBlocks {
    pub(super) lens: Vec<usize>,
    buffer: OwnedBuffer,
}

impl RankBlocks {
    /// Room for blocks of these lengths.
    pub(super) fn new(process: &mut Process, lens: Vec<usize>) -> Self {
        let whole = lens.iter().sum();
        let buffer = process.collectives.take_buffer(whole);
        RankBlocks { lens, buffer }
    }

    /// All of them.
    pub(super) fn arena(&self) -> Arena {
        self.buffer.arena(self.lens.iter().sum())
    }

    /// Where a rank's block is.
    pub(super) fn range(&self, rank: usize) -> Range<usize> {
        let start = self.lens[..rank].iter().sum();
        start..start + self.lens[rank]
    }

    /// The memory can be used again.
    pub(super) fn give_back(self, process: &mut Process) {
        process.collectives.give_buffer(self.buffer);
    }
}

/// An exchange under way, with the memory that it needs.
pub(super) struct BlockExchange {
    execution: Execution,
    sent: RankBlocks,
    received: RankBlocks,
}

impl BlockExchange {
    pub(super) fn new(
        process: &mut Process,
        comm: &Arc<Comm>,
        tag: i32,
        sent: RankBlocks,
        received: RankBlocks,
    ) -> Result<Self> {
        let from = ByteBlocks { arena: sent.arena(), lens: &sent.lens };
        let to = ByteBlocks { arena: received.arena(), lens: &received.lens };
        let execution = exchange_bytes(process, comm.clone(), tag, &from, &to)?;
        Ok(BlockExchange { execution, sent, received })
    }

    /// Whether it is over. Afterwards it must not be asked again.
    pub(super) fn advance(&mut self, process: &mut Process) -> Option<Result<()>> {
        match self.execution.advance(process)? {
            ExecutionStep::Done(Some(fault)) => Some(Err(fault_error(&fault))),
            // Nothing is reduced here.
            ExecutionStep::Done(None) | ExecutionStep::Reduce => Some(Ok(())),
        }
    }

    /// What has come.
    pub(super) fn finish(self, process: &mut Process) -> RankBlocks {
        self.sent.give_back(process);
        self.received
    }
}

/// What this process has for an aggregator in a round, or wants of it.
pub(super) struct RoundPart {
    pub(super) aggregator: u32,
    pub(super) pieces: PieceList,
    /// The part of its stream, from the access's beginning on.
    pub(super) stream: Range<u64>,
}

/// The parts of a round. Nobody has any for an access that could not be prepared.
pub(super) fn round_parts(
    plan: &TransportPlan,
    round: u64,
    access: Option<&Access>,
) -> Vec<RoundPart> {
    let Some(access) = access else { return Vec::new() };
    let view = &access.view.view;
    let whole = access.position..access.position + access.len;
    let mut parts = Vec::new();
    for (index, aggregator) in plan.aggregators().iter().enumerate() {
        let part = TransportPlan::part(view, &whole, &plan.window(index, round));
        if part.is_empty() {
            continue;
        }
        let mut pieces = PieceList::default();
        view.pieces(part.start, part.end - part.start, |offset, len| pieces.push(offset, len));
        let stream = part.start - access.position..part.end - access.position;
        parts.push(RoundPart { aggregator: *aggregator, pieces, stream });
    }
    parts
}

/// Two numbers for each rank: bytes of records, bytes of data.
const SIZES: usize = 16;

/// The first exchange of a round: how much each has for each.
pub(super) fn sizes(
    process: &mut Process,
    comm: &Arc<Comm>,
    tag: i32,
    parts: &[RoundPart],
) -> Result<BlockExchange> {
    let ranks = comm.size() as usize;
    let sent = RankBlocks::new(process, vec![SIZES; ranks]);
    let received = RankBlocks::new(process, vec![SIZES; ranks]);
    let mut room = sent.arena().write(0, SIZES * ranks);
    let room = room.as_mut_slice();
    room.fill(0);
    for part in parts {
        let words = [part.pieces.encoded_len() as u64, part.pieces.bytes()];
        let at = part.aggregator as usize * SIZES;
        for (word, place) in words.iter().zip(room[at..at + SIZES].chunks_exact_mut(8)) {
            place.copy_from_slice(&word.to_le_bytes());
        }
    }
    BlockExchange::new(process, comm, tag, sent, received)
}

/// How much comes from each rank: bytes of records, bytes of data.
///
/// # Errors
/// When that cannot be: nobody has more than the window, whose bytes a stream that ascends has once.
pub(super) fn received_sizes(blocks: &RankBlocks, window: u64) -> Result<Vec<(usize, usize)>> {
    let region = blocks.arena().read(0, blocks.arena().len());
    let (pairs, _) = region.as_slice().as_chunks::<SIZES>();
    let size = |(rank, pair): (usize, &[u8; SIZES])| {
        let (words, _) = pair.as_chunks::<8>();
        let [records, data] = [u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1])];
        let is_sound = data <= window && records <= data.saturating_mul(32);
        if is_sound { Ok((records as usize, data as usize)) } else { Err(differing_from(rank)) }
    };
    pairs.iter().enumerate().map(size).collect()
}

#[cold]
pub(super) fn differing() -> Error {
    let text = "the processes of a collective access have made different plans of it";
    Error::new(MPI_ERR_INTERN, text)
}

/// What a rank has sent fits no plan that this process could have made.
#[cold]
pub(super) fn differing_from(rank: usize) -> Error {
    let text = format!(
        "rank {rank} asks for bytes outside of the part of the file that is this process's: the processes of a \
         collective access have made different plans of it; close the file, which was revoked"
    );
    Error::new(MPI_ERR_INTERN, text)
}

/// Records, and behind them the data of a write.
pub(super) fn messages(
    process: &mut Process,
    ranks: u32,
    parts: &[RoundPart],
    data: Option<&AccessData>,
) -> RankBlocks {
    let source = match data {
        Some(AccessData::Write(source)) => Some(source),
        _ => None,
    };
    let mut lens = vec![0; ranks as usize];
    for part in parts {
        let data = source.map_or(0, |_| part.pieces.bytes() as usize);
        lens[part.aggregator as usize] = part.pieces.encoded_len() + data;
    }
    let blocks = RankBlocks::new(process, lens);
    for part in parts {
        let range = blocks.range(part.aggregator as usize);
        let mut room = blocks.arena().write(range.start, range.len());
        let (records, data) = room.as_mut_slice().split_at_mut(part.pieces.encoded_len());
        part.pieces.encode(records);
        if let Some(source) = source {
            source.copy(part.stream.start, data);
        }
    }
    blocks
}
