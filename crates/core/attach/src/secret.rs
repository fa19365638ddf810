//! Keys, and what follows from them.

use crate::AttachError;
use crate::talk::derive;
use ferry_method::{Identity, JobId, PeerId};

/// Bytes of a key.
pub const KEY_LEN: usize = 16;
/// Bytes of a nonce.
pub(crate) const NONCE_LEN: usize = 16;

/// What one must know to be let in.
pub type DoorKey = [u8; KEY_LEN];
/// Fresh for each conversation.
pub(crate) type Nonce = [u8; NONCE_LEN];

/// A key or a nonce that nobody else has.
pub(crate) fn random<const LEN: usize>() -> Result<[u8; LEN], AttachError> {
    let mut bytes = [0; LEN];
    getrandom::fill(&mut bytes).map_err(|e| AttachError::start("asking for randomness", e))?;
    Ok(bytes)
}

/// A key for one purpose, which opens what `key` opens for that alone: whoever has it cannot tell `key`.
pub fn derived_key(key: &DoorKey, purpose: &[u8], of: &[u8]) -> DoorKey {
    derive(key, purpose, &[of])[..KEY_LEN].try_into().unwrap_or_default()
}

/// What the processes of a world that met at a door have in common, and nobody else.
#[derive(Clone)]
pub struct WorldSecret {
    /// Names the world before everybody; tells nothing of the secret.
    pub job: JobId,
    /// By which its processes know each other.
    pub secret: [u8; 32],
}

impl WorldSecret {
    pub(crate) fn of(key: &DoorKey, [visitor, door]: [&Nonce; 2]) -> Self {
        let secret = derive(key, b"ferry pair", &[visitor, door]);
        let job = derive(key, b"ferry pair's job", &[visitor, door]);
        let job = JobId(u64::from_le_bytes(job[..8].try_into().unwrap_or_default()));
        WorldSecret { job, secret }
    }

    /// Who a process is in this world: number `me` of `size`, on this host.
    pub fn identity(&self, me: u32, size: u32, host: &str) -> Identity {
        Identity { job: self.job, me: PeerId(me), size, secret: self.secret, host: host.into() }
    }
}
