//! Ferry: a seeded network emulator in virtual time.
#![forbid(unsafe_code)]
