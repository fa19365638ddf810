//! What a process says of a collective call to the other members, and what is wrong where they say different things.

use crate::coll::{Operation, RecvBlocks, SendBlocks, Types, VBlocks};
use crate::constants::{
    MPI_ERR_ASSERT, MPI_ERR_COUNT, MPI_ERR_NOT_SAME, MPI_ERR_OP, MPI_ERR_ROOT, MPI_ERR_TYPE,
};
use crate::datatype::named_word;
use crate::error::{Error, Result};
use crate::handle::{DatatypeHandle, OpHandle};
use crate::op::Op;
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::Process;
use ferry_datatype::TypeWord;

/// Collective calls that are no [`Operation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OtherCall {
    CommDup,
    CommCreate,
    CommSplit,
    CommSplitType,
    WinFence,
    WinFree,
}

/// Numbers of those follow the operations'.
const OTHERS: u64 = 64;
/// Added for the form with a request.
const NONBLOCKING: u64 = 1 << 16;
/// In place of a root or an operation.
const NONE: u64 = u64::MAX;

const NAMES: [&str; 6] = [
    "MPI_Comm_dup",
    "MPI_Comm_create",
    "MPI_Comm_split",
    "MPI_Comm_split_type",
    "MPI_Win_fence",
    "MPI_Win_free",
];

/// What of a message a process tells: the type of its elements, and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Told {
    word: u64,
    bytes: u64,
}

impl Told {
    /// There is no message, or nothing is known of it.
    const NOTHING: Told = Told { word: 0, bytes: NONE };

    fn of(process: &Process, datatype: DatatypeHandle, count: u64) -> Self {
        let Some(entry) = process.types.get(datatype) else { return Told::NOTHING };
        let word = entry.typed.map_or(0, |typed| typed.word(count));
        Told { word, bytes: entry.datatype.size().saturating_mul(count) }
    }

    fn sent(process: &Process, buffer: &SendBuffer) -> Self {
        Told::of(process, buffer.datatype, buffer.count)
    }

    fn received(process: &Process, buffer: &RecvBuffer) -> Self {
        Told::of(process, buffer.datatype, buffer.count)
    }

    /// One for each block.
    fn blocks(process: &Process, blocks: &VBlocks) -> Vec<Told> {
        let datatype = |index: usize| match &blocks.types {
            Types::One(handle) => *handle,
            Types::Each(handles) => handles[index],
        };
        let counts = blocks.counts.iter().enumerate();
        let told = |(index, count): (usize, &i64)| {
            u64::try_from(*count).map_or(Told::NOTHING, |n| Told::of(process, datatype(index), n))
        };
        counts.map(told).collect()
    }

    /// What is wrong with a message for which its two ends say this; the class, and a sentence.
    fn differs(self, other: Told, (sends, receives): (&str, &str)) -> Option<(i32, String)> {
        if self.bytes == NONE || other.bytes == NONE {
            return None;
        }
        if self.bytes != other.bytes {
            let text = format!("{sends} {} bytes, and {receives} {}", self.bytes, other.bytes);
            return Some((MPI_ERR_COUNT, text));
        }
        let words = [self, other].map(|told| TypeWord(told.word));
        (!words[0].agrees(words[1], self.bytes)).then(|| {
            let [sent, received] = words.map(named_word);
            (MPI_ERR_TYPE, format!("{sends} {sent}, and {receives} {received}"))
        })
    }
}

/// What a process says of a call to all members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    kind: u64,
    root: u64,
    op: u64,
    assert: u64,
    /// To whom it sends, all alike.
    sends: Told,
    /// From whom it receives, all alike.
    receives: Told,
}

/// Bytes of a call as it travels.
const LEN: usize = 64;

impl Call {
    fn of_kind(kind: u64) -> Self {
        let (sends, receives) = (Told::NOTHING, Told::NOTHING);
        Call { kind, root: NONE, op: NONE, assert: 0, sends, receives }
    }

    /// Of something else than an operation.
    pub(crate) fn other(call: OtherCall) -> Self {
        Self::of_kind(OTHERS + call as u64)
    }

    /// With assertions, which all members have to give alike.
    pub(crate) fn asserting(self, assert: i32) -> Self {
        Call { assert: u64::from(assert.cast_unsigned()), ..self }
    }

    /// The same with a request.
    pub(crate) fn nonblocking(self) -> Self {
        Call { kind: self.kind | NONBLOCKING, ..self }
    }

    /// Of an operation; `None`: nothing is told of those whose arguments are between neighbours or two groups but their
    /// names.
    pub(crate) fn of(process: &Process, operation: &Operation, is_inter: bool) -> Self {
        let call = Self::of_kind(u64::from(operation.kind()));
        if is_inter {
            return call;
        }
        let rooted = |root: i32| Call { root: u64::from(root.cast_unsigned()), ..call };
        let sent = |buffer: &SendBuffer| Told::sent(process, buffer);
        let room = |buffer: &RecvBuffer| Told::received(process, buffer);
        let or_own = |buffer: &Option<SendBuffer>, own: Told| buffer.as_ref().map_or(own, sent);
        let vectors = |call: Call| Call { op: op_of(process, operation.op()), ..call };
        let reduced = |call: Call, datatype, count| {
            let told = Told::of(process, datatype, count);
            Call { sends: told, ..vectors(call) }
        };
        match operation {
            Operation::Bcast(buffer, root) => {
                let told = room(buffer);
                Call { sends: told, receives: told, ..rooted(*root) }
            }
            Operation::Gather(send, recv, root) => {
                let receives = room(recv);
                Call { sends: or_own(send, receives), receives, ..rooted(*root) }
            }
            Operation::Scatter(send, recv, root) => {
                let sends = sent(send);
                Call { sends, receives: recv.as_ref().map_or(sends, room), ..rooted(*root) }
            }
            Operation::Allgather(send, recv) | Operation::Alltoall(send, recv) => {
                let receives = room(recv);
                Call { sends: or_own(send, receives), receives, ..call }
            }
            Operation::Gatherv(.., root) | Operation::Scatterv(.., root) => rooted(*root),
            Operation::Reduce(v, root) => reduced(rooted(*root), v.datatype, v.count),
            Operation::Allreduce(v)
            | Operation::Scan(v)
            | Operation::Exscan(v)
            | Operation::ReduceScatterBlock(v) => reduced(call, v.datatype, v.count),
            Operation::ReduceScatter(v, counts) => {
                let all = counts.iter().filter_map(|n| u64::try_from(*n).ok()).sum();
                reduced(call, v.datatype, all)
            }
            _ => call,
        }
    }

    /// As it travels.
    pub(super) fn encode(&self) -> Vec<u8> {
        let Call { kind, root, op, assert, sends, receives } = self;
        let words =
            [*kind, *root, *op, *assert, sends.word, sends.bytes, receives.word, receives.bytes];
        words.into_iter().flat_map(u64::to_le_bytes).collect()
    }

    /// All calls, in the order of ranks.
    pub(super) fn decode_all(bytes: &[u8]) -> Vec<Call> {
        let calls = bytes.chunks_exact(LEN).map(|bytes| {
            let word =
                |at: usize| bytes[8 * at..8 * at + 8].try_into().map_or(0, u64::from_le_bytes);
            let told = |at| Told { word: word(at), bytes: word(at + 1) };
            let (kind, root, op, assert) = (word(0), word(1), word(2), word(3));
            Call { kind, root, op, assert, sends: told(4), receives: told(6) }
        });
        calls.collect()
    }

    fn name(&self) -> String {
        let (kind, form) = (self.kind & !NONBLOCKING, self.kind & NONBLOCKING);
        let name = match kind.checked_sub(OTHERS) {
            None => Operation::name_of(kind as u8),
            Some(other) => NAMES.get(other as usize).copied().unwrap_or("another call"),
        };
        match (form, name.strip_prefix("MPI_")) {
            (NONBLOCKING, Some(rest)) => format!("MPI_I{}", rest.to_lowercase()),
            _ => name.to_owned(),
        }
    }
}

/// What the operation of a reduction is, as far as others can compare it.
fn op_of(process: &Process, op: Option<OpHandle>) -> u64 {
    match op.and_then(|op| process.ops.get(op)).map(|op| &**op) {
        Some(Op::Builtin(op)) => op.handle() as u64,
        Some(Op::User(_, commutes)) => u64::from(*commutes),
        None => NONE,
    }
}

fn op_name(op: u64) -> String {
    let builtin = ferry_op::BuiltinOp::ALL.into_iter().find(|known| known.handle() as u64 == op);
    match (builtin, op) {
        (Some(op), _) => op.name().to_owned(),
        (None, 0) => "an operation of the program's that does not commute".to_owned(),
        (None, 1) => "an operation of the program's that commutes".to_owned(),
        _ => "none that it has".to_owned(),
    }
}

/// What is wrong with the calls of all members of a communicator, in the order of ranks, if anything is.
pub(super) fn compare(calls: &[Call], number: u32) -> Result<()> {
    let Some(first) = calls.first() else { return Ok(()) };
    let wrong = |code: i32, what: String| {
        let text = format!("{what}; all members of a communicator call alike, in the same order");
        Err(Error::new(code, text))
    };
    if calls.iter().any(|call| call.kind != first.kind) {
        let who = groups(calls, Call::name);
        return wrong(MPI_ERR_NOT_SAME, format!("call {} differs: {who}", number + 1));
    }
    let differing = |of: fn(&Call) -> u64| calls.iter().any(|call| of(call) != of(first));
    if differing(|call| call.root) {
        let root = |call: &Call| (call.root as u32).cast_signed().to_string();
        return wrong(MPI_ERR_ROOT, format!("argument root differs: {}", groups(calls, root)));
    }
    if differing(|call| call.op) {
        let who = groups(calls, |call| op_name(call.op));
        return wrong(MPI_ERR_OP, format!("argument op differs: {who}"));
    }
    if differing(|call| call.assert) {
        let who = groups(calls, |call| call.assert.to_string());
        return wrong(MPI_ERR_ASSERT, format!("argument assert differs: {who}"));
    }
    compare_messages(calls).map_or(Ok(()), |(code, text)| wrong(code, text))
}

/// Who says what, in the order of first mention.
fn groups(calls: &[Call], said: impl Fn(&Call) -> String) -> String {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (rank, call) in calls.iter().enumerate() {
        let said = said(call);
        match groups.iter_mut().find(|(known, _)| *known == said) {
            Some((_, ranks)) => ranks.push(rank),
            None => groups.push((said, vec![rank])),
        }
    }
    let told = groups.into_iter().map(|(said, ranks)| {
        let names: Vec<String> = ranks.iter().take(8).map(ToString::to_string).collect();
        let more = if ranks.len() > 8 { " and others" } else { "" };
        let rank = if ranks.len() == 1 { "rank" } else { "ranks" };
        format!("{rank} {}{more}: {said}", names.join(", "))
    });
    told.collect::<Vec<_>>().join("; ")
}

/// The messages that make up an operation, as far as each member's are all alike.
fn compare_messages(calls: &[Call]) -> Option<(i32, String)> {
    let root = calls[0].root as usize;
    let pairs: Vec<(usize, usize)> = match calls[0].kind & !NONBLOCKING {
        1 | 4 => (0..calls.len()).filter(|to| *to != root).map(|to| (root, to)).collect(),
        2 => (0..calls.len()).filter(|from| *from != root).map(|from| (from, root)).collect(),
        // Everybody's first block tells of all that it sends, and all that it expects.
        6 | 8 => (0..calls.len()).flat_map(|rank| [(rank, 0), (0, rank)]).collect(),
        _ => return compare_vectors(calls),
    };
    pairs.into_iter().find_map(|(from, to)| {
        let (sends, receives) = (calls.get(from)?.sends, calls.get(to)?.receives);
        sends.differs(receives, (&format!("rank {from} sends"), &format!("rank {to} receives")))
    })
}

/// The vectors of a reduction.
fn compare_vectors(calls: &[Call]) -> Option<(i32, String)> {
    calls.iter().enumerate().find_map(|(rank, call)| {
        let said = ("rank 0 reduces", format!("rank {rank}"));
        calls[0].sends.differs(call.sends, (said.0, &said.1))
    })
}

/// The blocks of an operation with blocks of different lengths: what a member sends to each, and expects of each.
pub(crate) fn rows_of(process: &Process, operation: &Operation, size: usize) -> Option<Vec<u8>> {
    let same = |told: Told| vec![told; size];
    let nothing = || same(Told::NOTHING);
    let own = |send: &Option<SendBuffer>| match send {
        Some(send) => same(Told::sent(process, send)),
        None => nothing(),
    };
    let sent = |blocks: &SendBlocks| Told::blocks(process, &blocks.blocks);
    let room = |blocks: &RecvBlocks| Told::blocks(process, &blocks.blocks);
    let (sends, receives) = match operation {
        Operation::Gatherv(send, recv, _) | Operation::Allgatherv(send, recv) => {
            (own(send), room(recv))
        }
        Operation::Scatterv(send, recv, _) => {
            let receives =
                recv.as_ref().map_or(Told::NOTHING, |recv| Told::received(process, recv));
            (sent(send), same(receives))
        }
        Operation::Alltoallv(send, recv) => {
            let receives = room(recv);
            (send.as_ref().map_or_else(nothing, sent), receives)
        }
        _ => return None,
    };
    // Where a root's arrays mean nothing there are none.
    let full = |mut row: Vec<Told>| {
        row.resize(size, Told::NOTHING);
        row
    };
    let told = full(sends).into_iter().chain(full(receives));
    Some(told.flat_map(|told| [told.word, told.bytes]).flat_map(u64::to_le_bytes).collect())
}

/// What is wrong with the blocks of all members.
pub(super) fn compare_rows(bytes: &[u8], size: usize, root: Option<usize>) -> Result<()> {
    let words: Vec<u64> =
        bytes.chunks_exact(8).map(|word| word.try_into().map_or(0, u64::from_le_bytes)).collect();
    let told = |rank: usize, at: usize| {
        let at = 2 * (rank * 2 * size + at);
        match (words.get(at), words.get(at + 1)) {
            (Some(word), Some(bytes)) => Told { word: *word, bytes: *bytes },
            _ => Told::NOTHING,
        }
    };
    for (from, to) in (0..size).flat_map(|from| (0..size).map(move |to| (from, to))) {
        // What a root keeps for itself may stay where it is.
        if root == Some(from) && root == Some(to) {
            continue;
        }
        let (sends, receives) = (told(from, to), told(to, size + from));
        let said = (format!("rank {from} sends"), format!("rank {to} receives"));
        if let Some((code, text)) = sends.differs(receives, (&said.0, &said.1)) {
            return Err(Error::new(code, format!("{text}; make both agree")));
        }
    }
    Ok(())
}

impl Call {
    /// The root, if the operation has one.
    pub(super) fn root(&self) -> Option<usize> {
        (self.root != NONE).then_some(self.root as usize)
    }
}
