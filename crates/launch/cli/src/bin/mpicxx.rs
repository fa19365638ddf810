//! `mpicxx`: compiles programs against Ferry.

use ferry_cli::compiler::{Language, main as wrapper};
use std::process::ExitCode;

fn main() -> ExitCode {
    wrapper(Language::Cxx).into()
}
