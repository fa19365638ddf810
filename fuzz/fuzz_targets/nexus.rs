//! Remote service requests, startpoints and buffers.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::nexus::run(bytes));
