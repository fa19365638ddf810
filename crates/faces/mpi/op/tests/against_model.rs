//! Every operation on every datatype, against one element at a time in another formulation.

use ferry_datatype::{Basic, Format, TypeGroup};
use ferry_op::{BuiltinOp, OpError, reduce, reduce_into};
use half::f16;

/// A scalar in a form in which the model computes.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Integer(i128),
    Real(f64),
    Complex(f64, f64),
}

/// Small numbers: exact in every format, also as sums and products, and with ties.
fn small(seed: usize, signed: bool) -> i128 {
    let value = (seed * 7 + seed / 5) as i128 % 7;
    if signed { value - 3 } else { value }
}

fn encode_integer(value: i128, size: usize) -> Vec<u8> {
    value.to_le_bytes()[..size].to_vec()
}

fn decode_integer(bytes: &[u8], signed: bool) -> i128 {
    let negative = signed && bytes.last().is_some_and(|byte| byte & 0x80 != 0);
    let mut wide = if negative { [0xff; 16] } else { [0; 16] };
    wide[..bytes.len()].copy_from_slice(bytes);
    i128::from_le_bytes(wide)
}

/// An `f64` widened to 15 bits of exponent: exponent field and 52 bits of fraction.
fn widen(value: f64) -> (u16, u64) {
    let bits = value.to_bits();
    let sign = ((bits >> 48) & 0x8000) as u16;
    if value == 0.0 {
        return (sign, 0);
    }
    let exponent = ((bits >> 52) & 0x7ff) as u16 + 16383 - 1023;
    (sign | exponent, bits & ((1 << 52) - 1))
}

fn narrow(head: u16, fraction: u64) -> f64 {
    if head & 0x7fff == 0 {
        return 0.0;
    }
    let exponent = u64::from((head & 0x7fff) + 1023 - 16383);
    f64::from_bits((u64::from(head & 0x8000) << 48) | (exponent << 52) | fraction)
}

fn encode_quad(value: f64) -> Vec<u8> {
    let (head, fraction) = widen(value);
    ((u128::from(head) << 112) | (u128::from(fraction) << 60)).to_le_bytes().to_vec()
}

fn decode_quad(bytes: &[u8]) -> f64 {
    let bits = u128::from_le_bytes(bytes.try_into().unwrap());
    narrow((bits >> 112) as u16, (bits >> 60) as u64 & ((1 << 52) - 1))
}

fn encode_long_double(value: f64) -> Vec<u8> {
    if !cfg!(target_arch = "x86_64") {
        return encode_quad(value);
    }
    let (head, fraction) = widen(value);
    let integer = if head & 0x7fff == 0 { 0 } else { 1 << 63 };
    let mut bytes = (integer | (fraction << 11)).to_le_bytes().to_vec();
    bytes.extend_from_slice(&head.to_le_bytes());
    bytes.resize(16, 0);
    bytes
}

fn decode_long_double(bytes: &[u8]) -> f64 {
    if !cfg!(target_arch = "x86_64") {
        return decode_quad(bytes);
    }
    let significand = u64::from_le_bytes(bytes[..8].try_into().unwrap());
    narrow(u16::from_le_bytes([bytes[8], bytes[9]]), (significand << 1) >> 12)
}

fn encode_real(value: f64, size: u8) -> Vec<u8> {
    match size {
        2 => f16::from_f64(value).to_le_bytes().to_vec(),
        4 => (value as f32).to_le_bytes().to_vec(),
        8 => value.to_le_bytes().to_vec(),
        _ => encode_quad(value),
    }
}

fn decode_real(bytes: &[u8]) -> f64 {
    match bytes.len() {
        2 => f16::from_le_bytes(bytes.try_into().unwrap()).to_f64(),
        4 => f64::from(f32::from_le_bytes(bytes.try_into().unwrap())),
        8 => f64::from_le_bytes(bytes.try_into().unwrap()),
        _ => decode_quad(bytes),
    }
}

fn encode(basic: Basic, value: Value) -> Vec<u8> {
    match (basic.format(), value) {
        (Format::Float(n), Value::Real(x)) => encode_real(x, n),
        (Format::LongDouble, Value::Real(x)) => encode_long_double(x),
        (Format::Complex(n), Value::Complex(re, im)) => {
            [encode_real(re, n), encode_real(im, n)].concat()
        }
        (Format::LongDoubleComplex, Value::Complex(re, im)) => {
            [encode_long_double(re), encode_long_double(im)].concat()
        }
        (_, Value::Integer(x)) => encode_integer(x, basic.size()),
        (format, value) => panic!("{value:?} is no {format:?}"),
    }
}

fn decode(basic: Basic, bytes: &[u8]) -> Value {
    let half = bytes.len() / 2;
    match basic.format() {
        Format::Float(_) => Value::Real(decode_real(bytes)),
        Format::LongDouble => Value::Real(decode_long_double(bytes)),
        Format::Complex(_) => {
            Value::Complex(decode_real(&bytes[..half]), decode_real(&bytes[half..]))
        }
        Format::LongDoubleComplex => {
            Value::Complex(decode_long_double(&bytes[..half]), decode_long_double(&bytes[half..]))
        }
        format => Value::Integer(decode_integer(bytes, is_signed(format))),
    }
}

/// `MPI_CHAR` is signed where the compiler's `char` is.
fn is_signed(format: Format) -> bool {
    match format {
        Format::Character(_) => core::ffi::c_char::MIN != 0,
        format => matches!(format, Format::Signed(_)),
    }
}

fn sample(basic: Basic, seed: usize) -> Value {
    let real = |seed| small(seed, true) as f64;
    match basic.format() {
        Format::Float(_) | Format::LongDouble => Value::Real(real(seed) * 0.5),
        Format::Complex(_) | Format::LongDoubleComplex => {
            Value::Complex(real(seed), real(seed * 3 + 1))
        }
        Format::Signed(_) => Value::Integer(small(seed, true)),
        Format::Character(_) => Value::Integer(small(seed, is_signed(basic.format()))),
        _ => Value::Integer(small(seed, false) % 3),
    }
}

fn integers(op: BuiltinOp, a: i128, b: i128) -> i128 {
    let truth = |value: bool| i128::from(value);
    match op {
        BuiltinOp::Sum => a + b,
        BuiltinOp::Prod => a * b,
        BuiltinOp::Max => a.max(b),
        BuiltinOp::Min => a.min(b),
        BuiltinOp::Band => a & b,
        BuiltinOp::Bor => a | b,
        BuiltinOp::Bxor => a ^ b,
        BuiltinOp::Land => truth(a != 0 && b != 0),
        BuiltinOp::Lor => truth(a != 0 || b != 0),
        BuiltinOp::Lxor => truth((a != 0) != (b != 0)),
        _ => panic!("{op:?} is not for integers"),
    }
}

fn model(op: BuiltinOp, a: Value, b: Value) -> Value {
    match (a, b) {
        (_, _) if op == BuiltinOp::Replace => a,
        (_, _) if op == BuiltinOp::NoOp => b,
        (Value::Integer(a), Value::Integer(b)) => Value::Integer(integers(op, a, b)),
        (Value::Real(a), Value::Real(b)) => Value::Real(match op {
            BuiltinOp::Sum => a + b,
            BuiltinOp::Prod => a * b,
            BuiltinOp::Max => a.max(b),
            _ => a.min(b),
        }),
        (Value::Complex(ar, ai), Value::Complex(br, bi)) => match op {
            BuiltinOp::Sum => Value::Complex(ar + br, ai + bi),
            _ => Value::Complex(ar * br - ai * bi, ar * bi + ai * br),
        },
        _ => panic!("different kinds of values"),
    }
}

/// A number, for ordering.
fn key(value: Value) -> f64 {
    match value {
        Value::Integer(x) => x as f64,
        Value::Real(x) | Value::Complex(x, _) => x,
    }
}

fn array(basic: Basic, count: usize, seed: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for i in 0..count {
        let seed = i * seed + seed;
        if let Format::Pair(value, index) = basic.format() {
            let start = bytes.len();
            bytes.extend(encode(value, sample(value, seed)));
            bytes.resize(start + basic.index_offset(), 0);
            bytes.extend(encode(index, sample(index, seed * 5 + 2)));
            bytes.resize(start + basic.extent(), 0);
        } else {
            bytes.extend(encode(basic, sample(basic, seed)));
        }
    }
    bytes
}

/// The result of one element, as bytes.
fn element(op: BuiltinOp, basic: Basic, a: &[u8], b: &[u8]) -> Vec<u8> {
    let Format::Pair(value, index) = basic.format() else {
        return encode(basic, model(op, decode(basic, a), decode(basic, b)));
    };
    match op {
        BuiltinOp::Replace => return a.to_vec(),
        BuiltinOp::NoOp => return b.to_vec(),
        _ => {}
    }
    let parts = |bytes: &[u8]| {
        let at = basic.index_offset();
        let x = key(decode(value, &bytes[..value.size()]));
        (x, key(decode(index, &bytes[at..at + index.size()])))
    };
    let ((x, i), (y, j)) = (parts(a), parts(b));
    let ahead = if op == BuiltinOp::Maxloc { x > y } else { x < y };
    if ahead || (x == y && i <= j) { a.to_vec() } else { b.to_vec() }
}

/// A copy at an odd address.
fn odd(bytes: &[u8], shift: usize) -> Vec<u8> {
    [&vec![0; shift], bytes].concat()
}

#[test]
fn every_operation_on_every_datatype() {
    const COUNT: usize = 53;
    let mut pairs = 0;
    for op in BuiltinOp::ALL {
        for basic in Basic::ALL.iter().copied() {
            let (a, b) = (array(basic, COUNT, 3), array(basic, COUNT, 4));
            let mut out = b.clone();
            let result = reduce(op, basic, &a, &mut out);
            if !op.supports(basic) {
                assert_eq!(result, Err(OpError::Unsupported { op, basic }));
                assert_eq!(out, b);
                continue;
            }
            assert_eq!(result, Ok(()));
            pairs += 1;
            let size = basic.extent();
            let expected: Vec<u8> = (0..COUNT)
                .flat_map(|i| {
                    let range = i * size..(i + 1) * size;
                    element(op, basic, &a[range.clone()], &b[range])
                })
                .collect();
            assert_eq!(out, expected, "{} on {}", op.name(), basic.name());
            for shift in [1, 3, 8] {
                let (left, mut right) = (odd(&a, shift), odd(&b, shift + 1));
                assert_eq!(reduce(op, basic, &left[shift..], &mut right[shift + 1..]), Ok(()));
                assert_eq!(right[shift + 1..], expected, "{} on {}", op.name(), basic.name());
                let mut out = odd(&vec![0xee; b.len()], shift);
                assert_eq!(reduce_into(op, basic, &left[shift..], &b, &mut out[shift..]), Ok(()));
                assert_eq!(out[shift..], expected, "{} on {}", op.name(), basic.name());
            }
        }
    }
    assert!(pairs > 400, "only {pairs} pairs of operation and datatype");
}

#[test]
fn the_table_of_the_standard() {
    for basic in Basic::ALL.iter().copied() {
        let allowed: Vec<_> = BuiltinOp::ALL
            .into_iter()
            .filter(|op| op.supports(basic) && !op.is_rma_only())
            .map(BuiltinOp::name)
            .collect();
        let expected = match basic.group() {
            // `MPI_CHAR` and truth values of `MPI_AINT` are what every MPI has beyond the standard.
            _ if basic == Basic::Char => 10,
            TypeGroup::CInteger | TypeGroup::MultiLanguage => 10,
            TypeGroup::FortranInteger => 7,
            TypeGroup::FloatingPoint => 4,
            TypeGroup::Logical | TypeGroup::Byte => 3,
            TypeGroup::Complex | TypeGroup::Pair => 2,
            TypeGroup::Opaque => 0,
        };
        assert_eq!(allowed.len(), expected, "{} accepts {allowed:?}", basic.name());
    }
    assert!(BuiltinOp::Band.supports(Basic::Byte) && !BuiltinOp::Sum.supports(Basic::Byte));
    assert!(BuiltinOp::Land.supports(Basic::CBool) && !BuiltinOp::Land.supports(Basic::Double));
}

#[test]
fn integers_wrap() {
    let mut sum = i32::MAX.to_ne_bytes();
    reduce(BuiltinOp::Sum, Basic::Int, &1i32.to_ne_bytes(), &mut sum).unwrap();
    assert_eq!(i32::from_ne_bytes(sum), i32::MIN);
    let mut product = 255u8.to_ne_bytes();
    reduce(BuiltinOp::Prod, Basic::Uint8, &[2], &mut product).unwrap();
    assert_eq!(product, [254]);
}

#[test]
fn half_precision_rounds_once() {
    let third = f16::from_f64(1.0 / 3.0);
    let mut sum = f16::from_f64(1000.0).to_ne_bytes();
    reduce(BuiltinOp::Sum, Basic::Real2, &third.to_ne_bytes(), &mut sum).unwrap();
    assert_eq!(f16::from_ne_bytes(sum), f16::from_f64(1000.0 + third.to_f64()));
}

#[test]
fn lengths_must_agree() {
    let wrong = OpError::Length { left: 8, right: 4, out: 4 };
    assert_eq!(reduce(BuiltinOp::Sum, Basic::Int, &[0; 8], &mut [0; 4]), Err(wrong));
    let part = OpError::Length { left: 6, right: 6, out: 6 };
    assert_eq!(reduce(BuiltinOp::Sum, Basic::Int, &[0; 6], &mut [0; 6]), Err(part));
    assert_eq!(wrong.class(), 2);
}

#[test]
fn handles_are_those_of_the_abi() {
    assert_eq!(BuiltinOp::from_handle(0x21), Some(BuiltinOp::Sum));
    assert_eq!(BuiltinOp::from_handle(0x39), Some(BuiltinOp::Maxloc));
    assert_eq!(BuiltinOp::from_handle(0x20), None);
    assert!(BuiltinOp::Sum.is_commutative() && !BuiltinOp::Replace.is_commutative());
}
