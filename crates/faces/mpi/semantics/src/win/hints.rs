//! What info keys of windows say (MPI-5.0 §12.2.1): each is read when the window is made, and kept.

use super::Win;
use super::mapping::MemoryOffer;
use crate::constants::{MPI_ERR_INFO_VALUE, MPI_ERR_SIZE};
use crate::error::{Error, Result};
use crate::info::Info;

/// What a value may be.
#[derive(Clone, Copy)]
enum HintKind {
    Switch,
    /// One of these words.
    Word(&'static [&'static str]),
    /// These words with commas between them, or `none`.
    List(&'static [&'static str]),
    Number,
}

/// The hints that are known, with the values that they have where nobody says otherwise.
const HINTS: [(&str, HintKind, &str); 8] = [
    (NO_LOCKS, HintKind::Switch, "false"),
    ("accumulate_ordering", HintKind::List(&["rar", "raw", "war", "waw"]), "rar,raw,war,waw"),
    ("accumulate_ops", HintKind::Word(&["same_op", "same_op_no_op"]), "same_op_no_op"),
    ("mpi_accumulate_granularity", HintKind::Number, "0"),
    (SAME_SIZE, HintKind::Switch, "false"),
    (SAME_DISP_UNIT, HintKind::Switch, "false"),
    ("alloc_shared_noncontig", HintKind::Switch, "false"),
    (ALIGNMENT, HintKind::Number, "64"),
];

const NO_LOCKS: &str = "no_locks";
const SAME_SIZE: &str = "same_size";
const SAME_DISP_UNIT: &str = "same_disp_unit";
const ALIGNMENT: &str = "mpi_minimum_memory_alignment";
/// Memory lies on a boundary of so many bytes, and of no more.
const MOST_ALIGNMENT: u64 = 4096;

impl HintKind {
    fn takes(self, value: &str) -> bool {
        match self {
            HintKind::Switch => matches!(value, "true" | "false"),
            HintKind::Word(words) => words.contains(&value),
            HintKind::List(_) if value == "none" => true,
            HintKind::List(words) => value.split(',').all(|word| words.contains(&word.trim())),
            HintKind::Number => value.parse::<u64>().is_ok(),
        }
    }

    fn describe(self) -> String {
        match self {
            HintKind::Switch => "\"true\" or \"false\"".to_owned(),
            HintKind::Word(words) => format!("one of {}", words.join(", ")),
            HintKind::List(words) => {
                format!("\"none\", or some of {} with commas between them", words.join(", "))
            }
            HintKind::Number => "a number, 0 or more".to_owned(),
        }
    }
}

/// Takes the hints that are known from `info`.
///
/// # Errors
/// A value that means nothing.
fn take(known: &mut Info, info: &Info) -> Result<()> {
    for (key, kind, _) in HINTS {
        let Some(value) = info.get(key) else { continue };
        if !kind.takes(value) {
            let text = format!("{key} is {value:?}, but must be {}", kind.describe());
            return Err(Error::new(MPI_ERR_INFO_VALUE, text));
        }
        match value.parse::<u64>() {
            Ok(wish) if key == ALIGNMENT => {
                known.set(key, &wish.clamp(64, MOST_ALIGNMENT).to_string())?;
            }
            _ => known.set(key, value)?,
        }
    }
    Ok(())
}

/// The hints of a window that is being made.
pub(super) fn of_new(info: &Info) -> Result<Info> {
    let mut hints = Info::new();
    for (key, _, value) in HINTS {
        hints.set(key, value)?;
    }
    take(&mut hints, info)?;
    Ok(hints)
}

/// Whether a window is said to be locked by nobody.
pub(super) fn forbids_locks(info: &Info) -> bool {
    info.get(NO_LOCKS) == Some("true")
}

/// All members must be as the program says, who all say the same: they find out alike.
pub(super) fn check_sameness(info: &Info, offers: &[MemoryOffer]) -> Result<()> {
    let sizes: Vec<u64> = offers.iter().map(|offer| offer.size).collect();
    let units: Vec<u64> = offers.iter().map(|offer| offer.unit).collect();
    for (key, argument, all) in [(SAME_SIZE, "size", sizes), (SAME_DISP_UNIT, "disp_unit", units)] {
        let first = all.first().copied();
        let other = all.iter().enumerate().find(|(_, value)| Some(**value) != first);
        if let (Some("true"), Some((rank, value))) = (info.get(key), other) {
            let first = first.unwrap_or(0);
            let text = format!(
                "info key {key} says that argument {argument} is the same at all processes, but it is {value} at rank \
                 {rank} and {first} at rank 0"
            );
            return Err(Error::new(MPI_ERR_SIZE, text));
        }
    }
    Ok(())
}

impl Win {
    /// Hints that are known and may change.
    pub(super) fn take_hints(&mut self, info: &Info) -> Result<()> {
        let taken = take(&mut self.info, info);
        self.forbids_locks = forbids_locks(&self.info);
        taken
    }

    /// Fails for a window that is said to be locked by nobody.
    pub(super) fn check_locks(&self) -> Result<()> {
        if !self.forbids_locks {
            return Ok(());
        }
        let text = "the window's info key no_locks says that it is never locked; use a fence or MPI_Win_start, or leave \
                    the key out";
        Err(self.out_of_order(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(key: &str, value: &str) -> Result<Info> {
        let mut info = Info::new();
        info.set(key, value)?;
        of_new(&info)
    }

    #[test]
    fn values_that_mean_nothing_are_refused() {
        for (key, good, bad) in [
            ("no_locks", "true", "yes"),
            ("accumulate_ordering", "rar, waw", "rar,aaa"),
            ("accumulate_ordering", "none", ""),
            ("accumulate_ops", "same_op", "any"),
            ("mpi_accumulate_granularity", "16", "-1"),
        ] {
            assert_eq!(with(key, good).unwrap().get(key), Some(good));
            let error = with(key, bad).unwrap_err();
            assert_eq!(error.code, MPI_ERR_INFO_VALUE);
            assert!(error.message.contains(key) && error.message.contains(bad));
        }
    }

    #[test]
    fn an_alignment_is_told_as_it_is() {
        for (wish, told) in [("1", "64"), ("256", "256"), ("2097152", "4096")] {
            assert_eq!(with(ALIGNMENT, wish).unwrap().get(ALIGNMENT), Some(told));
        }
    }
}
