//! `mpif.h`, which is right in fixed and in free form: statements lie in columns 7 to 72.

use std::fmt::Write;

use anyhow::Result;

use super::super::spec::Spec;
use super::constants::{self, Constant};

pub(super) fn write(spec: &Spec) -> Result<String> {
    let mut text = String::new();
    for (name, value) in constants::all(spec)? {
        let (ty, value) = match value {
            Constant::Integer(value) | Constant::Handle(_, value) => {
                ("INTEGER".to_owned(), value.to_string())
            }
            Constant::Offset(value) => {
                ("INTEGER(KIND=MPI_OFFSET_KIND)".to_owned(), format!("{value}_MPI_OFFSET_KIND"))
            }
        };
        writeln!(text, "      {ty} {name}")?;
        writeln!(text, "      PARAMETER ({name}={value})")?;
    }
    Ok(spec.fortran_header.replace("@CONSTANTS@\n", &text))
}
