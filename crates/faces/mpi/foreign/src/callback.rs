//! Types of the functions that a program hands to MPI, with the types of its ABI.

use core::ffi::{c_int, c_void};

use ferry_abi::types::{Aint, Count, Offset};

use crate::abi::Abi;

/// `MPI_User_function`.
pub type UserFunction<A> =
    unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_int, *mut <A as Abi>::Datatype);
/// `MPI_User_function_c`.
pub type UserFunctionLarge<A> =
    unsafe extern "C" fn(*mut c_void, *mut c_void, *mut Count, *mut <A as Abi>::Datatype);

/// A copy function of attributes of objects that have such handles.
pub type AttributeCopy<H> =
    unsafe extern "C" fn(H, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;
/// A delete function of attributes.
pub type AttributeDelete<H> = unsafe extern "C" fn(H, c_int, *mut c_void, *mut c_void) -> c_int;

/// An error handler of objects that have such handles; called with the two arguments that the standard names.
pub type ErrorFunction<H> = unsafe extern "C" fn(*mut H, *mut c_int, ...);

/// `MPI_Grequest_query_function`.
pub type GrequestQuery<A> = unsafe extern "C" fn(*mut c_void, *mut <A as Abi>::Status) -> c_int;

/// `MPI_Datarep_extent_function`.
pub type DatarepExtent<A> =
    unsafe extern "C" fn(<A as Abi>::Datatype, *mut Aint, *mut c_void) -> c_int;
/// `MPI_Datarep_conversion_function`, and its form for large counts.
pub type DatarepConversion<A, C> = unsafe extern "C" fn(
    *mut c_void,
    <A as Abi>::Datatype,
    C,
    *mut c_void,
    Offset,
    *mut c_void,
) -> c_int;
