//! Tool support (MPI-5.0 §15). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pcontrol(level: c_int) -> c_int {
    entry_anytime("MPI_Pcontrol", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::profiling::pcontrol(level) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_changed(_update_number: *mut c_int) -> c_int {
    unbuilt("MPI_T_category_changed", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_categories(
    _cat_index: c_int,
    _len: c_int,
    _indices: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_category_get_categories", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_cvars(
    _cat_index: c_int,
    _len: c_int,
    _indices: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_category_get_cvars", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_events(
    _cat_index: c_int,
    _len: c_int,
    _indices: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_category_get_events", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_index(
    _name: *const c_char,
    _cat_index: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_category_get_index", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_info(
    _cat_index: c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
    _desc: *mut c_char,
    _desc_len: *mut c_int,
    _num_cvars: *mut c_int,
    _num_pvars: *mut c_int,
    _num_categories: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_category_get_info", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_num(_num_cat: *mut c_int) -> c_int {
    unbuilt("MPI_T_category_get_num", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_num_events(
    _cat_index: c_int,
    _num_events: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_category_get_num_events", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_pvars(
    _cat_index: c_int,
    _len: c_int,
    _indices: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_category_get_pvars", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_index(
    _name: *const c_char,
    _cvar_index: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_cvar_get_index", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_info(
    _cvar_index: c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
    _verbosity: *mut c_int,
    _datatype: *mut DatatypeHandle,
    _enumtype: *mut ToolEnum,
    _desc: *mut c_char,
    _desc_len: *mut c_int,
    _bind: *mut c_int,
    _scope: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_cvar_get_info", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_num(_num_cvar: *mut c_int) -> c_int {
    unbuilt("MPI_T_cvar_get_num", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_handle_alloc(
    _cvar_index: c_int,
    _obj_handle: *mut c_void,
    _handle: *mut ToolCvar,
    _count: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_cvar_handle_alloc", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_handle_free(_handle: *mut ToolCvar) -> c_int {
    unbuilt("MPI_T_cvar_handle_free", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_read(_handle: ToolCvar, _buf: *mut c_void) -> c_int {
    unbuilt("MPI_T_cvar_read", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_write(_handle: ToolCvar, _buf: *const c_void) -> c_int {
    unbuilt("MPI_T_cvar_write", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_enum_get_info(
    _enumtype: ToolEnum,
    _num: *mut c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_enum_get_info", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_enum_get_item(
    _enumtype: ToolEnum,
    _index: c_int,
    _value: *mut c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_enum_get_item", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_callback_get_info(
    _event_registration: ToolRegistration,
    _cb_safety: CbSafety,
    _info_used: *mut InfoHandle,
) -> c_int {
    unbuilt("MPI_T_event_callback_get_info", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_callback_set_info(
    _event_registration: ToolRegistration,
    _cb_safety: CbSafety,
    _info: InfoHandle,
) -> c_int {
    unbuilt("MPI_T_event_callback_set_info", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_copy(
    _event_instance: ToolInstance,
    _buffer: *mut c_void,
) -> c_int {
    unbuilt("MPI_T_event_copy", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_index(
    _name: *const c_char,
    _event_index: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_event_get_index", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_info(
    _event_index: c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
    _verbosity: *mut c_int,
    _array_of_datatypes: *mut DatatypeHandle,
    _array_of_displacements: *mut Aint,
    _num_elements: *mut c_int,
    _enumtype: *mut ToolEnum,
    _info: *mut InfoHandle,
    _desc: *mut c_char,
    _desc_len: *mut c_int,
    _bind: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_event_get_info", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_num(_num_events: *mut c_int) -> c_int {
    unbuilt("MPI_T_event_get_num", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_source(
    _event_instance: ToolInstance,
    _source_index: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_event_get_source", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_timestamp(
    _event_instance: ToolInstance,
    _event_timestamp: *mut Count,
) -> c_int {
    unbuilt("MPI_T_event_get_timestamp", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_alloc(
    _event_index: c_int,
    _obj_handle: *mut c_void,
    _info: InfoHandle,
    _event_registration: *mut ToolRegistration,
) -> c_int {
    unbuilt("MPI_T_event_handle_alloc", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_free(
    _event_registration: ToolRegistration,
    _user_data: *mut c_void,
    _free_cb_function: Option<ToolEventFreeFunction>,
) -> c_int {
    unbuilt("MPI_T_event_handle_free", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_get_info(
    _event_registration: ToolRegistration,
    _info_used: *mut InfoHandle,
) -> c_int {
    unbuilt("MPI_T_event_handle_get_info", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_set_info(
    _event_registration: ToolRegistration,
    _info: InfoHandle,
) -> c_int {
    unbuilt("MPI_T_event_handle_set_info", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_read(
    _event_instance: ToolInstance,
    _element_index: c_int,
    _buffer: *mut c_void,
) -> c_int {
    unbuilt("MPI_T_event_read", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_register_callback(
    _event_registration: ToolRegistration,
    _cb_safety: CbSafety,
    _info: InfoHandle,
    _user_data: *mut c_void,
    _event_cb_function: Option<ToolEventFunction>,
) -> c_int {
    unbuilt("MPI_T_event_register_callback", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_set_dropped_handler(
    _event_registration: ToolRegistration,
    _dropped_cb_function: Option<ToolEventDroppedFunction>,
) -> c_int {
    unbuilt("MPI_T_event_set_dropped_handler", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_finalize() -> c_int {
    unbuilt("MPI_T_finalize", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_init_thread(_required: c_int, _provided: *mut c_int) -> c_int {
    unbuilt("MPI_T_init_thread", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_index(
    _name: *const c_char,
    _var_class: c_int,
    _pvar_index: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_pvar_get_index", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_info(
    _pvar_index: c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
    _verbosity: *mut c_int,
    _var_class: *mut c_int,
    _datatype: *mut DatatypeHandle,
    _enumtype: *mut ToolEnum,
    _desc: *mut c_char,
    _desc_len: *mut c_int,
    _bind: *mut c_int,
    _readonly: *mut c_int,
    _continuous: *mut c_int,
    _atomic: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_pvar_get_info", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_num(_num_pvar: *mut c_int) -> c_int {
    unbuilt("MPI_T_pvar_get_num", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_handle_alloc(
    _pe_session: ToolPvarSession,
    _pvar_index: c_int,
    _obj_handle: *mut c_void,
    _handle: *mut ToolPvar,
    _count: *mut c_int,
) -> c_int {
    unbuilt("MPI_T_pvar_handle_alloc", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_handle_free(
    _pe_session: ToolPvarSession,
    _handle: *mut ToolPvar,
) -> c_int {
    unbuilt("MPI_T_pvar_handle_free", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_read(
    _pe_session: ToolPvarSession,
    _handle: ToolPvar,
    _buf: *mut c_void,
) -> c_int {
    unbuilt("MPI_T_pvar_read", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_readreset(
    _pe_session: ToolPvarSession,
    _handle: ToolPvar,
    _buf: *mut c_void,
) -> c_int {
    unbuilt("MPI_T_pvar_readreset", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_reset(
    _pe_session: ToolPvarSession,
    _handle: ToolPvar,
) -> c_int {
    unbuilt("MPI_T_pvar_reset", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_session_create(_pe_session: *mut ToolPvarSession) -> c_int {
    unbuilt("MPI_T_pvar_session_create", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_session_free(_pe_session: *mut ToolPvarSession) -> c_int {
    unbuilt("MPI_T_pvar_session_free", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_start(
    _pe_session: ToolPvarSession,
    _handle: ToolPvar,
) -> c_int {
    unbuilt("MPI_T_pvar_start", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_stop(
    _pe_session: ToolPvarSession,
    _handle: ToolPvar,
) -> c_int {
    unbuilt("MPI_T_pvar_stop", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_write(
    _pe_session: ToolPvarSession,
    _handle: ToolPvar,
    _buf: *const c_void,
) -> c_int {
    unbuilt("MPI_T_pvar_write", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_info(
    _source_index: c_int,
    _name: *mut c_char,
    _name_len: *mut c_int,
    _desc: *mut c_char,
    _desc_len: *mut c_int,
    _ordering: *mut SourceOrder,
    _ticks_per_second: *mut Count,
    _max_ticks: *mut Count,
    _info: *mut InfoHandle,
) -> c_int {
    unbuilt("MPI_T_source_get_info", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_num(_num_sources: *mut c_int) -> c_int {
    unbuilt("MPI_T_source_get_num", On::Tool)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_timestamp(
    _source_index: c_int,
    _timestamp: *mut Count,
) -> c_int {
    unbuilt("MPI_T_source_get_timestamp", On::Tool)
}
