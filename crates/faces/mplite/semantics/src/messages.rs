//! Messages under way, by the numbers that programs know them by.

use crate::error::MpLiteError;
use ferry_two_sided::RequestId;
use std::fmt;

/// Messages that may be under way at a time.
const MOST: usize = 10_000;

/// What a program knows a message by until it has waited for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MessageNumber(pub i32);

impl MessageNumber {
    /// That of a message that is over.
    pub const OVER: MessageNumber = MessageNumber(-1);
}

/// Which way a message goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MessageWay {
    To,
    From,
    /// Into a window, and out of one.
    Put,
    Get,
}

/// A message under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MessageUnderWay {
    pub(crate) way: MessageWay,
    /// `None`: a send that was complete at once.
    pub(crate) request: Option<RequestId>,
    /// The other process; -1 is any. Access to windows has no tag: it is -1 there.
    pub(crate) node: i32,
    pub(crate) bytes: usize,
    pub(crate) tag: i32,
}

impl fmt::Display for MessageUnderWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = match self.way {
            MessageWay::To => "--> Sending",
            MessageWay::From => "<-- Receiving",
            MessageWay::Put => "--> Putting",
            MessageWay::Get => "<-- Getting",
        };
        let is_out = matches!(self.way, MessageWay::To | MessageWay::Put);
        let direction = if is_out { "to" } else { "from" };
        let MessageUnderWay { node, bytes, tag, .. } = self;
        write!(f, "{way} {bytes} bytes {direction} node {node} with tag {tag}")
    }
}

/// All messages under way that have numbers. Numbers are used again, the smallest first.
#[derive(Default, Debug)]
pub(crate) struct Messages {
    all: Vec<Option<MessageUnderWay>>,
    free: Vec<i32>,
}

impl Messages {
    pub(crate) fn add(&mut self, message: MessageUnderWay) -> Result<MessageNumber, MpLiteError> {
        if let Some(number) = self.free.pop() {
            self.all[number as usize] = Some(message);
            return Ok(MessageNumber(number));
        }
        if self.all.len() == MOST {
            return Err(MpLiteError::TooManyMessages(MOST));
        }
        self.all.push(Some(message));
        Ok(MessageNumber(self.all.len() as i32 - 1))
    }

    pub(crate) fn get(&self, number: MessageNumber) -> Result<MessageUnderWay, MpLiteError> {
        let index = usize::try_from(number.0).ok();
        let found = index.and_then(|index| *self.all.get(index)?);
        found.ok_or(MpLiteError::UnknownMessage(number.0))
    }

    pub(crate) fn remove(&mut self, number: MessageNumber) {
        let index = usize::try_from(number.0).ok();
        if index.and_then(|index| self.all.get_mut(index)?.take()).is_some() {
            self.free.push(number.0);
        }
    }

    /// The requests that the message's number does not need any more.
    pub(crate) fn settle(&mut self, number: MessageNumber) {
        let index = usize::try_from(number.0).ok();
        if let Some(Some(message)) = index.and_then(|index| self.all.get_mut(index)) {
            message.request = None;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &MessageUnderWay> {
        self.all.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_used_again_and_no_more_than_can_be() {
        let message =
            MessageUnderWay { way: MessageWay::To, request: None, node: 1, bytes: 8, tag: 2 };
        let mut messages = Messages::default();
        for expected in 0..MOST as i32 {
            assert_eq!(messages.add(message), Ok(MessageNumber(expected)));
        }
        assert_eq!(messages.add(message), Err(MpLiteError::TooManyMessages(MOST)));
        messages.remove(MessageNumber(7));
        messages.remove(MessageNumber(7));
        assert_eq!(messages.get(MessageNumber(7)).err(), Some(MpLiteError::UnknownMessage(7)));
        assert_eq!(messages.add(message), Ok(MessageNumber(7)));
        assert!(messages.add(message).is_err());
        assert_eq!(message.to_string(), "--> Sending 8 bytes to node 1 with tag 2");
    }
}
