//! What only methods can do that control the flow of single streams: hold one back, and let it go on.

mod ends;
mod fetching;
mod landings;
mod many;
mod waiting;

pub use ends::*;
pub use fetching::*;
pub use landings::*;
pub use many::*;
pub use waiting::*;

use crate::{Dice, LandsIn, Mesh, Reach, Subject, pattern};
use ferry_method::{HandlerId, Header, PeerId, StreamId, StreamKey};

/// Ends of the method under test, whose sinks insist on being asked for every frame.
fn mesh(subject: &Subject, n: u32) -> Mesh {
    assert!(subject.reach == Reach::Others, "nobody holds back its own frames");
    let mut mesh = Mesh::new(subject, n);
    let attributes = mesh.method(0).attributes();
    assert!(attributes.stream_flow_control && attributes.streams > 1, "no matcher: {attributes:?}");
    for i in mesh.ranks() {
        mesh.sink(i).asked_for_all = true;
    }
    mesh
}

/// The header of a frame on the stream that a context and tag have for themselves.
fn own(context: u32, tag: u32) -> Header {
    let bits = u64::from(context & 0x7fff_ffff) << 32 | u64::from(tag);
    Header { flags: Header::OWN_STREAM, bits, ..Header::new(HandlerId(4)) }
}

/// The header of a frame on a stream of the pool; 0 is the one that cannot be held.
fn pooled(stream: u16) -> Header {
    Header { stream: StreamId(stream), ..Header::new(HandlerId(4)) }
}

/// The same with a number and the seed of its content.
fn numbered(header: Header, number: u64, seed: u64) -> Header {
    Header { words: [number, seed], ..header }
}

fn check_content(arrival: &crate::ArrivedFrame) {
    let expected = pattern(arrival.header.words[1], arrival.len);
    assert!(arrival.payload.as_ref() == Some(&expected), "content of {:?}", arrival.header);
}

/// Frames on one stream, one after the other, each in as many sends as it takes.
struct StreamTraffic {
    ends: (usize, usize),
    header: Header,
    payload: Vec<u8>,
    len: usize,
    sent: u64,
    done: usize,
}

impl StreamTraffic {
    fn new(ends: (usize, usize), header: Header, len: usize) -> Self {
        let mut lane = StreamTraffic { ends, header, payload: Vec::new(), len, sent: 0, done: 0 };
        lane.next();
        lane
    }

    fn key(&self) -> StreamKey {
        self.header.stream_key()
    }

    fn next(&mut self) {
        let seed = self.header.bits ^ self.sent << 20 ^ u64::from(self.header.stream.0);
        self.header = numbered(self.header, self.sent, seed);
        self.payload = pattern(seed, self.len);
        self.done = 0;
    }

    /// One call of send; true when a frame went through.
    fn push(&mut self, mesh: &mut Mesh) -> bool {
        let taken = mesh.try_send(self.ends, &self.header, &self.payload, &mut self.done);
        let taken = taken.expect("a healthy link");
        if taken {
            self.sent += 1;
            self.next();
        }
        taken
    }

    /// Sends a whole frame, polling all ends meanwhile.
    fn send(&mut self, mesh: &mut Mesh) {
        mesh.until("a frame is taken", |mesh| self.push(mesh));
    }

    /// Sends until the frame of this number is held at the other end.
    fn send_until_held(&mut self, mesh: &mut Mesh, number: u64) {
        let peer = PeerId(self.ends.0 as u32);
        mesh.until("a frame is held", |mesh| {
            if self.sent <= number {
                self.push(mesh);
            }
            mesh.sink(self.ends.1).held.iter().any(|held| {
                (held.peer, held.header.stream_key()) == (peer, self.key())
                    && held.header.words[0] == number
            })
        });
    }
}
