//! What a socket did so far.

/// Counts of a socket since it was bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Receiving system calls.
    pub receive_calls: u64,
    /// Sending system calls.
    pub send_calls: u64,
    /// Datagrams that arrived.
    pub datagrams_received: u64,
    /// Datagrams handed to the system.
    pub datagrams_sent: u64,
    /// Bytes of those that arrived, without the headers of UDP and IP.
    pub bytes_received: u64,
    /// Bytes of those handed to the system, without the headers of UDP and IP.
    pub bytes_sent: u64,
    /// Datagrams that arrived and were of nobody here: too short, or for another port.
    pub ignored: u64,
    /// Times that the system had no room for what was to be sent.
    pub blocked: u64,
    /// Datagrams that the system refused to send.
    pub refused: u64,
    /// Datagrams dropped because their address could not send for long while others could.
    pub overrun: u64,
}
