//! What the C functions do, one function a procedure: convert pointers, call `ferry_mpi`, store.
//!
//! # How to add a function
//!
//! 1. Write it in a module here, under the procedure's name without `MPI_`, in lower case:
//!    `MPI_Type_create_struct` is `datatype::type_create_struct`. It serves the int form and the
//!    `_c` form alike.
//! 2. Add the line `MPI_Type_create_struct datatype` to `spec/built.txt`.
//! 3. Run `cargo xtask codegen`. Where the signature differs from what the wrapper passes, the
//!    compiler says what it should be.
//!
//! # Signatures
//!
//! `pub unsafe fn name(...) -> ferry_mpi::Result<()>`, with the parameters of the C function in
//! their order and these types:
//!
//! | in C | here |
//! | --- | --- |
//! | handle in | [`CommHandle`](ferry_mpi::handle::CommHandle) and so on, by value |
//! | handle out or in-out | `*mut CommHandle` |
//! | array of handles | `*const DatatypeHandle`, `*mut RequestHandle` |
//! | count, size or displacement that has a `_c` form (also `MPI_Count` of `_x` functions) | `i64` |
//! | array of those | [`Ints`](crate::convert::Ints) |
//! | pointer to store one | [`OutCount`](crate::convert::OutCount) (also for in-out) |
//! | other `MPI_Aint`, `MPI_Offset` | `isize`, `i64` |
//! | `int`, logicals, arrays of `int` | `c_int`, `*const c_int`, `*mut c_int` |
//! | buffer | `*const c_void`, `*mut c_void` |
//! | string in, out | `*const c_char`, `*mut c_char` |
//! | status in, out | `*const Status`, `*mut Status` (out may be null: `MPI_STATUS_IGNORE`) |
//! | function | `Option<...>` of a type in [`callback`](crate::callback) |
//!
//! # What the wrapper has checked already
//!
//! From the kind of each parameter: handles are not null where null is no legal value, single
//! counts and sizes are not negative, tags are in range, output pointers (single values and
//! handles, not arrays and not statuses) and input strings are not `NULL`, MPI runs. What only the
//! object can tell is checked here or below: that a handle is alive, that a datatype is committed,
//! ranks and roots, entries of arrays. With `MPI_IN_PLACE` or a root that is negative (an
//! intercommunicator's `MPI_ROOT`, `MPI_PROC_NULL`) the count and type that may be meaningless are
//! not checked. `spec/overrides.toml` holds the exceptions.
//!
//! # Exceptions
//!
//! - `separate`: the `_c` form has an implementation of its own, with `_c` at its name and in
//!   `built.txt` (`type_get_contents_c`, `op_create_c`).
//! - `same_as`: a deprecated name is served by another (`MPI_Attr_get` by `comm_get_attr`).
//! - `plain`: what does not return an error code (`MPI_Wtime`) returns its value: no `Result`.
//! - Functions of the tools interface return their code and never call an error handler.
#![allow(clippy::too_many_arguments, clippy::missing_safety_doc)]
// SAFETY of every `pub unsafe fn` here: pointers are what the standard says of the arguments of the
// function of that name; lengths are those of its other arguments.

pub mod attr;
pub mod buffer;
pub mod coll;
pub mod comm;
pub mod datarep;
pub mod datatype;
pub mod datatype_blocks;
pub mod datatype_bounds;
pub mod datatype_contents;
pub mod dynamic;
pub mod env;
pub mod errhandler;
pub mod error_code;
pub mod failure;
pub mod file;
pub mod file_access;
pub mod file_split;
pub mod generalized;
pub mod group;
pub mod handle;
pub mod info;
pub mod init;
pub mod memory;
pub mod op;
pub mod p2p;
pub mod pack;
pub mod partitioned;
pub mod profiling;
pub mod request;
pub mod rma;
pub mod session;
pub mod status;
pub mod status_count;
pub mod status_fortran;
pub mod time;
pub mod tool;
pub mod tool_cvar;
pub mod tool_event;
pub mod tool_pvar;
pub mod topo;
pub mod version;
pub mod win;
