//! Longer heads: what a guest has to know of a frame before it can say where the payload goes.
//!
//! A header has two words for its handler, too few for an access to a window or a Portals put. A guest's
//! frame may carry a head beside it. A short payload follows its head in one frame. A longer one goes as a
//! frame of its own, straight from where it lies, behind one with the head: both keep their order, being of
//! one stream.

use crate::context::{Context, LinkError};
use crate::{Guest, TrafficClass};
use ferry_method::{Header, Landing, PeerId};
use ferry_wire::{HandlerId, StreamKey};
use smallvec::SmallVec;
use std::collections::HashMap;

/// Longest head.
pub const LONGEST_HEAD: usize = 96;

/// Flag of a frame whose payload begins with a head: its length, then the head.
const HEADED: u8 = 0x10;
/// Flag of a frame whose head came before it.
const FOLLOWS: u8 = 0x08;
/// Bit of a head's length: its payload follows as a frame of its own.
const ALONE: u8 = 0x80;
/// Payloads up to this length are copied behind their head.
const SHORT: usize = 1024;
/// A frame with a head and a payload of up to so much needs no memory of its own.
const TOGETHER: usize = 256;
/// Most bytes of a small one.
const SMALL: usize = 64;
/// Heads of a peer whose payloads have not begun, at most: one for each stream in use.
const MOST_WAITING: usize = 256;

/// How much of a frame with a head is sent: at first [`HeadedProgress::default`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HeadedProgress {
    head_is_gone: bool,
    done: usize,
}

/// A frame with a head that is small: put together where it lies, and copied from there alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallFrame {
    /// The length of the head, the head, the payload.
    bytes: [u8; SMALL],
    len: usize,
}

impl SmallFrame {
    /// Bytes of a head at most.
    pub const LONGEST_HEAD: usize = SMALL - 1;

    /// One with this head and no payload yet; `None`: it is too long.
    #[inline]
    pub fn of(head: &[u8]) -> Option<Self> {
        let len = 1 + head.len();
        let mut bytes = [0; SMALL];
        bytes.get_mut(1..len)?.copy_from_slice(head);
        bytes[0] = head.len() as u8;
        Some(SmallFrame { bytes, len })
    }

    /// One with this head, whose length is known, and no payload yet.
    #[inline(always)]
    pub fn with_head<const LEN: usize>(head: &[u8; LEN]) -> Self {
        const { assert!(LEN <= SmallFrame::LONGEST_HEAD) };
        let mut bytes = [0; SMALL];
        bytes[1..=LEN].copy_from_slice(head);
        bytes[0] = LEN as u8;
        SmallFrame { bytes, len: 1 + LEN }
    }

    /// Makes its head longer, which has no payload yet. False: there is no room for that, and nothing was added.
    #[inline(always)]
    pub fn add_to_head(&mut self, more: &[u8]) -> bool {
        let is_added = self.add(more);
        if is_added {
            self.bytes[0] += more.len() as u8;
        }
        is_added
    }

    /// Its head.
    #[inline]
    pub fn head(&self) -> &[u8] {
        self.bytes.get(1..=self.bytes[0].into()).unwrap_or_default()
    }

    /// Adds to the payload. False: there is no room for that, and nothing was added.
    #[inline(always)]
    pub fn add(&mut self, more: &[u8]) -> bool {
        let end = self.len + more.len();
        let Some(place) = self.bytes.get_mut(self.len..end) else { return false };
        place.copy_from_slice(more);
        self.len = end;
        true
    }
}

impl Context {
    /// Sends a frame with a head of [`LONGEST_HEAD`] bytes at most to a guest of `peer`; as
    /// [`Context::send`], with `progress` in place of bytes done. Between two calls for a frame that was
    /// begun no other goes on its stream.
    ///
    /// # Errors
    /// As [`Context::send`].
    ///
    /// # Panics
    /// If the head is longer.
    #[inline]
    pub fn send_headed(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        header: &Header,
        (head, payload): (&[u8], &[u8]),
        progress: &mut HeadedProgress,
    ) -> Result<bool, LinkError> {
        if let Some(mut frame) = SmallFrame::of(head)
            && !progress.head_is_gone
            && frame.add(payload)
        {
            return self.send_small(peer, class, header, &frame, progress);
        }
        self.send_headed_long(peer, class, header, (head, payload), progress)
    }

    /// The same of one that is small.
    ///
    /// # Errors
    /// As [`Context::send`].
    #[inline]
    pub fn send_small(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        header: &Header,
        frame: &SmallFrame,
        progress: &mut HeadedProgress,
    ) -> Result<bool, LinkError> {
        let front = Header { flags: header.flags | HEADED, ..*header };
        self.send(peer, class, &front, &frame.bytes[..frame.len], &mut progress.done)
    }

    fn send_headed_long(
        &mut self,
        peer: PeerId,
        class: TrafficClass,
        header: &Header,
        (head, payload): (&[u8], &[u8]),
        progress: &mut HeadedProgress,
    ) -> Result<bool, LinkError> {
        assert!(head.len() <= LONGEST_HEAD, "a head of {} bytes", head.len());
        let is_short = payload.len() <= SHORT;
        if !progress.head_is_gone {
            let len = head.len() as u8 | if is_short { 0 } else { ALONE };
            let body = if is_short { payload } else { &[] };
            let front = Header { flags: header.flags | HEADED, ..*header };
            let mut bytes = SmallVec::<[u8; TOGETHER]>::from_slice(&[len]);
            bytes.extend_from_slice(head);
            bytes.extend_from_slice(body);
            if !self.send(peer, class, &front, &bytes, &mut progress.done)? {
                return Ok(false);
            }
            *progress = HeadedProgress { head_is_gone: true, done: 0 };
        }
        let rest = Header { flags: header.flags | FOLLOWS, ..*header };
        Ok(is_short || self.send(peer, class, &rest, payload, &mut progress.done)?)
    }
}

/// A head and what follows it in its frame; `None`: these bytes are none.
#[inline]
fn split(bytes: &[u8]) -> Option<(&[u8], Option<&[u8]>)> {
    let (len, rest) = bytes.split_first()?;
    let len_of_head = usize::from(len & !ALONE);
    let (head, payload) = rest.split_at_checked(len_of_head)?;
    let is_alone = len & ALONE != 0;
    let fits = len_of_head <= LONGEST_HEAD && (!is_alone || payload.is_empty());
    fits.then_some((head, (!is_alone).then_some(payload)))
}

/// Which payload of a peer a head waits for.
type HeadKey = (StreamKey, HandlerId);
type Head = SmallVec<[u8; LONGEST_HEAD]>;

/// The heads whose payloads have not begun.
#[derive(Default)]
pub(crate) struct Heads {
    waiting: HashMap<PeerId, HashMap<HeadKey, Head>>,
    /// Frames that made no sense.
    refused: u64,
}

fn place(header: &Header) -> HeadKey {
    (header.stream_key(), header.handler)
}

/// The header as the guest is told it.
#[inline]
fn plain(header: &Header) -> Header {
    Header { flags: header.flags & !(HEADED | FOLLOWS), ..*header }
}

/// Whether a frame's way is the ordinary one.
#[inline]
pub(crate) fn is_plain(header: &Header) -> bool {
    header.flags & (HEADED | FOLLOWS) == 0
}

impl Heads {
    /// A frame with a head, or one that follows its head, for `guest`. In line, so that who knows the guest's type calls
    /// it straight: most have all in one frame.
    #[inline]
    pub(crate) fn frame(
        &mut self,
        guest: &mut dyn Guest,
        peer: PeerId,
        header: &Header,
        bytes: &[u8],
    ) {
        match split(bytes) {
            Some((head, Some(payload))) if header.flags & HEADED != 0 => {
                guest.headed_frame(peer, &plain(header), head, payload);
            }
            _ => self.frame_in_parts(guest, peer, header, bytes),
        }
    }

    /// The same of one that is a head alone, or the payload of a head that came before.
    #[cold]
    #[inline(never)]
    fn frame_in_parts(
        &mut self,
        guest: &mut dyn Guest,
        peer: PeerId,
        header: &Header,
        bytes: &[u8],
    ) {
        if header.flags & HEADED == 0 {
            match self.take(peer, header) {
                Some(head) => guest.headed_frame(peer, &plain(header), &head, bytes),
                None => self.refused += 1,
            }
            return;
        }
        match split(bytes) {
            Some((head, _)) => self.keep(peer, header, head),
            None => self.refused += 1,
        }
    }

    fn keep(&mut self, peer: PeerId, header: &Header, head: &[u8]) {
        let of_peer = self.waiting.entry(peer).or_default();
        if of_peer.len() < MOST_WAITING && !of_peer.contains_key(&place(header)) {
            of_peer.insert(place(header), Head::from_slice(head));
        } else {
            self.refused += 1;
        }
    }

    fn take(&mut self, peer: PeerId, header: &Header) -> Option<Head> {
        self.waiting.get_mut(&peer)?.remove(&place(header))
    }

    /// Such a frame has begun.
    pub(crate) fn begin(
        &mut self,
        guest: &mut dyn Guest,
        peer: PeerId,
        header: &Header,
        len: usize,
    ) -> Landing {
        if header.flags & HEADED != 0 {
            let longest = 1 + LONGEST_HEAD + SHORT;
            return if len <= longest { Landing::Heap(vec![0; len]) } else { Landing::Discard };
        }
        match self.take(peer, header) {
            Some(head) => guest.headed_begin(peer, &plain(header), &head, len),
            None => {
                self.refused += 1;
                Landing::Discard
            }
        }
    }

    /// All bytes of a begun one have come.
    pub(crate) fn finish(
        &mut self,
        guest: &mut dyn Guest,
        peer: PeerId,
        header: &Header,
        landing: Landing,
    ) {
        match landing {
            Landing::Heap(bytes) if header.flags & HEADED != 0 => {
                self.frame(guest, peer, header, &bytes);
            }
            _ if header.flags & HEADED != 0 => self.refused += 1,
            Landing::Discard => {}
            landing => guest.finish(peer, &plain(header), landing),
        }
    }

    /// Nothing more comes of a peer.
    pub(crate) fn forget(&mut self, peer: PeerId) {
        self.waiting.remove(&peer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Face;
    use ferry_method::{MethodError, Sink};
    use ferry_wire::Share;

    #[derive(Default)]
    struct Guestbook(Vec<(Vec<u8>, usize)>);

    impl Sink for Guestbook {
        fn frame(&mut self, _: PeerId, _: &Header, _: &[u8]) {
            panic!("a frame without a head");
        }

        fn begin(&mut self, _: PeerId, _: &Header, _: usize) -> Landing {
            panic!("a frame without a head");
        }

        fn finish(&mut self, _: PeerId, header: &Header, landing: Landing) {
            assert!(is_plain(header) && matches!(landing, Landing::Heap(_)));
        }

        fn lost(&mut self, _: PeerId, _: MethodError) {}
    }

    impl Face for Guestbook {}

    impl Guest for Guestbook {
        fn headed_frame(&mut self, _: PeerId, header: &Header, head: &[u8], payload: &[u8]) {
            assert!(is_plain(header));
            self.0.push((head.to_vec(), payload.len()));
        }

        fn headed_begin(&mut self, _: PeerId, header: &Header, head: &[u8], len: usize) -> Landing {
            assert!(is_plain(header));
            self.0.push((head.to_vec(), len));
            Landing::Heap(vec![0; len])
        }
    }

    const PEER: PeerId = PeerId(3);

    fn header(flags: u8) -> Header {
        Header { flags, ..Header::new(Share::GUESTS.id(0)) }
    }

    #[test]
    fn a_head_comes_with_its_payload_or_before_it() {
        let (mut heads, mut guest) = (Heads::default(), Guestbook::default());
        heads.frame(&mut guest, PEER, &header(HEADED), &[2, 7, 8, 9]);
        heads.frame(&mut guest, PEER, &header(HEADED), &[2 | ALONE, 5, 6]);
        let landing = heads.begin(&mut guest, PEER, &header(FOLLOWS), 5000);
        heads.finish(&mut guest, PEER, &header(FOLLOWS), landing);
        // A method may ask for every frame, and deliver every frame whole.
        let landing = heads.begin(&mut guest, PEER, &header(HEADED), 2);
        let Landing::Heap(mut bytes) = landing else { panic!("a place for the head") };
        bytes.copy_from_slice(&[1 | ALONE, 4]);
        heads.finish(&mut guest, PEER, &header(HEADED), Landing::Heap(bytes));
        heads.frame(&mut guest, PEER, &header(FOLLOWS), &[0; 2000]);
        let expected = [(vec![7, 8], 1), (vec![5, 6], 5000), (vec![4], 2000)];
        assert_eq!((guest.0, heads.refused), (expected.to_vec(), 0));
    }

    #[test]
    fn small_frames_are_what_they_are_made_of() {
        let mut frame = SmallFrame::with_head(&[7, 8]);
        assert!(frame.add_to_head(&[9]) && frame.add(&[1, 2]) && frame.add(&[]));
        assert_eq!(split(&frame.bytes[..frame.len]), Some((&[7, 8, 9][..], Some(&[1, 2][..]))));
        assert!(frame.head() == [7, 8, 9] && SmallFrame::of(&[7, 8, 9]).is_some());
        let full = SmallFrame::of(&[0; SmallFrame::LONGEST_HEAD]);
        assert!(full.is_some_and(|mut full| !full.add(&[1]) && full.add(&[])));
        assert!(SmallFrame::of(&[0; SmallFrame::LONGEST_HEAD + 1]).is_none());
    }

    #[test]
    fn nonsense_is_counted_and_costs_nothing() {
        let (mut heads, mut guest) = (Heads::default(), Guestbook::default());
        heads.frame(&mut guest, PEER, &header(HEADED), &[]);
        heads.frame(&mut guest, PEER, &header(HEADED), &[9, 1]);
        heads.frame(&mut guest, PEER, &header(HEADED), &[1 | ALONE, 1, 1]);
        heads.frame(&mut guest, PEER, &header(HEADED), &[97; 200]);
        heads.frame(&mut guest, PEER, &header(FOLLOWS), &[1]);
        assert!(matches!(
            heads.begin(&mut guest, PEER, &header(FOLLOWS), 1 << 40),
            Landing::Discard
        ));
        assert!(matches!(
            heads.begin(&mut guest, PEER, &header(HEADED), 1 << 40),
            Landing::Discard
        ));
        assert_eq!((guest.0.len(), heads.refused), (0, 6));
        // Heads that nothing follows.
        for bits in 0..1000 {
            let header = Header { bits, ..header(HEADED | Header::OWN_STREAM) };
            heads.frame(&mut guest, PEER, &header, &[ALONE]);
        }
        assert_eq!(heads.waiting[&PEER].len(), MOST_WAITING);
        heads.forget(PEER);
        assert!(heads.waiting.is_empty());
    }
}
