//! What peers have laid ready is read from their memory.

use crate::NAME;
use crate::ffi::{Port, ReadEnd, Sent};
use crate::incoming;
use crate::link::{PutOff, cost};
use crate::reading::{self, Piece};
use crate::state::Core;
use ferry_method::{MethodError, PeerId, Sink};
use ferry_session::{Delivery, Nonsense, SessionMethod, lost, nonsense};
use std::time::Duration;

/// How long a loss waits for reads to end.
const PATIENCE: Duration = Duration::from_secs(60);

impl Core {
    /// More of a peer's frame lies ready.
    pub(crate) fn note_ready(
        &mut self,
        peer: PeerId,
        number: u32,
        bytes: &[u8],
        sink: &mut dyn Sink,
    ) -> Result<(), Nonsense> {
        let place = reading::decode(bytes)?;
        let Some(link) = self.peers.link_mut(peer) else { return Ok(()) };
        let (Some(frame), true) = (&mut link.incoming, self.reads) else {
            return nonsense("a piece that is to be read, of no frame or by nobody");
        };
        let len = place.len as usize;
        let at = frame.reserve(len)?;
        if frame.is_discarded() {
            link.note_consumed(cost(len));
            // Whoever takes packets goes on with those that had to wait.
            self.settle_reading(peer, sink);
            return Ok(());
        }
        link.reading.push(Piece { number, at, place, cost: cost(len) });
        if !self.readers.contains(&peer) {
            self.readers.push(peer);
        }
        Ok(())
    }

    /// Begins reads, as far as the provider takes them. Returns how many.
    pub(crate) fn begin_reads(&mut self, port: &mut Port, sink: &mut dyn Sink) -> usize {
        let mut begun = 0;
        for peer in std::mem::take(&mut self.readers) {
            match self.begin_reads_from(peer, port, &mut begun) {
                Ok(true) => {}
                Ok(false) => self.readers.push(peer),
                Err(why) => self.lose(peer, unreadable(peer, &why), sink),
            }
        }
        begun
    }

    /// The same from one peer. False: the provider takes no more now.
    fn begin_reads_from(
        &mut self,
        peer: PeerId,
        port: &mut Port,
        begun: &mut usize,
    ) -> Result<bool, String> {
        if self.peers.link(peer).is_none_or(|link| link.broken.is_some()) {
            return Ok(true);
        }
        let from = (peer.0, self.address_of(peer, port).map_err(|why| why.to_string())?);
        let Some(link) = self.peers.link_mut(peer) else { return Ok(true) };
        let Some(frame) = &mut link.incoming else { return Ok(true) };
        let mut sent = Sent::Taken;
        while let (Some(piece), Sent::Taken) = (link.reading.next(), &sent) {
            if let Some(landing) = frame.lend() {
                port.lend(peer.0, landing)?;
            }
            sent = port.read_into(from, piece.number, piece.at, &piece.place);
            if sent == Sent::Taken {
                link.reading.note_begun();
                *begun += 1;
            }
        }
        if let Some(landing) = port.take_back(peer.0) {
            frame.take_back(landing);
        }
        match sent {
            Sent::Taken => Ok(true),
            Sent::NoBuffer | Sent::Busy => Ok(false),
            Sent::Failed(why) => Err(why),
        }
    }

    /// A read has ended.
    pub(crate) fn on_read(&mut self, end: ReadEnd, sink: &mut dyn Sink) {
        let peer = PeerId(end.peer);
        let Some(link) = self.peers.link_mut(peer) else { return };
        link.note_heard(self.now);
        if let (Some(frame), Some(landing)) = (&mut link.incoming, end.landing) {
            frame.take_back(landing);
        }
        match &end.failure {
            None => self.read += link.finish_read(end.number),
            Some(_) => link.reading.note_failed(),
        }
        let why = link.broken.as_ref().map(|loss| loss.why.clone());
        let why = why.or_else(|| end.failure.map(|why| unreadable(peer, &why)));
        if let Some(why) = why {
            return self.lose(peer, why, sink);
        }
        self.settle_reading(peer, sink);
        let taken = self.take_kept(peer, sink);
        self.judge(peer, taken, sink);
    }

    /// Something was read, or needs no reading: that may have been the last of its frame.
    fn settle_reading(&mut self, peer: PeerId, sink: &mut dyn Sink) {
        let Some(link) = self.peers.link_mut(peer) else { return };
        let owes_credit = link.owes_credit();
        if link.reading.is_empty() {
            let (max_frame, counters) = (self.max_frame, &mut self.counters);
            incoming::finish(&mut link.incoming, &mut Delivery { peer, max_frame, counters, sink });
        }
        if owes_credit {
            self.owe(peer, |due| due.credit = true);
        }
    }

    /// Whether a peer's loss must wait: the provider may still write to memory that is the program's again after it.
    pub(crate) fn is_put_off(&mut self, peer: PeerId, why: &MethodError) -> bool {
        let link = self.peers.link_mut(peer).filter(|link| link.reading.is_under_way());
        let Some(link) = link else { return false };
        let since = self.now;
        if link.broken.is_none() {
            link.broken = Some(PutOff { why: why.clone(), since });
            self.put_off.push(peer);
        }
        self.fall_silent(peer);
        true
    }

    /// A peer whose loss waits for a read that seems never to end: the provider forgot it.
    pub(crate) fn endless_read(&mut self) -> Option<PeerId> {
        let (now, peers) = (self.now, &self.peers);
        let loss = |peer: &PeerId| peers.link(*peer).and_then(|link| link.broken.as_ref());
        self.put_off.retain(|peer| loss(peer).is_some());
        let is_endless = |loss: &PutOff| now >= loss.since + PATIENCE;
        self.put_off.iter().copied().find(|peer| loss(peer).is_some_and(is_endless))
    }
}

fn unreadable(peer: PeerId, why: &str) -> MethodError {
    lost(NAME, peer, format!("a message cannot be read from its memory: {why}"))
}

#[cfg(test)]
mod tests;
