//! Ferry: methods loaded from shared objects through a C function table.
#![forbid(unsafe_code)]
