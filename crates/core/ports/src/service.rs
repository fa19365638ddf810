//! Names of services, kept for other jobs of this user on this host.

use crate::PortError;
use crate::line::broken;
use crate::listening::{Entrance, Listening, ListeningEnd, call_locally, listen_locally};
use crate::name::hexadecimal;
use crate::stream::PortStream;
use sha2::{Digest, Sha256};
use std::io;
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Longest text that is kept.
const TEXT_MAX: usize = 4096;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

const ASK: u8 = 1;
const WITHDRAW: u8 = 2;

const DONE: u8 = 1;
const OF_OTHERS: u8 = 2;

/// Whether a name is still published where it is kept besides.
type StillPublished = Box<dyn Fn() -> bool + Send + Sync>;

/// A name that is kept, with what it stands for, until this is dropped or a process of the same job withdraws it: here,
/// or, on another host, where it is kept besides.
pub struct Service {
    kept: Arc<KeptName>,
    _listening: Listening,
}

struct KeptName {
    text: String,
    /// The number of the job whose name it is.
    job: u64,
    is_withdrawn: AtomicBool,
    is_published: StillPublished,
    end: Arc<ListeningEnd>,
}

/// What has come of a wish to withdraw a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Withdrawal {
    /// It is withdrawn.
    Done,
    /// Nobody keeps it.
    Unknown,
    /// Another job's process keeps it, and goes on.
    OfOthers,
}

/// The socket of a name: each user has names of his own.
fn socket_of(name: &str) -> String {
    let user = rustix::process::geteuid().as_raw();
    format!("ferry-name-{user}-{}", hexadecimal(&Sha256::digest(name.as_bytes())[..16]))
}

impl Service {
    /// Keeps `text` under a name, for the job of this number. `None`: some other process keeps that name.
    /// `is_published`: asked before each answer, from threads of their own, whether that is still so: who withdraws the
    /// name may be out of this host's reach.
    ///
    /// # Errors
    /// When the text is too long or the system refuses.
    pub fn publish(
        name: &str,
        text: &str,
        job: u64,
        is_published: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Result<Option<Service>, PortError> {
        let failed = PortError::system("keeping the name of a service");
        if text.len() > TEXT_MAX {
            return Err(failed(io::Error::other(format!(
                "more than {TEXT_MAX} bytes are to be kept"
            ))));
        }
        let Some(listener) = listen_for(name).map_err(failed)? else { return Ok(None) };
        let (end, is_withdrawn) = (ListeningEnd::new()?, AtomicBool::new(false));
        let kept = Arc::new(KeptName {
            text: text.to_owned(),
            job,
            is_withdrawn,
            is_published: Box::new(is_published),
            end: end.clone(),
        });
        let asked = kept.clone();
        let serve = move |mut stream: PortStream, _: Entrance| {
            if stream.is_of_own_user() {
                // Whoever asks and goes does not matter.
                let _ = asked.answer(&mut stream);
            }
        };
        let listening = Listening::begin(end, None, Some(listener), serve)?;
        Ok(Some(Service { kept, _listening: listening }))
    }

    /// Whether another process of the job has withdrawn it.
    pub fn is_withdrawn(&self) -> bool {
        self.kept.is_withdrawn.load(Ordering::Acquire)
    }
}

impl KeptName {
    fn answer(&self, stream: &mut PortStream) -> io::Result<()> {
        stream.wait_at_most(Some(PATIENCE));
        let mut word = [0];
        stream.fill(&mut word)?;
        if !(self.is_published)() {
            self.end();
        }
        if word[0] == WITHDRAW {
            let mut job = [0; 8];
            stream.fill(&mut job)?;
            return stream.send(&[self.withdraw(u64::from_le_bytes(job))]);
        }
        let is_withdrawn = self.is_withdrawn.load(Ordering::Acquire);
        let text = if is_withdrawn { "" } else { &self.text };
        stream.send(&(text.len() as u16).to_le_bytes())?;
        stream.send(text.as_bytes())
    }

    /// A process of this job wants the name to be withdrawn. When it hears that it is, others may have the name.
    fn withdraw(&self, job: u64) -> u8 {
        let is_withdrawn = self.is_withdrawn.load(Ordering::Acquire);
        if job != self.job && !is_withdrawn {
            return OF_OTHERS;
        }
        if self.end() { DONE } else { 0 }
    }

    /// The name is free for others when this returns. Whether it was not before.
    fn end(&self) -> bool {
        let was_withdrawn = self.is_withdrawn.swap(true, Ordering::AcqRel);
        self.end.close();
        !was_withdrawn
    }
}

/// Listens for those that ask for a name. `None`: some other process does, and the name is published.
fn listen_for(name: &str) -> io::Result<Option<UnixListener>> {
    let listen = || match listen_locally(&socket_of(name)) {
        Err(e) if e.kind() == io::ErrorKind::AddrInUse => Ok(None),
        listener => listener.map(Some),
    };
    match listen()? {
        // A name that was withdrawn elsewhere its keeper gives up when it is asked.
        None if matches!(look_up(name), Ok(None)) => listen(),
        listener => Ok(listener),
    }
}

/// The keeper of a name has not answered: that it has gone, as names do, is nobody's failure.
fn unanswered(error: io::Error) -> PortError {
    match broken(error) {
        PortError::Gone { how, .. } => PortError::Broken(how),
        other => other,
    }
}

/// Calls whoever keeps a name.
fn keeper_of(name: &str) -> Option<PortStream> {
    let mut stream = call_locally(&socket_of(name)).ok()?;
    stream.wait_at_most(Some(PATIENCE));
    stream.is_of_own_user().then_some(stream)
}

/// What is kept under a name by some process of this user on this host.
///
/// # Errors
/// When the process that keeps it does not answer.
pub fn look_up(name: &str) -> Result<Option<String>, PortError> {
    let Some(mut stream) = keeper_of(name) else { return Ok(None) };
    stream.send(&[ASK]).map_err(unanswered)?;
    let mut len = [0; 2];
    stream.fill(&mut len).map_err(unanswered)?;
    let mut text = vec![0; usize::from(u16::from_le_bytes(len)).min(TEXT_MAX)];
    stream.fill(&mut text).map_err(unanswered)?;
    Ok(String::from_utf8(text).ok().filter(|text| !text.is_empty()))
}

/// Has the process that keeps a name give it up, if it is of the job of this number.
///
/// # Errors
/// As [`look_up`].
pub fn withdraw(name: &str, job: u64) -> Result<Withdrawal, PortError> {
    let Some(mut stream) = keeper_of(name) else { return Ok(Withdrawal::Unknown) };
    let mut wish = vec![WITHDRAW];
    wish.extend(job.to_le_bytes());
    stream.send(&wish).map_err(unanswered)?;
    let mut word = [0];
    stream.fill(&mut word).map_err(unanswered)?;
    Ok(match word[0] {
        DONE => Withdrawal::Done,
        OF_OTHERS => Withdrawal::OfOthers,
        _ => Withdrawal::Unknown,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep(name: &str, text: &str, job: u64) -> Result<Option<Service>, PortError> {
        Service::publish(name, text, job, || true)
    }

    #[test]
    fn a_name_is_kept_by_one_until_its_job_withdraws_it() {
        let name = format!("tea {}", std::process::id());
        assert_eq!(look_up(&name).unwrap(), None);
        assert_eq!(withdraw(&name, 1).unwrap(), Withdrawal::Unknown);
        let kept = keep(&name, "a port", 1).unwrap().expect("nobody has it");
        assert!(keep(&name, "another", 1).unwrap().is_none());
        assert_eq!(look_up(&name).unwrap().as_deref(), Some("a port"));
        assert_eq!(withdraw(&name, 2).unwrap(), Withdrawal::OfOthers);
        assert_eq!(look_up(&name).unwrap().as_deref(), Some("a port"));
        assert_eq!(withdraw(&name, 1).unwrap(), Withdrawal::Done);
        assert!(kept.is_withdrawn());
        assert_eq!(look_up(&name).unwrap(), None);
        assert_eq!(withdraw(&name, 1).unwrap(), Withdrawal::Unknown);
        // Others may have the name at once, although the first still is there.
        let other = keep(&name, "another", 2).unwrap();
        assert!(other.is_some() && look_up(&name).unwrap().as_deref() == Some("another"));
        drop(kept);
        assert!(keep(&name, &"x".repeat(5000), 1).is_err());
    }

    #[test]
    fn a_name_that_was_withdrawn_elsewhere_is_given_up_when_somebody_asks() {
        let name = format!("coffee {}", std::process::id());
        let is_published = Arc::new(AtomicBool::new(true));
        let told = is_published.clone();
        let kept = Service::publish(&name, "a port", 1, move || told.load(Ordering::Relaxed));
        let kept = kept.unwrap().expect("nobody has it");
        assert_eq!(look_up(&name).unwrap().as_deref(), Some("a port"));
        is_published.store(false, Ordering::Relaxed);
        // Whoever wants it for itself asks as well.
        let other = keep(&name, "another", 2).unwrap();
        assert!(other.is_some() && kept.is_withdrawn());
        assert_eq!(look_up(&name).unwrap().as_deref(), Some("another"));
        drop((kept, other));
        let name = format!("cocoa {}", std::process::id());
        let kept = Service::publish(&name, "a port", 1, || false).unwrap();
        assert_eq!(look_up(&name).unwrap(), None);
        assert_eq!(withdraw(&name, 1).unwrap(), Withdrawal::Unknown);
        assert!(kept.is_some_and(|kept| kept.is_withdrawn()));
    }
}
