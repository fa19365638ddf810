//! Requests and answers of Portals, and the bytes behind them.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::portals::run(bytes));
