//! What paths ask of the association.

use std::collections::VecDeque;

use super::{PathId, PathState};

/// Something for the association to do or to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathAction {
    /// T3-rtx expired (RFC 9260 §6.3.3): mark every chunk outstanding on the path for retransmission.
    /// The path already counts none of them as in flight, so `on_lost` is not called for them.
    Retransmit,
    /// Send a HEARTBEAT with a fresh random nonce, then call `heartbeat_sent`.
    Heartbeat,
    /// Send a HEARTBEAT with a fresh random nonce and a PAD chunk, `packet` bytes in all, alone and with
    /// fragmentation forbidden; then call `probe_sent`.
    Probe {
        /// Size of the SCTP packet, common header included.
        packet: u16,
    },
    /// Packets to this path may now have `packet` bytes, common header included.
    MtuChanged {
        /// Largest SCTP packet.
        packet: u16,
    },
    /// The path's state changed; an application may want to know (RFC 6458 §6.1.2).
    StateChanged {
        /// Before.
        from: PathState,
        /// Now.
        to: PathState,
    },
    /// This path is the primary now (RFC 7829 §6).
    PrimaryChanged,
    /// Pacing lets the path send again.
    Send,
}

/// Actions waiting for the association, in order.
#[derive(Debug, Default)]
pub(super) struct Actions(VecDeque<(PathId, PathAction)>);

impl Actions {
    pub(super) fn with_capacity(n: usize) -> Self {
        Self(VecDeque::with_capacity(n))
    }

    /// Queues an action. One that is queued already is not queued twice, and news replaces old news of
    /// the same path, so that an association that does not drain cannot make the queue grow.
    pub(super) fn push(&mut self, path: PathId, action: PathAction) {
        let mut new = action;
        self.0.retain(|&(p, old)| match (old, &mut new) {
            (
                PathAction::StateChanged { from, .. },
                PathAction::StateChanged { from: since, .. },
            ) if p == path => {
                *since = from;
                false
            }
            (PathAction::MtuChanged { .. }, PathAction::MtuChanged { .. })
            | (PathAction::Probe { .. }, PathAction::Probe { .. }) => p != path,
            (PathAction::PrimaryChanged, PathAction::PrimaryChanged) => false,
            _ => true,
        });
        let unchanged = matches!(new, PathAction::StateChanged { from, to } if from == to);
        if !unchanged && !self.0.contains(&(path, new)) {
            self.0.push_back((path, new));
        }
    }

    pub(super) fn pop(&mut self) -> Option<(PathId, PathAction)> {
        self.0.pop_front()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn forget(&mut self, path: PathId) {
        self.0.retain(|(p, _)| *p != path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_that_nobody_reads_is_kept_once_and_the_last_word_counts() {
        let (path, mut actions) = (PathId(3), Actions::default());
        let change = |from, to| PathAction::StateChanged { from, to };
        use PathState::{Active, Inactive, PotentiallyFailed};
        for _ in 0..10 {
            actions.push(path, change(Active, PotentiallyFailed));
            actions.push(path, PathAction::Heartbeat);
            actions.push(path, change(PotentiallyFailed, Active));
            actions.push(path, PathAction::MtuChanged { packet: 1172 });
        }
        actions.push(path, change(Active, PotentiallyFailed));
        actions.push(path, change(PotentiallyFailed, Inactive));
        actions.push(path, PathAction::MtuChanged { packet: 1472 });
        let all: Vec<PathAction> = std::iter::from_fn(|| actions.pop()).map(|(_, a)| a).collect();
        let mtu = PathAction::MtuChanged { packet: 1472 };
        assert_eq!(all, [PathAction::Heartbeat, change(Active, Inactive), mtu]);
        assert!(actions.is_empty());
    }
}
