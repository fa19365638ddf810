//! Which protocol carries a message, by its length and by what the method to the peer can do.

use ferry_method::{Attributes, RemoteReading};
use std::fmt;

/// How the bytes of a message follow its head.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Protocol {
    /// With the head, whether or not the receiver expects them; paid for with credit.
    Eager = 0,
    /// With the head, in a stream of their own, where they stay until they are wanted.
    Direct,
    /// The head alone; the receiver asks for them, or reads them where it finds that quicker.
    Rendezvous,
    /// The head alone; the receiver reads them from the sender's memory.
    OneCopy,
}

impl Protocol {
    /// The protocol for `len` bytes. `is_direct`: messages of their context are left in their streams;
    /// `is_whole`: they lie in one piece.
    #[inline]
    pub(crate) fn of(attributes: &Attributes, is_direct: bool, len: usize, is_whole: bool) -> Self {
        if is_direct && len <= attributes.max_frame {
            return Protocol::Direct;
        }
        if len <= attributes.eager_limit {
            return Protocol::Eager;
        }
        Self::announced(attributes, len, is_whole)
    }

    /// The protocol for bytes that do not travel with their head.
    #[inline]
    pub(crate) fn announced(attributes: &Attributes, len: usize, is_whole: bool) -> Self {
        match attributes.remote_reading {
            RemoteReading::From(from) if is_whole && len >= from => Protocol::OneCopy,
            _ => Protocol::Rendezvous,
        }
    }

    /// Whether the head travels alone.
    #[inline]
    pub fn is_announced(self) -> bool {
        matches!(self, Protocol::Rendezvous | Protocol::OneCopy)
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Protocol::Eager => "eager",
            Protocol::Direct => "direct",
            Protocol::Rendezvous => "rendezvous",
            Protocol::OneCopy => "one-copy",
        })
    }
}

/// A protocol and the lengths in bytes, from and up to and including, that it carries.
pub type Carries = (Protocol, usize, Option<usize>);

/// Which protocol carries which lengths over a method with these attributes. `is_direct`: in the direct
/// design. What lies in one piece is meant; what does not is never read from its sender's memory.
pub fn table(attributes: &Attributes, is_direct: bool) -> Vec<Carries> {
    let is_direct = is_direct && attributes.stream_flow_control;
    let before_reads = match attributes.remote_reading {
        RemoteReading::From(from) => from.checked_sub(1),
        RemoteReading::Never | RemoteReading::Measured => None,
    };
    let ends =
        [Some(attributes.eager_limit), is_direct.then_some(attributes.max_frame), before_reads];
    let starts = ends.into_iter().flatten().filter_map(|end| end.checked_add(1));
    let mut starts: Vec<usize> = starts.chain([0]).collect();
    starts.sort_unstable();
    let mut lines: Vec<Carries> = Vec::new();
    for start in starts {
        let protocol = Protocol::of(attributes, is_direct, start, true);
        match lines.last_mut() {
            Some((before, ..)) if *before == protocol => {}
            Some((_, from, _)) if *from == start => {}
            _ => {
                if let Some((_, _, end)) = lines.last_mut() {
                    *end = Some(start - 1);
                }
                lines.push((protocol, start, None));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_method::Scope;
    use std::time::Duration;

    fn attributes(eager_limit: usize, remote_read_from: Option<usize>) -> Attributes {
        Attributes {
            scope: Scope::Host,
            latency: Duration::ZERO,
            bandwidth: 1e9,
            eager_limit,
            fragment: 1 << 16,
            max_frame: 1 << 20,
            reliable: true,
            streams: 1,
            stream_flow_control: true,
            multicast: false,
            several_paths: false,
            confidential: false,
            shares_memory: true,
            remote_reads: remote_read_from.is_some(),
            remote_reading: remote_read_from.map_or(RemoteReading::Never, RemoteReading::From),
            poll_cost: Duration::ZERO,
        }
    }

    #[test]
    fn the_table_says_what_is_chosen() {
        for eager in [0, 1, 4096] {
            for read in [None, Some(0), Some(1), Some(4096), Some(5000)] {
                for is_direct in [false, true] {
                    let attributes = attributes(eager, read);
                    let lines = table(&attributes, is_direct);
                    for len in [0, 1, 2, 4095, 4096, 4097, 4999, 5000, 1 << 20, (1 << 20) + 1] {
                        let meant = lines
                            .iter()
                            .filter(|(_, from, to)| *from <= len && to.is_none_or(|to| len <= to));
                        let meant: Vec<_> = meant.map(|line| line.0).collect();
                        let chosen = Protocol::of(&attributes, is_direct, len, true);
                        assert_eq!(meant, [chosen], "{len} bytes of {lines:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_long_is_announced() {
        let lines = table(&attributes(4096, Some(65536)), false);
        assert_eq!(
            lines,
            [
                (Protocol::Eager, 0, Some(4096)),
                (Protocol::Rendezvous, 4097, Some(65535)),
                (Protocol::OneCopy, 65536, None),
            ]
        );
        let lines = table(&attributes(4096, None), true);
        assert_eq!(
            lines,
            [(Protocol::Direct, 0, Some(1 << 20)), (Protocol::Rendezvous, (1 << 20) + 1, None)]
        );
    }
}
