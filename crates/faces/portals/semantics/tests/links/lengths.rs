//! Operations of all lengths, over each method, to others and to oneself.

use crate::job::{GET, Memory, PUT, REMOTE, TRUNCATE, at, events, job, name, of_memory, spec};
use ferry_portals::three::EventKind::{
    Ack, GetEnd, GetPutEnd, GetPutStart, GetStart, PutEnd, PutStart, ReplyEnd, ReplyStart, SendEnd,
    SendStart,
};
use ferry_portals::three::{DescriptorMemory, EventKind, RemotePlace};

const METHODS: [&str; 3] = ["shm", "tcp", "quic"];
/// With the head, behind it, and in many frames.
const LENGTHS: [usize; 8] = [0, 1, 1023, 1024, 1025, 70_000, 300_001, 3 << 20];

fn kinds(events: &[ferry_portals::three::Event]) -> Vec<EventKind> {
    events.iter().map(|event| event.kind).collect()
}

#[test]
fn puts_come_into_place() {
    for method in METHODS {
        let mut nodes = job(2, method);
        for (target, len) in LENGTHS.iter().flat_map(|len| [(0, *len), (1, *len)]) {
            let (from, to) = (Memory::pattern(len), Memory::new(len));
            let bits = (target * LENGTHS.len() + len) as u64;
            let theirs = nodes[target].attach(bits, spec(to, PUT));
            let (own, events_of_own) = nodes[0].bind(spec(from, 0));
            nodes[0]
                .with(|interface| interface.put(own, None, true, &at(target, bits), 5))
                .unwrap();
            let heard = events(&mut nodes, 0, events_of_own, 3);
            assert_eq!(kinds(&heard), [SendStart, SendEnd, Ack], "{len} bytes by {method}");
            assert_eq!((heard[2].mlength, heard[2].initiator), (len as u64, name(target)));
            let heard = events(&mut nodes, target, theirs, 2);
            assert_eq!(kinds(&heard), [PutStart, PutEnd]);
            assert!(to.bytes() == from.bytes(), "{len} bytes by {method}");
        }
    }
}

#[test]
fn gets_bring_what_is_there() {
    for method in METHODS {
        let mut nodes = job(2, method);
        for len in LENGTHS {
            let (from, to) = (Memory::pattern(len), Memory::new(len));
            let theirs = nodes[1].attach(len as u64, spec(from, GET));
            let (own, events_of_own) = nodes[0].bind(spec(to, 0));
            nodes[0].with(|interface| interface.get(own, None, &at(1, len as u64))).unwrap();
            let heard = events(&mut nodes, 0, events_of_own, 2);
            assert_eq!(kinds(&heard), [ReplyStart, ReplyEnd], "{len} bytes by {method}");
            assert_eq!(kinds(&events(&mut nodes, 1, theirs, 2)), [GetStart, GetEnd]);
            assert!(to.bytes() == from.bytes(), "{len} bytes by {method}");
        }
    }
}

#[test]
fn exchanges_swap() {
    for method in METHODS {
        let mut nodes = job(2, method);
        for len in [0, 1, 64, 1024] {
            let (new, there, old) =
                (Memory::pattern(len), Memory::of(vec![9; len]), Memory::new(len));
            let theirs = nodes[1].attach(len as u64, spec(there, PUT | GET));
            let (get, events_of_get) = nodes[0].bind(spec(old, 0));
            let (put, _) = nodes[0].bind(spec(new, 0));
            let exchange = nodes[0].with(|ni| ni.get_put(get, put, &at(1, len as u64), 0));
            exchange.unwrap();
            assert_eq!(kinds(&events(&mut nodes, 0, events_of_get, 2)), [ReplyStart, ReplyEnd]);
            assert_eq!(kinds(&events(&mut nodes, 1, theirs, 2)), [GetPutStart, GetPutEnd]);
            assert!(there.bytes() == new.bytes() && old.bytes().iter().all(|byte| *byte == 9));
        }
    }
}

/// Pieces of every size at both ends, none of them in step with frames.
#[test]
fn memory_of_pieces_goes_and_comes() {
    const LEN: usize = 1 << 20;
    let cut = |whole: &[u8], step: usize| -> (Vec<Memory>, DescriptorMemory) {
        let pieces: Vec<Memory> =
            whole.chunks(step).map(|piece| Memory::of(piece.to_vec())).collect();
        let arenas: Vec<_> = pieces.iter().map(|piece| piece.arena()).collect();
        (pieces, DescriptorMemory::Pieces(arenas.into()))
    };
    for method in METHODS {
        let mut nodes = job(2, method);
        let pattern = Memory::pattern(LEN).bytes();
        let (_, from) = cut(pattern, 40_961);
        let (there, target) = cut(&vec![0; LEN], 3_001);
        let theirs = nodes[1].attach(1, of_memory(target, PUT | GET | REMOTE));
        let (own, _) = nodes[0].bind(of_memory(from, 0));
        nodes[0].with(|interface| interface.put(own, None, false, &at(1, 1), 0)).unwrap();
        events(&mut nodes, 1, theirs, 2);
        let come: Vec<u8> = there.iter().flat_map(|piece| piece.bytes().to_vec()).collect();
        assert!(come == pattern, "by {method}");
        let (back, into) = cut(&vec![0; LEN], 99_999);
        let (own, events_of_own) = nodes[0].bind(of_memory(into, 0));
        nodes[0].with(|interface| interface.get(own, None, &at(1, 1))).unwrap();
        events(&mut nodes, 0, events_of_own, 2);
        let come: Vec<u8> = back.iter().flat_map(|piece| piece.bytes().to_vec()).collect();
        assert!(come == pattern, "by {method}");
    }
}

/// What is cut, and what nobody wants, takes nothing with it.
#[test]
fn what_is_cut_or_dropped_leaves_the_next_alone() {
    const LEN: usize = 2 << 20;
    for method in METHODS {
        let mut nodes = job(2, method);
        let (half, all) = (Memory::new(LEN / 2 + 7), Memory::new(LEN));
        nodes[1].attach(1, spec(half, PUT | TRUNCATE));
        let last = nodes[1].attach(2, spec(all, PUT));
        let pattern = Memory::pattern(LEN);
        let (own, _) = nodes[0].bind(spec(pattern, 0));
        for bits in [1, 3, 1, 2] {
            nodes[0].with(|interface| interface.put(own, None, true, &at(1, bits), 0)).unwrap();
        }
        let heard = events(&mut nodes, 1, last, 2);
        assert_eq!((heard[1].rlength, heard[1].mlength), (LEN as u64, LEN as u64));
        assert!(all.bytes() == pattern.bytes(), "by {method}");
        assert!(half.bytes() == &pattern.bytes()[..half.bytes().len()], "by {method}");
        assert_eq!(nodes[1].portals.lock().nonsense(), 0);
    }
}

/// Requests of many to one and of one to many start in the order in which they were made.
#[test]
fn requests_start_in_order() {
    const EACH: usize = 60;
    for method in METHODS {
        let mut nodes = job(3, method);
        let log = Memory::new(3 * EACH * 4);
        let queue = nodes[2].attach(9, spec(log, PUT));
        for n in 0..EACH {
            for (rank, node) in nodes.iter().enumerate() {
                let word = Memory::of([rank as u8, n as u8, 0, 0].to_vec());
                let (own, _) = node.bind(spec(word, 0));
                let bits = 9;
                node.with(|interface| interface.put(own, None, false, &at(2, bits), n as u64))
                    .unwrap();
            }
        }
        let heard = events(&mut nodes, 2, queue, 2 * 3 * EACH);
        for rank in 0..3 {
            let starts = heard.iter().filter(|event| event.kind == PutStart);
            let of_rank = starts.filter(|event| event.initiator == name(rank));
            let numbers: Vec<u64> = of_rank.map(|event| event.hdr_data).collect();
            assert_eq!(numbers, (0..EACH as u64).collect::<Vec<_>>(), "of {rank} by {method}");
        }
    }
}

/// Somewhere in the middle, by many frames.
#[test]
fn parts_go_to_their_offsets() {
    const LEN: usize = 500_000;
    for method in METHODS {
        let mut nodes = job(2, method);
        let (pattern, there) = (Memory::pattern(LEN), Memory::new(LEN));
        let queue = nodes[1].attach(4, spec(there, PUT | REMOTE));
        let (own, _) = nodes[0].bind(spec(pattern, 0));
        for offset in (0..LEN).step_by(125_000).rev() {
            let part = ferry_portals::three::LocalPart { offset: offset as u64, length: 125_000 };
            let to = RemotePlace { offset: offset as u64, ..at(1, 4) };
            nodes[0].with(|interface| interface.put(own, Some(part), false, &to, 0)).unwrap();
        }
        events(&mut nodes, 1, queue, 8);
        assert!(there.bytes() == pattern.bytes(), "by {method}");
    }
}
