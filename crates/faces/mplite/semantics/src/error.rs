//! What ends a program.

/// What ends a program: there are no return codes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MpLiteError {
    /// There is no such process.
    #[error("{doing} node {node} is out of the range 0-{last}")]
    NoSuchNode {
        /// The call.
        doing: &'static str,
        /// What was given.
        node: i32,
        /// The last one.
        last: u32,
    },
    /// A message cannot have so many bytes.
    #[error("{0} bytes or elements: a message cannot be that long")]
    BadLength(i64),
    /// No message has this number.
    #[error("there is no message of number {0}")]
    UnknownMessage(i32),
    /// There are as many messages under way as can be.
    #[error("{0} messages are under way: wait for some before more are begun")]
    TooManyMessages(usize),
    /// A process receives from itself what it has not sent.
    #[error("a blocking receive of {bytes} bytes from itself, and nothing that was sent fits")]
    NothingFromSelf {
        /// Bytes of its memory.
        bytes: usize,
    },
    /// A process is gone.
    #[error("node {node} is gone: {why}")]
    Lost {
        /// Which.
        node: u32,
        /// What was seen.
        why: String,
    },
    /// Nothing came for too long.
    #[error("Bailing after waiting {seconds} secs for {what}")]
    Stalled {
        /// How long.
        seconds: u64,
        /// For what.
        what: String,
    },
    /// The root is no member.
    #[error("node {0} is the root and not in the mask")]
    RootOutside(u32),
    /// No window has this number.
    #[error("there is no window of number {0}")]
    UnknownWindow(i32),
    /// There are as many windows as can be.
    #[error("there are {0} windows: give some up before more are made")]
    TooManyWindows(usize),
    /// Elements of a window have no length.
    #[error("elements of a window have at least one byte: disp_unit is 0 or negative")]
    BadUnit,
    /// Part of what is to be accessed is not in the window.
    #[error(
        "element {element} and what follows are not all in window {window} of node {node}, which has {has} bytes"
    )]
    OutsideWindow {
        /// The window.
        window: i32,
        /// Whose memory.
        node: u32,
        /// The first element.
        element: i32,
        /// Bytes of its memory there.
        has: u64,
    },
    /// What is accumulated ends within a number.
    #[error("{bytes} bytes are no whole numbers of {of} bytes")]
    NotWhole {
        /// How many.
        bytes: usize,
        /// Bytes of a number.
        of: usize,
    },
    /// A place in a grid that is not there.
    #[error("{0}")]
    BadGrid(String),
    /// The links cannot do it.
    #[error("{0}")]
    Links(String),
}
