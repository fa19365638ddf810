//! `ferry-netlab SCENARIO -- COMMAND...`: see the library.
#![forbid(unsafe_code)]

use clap::Parser;

fn main() -> std::process::ExitCode {
    ferry_netlab::main(&ferry_netlab::NetlabOptions::parse())
}
