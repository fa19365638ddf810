//! What decoders of frames share: a process's identity, and a method that plays frames from an input.

use ferry_link::{Context, DescriptorTable, Directory, Policy};
use ferry_method::{
    Attributes, Descriptor, Header, Identity, JobId, Method, MethodError, Multicast, Now, PeerId,
    Sink,
};
use ferry_wire::HEADER_LEN;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Processes in the job.
pub(crate) const SIZE: u32 = 4;

/// Rank `me` of a job.
pub(crate) fn identity(me: u32) -> Identity {
    let (job, me) = (JobId(7), PeerId(me));
    Identity { job, me, size: SIZE, secret: [5; 32], host: "here/1/2/3".into() }
}

/// The input that a [`Player`] plays.
pub(crate) type Tape = Arc<Mutex<Vec<u8>>>;

/// Puts input in.
pub(crate) fn load(tape: &Tape, bytes: &[u8]) {
    *tape.lock().unwrap_or_else(PoisonError::into_inner) = bytes.to_vec();
}

/// A method whose frames come from a tape: sender (with a bit that says in pieces), length, header,
/// payload. It has groups, of which nobody hears.
pub(crate) struct Player {
    tape: Tape,
    attributes: Attributes,
}

impl Player {
    /// A player and its tape.
    pub(crate) fn new() -> (Self, Tape) {
        let tape = Tape::default();
        let attributes = Attributes {
            latency: Duration::from_micros(1),
            eager_limit: 1 << 12,
            fragment: 1 << 12,
            max_frame: 1 << 20,
            poll_cost: Duration::from_nanos(10),
            ..ferry_conformance::plain_attributes()
        };
        (Player { tape: tape.clone(), attributes }, tape)
    }

    fn play(&self, sink: &mut dyn Sink) -> Option<usize> {
        let mut tape = self.tape.lock().unwrap_or_else(PoisonError::into_inner);
        let tape = std::mem::take(&mut *tape);
        let (mut rest, mut found) = (&tape[..], 0);
        loop {
            let ([from, len @ ..], tail) = rest.split_first_chunk::<3>()?;
            let (head, tail) = tail.split_first_chunk::<HEADER_LEN>()?;
            let len = usize::from(u16::from_le_bytes(*len)).min(tail.len());
            let (payload, tail) = tail.split_at(len);
            let (header, announced) = Header::decode(head).ok()?;
            rest = tail;
            found += 1;
            // Methods deliver frames of peers of the job alone.
            let peer = PeerId(1 + u32::from(from & 0x7f) % (SIZE - 1));
            if from & 0x80 == 0 {
                sink.frame(peer, &header, payload);
                continue;
            }
            // A begun frame may be longer than what comes of it.
            let cut = announced as usize % (1 << 24);
            let len = if from & 0x40 == 0 { payload.len() } else { cut.max(payload.len()) };
            let mut landing = sink.begin(peer, &header, len);
            let n = payload.len();
            if let Some(room) = landing.slice_from(0) {
                room[..n].copy_from_slice(payload);
            }
            if len == n {
                sink.finish(peer, &header, landing);
            } else {
                let why = "the tape ends".into();
                sink.lost(peer, MethodError::Lost { peer, method: "player", why });
                return Some(found);
            }
        }
    }
}

impl Method for Player {
    ferry_conformance::plain!(attributes descriptor applicable attach sleep counters close);

    fn name(&self) -> &'static str {
        "player"
    }

    fn send(
        &mut self,
        _: PeerId,
        _: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        *done = payload.len() + 1;
        Ok(true)
    }

    fn poll(&mut self, _: Now, sink: &mut dyn Sink) -> usize {
        self.play(sink).unwrap_or(0)
    }

    fn multicast(&mut self) -> Option<&mut dyn Multicast> {
        Some(self)
    }
}

impl Multicast for Player {
    fn join(&mut self, _: SocketAddr) -> Result<(), MethodError> {
        Ok(())
    }

    fn leave(&mut self, _: SocketAddr) -> Result<(), MethodError> {
        Ok(())
    }

    fn send_to_group(&mut self, _: SocketAddr, _: &Header, _: &[u8]) -> Result<bool, MethodError> {
        Ok(true)
    }
}

/// Everybody has a player.
pub(crate) struct Players;

impl Directory for Players {
    fn lookup(&mut self, _: PeerId) -> Result<Vec<u8>, String> {
        let player = Descriptor { method: "player".into(), bytes: vec![] };
        Ok(DescriptorTable::encode(&DescriptorTable::new(vec![player])))
    }
}

/// Links of rank 0 over a player.
pub(crate) fn links() -> (Context, Tape) {
    let (player, tape) = Player::new();
    let methods: Vec<Box<dyn Method>> = vec![Box::new(player)];
    let link = Context::new(PeerId(0), SIZE, methods, Policy::default(), &[], Box::new(Players));
    (link, tape)
}

/// A sink that takes everything.
#[derive(Default)]
pub(crate) struct Swallow;

impl Sink for Swallow {
    fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {}

    fn begin(&mut self, _: PeerId, _: &Header, len: usize) -> ferry_method::Landing {
        if len <= 1 << 20 {
            return ferry_method::Landing::Heap(vec![0; len]);
        }
        ferry_method::Landing::Discard
    }

    fn finish(&mut self, _: PeerId, _: &Header, _: ferry_method::Landing) {}

    fn lost(&mut self, _: PeerId, _: MethodError) {}
}
