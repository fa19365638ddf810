//! Packets as bytes: round trips, layouts of the RFCs, and what strangers may send.

mod hostile;
mod layout;
mod round_trip;
mod seed;
mod writing;
