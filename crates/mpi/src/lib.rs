//! Ferry: the MPI standard's semantics as safe Rust, and Ferry's Rust API
