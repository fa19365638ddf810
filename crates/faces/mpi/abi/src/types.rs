//! C types of the ABI that are not handles.

/// `MPI_Aint`: an address or a difference of addresses.
pub type Aint = isize;
/// `MPI_Count`.
pub type Count = i64;
/// `MPI_Offset`: a position in a file.
pub type Offset = i64;

/// `MPI_T_cb_safety`, as its C enumeration is passed.
pub type CbSafety = core::ffi::c_uint;
/// `MPI_T_source_order`, as its C enumeration is passed.
pub type SourceOrder = core::ffi::c_uint;

/// `MPI_T_enum`.
pub type ToolEnum = *mut core::ffi::c_void;
/// `MPI_T_cvar_handle`.
pub type ToolCvar = *mut core::ffi::c_void;
/// `MPI_T_pvar_handle`.
pub type ToolPvar = *mut core::ffi::c_void;
/// `MPI_T_pvar_session`.
pub type ToolPvarSession = *mut core::ffi::c_void;
/// `MPI_T_event_registration`.
pub type ToolRegistration = *mut core::ffi::c_void;
/// `MPI_T_event_instance`.
pub type ToolInstance = *mut core::ffi::c_void;
