//! Reduction operations by handle (MPI-5.0 §6.9).

use crate::buffer::check_null;
use crate::constants::{MPI_ERR_BUFFER, MPI_ERR_OP, MPI_IN_PLACE};
use crate::error::{Error, Result};
use crate::handle::{DatatypeHandle, OpHandle};
use crate::process::{Process, enter};
use ferry_datatype::{Basic, Datatype};
use ferry_op::BuiltinOp;
use std::fmt;
use std::sync::Arc;

/// What a program's function computes: `inout[i] = in[i] op inout[i]`. It gets the addresses of both
/// arrays, the number of elements and the datatype, and may call MPI.
pub type UserFunction = dyn Fn(usize, usize, i64, DatatypeHandle) + Send + Sync;

/// An operation made by the program.
pub struct UserOp {
    /// The function.
    pub function: Box<UserFunction>,
    /// The most elements that one call can be told of (an `int` or an `MPI_Count`).
    pub most: i64,
}

/// A reduction operation.
pub enum Op {
    /// One that the standard defines.
    Builtin(BuiltinOp),
    /// One of the program's; whether its operands may change places.
    User(UserOp, bool),
}

impl fmt::Debug for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Op::Builtin(op) => f.write_str(op.name()),
            Op::User(_, commutes) => write!(f, "user-defined operation, commutes: {commutes}"),
        }
    }
}

impl Op {
    /// Whether the operands may change places.
    pub fn is_commutative(&self) -> bool {
        match self {
            Op::Builtin(op) => op.is_commutative(),
            Op::User(_, commutes) => *commutes,
        }
    }

    /// Calls a user's function in as many pieces as it needs; `stride` is the distance of elements.
    pub(crate) fn call(
        user: &UserOp,
        operand: usize,
        into: usize,
        count: u64,
        stride: i64,
        datatype: DatatypeHandle,
    ) {
        let mut done = 0;
        while done < count {
            let piece = (count - done).min(user.most as u64);
            let skip = (stride as isize).wrapping_mul(done as isize);
            let at = |base: usize| base.wrapping_add_signed(skip);
            (user.function)(at(operand), at(into), piece as i64, datatype);
            done += piece;
        }
    }
}

/// Puts the predefined operations at their handles.
pub(crate) fn predefined() -> crate::table::Table<crate::handle::kind::Op, Arc<Op>> {
    let mut table = crate::table::Table::default();
    for op in BuiltinOp::ALL {
        table.define(OpHandle::new(op.handle()), Arc::new(Op::Builtin(op)));
    }
    table
}

#[cold]
fn bad_op(handle: OpHandle) -> Error {
    let text = format!("operation handle {handle:?} is null, freed or was never made");
    Error::new(MPI_ERR_OP, text)
}

/// The predefined datatype that a predefined operation works on (MPI-5.0 §6.9.2).
pub(crate) fn basic_for(op: BuiltinOp, datatype: &Datatype) -> Result<Basic> {
    // The parametrised Fortran datatypes are predefined without being named (MPI-5.0 §19.1.5).
    let unnamed = || datatype.uniform_basic().filter(|_| datatype.is_predefined());
    let Some(basic) = datatype.named().or_else(unnamed) else {
        let text = format!(
            "{} is defined for predefined datatypes only; make an operation with MPI_Op_create for \
             derived ones",
            op.name()
        );
        return Err(Error::new(MPI_ERR_OP, text));
    };
    if op.is_rma_only() {
        let text = format!("{} is for one-sided accumulation only", op.name());
        return Err(Error::new(MPI_ERR_OP, text));
    }
    if !op.supports(basic) {
        let text = format!("{} is not defined for {}", op.name(), basic.name());
        return Err(Error::new(MPI_ERR_OP, text));
    }
    Ok(basic)
}

impl Process {
    /// The operation of a handle.
    #[inline]
    pub fn op(&self, handle: OpHandle) -> Result<&Arc<Op>> {
        match self.ops.get(handle) {
            Some(op) => Ok(op),
            None => Err(bad_op(handle)),
        }
    }
}

/// `MPI_Op_create`.
pub fn create(op: UserOp, commutes: bool) -> OpHandle {
    enter().ops.insert(Arc::new(Op::User(op, commutes)))
}

/// `MPI_Op_free`. Operations under way keep what they need (MPI-5.0 §6.9.5).
pub fn free(handle: OpHandle) -> Result<()> {
    if handle.is_predefined() {
        let text = format!("operation handle {handle:?} is predefined and cannot be freed");
        return Err(Error::new(MPI_ERR_OP, text));
    }
    // The functions go after the state was left.
    let gone = enter().ops.retire(handle);
    gone.map(drop).ok_or_else(|| bad_op(handle))
}

/// `MPI_Op_commutative`.
pub fn is_commutative(handle: OpHandle) -> Result<bool> {
    Ok(enter().op(handle)?.is_commutative())
}

/// The operation of a Fortran integer.
pub fn from_int(value: i32) -> Option<OpHandle> {
    enter().ops.from_fortran(value)
}

/// `MPI_Reduce_local`: `inout = input op inout`, for `count` elements.
pub fn reduce_local(
    input: ferry_datatype::UserMemory,
    inout: ferry_datatype::UserMemoryMut,
    count: u64,
    datatype: DatatypeHandle,
    op: OpHandle,
) -> Result<()> {
    let (op, shape) = {
        let process = enter();
        let shape = process.committed(datatype)?.datatype.clone();
        (process.op(op)?.clone(), shape)
    };
    check_null(input.address(0), &shape, count)?;
    check_null(inout.address(0), &shape, count)?;
    if count > 0 && shape.size() > 0 {
        local_operands(&input, &inout)?;
    }
    match &*op {
        Op::Builtin(op) => {
            let basic = basic_for(*op, &shape)?;
            let len = crate::coll::bytes(basic.extent() as u64, count)?;
            let (operand, into) = (input.arena(0, len), inout.arena(0, len));
            reduce_bytes(*op, basic, &operand.read(0, len), &mut into.write(0, len));
        }
        Op::User(user, _) => {
            let (operand, into) = (input.address(0) as usize, inout.address(0) as usize);
            Op::call(user, operand, into, count, shape.extent(), datatype);
        }
    }
    Ok(())
}

/// Both operands of a local reduction are buffers, and two.
fn local_operands(
    input: &ferry_datatype::UserMemory,
    inout: &ferry_datatype::UserMemoryMut,
) -> Result<()> {
    if input.address(0) as usize == MPI_IN_PLACE {
        let text = "MPI_IN_PLACE is not possible in a local reduction; pass two buffers";
        return Err(Error::new(MPI_ERR_BUFFER, text));
    }
    crate::coll::apart(Some(input), inout)
}

/// Reduces with a predefined operation; that it fits the datatype was checked.
pub(crate) fn reduce_bytes(
    op: BuiltinOp,
    basic: Basic,
    operand: &ferry_sys::ReadRegion,
    into: &mut ferry_sys::WriteRegion,
) {
    let done = ferry_op::reduce(op, basic, operand.as_slice(), into.as_mut_slice());
    debug_assert!(done.is_ok(), "{done:?}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn predefined_operations_have_the_handles_of_the_abi() {
        let table = predefined();
        let sum = table.get(OpHandle::new(crate::constants::MPI_SUM)).unwrap();
        assert!(matches!(**sum, Op::Builtin(BuiltinOp::Sum)));
        assert!(sum.is_commutative());
        assert!(table.get(OpHandle::NULL).is_none());
    }

    #[test]
    fn operations_refuse_datatypes_without_a_meaning() {
        let float = Datatype::basic(Basic::from_handle(crate::constants::MPI_FLOAT).unwrap());
        assert!(basic_for(BuiltinOp::Sum, &float).is_ok());
        assert_eq!(basic_for(BuiltinOp::Band, &float).unwrap_err().code, MPI_ERR_OP);
        assert_eq!(basic_for(BuiltinOp::Replace, &float).unwrap_err().code, MPI_ERR_OP);
        let pair = Datatype::contiguous(ferry_datatype::Form::Int, 2, &float).unwrap();
        assert_eq!(basic_for(BuiltinOp::Sum, &pair).unwrap_err().code, MPI_ERR_OP);
    }

    #[test]
    fn long_arrays_go_to_small_functions_in_pieces() {
        let calls = Arc::new(Mutex::new(Vec::new()));
        let seen = calls.clone();
        let function = move |a: usize, b: usize, n: i64, _| seen.lock().unwrap().push((a, b, n));
        let user = UserOp { function: Box::new(function), most: 4 };
        Op::call(&user, 1000, 5000, 10, 8, DatatypeHandle::NULL);
        assert_eq!(*calls.lock().unwrap(), [(1000, 5000, 4), (1032, 5032, 4), (1064, 5064, 2)]);
    }
}
