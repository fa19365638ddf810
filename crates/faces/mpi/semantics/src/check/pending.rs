//! Memory of operations under way, which neither the program nor another operation may change (MPI-5.0 §3.7.2).
//!
//! Only what lies in a row is remembered: of two vectors that are interleaved each has its own elements.

use crate::constants::MPI_ERR_BUFFER;
use crate::error::{Error, Result};
use crate::process::Process;
use ferry_two_sided::RequestId;
use std::collections::BTreeMap;
use std::ops::Range;

/// Memory that an operation uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    bytes: Range<usize>,
    is_written: bool,
}

/// The memory of all operations under way. What one that has ended used is forgotten when it is met, or when much of it
/// has gathered.
#[derive(Default)]
pub(crate) struct Pending {
    read: Spans,
    written: Spans,
    /// How many have been noted since the last sweep.
    noted: usize,
    /// How many were under way then.
    left: usize,
}

/// Most spans that are noted before a sweep, however few are under way.
const UNSWEPT: usize = 64;

impl Pending {
    /// A span under way that excludes this one.
    fn obstacle(&mut self, wanted: &Span, is_alive: impl Fn(RequestId) -> bool) -> Option<Span> {
        let found = self.written.meeting(&wanted.bytes, &is_alive).map(|span| (span, true));
        let found = found.or_else(|| {
            let span = wanted.is_written.then(|| self.read.meeting(&wanted.bytes, &is_alive));
            span.flatten().map(|span| (span, false))
        });
        found.map(|(bytes, is_written)| Span { bytes, is_written })
    }

    fn note(&mut self, span: Span, by: RequestId, is_alive: impl Fn(RequestId) -> bool) {
        if self.noted > UNSWEPT.max(self.left) {
            self.left = self.read.sweep(&is_alive) + self.written.sweep(&is_alive);
            self.noted = 0;
        }
        self.noted += 1;
        let spans = if span.is_written { &mut self.written } else { &mut self.read };
        spans.add(span.bytes, by);
    }
}

/// Parts of memory, each with those that use it: by the power of two that their length reaches, then by place. So those
/// that can reach a place lie in a row, however long others are.
#[derive(Default)]
struct Spans(BTreeMap<u32, BTreeMap<(usize, usize), Vec<RequestId>>>);

impl Spans {
    fn add(&mut self, bytes: Range<usize>, by: RequestId) {
        let Some(power) = bytes.len().checked_ilog2() else { return };
        let of_length = self.0.entry(power).or_default();
        of_length.entry((bytes.start, bytes.end)).or_default().push(by);
    }

    /// One that meets these bytes, of an operation that is under way.
    fn meeting(
        &mut self,
        bytes: &Range<usize>,
        is_alive: impl Fn(RequestId) -> bool,
    ) -> Option<Range<usize>> {
        if bytes.is_empty() {
            return None;
        }
        self.0.iter_mut().find_map(|(power, spans)| {
            let longest = 1usize.checked_shl(power + 1).map_or(usize::MAX, |beyond| beyond - 1);
            let near = (bytes.start.saturating_sub(longest), 0)..(bytes.end, 0);
            loop {
                let mut keys = spans.range(near.clone()).map(|(key, _)| *key);
                let key = keys.find(|(_, end)| *end > bytes.start)?;
                let users = spans.get_mut(&key)?;
                users.truncate(users.iter().rposition(|by| is_alive(*by)).map_or(0, |at| at + 1));
                if !users.is_empty() {
                    return Some(key.0..key.1);
                }
                spans.remove(&key);
            }
        })
    }

    /// Forgets what ended operations used; how many are left.
    fn sweep(&mut self, is_alive: impl Fn(RequestId) -> bool) -> usize {
        let mut left = 0;
        self.0.retain(|_, spans| {
            spans.retain(|_, users| {
                users.retain(|by| is_alive(*by));
                left += users.len();
                !users.is_empty()
            });
            !spans.is_empty()
        });
        left
    }
}

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
    let transfer = &runtime.face.transfer;
    match checks.pending.obstacle(span, |by| transfer.exists(by)) {
        None => Ok(()),
        Some(used) => Err(taken(span, &used)),
    }
}

/// An operation uses this memory from now on, until the program has waited for it.
pub(crate) fn note(process: &mut Process, span: Span, by: RequestId) {
    let Process { checks, runtime, .. } = process;
    let transfer = &runtime.face.transfer;
    checks.pending.note(span, by, |by| transfer.exists(by));
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
    use proptest::prelude::*;
    use std::cell::Cell;

    /// Which of some spans under way excludes one, looked for in all of them.
    fn naive(all: &[(Span, bool)], wanted: &Span) -> bool {
        all.iter().any(|(span, is_alive)| {
            let (a, b) = (&span.bytes, &wanted.bytes);
            let meet = a.start.max(b.start) < a.end.min(b.end);
            *is_alive && meet && (span.is_written || wanted.is_written)
        })
    }

    fn spans() -> impl Strategy<Value = Span> {
        let len = prop_oneof![0u64..4, 0u64..40, 0u64..400];
        (0usize..300, len, any::<bool>()).prop_map(|(at, len, written)| Span::new(at, len, written))
    }

    proptest! {
        #[test]
        fn what_is_under_way_is_found(steps in prop::collection::vec((spans(), any::<prop::sample::Index>()), 1..300)) {
            let (mut pending, mut all) = (Pending::default(), Vec::<(Span, bool)>::new());
            for (wanted, ends) in steps {
                let alive = |by: RequestId| all[by.0 as usize].1;
                let found = pending.obstacle(&wanted, alive);
                prop_assert_eq!(found.is_some(), naive(&all, &wanted), "{:?} in {:?}", wanted, all);
                if let Some(found) = found {
                    prop_assert!(all.contains(&(found, true)));
                    let index = ends.index(all.len());
                    all[index].1 = false;
                } else {
                    let by = RequestId(all.len() as u64);
                    all.push((wanted.clone(), true));
                    pending.note(wanted, by, |by| all[by.0 as usize].1);
                }
            }
        }
    }

    /// However many are under way, few are looked at.
    #[test]
    fn many_that_do_not_meet_are_not_looked_at() {
        let mut pending = Pending::default();
        let looked = Cell::new(0);
        let is_alive = |_| {
            looked.set(looked.get() + 1);
            true
        };
        for number in 0..20_000 {
            let wanted = Span::new(number * 24, 24, true);
            assert_eq!(pending.obstacle(&wanted, is_alive), None);
            pending.note(wanted, RequestId(number as u64), is_alive);
        }
        assert!(looked.get() < 60_000, "{} looks", looked.get());
        looked.set(0);
        assert!(pending.obstacle(&Span::new(5000, 1, false), is_alive).is_some());
        assert_eq!(looked.get(), 1);
    }

    #[test]
    fn what_has_ended_does_not_gather() {
        let mut pending = Pending::default();
        for number in 0..10_000 {
            let is_alive = |by: RequestId| by.0 + 10 > number;
            pending.note(
                Span::new(number as usize, 8, number % 2 == 0),
                RequestId(number),
                is_alive,
            );
        }
        let left = pending.read.sweep(|_| true) + pending.written.sweep(|_| true);
        assert!(left <= 10 + UNSWEPT + 2, "{left}");
    }

    #[test]
    fn no_memory_is_the_last() {
        let mut pending = Pending::default();
        pending.note(Span::new(usize::MAX - 1, u64::MAX, true), RequestId(1), |_| true);
        assert!(pending.obstacle(&Span::new(usize::MAX - 1, 1, true), |_| true).is_some());
        assert!(pending.obstacle(&Span::new(0, u64::MAX, true), |_| true).is_some());
        assert!(
            pending.obstacle(&Span::new(20, 0, true), |_| true).is_none(),
            "nothing is written"
        );
    }
}
