//! Lines and messages of the process manager, and its server.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::pmi::run(bytes));
