//! What a door of Nexus and its visitors make of bytes that anybody may have sent.

use crate::{Nexus, Startpoint};
use ferry_link::DescriptorTable;

/// Hears `bytes` as each message of an attachment (`ferry_attach::hear_at_door`). True: a stranger was let in.
#[doc(hidden)]
pub fn hear_at_door(nexus: &Nexus, bytes: &[u8]) -> bool {
    ferry_attach::hear_at_door(bytes, |startpoint, table| {
        let _ = DescriptorTable::decode(table);
        let _ = Startpoint::decode(nexus, startpoint);
    })
}
