//! Single datatypes with known answers.

use std::sync::Arc;

use ferry_datatype::{
    Basic, Combiner, Datatype, DatatypeError, Distribution, Form, Format, Order, Strided,
    TypeClass, TypeEnvelope, UserMemory, UserMemoryMut,
};

const INT: Form = Form::Int;

fn int() -> Arc<Datatype> {
    Datatype::basic(Basic::Int)
}

fn double() -> Arc<Datatype> {
    Datatype::basic(Basic::Double)
}

fn memory<T>(values: &[T]) -> UserMemory {
    // SAFETY: the tests use datatypes that stay within the slice, while it lives.
    unsafe { UserMemory::new(values.as_ptr().cast()) }
}

fn memory_mut<T>(values: &mut [T]) -> UserMemoryMut {
    // SAFETY: as above, and the slice is borrowed mutably.
    unsafe { UserMemoryMut::new(values.as_mut_ptr().cast()) }
}

fn blocks(datatype: &Datatype, count: u64) -> Vec<(i64, u64)> {
    let mut blocks = Vec::new();
    datatype.for_each_block(count, 0, usize::MAX, |offset, len| blocks.push((offset, len)));
    blocks
}

#[test]
fn basics_are_those_of_the_abi() {
    let table = include_str!("../../../../../spec/constants.tsv");
    let mut found = 0;
    for line in table.lines() {
        let Some((name, value)) = line.split_once('\t') else { continue };
        let Some(handle) = value.strip_prefix("((MPI_Datatype)0x") else { continue };
        let handle = usize::from_str_radix(handle.trim_end_matches(')'), 16).unwrap();
        if name == "MPI_DATATYPE_NULL" {
            assert_eq!(Basic::from_handle(handle), None);
            continue;
        }
        let basic = Basic::from_handle(handle).unwrap_or_else(|| panic!("{name} is missing"));
        // Two are called by the name that the standard has first, and the ABI's table second.
        let standard = match name {
            "MPI_LONG_LONG" => "MPI_LONG_LONG_INT",
            "MPI_C_FLOAT_COMPLEX" => "MPI_C_COMPLEX",
            name => name,
        };
        assert_eq!((basic.name(), basic.handle()), (standard, handle));
        found += 1;
    }
    assert_eq!(found, Basic::ALL.len());
}

#[test]
fn sizes_and_extents_of_basics() {
    for (basic, size, extent) in [
        (Basic::Char, 1, 1),
        (Basic::Int, 4, 4),
        (Basic::Long, 8, 8),
        (Basic::LongDouble, 16, 16),
        (Basic::CDoubleComplex, 16, 16),
        (Basic::FloatInt, 8, 8),
        (Basic::DoubleInt, 12, 16),
        (Basic::LongInt, 12, 16),
        (Basic::ShortInt, 6, 8),
        (Basic::LongDoubleInt, 20, 32),
        (Basic::Complex32, 32, 32),
    ] {
        let datatype = Datatype::basic(basic);
        assert_eq!((datatype.size(), datatype.extent()), (size, extent), "{}", basic.name());
    }
    assert!(int().is_contiguous() && !Datatype::basic(Basic::DoubleInt).is_contiguous());
}

#[test]
fn a_structure_is_padded_like_c() {
    let char = Datatype::basic(Basic::Char);
    let made = Datatype::structure(INT, &[1, 1], &[0, 8], &[double(), char.clone()]).unwrap();
    assert_eq!((made.size(), made.extent(), made.true_extent()), (9, 16, 9));
    let row = Datatype::contiguous(INT, 3, &made).unwrap();
    assert_eq!((row.extent(), row.true_extent()), (48, 41));
    // Only structures are padded: displacements in other constructors are meant as they are.
    let listed = Datatype::hindexed(INT, &[1, 1], &[0, 5], &int()).unwrap();
    assert_eq!(listed.extent(), 9);
    let fixed = Datatype::resized(INT, 0, 9, &made).unwrap();
    let outer = Datatype::structure(INT, &[1, 1], &[0, 20], &[fixed, char]).unwrap();
    assert_eq!(outer.extent(), 9, "bounds set by hand are inherited");
}

#[test]
fn a_million_blocks_are_one_loop() {
    let vector = Datatype::vector(INT, 1_000_000, 2, 5, &int()).unwrap();
    let expected = Strided { offset: 0, block: 8, stride: 20, count: 1_000_000 };
    assert_eq!(vector.strided(), Some(expected));
    let places: Vec<i64> = (0..1000).map(|i| i * 5).collect();
    let listed = Datatype::indexed_block(INT, 2, &places, &int()).unwrap();
    assert_eq!(listed.strided(), Some(Strided { count: 1000, ..expected }));
    let row = Datatype::resized(INT, 0, 20, &Datatype::contiguous(INT, 2, &int()).unwrap());
    let rows = Datatype::contiguous(INT, 1_000_000, &row.unwrap()).unwrap();
    assert_eq!(rows.strided(), Some(expected));
}

#[test]
fn contiguous_regions() {
    let three = Datatype::contiguous(INT, 3, &int()).unwrap();
    assert!(three.is_contiguous());
    assert_eq!(three.contiguous_region(5), Some((0, 60)));
    let shifted = Datatype::hindexed(INT, &[2], &[16], &int()).unwrap();
    assert!(!shifted.is_contiguous());
    assert_eq!(shifted.contiguous_region(2), Some((16, 16)));
    assert_eq!(shifted.span(2), (16, 16));
    let spaced = Datatype::resized(INT, 0, 8, &int()).unwrap();
    assert_eq!(spaced.contiguous_region(1), Some((0, 4)));
    assert_eq!(spaced.contiguous_region(2), None);
    let backward = Datatype::resized(INT, 0, -4, &int()).unwrap();
    assert_eq!(backward.span(3), (-8, 12));
    assert_eq!(Datatype::contiguous(INT, 0, &int()).unwrap().contiguous_region(9), Some((0, 0)));
}

#[test]
fn the_transpose_of_a_matrix() {
    let matrix: Vec<i32> = (0..12).collect();
    let column = Datatype::vector(INT, 3, 1, 4, &int()).unwrap();
    let column = Datatype::resized(INT, 0, 4, &column).unwrap();
    let mut out = vec![0; 48];
    assert_eq!(column.pack(&memory(&matrix), 4, 0, &mut out), 48);
    let mut rows = vec![0i32; 12];
    assert_eq!(
        Datatype::contiguous(INT, 12, &int()).unwrap().unpack(&memory_mut(&mut rows), 1, 0, &out),
        48
    );
    assert_eq!(rows, [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
}

#[test]
fn absolute_addresses_from_bottom() {
    let values = [1i32, 2, 3];
    let places = [&raw const values[2], &raw const values[0]].map(|p| p.expose_provenance() as i64);
    let absolute = Datatype::hindexed_block(INT, 1, &places, &int()).unwrap();
    // SAFETY: the displacements are the addresses of live integers.
    let bottom = unsafe { UserMemory::new(std::ptr::null()) };
    let mut out = [0; 8];
    assert_eq!(absolute.pack(&bottom, 1, 0, &mut out), 8);
    assert_eq!(out.map(i32::from), [3, 0, 0, 0, 1, 0, 0, 0]);
}

#[test]
fn what_is_beyond_the_stream_is_left_alone() {
    let mut values = [7i32; 2];
    let memory = memory_mut(&mut values);
    assert_eq!(int().unpack(&memory, 2, 4, &[1, 0, 0, 0, 9, 9]), 4);
    assert_eq!(int().pack(&memory.reader(), 2, 8, &mut [0; 4]), 0);
    assert_eq!(int().pack(&memory.reader(), 2, u64::MAX, &mut [0; 4]), 0);
    assert_eq!(values, [7, 1]);
}

#[test]
fn wrong_arguments_are_refused() {
    let (int, class) = (int(), |result: Result<_, DatatypeError>| result.unwrap_err().class());
    assert_eq!(class(Datatype::contiguous(INT, -1, &int)), 2);
    assert_eq!(class(Datatype::vector(INT, 1, -1, 1, &int)), 13);
    assert_eq!(class(Datatype::indexed(INT, &[1], &[1, 2], &int)), 13);
    let huge = Datatype::contiguous(Form::Large, i64::MAX, &int);
    assert_eq!(huge.unwrap_err(), DatatypeError::Overflow);
    let far = Datatype::hindexed(Form::Large, &[1], &[i64::MAX], &int);
    assert_eq!(far.unwrap_err(), DatatypeError::Overflow);
    let wide = Datatype::hindexed(Form::Large, &[1, 1], &[i64::MAX - 8, i64::MIN], &int);
    assert_eq!(wide.unwrap_err(), DatatypeError::Overflow);
    assert_eq!(class(Datatype::subarray(INT, &[4], &[3], &[2], Order::C, &int)), 13);
    assert_eq!(class(Datatype::subarray(INT, &[], &[], &[], Order::C, &int)), 12);
    assert_eq!(Order::from_value(3).unwrap_err(), DatatypeError::BadOrder(3));
    let darray = |size, rank, deal, grid| {
        Datatype::darray(INT, size, rank, &[10], &[deal], &[grid], Order::C, &int)
    };
    assert_eq!(class(darray(2, 0, Distribution::Block(4), 2)), 13, "4 + 4 < 10");
    assert_eq!(class(darray(2, 0, Distribution::None(19), 2)), 13);
    assert_eq!(class(darray(3, 0, Distribution::Block(19), 2)), 13);
    assert_eq!(class(darray(2, 2, Distribution::Block(19), 2)), 6);
    assert_eq!(int.contents().unwrap_err().class(), 3);
}

#[test]
fn a_block_of_a_distributed_array() {
    let deal = [Distribution::Block(19), Distribution::Cyclic(19)];
    let made = Datatype::darray(INT, 4, 3, &[5, 4], &deal, &[2, 2], Order::C, &int()).unwrap();
    // Rank 3 sits at (1, 1): rows 3 and 4, columns 1 and 3.
    assert_eq!(blocks(&made, 1), [(52, 4), (60, 4), (68, 4), (76, 4)]);
    assert_eq!((made.lb(), made.extent()), (0, 80));
}

#[test]
fn envelopes_of_both_forms() {
    let envelope = |datatype: Result<Arc<Datatype>, _>| datatype.unwrap().envelope();
    let expected = |combiner, integers, addresses, large_counts, datatypes| TypeEnvelope {
        combiner,
        integers,
        addresses,
        large_counts,
        datatypes,
    };
    let (int, large) = (int(), Form::Large);
    assert_eq!(int.envelope(), expected(101, 0, 0, 0, 0));
    assert_eq!(envelope(Datatype::dup(&int)), expected(102, 0, 0, 0, 1));
    assert_eq!(envelope(Datatype::hvector(INT, 2, 1, 8, &int)), expected(105, 2, 1, 0, 1));
    assert_eq!(envelope(Datatype::hvector(large, 2, 1, 8, &int)), expected(105, 0, 0, 3, 1));
    let hindexed = |form| envelope(Datatype::hindexed(form, &[1, 2], &[0, 8], &int));
    assert_eq!(hindexed(INT), expected(107, 3, 2, 0, 1));
    assert_eq!(hindexed(large), expected(107, 0, 0, 5, 1));
    let subarray =
        |form| envelope(Datatype::subarray(form, &[4, 4], &[2, 2], &[0, 0], Order::C, &int));
    assert_eq!(subarray(INT), expected(111, 8, 0, 0, 1));
    assert_eq!(subarray(large), expected(111, 2, 0, 6, 1));
    let deal = [Distribution::Block(19)];
    let darray =
        |form| envelope(Datatype::darray(form, 1, 0, &[4], &deal, &[1], Order::Fortran, &int));
    assert_eq!(darray(INT), expected(112, 8, 0, 0, 1));
    assert_eq!(darray(large), expected(112, 7, 0, 1, 1));
    assert_eq!(envelope(Datatype::resized(INT, 0, 8, &int)), expected(116, 0, 2, 0, 1));
    assert_eq!(envelope(Datatype::resized(large, 0, 8, &int)), expected(116, 0, 0, 2, 1));
    assert_eq!(envelope(Datatype::f90_real(6, 30)), expected(113, 2, 0, 0, 0));
    assert_eq!(envelope(Datatype::f90_integer(5)), expected(115, 1, 0, 0, 0));
}

#[test]
fn fortran_kinds() {
    const UNDEFINED: i32 = -32766;
    let real = |p, r| Datatype::f90_real(p, r).map(|made| made.uniform_basic());
    assert_eq!(real(6, UNDEFINED), Ok(Some(Basic::Real4)));
    assert_eq!(real(7, UNDEFINED), Ok(Some(Basic::Real8)));
    // Where the processor computes with 80 bits there is a kind for them.
    let is_x86 = cfg!(any(target_arch = "x86_64", target_arch = "x86"));
    let beyond_double = if is_x86 { Basic::LongDouble } else { Basic::Real16 };
    assert_eq!(real(UNDEFINED, 308), Ok(Some(beyond_double)));
    assert_eq!(real(18, 4931), Ok(Some(beyond_double)));
    assert_eq!(real(19, UNDEFINED), Ok(Some(Basic::Real16)));
    assert!(real(UNDEFINED, UNDEFINED).is_err() && real(40, 10).is_err());
    let complex = Datatype::f90_complex(15, 300).unwrap();
    assert_eq!((complex.size(), complex.is_committed()), (16, true));
    assert!(complex.is_predefined() && complex.named().is_none());
    assert_eq!(Datatype::f90_integer(9).unwrap().size(), 4);
    assert_eq!(Datatype::f90_integer(10).unwrap().size(), 8);
    assert!(Datatype::f90_integer(39).is_err());
    assert_eq!(Basic::match_size(TypeClass::Complex, 16), Ok(Basic::Complex16));
    assert!(Basic::match_size(TypeClass::Integer, 3).is_err());
    assert_eq!(TypeClass::from_value(193), Ok(TypeClass::Real));
}

#[test]
fn pairs() {
    assert_eq!(Basic::value_index(Basic::Double, Basic::Int), Some(Basic::DoubleInt));
    assert_eq!(Basic::value_index(Basic::Int, Basic::Double), None);
    let pair = Datatype::basic(Basic::DoubleInt);
    assert_eq!(pair.get_elements(12), Some(2));
    assert_eq!(pair.get_elements(20), Some(3));
    assert_eq!(pair.get_elements(10), None);
    assert_eq!(pair.get_count(20), None);
    let made = Datatype::structure(INT, &[1, 1], &[0, 8], &[double(), int()]).unwrap();
    assert!(made.signature_equal(3, &pair, 3));
    assert!(!made.signature_equal(3, &pair, 2));
    assert_eq!(blocks(&Datatype::basic(Basic::ShortInt), 1), [(0, 2), (4, 4)]);
}

#[test]
fn an_endless_signature_needs_no_memory() {
    let pair = Datatype::structure(INT, &[1, 1], &[0, 8], &[double(), int()]).unwrap();
    let endless = Datatype::contiguous(Form::Large, 1 << 50, &pair).unwrap();
    let head: Vec<_> = endless.basics().take(3).collect();
    assert_eq!(head, [(Basic::Double, 1), (Basic::Int, 1), (Basic::Double, 1)]);
    let ints = Datatype::contiguous(Form::Large, 1 << 50, &int()).unwrap();
    assert_eq!(ints.basics().collect::<Vec<_>>(), [(Basic::Int, 1 << 50)]);
    assert_eq!(ints.pack_external_size(1), Some(1 << 52));
}

#[test]
fn external32_of_known_numbers() {
    let mut out = [0; 16];
    let longs = [-2i64, i64::from(i32::MAX)];
    let long = Datatype::basic(Basic::Long);
    assert_eq!(long.pack_external(&memory(&longs), 2, &mut out), Ok(8));
    assert_eq!(out[..8], [0xff, 0xff, 0xff, 0xfe, 0x7f, 0xff, 0xff, 0xff]);
    let mut back = [0i64; 2];
    assert_eq!(long.unpack_external(&memory_mut(&mut back), 2, &out), Ok(8));
    assert_eq!(back, longs);
    let wide = [i64::MAX];
    let error = long.pack_external(&memory(&wide), 1, &mut out).unwrap_err();
    assert_eq!((error, error.class()), (DatatypeError::Conversion, 25));
    assert_eq!(double().pack_external(&memory(&[1.0f64]), 1, &mut out), Ok(8));
    assert_eq!(out[..8], [0x3f, 0xf0, 0, 0, 0, 0, 0, 0]);
    let short = double().pack_external(&memory(&[1.0f64]), 1, &mut out[..7]);
    assert_eq!(short, Err(DatatypeError::BufferTooSmall { needed: 8, room: 7 }));
    assert_eq!(Basic::LongDoubleInt.external32_size(), 20);
    assert_eq!(Basic::Wchar.external32_size(), 2);
}

#[test]
fn commit_is_inherited_by_a_duplicate() {
    let vector = Datatype::vector(INT, 2, 1, 2, &int()).unwrap();
    assert!(!vector.is_committed() && !Datatype::dup(&vector).unwrap().is_committed());
    vector.commit();
    let dup = Datatype::dup(&vector).unwrap();
    assert!(dup.is_committed() && int().is_committed());
    assert!(matches!(dup.combiner(), Combiner::Dup { .. }));
    assert!(matches!(Basic::Int.format(), Format::Signed(4)));
}

#[test]
fn a_long_array_of_structures_in_pieces() {
    // More than one tile, also where the test is interpreted.
    const COUNT: usize = if cfg!(miri) { 500 } else { 5000 };
    let char = Datatype::basic(Basic::Char);
    let fields = [double(), int(), char];
    let made = Datatype::structure(INT, &[1, 2, 3], &[0, 12, 24], &fields).unwrap();
    assert_eq!((made.size(), made.extent()), (19, 32));
    let values: Vec<u8> = (0..COUNT * 32).map(|i| (i * 31 % 253) as u8).collect();
    let wanted = |i: &usize| matches!(i % 32, 0..8 | 12..20 | 24..27);
    let expected: Vec<u8> = (0..values.len()).filter(wanted).map(|i| values[i]).collect();
    for piece in [1000, 19 * 700, 19 * 701 + 5, usize::MAX] {
        let mut packed = Vec::new();
        let mut copy = vec![0u8; values.len()];
        while packed.len() < expected.len() {
            let mut out = vec![0; piece.min(expected.len() - packed.len())];
            let position = packed.len() as u64;
            let n = made.pack(&memory(&values), COUNT as u64, position, &mut out);
            assert_eq!(n, out.len());
            assert_eq!(made.unpack(&memory_mut(&mut copy), COUNT as u64, position, &out), n);
            packed.extend(out);
        }
        assert_eq!(packed, expected);
        let kept = |i: usize| if wanted(&i) { values[i] } else { 0 };
        assert!((0..copy.len()).all(|i| copy[i] == kept(i)));
    }
}

/// Commit, count, pack and free take no stack in proportion to the depth of a nest.
#[test]
fn nests_deeper_than_the_stack() {
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(|| {
        let int = Datatype::basic(Basic::Int);
        let mut nest = int.clone();
        for level in 0..50_000 {
            nest = match level % 4 {
                0 => Datatype::contiguous(Form::Int, 1, &nest).unwrap(),
                1 => Datatype::dup(&nest).unwrap(),
                2 => Datatype::resized(Form::Int, 0, 4, &nest).unwrap(),
                _ => Datatype::structure(Form::Int, &[1], &[0], &[nest]).unwrap(),
            };
        }
        nest.commit();
        assert_eq!(nest.get_elements(6), None);
        assert_eq!(nest.get_elements(8), Some(2));
        assert!(nest.signature_equal(1, &int, 1) && nest.is_contiguous());
    });
    thread.unwrap().join().unwrap();
}
