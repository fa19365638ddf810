//! Looking for the process that listens.

use super::{HandshakeError, HandshakeRound, MeetingPlace, MetProcess, places};
use crate::ports::PORTS;
use crate::sealed::{SealedStream, call};
use crate::status::ProcessState;
use ferry_pmi::Client;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// How long a connection may take to be made, and a proof to be given.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(50);
/// Longest answer.
pub(super) const ANSWER: usize = 64;

/// A connection to the process that listens.
pub(crate) type ManagerConnection = SealedStream<TcpStream>;

/// Calls one address and proves to know the key.
pub(crate) fn try_address(
    place: &MeetingPlace<'_>,
    address: SocketAddr,
) -> io::Result<(ManagerConnection, TcpStream)> {
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let (other, twin) = (stream.try_clone()?, stream.try_clone()?);
    Ok((call(stream, &place.key, other)?, twin))
}

/// The addresses of process 0's host with a port.
fn addresses(place: &MeetingPlace<'_>, port: u16) -> Vec<SocketAddr> {
    let first = &place.meeting.config.processes[0];
    if place.own.contains(&0) {
        return vec![SocketAddr::from(([127, 0, 0, 1], port))];
    }
    let of_name = |name: &String| (name.as_str(), port).to_socket_addrs().into_iter().flatten();
    first.interfaces.iter().flat_map(of_name).collect()
}

/// The ports to try: those that were told to be others, and the first.
fn ports(place: &MeetingPlace<'_>) -> Vec<u16> {
    let host = &place.meeting.config.processes[0];
    let short = host.host().split('.').next().unwrap_or_default();
    let mut ports = place.meeting.files.changed_ports(short);
    // Its own name for itself may be another one than the configuration's.
    if places::is_here(host.host()) {
        ports.extend(place.meeting.files.changed_ports(&super::host_name()));
    }
    ports.push(*PORTS.start());
    ports.dedup();
    ports
}

/// Looks for the process that listens, until all are there.
pub(super) fn look_for_listener(
    place: &MeetingPlace<'_>,
    note: &mut dyn FnMut(ProcessState, &str),
) -> Result<HandshakeRound, HandshakeError> {
    let host = place.meeting.config.processes[0].host().to_owned();
    note(ProcessState::Contacting, &format!("process 0 on {host}"));
    let mut why = "no address of it answers".to_owned();
    while !place.is_too_late() {
        for address in ports(place).into_iter().flat_map(|port| addresses(place, port)) {
            match try_address(place, address) {
                Ok((connection, twin)) => return join(place, connection, twin, note),
                Err(error) => why = format!("{address}: {error}"),
            }
        }
        std::thread::sleep(PAUSE);
    }
    Err(HandshakeError::NobodyListens { host, seconds: place.seconds(), why })
}

/// Says who this process may be, and hears who it is when all are there.
pub(super) fn join(
    place: &MeetingPlace<'_>,
    mut connection: ManagerConnection,
    twin: TcpStream,
    note: &mut dyn FnMut(ProcessState, &str),
) -> Result<HandshakeRound, HandshakeError> {
    let ranks: Vec<String> = place.own.iter().map(u32::to_string).collect();
    let offer = format!("{} {}\n", super::host_name(), ranks.join(","));
    let left = place.until.saturating_duration_since(Instant::now()) + PATIENCE;
    let asked =
        twin.set_read_timeout(Some(left)).and_then(|()| connection.write_all(offer.as_bytes()));
    let Ok(line) = asked.and_then(|()| read_line(&mut connection, ANSWER)) else {
        // Whoever listened has given way to another, or is gone.
        return if place.is_too_late() { Err(gone(place)) } else { Ok(HandshakeRound::Again) };
    };
    if line == "full" {
        let config = place.meeting.files.config().display().to_string();
        return Err(HandshakeError::TooMany(config));
    }
    let rank = given(&line, &place.own)
        .ok_or_else(|| HandshakeError::system("joining the job", "no number was given"))?;
    note(ProcessState::Connected, &format!("this is process {rank}"));
    let failed = |why: String| HandshakeError::system("speaking with process 0", why);
    twin.set_read_timeout(None).map_err(|e| failed(e.to_string()))?;
    let client = Client::on_stream(connection, rank, place.size());
    let client = client.map_err(|e| failed(e.to_string()))?;
    Ok(HandshakeRound::Met(Box::new(MetProcess {
        rank,
        client,
        manager: None,
        lifeline: twin.into(),
    })))
}

/// The number that an answer gives, if it is one of those that were offered.
pub(super) fn given(line: &str, own: &[u32]) -> Option<u32> {
    let rank = line.strip_prefix("rank ")?.parse().ok()?;
    own.contains(&rank).then_some(rank)
}

fn gone(place: &MeetingPlace<'_>) -> HandshakeError {
    HandshakeError::NobodyListens {
        host: place.meeting.config.processes[0].host().to_owned(),
        seconds: place.seconds(),
        why: "it has answered, and then not all have come".into(),
    }
}

/// A line of at most `most` bytes, without its end.
pub(super) fn read_line(stream: &mut impl Read, most: usize) -> io::Result<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    loop {
        stream.read_exact(&mut byte)?;
        if byte == *b"\n" {
            return String::from_utf8(line).map_err(io::Error::other);
        }
        if line.len() == most {
            return Err(io::Error::other("a line without an end"));
        }
        line.push(byte[0]);
    }
}
