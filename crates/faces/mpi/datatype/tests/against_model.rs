//! Random nests of constructors against a plain list of elements.

mod model;

use std::sync::Arc;

use ferry_datatype::{
    Basic, Combiner, Contents, Datatype, Distribution, Form, Format, Order, UserMemory,
    UserMemoryMut,
};
use model::{Recipe, Typemap, recipe};
use proptest::prelude::*;

/// A buffer that holds all offsets of a typemap.
struct Buffer {
    bytes: Vec<u8>,
    low: i64,
}

impl Buffer {
    fn new(offsets: &[i64]) -> Self {
        let low = offsets.iter().copied().min().unwrap_or(0).min(0);
        let high = offsets.iter().copied().max().unwrap_or(0);
        let bytes = (0..=high - low).map(|i| (i * 37 % 251) as u8).collect();
        Buffer { bytes, low }
    }

    fn at(&self, offset: i64) -> u8 {
        self.bytes[(offset - self.low) as usize]
    }

    fn memory(&mut self) -> UserMemoryMut {
        let base = self.bytes.as_mut_ptr().wrapping_offset(-self.low as isize);
        // SAFETY: the buffer spans every offset of the typemap, and outlives the use.
        unsafe { UserMemoryMut::new(base) }
    }

    fn reader(&mut self) -> UserMemory {
        self.memory().reader()
    }
}

fn scalars(map: &Typemap) -> u64 {
    map.entries.iter().map(|(_, basic)| basic.elements()).sum()
}

fn runs(map: &Typemap, count: u64) -> Vec<(Basic, u64)> {
    let mut runs: Vec<(Basic, u64)> = Vec::new();
    for _ in 0..count {
        for (_, basic) in &map.entries {
            match runs.last_mut() {
                Some((last, n)) if last == basic => *n += 1,
                _ => runs.push((*basic, 1)),
            }
        }
    }
    runs
}

/// Elements that end within the first bytes, as `MPI_Get_elements` counts them.
fn elements_in(map: &Typemap, bytes: u64) -> Option<u64> {
    if map.entries.is_empty() {
        return (bytes == 0).then_some(0);
    }
    let (mut left, mut found) = (bytes, 0);
    for (_, basic) in map.entries.iter().cycle() {
        let parts = match basic.format() {
            Format::Pair(value, index) => vec![value, index],
            _ => vec![*basic],
        };
        for part in parts {
            match left {
                0 => return Some(found),
                _ if left < part.size() as u64 => return None,
                _ => (left, found) = (left - part.size() as u64, found + 1),
            }
        }
    }
    None
}

/// The same datatype from its contents alone, read in the order of the standard's tables.
fn rebuild(datatype: &Arc<Datatype>) -> Arc<Datatype> {
    let envelope = datatype.envelope();
    let Ok(contents) = datatype.contents() else { return datatype.clone() };
    assert_eq!(envelope.integers, contents.integers.len());
    assert_eq!(envelope.addresses, contents.addresses.len());
    assert_eq!(envelope.large_counts, contents.large_counts.len());
    assert_eq!(envelope.datatypes, contents.datatypes.len());
    let Contents { integers, addresses, large_counts, datatypes } = contents;
    let large = !large_counts.is_empty();
    let form = if large { Form::Large } else { Form::Int };
    let counts = if large { &large_counts } else { &integers };
    let bytes = |skip: usize| if large { large_counts[skip..].to_vec() } else { addresses.clone() };
    let types: Vec<_> = datatypes.iter().map(rebuild).collect();
    let old = types.first();
    let n = |i: usize| counts[i] as usize;
    let made = match (envelope.combiner, old) {
        (102, Some(old)) => Datatype::dup(old),
        (103, Some(old)) => Datatype::contiguous(form, counts[0], old),
        (104, Some(old)) => Datatype::vector(form, counts[0], counts[1], counts[2], old),
        (105, Some(old)) => Datatype::hvector(form, counts[0], counts[1], bytes(2)[0], old),
        (106, Some(old)) => Datatype::indexed(form, &counts[1..=n(0)], &counts[n(0) + 1..], old),
        (107, Some(old)) => Datatype::hindexed(form, &counts[1..=n(0)], &bytes(n(0) + 1), old),
        (108, Some(old)) => Datatype::indexed_block(form, counts[1], &counts[2..], old),
        (109, Some(old)) => Datatype::hindexed_block(form, counts[1], &bytes(2), old),
        (110, _) => Datatype::structure(form, &counts[1..=n(0)], &bytes(n(0) + 1), &types),
        (111, Some(old)) => {
            let dims = integers[0] as usize;
            let counts = if large { &counts[..] } else { &counts[1..] };
            let order = Order::from_value(*integers.last().unwrap() as i32).unwrap();
            let (sizes, rest) = counts.split_at(dims);
            let (subsizes, starts) = rest.split_at(dims);
            Datatype::subarray(form, sizes, subsizes, &starts[..dims], order, old)
        }
        (112, Some(old)) => {
            let dims = integers[2] as usize;
            let (sizes, rest) = if large {
                (large_counts.clone(), &integers[3..])
            } else {
                (integers[3..3 + dims].to_vec(), &integers[3 + dims..])
            };
            let deals: Vec<_> = (0..dims)
                .map(|i| Distribution::from_value(rest[i] as i32, rest[dims + i] as i32).unwrap())
                .collect();
            let grid: Vec<_> = rest[2 * dims..3 * dims].iter().map(|n| *n as i32).collect();
            let order = Order::from_value(rest[3 * dims] as i32).unwrap();
            let (size, rank) = (integers[0] as i32, integers[1] as i32);
            Datatype::darray(form, size, rank, &sizes, &deals, &grid, order, old)
        }
        (116, Some(old)) => Datatype::resized(form, bytes(0)[0], bytes(0)[1], old),
        (combiner, _) => panic!("combiner {combiner} with {} datatypes", types.len()),
    };
    made.expect("contents are legal arguments")
}

fn same_blocks(a: &Datatype, b: &Datatype) -> bool {
    let list = |datatype: &Datatype| {
        let mut blocks = Vec::new();
        datatype.for_each_block(2, 0, usize::MAX, |offset, len| blocks.push((offset, len)));
        blocks
    };
    list(a) == list(b) && (a.lb(), a.ub(), a.size()) == (b.lb(), b.ub(), b.size())
}

fn check_bounds(recipe: &Recipe) -> Result<(), TestCaseError> {
    let (datatype, map) = (recipe.build(Form::Int), recipe.model());
    let bytes = map.bytes(1);
    prop_assert_eq!(datatype.size(), bytes.len() as u64);
    prop_assert_eq!(datatype.elements(), scalars(&map));
    prop_assert_eq!((datatype.lb(), datatype.ub()), (map.lb, map.ub));
    let true_lb = bytes.iter().copied().min().unwrap_or(0);
    let true_ub = bytes.iter().copied().max().map_or(0, |last| last + 1);
    prop_assert_eq!((datatype.true_lb(), datatype.true_extent()), (true_lb, true_ub - true_lb));
    Ok(())
}

fn check_signature(recipe: &Recipe, count: u64) -> Result<(), TestCaseError> {
    let (datatype, map) = (recipe.build(Form::Int), recipe.model());
    prop_assert_eq!(datatype.basics().collect::<Vec<_>>(), runs(&map, 1));
    if let (Some(basic), [_, ..]) = (datatype.uniform_basic(), &map.entries[..]) {
        prop_assert!(map.entries.iter().all(|(_, other)| *other == basic));
    }
    let many = Datatype::contiguous(Form::Int, count as i64, &datatype).unwrap();
    prop_assert!(many.signature_equal(1, &datatype, count));
    let total = map.bytes(count).len() as u64;
    for bytes in 0..=total {
        prop_assert_eq!(datatype.get_elements(bytes), elements_in(&map, bytes));
    }
    Ok(())
}

/// Packs in pieces, then unpacks in the same pieces where bytes do not overlap.
fn check_pack(recipe: &Recipe, count: u64, cuts: &[usize]) -> Result<(), TestCaseError> {
    let (datatype, map) = (recipe.build(Form::Int), recipe.model());
    let offsets = map.bytes(count);
    let mut buffer = Buffer::new(&offsets);
    let expected: Vec<u8> = offsets.iter().map(|offset| buffer.at(*offset)).collect();
    let mut packed = Vec::new();
    for cut in cuts.iter().chain(&[usize::MAX]) {
        let mut piece = vec![0; (*cut).min(expected.len() + 3)];
        let n = datatype.pack(&buffer.reader(), count, packed.len() as u64, &mut piece);
        packed.extend_from_slice(&piece[..n]);
    }
    prop_assert_eq!(&packed, &expected);

    let mut unique = offsets.clone();
    unique.sort_unstable();
    unique.dedup();
    let (low, len) = datatype.span(count);
    prop_assert_eq!(low, unique.first().copied().unwrap_or(0));
    prop_assert_eq!(len as i64, unique.last().map_or(0, |last| last + 1 - low));
    if let Some((offset, len)) = datatype.contiguous_region(count) {
        let whole: Vec<i64> = (offset..offset + len as i64).collect();
        prop_assert_eq!(&whole, &offsets);
    }
    if unique.len() < offsets.len() {
        return Ok(());
    }
    let mut target = Buffer::new(&offsets);
    target.bytes.fill(0xee);
    let memory = target.memory();
    let mut position = 0;
    for cut in cuts.iter().chain(&[usize::MAX]) {
        let end = position + (*cut).min(packed.len() - position);
        let n = datatype.unpack(&memory, count, position as u64, &packed[position..end]);
        prop_assert_eq!(n, end - position);
        position = end;
    }
    for place in 0..target.bytes.len() {
        let offset = place as i64 + target.low;
        let expected = if unique.binary_search(&offset).is_ok() { buffer.at(offset) } else { 0xee };
        prop_assert_eq!(target.at(offset), expected);
    }
    Ok(())
}

fn check_contents(recipe: &Recipe) -> Result<(), TestCaseError> {
    for form in [Form::Int, Form::Large] {
        let datatype = recipe.build(form);
        let again = rebuild(&datatype);
        prop_assert!(same_blocks(&datatype, &again));
        prop_assert_eq!(datatype.combiner().value(), again.combiner().value());
        let counted = !matches!(datatype.combiner(), Combiner::Named(_) | Combiner::Dup { .. });
        prop_assert_eq!(datatype.is_large_form(), form == Form::Large && counted);
        if form == Form::Int {
            prop_assert_eq!(datatype.envelope().large_counts, 0);
        }
    }
    Ok(())
}

/// Packs in external32 and back: what cannot be converted needs no random bytes, so all are zero
/// but for the lowest byte.
fn check_external(recipe: &Recipe, count: u64) -> Result<(), TestCaseError> {
    let (datatype, map) = (recipe.build(Form::Int), recipe.model());
    let offsets = map.bytes(count);
    let mut buffer = Buffer::new(&offsets);
    let size = datatype.pack_external_size(count).unwrap() as usize;
    let sum: u64 = map.entries.iter().map(|(_, basic)| basic.external32_size()).sum();
    prop_assert_eq!(size as u64, sum * count);
    let mut packed = vec![0; size];
    prop_assert_eq!(datatype.pack_external(&buffer.reader(), count, &mut packed), Ok(size));
    let mut at = 0;
    for i in 0..count as i64 {
        for (offset, basic) in &map.entries {
            let place = offset + i * (map.ub - map.lb);
            if matches!(basic, Basic::Int | Basic::Short | Basic::Double | Basic::Byte) {
                let mut value: Vec<u8> =
                    (0..basic.size() as i64).map(|byte| buffer.at(place + byte)).collect();
                value.reverse();
                prop_assert_eq!(&packed[at..at + basic.size()], &value[..]);
            }
            at += basic.external32_size() as usize;
        }
    }
    let mut unique = offsets.clone();
    unique.sort_unstable();
    unique.dedup();
    let exact = map.entries.iter().all(|(_, basic)| *basic != Basic::LongDouble);
    if unique.len() == offsets.len() && exact {
        let mut target = Buffer::new(&offsets);
        target.bytes.fill(0);
        prop_assert_eq!(datatype.unpack_external(&target.memory(), count, &packed), Ok(size));
        for offset in unique {
            prop_assert_eq!(target.at(offset), buffer.at(offset));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn bounds_follow_the_typemap(recipe in recipe()) {
        check_bounds(&recipe)?;
    }

    #[test]
    fn the_signature_is_the_list_of_elements(recipe in recipe(), count in 0..3u64) {
        check_signature(&recipe, count)?;
    }

    #[test]
    fn any_part_of_the_stream_can_be_packed(
        recipe in recipe(),
        count in 0..4u64,
        cuts in prop::collection::vec(0..200usize, 0..6),
    ) {
        check_pack(&recipe, count, &cuts)?;
    }

    #[test]
    fn contents_rebuild_the_datatype(recipe in recipe()) {
        check_contents(&recipe)?;
    }

    #[test]
    fn external32_is_big_endian(recipe in recipe(), count in 0..3u64) {
        check_external(&recipe, count)?;
    }
}
