//! Ferry: the public API of the link layer, after Nexus.
#![forbid(unsafe_code)]
