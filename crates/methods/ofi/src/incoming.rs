//! Frames put together from packets.

use crate::packet::PacketKind;
use ferry_method::{Header, Landing};
use ferry_session::{Delivery, Nonsense, nonsense};
use ferry_wire::HEADER_LEN;

/// A frame of which the beginning is here.
pub(crate) struct IncomingPackets {
    header: Header,
    len: usize,
    /// `None` while it is being read into.
    landing: Option<Landing>,
    filled: usize,
}

impl IncomingPackets {
    fn fill(&mut self, part: &[u8]) -> Result<(), Nonsense> {
        let at = self.reserve(part.len())?;
        if let Some(place) = self.landing.as_mut().and_then(|landing| landing.slice_from(at)) {
            place[..part.len()].copy_from_slice(part);
        }
        Ok(())
    }

    /// The place in the payload of so many bytes that come next.
    pub(crate) fn reserve(&mut self, len: usize) -> Result<usize, Nonsense> {
        if len > self.len - self.filled {
            return nonsense(format!("more than the {} bytes of a frame", self.len));
        }
        let at = self.filled;
        self.filled += len;
        Ok(at)
    }

    /// Whether nobody wants it.
    pub(crate) fn is_discarded(&self) -> bool {
        matches!(self.landing, Some(Landing::Discard))
    }

    /// Lends the landing, to be read into.
    pub(crate) fn lend(&mut self) -> Option<Landing> {
        self.landing.take()
    }

    /// It is back.
    pub(crate) fn take_back(&mut self, landing: Landing) {
        self.landing = Some(landing);
    }
}

/// Takes what a packet of data brings. `incoming`: the frame that the packets before have begun.
pub(crate) fn take(
    incoming: &mut Option<IncomingPackets>,
    kind: PacketKind,
    bytes: &[u8],
    delivery: &mut Delivery<'_>,
) -> Result<(), Nonsense> {
    let part = match (kind, &incoming) {
        (PacketKind::Rest, Some(_)) => bytes,
        (PacketKind::Frame, None) => {
            let (header, len) = delivery.header(bytes)?;
            let part = &bytes[HEADER_LEN..];
            if part.len() == len {
                delivery.frame(&header, part);
                return Ok(());
            }
            let landing = Some(delivery.begin(&header, len));
            *incoming = Some(IncomingPackets { header, len, landing, filled: 0 });
            part
        }
        _ => return nonsense("a frame within another, or the rest of none"),
    };
    let Some(frame) = incoming else { return Ok(()) };
    frame.fill(part)?;
    finish(incoming, delivery);
    Ok(())
}

/// Delivers the frame, if it is whole and nothing is being read into it.
pub(crate) fn finish(incoming: &mut Option<IncomingPackets>, delivery: &mut Delivery<'_>) {
    let is_whole = |frame: &mut IncomingPackets| frame.filled == frame.len;
    let whole = incoming.take_if(|frame| frame.landing.is_some() && is_whole(frame));
    if let Some(IncomingPackets { header, len, landing: Some(landing), .. }) = whole {
        delivery.finish(&header, len, landing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_conformance::Recorder;
    use ferry_method::{Counters, HandlerId, PeerId};
    use proptest::prelude::*;

    const MOST: usize = 5000;

    /// Hands packets over; what arrived, and where the sense ended.
    fn hear(packets: &[(PacketKind, Vec<u8>)]) -> (Recorder, Result<(), Nonsense>) {
        let (mut sink, mut counters, mut incoming) =
            (Recorder::default(), Counters::default(), None);
        let mut delivery =
            Delivery { peer: PeerId(1), max_frame: MOST, counters: &mut counters, sink: &mut sink };
        let mut each = packets.iter();
        let result =
            each.try_for_each(|(kind, bytes)| take(&mut incoming, *kind, bytes, &mut delivery));
        (sink, result)
    }

    fn frame(number: u64, payload: &[u8], part: usize) -> Vec<(PacketKind, Vec<u8>)> {
        let header = Header { bits: number, ..Header::new(HandlerId(2)) };
        let (first, rest) = payload.split_at(part.min(payload.len()));
        let first = [&header.encode(payload.len() as u32)[..], first].concat();
        let rest = rest.chunks(part.max(1)).map(|chunk| (PacketKind::Rest, chunk.to_vec()));
        std::iter::once((PacketKind::Frame, first)).chain(rest).collect()
    }

    proptest! {
        #[test]
        fn frames_are_put_together(frames in proptest::collection::vec((0..MOST, 1..700usize), 1..8)) {
            let payload = |(len, _): &(usize, usize)| -> Vec<u8> { (0..*len).map(|i| i as u8).collect() };
            let packets: Vec<_> =
                (0..).zip(&frames).flat_map(|(i, f)| frame(i, &payload(f), f.1)).collect();
            let (sink, result) = hear(&packets);
            prop_assert_eq!(result, Ok(()));
            prop_assert_eq!(sink.arrivals.len(), frames.len());
            for ((number, frame), arrival) in (0..).zip(&frames).zip(&sink.arrivals) {
                prop_assert_eq!(arrival.header.bits, number);
                prop_assert_eq!(arrival.payload.as_ref(), Some(&payload(frame)));
            }
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let begun = frame(1, &[7; 100], 60);
        let within = [begun[0].clone(), begun[0].clone()];
        let more = [begun[0].clone(), (PacketKind::Rest, vec![7; 41])];
        let none = [(PacketKind::Rest, vec![7; 10])];
        let short = [(PacketKind::Frame, vec![7; HEADER_LEN - 1])];
        let long = frame(1, &vec![7; MOST + 1], 60);
        let beyond = [(PacketKind::Frame, [&begun[0].1[..], &[7; 41]].concat())];
        for packets in [&within[..], &more, &none, &short, &long, &beyond] {
            let (sink, result) = hear(packets);
            assert!(result.is_err() && sink.arrivals.is_empty(), "{packets:?}");
        }
    }
}
