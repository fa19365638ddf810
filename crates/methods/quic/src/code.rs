//! With what code connections are closed.

/// With what code an end closes a connection (RFC 9000 §20.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    /// In good order.
    Goodbye = 0,
    /// The closing end's own connection to the other is to be used.
    Yield = 1,
    /// There is, or was, a connection already.
    Taken = 2,
    /// The connection came to nothing.
    GivenUp = 3,
    /// The other end sent what makes no sense.
    Nonsense = 4,
}
