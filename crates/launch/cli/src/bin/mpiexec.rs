//! `mpiexec`: starts MPI jobs; and by its name `mprun`: starts MP_Lite jobs as MP_Lite's own script does.

use ferry_cli::called::Called;
use std::process::ExitCode;

fn main() -> ExitCode {
    let called = Called::of(std::env::args_os());
    #[cfg(feature = "mprun")]
    if called.name() == "mprun" {
        return ferry_cli::mprun::main(called.args()).into();
    }
    ferry_launch::main(called.args()).into()
}
