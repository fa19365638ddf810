//! What those are told who ask something of an interface that there is not.

use crate::process::PortalsProcess;
use std::collections::VecDeque;

/// Refusals that may wait to be sent: who asks more is not told.
const MOST: usize = 1 << 12;

/// Refusals that wait to be sent, as a version says them.
#[derive(Debug)]
pub(crate) struct Refusals<H>(VecDeque<(PortalsProcess, H)>);

impl<H> Default for Refusals<H> {
    fn default() -> Self {
        Refusals(VecDeque::new())
    }
}

impl<H> Refusals<H> {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lets one wait, unless as many do as may.
    #[cold]
    pub(crate) fn push(&mut self, to: PortalsProcess, head: H) {
        if self.0.len() < MOST {
            self.0.push_back((to, head));
        }
    }

    /// Takes the oldest.
    pub(crate) fn take(&mut self) -> Option<(PortalsProcess, H)> {
        self.0.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_wait_and_no_more() {
        let to = PortalsProcess { nid: 0, pid: 1 };
        let mut refusals = Refusals::default();
        (0..2 * MOST).for_each(|number| refusals.push(to, number));
        assert_eq!(refusals.take(), Some((to, 0)));
        assert_eq!(std::iter::from_fn(|| refusals.take()).last(), Some((to, MOST - 1)));
        assert!(refusals.is_empty());
    }
}
