//! What the offers of both ends come to.

use super::HandshakeOffer;
use crate::association::AssociationConfig;
use crate::authentication::Authentication;

/// What holds for an association from its beginning.
#[derive(Clone, Debug)]
pub(crate) struct NegotiatedTerms {
    /// Streams of this end (RFC 9260 §5.1.1).
    pub(crate) outbound: u16,
    /// Streams of the peer.
    pub(crate) inbound: u16,
    /// Data may be given up: FORWARD TSN, or I-FORWARD-TSN where messages are interleaved.
    pub(crate) partial_reliability: bool,
    /// I-DATA instead of DATA (RFC 8260 §2.2.1).
    pub(crate) interleaving: bool,
    /// RE-CONFIG (RFC 6525).
    pub(crate) re_configuration: bool,
    /// ASCONF (RFC 5061), which needs authentication.
    pub(crate) dynamic_addresses: bool,
    /// Packets may leave without a checksum (RFC 9653 §5.2).
    pub(crate) send_zero_checksum: bool,
    /// Packets may come without a checksum (RFC 9653 §5.3).
    pub(crate) accept_zero_checksum: bool,
    /// Bytes that each own stream may send at first, and each of the peer's; only with interleaving.
    pub(crate) stream_windows: Option<(u32, u32)>,
    /// RFC 4895.
    pub(crate) authentication: Option<Authentication>,
}

impl NegotiatedTerms {
    /// What `own` and `peer` come to. `config` gives the keys.
    ///
    /// # Errors
    /// The configuration demands what the peer does not offer; a text for people.
    pub(crate) fn of(
        config: &AssociationConfig,
        own: &HandshakeOffer,
        peer: &HandshakeOffer,
    ) -> Result<Self, String> {
        let authentication = authentication(config, own, peer)?;
        let interleaving = own.interleaving && peer.interleaving;
        let same_check = own.zero_checksum.is_some() && own.zero_checksum == peer.zero_checksum;
        Ok(Self {
            outbound: own.outbound.min(peer.inbound),
            inbound: peer.outbound.min(own.inbound),
            partial_reliability: if interleaving {
                own.interleaved_skips && peer.interleaved_skips
            } else {
                own.partial_reliability && peer.partial_reliability
            },
            interleaving,
            re_configuration: own.re_configuration && peer.re_configuration,
            dynamic_addresses: own.dynamic_addresses
                && peer.dynamic_addresses
                && authentication.is_some(),
            send_zero_checksum: same_check,
            // The peer needs no offer of its own to make use of ours.
            accept_zero_checksum: own.zero_checksum.is_some(),
            stream_windows: peer.stream_window.zip(own.stream_window).filter(|_| interleaving),
            authentication,
        })
    }
}

fn authentication(
    config: &AssociationConfig,
    own: &HandshakeOffer,
    peer: &HandshakeOffer,
) -> Result<Option<Authentication>, String> {
    let Some(config) = &config.authentication else {
        return Ok(None);
    };
    let Some(own) = &own.authentication else {
        return Err("authentication is configured now, but was not when the handshake began".into());
    };
    let Some(peer) = &peer.authentication else {
        return Err(
            "authentication (RFC 4895): the peer sent no RANDOM and HMAC-ALGO; configure it \
                    there too, or not here"
                .into(),
        );
    };
    let agreed = Authentication::agree(config, own, peer);
    agreed.map(Some).ok_or_else(|| {
        "authentication (RFC 4895): the two ends have no HMAC algorithm in common".into()
    })
}
