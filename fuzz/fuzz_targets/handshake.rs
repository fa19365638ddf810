//! The proof with which each TCP connection begins.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::handshake::run(bytes));
