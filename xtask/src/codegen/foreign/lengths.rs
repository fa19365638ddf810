//! How many elements an array has: an expression in the wrapper, before anything is checked.

use super::super::model::{Function, Param, rust_name};

/// The length of the array `param`. A negative number gives none.
pub(super) fn of(function: &Function, param: &Param) -> Option<String> {
    let named = param.length.as_deref().filter(|name| function.param(name).is_some());
    match (param.name.as_str(), named) {
        ("array_of_info" | "array_of_errcodes", _) => at_root(function),
        ("sendtypes" | "recvtypes", _) => Some(members(function, param)),
        (_, Some("num_elements")) => Some("lengths::stored(num_elements)".to_owned()),
        (_, Some(name)) => Some(format!("lengths::of({})", rust_name(name))),
        (_, None) => ["count", "incount", "n"]
            .into_iter()
            .find(|name| function.param(name).is_some())
            .map(|name| format!("lengths::of({name})")),
    }
}

/// Arrays that count at the root alone.
fn at_root(function: &Function) -> Option<String> {
    let length = match function.name.as_str() {
        "MPI_Comm_spawn" => "lengths::of(maxprocs)",
        // How many processes that makes is told by an array.
        "MPI_Comm_spawn_multiple" => "lengths::of(count)",
        _ => return None,
    };
    Some(format!("lengths::at_root(comm, root, {length})"))
}

/// One for each member of the communicator, or for each neighbour.
fn members(function: &Function, param: &Param) -> String {
    match (function.name.contains("neighbor"), param.name.as_str()) {
        (false, _) => "lengths::peers(comm)".to_owned(),
        (true, "sendtypes") => "lengths::neighbors(comm).1".to_owned(),
        (true, _) => "lengths::neighbors(comm).0".to_owned(),
    }
}
