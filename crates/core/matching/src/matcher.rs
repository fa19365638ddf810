//! The match engine: posted receives on one side, kept messages on the other.

use crate::envelope::{Envelope, Selector};
use crate::kept::{KeptId, KeptMessages};
use crate::posted::{PostId, Posted};

/// Receives that wait and messages that wait.
///
/// `R` is what the caller wants back when a posted receive matches, `U` what it keeps for a
/// message that came unexpected. The caller looks before it adds: [`take`](Self::take) before
/// [`post`](Self::post), [`arrive`](Self::arrive) before [`keep`](Self::keep); so no posted receive
/// ever accepts a kept message.
#[derive(Debug)]
pub struct Matcher<R, U> {
    posted: Posted<R>,
    kept: KeptMessages<U>,
}

impl<R, U> Default for Matcher<R, U> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R, U> Matcher<R, U> {
    /// An engine without entries.
    pub fn new() -> Self {
        Matcher { posted: Posted::new(), kept: KeptMessages::new() }
    }

    /// Adds a receive behind all that are posted. The caller has looked with [`take`](Self::take).
    #[inline]
    pub fn post(&mut self, selector: Selector, cookie: R) -> PostId {
        self.posted.post(selector, cookie)
    }

    /// Removes the earliest posted receive that accepts the envelope.
    #[inline]
    pub fn arrive(&mut self, envelope: &Envelope) -> Option<R> {
        self.posted.arrive(envelope)
    }

    /// Removes the earliest posted receive that accepts the envelope, if it `fits`. If it does not,
    /// [`arrive_where`](Self::arrive_where) looks further.
    #[inline]
    pub fn arrive_if(&mut self, envelope: &Envelope, fits: impl Fn(&R) -> bool) -> Option<R> {
        self.posted.arrive_if(envelope, fits)
    }

    /// Removes the earliest posted receive that accepts the envelope and `fits`: where more decides than the
    /// envelope. Its cost grows with those that do not fit.
    pub fn arrive_where(&mut self, envelope: &Envelope, fits: impl Fn(&R) -> bool) -> Option<R> {
        self.posted.arrive_where(envelope, fits)
    }

    /// Keeps a message behind all that are kept. The caller has looked with
    /// [`arrive`](Self::arrive).
    #[inline]
    pub fn keep(&mut self, envelope: Envelope, message: U) -> KeptId {
        self.kept.keep(envelope, message)
    }

    /// Removes the earliest posted receive that accepts the envelope of a message that has overtaken
    /// others of its context, if that receive names its tag: one with any tag waits for those others
    /// (MPI-5.0 §3.5).
    pub fn arrive_early(&mut self, envelope: &Envelope) -> Option<R> {
        self.posted.arrive_tagged(envelope)
    }

    /// Keeps a message that has overtaken others of its context. Only receives that name its tag may
    /// have it before [`promote`](Self::promote).
    pub fn keep_early(&mut self, envelope: Envelope, message: U) -> KeptId {
        self.kept.keep_early(envelope, message)
    }

    /// Everything that was sent before an early message has come. The caller has looked with
    /// [`arrive`](Self::arrive); messages of a source are promoted in the order they were sent in.
    pub fn promote(&mut self, id: KeptId) {
        self.kept.promote(id);
    }

    /// The earliest kept message that the selector accepts and that no posted receive has a claim to:
    /// a receive with any tag has one to the early messages that it would have got in order.
    pub fn find_unclaimed(&mut self, selector: &Selector) -> Option<KeptId> {
        self.posted.index_row();
        let posted = &self.posted;
        self.kept.find_unclaimed(selector, |envelope| posted.accepts_queued(envelope))
    }

    /// Whether a posted receive accepts the envelope.
    pub fn is_claimed(&mut self, envelope: &Envelope) -> bool {
        self.posted.accepts(envelope)
    }

    /// Whether a receive with any tag is posted.
    pub fn has_untagged(&self) -> bool {
        self.posted.has_untagged()
    }

    /// The envelope of a kept message.
    pub fn envelope(&self, id: KeptId) -> Option<&Envelope> {
        self.kept.get(id).map(|(envelope, _)| envelope)
    }

    /// Removes the earliest kept message that the selector accepts.
    #[inline]
    pub fn take(&mut self, selector: &Selector) -> Option<(Envelope, U)> {
        self.kept.take(selector)
    }

    /// Looks at the earliest kept message that the selector accepts. Mutable because the first
    /// wildcard of a class builds that class' index.
    #[inline]
    pub fn peek(&mut self, selector: &Selector) -> Option<(&Envelope, &U)> {
        let id = self.kept.find(selector)?;
        self.kept.get(id)
    }

    /// The earliest kept message that the selector accepts, by its id (for a matched probe).
    #[inline]
    pub fn find(&mut self, selector: &Selector) -> Option<KeptId> {
        self.kept.find(selector)
    }

    /// The same, of those that `fit`; as [`Matcher::arrive_where`].
    pub fn find_where(&mut self, selector: &Selector, fits: impl Fn(&U) -> bool) -> Option<KeptId> {
        self.kept.find_where(selector, fits)
    }

    /// A kept message, to be completed when its payload arrives; `None` once it was taken.
    #[inline]
    pub fn kept_mut(&mut self, id: KeptId) -> Option<&mut U> {
        self.kept.get_mut(id)
    }

    /// Removes one kept message; `None` if it was taken before.
    pub fn take_kept(&mut self, id: KeptId) -> Option<(Envelope, U)> {
        self.kept.take_id(id)
    }

    /// The cookie of a posted receive; `None` once it has matched or was cancelled.
    pub fn posted_mut(&mut self, id: PostId) -> Option<&mut R> {
        self.posted.get_mut(id)
    }

    /// Removes a posted receive (MPI-5.0 §3.8.4); `None` if it has already matched.
    pub fn cancel(&mut self, id: PostId) -> Option<R> {
        self.posted.cancel(id)
    }

    /// Removes every posted receive that the test picks, earliest first. Walks all entries: for a
    /// failed peer or a revoked context, not for the daily path.
    pub fn cancel_where(&mut self, test: impl FnMut(&Selector, &R) -> bool) -> Vec<R> {
        self.posted.cancel_where(test)
    }

    /// Removes every kept message that the test picks, earliest first. Walks all entries.
    pub fn take_where(&mut self, test: impl FnMut(&Envelope, &U) -> bool) -> Vec<(Envelope, U)> {
        self.kept.take_where(test)
    }

    /// Every kept message that the test picks, earliest first. Walks all entries.
    pub fn kept_where(&self, test: impl FnMut(&Envelope, &U) -> bool) -> Vec<KeptId> {
        self.kept.ids_where(test)
    }

    /// Shows every posted receive, earliest first.
    pub fn for_each_posted(&self, visit: impl FnMut(&Selector, &R)) {
        self.posted.for_each(visit);
    }

    /// Shows every kept message, earliest first.
    pub fn for_each_kept(&self, visit: impl FnMut(&Envelope, &U)) {
        self.kept.for_each(visit);
    }

    /// How many receives are posted.
    #[inline]
    pub fn posted(&self) -> usize {
        self.posted.len()
    }

    /// How many messages are kept.
    #[inline]
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    /// The most messages that were kept at a time since this was asked.
    pub fn take_most_kept(&mut self) -> usize {
        self.kept.take_most()
    }

    /// How many entries and queues memory is held for, used or not.
    pub fn capacity(&self) -> usize {
        self.posted.capacity() + self.kept.capacity()
    }
}
