//! Ferry: real processes on emulated networks.
#![forbid(unsafe_code)]
