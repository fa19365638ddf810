//! What is looked at with `check = yes` besides what is looked at always: mistakes whose discovery takes messages or
//! memory. Each is an error of the standard's class that names who says what.
//!
//! - Messages tell of what type their elements are ([`crate::datatype::TypedElements`]).
//! - Before a collective operation those that take part ([`sides`]) tell each other which one they call, and with what
//!   ([`Call`], [`told`]), which each compares ([`mod@compare`]); then the blocks of different lengths, if it has such
//!   ([`blocks`]).
//! - Buffers of operations under way are remembered ([`Pending`]).
//!
//! It is decided when MPI starts, for all processes of the job alike, and leaves the ways that are short for others.

mod blocks;
mod call;
mod collective;
mod compare;
mod pending;
mod sides;
mod told;

pub(crate) use call::{Call, Form, OtherCall};
pub(crate) use collective::{Checked, before, meet, meet_unless};
pub(crate) use pending::{Span, is_free, note};

use crate::datatype::{TypeNames, tell_types};
use crate::tags::Sequences;
use ferry_config::Config;
use pending::Pending;
use std::sync::atomic::{AtomicBool, Ordering};

static IS_ON: AtomicBool = AtomicBool::new(false);

/// Whether `check` is set.
#[inline]
pub(crate) fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// Looks at the parameter; before anything is made that depends on it.
pub(crate) fn configure(config: &Config) {
    let wanted = config.flag("check");
    IS_ON.store(wanted, Ordering::Relaxed);
    if wanted {
        tell_types(TypeNames::Mpi);
    }
}

/// What a process keeps for it.
#[derive(Default)]
pub(crate) struct Checks {
    /// How many collective calls each communicator has had.
    pub(crate) sequences: Sequences,
    pub(crate) pending: Pending,
}
