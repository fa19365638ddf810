//! Operations of the users of two SCTP endpoints, and of the network between them.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::sctp_operations::run(bytes));
