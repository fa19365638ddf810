//! Ferry: TCP, one connection per tag/rank/context.
#![forbid(unsafe_code)]
