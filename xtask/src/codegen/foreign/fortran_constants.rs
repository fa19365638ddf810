//! The constants that the library for Fortran needs, with another ABI's values, as its C functions have them.

use std::collections::BTreeSet;
use std::fmt::Write;

use anyhow::Result;

use super::super::constants::{self, Value};
use super::FrontEnd;
use super::numbers::{Constant, There, Values};

pub(super) fn write(front: &FrontEnd, values: &Values) -> Result<String> {
    let mut text = format!(
        "//! Constants of {} as C has them. Written by `cargo xtask codegen`; do not edit.\n\nuse core::ffi::c_int;\n\n",
        front.title
    );
    let mut seen = BTreeSet::new();
    for constant in values.constants() {
        if constant.name.starts_with("MPI_T_") || !seen.insert(&constant.name) {
            continue;
        }
        if let There::Number(number) = constant.there {
            text.push_str(&number_of(constant, number)?);
        }
    }
    text.push_str(&module_constants(values));
    Ok(text)
}

fn number_of(constant: &Constant, number: i64) -> Result<String> {
    let Some(standard) = &constant.standard else { return Ok(String::new()) };
    let name = &constant.name;
    Ok(match constants::parse(standard)? {
        Value::Cast("MPI_Offset", _) | Value::Alias(_) => String::new(),
        Value::Cast(ty, _) if ty.starts_with("MPI_") && ty != "MPI_File" => {
            format!("pub const {name}: c_int = {};\n", number as i32)
        }
        Value::Cast(..) => format!("pub const {name}: usize = {number:#x};\n"),
        Value::Integer(_) => format!("pub const {name}: c_int = {};\n", number as i32),
    })
}

/// Handles that programs of Fortran 2008 find as variables of the library, where those in C are variables, too.
fn module_constants(values: &Values) -> String {
    let mut seen = BTreeSet::new();
    let mut list = String::new();
    for constant in values.constants() {
        let (There::Variable { .. }, Some(integer)) = (&constant.there, constant.fortran) else {
            continue;
        };
        if constant.name != "-" && seen.insert(&constant.name) {
            let name = constant.name.to_lowercase();
            writeln!(list, "    __mpi_f08_types_MOD_{name} {integer};").unwrap();
        }
    }
    if list.is_empty() {
        return list;
    }
    format!("\ncrate::module::constants! {{\n{list}}}\n")
}
