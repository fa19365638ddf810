//! How a schedule's reductions are computed on bytes, and how elements lie in its buffers.

use crate::error::Result;
use crate::handle::{DatatypeHandle, OpHandle};
use crate::op::{Op, UserOp, basic_for, reduce_bytes};
use crate::process::Process;
use crate::table::Hold;
use ferry_datatype::{Basic, Datatype, UserMemory, UserMemoryMut};
use ferry_op::BuiltinOp;
use ferry_sys::Arena;
use std::sync::Arc;

/// What combines two spans of a schedule.
#[derive(Clone)]
pub(super) enum Reducer {
    /// Nothing is reduced.
    None,
    /// A predefined operation.
    Builtin(BuiltinOp, Basic),
    /// A user's function.
    User(Arc<Op>, Handed, Elements),
}

/// The handle that a user's function is given: it is good until all is done.
#[derive(Clone)]
pub(super) struct Handed {
    handle: DatatypeHandle,
    _hold: Hold,
}

/// How the elements of a reduction lie in a schedule's buffers, so that a user's function finds them
/// as in the program's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Elements {
    /// Bytes per element, gaps included.
    pub(super) unit: usize,
    /// Where an element's address lies before its first byte here.
    shift: i64,
    /// The program's memory is laid out like this already.
    pub(super) direct: bool,
    /// Elements reach over their extent: the function gets them one by one.
    single: bool,
    extent: i64,
}

impl Elements {
    fn of_basic(basic: Basic) -> Self {
        let extent = basic.extent();
        Elements { unit: extent, shift: 0, direct: true, single: false, extent: extent as i64 }
    }

    pub(super) fn of(datatype: &Datatype) -> Self {
        let (extent, lb) = (datatype.extent(), datatype.lb());
        let dense = datatype.is_contiguous();
        let end = datatype.true_lb() + datatype.true_extent();
        if extent > 0 && datatype.true_lb() >= lb && end <= datatype.ub() {
            let unit = extent as usize;
            return Elements { unit, shift: lb, direct: dense, single: false, extent };
        }
        // As far apart as any element may have to be aligned.
        let unit = (datatype.true_extent().max(1) as usize).next_multiple_of(16);
        Elements { unit, shift: datatype.true_lb(), direct: false, single: true, extent }
    }

    /// Lays elements of the program out in `to`.
    pub(super) fn stage(&self, datatype: &Datatype, from: &UserMemory, count: u64, to: &Arena) {
        let mut packed = vec![0; datatype.size() as usize];
        for index in 0..count {
            datatype.pack(&from.at(self.extent.wrapping_mul(index as i64)), 1, 0, &mut packed);
            datatype.unpack(&self.element(to, index), 1, 0, &packed);
        }
    }

    /// Puts elements back into the program's memory.
    pub(super) fn unstage(&self, datatype: &Datatype, from: &Arena, count: u64, to: UserMemoryMut) {
        let mut packed = vec![0; datatype.size() as usize];
        for index in 0..count {
            datatype.pack(&self.element(from, index).reader(), 1, 0, &mut packed);
            datatype.unpack(&to.at(self.extent.wrapping_mul(index as i64)), 1, 0, &packed);
        }
    }

    fn element(&self, arena: &Arena, index: u64) -> UserMemoryMut {
        UserMemoryMut::within(arena, self.shift).at((self.unit as u64 * index) as i64)
    }

    fn call(&self, user: &UserOp, handle: DatatypeHandle, from: usize, to: usize, len: usize) {
        let at = |address: usize| address.wrapping_add_signed(-self.shift as isize);
        let count = len / self.unit;
        if !self.single {
            Op::call(user, at(from), at(to), count as u64, self.extent, handle);
            return;
        }
        for place in (0..count).map(|index| index * self.unit) {
            Op::call(user, at(from + place), at(to + place), 1, self.extent, handle);
        }
    }
}

impl Reducer {
    /// What combines elements of a datatype, and how they are to lie.
    pub(super) fn new(
        process: &mut Process,
        op: OpHandle,
        handle: DatatypeHandle,
        datatype: &Datatype,
    ) -> Result<(Reducer, Elements)> {
        let op = process.op(op)?.clone();
        Ok(match &*op {
            Op::Builtin(builtin) => {
                let basic = basic_for(*builtin, datatype)?;
                (Reducer::Builtin(*builtin, basic), Elements::of_basic(basic))
            }
            Op::User(..) => {
                let elements = Elements::of(datatype);
                let handed = Handed { handle, _hold: process.types.hold(handle) };
                (Reducer::User(op, handed, elements), elements)
            }
        })
    }

    pub(super) fn is_user(&self) -> bool {
        matches!(self, Reducer::User(..))
    }

    pub(super) fn is_commutative(&self) -> bool {
        match self {
            Reducer::User(op, ..) => op.is_commutative(),
            Reducer::Builtin(..) | Reducer::None => true,
        }
    }

    /// `to = from op to` on `len` bytes.
    pub(super) fn combine(&self, from: &Arena, at: usize, to: &Arena, into: usize, len: usize) {
        match self {
            Reducer::None => {}
            Reducer::Builtin(op, basic) => {
                reduce_bytes(*op, *basic, &from.read(at, len), &mut to.write(into, len));
            }
            Reducer::User(op, handed, elements) => {
                if let Op::User(user, _) = &**op {
                    elements.call(user, handed.handle, from.address(at), to.address(into), len);
                }
            }
        }
    }
}
