//! Enumerations: what the values of `MPI_INT` variables mean (MPI-5.0 §15.3.5).

use super::refused;
use super::state::{Tools, tools};
use crate::constants::{MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID_INDEX};
use crate::error::Result;
use ferry_config::{PARAMETERS, Parameter, ValueKind};

/// The value of `auto`.
pub(super) const AUTO: i32 = -1;

/// An enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enumeration {
    /// What a parameter offers, by its place in the registry.
    Parameter(usize),
    /// Where a process stands in the life of MPI.
    Phase,
    /// Methods.
    Method,
    /// What is wrong with a path.
    Trouble,
    /// What can be revoked.
    Object,
}

/// Words and values.
type Items = Vec<(i32, String)>;

/// Handles of enumerations are numbers from here on, this far apart.
const FIRST: usize = 0x1000;
const STEP: usize = 0x10;

impl Enumeration {
    /// What a parameter's values mean, if they are few.
    pub(super) fn of_parameter(at: usize) -> Option<Self> {
        let kind = PARAMETERS[at].kind;
        matches!(kind, ValueKind::Choice(_) | ValueKind::Flag).then_some(Enumeration::Parameter(at))
    }

    /// Its handle.
    pub fn handle(self) -> usize {
        let number = match self {
            Enumeration::Parameter(at) => at,
            Enumeration::Phase => PARAMETERS.len(),
            Enumeration::Method => PARAMETERS.len() + 1,
            Enumeration::Trouble => PARAMETERS.len() + 2,
            Enumeration::Object => PARAMETERS.len() + 3,
        };
        FIRST + number * STEP
    }

    /// The one with a handle.
    fn of_handle(handle: usize) -> Option<Self> {
        let offset = handle.checked_sub(FIRST).filter(|offset| offset.is_multiple_of(STEP))?;
        let number = offset / STEP;
        match number.checked_sub(PARAMETERS.len()) {
            None => Enumeration::of_parameter(number),
            Some(0) => Some(Enumeration::Phase),
            Some(1) => Some(Enumeration::Method),
            Some(2) => Some(Enumeration::Trouble),
            Some(3) => Some(Enumeration::Object),
            Some(_) => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Enumeration::Parameter(at) => PARAMETERS[at].name,
            Enumeration::Phase => "phase",
            Enumeration::Method => "method",
            Enumeration::Trouble => "trouble",
            Enumeration::Object => "object",
        }
    }

    fn items(self, tools: &Tools) -> Items {
        match self {
            Enumeration::Parameter(at) => items_of(&PARAMETERS[at]),
            Enumeration::Phase => numbered(["before", "running", "after"]),
            Enumeration::Method => numbered(&tools.methods),
            Enumeration::Trouble => numbered(["lossy", "long", "silent"]),
            Enumeration::Object => numbered(["communicator", "window", "file"]),
        }
    }
}

fn numbered<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> Items {
    words.into_iter().enumerate().map(|(at, word)| (at as i32, word.as_ref().to_owned())).collect()
}

fn items_of(parameter: &Parameter) -> Items {
    let mut items = match parameter.kind {
        ValueKind::Choice(words) => numbered(words),
        ValueKind::Flag => numbered(["no", "yes"]),
        _ => Items::new(),
    };
    if parameter.auto {
        items.push((AUTO, "auto".into()));
    }
    items
}

/// The word of a value that a parameter with an enumeration has.
pub(super) fn word_of(parameter: &Parameter, value: i32) -> Option<String> {
    items_of(parameter).into_iter().find(|(of, _)| *of == value).map(|(_, word)| word)
}

/// The value of a word.
pub(super) fn value_of(parameter: &Parameter, word: &str) -> Option<i32> {
    items_of(parameter).into_iter().find(|(_, of)| of == word).map(|(value, _)| value)
}

fn known(handle: usize) -> Result<Enumeration> {
    Enumeration::of_handle(handle)
        .ok_or_else(|| refused(MPI_T_ERR_INVALID_HANDLE, "the handle is of no enumeration"))
}

/// `MPI_T_enum_get_info`: how many items it has, and its name.
///
/// # Errors
/// When the handle is none.
pub fn info(handle: usize) -> Result<(usize, &'static str)> {
    let tools = tools()?;
    let enumeration = known(handle)?;
    Ok((enumeration.items(&tools).len(), enumeration.name()))
}

/// `MPI_T_enum_get_item`: value and name of an item.
///
/// # Errors
/// When the handle or the index is none.
pub fn item(handle: usize, index: i32) -> Result<(i32, String)> {
    let tools = tools()?;
    let items = known(handle)?.items(&tools);
    let item = usize::try_from(index).ok().and_then(|index| items.into_iter().nth(index));
    item.ok_or_else(|| refused(MPI_T_ERR_INVALID_INDEX, "the enumeration has no such item"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_found_again_and_nothing_else_is() {
        for (at, parameter) in PARAMETERS.iter().enumerate() {
            if let Some(found) = Enumeration::of_parameter(at) {
                assert_eq!(Enumeration::of_handle(found.handle()), Some(found));
                for (value, word) in items_of(parameter) {
                    assert_eq!(word_of(parameter, value), Some(word.clone()));
                    assert_eq!(value_of(parameter, &word), Some(value));
                }
            } else {
                assert_eq!(Enumeration::of_handle(FIRST + at * STEP), None);
            }
        }
        for other in [Enumeration::Phase, Enumeration::Method, Enumeration::Trouble] {
            assert_eq!(Enumeration::of_handle(other.handle()), Some(other));
        }
        for handle in [0, 1, FIRST - STEP, FIRST + 1, FIRST + STEP * 100_000, usize::MAX] {
            assert_eq!(Enumeration::of_handle(handle), None, "{handle:#x}");
        }
    }
}
