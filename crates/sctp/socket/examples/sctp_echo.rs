//! A peer to talk to: sends back what it gets, on the stream it came on; or sends, and checks what comes back.
//!
//! ```text
//! sctp_echo --listen 127.0.0.1:9899
//! sctp_echo --connect 127.0.0.1:9899 --count 100 --size 100000 --streams 10
//! sctp_echo --listen 10.0.1.1,10.0.2.1:9899 --once
//! sctp_echo --from 10.0.1.2,10.0.2.2 --connect 10.0.1.1,10.0.2.1:9899
//! ```

use bytes::Bytes;
use clap::Parser;
use ferry_sctp::{Socket, SocketOptions, TransportKind, wait};
use ferry_sctp_core::association::AssociationEvent;
use ferry_sctp_core::endpoint::{AssociationId, Remote};
use ferry_sctp_core::streams::{MessageOptions, MessagePiece, Payload, Read, Scheduler};
use ferry_sctp_core::wire::StreamId;
use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Messages to a peer that wait for room are handed over as far as there is this much.
const ENOUGH: usize = 64 << 10;

/// Addresses of one host and a port.
#[derive(Clone, Debug)]
struct Place {
    addresses: Vec<IpAddr>,
    port: u16,
}

impl std::str::FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (addresses, port) = text.rsplit_once(':').ok_or("give ADDRESS[,ADDRESS..]:PORT")?;
        let read =
            |one: &str| one.trim_matches(['[', ']']).parse().map_err(|e| format!("'{one}': {e}"));
        Ok(Place {
            addresses: addresses.split(',').map(read).collect::<Result<_, _>>()?,
            port: port.parse().map_err(|e| format!("port '{port}': {e}"))?,
        })
    }
}

/// SCTP over UDP or raw IP: an echo, and who calls into it.
#[derive(Parser)]
struct Options {
    /// Send back what comes, at ADDRESS[,ADDRESS..]:PORT; the SCTP port is the UDP port.
    #[arg(long, required_unless_present = "connect", conflicts_with = "connect")]
    listen: Option<Place>,
    /// Send to ADDRESS[,ADDRESS..]:PORT and check what comes back.
    #[arg(long)]
    connect: Option<Place>,
    /// Own addresses to connect from.
    #[arg(long, value_delimiter = ',')]
    from: Vec<IpAddr>,
    /// The peer's SCTP port, where it is another than its UDP port.
    #[arg(long)]
    sctp_port: Option<u16>,
    /// Own port to connect from; 0 for any.
    #[arg(long, default_value_t = 0)]
    own_port: u16,
    /// Messages to send.
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Bytes of each.
    #[arg(long, default_value_t = 1000)]
    size: usize,
    /// Streams to spread them over.
    #[arg(long, default_value_t = 10)]
    streams: u16,
    /// Messages on their way at most.
    #[arg(long, default_value_t = 32)]
    window: usize,
    /// Pause after each message that came back, in milliseconds.
    #[arg(long, default_value_t = 0)]
    pause: u64,
    /// Give up after so many seconds; 0 for never.
    #[arg(long, default_value_t = 0)]
    seconds: u64,
    /// With --listen: end when the first association has ended.
    #[arg(long)]
    once: bool,
    /// Plain DATA chunks (RFC 9260) instead of I-DATA (RFC 8260).
    #[arg(long)]
    no_interleaving: bool,
    /// Raw IP instead of UDP; needs `CAP_NET_RAW`.
    #[arg(long)]
    raw: bool,
    /// New data over all paths at once.
    #[arg(long)]
    multipath: bool,
    /// Longest IP packet; without it what the interfaces carry.
    #[arg(long)]
    mtu: Option<u16>,
    /// Tell of every event.
    #[arg(long)]
    verbose: bool,
}

/// A message put together from the pieces that were read.
struct Whole {
    stream: StreamId,
    options: MessageOptions,
    bytes: Bytes,
}

/// A socket, its clock and what is half done.
struct Peer {
    socket: Socket,
    begin: Instant,
    limit: Option<Duration>,
    verbose: bool,
    arriving: HashMap<(AssociationId, StreamId, bool), Vec<u8>>,
    /// Messages that wait for room, by stream.
    leaving: HashMap<(AssociationId, StreamId), VecDeque<(Whole, usize)>>,
}

impl Peer {
    fn open(options: &Options, addresses: &[IpAddr], port: u16) -> Result<Peer, String> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|e| format!("no randomness: {e}"))?;
        let mut wanted = SocketOptions::new(seed);
        wanted.transport = if options.raw { TransportKind::Raw } else { TransportKind::Udp };
        wanted.addresses = addresses.to_vec();
        wanted.port = port;
        wanted.mtu = options.mtu;
        wanted.association.interleaving = !options.no_interleaving;
        wanted.association.outbound_streams = options.streams.max(10);
        wanted.association.paths.multipath = options.multipath;
        wanted.association.scheduler = Scheduler::RoundRobin;
        Ok(Peer {
            socket: Socket::bind(&wanted).map_err(|e| e.to_string())?,
            begin: Instant::now(),
            limit: (options.seconds > 0).then(|| Duration::from_secs(options.seconds)),
            verbose: options.verbose,
            arriving: HashMap::new(),
            leaving: HashMap::new(),
        })
    }

    fn now(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Does what can be done; sleeps if that was nothing.
    fn step(&mut self) -> Result<(), String> {
        if self.limit.is_some_and(|limit| self.now() > limit) {
            return Err(format!("not done after {:?}", self.now()));
        }
        if self.socket.poll(self.now()) == 0 {
            let now = self.now();
            let due = self.socket.next_due().into_iter().chain(self.limit).min();
            let most = due.map(|due| due.saturating_sub(now) + Duration::from_micros(1));
            wait(&self.socket, most).map_err(|e| e.to_string())?;
            self.socket.poll(self.now());
        }
        Ok(())
    }

    fn event(&mut self) -> Option<(AssociationId, AssociationEvent)> {
        let (id, event) = self.socket.endpoint_mut().poll_event()?;
        if self.verbose {
            eprintln!("{:9.3} ms {id:?}: {event:?}", self.now().as_secs_f64() * 1e3);
        }
        Some((id, event))
    }

    /// The next message that is complete.
    fn message(&mut self) -> Option<(AssociationId, Whole)> {
        while let Some((id, read)) = self.socket.endpoint_mut().receive(usize::MAX) {
            match read {
                Read::Piece(piece) => {
                    if let Some(whole) = self.put_together(id, piece) {
                        return Some((id, whole));
                    }
                }
                Read::Aborted { stream, unordered, .. } => {
                    self.arriving.remove(&(id, stream, unordered));
                }
            }
        }
        None
    }

    fn put_together(&mut self, id: AssociationId, piece: MessagePiece) -> Option<Whole> {
        let (stream, unordered) = (piece.stream, piece.unordered);
        let options =
            MessageOptions { protocol: piece.protocol, unordered, ..MessageOptions::default() };
        if piece.first && piece.last {
            return Some(Whole { stream, options, bytes: piece.payload });
        }
        let part = self.arriving.entry((id, stream, unordered)).or_default();
        part.extend_from_slice(&piece.payload);
        if !piece.last {
            return None;
        }
        let bytes = self.arriving.remove(&(id, stream, unordered))?.into();
        Some(Whole { stream, options, bytes })
    }

    fn queue(&mut self, id: AssociationId, whole: Whole) {
        self.leaving.entry((id, whole.stream)).or_default().push_back((whole, 0));
    }

    /// Hands over what waits, as far as there is room.
    fn hand_over(&mut self) -> Result<(), String> {
        let now = self.now();
        let endpoint = self.socket.endpoint_mut();
        for (&(id, stream), queue) in &mut self.leaving {
            while let Some((whole, done)) = queue.front_mut() {
                let left = whole.bytes.len() - *done;
                if endpoint.free(id, stream) < left.min(ENOUGH) {
                    break;
                }
                let end = left <= ENOUGH;
                let part = Payload::Shared(whole.bytes.slice(*done..*done + left.min(ENOUGH)));
                let taken = if *done == 0 {
                    endpoint.send(now, id, stream, whole.options, part, end).map(|a| a.bytes)
                } else {
                    endpoint.append(now, id, stream, part, end)
                };
                *done += taken.map_err(|e| format!("stream {}: {e}", stream.0))?;
                if *done == whole.bytes.len() {
                    queue.pop_front();
                }
            }
        }
        self.leaving.retain(|_, queue| !queue.is_empty());
        self.socket.flush(now);
        Ok(())
    }

    fn forget(&mut self, id: AssociationId) {
        self.arriving.retain(|key, _| key.0 != id);
        self.leaving.retain(|key, _| key.0 != id);
        self.socket.endpoint_mut().release(id);
    }
}

fn listen(options: &Options, place: &Place) -> Result<String, String> {
    let mut peer = Peer::open(options, &place.addresses, place.port)?;
    eprintln!("listening on {:?}, port {}", peer.socket.local_addresses(), peer.socket.port());
    let (mut messages, mut bytes) = (0_u64, 0_u64);
    loop {
        peer.step()?;
        while let Some((id, whole)) = peer.message() {
            messages += 1;
            bytes += whole.bytes.len() as u64;
            peer.queue(id, whole);
        }
        peer.hand_over()?;
        while let Some((id, event)) = peer.event() {
            let how = match event {
                AssociationEvent::Closed => "in order".to_owned(),
                AssociationEvent::Lost(loss) => loss.to_string(),
                _ => continue,
            };
            peer.forget(id);
            let told = format!("{messages} messages, {bytes} bytes sent back; ended: {how}");
            if options.once {
                return Ok(told);
            }
            println!("{told}");
        }
    }
}

/// What message `number` consists of: other bytes in each message and at each place.
fn contents(number: usize, size: usize) -> Bytes {
    (0..size.max(1)).map(|at| (number.wrapping_mul(31) + at + (at >> 8)) as u8).collect()
}

/// A call into an echo.
struct Call {
    id: AssociationId,
    streams: usize,
    sent: usize,
    back: usize,
}

impl Call {
    fn send_more(&mut self, peer: &mut Peer, options: &Options) {
        while self.sent < options.count && self.sent - self.back < options.window.max(1) {
            let stream = StreamId((self.sent % self.streams) as u16);
            let bytes = contents(self.sent, options.size);
            let whole = Whole { stream, options: MessageOptions::default(), bytes };
            peer.queue(self.id, whole);
            self.sent += 1;
        }
    }

    /// Checks a message that came back: those of a stream come in order.
    fn check(&mut self, whole: &Whole, next: &mut [usize], size: usize) -> Result<(), String> {
        let stream = usize::from(whole.stream.0);
        let number = next.get_mut(stream).ok_or("a message on a stream not used")?;
        if whole.bytes != contents(*number, size) {
            return Err(format!("message {number} came back changed on stream {stream}"));
        }
        *number += self.streams;
        self.back += 1;
        Ok(())
    }
}

fn connect(options: &Options, place: &Place) -> Result<String, String> {
    let loopback = place.addresses.iter().all(IpAddr::is_loopback);
    let own = match &options.from[..] {
        [] if loopback => &place.addresses[..1],
        from => from,
    };
    let mut peer = Peer::open(options, own, options.own_port)?;
    let udp_port = if options.raw { 0 } else { place.port };
    let remote = Remote {
        addresses: place.addresses.iter().map(|ip| SocketAddr::new(*ip, udp_port)).collect(),
        port: options.sctp_port.unwrap_or(place.port),
    };
    let now = peer.now();
    let id = peer.socket.endpoint_mut().connect(now, &remote).map_err(|e| e.to_string())?;
    peer.socket.flush(now);
    let streams = loop {
        match peer.event() {
            Some((_, AssociationEvent::Up { outbound_streams, .. })) => break outbound_streams,
            Some((_, AssociationEvent::Lost(loss))) => return Err(loss.to_string()),
            Some(_) => {}
            None => peer.step()?,
        }
    };
    let streams = usize::from(streams.min(options.streams).max(1));
    let mut call = Call { id, streams, sent: 0, back: 0 };
    let mut next: Vec<usize> = (0..streams).collect();
    let begin = peer.now();
    let (mut heard, mut silence) = (begin, Duration::ZERO);
    while call.back < options.count {
        call.send_more(&mut peer, options);
        peer.hand_over()?;
        peer.step()?;
        while let Some((_, whole)) = peer.message() {
            call.check(&whole, &mut next, options.size)?;
            silence = silence.max(peer.now() - heard);
            heard = peer.now();
            std::thread::sleep(Duration::from_millis(options.pause));
        }
        while let Some((_, event)) = peer.event() {
            match event {
                AssociationEvent::Lost(loss) => {
                    return Err(format!("after {} messages: {loss}", call.back));
                }
                AssociationEvent::Closed => {
                    return Err(format!("closed after {} messages", call.back));
                }
                _ => {}
            }
        }
    }
    let took = peer.now() - begin;
    close(&mut peer, id)?;
    let rate = (options.count * options.size) as f64 / took.as_secs_f64() / 1e6;
    Ok(format!(
        "{} messages of {} bytes on {streams} streams came back in {:.3} ms ({rate:.1} MB/s each way), \
         the longest silence {:.3} ms; closed in order",
        options.count,
        options.size,
        took.as_secs_f64() * 1e3,
        silence.as_secs_f64() * 1e3
    ))
}

fn close(peer: &mut Peer, id: AssociationId) -> Result<(), String> {
    let now = peer.now();
    peer.socket.endpoint_mut().shutdown(now, id).map_err(|e| e.to_string())?;
    peer.socket.flush(now);
    loop {
        match peer.event() {
            Some((_, AssociationEvent::Closed)) => return Ok(()),
            Some((_, AssociationEvent::Lost(loss))) => {
                return Err(format!("while closing: {loss}"));
            }
            Some(_) => {}
            None => peer.step()?,
        }
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let outcome = match (&options.listen, &options.connect) {
        (Some(place), _) => listen(&options, place),
        (None, Some(place)) => connect(&options, place),
        (None, None) => Err("give --listen or --connect".to_owned()),
    };
    match outcome {
        Ok(told) => {
            println!("ok: {told}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            println!("failed: {why}");
            ExitCode::FAILURE
        }
    }
}
