//! Descriptor tables, and rules of forwarding.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::table::run(bytes));
