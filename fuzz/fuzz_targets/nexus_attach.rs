//! What is said at a Nexus process's door.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::nexus_attach::run(bytes));
