//! A provocation for each fault.

use crate::world::{JobPlan, PATIENCE, job, run, until};
use ferry_conformance::plain_attributes;
use ferry_link::{Context, Directory, Policy, TrafficClass};
use ferry_method::{
    Attributes, Header, Identity, JobId, Landing, Method, MethodError, Now, PeerId, Scope, Sink,
};
use ferry_nexus::{Approval, Buffer, Fault, FaultKind, Nexus, NexusError};
use ferry_wire::Share;
use std::sync::{Arc, Mutex};

/// What a process is told of.
fn faults(nexus: &Nexus) -> Arc<Mutex<Vec<Fault>>> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let noted = told.clone();
    nexus.on_fault(move |fault| noted.lock().unwrap().push(fault.clone()));
    told
}

/// Polls until a fault of this kind is told; it.
fn awaited(all: &[&Nexus], told: &Arc<Mutex<Vec<Fault>>>, kind: FaultKind) -> Fault {
    let find = || told.lock().unwrap().iter().find(|fault| fault.kind == kind).cloned();
    until(all, "the fault is told", || find().is_some());
    find().unwrap()
}

/// A process whose thread panics leaves its links in disorder, and the others are told so.
#[test]
fn a_shutdown_after_a_failure_is_told_as_such() {
    for (well, kind) in
        [(false, FaultKind::ShutdownAbnormally), (true, FaultKind::ShutdownNormally)]
    {
        let mut job = job(80 + u8::from(well), 2, &["shm"]);
        let told = faults(&job[0]);
        let _root = job[0].endpoint().handler(0, |_| {}).open_root().unwrap();
        let other = job.pop().unwrap();
        other.startpoint_to(0).unwrap().send_rsr(0, &Buffer::new()).unwrap();
        until(&[&job[0], &other], "they know each other", || job[0].served() == 1);
        let end = move || {
            let other = other;
            assert!(well, "on purpose: {}", other.rank());
        };
        assert_eq!(std::thread::spawn(end).join().is_ok(), well);
        let fault = awaited(&[&job[0]], &told, kind);
        assert_eq!(fault.peer.map(|home| home.rank), Some(PeerId(1)));
        let gone = job[0].startpoint_to(1).unwrap().send_rsr(0, &Buffer::new()).unwrap_err();
        assert!(matches!(gone, NexusError::Gone { .. }), "{gone}");
    }
}

/// Nobody listens where a process said that it would.
#[test]
fn a_connection_that_cannot_be_made_is_told() {
    let mut job = job(82, 2, &["tcp"]);
    let told = faults(&job[0]);
    drop(job.pop());
    let startpoint = job[0].startpoint_to(1).unwrap();
    // What was taken by the link waits for its connection.
    let _ = startpoint.send_rsr(0, &Buffer::new());
    let fault = awaited(&[&job[0]], &told, FaultKind::ConnectFailed);
    assert_eq!(fault.peer.map(|home| home.rank), Some(PeerId(1)));
    assert!(matches!(
        startpoint.send_rsr(0, &Buffer::new()),
        Err(NexusError::Gone { .. } | NexusError::Link(_))
    ));
}

/// Hears nothing.
struct Deaf;

impl Sink for Deaf {
    fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {}

    fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
        Landing::Discard
    }

    fn finish(&mut self, _: PeerId, _: &Header, _: Landing) {}

    fn lost(&mut self, _: PeerId, _: MethodError) {}
}

/// A process of the job says what Nexus does not know: it is told, and the link stays.
#[test]
fn what_makes_no_sense_is_told() {
    let mut ends = JobPlan::new(83, 2, &|_| vec!["shm"]).contexts();
    let (mut raw, _) = ends.pop().unwrap();
    let (link, identity) = ends.pop().unwrap();
    let nexus = Nexus::over(link, identity, &ferry_config::Config::new()).unwrap();
    let told = faults(&nexus);
    let _root = nexus.endpoint().handler(0, |_| {}).open_root().unwrap();
    let mut say = |header: Header| {
        let sent = raw.send(PeerId(0), TrafficClass::Message, &header, b"what", &mut 0).unwrap();
        assert!(sent);
        raw.poll(Now::ZERO, &mut Deaf);
    };
    say(Header::new(Share::NEXUS.id(17)));
    let fault = awaited(&[&nexus], &told, FaultKind::BadProtocol);
    assert!(fault.why.contains("handler") && nexus.refused() == 1, "{fault}");
    // A part of a request that never began.
    told.lock().unwrap().clear();
    say(Header { words: [4711, 100], ..Header::new(Share::NEXUS.id(1)) });
    let fault = awaited(&[&nexus], &told, FaultKind::BadProtocol);
    assert!(fault.why.contains("4711"), "{fault}");
    say(Header::new(Share::NEXUS.id(0)));
    until(&[&nexus], "the link is as good as before", || nexus.served() == 1);
}

/// A method whose reading the system refuses, when it is told to.
struct Broken {
    name: &'static str,
    attributes: Attributes,
    reports: Arc<Mutex<Vec<MethodError>>>,
}

impl Method for Broken {
    ferry_conformance::plain!(name attributes descriptor applicable attach sleep counters close);

    fn send(
        &mut self,
        _: PeerId,
        _: &Header,
        payload: &[u8],
        done: &mut usize,
    ) -> Result<bool, MethodError> {
        *done = payload.len();
        Ok(true)
    }

    fn poll(&mut self, _: Now, sink: &mut dyn Sink) -> usize {
        let reports = std::mem::take(&mut *self.reports.lock().unwrap());
        let count = reports.len();
        reports.into_iter().for_each(|why| sink.lost(PeerId(1), why));
        count
    }
}

struct Board(Vec<u8>);

impl Directory for Board {
    fn lookup(&mut self, _: PeerId) -> Result<Vec<u8>, String> {
        Ok(self.0.clone())
    }
}

/// A process with one link, over a method that reports what it is given.
fn broken(number: u8) -> (Nexus, Arc<Mutex<Vec<MethodError>>>) {
    let reports = Arc::new(Mutex::new(Vec::new()));
    let attributes = Attributes { scope: Scope::Network, ..plain_attributes() };
    let method = Broken { name: "broken", attributes, reports: reports.clone() };
    let table = ferry_nexus::DescriptorTable::new(vec![method.descriptor()]).encode();
    let identity = Identity {
        job: JobId(u64::from(number)),
        me: PeerId(0),
        size: 2,
        secret: [number; 32],
        host: "test".into(),
    };
    let methods: Vec<Box<dyn Method>> = vec![Box::new(method)];
    let board = Box::new(Board(table));
    let link = Context::new(identity.me, 2, methods, Policy::default(), &[], board);
    (Nexus::over(link, identity, &ferry_config::Config::new()).unwrap(), reports)
}

/// What a method says of a lost process becomes the fault that it is.
#[test]
fn each_loss_is_told_by_its_kind() {
    let (peer, method, why) = (PeerId(1), "broken", || "on purpose".to_owned());
    let refused = || std::io::Error::from_raw_os_error(5);
    let losses = [
        (MethodError::system("reading the link", refused()), FaultKind::ReadFailed),
        (MethodError::Unreachable { peer, method, why: why() }, FaultKind::ConnectFailed),
        (MethodError::Nonsense { peer, method, why: why() }, FaultKind::BadProtocol),
        (MethodError::Lost { peer, method, why: why() }, FaultKind::ProcessDied),
    ];
    for (number, (loss, kind)) in (84..).zip(losses) {
        let (nexus, reports) = broken(number);
        let startpoint = nexus.startpoint_to(1).unwrap();
        startpoint.send_rsr(0, &Buffer::new()).unwrap();
        // Without a callback the next wait fails with it, and once.
        let words = loss.to_string();
        reports.lock().unwrap().push(loss);
        match nexus.wait(Some(PATIENCE)) {
            Err(NexusError::Fault(fault)) => {
                assert_eq!((fault.kind, fault.why), (kind, words));
            }
            other => panic!("{kind:?} is told as {other:?}"),
        }
        nexus.poll().unwrap();
        let gone = startpoint.send_rsr(0, &Buffer::new()).unwrap_err();
        assert!(matches!(gone, NexusError::Gone { .. }), "{gone}");
    }
}

/// A startpoint's URL leads to an endpoint that is not there any more.
#[test]
fn a_url_that_leads_nowhere_is_told() {
    let config = ferry_config::Config::new();
    let (a, b) = (Nexus::start(&config).unwrap(), Nexus::start(&config).unwrap());
    let told = faults(&a);
    let endpoint = a.endpoint().handler(0, |_| {}).open().unwrap();
    let here = "127.0.0.1:0".parse().unwrap();
    let _url = a.allow_attach(here, |_| Approval::Refuse("by startpoint only".into())).unwrap();
    let mut buffer = Buffer::new();
    buffer.put_startpoint(&endpoint.startpoint());
    let there = buffer.get_startpoint(&b).unwrap();
    drop(endpoint);
    let _running = run(std::slice::from_ref(&a));
    let refused = there.send_rsr(0, &Buffer::new()).unwrap_err();
    assert!(matches!(refused, NexusError::Refused { .. }), "{refused}");
    let fault = awaited(&[&a], &told, FaultKind::BadUrl);
    assert!(fault.why.contains("not there any more"), "{fault}");
}
