//! Worlds under one numbering.

use ferry_link::{
    Context, DescriptorTable, Directory, LinkError, LinkEvent, LinkReport, LinkTally, Links,
    Policy, TrafficClass,
};
use ferry_method::{
    Applicable, Armed, Attributes, Descriptor, Header, Landing, Method, MethodError, Now, PeerId,
    Sink, WaitSource,
};
use ferry_wire::{ContextId, Share};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What a method was given, by peer, and what its next poll finds.
#[derive(Default)]
struct Post {
    sent: Vec<(PeerId, Vec<u8>)>,
    comes: Vec<(PeerId, Vec<u8>)>,
    loses: Option<PeerId>,
    /// Arming says that something has come.
    is_busy: bool,
    is_armed: bool,
}

struct Courier {
    attributes: Attributes,
    post: Arc<Mutex<Post>>,
}

impl Method for Courier {
    ferry_conformance::plain!(attributes counters);

    fn name(&self) -> &'static str {
        "courier"
    }

    fn descriptor(&self) -> Descriptor {
        Descriptor { method: "courier".into(), bytes: Vec::new() }
    }

    fn applicable(&self, _: &Descriptor) -> Applicable {
        Applicable::Yes
    }

    fn attach(&mut self, _: PeerId, _: &Descriptor) -> Result<(), MethodError> {
        Ok(())
    }

    fn send(
        &mut self,
        peer: PeerId,
        _: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        *done = payload.len();
        self.post.lock().unwrap().sent.push((peer, payload.to_vec()));
        Ok(true)
    }

    fn poll(&mut self, _: Now, sink: &mut dyn Sink) -> usize {
        let mut post = self.post.lock().unwrap();
        let header = Header::new(Share::TWO_SIDED.id(0));
        let found = post.comes.len();
        for (peer, payload) in post.comes.drain(..) {
            sink.frame(peer, &header, &payload);
            let landing = sink.begin(peer, &header, payload.len());
            sink.finish(peer, &header, landing);
        }
        if let Some(peer) = post.loses.take() {
            sink.lost(peer, MethodError::UnknownPeer(peer, "courier"));
        }
        found
    }

    fn wait_source(&self) -> WaitSource {
        WaitSource::Never
    }

    fn arm(&mut self, _: bool) -> Armed {
        let mut post = self.post.lock().unwrap();
        post.is_armed = !post.is_busy;
        if post.is_busy { Armed::Busy } else { Armed::Ready(1) }
    }

    fn disarm(&mut self) {
        self.post.lock().unwrap().is_armed = false;
    }

    fn close(&mut self, _: Now, _: &mut dyn Sink) -> bool {
        true
    }
}

struct Everybody;

impl Directory for Everybody {
    fn lookup(&mut self, _: PeerId) -> Result<Vec<u8>, String> {
        let courier = Descriptor { method: "courier".into(), bytes: Vec::new() };
        Ok(DescriptorTable::new(vec![courier]).encode())
    }
}

/// A world of `size` as its process `me` sees it.
fn world(me: u32, size: u32) -> (Context, Arc<Mutex<Post>>) {
    let post = Arc::default();
    let attributes = ferry_conformance::plain_attributes();
    let courier = Courier { attributes, post: Arc::clone(&post) };
    let (methods, directory) = (vec![Box::new(courier) as _], Box::new(Everybody));
    (Context::new(PeerId(me), size, methods, Policy::default(), &[], directory), post)
}

/// Who was heard, in the order of hearing.
#[derive(Default)]
struct Heard {
    frames: Vec<(u32, Vec<u8>)>,
    begun: Vec<u32>,
    lost: Vec<u32>,
}

impl Sink for Heard {
    fn frame(&mut self, peer: PeerId, _: &Header, payload: &[u8]) {
        self.frames.push((peer.0, payload.to_vec()));
    }

    fn begin(&mut self, peer: PeerId, _: &Header, len: usize) -> Landing {
        self.begun.push(peer.0);
        Landing::Heap(vec![0; len])
    }

    fn finish(&mut self, peer: PeerId, _: &Header, _: Landing) {
        self.begun.push(peer.0);
    }

    fn lost(&mut self, peer: PeerId, _: MethodError) {
        self.lost.push(peer.0);
    }
}

fn send(links: &mut Links, to: u32, payload: &[u8]) -> Result<bool, LinkError> {
    let header = Header::new(Share::TWO_SIDED.id(0));
    links.send(PeerId(to), TrafficClass::Message, &header, payload, &mut 0)
}

#[test]
fn each_process_has_one_number_and_none_is_given_twice() {
    let ((home, at_home), (second, in_second), (third, in_third)) =
        (world(0, 3), world(1, 2), world(0, 4));
    let mut links = Links::new(home);
    assert_eq!(links.meet(second), 3..5);
    assert_eq!(links.meet(third), 5..9);

    for (to, payload) in [(1, b"job"), (3, b"two"), (8, b"end")] {
        assert!(send(&mut links, to, payload).unwrap());
    }
    let sent = |post: &Mutex<Post>| std::mem::take(&mut post.lock().unwrap().sent);
    assert_eq!(sent(&at_home), [(PeerId(1), b"job".to_vec())]);
    assert_eq!(sent(&in_second), [(PeerId(0), b"two".to_vec())]);
    assert_eq!(sent(&in_third), [(PeerId(3), b"end".to_vec())]);
    let peers: Vec<u32> = links.links().iter().map(|LinkReport { peer, .. }| peer.0).collect();
    assert_eq!(peers, [1, 3, 8]);

    let parted = links.part(PeerId(4)).map(|(numbers, links)| (numbers, links.size()));
    assert_eq!(parted, Some((3..5, 2)));
    assert!(links.part(PeerId(4)).is_none() && links.part(PeerId(0)).is_none());
    assert!(matches!(send(&mut links, 3, b""), Err(LinkError::NoWorld { peer: PeerId(3) })));
    assert!(matches!(send(&mut links, 9, b""), Err(LinkError::NoWorld { .. })));
    assert_eq!(links.meet(world(0, 2).0), 9..11);
    assert!(send(&mut links, 8, b"still").unwrap() && links.size() == 11);
}

#[test]
fn what_comes_bears_the_number_that_its_sender_has_here() {
    let ((home, at_home), (met, in_met)) = (world(0, 3), world(1, 2));
    let mut links = Links::new(home);
    links.note_events(true);
    links.meet(met);
    at_home.lock().unwrap().comes.push((PeerId(2), b"job".to_vec()));
    *in_met.lock().unwrap() = Post {
        comes: vec![(PeerId(0), b"met".to_vec())],
        loses: Some(PeerId(1)),
        ..Post::default()
    };
    let mut heard = Heard::default();
    assert_eq!(links.poll(Duration::ZERO, &mut heard), 2);
    assert_eq!(heard.frames, [(2, b"job".to_vec()), (3, b"met".to_vec())]);
    assert_eq!(heard.begun, [2, 2, 3, 3]);
    links.poll_timed(&mut heard, &|| Duration::from_secs(1));
    assert_eq!(heard.lost, [4]);
    assert!(links.has_events());
    assert_eq!(
        links.take_events(),
        (vec![LinkEvent::Lost { peer: PeerId(4) }], LinkTally::default())
    );
    assert_eq!((links.has_events(), links.tally().losses), (false, 1));
    assert!(links.close(Duration::ZERO, &mut heard));
}

#[test]
fn hints_go_to_the_worlds_of_their_members() {
    let mut links = Links::new(world(0, 3).0);
    links.meet(world(0, 2).0);
    let (context, unknown) = (ContextId(8), ["pigeon".to_owned()]);
    links.set_context(context, "", &unknown, &[PeerId(4)]).expect("nobody was talked to");
    let mut reaches = |peer: u32| {
        let found = links.attributes(PeerId(peer), TrafficClass::Message, context);
        found.map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(reaches(1), Ok(()), "the number of that member in its own world");
    let refused = reaches(4).expect_err("it is asked to take a method that is not there");
    assert!(refused.contains("pigeon"), "{refused}");
}

#[test]
fn all_worlds_are_armed_or_none() {
    let ((home, at_home), (second, in_second), (third, in_third)) =
        (world(0, 3), world(1, 2), world(0, 2));
    let mut links = Links::new(home);
    links.meet(second);
    links.meet(third);
    let all = [&at_home, &in_second, &in_third];
    let armed = || all.map(|post| post.lock().unwrap().is_armed);
    assert_eq!(links.arm(false), Some(vec![1; 3]));
    assert_eq!(armed(), [true; 3]);
    links.disarm();
    assert_eq!(armed(), [false; 3]);
    in_third.lock().unwrap().is_busy = true;
    assert_eq!(links.arm(false), None);
    assert_eq!(armed(), [false; 3]);
    assert_eq!(links.wait_sources().len(), 3);
}
