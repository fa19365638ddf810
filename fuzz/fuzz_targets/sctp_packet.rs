//! SCTP packets: whatever is read can be written again, and then reads the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::sctp_packet::run(bytes));
