//! `mpirun`: another name of `mpiexec`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ferry_launch::main(std::env::args_os().collect()).into()
}
