//! The visitor's side of a door.

use crate::messages::{AttachHello, DoorAnswer, Person, nonce};
use crate::secret::{Nonce, random};
use crate::talk::{AttachLine, AttachTalk, LONGEST, Say};
use crate::{AttachError, DoorKey, Url, WorldSecret};
use ferry_wire::Reader;
use std::io::ErrorKind;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// How long the whole may take; the other's program may think about it.
const PATIENCE: Duration = Duration::from_secs(30);
/// Longest word; who says it comes before it.
const LONGEST_WORD: usize = LONGEST - 1024;
/// How long one address may take.
const CONNECT: Duration = Duration::from_secs(5);

/// Who has been found behind a door, and has shown that it has the key. It waits to be told who comes.
pub struct Visited {
    /// Who it is.
    pub owner: Person,
    key: DoorKey,
    /// The visitor's and the door's.
    nonces: [Nonce; 2],
    talk: AttachTalk,
    stream: TcpStream,
    clock: ferry_sys::Clock,
}

/// Knocks at the door of a URL, for the face of this name.
///
/// # Errors
/// The URL has no key; nobody is there, or nobody that has the key.
pub fn knock(url: &Url, face: &str) -> Result<Visited, AttachError> {
    let Some(key) = url.key else {
        let why = "the URL has no key (the part after #), and strangers are not let in";
        return Err(AttachError::Refused(why.into()));
    };
    let stream = connect(url).map_err(AttachError::Unreachable)?;
    let clock = ferry_sys::Clock::start();
    let mut line = line(&stream, clock);
    let mut talk = AttachTalk::new(&key);
    let mine: Nonce = random()?;
    let hello = AttachHello { nonce: mine, face: face.into(), path: url.path.clone() };
    let sealed = talk.seal(Say::Hello, &hello.encode());
    line.send(&sealed).map_err(broken("when greeted"))?;

    let answer = line.receive().map_err(broken("when greeted"))?;
    let body = talk.open(Say::Challenge, &answer).map_err(AttachError::unreachable)?;
    let mut r = Reader::new(body);
    let read = nonce(&mut r).and_then(|theirs| Ok((theirs, Person::get(&mut r)?)));
    let (theirs, owner) = read.map_err(AttachError::unreachable)?;
    Ok(Visited { owner, key, nonces: [mine, theirs], talk, stream, clock })
}

impl Visited {
    /// What the two have in common from now on.
    pub fn secret(&self) -> WorldSecret {
        WorldSecret::of(&self.key, [&self.nonces[0], &self.nonces[1]])
    }

    /// Tells who comes, and what its face says. Waits for the answer: what the owner's says.
    ///
    /// # Errors
    /// When the owner does not let it in, or is gone.
    pub fn enter(mut self, who: &Person, word: &[u8]) -> Result<Vec<u8>, AttachError> {
        if word.len() > LONGEST_WORD {
            return Err(AttachError::start("knocking", "too much is to be said at a door"));
        }
        let mut line = line(&self.stream, self.clock);
        line.is_known = true;
        let mut proof = Vec::new();
        who.put(&mut proof);
        proof.extend(word);
        let sealed = self.talk.seal(Say::Proof, &proof);
        line.send(&sealed).map_err(broken("when proven to"))?;

        let answer = line.receive().map_err(broken("while deciding"))?;
        let body = self.talk.open(Say::Verdict, &answer).map_err(AttachError::unreachable)?;
        match DoorAnswer::decode(body).map_err(AttachError::unreachable)? {
            DoorAnswer::Refused(why) => Err(AttachError::Refused(why.into())),
            DoorAnswer::Accepted { word } => Ok(word.to_vec()),
        }
    }
}

fn line(stream: &TcpStream, clock: ferry_sys::Clock) -> AttachLine<'_> {
    AttachLine { stream, clock, deadline: PATIENCE, is_known: false }
}

fn broken(doing: &'static str) -> impl Fn(std::io::Error) -> AttachError {
    move |e| {
        AttachError::Unreachable(match e.kind() {
            ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset => {
                format!("it closed the connection {doing}: the key may be wrong")
            }
            ErrorKind::TimedOut | ErrorKind::WouldBlock => format!("no answer {doing}"),
            _ => format!("{doing}: {e}"),
        })
    }
}

fn connect(url: &Url) -> Result<TcpStream, String> {
    let host = (url.host.as_str(), url.port);
    let addresses = host.to_socket_addrs().map_err(|e| format!("{}: {e}", url.host))?;
    let mut reasons = Vec::new();
    for address in addresses.take(8) {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(stream) => {
                let _ = stream.set_nodelay(true);
                return Ok(stream);
            }
            Err(e) => reasons.push(format!("{address}: {e}")),
        }
    }
    Err(if reasons.is_empty() { "it has no address".into() } else { reasons.join("; ") })
}
