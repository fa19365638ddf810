//! The modules `mpi` and `mpi_f08`: interfaces of all procedures.

use std::fmt::Write;

use anyhow::Result;

use super::super::kinds;
use super::super::spec::{Direction, Spec};
use super::constants::{self, Constant};
use super::model::{Argument, FortranForm, LOGICAL_BY_ADDRESS, Routine, handle};

/// How compilers are told that a dummy argument takes any type and rank.
const ANY: [&str; 3] =
    ["!GCC$ ATTRIBUTES NO_ARG_CHECK ::", "!DIR$ IGNORE_TKR", "!$PRAGMA IGNORE_TKR"];

/// `mpi.f90`.
pub(super) fn old(spec: &Spec, routines: &[Routine]) -> String {
    let mut text = String::new();
    for routine in routines.iter().filter(|r| r.is_old && r.name != "MPI_Sizeof") {
        // Functions are declared by mpif.h.
        if routine.result.is_some() {
            continue;
        }
        text.push_str(&old_interfaces(routine));
    }
    spec.fortran_module.replace("@INTERFACES@\n", &text)
}

/// The interfaces of a procedure as before Fortran 2008.
fn old_interfaces(routine: &Routine) -> String {
    let mut text = String::new();
    for prefix in ["", "P"] {
        let name = format!("{prefix}{}", routine.name);
        writeln!(text, "  interface {name}").unwrap();
        text.push_str(&old_body(routine, &name, false));
        if routine.args.iter().any(|a| a.kind == "C_BUFFER") {
            text.push_str(&old_body(routine, &format!("{name}_cptr"), true));
        }
        writeln!(text, "  end interface").unwrap();
    }
    text
}

fn old_body(routine: &Routine, name: &str, with_c_ptr: bool) -> String {
    let mut declarations = String::new();
    for arg in routine.fortran() {
        if arg.form == FortranForm::Buffer || arg.kind == "C_BUFFER2" {
            for directive in ANY {
                writeln!(declarations, "{directive} {}", arg.name).unwrap();
            }
        }
        let (mut ty, shaped) = old_declaration(arg);
        if with_c_ptr && arg.form == FortranForm::Memory {
            ty = "type(c_ptr)".to_owned();
        }
        writeln!(declarations, "      {ty} :: {shaped}").unwrap();
    }
    procedure(name, routine, "", &declarations)
}

/// The type of an argument, and its name with its shape.
pub(super) fn old_declaration(arg: &Argument) -> (String, String) {
    (old_type(arg), format!("{}{}", arg.name, old_shape(arg)))
}

fn old_type(arg: &Argument) -> String {
    match arg.form {
        FortranForm::Buffer => "type(*)".into(),
        FortranForm::Memory if arg.kind == "C_BUFFER2" => "type(*)".into(),
        FortranForm::Memory => "integer(kind=MPI_ADDRESS_KIND)".into(),
        FortranForm::Text | FortranForm::Texts | FortranForm::TextTable => {
            "character(len=*)".into()
        }
        FortranForm::Function => "external".into(),
        _ if arg.kind == "F08_STATUS" => "type(MPI_Status)".into(),
        _ => number(arg),
    }
}

/// The type of what is neither handle nor status in Fortran 2008.
fn number(arg: &Argument) -> String {
    match arg.kind.as_str() {
        "LOGICAL" | LOGICAL_BY_ADDRESS => "logical".into(),
        "ATTRIBUTE_VAL" | "EXTRA_STATE" => "integer(kind=MPI_ADDRESS_KIND)".into(),
        _ => match arg.ty {
            kinds::AINT => "integer(kind=MPI_ADDRESS_KIND)".into(),
            kinds::COUNT => "integer(kind=MPI_COUNT_KIND)".into(),
            kinds::OFFSET => "integer(kind=MPI_OFFSET_KIND)".into(),
            _ => "integer".into(),
        },
    }
}

fn old_shape(arg: &Argument) -> &'static str {
    match arg.form {
        FortranForm::Buffer => "(*)",
        FortranForm::Memory if arg.kind == "C_BUFFER2" => "(*)",
        FortranForm::TextTable => "(count, *)",
        FortranForm::Texts => "(*)",
        FortranForm::Array if arg.kind == "STATUS" => "(MPI_STATUS_SIZE, *)",
        FortranForm::Array if arg.kind == "F90_STATUS" => "(MPI_STATUS_SIZE)",
        FortranForm::Scalar if arg.kind == "STATUS" => "(MPI_STATUS_SIZE)",
        FortranForm::Array if arg.name == "ranges" => "(3, *)",
        FortranForm::Array => "(*)",
        _ => "",
    }
}

/// An interface body, its lines short enough for every compiler.
fn procedure(name: &str, routine: &Routine, binding: &str, declarations: &str) -> String {
    let names: Vec<&str> = routine.fortran().map(|a| a.name.as_str()).collect();
    let (word, result) = match routine.result {
        None => ("subroutine", String::new()),
        Some(kinds::DOUBLE) => ("function", format!("      double precision :: {name}\n")),
        Some(_) => ("function", format!("      integer(kind=MPI_ADDRESS_KIND) :: {name}\n")),
    };
    format!(
        "    {word} {name}( &\n        {}){binding}\n      import\n      implicit none\n\
         {declarations}{result}    end {word}\n",
        names.join(", &\n        ")
    )
}

/// `mpi_f08.f90`.
pub(super) fn new(spec: &Spec, routines: &[Routine]) -> Result<String> {
    let mut text = String::new();
    for routine in routines.iter().filter(|r| !r.large) {
        if is_old_alone(spec, routine) {
            text.push_str(&old_interfaces(routine));
            continue;
        }
        let large = large_form(routines, routine);
        for prefix in ["", "P"] {
            writeln!(text, "  interface {prefix}{}", routine.name)?;
            text.push_str(&new_body(routine, prefix));
            if let Some(large) = large {
                if has_name_of_its_own(large) {
                    writeln!(text, "  end interface\n  interface {prefix}{}", large.name)?;
                }
                text.push_str(&new_body(large, prefix));
            }
            writeln!(text, "  end interface")?;
        }
    }
    let text = spec.fortran_2008.replace("@INTERFACES@\n", &text);
    Ok(text.replace("@CONSTANTS@\n", &typed_constants(spec)?))
}

/// The form with large counts, where Fortran can tell it apart.
pub(super) fn large_form<'a>(routines: &'a [Routine], routine: &Routine) -> Option<&'a Routine> {
    let large = routines.iter().find(|r| r.large && r.name == format!("{}_c", routine.name));
    large.filter(|large| differ(routine, large))
}

/// Functions tell nothing apart; a form that takes some goes by a name of its own (MPI-5.0 §19.2).
pub(super) fn has_name_of_its_own(large: &Routine) -> bool {
    large.takes("POLYFUNCTION", Direction::In)
}

/// Deprecated before there was a Fortran 2008 form.
pub(super) fn is_old_alone(spec: &Spec, routine: &Routine) -> bool {
    let procedure = spec.procedures.iter().find(|p| p.name == routine.name);
    procedure.is_some_and(|p| !p.attributes.iter().any(|a| a == "f08_expressible"))
}

/// Whether Fortran can tell the two forms apart.
fn differ(small: &Routine, large: &Routine) -> bool {
    let types = |routine: &Routine| -> Vec<String> {
        routine.fortran().map(|a| new_type(a).replace("COUNT_KIND", "ADDRESS_KIND")).collect()
    };
    small.takes("POLYFUNCTION", Direction::In) || types(small) != types(large)
}

fn new_body(routine: &Routine, prefix: &str) -> String {
    let mut declarations = String::new();
    for arg in routine.fortran() {
        let (ty, shaped) = new_declaration(routine, arg);
        writeln!(declarations, "      {ty} :: {shaped}").unwrap();
    }
    let symbol = routine.symbol_2008();
    let with = if routine.has_buffers() { "ts" } else { "" };
    let name = format!("{prefix}{}_f08{with}", routine.name);
    let binding = match routine.has_buffers() {
        true => format!(" &\n        bind(C, name=\"{}{symbol}\")", prefix.to_lowercase()),
        false => String::new(),
    };
    procedure(&name, routine, &binding, &declarations)
}

/// The type of an argument with its attributes, and its name with its shape.
pub(super) fn new_declaration(routine: &Routine, arg: &Argument) -> (String, String) {
    let is_described = is_described(routine, arg);
    let mut ty = if is_described { "type(*), dimension(..)".to_owned() } else { new_type(arg) };
    if let Some(intent) = intent(arg) {
        write!(ty, ", intent({intent})").unwrap();
    }
    if arg.is_asynchronous {
        ty.push_str(", asynchronous");
    }
    if !arg.in_c {
        ty.push_str(", optional");
    }
    (ty, format!("{}{}", arg.name, new_shape(arg)))
}

/// What comes as a descriptor: choice buffers, and a text beside them, whose length compilers would pass in
/// different ways.
fn is_described(routine: &Routine, arg: &Argument) -> bool {
    arg.form == FortranForm::Buffer || arg.form == FortranForm::Text && routine.has_buffers()
}

/// Buffers that are written and statuses may be constants that stand for something else.
fn intent(arg: &Argument) -> Option<&'static str> {
    let is_marked = matches!(arg.kind.as_str(), "STATUS" | "WEIGHT") && arg.dir != Direction::In;
    let is_written = arg.form == FortranForm::Buffer && arg.dir != Direction::In;
    if arg.lacks_intent || is_marked || is_written || arg.form == FortranForm::Function {
        return None;
    }
    Some(match arg.dir {
        Direction::In => "in",
        Direction::Out => "out",
        Direction::Inout => "inout",
    })
}

fn new_type(arg: &Argument) -> String {
    match arg.form {
        FortranForm::Buffer => "type(*)".into(),
        FortranForm::Memory => "type(c_ptr)".into(),
        FortranForm::Text | FortranForm::Texts | FortranForm::TextTable => {
            "character(len=*)".into()
        }
        FortranForm::Function => {
            format!("procedure({})", arg.function.as_deref().expect("a function has a type"))
        }
        _ if matches!(arg.kind.as_str(), "STATUS" | "F08_STATUS") => "type(MPI_Status)".into(),
        _ => match handle(arg.ty) {
            Some((_, name)) if arg.kind != "F90_STATUS" => format!("type({name})"),
            _ => number(arg),
        },
    }
}

fn new_shape(arg: &Argument) -> &'static str {
    match arg.form {
        FortranForm::TextTable => "(count, *)",
        FortranForm::Texts => "(*)",
        FortranForm::Array if arg.kind == "F90_STATUS" => "(MPI_STATUS_SIZE)",
        FortranForm::Array if arg.name == "ranges" => "(3, *)",
        FortranForm::Array => "(*)",
        _ => "",
    }
}

fn typed_constants(spec: &Spec) -> Result<String> {
    let mut text = String::new();
    for (name, value) in constants::all(spec)? {
        match value {
            Constant::Integer(value) => writeln!(text, "  integer, parameter :: {name} = {value}")?,
            Constant::Offset(value) => writeln!(
                text,
                "  integer(kind=MPI_OFFSET_KIND), parameter :: {name} = {value}_MPI_OFFSET_KIND"
            )?,
            Constant::Handle(ty, value) => {
                writeln!(text, "  type({ty}), parameter :: &\n      {name} = {ty}({value})")?;
            }
        }
    }
    Ok(text)
}
