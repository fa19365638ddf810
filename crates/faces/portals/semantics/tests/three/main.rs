//! Portals 3.3 between interfaces in one process: what one has to send is carried to the other.

mod calls;
mod examples;
mod network;
mod operations;
mod quick;
mod strangers;
