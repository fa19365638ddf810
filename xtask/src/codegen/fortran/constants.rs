//! The constants as Fortran has them, and those that the library needs.

use std::fmt::Write;

use anyhow::{Context, Result};

use super::super::constants::{self, Value};
use super::super::spec::{FortranRules, Spec};

/// What a constant is in Fortran.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Constant {
    Integer(i64),
    /// A place in a file.
    Offset(i64),
    /// The type and the number of a handle.
    Handle(String, i64),
}

/// Names and values, in the order of the ABI.
pub(super) fn all(spec: &Spec) -> Result<Vec<(String, Constant)>> {
    let mut list: Vec<(String, Constant)> = Vec::new();
    for (name, expression) in &spec.constants {
        if FortranRules::lists(&spec.fortran.not_constants, name) {
            continue;
        }
        let value = match constants::parse(expression)? {
            Value::Integer(value) if is_length(name) => Constant::Integer(value - 1),
            Value::Integer(value) => Constant::Integer(value),
            Value::Cast("MPI_Offset", value) => Constant::Offset(value),
            Value::Cast(ty, value) => Constant::Handle(ty.to_owned(), value),
            Value::Alias(other) => {
                let found = list.iter().find(|(name, _)| name == other);
                found.with_context(|| format!("{name} = {other}"))?.1.clone()
            }
        };
        list.push((name.clone(), value));
    }
    Ok(list)
}

/// Lengths of texts: in C they count the zero at the end (MPI-5.0 §2.5.4).
fn is_length(name: &str) -> bool {
    name.starts_with("MPI_MAX_")
}

/// `generated/constants.rs` of the library: those that are numbers in C.
pub(super) fn library(spec: &Spec) -> Result<String> {
    let mut text = String::from(
        "//! Constants of the standard ABI as C has them. Written by `cargo xtask codegen`; do not \
         edit.\n\nuse core::ffi::c_int;\n\n",
    );
    for (name, expression) in spec.constants.iter().filter(|(name, _)| !name.starts_with("MPI_T_"))
    {
        match constants::parse(expression)? {
            Value::Integer(value) => writeln!(text, "pub const {name}: c_int = {value};")?,
            Value::Cast("MPI_Offset", _) | Value::Alias(_) => {}
            Value::Cast(_, value) => writeln!(text, "pub const {name}: usize = {value:#x};")?,
        }
    }
    Ok(text)
}
