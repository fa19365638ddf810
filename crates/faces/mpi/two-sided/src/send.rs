//! Sending: at once, or by what fits the message.

use crate::frames::{EAGER, FORMS};
use crate::two_sided::{Matching, Release, TwoSided};
use ferry_link::{Face, LinkError, Links, TrafficClass};
use ferry_transfer::{OutgoingMessage, Planned, RequestId, SendCourse, SendStart, SendWish, bits};
use ferry_wire::{ContextId, Header, PeerId};

/// So many messages go straight into their streams before what has come is looked at.
const STRAIGHT: u32 = 64;

impl TwoSided {
    /// Sends `bytes` at once if it is short, nothing stands before it and its method takes it.
    /// `Ok(false)`: nothing was done, use [`TwoSided::send`].
    #[inline]
    pub fn send_now(
        &mut self,
        link: &mut Links,
        to: PeerId,
        context: ContextId,
        tag: i32,
        bytes: &[u8],
    ) -> Result<bool, LinkError> {
        let header = Header { bits: bits(context, tag), ..Header::new(EAGER) };
        if self.transfer.send_now(link, to, &header, bytes)? {
            return Ok(true);
        }
        match self.matching {
            Matching::Direct => self.send_directly(link, to, (context, tag), |_| (), bytes),
            Matching::Plain | Matching::BySize => Ok(false),
        }
    }

    /// The same of a message that says in `word` of what type its elements are.
    #[inline]
    pub fn send_typed_now(
        &mut self,
        link: &mut Links,
        to: PeerId,
        (context, tag): (ContextId, i32),
        word: u64,
        bytes: &[u8],
    ) -> Result<bool, LinkError> {
        let say = |header: &mut Header| {
            header.flags |= Header::TYPED;
            header.words[0] = word;
        };
        let mut header = Header { bits: bits(context, tag), ..Header::new(EAGER) };
        say(&mut header);
        if self.transfer.send_now(link, to, &header, bytes)? {
            return Ok(true);
        }
        match self.matching {
            Matching::Direct => self.send_directly(link, to, (context, tag), say, bytes),
            Matching::Plain | Matching::BySize => Ok(false),
        }
    }

    /// The same for a message to its own stream.
    fn send_directly(
        &mut self,
        link: &mut Links,
        to: PeerId,
        (context, tag): (ContextId, i32),
        mark: impl FnOnce(&mut Header),
        bytes: &[u8],
    ) -> Result<bool, LinkError> {
        if self.straight == STRAIGHT {
            return Ok(false);
        }
        self.straight += 1;
        let head = (EAGER, context, tag);
        if context.is_collective() {
            return self.transfer.send_directly(link, to, head, None, mark, bytes);
        }
        let about = self.correspondents[to.0 as usize].get_or_insert_default();
        let sequence = match about.sequences.get_mut(&context) {
            Some(sequence) => sequence,
            None => about.sequences.entry(context).or_default(),
        };
        let number = Some(sequence.to_send());
        let sent = self.transfer.send_directly(link, to, head, number, mark, bytes)?;
        if sent {
            sequence.note_sent();
        }
        Ok(sent)
    }

    /// Whether it is time to look at what has come, before a message is sent: nothing else makes who only sends
    /// look, while its method takes everything. It would not hear of failures and revocations.
    #[inline]
    pub fn is_look_due(&mut self) -> bool {
        let is_due = self.straight == STRAIGHT;
        if is_due {
            self.straight = 0;
        }
        is_due
    }

    /// Sends a message by the protocol that fits it.
    pub fn send(
        &mut self,
        link: &mut Links,
        message: OutgoingMessage,
    ) -> Result<SendStart, LinkError> {
        let OutgoingMessage { to, context, mode, .. } = message;
        // Who is lost may never have said how it can be reached.
        if self.transfer.loss(to).is_none() {
            link.attributes(to, TrafficClass::Message, context)?;
        }
        let request = self.transfer.send(message);
        if self.transfer.is_done(request) {
            return Ok(SendStart::Pending(request));
        }
        if self.transfer.must_await_change(link, to) {
            self.transfer.owe();
            if !self.released.contains(&(to, Release::Change)) {
                self.released.push((to, Release::Change));
            }
            self.hold(request);
        } else if self.holds(to, context) || !self.launch(link, request, SendWish::Best) {
            self.hold(request);
            self.tell_held(to, context);
        }
        self.flush(link);
        Ok(self.transfer.started(request, mode))
    }

    /// Queues the first frame of a send; false if there is no credit for it.
    pub(crate) fn launch(&mut self, link: &mut Links, request: RequestId, wish: SendWish) -> bool {
        let Some(send) = self.transfer.sending(request) else { return true };
        let (to, context) = (send.to, send.context);
        let waiting = match send.course {
            SendCourse::New => self.held_back(to, request),
            _ => None,
        };
        // What was offered may have been taken by its request already.
        let wish = if waiting.is_some_and(|w| w.offered) { SendWish::Offer } else { wish };
        let plan = match self.transfer.plan(link, request, wish) {
            Planned::Ready(plan) => plan,
            Planned::Unpaid => return false,
            Planned::Ended => return true,
        };
        let number = match waiting {
            Some(waiting) => Some(waiting.number),
            None if plan.is_spread() && !context.is_collective() => {
                Some(self.with(to).next_number(context))
            }
            None => None,
        };
        self.transfer.begin(request, plan, &FORMS, number);
        true
    }
}
