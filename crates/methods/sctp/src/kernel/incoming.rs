//! Streams from a peer: frames put together from messages and pieces of messages.

use ferry_method::{Header, Landing};
use ferry_session::{Delivery, Nonsense};
use ferry_wire::HEADER_LEN;

/// What is next in a stream.
enum KernelStream {
    /// The rest of a header, of which these bytes are here.
    Header([u8; HEADER_LEN], usize),
    /// The rest of a payload.
    Payload { header: Header, len: usize, got: usize, landing: Landing },
}

const NEXT: KernelStream = KernelStream::Header([0; HEADER_LEN], 0);

/// All streams from a peer.
#[derive(Default)]
pub(crate) struct Incoming {
    streams: Vec<KernelStream>,
}

impl Incoming {
    /// Takes bytes that arrived on a stream; the number of frames and pieces.
    pub(crate) fn take(
        &mut self,
        stream: u16,
        mut bytes: &[u8],
        out: &mut Delivery<'_>,
    ) -> Result<usize, Nonsense> {
        let at = usize::from(stream);
        if self.streams.len() <= at {
            self.streams.resize_with(at + 1, || NEXT);
        }
        let stream = &mut self.streams[at];
        let mut handled = 1;
        loop {
            bytes = stream.take(bytes, out)?;
            handled += usize::from(stream.finish(out));
            if bytes.is_empty() {
                return Ok(handled);
            }
        }
    }
}

impl KernelStream {
    /// Takes bytes of the header or the payload; what is left of them.
    fn take<'b>(&mut self, bytes: &'b [u8], out: &mut Delivery<'_>) -> Result<&'b [u8], Nonsense> {
        match self {
            KernelStream::Header(head, n) => {
                let (taken, rest) = bytes.split_at(bytes.len().min(HEADER_LEN - *n));
                head[*n..*n + taken.len()].copy_from_slice(taken);
                *n += taken.len();
                if *n < HEADER_LEN {
                    return Ok(rest);
                }
                let head = *head;
                self.begin(&head, rest, out)
            }
            KernelStream::Payload { len, got, landing, .. } => {
                let (taken, rest) = bytes.split_at(bytes.len().min(*len - *got));
                if let Some(place) = landing.slice_from(*got) {
                    let n = place.len().min(taken.len());
                    place[..n].copy_from_slice(&taken[..n]);
                }
                *got += taken.len();
                Ok(rest)
            }
        }
    }

    /// A header is here: asks where its payload goes, unless that is here too.
    fn begin<'b>(
        &mut self,
        head: &[u8; HEADER_LEN],
        bytes: &'b [u8],
        out: &mut Delivery<'_>,
    ) -> Result<&'b [u8], Nonsense> {
        let (header, len) = out.header(head)?;
        if let Some((payload, rest)) = bytes.split_at_checked(len) {
            *self = NEXT;
            out.frame(&header, payload);
            return Ok(rest);
        }
        let landing = match out.begin(&header, len) {
            // What cannot hold is not to be asked to; the frame is then nobody's.
            Landing::Hold => Landing::Discard,
            landing => landing,
        };
        *self = KernelStream::Payload { header, len, got: 0, landing };
        Ok(bytes)
    }

    /// Delivers a frame that is whole.
    fn finish(&mut self, out: &mut Delivery<'_>) -> bool {
        let KernelStream::Payload { len, got, .. } = self else { return false };
        if got < len {
            return false;
        }
        if let KernelStream::Payload { header, len, landing, .. } = std::mem::replace(self, NEXT) {
            out.finish(&header, len, landing);
        }
        true
    }
}
