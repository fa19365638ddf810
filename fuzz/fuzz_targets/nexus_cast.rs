//! Nexus' reliable multicast, and startpoints with tables and methods of their own.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::nexus_cast::run(bytes));
