//! Names of services, kept for other jobs of this user on this host.

use crate::PortError;
use crate::line::broken;
use crate::listening::{Entrance, Listening, call_locally, listen_locally};
use crate::name::hexadecimal;
use crate::stream::PortStream;
use sha2::{Digest, Sha256};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Longest text that is kept.
const TEXT_MAX: usize = 4096;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);

const ASK: u8 = 1;
const WITHDRAW: u8 = 2;

/// A name that is kept, with what it stands for, until this is dropped or somebody withdraws it.
pub struct Service {
    _listening: Listening,
    withdrawn: Arc<AtomicBool>,
}

/// The socket of a name: each user has names of his own.
fn socket_of(name: &str) -> String {
    let user = rustix::process::geteuid().as_raw();
    format!("ferry-name-{user}-{}", hexadecimal(&Sha256::digest(name.as_bytes())[..16]))
}

impl Service {
    /// Keeps `text` under a name. `None`: some other process keeps that name.
    ///
    /// # Errors
    /// When the text is too long or the system refuses.
    pub fn publish(name: &str, text: &str) -> Result<Option<Service>, PortError> {
        let failed = PortError::system("keeping the name of a service");
        if text.len() > TEXT_MAX {
            return Err(failed(io::Error::other(format!(
                "more than {TEXT_MAX} bytes are to be kept"
            ))));
        }
        let listener = match listen_locally(&socket_of(name)) {
            Err(e) if e.kind() == io::ErrorKind::AddrInUse => return Ok(None),
            listener => listener.map_err(failed)?,
        };
        let withdrawn = Arc::new(AtomicBool::new(false));
        let (text, gone) = (text.to_owned(), withdrawn.clone());
        let serve = move |mut stream: PortStream, _: Entrance| {
            if stream.is_of_own_user() {
                // Whoever asks and goes does not matter.
                let _ = answer(&mut stream, &text, &gone);
            }
        };
        Ok(Some(Service { _listening: Listening::begin(None, Some(listener), serve)?, withdrawn }))
    }

    /// Whether somebody has withdrawn it.
    pub fn is_withdrawn(&self) -> bool {
        self.withdrawn.load(Ordering::Acquire)
    }
}

fn answer(stream: &mut PortStream, text: &str, gone: &AtomicBool) -> io::Result<()> {
    stream.wait_at_most(Some(PATIENCE));
    let mut word = [0];
    stream.fill(&mut word)?;
    let was_gone = match word[0] {
        WITHDRAW => gone.swap(true, Ordering::AcqRel),
        _ => gone.load(Ordering::Acquire),
    };
    let text = if was_gone { "" } else { text };
    stream.send(&(text.len() as u16).to_le_bytes())?;
    stream.send(text.as_bytes())
}

fn ask(name: &str, word: u8) -> Result<Option<String>, PortError> {
    let Ok(mut stream) = call_locally(&socket_of(name)) else { return Ok(None) };
    if !stream.is_of_own_user() {
        return Ok(None);
    }
    stream.wait_at_most(Some(PATIENCE));
    stream.send(&[word]).map_err(broken)?;
    let mut len = [0; 2];
    stream.fill(&mut len).map_err(broken)?;
    let mut text = vec![0; usize::from(u16::from_le_bytes(len)).min(TEXT_MAX)];
    stream.fill(&mut text).map_err(broken)?;
    Ok(String::from_utf8(text).ok().filter(|text| !text.is_empty()))
}

/// What is kept under a name by some process of this user on this host.
///
/// # Errors
/// When the process that keeps it does not answer.
pub fn look_up(name: &str) -> Result<Option<String>, PortError> {
    ask(name, ASK)
}

/// Has the process that keeps a name give it up; whether there was one.
///
/// # Errors
/// As [`look_up`].
pub fn withdraw(name: &str) -> Result<bool, PortError> {
    ask(name, WITHDRAW).map(|text| text.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_by_one_until_it_is_withdrawn() {
        let name = format!("tea {}", std::process::id());
        assert_eq!(look_up(&name).unwrap(), None);
        assert!(!withdraw(&name).unwrap());
        let kept = Service::publish(&name, "a port").unwrap().expect("nobody has it");
        assert!(Service::publish(&name, "another").unwrap().is_none());
        assert_eq!(look_up(&name).unwrap().as_deref(), Some("a port"));
        assert!(withdraw(&name).unwrap() && kept.is_withdrawn());
        assert_eq!(look_up(&name).unwrap(), None);
        assert!(!withdraw(&name).unwrap());
        drop(kept);
        assert!(Service::publish(&name, "another").unwrap().is_some());
        assert!(Service::publish(&name, &"x".repeat(5000)).is_err());
    }
}
