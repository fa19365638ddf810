//! Reduction operations of the program's.

use core::ffi::{c_int, c_void};

use ferry_abi::convert::store;
use ferry_abi::types::Count;
use ferry_mpi::constants::MPI_ERR_ARG;
use ferry_mpi::handle::{DatatypeHandle, OpHandle};
use ferry_mpi::op::{self, UserOp};
use ferry_mpi::{Error, Result};

use super::pointer;
use crate::abi::{Abi, Native};
use crate::callback::{UserFunction, UserFunctionLarge};

fn missing() -> Error {
    Error::new(MPI_ERR_ARG, "argument user_fn is NULL")
}

macro_rules! operations {
    ($($name:ident $function:ident $count:ty, $most:expr;)*) => { $(
        #[doc = concat!("`MPI_", stringify!($name), "`.")]
        pub unsafe fn $name<A: Abi>(
            user_fn: Option<$function<A>>,
            commute: c_int,
            place: *mut OpHandle,
        ) -> Result<()> {
            let user_fn = user_fn.ok_or_else(missing)?;
            let function = move |operand, into, count: i64, datatype: DatatypeHandle| {
                // No more than `most`.
                let mut len = count as $count;
                let mut datatype = A::Datatype::outward(datatype);
                let (operand, into): (*mut c_void, *mut c_void) = (pointer(operand), pointer(into));
                // SAFETY: the program vouches for its function, the arrays have `count` elements.
                unsafe { user_fn(operand, into, &mut len, &mut datatype) }
            };
            let user = UserOp { function: Box::new(function), most: $most };
            // SAFETY: a checked output pointer.
            unsafe { store(place, op::create(user, commute != 0)) };
            Ok(())
        }
    )* };
}

operations! {
    op_create UserFunction c_int, i64::from(c_int::MAX);
    op_create_c UserFunctionLarge Count, i64::MAX;
}
