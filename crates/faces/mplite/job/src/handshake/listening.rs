//! Listening for the other processes, and giving them their numbers.

use super::calling::{PATIENCE, join, read_line, try_address};
use super::{HandshakeError, HandshakeRound, MeetingPlace, MetProcess, host_name};
use crate::manager::{ManagedProcess, Manager};
use crate::ports::{PORTS, listen_from};
use crate::sealed::{SealedStream, answer};
use crate::status::ProcessState;
use ferry_pmi::Client;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, mpsc::RecvTimeoutError};
use std::time::Duration;

/// Callers that may be proving themselves at a time.
const PROVING: usize = 64;
/// How often is looked whether another process listens on a lower port.
const LOOK: Duration = Duration::from_millis(100);
/// Longest word of a caller: the name of its host, and the numbers that it may have.
pub(super) const OFFER: usize = 8192;

/// A process that has proven to be of this job, and the numbers that it may have.
struct ProvenCaller {
    connection: SealedStream<TcpStream>,
    twin: TcpStream,
    ranks: Vec<u32>,
}

/// Word, by a file, of a port that is not the first. It goes when all have met.
struct PortChange(Option<PathBuf>);

impl Drop for PortChange {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            // Somebody may have cleared the folder.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Listens, unless another process of this host does.
pub(super) fn try_to_listen(
    place: &MeetingPlace<'_>,
    note: &mut dyn FnMut(ProcessState, &str),
) -> Result<HandshakeRound, HandshakeError> {
    // Who has passed over a port says so; it listens there.
    let told = place.meeting.files.changed_ports(&host_name());
    if let Some(found) = find_other(place, told.into_iter()) {
        return join(place, found.0, found.1, note);
    }
    let listening = listen_from(*PORTS.start());
    let (listener, port) = listening.map_err(|e| HandshakeError::system("listening", e))?;
    // The ports that were taken are another job's, or another process's of this one.
    if let Some(found) = find_other(place, *PORTS.start()..port) {
        return join(place, found.0, found.1, note);
    }
    let changed =
        (port != *PORTS.start()).then(|| place.meeting.files.port_change(&host_name(), port));
    if let Some(path) = &changed {
        std::fs::write(path, "").map_err(|e| HandshakeError::system("saying which port", e))?;
        note(ProcessState::ChangedPort, &format!("listening on port {port}"));
    }
    let told = PortChange(changed);
    let round = gather(place, listener, port, note);
    drop(told);
    round
}

/// A process of this job that listens on one of these ports of this host.
fn find_other(
    place: &MeetingPlace<'_>,
    mut ports: impl Iterator<Item = u16>,
) -> Option<(SealedStream<TcpStream>, TcpStream)> {
    ports.find_map(|port| try_address(place, SocketAddr::from(([127, 0, 0, 1], port))).ok())
}

/// Takes in the others, until all are there.
fn gather(
    place: &MeetingPlace<'_>,
    listener: TcpListener,
    port: u16,
    note: &mut dyn FnMut(ProcessState, &str),
) -> Result<HandshakeRound, HandshakeError> {
    let guests = accept(place, listener)?;
    let mut seats: Vec<Option<ProvenCaller>> = (0..place.size()).map(|_| None).collect();
    note(ProcessState::Contacting, &format!("{} others", seats.len() - 1));
    while seats[1..].iter().any(Option::is_none) {
        if place.is_too_late() {
            return Err(missing(place, &seats));
        }
        match guests.receiver.recv_timeout(LOOK) {
            Ok(guest) => seat(&mut seats, guest),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(HandshakeError::system("listening", "the listener has ended"));
            }
            Err(RecvTimeoutError::Timeout) => {
                seats.iter_mut().for_each(leave_if_gone);
                // Two of a host may listen for a moment: the lower port counts.
                if let Some(found) = find_other(place, *PORTS.start()..port) {
                    drop((guests, seats));
                    return join(place, found.0, found.1, note);
                }
            }
        }
    }
    drop(guests);
    settle(place, seats, note)
}

/// A guest that has gone leaves its number to another.
fn leave_if_gone(seat: &mut Option<ProvenCaller>) {
    let Some(guest) = seat else { return };
    let is_gone = guest.twin.set_nonblocking(true).and_then(|()| {
        let peeked = guest.twin.peek(&mut [0]);
        guest.twin.set_nonblocking(false).map(|()| peeked.is_ok_and(|bytes| bytes == 0))
    });
    if is_gone.unwrap_or(true) {
        *seat = None;
    }
}

/// Gives a guest the first of its numbers that is free; process 0 is this one.
fn seat(seats: &mut [Option<ProvenCaller>], mut guest: ProvenCaller) {
    let mut free = guest.ranks.iter().copied().filter(|rank| *rank != 0);
    let free = free.find(|rank| seats.get(*rank as usize).is_some_and(Option::is_none));
    match free {
        Some(rank) => seats[rank as usize] = Some(guest),
        // It is told, and ends.
        None => drop(guest.connection.write_all(b"full\n")),
    }
}

fn missing(place: &MeetingPlace<'_>, seats: &[Option<ProvenCaller>]) -> HandshakeError {
    let absent = seats.iter().enumerate().skip(1).filter(|(_, seat)| seat.is_none());
    let name =
        |rank: usize| format!("process {rank} on {}", place.meeting.config.processes[rank].host());
    let names: Vec<String> = absent.map(|(rank, _)| name(rank)).collect();
    HandshakeError::Missing { seconds: place.seconds(), missing: names.join(", ") }
}

/// All are there: each hears its number, and this process manages the job from now on.
fn settle(
    place: &MeetingPlace<'_>,
    seats: Vec<Option<ProvenCaller>>,
    note: &mut dyn FnMut(ProcessState, &str),
) -> Result<HandshakeRound, HandshakeError> {
    let failed = |why: io::Error| HandshakeError::system("managing the job", why);
    // All know it by now.
    let _ = std::fs::remove_file(place.meeting.files.key());
    let (own, theirs) = std::os::unix::net::UnixStream::pair().map_err(failed)?;
    let mut processes = vec![ManagedProcess::own(theirs).map_err(failed)?];
    for (rank, guest) in seats.into_iter().enumerate().skip(1) {
        let Some(mut guest) = guest else { continue };
        let told = guest.connection.write_all(format!("rank {rank}\n").as_bytes());
        told.and_then(|()| guest.twin.set_read_timeout(None)).map_err(failed)?;
        processes.push(ManagedProcess::other(guest.connection, guest.twin));
    }
    let manager = Manager::start(place.meeting.config, processes).map_err(failed)?;
    note(ProcessState::Connected, "all are there");
    let lifeline = own.try_clone().map_err(failed)?.into();
    let client = Client::on_stream(own, 0, place.size());
    let client = client.map_err(|e| HandshakeError::system("managing the job", e))?;
    Ok(HandshakeRound::Met(Box::new(MetProcess {
        rank: 0,
        client,
        manager: Some(manager),
        lifeline,
    })))
}

/// What comes of listening, until this is dropped.
struct ProvenCallers {
    receiver: Receiver<ProvenCaller>,
    listener: TcpListener,
}

impl Drop for ProvenCallers {
    fn drop(&mut self) {
        // The thread that waits in `accept` sees this, and ends.
        let _ = rustix::net::shutdown(&self.listener, rustix::net::Shutdown::Both);
    }
}

fn accept(
    place: &MeetingPlace<'_>,
    listener: TcpListener,
) -> Result<ProvenCallers, HandshakeError> {
    let failed = |e: io::Error| HandshakeError::system("listening", e);
    let (sender, receiver) = mpsc::channel();
    let (accepting, key) = (listener.try_clone().map_err(failed)?, place.key.clone());
    let most = place.size();
    let proving = Arc::new(AtomicUsize::new(0));
    let accept = move || {
        for stream in accepting.incoming() {
            let Ok(stream) = stream else { return };
            // Strangers may not take all there is.
            if proving.fetch_add(1, Ordering::AcqRel) >= PROVING {
                proving.fetch_sub(1, Ordering::AcqRel);
                continue;
            }
            let (sender, key, proving) = (sender.clone(), key.clone(), Arc::clone(&proving));
            let prove = move || {
                if let Ok(guest) = welcome(stream, &key, most) {
                    // Nobody waits any more.
                    let _ = sender.send(guest);
                }
                proving.fetch_sub(1, Ordering::AcqRel);
            };
            let _ = std::thread::Builder::new().name("mplite-proof".into()).spawn(prove);
        }
    };
    std::thread::Builder::new().name("mplite-listen".into()).spawn(accept).map_err(failed)?;
    Ok(ProvenCallers { receiver, listener })
}

/// Hears a caller: its proof, and which processes it may be.
fn welcome(stream: TcpStream, key: &crate::JobKey, size: u32) -> io::Result<ProvenCaller> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let (other, twin) = (stream.try_clone()?, stream.try_clone()?);
    let mut connection = answer(stream, key, other)?;
    let line = read_line(&mut connection, OFFER)?;
    let ranks = offered(&line, size);
    let ranks = ranks.ok_or_else(|| io::Error::other("numbers that no process has"))?;
    Ok(ProvenCaller { connection, twin, ranks })
}

/// The numbers that a caller may have, by its word: its host, and they.
pub(super) fn offered(line: &str, size: u32) -> Option<Vec<u32>> {
    let ranks = line.split_once(' ').map_or("", |(_, ranks)| ranks);
    ranks.split(',').map(|rank| rank.parse().ok().filter(|rank| *rank < size)).collect()
}
