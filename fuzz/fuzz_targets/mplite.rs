//! MP_Lite: access to windows, its files, and the formats that programs give.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::mplite::run(bytes));
