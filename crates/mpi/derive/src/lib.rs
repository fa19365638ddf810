//! Ferry: derive macro for datatypes of Rust structs
