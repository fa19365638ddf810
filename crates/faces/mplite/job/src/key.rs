//! The key of a job without a launcher: a file that only its user can read, in the folder that all processes
//! see. The first to come makes it, process 0 removes it when all have met.

use ring::hmac;
use rustix::fs::{Mode, OFlags};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Bytes of a key.
pub const KEY_LEN: usize = 32;

/// What all processes of a job know, and nobody else.
#[derive(Clone, PartialEq, Eq)]
pub struct JobKey([u8; KEY_LEN]);

impl std::fmt::Debug for JobKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JobKey")
    }
}

impl JobKey {
    /// The key with these bytes.
    pub fn of(bytes: [u8; KEY_LEN]) -> Self {
        JobKey(bytes)
    }

    /// The key in a file; made, with the file, if there is none yet.
    ///
    /// # Errors
    /// If the system refuses, or the file is another user's, or others may read it, or it holds no key.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        loop {
            match read(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => return done.map(JobKey),
            }
            match make(path) {
                // Another was faster: its key counts.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                done => return done.map(JobKey),
            }
        }
    }

    /// What proves that one knows the key, about some bytes and for one purpose.
    pub fn proof(&self, purpose: &[u8], about: &[&[u8]]) -> [u8; KEY_LEN] {
        let mut context = self.context(purpose);
        about.iter().for_each(|bytes| context.update(bytes));
        let mut proof = [0; KEY_LEN];
        proof.copy_from_slice(context.sign().as_ref());
        proof
    }

    /// Whether a proof is right, in a time that does not depend on it.
    pub fn is_proven(&self, purpose: &[u8], about: &[&[u8]], proof: &[u8]) -> bool {
        let length = [purpose.len() as u8];
        let whole = [&[&length, purpose], about].concat().concat();
        hmac::verify(&hmac::Key::new(hmac::HMAC_SHA256, &self.0), &whole, proof).is_ok()
    }

    fn context(&self, purpose: &[u8]) -> hmac::Context {
        let mut context = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, &self.0));
        context.update(&[purpose.len() as u8]);
        context.update(purpose);
        context
    }
}

fn wrong(path: &Path, why: &str) -> io::Error {
    io::Error::other(format!("{}: {why}", path.display()))
}

fn read(path: &Path) -> io::Result<[u8; KEY_LEN]> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    let about = file.metadata()?;
    if !about.is_file() || about.uid() != rustix::process::geteuid().as_raw() {
        return Err(wrong(path, "it is no file of this user's"));
    }
    if about.mode() & 0o077 != 0 {
        return Err(wrong(path, "others may read it; remove it, and a new one is made"));
    }
    let mut bytes = Vec::new();
    file.take(KEY_LEN as u64 + 1).read_to_end(&mut bytes)?;
    bytes.try_into().map_err(|_| wrong(path, "it holds no key; remove it, and a new one is made"))
}

/// Made whole beside it and linked, so that nobody reads half of it.
fn make(path: &Path) -> io::Result<[u8; KEY_LEN]> {
    let mut key = [0; KEY_LEN];
    getrandom::fill(&mut key).map_err(|why| io::Error::other(why.to_string()))?;
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(format!(".{}.{}", crate::handshake::host_name(), std::process::id()));
    let fresh = Path::new(&fresh);
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = rustix::fs::open(fresh, flags, Mode::RUSR | Mode::WUSR)?;
    let written = File::from(file).write_all(&key);
    let linked = written.and_then(|()| std::fs::hard_link(fresh, path));
    std::fs::remove_file(fresh)?;
    linked.map(|()| key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn all_who_come_at_once_have_one_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let keys: Vec<JobKey> = (0..20).map(|_| JobKey::of_file(&path).unwrap()).collect();
        assert!(keys.windows(2).all(|two| two[0] == two[1]));
        assert_eq!(std::fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_others_may_read_is_no_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        JobKey::of_file(&path).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(JobKey::of_file(&path).unwrap_err().to_string().contains("others may read it"));
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, "short").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        assert!(JobKey::of_file(&path).unwrap_err().to_string().contains("it holds no key"));
    }

    #[test]
    fn proofs_are_for_one_purpose() {
        let key = JobKey::of([7; KEY_LEN]);
        let proof = key.proof(b"a", &[b"b", b"c"]);
        assert!(key.is_proven(b"a", &[b"bc"], &proof));
        assert!(!key.is_proven(b"ab", &[b"c"], &proof));
        assert!(!JobKey::of([8; KEY_LEN]).is_proven(b"a", &[b"bc"], &proof));
    }
}
