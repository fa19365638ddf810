//! What the kernel tells of associations (RFC 6458 §6.1).

use ferry_sys::SctpAssociation;

/// `SCTP_ASSOC_CHANGE` and `SCTP_SHUTDOWN_EVENT` of <linux/sctp.h>.
const CHANGE: u16 = 0x8001;
const SHUTDOWN: u16 = 0x8005;

/// The kinds of events to be told of.
pub(crate) const KINDS: [u16; 2] = [CHANGE, SHUTDOWN];

/// What happened to an association.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Notification {
    /// It stands, with so many streams out.
    Up(u16),
    /// It broke.
    Lost,
    /// The other end began anew.
    Restarted,
    /// Both ends have ended it in good order.
    Ended,
    /// It could not be had.
    Failed,
    /// The other end ends it and sends nothing any more.
    Leaving,
}

/// Reads an event; `None` for those that mean nothing here.
pub(crate) fn read(bytes: &[u8]) -> Option<(SctpAssociation, Notification)> {
    let half = |at: usize| Some(u16::from_ne_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let number = |at: usize| {
        Some(SctpAssociation(i32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?)))
    };
    match half(0)? {
        // Kind, flags, length, state, error, streams out and in, association.
        CHANGE => {
            let news = match half(8)? {
                0 => Notification::Up(half(12)?),
                1 => Notification::Lost,
                2 => Notification::Restarted,
                3 => Notification::Ended,
                4 => Notification::Failed,
                _ => return None,
            };
            Some((number(16)?, news))
        }
        // Kind, flags, length, association.
        SHUTDOWN => Some((number(8)?, Notification::Leaving)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_association_that_stands() {
        let mut event = Vec::new();
        event.extend([CHANGE, 0].iter().flat_map(|half| half.to_ne_bytes()));
        event.extend(20_u32.to_ne_bytes());
        event.extend([0_u16, 0, 11, 12].iter().flat_map(|half| half.to_ne_bytes()));
        event.extend(7_i32.to_ne_bytes());
        assert_eq!(event.len(), 20);
        assert_eq!(read(&event), Some((SctpAssociation(7), Notification::Up(11))));
        for cut in 0..event.len() {
            assert_eq!(read(&event[..cut]), None);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = read(&bytes);
        }
    }
}
