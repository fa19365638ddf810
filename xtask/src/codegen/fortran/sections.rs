//! The entry points of Fortran 2008 with choice buffers: these come as descriptors of arrays, which need not lie
//! in a row.

use super::super::model::rust_name;
use super::super::spec::Direction;
use super::library;
use super::model::{Argument, FortranForm, Routine};
use super::pieces::{Piece, piece};

/// What a buffer's descriptor is good for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// So many elements of a datatype.
    Typed,
    /// Any arrangement: what does not lie in a row is copied.
    Whole,
    /// Memory that stays in use, or an address: it must lie in a row.
    Address,
}

/// The statements of the entry point.
pub(super) fn with_descriptors(routine: &Routine) -> String {
    let lent: Vec<String> = routine
        .args
        .iter()
        .enumerate()
        .filter(|(at, a)| a.form == FortranForm::Buffer && role(routine, *at) != Role::Address)
        .map(|(_, a)| rust_name(&a.name))
        .collect();
    library::body(routine, |arg| {
        let at = routine.args.iter().position(|a| a.name == arg.name).expect("of the routine");
        match arg.form {
            FortranForm::Buffer => buffer(routine, at),
            FortranForm::Scalar if arg.kind == "REQUEST" && arg.dir == Direction::Out => {
                request(routine, arg, &lent)
            }
            _ => match typed_before(routine, at) {
                Some(buffer) => of_buffer(routine, arg, buffer),
                None => piece(routine, arg),
            },
        }
    })
}

/// The typed buffer of which the argument is the count or the datatype.
fn typed_before(routine: &Routine, at: usize) -> Option<&Argument> {
    let mut before = routine.args[..at].iter().enumerate().rev().take(2);
    let found =
        before.find(|(at, a)| a.form == FortranForm::Buffer && role(routine, *at) == Role::Typed);
    found.map(|(_, buffer)| buffer)
}

fn role(routine: &Routine, at: usize) -> Role {
    let kind = |at: usize| routine.args.get(at).map(|a| a.kind.as_str()).unwrap_or_default();
    let is_typed = kind(at + 1).contains("XFER_NUM_ELEM") && kind(at + 2) == "DATATYPE";
    let is_window = routine.takes("WINDOW", Direction::In);
    match () {
        _ if routine.has_whole_buffers && is_typed => Role::Typed,
        // A single element.
        _ if is_window => Role::Address,
        _ if !routine.takes("DATATYPE", Direction::In) => Role::Address,
        _ => Role::Whole,
    }
}

/// Whether memory stays in use by its address, so that it must lie in a row.
fn must_lie_in_a_row(routine: &Routine) -> bool {
    ["WINDOW_SIZE", "WIN_ATTACH_SIZE", "POLYNUM_BYTES_NNI"]
        .iter()
        .any(|kind| routine.takes(kind, Direction::In))
}

/// A copy that is still needed after a call goes with the request; what has none must do without copies.
fn way(routine: &Routine, arg: &Argument) -> String {
    let is_read = arg.dir != Direction::Out;
    let is_written = arg.dir != Direction::In;
    let may_copy = !routine.takes("WINDOW", Direction::In) && !routine.name.contains("_begin");
    format!("BufferUse {{ is_read: {is_read}, is_written: {is_written}, may_copy: {may_copy} }}")
}

fn buffer(routine: &Routine, at: usize) -> Piece {
    let arg = &routine.args[at];
    let name = rust_name(&arg.name);
    let refuse = format!("return refuse(\"{}\", \"{}\", ierror);", routine.name, arg.name);
    let lent = match role(routine, at) {
        Role::Address => {
            let check = format!("if !lies_in_a_row({name}) {{\n{refuse}\n}}\n");
            let before = if must_lie_in_a_row(routine) { check } else { String::new() };
            return Piece { before, pass: format!("memory_of({name})"), after: String::new() };
        }
        Role::Typed => {
            let (count, datatype) = (&routine.args[at + 1].name, &routine.args[at + 2].name);
            format!("typed({name}, {}, *{count} as i64, *{datatype})", way(routine, arg))
        }
        Role::Whole => format!("whole({name}, {})", way(routine, arg)),
    };
    let goes_on = routine.takes("REQUEST", Direction::Out);
    Piece {
        before: format!("let Some({name}_c) = LentBuffer::{lent} else {{\n{refuse}\n}};\n"),
        pass: format!("{name}_c.address()"),
        after: if goes_on { String::new() } else { format!("{name}_c.end();\n") },
    }
}

/// Count or datatype of a buffer that may have become another.
fn of_buffer(routine: &Routine, arg: &Argument, buffer: &Argument) -> Piece {
    let name = rust_name(&buffer.name);
    Piece {
        pass: match (arg.kind.as_str(), routine.large) {
            ("DATATYPE", _) => format!("{name}_c.datatype()"),
            (_, true) => format!("{name}_c.count()"),
            _ => format!("{name}_c.count() as c_int"),
        },
        ..Piece::default()
    }
}

/// The request takes what was lent with it.
fn request(routine: &Routine, arg: &Argument, lent: &[String]) -> Piece {
    let mut piece = piece(routine, arg);
    let name = rust_name(&arg.name);
    let lent: Vec<String> = lent.iter().map(|name| format!("{name}_c")).collect();
    let is_persistent = routine.name.trim_end_matches("_c").ends_with("_init");
    piece.after = format!(
        "new_request_with({name}, {name}_c, code, {is_persistent}, [{}]);\n",
        lent.join(", ")
    );
    piece
}
