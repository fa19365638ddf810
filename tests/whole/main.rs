//! Whole programs: C programs on one to eight ranks by each method, faults, interoperation.
#![forbid(unsafe_code)]
#![allow(missing_docs)]

mod abi;
mod apart;
mod attach;
mod away;
mod book;
mod c_programs;
mod checking;
mod choosing;
mod compiler;
mod computing;
mod demo;
mod dynamic;
mod every_code;
mod every_function;
mod experiments;
mod failing;
mod failover;
mod faults;
mod foreign;
mod foreign_fortran;
mod fortran;
mod forward;
mod hosts;
mod interop;
mod lanes;
mod launcher;
mod limits;
mod mplite;
mod mprun;
mod nexus;
mod pmi;
mod portals;
mod portals4;
mod resets;
mod sessions;
mod slurm;
mod switching;
mod tools;
mod tree;
mod ways;
