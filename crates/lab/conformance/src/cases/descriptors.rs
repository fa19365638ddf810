//! Descriptors, real and damaged, and peers nobody introduced.

use crate::{Mesh, Subject};
use ferry_method::{Applicable, Descriptor, HandlerId, Header, MethodError, PeerId};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::RefCell;

/// A frame to a peer that was never attached is the caller's mistake.
pub fn unknown_peers_are_refused(subject: &Subject) {
    let mut mesh = Mesh::unattached(subject, 2);
    let (from, to) = mesh.ends();
    for peer in [to as u32, 2, 1000, u32::MAX] {
        let header = Header::new(HandlerId(1));
        let result = mesh.method(from).send(PeerId(peer), &header, b"hello", &mut 0);
        assert!(matches!(result, Err(MethodError::UnknownPeer(p, _)) if p == PeerId(peer)));
    }
    let descriptor = mesh.descriptor(to);
    for beyond in [2, u32::MAX] {
        let result = mesh.method(from).attach(PeerId(beyond), &descriptor);
        assert!(result.is_err(), "rank {beyond} is beyond the job's size");
    }
}

/// A parameter that no method has is an error, and the link is as it was.
pub fn unknown_parameters_are_refused(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 2);
    let (from, to) = mesh.ends();
    for (parameter, value) in [("no such parameter", "1"), ("", ""), ("keepalive ", "on")] {
        let result = mesh.method(from).tune(PeerId(to as u32), parameter, value);
        assert!(result.is_err(), "'{parameter}' was changed");
    }
    mesh.send((from, to), &Header::new(HandlerId(1)), b"as before");
    mesh.until("the frame arrives", |mesh| !mesh.take(to).is_empty());
}

/// Nothing that a group is sent is acknowledged, so a method offers it as far as its attributes say,
/// and a reliable one never does.
pub fn groups_are_for_methods_that_may_lose(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 2);
    let attributes = mesh.method(0).attributes().clone();
    assert_eq!(mesh.method(0).multicast().is_some(), attributes.multicast);
    assert!(!(attributes.multicast && attributes.reliable), "reliable towards a group");
}

/// Descriptors are small, carry the method's name and lead to their owners.
pub fn descriptors_are_small_and_mutual(subject: &Subject) {
    let mut mesh = Mesh::new(subject, 3);
    for i in mesh.ranks() {
        let descriptor = mesh.descriptor(i);
        assert_eq!(descriptor.method, mesh.method(i).name());
        assert!(descriptor.bytes.len() <= 256, "{} bytes", descriptor.bytes.len());
        assert_eq!(descriptor, mesh.descriptor(i), "a descriptor changes");
        for j in mesh.peers_of(i) {
            assert_eq!(mesh.method(j).applicable(&descriptor), Applicable::Yes);
        }
    }
}

/// No bytes make a method panic; what is obviously no descriptor is refused.
pub fn garbage_descriptors_are_refused(subject: &Subject) {
    let mut mesh = Mesh::unattached(subject, 2);
    let (from, to) = mesh.ends();
    let real = mesh.descriptor(to);
    let peer = PeerId(to as u32);
    let foreign = Descriptor { method: "none such".to_owned(), ..real.clone() };
    let long = Descriptor { bytes: vec![1; 257], ..real.clone() };
    let empty = Descriptor { bytes: Vec::new(), ..real.clone() };
    for bad in [foreign, long, empty] {
        assert_ne!(mesh.method(from).applicable(&bad), Applicable::Yes, "{bad:?}");
        assert!(mesh.method(from).attach(peer, &bad).is_err(), "{bad:?}");
    }
    for cut in 0..real.bytes.len() {
        survive(&mut mesh, from, peer, &real.bytes[..cut]);
    }
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let config = Config { failure_persistence: None, ..Config::with_cases(500) };
    let random = proptest::collection::vec(any::<u8>(), 0..300);
    let damaged = (any::<prop::sample::Index>(), any::<u8>()).prop_map(move |(at, to)| {
        let mut bytes = real.bytes.clone();
        let at = at.index(bytes.len());
        bytes[at] = to;
        bytes
    });
    // Ends take time to make: only those are made anew that have believed something.
    let mesh = RefCell::new(mesh);
    TestRunner::new_with_rng(config, rng)
        .run(&prop_oneof![random, damaged], |bytes| {
            let mut mesh = mesh.borrow_mut();
            if survive(&mut mesh, from, peer, &bytes) {
                *mesh = Mesh::unattached(subject, 2);
            }
            Ok(())
        })
        .expect("no bytes harm");
}

/// Judging and attaching may say what they like, but they agree and do not panic. Where a well-formed
/// descriptor leads nowhere, or to the dead, only the try shows it. Returns whether it came to a try.
fn survive(mesh: &mut Mesh, i: usize, peer: PeerId, bytes: &[u8]) -> bool {
    let method = mesh.method(i).name().to_owned();
    let descriptor = Descriptor { method, bytes: bytes.to_vec() };
    let judged = mesh.method(i).applicable(&descriptor);
    let attached = mesh.method(i).attach(peer, &descriptor);
    let tried = matches!(
        attached,
        Ok(()) | Err(MethodError::Unreachable { .. } | MethodError::Lost { .. })
    );
    assert!(tried || judged != Applicable::Yes, "judged well, but not to be attached");
    tried
}
