//! What a program, or a tool in it, may ask and set of MPI itself (`MPI_T`, MPI-5.0 §15.3): parameters, what the layers
//! count, and what happens in them. [`Tools`] is the way in.
//!
//! ```
//! use ferry::tool::Tools;
//!
//! # fn main() -> ferry::Result<()> {
//! // Parameters are set before MPI starts, most of them.
//! let tools = Tools::init()?;
//! tools.control("report_links")?.set_choice("no")?;
//!
//! let universe = ferry::Universe::init()?;
//! let world = universe.world();
//! let session = tools.session()?;
//! let sent = session.measure(&tools.performance("transfer.eager_messages")?)?;
//! sent.start()?;
//! for _ in 0..10 {
//!     world.send(&1, world.rank(), 0)?;
//! }
//! assert_eq!(sent.read_count()?, 10);
//! # Ok(())
//! # }
//! ```
//!
//! What there is, [`Tools::controls`], [`Tools::performances`], [`Tools::events`] and [`Tools::categories`] say, and
//! `ferry info --expert` lists; `docs/tools.md` explains the most useful ones. Everything here may be asked from any
//! thread, before MPI is initialised, while it runs and after it has ended.

mod category;
mod control;
mod event;
mod performance;

pub use category::Category;
pub use control::{Control, ControlScope};
pub use event::{EventKind, Happening, Listener};
pub use performance::{Measurement, MeasurementSession, Performance, PerformanceClass};

use crate::error::{Error, ErrorClass, Result, in_call};
use ferry_mpi::constants::MPI_THREAD_MULTIPLE;
use ferry_mpi::tool::enumeration::{self, Enumeration};
use ferry_mpi::tool::{self, ElementType};
use std::fmt;

/// The tool interface, initialised until this is dropped (`MPI_T_init_thread`, `MPI_T_finalize`). There may be several.
#[derive(Debug)]
pub struct Tools(());

impl Tools {
    /// Initialises it for any thread. From the first time on each call of MPI takes a lock, as it does with
    /// [`Threading::Multiple`](crate::Threading::Multiple): a program that wants none of that asks for no tools.
    ///
    /// # Errors
    /// When the configuration has a mistake.
    pub fn init() -> Result<Tools> {
        in_call("init", || {
            tool::init(MPI_THREAD_MULTIPLE)?;
            Ok(Tools(()))
        })
    }
}

impl Drop for Tools {
    fn drop(&mut self) {
        // It is initialised as long as this is there.
        let _ = tool::finalize();
    }
}

/// The value of a variable, or of a part of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// One of few: the number of the choice. [`Choices`] has their names.
    Choice(i32),
    /// A rank, a tag, a context.
    Rank(u32),
    /// What is counted.
    Count(u64),
    /// A number or a size in bytes; -1 where Ferry decides itself (`auto`).
    Number(i64),
    /// Seconds, or a part of something; -1 where Ferry decides itself.
    Real(f64),
    /// Text.
    Text(String),
}

impl Value {
    fn of_bytes(element: ElementType, bytes: &[u8]) -> Option<Value> {
        Some(match element {
            ElementType::Int => Value::Choice(i32::from_ne_bytes(bytes.try_into().ok()?)),
            ElementType::Unsigned => Value::Rank(u32::from_ne_bytes(bytes.try_into().ok()?)),
            ElementType::Long => Value::Count(u64::from_ne_bytes(bytes.try_into().ok()?)),
            ElementType::Count => Value::Number(i64::from_ne_bytes(bytes.try_into().ok()?)),
            ElementType::Double => Value::Real(f64::from_ne_bytes(bytes.try_into().ok()?)),
            ElementType::Char => {
                let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
                Value::Text(String::from_utf8_lossy(&bytes[..end]).into_owned())
            }
        })
    }

    /// The elements of a row, each of which is a value of its own unless they are text.
    fn row(element: ElementType, bytes: &[u8]) -> Vec<Value> {
        let size = if element == ElementType::Char { bytes.len().max(1) } else { element.size() };
        bytes.chunks_exact(size).filter_map(|one| Value::of_bytes(element, one)).collect()
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Value::Choice(n) => n.to_ne_bytes().to_vec(),
            Value::Rank(n) => n.to_ne_bytes().to_vec(),
            Value::Count(n) => n.to_ne_bytes().to_vec(),
            Value::Number(n) => n.to_ne_bytes().to_vec(),
            Value::Real(n) => n.to_ne_bytes().to_vec(),
            Value::Text(text) => text.as_bytes().to_vec(),
        }
    }

    fn is_of(&self, element: ElementType) -> bool {
        let own = match self {
            Value::Choice(_) => ElementType::Int,
            Value::Rank(_) => ElementType::Unsigned,
            Value::Count(_) => ElementType::Long,
            Value::Number(_) => ElementType::Count,
            Value::Real(_) => ElementType::Double,
            Value::Text(_) => ElementType::Char,
        };
        own == element
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Choice(n) => n.fmt(f),
            Value::Rank(n) => n.fmt(f),
            Value::Count(n) => n.fmt(f),
            Value::Number(n) => n.fmt(f),
            Value::Real(n) => n.fmt(f),
            Value::Text(text) => text.fmt(f),
        }
    }
}

/// What the numbers of a [`Value::Choice`] mean (`MPI_T_enum_get_item`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// What they are a choice of.
    pub name: &'static str,
    /// The numbers and their names.
    pub items: Vec<(i32, String)>,
}

impl Choices {
    fn of(enumeration: Option<Enumeration>) -> Result<Option<Choices>> {
        let Some(handle) = enumeration.map(Enumeration::handle) else { return Ok(None) };
        let (count, name) = enumeration::info(handle)?;
        let items: Result<_, ferry_mpi::Error> =
            (0..count as i32).map(|index| enumeration::item(handle, index)).collect();
        Ok(Some(Choices { name, items: items? }))
    }

    /// The name of a number.
    pub fn name_of(&self, number: i32) -> Option<&str> {
        let found = self.items.iter().find(|(known, _)| *known == number);
        found.map(|(_, name)| name.as_str())
    }

    /// The number of a name.
    pub fn number_of(&self, name: &str) -> Option<i32> {
        self.items.iter().find(|(_, known)| known == name).map(|(number, _)| *number)
    }
}

/// Everything of a kind, by its places.
fn all<T>(count: usize, of: impl Fn(i32) -> Result<T>) -> Result<Vec<T>> {
    (0..count as i32).map(of).collect()
}

/// An error of the interface has no more than a class; this says of what it is.
fn of(what: &str, name: &str, error: &ferry_mpi::Error) -> Error {
    let text = format!("{what} '{name}': {}", error.message);
    Error::new(ErrorClass::of_code(error.code), text)
}
