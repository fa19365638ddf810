//! The programs as they are called. One test program, since each would link all of it again.

mod common;

mod binding;
mod compilers;
mod control;
mod ends;
mod ferry;
mod output_files;
mod pmix;
mod reach;
mod requests;
mod streams;
mod tree;
