//! Another face in the same process: a countdown beside the requests, over the same links.

use crate::world::{job, run, until};
use ferry_link::{Face, Guest, Links, TrafficClass};
use ferry_method::{HandlerId, Header, Landing, MethodError, PeerId, Sink};
use ferry_nexus::Buffer;
use ferry_wire::Share;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

const SHARE: Share = Share::GUESTS.part(0, 1);
const COUNT: HandlerId = SHARE.id(0);

/// Sends back every number but zero, less by one.
#[derive(Clone, Default)]
struct Countdown {
    waiting: Arc<Mutex<Vec<(PeerId, u64)>>>,
    ended: Arc<AtomicU64>,
}

impl Sink for Countdown {
    fn frame(&mut self, peer: PeerId, header: &Header, _: &[u8]) {
        match header.bits {
            0 => {
                self.ended.fetch_add(1, SeqCst);
            }
            number => self.waiting.lock().unwrap().push((peer, number - 1)),
        }
    }

    fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
        Landing::Heap(Vec::new())
    }

    fn finish(&mut self, peer: PeerId, header: &Header, _: Landing) {
        self.frame(peer, header, &[]);
    }

    fn lost(&mut self, _: PeerId, _: MethodError) {}
}

impl Face for Countdown {
    fn flush(&mut self, links: &mut Links) -> usize {
        let mut waiting = self.waiting.lock().unwrap();
        let before = waiting.len();
        waiting.retain(|(peer, number)| {
            let header = Header { bits: *number, ..Header::new(COUNT) };
            !links.send(*peer, TrafficClass::Control, &header, &[], &mut 0).expect("a link")
        });
        before - waiting.len()
    }

    fn has_output(&self) -> bool {
        !self.waiting.lock().unwrap().is_empty()
    }
}

impl Guest for Countdown {}

#[test]
fn a_guest_shares_the_links_of_the_requests() {
    for method in ["shm", "tcp"] {
        let job = job(31, 2, &[method]);
        let countdowns = [Countdown::default(), Countdown::default()];
        for (nexus, countdown) in job.iter().zip(&countdowns) {
            nexus.register(SHARE, Box::new(countdown.clone())).expect("nobody is there");
            nexus.register(SHARE, Box::new(countdown.clone())).expect_err("somebody is there");
            let own = Share::NEXUS.part(0, 1);
            nexus.register(own, Box::new(countdown.clone())).expect_err("requests are");
        }
        let served = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&served);
        let root = job[1].endpoint().handler(1, move |_| {
            count.fetch_add(1, SeqCst);
        });
        let _root = root.open_root().unwrap();
        let _running = run(&job[1..]);
        let to = job[0].startpoint_to(1).unwrap();
        countdowns[0].waiting.lock().unwrap().extend([(PeerId(1), 40), (PeerId(1), 41)]);
        for _ in 0..20 {
            to.send_rsr(1, &Buffer::new()).unwrap();
            job[0].poll().unwrap();
        }
        let ended = || countdowns.iter().map(|one| one.ended.load(SeqCst)).sum::<u64>();
        until(&[&job[0]], "both have counted down", || ended() == 2 && served.load(SeqCst) == 20);
    }
}
