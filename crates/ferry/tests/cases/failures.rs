//! Ranks that fail while others wait for them.

use ferry::{Result, Universe};
use std::process::ExitCode;

pub(super) fn errors_end_the_job() -> Result<()> {
    let ended = ferry::run(|universe| {
        let world = universe.world();
        if world.rank() == 1 {
            return Err("no bananas".into());
        }
        world.receive::<u8>(1, 0)?;
        Ok(())
    });
    assert_eq!(ended, ExitCode::FAILURE);
    std::process::exit(1)
}

pub(super) fn panics_end_the_job() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    if world.rank() == 1 {
        panic!("a rank has to fail in this test");
    }
    world.receive::<u8>(1, 0)?;
    universe.finalize()
}
