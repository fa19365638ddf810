//! Runs a shell command in a user-mode kernel: `cargo run -p ferry-uml --example uml_run -- 'uname -a'`.

use std::process::ExitCode;
use std::time::Duration;

use ferry_uml::{Bench, Boot};

fn main() -> anyhow::Result<ExitCode> {
    let script = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let bench = Bench::set_up()?;
    let mut guest = bench.boot(&Boot::default())?;
    let done = guest.run(&script, Duration::from_secs(3600))?;
    println!("{}", done.text);
    Ok(ExitCode::from(u8::try_from(done.status).unwrap_or(1)))
}
