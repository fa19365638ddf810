//! Portals 3.3 over real links, between processes of a job within the test's.

mod bypass;
mod job;
mod lengths;
mod losses;
