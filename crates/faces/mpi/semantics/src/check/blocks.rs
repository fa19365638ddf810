//! Operations whose messages differ in length: what each process tells of the block that it sends to each, and of the one
//! that it expects of each.

use super::call::NONE;
use super::sides::Sides;
use super::told::Told;
use crate::coll::{Edges, Operation, RecvBlocks, SendBlocks};
use crate::comm::Comm;
use crate::constants::MPI_ERR_TOPOLOGY;
use crate::error::{Error, Result};
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::Process;
use std::collections::{BTreeMap, VecDeque};

/// A block, and the position of whom it goes to or comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Block {
    with: u64,
    told: Told,
}

impl Block {
    /// Fills up what others have more of.
    const NONE: Block = Block { with: NONE, told: Told::NOTHING };
    const LEN: usize = 24;

    fn decode(bytes: &[u8]) -> Block {
        let word = |at: usize| bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
        Block { with: word(0), told: Told { word: word(8), bytes: word(16) } }
    }
}

/// The blocks of a process. Of several between two processes, the first that is sent is the first that is received.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Blocks {
    sends: Vec<Block>,
    receives: Vec<Block>,
}

impl Blocks {
    /// Those of an operation, if it has such.
    pub(super) fn of(
        process: &Process,
        (comm, sides): (&Comm, &Sides),
        operation: &Operation,
    ) -> Blocks {
        let teller = Teller(process);
        let near = Edges::of(comm).ok().and_then(|edges| teller.near(&edges, operation));
        near.or_else(|| teller.among(sides, operation)).unwrap_or_default()
    }

    /// How many of a kind there are.
    pub(super) fn len(&self) -> usize {
        self.sends.len().max(self.receives.len())
    }

    /// As they travel, where the process with the most has so many.
    pub(super) fn encode(mut self, len: usize) -> Vec<u8> {
        self.sends.resize(len, Block::NONE);
        self.receives.resize(len, Block::NONE);
        let blocks = self.sends.into_iter().chain(self.receives);
        let words = blocks.flat_map(|block| [block.with, block.told.word, block.told.bytes]);
        words.flat_map(u64::to_le_bytes).collect()
    }
}

/// Looks up what a process tells.
struct Teller<'a>(&'a Process);

impl Teller<'_> {
    fn sent(&self, buffer: &SendBuffer) -> Told {
        Told::sent(self.0, buffer)
    }

    fn received(&self, buffer: &RecvBuffer) -> Told {
        Told::received(self.0, buffer)
    }

    fn parts(&self, blocks: &SendBlocks) -> Vec<Told> {
        Told::blocks(self.0, &blocks.blocks)
    }

    fn places(&self, blocks: &RecvBlocks) -> Vec<Told> {
        Told::blocks(self.0, &blocks.blocks)
    }

    /// Among all members of a group, or of two. What stays in place is told of as nothing that is known.
    fn among(&self, sides: &Sides, operation: &Operation) -> Option<Blocks> {
        let own = |send: &Option<SendBuffer>| send.as_ref().map_or(Told::NOTHING, |b| self.sent(b));
        let partners = || sides.own_partners();
        let with_all = |told: Vec<Told>| row(partners(), told);
        let same = |told| row(partners(), vec![told; partners().len()]);
        let with_root = |root: i32, told| {
            let root = usize::try_from(root).ok().and_then(|root| partners().nth(root));
            row(root.into_iter(), vec![told])
        };
        // Where a root's arrays mean nothing they are empty.
        let (sends, receives) = match operation {
            Operation::Gatherv(send, recv, root) => {
                (with_root(*root, own(send)), with_all(self.places(recv)))
            }
            Operation::Scatterv(send, recv, root) => {
                let room = recv.as_ref().map_or(Told::NOTHING, |recv| self.received(recv));
                (with_all(self.parts(send)), with_root(*root, room))
            }
            Operation::Allgatherv(send, recv) => (same(own(send)), with_all(self.places(recv))),
            Operation::Alltoallv(send, recv) => {
                let sends = send.as_ref().map(|send| with_all(self.parts(send)));
                (sends.unwrap_or_else(|| same(Told::NOTHING)), with_all(self.places(recv)))
            }
            _ => return None,
        };
        Some(Blocks { sends, receives })
    }

    /// Among neighbours.
    fn near(&self, edges: &Edges, operation: &Operation) -> Option<Blocks> {
        let to_all = |told| vec![told; edges.destinations.len()];
        let from_all = |told| vec![told; edges.sources.len()];
        let (sends, receives) = match operation {
            Operation::NeighborAllgather(send, recv) | Operation::NeighborAlltoall(send, recv) => {
                (to_all(self.sent(send)), from_all(self.received(recv)))
            }
            Operation::NeighborAllgatherv(send, recv) => {
                (to_all(self.sent(send)), self.places(recv))
            }
            Operation::NeighborAlltoallv(send, recv) => (self.parts(send), self.places(recv)),
            _ => return None,
        };
        let block = |(with, told): (Option<u32>, Told)| Some(Block { with: with?.into(), told });
        let destinations = edges.destinations.iter().copied().zip(sends);
        let neighbors = edges.neighbors();
        let arrivals = neighbors.arrival_order();
        let sources = arrivals.filter_map(|at| Some((edges.sources[at], *receives.get(at)?)));
        Some(Blocks {
            sends: destinations.filter_map(block).collect(),
            receives: sources.filter_map(block).collect(),
        })
    }
}

fn row(with: impl Iterator<Item = usize>, told: Vec<Told>) -> Vec<Block> {
    with.zip(told).map(|(with, told)| Block { with: with as u64, told }).collect()
}

/// What is wrong with the blocks of all, where the process with the most has so many.
///
/// # Errors
/// The first that do not go together; all find the same.
pub(super) fn compare_blocks(
    bytes: &[u8],
    sides: &Sides,
    len: usize,
    root: Option<usize>,
) -> Result<()> {
    let blocks = |row: &[u8]| -> Vec<Block> {
        let all = row.chunks_exact(Block::LEN).map(Block::decode);
        all.filter(|block| block.with != NONE).collect()
    };
    let rows =
        || bytes.chunks_exact(2 * Block::LEN * len).map(|row| row.split_at(Block::LEN * len));
    let mut expected: BTreeMap<(u64, u64), VecDeque<Told>> = BTreeMap::new();
    for ((_, receives), at) in rows().zip(0u64..) {
        for Block { with, told } in blocks(receives) {
            expected.entry((with, at)).or_default().push_back(told);
        }
    }
    for ((sends, _), at) in rows().zip(0u64..) {
        for Block { with, told } in blocks(sends) {
            let receives = expected.get_mut(&(at, with)).and_then(VecDeque::pop_front);
            meet(sides, (at as usize, with as usize), (Some(told), receives), root)?;
        }
    }
    expected.retain(|_, receives| !receives.is_empty());
    expected.pop_first().map_or(Ok(()), |((from, to), mut receives)| {
        meet(sides, (from as usize, to as usize), (None, receives.pop_front()), root)
    })
}

/// What is wrong with a block, for which the one end tells this and the other that.
fn meet(
    sides: &Sides,
    (from, to): (usize, usize),
    told: (Option<Told>, Option<Told>),
    root: Option<usize>,
) -> Result<()> {
    let (sender, receiver) = (sides.name(from), sides.name(to));
    let (code, text) = match told {
        // What a root keeps for itself may stay where it is.
        _ if root == Some(from) && root == Some(to) => return Ok(()),
        (Some(sends), Some(receives)) => {
            let said = (format!("{sender} sends"), format!("{receiver} receives"));
            match sends.differs(receives, (&said.0, &said.1)) {
                None => return Ok(()),
                Some(wrong) => wrong,
            }
        }
        (Some(_), None) => {
            let text = format!("{sender} sends to {receiver}, for which it is no source");
            (MPI_ERR_TOPOLOGY, text)
        }
        (None, _) => {
            let text = format!("{receiver} receives from {sender}, for which it is no destination");
            (MPI_ERR_TOPOLOGY, text)
        }
    };
    Err(Error::new(code, format!("{text}; make both agree")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: u64) -> Told {
        Told { word: 0, bytes }
    }

    fn blocks(sends: &[(usize, u64)], receives: &[(usize, u64)]) -> Blocks {
        let all = |list: &[(usize, u64)]| {
            let (with, told): (Vec<_>, Vec<_>) = list.iter().map(|(w, n)| (*w, of(*n))).unzip();
            row(with.into_iter(), told)
        };
        Blocks { sends: all(sends), receives: all(receives) }
    }

    fn compared(all: [Blocks; 2], sides: &Sides) -> String {
        let len = all.iter().map(Blocks::len).max().unwrap();
        let bytes: Vec<u8> = all.into_iter().flat_map(|blocks| blocks.encode(len)).collect();
        compare_blocks(&bytes, sides, len, None).map_or_else(|e| e.to_string(), |()| String::new())
    }

    #[test]
    fn several_blocks_between_two_meet_in_their_order() {
        let sides = Sides::one(2);
        let sender = blocks(&[(1, 4), (0, 8), (1, 12)], &[(0, 8)]);
        assert_eq!(compared([sender.clone(), blocks(&[], &[(0, 4), (0, 12)])], &sides), "");
        let text = compared([sender.clone(), blocks(&[], &[(0, 12), (0, 4)])], &sides);
        assert!(text.contains("rank 0 sends 4 bytes, and rank 1 receives 12"), "{text}");
        let text = compared([sender.clone(), blocks(&[], &[(0, 4)])], &sides);
        assert!(text.contains("rank 0 sends to rank 1, for which it is no source"), "{text}");
        let text = compared([blocks(&[(0, 8)], &[(0, 8), (1, 4)]), sender], &sides);
        assert!(text.contains("no source") || text.contains("no destination"), "{text}");
    }

    #[test]
    fn who_expects_what_nobody_sends_is_told() {
        let text = compared([blocks(&[], &[]), blocks(&[], &[(0, 4)])], &Sides::two(1, 1));
        assert!(
            text.contains(
                "remote rank 0 receives from local rank 0, for which it is no destination"
            ),
            "{text}"
        );
    }
}
