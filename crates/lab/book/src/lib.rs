//! The book in `docs/`: its pages, the commands that they show, and their links.
//!
//! A page shows commands in blocks marked `sh`, which the tests run in their order, and below such a block, in one
//! marked `text`, what came out. Words behind `sh` say more:
//!
//! | word | meaning |
//! | --- | --- |
//! | `hosts` | takes two hosts, `alpha` and `beta` |
//! | `slurm` | takes a Slurm with two nodes |
//! | `fortran` | takes a Fortran compiler |
//! | `fails` | the last command fails, and the page shows how |
//! | `elsewhere` | cannot be run as it stands; other tests run its like |
#![forbid(unsafe_code)]

mod example;
mod links;
mod page;
mod shown;

pub use example::{Example, ExampleNeed};
pub use links::broken_links;
pub use page::{BookPage, pages};
pub use shown::missing_line;
