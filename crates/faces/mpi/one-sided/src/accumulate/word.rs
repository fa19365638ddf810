//! Elements that are words, which one instruction changes as a whole.

use super::Update;
use ferry_datatype::{Basic, Format};
use ferry_op::BuiltinOp;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// The instruction by which an update changes a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Add,
    And,
    Or,
    Xor,
    Exchange,
    Load,
    /// There is none: what becomes of the word is computed, and put in place of it if that is still what it was.
    Compute,
}

impl Change {
    pub(super) fn of(update: Update) -> Change {
        let is_integer = matches!(update.basic.format(), Format::Signed(_) | Format::Unsigned(_));
        match update.op {
            BuiltinOp::Sum if is_integer => Change::Add,
            BuiltinOp::Band => Change::And,
            BuiltinOp::Bor => Change::Or,
            BuiltinOp::Bxor => Change::Xor,
            BuiltinOp::Replace => Change::Exchange,
            BuiltinOp::NoOp => Change::Load,
            _ => Change::Compute,
        }
    }
}

/// A word that elements lie in.
pub(super) trait Element: ferry_sys::AtomicWord + Sized {
    const SIZE: usize;

    /// Changes it; `old`: the bytes that it had.
    fn change(&self, how: (Change, Update), operand: &[u8], old: Option<&mut [u8]>);

    /// Puts `new` in place of `expected`; `old`: the bytes that it had.
    fn swap_if(&self, expected: &[u8], new: &[u8], old: &mut [u8]);
}

/// The instructions of a word.
trait Word {
    type Value: Copy;

    fn get(&self) -> Self::Value;
    fn put(&self, old: Self::Value, new: Self::Value) -> Result<Self::Value, Self::Value>;

    /// Changes it; returns what it was.
    fn fetch(&self, how: (Change, Update), value: Self::Value) -> Self::Value;

    /// Changes it.
    fn alter(&self, how: (Change, Update), value: Self::Value);
}

trait Combined {
    /// What becomes of an element.
    fn combined(update: Update, before: Self, value: Self) -> Self;
}

macro_rules! elements {
    ($($word:ident $unsigned:ident;)*) => { $(
        impl Element for $word {
            const SIZE: usize = size_of::<$unsigned>();

            #[inline]
            fn change(&self, how: (Change, Update), operand: &[u8], old: Option<&mut [u8]>) {
                let value = $unsigned::from_ne_bytes(operand.try_into().expect("one element"));
                match old {
                    Some(old) => old.copy_from_slice(&self.fetch(how, value).to_ne_bytes()),
                    None => self.alter(how, value),
                }
            }

            #[inline]
            fn swap_if(&self, expected: &[u8], new: &[u8], old: &mut [u8]) {
                let word = |bytes: &[u8]| $unsigned::from_ne_bytes(bytes.try_into().expect("one element"));
                let swapped =
                    self.compare_exchange(word(expected), word(new), Ordering::SeqCst, Ordering::SeqCst);
                let (Ok(before) | Err(before)) = swapped;
                old.copy_from_slice(&before.to_ne_bytes());
            }
        }

        impl Word for $word {
            type Value = $unsigned;

            #[inline]
            fn get(&self) -> $unsigned {
                self.load(Ordering::Relaxed)
            }

            #[inline]
            fn put(&self, old: $unsigned, new: $unsigned) -> Result<$unsigned, $unsigned> {
                self.compare_exchange_weak(old, new, Ordering::SeqCst, Ordering::Relaxed)
            }

            #[inline]
            fn fetch(&self, (change, update): (Change, Update), value: $unsigned) -> $unsigned {
                const ORDER: Ordering = Ordering::SeqCst;
                match change {
                    Change::Add => self.fetch_add(value, ORDER),
                    Change::And => self.fetch_and(value, ORDER),
                    Change::Or => self.fetch_or(value, ORDER),
                    Change::Xor => self.fetch_xor(value, ORDER),
                    Change::Exchange => self.swap(value, ORDER),
                    Change::Load => self.load(ORDER),
                    Change::Compute => {
                        replace(self, |before| $unsigned::combined(update, before, value))
                    }
                }
            }

            #[inline]
            fn alter(&self, how: (Change, Update), value: $unsigned) {
                match how.0 {
                    Change::Exchange => self.store(value, Ordering::Release),
                    Change::Load => {}
                    _ => {
                        self.fetch(how, value);
                    }
                }
            }
        }

        impl Combined for $unsigned {
            #[inline]
            fn combined(update: Update, before: Self, value: Self) -> Self {
                if update.op == BuiltinOp::Sum && update.basic.format() == Format::Float(8) && Self::BITS == 64 {
                    let sum = f64::from_bits(before as u64) + f64::from_bits(value as u64);
                    return sum.to_bits() as Self;
                }
                let mut result = before.to_ne_bytes();
                // Fits the datatype, which was checked where the operation was called.
                let _ = ferry_op::reduce(update.op, update.basic, &value.to_ne_bytes(), &mut result);
                Self::from_ne_bytes(result)
            }
        }
    )* };
}

elements! {
    AtomicU8 u8;
    AtomicU16 u16;
    AtomicU32 u32;
    AtomicU64 u64;
}

/// Replaces a word by what becomes of it; returns what it was.
#[inline]
fn replace<W: Word>(word: &W, become_of: impl Fn(W::Value) -> W::Value) -> W::Value {
    let mut before = word.get();
    loop {
        match word.put(before, become_of(before)) {
            Ok(before) => return before,
            Err(other) => before = other,
        }
    }
}

/// Whether elements of a datatype are words, where they are aligned.
#[inline]
pub(super) fn word_size(basic: Basic) -> Option<usize> {
    let size = basic.size();
    (matches!(size, 1 | 2 | 4 | 8) && basic.extent() == size).then_some(size)
}

/// An update of elements of eight bytes, which most are: how it changes them is found out once.
#[derive(Clone, Copy, Debug)]
pub struct LongUpdate {
    how: (Change, Update),
}

impl LongUpdate {
    /// `None`: the elements are no words of eight bytes.
    pub fn of(update: Update) -> Option<LongUpdate> {
        let is_long = word_size(update.basic) == Some(AtomicU64::SIZE);
        is_long.then(|| LongUpdate { how: (Change::of(update), update) })
    }

    /// Whether operands mean nothing.
    #[inline]
    pub fn needs_no_operand(self) -> bool {
        self.how.0 == Change::Load
    }

    /// Updates an element.
    #[inline(always)]
    pub fn alter(self, element: &AtomicU64, operand: u64) {
        match self.how.0 {
            // Most are sums.
            Change::Add => {
                element.fetch_add(operand, Ordering::SeqCst);
            }
            _ => element.alter(self.how, operand),
        }
    }

    /// The same; returns what it was.
    #[inline(always)]
    pub fn fetch(self, element: &AtomicU64, operand: u64) -> u64 {
        match self.how.0 {
            Change::Add => element.fetch_add(operand, Ordering::SeqCst),
            _ => element.fetch(self.how, operand),
        }
    }
}

/// Puts a word of eight bytes in place of another if it is that one (`MPI_Compare_and_swap`); returns what it was.
#[inline]
pub fn swap_long(element: &AtomicU64, expected: u64, new: u64) -> u64 {
    let swapped = element.compare_exchange(expected, new, Ordering::SeqCst, Ordering::SeqCst);
    let (Ok(before) | Err(before)) = swapped;
    before
}
