//! SCTP as a way of moving messages.

use super::{Options, Way, fail};
use ferry_sctp::{Socket, SocketOptions, TransportKind, wait};
use ferry_sctp_core::Now;
use ferry_sctp_core::association::AssociationEvent;
use ferry_sctp_core::endpoint::{AssociationId, Remote};
use ferry_sctp_core::streams::{MessageOptions, Payload, Read as Arrived};
use ferry_sctp_core::wire::StreamId;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

/// The stream that messages travel on.
const STREAM: StreamId = StreamId(0);
/// An SCTP end.
pub(crate) struct End {
    socket: Socket,
    id: AssociationId,
    begin: Instant,
    into: Vec<u8>,
    options: Options,
}

impl End {
    pub(crate) fn open(options: &Options, address: IpAddr, port: u16) -> Socket {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).expect("randomness");
        let mut wanted = SocketOptions::new(seed);
        wanted.addresses = vec![address];
        wanted.port = port;
        wanted.mtu = options.mtu;
        wanted.transport = if options.raw { TransportKind::Raw } else { TransportKind::Udp };
        let association = &mut wanted.association;
        association.interleaving = !options.no_interleaving;
        association.send_buffer = options.window as usize;
        association.receive_window = options.window;
        association.paths.algorithm = options.congestion;
        let paths = &mut association.paths;
        paths.max_burst = options.burst.unwrap_or(paths.max_burst);
        let slow_start = paths.congestion.slow_start_limit;
        paths.congestion.slow_start_limit = options.slow_start.unwrap_or(slow_start);
        association.zero_checksum = options.zero_checksum.then_some(1);
        Socket::bind(&wanted).unwrap_or_else(|e| fail(&e.to_string()))
    }

    /// Waits for the association that `id` names, or for any.
    pub(crate) fn up(
        mut socket: Socket,
        begin: Instant,
        id: Option<AssociationId>,
        options: &Options,
    ) -> End {
        loop {
            socket.poll(begin.elapsed());
            while let Some((which, event)) = socket.endpoint_mut().poll_event() {
                match event {
                    AssociationEvent::Up { .. } if id.is_none_or(|id| id == which) => {
                        let (into, options) = (Vec::new(), options.clone());
                        return End { socket, id: which, begin, into, options };
                    }
                    AssociationEvent::Lost(loss) => fail(&loss.to_string()),
                    _ => {}
                }
            }
            rest(&mut socket, begin.elapsed());
        }
    }

    pub(crate) fn connect(socket: Socket, to: SocketAddr, options: &Options) -> End {
        let (mut socket, begin) = (socket, Instant::now());
        let port = to.port();
        let address = if options.raw { SocketAddr::new(to.ip(), 0) } else { to };
        let remote = Remote { addresses: vec![address], port };
        let id = socket.endpoint_mut().connect(begin.elapsed(), &remote);
        let id = id.unwrap_or_else(|e| fail(&e.to_string()));
        socket.flush(begin.elapsed());
        End::up(socket, begin, Some(id), options)
    }

    /// Two ends of an association, driven by this thread.
    pub(crate) fn pair(options: &Options) -> [End; 2] {
        let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let far = End::open(options, loopback, 0);
        let to = SocketAddr::new(loopback, far.port());
        let (far_options, begin) = (options.clone(), Instant::now());
        let far = std::thread::spawn(move || End::up(far, begin, None, &far_options));
        let near = End::connect(End::open(options, loopback, 0), to, options);
        [near, far.join().unwrap_or_else(|_| fail("no association"))]
    }

    fn now(&self) -> Now {
        self.begin.elapsed()
    }

    fn step(&mut self) {
        let now = self.now();
        if self.socket.poll(now) == 0 && self.options.sleep {
            rest(&mut self.socket, now);
        }
        while let Some((_, event)) = self.socket.endpoint_mut().poll_event() {
            match event {
                AssociationEvent::Lost(loss) => fail(&loss.to_string()),
                AssociationEvent::Closed => fail("the peer ended the association"),
                _ => {}
            }
        }
    }

    /// Waits until something of a message that long would be accepted.
    fn room(&mut self, len: usize) {
        let enough = len.min(self.options.window as usize / 4);
        while self.socket.endpoint().free(self.id, STREAM) < enough {
            self.step();
        }
    }

    /// Takes what there is of a message; true at its end.
    fn take(&mut self) -> bool {
        while let Some(read) = self.socket.endpoint_mut().read(self.id, STREAM, usize::MAX) {
            let Arrived::Piece(piece) = read else { fail("a message was aborted") };
            self.into.extend_from_slice(&piece.payload);
            if piece.last {
                return true;
            }
        }
        false
    }

    /// Processor time that one way of a message takes, both ends driven by this thread: comparable also
    /// where others want the processor too.
    pub(crate) fn effort(ends: &mut [End; 2], payload: &bytes::Bytes, times: u32) -> Duration {
        let begin = spent();
        for turn in 0..times {
            let [a, b] = ends;
            let (from, to) = if turn % 2 == 0 { (a, b) } else { (b, a) };
            from.send(payload);
            to.into.clear();
            while !to.take() {
                from.step();
                to.step();
            }
        }
        (spent() - begin) / times
    }

    pub(crate) fn report(&self) {
        eprintln!("{:?}", self.socket.statistics());
        eprintln!("{:#?}", self.socket.endpoint().report(self.id));
    }

    /// Lets the last message go before the process ends.
    pub(crate) fn close(&mut self) {
        let now = self.now();
        let _ = self.socket.endpoint_mut().shutdown(now, self.id);
        let limit = Instant::now() + Duration::from_secs(2);
        while Instant::now() < limit {
            self.socket.poll(self.now());
            while let Some((_, event)) = self.socket.endpoint_mut().poll_event() {
                if matches!(event, AssociationEvent::Closed | AssociationEvent::Lost(_)) {
                    return;
                }
            }
            let _ = wait(&self.socket, Some(Duration::from_millis(1)));
        }
    }
}

impl Way for End {
    fn send(&mut self, payload: &bytes::Bytes) {
        let (mut done, options) = (0, MessageOptions::default());
        while done < payload.len() {
            self.room(payload.len() - done);
            let now = self.now();
            let part = if self.options.shared {
                Payload::Shared(payload.slice(done..))
            } else {
                Payload::Borrowed(&payload[done..])
            };
            let endpoint = self.socket.endpoint_mut();
            let taken = if done == 0 {
                endpoint.send(now, self.id, STREAM, options, part, true).map(|a| a.bytes)
            } else {
                endpoint.append(now, self.id, STREAM, part, true)
            };
            done += taken.unwrap_or_else(|e| fail(&e.to_string()));
            self.socket.flush(now);
        }
    }

    fn receive(&mut self, _: usize) {
        self.into.clear();
        while !self.take() {
            self.step();
        }
    }

    fn last(&self) -> &[u8] {
        &self.into
    }
}

fn rest(socket: &mut Socket, now: Now) {
    let most = socket.next_due().map(|due| due.saturating_sub(now));
    wait(socket, most).unwrap_or_else(|e| fail(&e.to_string()));
}

/// Processor time of this thread.
pub(crate) fn spent() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
