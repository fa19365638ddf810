//! Configuration: a file, `--set` on the command line, rules.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::config::run(bytes));
