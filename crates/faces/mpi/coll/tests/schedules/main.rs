//! Schedules, carried out by a simulation of all ranks.

mod sim;

mod inter;
mod movement;
mod neighbors;
mod reductions;
mod selection;
mod varying;
