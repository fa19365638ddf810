//! Atomic operations on every datatype, against what numbers do.

use crate::network::{GET, Memory, Network, PUT, entry, fate, put};
use ferry_portals::four::{
    AtomicDatatype, AtomicOperation, LocalPlace, Movement, NiError, NiFail, OperandUse,
    OperationKind,
};

/// A number of two parts, of which a real one has the first.
type Number = (i64, i64);

const NUMBERS: [Number; 6] = [(0, 0), (1, 0), (3, -2), (-4, 5), (100, 1), (-100, -1)];

fn has_sign(datatype: AtomicDatatype) -> bool {
    use AtomicDatatype::{Uint8, Uint16, Uint32, Uint64};
    !matches!(datatype, Uint8 | Uint16 | Uint32 | Uint64)
}

/// A whole number as a `long double` of this machine.
fn long(value: i64) -> [u8; 16] {
    let magnitude = value.unsigned_abs();
    if magnitude == 0 {
        return [0; 16];
    }
    let shift = magnitude.leading_zeros();
    let (exponent, digits) = (u128::from(16383 + 63 - shift), u128::from(magnitude << shift));
    let (bits, sign) = if cfg!(target_arch = "x86_64") {
        (exponent << 64 | digits, 79)
    } else {
        (exponent << 112 | (digits & ((1 << 63) - 1)) << 49, 127)
    };
    (bits | u128::from(value < 0) << sign).to_ne_bytes()
}

/// A number as it lies in memory.
fn bytes(datatype: AtomicDatatype, (re, im): Number) -> Vec<u8> {
    let part = |value: i64| match datatype {
        AtomicDatatype::Float | AtomicDatatype::FloatComplex => {
            (value as f32).to_ne_bytes().to_vec()
        }
        AtomicDatatype::Double | AtomicDatatype::DoubleComplex => {
            (value as f64).to_ne_bytes().to_vec()
        }
        AtomicDatatype::LongDouble | AtomicDatatype::LongDoubleComplex => long(value).to_vec(),
        _ => value.to_le_bytes()[..datatype.size()].to_vec(),
    };
    if datatype.is_complex() { [part(re), part(im)].concat() } else { part(re) }
}

/// What a whole number is to its datatype.
fn wrapped(datatype: AtomicDatatype, value: i64) -> i64 {
    let bits = 8 * datatype.size() as u32;
    if !datatype.is_integer() || bits == 64 {
        return value;
    }
    let cut = value << (64 - bits);
    if has_sign(datatype) { cut >> (64 - bits) } else { (cut as u64 >> (64 - bits)) as i64 }
}

/// The same of a number.
fn held(datatype: AtomicDatatype, (re, im): Number) -> Number {
    (wrapped(datatype, re), if datatype.is_complex() { im } else { 0 })
}

/// How two numbers compare in a datatype.
fn compare(datatype: AtomicDatatype, a: Number, b: Number) -> std::cmp::Ordering {
    if datatype == AtomicDatatype::Uint64 { (a.0 as u64).cmp(&(b.0 as u64)) } else { a.0.cmp(&b.0) }
}

/// The numbers that an operation is tried on. Products of floating-point numbers have zeros of two signs.
fn numbers(operation: AtomicOperation, datatype: AtomicDatatype) -> [Number; 6] {
    let has_two_zeros = operation == AtomicOperation::Prod && !datatype.is_integer();
    NUMBERS.map(|number| if has_two_zeros && number == (0, 0) { (7, 0) } else { number })
}

/// What the target is after an operation.
fn expected(
    (operation, datatype): (AtomicOperation, AtomicDatatype),
    operand: Number,
    data: Number,
    target: Number,
) -> Number {
    use AtomicOperation as Op;
    let truth = |value: bool| (i64::from(value), 0);
    let order = compare(datatype, operand, target);
    let unless = |holds: bool| if holds { data } else { target };
    let smaller = compare(datatype, data, target).is_lt();
    let new = match operation {
        Op::Min => unless(smaller),
        Op::Max => unless(!smaller),
        Op::Sum => (data.0.wrapping_add(target.0), data.1 + target.1),
        Op::Prod => {
            let re = data.0.wrapping_mul(target.0).wrapping_sub(data.1 * target.1);
            (re, data.0.wrapping_mul(target.1).wrapping_add(data.1.wrapping_mul(target.0)))
        }
        Op::Lor => truth(data.0 != 0 || target.0 != 0),
        Op::Land => truth(data.0 != 0 && target.0 != 0),
        Op::Lxor => truth((data.0 != 0) != (target.0 != 0)),
        Op::Bor => (data.0 | target.0, 0),
        Op::Band => (data.0 & target.0, 0),
        Op::Bxor => (data.0 ^ target.0, 0),
        Op::Swap => data,
        Op::Cswap => unless(operand == target),
        Op::CswapNe => unless(operand != target),
        Op::CswapLe => unless(order.is_le()),
        Op::CswapLt => unless(order.is_lt()),
        Op::CswapGe => unless(order.is_ge()),
        Op::CswapGt => unless(order.is_gt()),
        Op::Mswap => (target.0 & !operand.0 | data.0 & operand.0, 0),
    };
    held(datatype, new)
}

/// The bytes that count: the rest of a `long double` is nobody's.
fn counted(datatype: AtomicDatatype, bytes: &[u8]) -> Vec<u8> {
    let is_long =
        matches!(datatype, AtomicDatatype::LongDouble | AtomicDatatype::LongDoubleComplex);
    let of_part = if is_long && cfg!(target_arch = "x86_64") { 10 } else { 16 };
    bytes.chunks(16).flat_map(|part| &part[..part.len().min(of_part)]).copied().collect()
}

fn kind(operation: AtomicOperation, datatype: AtomicDatatype, fetches: bool) -> OperationKind {
    match (operation.operand(), fetches) {
        (OperandUse::NoSwap, false) => OperationKind::Atomic(operation, datatype),
        (OperandUse::NoSwap, true) => OperationKind::Fetch(operation, datatype),
        _ => OperationKind::Swap(operation, datatype),
    }
}

#[test]
fn operations_do_what_numbers_do() {
    let (mut net, queues) = Network::new(2);
    let (there, source, into) = (Memory::new(32), Memory::new(32), Memory::new(32));
    net.expect(1, entry(there, 1, PUT | GET));
    let (from, fetched) = (net.bind(0, source, 0), net.bind(0, into, 0));
    let fill = |memory: Memory, bytes: &[u8]| {
        memory.arena().write(0, bytes.len()).as_mut_slice().copy_from_slice(bytes);
    };
    let mut tried = 0;
    for (operation, datatype) in AtomicOperation::ALL
        .into_iter()
        .flat_map(|operation| AtomicDatatype::ALL.map(|datatype| (operation, datatype)))
        .filter(|(operation, datatype)| operation.is_on(*datatype))
    {
        let size = datatype.size();
        let numbers = numbers(operation, datatype);
        for (n, target) in numbers.into_iter().enumerate() {
            for (m, data) in numbers.into_iter().enumerate() {
                let operand = numbers[(n + m * (m % 2)) % numbers.len()];
                let [operand, data, target] = [operand, data, target].map(|of| held(datatype, of));
                fill(there, &bytes(datatype, target));
                fill(source, &bytes(datatype, data));
                let fetches = operation.operand() != OperandUse::NoSwap || n % 2 == 0;
                let place = LocalPlace { descriptor: fetched.descriptor, offset: 0 };
                let mut movement = Movement {
                    kind: kind(operation, datatype, fetches),
                    into: fetches.then_some(place),
                    ..put(from.descriptor, size as u64, 1, 1)
                };
                movement.operand[..size].copy_from_slice(&bytes(datatype, operand));
                net.ni(0).start(&movement).unwrap();
                net.run();
                let new = expected((operation, datatype), operand, data, target);
                let shown = format!("{operation:?} {datatype:?}: {operand:?} {data:?} {target:?}");
                let found = counted(datatype, &there.bytes()[..size]);
                assert_eq!(found, counted(datatype, &bytes(datatype, new)), "{shown}");
                if fetches {
                    assert_eq!(into.bytes()[..size], bytes(datatype, target), "{shown}");
                }
                net.events(1, queues[1]);
                net.events(0, from.queue);
                net.events(0, fetched.queue);
                tried += 1;
            }
        }
    }
    assert!(tried > 5000, "{tried}");
}

/// Which operations there are: the table of the specification.
#[test]
fn operations_are_on_their_datatypes() {
    let count = |is: fn(&AtomicDatatype) -> bool| {
        let on = |operation: &AtomicOperation| {
            AtomicDatatype::ALL.iter().filter(|of| is(of) && operation.is_on(**of)).count()
        };
        AtomicOperation::ALL.iter().map(on).collect::<Vec<_>>()
    };
    let integers = count(|of| of.is_integer());
    assert!(integers.iter().all(|on| *on == 8));
    let complex = count(|of| of.is_complex());
    assert_eq!(complex, [0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0]);
    let real = count(|of| !of.is_integer() && !of.is_complex());
    assert_eq!(real, [3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 3, 0]);
}

/// An array, cut to whole items where it does not fit.
#[test]
fn arrays_are_changed_item_by_item() {
    let (mut net, _) = Network::new(2);
    let words = |values: &[u32]| values.iter().flat_map(|v| v.to_ne_bytes()).collect::<Vec<u8>>();
    let there = Memory::of(&[words(&[10, 20, 30]), vec![9, 9]].concat());
    net.expect(1, entry(there, 1, PUT));
    let own = net.bind(0, Memory::of(&words(&[1, 2, 3, 4, 5])), 0);
    let kind = OperationKind::Atomic(AtomicOperation::Sum, AtomicDatatype::Uint32);
    net.ni(0).start(&Movement { kind, ..put(own.descriptor, 20, 1, 1) }).unwrap();
    net.run();
    assert_eq!(there.bytes(), [words(&[11, 22, 33]), vec![9, 9]].concat());
    let told = net.events(0, own.queue);
    assert_eq!((fate(&told), told[1].mlength), (NiFail::Ok, 12));
}

#[test]
fn what_is_none_is_refused() {
    let (mut net, _) = Network::new(2);
    let most = net.ni(0).limits().max_atomic_size;
    let own = net.bind(0, Memory::new(4096), 0);
    let place = LocalPlace { descriptor: own.descriptor, offset: 0 };
    use AtomicDatatype::{Double, DoubleComplex, Int32};
    use AtomicOperation::{Band, Cswap, Max, Mswap, Sum, Swap};
    for (kind, length) in [
        (OperationKind::Atomic(Band, Double), 8),
        (OperationKind::Atomic(Max, DoubleComplex), 16),
        (OperationKind::Atomic(Swap, Int32), 4),
        (OperationKind::Fetch(Swap, Int32), 4),
        (OperationKind::Swap(Sum, Int32), 4),
        (OperationKind::Swap(Mswap, Double), 8),
        (OperationKind::Swap(Cswap, Int32), 8),
        (OperationKind::Atomic(Sum, Int32), 6),
        (OperationKind::Atomic(Sum, Int32), most + 4),
        (OperationKind::Swap(Swap, Int32), most + 4),
    ] {
        let fetches = !matches!(kind, OperationKind::Atomic(..));
        let into = fetches.then_some(place);
        let movement = Movement { kind, into, ..put(own.descriptor, length, 1, 1) };
        assert_eq!(net.ni(0).start(&movement), Err(NiError::ArgInvalid), "{kind:?} {length}");
    }
}
