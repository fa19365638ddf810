//! Changes of addresses: own ones, the peer's, and both ends together.

mod own;
mod peer;
mod properties;

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use super::*;
use crate::path::{PathId, PathSet, PathSettings};
use crate::wire::chunk::RawChunk;
use crate::wire::parameter::ParameterType;
use crate::wire::{Cause, CauseCode, Chunk, ChunkType, RawTlv};

const RTO: Duration = Duration::from_millis(100);
/// The UDP port behind which the peer is.
const PORT: u16 = 9899;

fn ms(n: u64) -> Now {
    Duration::from_millis(n)
}

fn ip(n: u8) -> IpAddr {
    IpAddr::from([10, 0, 0, n])
}

fn at(n: u8) -> SocketAddr {
    SocketAddr::new(ip(n), PORT)
}

/// One end; its peer's ASCONFs begin with 900 and its own with 100.
struct End {
    changes: AddressChanges,
    paths: PathSet,
    moved: Vec<PathId>,
    events: VecDeque<AssociationEvent>,
}

impl End {
    /// An end whose peer has the addresses 1 (the primary) to `count`.
    fn new(count: u8) -> Self {
        let mut paths = PathSet::new(ms(0), at(1), PathSettings::default(), 0);
        for n in 2..=count {
            paths.add(ms(0), at(n), true, 0).expect("there is room");
        }
        let changes = AddressChanges::new(Tsn(100), Tsn(900));
        Self { changes, paths, moved: Vec::new(), events: VecDeque::new() }
    }

    /// An ASCONF comes; the answer's value.
    fn take(&mut self, serial: u32, from: u8, parameters: &[Parameter<'_>]) -> Option<Vec<u8>> {
        let parameters = Parameters::of(parameters);
        self.take_chunk(&Asconf { serial: AsconfSerial(serial), address: ip(1), parameters }, from)
    }

    fn take_chunk(&mut self, chunk: &Asconf<'_>, from: u8) -> Option<Vec<u8>> {
        let Self { changes, paths, moved, events } = self;
        changes.on_asconf(ms(0), chunk, at(from), 7, paths, moved, events)
    }

    /// An ASCONF-ACK comes.
    fn hear(&mut self, serial: u32, parameters: &[Parameter<'_>]) -> Result<(), ()> {
        let parameters = Parameters::of(parameters);
        let chunk = AsconfAck { serial: AsconfSerial(serial), parameters };
        self.changes.on_asconf_ack(&chunk, &mut self.events)
    }

    fn poll(&mut self, now: Now) -> Option<Vec<u8>> {
        let work = self.changes.has_work();
        let value = self.changes.poll(now, RTO, ip(77));
        assert_eq!(work, value.is_some(), "has_work foretells poll");
        value
    }

    fn events(&mut self) -> Vec<AssociationEvent> {
        self.events.drain(..).collect()
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.paths.iter().map(|path| path.addr()).collect()
    }
}

fn change(correlation: u32, n: u8) -> AddressChange {
    AddressChange { correlation, address: ip(n) }
}

fn add(correlation: u32, n: u8) -> Parameter<'static> {
    Parameter::AddAddress(change(correlation, n))
}

fn delete(correlation: u32, n: u8) -> Parameter<'static> {
    Parameter::DeleteAddress(change(correlation, n))
}

fn primary(correlation: u32, n: u8) -> Parameter<'static> {
    Parameter::SetPrimary(change(correlation, n))
}

fn any_address(correlation: u32) -> AddressChange {
    AddressChange { correlation, address: IpAddr::from([0, 0, 0, 0]) }
}

fn raw(chunk_type: ChunkType, value: &[u8]) -> RawChunk<'_> {
    RawChunk { chunk_type, flags: 0, value, bytes: value, offset: 0 }
}

/// The serial number of an answer and what it says: `None` for done.
fn said(answer: Option<Vec<u8>>) -> (u32, Vec<(u32, Option<CauseCode>)>) {
    let value = answer.expect("an answer");
    let Ok(Chunk::AsconfAck(ack)) = Chunk::decode(&raw(ChunkType::AsconfAck, &value)) else {
        panic!("an ASCONF-ACK");
    };
    let entry = |parameter| match parameter {
        Parameter::SuccessIndication(correlation) => (correlation, None),
        Parameter::ErrorCauseIndication(correlation, causes) => {
            let cause: Cause<'_> = causes.iter().next().expect("a cause").expect("well formed");
            (correlation, Some(cause.code()))
        }
        other => panic!("not in an answer: {other:?}"),
    };
    let parameters = ack.parameters.iter().map(|p| entry(p.expect("well formed")));
    (ack.serial.0, parameters.collect())
}

fn added(n: u8) -> AssociationEvent {
    AssociationEvent::AddressAdded { address: at(n) }
}

fn removed(n: u8) -> AssociationEvent {
    AssociationEvent::AddressRemoved { address: at(n) }
}

fn answered(n: u8, accepted: bool) -> AssociationEvent {
    AssociationEvent::AddressAnswered { address: ip(n), accepted }
}
