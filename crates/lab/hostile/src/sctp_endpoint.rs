//! Datagrams to an SCTP endpoint with an association: those of strangers, and those of somebody who knows
//! tags and checksums.

use crate::sctp::{HostilePair, address};
use bytes::Bytes;
use ferry_sctp_core::association::AssociationConfig;
use ferry_sctp_core::streams::MessageOptions;
use ferry_sctp_core::wire::{StreamId, checksum};
use std::time::Duration;

// The first byte says whose datagrams these are and how the ends are set; then a length and bytes for
// each datagram.
/// One input.
pub fn run(bytes: &[u8]) {
    let Some((&how, mut rest)) = bytes.split_first() else { return };
    let config = AssociationConfig {
        interleaving: how & 1 == 0,
        stream_window: (how & 2 == 0).then_some(20_000),
        receive_window: 60_000,
        send_buffer: 60_000,
        ..AssociationConfig::default()
    };
    let mut pair = HostilePair::connected(&config);
    let (id, now) = (pair.ids[0], pair.now);
    let payload = Bytes::from_static(&[5; 5000]);
    let _ =
        pair.ends[0].send(now, id, StreamId(1), MessageOptions::default(), payload.into(), true);
    pair.collect();
    // A true packet of the peer has the ports and the tag.
    let head = pair.travelling.iter().find(|d| d.to == 1).map(|d| d.bytes.slice(..12));
    pair.travelling.clear();
    while let Some((&[high, low], tail)) = rest.split_first_chunk::<2>() {
        let len = usize::from(u16::from_be_bytes([high, low])).min(tail.len());
        let (datagram, tail) = tail.split_at(len);
        rest = tail;
        let (mut datagram, to) = (datagram.to_vec(), usize::from(how & 4 == 0));
        if let Some(head) = &head
            && how & 8 == 0
            && to == 1
            && datagram.len() >= 12
        {
            datagram[..12].copy_from_slice(head);
        }
        checksum::seal(&mut datagram);
        let before = pair.travelling.len();
        pair.ends[to].handle(pair.now, datagram.into(), address(1 - to), None);
        pair.collect();
        assert!(pair.travelling.len() - before < 200, "a datagram provokes few");
        if how & 16 == 0 {
            while pair.ends[to].receive(usize::MAX).is_some() {}
        }
        pair.deliver_all();
        pair.advance(Duration::from_millis(20));
        for (end, id) in pair.ids.into_iter().enumerate() {
            if let Some(report) = pair.ends[end].report(id) {
                assert!(report.receive_held <= 2 * 60_000 + 10 * 2 * 20_000, "{report:?}");
                assert!(report.send_held <= 75_000, "{report:?}");
            }
            while pair.ends[end].poll_event().is_some() {}
        }
    }
}
