//! What all front ends have. Written by `cargo xtask codegen`; do not edit.

pub mod numbers;
