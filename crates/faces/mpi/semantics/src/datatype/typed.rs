//! Messages that tell of what type their elements are (MPI-5.0 §3.3.1).
//!
//! Those of Rust programs do, and with `check = yes` all: it is decided before MPI starts. The receiver compares before
//! it takes the data, and names both types where they differ.

use ferry_datatype::{Basic, Datatype, Format, TypeShape, TypeWord};
use ferry_two_sided::Expects;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Whose names of types an error speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeNames {
    /// The standard's.
    Mpi,
    /// Rust's.
    Rust,
}

static NAMES: OnceLock<TypeNames> = OnceLock::new();

/// From now on messages tell the types of their elements. It is asked for before MPI starts.
pub fn tell_types(names: TypeNames) {
    NAMES.get_or_init(|| names);
}

/// Whether messages tell the types of their elements.
#[inline]
pub(crate) fn types_are_told() -> bool {
    NAMES.get().is_some()
}

/// Whose names, if messages tell types.
pub(crate) fn names() -> Option<TypeNames> {
    NAMES.get().copied()
}

/// What messages of a datatype tell, and receives of it expect.
#[derive(Debug)]
pub struct TypedElements {
    shape: TypeShape,
    names: TypeNames,
    /// What the program calls it; empty: nothing.
    name: String,
}

/// Datatypes come and go, and what is told of them stays: there are few that differ, or those beyond so many tell nothing.
const MOST: usize = 10_000;
static ALL: Mutex<Option<HashMap<(TypeShape, String), &'static TypedElements>>> = Mutex::new(None);

impl TypedElements {
    /// `None`: nothing is told of a datatype that has bytes without a meaning.
    pub(crate) fn of(datatype: &Datatype, name: &str, names: TypeNames) -> Option<&'static Self> {
        // Bytes are what Rust packs into.
        if names == TypeNames::Rust && datatype.named() == Some(Basic::Uint8) {
            return None;
        }
        let shape = datatype.type_shape()?;
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || {
            let elements = TypedElements { shape, names, name: name.to_owned() };
            &*Box::leak(Box::new(elements))
        };
        let all = all.get_or_insert_default();
        let key = (shape, name.to_owned());
        if all.len() >= MOST && !all.contains_key(&key) {
            return None;
        }
        Some(*all.entry(key).or_insert_with(made))
    }

    /// What a message of so many elements tells.
    #[inline]
    pub(crate) fn word(&self, count: u64) -> u64 {
        self.shape.word(count).0
    }

    fn own_name(&self) -> String {
        let is_basic = self.shape.word(1).basics().is_some_and(|basics| basics.len() == 1);
        match self.name.as_str() {
            name if !name.is_empty() && (self.names == TypeNames::Mpi || !is_basic) => {
                name.to_owned()
            }
            _ => self.named(self.shape.word(1)),
        }
    }

    fn named(&self, word: TypeWord) -> String {
        let name = |basic: Basic| match self.names {
            TypeNames::Rust => rust_name(basic).unwrap_or_else(|| basic.name().to_owned()),
            TypeNames::Mpi => basic.name().to_owned(),
        };
        match word.basics() {
            None => "a structure of more than ten numbers".to_owned(),
            Some(basics) if basics.len() == 1 => name(basics[0]),
            Some(basics) => {
                let names: Vec<String> = basics.into_iter().map(name).collect();
                format!("({})", names.join(", "))
            }
        }
    }
}

/// What a word says, by the standard's names.
pub(crate) fn named_word(word: TypeWord) -> String {
    let names = |basics: Vec<Basic>| basics.iter().map(|b| b.name()).collect::<Vec<_>>().join(", ");
    match word.basics() {
        None => "other datatypes".to_owned(),
        Some(basics) if basics.len() == 1 => names(basics),
        Some(basics) => format!("({})", names(basics)),
    }
}

fn rust_name(basic: Basic) -> Option<String> {
    Some(match basic.format() {
        Format::Signed(n) => format!("i{}", 8 * n),
        Format::Unsigned(n) => format!("u{}", 8 * n),
        Format::Float(n) => format!("f{}", 8 * n),
        Format::Complex(n) => format!("Complex<f{}>", 8 * n),
        Format::Logical(1) => "bool".to_owned(),
        _ => return None,
    })
}

impl Expects for TypedElements {
    #[inline]
    fn admits(&self, word: u64, bytes: u64) -> bool {
        self.shape.admits(TypeWord(word), bytes)
    }

    fn tell(&self, word: u64) -> String {
        let (sent, expected) = (self.named(TypeWord(word)), self.own_name());
        format!("elements of {sent} were sent, and {expected} was to be received")
    }
}
