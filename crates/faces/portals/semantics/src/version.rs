//! What the links carry for: a version of Portals, without input or output.

use crate::data::OutgoingData;
use crate::process::PortalsProcess;
use ferry_link::SmallFrame;
use ferry_sys::WriteRegion;
use ferry_wire::Short;

/// Bytes that are no head.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a head that makes no sense")]
pub struct HeadError;

impl From<Short> for HeadError {
    fn from(_: Short) -> Self {
        HeadError
    }
}

/// What goes before the bytes of a request or an answer as it crosses a link.
#[derive(Clone, Copy, Debug)]
pub enum FrameHead {
    /// The frame's header says all.
    Brief(BriefHead),
    /// A head of its own.
    Long(SmallFrame),
}

impl FrameHead {
    /// The brief one, if there is one.
    #[inline(always)]
    pub(crate) fn of(brief: Option<BriefHead>, long: impl FnOnce() -> SmallFrame) -> Self {
        match brief {
            Some(brief) => FrameHead::Brief(brief),
            None => FrameHead::Long(long()),
        }
    }
}

/// What a frame's header says of a request or an answer in place of a head: nothing is put together for that, and
/// the bytes behind it lie in the frame as they lie in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BriefHead {
    /// The low half of the match bits; the upper is the link layer's.
    pub bits: u32,
    /// The header's words.
    pub words: [u64; 2],
    /// What has no place there goes in place of bytes, which such a one has none of.
    pub more: BriefWords,
}

impl BriefHead {
    /// What follows the header: the bytes, or the words in their place.
    #[inline]
    pub fn payload<'a>(&'a self, bytes: &'a [u8]) -> &'a [u8] {
        if bytes.is_empty() { self.more.as_bytes() } else { bytes }
    }
}

/// Words in place of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BriefWords {
    bytes: [u8; 8 * BriefWords::MOST],
    len: u8,
}

impl BriefWords {
    const MOST: usize = 3;

    /// These, without zeros at the end.
    #[inline(always)]
    pub(crate) fn of(words: [u64; Self::MOST]) -> Self {
        let mut bytes = [0; 8 * Self::MOST];
        for (place, word) in bytes.chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        let len = words.iter().rposition(|word| *word != 0).map_or(0, |last| 8 * (last as u8 + 1));
        BriefWords { bytes, len }
    }

    /// As they cross a link.
    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    /// From what came.
    #[inline]
    pub(crate) fn read(bytes: &[u8]) -> Result<[u64; Self::MOST], HeadError> {
        let mut words = [0; Self::MOST];
        if bytes.len() > 8 * Self::MOST || !bytes.len().is_multiple_of(8) {
            return Err(HeadError);
        }
        for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = u64::from_le_bytes(bytes.try_into().map_err(|_| HeadError)?);
        }
        Ok(words)
    }
}

/// A head of a few bytes and of those words that are none of 0; the bits from `flag` on of its first byte say
/// which these are.
#[inline(always)]
pub(crate) fn short_head<const LEN: usize, const WORDS: usize>(
    mut fixed: [u8; LEN],
    words: [u64; WORDS],
    flag: u8,
) -> SmallFrame {
    const { assert!(LEN + 8 * WORDS <= SmallFrame::LONGEST_HEAD) };
    for (number, word) in words.iter().enumerate() {
        fixed[0] |= if *word != 0 { flag << number } else { 0 };
    }
    let mut head = SmallFrame::with_head(&fixed);
    for word in words.into_iter().filter(|word| *word != 0) {
        head.add_to_head(&word.to_le_bytes());
    }
    head
}

/// The words behind a short head, of which its first byte `first` tells ([`short_head`]).
#[inline]
pub(crate) fn short_words<const WORDS: usize>(
    mut rest: &[u8],
    first: u8,
    flag: u8,
) -> Result<[u64; WORDS], HeadError> {
    let mut words = [0; WORDS];
    for (number, word) in words.iter_mut().enumerate() {
        if first & flag << number != 0 {
            let (bytes, more) = rest.split_first_chunk().ok_or(HeadError)?;
            (*word, rest) = (u64::from_le_bytes(*bytes), more);
        }
    }
    if rest.is_empty() { Ok(words) } else { Err(HeadError) }
}

/// Something to be sent: to one process, in the order of what goes there.
pub struct OutgoingFrames<A> {
    /// To whom.
    pub to: PortalsProcess,
    /// Of which interface.
    pub interface: u8,
    /// Its head.
    pub head: FrameHead,
    /// The bytes behind it.
    pub data: OutgoingData,
    /// What it is the end of.
    pub after: A,
}

/// What a head says of the bytes behind it.
pub struct IncomingBytes<P> {
    /// Of which interface.
    pub interface: u8,
    /// How many come.
    pub total: u64,
    /// Where they go; `None`: nobody wants them, or they were taken.
    pub place: Option<P>,
}

/// Where bytes go that come.
pub trait ArrivalPlace {
    /// How many are wanted; those behind are cut.
    fn wanted(&self) -> u64;

    /// Where `len` bytes go that are at `start` of those that come, if all are wanted and lie in one piece.
    fn region(&self, start: u64, len: u64) -> Option<WriteRegion>;

    /// Puts bytes in place that are at `start` of those that come, as far as they are wanted.
    fn write(&self, start: u64, bytes: &[u8]);
}

/// A version of Portals: what it keeps for a process, and what it does with what comes.
pub trait PortalsVersion: Default + Send + 'static {
    /// The first of its handlers among those of Portals.
    const FIRST_HANDLER: u8;
    /// What it is called where processes of different jobs meet.
    const NAME: &'static str;
    /// Where bytes go that come.
    type Place: ArrivalPlace + Send;
    /// What is to be said once something is out; nothing by itself.
    type After: Send + Default;

    /// The answer that goes at once, to whom: of few bytes, and the frame's header says all of the rest.
    fn prompt(&self) -> Option<(PortalsProcess, BriefHead, &[u8])>;

    /// That answer is out.
    fn prompt_sent(&mut self);

    /// Takes that answer, which does not go at once after all.
    fn take_prompt(&mut self) -> Option<OutgoingFrames<Self::After>>;

    /// The next thing behind that, to whom, if its bytes are few and in one piece.
    fn small(&self) -> Option<(PortalsProcess, FrameHead, &[u8])>;

    /// That thing is out.
    fn small_sent(&mut self);

    /// Takes that thing, which does not go at once.
    fn take_small(&mut self) -> Option<OutgoingFrames<Self::After>>;

    /// The next thing to be sent.
    fn next_frames(&mut self) -> Option<OutgoingFrames<Self::After>>;

    /// Whether there is something to be sent.
    fn has_outgoing(&self) -> bool;

    /// All of what was to be sent is out, or never will be.
    fn sent(&mut self, interface: u8, after: Self::After, has_failed: bool);

    /// A head has come with all its bytes. False: it is no such one as is done at once, and nothing was done.
    fn whole(&mut self, from: PortalsProcess, head: &[u8], payload: &[u8]) -> bool;

    /// A request or an answer has come of which the frame's header says all, with what is in it.
    ///
    /// # Errors
    /// When it is none, or for an interface that there is not.
    fn brief(
        &mut self,
        from: PortalsProcess,
        of: (u32, [u64; 2]),
        payload: &[u8],
    ) -> Result<(), HeadError>;

    /// A head has come, with its bytes if they are few.
    ///
    /// # Errors
    /// When it is none, or for an interface that there is not.
    fn head(
        &mut self,
        from: PortalsProcess,
        head: &[u8],
        payload: &[u8],
    ) -> Result<IncomingBytes<Self::Place>, HeadError>;

    /// All bytes that come are in place, or will never come.
    fn finish(&mut self, interface: u8, place: Self::Place, has_failed: bool);

    /// What comes there has no place any more: its interface is closed. Who sent it is told, where such a one is.
    fn give_up(&mut self, interface: u8, place: Self::Place);

    /// No interface at all, of which none gives a name that was given here.
    fn successor(&self) -> Self;

    /// A process is gone: it answers nothing.
    fn lost(&mut self, process: PortalsProcess);

    /// Grows with everything that the program may wait for.
    fn news(&self) -> u64;
}
