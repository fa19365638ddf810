//! Portals 4 without links: the steps of each operation, calls, counters, atomic operations, strangers.

mod atomics;
mod calls;
mod counters;
mod flow;
mod network;
mod operations;
mod overflow;
mod quick;
mod searches;
mod strangers;
mod triggered;
