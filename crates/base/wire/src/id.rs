//! A newtype for every number, so that a tag is never passed for a rank.

macro_rules! number {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub $inner);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

number!(
    /// A process, by its index in this process's table of peers: its rank in the job.
    PeerId(u32)
);
number!(
    /// A rank within a communicator's group.
    Rank(i32)
);
number!(
    /// A message tag, or a wildcard where the caller says so.
    Tag(i32)
);
number!(
    /// The communication context of a communicator (MPI-5.0 §7.2).
    ContextId(u32)
);
number!(
    /// A numbered stream of a link: frames on one stream keep their order.
    StreamId(u16)
);
number!(
    /// What tells the streams of a link apart: 0 for stream 0, a pooled stream's number, or the match
    /// bits of a stream that one (context, tag) has for itself ([`crate::Header::stream_key`]).
    StreamKey(u64)
);
number!(
    /// Which handler a remote service request asks for.
    HandlerId(u8)
);
number!(
    /// A job: all processes started together.
    JobId(u64)
);

impl ContextId {
    /// Contexts with odd numbers serve collectives: their receives name source and tag.
    #[inline]
    pub fn is_collective(self) -> bool {
        self.0 % 2 == 1
    }
}
