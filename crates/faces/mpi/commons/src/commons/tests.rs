//! Members as threads.

use super::*;
use ferry_sys::OwnedBuffer;
use std::hint;
use std::thread;

const KIND: u8 = 7;
const ROUNDS: u32 = if cfg!(miri) { 30 } else { 3000 };

/// Rooms of each member.
const ROOMS: u32 = 8;
/// No fewer than there are.
const ALL: u32 = 1 << 31;

/// Those of every third operation, of one piece, go through fewer rooms.
fn only(number: u32) -> CommonsPiece {
    CommonsPiece::only(number, if number.is_multiple_of(3) { 2 } else { ALL })
}

/// What member `rank` lays out in an operation: its bytes tell who and when.
fn bytes_of(number: u32, rank: u32) -> Vec<u8> {
    let len = [0, 1, 8, 304, 305, 5000][(number % 6) as usize];
    (0..len)
        .map(|at: usize| (number.wrapping_mul(31).wrapping_add(rank * 7) as usize + at) as u8)
        .collect()
}

fn wait(until: impl Fn() -> bool) {
    while !until() {
        hint::spin_loop();
        thread::yield_now();
    }
}

fn lay_out(commons: &Commons, number: u32) {
    let bytes = bytes_of(number, commons.me());
    wait(|| commons.is_free(only(number), bytes.len()));
    let mark = CommonsMark { kind: KIND, len: bytes.len() };
    commons.lay_out(only(number), mark, |place| place.copy_from_slice(&bytes));
}

fn take(commons: &Commons, number: u32, rank: u32) {
    wait(|| commons.found(number, rank).is_some());
    let mark = commons.found(number, rank).unwrap();
    let expected = bytes_of(number, rank);
    assert_eq!(mark, CommonsMark { kind: KIND, len: expected.len() });
    assert_eq!(
        commons.read(only(number), rank, mark.len).as_slice(),
        expected,
        "{number} of {rank}"
    );
}

/// Operations in which all read from all, all from one, one from all, and nobody, as the number tells.
fn take_part(commons: &Commons) {
    let members = commons.members();
    for _ in 0..ROUNDS {
        let number = commons.begin();
        let root = number / 4 % members;
        let (lays, takes): (bool, Vec<u32>) = match number % 5 {
            0 | 4 => (true, (0..members).collect()),
            1 => (commons.me() == root, vec![root]),
            2 if commons.me() == root => (true, (0..members).collect()),
            2 => (true, Vec::new()),
            _ => (false, Vec::new()),
        };
        if lays {
            lay_out(commons, number);
        }
        takes.iter().for_each(|rank| take(commons, number, *rank));
        commons.end(number, matches!(number % 5, 0 | 4));
    }
}

fn members(arena: Arena, count: u32) -> Vec<Commons> {
    (0..count).map(|me| Commons::new(arena, (me, count), ROOMS, true)).collect()
}

/// Members, each of them a thread, take part in operations.
fn in_threads(take_part: fn(&Commons)) {
    for count in [1, 2, 3, 5] {
        let memory = OwnedBuffer::new(Commons::bytes(count, ROOMS));
        let all = members(memory.arena(Commons::bytes(count, ROOMS)), count);
        thread::scope(|scope| {
            for commons in &all {
                scope.spawn(|| take_part(commons));
            }
        });
    }
}

#[test]
fn everybody_reads_what_was_laid_out_for_the_operation() {
    in_threads(take_part);
}

#[test]
fn numbers_go_round() {
    let memory = OwnedBuffer::new(Commons::bytes(2, ROOMS));
    let arena = memory.arena(Commons::bytes(2, ROOMS));
    let all = members(arena, 2);
    for commons in &all {
        let start = u32::MAX - ROUNDS / 2;
        commons.begun.store(start.into(), Ordering::Relaxed);
        commons.passed.store(came_to(start, 0), Ordering::Relaxed);
        commons.end(start, false);
    }
    thread::scope(|scope| {
        for commons in &all {
            scope.spawn(|| take_part(commons));
        }
    });
}

#[test]
fn a_place_is_free_when_the_slowest_is_through() {
    let memory = OwnedBuffer::new(Commons::bytes(2, ROOMS));
    let [fast, slow] = members(memory.arena(Commons::bytes(2, ROOMS)), 2).try_into().unwrap();
    for _ in 0..PLACES {
        let number = fast.begin();
        assert!(fast.is_free(only(number), 0));
        fast.lay_out(only(number), CommonsMark { kind: 0, len: 0 }, |_| {});
        fast.end(number, false);
    }
    let next = fast.begin();
    assert!(!fast.is_free(only(next), 0));
    for _ in 0..PLACES / 2 + 1 {
        let number = slow.begin();
        assert!(slow.found(number, 0).is_some() && !fast.is_free(only(next), 0), "{number}");
        slow.end(number, false);
    }
    assert!(fast.is_free(only(next), 0));
}

/// An operation in pieces: all lay out as many, each makes something of its part of them, and reads that of the others.
/// Those of odd numbers have one reader, who alone goes on when it has read them.
fn take_pieces(commons: &Commons) {
    let members = commons.members();
    for _ in 0..ROUNDS / 10 {
        let number = commons.begin();
        let of = number % 2 * 5 + number % 19 + 1;
        let most_rooms = if number.is_multiple_of(2) { 4 } else { ALL };
        let piece = |index| CommonsPiece { number, of, index, most_rooms };
        let byte = |index: u32, rank: u32| number.wrapping_add(index * 3 + rank * 50) as u8;
        let reader = (number % 2 == 1).then_some(number % members);
        let reads = reader.is_none_or(|reader| reader == commons.me());
        wait(|| commons.is_free(only(number), 0));
        commons.announce(number, CommonsMark { kind: KIND, len: of as usize });
        let mut laid = 0;
        for index in 0..of {
            while laid <= index
                || (laid < of.min(index + commons.rooms(piece(laid)))
                    && commons.is_room_free(piece(laid)))
            {
                wait(|| commons.is_room_free(piece(laid)));
                let bytes = byte(laid, commons.me());
                commons.lay_piece(piece(laid), (4096, reader), |out| out[64..].fill(bytes));
                laid += 1;
            }
            if !reads {
                continue;
            }
            for rank in 0..members {
                wait(|| commons.has_piece(piece(index), rank, false));
                let bytes = commons.read_piece(piece(index), rank, 64..4096);
                assert!(bytes.as_slice().iter().all(|found| *found == byte(index, rank)));
            }
            if reader.is_none() {
                // Each has its own part of the first line, which nobody reads of the pieces.
                let part = |rank: u32| 8 * rank as usize..8 * rank as usize + 8;
                let own = part(commons.me());
                commons.lay_outcome(piece(index), own, |out| out.fill(byte(index, 99)));
                for rank in 0..members {
                    wait(|| commons.has_piece(piece(index), rank, true));
                    let holder = commons.holder_of_outcome(rank);
                    let bytes = commons.read_piece(piece(index), holder, part(rank));
                    assert_eq!(bytes.as_slice(), [byte(index, 99); 8]);
                }
            }
            commons.end_piece(piece(index));
        }
        commons.end(number, reader.is_none());
    }
}

#[test]
fn pieces_come_whole_and_in_order() {
    in_threads(take_pieces);
}

/// Every second operation is a chain: one after the other adds to the same bytes, and all read what the last one made.
/// In the others rooms are used as usual.
fn add_in_chain(commons: &Commons) {
    let (me, members) = (commons.me(), commons.members());
    for _ in 0..ROUNDS / 10 {
        let number = commons.begin();
        if number % 2 == 1 {
            lay_out(commons, number);
            (0..members).for_each(|rank| take(commons, number, rank));
            commons.end(number, true);
            continue;
        }
        let of = number % 19 + 1;
        let piece = |index| CommonsPiece { number, of, index, most_rooms: ALL };
        wait(|| commons.is_free(only(number), 0));
        commons.announce(number, CommonsMark { kind: KIND, len: of as usize });
        wait(|| me != 0 || commons.is_read(number, 0, None));
        wait(|| me == 0 || commons.found(number, me - 1).is_some());
        commons.note_chain(piece(of - 1));
        let rooms = commons.rooms(piece(0));
        for first in (0..of).step_by(rooms as usize) {
            for index in first..of.min(first + rooms) {
                let is_over = (index + 1).saturating_sub(rooms);
                wait(|| me != 0 || commons.is_read(number, is_over, None));
                wait(|| me == 0 || commons.has_piece(piece(index), me - 1, false));
                let mut sum = commons.write_in_chain(piece(index), index % members, 4096);
                match me {
                    0 => sum.as_mut_slice().fill(index as u8),
                    _ => sum.as_mut_slice().iter_mut().for_each(|byte| *byte += 1),
                }
                commons.mark_in_chain(piece(index));
            }
            for index in first..of.min(first + rooms) {
                wait(|| commons.has_piece(piece(index), members - 1, false));
                let sum = commons.read_piece(piece(index), index % members, 0..4096);
                assert!(sum.as_slice().iter().all(|byte| u32::from(*byte) == index + members - 1));
                commons.end_piece(piece(index));
            }
        }
        commons.end(number, true);
    }
}

#[test]
fn every_room_is_new_once() {
    let memory = OwnedBuffer::new(Commons::bytes(9, ROOMS));
    let all = members(memory.arena(Commons::bytes(9, ROOMS)), 9);
    let pieces = (0..ROOMS).map(|index| CommonsPiece { number: 5, of: 40, index, most_rooms: ALL });
    for piece in pieces {
        for rank in 0..9 {
            assert!(!all[2].was_in_room(piece, rank) && all[2].was_in_room(piece, rank));
        }
    }
}

#[test]
fn who_adds_in_a_chain_has_a_room_for_itself() {
    in_threads(add_in_chain);
}

#[test]
fn places_and_rooms_are_used_again_after_all_others() {
    let memory = OwnedBuffer::new(Commons::bytes(3, ROOMS));
    let all = members(memory.arena(Commons::bytes(3, ROOMS)), 3);
    let at = |number, len, most| all[0].bytes_of(CommonsPiece::only(number, most), 1, len);
    assert_eq!(at(u32::MAX, SHORT, ALL), at(PLACES - 1, 1, ALL));
    assert_eq!(at(3, ROOM, ALL), at(3 + ROOMS, ROOM, ALL));
    assert_ne!(at(3, ROOM, ALL), at(3 + 2, ROOM, ALL));
    assert_eq!(at(3, ROOM, 2), at(3 + 2, ROOM, 2));
}

#[test]
fn a_room_is_free_when_its_readers_have_come_so_far() {
    let memory = OwnedBuffer::new(Commons::bytes(3, ROOMS));
    let [writer, reader, other] =
        members(memory.arena(Commons::bytes(3, ROOMS)), 3).try_into().unwrap();
    let (number, of) = (writer.begin(), ROOMS + 2);
    let piece = |index| CommonsPiece { number, of, index, most_rooms: ALL };
    for index in 0..ROOMS {
        assert!(writer.is_room_free(piece(index)));
        // The first only one of them reads.
        writer.lay_piece(piece(index), (1, (index == 0).then_some(1)), |_| {});
    }
    let [first, second] = [of - 2, of - 1].map(piece);
    assert!(!writer.is_room_free(first) && !writer.is_room_free(second));
    reader.end_piece(piece(0));
    assert!(writer.is_room_free(first) && !writer.is_room_free(second));
    reader.end_piece(piece(1));
    assert!(!writer.is_room_free(second) && !other.has_left(number, 1));
    other.begin();
    other.end(number, false);
    assert!(writer.is_room_free(second) && reader.has_left(number, 2));
}

#[test]
fn who_sleeps_is_found_by_what_it_waits_for() {
    let memory = OwnedBuffer::new(Commons::bytes(3, ROOMS));
    let all = members(memory.arena(Commons::bytes(3, ROOMS)), 3);
    let mark = CommonsMark { kind: 0, len: 0 };
    assert!(!all[0].lay_out(only(1), mark, |_| {}));
    all[1].begin_sleeping(CommonsChange::Laying(0));
    all[2].begin_sleeping(CommonsChange::Ending);
    assert!(all[0].lay_out(only(2), mark, |_| {}) && all[0].end(2, false));
    assert_eq!(all[0].sleepers(CommonsChange::Laying(0)).collect::<Vec<_>>(), [1]);
    assert_eq!(all[0].sleepers(CommonsChange::Ending).collect::<Vec<_>>(), [2]);
    all.iter().skip(1).for_each(Commons::end_sleeping);
    assert!(!all[0].end(3, false));
}

#[test]
fn who_leaves_says_why_once_for_all_that_follows() {
    let memory = OwnedBuffer::new(Commons::bytes(2, ROOMS));
    let all = members(memory.arena(Commons::bytes(2, ROOMS)), 2);
    let numbers: Vec<u32> = (0..4).map(|_| all[0].begin()).collect();
    assert_eq!(all[1].excuse_of(numbers[0], 0), None);
    all[0].excuse(numbers[1], 8002);
    all[0].excuse(numbers[2], 5);
    let said = numbers.iter().map(|number| all[1].excuse_of(*number, 0));
    assert_eq!(said.collect::<Vec<_>>(), [None, Some(8002), Some(8002), Some(8002)]);
    assert_eq!(all[0].excuse_of(numbers[3], 1), None);
    all[1].excuse(numbers[0], 0);
    assert_eq!(all[0].excuse_of(numbers[3], 1), Some(0));
}

#[test]
fn who_lends_learns_when_all_have_read() {
    let memory = OwnedBuffer::new(Commons::bytes(3, ROOMS));
    let [giver, reader, late] =
        members(memory.arena(Commons::bytes(3, ROOMS)), 3).try_into().unwrap();
    for _ in 0..2 * PLACES {
        let [number, ..] = [&giver, &reader, &late].map(Commons::begin);
        let mark = CommonsMark { kind: 4, len: 70_000 };
        assert!(reader.found(number, 0).is_none());
        giver.lend(number, mark, [0xfe00, 0xfd00]);
        reader.announce(number, mark);
        assert_eq!((late.found(number, 0), late.lent(number, 0)), (Some(mark), Some(0xfe00)));
        assert_eq!(late.lent_outcome(number, 0), 0xfd00);
        assert_eq!((late.found(number, 1), late.lent(number, 1)), (Some(mark), None));
        reader.end_piece(only(number));
        assert!(giver.is_read(number, 1, Some(1)) && !giver.is_read(number, 1, Some(2)));
        assert!(!giver.is_read(number, 1, None));
        // Who leaves has read, or will not.
        late.end(number, false);
        assert!(giver.is_read(number, 1, None) && !late.has_left(number, 0));
        giver.end(number, true);
        reader.end(number, true);
    }
    late.wish(5);
    assert_eq!([0, 1, 2].map(|rank| giver.wishes(rank)), [0, 0, 5]);
}
