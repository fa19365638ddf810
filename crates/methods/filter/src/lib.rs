//! Ferry: filters that wrap a method: compression and encryption.
#![forbid(unsafe_code)]
