use super::*;
use crate::ffi::{Event, Library, Offers, Query};

/// Rounds after which what has not come never will.
const MANY: u32 = 50_000_000;

const PIECE: &[u8] = b"what lies ready to be read";

/// Who lends and who reads, over the provider `tcp`; `None` where there is no libfabric.
fn ports() -> Option<[Port; 2]> {
    let query = Query { provider: Some("tcp"), reads: true, ..Query::default() };
    let asked = Library::of(None).and_then(|library| Offers::ask(library, query));
    let offers = match asked {
        Ok(offers) => offers,
        Err(why) => {
            eprintln!("skipped: {why}");
            return None;
        }
    };
    let index =
        offers.list.iter().position(|offer| offer.domain == "lo" && offer.lending.is_some());
    let index = index.expect("every system has this network");
    let open = |key| Port::open(&offers, index, 4096, key).expect("an endpoint");
    Some([open(0x0123_4567_89ab_cdef), open(0xfedc_ba98_7654_3210)])
}

/// Reads a place into byte 2 and on of a landing of 100.
fn read([lender, reader]: &mut [Port; 2], place: &RemotePlace) -> ReadEnd {
    let from = (7, reader.insert(lender.address()).expect("an address of the same provider"));
    reader.lend(7, Landing::Heap(vec![0xee; 100])).expect("a provider that reads");
    let (mut sent, mut ended) = (Sent::Busy, None);
    for _ in 0..MANY {
        if sent == Sent::Busy {
            sent = reader.read_into(from, 5, 2, place);
        }
        lender.read(8, |_| {});
        reader.read(8, |event| {
            if let Event::Read(end) = event {
                ended = Some(end);
            }
        });
        if let Some(end) = ended {
            return end;
        }
        assert!(sent == Sent::Busy || reader.take_back(7).is_none(), "{sent:?}, and given back");
    }
    panic!("the read never ended");
}

#[test]
fn what_lies_ready_is_read_to_its_place() {
    let Some(mut ports) = ports() else { return };
    let place = ports[0].lay_ready(3, PIECE).expect("there is room");
    let end = read(&mut ports, &place);
    assert_eq!((end.peer, end.number, end.failure), (7, 5, None));
    let Some(Landing::Heap(bytes)) = end.landing else { panic!("the landing is back") };
    assert_eq!(bytes[2..2 + PIECE.len()], *PIECE);
    assert!(bytes[..2].iter().chain(&bytes[2 + PIECE.len()..]).all(|byte| *byte == 0xee));
}

#[test]
fn whoever_has_no_key_reads_nothing() {
    let Some(mut ports) = ports() else { return };
    let place = ports[0].lay_ready(0, PIECE).expect("there is room");
    let forged = RemotePlace { key: place.key ^ 1, ..place };
    let end = read(&mut ports, &forged);
    assert!(end.failure.is_some());
    let Some(Landing::Heap(bytes)) = end.landing else { panic!("the landing is back") };
    assert!(bytes.iter().all(|byte| *byte == 0xee));
}

#[test]
fn nothing_is_read_beyond_the_landing() {
    let Some([lender, mut reader]) = ports() else { return };
    let from = (7, reader.insert(lender.address()).expect("an address of the same provider"));
    let place = |len| RemotePlace { key: 1, address: 2, len };
    let mut is_refused =
        |at, len| matches!(reader.read_into(from, 1, at, &place(len)), Sent::Failed(_));
    assert!(is_refused(0, 1), "there is no landing");
    reader.lend(7, Landing::Heap(vec![0; 100])).expect("a provider that reads");
    let mut is_refused =
        |at, len| matches!(reader.read_into(from, 1, at, &place(len)), Sent::Failed(_));
    for (at, len) in [(0, 101), (1, 100), (101, 1), (usize::MAX, 2), (0, u32::MAX)] {
        assert!(is_refused(at, len), "{len} bytes at {at}");
    }
    assert!(reader.lend(7, Landing::Discard).is_err());
}
