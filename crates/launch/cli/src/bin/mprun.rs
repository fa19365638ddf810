//! `mprun`: starts MP_Lite jobs as MP_Lite's own script does.

use std::process::ExitCode;

fn main() -> ExitCode {
    ferry_cli::mprun::main(std::env::args_os().collect()).into()
}
