//! Calling a port.

use crate::handshake::introduce;
use crate::key::{KeyKind, of_port};
use crate::line::broken;
use crate::listening::call_locally;
use crate::port::{ACCEPTED, REFUSED};
use crate::stream::PortStream;
use crate::{KEY_LEN, PortError, PortKey, PortLine, PortName};
use ferry_sys::{Clock, with_descriptors};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How long each address of a port may take to answer.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a port's owner may take to hand its key to a process of its user.
const HANDING: Duration = Duration::from_secs(10);

/// The keys that a caller has.
#[derive(Clone, Default)]
pub struct CallerKeys {
    /// The port's own, if its owner gave it.
    pub own: Option<PortKey>,
    /// The secret of the launcher's jobs.
    pub launcher: Option<PortKey>,
    /// What the file of `ports.key` holds.
    pub file: Option<PortKey>,
}

/// How often a call that waits looks whether there is still a use in that.
const LOOK: Duration = Duration::from_millis(100);

/// Calls a port and waits until its owner accepts, for `timeout` at most; without one for as long as it lives. Now and
/// then it asks whether there is still a use in that; if not, why.
///
/// # Errors
/// When nobody is there, no key fits, the owner refuses, or it does not accept in time.
pub fn call(
    name: &PortName,
    keys: &CallerKeys,
    timeout: Option<Duration>,
    mut hopeless: impl FnMut() -> Option<String>,
) -> Result<PortLine, PortError> {
    let clock = Clock::start();
    let mut line = reach(name, keys)?;
    let lost = |why| without_owner(name, why);
    while !line.comes_within(LOOK).map_err(lost)? {
        if let Some(timeout) = timeout.filter(|timeout| clock.now() >= *timeout) {
            return Err(PortError::Late(timeout.as_secs_f64()));
        }
        if let Some(why) = hopeless() {
            return Err(PortError::Hopeless(why));
        }
    }
    line.wait_at_most(Some(HANDING));
    let word = line.receive().map_err(lost)?;
    match word.split_first() {
        Some((&ACCEPTED, [])) => {}
        Some((&REFUSED, why)) => {
            return Err(PortError::Refused(String::from_utf8_lossy(why).into_owned()));
        }
        _ => return Err(lost(PortError::Broken("says what no port says".into()))),
    }
    line.send(&[]).map_err(lost)?;
    line.wait_at_most(None);
    Ok(line)
}

/// A port whose owner goes before it has accepted is none any more.
fn without_owner(name: &PortName, why: PortError) -> PortError {
    match why {
        PortError::Gone { how, .. } | PortError::Broken(how) => {
            PortError::Unreachable { at: place(name), why: format!("the process there {how}") }
        }
        other => other,
    }
}

/// A line to the port's owner, by the first way that leads there.
fn reach(name: &PortName, keys: &CallerKeys) -> Result<PortLine, PortError> {
    // Within the host, the kernel vouches for both.
    if let Ok(line) = reach_locally(name) {
        return Ok(line);
    }
    let kinds =
        [(KeyKind::Own, keys.own), (KeyKind::Launcher, keys.launcher), (KeyKind::File, keys.file)];
    let mut refused = None;
    for (kind, secret) in kinds {
        let Some(secret) = secret else { continue };
        let stream = connect(name)?;
        match introduce(stream, &name.id, kind, &of_port(&secret, kind, &name.id)) {
            Ok(line) => return Ok(line),
            Err(why) => refused = Some(why),
        }
    }
    if refused.is_none() {
        // With nobody there a key would be of no use either.
        connect(name)?;
    }
    Err(PortError::NoKey { at: place(name) })
}

fn reach_locally(name: &PortName) -> Result<PortLine, PortError> {
    let mut stream = call_locally(&name.local()).map_err(broken)?;
    if !stream.is_of_own_user() {
        return Err(PortError::Refused("another user listens there".into()));
    }
    stream.wait_at_most(Some(HANDING));
    let mut own = [0; KEY_LEN];
    stream.fill(&mut own).map_err(broken)?;
    introduce(stream, &name.id, KeyKind::Own, &of_port(&own, KeyKind::Own, &name.id))
}

fn place(name: &PortName) -> String {
    match name.addresses.first() {
        Some(ip) => SocketAddr::from((*ip, name.port)).to_string(),
        None => format!("TCP port {} of no address", name.port),
    }
}

fn connect(name: &PortName) -> Result<PortStream, PortError> {
    let mut reasons = Vec::new();
    for ip in &name.addresses {
        let address = SocketAddr::from((*ip, name.port));
        match with_descriptors(|| TcpStream::connect_timeout(&address, CONNECT)) {
            Ok(stream) => return Ok(PortStream::tcp(stream)),
            Err(e) => reasons.push(format!("{address}: {e}")),
        }
    }
    let why = if reasons.is_empty() { "it has no address".into() } else { reasons.join("; ") };
    Err(PortError::Unreachable { at: place(name), why })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OpenPort;

    fn open() -> OpenPort {
        OpenPort::open(None, [3; KEY_LEN], None).unwrap()
    }

    #[test]
    fn a_caller_is_accepted_and_both_talk() {
        let port = open();
        std::thread::scope(|scope| {
            let caller = scope.spawn(|| {
                let mut line = call(port.name(), &CallerKeys::default(), None, || None).unwrap();
                line.swap(b"caller").unwrap()
            });
            let mut line = port.acceptor().accept(None, || None).unwrap();
            assert_eq!(line.swap(b"owner").unwrap(), b"caller");
            assert_eq!(caller.join().unwrap(), b"owner");
        });
    }

    #[test]
    fn keys_open_over_tcp_and_without_one_it_is_said_so() {
        let port = open();
        let keys = CallerKeys { launcher: Some([3; KEY_LEN]), ..CallerKeys::default() };
        let id = &port.name().id;
        let over_tcp = |kind, secret: PortKey| {
            introduce(connect(port.name()).unwrap(), id, kind, &of_port(&secret, kind, id))
        };
        assert!(over_tcp(KeyKind::Launcher, [3; KEY_LEN]).is_ok());
        assert!(over_tcp(KeyKind::Launcher, [4; KEY_LEN]).is_err());
        assert!(over_tcp(KeyKind::Own, port.key()).is_ok());
        // A name with another number leads to nobody within the host, and no key fits over TCP.
        let forged = PortName { id: [9; 16], ..port.name().clone() };
        let error = call(&forged, &keys, None, || None).unwrap_err();
        assert!(matches!(error, PortError::NoKey { .. }), "{error}");
        let error = call(&forged, &CallerKeys::default(), None, || None).unwrap_err();
        assert!(matches!(error, PortError::NoKey { .. }), "{error}");
    }

    #[test]
    fn a_port_that_is_closed_refuses_who_waits_and_is_gone() {
        let port = open();
        let name = port.name().clone();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| call(&name, &CallerKeys::default(), None, || None));
            let acceptor = port.acceptor();
            let accepting = scope.spawn(move || acceptor.accept(None, || None).map(|_| ()));
            // One of the two is served, or both are told.
            drop(port);
            let _ = accepting.join().unwrap();
            if let Err(error) = waiting.join().unwrap() {
                assert!(
                    matches!(error, PortError::Refused(_) | PortError::Unreachable { .. }),
                    "{error}"
                );
            }
        });
        let error = call(&name, &CallerKeys::default(), None, || None).unwrap_err();
        assert!(matches!(error, PortError::Unreachable { .. }), "{error}");
    }

    #[test]
    fn waits_end() {
        let port = open();
        let short = Some(Duration::from_millis(30));
        let error = port.acceptor().accept(short, || None).unwrap_err();
        assert!(matches!(error, PortError::Late(_)), "{error}");
        let error = port.acceptor().accept(None, || Some("it has ended".into())).unwrap_err();
        assert!(matches!(error, PortError::Hopeless(_)), "{error}");
        let error = call(port.name(), &CallerKeys::default(), short, || None).unwrap_err();
        assert!(matches!(error, PortError::Late(_)), "{error}");
        // That one has gone: it is not what the next accept gets.
        let error = port.acceptor().accept(short, || None).unwrap_err();
        assert!(matches!(error, PortError::Late(_)), "{error}");
    }
}
