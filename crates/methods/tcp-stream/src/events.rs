//! To whom an event belongs.

use ferry_method_tcp::door::Mark;

/// An event that comes for a socket that has just been replaced is harmless: all sockets are
/// non-blocking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// The timer.
    Timer,
    /// The control connections, all together.
    Control,
    /// The listening socket.
    Listener,
    /// A connection that came in and has proven nothing yet.
    Greeter(u32),
    /// A stream that comes in.
    Inbound(u32),
    /// A stream that goes out.
    Outbound(u32),
}

impl Mark for Token {
    const TIMER: Self = Token::Timer;

    fn encode(self) -> u64 {
        let (kind, slot) = match self {
            Token::Timer => (0, 0),
            Token::Control => (1, 0),
            Token::Listener => (2, 0),
            Token::Greeter(slot) => (3, slot),
            Token::Inbound(slot) => (4, slot),
            Token::Outbound(slot) => (5, slot),
        };
        kind << 32 | u64::from(slot)
    }

    fn decode(data: u64) -> Self {
        let slot = data as u32;
        match data >> 32 {
            1 => Token::Control,
            2 => Token::Listener,
            3 => Token::Greeter(slot),
            4 => Token::Inbound(slot),
            5 => Token::Outbound(slot),
            _ => Token::Timer,
        }
    }
}

pub(crate) type Events = ferry_method_tcp::door::Events<Token>;
