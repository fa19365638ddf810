//! What is said to a port, and names of ports.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::ports::run(bytes));
