//! Several contexts in one process, over real methods and a directory in memory.
#![forbid(unsafe_code)]
#![allow(missing_docs)]

mod attach;
mod choosing;
mod faults;
mod groups;
mod guests;
mod jobs;
mod methods;
mod polling;
mod processes;
mod requests;
mod world;
