//! Processes of different jobs: they meet by a URL, and ask each other as those of one job do.

use crate::job::{GET, Memory, PUT, REMOTE, spec};
use ferry_config::Config;
use ferry_portals::four::NetworkInterfaces;
use ferry_portals::three::{
    DescriptorSpec, EntrySpec, Event, EventKind, InsertPlace, InterfaceLimits, PortalsError,
    PortalsInterface, RemotePlace,
};
use ferry_portals::{
    AttachError, Portals, PortalsHandle, PortalsHome, PortalsProcess, ProcessPattern, Url,
    split_url,
};
use ferry_runtime::DriverMode;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Nothing takes this long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A job of one process by these methods.
fn job(methods: &str) -> Portals {
    let config = Config::with([("methods", methods)]).unwrap();
    let portals = Portals::start(&config).unwrap();
    portals.open(0, (1, portals.job()), InterfaceLimits::MOST);
    portals
}

fn door(portals: &Portals) -> Url {
    portals.open_door(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap()
}

/// Two jobs, of which the second went to the first, and what that one is called.
fn attached(methods: &str) -> ([Portals; 2], PortalsProcess) {
    let jobs = [job(methods), job(methods)];
    let url = door(&jobs[0]);
    let name = jobs[1].attach(&url).unwrap();
    assert_eq!(name, jobs[0].name_abroad());
    (jobs, name)
}

fn until<T>(jobs: &[&Portals], what: &str, mut ready: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(value) = ready() {
            return value;
        }
        for job in jobs {
            job.progress();
        }
        assert!(begin.elapsed() < PATIENCE, "waiting until {what}");
    }
}

/// An entry for these bits, with a queue for its events.
fn entry(portals: &Portals, match_bits: u64, spec: DescriptorSpec) -> PortalsHandle {
    let mut state = portals.state();
    let interface = state.interfaces.get_mut(0).unwrap();
    let queue = interface.eq_alloc(64).unwrap();
    let processes = ProcessPattern::ANY;
    let entry = EntrySpec { processes, match_bits, ignore_bits: 0, unlinks: false };
    let entry = interface.me_attach(0, &entry, InsertPlace::After).unwrap();
    interface.md_attach(entry, DescriptorSpec { events: Some(queue), ..spec }, false).unwrap();
    queue
}

/// A descriptor for requests, with a queue for its events.
fn bind(portals: &Portals, spec: DescriptorSpec) -> (PortalsHandle, PortalsHandle) {
    let mut state = portals.state();
    let interface = state.interfaces.get_mut(0).unwrap();
    let queue = interface.eq_alloc(64).unwrap();
    let spec = DescriptorSpec { events: Some(queue), ..spec };
    (interface.md_bind(spec, false).unwrap(), queue)
}

fn event(portals: &Portals, queue: PortalsHandle) -> Option<Event> {
    let mut state = portals.state();
    let read = state.interfaces.get_mut(0).unwrap().eq_get(queue);
    read.ok().map(|(event, _)| event)
}

/// Waits for an event of this kind.
fn heard(jobs: &[&Portals], of: usize, queue: PortalsHandle, kind: EventKind) -> Event {
    until(jobs, "an event comes", || event(jobs[of], queue).filter(|event| event.kind == kind))
}

fn place(process: PortalsProcess, match_bits: u64) -> RemotePlace {
    RemotePlace { process, pt_index: 0, ac_index: 0, match_bits, offset: 0 }
}

fn ask<T>(
    portals: &Portals,
    act: impl FnOnce(&mut PortalsInterface) -> Result<T, PortalsError>,
) -> T {
    let mut state = portals.state();
    let done = act(state.interfaces.get_mut(0).unwrap()).unwrap();
    state.send();
    done
}

#[test]
fn both_ask_each_other_over_every_method() {
    for methods in ["shm", "tcp", "quic", "sctp", "tcp+encrypt", "quic+encrypt"] {
        let ([owner, visitor], name) = attached(methods);
        let jobs = [&owner, &visitor];
        for len in [8, 100_000] {
            let (there, here) = (Memory::new(len), Memory::pattern(len));
            let come = entry(&owner, len as u64, spec(there, PUT | GET | REMOTE));
            let (own, told) = bind(&visitor, spec(here, 0));
            ask(&visitor, |ni| ni.put(own, None, true, &place(name, len as u64), 5));
            let put = heard(&jobs, 0, come, EventKind::PutEnd);
            assert_eq!((put.hdr_data, put.initiator), (5, visitor.name_abroad()), "by {methods}");
            assert!(there.bytes() == here.bytes(), "by {methods}");
            heard(&jobs, 1, told, EventKind::Ack);
            // The visitor's answers go where its request came from.
            let (back, more) = (Memory::new(len), Memory::pattern(len));
            entry(&visitor, len as u64, spec(more, GET | REMOTE));
            let (into, told) = bind(&owner, spec(back, 0));
            ask(&owner, |ni| ni.get(into, None, &place(put.initiator, len as u64)));
            heard(&jobs, 0, told, EventKind::ReplyEnd);
            assert!(back.bytes() == more.bytes(), "by {methods}");
        }
    }
}

#[test]
fn several_jobs_meet_at_one_door() {
    let owner = job("tcp,shm");
    let url = door(&owner);
    let visitors = [job("tcp"), job("tcp,shm"), job("tcp,shm")];
    let come = entry(&owner, 1, spec(Memory::new(8), PUT | REMOTE));
    for visitor in &visitors {
        let name = visitor.attach(&url).unwrap();
        let (own, _) = bind(visitor, spec(Memory::new(8), 0));
        ask(visitor, |ni| ni.put(own, None, false, &place(name, 1), 0));
        let put = heard(&[&owner, visitor], 0, come, EventKind::PutEnd);
        assert_eq!(put.initiator, visitor.name_abroad());
    }
    assert!(owner.close_door(&url) && !owner.close_door(&url));
    assert!(matches!(job("tcp").attach(&url), Err(AttachError::Unreachable(_))));
}

#[test]
fn who_detaches_is_unknown_and_what_it_owed_has_failed() {
    for methods in ["shm", "tcp"] {
        let ([owner, visitor], name) = attached(methods);
        let theirs = visitor.name_abroad();
        // It is told while the visitor waits in `detach`.
        owner.drive(DriverMode::Thread).unwrap();
        entry(&owner, 1, spec(Memory::new(8), PUT | REMOTE));
        let (own, told) = bind(&owner, spec(Memory::new(8), 0));
        // Nobody answers: there is no such place.
        ask(&owner, |ni| ni.get(own, None, &place(theirs, 9)));
        assert!(visitor.detach(name) && !visitor.detach(name));
        assert_eq!(visitor.state().names.peer(name), None);
        until(&[&owner], "it is unknown", || {
            owner.state().names.peer(theirs).is_none().then_some(())
        });
        let is_done = || {
            let mut state = owner.state();
            (!state.interfaces.get_mut(0).unwrap().awaits_answers()).then_some(())
        };
        until(&[&owner], "nothing is owed", is_done);
        assert!(event(&owner, told).is_none_or(|event| event.has_failed));
        // And back again, by another door.
        let url = door(&owner);
        assert_eq!(visitor.attach(&url).unwrap(), name);
        let (own, _) = bind(&visitor, spec(Memory::new(8), 0));
        ask(&visitor, |ni| ni.put(own, None, true, &place(name, 1), 0));
        until(&[&owner, &visitor], "the put is acknowledged", || {
            let mut state = visitor.state();
            (!state.interfaces.get_mut(0).unwrap().awaits_answers()).then_some(())
        });
        visitor.finish().unwrap();
        until(&[&owner], "it is unknown", || {
            owner.state().names.peer(theirs).is_none().then_some(())
        });
        owner.finish().unwrap();
    }
}

#[test]
fn a_job_that_dies_is_noticed() {
    let ([owner, visitor], _) = attached("tcp");
    let theirs = visitor.name_abroad();
    let come = entry(&visitor, 9, spec(Memory::new(64 << 20), PUT | REMOTE));
    let (own, told) = bind(&owner, spec(Memory::new(64 << 20), 0));
    ask(&owner, |ni| ni.put(own, None, true, &place(theirs, 9), 0));
    heard(&[&owner, &visitor], 1, come, EventKind::PutStart);
    drop(visitor);
    let end = heard(&[&owner], 0, told, EventKind::SendEnd);
    assert!(end.has_failed);
    assert_eq!(owner.state().names.peer(theirs), None);
    owner.finish().unwrap();
}

#[test]
fn who_attaches_twice_has_the_links_of_the_last_time() {
    let ([owner, visitor], name) = attached("tcp");
    let url = door(&owner);
    assert_eq!(visitor.attach(&url).unwrap(), name);
    let come = entry(&owner, 1, spec(Memory::new(8), PUT | REMOTE));
    let (own, _) = bind(&visitor, spec(Memory::new(8), 0));
    ask(&visitor, |ni| ni.put(own, None, false, &place(name, 1), 0));
    heard(&[&owner, &visitor], 0, come, EventKind::PutEnd);
}

#[test]
fn wrong_urls_say_why() {
    let (owner, visitor) = (job("tcp"), job("tcp"));
    let url = door(&owner);
    let refused = |url: &Url, why: &str| {
        let error = visitor.attach(url).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    };
    refused(&Url { key: None, ..url.clone() }, "the URL has no key");
    refused(&Url { key: Some([1; 16]), ..url.clone() }, "the key may be wrong");
    refused(&Url { host: "127.0.0.1".into(), port: 1, ..url.clone() }, "127.0.0.1:1");
    let other = PortalsHome::<NetworkInterfaces>::start(&Config::new()).unwrap();
    let door_of_other = other.open_door(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    refused(&door_of_other, "a door of Portals 4, not of Portals 3.3");
    let error = owner.attach(&url).unwrap_err();
    assert!(error.to_string().contains("of this job"), "{error}");
    assert!(split_url("ferry://nowhere/").is_err());
    assert!(owner.close_door(&url));
    assert!(matches!(visitor.attach(&url), Err(AttachError::Unreachable(_))));
}
