//! `mpicc`, and by their names `mpicxx`, `mpifort` and the like: compile programs against Ferry.

use ferry_cli::called::Called;
use ferry_cli::compiler::main as wrapper;
use std::process::ExitCode;

fn main() -> ExitCode {
    wrapper(Called::of(std::env::args_os())).into()
}
