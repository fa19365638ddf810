//! What an interface has to send, the oldest first.

use crate::process::PortalsProcess;
use std::collections::VecDeque;

/// Bytes of an answer that goes at once.
pub(crate) const PROMPT: usize = 64;

/// An answer of few bytes. It is made where it is sent from, and is moved only if it cannot go at once.
#[derive(Debug)]
pub(crate) struct PromptAnswer<H> {
    pub(crate) to: PortalsProcess,
    pub(crate) head: H,
    bytes: [u8; PROMPT],
    len: usize,
}

impl<H> PromptAnswer<H> {
    /// The bytes behind the head.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// Something that an interface sends.
pub(crate) trait OutgoingItem: From<PromptAnswer<Self::Answer>> {
    /// The head of an answer.
    type Answer;
}

/// What an interface has to send.
#[derive(Debug)]
pub(crate) struct OutgoingQueue<T: OutgoingItem> {
    /// Goes before the others.
    prompt: Option<PromptAnswer<T::Answer>>,
    others: VecDeque<T>,
}

impl<T: OutgoingItem> Default for OutgoingQueue<T> {
    fn default() -> Self {
        OutgoingQueue { prompt: None, others: VecDeque::new() }
    }
}

impl<T: OutgoingItem> OutgoingQueue<T> {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.prompt.is_none() && self.others.is_empty()
    }

    /// It waits behind all others.
    pub(crate) fn push(&mut self, item: T) {
        self.others.push_back(item);
    }

    /// An answer is to go at once: the place of its `len` bytes. `None`: there are too many, or something goes before it.
    #[inline(always)]
    pub(crate) fn answer(
        &mut self,
        to: PortalsProcess,
        head: T::Answer,
        len: usize,
    ) -> Option<&mut [u8]> {
        if len > PROMPT || !self.is_empty() {
            return None;
        }
        let prompt = self.prompt.insert(PromptAnswer { to, head, bytes: [0; PROMPT], len });
        Some(&mut prompt.bytes[..len])
    }

    /// The answer that goes at once.
    #[inline]
    pub(crate) fn prompt(&self) -> Option<&PromptAnswer<T::Answer>> {
        self.prompt.as_ref()
    }

    /// That answer is out. Whether there was one.
    #[inline]
    pub(crate) fn prompt_sent(&mut self) -> bool {
        let was_there = self.prompt.is_some();
        self.prompt = None;
        was_there
    }

    /// Takes that answer.
    pub(crate) fn take_prompt(&mut self) -> Option<T> {
        self.prompt.take().map(T::from)
    }

    /// The first of the others.
    #[inline]
    pub(crate) fn first(&self) -> Option<&T> {
        self.others.front()
    }

    /// Takes the first of the others.
    #[inline]
    pub(crate) fn take_first(&mut self) -> Option<T> {
        self.others.pop_front()
    }

    /// Takes what goes next.
    pub(crate) fn take(&mut self) -> Option<T> {
        self.take_prompt().or_else(|| self.take_first())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An answer, or a number.
    #[derive(PartialEq, Debug)]
    enum Item {
        Answer(Vec<u8>),
        Other(u32),
    }

    impl From<PromptAnswer<u32>> for Item {
        fn from(answer: PromptAnswer<u32>) -> Self {
            Item::Answer(answer.bytes().to_vec())
        }
    }

    impl OutgoingItem for Item {
        type Answer = u32;
    }

    const TO: PortalsProcess = PortalsProcess { nid: 0, pid: 1 };

    #[test]
    fn an_answer_goes_at_once_only_where_nothing_goes_before_it() {
        let mut queue = OutgoingQueue::<Item>::default();
        assert!(queue.answer(TO, 1, PROMPT + 1).is_none() && queue.is_empty());
        queue.answer(TO, 1, 2).unwrap().copy_from_slice(&[7, 8]);
        assert!(queue.answer(TO, 2, 0).is_none(), "one is on its way");
        queue.push(Item::Other(3));
        assert_eq!(
            queue.prompt().map(|answer| (answer.head, answer.bytes())),
            Some((1, &[7, 8][..]))
        );
        assert_eq!(queue.take(), Some(Item::Answer(vec![7, 8])));
        assert!(queue.answer(TO, 4, 0).is_none(), "another is on its way");
        assert_eq!((queue.take(), queue.take()), (Some(Item::Other(3)), None));
        assert!(queue.answer(TO, 5, 0).is_some() && queue.prompt_sent() && queue.is_empty());
        assert!(!queue.prompt_sent());
    }
}
