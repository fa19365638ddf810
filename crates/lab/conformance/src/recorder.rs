//! A sink that remembers what came and checks that the method keeps the sink's contract.

use ferry_method::{Header, Landing, MethodError, PeerId, Sink, StreamKey};
use ferry_sys::WriteRegion;
use std::collections::HashMap;

/// Around a payload that lands within a larger region: bytes before, bytes after, their value.
const AROUND: (usize, usize, u8) = (13, 7, 0xee);

/// Where a recorder lets payloads land that come in pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LandsIn {
    /// The user's memory.
    Memory,
    /// A place within a larger region of the user's memory; what surrounds it must stay as it is.
    Part,
    /// A buffer of Ferry's.
    #[default]
    Heap,
    /// Nowhere.
    Discard,
    /// Left where they are until they are resumed; frames on stream 0, which cannot be held, go to the
    /// heap.
    Hold,
}

/// A frame that waits on a stream that is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// From whom.
    pub peer: PeerId,
    /// Its header.
    pub header: Header,
    /// Length of its payload.
    pub len: usize,
}

/// A frame that came.
#[derive(Clone, Debug)]
pub struct ArrivedFrame {
    /// From whom.
    pub peer: PeerId,
    /// Its header.
    pub header: Header,
    /// Length of its payload.
    pub len: usize,
    /// Its payload, unless it was thrown away.
    pub payload: Option<Vec<u8>>,
}

/// Remembers arrivals and losses.
#[derive(Default)]
pub struct Recorder {
    /// Where payloads in pieces go.
    pub place: LandsIn,
    /// The method controls the flow of single streams, so that it must ask for every frame on a stream
    /// other than 0.
    pub asked_for_all: bool,
    /// Frames that are held, in the order in which they came.
    pub held: Vec<Held>,
    /// Frames that came, in order.
    pub arrivals: Vec<ArrivedFrame>,
    /// What a method on a detour has to say, in order: to whom, and what.
    pub parcels: Vec<(PeerId, Vec<u8>)>,
    /// Another way is looked for before a peer is lost.
    pub doubts: bool,
    /// Peers that were lost, in order.
    pub losses: Vec<(PeerId, MethodError)>,
    /// Peers that have parted in good order.
    pub departures: Vec<PeerId>,
    begun: HashMap<(PeerId, StreamKey), (Header, usize)>,
    /// Memory lent to landings, by its address.
    lent: HashMap<u64, Vec<u8>>,
}

impl Recorder {
    fn check_alive(&self, peer: PeerId) {
        let lost = self.losses.iter().any(|(p, _)| *p == peer);
        assert!(!lost, "something came from rank {peer} after it was reported lost");
    }

    fn lend(&mut self, len: usize) -> WriteRegion {
        let mut bytes = vec![AROUND.2; len];
        let ptr = bytes.as_mut_ptr();
        self.lent.insert(ptr as u64, bytes);
        // SAFETY: the bytes stay in `lent`, untouched, until the region comes back; the recorder
        // outlives the methods that hold regions (the mesh drops methods first).
        unsafe { WriteRegion::new(ptr, len) }
    }

    /// A landing of some kind for a payload of `len` bytes.
    pub fn land(&mut self, place: LandsIn, len: usize) -> Landing {
        match place {
            LandsIn::Memory => Landing::Memory(self.lend(len)),
            LandsIn::Part => {
                Landing::Part { region: self.lend(AROUND.0 + len + AROUND.1), start: AROUND.0 }
            }
            LandsIn::Heap => Landing::Heap(vec![0; len]),
            LandsIn::Discard => Landing::Discard,
            LandsIn::Hold => Landing::Hold,
        }
    }

    /// Takes the frame that is held on a stream off the list.
    pub fn let_go(&mut self, peer: PeerId, stream: StreamKey) -> Option<Held> {
        let is_it = |h: &Held| h.peer == peer && h.header.stream_key() == stream;
        self.held.iter().position(is_it).map(|at| self.held.remove(at))
    }

    fn take_back(&mut self, region: &WriteRegion, len: usize) -> Vec<u8> {
        assert_eq!(region.len(), len, "the landing came back changed");
        self.lent.remove(&region.address()).expect("the landing that was given")
    }
}

impl Sink for Recorder {
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        self.check_alive(peer);
        let overtakes = self.begun.contains_key(&(peer, header.stream_key()));
        assert!(!overtakes, "a frame overtook one begun on its stream");
        let could_be_held = self.asked_for_all && header.stream_key() != StreamKey(0);
        assert!(!could_be_held, "nobody was asked whether to hold {header:?}");
        let (len, payload) = (payload.len(), Some(payload.to_vec()));
        self.arrivals.push(ArrivedFrame { peer, header: *header, len, payload });
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        self.check_alive(peer);
        let before = self.begun.insert((peer, header.stream_key()), (*header, len));
        assert!(before.is_none(), "rank {peer} began a frame within another of its stream");
        let place = match self.place {
            LandsIn::Hold if header.stream_key() == StreamKey(0) => LandsIn::Heap,
            place => place,
        };
        if place == LandsIn::Hold {
            self.held.push(Held { peer, header: *header, len });
        }
        self.land(place, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        self.check_alive(peer);
        let (begun, len) = self
            .begun
            .remove(&(peer, header.stream_key()))
            .expect("only a begun frame can be finished");
        assert_eq!(begun, *header, "another frame was finished than was begun");
        let is_held = self.held.iter().any(|h| h.peer == peer && h.header == *header);
        assert!(!is_held, "a frame that is held was finished");
        let payload = match landing {
            Landing::Memory(region) => Some(self.take_back(&region, len)),
            Landing::Part { region, start } => {
                assert_eq!(start, AROUND.0, "the landing came back changed");
                let mut bytes = self.take_back(&region, AROUND.0 + len + AROUND.1);
                let around = bytes[..start].iter().chain(&bytes[start + len..]);
                assert!(around.into_iter().all(|b| *b == AROUND.2), "bytes beside the payload");
                bytes.truncate(start + len);
                Some(bytes.split_off(start))
            }
            Landing::Heap(mut bytes) => {
                bytes.truncate(len);
                Some(bytes)
            }
            Landing::Discard => None,
            Landing::Hold => panic!("a frame that is held was finished"),
        };
        self.arrivals.push(ArrivedFrame { peer, header: *header, len, payload });
    }

    fn parcel(&mut self, peer: PeerId, parcel: &[u8]) -> bool {
        // Like a connection with little room.
        let has_room = self.parcels.len() < 4;
        if has_room {
            self.parcels.push((peer, parcel.to_vec()));
        }
        has_room
    }

    fn doubt(&mut self, _peer: PeerId, _why: &MethodError) -> bool {
        self.doubts
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        self.check_alive(peer);
        self.begun.retain(|(of, _), _| *of != peer);
        self.held.retain(|held| held.peer != peer);
        self.losses.push((peer, why));
    }

    fn departed(&mut self, peer: PeerId) {
        self.check_alive(peer);
        self.departures.push(peer);
    }
}
