//! Requests and results of Portals 4, and the bytes behind them.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::portals4::run(bytes));
