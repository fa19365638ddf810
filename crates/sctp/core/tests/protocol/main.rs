//! The protocol, by what an endpoint says: packets as bytes, one end played by hand, and two ends in virtual time.
//! One program, since each of its parts would link everything again.

mod common;
mod line;

mod addresses;
mod farm;
mod handshake;
mod hostile;
mod interleaving;
mod late_answers;
mod long_way;
mod partial_reliability;
mod re_configuration;
mod scripts;
mod smoke;
mod virtual_time;
mod wire;
