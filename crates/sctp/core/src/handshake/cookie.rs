//! The state cookie (RFC 9260 §5.1.3, §5.1.5): what an end that answered an INIT would have to remember,
//! sealed and left to the peer.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use ring::hmac;
use subtle::ConstantTimeEq;

use super::HandshakeOffer;
use super::codec::{decode, encode};
use super::spent::Spent;
use crate::Now;
use crate::wire::chunk::Init;
use crate::wire::{Parameter, VerificationTag};

/// How long a key seals cookies. For as long again it still opens them, so no cookie lives longer.
const PERIOD: Duration = Duration::from_secs(600);
/// Bytes of the HMAC that are sent: with 16 of its 32, a guess succeeds once in 2^128 (RFC 2104 §5).
const SEAL: usize = 16;
/// What the keys are for, so that another use of the seed gives other keys.
const PURPOSE: &[u8] = b"state cookie\0";

/// What a cookie holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cookie {
    /// When it was made and sealed, to the microsecond.
    pub(crate) made: Now,
    /// How long it may be used, to the millisecond; at most ten minutes.
    pub(crate) life: Duration,
    /// The peer's SCTP port.
    pub(crate) source_port: u16,
    /// This end's SCTP port.
    pub(crate) destination_port: u16,
    /// Where the INIT came from.
    pub(crate) from: SocketAddr,
    /// The own address that it came to.
    pub(crate) to: Option<IpAddr>,
    /// What this end proposed in the INIT ACK.
    pub(crate) own: HandshakeOffer,
    /// What the peer proposed in its INIT.
    pub(crate) peer: HandshakeOffer,
    /// Tie-tags of the association that stood when the INIT came, local and peer's (RFC 9260 §5.2.2).
    pub(crate) tie: Option<(VerificationTag, VerificationTag)>,
}

/// Why a cookie was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CookieError {
    /// Not sealed here, or so long ago that the key is gone, or changed since; to be dropped in silence.
    Forged,
    /// To be answered with an ERROR (RFC 9260 §5.2.6).
    Stale {
        /// How long its life has been over.
        by: Duration,
        /// What it holds.
        cookie: Box<Cookie>,
    },
}

/// The keys under which cookies are sealed: HMAC-SHA256, a new one in each period, the last one still
/// valid. They follow from a seed and the number of the period, so that nothing is to be kept.
pub(crate) struct CookieSecret {
    seed: hmac::Key,
    epoch: u32,
    current: hmac::Key,
    previous: hmac::Key,
    spent: Spent,
}

impl CookieSecret {
    /// Keys from a secret `seed`.
    pub(crate) fn new(seed: [u8; 32]) -> Self {
        let seed = hmac::Key::new(hmac::HMAC_SHA256, &seed);
        let current = key(&seed, 0);
        Self { previous: current.clone(), current, epoch: 0, seed, spent: Spent::default() }
    }

    /// Seals a cookie.
    pub(crate) fn seal(&mut self, now: Now, cookie: &Cookie) -> Vec<u8> {
        self.rotate(now);
        let mut bytes = vec![0; SEAL];
        bytes.push(self.epoch as u8);
        encode(cookie, PERIOD * self.epoch, &mut bytes);
        let seal = hmac::sign(&self.current, &bytes[SEAL..]);
        bytes[..SEAL].copy_from_slice(&seal.as_ref()[..SEAL]);
        bytes
    }

    /// Opens a cookie. The seal is looked at, in constant time, before anything else.
    pub(crate) fn open(&mut self, now: Now, bytes: &[u8]) -> Result<Cookie, CookieError> {
        self.rotate(now);
        let (seal, sealed) = bytes.split_at_checked(SEAL).ok_or(CookieError::Forged)?;
        let (&epoch, content) = sealed.split_first().ok_or(CookieError::Forged)?;
        let (key, epoch) = self.key_of(epoch).ok_or(CookieError::Forged)?;
        let expected = hmac::sign(key, sealed);
        if !bool::from(expected.as_ref()[..SEAL].ct_eq(seal)) {
            return Err(CookieError::Forged);
        }
        let cookie = decode(content, PERIOD * epoch).ok_or(CookieError::Forged)?;
        let age = now.saturating_sub(cookie.made);
        match age.checked_sub(cookie.life.min(PERIOD)) {
            None | Some(Duration::ZERO) => Ok(cookie),
            Some(by) => Err(CookieError::Stale { by, cookie: Box::new(cookie) }),
        }
    }

    /// Notes that an association came of `cookie`.
    pub(crate) fn spend(&mut self, now: Now, cookie: &Cookie) {
        self.spent.add(now, cookie);
    }

    /// Whether an association came of `cookie`, which therefore must not begin another one.
    pub(crate) fn is_spent(&self, cookie: &Cookie) -> bool {
        self.spent.contains(cookie)
    }

    /// Takes a new key when the time has come.
    fn rotate(&mut self, now: Now) {
        let epoch = u32::try_from(now.as_secs() / PERIOD.as_secs()).unwrap_or(u32::MAX);
        if epoch == self.epoch {
            return;
        }
        self.current = key(&self.seed, epoch);
        self.previous = key(&self.seed, epoch.saturating_sub(1));
        self.epoch = epoch;
    }

    /// The key, if it is still there, of the period whose number ends on `low`, and that number.
    fn key_of(&self, low: u8) -> Option<(&hmac::Key, u32)> {
        let previous = self.epoch.saturating_sub(1);
        if low == self.epoch as u8 {
            Some((&self.current, self.epoch))
        } else if low == previous as u8 {
            Some((&self.previous, previous))
        } else {
            None
        }
    }
}

impl fmt::Debug for CookieSecret {
    /// Without the keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CookieSecret").field("epoch", &self.epoch).finish_non_exhaustive()
    }
}

fn key(seed: &hmac::Key, epoch: u32) -> hmac::Key {
    let secret = hmac::sign(seed, &[PURPOSE, &epoch.to_be_bytes()].concat());
    hmac::Key::new(hmac::HMAC_SHA256, secret.as_ref())
}

/// How long a cookie that answers `init` is to live: what was configured, and more if the peer asks for
/// it, yet at most twice as long (RFC 9260 §5.2.6).
pub(crate) fn cookie_life(configured: Duration, init: &Init<'_>) -> Duration {
    let more = init.parameters.iter().find_map(|parameter| match parameter {
        Ok(Parameter::CookiePreservative(millis)) => Some(Duration::from_millis(millis.into())),
        _ => None,
    });
    configured.saturating_add(more.unwrap_or_default().min(configured)).min(PERIOD)
}
