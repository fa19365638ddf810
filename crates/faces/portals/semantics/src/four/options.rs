//! Options of descriptors, entries and portals; the bits are those of `portals4.h`.

/// A descriptor's or an entry's memory is of pieces.
pub const IOVEC: u32 = 1;

/// How a memory descriptor is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MdOptions(pub u32);

impl MdOptions {
    /// What was sent is counted.
    pub const CT_SEND: u32 = 1 << 1;
    /// What came in reply is counted.
    pub const CT_REPLY: u32 = 1 << 2;
    /// What was acknowledged is counted.
    pub const CT_ACK: u32 = 1 << 3;
    /// No events for what went well.
    pub const SUCCESS_DISABLE: u32 = 1 << 5;
    /// Its memory may be used again once a call returns.
    pub const VOLATILE: u32 = 1 << 6;
    /// No events for what was sent.
    pub const SEND_DISABLE: u32 = 1 << 7;
    /// Bytes are counted, not operations.
    pub const CT_BYTES: u32 = 1 << 14;
    /// All that there are; the two others promise less order and less care than there is.
    pub const ALL: u32 = ((1 << 9) - 1) | Self::CT_BYTES;

    /// Whether one of these bits is set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }
}

/// What a list entry allows and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EntryOptions(pub u32);

impl EntryOptions {
    /// Puts and atomic operations find it.
    pub const OP_PUT: u32 = 1 << 1;
    /// Gets find it.
    pub const OP_GET: u32 = 1 << 2;
    /// It takes part once.
    pub const USE_ONCE: u32 = 1 << 3;
    /// What it takes on the overflow list is not kept for later entries.
    pub const UNEXPECTED_HDR_DISABLE: u32 = 1 << 4;
    /// No event once it is linked.
    pub const LINK_DISABLE: u32 = 1 << 6;
    /// No events for operations.
    pub const COMM_DISABLE: u32 = 1 << 7;
    /// No event when flow control disables the portal for its sake.
    pub const FLOWCTRL_DISABLE: u32 = 1 << 8;
    /// No events for what went well.
    pub const SUCCESS_DISABLE: u32 = 1 << 9;
    /// No events for what had come before it was appended.
    pub const OVER_DISABLE: u32 = 1 << 10;
    /// No events once it is unlinked and free.
    pub const UNLINK_DISABLE: u32 = 1 << 11;
    /// Operations are counted.
    pub const CT_COMM: u32 = 1 << 12;
    /// What had come before is counted.
    pub const CT_OVERFLOW: u32 = 1 << 13;
    /// Bytes are counted, not operations.
    pub const CT_BYTES: u32 = 1 << 14;
    /// What comes goes behind what came before.
    pub const MANAGE_LOCAL: u32 = 1 << 15;
    /// It accepts nothing that does not fit.
    pub const NO_TRUNCATE: u32 = 1 << 16;
    /// What had come before moves its offset, too.
    pub const LOCAL_INC_UH_RLENGTH: u32 = 1 << 18;
    /// All that a list entry may have.
    pub const OF_LISTS: u32 = (1 << 15) - 1;
    /// All that a match entry may have.
    pub const OF_MATCHING: u32 = (1 << 19) - 1;

    /// Whether one of these bits is set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }
}

/// How a portal behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PtOptions(pub u32);

impl PtOptions {
    /// It is disabled when it cannot take what comes, instead of losing it.
    pub const FLOWCTRL: u32 = 1 << 1;
    /// It begins disabled.
    pub const ALLOC_DISABLED: u32 = 1 << 4;
    /// All that there are; the others are hints.
    pub const ALL: u32 = (1 << 5) - 1;

    /// Whether one of these bits is set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }
}
