//! What becomes of one argument on its way from Fortran to C and back.

use super::super::kinds;
use super::super::model::rust_name;
use super::super::spec::Direction;
use super::model::{Argument, FortranForm, LOGICAL_BY_ADDRESS, Routine, handle};

/// The statements before and after the call, and what is passed.
#[derive(Default)]
pub(super) struct Piece {
    pub(super) before: String,
    pub(super) pass: String,
    pub(super) after: String,
}

impl Piece {
    fn passing(pass: impl Into<String>) -> Piece {
        Piece { pass: pass.into(), ..Piece::default() }
    }
}

/// The type of the argument in an entry point's list.
pub(super) fn rust_type(arg: &Argument, with_descriptors: bool) -> String {
    match arg.form {
        FortranForm::Buffer if with_descriptors => "*const Cdesc".into(),
        FortranForm::Buffer => "*mut c_void".into(),
        FortranForm::Memory => "*mut *mut c_void".into(),
        FortranForm::Text | FortranForm::Texts | FortranForm::TextTable => "*mut c_char".into(),
        FortranForm::Function => "*const c_void".into(),
        _ if arg.is_handle() => "*mut c_int".into(),
        _ => format!("*mut {}", number(arg)),
    }
}

/// The type of one value in C.
fn number(arg: &Argument) -> &'static str {
    match arg.ty {
        kinds::AINT => "isize",
        kinds::COUNT | kinds::OFFSET => "i64",
        kinds::DOUBLE => "f64",
        kinds::FILE => "CFile",
        _ if arg.is_handle() => "CHandle",
        _ => "c_int",
    }
}

/// The type of the parameter in C.
pub(super) fn c_type(arg: &Argument) -> String {
    match arg.form {
        FortranForm::Buffer | FortranForm::Memory => "*mut c_void".into(),
        FortranForm::Text => "*mut c_char".into(),
        FortranForm::Texts => "*mut *mut c_char".into(),
        FortranForm::TextTable => "*mut *mut *mut c_char".into(),
        FortranForm::Function => "*const c_void".into(),
        _ if arg.kind == LOGICAL_BY_ADDRESS => "*mut c_void".into(),
        _ if arg.is_value() => match arg.kind.as_str() {
            "EXTRA_STATE" | "EXTRA_STATE2" | "ATTRIBUTE_VAL" | "ATTRIBUTE_VAL_10" => {
                "*mut c_void".into()
            }
            _ => number(arg).into(),
        },
        _ if matches!(arg.kind.as_str(), "ATTRIBUTE_VAL" | "ATTRIBUTE_VAL_10") => {
            "*mut c_void".into()
        }
        _ => format!("*mut {}", number(arg)),
    }
}

/// What becomes of `arg`.
pub(super) fn piece(routine: &Routine, arg: &Argument) -> Piece {
    let name = rust_name(&arg.name);
    if !arg.in_fortran {
        return Piece::passing(if arg.kind == "ARGUMENT_COUNT" {
            count_of_none(routine)
        } else {
            "null_mut()"
        });
    }
    match arg.form {
        FortranForm::Buffer => Piece::passing(format!("memory({name})")),
        FortranForm::Memory => Piece::passing(format!("{name}.cast()")),
        _ if arg.kind == LOGICAL_BY_ADDRESS => Piece::passing(format!("{name}.cast()")),
        FortranForm::Text => text(routine, arg),
        _ if arg.kind.ends_with("STATUS") => Piece::passing(match arg.form {
            FortranForm::Array if arg.kind == "STATUS" => format!("statuses_or_none({name})"),
            _ => format!("status_or_none({name})"),
        }),
        _ if arg.kind == "WEIGHT" => Piece::passing(format!("weights_or_word({name})")),
        _ if arg.is_handle() => handles(routine, arg),
        FortranForm::Scalar if is_terminated_length(arg) => terminated_length(&name),
        FortranForm::Scalar if arg.is_value() => Piece::passing(format!("*{name}")),
        _ => Piece::passing(name),
    }
}

/// `MPI_Info_create_env` has the count itself, others its address.
fn count_of_none(routine: &Routine) -> &'static str {
    if routine.name == "MPI_Info_create_env" { "0" } else { "null_mut()" }
}

/// In C the length of a buffer counts the zero at its end, in Fortran there is none.
fn is_terminated_length(arg: &Argument) -> bool {
    arg.dir == Direction::Inout
        && matches!(arg.kind.as_str(), "INFO_VALUE_LENGTH" | "STRING_LENGTH")
}

fn terminated_length(name: &str) -> Piece {
    Piece {
        before: format!("let mut {name}_c = length_with_zero(*{name});\n"),
        pass: format!("&mut {name}_c"),
        after: format!("*{name} = ({name}_c - 1).max(0);\n"),
    }
}

fn text(routine: &Routine, arg: &Argument) -> Piece {
    let name = rust_name(&arg.name);
    if arg.dir == Direction::In {
        let reading = if routine.keeps_front { "text_with_front" } else { "text" };
        return Piece {
            before: format!("let {name}_c = {reading}({name}, {name}_len);\n"),
            pass: format!("{name}_c.as_ptr().cast_mut()"),
            after: String::new(),
        };
    }
    let length = routine.args.iter().find(|a| is_terminated_length(a));
    let bytes = match (&arg.length, length) {
        (Some(constant), _) if constant.starts_with("MPI_") => format!("{constant} as usize"),
        (Some(param), _) => format!("length_with_zero(*{param}) as usize"),
        (None, Some(length)) => format!("{}_c as usize", length.name),
        (None, None) => "MPI_MAX_INFO_KEY as usize".into(),
    };
    let flag = routine.args.iter().find(|a| a.name == "flag" && a.dir == Direction::Out);
    let condition = match flag {
        Some(_) => "code == MPI_SUCCESS && *flag != 0",
        None => "code == MPI_SUCCESS",
    };
    Piece {
        before: format!("let mut {name}_c = LettersOut::new({bytes});\n"),
        pass: format!("{name}_c.as_mut_ptr()"),
        after: format!("if {condition} {{\n{name}_c.give({name}, {name}_len);\n}}\n"),
    }
}

fn handles(routine: &Routine, arg: &Argument) -> Piece {
    let name = rust_name(&arg.name);
    let (word, _) = handle(arg.ty).expect("only handles come here");
    if arg.form == FortranForm::Array {
        return list(routine, arg, &name, word);
    }
    if arg.is_value() {
        return Piece::passing(format!("{word}::c(*{name})"));
    }
    let start = match arg.dir {
        Direction::Out => format!("{word}::null()"),
        _ => format!("{word}::c(*{name})"),
    };
    let after = match arg.dir {
        Direction::In => String::new(),
        Direction::Inout => format!("*{name} = {word}::fortran({name}_c);\n"),
        Direction::Out if word == "request" => {
            format!("if code == MPI_SUCCESS {{\n*{name} = new_request({name}_c);\n}}\n")
        }
        Direction::Out => {
            format!("if code == MPI_SUCCESS {{\n*{name} = {word}::fortran({name}_c);\n}}\n")
        }
    };
    let before = format!("let mut {name}_c = {start};\n");
    Piece { before, pass: format!("&mut {name}_c"), after }
}

/// An array of handles, of which `length` says how many there are.
fn list(routine: &Routine, arg: &Argument, name: &str, word: &str) -> Piece {
    let length = match arg.length.as_deref() {
        Some("*") | None => members(routine, arg),
        Some(param) => format!("length(*{param} as i64)"),
    };
    let (before, after) = match arg.dir {
        Direction::In => (format!("from({name}, {length}, {word}::c)"), String::new()),
        _ => (
            format!("room({length}, {word}::null())"),
            format!("if code == MPI_SUCCESS {{\n{name}_c.give({name}, {word}::fortran);\n}}\n"),
        ),
    };
    let before = format!("let mut {name}_c = Handles::{before};\n");
    Piece { before, pass: format!("{name}_c.as_mut_ptr()"), after }
}

/// One for each process that takes part, or for each neighbour.
fn members(routine: &Routine, arg: &Argument) -> String {
    let is_sent = arg.name.starts_with("send");
    if routine.name.to_lowercase().contains("neighbor") {
        return format!("neighbors(comm::c(*comm), {is_sent})");
    }
    match is_sent {
        true => "unless_in_place(sendbuf, peers(comm::c(*comm)))".into(),
        false => "peers(comm::c(*comm))".into(),
    }
}
