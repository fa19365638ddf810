//! The front ends. Written by `cargo xtask codegen`; do not edit.

pub mod mpich;
pub mod numbers;
pub mod openmpi;
