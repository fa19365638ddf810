//! What whole jobs say to each other where they meet.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::attach_jobs::run(bytes));
