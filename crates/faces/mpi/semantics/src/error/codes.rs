//! Error classes and codes that the program adds (MPI-5.0 §9.5).

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::constants::{MPI_ERR_ARG, MPI_ERR_LASTCODE, MPI_MAX_ERROR_STRING};
use crate::error::{class_name, class_text};
use crate::{Error, Result};

/// One added code, the class itself being a code too.
struct Added {
    class: i32,
    text: String,
}

/// Added codes by number: the first is `MPI_ERR_LASTCODE + 1`. Removed ones leave a hole.
static ADDED: Mutex<Vec<Option<Added>>> = Mutex::new(Vec::new());

/// The list stays whole whatever a thread that held it did.
fn added() -> MutexGuard<'static, Vec<Option<Added>>> {
    ADDED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn index_of(code: i32) -> Option<usize> {
    usize::try_from(code.checked_sub(MPI_ERR_LASTCODE + 1)?).ok()
}

fn code_at(index: usize) -> i32 {
    MPI_ERR_LASTCODE + 1 + index as i32
}

fn find(list: &[Option<Added>], code: i32) -> Option<&Added> {
    list.get(index_of(code)?)?.as_ref()
}

fn unknown(code: i32) -> Error {
    Error::new(MPI_ERR_ARG, format!("{code} is no error code: neither predefined nor added"))
}

fn predefined(code: i32) -> Error {
    Error::new(MPI_ERR_ARG, format!("{code} is predefined ({}) and stays", class_name(code)))
}

fn push(list: &mut Vec<Option<Added>>, class: Option<i32>) -> i32 {
    let code = code_at(list.len());
    list.push(Some(Added { class: class.unwrap_or(code), text: String::new() }));
    code
}

/// Adds a class.
pub fn add_class() -> i32 {
    push(&mut added(), None)
}

/// Adds a code to a class, which may be predefined.
pub fn add_code(class: i32) -> Result<i32> {
    let mut list = added();
    let is_added_class = find(&list, class).is_some_and(|added| added.class == class);
    if class_text(class).is_none() && !is_added_class {
        return Err(Error::new(MPI_ERR_ARG, format!("{class} is no error class")));
    }
    Ok(push(&mut list, Some(class)))
}

/// Gives an added class or code its text; an empty one takes it away.
pub fn set_text(code: i32, text: &str) -> Result<()> {
    if text.len() >= MPI_MAX_ERROR_STRING as usize {
        return Err(Error::new(
            MPI_ERR_ARG,
            format!("the text has {} bytes, at most {} fit", text.len(), MPI_MAX_ERROR_STRING - 1),
        ));
    }
    if class_text(code).is_some() {
        return Err(predefined(code));
    }
    let mut list = added();
    let entry = index_of(code).and_then(|index| list.get_mut(index)?.as_mut());
    text.clone_into(&mut entry.ok_or_else(|| unknown(code))?.text);
    Ok(())
}

/// Removes an added class that has no codes any more.
pub fn remove_class(class: i32) -> Result<()> {
    remove(class, true)
}

/// Removes an added code.
pub fn remove_code(code: i32) -> Result<()> {
    remove(code, false)
}

fn remove(code: i32, is_class: bool) -> Result<()> {
    if class_text(code).is_some() {
        return Err(predefined(code));
    }
    let mut list = added();
    let entry = find(&list, code).ok_or_else(|| unknown(code))?;
    if (entry.class == code) != is_class {
        let (is, needs) = match is_class {
            true => ("code", "MPI_Remove_error_code"),
            false => ("class", "MPI_Remove_error_class"),
        };
        return Err(Error::new(MPI_ERR_ARG, format!("{code} is an error {is}; use {needs}")));
    }
    if !entry.text.is_empty() {
        let text = format!("{code} still has a text; call MPI_Remove_error_string first");
        return Err(Error::new(MPI_ERR_ARG, text));
    }
    let users = list.iter().flatten().filter(|added| added.class == code).count();
    if is_class && users > 1 {
        return Err(Error::new(MPI_ERR_ARG, format!("class {code} still has error codes")));
    }
    if let Some(index) = index_of(code) {
        list[index] = None;
    }
    while list.last().is_some_and(Option::is_none) {
        list.pop();
    }
    Ok(())
}

/// The largest code in use: the value of the attribute `MPI_LASTUSEDCODE`.
pub fn last_used() -> i32 {
    MPI_ERR_LASTCODE + added().len() as i32
}

/// The class of a code.
pub fn class_of(code: i32) -> Result<i32> {
    if class_text(code).is_some() {
        return Ok(code);
    }
    find(&added(), code).map(|added| added.class).ok_or_else(|| unknown(code))
}

/// The text of a code; empty where the program gave it none.
pub fn text_of(code: i32) -> Result<String> {
    match class_text(code) {
        Some(text) => Ok(format!("{}: {text}", class_name(code))),
        None => find(&added(), code).map(|added| added.text.clone()).ok_or_else(|| unknown(code)),
    }
}

thread_local! {
    /// The last error that a call of this thread returned and those it put into statuses: each code
    /// with what was said.
    static TOLD: RefCell<Vec<(i32, String)>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the details of an error that the call `name` returns for [`described`]. What earlier calls
/// returned is forgotten: a code is a class, and its details are those of its last error.
#[cold]
pub fn remember(name: &str, error: &Error) {
    let all = std::iter::once(error).chain(&error.inner);
    let told = all.map(|error| (error.code, format!("{name}: {}", error.message))).collect();
    TOLD.with_borrow_mut(|kept| *kept = told);
}

/// The text of a code and, if the last call of this thread that failed returned it, what was wrong
/// (`MPI_Error_string`).
pub fn described(code: i32) -> Result<String> {
    let text = text_of(code)?;
    let details = TOLD.with_borrow(|told| {
        told.iter().find(|(known, _)| *known == code).map(|(_, details)| details.clone())
    });
    Ok(match details {
        Some(details) if text.is_empty() => details,
        Some(details) => format!("{text}: {details}"),
        None => text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::{MPI_ERR_IN_STATUS, MPI_ERR_TAG, MPI_ERR_TRUNCATE, MPI_SUCCESS};

    #[test]
    fn details_are_those_of_the_last_error_of_the_thread() {
        let plain = text_of(MPI_ERR_TAG).unwrap();
        remember("MPI_Send", &Error::new(MPI_ERR_TAG, "tag -7"));
        assert_eq!(described(MPI_ERR_TAG).unwrap(), format!("{plain}: MPI_Send: tag -7"));
        let other = std::thread::spawn(|| described(MPI_ERR_TAG).unwrap());
        assert_eq!(other.join().unwrap(), plain);
        let inner = Error::new(MPI_ERR_TRUNCATE, "too long");
        let both = Error::new(MPI_ERR_IN_STATUS, "request 2").with_inner(vec![inner]);
        remember("MPI_Waitall", &both);
        assert_eq!(described(MPI_ERR_TAG).unwrap(), plain);
        assert!(described(MPI_ERR_TRUNCATE).unwrap().ends_with(": MPI_Waitall: too long"));
        assert!(described(MPI_ERR_IN_STATUS).unwrap().ends_with(": MPI_Waitall: request 2"));
        assert_eq!(described(-1).unwrap_err().code, MPI_ERR_ARG);
    }

    // One test, since the list is the process'.
    #[test]
    fn classes_and_codes_come_and_go() {
        assert_eq!(class_of(MPI_ERR_TAG).unwrap(), MPI_ERR_TAG);
        assert!(text_of(MPI_SUCCESS).unwrap().contains("no error"));
        assert_eq!(class_of(-1).unwrap_err().code, MPI_ERR_ARG);
        assert_eq!(class_of(i32::MIN).unwrap_err().code, MPI_ERR_ARG);

        let class = add_class();
        assert_eq!(class, MPI_ERR_LASTCODE + 1);
        let code = add_code(class).unwrap();
        let other = add_code(MPI_ERR_TAG).unwrap();
        assert_eq!((class_of(code).unwrap(), class_of(other).unwrap()), (class, MPI_ERR_TAG));
        assert_eq!(add_code(code).unwrap_err().code, MPI_ERR_ARG);
        assert_eq!(last_used(), other);

        set_text(code, "lost the plot").unwrap();
        assert_eq!(text_of(code).unwrap(), "lost the plot");
        assert_eq!(text_of(class).unwrap(), "");
        assert!(set_text(MPI_ERR_TAG, "mine").is_err());
        assert!(set_text(code, &"x".repeat(512)).is_err());

        assert!(remove_class(class).is_err(), "a code is left");
        assert!(remove_class(code).is_err(), "not a class");
        assert!(remove_code(class).is_err(), "not a code");
        assert!(remove_code(code).is_err(), "a text is left");
        set_text(code, "").unwrap();
        remove_code(code).unwrap();
        assert!(class_of(code).is_err());
        remove_class(class).unwrap();
        assert_eq!(last_used(), other);
        remove_code(other).unwrap();
        assert_eq!(last_used(), MPI_ERR_LASTCODE);
        assert!(remove_code(MPI_ERR_TAG).is_err());
    }
}
