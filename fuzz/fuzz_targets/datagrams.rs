//! Datagrams from strangers, for UDP and QUIC.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::datagrams::run(bytes));
