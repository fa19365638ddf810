//! A port: where others call.

use crate::handshake::admit;
use crate::key::random;
use crate::listening::{
    Entrance, Listening, ListeningEnd, listen_locally, listen_over_tcp, own_addresses,
};
use crate::stream::PortStream;
use crate::{PortError, PortKey, PortKeys, PortLine, PortName};
use ferry_sys::Clock;
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Callers with a key that may wait to be accepted; more are refused.
const WAITING_MAX: usize = 4096;
/// How long a caller that is accepted may take to say that it is still there.
const CONFIRMATION: Duration = Duration::from_secs(10);
/// How often who waits for a caller asks whether one can still come.
const LOOK: Duration = Duration::from_millis(100);

/// The first word of the port's owner.
pub(crate) const ACCEPTED: u8 = 1;
pub(crate) const REFUSED: u8 = 2;

/// A port that is open until this is dropped.
pub struct OpenPort {
    name: PortName,
    own: PortKey,
    callers: Arc<Callers>,
    listening: Option<Listening>,
}

/// Those who have called and proven a key.
#[derive(Default)]
struct Callers {
    waiting: Mutex<Waiting>,
    came: Condvar,
}

#[derive(Default)]
struct Waiting {
    lines: VecDeque<PortLine>,
    closed: bool,
}

impl Callers {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, mut line: PortLine) {
        let mut waiting = self.lock();
        if waiting.closed || waiting.lines.len() >= WAITING_MAX {
            let why = if waiting.closed { "the port is closed" } else { "too many wait there" };
            drop(waiting);
            return refuse(&mut line, why);
        }
        waiting.lines.push_back(line);
        self.came.notify_one();
    }

    /// The next one, waiting for it for a while.
    fn next(&self, wait: Duration) -> Option<PortLine> {
        let mut waiting = self.lock();
        if waiting.lines.is_empty() {
            let waited = self.came.wait_timeout(waiting, wait);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        waiting.lines.pop_front()
    }
}

fn refuse(line: &mut PortLine, why: &str) {
    line.wait_at_most(Some(CONFIRMATION));
    let mut word = vec![REFUSED];
    word.extend(why.as_bytes());
    // Whoever is gone needs no answer.
    let _ = line.send(&word);
}

impl OpenPort {
    /// Opens a port, over TCP at one of `ports` if that says any. `launcher` and `file` are keys by which it can
    /// be called beside its own.
    ///
    /// # Errors
    /// When the system does not let it listen.
    pub fn open(
        ports: Option<RangeInclusive<u16>>,
        launcher: PortKey,
        file: Option<PortKey>,
    ) -> Result<OpenPort, PortError> {
        let failed = PortError::system("listening for callers of a port");
        let over_tcp = listen_over_tcp(ports).map_err(&failed)?;
        let port = over_tcp.local_addr().map_err(&failed)?.port();
        let name = PortName { id: random()?, port, addresses: own_addresses() };
        let locally = listen_locally(&name.local()).map_err(failed)?;
        let keys = PortKeys { own: random()?, launcher, file };
        let (own, callers) = (keys.own, Arc::<Callers>::default());
        let (id, waiting) = (name.id, callers.clone());
        let serve = move |stream: PortStream, entrance| {
            let greeted = greet(stream, entrance, &keys.own);
            // Strangers are none of the program's business.
            if let Ok(line) = greeted.and_then(|stream| admit(stream, &id, &keys)) {
                waiting.add(line);
            }
        };
        let (end, over_tcp, locally) = (ListeningEnd::new()?, Some(over_tcp), Some(locally));
        let listening = Some(Listening::begin(end, over_tcp, locally, serve)?);
        Ok(OpenPort { name, own, callers, listening })
    }

    /// Its name.
    pub fn name(&self) -> &PortName {
        &self.name
    }

    /// Its own key. Whoever has it can call the port.
    pub fn key(&self) -> PortKey {
        self.own
    }

    /// Who accepts at this port, whether it is open or not.
    pub fn acceptor(&self) -> PortAcceptor {
        PortAcceptor { callers: self.callers.clone() }
    }
}

/// The key is handed to the user's own processes, whom the kernel vouches for.
fn greet(mut stream: PortStream, from: Entrance, own: &PortKey) -> Result<PortStream, PortError> {
    if from == Entrance::Local {
        if !stream.is_of_own_user() {
            return Err(PortError::Refused("it is another user's".into()));
        }
        stream.wait_at_most(Some(CONFIRMATION));
        stream.send(own).map_err(crate::line::broken)?;
    }
    Ok(stream)
}

impl Drop for OpenPort {
    fn drop(&mut self) {
        drop(self.listening.take());
        let waiting = {
            let mut waiting = self.callers.lock();
            waiting.closed = true;
            std::mem::take(&mut waiting.lines)
        };
        self.callers.came.notify_all();
        for mut line in waiting {
            refuse(&mut line, "the port is closed");
        }
    }
}

/// Accepts callers of a port.
#[derive(Clone)]
pub struct PortAcceptor {
    callers: Arc<Callers>,
}

impl PortAcceptor {
    /// Waits for a caller, for `timeout` at most. Now and then it asks whether one can still come; if not, why.
    ///
    /// # Errors
    /// When none comes in time, none can come any more, or the port is closed meanwhile.
    pub fn accept(
        &self,
        timeout: Option<Duration>,
        mut hopeless: impl FnMut() -> Option<String>,
    ) -> Result<PortLine, PortError> {
        let clock = Clock::start();
        loop {
            if let Some(line) = self.callers.next(LOOK) {
                // Who has gone meanwhile is not missed.
                if let Ok(line) = welcome(line) {
                    return Ok(line);
                }
                continue;
            }
            if self.callers.lock().closed {
                return Err(PortError::Closed);
            }
            if let Some(timeout) = timeout.filter(|timeout| clock.now() >= *timeout) {
                return Err(PortError::Late(timeout.as_secs_f64()));
            }
            if let Some(why) = hopeless() {
                return Err(PortError::Hopeless(why));
            }
        }
    }
}

/// Tells a caller that it is accepted, and hears whether it is still there.
fn welcome(mut line: PortLine) -> Result<PortLine, PortError> {
    line.wait_at_most(Some(CONFIRMATION));
    line.send(&[ACCEPTED])?;
    line.receive()?;
    line.wait_at_most(None);
    Ok(line)
}
