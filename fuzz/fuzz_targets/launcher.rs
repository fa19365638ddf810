//! Frames between mpiexec and its proxies, host lists and hostfiles.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::launcher::run(bytes));
