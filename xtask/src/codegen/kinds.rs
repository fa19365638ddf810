//! Which C type and which Rust type a kind of parameter has.

/// A type by its two names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Type {
    pub(super) c: &'static str,
    pub(super) rust: &'static str,
}

macro_rules! types {
    ($($name:ident $c:literal $rust:literal;)*) => {
        $(pub(super) const $name: Type = Type { c: $c, rust: $rust };)*
    };
}

types! {
    INT "int" "c_int";
    DOUBLE "double" "c_double";
    AINT "MPI_Aint" "Aint";
    COUNT "MPI_Count" "Count";
    OFFSET "MPI_Offset" "Offset";
    VOID "void" "c_void";
    CHAR "char" "c_char";
    COMM "MPI_Comm" "CommHandle";
    GROUP "MPI_Group" "GroupHandle";
    DATATYPE "MPI_Datatype" "DatatypeHandle";
    OP "MPI_Op" "OpHandle";
    REQUEST "MPI_Request" "RequestHandle";
    MESSAGE "MPI_Message" "MessageHandle";
    INFO "MPI_Info" "InfoHandle";
    ERRHANDLER "MPI_Errhandler" "ErrhandlerHandle";
    WIN "MPI_Win" "WinHandle";
    FILE "MPI_File" "FileHandle";
    SESSION "MPI_Session" "SessionHandle";
    STATUS "MPI_Status" "Status";
    F_INTEGER "MPI_Fint" "c_int";
    F08_STATUS "MPI_F08_status" "Status";
    T_ENUM "MPI_T_enum" "ToolEnum";
    T_CVAR "MPI_T_cvar_handle" "ToolCvar";
    T_PVAR "MPI_T_pvar_handle" "ToolPvar";
    T_SESSION "MPI_T_pvar_session" "ToolPvarSession";
    T_REGISTRATION "MPI_T_event_registration" "ToolRegistration";
    T_INSTANCE "MPI_T_event_instance" "ToolInstance";
    T_SAFETY "MPI_T_cb_safety" "CbSafety";
    T_ORDER "MPI_T_source_order" "SourceOrder";
}

/// The type of one value of `kind`; whatever is not named here is an `int`.
pub(super) fn value(kind: &str, large: bool) -> Type {
    match kind {
        "COMMUNICATOR" => COMM,
        "GROUP" => GROUP,
        "DATATYPE" => DATATYPE,
        "OPERATION" => OP,
        "REQUEST" => REQUEST,
        "MESSAGE" => MESSAGE,
        "INFO" => INFO,
        "ERRHANDLER" => ERRHANDLER,
        "WINDOW" => WIN,
        "FILE" => FILE,
        "SESSION" => SESSION,
        "STATUS" => STATUS,
        "F08_STATUS" => F08_STATUS,
        _ if kind.starts_with("F90_") => F_INTEGER,
        "TOOLS_ENUM" => T_ENUM,
        "CVAR" => T_CVAR,
        "PVAR" => T_PVAR,
        "PVAR_SESSION" => T_SESSION,
        "EVENT_REGISTRATION" => T_REGISTRATION,
        "EVENT_INSTANCE" => T_INSTANCE,
        "CALLBACK_SAFETY" => T_SAFETY,
        "SOURCE_ORDERING" => T_ORDER,
        "WALL_TIME" | "TICK_RESOLUTION" => DOUBLE,
        _ => number(kind, large),
    }
}

fn number(kind: &str, large: bool) -> Type {
    match kind {
        "ALLOC_MEM_NUM_BYTES"
        | "DISPLACEMENT"
        | "DISPLACEMENT_NNI"
        | "LOCATION_SMALL"
        | "RMA_DISPLACEMENT_NNI"
        | "WINDOW_SIZE"
        | "WIN_ATTACH_SIZE" => AINT,
        "OFFSET" => OFFSET,
        "NUM_BYTES"
        | "XFER_NUM_ELEM"
        | "XFER_NUM_ELEM_NNI"
        | "TOOLS_TICK_COUNT"
        | "GENERIC_DTYPE_COUNT" => COUNT,
        "POLYDISPLACEMENT" | "POLYRMA_DISPLACEMENT" if large => AINT,
        "POLYDISPLACEMENT_AINT_COUNT"
        | "POLYDISPOFFSET"
        | "POLYDTYPE_STRIDE_BYTES"
        | "POLYDTYPE_PACK_SIZE"
        | "POLYLOCATION"
            if !large =>
        {
            AINT
        }
        _ if kind.starts_with("POLY") && large => COUNT,
        _ => INT,
    }
}

/// Whether an implementation in `calls` gets values of this kind widened to 64 bits, so that one
/// serves all forms.
pub(super) fn is_widened(kind: &str) -> bool {
    matches!(kind, "NUM_BYTES" | "XFER_NUM_ELEM" | "XFER_NUM_ELEM_NNI")
        || (kind.starts_with("POLY") && kind != "POLYFUNCTION")
}

/// Kinds that are always a pointer to something untyped.
pub(super) fn is_untyped(kind: &str) -> bool {
    matches!(
        kind,
        "BUFFER"
            | "C_BUFFER"
            | "C_BUFFER2"
            | "ATTRIBUTE_VAL"
            | "ATTRIBUTE_VAL_10"
            | "EXTRA_STATE"
            | "EXTRA_STATE2"
            | "LOGICAL_VOID"
            | "TOOL_MPI_OBJ"
    )
}

/// The Rust type of a C function type, in `crates/faces/mpi/abi/src/callback.rs`.
pub(super) fn function(c: &str) -> Option<&'static str> {
    Some(match c {
        "MPI_User_function" => "UserFunction",
        "MPI_User_function_c" => "UserFunctionLarge",
        "MPI_Comm_copy_attr_function" | "MPI_Copy_function" => "CommCopyFunction",
        "MPI_Comm_delete_attr_function" | "MPI_Delete_function" => "CommDeleteFunction",
        "MPI_Type_copy_attr_function" => "TypeCopyFunction",
        "MPI_Type_delete_attr_function" => "TypeDeleteFunction",
        "MPI_Win_copy_attr_function" => "WinCopyFunction",
        "MPI_Win_delete_attr_function" => "WinDeleteFunction",
        "MPI_Comm_errhandler_function" | "MPI_Handler_function" => "CommErrhandlerFunction",
        "MPI_Win_errhandler_function" => "WinErrhandlerFunction",
        "MPI_File_errhandler_function" => "FileErrhandlerFunction",
        "MPI_Session_errhandler_function" => "SessionErrhandlerFunction",
        "MPI_Grequest_query_function" => "GrequestQueryFunction",
        "MPI_Grequest_free_function" => "GrequestFreeFunction",
        "MPI_Grequest_cancel_function" => "GrequestCancelFunction",
        "MPI_Datarep_extent_function" => "DatarepExtentFunction",
        "MPI_Datarep_conversion_function" => "DatarepConversionFunction",
        "MPI_Datarep_conversion_function_c" => "DatarepConversionFunctionLarge",
        "MPI_T_event_cb_function" => "ToolEventFunction",
        "MPI_T_event_free_cb_function" => "ToolEventFreeFunction",
        "MPI_T_event_dropped_cb_function" => "ToolEventDroppedFunction",
        _ => return None,
    })
}
