//! Members as threads.

use super::*;
use ferry_sys::OwnedBuffer;
use std::hint;
use std::thread;

const KIND: u8 = 7;
const ROUNDS: u32 = if cfg!(miri) { 30 } else { 3000 };

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
    wait(|| commons.is_free(number));
    let mark = CommonsMark { kind: KIND, len: bytes.len() };
    commons.lay_out(number, mark, |place| place.copy_from_slice(&bytes));
}

fn take(commons: &Commons, number: u32, rank: u32) {
    wait(|| commons.found(number, rank).is_some());
    let mark = commons.found(number, rank).unwrap();
    let expected = bytes_of(number, rank);
    assert_eq!(mark, CommonsMark { kind: KIND, len: expected.len() });
    assert_eq!(commons.read(number, rank, mark.len).as_slice(), expected, "{number} of {rank}");
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
    (0..count).map(|me| Commons::new(arena, (me, count), true)).collect()
}

#[test]
fn everybody_reads_what_was_laid_out_for_the_operation() {
    for count in [1, 2, 3, 5] {
        let memory = OwnedBuffer::new(Commons::bytes(count));
        let all = members(memory.arena(Commons::bytes(count)), count);
        thread::scope(|scope| {
            for commons in &all {
                scope.spawn(|| take_part(commons));
            }
        });
    }
}

#[test]
fn numbers_go_round() {
    let memory = OwnedBuffer::new(Commons::bytes(2));
    let arena = memory.arena(Commons::bytes(2));
    let all = members(arena, 2);
    for commons in &all {
        let start = u32::MAX - ROUNDS / 2;
        commons.number.store(start, Ordering::Relaxed);
        commons.passed.store(start, Ordering::Relaxed);
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
    let memory = OwnedBuffer::new(Commons::bytes(2));
    let [fast, slow] = members(memory.arena(Commons::bytes(2)), 2).try_into().unwrap();
    for _ in 0..PLACES {
        let number = fast.begin();
        assert!(fast.is_free(number));
        fast.lay_out(number, CommonsMark { kind: 0, len: 0 }, |_| {});
        fast.end(number, false);
    }
    let next = fast.begin();
    assert!(!fast.is_free(next));
    let number = slow.begin();
    assert!(slow.found(number, 0).is_some() && !fast.is_free(next));
    slow.end(number, false);
    assert!(fast.is_free(next));
}

#[test]
fn who_sleeps_is_found_by_what_it_waits_for() {
    let memory = OwnedBuffer::new(Commons::bytes(3));
    let all = members(memory.arena(Commons::bytes(3)), 3);
    let mark = CommonsMark { kind: 0, len: 0 };
    assert!(!all[0].lay_out(1, mark, |_| {}));
    all[1].begin_sleeping(CommonsChange::Laying(0));
    all[2].begin_sleeping(CommonsChange::Ending);
    assert!(all[0].lay_out(2, mark, |_| {}) && all[0].end(2, false));
    assert_eq!(all[0].sleepers(CommonsChange::Laying(0)).collect::<Vec<_>>(), [1]);
    assert_eq!(all[0].sleepers(CommonsChange::Ending).collect::<Vec<_>>(), [2]);
    all.iter().skip(1).for_each(Commons::end_sleeping);
    assert!(!all[0].end(3, false));
}
