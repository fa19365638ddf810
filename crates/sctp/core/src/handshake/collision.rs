//! A cookie for an association that stands already (RFC 9260 §5.2.4).

use std::net::IpAddr;

use super::{Cookie, HandshakeOffer};
use crate::wire::VerificationTag;

/// Tags of the association that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tags {
    /// Its own.
    pub(crate) local: VerificationTag,
    /// The peer's; zero while it is not known.
    pub(crate) peer: VerificationTag,
    /// The tie-tags, local and peer's, that went into cookies made while the association stood; `None`
    /// if there were none (RFC 9260 §5.2.2).
    pub(crate) tie: Option<(VerificationTag, VerificationTag)>,
}

/// What a cookie means to the association that stands: the actions of RFC 9260 §5.2.4, table 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duplicate {
    /// A: the peer began anew.
    Restart,
    /// B: both ends sent an INIT at about the same time.
    Collision,
    /// C: the cookie came too late; to be dropped in silence.
    Late,
    /// D: a COOKIE ECHO, or its answer, was lost; to be answered again.
    Again,
    /// No row of the table fits; to be dropped in silence.
    Unknown,
}

/// Finds the row of the table that `cookie` fits.
pub(crate) fn judge(existing: &Tags, cookie: &Cookie) -> Duplicate {
    let local = cookie.own.tag == existing.local;
    let peer = existing.peer != VerificationTag::ZERO && cookie.peer.tag == existing.peer;
    match (local, peer) {
        (true, true) => Duplicate::Again,
        (true, false) => Duplicate::Collision,
        (false, true) if cookie.tie.is_none() => Duplicate::Late,
        (false, false) if cookie.tie.is_some() && cookie.tie == existing.tie => Duplicate::Restart,
        _ => Duplicate::Unknown,
    }
}

/// Those addresses of `offer` that are not among `known`: nobody may take an association over by
/// beginning it anew from elsewhere (RFC 9260 §5.2.2).
pub(crate) fn new_addresses(known: &[IpAddr], offer: &HandshakeOffer) -> Vec<IpAddr> {
    let is_known = |address: &IpAddr| known.iter().any(|known| known.to_canonical() == *address);
    offer.addresses.iter().copied().filter(|address| !is_known(address)).collect()
}
