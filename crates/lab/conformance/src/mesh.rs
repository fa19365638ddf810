//! Several ends of one method in one process, each attached to all it reaches.

use crate::recorder::Recorder;
use crate::{ArrivedFrame, LandsIn, Reach, Subject};
use ferry_method::{Descriptor, Header, Method, MethodError, Now, PeerId, StreamKey};
use std::time::{Duration, Instant};

/// No step of a case takes so much of the processor unless it hangs; by the clock it may take as long as
/// others on the machine make it.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often ends look while time passes.
const LOOK: Duration = Duration::from_millis(500);

/// The processor's time that this thread has had.
fn time_had() -> Duration {
    let had = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(had.tv_sec as u64, had.tv_nsec as u32)
}

/// All ends, with their sinks and a clock.
pub struct Mesh {
    // Dropped before the recorders, whose memory they may hold.
    methods: Vec<Option<Box<dyn Method>>>,
    sinks: Vec<Recorder>,
    reach: Reach,
    started: Instant,
    skew: Duration,
    /// Pairs that have taken a detour.
    detoured: Vec<(usize, usize)>,
}

impl Mesh {
    /// Ends of ranks 0 to n-1 (one that sends to itself where the method reaches no further).
    pub fn new(subject: &Subject, n: u32) -> Self {
        let mut mesh = Mesh::unattached(subject, n);
        for i in mesh.ranks() {
            for j in mesh.peers_of(i) {
                let descriptor = mesh.descriptor(j);
                mesh.method(i).attach(PeerId(j as u32), &descriptor).expect("a real descriptor");
            }
        }
        mesh
    }

    /// The same, with no end attached to any.
    pub fn unattached(subject: &Subject, n: u32) -> Self {
        let n = if subject.reach == Reach::Itself { 1 } else { n };
        let methods: Vec<_> = (subject.make)(n).into_iter().map(Some).collect();
        assert_eq!(methods.len(), n as usize, "the subject makes as many ends as it is asked for");
        let sinks = methods.iter().map(|_| Recorder::default()).collect();
        let (reach, started) = (subject.reach, Instant::now());
        Mesh { methods, sinks, reach, started, skew: Duration::ZERO, detoured: Vec::new() }
    }

    /// Ranks there are.
    pub fn ranks(&self) -> std::ops::Range<usize> {
        0..self.methods.len()
    }

    /// Whom rank `i` reaches.
    pub fn peers_of(&self, i: usize) -> Vec<usize> {
        match self.reach {
            Reach::Itself => vec![i],
            Reach::Others => self.ranks().filter(|j| *j != i).collect(),
        }
    }

    /// A sender and a receiver.
    pub fn ends(&self) -> (usize, usize) {
        (0, self.peers_of(0)[0])
    }

    /// The end of a rank.
    pub fn method(&mut self, i: usize) -> &mut dyn Method {
        self.methods[i].as_deref_mut().expect("an end that is still there")
    }

    /// Takes an end out, to be dropped or driven by another thread.
    pub fn remove(&mut self, i: usize) -> Box<dyn Method> {
        self.methods[i].take().expect("an end that is still there")
    }

    /// What rank `i` publishes.
    pub fn descriptor(&mut self, i: usize) -> Descriptor {
        self.method(i).descriptor()
    }

    /// What came to rank `i`.
    pub fn sink(&mut self, i: usize) -> &mut Recorder {
        &mut self.sinks[i]
    }

    /// Takes what came to rank `i`.
    pub fn take(&mut self, i: usize) -> Vec<ArrivedFrame> {
        std::mem::take(&mut self.sinks[i].arrivals)
    }

    /// The time told to the methods.
    pub fn now(&self) -> Now {
        self.started.elapsed() + self.skew
    }

    /// Lets the methods' time jump: nobody looks meanwhile, which counts against nobody ([`ferry_method::Attendance`]).
    pub fn skip(&mut self, time: Duration) {
        self.skew += time;
    }

    /// Lets the methods' time pass in a hurry, while all ends look.
    pub fn pass(&mut self, time: Duration) {
        let end = self.skew + time;
        while self.skew < end {
            self.skew += LOOK;
            self.poll_all();
        }
    }

    /// Polls one end.
    pub fn poll(&mut self, i: usize) -> usize {
        self.poll_at(i, self.now())
    }

    /// Polls one end and tells it another time.
    pub fn poll_at(&mut self, i: usize, now: Now) -> usize {
        let handled = match &mut self.methods[i] {
            Some(method) => method.poll(now, &mut self.sinks[i]),
            None => 0,
        };
        let parcels = std::mem::take(&mut self.sinks[i].parcels);
        for (to, parcel) in &parcels {
            self.detour((to.0 as usize, i));
            self.method(to.0 as usize).parcel(PeerId(i as u32), parcel);
        }
        handled + parcels.len()
    }

    /// Sends what rank `from`'s method has to say to rank `to`'s by other means than its own, if it can do
    /// that.
    pub fn detour(&mut self, (from, to): (usize, usize)) -> bool {
        if !self.detoured.contains(&(from, to)) {
            if !self.method(from).take_detour(PeerId(to as u32)) {
                return false;
            }
            self.detoured.push((from, to));
        }
        true
    }

    /// Polls all ends that are still there.
    pub fn poll_all(&mut self) -> usize {
        self.ranks().map(|i| self.poll(i)).sum()
    }

    /// Polls until `done`, which is asked after each round.
    pub fn until(&mut self, what: &str, mut done: impl FnMut(&mut Mesh) -> bool) {
        let begin = time_had();
        while !done(self) {
            assert!(time_had() - begin < PATIENCE, "waited in vain until {what}");
            if self.poll_all() == 0 {
                std::thread::yield_now();
            }
        }
    }

    /// Polls until nothing moves any more.
    pub fn settle(&mut self) {
        let mut quiet = 0;
        self.until("nothing moves", |mesh| {
            quiet = if mesh.poll_all() == 0 { quiet + 1 } else { 0 };
            quiet > 200
        });
    }

    /// One call of send.
    pub fn try_send(
        &mut self,
        (from, to): (usize, usize),
        header: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        let before = *done;
        let result = self.method(from).send(PeerId(to as u32), header, payload, done);
        assert!(*done >= before, "the mark of progress went back");
        result
    }

    /// Sends a whole frame, polling all ends meanwhile.
    pub fn send(&mut self, ends: (usize, usize), header: &Header, payload: &[u8]) {
        let mut done = 0;
        self.until("a frame is taken", |mesh| {
            mesh.try_send(ends, header, payload, &mut done).expect("a healthy link")
        });
    }

    /// Lets the frame go on that rank `to` holds on a stream of rank `from`'s.
    pub fn resume(&mut self, (from, to): (usize, usize), stream: StreamKey, place: LandsIn) {
        let peer = PeerId(from as u32);
        let held = self.sinks[to].let_go(peer, stream).expect("a stream that is held");
        let landing = self.sinks[to].land(place, held.len);
        self.method(to).resume(peer, stream, landing).expect("a frame is held there");
    }

    /// Rank `to` reads a stream of rank `from`'s by name.
    pub fn fetch(&mut self, (from, to): (usize, usize), stream: StreamKey) -> usize {
        match &mut self.methods[to] {
            Some(method) => method.fetch(PeerId(from as u32), stream, &mut self.sinks[to]),
            None => 0,
        }
    }

    /// Closes one end, polling the others.
    pub fn close(&mut self, i: usize) {
        self.until("an end is closed", |mesh| mesh.try_close(i));
    }

    /// Goes on closing one end; true when it is closed.
    pub fn try_close(&mut self, i: usize) -> bool {
        let now = self.now();
        match &mut self.methods[i] {
            Some(method) => method.close(now, &mut self.sinks[i]),
            None => true,
        }
    }
}
