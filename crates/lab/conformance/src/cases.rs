//! The cases; each panics where the method falls short.

mod computing;
mod descriptors;
mod detours;
mod faults;
mod frames;
mod traffic;
mod waiting;

pub use computing::*;
pub use descriptors::*;
pub use detours::*;
pub use faults::*;
pub use frames::*;
pub use traffic::*;
pub use waiting::*;
