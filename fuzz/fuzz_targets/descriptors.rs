//! What other processes publish for each method.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::descriptors::run(bytes));
