//! Frames below the filters: compressed and encrypted ones that nobody made.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::filter::run(bytes));
