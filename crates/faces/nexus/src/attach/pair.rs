//! The links of an attachment.

use super::KEY_LEN;
use super::messages::{Nonce, Person};
use super::talk::derive;
use crate::{Nexus, NexusError, world::Attachment};
use ferry_link::{Context, Directory};
use ferry_method::{Identity, JobId, PeerId};
use std::sync::{Arc, OnceLock};

/// What the other publishes, once it is known.
#[derive(Clone, Default)]
struct TheirWords(Arc<OnceLock<Vec<u8>>>);

impl Directory for TheirWords {
    fn lookup(&mut self, _peer: PeerId) -> Result<Vec<u8>, String> {
        self.0.get().cloned().ok_or_else(|| "it has not said yet how it is reached".into())
    }
}

/// Links that have been opened on this side.
pub(crate) struct OpenedHalf {
    link: Context,
    me: PeerId,
    told: TheirWords,
}

impl OpenedHalf {
    /// Opens methods for a pair in which this process is `me`.
    pub(crate) fn open(
        nexus: &Nexus,
        key: &[u8; KEY_LEN],
        nonces: [&Nonce; 2],
        me: u32,
        other: &Person,
    ) -> Result<OpenedHalf, NexusError> {
        let secret = derive(key, b"ferry pair", &[nonces[0], nonces[1]]);
        let job = derive(key, b"ferry pair's job", &[nonces[0], nonces[1]]);
        let me = PeerId(me);
        let identity = Identity {
            job: JobId(u64::from_le_bytes(job[..8].try_into().unwrap_or_default())),
            me,
            size: 2,
            secret,
            host: nexus.core.identity.host.clone(),
        };
        let same_host = !identity.host.is_empty() && identity.host == other.host;
        let told = TheirWords::default();
        let directory = Box::new(told.clone());
        let link =
            ferry_boot::pair(&nexus.core.config, &identity, same_host, nexus.core.clock, directory);
        let link = link.map_err(|e| NexusError::start("opening links to attach by", e))?;
        Ok(OpenedHalf { link, me, told })
    }

    /// What this side publishes.
    pub(crate) fn table(&self) -> Vec<u8> {
        self.link.table().encode()
    }

    /// The links, now that the other's table is known.
    pub(crate) fn join(self, other: &Person, table: Vec<u8>) -> Attachment {
        let _ = self.told.0.set(table);
        Attachment { link: self.link, me: self.me, other: other.home }
    }
}
