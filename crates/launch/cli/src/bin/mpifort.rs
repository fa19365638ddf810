//! `mpifort`, `mpif77` and `mpif90`: compile programs in Fortran against Ferry.

use ferry_cli::compiler::{Language, main as wrapper};
use std::process::ExitCode;

fn main() -> ExitCode {
    wrapper(Language::Fortran).into()
}
