//! Tool support (MPI-5.0 §15). Written by `cargo xtask codegen`; do not edit.

use super::prelude::*;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_Pcontrol(level: c_int) -> c_int {
    Face::returned(entry_anytime("MPI_Pcontrol", On::Nothing, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::profiling::pcontrol(level) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_changed(update_number: *mut c_int) -> c_int {
    Face::returned(entry_anytime("MPI_T_category_changed", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_category_changed(update_number) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_categories(
    cat_index: c_int,
    len: c_int,
    indices: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_category_get_categories", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_category_get_categories(cat_index, len, indices) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_cvars(
    cat_index: c_int,
    len: c_int,
    indices: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_category_get_cvars", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_category_get_cvars(cat_index, len, indices) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_events(
    cat_index: c_int,
    len: c_int,
    indices: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_category_get_events", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_category_get_events(cat_index, len, indices) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_index(
    name: *const c_char,
    cat_index: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_category_get_index", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_category_get_index(name, cat_index) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_info(
    cat_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    desc: *mut c_char,
    desc_len: *mut c_int,
    num_cvars: *mut c_int,
    num_pvars: *mut c_int,
    num_categories: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_category_get_info", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::tool::t_category_get_info(
                cat_index,
                name,
                name_len,
                desc,
                desc_len,
                num_cvars,
                num_pvars,
                num_categories,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_num(num_cat: *mut c_int) -> c_int {
    Face::returned(entry_anytime("MPI_T_category_get_num", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_category_get_num(num_cat) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_num_events(
    cat_index: c_int,
    num_events: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_category_get_num_events", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_category_get_num_events(cat_index, num_events) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_category_get_pvars(
    cat_index: c_int,
    len: c_int,
    indices: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_category_get_pvars", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_category_get_pvars(cat_index, len, indices) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_index(
    name: *const c_char,
    cvar_index: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_cvar_get_index", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_cvar::t_cvar_get_index(name, cvar_index) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_info(
    cvar_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    verbosity: *mut c_int,
    datatype: *mut DatatypeHandle,
    enumtype: *mut ToolEnum,
    desc: *mut c_char,
    desc_len: *mut c_int,
    bind: *mut c_int,
    scope: *mut c_int,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut verbosity_place = unsafe {
        NumberPlace::new(verbosity.cast(), false, Face::verbosity_inward, Face::verbosity_outward)
    };
    let verbosity = verbosity_place.pointer().cast();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut datatype_place = unsafe { HandlePlace::new(datatype, false, true) };
    let datatype = datatype_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut bind_place = unsafe {
        NumberPlace::new(bind.cast(), false, Face::binding_inward, Face::binding_outward)
    };
    let bind = bind_place.pointer().cast();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut scope_place =
        unsafe { NumberPlace::new(scope.cast(), false, Face::scope_inward, Face::scope_outward) };
    let scope = scope_place.pointer().cast();
    Face::returned(entry_anytime("MPI_T_cvar_get_info", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::tool_cvar::t_cvar_get_info(
                cvar_index, name, name_len, verbosity, datatype, enumtype, desc, desc_len, bind,
                scope,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_get_num(num_cvar: *mut c_int) -> c_int {
    Face::returned(entry_anytime("MPI_T_cvar_get_num", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_cvar::t_cvar_get_num(num_cvar) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_handle_alloc(
    cvar_index: c_int,
    obj_handle: *mut c_void,
    handle: *mut ToolCvar,
    count: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_cvar_handle_alloc", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_cvar::t_cvar_handle_alloc(cvar_index, obj_handle, handle, count) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_handle_free(handle: *mut ToolCvar) -> c_int {
    Face::returned(entry_anytime("MPI_T_cvar_handle_free", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_cvar::t_cvar_handle_free(handle) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_read(handle: ToolCvar, buf: *mut c_void) -> c_int {
    Face::returned(entry_anytime("MPI_T_cvar_read", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_cvar::t_cvar_read(handle, buf) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_cvar_write(handle: ToolCvar, buf: *const c_void) -> c_int {
    Face::returned(entry_anytime("MPI_T_cvar_write", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_cvar::t_cvar_write(handle, buf) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_enum_get_info(
    enumtype: ToolEnum,
    num: *mut c_int,
    name: *mut c_char,
    name_len: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_enum_get_info", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_enum_get_info(enumtype, num, name, name_len) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_enum_get_item(
    enumtype: ToolEnum,
    index: c_int,
    value: *mut c_int,
    name: *mut c_char,
    name_len: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_enum_get_item", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_enum_get_item(enumtype, index, value, name, name_len) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_callback_get_info(
    event_registration: ToolRegistration,
    cb_safety: CbSafety,
    info_used: *mut InfoHandle,
) -> c_int {
    let cb_safety = Face::safety_inward(cb_safety as c_int) as CbSafety;
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_used_place = unsafe { HandlePlace::new(info_used, false, true) };
    let info_used = info_used_place.pointer();
    Face::returned(entry_anytime("MPI_T_event_callback_get_info", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::tool_event::t_event_callback_get_info(event_registration, cb_safety, info_used)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_callback_set_info(
    event_registration: ToolRegistration,
    cb_safety: CbSafety,
    info: InfoHandle,
) -> c_int {
    let cb_safety = Face::safety_inward(cb_safety as c_int) as CbSafety;
    let info = info.inward();
    Face::returned(entry_anytime("MPI_T_event_callback_set_info", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_event::t_event_callback_set_info(event_registration, cb_safety, info) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_copy(
    event_instance: ToolInstance,
    buffer: *mut c_void,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_event_copy", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_event::t_event_copy(event_instance, buffer) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_index(
    name: *const c_char,
    event_index: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_event_get_index", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_event::t_event_get_index(name, event_index) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_info(
    event_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    verbosity: *mut c_int,
    array_of_datatypes: *mut DatatypeHandle,
    array_of_displacements: *mut Aint,
    num_elements: *mut c_int,
    enumtype: *mut ToolEnum,
    info: *mut InfoHandle,
    desc: *mut c_char,
    desc_len: *mut c_int,
    bind: *mut c_int,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut verbosity_place = unsafe {
        NumberPlace::new(verbosity.cast(), false, Face::verbosity_inward, Face::verbosity_outward)
    };
    let verbosity = verbosity_place.pointer().cast();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut array_of_datatypes_list =
        unsafe { HandleList::new(array_of_datatypes, lengths::stored(num_elements), false, true) };
    let array_of_datatypes = array_of_datatypes_list.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_place = unsafe { HandlePlace::new(info, false, true) };
    let info = info_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut bind_place = unsafe {
        NumberPlace::new(bind.cast(), false, Face::binding_inward, Face::binding_outward)
    };
    let bind = bind_place.pointer().cast();
    Face::returned(entry_anytime("MPI_T_event_get_info", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::tool_event::t_event_get_info(
                event_index,
                name,
                name_len,
                verbosity,
                array_of_datatypes,
                array_of_displacements,
                num_elements,
                enumtype,
                info,
                desc,
                desc_len,
                bind,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_num(num_events: *mut c_int) -> c_int {
    Face::returned(entry_anytime("MPI_T_event_get_num", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_event::t_event_get_num(num_events) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_source(
    event_instance: ToolInstance,
    source_index: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_event_get_source", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_event::t_event_get_source(event_instance, source_index) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_get_timestamp(
    event_instance: ToolInstance,
    event_timestamp: *mut Count,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_event_get_timestamp", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_event::t_event_get_timestamp(event_instance, event_timestamp) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_alloc(
    event_index: c_int,
    obj_handle: *mut c_void,
    info: InfoHandle,
    event_registration: *mut ToolRegistration,
) -> c_int {
    let info = info.inward();
    Face::returned(entry_anytime("MPI_T_event_handle_alloc", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe {
            odd::t_event_handle_alloc::<Face>(event_index, obj_handle, info, event_registration)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_free(
    event_registration: ToolRegistration,
    user_data: *mut c_void,
    free_cb_function: Option<ToolEventFreeFunction>,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_event_handle_free", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::t_event_handle_free::<Face>(event_registration, user_data, free_cb_function) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_get_info(
    event_registration: ToolRegistration,
    info_used: *mut InfoHandle,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_used_place = unsafe { HandlePlace::new(info_used, false, true) };
    let info_used = info_used_place.pointer();
    Face::returned(entry_anytime("MPI_T_event_handle_get_info", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_event::t_event_handle_get_info(event_registration, info_used) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_handle_set_info(
    event_registration: ToolRegistration,
    info: InfoHandle,
) -> c_int {
    let info = info.inward();
    Face::returned(entry_anytime("MPI_T_event_handle_set_info", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_event::t_event_handle_set_info(event_registration, info) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_read(
    event_instance: ToolInstance,
    element_index: c_int,
    buffer: *mut c_void,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_event_read", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_event::t_event_read(event_instance, element_index, buffer) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_register_callback(
    event_registration: ToolRegistration,
    cb_safety: CbSafety,
    info: InfoHandle,
    user_data: *mut c_void,
    event_cb_function: Option<ToolEventFunction>,
) -> c_int {
    let cb_safety = Face::safety_inward(cb_safety as c_int) as CbSafety;
    let info = info.inward();
    Face::returned(entry_anytime("MPI_T_event_register_callback", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe {
            odd::t_event_register_callback::<Face>(
                event_registration,
                cb_safety,
                info,
                user_data,
                event_cb_function,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_event_set_dropped_handler(
    event_registration: ToolRegistration,
    dropped_cb_function: Option<ToolEventDroppedFunction>,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_event_set_dropped_handler", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { odd::t_event_set_dropped_handler::<Face>(event_registration, dropped_cb_function) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_finalize() -> c_int {
    Face::returned(entry_anytime("MPI_T_finalize", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_finalize() }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_init_thread(required: c_int, provided: *mut c_int) -> c_int {
    let required = Face::thread_level_inward(required);
    // SAFETY: NULL, or what the standard says of the argument.
    let mut provided_place = unsafe {
        NumberPlace::new(
            provided.cast(),
            false,
            Face::thread_level_inward,
            Face::thread_level_outward,
        )
    };
    let provided = provided_place.pointer().cast();
    Face::returned(entry_anytime("MPI_T_init_thread", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool::t_init_thread(required, provided) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_index(
    name: *const c_char,
    var_class: c_int,
    pvar_index: *mut c_int,
) -> c_int {
    let var_class = Face::variable_class_inward(var_class);
    Face::returned(entry_anytime("MPI_T_pvar_get_index", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_pvar::t_pvar_get_index(name, var_class, pvar_index) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_info(
    pvar_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    verbosity: *mut c_int,
    var_class: *mut c_int,
    datatype: *mut DatatypeHandle,
    enumtype: *mut ToolEnum,
    desc: *mut c_char,
    desc_len: *mut c_int,
    bind: *mut c_int,
    readonly: *mut c_int,
    continuous: *mut c_int,
    atomic: *mut c_int,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut verbosity_place = unsafe {
        NumberPlace::new(verbosity.cast(), false, Face::verbosity_inward, Face::verbosity_outward)
    };
    let verbosity = verbosity_place.pointer().cast();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut var_class_place = unsafe {
        NumberPlace::new(
            var_class.cast(),
            false,
            Face::variable_class_inward,
            Face::variable_class_outward,
        )
    };
    let var_class = var_class_place.pointer().cast();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut datatype_place = unsafe { HandlePlace::new(datatype, false, true) };
    let datatype = datatype_place.pointer();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut bind_place = unsafe {
        NumberPlace::new(bind.cast(), false, Face::binding_inward, Face::binding_outward)
    };
    let bind = bind_place.pointer().cast();
    Face::returned(entry_anytime("MPI_T_pvar_get_info", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::tool_pvar::t_pvar_get_info(
                pvar_index, name, name_len, verbosity, var_class, datatype, enumtype, desc,
                desc_len, bind, readonly, continuous, atomic,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_get_num(num_pvar: *mut c_int) -> c_int {
    Face::returned(entry_anytime("MPI_T_pvar_get_num", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_pvar::t_pvar_get_num(num_pvar) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_handle_alloc(
    pe_session: ToolPvarSession,
    pvar_index: c_int,
    obj_handle: *mut c_void,
    handle: *mut ToolPvar,
    count: *mut c_int,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_pvar_handle_alloc", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe {
            odd::t_pvar_handle_alloc::<Face>(pe_session, pvar_index, obj_handle, handle, count)
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_handle_free(
    pe_session: ToolPvarSession,
    handle: *mut ToolPvar,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_pvar_handle_free", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_pvar::t_pvar_handle_free(pe_session, handle) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_read(
    pe_session: ToolPvarSession,
    handle: ToolPvar,
    buf: *mut c_void,
) -> c_int {
    let handle = Face::variables(handle);
    Face::returned(entry_anytime("MPI_T_pvar_read", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_pvar::t_pvar_read(pe_session, handle, buf) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_readreset(
    pe_session: ToolPvarSession,
    handle: ToolPvar,
    buf: *mut c_void,
) -> c_int {
    let handle = Face::variables(handle);
    Face::returned(entry_anytime("MPI_T_pvar_readreset", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_pvar::t_pvar_readreset(pe_session, handle, buf) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_reset(pe_session: ToolPvarSession, handle: ToolPvar) -> c_int {
    let handle = Face::variables(handle);
    Face::returned(entry_anytime("MPI_T_pvar_reset", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_pvar::t_pvar_reset(pe_session, handle) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_session_create(pe_session: *mut ToolPvarSession) -> c_int {
    Face::returned(entry_anytime("MPI_T_pvar_session_create", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_pvar::t_pvar_session_create(pe_session) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_session_free(pe_session: *mut ToolPvarSession) -> c_int {
    Face::returned(entry_anytime("MPI_T_pvar_session_free", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_pvar::t_pvar_session_free(pe_session) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_start(pe_session: ToolPvarSession, handle: ToolPvar) -> c_int {
    let handle = Face::variables(handle);
    Face::returned(entry_anytime("MPI_T_pvar_start", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_pvar::t_pvar_start(pe_session, handle) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_stop(pe_session: ToolPvarSession, handle: ToolPvar) -> c_int {
    let handle = Face::variables(handle);
    Face::returned(entry_anytime("MPI_T_pvar_stop", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_pvar::t_pvar_stop(pe_session, handle) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_pvar_write(
    pe_session: ToolPvarSession,
    handle: ToolPvar,
    buf: *const c_void,
) -> c_int {
    let handle = Face::variables(handle);
    Face::returned(entry_anytime("MPI_T_pvar_write", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_pvar::t_pvar_write(pe_session, handle, buf) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_info(
    source_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    desc: *mut c_char,
    desc_len: *mut c_int,
    ordering: *mut SourceOrder,
    ticks_per_second: *mut Count,
    max_ticks: *mut Count,
    info: *mut InfoHandle,
) -> c_int {
    // SAFETY: NULL, or what the standard says of the argument.
    let mut ordering_place = unsafe {
        NumberPlace::new(
            ordering.cast(),
            false,
            Face::source_order_inward,
            Face::source_order_outward,
        )
    };
    let ordering = ordering_place.pointer().cast();
    // SAFETY: NULL, or what the standard says of the argument.
    let mut info_place = unsafe { HandlePlace::new(info, false, true) };
    let info = info_place.pointer();
    Face::returned(entry_anytime("MPI_T_source_get_info", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe {
            calls::tool_event::t_source_get_info(
                source_index,
                name,
                name_len,
                desc,
                desc_len,
                ordering,
                ticks_per_second,
                max_ticks,
                info,
            )
        }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_num(num_sources: *mut c_int) -> c_int {
    Face::returned(entry_anytime("MPI_T_source_get_num", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_event::t_source_get_num(num_sources) }
    }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_T_source_get_timestamp(
    source_index: c_int,
    timestamp: *mut Count,
) -> c_int {
    Face::returned(entry_anytime("MPI_T_source_get_timestamp", On::Tool, || {
        // SAFETY: the program vouches for its arguments.
        unsafe { calls::tool_event::t_source_get_timestamp(source_index, timestamp) }
    }))
}
