//! What strangers may send, for every decoder: a function each that must bear any bytes.
//!
//! `fuzz/` drives them by coverage, for as long as one likes; the test here plays the seeds of that and
//! what becomes of them by chance.
#![forbid(unsafe_code)]

pub mod attach_jobs;
pub mod config;
pub mod datagrams;
pub mod descriptors;
pub mod filter;
pub mod handshake;
pub mod header;
pub mod launcher;
pub mod link;
pub mod mplite;
pub mod nexus;
pub mod nexus_attach;
pub mod nexus_cast;
pub mod one_sided;
mod play;
pub mod pmi;
pub mod portals;
pub mod portals4;
pub mod ports;
mod sctp;
pub mod sctp_endpoint;
pub mod sctp_operations;
pub mod sctp_packet;
pub mod table;
pub mod two_sided;

/// A name and what bears any bytes.
pub type Decoder = (&'static str, fn(&[u8]));

/// All of them.
pub const DECODERS: [Decoder; 23] = [
    ("attach_jobs", attach_jobs::run),
    ("config", config::run),
    ("datagrams", datagrams::run),
    ("descriptors", descriptors::run),
    ("filter", filter::run),
    ("handshake", handshake::run),
    ("header", header::run),
    ("launcher", launcher::run),
    ("link", link::run),
    ("mplite", mplite::run),
    ("nexus", nexus::run),
    ("nexus_attach", nexus_attach::run),
    ("nexus_cast", nexus_cast::run),
    ("one_sided", one_sided::run),
    ("pmi", pmi::run),
    ("portals", portals::run),
    ("portals4", portals4::run),
    ("ports", ports::run),
    ("sctp_endpoint", sctp_endpoint::run),
    ("sctp_operations", sctp_operations::run),
    ("sctp_packet", sctp_packet::run),
    ("table", table::run),
    ("two_sided", two_sided::run),
];
