//! How associations begin, or do not: RFC 9260 §5, §8.4 and §8.5, one packet after the other. One end is
//! played by hand.

mod stage;

mod amplification;
mod at_once;
mod authentication;
mod collision;
mod crossing;
mod four_way;
mod out_of_the_blue;
mod outsider;
mod parameters;
mod refused;
mod restart;
mod stale;
mod tags;
