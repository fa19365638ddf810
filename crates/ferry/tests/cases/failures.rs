//! Ranks that fail while others wait for them.

use ferry::{ErrorClass, Result, Source, Tag, Universe};
use ferry_mpi::process::enter;
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

/// What came before the loss is still found; nothing else will come. Other ranks may still send.
pub(super) fn probes_of_a_lost_peer_fail() -> Result<()> {
    let universe = Universe::init()?;
    let world = universe.world();
    world.send(&7, 0, 1)?;
    assert_eq!(world.probe(0, 1)?.tag(), 1);
    let peer = enter().identity.me;
    enter().engine.lose(peer, "unplugged");
    assert_eq!(world.probe(0, 1)?.tag(), 1);
    assert_eq!(world.receive::<i32>(0, 1)?.0, 7);
    let errors = [
        world.probe(0, 1).map(drop),
        world.try_probe(0, Tag::Any).map(drop),
        world.matched_probe(0, Tag::Any).map(drop),
        world.try_matched_probe(0, 1).map(drop),
    ];
    for error in errors {
        let error = error.unwrap_err();
        assert_eq!(error.class(), ErrorClass::PROC_ABORTED);
        assert!(error.message().contains("unplugged"), "{error}");
    }
    assert_eq!(world.try_probe(Source::Any, Tag::Any)?, None);
    universe.finalize()
}
