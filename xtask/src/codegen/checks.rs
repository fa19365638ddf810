//! Which checks follow from the kind of a parameter; `crates/faces/mpi/abi/src/check.rs` has them.

use super::kinds;
use super::model::{Function, Param, Shape, rust_name};
use super::spec::Direction;

/// The statements that check the arguments of `function`.
pub(super) fn statements(function: &Function) -> Vec<String> {
    if function.is_unchecked {
        return Vec::new();
    }
    let mut statements: Vec<String> = Vec::new();
    let mut open: Option<String> = None;
    for param in &function.params {
        let Some(check) = check(function, param) else { continue };
        let condition = condition(function, param);
        if condition != open {
            close(&mut statements, &open);
            if let Some(condition) = &condition {
                statements.push(format!("if {condition} {{"));
            }
            open = condition;
        }
        statements.push(format!("{check}?;"));
    }
    close(&mut statements, &open);
    statements
}

fn close(statements: &mut Vec<String>, open: &Option<String>) {
    if open.is_some() {
        statements.push("}".into());
    }
}

/// When the argument means anything at all, where that is not always: with `MPI_IN_PLACE`, or at a
/// process of an intercommunicator that takes no part, its value is ignored (MPI-5.0 §6.2.2).
fn condition(function: &Function, param: &Param) -> Option<String> {
    if !is_data(param) || param.shape != Shape::Value {
        return None;
    }
    let mut conditions = Vec::new();
    if function.param("root").is_some() {
        conditions.push("root >= 0".to_owned());
    }
    let is_sent = param.name.starts_with("send");
    let may_be_in_place = function.param("sendbuf").is_some() && function.param("comm").is_some();
    let has_two_types = function.param("sendtype").is_some() && function.param("tag").is_none();
    if may_be_in_place && has_two_types && function.param("sendtag").is_none() {
        conditions
            .push(format!("!check::in_place({})", if is_sent { "sendbuf" } else { "recvbuf" }));
    }
    (!conditions.is_empty()).then(|| conditions.join(" && "))
}

/// Whether it says which data a call is about.
fn is_data(param: &Param) -> bool {
    matches!(param.ty, kinds::DATATYPE | kinds::OP) || kinds::is_widened(&param.kind)
}

/// The check of one parameter, or none.
fn check(function: &Function, p: &Param) -> Option<String> {
    if p.root_only || function.takes_part && (is_data(p) || p.kind == "STRING") {
        return None;
    }
    match (p.shape, p.dir) {
        (Shape::Value, _) => value(function, p),
        (Shape::Pointer, _) => pointer(p),
        _ => None,
    }
}

fn value(function: &Function, p: &Param) -> Option<String> {
    if p.null {
        return None;
    }
    let (name, rust) = (&p.name, rust_name(&p.name));
    if is_handle(p) {
        return (p.ty != kinds::INFO).then(|| format!("check::handle(\"{name}\", {rust})"));
    }
    match p.kind.as_str() {
        "TAG" if function.may_any_tag || name == "recvtag" => {
            Some(format!("check::recv_tag(\"{name}\", {rust})"))
        }
        "TAG" => Some(format!("check::send_tag(\"{name}\", {rust})")),
        "KEYVAL" => Some(format!("check::keyval(\"{name}\", {rust})")),
        kind => {
            let (sign, class) = sign_and_class(kind, name)?;
            let wide = match p.ty {
                kinds::COUNT | kinds::OFFSET => rust,
                _ => format!("{rust} as i64"),
            };
            Some(format!("check::{sign}(\"{name}\", {class}, {wide})"))
        }
    }
}

/// The sign that a number must have and the class of the error where it has not.
fn sign_and_class(kind: &str, name: &str) -> Option<(&'static str, &'static str)> {
    let sign = if kind.ends_with("_PI") { "positive" } else { "not_negative" };
    let class = match kind {
        "POLYXFER_NUM_ELEM"
        | "POLYXFER_NUM_ELEM_NNI"
        | "POLYDTYPE_NUM_ELEM"
        | "POLYDTYPE_NUM_ELEM_NNI"
        | "XFER_NUM_ELEM"
        | "XFER_NUM_ELEM_NNI" => "MPI_ERR_COUNT",
        "ARRAY_LENGTH" | "ARRAY_LENGTH_NNI" | "ARRAY_LENGTH_PI" if name.ends_with("count") => {
            "MPI_ERR_COUNT"
        }
        "ARRAY_LENGTH"
        | "ARRAY_LENGTH_NNI"
        | "ARRAY_LENGTH_PI"
        | "DEGREE"
        | "COMM_SIZE_PI"
        | "POLYNUM_BYTES_NNI"
        | "POLYNUM_BYTES"
        | "POLYNUM_PARAM_VALUES"
        | "POLYDTYPE_PACK_SIZE"
        | "ALLOC_MEM_NUM_BYTES" => "MPI_ERR_ARG",
        "NUM_DIMS" => "MPI_ERR_DIMS",
        "WINDOW_SIZE" | "WIN_ATTACH_SIZE" => "MPI_ERR_SIZE",
        "RMA_DISPLACEMENT_NNI" => "MPI_ERR_DISP",
        "POLYRMA_DISPLACEMENT" => return Some(("positive", "MPI_ERR_DISP")),
        _ => return None,
    };
    Some((sign, class))
}

fn pointer(p: &Param) -> Option<String> {
    let (name, rust) = (&p.name, rust_name(&p.name));
    let not_null = format!("check::pointer(\"{name}\", {rust})");
    match p.kind.as_str() {
        // NULL is MPI_BOTTOM, MPI_STATUS_IGNORE, or a value of the program's.
        "BUFFER" | "EXTRA_STATE" | "EXTRA_STATE2" | "TOOL_MPI_OBJ" | "LOGICAL_VOID" => None,
        "STATUS" if p.dir == Direction::Out => None,
        "ATTRIBUTE_VAL" | "ATTRIBUTE_VAL_10" if p.dir == Direction::In => None,
        _ if is_handle(p) && p.dir != Direction::Out && !p.null => {
            Some(format!("unsafe {{ check::handle_at(\"{name}\", {rust}) }}"))
        }
        _ if is_handle(p) || !p.null => Some(not_null),
        _ => None,
    }
}

pub(super) fn is_handle(p: &Param) -> bool {
    matches!(
        p.ty,
        kinds::COMM
            | kinds::GROUP
            | kinds::DATATYPE
            | kinds::OP
            | kinds::REQUEST
            | kinds::MESSAGE
            | kinds::INFO
            | kinds::ERRHANDLER
            | kinds::WIN
            | kinds::FILE
            | kinds::SESSION
    )
}
