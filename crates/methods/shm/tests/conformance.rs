//! The suite that every method must pass, between inboxes of one process.

use ferry_conformance::{Reach, Subject, identity};
use ferry_method::{Method, MethodError};
use ferry_method_shm::{ShmMethod, ShmOptions};

fn methods(n: u32, options: &ShmOptions) -> Vec<Box<dyn Method>> {
    let one = |i| -> Result<Box<dyn Method>, MethodError> {
        Ok(Box::new(ShmMethod::new(&identity(i, n), options.clone())?))
    };
    (0..n).map(|i| one(i).expect("shared memory on this host")).collect()
}

/// Death is noticed by process, so within one process there is none to notice.
fn subject() -> Subject {
    Subject::new(Reach::Others, |n| methods(n, &ShmOptions::default()))
}

/// Rings so small that nearly every send is partial.
fn narrow() -> Subject {
    let options = ShmOptions { cells: 4, bulk: Some(4096), piece: 512, ..ShmOptions::default() };
    Subject::new(Reach::Others, move |n| methods(n, &options)).with_longest(256 << 10)
}

ferry_conformance::suite!(shm, subject());
ferry_conformance::suite!(shm_with_narrow_rings, narrow());
