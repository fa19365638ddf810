use super::*;
use crate::control::CONTROL_LEN;
use ferry_datatype::Form;
use ferry_sys::OwnedBuffer;
use proptest::prelude::*;
use std::thread;

fn control(page: &OwnedBuffer) -> ControlPage {
    ControlPage::of(page.arena(CONTROL_LEN))
}

/// What an update is to do, one element at a time.
fn model(what: Update, operand: &[u8], there: &mut [u8]) {
    let size = what.basic.size();
    for (operand, there) in operand.chunks_exact(size).zip(there.chunks_exact_mut(size)) {
        combine(what, operand, there);
    }
}

const BASICS: [Basic; 9] = [
    Basic::Int8,
    Basic::Uint16,
    Basic::Int,
    Basic::Float,
    Basic::Double,
    Basic::Uint64,
    Basic::CDoubleComplex,
    Basic::DoubleInt,
    Basic::Byte,
];

proptest! {
    #[test]
    fn rows_of_any_length_and_place_are_updated_as_their_elements_are(
        basic in prop::sample::select(&BASICS[..]),
        op in prop::sample::select(&BuiltinOp::ALL[..]),
        count in 0usize..400,
        shift in 0usize..9,
        seed in any::<u8>(),
    ) {
        prop_assume!(op.supports(basic));
        let what = Update { op, basic };
        let len = count * basic.size();
        let bytes = |salt: u8| (0..len).map(|i| (i as u8).wrapping_mul(salt) & 0x3f).collect::<Vec<_>>();
        let (operand, before) = (bytes(seed | 1), bytes(seed.wrapping_add(3)));
        let (page, room) = (OwnedBuffer::new(CONTROL_LEN), OwnedBuffer::new(len + 16));
        let memory = room.arena(len + 16).part(shift, len);
        memory.write(0, len).as_mut_slice().copy_from_slice(&before);
        let mut old = vec![0xff; len];
        update(&memory, &control(&page), what, &operand, Some(&mut old));
        prop_assert_eq!(&old, &before);
        let mut after = before.clone();
        model(what, &operand, &mut after);
        let there = memory.read(0, len);
        prop_assert_eq!(there.as_slice(), &after[..]);
        let mut twice = after.clone();
        model(what, &operand, &mut twice);
        update(&memory, &control(&page), what, &operand, None);
        let there = memory.read(0, len);
        prop_assert_eq!(there.as_slice(), &twice[..]);
    }
}

#[test]
fn no_update_of_many_at_a_time_is_lost() {
    const ROUNDS: usize = 300;
    const INTS: usize = 100;
    let (page, room) = (OwnedBuffer::new(CONTROL_LEN), OwnedBuffer::new(INTS * 16));
    let (control, memory) = (control(&page), room.arena(INTS * 4));
    let wide = room.arena(INTS * 16).part(INTS * 8, 16);
    let sum = |basic| Update { op: BuiltinOp::Sum, basic };
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let ones = 1i32.to_ne_bytes().repeat(INTS);
                let half = [0.5f64.to_ne_bytes(), 1f64.to_ne_bytes()].concat();
                for round in 0..ROUNDS {
                    let one = memory.part(round % INTS * 4, 4);
                    update(&one, &control, sum(Basic::Int), &ones[..4], None);
                    update(&memory, &control, sum(Basic::Int), &ones, None);
                    update(&wide, &control, sum(Basic::CDoubleComplex), &half, None);
                }
            });
        }
    });
    let each = (4 * ROUNDS + 4 * ROUNDS / INTS) as i32;
    assert_eq!(memory.read(0, INTS * 4).as_slice(), each.to_ne_bytes().repeat(INTS));
    let sums = [(2 * ROUNDS) as f64, (4 * ROUNDS) as f64].map(f64::to_ne_bytes).concat();
    assert_eq!(wide.read(0, 16).as_slice(), sums);
}

#[test]
fn scattered_elements_are_updated_where_they_are() {
    let page = OwnedBuffer::new(CONTROL_LEN);
    for basic in [Basic::Int, Basic::DoubleInt] {
        let datatype = Datatype::vector(Form::Int, 3, 1, 2, &Datatype::basic(basic)).unwrap();
        datatype.commit();
        let (size, extent) = (basic.size(), basic.extent());
        let room = OwnedBuffer::new(20 * extent);
        let memory = room.arena(20 * extent);
        let scattered = Scattered { memory: &memory, place: extent, datatype: &datatype, count: 2 };
        let what = Update { op: BuiltinOp::Replace, basic };
        let operand: Vec<u8> = (1..=6 * size as u8).collect();
        let (first, second) = operand.split_at(2 * size);
        scattered.update(&control(&page), what, (0, first), None);
        scattered.update(&control(&page), what, (2 * size as u64, second), None);
        let mut old = vec![0; operand.len()];
        let nothing = Update { op: BuiltinOp::NoOp, basic };
        scattered.update(&control(&page), nothing, (0, &operand), Some(&mut old));
        assert_eq!(old, operand);
        let seen = UserMemoryMut::within(&memory, -(extent as i64)).reader();
        let mut packed = vec![0; operand.len()];
        datatype.pack(&seen, 2, 0, &mut packed);
        assert_eq!(packed, operand);
        assert_eq!(memory.read(0, extent).as_slice(), vec![0; extent]);
    }
}

#[test]
fn an_element_is_swapped_if_it_is_the_expected_one() {
    let (page, room) = (OwnedBuffer::new(CONTROL_LEN), OwnedBuffer::new(64));
    let arena = room.arena(64);
    for (place, size) in [(0, 1), (2, 2), (4, 4), (8, 8), (17, 8), (32, 16)] {
        let memory = arena.part(place, size);
        let (zero, one, two) = (vec![0; size], vec![1; size], vec![2; size]);
        let mut old = vec![9; size];
        compare_and_swap(&memory, &control(&page), (&one, &two), &mut old);
        assert_eq!((&old, memory.read(0, size).as_slice()), (&zero, &zero[..]));
        compare_and_swap(&memory, &control(&page), (&zero, &one), &mut old);
        assert_eq!((&old, memory.read(0, size).as_slice()), (&zero, &one[..]));
    }
}

#[test]
fn words_of_eight_bytes_are_changed_the_short_way_as_any_other() {
    let room = OwnedBuffer::new(WORD);
    let memory = room.arena(WORD);
    let word = memory.atomic::<AtomicU64>(0).unwrap();
    let (before, operand) = (0x0102_0304_0506_0708_u64, 0x3f10_2030_4050_6070_u64);
    let mut tried = 0;
    for (basic, op) in Basic::ALL.iter().flat_map(|basic| BuiltinOp::ALL.map(|op| (*basic, op))) {
        if !op.supports(basic) {
            continue;
        }
        let what = Update { op, basic };
        let short = LongUpdate::of(what);
        assert_eq!(short.is_some(), basic.size() == WORD && basic.extent() == WORD, "{what:?}");
        let Some(short) = short else { continue };
        assert_eq!(short.needs_no_operand(), op == BuiltinOp::NoOp);
        let mut after = before.to_ne_bytes();
        model(what, &operand.to_ne_bytes(), &mut after);
        word.store(before, Ordering::Relaxed);
        assert_eq!(short.fetch(word, operand), before, "{what:?}");
        assert_eq!(word.load(Ordering::Relaxed).to_ne_bytes(), after, "{what:?}");
        word.store(before, Ordering::Relaxed);
        short.alter(word, operand);
        assert_eq!(word.load(Ordering::Relaxed).to_ne_bytes(), after, "{what:?}");
        tried += 1;
    }
    assert!(tried > 100, "{tried}");
}
