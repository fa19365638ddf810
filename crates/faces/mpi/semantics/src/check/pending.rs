//! Memory of operations under way, which neither the program nor another operation may change (MPI-5.0 §3.7.2).
//!
//! Only what lies in a row is remembered: of two vectors that are interleaved each has its own elements.

use crate::constants::MPI_ERR_BUFFER;
use crate::error::{Error, Result};
use crate::process::Process;
use ferry_two_sided::RequestId;
use std::ops::Range;

/// Memory that an operation uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    bytes: Range<usize>,
    is_written: bool,
}

struct InUse {
    span: Span,
    by: RequestId,
}

/// The memory of all operations under way.
#[derive(Default)]
pub(crate) struct Pending(Vec<InUse>);

impl Span {
    /// Memory that is read.
    pub(crate) fn read(address: *const u8, len: u64) -> Self {
        Span::new(address as usize, len, false)
    }

    /// Memory that is written.
    pub(crate) fn written(address: *const u8, len: u64) -> Self {
        Span::new(address as usize, len, true)
    }

    fn new(start: usize, len: u64, is_written: bool) -> Self {
        let end = start.saturating_add(usize::try_from(len).unwrap_or(usize::MAX));
        Span { bytes: start..end, is_written }
    }

    fn excludes(&self, other: &Span) -> bool {
        let meet = self.bytes.start.max(other.bytes.start) < self.bytes.end.min(other.bytes.end);
        meet && (self.is_written || other.is_written)
    }

    fn doing(&self) -> &'static str {
        if self.is_written { "receives into" } else { "sends from" }
    }
}

/// Whether an operation may use this memory now.
///
/// # Errors
/// Where one that is under way uses it.
pub(crate) fn is_free(process: &mut Process, span: &Span) -> Result<()> {
    let Process { checks, runtime, .. } = process;
    checks.pending.0.retain(|used| runtime.face.transfer.exists(used.by));
    match checks.pending.0.iter().find(|used| used.span.excludes(span)) {
        None => Ok(()),
        Some(used) => Err(taken(span, &used.span)),
    }
}

/// An operation uses this memory from now on, until the program has waited for it.
pub(crate) fn note(process: &mut Process, span: Span, by: RequestId) {
    process.checks.pending.0.push(InUse { span, by });
}

#[cold]
fn taken(wanted: &Span, used: &Span) -> Error {
    let len = |span: &Span| span.bytes.end - span.bytes.start;
    let text = format!(
        "argument buf: the call {} {} bytes at {:#x}, and an operation that is not waited for yet {} {} bytes at \
         {:#x}; wait for that first",
        wanted.doing(),
        len(wanted),
        wanted.bytes.start,
        used.doing(),
        len(used),
        used.bytes.start
    );
    Error::new(MPI_ERR_BUFFER, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_share_and_writers_do_not() {
        let (read, write) =
            (|at, len| Span::new(at, len, false), |at, len| Span::new(at, len, true));
        assert!(!read(10, 10).excludes(&read(10, 10)));
        assert!(read(10, 10).excludes(&write(19, 1)));
        assert!(write(19, 1).excludes(&read(10, 10)));
        assert!(!write(20, 5).excludes(&write(10, 10)));
        assert!(!write(15, 0).excludes(&write(10, 10)), "nothing is written");
        assert!(write(usize::MAX - 1, u64::MAX).excludes(&write(usize::MAX - 1, 1)));
    }
}
