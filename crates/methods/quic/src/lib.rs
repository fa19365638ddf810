//! Ferry: QUIC, a stream per tag/rank/context, encrypted.
#![forbid(unsafe_code)]
