//! What a process says of a collective call to all others that take part.

use super::told::Told;
use crate::coll::{Operation, Vectors};
use crate::comm::Comm;
use crate::constants::MPI_PROC_NULL;
use crate::fixed_hash::fixed_hash;
use crate::handle::OpHandle;
use crate::op::Op;
use crate::p2p::{RecvBuffer, SendBuffer};
use crate::process::Process;
use std::fmt::Debug;

/// Collective calls that are no [`Operation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OtherCall {
    CommDup,
    CommCreate,
    CommSplit,
    CommSplitType,
    IntercommCreate,
    IntercommMerge,
    CartCreate,
    CartSub,
    GraphCreate,
    DistGraphCreate,
    DistGraphCreateAdjacent,
    WinCreate,
    WinAllocate,
    WinAllocateShared,
    WinCreateDynamic,
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

impl OtherCall {
    /// In the order of their numbers.
    const ALL: [OtherCall; 17] = [
        OtherCall::CommDup,
        OtherCall::CommCreate,
        OtherCall::CommSplit,
        OtherCall::CommSplitType,
        OtherCall::IntercommCreate,
        OtherCall::IntercommMerge,
        OtherCall::CartCreate,
        OtherCall::CartSub,
        OtherCall::GraphCreate,
        OtherCall::DistGraphCreate,
        OtherCall::DistGraphCreateAdjacent,
        OtherCall::WinCreate,
        OtherCall::WinAllocate,
        OtherCall::WinAllocateShared,
        OtherCall::WinCreateDynamic,
        OtherCall::WinFence,
        OtherCall::WinFree,
    ];

    /// What it is called, and the arguments that all of a group give alike, where they are compared.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            OtherCall::CommDup => ("MPI_Comm_dup", ""),
            OtherCall::CommCreate => ("MPI_Comm_create", ""),
            OtherCall::CommSplit => ("MPI_Comm_split", ""),
            OtherCall::CommSplitType => ("MPI_Comm_split_type", ""),
            OtherCall::IntercommCreate => ("MPI_Intercomm_create", "argument local_leader"),
            OtherCall::IntercommMerge => ("MPI_Intercomm_merge", "argument high"),
            OtherCall::CartCreate => {
                ("MPI_Cart_create", "one of the arguments ndims, dims and periods")
            }
            OtherCall::CartSub => ("MPI_Cart_sub", "argument remain_dims"),
            OtherCall::GraphCreate => {
                ("MPI_Graph_create", "one of the arguments nnodes, index and edges")
            }
            OtherCall::DistGraphCreate => {
                ("MPI_Dist_graph_create", "whether MPI_UNWEIGHTED is given")
            }
            OtherCall::DistGraphCreateAdjacent => {
                ("MPI_Dist_graph_create_adjacent", "whether MPI_UNWEIGHTED is given")
            }
            OtherCall::WinCreate => ("MPI_Win_create", ""),
            OtherCall::WinAllocate => ("MPI_Win_allocate", ""),
            OtherCall::WinAllocateShared => {
                ("MPI_Win_allocate_shared", "the info key alloc_shared_noncontig")
            }
            OtherCall::WinCreateDynamic => ("MPI_Win_create_dynamic", ""),
            OtherCall::WinFence => ("MPI_Win_fence", ""),
            OtherCall::WinFree => ("MPI_Win_free", ""),
        }
    }
}

/// What a process says of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    kind: u64,
    pub(super) root: u64,
    pub(super) op: u64,
    pub(super) assert: u64,
    /// Of the arguments that all of its group give alike.
    pub(super) alike: u64,
    /// What its communicator has begun without waiting: collectives, and duplications.
    pub(super) begun: [u32; 2],
    /// To whom it sends, all alike.
    pub(super) sends: Told,
    /// From whom it receives, all alike.
    pub(super) receives: Told,
    /// Blocks that it tells of when it is known that all call the same.
    pub(super) blocks: u64,
}

/// Bytes of a call as it travels.
const LEN: usize = 88;

impl Call {
    fn of_kind(kind: u64) -> Self {
        let (sends, receives, begun) = (Told::NOTHING, Told::NOTHING, [0; 2]);
        Call { kind, root: NONE, op: NONE, assert: 0, alike: 0, begun, sends, receives, blocks: 0 }
    }

    /// Of something else than an operation.
    pub(crate) fn other(call: OtherCall) -> Self {
        Self::of_kind(OTHERS + call as u64)
    }

    /// With assertions, which all members have to give alike.
    pub(crate) fn asserting(self, assert: i32) -> Self {
        Call { assert: u64::from(assert.cast_unsigned()), ..self }
    }

    /// With arguments that all of its group have to give alike.
    pub(crate) fn alike(self, arguments: impl Debug) -> Self {
        Call { alike: fixed_hash(&format!("{arguments:?}")), ..self }
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

    /// After so much has begun.
    pub(super) fn behind(self, begun: [u32; 2]) -> Self {
        Call { begun, ..self }
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
        let Call { kind, root, op, assert, alike, begun, sends, receives, blocks } = *self;
        let begun = u64::from(begun[0]) << 32 | u64::from(begun[1]);
        let (sends, receives) = ([sends.word, sends.bytes], [receives.word, receives.bytes]);
        let words = [kind, root, op, assert, alike, blocks, begun];
        let words = words.into_iter().chain(sends).chain(receives);
        words.flat_map(u64::to_le_bytes).collect()
    }

    /// All calls, in the order of those that told them.
    pub(super) fn decode_all(bytes: &[u8]) -> Vec<Call> {
        let calls = bytes.chunks_exact(LEN).map(|bytes| {
            let word =
                |at: usize| bytes[8 * at..8 * at + 8].try_into().map_or(0, u64::from_le_bytes);
            let told = |at| Told { word: word(at), bytes: word(at + 1) };
            let (kind, root, op, assert) = (word(0), word(1), word(2), word(3));
            let (alike, blocks, sends, receives) = (word(4), word(5), told(7), told(9));
            let begun = [(word(6) >> 32) as u32, word(6) as u32];
            Call { kind, root, op, assert, alike, begun, blocks, sends, receives }
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
        let name = match self.names() {
            None => Operation::name_of(self.operation() as u8),
            Some((name, _)) => name,
        };
        const NONBLOCKING: u64 = Form::Nonblocking as u64;
        const PERSISTENT: u64 = Form::Persistent as u64;
        match (self.kind >> FORM, name.strip_prefix("MPI_")) {
            (NONBLOCKING, Some("Comm_dup")) => "MPI_Comm_idup".to_owned(),
            (NONBLOCKING, Some(rest)) => format!("MPI_I{}", rest.to_lowercase()),
            (PERSISTENT, _) => format!("{name}_init"),
            _ => name.to_owned(),
        }
    }

    /// The names of a call that is no operation, and of its arguments that are compared.
    fn names(&self) -> Option<(&'static str, &'static str)> {
        let other = self.operation().checked_sub(OTHERS)?;
        Some(OtherCall::ALL.get(other as usize).map_or(("another call", ""), |call| call.names()))
    }

    /// What the arguments are called that all of a group give alike.
    pub(super) fn alike_name(&self) -> &'static str {
        self.names().map_or("", |(_, arguments)| arguments)
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
        let call = Call::other(OtherCall::WinFence).asserting(7).alike((1, 2)).with_blocks(3);
        let told = Told { word: 5, bytes: 6 };
        let call = Call { root: 1, op: 2, begun: [8, 9], sends: told, ..call };
        assert_eq!(Call::decode_all(&[call.encode(), call.encode()].concat()), [call; 2]);
    }

    #[test]
    fn forms_have_names() {
        let call = |form| Call::of_kind(17).in_form(form).name();
        assert_eq!(call(Form::Blocking), "MPI_Neighbor_allgatherv");
        assert_eq!(call(Form::Nonblocking), "MPI_Ineighbor_allgatherv");
        assert_eq!(call(Form::Persistent), "MPI_Neighbor_allgatherv_init");
        let numbers = OtherCall::ALL.map(|call| call as usize);
        assert!(numbers.into_iter().eq(0..OtherCall::ALL.len()));
        let last = Call::other(OtherCall::WinFree).name();
        let duplicated = Call::other(OtherCall::CommDup).in_form(Form::Nonblocking).name();
        assert_eq!((last.as_str(), duplicated.as_str()), ("MPI_Win_free", "MPI_Comm_idup"));
    }
}
