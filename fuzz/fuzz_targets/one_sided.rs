//! Access to windows of MPI.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::one_sided::run(bytes));
