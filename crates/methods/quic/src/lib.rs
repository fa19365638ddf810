//! Ferry: QUIC, one encrypted connection per pair of processes with as many streams as there are
//! contexts and tags.
//!
//! [`QuicMethod`] takes one UDP port and publishes it ([`listening_port`] reads it back). The first
//! frame to a peer calls it; each end proves its rank by a certificate derived from the job's secret,
//! and of two connections opened at the same time one survives. Frames travel on streams named by
//! their keys ([`Header::stream_key`](ferry_method::Header::stream_key)), only on a connection that
//! the called end has accepted, so none is lost, doubled or overtaken. A stream that is held back
//! stops its own sender by its window and nobody else.
//!
//! The protocol is a sans-IO core moved by Ferry's own polls; there is no thread and no runtime.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod certificate;
mod code;
mod conn;
mod connections;
mod contact;
mod core;
mod detour;
mod dial;
mod drive;
mod fetch;
mod greeting;
mod incoming;
mod lifecycle;
mod method;
mod options;
mod outgoing;
mod pin;
mod secret;
mod session;
mod socket;
mod tune;

pub use contact::listening_port;
pub use method::QuicMethod;
pub use options::{Congestion, QuicOptions};

/// A self-signed certificate and its key as the processes of a job have them: what benchmarks compare
/// with seals its records by the same.
pub fn credentials(
    secret: &[u8; 32],
) -> (rustls::pki_types::CertificateDer<'static>, rustls::pki_types::PrivateKeyDer<'static>) {
    use ferry_method::PeerId;
    let job = secret::QuicSecret::new(ferry_method::JobId(0), 1, *secret);
    (certificate::certificate(&job, PeerId(0)), certificate::private_key(&job, PeerId(0)))
}

/// The method's name.
pub const NAME: &str = "quic";
