//! Datagrams to an SCTP endpoint with an association: those of strangers, and those of somebody who knows
//! tags and checksums.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ferry_hostile::sctp_endpoint::run(bytes));
