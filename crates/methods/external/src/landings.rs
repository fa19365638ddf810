//! Frames that a module has begun: where they land, until it says that they are complete.

use ferry_method::{Header, Landing, PeerId};

/// A begun frame.
pub(crate) struct Begun {
    pub(crate) peer: PeerId,
    pub(crate) header: Header,
    pub(crate) landing: Landing,
}

/// Begun frames by ticket. A ticket is good once.
#[derive(Default)]
pub(crate) struct Landings {
    slots: Vec<Option<Begun>>,
    /// Raised with each ticket, so that an old one is not taken for a new one.
    issued: u32,
    tickets: Vec<u64>,
}

impl Landings {
    /// Keeps a frame; the ticket is never 0.
    pub(crate) fn keep(&mut self, begun: Begun) -> (u64, &mut Landing) {
        let at = match self.slots.iter().position(Option::is_none) {
            Some(at) => at,
            None => {
                self.slots.push(None);
                self.tickets.push(0);
                self.slots.len() - 1
            }
        };
        self.issued = self.issued.wrapping_add(1).max(1);
        let ticket = u64::from(self.issued) << 32 | at as u64;
        self.tickets[at] = ticket;
        (ticket, &mut self.slots[at].insert(begun).landing)
    }

    /// Gives a frame back, to whoever has its ticket and knows its sender.
    pub(crate) fn take(&mut self, peer: PeerId, ticket: u64) -> Option<Begun> {
        let at = (ticket & u64::from(u32::MAX)) as usize;
        if self.tickets.get(at) != Some(&ticket) {
            return None;
        }
        self.slots.get_mut(at)?.take_if(|begun| begun.peer == peer)
    }

    /// Drops the frames of a peer that is lost.
    pub(crate) fn forget(&mut self, peer: PeerId) {
        for slot in &mut self.slots {
            drop(slot.take_if(|begun| begun.peer == peer));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(peer: u32) -> Begun {
        Begun { peer: PeerId(peer), header: Header::default(), landing: Landing::Discard }
    }

    #[test]
    fn a_ticket_is_good_once_and_for_its_peer() {
        let mut landings = Landings::default();
        let (first, _) = landings.keep(begun(1));
        let (second, _) = landings.keep(begun(2));
        assert!(landings.take(PeerId(2), first).is_none());
        assert!(landings.take(PeerId(1), first).is_some());
        assert!(landings.take(PeerId(1), first).is_none());
        let (third, _) = landings.keep(begun(1));
        assert!(landings.take(PeerId(1), first).is_none(), "the place was given to another");
        landings.forget(PeerId(2));
        assert!(landings.take(PeerId(2), second).is_none());
        assert!(landings.take(PeerId(1), third).is_some());
        for made_up in [0, 1, u64::MAX] {
            assert!(landings.take(PeerId(1), made_up).is_none());
        }
    }
}
