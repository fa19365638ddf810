//! Small frames in a row that wait for one process travel as one: what an access says, and what asks whether it is
//! done, leave together.

use crate::frames::{BATCH, SHARE};
use ferry_transfer::{Body, QueuedFrame, Transfer};
use ferry_wire::{HEADER_LEN, Header, PeerId};

/// Frames with payloads up to this are put together.
const SMALL: usize = 1024;
/// Payload of a batch, at most.
pub(crate) const LONGEST_BATCH: usize = 4096;

/// Puts a frame behind what waits for a peer.
pub(crate) fn enqueue(transfer: &mut Transfer, peer: PeerId, frame: QueuedFrame) {
    if let Some(payload) = small_payload(&frame)
        && let Some(last) = transfer.last_waiting(peer)
        && append(last, &frame.header, payload)
    {
        return;
    }
    transfer.enqueue(peer, frame);
}

/// Whether what waits for a peer is more than goes in one batch: waiting for others gains nothing then.
pub(crate) fn is_full(transfer: &mut Transfer, peer: PeerId) -> bool {
    let is_new = |frame: &mut QueuedFrame| frame.header.handler != BATCH;
    transfer.waiting(peer) > 1 && transfer.last_waiting(peer).is_some_and(is_new)
}

/// The payload of a frame that may be one of a batch.
fn small_payload(frame: &QueuedFrame) -> Option<&[u8]> {
    let payload = match &frame.body {
        Body::Short(bytes) => &bytes[..],
        Body::Packed(bytes) => &bytes[..],
        Body::Of { .. } => return None,
    };
    let is_small = payload.len() <= SMALL && frame.completes.is_none();
    (is_small && SHARE.contains(frame.header.handler)).then_some(payload)
}

/// Makes a frame that waits one with another behind it. False: it has no room for that, or is of another kind.
fn append(last: &mut QueuedFrame, header: &Header, payload: &[u8]) -> bool {
    let mut all = match &mut last.body {
        Body::Packed(bytes) if last.header.handler == BATCH => std::mem::take(bytes),
        _ => match small_payload(last) {
            Some(own) => packed(&last.header, own),
            None => return false,
        },
    };
    let has_room = all.len() + HEADER_LEN + payload.len() <= LONGEST_BATCH;
    if has_room {
        write(&mut all, header, payload);
    }
    if has_room || last.header.handler == BATCH {
        (last.header, last.body) = (Header::new(BATCH), Body::Packed(all));
    }
    has_room
}

fn packed(header: &Header, payload: &[u8]) -> Vec<u8> {
    let mut all = Vec::with_capacity(4 * (HEADER_LEN + payload.len()));
    write(&mut all, header, payload);
    all
}

fn write(all: &mut Vec<u8>, header: &Header, payload: &[u8]) {
    all.extend_from_slice(&header.encode(payload.len() as u32));
    all.extend_from_slice(payload);
}

/// The next frame of a batch's payload: its header, its payload, and what follows it. `None`: it is none, or one that no
/// batch has.
pub(crate) fn next(batch: &[u8]) -> Option<(Header, &[u8], &[u8])> {
    let (header, len) = Header::decode(batch).ok()?;
    let (payload, rest) = batch.get(HEADER_LEN..)?.split_at_checked(len as usize)?;
    let is_sound = SHARE.contains(header.handler) && header.handler != BATCH;
    is_sound.then_some((header, payload, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::{FLUSH, NUDGE, PUT, bare, header, with_bytes};
    use ferry_transfer::Limits;
    use proptest::prelude::*;

    const PEER: PeerId = PeerId(1);

    fn all(transfer: &mut Transfer) -> Vec<(Header, Vec<u8>)> {
        let last = transfer.last_waiting(PEER).expect("a frame waits");
        let Body::Packed(bytes) = &last.body else { panic!("no batch") };
        assert_eq!(last.header, Header::new(BATCH));
        let (mut rest, mut found) = (&bytes[..], Vec::new());
        while !rest.is_empty() {
            let (header, payload, behind) = next(rest).expect("a frame of the batch");
            found.push((header, payload.to_vec()));
            rest = behind;
        }
        found
    }

    #[test]
    fn what_is_put_and_asked_leaves_as_one() {
        let mut transfer = Transfer::new(2, Limits::default(), false);
        enqueue(&mut transfer, PEER, with_bytes(header(PUT, 24, 7), vec![1; 40]));
        assert_eq!(transfer.last_waiting(PEER).unwrap().header.handler, PUT, "one alone is itself");
        enqueue(&mut transfer, PEER, with_bytes(header(PUT, 8, 7), vec![2]));
        enqueue(&mut transfer, PEER, bare(FLUSH, 3, 7));
        let expected = [
            (header(PUT, 24, 7), vec![1; 40]),
            (header(PUT, 8, 7), vec![2]),
            (header(FLUSH, 3, 7), vec![]),
        ];
        assert_eq!((transfer.waiting(PEER), all(&mut transfer)), (1, expected.to_vec()));
    }

    #[test]
    fn a_batch_ends_and_another_begins() {
        let mut transfer = Transfer::new(2, Limits::default(), false);
        let mut puts = 0;
        while !is_full(&mut transfer, PEER) {
            enqueue(&mut transfer, PEER, with_bytes(header(PUT, puts, 7), vec![0; 8]));
            puts += 1;
        }
        assert_eq!(puts as usize, LONGEST_BATCH / (HEADER_LEN + 8) + 1);
        enqueue(&mut transfer, PEER, bare(NUDGE, 0, 0));
        assert_eq!((transfer.waiting(PEER), is_full(&mut transfer, PEER)), (2, false));
        enqueue(&mut transfer, PEER, with_bytes(header(PUT, 0, 7), vec![0; SMALL + 1]));
        assert_eq!((transfer.waiting(PEER), is_full(&mut transfer, PEER)), (3, true));
    }

    #[test]
    fn nothing_comes_behind_what_is_partly_sent() {
        let mut transfer = Transfer::new(2, Limits::default(), false);
        enqueue(&mut transfer, PEER, bare(FLUSH, 1, 7));
        transfer.last_waiting(PEER).unwrap().done = 1;
        enqueue(&mut transfer, PEER, bare(FLUSH, 2, 7));
        assert_eq!(transfer.waiting(PEER), 2);
    }

    #[test]
    fn a_batch_has_no_batch_and_no_frame_of_others() {
        for handler in [BATCH, ferry_wire::Share::TWO_SIDED.id(0)] {
            assert!(next(&packed(&Header::new(handler), &[])).is_none());
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let mut rest = &bytes[..];
            while let Some((_, _, behind)) = next(rest) {
                prop_assert!(behind.len() < rest.len());
                rest = behind;
            }
        }
    }
}
