//! What a message says of its elements, in one word, and what its receiver makes of that (MPI-5.0 §3.3.1).
//!
//! Most datatypes repeat a short row of basic elements: an `f64`, a number and an index. A [`TypeWord`] names up to ten of
//! them, so that the other side can compare element by element and say what it was sent. For longer rows it holds a hash
//! of all basic elements of the message. The hash of a row that repeats follows from that of the row, so that whoever
//! knows how many bytes have come compares a hash, too.
//!
//! Datatypes that read bytes alike are taken for the same, whatever language gave them their names: `MPI_INT` and
//! `MPI_INT32_T`. `MPI_BYTE` and `MPI_PACKED` go with everything.

use crate::{Basic, Datatype, Format};

/// Basic elements that a word names at most.
const LONGEST: usize = 10;
/// Bits of a name.
const BITS: u32 = 6;
/// In place of their number: the word is a hash.
const HASHED: u64 = 15;
/// Basic elements of one element that are looked at for a row that repeats.
const SEARCHED: u64 = 1024;
/// Hashes are numbers modulo this prime, which leaves the bits above free.
const PRIME: u64 = (1 << 59) - 55;
/// Rows of equal basic elements that are looked at in one element: of a datatype that has more, nothing is told.
const MOST_ROWS: usize = 4096;
/// What each place of a row weighs more than the next.
const BASE: u64 = 0x0123_4567_89ab_cdef;

/// What a message says of its elements; zero says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TypeWord(pub u64);

/// The basic elements of a datatype's elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypeShape {
    /// The row, or zero where it is too long for a word.
    row: u64,
    hash: RowHash,
    /// Bytes.
    size: u64,
}

/// The hash of a row of basic elements, and how many they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct RowHash {
    value: u64,
    len: u64,
}

impl RowHash {
    const EMPTY: RowHash = RowHash { value: 0, len: 0 };

    fn of(code: u64) -> Self {
        RowHash { value: alike(code), len: 1 }
    }

    /// One row behind another.
    fn and(self, next: RowHash) -> Self {
        let value = (times(self.value, power(next.len)) + next.value) % PRIME;
        RowHash { value, len: self.len.wrapping_add(next.len) }
    }

    /// The row so many times.
    fn repeated(self, mut count: u64) -> Self {
        let (mut all, mut part) = (RowHash::EMPTY, self);
        while count > 0 {
            if count & 1 == 1 {
                all = all.and(part);
            }
            part = part.and(part);
            count >>= 1;
        }
        all
    }

    fn word(self) -> u64 {
        HASHED << 60 | self.value
    }
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn power(mut exponent: u64) -> u64 {
    let (mut result, mut base) = (1, BASE % PRIME);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

/// The basic datatypes that words name, from 1 on.
fn named(code: u64) -> Option<Basic> {
    let mut scalars = Basic::ALL.iter().filter(|basic| is_scalar(**basic));
    scalars.nth(usize::try_from(code.checked_sub(1)?).ok()?).copied()
}

fn code_of(basic: Basic) -> u64 {
    let mut scalars = Basic::ALL.iter().filter(|basic| is_scalar(**basic));
    scalars.position(|other| *other == basic).map_or(0, |at| at as u64 + 1)
}

fn is_scalar(basic: Basic) -> bool {
    !matches!(basic.format(), Format::Pair(..))
}

/// The first basic datatype whose bytes are read alike.
fn alike(code: u64) -> u64 {
    let Some(basic) = named(code) else { return 0 };
    let first = Basic::ALL.iter().find(|other| other.format() == basic.format());
    first.map_or(code, |first| code_of(*first))
}

/// The names in a row.
fn codes(row: u64) -> impl ExactSizeIterator<Item = u64> + Clone {
    let len = ((row >> 60) as usize).min(LONGEST);
    (0..len).map(move |at| row >> (at as u32 * BITS) & ((1 << BITS) - 1))
}

fn row_of(codes: &[u64]) -> u64 {
    let names = codes.iter().enumerate();
    names.fold((codes.len() as u64) << 60, |row, (at, code)| row | code << (at as u32 * BITS))
}

/// The shortest row that repeats to these.
fn period(codes: &[u64]) -> &[u64] {
    let is_period = |len: &usize| {
        codes.len().is_multiple_of(*len) && codes[*len..].iter().eq(&codes[..codes.len() - len])
    };
    let len = (1..=codes.len().min(LONGEST)).find(is_period);
    &codes[..len.unwrap_or(codes.len())]
}

impl Datatype {
    /// What messages of this datatype can say. `None`: nothing, since it has bytes without a meaning, none at all,
    /// or more different ones than are looked at.
    pub fn type_shape(&self) -> Option<TypeShape> {
        let (mut hash, mut front) = (RowHash::EMPTY, Vec::new());
        for (row, (basic, count)) in self.scalars(1).enumerate() {
            let code = code_of(basic);
            if basic.format() == Format::Raw || code == 0 || row == MOST_ROWS {
                return None;
            }
            hash = hash.and(RowHash::of(code).repeated(count));
            let room = SEARCHED.saturating_sub(front.len() as u64).min(count);
            front.extend(std::iter::repeat_n(code, room as usize));
        }
        let uniform = self.uniform_basic().filter(|basic| is_scalar(*basic));
        let row = match uniform {
            Some(basic) => row_of(&[code_of(basic)]),
            None if hash.len == front.len() as u64 && period(&front).len() <= LONGEST => {
                row_of(period(&front))
            }
            None => 0,
        };
        (self.size() > 0).then_some(TypeShape { row, hash, size: self.size() })
    }
}

impl TypeShape {
    /// What a message of `count` elements says.
    #[inline]
    pub fn word(&self, count: u64) -> TypeWord {
        match self.row {
            0 => TypeWord(self.hash.repeated(count).word()),
            row => TypeWord(row),
        }
    }

    /// Whether elements of this datatype may receive a message of so many bytes that says this.
    #[inline]
    pub fn admits(&self, word: TypeWord, bytes: u64) -> bool {
        word.0 == 0 || word.0 == self.row || self.admits_closely(word, bytes)
    }

    #[inline(never)]
    fn admits_closely(&self, word: TypeWord, bytes: u64) -> bool {
        let is_row = word.0 >> 60 != HASHED;
        if is_row && self.row != 0 {
            return same_rows(word.0, self.row, bytes);
        }
        let size: u64 = codes(word.0).filter_map(named).map(|basic| basic.size() as u64).sum();
        // Of elements in part no hash is known; whoever counts elements finds none whole.
        let whole = |size: u64| size != 0 && bytes.is_multiple_of(size);
        if !whole(self.size) || is_row && !whole(size) {
            return !is_row || size != 0;
        }
        let here = self.hash.repeated(bytes / self.size);
        if !is_row {
            return here.word() == word.0;
        }
        let row = codes(word.0).fold(RowHash::EMPTY, |row, code| row.and(RowHash::of(code)));
        here == row.repeated(bytes / size)
    }
}

/// Whether two rows begin alike, repeated to so many bytes.
fn same_rows(left: u64, right: u64, bytes: u64) -> bool {
    let pairs = codes(left).cycle().zip(codes(right).cycle());
    // Two rows that agree for as long as both together are one that repeats.
    let enough = codes(left).len() + codes(right).len();
    let mut seen = 0;
    for (a, b) in pairs.take(enough) {
        if seen >= bytes {
            return true;
        }
        let Some(basic) = named(a) else { return false };
        if alike(a) != alike(b) {
            return false;
        }
        seen += basic.size() as u64;
    }
    enough != 0
}

impl TypeWord {
    /// Whether two messages of so many bytes may both say what they do.
    pub fn agrees(self, other: TypeWord, bytes: u64) -> bool {
        let is_hash = |word: TypeWord| word.0 >> 60 == HASHED;
        match [self, other] {
            [a, b] if a == b || a.0 == 0 || b.0 == 0 => true,
            [a, b] if is_hash(a) && is_hash(b) => false,
            [a, b] if is_hash(a) || is_hash(b) => {
                let (row, hash) = if is_hash(a) { (b, a) } else { (a, b) };
                let size: u64 =
                    codes(row.0).filter_map(named).map(|basic| basic.size() as u64).sum();
                let one = codes(row.0).fold(RowHash::EMPTY, |one, code| one.and(RowHash::of(code)));
                // What ends within a row is not known to differ.
                size == 0
                    || !bytes.is_multiple_of(size)
                    || one.repeated(bytes / size).word() == hash.0
            }
            [a, b] => same_rows(a.0, b.0, bytes),
        }
    }

    /// The basic datatypes of its elements, in order, as they repeat; `None`: it does not name them.
    pub fn basics(self) -> Option<Vec<Basic>> {
        let is_row = self.0 != 0 && self.0 >> 60 != HASHED;
        let basics: Option<Vec<Basic>> = codes(self.0).map(named).collect();
        basics.filter(|basics| is_row && !basics.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Form;
    use proptest::prelude::*;
    use std::sync::Arc;

    fn structure(basics: &[Basic]) -> Arc<Datatype> {
        let types: Vec<_> = basics.iter().map(|basic| Datatype::basic(*basic)).collect();
        let places: Vec<i64> = (0..basics.len() as i64).map(|at| 32 * at).collect();
        Datatype::structure(Form::Large, &vec![1; basics.len()], &places, &types).unwrap()
    }

    fn shape(basics: &[Basic]) -> TypeShape {
        structure(basics).type_shape().unwrap()
    }

    const SOME: [Basic; 5] =
        [Basic::Int, Basic::Int32, Basic::Float, Basic::Double, Basic::CxxBool];

    /// Element by element, as far as the bytes go; `None`: they end within one.
    fn model(sent: &[Basic], count: u64, room: &[Basic]) -> Option<bool> {
        let sent = sent.iter().copied().cycle().take(sent.len() * count as usize);
        let places = room.iter().copied().cycle();
        let all = sent.clone().zip(places).all(|(a, b)| a.format() == b.format());
        let whole = (sent.count()).is_multiple_of(room.len());
        (whole || room.len() <= LONGEST).then_some(all)
    }

    fn basics() -> impl Strategy<Value = Vec<Basic>> {
        let short = prop::collection::vec(prop::sample::select(&SOME[..]), 1..14);
        let same = (prop::sample::select(&SOME[..]), 1..40usize).prop_map(|(b, n)| vec![b; n]);
        prop_oneof![short, same]
    }

    proptest! {
        #[test]
        fn words_tell_what_comparing_element_by_element_tells(
            sent in basics(), room in basics(), count in 1..6u64, same: bool,
        ) {
            let room = if same { sent.clone() } else { room };
            let (ours, theirs) = (shape(&sent), shape(&room));
            let bytes = count * sent.iter().map(|basic| basic.size() as u64).sum::<u64>();
            let told = theirs.admits(ours.word(count), bytes);
            let agree = ours.word(count).agrees(theirs.word(1), bytes);
            if bytes == theirs.size {
                prop_assert_eq!(agree, told);
            }
            if let Some(expected) = model(&sent, count, &room) {
                // Where a row is compared with a hash, what ends within an element passes.
                let exact = ours.row != 0 && theirs.row != 0 || bytes.is_multiple_of(theirs.size);
                prop_assert!(told == expected || told && !exact, "{:?} {:?}", ours, theirs);
            }
        }

        #[test]
        fn any_word_is_survived(word: u64, bytes: u64, room in basics()) {
            let _ = (shape(&room).admits(TypeWord(word), bytes), TypeWord(word).basics());
        }
    }

    #[test]
    fn names_come_back() {
        for basic in Basic::ALL.iter().copied().filter(|basic| is_scalar(*basic)) {
            assert_eq!(named(code_of(basic)), Some(basic));
            assert!(code_of(basic) < 1 << BITS);
        }
        let word = shape(&[Basic::Double, Basic::Int]).word(3);
        assert_eq!(word.basics(), Some(vec![Basic::Double, Basic::Int]));
        assert_eq!(TypeWord(0).basics(), None);
    }

    #[test]
    fn bytes_say_nothing_and_pairs_are_their_parts() {
        assert_eq!(Datatype::basic(Basic::Byte).type_shape(), None);
        assert_eq!(structure(&[Basic::Int, Basic::Packed]).type_shape(), None);
        let pair = Datatype::basic(Basic::DoubleInt).type_shape().unwrap();
        assert!(pair.admits(shape(&[Basic::Double, Basic::Int]).word(1), 12));
        let two = Datatype::basic(Basic::TwoInt).type_shape().unwrap();
        assert!(two.admits(shape(&[Basic::Int]).word(4), 16));
    }

    #[test]
    fn of_endless_rows_nothing_is_told() {
        let pair = structure(&[Basic::Int, Basic::Double]);
        let many = |count| Datatype::contiguous(Form::Large, count, &pair).unwrap().type_shape();
        assert!(many(1000).is_some());
        assert_eq!(many(1 << 28), None);
    }

    #[test]
    fn a_long_row_is_known_by_its_hash() {
        let numbers = [Basic::Int, Basic::Float, Basic::Double];
        let long: Vec<Basic> = (0..40).map(|at| numbers[(at + at / 3 + at / 7) % 3]).collect();
        let (ours, mut other) = (shape(&long), long.clone());
        assert_eq!(ours.word(2).basics(), None);
        let bytes = 2 * ours.size;
        assert!(ours.admits(ours.word(2), bytes));
        other.swap(0, 1);
        assert!(!shape(&other).admits(ours.word(2), bytes));
        assert!(!shape(&[Basic::Double]).admits(ours.word(2), bytes));
        let twice = Datatype::contiguous(Form::Large, 2, &structure(&long)).unwrap();
        assert!(twice.type_shape().unwrap().admits(ours.word(2), bytes));
    }
}
