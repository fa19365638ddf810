//! Shared memory, as configured.

use super::Opening;
use ferry_config::Config;
use ferry_method::{Method, MethodError, RemoteReading};
use ferry_method_shm::{ShmMethod, ShmOptions};

pub(super) fn open(opening: &Opening<'_>) -> Result<Box<dyn Method>, MethodError> {
    let here = opening.neighbours.here as usize;
    let (senders, crowded) = (Some(here), here > ferry_sys::cores_available());
    let options =
        ShmOptions { senders, crowded, clock: Some(opening.clock), ..shm_options(opening.config) };
    Ok(Box::new(ShmMethod::within(opening.identity, &opening.surroundings, options)?))
}

/// Options of shared memory.
pub fn shm_options(config: &Config) -> ShmOptions {
    let mut options = ShmOptions::default();
    let set = |name: &str, into: &mut usize| {
        if let Some(value) = config.auto_size(name) {
            *into = value as usize;
        }
    };
    options.bulk = config.auto_size("shm.bulk_bytes").map(|size| size as usize);
    if let Some(cells) = config.auto_number("shm.ring_cells") {
        options.cells = cells as usize;
    }
    set("shm.piece", &mut options.piece);
    set("shm.eager_limit", &mut options.eager_limit);
    set("shm.fragment", &mut options.fragment);
    options.remote_reads =
        config.auto_flag("shm.cma") != Some(false) && ferry_sys::cross_memory_attach_works();
    if options.remote_reads {
        options.remote_reading = remote_reading(config, options.remote_reading);
    } else {
        options.remote_reading = RemoteReading::Never;
    }
    options
}

/// Which long messages are read from their senders' memory though both ends could copy.
fn remote_reading(config: &Config, default: RemoteReading) -> RemoteReading {
    let threshold = config.auto_size("shm.cma_threshold").map(|size| size as usize);
    match config.auto_flag("shm.cma") {
        Some(true) => RemoteReading::From(threshold.unwrap_or(0)),
        Some(false) => RemoteReading::Never,
        None => default,
    }
}
