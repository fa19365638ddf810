//! What a process says of a collective call to all others that take part.

use super::told::Told;
use crate::coll::{Operation, Vectors};
use crate::comm::Comm;
use crate::constants::MPI_PROC_NULL;
use crate::handle::OpHandle;
use crate::op::Op;
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::Process;

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

/// How an operation is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Blocking,
    /// With a request.
    Nonblocking,
    /// With a request that is started again and again.
    Persistent,
}

/// Numbers of those follow the operations'.
const OTHERS: u64 = 64;
/// The form, behind the number of the call.
const FORM: u32 = 16;
/// In place of a root, an operation, or bytes.
pub(super) const NONE: u64 = u64::MAX;

const NAMES: [&str; 6] = [
    "MPI_Comm_dup",
    "MPI_Comm_create",
    "MPI_Comm_split",
    "MPI_Comm_split_type",
    "MPI_Win_fence",
    "MPI_Win_free",
];

/// What a process says of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    kind: u64,
    pub(super) root: u64,
    pub(super) op: u64,
    pub(super) assert: u64,
    /// To whom it sends, all alike.
    pub(super) sends: Told,
    /// From whom it receives, all alike.
    pub(super) receives: Told,
    /// Blocks that it tells of when it is known that all call the same.
    pub(super) blocks: u64,
}

/// Bytes of a call as it travels.
const LEN: usize = 72;

impl Call {
    fn of_kind(kind: u64) -> Self {
        let (sends, receives) = (Told::NOTHING, Told::NOTHING);
        Call { kind, root: NONE, op: NONE, assert: 0, sends, receives, blocks: 0 }
    }

    /// Of something else than an operation.
    pub(crate) fn other(call: OtherCall) -> Self {
        Self::of_kind(OTHERS + call as u64)
    }

    /// With assertions, which all members have to give alike.
    pub(crate) fn asserting(self, assert: i32) -> Self {
        Call { assert: u64::from(assert.cast_unsigned()), ..self }
    }

    /// With a root.
    pub(super) fn rooted(self, root: i32) -> Self {
        Call { root: u64::from(root.cast_unsigned()), ..self }
    }

    /// The same in another form.
    pub(super) fn in_form(self, form: Form) -> Self {
        Call { kind: self.kind | (form as u64) << FORM, ..self }
    }

    /// With so many blocks.
    pub(super) fn with_blocks(self, blocks: usize) -> Self {
        Call { blocks: blocks as u64, ..self }
    }

    /// Of an operation.
    pub(super) fn of(process: &Process, comm: &Comm, operation: &Operation) -> Self {
        let call = Self::of_kind(u64::from(operation.kind()));
        let rooted = |root: i32| call.rooted(root);
        let sent = |buffer: &SendBuffer| Told::sent(process, buffer);
        let room = |buffer: &RecvBuffer| Told::received(process, buffer);
        let or_own = |buffer: &Option<SendBuffer>, own: Told| buffer.as_ref().map_or(own, sent);
        let reduced = |call: Call, v: &Vectors, count| {
            let told = Told::of(process, v.datatype, count);
            Call { sends: told, op: op_of(process, operation.op()), ..call }
        };
        match operation {
            // Who is beside the root has no arguments that mean anything (MPI-5.0 §6.2.3).
            Operation::Bcast(_, MPI_PROC_NULL)
            | Operation::Gather(.., MPI_PROC_NULL)
            | Operation::Scatter(.., MPI_PROC_NULL)
            | Operation::Reduce(_, MPI_PROC_NULL) => rooted(MPI_PROC_NULL),
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
            Operation::Reduce(v, root) => reduced(rooted(*root), v, v.count),
            Operation::Allreduce(v) | Operation::Scan(v) | Operation::Exscan(v) => {
                reduced(call, v, v.count)
            }
            // Two groups need not be of one size: what they have in common is the whole.
            Operation::ReduceScatterBlock(v) if comm.remote.is_some() => {
                reduced(call, v, v.count.saturating_mul(comm.size().into()))
            }
            Operation::ReduceScatterBlock(v) => reduced(call, v, v.count),
            Operation::ReduceScatter(v, counts) => {
                let all = counts.iter().filter_map(|n| u64::try_from(*n).ok()).sum();
                reduced(call, v, all)
            }
            _ => call,
        }
    }

    /// As it travels.
    pub(super) fn encode(&self) -> Vec<u8> {
        let Call { kind, root, op, assert, sends, receives, blocks } = *self;
        let (sends, receives) = ([sends.word, sends.bytes], [receives.word, receives.bytes]);
        let words = [kind, root, op, assert, blocks].into_iter().chain(sends).chain(receives);
        words.flat_map(u64::to_le_bytes).collect()
    }

    /// All calls, in the order of those that told them.
    pub(super) fn decode_all(bytes: &[u8]) -> Vec<Call> {
        let calls = bytes.chunks_exact(LEN).map(|bytes| {
            let word =
                |at: usize| bytes[8 * at..8 * at + 8].try_into().map_or(0, u64::from_le_bytes);
            let told = |at| Told { word: word(at), bytes: word(at + 1) };
            let (kind, root, op, assert, blocks) = (word(0), word(1), word(2), word(3), word(4));
            Call { kind, root, op, assert, blocks, sends: told(5), receives: told(7) }
        });
        calls.collect()
    }

    /// Which call it is, in which form.
    pub(super) fn kind(&self) -> u64 {
        self.kind
    }

    /// Which operation it is, in whatever form.
    pub(super) fn operation(&self) -> u64 {
        self.kind & ((1 << FORM) - 1)
    }

    pub(super) fn name(&self) -> String {
        let kind = self.operation();
        let name = match kind.checked_sub(OTHERS) {
            None => Operation::name_of(kind as u8),
            Some(other) => NAMES.get(other as usize).copied().unwrap_or("another call"),
        };
        const NONBLOCKING: u64 = Form::Nonblocking as u64;
        const PERSISTENT: u64 = Form::Persistent as u64;
        match (self.kind >> FORM, name.strip_prefix("MPI_")) {
            (NONBLOCKING, Some(rest)) => format!("MPI_I{}", rest.to_lowercase()),
            (PERSISTENT, _) => format!("{name}_init"),
            _ => name.to_owned(),
        }
    }

    pub(super) fn op_name(&self) -> String {
        let mut known = ferry_op::BuiltinOp::ALL.into_iter();
        match (known.find(|op| op.handle() as u64 == self.op), self.op) {
            (Some(op), _) => op.name().to_owned(),
            (None, 0) => "an operation of the program's that does not commute".to_owned(),
            (None, 1) => "an operation of the program's that commutes".to_owned(),
            _ => "none that it has".to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_travel_whole() {
        let call = Call::other(OtherCall::WinFence).asserting(7).with_blocks(3);
        let told = Told { word: 5, bytes: 6 };
        let call = Call { root: 1, op: 2, sends: told, ..call };
        assert_eq!(Call::decode_all(&[call.encode(), call.encode()].concat()), [call; 2]);
    }

    #[test]
    fn forms_have_names() {
        let call = |form| Call::of_kind(17).in_form(form).name();
        assert_eq!(call(Form::Blocking), "MPI_Neighbor_allgatherv");
        assert_eq!(call(Form::Nonblocking), "MPI_Ineighbor_allgatherv");
        assert_eq!(call(Form::Persistent), "MPI_Neighbor_allgatherv_init");
    }
}
