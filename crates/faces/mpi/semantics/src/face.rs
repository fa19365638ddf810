//! MPI over a process's links: its messages, and the windows beside them.

use ferry_link::{Face, Links};
use ferry_method::{Landing, MethodError, PeerId, Sink};
use ferry_one_sided::OneSided;
use ferry_transfer::Transfer;
use ferry_two_sided::{RequestId, TwoSided};
use ferry_wire::{Header, Share};
use std::ops::{Deref, DerefMut};

/// What MPI answers for.
pub(crate) const SHARES: &[Share] = &[Share::TWO_SIDED, Share::TRANSFER, ferry_one_sided::SHARE];

/// MPI over a process's links. Most of what uses it uses its messages.
pub struct MpiFace {
    two_sided: TwoSided,
    /// Windows.
    pub one_sided: OneSided,
    /// Peers that have parted in good order since this was asked.
    departed: Vec<PeerId>,
}

impl MpiFace {
    pub(crate) fn new(two_sided: TwoSided) -> Self {
        MpiFace { two_sided, one_sided: OneSided::default(), departed: Vec::new() }
    }

    /// Peers that have parted in good order since this was asked.
    pub(crate) fn take_departed(&mut self) -> Vec<PeerId> {
        std::mem::take(&mut self.departed)
    }

    /// The windows, and the transfers by which their frames travel.
    #[inline]
    pub fn windows(&mut self) -> (&mut OneSided, &mut Transfer) {
        (&mut self.one_sided, &mut self.two_sided.transfer)
    }
}

impl Deref for MpiFace {
    type Target = TwoSided;

    #[inline]
    fn deref(&self) -> &TwoSided {
        &self.two_sided
    }
}

impl DerefMut for MpiFace {
    #[inline]
    fn deref_mut(&mut self) -> &mut TwoSided {
        &mut self.two_sided
    }
}

#[inline]
fn is_of_windows(header: &Header) -> bool {
    ferry_one_sided::SHARE.contains(header.handler)
}

impl Sink for MpiFace {
    #[inline]
    fn frame(&mut self, peer: PeerId, header: &Header, payload: &[u8]) {
        if is_of_windows(header) {
            let (windows, transfer) = self.windows();
            return windows.frame(transfer, peer, header, payload);
        }
        self.two_sided.frame(peer, header, payload);
    }

    #[inline]
    fn take(&mut self, peer: PeerId, header: &Header, payload: &[u8]) -> bool {
        self.two_sided.take(peer, header, payload)
    }

    fn begin(&mut self, peer: PeerId, header: &Header, len: usize) -> Landing {
        if is_of_windows(header) {
            return self.one_sided.begin(peer, header, len);
        }
        self.two_sided.begin(peer, header, len)
    }

    fn finish(&mut self, peer: PeerId, header: &Header, landing: Landing) {
        if is_of_windows(header) {
            let (windows, transfer) = self.windows();
            return windows.finish(transfer, peer, header, landing);
        }
        self.two_sided.finish(peer, header, landing);
    }

    fn lost(&mut self, peer: PeerId, why: MethodError) {
        let (windows, transfer) = self.windows();
        windows.lose(transfer, peer);
        self.two_sided.lost(peer, why);
    }

    #[cold]
    fn departed(&mut self, peer: PeerId) {
        self.departed.push(peer);
        self.two_sided.transfer.stir();
    }
}

impl Face for MpiFace {
    #[inline]
    fn flush(&mut self, links: &mut Links) -> usize {
        if self.one_sided.is_contended() {
            let (windows, transfer) = self.windows();
            windows.retry_locks(transfer);
        }
        self.two_sided.flush(links)
    }

    #[inline]
    fn has_output(&self) -> bool {
        self.two_sided.has_output()
    }

    fn failures(&self) -> u64 {
        self.two_sided.transfer.failures()
    }

    fn is_over(&self, operation: u64) -> bool {
        self.two_sided.transfer.is_done(RequestId(operation))
    }

    fn news(&self) -> (u64, usize) {
        let (done, kept) = self.two_sided.news();
        (done.wrapping_add(self.one_sided.news()), kept)
    }
}
