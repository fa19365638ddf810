//! The frames of MPI's messages, by handler number.

use ferry_matching::Envelope;
use ferry_transfer::Forms;
use ferry_wire::{HandlerId, Header, PeerId, Share};

/// A whole message; words: the type of its elements, if it says so, and its number, if it has one.
pub(crate) const EAGER: HandlerId = Share::TWO_SIDED.id(0);
/// A whole message whose match is to be acknowledged; words: the sender's request, and its number or the type of its
/// elements.
pub(crate) const EAGER_SYNC: HandlerId = Share::TWO_SIDED.id(1);
/// Request to send; words: the sender's request, the length. Payload: an
/// [`Announcement`](ferry_transfer::Announcement).
pub(crate) const RTS: HandlerId = Share::TWO_SIDED.id(2);
/// Messages of a context are held back, some since this was last said; word 0: the context.
pub(crate) const HELD: HandlerId = Share::TWO_SIDED.id(3);
/// The first held message of a context is wanted that has this tag; words: the context, the tag or
/// [`ANY_TAG`]. One at a time for each context.
pub(crate) const ASK: HandlerId = Share::TWO_SIDED.id(4);
/// An answer to that: the message may be had. As [`RTS`], with a number.
pub(crate) const OFFER: HandlerId = Share::TWO_SIDED.id(5);
/// Another answer: there is none; words: the context, whether any of it is held.
pub(crate) const NONE_HELD: HandlerId = Share::TWO_SIDED.id(6);
/// What was offered is taken; word 0: the sender's request. Clearance follows.
pub(crate) const TAKE: HandlerId = Share::TWO_SIDED.id(7);
/// No message has this number any more; words: the context, the number.
pub(crate) const SKIP: HandlerId = Share::TWO_SIDED.id(8);
/// The sender takes a message back unless it has matched; words: its request, and its number where it
/// was offered only, or [`NO_NUMBER`].
pub(crate) const WITHDRAW: HandlerId = Share::TWO_SIDED.id(9);
/// It has not matched and is gone; word 0: the sender's request.
pub(crate) const WITHDRAWN: HandlerId = Share::TWO_SIDED.id(10);

/// What libraries tell each other of process failures; words and payload are theirs, see [`crate::Notice`].
pub(crate) const NOTICE: HandlerId = Share::TWO_SIDED.id(11);

/// The frames that a send can begin with.
pub(crate) const FORMS: Forms = Forms { whole: EAGER, acknowledged: EAGER_SYNC, announced: RTS };

/// In place of a tag: any.
pub(crate) const ANY_TAG: u64 = u64::MAX;
/// In place of a number: none.
pub(crate) const NO_NUMBER: u64 = u64::MAX;

/// The envelope of a frame of `peer`.
#[inline]
pub(crate) fn envelope(peer: PeerId, header: &Header) -> Envelope {
    Envelope { context: header.context(), source: peer.0, tag: header.tag() }
}
