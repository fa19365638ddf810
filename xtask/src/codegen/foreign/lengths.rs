//! How many elements an array has: an expression in the wrapper, before anything is checked.

use super::super::kinds;
use super::super::model::{Function, Param, rust_name};

/// The length of the array `param`. A negative number gives none.
pub(super) fn of(function: &Function, param: &Param) -> Option<String> {
    let named = param.length.as_deref().filter(|name| function.param(name).is_some());
    match (param.name.as_str(), named) {
        ("array_of_info", _) => Some("lengths::at_root(comm, root, lengths::of(count))".to_owned()),
        ("sendtypes" | "recvtypes", _) => Some(members(function, param)),
        (_, Some("num_elements")) => Some("lengths::stored(num_elements)".to_owned()),
        (_, Some(name)) => Some(format!("lengths::of({})", rust_name(name))),
        // As many as there are requests. Of other arrays no argument tells the length.
        (_, None) if param.ty == kinds::STATUS => ["count", "incount"]
            .into_iter()
            .find(|name| function.param(name).is_some())
            .map(|name| format!("lengths::of({name})")),
        (_, None) => None,
    }
}

/// One for each member of the communicator, or for each neighbour.
fn members(function: &Function, param: &Param) -> String {
    match (function.name.contains("neighbor"), param.name.as_str()) {
        (false, _) => "lengths::peers(comm)".to_owned(),
        (true, "sendtypes") => "lengths::neighbors(comm).1".to_owned(),
        (true, _) => "lengths::neighbors(comm).0".to_owned(),
    }
}
