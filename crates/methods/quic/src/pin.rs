//! Who may talk to whom: exactly the members of the job, each by its own certificate.

use crate::certificate::{certificate, private_key, proven_rank};
use crate::secret::QuicSecret;
use ferry_method::{MethodError, PeerId};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::version::TLS13;
use rustls::{CertificateError, DigitallySignedStruct, DistinguishedName, Error, SignatureScheme};
use std::sync::Arc;

/// The protocol over QUIC and its version (RFC 7301).
const PROTOCOL: &[u8] = b"ferry/1";

type Verified = Result<HandshakeSignatureValid, Error>;

/// What certificates a peer may present.
#[derive(Clone)]
enum Admitted {
    /// Only that of one rank.
    One(CertificateDer<'static>),
    /// That of any rank but the own.
    Members(QuicSecret, PeerId),
}

impl Admitted {
    fn admits(&self, presented: &CertificateDer<'_>) -> bool {
        match self {
            Admitted::One(pinned) => pinned == presented,
            Admitted::Members(job, me) => {
                proven_rank(job, presented).is_some_and(|rank| rank != *me)
            }
        }
    }
}

/// Admits by comparison with the job's own certificates.
struct Pin {
    admitted: Admitted,
    algorithms: WebPkiSupportedAlgorithms,
}

impl std::fmt::Debug for Pin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pin")
    }
}

impl Pin {
    fn judge(&self, presented: &CertificateDer<'_>) -> Result<(), Error> {
        match self.admitted.admits(presented) {
            true => Ok(()),
            false => Err(CertificateError::ApplicationVerificationFailure.into()),
        }
    }
}

fn no_tls12() -> Verified {
    Err(Error::General("QUIC begins at TLS 1.3".into()))
}

/// What verifying signatures is in either role.
macro_rules! signatures {
    () => {
        fn verify_tls12_signature(
            &self,
            _: &[u8],
            _: &CertificateDer<'_>,
            _: &DigitallySignedStruct,
        ) -> Verified {
            no_tls12()
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            presented: &CertificateDer<'_>,
            signature: &DigitallySignedStruct,
        ) -> Verified {
            verify_tls13_signature(message, presented, signature, &self.algorithms)
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            vec![SignatureScheme::ED25519]
        }
    };
}

impl ServerCertVerifier for Pin {
    fn verify_server_cert(
        &self,
        presented: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.judge(presented).map(|()| ServerCertVerified::assertion())
    }

    signatures!();
}

impl ClientCertVerifier for Pin {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        presented: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.judge(presented).map(|()| ClientCertVerified::assertion())
    }

    signatures!();
}

/// This process's own credentials, and what it asks of others.
pub(crate) struct Credentials {
    job: QuicSecret,
    me: PeerId,
    provider: Arc<CryptoProvider>,
    own: CertificateDer<'static>,
}

impl Credentials {
    pub(crate) fn new(job: QuicSecret, me: PeerId) -> Self {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        Credentials { job, me, provider, own: certificate(&job, me) }
    }

    fn pin(&self, admitted: Admitted) -> Arc<Pin> {
        let algorithms = self.provider.signature_verification_algorithms;
        Arc::new(Pin { admitted, algorithms })
    }

    /// For connections that others open.
    pub(crate) fn acceptor(&self) -> Result<rustls::ServerConfig, MethodError> {
        let mut config = rustls::ServerConfig::builder_with_provider(self.provider.clone())
            .with_protocol_versions(&[&TLS13])
            .map_err(refused)?
            .with_client_cert_verifier(self.pin(Admitted::Members(self.job, self.me)))
            .with_single_cert(vec![self.own.clone()], private_key(&self.job, self.me))
            .map_err(refused)?;
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
        // Every connection proves itself afresh; nothing travels before that.
        config.send_tls13_tickets = 0;
        config.max_early_data_size = 0;
        Ok(config)
    }

    /// For a connection to `peer`.
    pub(crate) fn opener(&self, peer: PeerId) -> Result<rustls::ClientConfig, MethodError> {
        let pinned = Admitted::One(certificate(&self.job, peer));
        let mut config = rustls::ClientConfig::builder_with_provider(self.provider.clone())
            .with_protocol_versions(&[&TLS13])
            .map_err(refused)?
            .dangerous()
            .with_custom_certificate_verifier(self.pin(pinned))
            .with_client_auth_cert(vec![self.own.clone()], private_key(&self.job, self.me))
            .map_err(refused)?;
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
        config.resumption = rustls::client::Resumption::disabled();
        config.enable_sni = false;
        Ok(config)
    }

    /// The rank that a certificate proves, once the handshake has verified it.
    pub(crate) fn rank_of(&self, presented: &CertificateDer<'_>) -> Option<PeerId> {
        proven_rank(&self.job, presented)
    }
}

fn refused(e: Error) -> MethodError {
    MethodError::system("preparing TLS for QUIC", std::io::Error::other(e))
}
