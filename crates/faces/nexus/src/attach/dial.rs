//! The visitor's side of a door.

use super::messages::{AttachHello, DoorAnswer, Person, nonce};
use super::pair::OpenedHalf;
use super::talk::{AttachLine, AttachTalk, Say};
use crate::home::Home;
use crate::{Nexus, NexusError, Startpoint, Url};
use ferry_method::PeerId;
use ferry_wire::Reader;
use std::io::ErrorKind;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// How long the whole may take; the other's program may think about it.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long one address may take.
const CONNECT: Duration = Duration::from_secs(5);

pub(crate) fn attach(nexus: &Nexus, url: &Url) -> Result<(Startpoint, PeerId, Home), NexusError> {
    let place = url.without_key();
    let unreachable = |why: String| NexusError::Unreachable { url: place.clone(), why };
    let Some(key) = url.key else {
        let why = "the URL has no key (the part after #), and strangers are not let in".into();
        return Err(NexusError::Refused { url: place, why });
    };
    let stream = connect(url).map_err(unreachable)?;
    let clock = ferry_sys::Clock::start();
    let mut line = AttachLine { stream: &stream, clock, deadline: PATIENCE };
    let broken = |doing: &str| {
        let doing = doing.to_owned();
        move |e: std::io::Error| match e.kind() {
            ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset => {
                format!("it closed the connection {doing}: the key may be wrong")
            }
            ErrorKind::TimedOut | ErrorKind::WouldBlock => format!("no answer {doing}"),
            _ => format!("{doing}: {e}"),
        }
    };
    let mut talk = AttachTalk::new(&key);
    let mut mine = [0; super::talk::NONCE_LEN];
    getrandom::fill(&mut mine).map_err(|e| NexusError::start("asking for randomness", e))?;
    let hello = AttachHello { nonce: mine, path: url.path.clone() };
    let sealed = talk.seal(Say::Hello, &hello.encode());
    line.send(&sealed).map_err(broken("when greeted")).map_err(unreachable)?;

    let answer = line.receive().map_err(broken("when greeted")).map_err(unreachable)?;
    let body = talk.open(Say::Challenge, &answer).map_err(|e| unreachable(e.to_string()))?;
    let mut r = Reader::new(body);
    let read = nonce(&mut r).and_then(|theirs| Ok((theirs, Person::get(&mut r)?)));
    let (theirs, owner) = read.map_err(|e| unreachable(e.to_string()))?;

    let half = OpenedHalf::open(nexus, &key, [&mine, &theirs], 1, &owner)?;
    let mut proof = Vec::new();
    Person { home: nexus.home(), host: nexus.core.identity.host.clone() }.put(&mut proof);
    proof.extend(half.table());
    let sealed = talk.seal(Say::Proof, &proof);
    line.send(&sealed).map_err(broken("when proven to")).map_err(unreachable)?;

    let answer = line.receive().map_err(broken("while deciding")).map_err(unreachable)?;
    let body = talk.open(Say::Verdict, &answer).map_err(|e| unreachable(e.to_string()))?;
    match DoorAnswer::decode(body).map_err(|e| unreachable(e.to_string()))? {
        DoorAnswer::Refused(why) => Err(NexusError::Refused { url: place, why }),
        DoorAnswer::Accepted { startpoint, table } => {
            let mut attachment = half.join(&owner, table);
            // Better now than at the first request.
            attachment.link.peer_table(PeerId(0))?;
            let peer = nexus.enter()?.add_world(attachment)?;
            let startpoint = Startpoint::decode(nexus, &startpoint).map_err(unreachable)?;
            Ok((startpoint, peer, owner.home))
        }
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
