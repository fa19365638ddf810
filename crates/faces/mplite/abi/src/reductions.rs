//! Reductions of numbers, in place, with the results everywhere.

use crate::library::{end, must, process};
use crate::messages::members;
use crate::pointer::memory;
use crate::trace::traced;
use ferry_mplite::{Element, MpLiteError, Participants, ReductionKind};
use std::ffi::{c_int, c_void};

fn reduce<T: Element>(vec: *mut c_void, n: c_int, kind: ReductionKind, members: &Participants) {
    let _call = traced("MP_Global", || format!("& {n} {kind:?}"));
    must(process().reduce::<T>(memory(vec, n, T::SIZE), kind, members));
}

/// A reduction of a type.
macro_rules! reduction {
    ($type:ty, $kind:expr, $name:ident, $masked:ident) => {
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(vec: *mut c_void, n: c_int) {
            reduce::<$type>(vec, n, $kind, &Participants::all(process().size()));
        }

        #[doc = concat!("`", stringify!($masked), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $masked(vec: *mut c_void, n: c_int, mask: *const c_int) {
            reduce::<$type>(vec, n, $kind, &members(mask));
        }
    };
}

reduction!(f64, ReductionKind::Sum, MP_dSum, MP_dSum_masked);
reduction!(i32, ReductionKind::Sum, MP_iSum, MP_iSum_masked);
reduction!(f32, ReductionKind::Sum, MP_fSum, MP_fSum_masked);
reduction!(f64, ReductionKind::Max, MP_dMax, MP_dMax_masked);
reduction!(i32, ReductionKind::Max, MP_iMax, MP_iMax_masked);
reduction!(f32, ReductionKind::Max, MP_fMax, MP_fMax_masked);
reduction!(f64, ReductionKind::Min, MP_dMin, MP_dMin_masked);
reduction!(i32, ReductionKind::Min, MP_iMin, MP_iMin_masked);
reduction!(f32, ReductionKind::Min, MP_fMin, MP_fMin_masked);

/// `MP_Global`: the reduction of a number from 0 to 8.
#[unsafe(no_mangle)]
pub extern "C" fn MP_Global(vec: *mut c_void, n: c_int, op_type: c_int, mask: *const c_int) {
    let kinds = [ReductionKind::Sum, ReductionKind::Max, ReductionKind::Min];
    let number = usize::try_from(op_type).ok().filter(|number| *number < 9);
    let Some(number) = number else {
        end(&MpLiteError::Links(format!("MP_Global knows no operation {op_type}")));
    };
    let (kind, members) = (kinds[number / 3], members(mask));
    match number % 3 {
        0 => reduce::<f64>(vec, n, kind, &members),
        1 => reduce::<i32>(vec, n, kind, &members),
        _ => reduce::<f32>(vec, n, kind, &members),
    }
}
