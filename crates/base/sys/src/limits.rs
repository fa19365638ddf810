//! The limits that a system sets a process (`ulimit`).

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;

/// Opens something that takes a descriptor. When the process has used up what the soft limit grants, that
/// is raised to the hard one: not before, since programs that call select(2) rely on low numbers.
///
/// # Errors
/// What `open` says; [`descriptor_advice`] adds what to do.
pub fn with_descriptors<T, E>(mut open: impl FnMut() -> Result<T, E>) -> io::Result<T>
where
    io::Error: From<E>,
{
    match open().map_err(io::Error::from) {
        Err(e) if is_errno(&e, Errno::MFILE) => {
            // Tried again even where nothing was gained: another thread may have raised it meanwhile.
            raise(Resource::Nofile);
            Ok(open()?)
        }
        other => other,
    }
}

/// What to do about an error of [`with_descriptors`], to be put behind it; empty if descriptors are not
/// what is short.
pub fn descriptor_advice(e: &io::Error) -> &'static str {
    if is_errno(e, Errno::MFILE) {
        "; this process may have no more descriptors: raise `ulimit -n`"
    } else {
        ""
    }
}

/// The most bytes that a file, or a segment of shared memory, may have; `None`: any number.
pub fn longest_file() -> Option<u64> {
    getrlimit(Resource::Fsize).current
}

/// Checks that a file, or a segment of shared memory, may be so long: the system kills whoever makes a
/// longer one.
pub(crate) fn check_file_size(len: u64) -> io::Result<()> {
    match longest_file() {
        Some(most) if most < len => Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!(
                "shared memory of {len} bytes is more than the {most} that a file may have here: raise \
                 `ulimit -f`, or do without shm (FERRY_METHODS=tcp)"
            ),
        )),
        _ => Ok(()),
    }
}

fn is_errno(e: &io::Error, errno: Errno) -> bool {
    e.raw_os_error() == Some(errno.raw_os_error())
}

/// Raises a soft limit to the hard one where the system allows it.
fn raise(resource: Resource) {
    let limit = getrlimit(resource);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    if limit.current != limit.maximum {
        let _ = setrlimit(resource, raised);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    /// Nextest gives each test a process of its own.
    #[test]
    fn the_soft_limit_of_descriptors_is_raised_when_it_is_reached() {
        let hard = getrlimit(Resource::Nofile).maximum;
        let low = Rlimit { current: Some(16), maximum: hard };
        setrlimit(Resource::Nofile, low).unwrap();
        let open = || with_descriptors(|| File::open("/dev/null"));
        let files: Vec<File> = (0..40).map(|_| open().unwrap()).collect();
        assert_eq!(getrlimit(Resource::Nofile).current, hard);
        drop(files);
    }

    #[test]
    fn who_finds_the_limit_raised_by_another_thread_tries_again() {
        let mut raised = false;
        let open = || {
            let first = !std::mem::replace(&mut raised, true);
            if first { Err(Errno::MFILE) } else { Ok(()) }
        };
        let hard = getrlimit(Resource::Nofile).maximum;
        setrlimit(Resource::Nofile, Rlimit { current: hard, maximum: hard }).unwrap();
        with_descriptors(open).unwrap();
    }

    #[test]
    fn what_the_hard_limit_refuses_comes_with_advice() {
        let error = with_descriptors(|| Err::<(), _>(Errno::NOENT)).unwrap_err();
        assert_eq!(descriptor_advice(&error), "");
        let limit = Rlimit { current: Some(16), maximum: Some(16) };
        setrlimit(Resource::Nofile, limit).unwrap();
        let open = || with_descriptors(|| File::open("/dev/null"));
        let mut files = Vec::new();
        let error = loop {
            match open() {
                Ok(file) => files.push(file),
                Err(error) => break error,
            }
        };
        drop(files);
        assert!(descriptor_advice(&error).contains("ulimit -n"), "{error}");
    }

    #[test]
    fn memory_longer_than_a_file_may_be_is_an_error_and_no_signal() {
        let limit = Rlimit { current: Some(1 << 20), maximum: Some(1 << 20) };
        setrlimit(Resource::Fsize, limit).unwrap();
        assert!(crate::SegmentFile::create("short", 1 << 20).is_ok());
        let error = crate::SegmentFile::create("long", 2 << 20).unwrap_err();
        assert!(error.to_string().contains("ulimit -f"), "{error}");
    }
}
