//! Portals 3.3 over real links, between processes of a job within the test's.

mod at_once;
mod attach;
mod bypass;
mod closing;
mod job;
mod lengths;
mod losses;
mod sleepers;
