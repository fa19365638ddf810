//! Frames of point-to-point transfers.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::two_sided::run(bytes));
