//! `crates/faces/mpi/semantics/src/constants.rs`: the constants of the ABI as Rust integers.

use std::fmt::Write;

use anyhow::{Context, Result};

use super::spec::Spec;

/// A constant's value: an integer, perhaps cast to a C type, or another constant's name.
pub(super) enum Value<'a> {
    Integer(i64),
    Cast(&'a str, i64),
    Alias(&'a str),
}

/// Reads the C expression of a constant.
pub(super) fn parse(expression: &str) -> Result<Value<'_>> {
    let context = || format!("spec/constants.tsv: cannot read {expression:?}");
    if expression.starts_with("MPI_") {
        return Ok(Value::Alias(expression));
    }
    match expression.strip_prefix("((").and_then(|rest| rest.strip_suffix(')')) {
        None => Ok(Value::Integer(integer(expression).with_context(context)?)),
        Some(cast) => {
            let (ty, number) = cast.split_once(')').with_context(context)?;
            Ok(Value::Cast(ty, integer(number).with_context(context)?))
        }
    }
}

fn integer(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

pub(super) fn write(spec: &Spec) -> Result<String> {
    let mut text = String::from(
        "//! Constants of the standard ABI, under their C names: integers as `i32`, handles and\n\
         //! addresses as `usize`. Written by `cargo xtask codegen`; do not edit.\n\
         #![allow(missing_docs)]\n\n",
    );
    let mut types = std::collections::HashMap::new();
    for (name, expression) in &spec.constants {
        let (ty, value) = match parse(expression)? {
            Value::Integer(value) => ("i32", value.to_string()),
            Value::Cast("MPI_Offset", value) => ("i64", value.to_string()),
            Value::Cast(_, value) if value < 0x10 => ("usize", value.to_string()),
            Value::Cast(_, value) => ("usize", format!("{value:#x}")),
            Value::Alias(other) => {
                let ty = types.get(other).copied();
                (ty.with_context(|| format!("{name} = {other}"))?, other.to_owned())
            }
        };
        types.insert(name.as_str(), ty);
        writeln!(text, "pub const {name}: {ty} = {value};")?;
    }
    Ok(text)
}
