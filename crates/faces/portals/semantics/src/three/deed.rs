//! What operations do at a descriptor that begin and end there at once.

use crate::data::OutgoingData;
use crate::outgoing_queue::OutgoingQueue;
use crate::process::PortalsProcess;
use crate::three::descriptor::MemoryDescriptor;
use crate::three::head::AnswerHead;
use crate::three::outgoing::OutgoingOperation;

/// What an operation does with its descriptor's memory. No closure: what is done in several places, and would be a function
/// of its own there, is in line in each.
pub(crate) trait Deed {
    fn be_done(self, state: &mut MemoryDescriptor, outgoing: &mut OutgoingQueue<OutgoingOperation>);
}

/// Nothing.
impl Deed for () {
    #[inline(always)]
    fn be_done(self, _: &mut MemoryDescriptor, _: &mut OutgoingQueue<OutgoingOperation>) {}
}

/// Puts bytes in place.
pub(crate) struct Storing<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) offset: u64,
    /// What comes next goes behind them, if the descriptor has it so.
    pub(crate) advances: bool,
}

impl Deed for Storing<'_> {
    #[inline(always)]
    fn be_done(self, state: &mut MemoryDescriptor, _: &mut OutgoingQueue<OutgoingOperation>) {
        if self.advances {
            state.advance(self.bytes.len() as u64);
        }
        state.spec.memory.write(self.offset, self.bytes);
    }
}

/// Replies with a copy of the few bytes that lie where the answer says.
pub(crate) struct Replying {
    pub(crate) to: PortalsProcess,
    pub(crate) answer: AnswerHead,
}

impl Deed for Replying {
    #[inline(always)]
    fn be_done(
        self,
        state: &mut MemoryDescriptor,
        outgoing: &mut OutgoingQueue<OutgoingOperation>,
    ) {
        let Replying { to, answer } = self;
        let AnswerHead { offset, length, .. } = answer;
        state.advance(length);
        let memory = &state.spec.memory;
        match outgoing.answer(to, answer, length as usize) {
            Some(place) => memory.read_into(offset, place),
            None => {
                let bytes = OutgoingData::Own(memory.copied(offset, length));
                outgoing.push(OutgoingOperation::answer(to, answer, bytes, None));
            }
        }
    }
}
