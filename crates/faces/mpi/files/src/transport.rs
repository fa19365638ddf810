//! The plan of a collective access in two phases: the file is divided among a few processes, each of which
//! accesses its part for all, a window at a time. All processes make the same plan from what all of them know.

use crate::view::FileView;
use std::ops::Range;

/// What a process tells the others of its access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AccessShare {
    /// The first byte of the file that it touches; any where it touches none.
    pub start: u64,
    /// The end of the last one.
    pub end: u64,
    /// Bytes of its stream.
    pub bytes: u64,
    /// Bytes of a piece of the file, on average.
    pub piece: u64,
}

/// What the program and measurements say of how an access is made.
#[derive(Clone, Debug)]
pub struct TransportWishes {
    /// The processes that access the file for all.
    pub aggregators: Vec<u32>,
    /// The most bytes that each of them holds at a time, about.
    pub buffer: u64,
    /// Takes the plan wherever it can be used, not only where it pays.
    pub always: bool,
    /// From this average piece on it does not pay.
    pub large_piece: u64,
}

/// Where the file is divided, and how far each window reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TransportPlan {
    aggregators: Vec<u32>,
    start: u64,
    end: u64,
    /// Bytes of a process's part of the file.
    domain: u64,
    /// Bytes of a window.
    window: u64,
}

/// The smallest window; the head of a message is not worth less.
const SMALLEST: u64 = 256;
/// Pages and blocks begin at multiples of this.
const PAGE: u64 = 4096;
/// Where data fill less than this part of what they span, each process accesses its own: the windows would be
/// nearly empty.
const SPARSE: u64 = 8;

impl AccessShare {
    /// The share of a part of a view's stream.
    pub fn new(view: &FileView, position: u64, len: u64) -> Self {
        /// Bytes that are looked at to know the size of a piece.
        const SAMPLE: u64 = 1 << 16;
        if len == 0 {
            return AccessShare::default();
        }
        let (mut pieces, sample) = (0, len.min(SAMPLE));
        view.pieces(position, sample, |_, _| pieces += 1);
        let Range { start, end } = view.span(position, len);
        AccessShare {
            start,
            end,
            bytes: len,
            piece: if view.is_plain() { len } else { sample / pieces.max(1) },
        }
    }
}

/// Whether what some touch lies between what others do.
fn interleaves(shares: &[AccessShare]) -> bool {
    let mut spans: Vec<(u64, u64)> = shares
        .iter()
        .filter(|share| share.bytes > 0)
        .map(|share| (share.start, share.end))
        .collect();
    spans.sort_unstable();
    spans.windows(2).any(|pair| pair[1].0 < pair[0].1)
}

impl TransportPlan {
    /// The plan; `None`: each process accesses its own part of the file.
    pub fn new(shares: &[AccessShare], wishes: TransportWishes) -> Option<Self> {
        let active = || shares.iter().filter(|share| share.bytes > 0);
        let start = active().map(|share| share.start).min()?;
        let end = active().map(|share| share.end).max()?;
        let bytes: u64 = active().fold(0, |sum, share| sum.saturating_add(share.bytes));
        let span = end - start;
        let pieces: u64 = active().map(|share| share.bytes.div_ceil(share.piece.max(1))).sum();
        let pays = bytes / pieces.max(1) < wishes.large_piece && interleaves(shares);
        if bytes.saturating_mul(SPARSE) < span || !(wishes.always || pays) {
            return None;
        }
        let count = wishes.aggregators.len().max(1) as u64;
        let domain = span.div_ceil(count);
        let domain = if domain > 256 * PAGE { domain.next_multiple_of(PAGE) } else { domain };
        // A window holds about as many bytes as are wanted, however densely they lie.
        let scaled =
            u128::from(wishes.buffer.max(SMALLEST)) * u128::from(span) / u128::from(bytes.max(1));
        let window =
            u64::try_from(scaled).unwrap_or(u64::MAX).clamp(SMALLEST, domain.max(SMALLEST));
        Some(TransportPlan { aggregators: wishes.aggregators, start, end, domain, window })
    }

    /// The processes that access the file for all.
    pub fn aggregators(&self) -> &[u32] {
        &self.aggregators
    }

    /// How many windows each of them goes through.
    pub fn rounds(&self) -> u64 {
        self.domain.div_ceil(self.window)
    }

    /// The bytes of the file that an aggregator sees to in a round; they may be none.
    pub fn window(&self, aggregator: usize, round: u64) -> Range<u64> {
        let first = self.start.saturating_add(self.domain.saturating_mul(aggregator as u64));
        let last = first.saturating_add(self.domain).min(self.end);
        let start = first.saturating_add(round.saturating_mul(self.window)).min(last);
        start..start.saturating_add(self.window).min(last)
    }

    /// The part of a stream that lies in a window, as positions of the view's. The stream must be one that
    /// [`FileView::ascends`]: what lies in a window is a part of no other.
    pub fn part(view: &FileView, stream: &Range<u64>, window: &Range<u64>) -> Range<u64> {
        if window.is_empty() || stream.is_empty() {
            return stream.start..stream.start;
        }
        view.position_from(window.start, stream)..view.position_from(window.end, stream)
    }
}

/// The processes that access a file for all: `count` of them, one host after the other. `hosts` says where each rank
/// is.
pub fn aggregators(hosts: &[u32], count: u32) -> Vec<u32> {
    let mut turns = vec![0u32; hosts.len()];
    for (rank, host) in hosts.iter().enumerate() {
        turns[rank] = hosts[..rank].iter().filter(|other| *other == host).count() as u32;
    }
    let mut ranks: Vec<u32> = (0..hosts.len() as u32).collect();
    // The first rank of each host, then the second of each, and so on.
    ranks.sort_by_key(|rank| turns[*rank as usize]);
    ranks.truncate(count.max(1) as usize);
    ranks.sort_unstable();
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_datatype::{Basic, Datatype, Form};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn wishes(count: u32, buffer: u64) -> TransportWishes {
        let aggregators = (0..count).collect();
        TransportWishes { aggregators, buffer, always: true, large_piece: 1 << 15 }
    }

    /// Every `ranks`th block of bytes.
    fn cyclic(rank: u64, ranks: u64, block: u64) -> FileView {
        let row =
            Datatype::contiguous(Form::Int, block as i64, &Datatype::basic(Basic::Byte)).unwrap();
        let tile: Arc<Datatype> =
            Datatype::resized(Form::Int, 0, (ranks * block) as i64, &row).unwrap();
        tile.commit();
        FileView::new(rank * block, 1, &tile, true).unwrap()
    }

    #[test]
    fn aggregators_are_spread_over_hosts() {
        assert_eq!(aggregators(&[0, 0, 0, 1, 1, 1], 2), [0, 3]);
        assert_eq!(aggregators(&[0, 0, 0, 1, 1, 1], 3), [0, 1, 3]);
        assert_eq!(aggregators(&[0, 0, 0], 9), [0, 1, 2]);
    }

    #[test]
    fn parts_in_a_row_and_large_pieces_need_no_plan() {
        let share = |start, end, piece| AccessShare { start, end, bytes: end - start, piece };
        let usual = TransportWishes { always: false, ..wishes(2, 1 << 20) };
        assert_eq!(
            TransportPlan::new(&[share(0, 100, 100), share(100, 200, 100)], usual.clone()),
            None
        );
        assert_eq!(TransportPlan::new(&[], usual.clone()), None);
        let spread = |piece| AccessShare { start: 0, end: 1 << 20, bytes: 1 << 19, piece };
        assert_eq!(TransportPlan::new(&[spread(1 << 16), spread(1 << 16)], usual.clone()), None);
        assert!(TransportPlan::new(&[spread(100), spread(100)], usual.clone()).is_some());
        let thin = AccessShare { start: 0, end: 1 << 40, bytes: 100, piece: 1 };
        assert_eq!(TransportPlan::new(&[thin, thin], usual), None);
    }

    proptest! {
        /// Every byte of every stream is in one window of one aggregator, in the order of the stream.
        #[test]
        fn nothing_is_left_out_or_sent_twice(
            ranks in 1u64..5, block in 1u64..40, lens in prop::collection::vec(0u64..900, 5),
            first in 0u64..200, count in 1u32..4, buffer in 1u64..2000,
        ) {
            let views: Vec<FileView> = (0..ranks).map(|rank| cyclic(rank, ranks, block)).collect();
            let share = |rank: u64| AccessShare::new(&views[rank as usize], first, lens[rank as usize]);
            let shares: Vec<AccessShare> = (0..ranks).map(share).collect();
            let Some(plan) = TransportPlan::new(&shares, wishes(count, buffer)) else {
                return Ok(());
            };
            for rank in 0..ranks as usize {
                let stream = first..first + lens[rank];
                let mut next = stream.start;
                for aggregator in 0..count as usize {
                    for round in 0..plan.rounds() {
                        let window = plan.window(aggregator, round);
                        let part = TransportPlan::part(&views[rank], &stream, &window);
                        if part.is_empty() {
                            continue;
                        }
                        prop_assert_eq!(part.start, next);
                        next = part.end;
                        views[rank].pieces(part.start, part.end - part.start, |offset, len| {
                            assert!(window.contains(&offset) && offset + len <= window.end);
                        });
                    }
                }
                prop_assert_eq!(next, stream.end);
            }
        }
    }
}
