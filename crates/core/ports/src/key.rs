//! Keys: who may call a port.

use crate::PortError;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Bytes of a key.
pub const KEY_LEN: usize = 32;

/// A secret that two processes have in common.
pub type PortKey = [u8; KEY_LEN];

/// Which of a port's keys a caller proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyKind {
    /// The port's own.
    Own = 1,
    /// That of the jobs of one launcher.
    Launcher = 2,
    /// That of a file.
    File = 3,
}

impl KeyKind {
    pub(crate) fn of(number: u8) -> Option<KeyKind> {
        [KeyKind::Own, KeyKind::Launcher, KeyKind::File].into_iter().find(|k| *k as u8 == number)
    }
}

/// The keys by which a port can be called.
#[derive(Clone)]
pub struct PortKeys {
    /// Its own, which no other port has.
    pub own: PortKey,
    /// The secret of the launcher's jobs.
    pub launcher: PortKey,
    /// What the file of `ports.key` holds.
    pub file: Option<PortKey>,
}

impl PortKeys {
    /// The key of a kind, for the port with this number.
    pub(crate) fn get(&self, kind: KeyKind, id: &[u8; 16]) -> Option<PortKey> {
        let secret = match kind {
            KeyKind::Own => Some(self.own),
            KeyKind::Launcher => Some(self.launcher),
            KeyKind::File => self.file,
        };
        secret.map(|secret| of_port(&secret, kind, id))
    }
}

/// What a secret is worth at the port with this number.
pub(crate) fn of_port(secret: &PortKey, kind: KeyKind, id: &[u8; 16]) -> PortKey {
    derive(secret, b"ferry port's key", &[&[kind as u8], id])
}

pub(crate) fn keyed(key: &[u8]) -> Hmac<Sha256> {
    <Hmac<Sha256> as Mac>::new_from_slice(key).expect("HMAC takes keys of any length")
}

/// What follows from a secret for one purpose, and tells nothing of the secret. Each of the parts has a fixed length.
pub fn derive(secret: &[u8], purpose: &[u8], with: &[&[u8]]) -> PortKey {
    let mut mac = keyed(secret);
    mac.update(purpose);
    with.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

/// Fresh random bytes.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], PortError> {
    let mut bytes = [0; N];
    let failed = |e: getrandom::Error| std::io::Error::other(e.to_string());
    getrandom::fill(&mut bytes)
        .map_err(failed)
        .map_err(PortError::system("asking for randomness"))?;
    Ok(bytes)
}

/// The key that a file holds: its bytes, whatever they are.
///
/// # Errors
/// When it cannot be read, others than its owner may read or write it, or it is too short to be a secret.
pub fn key_of_file(path: &Path) -> Result<PortKey, PortError> {
    const LEAST: usize = 16;
    let failed = PortError::system("reading the file of a key");
    let wrong = |why: &str| failed(std::io::Error::other(format!("{}: {why}", path.display())));
    let there = std::fs::metadata(path).map_err(|e| wrong(&e.to_string()))?;
    if there.mode() & 0o077 != 0 {
        return Err(wrong("others than its owner may use it; `chmod 600` keeps them out"));
    }
    let bytes = std::fs::read(path).map_err(|e| wrong(&e.to_string()))?;
    if bytes.len() < LEAST {
        return Err(wrong("it has less than 16 bytes; `openssl rand -hex 32` makes a good secret"));
    }
    Ok(Sha256::digest(&bytes).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_key_is_good_at_one_port_and_in_one_role() {
        let (secret, id) = ([1; KEY_LEN], [2; 16]);
        let key = of_port(&secret, KeyKind::Own, &id);
        assert_ne!(key, of_port(&secret, KeyKind::File, &id));
        assert_ne!(key, of_port(&secret, KeyKind::Own, &[3; 16]));
        let keys = PortKeys { own: secret, launcher: [4; KEY_LEN], file: None };
        assert_eq!(keys.get(KeyKind::Own, &id), Some(key));
        assert_eq!(keys.get(KeyKind::File, &id), None);
        assert_eq!((KeyKind::of(3), KeyKind::of(0)), (Some(KeyKind::File), None));
    }

    #[test]
    fn a_file_that_others_can_read_is_no_secret() {
        let dir = std::env::temp_dir().join(format!("ferry-key-{}", std::process::id()));
        std::fs::write(&dir, "0123456789abcdef").unwrap();
        let mode = |mode| std::fs::set_permissions(&dir, std::fs::Permissions::from_mode(mode));
        mode(0o640).unwrap();
        assert!(key_of_file(&dir).unwrap_err().to_string().contains("chmod 600"));
        mode(0o600).unwrap();
        let key = key_of_file(&dir).unwrap();
        std::fs::write(&dir, "0123456789abcdeg").unwrap();
        assert_ne!(key_of_file(&dir).unwrap(), key);
        std::fs::write(&dir, "short").unwrap();
        assert!(key_of_file(&dir).unwrap_err().to_string().contains("16 bytes"));
        std::fs::remove_file(&dir).unwrap();
        assert!(key_of_file(&dir).is_err());
    }
}
