//! How a file is opened (MPI-5.0 §14.2.1).

/// The `MPI_MODE_*` of an open file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessMode(i32);

const APPEND: i32 = 1;
const CREATE: i32 = 2;
const DELETE_ON_CLOSE: i32 = 4;
const EXCL: i32 = 8;
const RDONLY: i32 = 16;
const RDWR: i32 = 32;
const SEQUENTIAL: i32 = 64;
const UNIQUE_OPEN: i32 = 128;
const WRONLY: i32 = 256;

const NAMES: [(i32, &str); 9] = [
    (APPEND, "MPI_MODE_APPEND"),
    (CREATE, "MPI_MODE_CREATE"),
    (DELETE_ON_CLOSE, "MPI_MODE_DELETE_ON_CLOSE"),
    (EXCL, "MPI_MODE_EXCL"),
    (RDONLY, "MPI_MODE_RDONLY"),
    (RDWR, "MPI_MODE_RDWR"),
    (SEQUENTIAL, "MPI_MODE_SEQUENTIAL"),
    (UNIQUE_OPEN, "MPI_MODE_UNIQUE_OPEN"),
    (WRONLY, "MPI_MODE_WRONLY"),
];

/// The names of the bits of a mode, for people.
pub(crate) fn describe(value: i32) -> String {
    let known: Vec<&str> =
        NAMES.iter().filter(|(bit, _)| value & bit != 0).map(|(_, name)| *name).collect();
    if known.is_empty() { format!("{value:#x}") } else { known.join(" | ") }
}

impl AccessMode {
    /// A mode from its number.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
    pub fn new(value: i32) -> Result<Self, String> {
        let all = NAMES.iter().fold(0, |all, (bit, _)| all | bit);
        let ways = [RDONLY, RDWR, WRONLY].iter().filter(|way| value & **way != 0).count();
        let mode = AccessMode(value);
        let why = if value & !all != 0 {
            format!("has bits {:#x} that no MPI_MODE_ constant has", value & !all)
        } else if ways != 1 {
            "needs exactly one of MPI_MODE_RDONLY, MPI_MODE_RDWR and MPI_MODE_WRONLY".to_owned()
        } else if value & RDONLY != 0 && value & (CREATE | EXCL) != 0 {
            "has MPI_MODE_RDONLY with MPI_MODE_CREATE or MPI_MODE_EXCL, which need write access"
                .to_owned()
        } else if value & RDWR != 0 && value & SEQUENTIAL != 0 {
            "has MPI_MODE_RDWR with MPI_MODE_SEQUENTIAL: sequential access goes one way".to_owned()
        } else {
            return Ok(mode);
        };
        Err(format!("argument amode is {}: it {why}", describe(value)))
    }

    /// As the program knows it.
    pub fn value(self) -> i32 {
        self.0
    }

    /// As a sentence of several ranks needs it.
    pub fn names(value: i32) -> String {
        describe(value)
    }

    /// Whether data may be read.
    pub fn may_read(self) -> bool {
        self.0 & WRONLY == 0
    }

    /// Whether data may be written.
    pub fn may_write(self) -> bool {
        self.0 & RDONLY == 0
    }

    /// Whether the file is made where there is none.
    pub fn creates(self) -> bool {
        self.0 & CREATE != 0
    }

    /// Whether a file that is there is an error.
    pub fn is_exclusive(self) -> bool {
        self.0 & EXCL != 0
    }

    /// Whether all pointers begin at the end.
    pub fn appends(self) -> bool {
        self.0 & APPEND != 0
    }

    /// Whether only the shared pointer may be used.
    pub fn is_sequential(self) -> bool {
        self.0 & SEQUENTIAL != 0
    }

    /// Whether the file goes when it is closed.
    pub fn deletes_on_close(self) -> bool {
        self.0 & DELETE_ON_CLOSE != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_that_contradict_themselves_are_refused() {
        for good in [RDONLY, RDWR | CREATE | EXCL, WRONLY | SEQUENTIAL | APPEND] {
            assert_eq!(AccessMode::new(good).map(AccessMode::value), Ok(good));
        }
        for bad in [0, RDONLY | RDWR, RDONLY | CREATE, RDWR | SEQUENTIAL, RDWR | 512, -1] {
            assert!(AccessMode::new(bad).is_err(), "{bad:#x}");
        }
        let text = AccessMode::new(RDONLY | CREATE).unwrap_err();
        assert!(text.contains("MPI_MODE_CREATE | MPI_MODE_RDONLY"), "{text}");
    }
}
