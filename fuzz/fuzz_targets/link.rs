//! Frames of the link layer's own: changes of method, forwarding.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::link::run(bytes));
